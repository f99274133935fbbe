"""Undo and redo lose nothing that somebody typed since; the right dated copies stay, and only sound ones come back."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import openpyxl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.files.safety.plain_files import NEW, OLD, POSIX, names, write
from tests.helpers.clubs import LATER, NOW, recalc_club, sample_book, set_cells
from tests.helpers.programs.command_line import run_here
from xladdin import WorkbookError
from xladdin.files.safe_write import find_backups, replace_with_backup
from xladdin.hosts.undo import BackupCheck, list_club_backups, redo, undo

TYPED = BackupCheck(find_edits=lambda copy, path: "it differs")


@pytest.mark.parametrize("before", [(), (undo,), (undo, redo)])
def test_undo_keeps_what_was_typed_since(before: tuple[Callable[[Path], object], ...], club: Path) -> None:
    replace_with_backup(club, write(b"first"), now=NOW)
    for step in before:
        step(club)
    club.write_bytes(b"typed since")
    with pytest.raises(
        WorkbookError, match=r"changed since xladdin last saved it.*xladdin undo Our club\.xlsx --anyway"
    ):
        undo(club, check=TYPED)
    assert club.read_bytes() == b"typed since"
    undo(club, anyway=True, check=TYPED)
    assert club.read_bytes() == OLD
    redo(club, check=TYPED)
    assert club.read_bytes() == b"typed since"
    with pytest.raises(WorkbookError, match="nothing has been undone since its last change"):
        redo(club, check=TYPED)


@given(st.text("crun", min_size=5, max_size=9))
@example("cccuuurrrr")
@example("cnurccucr")
def test_changes_undone_and_redone_are_two_stacks(steps: str) -> None:
    """A change, one with notes alone after it, undo, redo."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "Our club.xlsx")
        path.write_bytes(OLD)
        undone: list[bytes] = []
        past: list[bytes] = []
        for number, step in enumerate(steps):
            content, source = path.read_bytes(), past if step == "u" else undone
            if step in "cn":
                replace_with_backup(path, write(b"%d" % number))
                past.append(content)
                undone.clear()
                if step == "n":
                    replace_with_backup(path, write(b"notes %d" % number), make_backup=False)
            elif source:
                (undo if step == "u" else redo)(path)
                (undone if step == "u" else past).append(content)
                assert path.read_bytes() == source.pop()
            else:
                with pytest.raises(
                    WorkbookError, match=r"no earlier copy|nothing has been undone since its last change"
                ):
                    (undo if step == "u" else redo)(path)
                assert path.read_bytes() == content


def test_a_plain_save_is_no_typing(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    set_cells(path, ("Games", "C4", 600))
    typed = path.read_bytes()
    assert recalc_club(path, LATER).changes
    set_cells(path)
    assert run_here("undo", path).status == 0
    assert path.read_bytes() == typed


def delete_a_table(workbook: openpyxl.Workbook) -> None:
    del workbook["Aliases"].tables["Aliases"]


def type_three_rows(workbook: openpyxl.Workbook) -> None:
    workbook["Games"]["C4"], workbook["Games"]["C5"], workbook["Players"]["A10"] = 601, 500, "Somebody new"


@pytest.mark.parametrize(
    "typed",
    [
        lambda workbook: workbook["Games"].__setitem__("C4", 601),
        lambda workbook: workbook["Rules"].__setitem__("B5", "Our club"),
        lambda workbook: setattr(next(c for c in workbook["Games"][3] if c.value == "Remark").offset(1), "value", "!"),
        lambda workbook: workbook["My sheet"].__setitem__("A1", "still mine"),
        lambda workbook: workbook.create_sheet("My notes").__setitem__("A1", "mine"),
        delete_a_table,
        type_three_rows,
    ],
    ids=["a score", "a rule", "a remark", "on a sheet of one's own", "such a sheet", "no table", "three rows"],
)
def test_all_that_was_typed_is_asked_about(typed: Callable[[openpyxl.Workbook], None], tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    workbook = openpyxl.load_workbook(path)
    workbook.create_sheet("My sheet")["A1"] = "mine"
    workbook["Games"]["C4"] = 600
    workbook.save(path)
    assert recalc_club(path, LATER).changes
    workbook = openpyxl.load_workbook(path)
    typed(workbook)
    workbook.save(path)
    before = path.read_bytes()
    result = run_here("undo", path)
    assert result.status == 2 and "those changes would be lost" in result.err, result.err
    assert ("lost: 3 rows differ from backups/" in result.err) is (typed is type_three_rows)
    assert path.read_bytes() == before
    assert run_here("undo", path, "--anyway").status == 0 and path.read_bytes() != before
    assert run_here("redo", path).status == 0 and path.read_bytes() == before


def test_the_last_of_each_day_and_month_stays(club: Path) -> None:
    (club.parent / "backups").mkdir()
    days = [datetime(2025, month, 5) for month in range(1, 13)] + [datetime(2026, 1, day) for day in range(1, 21)]
    for day in days:
        for hour in (10, 20):
            copy = f"Our club {day + timedelta(hours=hour):%Y-%m-%d %H%M%S}.xlsx"
            (club.parent / "backups" / copy).write_bytes(b"")
    for minute in range(30):
        replace_with_backup(club, write(b"%d" % minute), now=datetime(2026, 1, 21, 19, minute))
    stamps = [copy.stem.removeprefix("Our club ") for copy in find_backups(club)]
    assert stamps == [
        *(f"2025-{month:02}-05 200000" for month in range(2, 13)),
        *(f"2026-01-{day:02} 200000" for day in range(12, 21)),
        *(f"2026-01-21 19{minute:02}00" for minute in range(20, 30)),
    ]


def test_the_ten_newest_of_what_undo_took_away_stay(club: Path) -> None:
    for number in range(12):
        replace_with_backup(club, write(b"%d" % number))
        undo(club)
    assert [copy.read_bytes() for copy in find_backups(club, made_by_undo=True)] == [b"%d" % n for n in range(2, 12)]


@pytest.mark.parametrize("kind", ["file", pytest.param("link", marks=POSIX)])
def test_backups_that_is_no_folder(kind: str, club: Path) -> None:
    folder = club.parent / "backups"
    if kind == "file":
        folder.write_bytes(b"my own notes")
    else:
        (club.parent / "elsewhere").mkdir()
        folder.symlink_to("elsewhere")
    with pytest.raises(
        WorkbookError,
        match=rf"was not changed: .*backups, where its backup copy is saved first, is a {kind}\. Move or rename it",
    ):
        replace_with_backup(club, write(NEW))
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
        replace_with_backup(club, write(b"first"), now=NOW)
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
    set_cells(path, ("Games", "C4", 2000), ("Games", "E4", 20))
    (tmp_path / "more.csv").write_text("Date,Player 1,Score 1,Player 2,Score 2\n2026-03-10,Sally,400,John,390\n")
    before = path.read_bytes()
    name, *rest = COMMANDS[command]
    made = run_here(name, path, *rest)
    assert made.status == 0 and path.read_bytes() != before, made
    set_cells(path)  # as Excel saves it, another file
    for step, content in (("undo", before), ("redo", None), ("undo", before)):
        result = run_here(step, path)
        assert result.status == 0, result.err
        assert content in (None, path.read_bytes())


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    path = sample_book("montreal", tmp_path)
    for score in (600, 610):
        set_cells(path, ("Games", "C4", score))
        recalc_club(path, LATER)
    return path


def spoil(copy: Path) -> None:
    """Change one byte of the compressed values of a copy's first sheet."""
    content = bytearray(copy.read_bytes())
    with zipfile.ZipFile(copy) as archive:
        member = archive.getinfo("xl/worksheets/sheet1.xml")
    content[member.header_offset + 30 + len(member.filename) + member.compress_size // 2] ^= 255
    copy.write_bytes(content)


def make_other_club(copy: Path) -> None:
    shutil.copyfile(sample_book("sca", copy.parent.parent / "other"), copy)


@pytest.mark.parametrize(
    ("harm", "defect"),
    [
        (spoil, "damaged"),
        (lambda copy: copy.write_bytes(b""), "damaged"),
        (make_other_club, "another club's workbook"),
        (lambda copy: openpyxl.Workbook().save(copy), "not a club workbook"),
    ],
    ids=["a byte", "empty", "other club", "no club"],
)
def test_undo_passes_over_a_copy_that_is_no_sound_workbook_of_this_club(
    harm: Callable[[Path], object], defect: str, workbook: Path
) -> None:
    *_, older, newest = find_backups(workbook)
    before, expected = workbook.read_bytes(), older.read_bytes()
    harm(newest)
    assert list_club_backups(workbook)[0].backup.state == defect
    refused = run_here("undo", workbook, "--to", "1")
    assert (refused.status, workbook.read_bytes()) == (2, before)
    assert f"is {defect}. Choose a copy from xladdin backups montreal.xlsx" in refused.err
    result = run_here("undo", workbook)
    assert (result.status, workbook.read_bytes()) == (0, expected), result.err
    assert f"backups/{newest.name} was skipped: it is {defect}." in result.out
    assert run_here("redo", workbook).status == 0


@pytest.mark.parametrize("stamp", ["9999-12-31 235959", "2099-01-01 000000 recalc", "2099-01-01 000000 undo"])
def test_a_copy_dated_in_the_future_disturbs_nothing(stamp: str, workbook: Path) -> None:
    future = workbook.parent / "backups" / f"montreal {stamp}.xlsx"
    shutil.copyfile(find_backups(workbook)[0], future)
    states = [workbook.read_bytes()]
    for score in (620, 630):
        set_cells(workbook, ("Games", "C4", score))
        typed = workbook.read_bytes()
        assert run_here("recalc", workbook).status == 0
        states += [typed, workbook.read_bytes()]
    assert all(copy.name < "montreal 2099" for copy in (workbook.parent / "backups").iterdir() if copy != future)
    assert run_here("undo", workbook).status == 0
    assert workbook.read_bytes() == states[3]
    assert run_here("redo", workbook).status == 0
    assert workbook.read_bytes() == states[4]
    assert future.exists()
    listed = list_club_backups(workbook)
    assert [each.backup.copy for each in listed if each.backup.copy == future] == ([] if "undo" in stamp else [future])
    assert "undo" in stamp or listed[-1].backup.copy == future


def test_the_command_says_when_why_how_many_and_whether_sound(workbook: Path) -> None:
    set_cells(workbook, ("Games", "A9", "2024-09-12"), ("Games", "B9", "Sally"))
    result = run_here("backups", workbook)
    assert result.status == 0
    assert [cell.strip() for cell in result.out.splitlines()[3].split("│")[1:-1]][2:] == ["recalc", "5", "intact"]
    assert "xladdin undo montreal.xlsx --to NUMBER" in result.out
    before = workbook.read_bytes()
    assert run_here("undo", workbook, "--to", "1").status == 0
    latest = list_club_backups(workbook)[:2]
    assert [(each.backup.command, each.rows) for each in latest] == [("undo-to", 6), ("recalc", 5)]
    assert run_here("undo", workbook).status == 0
    assert workbook.read_bytes() == before
