"""Values beside formulas that stay, for programs that compute nothing, such as a preview or Protected View.

A value is written only beside the very formula that it belongs to. If a director has typed something else, or the
formula reads other cells by now, the cell stays as it is.
"""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from html import unescape

from xladdin.cells.addresses import column_letters
from xladdin.cells.numbers import ERROR_VALUES
from xladdin.cells.table import CellValue
from xladdin.files.package import with_changed
from xladdin.files.reading.club_file import ClubFile
from xladdin.files.writing.cell_xml import CellWriter

FormulaValues = Mapping[tuple[int, int], "tuple[str, CellValue]"]
"""A formula without "=", and its value, by row and column."""
_CELL = re.compile(
    rb'<c(?P<place> r="(?P<cell>[A-Z]+[0-9]+)"(?: (?:s|cm)="[0-9]+")*)(?: t="[a-zA-Z]+")?>'
    rb"(?P<formula><f[^<>]*?(?:/>|>(?P<text>[^<]*)</f>))(?:<v[^<>]*?(?:/>|>[^<]*</v>))?</c>"
)


def with_values(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], sheet: str, values: FormulaValues
) -> dict[str, Iterable[bytes]]:
    """Return the parts to write again, with that of a sheet if a formula gives another value than is beside it."""
    valued = partial(beside_formulas, values=values, date1904=file.date1904)
    return with_changed(file.package, written, {file.sheets[sheet]: valued})


def formula_in(file: ClubFile, sheet: str, cell: str) -> str | None:
    """Return the formula of a cell without "=", or None if it holds none of its own."""
    found = re.search(rb'<c r="%b"[^<>]*><f[^<>]*>([^<]*)</f>' % cell.encode(), file.package.read(file.sheets[sheet]))
    return unescape(found[1].decode()) if found else None


def beside_formulas(xml: bytes, values: FormulaValues, *, date1904: bool = False) -> bytes:
    """Return the XML of a sheet with values beside its formulas. `date1904` is its date system.

    If cells share a formula, only the first has the text. In the others any formula of ours counts as the same.
    """
    writer = CellWriter(date1904=date1904)
    wanted = {f"{column_letters(column)}{row}".encode(): found for (row, column), found in values.items()}

    def valued(found: re.Match[bytes]) -> bytes:
        formula, value = wanted.get(found["cell"], ("", None))
        text = found["text"]
        if not formula or (text is not None and unescape(text.decode()) != formula):
            return found[0]
        if value in ERROR_VALUES:
            return b'<c%b t="e">%b<v>%b</v></c>' % (found["place"], found["formula"], str(value).encode())
        return writer.cell(found["place"], value, found["formula"])

    return _CELL.sub(valued, xml) if wanted else xml
