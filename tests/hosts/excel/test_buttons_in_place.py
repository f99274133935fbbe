"""The buttons that `xladdin macros` draws on sheets, and takes away with all that Excel keeps of them."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
from openpyxl.comments import Comment

from tests.helpers.clubs import NOW, book_of, edited, sample_book
from tests.helpers.excel.macro_books import buttons_on, parts_of
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.ooxml import validate_workbook
from xladdin.files.package import open_package
from xladdin.files.reading.club_file import open_club_file
from xladdin.files.writing.package_edit import PackageEdit
from xladdin.files.xml_tree import SHEETS
from xladdin.hosts.excel.macro_sheets import is_free
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_book import make_book

OFFICE_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
COMPATIBLE = "http://schemas.openxmlformats.org/markup-compatibility/2006"
CONTROL_PROPERTIES = b"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<formControlPr xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" objectType="Button"/>"""
CONTROLS = f"""<mc:AlternateContent xmlns:mc="{COMPATIBLE}" xmlns="{SHEETS}" xmlns:r="{OFFICE_LINKS}"
 xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
 xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main">
<mc:Choice Requires="x14"><controls><mc:AlternateContent><mc:Choice Requires="x14">
<control shapeId="{{number}}" r:id="{{control}}" name="Button 1"><controlPr defaultSize="0" print="0" autoFill="0"
 autoPict="0" macro="[0]!Recalculate"><anchor><from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>13</xdr:row>
<xdr:rowOff>0</xdr:rowOff></from><to><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>14</xdr:row>
<xdr:rowOff>0</xdr:rowOff></to></anchor></controlPr></control></mc:Choice><mc:Fallback>
<control shapeId="{{number}}" r:id="{{control}}" name="Button 1"/></mc:Fallback></mc:AlternateContent></controls>
</mc:Choice></mc:AlternateContent>"""
_SHAPE = """<xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>13</xdr:row>
<xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>14</xdr:row>
<xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:sp macro="{macro}" textlink=""><xdr:nvSpPr>
<xdr:cNvPr id="{number}" name="{name}"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr><a:prstGeom prst="rect"><a:avLst/>
</a:prstGeom></xdr:spPr></xdr:sp><xdr:clientData/></xdr:twoCellAnchor>"""
DRAWING = f"""<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
 xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:mc="{COMPATIBLE}"><mc:AlternateContent>
<mc:Choice xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" Requires="a14">
{_SHAPE.format(macro="[0]!Recalculate", number=2002, name="Button 1")}</mc:Choice><mc:Fallback/></mc:AlternateContent>
{_SHAPE.format(macro="", number=2003, name="Mine")}</xdr:wsDr>""".encode()


def test_a_button_whose_part_has_a_blank_in_its_name(tmp_path: Path) -> None:
    """A relationship writes the blank as %20 (ECMA-376 part 2, 9.3.2.2)."""
    path = book_of("sca", tmp_path, {}, suffix=".xlsm")
    buttons = buttons_on(path)
    renamed = {
        name.replace("vmlDrawing1", "button 1"): content.replace(b"vmlDrawing1.vml", b"button%201.vml")
        for name, content in parts_of(path).items()
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in renamed.items():
            archive.writestr(name, content)
    assert any(name.endswith("/button 1.vml") for name in renamed)
    assert buttons_on(path) == buttons
    assert run_here("macros", path, "--remove").status == 0
    assert buttons_on(path) == {}


def test_notes_on_the_same_sheet_stay(tmp_path: Path) -> None:
    path = sample_book("sca", tmp_path)
    workbook = openpyxl.load_workbook(path)
    workbook["Start"]["C12"].comment = Comment("ask Zoë", "director")
    workbook.save(path)
    made = path.with_suffix(".xlsm")
    assert run_here("macros", path).status == 0
    assert {"Recalculate", "MakePDF"} <= set(buttons_on(made)["Start"])
    assert openpyxl.load_workbook(made)["Start"]["C12"].comment.text == "ask Zoë"
    assert boxes_on_start(made) == {"Note": 1, "Button": len(buttons_on(made)["Start"])}
    assert run_here("macros", made, "--remove").status == 0
    assert (buttons_on(made), boxes_on_start(made)) == ({}, {"Note": 1})
    assert openpyxl.load_workbook(made)["Start"]["C12"].comment.text == "ask Zoë"


def boxes_on_start(path: Path) -> dict[str, int]:
    """The number of boxes of each kind, by the names of VML. openpyxl may write them with prefixes of its own."""
    edit = PackageEdit(open_package(path))
    drawings = edit.links("xl/worksheets/sheet1.xml", "vmlDrawing").values()
    roots = [ElementTree.fromstring(edit.read(part)) for part in drawings]
    client = "{urn:schemas-microsoft-com:office:excel}ClientData"
    return dict(Counter(box.attrib["ObjectType"] for root in roots for box in root.iter(client)))


def test_all_that_excel_keeps_of_a_button_goes(tmp_path: Path) -> None:
    """In a workbook saved by Excel, a button is also a control of the sheet, a part of properties and a drawn shape."""
    path = tmp_path / "club.xlsm"
    make_book(SYSTEMS["montreal"], path, {}, NOW)
    as_excel_saves(path)
    assert validate_workbook(path) == []
    assert run_here("macros", path, "--remove").status == 0
    assert validate_workbook(path) == []
    parts = parts_of(path)
    assert not any("ctrlProp" in name for name in parts)
    assert b"control" not in parts["xl/worksheets/sheet1.xml"] and b"ctrlProp" not in parts["[Content_Types].xml"]
    assert b"Recalculate" not in parts["xl/drawings/drawing90.xml"] and b"Mine" in parts["xl/drawings/drawing90.xml"]


def as_excel_saves(path: Path) -> None:
    """Gives the button Recalculate what Excel adds ([MS-XLSX] 2.3.2), beside a shape that the director drew."""
    package = open_package(path)
    start = "xl/worksheets/sheet1.xml"
    edit = PackageEdit(package)
    properties = edit.add(
        "xl/ctrlProps", "ctrlProp", ".xml", CONTROL_PROPERTIES, "application/vnd.ms-excel.controlproperties+xml"
    )
    control = edit.link(start, f"{OFFICE_LINKS}/ctrlProp", properties)
    edit.add_named("xl/drawings/drawing90.xml", DRAWING, "application/vnd.openxmlformats-officedocument.drawing+xml")
    drawing = edit.link(start, f"{OFFICE_LINKS}/drawing", "xl/drawings/drawing90.xml")
    (number,) = re.findall(r'_x0000_s(\d+)"[^>]*alt="Recalculate"', edit.read("xl/drawings/vmlDrawing1.vml").decode())
    before, legacy, after = re.split(r"(<legacyDrawing[^<>]*/>)", edit.read(start).decode())
    anchors = f'<drawing xmlns="{SHEETS}" xmlns:r="{OFFICE_LINKS}" r:id="{drawing}"/>'
    controls = CONTROLS.format(number=number, control=control)
    edit.replace(start, [f"{before}{anchors}{legacy}{controls}{after}".encode()])
    with path.open("wb") as target:
        edit.write(target)


def test_a_button_is_put_where_nothing_stands_under_it(tmp_path: Path) -> None:
    """Anything beside its cells, above or below them is not in its way."""
    path = sample_book("montreal", tmp_path)
    around = [("Start", cell, "mine") for cell in ("B40", "E40", "C39", "D41")]
    edited(path, *around)
    assert is_free(open_club_file(path), "Start", "C40:D40")
    for cell in ("C40", "D40"):
        edited(path, ("Start", cell, "mine"))
        assert not is_free(open_club_file(path), "Start", "C40:D40")
        edited(path, ("Start", cell, None))
