"""Spoils a workbook file part by part, without the reader and writer of the product."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from lxml import etree

from tests.helpers.files.raw_workbook import unzip_parts, zip_parts

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
DAY_ZERO = date(1899, 12, 30)


@dataclass(frozen=True)
class Formula:
    """A formula in a cell with the value that its spreadsheet has stored, or None where it has stored none."""

    text: str
    value: object = None


@dataclass(frozen=True)
class ErrorValue:
    """An error value in a cell, such as #N/A."""

    text: str


def tag(name: str) -> str:
    return f"{{{MAIN}}}{name}"


class Parts:
    """The members of a workbook file. `save` writes a member that you asked for as XML as it then is."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.members = unzip_parts(path)
        self._trees: dict[str, etree._Element] = {}

    def xml(self, part: str) -> etree._Element:
        if part not in self._trees:
            self._trees[part] = etree.fromstring(self.members[part])
        return self._trees[part]

    @property
    def workbook(self) -> etree._Element:
        return self.xml("xl/workbook.xml")

    def sheet_part(self, name: str) -> str:
        sheets = {sheet.get("name"): sheet.get(RELATED) for sheet in self.workbook.iter(tag("sheet"))}
        links = {link.get("Id"): link.get("Target") for link in self.xml("xl/_rels/workbook.xml.rels")}
        return "xl/" + links[sheets[name]].removeprefix("/xl/")

    def sheet(self, name: str) -> etree._Element:
        return self.xml(self.sheet_part(name))

    def table_part(self, name: str) -> str:
        parts = [part for part in self.members if part.startswith("xl/tables/")]
        return next(part for part in parts if self.xml(part).get("displayName") == name)

    def table(self, name: str) -> etree._Element:
        return self.xml(self.table_part(name))

    def write(self, part: str, content: bytes) -> None:
        self._trees.pop(part, None)
        self.members[part] = content

    def save(self) -> None:
        for part, tree in self._trees.items():
            self.members[part] = etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=True)
        self._path.write_bytes(zip_parts(self.members))


def defined_name(parts: Parts, name: str) -> etree._Element:
    """Return the element of a defined name."""
    return next(defined for defined in parts.workbook.iter(tag("definedName")) if defined.get("name") == name)


def type_cells(path: Path, cells: Mapping[str, object]) -> None:
    """Types values into cells such as "Games!C4", as a person does: the cell keeps its style, and no table grows."""
    parts = Parts(path)
    for reference, value in cells.items():
        sheet, _, address = reference.partition("!")
        set_cell(cell_at(parts.sheet(sheet), address), value)
    parts.save()


def cell_at(sheet: etree._Element, address: str) -> etree._Element:
    """Return the cell of an address. If there is none, put one in with the style of its column, as spreadsheets do."""
    number = address.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    rows = sheet.find(tag("sheetData"))
    row = _find_or_insert(rows, tag("row"), lambda other: int(other.get("r")), int(number), number)
    cell = _find_or_insert(row, tag("c"), lambda other: _order(other.get("r")), _order(address), address)
    if cell.get("s") is None and len(cell) == 0:
        index = _row_and_column(address)[1]
        for column in sheet.iter(tag("col")):
            if int(column.get("min")) <= index <= int(column.get("max")) and column.get("style"):
                cell.set("s", column.get("style"))
    return cell


def set_cell(cell: etree._Element, value: object) -> None:
    for child in list(cell):
        cell.remove(child)
    cell.attrib.pop("t", None)
    if isinstance(value, Formula):
        set_cell(cell, value.value)
        if cell.get("t") == "inlineStr":
            cell.set("t", "str")
            cell[0].tag = tag("v")
            cell[0].text = str(value.value)
            cell[0].remove(cell[0][0])
        formula = etree.Element(tag("f"))
        formula.text = value.text
        cell.insert(0, formula)
    elif isinstance(value, ErrorValue):
        cell.set("t", "e")
        etree.SubElement(cell, tag("v")).text = value.text
    elif isinstance(value, str):
        cell.set("t", "inlineStr")
        text = etree.SubElement(etree.SubElement(cell, tag("is")), tag("t"))
        text.text = re.sub("[\x00-\x08\x0b-\x1f]|_(?=x[0-9A-F]{4}_)", lambda letter: f"_x{ord(letter[0]):04X}_", value)
        text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    elif isinstance(value, bool):
        cell.set("t", "b")
        etree.SubElement(cell, tag("v")).text = str(int(value))
    elif isinstance(value, datetime):
        etree.SubElement(cell, tag("v")).text = str((value - datetime(*DAY_ZERO.timetuple()[:3])) / timedelta(days=1))
    elif isinstance(value, date):
        etree.SubElement(cell, tag("v")).text = str((value - DAY_ZERO).days)
    elif value is not None:
        etree.SubElement(cell, tag("v")).text = repr(value)


def column_of(path: Path, table: str, heading: str) -> list[object]:
    """Return what a file has under the heading of a table, row by row: numbers as floats, and all else as text."""
    parts = Parts(path)
    area = parts.table(table).get("ref")
    texts = parts.xml("xl/sharedStrings.xml") if "xl/sharedStrings.xml" in parts.members else []
    links = {part for part in parts.members if part.startswith("xl/worksheets/_rels/")}
    listing = next(part for part in links if parts.table_part(table).rpartition("/")[2] in parts.members[part].decode())
    sheet = parts.xml(listing.replace("_rels/", "").removesuffix(".rels"))
    first, last = (_row_and_column(corner) for corner in area.split(":"))
    cells = {}
    row = 0
    for line in sheet.iter(tag("row")):
        row, column = int(line.get("r", row + 1)), 0
        for cell in line:
            column = _row_and_column(cell.get("r"))[1] if cell.get("r") else column + 1
            cells[row, column] = _value(cell, texts)
    column = next(n for n in range(first[1], last[1] + 1) if cells.get((first[0], n)) == heading)
    bottom = max(last[0], *(row for row, _ in cells))
    return [cells.get((row, column)) for row in range(first[0] + 1, bottom + 1)]


def _value(cell: etree._Element, texts: etree._Element) -> object:
    value = cell.findtext(tag("v"))
    if cell.get("t") == "s":
        return unescaped("".join(texts[int(value)].itertext(tag("t"))))
    if cell.get("t") == "inlineStr":
        return unescaped("".join(cell.itertext(tag("t"))))
    return value or None if not value or cell.get("t", "n") != "n" else float(value)


def unescaped(text: str) -> str:
    return re.sub("_x([0-9A-F]{4})_", lambda escape: chr(int(escape[1], 16)), text)


def _row_and_column(address: str) -> tuple[int, int]:
    letters = address.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return int(address[len(letters) :]), column


def _find_or_insert(parent, kind, key, order, address):  # type: ignore[no-untyped-def]
    for position, other in enumerate(parent):
        if key(other) >= order:
            if key(other) == order:
                return other
            new = etree.Element(kind, r=address)
            parent.insert(position, new)
            return new
    return etree.SubElement(parent, kind, r=address)


def _order(address: str) -> tuple[int, str]:
    letters = address.rstrip("0123456789")
    return len(letters), letters


def read_ratings(path: Path) -> dict[object, object]:
    """Return the rating of each player of a club."""
    return dict(zip(column_of(path, "Players", "Player"), column_of(path, "Players", "Rating")))


def rename_heading(path: Path, table: str, old: str, new: str) -> None:
    """Rename a heading in its cell and in the list of the table, as Excel does."""
    parts = Parts(path)
    column = next(column for column in parts.table(table).iter(tag("tableColumn")) if column.get("name") == old)
    column.set("name", new)
    set_cell(_heading_cell(parts, table, old), new)
    parts.save()


def renamed_sheets(path: Path, names: Mapping[str, str]) -> None:
    """Rename sheets, and in all defined names too, as Excel does. Formulas of cells stay as they are."""
    parts = Parts(path)
    for sheet in parts.workbook.iter(tag("sheet")):
        sheet.set("name", names.get(sheet.get("name"), sheet.get("name")))
    for name in parts.workbook.iter(tag("definedName")):
        for old, new in names.items():
            name.text = re.sub(rf"(?<!\w){old}!", f"{new}!", name.text)
    parts.save()


def swap_columns(path: Path, table: str, heading: str, other: str, cells: Mapping[str, object]) -> None:
    """Swap two columns: their headings, and the cells as they then are."""
    for old, new in ((heading, "Third"), (other, heading), ("Third", other)):
        rename_heading(path, table, old, new)
    type_cells(path, cells)


def _heading_cell(parts: Parts, table: str, heading: str) -> etree._Element:
    top = _row_and_column(parts.table(table).get("ref").partition(":")[0])[0]
    first_row = next(row for row in parts.sheet(table).iter(tag("row")) if row.get("r") == str(top))
    texts = parts.xml("xl/sharedStrings.xml") if "xl/sharedStrings.xml" in parts.members else []
    return next(cell for cell in first_row if _value(cell, texts) == heading)
