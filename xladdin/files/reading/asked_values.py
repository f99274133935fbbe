"""Which styles of a workbook show a date, and its shared texts. The reader of values itself is asked.

So nothing here knows a format of dates or a form of texts. It reads two small sheets: one has a cell for each style,
the other one for each text.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

from xladdin.files.package import LARGEST_TREE, Package
from xladdin.files.xml_tree import LINKS, SHEETS

STYLES, STRINGS = "xl/styles.xml", "xl/sharedStrings.xml"
A_DAY = 45_000
"""A number that every format of dates shows as a day."""
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_LINK = f'<Relationships xmlns="{_PACKAGE}/relationships">{{}}</Relationships>'
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
    "_rels/.rels": _LINK.format(f'<Relationship Id="r1" Type="{LINKS}/officeDocument" Target="xl/workbook.xml"/>'),
    "xl/workbook.xml": f'<workbook xmlns="{SHEETS}" xmlns:r="{LINKS}"><sheets>'
    '<sheet name="1" sheetId="1" r:id="r1"/><sheet name="2" sheetId="2" r:id="r2"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": _LINK.format(
        "".join(f'<Relationship Id="r{n}" Type="{LINKS}/worksheet" Target="sheet{n}.xml"/>' for n in (1, 2))
    ),
}


class AskedValues(NamedTuple):
    """`shown_as` has what a day is in each style: a date, a number, or hours that have passed. `texts` are shared."""

    shown_as: Sequence[type]
    texts: Sequence[str]

    @classmethod
    def of(cls, package: Package) -> AskedValues | None:
        """The answers for a workbook, or None if its parts are too large or not where most programs put them."""
        import zipfile

        from python_calamine import CalamineWorkbook

        own = {name: b"".join(package.pieces(name)) for name in (STYLES, STRINGS) if _is_small(package, name)}
        for name, xml in own.items():
            package.check_prolog(xml, name)
        if not own.keys() >= {*package.related(package.workbook_part, "sharedStrings").values()}:
            return None
        styles, strings = own.get(STYLES, b""), own.get(STRINGS, b"")
        a_style = _sheet(styles.count(b"<xf "), f'<c r="A{{row}}" s="{{number}}"><v>{A_DAY}</v></c>')
        a_text = _sheet(strings.count(b"<si>") + strings.count(b"<si "), '<c r="A{row}" t="s"><v>{number}</v></c>')
        parts: dict[str, str | bytes] = {**_PARTS, "xl/sheet1.xml": a_style, "xl/sheet2.xml": a_text, **own}
        target = BytesIO()
        with zipfile.ZipFile(target, "w") as archive:
            for name, content in parts.items():
                archive.writestr(name, content)
        target.seek(0)
        try:
            book = CalamineWorkbook.from_filelike(target)
            days, texts = (book.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in "12")
        except BaseException as error:
            if not is_of_reader(error):
                raise
            return None
        return cls([type(row[0]) for row in days], [str(row[0]) for row in texts])


def is_of_reader(error: BaseException) -> bool:
    """Whether the reader of values has raised an error. A panic of it, in Rust, is not even an Exception."""
    from python_calamine import CalamineError

    return isinstance(error, CalamineError) or type(error).__name__ == "PanicException"


def _sheet(rows: int, cell: str) -> str:
    """The XML of a sheet with so many rows of one cell."""
    cells = "".join(
        f'<row r="{number + 1}">{cell.format(row=number + 1, number=number)}</row>' for number in range(rows)
    )
    return f'<worksheet xmlns="{SHEETS}"><sheetData>{cells}</sheetData></worksheet>'


def _is_small(package: Package, name: str) -> bool:
    return name in package.members and package.members[name].file_size <= LARGEST_TREE
