"""The two buttons on Start: as Excel keeps form controls, seen by LibreOffice and by the validator of Microsoft."""

from __future__ import annotations

import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
import xlsxwriter

from tests.helpers.programs.libreoffice import convert
from tests.vba.macro_books import macro_workbook
from xladdin.vba.buttons import GAP, Button, button_drawing

DRAWING = "xl/drawings/vmlDrawing1.vml"
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
