"""The command line as a user meets it: help, output, JSON, exit statuses, and what a terminal shows."""

from __future__ import annotations

import json
import logging
import os
import shlex
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.corpus.editing import column_of
from tests.helpers.clubs import sample_book, set_cells
from tests.helpers.programs.command_line import every_command, run_at_a_terminal, run_here, run_refused
from xladdin import WorkbookError
from xladdin.commands.main import FAULT
from xladdin.systems import SYSTEMS

DONE, ROWS_TO_FIX, FAILED = 0, 1, 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["recal"], "No such command 'recal'. Did you mean 'recalc'?"),
        (["recalc", "club.xlsx", "--dry-run", "--output", "out.xlsx"], "--output: cannot be combined with --dry-run."),
        (["recalc", "club.xlsx", "--dry-run", "--accept", "all"], "--accept: cannot be combined with --dry-run."),
        (["recalc", "club.xlsx", "--accept", "two"], '"two" must be the number of a row to review, or all'),
        (["recalc"], "Missing argument 'FILE...'."),
        (["recalc", "club.xlsx", "--outptu", "x"], "No such option '--outptu'. Did you mean '--output'?"),
        (["undo", "club.xlsx", "--to", "1", "--to=2"], "Invalid value for '--to': is given more than once. Keep one."),
        (["undo", "club.xlsx", "--to", "x"], 'Invalid value for --to: "x" must be the number of a copy, as xladdin'),
        (
            ["federation", "list", "north", "--format", "csv", "--format", "json"],
            "Invalid value for '--format': is given more than once. Keep one.",
        ),
    ],
)
def test_a_wrong_command_line_is_refused_in_words(arguments: list[str], message: str) -> None:
    assert message in run_refused(*arguments)


def test_on_a_terminal_rich_draws_and_a_bar_moves(tmp_path: Path) -> None:
    sample_book("montreal", tmp_path, recalculated=False)
    screen = run_at_a_terminal("-m", "xladdin", "recalc", "montreal.xlsx", folder=tmp_path, TERM="xterm-256color")
    assert "\x1b[1mPlayer" in screen and "1709" in screen and "Opening" in screen


@pytest.mark.parametrize(("typed", "message"), [("n", "Nothing was changed."), ("y", "are now one player.")])
def test_a_merge_at_a_terminal_asks_first(typed: str, message: str, tmp_path: Path) -> None:
    first, *_, last = map(str, filter(None, column_of(sample_book("lexington", tmp_path), "Players", "Player")))
    command = ("-m", "xladdin", "merge", "lexington.xlsx", first, last)
    screen = run_at_a_terminal(*command, folder=tmp_path, typed=f"{typed}\n", TERM="dumb")
    assert "into one player?" in screen and message in screen


@pytest.mark.parametrize(
    ("typed", "arguments", "status"),
    [
        (None, ["recalc", "--dry-run"], DONE),
        (("Games", "B4", "Nobody"), ["recalc", "--dry-run"], ROWS_TO_FIX),
        (("Games", "B4", "Nobody"), ["rename", "Sally", "Sal"], ROWS_TO_FIX),
        (("Games", "B4", "Nobody"), ["forget", "Spot", "--yes"], ROWS_TO_FIX),
        (("Games", "B4", "Nobody"), ["export", "--format", "tsh"], ROWS_TO_FIX),
        (("Games", "B4", "Nobody"), ["evening"], ROWS_TO_FIX),
        (("Games", "C4", 500), ["publish", "page"], 1),
        (("Games", "C4", 500), ["undo", "--to", "9"], FAILED),
        (None, ["player", "Nobody"], FAILED),
    ],
)
def test_the_exit_status_tells_done_from_rows_to_fix_and_refused(
    typed: tuple[str, str, object] | None, arguments: list[str], status: int, tmp_path: Path
) -> None:
    """0 means done, 1 means rows to fix or out of date, and 2 means that xladdin cannot do it."""
    path = sample_book("montreal", tmp_path)
    if typed is not None:
        set_cells(path, typed)
    command, *others = arguments
    others = [str(tmp_path / "page") if other == "page" else other for other in others]
    result = run_here(command, path, *others)
    assert result.status == status
    assert not typed or "Nobody" not in typed or "1 row to fix. Nothing was " in result.err


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (WorkbookError("club.xlsx is no workbook."), "club.xlsx is no workbook."),
        (OSError(28, "No space left"), "The operating system reported an error: No space left. The workbook "),
        (PermissionError(13, "Not allowed", "club.xlsx"), "club.xlsx cannot be used: Not allowed."),
        (MemoryError(), "There is not enough memory for this file."),
        (ModuleNotFoundError("no", name="networkx"), "This needs networkx, which is not installed. Install it: "),
        (KeyError("games"), f"{FAULT} (KeyError: 'games'). "),
    ],
)
@pytest.mark.parametrize("is_traced", [False, True])
def test_every_error_is_told_in_words(
    error: Exception, message: str, is_traced: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("xladdin.commands.main.app", Mock(side_effect=error))
    caplog.set_level(logging.INFO if is_traced else logging.WARNING, "xladdin")  # as --verbose does
    if is_traced and isinstance(error, KeyError):
        with pytest.raises(KeyError):
            run_here("recalc", "--dry-run")
    else:
        result = run_here("recalc", "--dry-run")
        assert (result.status, result.err[: len(message)]) == (FAILED, message)


@pytest.mark.parametrize("options", [(), ("--dry-run",)])
def test_a_workbook_without_changes_that_is_open_elsewhere_is_named_as_such(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    """What somebody typed there may not be saved yet, so that "nothing has changed" would be half the truth."""
    club = sample_book("montreal", tmp_path)
    before = run_here("recalc", club, *options)
    club.with_name(f".~lock.{club.name}#").write_text(",marta,pc,07.01.2026 19:30,file:///home;")
    after = run_here("recalc", club, *options)
    note = f"{club} is open in LibreOffice by marta. Changes not saved there are not included; save and close it."
    assert (after.status, after.out.splitlines()) == (0, [note, *before.out.splitlines()])


EVERY = every_command()


@pytest.mark.parametrize("name", EVERY)
def test_every_command_has_an_example_that_can_be_typed(name: str) -> None:
    command = EVERY[name]
    example = (command.epilog or "").removeprefix("Example: ")
    assert (command.epilog or "").startswith("Example: ")
    assert example.startswith(f"xladdin {name}")
    assert len(f"  {command.epilog}") <= 78
    command.make_context(name, shlex.split(example)[1 + len(name.split()) :])


def test_a_recalculation_as_json_gives_changes_and_problems(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    checked, done, again = (run_here("recalc", path, "--json", *more) for more in (["--dry-run"], [], []))
    assert [result.status for result in (checked, done, again)] == [0, 0, 0]
    first, second, third = (json.loads(result.out) for result in (checked, done, again))
    assert {"player": "Sally", "old": 1710, "change": -1, "new": 1709} in first["changes"]
    assert first["changes"] == second["changes"]
    assert (first["written"], second["written"], third["written"], third["anything_new"]) == (False, True, False, False)
    set_cells(path, ("Games", "B4", "Salli"))
    wrong = run_here("recalc", "--dry-run", path, "--json")
    assert wrong.status == 1
    (problem,) = json.loads(wrong.out)["problems"]
    assert (problem["sheet"], problem["row"], problem["column"], problem["value"]) == ("Games", 4, "Player 1", "Salli")


def test_a_demo_that_is_there_is_not_written_again(tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in (sample_book(key, tmp_path) for key in SYSTEMS)}
    result = run_here("demo", tmp_path)
    assert (result.status, "Existing files are never overwritten." in result.err) == (FAILED, True)
    assert {path: path.read_bytes() for path in before} == before


EVIL = "\x1b]0;owned\x07\x1b[31m\u202egnp[bold red]x[/]"


@pytest.mark.skipif(sys.platform == "win32", reason="such names are POSIX's")
def test_names_of_files_and_players_cannot_fool_a_terminal(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    strange = tmp_path / f"club {EVIL.replace('/', '')}.xlsx"
    os.rename(path, strange)
    set_cells(strange, ("Players", "A4", f"[red]{EVIL[1:]}"), ("Games", "B4", "No\u202ebody"))
    for command in ("recalc", "doctor", "undo", "launcher", "print"):
        result = run_here(command, strange)
        assert not any(sign in result.out + result.err for sign in "\x1b\x07\u202e"), command
