"""A club workbook stuffed with what Excel can put into one and libraries drop. It must come back byte for byte.

The parts are in `tests/stuffing` in the form in which Excel stores them: shapes, a picture, a chart, a slicer, a pivot
table, comments with threads, custom XML, custom properties, a chain of calculation, and an extra sheet. Sparklines and
links to all these go into the parts of the workbook itself.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.corpus.editing import Parts, tag
from tests.helpers.files.added_parts import add_parts, element, link, read_folder

STUFFING = Path(__file__).parents[1] / "stuffing"
MICROSOFT = "http://schemas.microsoft.com/office"
X14 = f'xmlns:x14="{MICROSOFT}/spreadsheetml/2009/9/main"'
X15 = f'xmlns:x15="{MICROSOFT}/spreadsheetml/2010/11/main"'
OFFICE = "application/vnd.openxmlformats-officedocument"

CONTENT_TYPES = {
    "xl/worksheets/sheet90.xml": f"{OFFICE}.spreadsheetml.worksheet+xml",
    "xl/pivotTables/pivotTable1.xml": f"{OFFICE}.spreadsheetml.pivotTable+xml",
    "xl/pivotCache/pivotCacheDefinition1.xml": f"{OFFICE}.spreadsheetml.pivotCacheDefinition+xml",
    "xl/pivotCache/pivotCacheRecords1.xml": f"{OFFICE}.spreadsheetml.pivotCacheRecords+xml",
    "xl/calcChain.xml": f"{OFFICE}.spreadsheetml.calcChain+xml",
    "xl/slicers/slicer1.xml": "application/vnd.ms-excel.slicer+xml",
    "xl/slicerCaches/slicerCache1.xml": "application/vnd.ms-excel.slicerCache+xml",
    "xl/comments90.xml": f"{OFFICE}.spreadsheetml.comments+xml",
    "xl/threadedComments/threadedComment1.xml": "application/vnd.ms-excel.threadedcomments+xml",
    "xl/persons/person.xml": "application/vnd.ms-excel.person+xml",
    "xl/drawings/drawing90.xml": f"{OFFICE}.drawing+xml",
    "xl/charts/chart90.xml": f"{OFFICE}.drawingml.chart+xml",
    "customXml/itemProps1.xml": f"{OFFICE}.customXmlProperties+xml",
    "docProps/custom.xml": f"{OFFICE}.custom-properties+xml",
    "xl/drawings/vmlDrawing90.vml": f"{OFFICE}.vmlDrawing",
    "xl/media/image90.png": "image/png",
}
SHEET_LINKS = {
    "drawing": "../drawings/drawing90.xml",
    "vmlDrawing": "../drawings/vmlDrawing90.vml",
    "comments": "../comments90.xml",
    f"{MICROSOFT}/2017/10/relationships/threadedComment": "../threadedComments/threadedComment1.xml",
    f"{MICROSOFT}/2007/relationships/slicer": "../slicers/slicer1.xml",
}
WORKBOOK_LINKS = {
    "worksheet": "worksheets/sheet90.xml",
    "calcChain": "calcChain.xml",
    "customXml": "../customXml/item1.xml",
    "pivotCacheDefinition": "pivotCache/pivotCacheDefinition1.xml",
    f"{MICROSOFT}/2017/10/relationships/person": "persons/person.xml",
    f"{MICROSOFT}/2007/relationships/slicerCache": "slicerCaches/slicerCache1.xml",
}
PACKAGE_LINKS = {"custom-properties": "docProps/custom.xml"}

SPARKLINES = (
    f'<ext uri="{{05C60535-1F16-4fd2-B633-F4F36F0B64E0}}" {X14}><x14:sparklineGroups xmlns:xm="{MICROSOFT}/excel/2006/'
    'main"><x14:sparklineGroup type="column"><x14:colorSeries rgb="FF376092"/><x14:sparklines><x14:sparkline>'
    "<xm:f>Games!C2:C9</xm:f><xm:sqref>Z2</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup>"
    "</x14:sparklineGroups></ext>"
)
SLICER_LIST = (
    f'<ext uri="{{3A4CF648-6AED-40f4-86FF-DC5316D8AED3}}" {X15}><x14:slicerList {X14}><x14:slicer r:id="stuff-slicer"/>'
    "</x14:slicerList></ext>"
)
SLICER_CACHES = (
    f'<ext uri="{{46BE6895-7355-4a93-B00E-2C351335B9C9}}" {X15}><x15:slicerCaches {X14}>'
    '<x14:slicerCache r:id="stuff-slicerCache"/></x15:slicerCaches></ext>'
)


def stuff(path: Path, into: Path) -> Path:
    shutil.copyfile(path, into)
    parts = Parts(into)
    workbook, sheet, table = parts.workbook, parts.sheet("Games"), parts.table("Games")
    assert sheet.find(tag("drawing")) is None and sheet.find(tag("extLst")) is None
    sheet_id = str(1 + max(int(listed.get("sheetId")) for listed in workbook.iter(tag("sheet"))))
    (column,) = (listed.get("id") for listed in table.iter(tag("tableColumn")) if listed.get("name") == "Player 1")
    ids = {"SHEET_ID": sheet_id, "TABLE_ID": table.get("id"), "COLUMN_ID": column}
    add_parts(parts, read_folder(STUFFING, ids), CONTENT_TYPES)
    tables = sheet.find(tag("tableParts"))
    for name, kind in (("drawing", "drawing"), ("legacyDrawing", "vmlDrawing")):
        tables.addprevious(element(f'<{name} r:id="stuff-{kind}"/>'))
    tables.addnext(element(f"<extLst>{SPARKLINES}{SLICER_LIST}</extLst>"))
    workbook.find(tag("calcPr")).attrib.pop("fullCalcOnLoad", None)  # Excel follows this order, and stores it no more
    workbook.find(tag("sheets")).append(element(f'<sheet name="Extra" sheetId="{sheet_id}" r:id="stuff-worksheet"/>'))
    workbook.find(tag("definedNames")).append(element('<definedName name="Slicer_Player">#N/A</definedName>'))
    workbook.append(element('<pivotCaches><pivotCache cacheId="7" r:id="stuff-pivotCacheDefinition"/></pivotCaches>'))
    workbook.append(element(f"<extLst>{SLICER_CACHES}</extLst>"))
    link(parts, "xl/workbook.xml", _by_kind(WORKBOOK_LINKS))
    link(parts, parts.sheet_part("Games"), _by_kind(SHEET_LINKS))
    link(parts, "", _by_kind(PACKAGE_LINKS))
    parts.save()
    return into


def _by_kind(links: dict[str, str]) -> dict[str, tuple[str, str]]:
    return {f"stuff-{kind.rpartition('/')[2]}": (kind, target) for kind, target in links.items()}
