"""A workbook as it is, with what LibreOffice computes of its formulas.

LibreOffice takes 20 ms to save a sheet as .xlsx, even an empty one. It saves all sheets of a workbook as text in the
time of one. So we let it write text, and put that into the cells of the file.
"""

from __future__ import annotations

import fnmatch
import re
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from lxml import etree
from openpyxl.utils.cell import coordinate_to_tuple, rows_from_range

from tests.corpus.editing import Parts, cell_at, tag
from tests.helpers.files.raw_workbook import zip_parts
from tests.helpers.programs.finding import ProgramError
from tests.helpers.programs.libreoffice import PROFILE, SHEETS, strip_decoration
from tests.helpers.programs.office import office_with
from tests.helpers.suite.once import make_once
from tests.helpers.values import ERRORS

TEXT = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1"
"""The filter for text of UTF-8: texts in quotes, numbers in full, and every sheet in a file of its own."""
FORMATS, CELLS = re.compile(rb"<cellXfs\b.*?</cellXfs>", re.DOTALL), re.compile(rb'numFmtId="[1-9][0-9]*"')
PLAIN_NUMBER = b'numFmtId="2"'
ROWS = re.compile(rb"<sheetData>.*</sheetData>", re.DOTALL)
CELL = re.compile(r'(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])')
OFFICE_ERROR = re.compile(r"Err:\d+")
"""How LibreOffice names an error that Excel has no name for."""

Computed = dict[tuple[int, int], tuple[str, str]]
"""Type and value as the XML of a cell has them, by row and column."""
BLANK = ("str", "")


def recalculate(workbook: Path, into: Path, *, alone: Collection[str] = ()) -> Path:
    """Return the workbook in the folder `into`, where each formula has the value that LibreOffice computes.

    With `alone` LibreOffice gets no rows of other sheets, and their formulas stay as they are. It takes a fifth less.
    """
    if not zipfile.is_zipfile(workbook):
        raise ProgramError(f"{workbook} is no workbook")
    opened = Parts(workbook)
    parts = opened.members
    names = [sheet.get("name") for sheet in opened.workbook.iter(tag("sheet"))]
    part_of = {sheet: opened.sheet_part(sheet) for sheet in names if not alone or sheet in alone}
    bare = {name: _bare(name, part, name in part_of.values()) for name, part in parts.items()}
    texts = _texts(workbook.stem, zip_parts(bare))
    for sheet, part in part_of.items():
        text = texts / f"{workbook.stem}-{sheet}.csv"
        if not text.exists():
            raise ProgramError(f"LibreOffice did not write the sheet {sheet} of {workbook}")
        if b"<f" in parts[part]:
            parts[part] = _with_values(parts[part], dict(_computed(sheet, text.read_text(encoding="utf-8"))))
    into.mkdir(parents=True, exist_ok=True)
    result = into / f"{workbook.stem}.xlsx"
    result.write_bytes(zip_parts(parts))
    return result


def _bare(name: str, part: bytes, is_asked: bool) -> bytes:
    """Return a part without what computes nothing. Dates become numbers, as text would not tell them from texts."""
    if name == "xl/styles.xml":
        return FORMATS.sub(lambda formats: CELLS.sub(PLAIN_NUMBER, formats[0]), part)
    if fnmatch.fnmatch(name, SHEETS) and not is_asked:
        part = ROWS.sub(b"<sheetData/>", part)
    return strip_decoration(name, part)


def _texts(stem: str, content: bytes) -> Path:
    """Return the folder of a text for each sheet. A run of the tests asks for the same content once."""

    def make(folder: Path) -> None:
        with TemporaryDirectory() as scratch:
            document = Path(scratch) / f"{stem}.xlsx"
            document.write_bytes(content)
            office_with(PROFILE).convert(document, folder, TEXT)

    return make_once(("computed", stem, content), make)


def _computed(sheet: str, text: str) -> Iterator[tuple[tuple[int, int], tuple[str, str]]]:
    row = column = 1
    for match in CELL.finditer(text):
        quoted, plain, end = match.groups()
        try:
            yield (row, column), _typed(quoted, plain)
        except ValueError:
            raise ProgramError(f"LibreOffice computed {plain} in {sheet}, row {row}, column {column}") from None
        row, column = (row + 1, 1) if end == "\n" else (row, column + 1)


def _typed(quoted: str | None, plain: str) -> tuple[str, str]:
    if quoted is None and plain in ("TRUE", "FALSE"):
        return "b", str(int(plain == "TRUE"))
    if quoted is None and plain:
        return "n", repr(float(plain))
    text = (quoted or "").replace('""', '"')
    text = OFFICE_ERROR.sub("#VALUE!", text) if OFFICE_ERROR.fullmatch(text) else text
    return ("e" if text in ERRORS else "str"), text


def _with_values(part: bytes, computed: Computed) -> bytes:
    root = etree.fromstring(part)
    cells = {cell.get("r"): cell for cell in root.iter(tag("c"))}
    for formula in [*root.iter(tag("f"))]:
        whole = formula.get("ref") if formula.get("t") == "array" else formula.getparent().get("r")
        for position in (position for row in rows_from_range(whole) for position in row):
            kind, value = computed.get(coordinate_to_tuple(position), BLANK)
            if value or position in cells:
                _set(cells[position] if position in cells else cell_at(root, position), kind, value)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _set(cell: etree._Element, kind: str, value: str) -> None:
    cell[:] = cell.findall(tag("f"))
    cell.set("t", kind)
    etree.SubElement(cell, tag("v")).text = value
