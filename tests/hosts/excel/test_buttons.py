"""The two buttons on Start: as Excel keeps form controls, seen by LibreOffice and by the validator of Microsoft."""

from __future__ import annotations

import zipfile
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest
import xlsxwriter
from openpyxl.comments import Comment

from tests.helpers.excel.macro_books import BUTTONS, PRINTABLE, SAMPLE_FUNCTIONS, macro_workbook, plain_workbook, save
from tests.helpers.programs.libreoffice import convert, pdf_texts, to_pdf
from tests.helpers.programs.ooxml import validate_workbook
from xladdin.vba.buttons import GAP, Button, button_drawing
from xladdin.workbook.macros.attaching import attach_macros

DRAWING = "xl/drawings/vmlDrawing1.vml"
EXCEL = "{urn:schemas-microsoft-com:office:excel}"
VML = "{urn:schemas-microsoft-com:vml}"
OFFICE_EVENTS = "{urn:oasis:names:tc:opendocument:xmlns:script:1.0}event-listener"
FORM = "{urn:oasis:names:tc:opendocument:xmlns:form:1.0}"
LINK = "{http://www.w3.org/1999/xlink}href"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return macro_workbook(tmp_path_factory.mktemp("club") / "club.xlsm")


def member(workbook: Path, name: str) -> bytes:
    with zipfile.ZipFile(workbook) as package:
        return package.read(name)


def test_drawing_is_what_xlsxwriter_writes_for_excel(tmp_path: Path) -> None:
    """Element for element, except numbers and alternative texts of shapes, and measures that Excel ignores."""
    path = tmp_path / "reference.xlsm"
    with xlsxwriter.Workbook(path) as workbook:
        sheet = workbook.add_worksheet()
        for row, (caption, macro) in {2: ("Recalculate", "Recalculate"), 5: ("Make PDF", "MakePDF")}.items():
            place = {"x_offset": GAP, "width": 128 - GAP, "height": 40}
            sheet.insert_button(row, 1, {"caption": caption, "macro": macro, **place})
    ours = button_drawing([Button("Recalculate", "Recalculate", "B3:C4"), Button("Make PDF", "MakePDF", "B6:C7")])

    def comparable(drawing: bytes) -> list[object]:
        found: list[object] = []
        for element in ElementTree.fromstring(drawing).iter():
            kept = {name: value for name, value in element.attrib.items() if name not in ("id", "alt", "style")}
            found.append((element.tag, kept, (element.text or "").strip()))
        return found

    assert comparable(ours) == comparable(member(path, DRAWING))


def test_captions_and_macros_are_escaped() -> None:
    drawing = ElementTree.fromstring(button_drawing([Button('Rates & "more" <1>', "Macro", "A1")]))
    assert drawing.findtext(f".//{VML}textbox/div/font") == 'Rates & "more" <1>'
    assert drawing.find(f"{VML}shape").get("alt") == 'Rates & "more" <1>'


def test_libreoffice_binds_the_buttons_to_the_macros(club: Path, tmp_path: Path) -> None:
    """It imports the Basic library too. Every module is there, and the buttons name macros in it."""
    document = convert(club, tmp_path, "ods")
    with zipfile.ZipFile(document) as package:
        modules = {Path(name).stem for name in package.namelist() if name.startswith("Basic/VBAProject/")}
        content = ElementTree.fromstring(package.read("content.xml"))
        source = package.read("Basic/VBAProject/ClubMacros.xml").decode()
    expected = {"ClubMacros", "xlwings", "xlwings_udfs", "FunctionHelp", "Dictionary", "ThisWorkbook", "Sheet1"}
    assert expected < modules
    assert "Public Sub Recalculate()" in source
    assert "Public Sub MakePDF()" in source
    macros = {
        button.get(f"{FORM}label"): button.find(f".//{OFFICE_EVENTS}").get(LINK)
        for button in content.iter(f"{FORM}button")
    }
    place = "vnd.sun.star.script:VBAProject.ClubMacros.{}?language=Basic&location=document"
    assert macros == {"Recalculate": place.format("Recalculate"), "Make PDF": place.format("MakePDF")}


def test_libreoffice_shows_the_buttons_and_does_not_print_them(club: Path, tmp_path: Path) -> None:
    assert "Recalculate" not in pdf_texts(to_pdf(club, tmp_path / "printed"))[0]
    shown = tmp_path / "shown.xlsm"
    with zipfile.ZipFile(club) as package, zipfile.ZipFile(shown, "w") as copy:
        for name in package.namelist():
            copy.writestr(name, package.read(name).replace(b"<x:PrintObject>False", b"<x:PrintObject>True"))
    page = pdf_texts(to_pdf(shown, tmp_path / "shown"))[0]
    assert "Recalculate" in page
    assert "Make PDF" in page


def test_validator_has_no_complaint(club: Path) -> None:
    assert validate_workbook(club) == []


def test_workbook_says_that_it_holds_macros(club: Path) -> None:
    types = member(club, "[Content_Types].xml").decode()
    assert "application/vnd.ms-excel.sheet.macroEnabled.main+xml" in types
    assert 'Extension="bin" ContentType="application/vnd.ms-office.vbaProject"' in types
    assert 'Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"' in types
    relationships = member(club, "xl/_rels/workbook.xml.rels").decode()
    assert "http://schemas.microsoft.com/office/2006/relationships/vbaProject" in relationships


def test_openpyxl_keeps_the_buttons(club: Path, tmp_path: Path) -> None:
    kept = save(openpyxl.load_workbook(club, keep_vba=True), tmp_path / "kept.xlsm")
    assert member(kept, DRAWING) == member(club, DRAWING)
    assert b"legacyDrawing" in member(kept, "xl/worksheets/sheet1.xml")
    assert validate_workbook(kept) == []


def test_notes_on_the_same_sheet_stand_beside_the_buttons(tmp_path: Path) -> None:
    workbook = plain_workbook()
    for row in range(1, 40):
        workbook["Start"].cell(row, 5).comment = Comment(f"note {row}", "xladdin")
    attach_macros(workbook, SAMPLE_FUNCTIONS, buttons=BUTTONS, printable_sheets=PRINTABLE)
    path = save(workbook, tmp_path / "notes.xlsm")
    shapes = ElementTree.fromstring(member(path, DRAWING)).findall(f"{VML}shape")
    kinds = [shape.find(f"{EXCEL}ClientData").get("ObjectType") for shape in shapes]
    assert (kinds.count("Button"), kinds.count("Note")) == (2, 39)
    assert len({shape.get("id") for shape in shapes}) == len(shapes)
    assert validate_workbook(path) == []
