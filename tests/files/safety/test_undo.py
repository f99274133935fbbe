"""Undo and redo lose nothing that somebody typed since, and the right copies stay."""

from __future__ import annotations

import os
import sys
from datetime import datetime, timedelta
from pathlib import Path

import openpyxl
import pytest

from tests.files.safety.plain_files import NEW, OLD, names, write
from tests.helpers.clubs import LATER, NOW, edited, recalculated, sample_book
from tests.helpers.programs.command_line import run_here
from xladdin.errors import WorkbookError
from xladdin.files.restore import Judge, redo, undo
from xladdin.files.safe_write import backups_of, safely_replace

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")


TYPED = Judge(typed=lambda copy, path: "it differs")


def test_undo_keeps_what_was_typed_since(club: Path) -> None:
    safely_replace(club, write(b"first"), now=NOW)
    club.write_bytes(b"typed since")
    with pytest.raises(
        WorkbookError, match=r"changed since xladdin last wrote it.*xladdin undo Our club\.xlsx --anyway"
    ):
        undo(club, judge=TYPED)
    assert club.read_bytes() == b"typed since"
    undo(club, anyway=True, now=LATER, judge=TYPED)
    assert club.read_bytes() == OLD
    redo(club, judge=TYPED)
    assert club.read_bytes() == b"typed since"


def test_redo_goes_forward_as_far_as_undo_went_back(club: Path) -> None:
    states = [OLD, b"first", b"second", b"third"]
    for number, state in enumerate(states[1:]):
        safely_replace(club, write(state), now=NOW + timedelta(minutes=number))
    for state in reversed(states[:-1]):
        undo(club)
        assert club.read_bytes() == state
    for state in states[1:]:
        redo(club)
        assert club.read_bytes() == state
    with pytest.raises(WorkbookError, match="nothing was undone since its last change"):
        redo(club)
    undo(club)
    assert club.read_bytes() == b"second"


@pytest.mark.parametrize("is_redone", [True, False], ids=["redone", "typed over"])
def test_redo_does_not_go_on_to_what_was_undone_before_a_change(is_redone: bool, club: Path) -> None:
    safely_replace(club, write(b"first"), now=NOW)
    undo(club)
    if is_redone:
        redo(club)
    club.write_bytes(b"typed since")
    undo(club, anyway=True, judge=TYPED)
    assert club.read_bytes() == OLD
    redo(club, judge=TYPED)
    with pytest.raises(WorkbookError, match="nothing was undone since its last change"):
        redo(club, judge=TYPED)
    assert club.read_bytes() == b"typed since"


def test_the_command_line_says_how_many_rows_would_go(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    edited(path, ("Games", "C4", 600))
    assert recalculated(path, LATER).changes
    edited(path, ("Games", "C4", 601), ("Games", "C5", 500), ("Players", "A10", "Somebody new"))
    typed = path.read_bytes()
    said = run_here("undo", path)
    assert said.status == 2
    assert "has changed since xladdin last wrote it, and you would lose that: 3 rows differ from backups/" in said.err
    assert path.read_bytes() == typed
    assert run_here("undo", path, "--anyway").status == 0
    assert run_here("redo", path).status == 0
    assert path.read_bytes() == typed
    openpyxl.Workbook().save(path)
    said = run_here("undo", path)
    assert (said.status, "you would lose that: it differs from backups/" in said.err) == (2, True), said.err


def test_a_plain_save_is_no_typing(tmp_path: Path) -> None:
    """Excel and LibreOffice write another file each time. Here openpyxl does."""
    path = sample_book("mississauga", tmp_path)
    edited(path, ("Games", "C4", 600))
    typed = path.read_bytes()
    assert recalculated(path, LATER).changes
    edited(path)
    assert run_here("undo", path).status == 0
    assert path.read_bytes() == typed


@pytest.mark.parametrize(
    "typed", ["a score", "a remark", "a rule", "a sheet of one's own", "on such a sheet", "no table"]
)
def test_all_that_was_typed_is_asked_about(typed: str, tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    if typed == "on such a sheet":
        workbook = openpyxl.load_workbook(path)
        workbook.create_sheet("My sheet")["A1"] = "mine"
        workbook.save(path)
    edited(path, ("Games", "C4", 600))
    assert recalculated(path, LATER).changes
    workbook = openpyxl.load_workbook(path)
    if typed == "a score":
        workbook["Games"]["C4"] = 601
    elif typed == "a remark":
        heading = next(cell for cell in workbook["Games"][3] if cell.value == "Remark")
        workbook["Games"].cell(4, heading.column, "a remark")
    elif typed == "a rule":
        cell = workbook.defined_names["club_history_periods"].attr_text.rpartition("!")[2]
        workbook["Rules"][cell.replace("$", "")] = 12
    elif typed == "on such a sheet":
        workbook["My sheet"]["A1"] = "still mine"
    elif typed == "no table":
        del workbook["Aliases"].tables["Aliases"]
    else:
        workbook.create_sheet("My notes")["A1"] = "mine"
    workbook.save(path)
    assert run_here("undo", path).status == 2


def test_a_run_that_writes_notes_alone_keeps_no_copy_and_undo_still_asks(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    before = len(backups_of(path))
    for number in range(12):
        edited(path, ("Games", "B4", f"Nobody {number}"))
        assert recalculated(path, LATER).problems
    assert len(backups_of(path)) == before
    assert "has changed since" in run_here("undo", path).err


def test_notes_alone_on_what_we_left_do_not_count_as_typed(club: Path) -> None:
    safely_replace(club, write(b"first"), now=NOW)
    assert safely_replace(club, write(b"notes"), now=LATER, keep_copy=False) is None
    undo(club)
    assert club.read_bytes() == OLD


def test_the_last_of_each_day_and_month_stays(club: Path) -> None:
    (club.parent / "backups").mkdir()
    days = [datetime(2025, month, 5) for month in range(1, 13)] + [datetime(2026, 1, day) for day in range(1, 21)]
    for day in days:
        for hour in (10, 20):
            copy = f"Our club {day + timedelta(hours=hour):%Y-%m-%d %H%M%S}.xlsx"
            (club.parent / "backups" / copy).write_bytes(b"")
    for minute in range(30):
        safely_replace(club, write(b"%d" % minute), now=datetime(2026, 1, 21, 19, minute))
    kept = [copy.stem.removeprefix("Our club ") for copy in backups_of(club)]
    assert kept == [
        *(f"2025-{month:02}-05 200000" for month in range(2, 13)),
        *(f"2026-01-{day:02} 200000" for day in range(12, 21)),
        *(f"2026-01-21 19{minute:02}00" for minute in range(20, 30)),
    ]


@pytest.mark.parametrize("kind", ["file", pytest.param("link", marks=POSIX)])
def test_backups_that_is_no_folder(kind: str, club: Path) -> None:
    place = club.parent / "backups"
    if kind == "file":
        place.write_bytes(b"my own notes")
    else:
        (club.parent / "elsewhere").mkdir()
        place.symlink_to("elsewhere")
    with pytest.raises(WorkbookError, match=rf"was not changed: .*backups, the folder that .* is a {kind}\. Rename it"):
        safely_replace(club, write(NEW))
    with pytest.raises(WorkbookError, match=f"^{club.name} has no earlier copy in the folder backups"):
        undo(club)
    assert club.read_bytes() == OLD
    if kind == "link":
        assert names(club.parent / "elsewhere") == []


@POSIX
def test_a_link_among_the_copies_is_none(club: Path) -> None:
    """An archive that somebody sent may hold such a link, to show the content of another file."""
    (club.parent / "secret").write_bytes(b"secret")
    (club.parent / "backups").mkdir()
    (club.parent / "backups" / "Our club 2026-01-01 000000.xlsx").symlink_to(club.parent / "secret")
    with pytest.raises(WorkbookError, match="no earlier copy"):
        undo(club, anyway=True)


@POSIX
def test_names_of_any_kind_and_length(tmp_path: Path) -> None:
    for name in (b"Montr\xe9al.xlsx", b"x" * 230 + b".xlsx", b"x" * 250 + b".xlsx", "é".encode() * 124 + b".xlsx"):
        club = tmp_path / os.fsdecode(name)
        club.write_bytes(OLD)
        safely_replace(club, write(b"first"), now=NOW)
        undo(club)
        assert club.read_bytes() == OLD
        redo(club)
        assert club.read_bytes() == b"first"


COMMANDS = {
    "recalc": ("recalc",),
    "accept": ("recalc", "--accept", "all"),
    "import": ("import", "more.csv"),
    "pair": ("pair", "--here", "Sally", "--here", "John"),
    "rename": ("rename", "Sally", "Sally Ann"),
    "lite": ("lite",),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_undo_asks_nothing_after_any_command(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command has written is no typing, although the workbook equals no copy."""
    monkeypatch.chdir(tmp_path)
    path = sample_book("montreal", tmp_path)
    edited(path, ("Games", "C4", 2000), ("Games", "E4", 20))
    (tmp_path / "more.csv").write_text("Date,Player 1,Score 1,Player 2,Score 2\n2026-03-10,Sally,400,John,390\n")
    before = path.read_bytes()
    name, *rest = COMMANDS[command]
    made = run_here(name, path, *rest)
    assert made.status == 0 and path.read_bytes() != before, made
    after = path.read_bytes()
    edited(path)  # as Excel saves it, another file
    for step, content in (("undo", before), ("redo", None), ("undo", before)):
        said = run_here(step, path)
        assert said.status == 0, said.err
        assert content in (None, path.read_bytes())
    assert after != before
