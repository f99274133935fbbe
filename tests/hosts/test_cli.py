"""The command line as a user meets it: a child process, its output and its exit status."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import xladdin as package
from tests.corpus.editing import column_of
from tests.helpers.clubs import edited, sample_book
from tests.helpers.programs.command_line import run_here
from xladdin.commands.main import COMMANDS, FAULT
from xladdin.errors import WorkbookError
from xladdin.samples import sample_files
from xladdin.systems import SYSTEMS

DONE, ROWS_TO_MEND, CANNOT = 0, 1, 2


def xladdin(*arguments: object, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "xladdin", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=None, check=False)


def test_new_recalc_and_dry_run(tmp_path: Path) -> None:
    book = tmp_path / "club.xlsx"
    files = sample_files("montreal")
    made = xladdin("new", "montreal", book, files["players"], files["games"])
    assert (made.returncode, made.stderr) == (DONE, "")
    assert "5 games" in made.stdout
    assert column_of(book, "Players", "Rating")[0] == 1709
    first = xladdin("recalc", book)
    assert first.returncode == DONE
    again = xladdin("recalc", book)
    assert "Nothing has changed since the last recalculation." in again.stdout
    checked = xladdin("recalc", book, "--dry-run")
    assert checked.returncode == DONE


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--dry-run", "--output", "out.xlsx"], "--output: writes, and --dry-run does not."),
        (["--dry-run", "--accept", "all"], "--accept: writes, and --dry-run does not."),
        (["--accept", "two"], '"two" must be the number of a row to review, or all'),
    ],
)
def test_options_that_exclude_each_other_are_refused(options: list[str], said: str, tmp_path: Path) -> None:
    book = sample_book("lexington", tmp_path, recalculated=False)
    before = book.read_bytes()
    refused = run_here("recalc", book, *options)
    assert refused.status == CANNOT and said in refused.err
    assert book.read_bytes() == before


@pytest.mark.parametrize("options", [[], ["--dry-run"]])
def test_rows_to_mend_are_named_on_stderr(options: list[str], tmp_path: Path) -> None:
    book = sample_book("mississauga", tmp_path)
    edited(book, ("Games", "B4", "Piere"), ("Games", "C5", "lots"))
    before = book.read_bytes()
    said = xladdin("recalc", book, *options)
    assert said.returncode == ROWS_TO_MEND
    assert 'Games row 4, Player 1 "Piere": no such player (did you mean "Pierre"?)' in said.stderr
    assert 'Games row 5, Score 1 "lots": must be a number' in said.stderr
    assert "2 rows to fix." in said.stderr
    assert (book.read_bytes() == before) is bool(options)


def test_a_misspelt_system(tmp_path: Path) -> None:
    said = xladdin("new", "monteral", tmp_path / "club.xlsx")
    assert said.returncode == CANNOT
    assert "must be one of mississauga, montreal, lexington, sca, dptr" in said.stderr


def test_functions_show_help_and_an_example() -> None:
    listed = xladdin("functions")
    assert listed.returncode == DONE
    assert "LEXCHANGE(r1, r2, s1, s2, games)" in " ".join(listed.stdout.split())
    one = xladdin("functions", "lexchange")
    assert "=LEXCHANGE(1824,1708,459,272,60) gives 4" in one.stdout
    unknown = xladdin("functions", "LEXCHANG")
    assert unknown.returncode == CANNOT
    assert 'did you mean "LEXCHANGE"?' in unknown.stderr


def test_the_demo_makes_a_workbook_of_each_system_and_shows_their_standings(tmp_path: Path) -> None:
    said = xladdin("demo", tmp_path / "demo")
    assert (said.returncode, said.stderr) == (DONE, "")
    assert sorted(path.stem for path in (tmp_path / "demo").glob("*.xlsx")) == sorted(SYSTEMS)
    for name in ("Pierre", "Sally", "Ada", "Micah KRABILL"):
        assert name in said.stdout
    again = xladdin("demo", tmp_path / "demo")
    assert again.returncode == CANNOT
    assert "already. Existing files are never overwritten" in again.stderr


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_names_every_command_and_its_arguments(option: str) -> None:
    said = xladdin(option)
    assert (said.returncode, said.stderr) == (DONE, "")
    assert re.findall(r"^  (\w+)  ", said.stdout.partition("\n\nCommands:")[2], re.MULTILINE) == list(COMMANDS)
    of_one = xladdin("new", option)
    assert of_one.returncode == DONE
    for words in (
        "SYSTEM FILE",
        "mississauga, montreal, lexington, sca, dptr, elo or bands.",
        "[SOURCE]...",
        "--answers ANSWERS",
        "--no-names",
    ):
        assert words in of_one.stdout


def test_version() -> None:
    assert xladdin("--version").stdout == f"xladdin {package.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["recal"], "No such command 'recal'. Did you mean 'recalc'?"),
        (["recalc"], "Missing argument 'FILE...'."),
        (["recalc", "club.xlsx", "--outptu", "x"], "No such option '--outptu'. Did you mean '--output'?"),
        (["undo", "club.xlsx", "--to", "1", "--to=2"], "Invalid value for '--to': is given more than once. Keep one."),
        (
            ["federation", "list", "north", "--format", "csv", "--format", "json"],
            "Invalid value for '--format': is given more than once. Keep one.",
        ),
    ],
)
def test_a_misspelt_command_line(arguments: list[str], message: str) -> None:
    said = xladdin(*arguments)
    assert said.returncode == CANNOT
    assert message in said.stderr


def modules_after(*arguments: str) -> set[str]:
    """Return what a run of the command line has imported."""
    program = (
        f"import sys; sys.argv[1:] = {arguments}\nfrom xladdin.commands.main import main\n"
        "try: main()\nexcept SystemExit: print('MODULES', *sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(said.stdout.partition("MODULES")[2].split())


def test_a_command_imports_what_it_works_with_and_no_other_does(tmp_path: Path) -> None:
    heavy = {"rich", "openpyxl", "python_calamine", "lxml", "xlwings", "zipfile", "xladdin.recalc", "xladdin.functions"}
    for option in ("--help", "--version"):
        modules = modules_after(option)
        assert "click" in modules
        assert not modules & heavy
    book = sample_book("montreal", tmp_path, recalculated=False)
    modules = modules_after("recalc", str(book))
    assert {"python_calamine", "xladdin.recalc"} <= modules
    assert not modules & {"rich", "openpyxl", "xlwings", "xladdin.functions"}


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal is made with pty")
def test_on_a_terminal_rich_draws_and_a_bar_moves(tmp_path: Path) -> None:
    import pty

    book = sample_book("montreal", tmp_path, recalculated=False)
    ours, its_own = pty.openpty()
    command = [sys.executable, "-m", "xladdin", "recalc", str(book)]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}
    shown = b""
    with subprocess.Popen(command, stdin=its_own, stdout=its_own, stderr=its_own, env=environment) as running:
        os.close(its_own)
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # so Linux says that it was all
            pass
        assert running.wait() == DONE
    os.close(ours)
    text = shown.decode()
    assert "\x1b[1mPlayer" in text
    assert "1709" in text
    assert "Opening" in text


def test_a_pipe_without_lines_gets_a_frame_of_ascii() -> None:
    command = [sys.executable, "-m", "xladdin", "functions", "lexchange"]
    said = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": "cp1252"})
    assert b"| r1       | Rating of player 1" in said.stdout
    assert said.stdout.isascii()


@pytest.mark.parametrize(
    ("typed", "arguments", "status"),
    [
        (None, ["recalc", "--dry-run"], DONE),
        (("Games", "B4", "Nobody"), ["recalc", "--dry-run"], ROWS_TO_MEND),
        (("Games", "B4", "Nobody"), ["rename", "Sally", "Sal"], ROWS_TO_MEND),
        (("Games", "B4", "Nobody"), ["evening"], ROWS_TO_MEND),
        (("Games", "C4", 500), ["publish", "page"], 1),
        (("Games", "C4", 500), ["undo", "--to", "9"], CANNOT),
        (None, ["player", "Nobody"], CANNOT),
        (None, ["undo", "--to", "9"], CANNOT),
    ],
)
def test_exit_statuses(
    typed: tuple[str, str, object] | None, arguments: list[str], status: int, tmp_path: Path
) -> None:
    """0 means done, 1 means rows to fix or out of date, and 2 means that xladdin cannot do it."""
    path = sample_book("montreal", tmp_path)
    if typed is not None:
        edited(path, typed)
    command, *others = arguments
    others = [str(tmp_path / "page") if other == "page" else other for other in others]
    assert run_here(command, path, *others).status == status


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (WorkbookError("club.xlsx is no workbook."), "club.xlsx is no workbook."),
        (OSError(28, "No space left"), "The system failed on the way: No space left. The workbook is as it was"),
        (PermissionError(13, "Not allowed", "club.xlsx"), "club.xlsx cannot be used: Not allowed."),
        (MemoryError(), "There is too little memory for this file."),
        (ModuleNotFoundError("no", name="networkx"), "This needs networkx, which is not there. Install it: "),
        (KeyError("games"), f"{FAULT} (KeyError: 'games'). "),
    ],
)
@pytest.mark.parametrize("is_traced", [False, True])
def test_every_error_is_told_in_words(
    error: Exception, words: str, is_traced: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever asks for the traceback of a fault gets it."""
    monkeypatch.setattr("xladdin.commands.main.app", Mock(side_effect=error))
    caplog.set_level(logging.INFO if is_traced else logging.WARNING, "xladdin")  # as --verbose does
    if is_traced and isinstance(error, KeyError):
        with pytest.raises(KeyError):
            run_here("recalc", "--dry-run")
    else:
        said = run_here("recalc", "--dry-run")
        assert (said.status, said.err[: len(words)]) == (CANNOT, words)


def test_verbose_logs_each_step(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "xladdin")  # it is as it was after the test
    caplog.handler.setLevel(logging.INFO)
    club = sample_book("montreal", tmp_path)
    assert run_here("--verbose", "recalc", "--dry-run", club).status == 0
    assert caplog.messages[:3] == [f"Reading {club.name}", "Checking every row", "Replaying from the first game"]


@pytest.mark.parametrize("options", [(), ("--dry-run",)])
def test_a_workbook_without_changes_that_is_open_elsewhere_is_named_as_such(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    """What somebody typed there may not be saved yet, so that "nothing has changed" would be half the truth."""
    club = sample_book("montreal", tmp_path)
    before = run_here("recalc", club, *options)
    club.with_name(f".~lock.{club.name}#").write_text(",marta,pc,07.01.2026 19:30,file:///home;")
    after = run_here("recalc", club, *options)
    note = f"{club} is open in LibreOffice by marta. What is not saved there does not count yet; save and close it."
    assert (after.status, after.out.splitlines()) == (0, [note, *before.out.splitlines()])
