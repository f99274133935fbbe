"""A club workbook with everything that could make a program fetch something when it opens it, from afar or the disk.

The parts are in the folder `baits`: pictures, an object, other workbooks, a query of the web, a conversation with a
program, and an extension. Links to them and formulas go into the sheet Standings and into the workbook.
"""

from __future__ import annotations

from pathlib import Path

from tests.corpus.editing import Formula, Parts, cell_at, set_cell, tag
from tests.helpers.files.added_parts import PACKAGE, add_parts, element, link, read_folder

BAITS = Path(__file__).with_name("baits")
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
    add_parts(parts, read_folder(BAITS, {"ADDRESS": address, "PICTURE": picture.as_uri()}), TYPES)
    types = parts.xml("[Content_Types].xml")
    if not [default for default in types if default.get("Extension") == "vml"]:
        kind = f"{DOCUMENT}.vmlDrawing"
        types.insert(0, types.makeelement(f"{{{PACKAGE}/content-types}}Default", Extension="vml", ContentType=kind))
    sheet = parts.sheet("Standings")
    for row, formula in enumerate(FORMULAS, 1):
        set_cell(cell_at(sheet, f"Z{row}"), Formula(formula.replace("ADDRESS", address), 1))
    for old in (*sheet.findall(tag("drawing")), *sheet.findall(tag("legacyDrawing"))):
        sheet.remove(old)
    sheet.find(tag("pageMargins")).addprevious(element(HYPERLINK))
    tail = sheet.find(tag("tableParts"))
    for xml in TAIL:
        sheet.append(element(xml)) if tail is None else tail.addprevious(element(xml))
    parts.workbook.find(tag("sheets")).addnext(element(f"<externalReferences>{OUTSIDE}</externalReferences>"))
    for name, text in NAMES.items():
        parts.workbook.find(tag("definedNames")).append(element(f'<definedName name="{name}">{text}</definedName>'))
    outside = {key: (kind, target.replace("ADDRESS", address)) for key, (kind, target) in SHEET_LINKS.items()}
    link(parts, parts.sheet_part("Standings"), outside)
    link(parts, "xl/workbook.xml", BOOK_LINKS)
    link(parts, "", {"panes": (PANES, "xl/webextensions/taskpanes.xml")})
    parts.save()
