"""A club workbook with everything that could make a program fetch something when it opens it, from afar or the disk."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from tests.corpus.editing import MAIN, Formula, Parts, cell_at, set_cell, tag

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
EXTENSION = "http://schemas.microsoft.com/office/2011/relationships"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"
SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml"

_ANCHOR = """<xdr:twoCellAnchor><xdr:from><xdr:col>{column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>6</xdr:row>
<xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>{next}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>9</xdr:row>
<xdr:rowOff>0</xdr:rowOff></xdr:to>{thing}<xdr:clientData/></xdr:twoCellAnchor>"""
_PLACE = (
    '<a:xfrm><a:off x="0" y="0"/><a:ext cx="600000" cy="400000"/></a:xfrm>'
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
)
_PICTURE = (
    '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="{n}" name="P{n}"><a:hlinkClick r:id="click"/></xdr:cNvPr><xdr:cNvPicPr/>'
    '</xdr:nvPicPr><xdr:blipFill><a:blip r:link="{link}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>'
    f"<xdr:spPr>{_PLACE}</xdr:spPr></xdr:pic>"
)
_FILLED = (
    '<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="9" name="S"/><xdr:cNvSpPr/></xdr:nvSpPr>'
    f'<xdr:spPr>{_PLACE}<a:blipFill><a:blip r:link="fill"/><a:stretch><a:fillRect/></a:stretch></a:blipFill></xdr:spPr>'
    "</xdr:sp>"
)
_VML = """<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
 xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape id="s1" type="#_x0000_t75" o:href="{0}/vml-href"
 style="position:absolute;left:10pt;top:10pt;width:40pt;height:40pt">
<v:imagedata src="{0}/vml-image.png" o:href="{0}/vml-image-href.png" o:title="x"/>
<v:fill type="frame" src="{0}/vml-fill.png" althref='{0}/vml-althref.png'/></v:shape></xml>"""


def bait(path: Path, address: str, picture: Path) -> None:
    """Put baits into the sheet Standings, and leave the numbers of columns A to F. `picture` is a file here."""
    parts = Parts(path)
    sheet_part = parts.sheet_part("Standings")
    sheet = parts.sheet("Standings")
    for cell, formula in (
        ("Z1", f'_xlfn.WEBSERVICE("{address}/webservice")'),
        ("Z2", "[1]Sheet1!$A$1"),
        ("Z3", f"'{address}/direct/[book.xlsx]Sheet1'!$A$1"),
        ("Z4", f'_xlfn.IMAGE("{address}/image.png")'),
        ("Z5", f"INDIRECT(\"'{address}/indirect/[book.xlsx]Sheet1'!$A$1\")"),
        ("Z6", f'RTD("some.server","{address}","x")'),
    ):
        set_cell(cell_at(sheet, cell), Formula(formula, 1))
    links = _links(parts, sheet_part)
    own = {
        "bait-drawing": ("drawing", "../drawings/drawing77.xml", False),
        "bait-vml": ("vmlDrawing", "../drawings/vmlDrawing77.vml", False),
        "bait-query": ("queryTable", "../queryTables/queryTable1.xml", False),
        "bait-back": ("image", f"{address}/background.png", True),
        "bait-hyperlink": ("hyperlink", f"{address}/hyperlink", True),
        "bait-object": ("oleObject", f"{address}/object.xlsx", True),
    }
    for identifier, (kind, target, is_outside) in own.items():
        _link(links, identifier, kind, target, is_outside)
    for old in (*sheet.findall(tag("drawing")), *sheet.findall(tag("legacyDrawing"))):
        sheet.remove(old)
    related = f"{{{OFFICE}}}id"
    anchor = sheet.find(tag("pageMargins"))
    hyperlinks = etree.Element(tag("hyperlinks"))
    etree.SubElement(hyperlinks, tag("hyperlink"), ref="A1").set(related, "bait-hyperlink")
    anchor.addprevious(hyperlinks)
    tail = sheet.find(tag("tableParts"))
    for name, identifier in (("drawing", "bait-drawing"), ("legacyDrawing", "bait-vml"), ("picture", "bait-back")):
        element = etree.Element(tag(name))
        element.set(related, identifier)
        sheet.append(element) if tail is None else tail.addprevious(element)
    objects = etree.Element(tag("oleObjects"))
    linked = etree.SubElement(
        objects, tag("oleObject"), progId="Excel.Sheet.12", shapeId="1025", oleUpdate="OLEUPDATE_ALWAYS"
    )
    linked.set(related, "bait-object")
    sheet.append(objects) if tail is None else tail.addprevious(objects)
    _drawing(parts, address, picture)
    parts.write("xl/drawings/vmlDrawing77.vml", _VML.format(address).encode())
    _books(parts, address)
    _extension(parts, address)
    parts.save()


def _links(parts: Parts, part: str) -> etree._Element:
    """Return the list of what a part points to. If there is none, this adds one."""
    folder, _, name = part.rpartition("/")
    listing = f"{folder}/_rels/{name}.rels".lstrip("/")
    if listing not in parts.members:
        parts.write(listing, f'<Relationships xmlns="{PACKAGE}"/>'.encode())
    return parts.xml(listing)


def _link(links: etree._Element, identifier: str, kind: str, target: str, is_outside: bool = False) -> None:
    kind = kind if ":" in kind else f"{OFFICE}/{kind}"
    link = etree.SubElement(links, f"{{{PACKAGE}}}Relationship", Id=identifier, Type=kind, Target=target)
    if is_outside:
        link.set("TargetMode", "External")


def _typed(parts: Parts, part: str, content_type: str) -> None:
    override = f"{{{TYPES}}}Override"
    etree.SubElement(parts.xml("[Content_Types].xml"), override, PartName=f"/{part}", ContentType=content_type)


def _drawing(parts: Parts, address: str, picture: Path) -> None:
    things = [
        _ANCHOR.format(column=7 + number, next=8 + number, thing=thing)
        for number, thing in enumerate(
            (_PICTURE.format(n=7, link="far"), _PICTURE.format(n=8, link="near"), _FILLED)
        )
    ]  # fmt: skip
    parts.write(
        "xl/drawings/drawing77.xml",
        f'<xdr:wsDr xmlns:xdr="{DRAWING}/spreadsheetDrawing" xmlns:a="{DRAWING}/main" xmlns:r="{OFFICE}">'
        f"{''.join(things)}</xdr:wsDr>".encode(),
    )
    links = _links(parts, "xl/drawings/drawing77.xml")
    _link(links, "far", "image", f"{address}/picture.png", True)
    _link(links, "fill", "image", f"{address}/fill.png", True)
    _link(links, "near", "image", picture.as_uri(), True)
    _link(links, "click", "hyperlink", f"{address}/click", True)
    _typed(parts, "xl/drawings/drawing77.xml", "application/vnd.openxmlformats-officedocument.drawing+xml")
    types = parts.xml("[Content_Types].xml")
    if not [default for default in types if default.get("Extension") == "vml"]:
        vml = "application/vnd.openxmlformats-officedocument.vmlDrawing"
        types.insert(0, etree.Element(f"{{{TYPES}}}Default", Extension="vml", ContentType=vml))


def _books(parts: Parts, address: str) -> None:
    """Another workbook, an object, a conversation with a program, and a query of the web."""
    links = _links(parts, "xl/workbook.xml")
    references = etree.Element(tag("externalReferences"))
    inside = {
        1: '<externalBook r:id="far"><sheetNames><sheetName val="Sheet1"/></sheetNames></externalBook>',
        2: '<oleLink r:id="far" progId="Excel.Sheet.12"><oleItems><oleItem name="A" advise="1"/></oleItems></oleLink>',
        3: f'<ddeLink ddeService="soffice" ddeTopic="{address}/dde.ods"></ddeLink>',
    }
    for number, content in inside.items():
        part = f"xl/externalLinks/externalLink{number}.xml"
        _link(links, f"outside{number}", "externalLink", part.removeprefix("xl/"))
        etree.SubElement(references, tag("externalReference")).set(f"{{{OFFICE}}}id", f"outside{number}")
        parts.write(part, f'<externalLink xmlns="{MAIN}" xmlns:r="{OFFICE}">{content}</externalLink>'.encode())
        _typed(parts, part, f"{SHEETS}.externalLink+xml")
        if number < 3:
            kind = "externalLinkPath" if number == 1 else "oleObject"
            _link(_links(parts, part), "far", kind, f"{address}/book{number}.xlsx", True)
    parts.workbook.find(tag("sheets")).addnext(references)
    names = parts.workbook.find(tag("definedNames"))
    etree.SubElement(names, tag("definedName"), name="far_away").text = "[1]Sheet1!$A$1"
    _link(links, "connections", "connections", "connections.xml")
    parts.write(
        "xl/connections.xml",
        f'<connections xmlns="{MAIN}"><connection id="1" name="C" type="4" refreshedVersion="6" background="0" '
        f'refreshOnLoad="1" saveData="1"><webPr sourceData="1" parsePre="1" consecutive="1" xl2000="1" '
        f'url="{address}/query" htmlTables="1"/></connection></connections>'.encode(),
    )
    _typed(parts, "xl/connections.xml", f"{SHEETS}.connections+xml")
    parts.write(
        "xl/queryTables/queryTable1.xml",
        f'<queryTable xmlns="{MAIN}" name="far_query" connectionId="1" refreshOnLoad="1" autoFormatId="16"/>'.encode(),
    )
    _typed(parts, "xl/queryTables/queryTable1.xml", f"{SHEETS}.queryTable+xml")
    etree.SubElement(names, tag("definedName"), name="far_query").text = "Standings!$AB$1"


def _extension(parts: Parts, address: str) -> None:
    _link(_links(parts, ""), "panes", f"{EXTENSION}/webextensiontaskpanes", "xl/webextensions/taskpanes.xml")
    spaces = 'xmlns:wetp="http://schemas.microsoft.com/office/webextensions/taskpanes/2010/11"'
    parts.write(
        "xl/webextensions/taskpanes.xml",
        f'<wetp:taskpanes {spaces}><wetp:taskpane dockstate="right" visibility="1" width="350" row="1">'
        f'<wetp:webextensionref xmlns:r="{OFFICE}" r:id="pane"/></wetp:taskpane></wetp:taskpanes>'.encode(),
    )
    _link(_links(parts, "xl/webextensions/taskpanes.xml"), "pane", f"{EXTENSION}/webextension", "webextension1.xml")
    parts.write(
        "xl/webextensions/webextension1.xml",
        f'<we:webextension xmlns:we="http://schemas.microsoft.com/office/webextensions/webextension/2010/11" id="x">'
        f'<we:reference id="{address}/extension" version="1.0.0.0" store="{address}/store" storeType="FileSystem"/>'
        f'<we:snapshot xmlns:r="{OFFICE}" r:link="snap"/></we:webextension>'.encode(),
    )
    _link(_links(parts, "xl/webextensions/webextension1.xml"), "snap", "image", f"{address}/snapshot.png", True)
    _typed(parts, "xl/webextensions/taskpanes.xml", "application/vnd.ms-office.webextensiontaskpanes+xml")
    _typed(parts, "xl/webextensions/webextension1.xml", "application/vnd.ms-office.webextension+xml")
