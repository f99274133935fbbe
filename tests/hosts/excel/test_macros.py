"""Macros and buttons in a workbook, as `new` and `macros` put them there."""

from __future__ import annotations

import zipfile
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest
import xlwings
from openpyxl.comments import Comment

from tests.files.stuffed_workbook import STUFFING, stuff
from tests.helpers.clubs import (
    LATER,
    NOW,
    ONE_OF_EACH_KIND,
    book_of,
    random_tables,
    recalc_club,
    sample_book,
    set_cells,
)
from tests.helpers.files.raw_workbook import unzip_parts, zip_parts
from tests.helpers.programs.command_line import run_cleanly, run_here, run_refused
from tests.helpers.programs.libreoffice import convert
from tests.helpers.programs.ooxml import validate_workbook
from tests.hosts.excel.comparing import cells, differences
from tests.hosts.test_doctor import finding, set_in_settings
from tests.vba.macro_books import buttons_on, macro_book, standard
from tests.vba.vba_reading import module_sources
from xladdin.files.package import open_package
from xladdin.functions.registry import CATALOGUE
from xladdin.systems import SYSTEMS
from xladdin.vba import Module, ModuleKind, build_vba_project, read_project
from xladdin.workbook.macro_modules import SETTINGS_SHEET, VERSION_KEY
from xladdin.workbook.new_workbook import create_workbook

PROJECT = "xl/vbaProject.bin"
OWN = standard("OwnMacros", '\nPublic Sub Greet()\n    MsgBox "Zoë"\nEnd Sub\n')


def sheet_source(code: str) -> str:
    return f'Attribute VB_Name = "Sheet1"\r\n{code}\r\n'


def age(path: Path, *modules: Module) -> None:
    set_cells(path, ("Start", "B15", "pip install xladdin-0.0.9-py3-none-any.whl xlwings==0.30.1"))
    set_in_settings(path, VERSION_KEY, "0.30.1")
    parts = unzip_parts(path)
    sources, _ = read_project(parts[PROJECT])
    kinds = {"Dictionary": ModuleKind.CLASS, "Sheet": ModuleKind.DOCUMENT, "ThisWorkbook": ModuleKind.DOCUMENT}
    older = [
        Module(
            name,
            kinds.get(name.rstrip("0123456789"), ModuleKind.STANDARD),
            source.replace(version("xlwings"), "0.30.1"),
        )
        for name, source in sources.items()
        if name not in {module.name for module in modules}
    ]
    path.write_bytes(zip_parts({**parts, PROJECT: build_vba_project([*older, *modules])}))


def test_macros_are_todays_and_all_else_stays(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsm"
    create_workbook(SYSTEMS["montreal"], path, {}, NOW)
    fresh = module_sources(path)
    age(path)
    before = unzip_parts(path)
    assert not finding("xlwings of the workbook", path).is_well
    run_cleanly("macros", path)
    assert module_sources(path) == fresh
    changed = [name for name, content in unzip_parts(path).items() if before.get(name) != content]
    assert len(changed) <= 3 and PROJECT in changed, changed
    assert f"xlwings=={version('xlwings')}" in openpyxl.load_workbook(path)["Start"]["B15"].value
    assert finding("xlwings of the workbook", path).is_well
    once = path.read_bytes()
    assert "already" in run_here("macros", path).out
    assert path.read_bytes() == once


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_an_xlsx_becomes_an_xlsm_beside_it(key: str, tmp_path: Path) -> None:
    path, made = sample_book(key, tmp_path), tmp_path / f"{key}.xlsm"
    before = path.read_bytes()
    run_cleanly("macros", path)
    assert path.read_bytes() == before
    assert validate_workbook(made) == []
    fresh = tmp_path / "fresh.xlsm"
    create_workbook(SYSTEMS[key], fresh, {}, NOW)
    assert module_sources(made) == module_sources(fresh)
    assert buttons_on(made) == buttons_on(fresh)
    differing = differences(openpyxl.load_workbook(path), openpyxl.load_workbook(made))
    assert {address for address in differing if not address.startswith(SETTINGS_SHEET)} == {"Start!B15", "Start!C10"}
    assert f"xlwings=={version('xlwings')}" in str(differing["Start!B15"][1])
    assert "Press Finish the evening below" in str(differing["Start!C10"][1])
    assert not set(openpyxl.load_workbook(made).defined_names) & set(CATALOGUE)
    assert not recalc_club(made, LATER).blocks  # it is the same club
    assert run_here("macros", path).status == 2  # nothing is written over


def test_whatever_else_a_workbook_holds_is_kept(tmp_path: Path) -> None:
    plain = book_of("mississauga", tmp_path, random_tables("mississauga", 60, 12, seed=1))
    path = stuff(plain, tmp_path / "stuffed.xlsx")
    made = path.with_suffix(".xlsm")
    assert run_here("macros", path).status == 0
    assert validate_workbook(made) == []
    stuffing = {part.relative_to(STUFFING).as_posix() for part in STUFFING.rglob("*") if part.is_file()}
    before, after = unzip_parts(path), unzip_parts(made)
    changed = {name for name in stuffing if before[name] != after.get(name)}
    assert changed == {"xl/worksheets/sheet90.xml"}  # each sheet has a name for VBA
    assert differences(openpyxl.load_workbook(path), openpyxl.load_workbook(made)).keys() <= {
        address for address in cells(openpyxl.load_workbook(made)) if address.startswith((SETTINGS_SHEET, "Start!"))
    }


@pytest.mark.parametrize(
    ("module", "named"),
    [(OWN, "OwnMacros"), (Module("Sheet1", ModuleKind.DOCUMENT, sheet_source("Private Sub X()\r\nEnd Sub")), "Sheet1")],
    ids=["module", "code behind a sheet"],
)
def test_a_workbook_with_macros_of_the_clubs_own_is_refused(module: Module, named: str, tmp_path: Path) -> None:
    path = tmp_path / "club.xlsm"
    create_workbook(SYSTEMS["montreal"], path, {}, NOW)
    age(path, module)
    before = path.read_bytes()
    assert f"it has macros of its own ({named}), which xladdin does not change." in run_refused("macros", path)
    assert path.read_bytes() == before


SAVED_BY_EXCEL = sorted(Path(xlwings.__file__).parent.glob("*.xlsm"))


@pytest.mark.parametrize("path", SAVED_BY_EXCEL, ids=lambda path: path.name)
def test_projects_that_excel_saved_are_read_as_olevba_reads_them(path: Path) -> None:
    """These are the workbooks that xlwings ships, with compiled code before the source."""
    expected = {name.rpartition("/")[2]: code for name, code in module_sources(path).items()}
    sources, _ = read_project(open_package(path).read(PROJECT))
    assert {name: source.encode("cp1252") for name, source in sources.items()} == expected


def test_notes_on_the_same_sheet_stay(tmp_path: Path) -> None:
    path = sample_book("sca", tmp_path)
    workbook = openpyxl.load_workbook(path)
    workbook["Start"]["C12"].comment = Comment("ask Zoë", "director")
    workbook.save(path)
    made = path.with_suffix(".xlsm")
    assert run_here("macros", path).status == 0
    assert {"Recalculate", "MakePDF"} <= set(buttons_on(made)["Start"])
    assert openpyxl.load_workbook(made)["Start"]["C12"].comment.text == "ask Zoë"


OFFICE_EVENTS = "{urn:oasis:names:tc:opendocument:xmlns:script:1.0}event-listener"
FORM = "{urn:oasis:names:tc:opendocument:xmlns:form:1.0}"
LINK = "{http://www.w3.org/1999/xlink}href"


def test_libreoffice_binds_the_buttons_to_the_macros(tmp_path: Path) -> None:
    document = convert(macro_book(tmp_path), tmp_path, "ods")
    with zipfile.ZipFile(document) as package:
        modules = {Path(name).stem for name in package.namelist() if name.startswith("Basic/VBAProject/")}
        content = ElementTree.fromstring(package.read("content.xml"))
    expected = {"ClubMacros", "xlwings", "xlwings_udfs", "FunctionHelp", "Dictionary", "ThisWorkbook", "Sheet1"}
    assert expected < modules
    macros = {
        button.get(f"{FORM}label"): button.find(f".//{OFFICE_EVENTS}").get(LINK)
        for button in content.iter(f"{FORM}button")
    }
    url = "vnd.sun.star.script:VBAProject.ClubMacros.{}?language=Basic&location=document"
    assert macros["Recalculate"] == url.format("Recalculate") and macros["Make PDF"] == url.format("MakePDF")
