"""Contract of the launcher: the shell runs it for real, and the tests read its Windows text as cmd reads it."""

from __future__ import annotations

import datetime as dt
import os
import re
import shutil
import time
from pathlib import Path

import pytest

from tests.corpus.editing import column_of
from tests.helpers.programs.finding import ROOT, run_program
from xladdin import Language, WorkbookError
from xladdin.commands.programs import sample_files
from xladdin.hosts.launcher import find_launcher, format_windows_launcher, write_launcher
from xladdin.languages import ENGLISH_LANGUAGE
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_workbook import create_workbook

AWKWARD = 'Montréal\'s "50%" $HOME `date`; é & ü.xlsx'


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    folder = tmp_path / 'l\'été 100% "$(date)" & more'
    folder.mkdir()
    path = folder / AWKWARD
    create_workbook(SYSTEMS["montreal"], path, sample_files("montreal"), dt.datetime(2026, 1, 1))
    return path


def double_click(launcher: Path) -> str:
    """Return what the launcher shows until Return closes it. GLib starts a desktop entry, as in GNOME."""
    terminal = launcher.parent.with_name("terminal")
    environment = {"PYTHONPATH": str(ROOT), "COLUMNS": "200", "PATH": f"{terminal}:{os.environ['PATH']}"}
    if launcher.suffix != ".desktop":
        return run_program(["sh", "-c", '"$0" 2>&1', launcher], stdin="\n", env=environment, cwd=launcher.parent)
    terminal.mkdir()
    output, program = terminal / "shown", terminal / "xterm"
    program.write_text(f'#!/bin/sh\nshift\necho | "$@" >"{output}" 2>&1\necho done >>"{output}"\n')
    program.chmod(0o755)
    run_program(["gio", "launch", launcher], env=environment, cwd=launcher.parent)
    for _ in range(600):  # GLib waits for nobody
        if output.exists() and output.read_text().endswith("done\n"):
            return output.read_text()
        time.sleep(0.1)
    raise AssertionError("the terminal has not ended")


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_launcher_finishes_the_evening(workbook: Path, platform: str) -> None:
    """It runs nothing that lies beside the workbook."""
    assert set(column_of(workbook, "Players", "Rating")) == {None}
    for module in ("xladdin", "click", "rich", "openpyxl"):
        workbook.with_name(f"{module}.py").write_text("raise SystemExit('run from the folder')")
    launcher, how_to_start = write_launcher(workbook, platform)
    assert "Double-click" in how_to_start
    output = double_click(launcher)
    assert "run from the folder" not in output
    assert "games of" in output and "rated." in output
    assert f"Printed: {workbook.with_suffix('.pdf')}" in output
    assert "Press Enter to close this window." in output
    assert None not in column_of(workbook, "Players", "Rating")
    assert workbook.with_suffix(".pdf").read_bytes().startswith(b"%PDF-")


def test_a_launcher_whose_python_has_moved_says_so_and_is_written_again(workbook: Path) -> None:
    first, _ = write_launcher(workbook, "linux", python="/gone/it's 100%/python")
    output = double_click(first)
    assert f'Python has been moved or removed. Run again: xladdin launcher "{workbook}"' in output
    again, _ = write_launcher(workbook, "linux", python="/new/python")
    assert first == again and "/new/python" in again.read_text() and "/gone" not in again.read_text()
    again.write_text("my own notes")
    with pytest.raises(WorkbookError, match="is not a file to double-click from xladdin"):
        write_launcher(workbook, "linux")
    assert again.read_text() == "my own notes"


def as_cmd_reads(text: str, folder: str) -> list[str]:
    known = {"%%": "%", "%~dp0": folder, "%SystemRoot%": r"C:\Windows"}

    def expanded(match: re.Match[str]) -> str:
        return known[match[0]]

    return [re.sub(r"%%|%~dp0|%\w*%|%", expanded, line) for line in text.split("\r\n")]


def test_windows_text_is_what_cmd_needs() -> None:
    text = format_windows_launcher("Evening", "50% größer & (2)!^.xlsx", r"C:\Users\Zoë (x86)\100%\pythonw.exe")
    folder = "C:\\Klub %PATH% & co\\"
    python, workbook = r'"C:\Users\Zoë (x86)\100%\python.exe"', f'"{folder}50% größer & (2)!^.xlsx"'
    assert as_cmd_reads(text, folder) == [
        "@echo off",
        "rem Written by xladdin launcher: finishes the evening of the workbook beside this file.",
        "setlocal DisableDelayedExpansion",
        "chcp 65001 >nul",
        r'cd /d "C:\Windows"',
        f"if exist {python} {python} -m xladdin evening {workbook}",
        f"if not exist {python} echo Python has been moved or removed. Run again: xladdin launcher {workbook}",
        "echo.",
        "pause",
        "",
    ]
    assert "\n" not in text.replace("\r\n", "")


def test_two_workbooks_of_one_title_have_a_launcher_each(tmp_path: Path) -> None:
    for name in ("monday.xlsx", "friday.xlsx"):
        create_workbook(SYSTEMS["montreal"], tmp_path / name, {}, dt.datetime(2026, 1, 1), title="Our Club")
    shutil.copy(tmp_path / "friday.xlsx", tmp_path / "friday.xlsm")
    for platform in ("win32", "darwin", "linux"):
        first, second = (write_launcher(tmp_path / name, platform)[0].stem for name in ("monday.xlsx", "friday.xlsx"))
        assert (first, second) == ("Evening – Our Club", "Evening – Our Club – friday")
        assert find_launcher(tmp_path / "monday.xlsx", "Our Club", ENGLISH_LANGUAGE) == first
        assert find_launcher(tmp_path / "friday.xlsx", "Our Club", ENGLISH_LANGUAGE) == second
        with pytest.raises(WorkbookError, match=r"friday\.xlsm: another workbook in this folder has a file"):
            write_launcher(tmp_path / "friday.xlsm", platform)
        for file in tmp_path.glob("Evening*"):
            file.unlink()
    assert find_launcher(tmp_path / "friday.xlsx", "Our Club", ENGLISH_LANGUAGE) == ""


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_the_launcher_of_a_french_workbook_is_french(tmp_path: Path, platform: str) -> None:
    path = tmp_path / "club.xlsx"
    create_workbook(SYSTEMS["montreal"], path, {}, dt.datetime(2026, 1, 1), title="Our Club", language="fr")
    launcher, _ = write_launcher(path, platform, python="/gone/python")
    assert launcher.stem == "Soirée – Our Club" == find_launcher(path, "Our Club", Language("fr"))
    text = launcher.read_text(encoding="utf-8")
    assert "Python n’est plus là où il était. Relancez" in text and "no longer" not in text
    assert ("Appuyez sur Entrée" in text) == (platform != "win32"), "the command pause has words of Windows"
