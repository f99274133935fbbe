"""The launcher beside a workbook: run for real by the shell, its Windows text read as cmd reads it."""

from __future__ import annotations

import datetime as dt
import re
import sys
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.programs.finding import ROOT, run_program
from xladdin.errors import FileProblem
from xladdin.hosts.excel.launcher import unix_text, windows_text, write_launcher
from xladdin.samples import sample_files
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_book import make_book
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW

AWKWARD = 'Montréal\'s "50%" $HOME `date`; é & ü.xlsx'


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """A club workbook with games, not recalculated, in a folder and under a name that need care."""
    folder = tmp_path / 'l\'été 100% "$(date)" & more'
    folder.mkdir()
    path = folder / AWKWARD
    make_book(SYSTEMS["montreal"], path, sample_files("montreal"), dt.datetime(2026, 1, 1))
    return path


def double_click(launcher: Path, statuses: tuple[int, ...] = (0,)) -> str:
    """What the launcher shows; Return closes it. It runs in the folder it lies in, as a file manager starts it."""
    environment = {"PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    return run_program(
        ["sh", "-c", '"$0" 2>&1', launcher], stdin="\n", env=environment, cwd=launcher.parent, statuses=statuses
    )


def ratings(path: Path) -> list[object]:
    sheet = openpyxl.load_workbook(path)["Players"]
    column = next(cell.column for cell in sheet[HEADINGS_ROW] if cell.value == "Rating")
    return [row[column - 1] for row in sheet.iter_rows(min_row=FIRST_DATA_ROW, values_only=True)]


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_launcher_recalculates(workbook: Path, platform: str) -> None:
    assert set(ratings(workbook)) == {None}
    launcher, how_to_start = write_launcher(workbook, platform)
    assert "Double-click" in how_to_start
    shown = double_click(launcher)
    assert "games of" in shown and "rated." in shown
    assert "Press Return to close this window." in shown
    assert None not in ratings(workbook)
    assert "Nothing has changed since the last recalculation." in double_click(launcher)


def test_launcher_says_what_is_wrong(workbook: Path) -> None:
    book = openpyxl.load_workbook(workbook)
    book["Games"]["B4"] = "Nobody we know"
    book.save(workbook)
    shown = double_click(write_launcher(workbook, "linux")[0])
    assert re.search(r'Games row 4, Player 1 "Nobody we know"', shown)
    assert "1 row to mend" in shown
    assert set(ratings(workbook)) == {None}


@pytest.mark.parametrize("mark", ["~${}", ".~lock.{}#"])
def test_launcher_says_that_the_workbook_is_open(workbook: Path, mark: str) -> None:
    before = workbook.read_bytes()
    workbook.with_name(mark.format(workbook.name)).write_text("somebody")
    shown = double_click(write_launcher(workbook, "linux")[0])
    assert "open in" in shown
    assert "Traceback" not in shown
    assert workbook.read_bytes() == before


def test_launcher_runs_nothing_that_lies_beside_the_workbook(workbook: Path) -> None:
    for module in ("xladdin", "click", "rich", "openpyxl"):
        workbook.with_name(f"{module}.py").write_text("raise SystemExit('run from the folder')")
    shown = double_click(write_launcher(workbook, "linux")[0])
    assert "run from the folder" not in shown
    assert None not in ratings(workbook)


def test_launcher_says_that_python_has_moved(workbook: Path) -> None:
    shown = double_click(write_launcher(workbook, "linux", python="/gone/it's 100%/python")[0])
    assert f'Python is no longer where it was. Run again: xladdin launcher "{workbook}"' in shown


def test_launcher_is_written_again_but_never_over_another_file(workbook: Path) -> None:
    first, _ = write_launcher(workbook, "linux", python="/old/python")
    again, _ = write_launcher(workbook, "linux", python="/new/python")
    assert first == again
    assert "/new/python" in again.read_text() and "/old/python" not in again.read_text()
    again.write_text("my own notes")
    with pytest.raises(FileProblem, match="is no launcher"):
        write_launcher(workbook, "linux")
    assert again.read_text() == "my own notes"


def test_launcher_wants_a_workbook(tmp_path: Path) -> None:
    with pytest.raises(FileProblem, match="is not there"):
        write_launcher(tmp_path / "club.xlsx")
    with pytest.raises(FileProblem, match=r"ends in .xlsx or .xlsm"):
        write_launcher(tmp_path / "club.csv")


def as_cmd_reads(text: str, folder: str) -> list[str]:
    """Lines of a batch file after cmd's percent expansion: %%, %~dp0 and the variables, each once."""
    known = {"%%": "%", "%~dp0": folder, "%SystemRoot%": r"C:\Windows"}

    def expanded(found: re.Match[str]) -> str:
        return known[found[0]]

    return [re.sub(r"%%|%~dp0|%\w*%|%", expanded, line) for line in text.split("\r\n")]


def test_windows_text_is_what_cmd_needs() -> None:
    text = windows_text("50% größer & (2)!^.xlsx", r"C:\Users\Zoë (x86)\100%\pythonw.exe")
    folder = "C:\\Klub %PATH% & co\\"
    python, workbook = r'"C:\Users\Zoë (x86)\100%\python.exe"', f'"{folder}50% größer & (2)!^.xlsx"'
    assert as_cmd_reads(text, folder) == [
        "@echo off",
        "rem Written by xladdin launcher: recalculates the workbook beside this file.",
        "setlocal DisableDelayedExpansion",
        "chcp 65001 >nul",
        r'cd /d "C:\Windows"',
        f"if exist {python} {python} -m xladdin recalc {workbook}",
        f"if not exist {python} echo Python is no longer where it was. Run again: xladdin launcher {workbook}",
        "echo.",
        "pause",
        "",
    ]
    assert "\n" not in text.replace("\r\n", "")


def test_windows_text_is_ascii_until_cmd_reads_utf8() -> None:
    """cmd takes the lines up to `chcp 65001` by the machine's own code page, and a byte order mark for a command."""
    before, after = windows_text("Montréal.xlsx", r"C:\Zoë\python.exe").split("chcp 65001 >nul")
    assert before.isascii()
    assert not after.isascii()


def test_launcher_of_each_system_has_its_name(workbook: Path) -> None:
    names = {platform: write_launcher(workbook, platform)[0].name for platform in ("win32", "darwin", "linux")}
    assert names == {
        "win32": f"Recalculate {AWKWARD}.cmd",
        "darwin": f"Recalculate {AWKWARD}.command",
        "linux": f"Recalculate {AWKWARD}.sh",
    }
    assert workbook.with_name(names["win32"]).read_bytes().decode() == windows_text(AWKWARD, sys.executable)
    assert workbook.with_name(names["darwin"]).stat().st_mode & 0o111 == 0o111


def test_unix_text_is_shell() -> None:
    run_program(["sh", "-n", "-c", unix_text(AWKWARD, "/Users/it's me/python3")])


def test_command_writes_the_launcher(workbook: Path) -> None:
    command = [sys.executable, "-m", "xladdin", "launcher"]
    said = run_program([*command, workbook], env={"PYTHONPATH": str(ROOT)})
    launcher, how_to_start = write_launcher(workbook)
    assert said == f"{launcher} is made. {how_to_start}\n"
    assert run_program([*command, "gone.xlsx"], env={"PYTHONPATH": str(ROOT)}, statuses=(2,)) == ""
