"""Contract of the doctor: each line says what it found, and what to do where something is not well."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

import openpyxl

from tests.helpers.clubs import NOW, sample_book
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.helpers.programs.finding import find_program
from xladdin.hosts.doctor import Finding, Machine, examine
from xladdin.systems import SYSTEMS
from xladdin.workbook.macro_modules import SETTINGS_SHEET, VERSION_KEY
from xladdin.workbook.new_workbook import create_workbook


def finding(subject: str, file: Path | None = None, machine: Machine | None = None) -> Finding:
    (result,) = (other for other in examine(file, machine) if other.subject == subject)
    return result


def set_in_settings(path: Path, key: str, value: str) -> None:
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    (row,) = [row for row in workbook[SETTINGS_SHEET].iter_rows() if row[0].value == key]
    row[1].value = value
    workbook.save(path)


def test_this_machine_and_a_sound_workbook(tmp_path: Path) -> None:
    club = sample_book("montreal", tmp_path)
    assert finding("xlwings").result == version("xlwings")
    assert finding("LibreOffice").result == find_program("soffice", "libreoffice")
    assert finding("Write access", club).result == str(club.parent)
    printed = run_cleanly("doctor", club)
    assert f"ok  Workbook: {club.name}, a club workbook: {SYSTEMS['montreal'].title}\n" in printed


def test_a_workbook_that_cannot_be_recalculated(tmp_path: Path) -> None:
    openpyxl.Workbook().save(tmp_path / "list.xlsx")
    (tmp_path / "broken.xlsx").write_bytes(b"PK\3\4 and no more")
    for name in ("list", "broken", "gone"):
        result = run_here("doctor", tmp_path / f"{name}.xlsx")
        assert result.status == 1
        assert f"!   Workbook: {name}.xlsx cannot be recalculated\n    What to do: " in result.out
    path = sample_book("sca", tmp_path)
    path.with_name(f"~${path.name}").write_text("")
    assert "is open in Excel" in finding("Workbook", path).remedy


def test_the_macros_and_the_python_of_a_workbook(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsm"
    create_workbook(SYSTEMS["montreal"], path, {}, NOW)
    machine = Machine("win32", tmp_path)
    assert finding("xlwings of the workbook", path, machine) == Finding("xlwings of the workbook", version("xlwings"))
    set_in_settings(path, VERSION_KEY, "0.30.1")
    assert "xladdin macros" in finding("xlwings of the workbook", path, machine).remedy
    set_in_settings(path, VERSION_KEY, "1; rm -rf ~")  # people paste what they are told
    assert finding("xlwings of the workbook", path, machine).result == "another version"
    set_in_settings(path, "INTERPRETER_WIN", "/gone/python")
    assert sys.executable in finding("Python of the workbook", path, machine).remedy


def test_what_buttons_need_on_windows(tmp_path: Path) -> None:
    """This machine has nothing through which xlwings reaches Excel."""
    scripts = tmp_path / "venv" / "Scripts"
    scripts.mkdir(parents=True)
    machine = Machine("win32", tmp_path, str(scripts / "python.exe"))
    assert finding("xlwings", machine=machine).remedy == "pip install pywin32"
    assert "--force-reinstall" in finding("Library for functions", machine=machine).remedy
    (scripts.parent / f"xlwings64-{version('xlwings')}.dll").touch()
    assert finding("Library for functions", machine=machine).is_well


def test_the_mark_of_the_web(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    Path(f"{path}:Zone.Identifier").write_text("[ZoneTransfer]\nZoneId=3\n")
    assert "Unblock" in finding("Mark of the web", path).remedy
