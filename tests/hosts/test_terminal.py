"""What a terminal shows: no control signs from a file, no markup, and whole numbers in a narrow window."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.helpers.clubs import edited, sample_book
from tests.helpers.programs.command_line import run_here
from xladdin.commands.output import echo, show_table

EVIL = "\x1b]0;owned\x07\x1b[31m\u202egnp[bold red]x[/]"


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 45 columns. A test itself says that its output is one, because pytest changes it before each."""
    monkeypatch.setenv("COLUMNS", "45")
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.parametrize("is_terminal", [True, False])
def test_text_and_markup_of_others_are_shown_as_they_are(
    is_terminal: bool, window: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    show_table([EVIL], [["[link=x]Ann[/link]"], [EVIL]], title=f"[red]{EVIL}")
    echo(EVIL)
    shown = capsys.readouterr().out
    assert not any(signs in shown for signs in ("\x1b]", "\x1b[31m", "\x07", "\u202e"))  # rich's own bold is there
    assert "[link=x]" in "".join(shown.split()) or is_terminal
    assert "[red]" in shown and "[bold" in shown


def test_numbers_are_whole_in_a_narrow_window(
    window: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    rows = [["Bartholomew Featherstonehaugh the Younger", "1432.25", "+12", "1444.25"]]
    show_table(["Player", "Old", "Change", "New"], rows, right=(1, 2, 3))
    shown = capsys.readouterr().out
    assert "1432.25" in shown and "1444.25" in shown and "+12" in shown
    assert "…" not in shown
    lines = shown.splitlines()
    assert len(lines[-1]) == 45
    name = "".join(line.split("│")[1] for line in lines if "│" in line)
    assert name.replace(" ", "") == rows[0][0].replace(" ", "")


@pytest.mark.skipif(sys.platform == "win32", reason="such names are POSIX's")
def test_names_of_files_and_players_cannot_fool_a_terminal(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    strange = tmp_path / f"club {EVIL.replace('/', '')}.xlsx"
    os.rename(path, strange)
    edited(strange, ("Players", "A4", "Evil\u202ename"), ("Games", "B4", "No\u202ebody"))
    for command in ("recalc", "doctor", "undo", "launcher", "print"):
        said = run_here(command, strange)
        assert not any(sign in said.out + said.err for sign in "\x1b\x07\u202e"), command
