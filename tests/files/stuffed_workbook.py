"""A club workbook stuffed with what Excel can put into one and libraries drop. It must come back byte for byte.

The parts are in `tests/stuffing` in the form in which Excel stores them: shapes, a picture, a chart, a slicer, a pivot
table, comments with threads, custom XML, custom properties, a chain of calculation, and an extra sheet. Sparklines and
links to all these go into the parts of the workbook itself.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.helpers.files.raw_workbook import PACKAGE, RELATIONSHIPS, unzipped, zipped

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


def stuff(book: Path, into: Path) -> Path:
    """Stuff a workbook on and around its sheet Games, into the file `into`. The new sheet is Extra."""
    parts = unzipped(book)
    workbook = parts["xl/workbook.xml"].decode()
    games, table = _part_of(parts, workbook, "Games"), _table(parts, "Games")
    sheet_id = str(1 + max(map(int, re.findall(r'sheetId="(\d+)"', workbook))))
    ids = {
        b"SHEET_ID": sheet_id,
        b"TABLE_ID": _found(r'<table [^>]*?\bid="(\d+)"', table),
        b"COLUMN_ID": _found(r'<tableColumn id="(\d+)" name="Player 1"', table),
    }
    for path in STUFFING.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            for key, value in ids.items():
                content = content.replace(key, value.encode())
            parts[path.relative_to(STUFFING).as_posix()] = content
    parts[games] = _stuffed_sheet(parts[games].decode()).encode()
    parts["xl/workbook.xml"] = _stuffed_book(workbook, sheet_id).encode()
    _link(parts, "xl/_rels/workbook.xml.rels", WORKBOOK_LINKS)
    _link(parts, games.replace("worksheets/", "worksheets/_rels/") + ".rels", SHEET_LINKS)
    _link(parts, "_rels/.rels", PACKAGE_LINKS)
    overrides = (f'<Override PartName="/{part}" ContentType="{kind}"/>' for part, kind in CONTENT_TYPES.items())
    _put_before(parts, "[Content_Types].xml", "</Types>", "".join(overrides))
    into.write_bytes(zipped(parts))
    return into


def _stuffed_sheet(xml: str) -> str:
    """Put new elements in the places that the schema gives them."""
    assert "<drawing" not in xml
    assert "<extLst" not in xml
    xml = _with_relationships(xml, "worksheet")
    drawings = '<drawing r:id="stuff-drawing"/><legacyDrawing r:id="stuff-vmlDrawing"/>'
    xml = xml.replace("<tableParts", f"{drawings}<tableParts")
    return xml.replace("</worksheet>", f"<extLst>{SPARKLINES}{SLICER_LIST}</extLst></worksheet>")


def _stuffed_book(xml: str, sheet_id: str) -> str:
    """Take out the order to compute all on opening. Excel follows it and does not store it again."""
    assert "<extLst" not in xml
    xml = xml.replace(' fullCalcOnLoad="1"', "")
    xml = _with_relationships(xml, "workbook")
    xml = xml.replace("</sheets>", f'<sheet name="Extra" sheetId="{sheet_id}" r:id="stuff-worksheet"/></sheets>')
    xml = xml.replace("</definedNames>", '<definedName name="Slicer_Player">#N/A</definedName></definedNames>')
    pivots = '<pivotCaches><pivotCache cacheId="7" r:id="stuff-pivotCacheDefinition"/></pivotCaches>'
    return xml.replace("</workbook>", f"{pivots}<extLst>{SLICER_CACHES}</extLst></workbook>")


def _with_relationships(xml: str, root: str) -> str:
    """Declare the namespace of relationships on the root, unless it is there."""
    tag = re.search(f"<{root}[^>]*>", xml)
    assert tag is not None
    return xml if "xmlns:r=" in tag[0] else xml.replace(f"<{root} ", f'<{root} xmlns:r="{RELATIONSHIPS}" ', 1)


def _link(parts: dict[str, bytes], listing: str, links: dict[str, str]) -> None:
    """Add relationships, each with its kind as identifier."""
    parts.setdefault(listing, f'<Relationships xmlns="{PACKAGE}/relationships"></Relationships>'.encode())
    listed = "".join(
        f'<Relationship Id="stuff-{kind.rpartition("/")[2]}" '
        f'Type="{kind if ":" in kind else f"{RELATIONSHIPS}/{kind}"}" Target="{target}"/>'
        for kind, target in links.items()
    )
    _put_before(parts, listing, "</Relationships>", listed)


def _put_before(parts: dict[str, bytes], part: str, end: str, xml: str) -> None:
    assert end.encode() in parts[part]
    parts[part] = parts[part].replace(end.encode(), f"{xml}{end}".encode())


def _part_of(parts: dict[str, bytes], workbook: str, sheet: str) -> str:
    key = _found(r'\br:id="([^"]+)"', _found(f'(<sheet [^>]*name="{sheet}"[^>]*>)', workbook))
    links = re.findall("<Relationship [^>]*>", parts["xl/_rels/workbook.xml.rels"].decode())
    target = next(_found('Target="([^"]+)"', link) for link in links if f'Id="{key}"' in link)
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _table(parts: dict[str, bytes], table: str) -> str:
    return next(xml.decode() for xml in parts.values() if f'displayName="{table}"'.encode() in xml)


def _found(pattern: str, xml: str) -> str:
    match = re.search(pattern, xml)
    assert match is not None, pattern
    return match[1]
