"""Types values into cells in the XML of a workbook file, which takes a tenth of the time of openpyxl."""

from __future__ import annotations

import datetime as dt
import zipfile
from collections.abc import Iterable
from pathlib import Path

from lxml import etree
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.utils.datetime import to_excel

from tests.helpers.files.raw_workbook import RELATIONSHIPS, TRANSITIONAL, zipped
from tests.helpers.values import ERRORS

OF_SHEETS = f"{{{TRANSITIONAL}}}"
LINKS = "xl/_rels/workbook.xml.rels"


def type_in(path: Path, changes: Iterable[tuple[str, str, object]]) -> None:
    """Type values into cells as (sheet, cell, value). A text that begins with "=" is a formula, None blanks the cell.

    Cells keep their format. Formulas lose the values stored with them, as they do when openpyxl saves.
    """
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    roots = {part: etree.fromstring(parts[part]) for part in parts if part.startswith("xl/worksheets/sheet")}
    part_of = parts_of_sheets(parts)
    for sheet, place, value in changes:
        _put(cell_of(roots[part_of[sheet]], place), value)
    for part, root in roots.items():
        for formula in root.iter(f"{OF_SHEETS}f"):
            keep(formula.getparent(), formula)
        parts[part] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    path.write_bytes(zipped(parts))


def parts_of_sheets(parts: dict[str, bytes]) -> dict[str, str]:
    """Return the part of each sheet by its name."""
    targets = {link.get("Id"): link.get("Target") for link in etree.fromstring(parts[LINKS])}
    sheets = etree.fromstring(parts["xl/workbook.xml"]).iter(f"{OF_SHEETS}sheet")
    found = {sheet.get("name"): targets[sheet.get(f"{{{RELATIONSHIPS}}}id")] for sheet in sheets}
    return {name: target[1:] if target.startswith("/") else f"xl/{target}" for name, target in found.items()}


def cell_of(sheet: etree._Element, place: str) -> etree._Element:
    """Return the cell of an address. If it is missing, this puts a new one in its place."""
    place = place.replace("$", "")
    row_number, column = coordinate_to_tuple(place)
    data = sheet.find(f"{OF_SHEETS}sheetData")
    row = _child(data, "row", str(row_number), [int(row.get("r")) for row in data], row_number)
    return _child(row, "c", place, [coordinate_to_tuple(cell.get("r"))[1] for cell in row], column)


def _child(parent: etree._Element, kind: str, name: str, numbers: list[int], number: int) -> etree._Element:
    """Return the child of this number, where numbers ascend. If it is missing, this puts a new one in."""
    if number in numbers:
        return parent[numbers.index(number)]
    child = etree.Element(f"{OF_SHEETS}{kind}", r=name)
    parent.insert(sum(other < number for other in numbers), child)
    return child


def _put(cell: etree._Element, value: object) -> None:
    keep(cell)
    if value is None:
        return
    if isinstance(value, str) and value.startswith("="):
        etree.SubElement(cell, f"{OF_SHEETS}f").text = value[1:]
    elif isinstance(value, str) and value not in ERRORS:
        cell.set("t", "inlineStr")
        text = etree.SubElement(etree.SubElement(cell, f"{OF_SHEETS}is"), f"{OF_SHEETS}t")
        text.text = value
        text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    else:
        if isinstance(value, bool) or value in ERRORS:
            cell.set("t", "b" if isinstance(value, bool) else "e")
        number = to_excel(value) if isinstance(value, dt.date) else int(value) if isinstance(value, bool) else value
        etree.SubElement(cell, f"{OF_SHEETS}v").text = str(number)


def keep(cell: etree._Element, *children: etree._Element) -> None:
    """Take the value out of a cell with its kind, and keep some of its elements."""
    cell[:] = children
    cell.attrib.pop("t", None)
