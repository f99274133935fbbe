"""A club workbook with everything that could make a program fetch something when it opens it, from afar or the disk.

The parts are in the folder `baits`: pictures, an object, other workbooks, a query of the web, a conversation with a
program, and an extension. Links to them and formulas go into the sheet Standings and into the workbook.
"""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from tests.corpus.editing import MAIN, Formula, Parts, cell_at, set_cell, tag

BAITS = Path(__file__).with_name("baits")
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
PANES = "http://schemas.microsoft.com/office/2011/relationships/webextensiontaskpanes"
DOCUMENT, EXCEL = "application/vnd.openxmlformats-officedocument", "application/vnd.ms-office"
TYPES = {
    "xl/drawings/drawing77.xml": f"{DOCUMENT}.drawing+xml",
    "xl/connections.xml": f"{DOCUMENT}.spreadsheetml.connections+xml",
    "xl/queryTables/queryTable1.xml": f"{DOCUMENT}.spreadsheetml.queryTable+xml",
    "xl/webextensions/taskpanes.xml": f"{EXCEL}.webextensiontaskpanes+xml",
    "xl/webextensions/webextension1.xml": f"{EXCEL}.webextension+xml",
    **{f"xl/externalLinks/externalLink{n}.xml": f"{DOCUMENT}.spreadsheetml.externalLink+xml" for n in (1, 2, 3)},
}
FORMULAS = (
    '_xlfn.WEBSERVICE("ADDRESS/webservice")',
    "[1]Sheet1!$A$1",
    "'ADDRESS/direct/[book.xlsx]Sheet1'!$A$1",
    '_xlfn.IMAGE("ADDRESS/image.png")',
    "INDIRECT(\"'ADDRESS/indirect/[book.xlsx]Sheet1'!$A$1\")",
    'RTD("some.server","ADDRESS","x")',
)
SHEET_LINKS = {
    "bait-drawing": ("drawing", "../drawings/drawing77.xml"),
    "bait-vml": ("vmlDrawing", "../drawings/vmlDrawing77.vml"),
    "bait-query": ("queryTable", "../queryTables/queryTable1.xml"),
    "bait-back": ("image", "ADDRESS/background.png"),
    "bait-hyperlink": ("hyperlink", "ADDRESS/hyperlink"),
    "bait-object": ("oleObject", "ADDRESS/object.xlsx"),
}
BOOK_LINKS = {f"outside{n}": ("externalLink", f"externalLinks/externalLink{n}.xml") for n in (1, 2, 3)}
BOOK_LINKS["connections"] = ("connections", "connections.xml")
HYPERLINK = '<hyperlinks><hyperlink ref="A1" r:id="bait-hyperlink"/></hyperlinks>'
TAIL = (
    '<drawing r:id="bait-drawing"/>',
    '<legacyDrawing r:id="bait-vml"/>',
    '<picture r:id="bait-back"/>',
    '<oleObjects><oleObject progId="Excel.Sheet.12" shapeId="1025" oleUpdate="OLEUPDATE_ALWAYS" r:id="bait-object"/>'
    "</oleObjects>",
)
OUTSIDE = "".join(f'<externalReference r:id="outside{number}"/>' for number in (1, 2, 3))
NAMES = {"far_away": "[1]Sheet1!$A$1", "far_query": "Standings!$AB$1"}


def bait(path: Path, address: str, picture: Path) -> None:
    """Put baits into the sheet Standings, and leave the numbers of columns A to F. `picture` is a file here."""
    parts = Parts(path)
    for file in filter(Path.is_file, BAITS.rglob("*")):
        content = file.read_bytes().replace(b"ADDRESS", address.encode()).replace(b"PICTURE", picture.as_uri().encode())
        parts.write(file.relative_to(BAITS).as_posix(), content)
    types = parts.xml("[Content_Types].xml")
    if not [default for default in types if default.get("Extension") == "vml"]:
        types.insert(
            0, _element("Default", f"{PACKAGE}/content-types", Extension="vml", ContentType=f"{DOCUMENT}.vmlDrawing")
        )
    for part, kind in TYPES.items():
        types.append(_element("Override", f"{PACKAGE}/content-types", PartName=f"/{part}", ContentType=kind))
    sheet = parts.sheet("Standings")
    for row, formula in enumerate(FORMULAS, 1):
        set_cell(cell_at(sheet, f"Z{row}"), Formula(formula.replace("ADDRESS", address), 1))
    for old in (*sheet.findall(tag("drawing")), *sheet.findall(tag("legacyDrawing"))):
        sheet.remove(old)
    sheet.find(tag("pageMargins")).addprevious(_parsed(HYPERLINK))
    tail = sheet.find(tag("tableParts"))
    for xml in TAIL:
        sheet.append(_parsed(xml)) if tail is None else tail.addprevious(_parsed(xml))
    parts.workbook.find(tag("sheets")).addnext(_parsed(f"<externalReferences>{OUTSIDE}</externalReferences>"))
    for name, text in NAMES.items():
        etree.SubElement(parts.workbook.find(tag("definedNames")), tag("definedName"), name=name).text = text
    _link(parts, parts.sheet_part("Standings"), SHEET_LINKS, address)
    _link(parts, "xl/workbook.xml", BOOK_LINKS, address)
    _link(parts, "", {"panes": (PANES, "xl/webextensions/taskpanes.xml")}, address)
    parts.save()


def _link(parts: Parts, part: str, links: dict[str, tuple[str, str]], address: str) -> None:
    """Add links of a part, by their identifiers. One to the address leads outside."""
    folder, _, name = part.rpartition("/")
    listing = f"{folder}/_rels/{name}.rels".lstrip("/")
    if listing not in parts.members:
        parts.write(listing, f'<Relationships xmlns="{PACKAGE}/relationships"/>'.encode())
    for key, (kind, target) in links.items():
        mode = {"TargetMode": "External"} if target.startswith("ADDRESS") else {}
        kind, target = kind if ":" in kind else f"{OFFICE}/{kind}", target.replace("ADDRESS", address)
        parts.xml(listing).append(
            _element("Relationship", f"{PACKAGE}/relationships", Id=key, Type=kind, Target=target, **mode)
        )


def _element(name: str, space: str, **attributes: str) -> etree._Element:
    return etree.Element(f"{{{space}}}{name}", **attributes)


def _parsed(xml: str) -> etree._Element:
    return etree.fromstring(f'<x xmlns="{MAIN}" xmlns:r="{OFFICE}">{xml}</x>')[0]
