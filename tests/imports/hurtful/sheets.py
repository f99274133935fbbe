"""Workbooks of several sheets, with merged cells and hidden sheets, as a spreadsheet saves them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from tests.imports.hurtful.case import zipped
from xladdin.cells.addresses import column_letters

Rows = Sequence[Sequence[object]]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def book_of(
    sheets: Mapping[str, Rows],
    *,
    merged: Mapping[str, Sequence[str]] | None = None,
    hidden: Mapping[str, str] | None = None,
) -> bytes:
    """A workbook. `merged` holds areas by sheet, and `hidden` says for a sheet "hidden" or "veryHidden"."""
    listed, linked, parts = [], [], {}
    for number, (name, rows) in enumerate(sheets.items(), 1):
        state = (hidden or {}).get(name, "visible")
        listed.append(f'<sheet name="{escape(name)}" sheetId="{number}" state="{state}" r:id="r{number}"/>')
        linked.append(_link(f"r{number}", "worksheet", f"worksheets/sheet{number}.xml"))
        xml = f'<worksheet xmlns="{MAIN}"><sheetData>{_rows(rows)}</sheetData>{_merged((merged or {}).get(name, ()))}'
        parts[f"xl__worksheets__sheet{number}_dot_xml"] = f"{xml}</worksheet>".encode()
    book = f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>{"".join(listed)}</sheets></workbook>'
    return zipped(
        _rels___dot_rels=_links([_link("r1", "officeDocument", "xl/workbook.xml")]),
        xl__workbook_dot_xml=book.encode(),
        xl___rels__workbook_dot_xml_dot_rels=_links(linked),
        **parts,
    )


def _link(name: str, kind: str, target: str) -> str:
    return f'<Relationship Id="{name}" Type="{LINKS}/{kind}" Target="{target}"/>'


def _links(links: Sequence[str]) -> bytes:
    return f'<Relationships xmlns="{PACKAGE}">{"".join(links)}</Relationships>'.encode()


def _rows(rows: Rows) -> str:
    return "".join(
        f'<row r="{number}">{"".join(_cell(f"{column_letters(at)}{number}", cell) for at, cell in enumerate(cells, 1))}'
        "</row>"
        for number, cells in enumerate(rows, 1)
    )


def _cell(address: str, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return f'<c r="{address}"><v>{value}</v></c>'
    return f'<c r="{address}" t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'


def _merged(areas: Sequence[str]) -> str:
    found = "".join(f'<mergeCell ref="{area}"/>' for area in areas)
    return f'<mergeCells count="{len(areas)}">{found}</mergeCells>' if areas else ""
