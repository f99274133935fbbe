"""The VBA of the buttons at work in LibreOffice's Basic: what it asks Python, and which dated copies it keeps."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.helpers.programs.libreoffice import convert
from tests.vba.macro_books import RUN_PYTHON, SAMPLE_FUNCTIONS, standard, workbook_of
from tests.vba.office_macros import run_macro
from xladdin.files.safe_write import backups_of, drop_old_backups
from xladdin.hosts.excel.import_button import picked_path
from xladdin.workbook.macros.modules import club_macros, function_modules

RECALCULATION = re.compile(r"import xladdin\.macros; xladdin\.macros\.recalc\('([0-9A-F]*)'\)")


def recalculation(shown: list[list[str]]) -> Path:
    """Return the copy that the macro tells Python of, taken from what it asks."""
    ((command,),) = shown
    found = RECALCULATION.fullmatch(command)
    assert found is not None, command
    return picked_path(found[1])


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return workbook_of([club_macros(["Start"]), RUN_PYTHON], tmp_path / "Club Montréal.xlsm")


def backups(club: Path) -> list[str]:
    return sorted(file.name for file in (club.parent / "backups").iterdir())


def test_recalculate_saves_a_dated_copy_then_runs_python(club: Path, tmp_path: Path) -> None:
    told = recalculation(run_macro(club, "ClubMacros.Recalculate", tmp_path))
    (copy,) = backups(club)
    assert told == club.parent / "backups" / copy
    assert re.fullmatch(r"Club Montréal \d{4}-\d\d-\d\d \d{6} button\.xlsm", copy)
    values = convert(club.parent / "backups" / copy, tmp_path / "copy", "csv").read_text()
    assert "xladdin.macros" not in values, "the copy is of the workbook before the recalculation"


def test_in_onedrive_the_copy_goes_where_xlwings_finds_the_file(tmp_path: Path) -> None:
    """Excel names such a workbook by its web address. LibreOffice does not, so the macro here has the address."""
    here = tmp_path / "OneDrive - L'Été"
    here.mkdir()
    macros = club_macros(["Start"])
    source = macros.source.replace("ThisWorkbook.Path", '"https://d.docs.live.net/0123/Club"')
    assert source != macros.source
    full_name = standard(
        "xlwings",
        f"""
Public Function RunPython(command As String)
    ThisWorkbook.Sheets(1).Range("A1").Value = command
End Function
Public Function GetFullName(wb As Variant) As String
    GetFullName = "{here / "club.xlsm"}"
End Function
""",
    )
    club = workbook_of([dataclasses.replace(macros, source=source), full_name], tmp_path / "Club Montréal.xlsm")
    assert recalculation(run_macro(club, "ClubMacros.Recalculate", tmp_path)).parent == here / "backups"
    assert len(list((here / "backups").iterdir())) == 1
    assert not (tmp_path / "backups").exists()


def test_pair_tonight_saves_a_dated_copy_then_runs_python(club: Path, tmp_path: Path) -> None:
    assert run_macro(club, "ClubMacros.PairTonight", tmp_path) == [["import xladdin.macros; xladdin.macros.pair()"]]
    assert len(backups(club)) == 1


def test_finish_the_evening_hands_over_the_copy_and_where_the_workbook_lies(club: Path, tmp_path: Path) -> None:
    ((command,),) = run_macro(club, "ClubMacros.FinishEvening", tmp_path)
    start, copy, _, path, end = command.split("'")
    assert (start, end) == ("import xladdin.macros; xladdin.macros.evening(", ")")
    assert [picked_path(copy).name] == backups(club)
    assert picked_path(path) == club


def test_web_page_names_the_folder_beside_the_workbook_and_saves_no_copy(club: Path, tmp_path: Path) -> None:
    ((command,),) = run_macro(club, "ClubMacros.WebPage", tmp_path)
    start, letters, end = command.split("'")
    assert (start, end) == ("import xladdin.macros; xladdin.macros.publish(", ")")
    assert picked_path(letters) == club.with_name("Club Montréal page")
    assert not (club.parent / "backups").exists()


def test_import_games_hands_over_the_path_letter_by_letter(tmp_path: Path) -> None:
    path = "C:\\Games of 'Zoë' \"x\".csv"
    picks = standard("Picks", f"""
Public Sub Pick()
    ClubMacros.ImportFile "{path.replace('"', '""').replace("ë", '" & ChrW(235) & "')}"
End Sub
""")  # fmt: skip
    club = workbook_of([club_macros(["Start"]), RUN_PYTHON, picks], tmp_path / "Club Montréal.xlsm")
    ((command,),) = run_macro(club, "Picks.Pick", tmp_path)
    start, letters, end = command.split("'")
    assert (start, end) == ("import xladdin.macros; xladdin.macros.import_games(", ")")
    assert str(picked_path(letters)) == path
    assert len(backups(club)) == 1


def stamps(days: Sequence[str]) -> list[str]:
    return [f"Club Montréal {day}.xlsm" for day in days]


def test_the_macro_keeps_the_copies_that_python_keeps(club: Path, tmp_path: Path) -> None:
    folder = club.parent / "backups"
    folder.mkdir()
    evening = [f"2026-03-03 19{minute:02}00{command}" for minute in range(10) for command in ("", " recalc")]
    undone = [f"2026-03-03 20{minute:02}00 undo" for minute in range(12)]
    days = [f"2026-02-{day:02} {hour}0000" for day in range(3, 28, 2) for hour in (19, 21)]
    months = [f"{2024 + number // 12}-{number % 12 + 1:02}-05 190000" for number in range(22)]
    never = ["2026-02-30 190000", "9999-99-99 999999", "2026-01-01 246060", "2099-01-01 000000", *undone]
    for name in stamps([*evening, *days, *months, *never]):
        (folder / name).touch()
    run_macro(club, "ClubMacros.Recalculate", tmp_path)
    by_macro = backups(club)
    for name in stamps([*evening, *days, *months, *never]):
        (folder / name).touch()
    drop_old_backups(club, datetime.now())
    assert by_macro == backups(club)
    assert set(stamps(never)) < set(by_macro)
    assert len(by_macro) > 25


@pytest.mark.parametrize("command", ["", " recalc", " undo"])
def test_a_copy_is_the_latest_also_where_the_clock_was_put_back(command: str, club: Path, tmp_path: Path) -> None:
    folder = club.parent / "backups"
    folder.mkdir()
    ahead = datetime.now().replace(microsecond=0) + timedelta(hours=2)
    for stamp in (f"{ahead:%Y-%m-%d %H%M%S}{command}", f"{ahead.year + 1}-12-31 235959", "9999-12-31 235959"):
        (folder / stamps([stamp])[0]).touch()
    told = recalculation(run_macro(club, "ClubMacros.Recalculate", tmp_path))
    assert told.name == f"Club Montréal {ahead + timedelta(seconds=1):%Y-%m-%d %H%M%S} button.xlsm"
    assert backups_of(club)[-1] == told


def test_without_a_copy_nothing_is_recalculated_unless_the_user_says_so(club: Path, tmp_path: Path) -> None:
    """Headless, nobody answers the question, which counts as No."""
    (club.parent / "backups").write_text("a file where the folder should be")
    assert "xladdin" not in str(run_macro(club, "ClubMacros.Recalculate", tmp_path))


def test_opening_runs_where_the_wizard_takes_no_help(tmp_path: Path) -> None:
    """LibreOffice has no Application.MacroOptions. The help is lost, but the workbook opens."""
    opened = standard(
        "Opened",
        """
Public Sub Opening()
    DescribeFunctions
    ThisWorkbook.Sheets(1).Range("A1").Value = "opened"
End Sub
""",
    )
    workbook = workbook_of([function_modules(SAMPLE_FUNCTIONS)[1], opened], tmp_path / "club.xlsm")
    assert run_macro(workbook, "Opened.Opening", tmp_path) == [["opened"]]
