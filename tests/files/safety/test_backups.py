"""The list of dated copies says when and why each one was made. Its number brings each copy back, if it is sound."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import openpyxl
import pytest

from tests.files.safety.plain_files import NEW, OLD, write
from tests.helpers.clubs import LATER, NOW, edited, recalculated, sample_book
from tests.helpers.programs.command_line import run_here
from xladdin.files.restore import bring_back, list_backups, redo, undo
from xladdin.files.safe_write import backups_of, safely_replace
from xladdin.hosts.undo import list_club_backups


@pytest.fixture
def changed(club: Path) -> Path:
    """Return a file that was changed three times."""
    for number, command in enumerate(("recalc", "import", "recalc")):
        safely_replace(club, write(b"state %d" % number), now=NOW + timedelta(minutes=number), command=command)
    return club


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """Return a club workbook that was recalculated three times, after other scores each time."""
    path = sample_book("montreal", tmp_path)
    for score in (600, 610):
        edited(path, ("Games", "C4", score))
        recalculated(path, LATER)
    return path


def spoil(copy: Path) -> None:
    """Change one byte of the compressed values of a copy's first sheet."""
    content = bytearray(copy.read_bytes())
    with zipfile.ZipFile(copy) as archive:
        member = archive.getinfo("xl/worksheets/sheet1.xml")
    content[member.header_offset + 30 + len(member.filename) + member.compress_size // 2] ^= 255
    copy.write_bytes(content)


def make_other_club(copy: Path) -> None:
    """Put the workbook of another club in the place of a copy."""
    shutil.copyfile(sample_book("sca", copy.parent.parent / "other"), copy)


def make_plain_workbook(copy: Path) -> None:
    openpyxl.Workbook().save(copy)


HARMS = pytest.mark.parametrize(
    ("harm", "defect"),
    [
        (spoil, "damaged"),
        (lambda copy: copy.write_bytes(b""), "damaged"),
        (make_other_club, "another club's workbook"),
        (make_plain_workbook, "no club workbook"),
    ],
    ids=["a byte", "empty", "other club", "no club"],
)


def test_a_copy_is_brought_back_by_its_number_and_nothing_goes(changed: Path) -> None:
    said = bring_back(changed, 3, now=LATER)
    assert changed.read_bytes() == OLD
    assert "Our club.xlsx is again as it was before its change of 2026-03-14 at 15:09:00" in said
    assert [backup.command for backup in list_backups(changed)] == ["undo-to", "recalc", "import", "recalc"]
    undo(changed)
    assert changed.read_bytes() == b"state 2"
    redo(changed)
    assert changed.read_bytes() == OLD


@HARMS
def test_undo_passes_over_a_copy_that_is_no_sound_workbook_of_this_club(
    harm: Callable[[Path], object], defect: str, workbook: Path
) -> None:
    *_, older, newest = backups_of(workbook)
    wanted = older.read_bytes()
    harm(newest)
    assert list_club_backups(workbook)[0].backup.state == defect
    said = run_here("undo", workbook)
    assert (said.status, workbook.read_bytes()) == (0, wanted), said.err
    assert f"backups/{newest.name} was passed over: it is {defect}." in said.out
    assert run_here("redo", workbook).status == 0


@HARMS
def test_no_copy_but_a_sound_one_is_brought_back_by_its_number(
    harm: Callable[[Path], object], defect: str, workbook: Path
) -> None:
    before = workbook.read_bytes()
    harm(backups_of(workbook)[-1])
    said = run_here("undo", workbook, "--to", "1")
    assert (said.status, workbook.read_bytes()) == (2, before)
    assert f"is {defect}. Choose a copy from xladdin backups montreal.xlsx" in said.err
    assert run_here("undo", workbook, "--to", "2").status == 0


@pytest.mark.parametrize("stamp", ["9999-12-31 235959", "2099-01-01 000000 recalc", "2099-01-01 000000 undo"])
def test_a_copy_dated_in_the_future_disturbs_nothing(stamp: str, workbook: Path) -> None:
    future = workbook.parent / "backups" / f"montreal {stamp}.xlsx"
    shutil.copyfile(backups_of(workbook)[0], future)
    states = [workbook.read_bytes()]
    for score in (620, 630):
        edited(workbook, ("Games", "C4", score))
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
    assert [one.backup.copy for one in listed if one.backup.copy == future] == ([] if "undo" in stamp else [future])
    assert "undo" in stamp or listed[-1].backup.copy == future


def test_each_workbook_of_a_folder_has_its_own_copies(changed: Path) -> None:
    other = changed.with_name("Other.xlsx")
    other.write_bytes(OLD)
    safely_replace(other, write(NEW), now=NOW, command="pair")
    assert [backup.command for backup in list_backups(other)] == ["pair"]
    assert len(list_backups(changed)) == 3
    undo(other)
    undo(changed)
    assert (other.read_bytes(), changed.read_bytes()) == (OLD, b"state 1")


def test_the_command_says_when_why_how_many_and_whether_sound(workbook: Path) -> None:
    edited(workbook, ("Games", "A9", "2024-09-12"), ("Games", "B9", "Sally"))
    said = run_here("backups", workbook)
    assert said.status == 0
    assert [cell.strip() for cell in said.out.splitlines()[3].split("│")[1:-1]][2:] == ["recalc", "5", "sound"]
    assert "xladdin undo montreal.xlsx --to NUMBER" in said.out
    before = workbook.read_bytes()
    assert run_here("undo", workbook, "--to", "1").status == 0
    assert [(one.backup.command, one.rows) for one in list_club_backups(workbook)][:2] == [
        ("undo-to", 6),
        ("recalc", 5),
    ]
    assert run_here("undo", workbook).status == 0
    assert workbook.read_bytes() == before
    assert run_here("undo", workbook, "--to", "99").status == 2
