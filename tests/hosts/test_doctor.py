"""The doctor. Every line says what it found, what that means and what to do."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import NOW, sample_book
from tests.helpers.programs.finding import ROOT, find_program, run_program
from xladdin.hosts import doctor
from xladdin.hosts.doctor import examine
from xladdin.hosts.finding import NOTHING, Finding, Machine
from xladdin.systems import SYSTEMS
from xladdin.workbook.macros.settings import SETTINGS_SHEET, VERSION_KEY
from xladdin.workbook.new_book import make_book
from xladdin.workbook.schema import HEADINGS_ROW


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_book("montreal", tmp_path_factory.mktemp("club"))


@pytest.fixture
def macro_club(tmp_path: Path) -> Path:
    path = tmp_path / "club.xlsm"
    make_book(SYSTEMS["montreal"], path, {}, NOW)
    return path


def finding(subject: str, file: Path | None = None, machine: Machine | None = None) -> Finding:
    (found,) = (one for one in examine(file, machine) if one.subject == subject)
    return found


def set_in_settings(path: Path, **values: str) -> None:
    """Changes the sheet xlwings.conf as its owner would."""
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    for row in workbook[SETTINGS_SHEET].iter_rows():
        key = str(row[0].value).replace(" ", "_")
        if key in values:
            row[1].value = values[key]
    workbook.save(path)


def other_system(platform: str, home: Path, python: str = sys.executable) -> Machine:
    return Machine(platform=platform, home=home, python=python)


def ran(*arguments: object, status: int) -> str:
    command = [sys.executable, "-m", "xladdin", "doctor", *map(str, arguments)]
    return run_program(command, env={"PYTHONPATH": str(ROOT)}, statuses=(status,))


def test_what_is_well_needs_nothing_and_what_is_not_has_a_remedy(club: Path, tmp_path: Path) -> None:
    findings = [*examine(club), *examine(tmp_path / "gone.xlsx"), *examine(None, other_system("darwin", tmp_path))]
    assert all(one.found and one.meaning.endswith(".") for one in findings)
    assert all(one.remedy != NOTHING for one in findings if not one.is_well)
    assert not all(one.is_well for one in findings)


def test_this_machine(club: Path) -> None:
    assert finding("Python").found.startswith(".".join(map(str, sys.version_info[:3])))
    assert finding("xlwings").found == version("xlwings")
    assert finding("LibreOffice").found == find_program("soffice", "libreoffice")
    assert finding("Write access", club).found == str(club.parent)


def test_command_prints_the_findings_and_tells_by_its_status(club: Path, tmp_path: Path) -> None:
    shown = ran(club, status=0)
    assert f"ok  Workbook: {club.name}. A club workbook: {SYSTEMS['montreal'].title}." in shown
    shown = ran(tmp_path / "gone.xlsx", status=1)
    assert "!   Workbook: gone.xlsx. It cannot be read.\n    What to do: " in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize("mark, program", [("~${}", "Excel"), (".~lock.{}#", "LibreOffice")])
def test_workbook_left_open(tmp_path: Path, mark: str, program: str) -> None:
    path = sample_book("sca", tmp_path)
    assert finding("Left open", path).is_well
    path.with_name(mark.format(path.name)).write_text("")
    left = finding("Left open", path)
    assert not left.is_well
    assert f"is open in {program}" in left.remedy


def test_other_files(tmp_path: Path) -> None:
    openpyxl.Workbook().save(tmp_path / "list.xlsx")
    other = finding("Workbook", tmp_path / "list.xlsx")
    assert not other.is_well and "not a club workbook" in other.meaning
    (tmp_path / "broken.xlsx").write_bytes(b"PK\3\4 and no more")
    broken = finding("Workbook", tmp_path / "broken.xlsx")
    assert not broken.is_well and broken.remedy


def test_tables_that_are_not_all_there(tmp_path: Path) -> None:
    for subject, key in (("a table", "montreal"), ("a column", "sca")):
        (folder := tmp_path / key).mkdir()
        path = sample_book(key, folder)
        workbook = openpyxl.load_workbook(path)
        sheet = workbook["Games"]
        if subject == "a table":
            del sheet.tables["Games"]
        else:
            sheet.cell(HEADINGS_ROW, 2).value = sheet.tables["Games"].tableColumns[1].name = "Own"
        workbook.save(path)
        found = finding("Tables", path)
        assert not found.is_well and found.meaning == "The workbook cannot be recalculated."
        assert ("the table Games is missing" if subject == "a table" else "White") in found.remedy


def test_folder_that_nobody_may_write_to() -> None:
    access = finding("Write access", Path("/proc/club.xlsx"))
    assert not access.is_well
    assert access.found == "none to /proc"


def test_xlwings_of_the_workbook(macro_club: Path) -> None:
    embedded = finding("xlwings of the workbook", macro_club)
    assert (embedded.found, embedded.is_well) == (version("xlwings"), True)
    set_in_settings(macro_club, **{VERSION_KEY.replace(" ", "_"): "0.30.1"})
    embedded = finding("xlwings of the workbook", macro_club)
    assert (embedded.found, embedded.is_well) == ("0.30.1", False)
    assert "pip install xlwings==0.30.1" in embedded.remedy


@pytest.mark.parametrize("platform, key", [("win32", "INTERPRETER_WIN"), ("darwin", "INTERPRETER_MAC")])
def test_interpreter_that_the_workbook_names(macro_club: Path, tmp_path: Path, platform: str, key: str) -> None:
    machine = other_system(platform, tmp_path)
    subject = f"{key} of {SETTINGS_SHEET}"
    assert finding(subject, macro_club, machine).found == "blank"
    set_in_settings(macro_club, **{key: "/gone/python"})
    gone = finding(subject, macro_club, machine)
    assert not gone.is_well and sys.executable in gone.remedy
    another = tmp_path / "python"
    another.write_text("")
    set_in_settings(macro_club, **{key: str(another)})
    assert finding(subject, macro_club, machine).meaning.startswith("Another Python than this one.")
    set_in_settings(macro_club, **{key: sys.executable})
    assert finding(subject, macro_club, machine).meaning == "The Python that has xladdin."
    here = finding(subject, macro_club, other_system("linux", tmp_path))
    assert here.meaning == "For another system than this one."


def test_what_buttons_need_on_windows(tmp_path: Path) -> None:
    """This machine has nothing through which xlwings reaches Excel."""
    machine = other_system("win32", tmp_path)
    xlwings = finding("xlwings", machine=machine)
    assert not xlwings.is_well and xlwings.remedy == "pip install pywin32"
    assert finding("xlwings add-in", machine=machine).found == "not installed"
    addin = tmp_path / "AppData/Roaming/Microsoft/Excel/XLSTART/xlwings.xlam"
    addin.parent.mkdir(parents=True)
    addin.write_text("")
    assert finding("xlwings add-in", machine=machine).found == "installed"


def test_what_buttons_need_on_a_mac(tmp_path: Path) -> None:
    machine = other_system("darwin", tmp_path)
    assert finding("xlwings", machine=machine).remedy == "pip install appscript"
    script = finding("Script for buttons", machine=machine)
    assert not script.is_well and script.remedy == "xlwings runpython install"
    folder = tmp_path / "Library/Application Scripts/com.microsoft.Excel"
    folder.mkdir(parents=True)
    (folder / f"xlwings-{version('xlwings')}.applescript").write_text("")
    assert finding("Script for buttons", machine=machine).is_well


@pytest.mark.parametrize(
    ("platform", "installed", "found"),
    [
        ("linux", {"xlwings"}, ("1.2", "Excel does not run on this system.", NOTHING)),
        ("win32", {"xlwings", "pywin32"}, ("1.2", "Macro workbooks run Python here: buttons and work", NOTHING)),
        ("darwin", {"xlwings", "appscript"}, ("1.2", "Macro workbooks run Python here: buttons, not work", NOTHING)),
        ("win32", {"pywin32"}, ("not installed", "No host of Excel can call Python.", "pip install xlwings")),
    ],
)
def test_what_excel_can_call(
    platform: str, installed: set[str], found: tuple[str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_installed", lambda package: "1.2" if package in installed else None)
    one = finding("xlwings", machine=other_system(platform, tmp_path))
    assert (one.found, one.remedy, one.is_well) == (found[0], found[2], found[2] == NOTHING)
    assert one.meaning.startswith(found[1])


@pytest.mark.parametrize("platform, is_well", [("win32", True), ("linux", False)])
def test_without_libreoffice_windows_prints_through_excel(
    platform: str, is_well: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "find_office", lambda: None)
    one = finding("LibreOffice", machine=other_system(platform, tmp_path))
    assert (one.found, one.is_well, "through Excel" in one.meaning) == ("not installed", is_well, is_well)


def test_an_add_in_of_the_clubs_own(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "read_pane", lambda package, part: {"main.py": "print()"})
    monkeypatch.setattr(doctor, "carried_version", lambda pane: None)
    assert finding("xlwings Lite", club).found == "code of the club's own"
