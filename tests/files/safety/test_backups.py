"""The list of dated copies says what each one holds and whether it is sound. Its number brings each copy back."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.helpers.clubs import LATER, NOW, edited, recalculated, sample_book
from tests.helpers.files.plain_files import NEW, OLD, write
from tests.helpers.programs.command_line import run_here
from xladdin.errors import FileProblem
from xladdin.files.safety.backups import drop_copy
from xladdin.files.safety.going_back import bring_back, list_backups, redo, undo
from xladdin.files.safety.index import INDEX, Why
from xladdin.files.safety.safekeeping import safely_replace


@pytest.fixture
def changed(club: Path) -> Path:
    """A file that was changed three times."""
    for number, command in enumerate(("recalc", "import", "recalc")):
        safely_replace(club, write(b"state %d" % number), now=NOW + timedelta(minutes=number), why=Why(command, number))
    return club


def test_the_latest_is_number_one(changed: Path) -> None:
    found = [(backup.number, backup.command, backup.games, backup.state) for backup in list_backups(changed)]
    assert found == [(1, "recalc", 2, "sound"), (2, "import", 1, "sound"), (3, "recalc", 0, "sound")]


def test_a_copy_is_brought_back_by_its_number_and_nothing_goes(changed: Path) -> None:
    said = bring_back(changed, 3, now=LATER)
    assert changed.read_bytes() == OLD
    assert "Our club.xlsx is again as it was before its change of 2026-03-14 at 15:09:00" in said
    assert [backup.command for backup in list_backups(changed)] == ["undo --to", "recalc", "import", "recalc"]
    undo(changed)
    assert changed.read_bytes() == b"state 2"
    redo(changed)
    assert changed.read_bytes() == OLD


def test_copies_made_by_going_back_and_forth_tell_their_rows(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    edited(path, ("Games", "A9", "2024-09-12"), ("Games", "B9", "Sally"))
    for command in (("undo", path, "--to", 1), ("undo", path), ("redo", path)):
        assert run_here(*map(str, command)).status == 0
    told = {backup.command: backup.games for backup in list_backups(path)}
    assert told["redo"] == 6
    edited(path, ("Games", "A9", None), ("Games", "B9", None))
    assert run_here("undo", str(path), "--to", "1").status == 0
    assert (list_backups(path)[0].command, list_backups(path)[0].games) == ("undo --to", 5)


def test_a_copy_of_a_workbook_that_cannot_be_read_has_no_rows(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    path.write_bytes(b"spoilt")
    assert run_here("undo", str(path), "--to", "1").status == 0
    assert (list_backups(path)[0].command, list_backups(path)[0].games) == ("undo --to", None)


def test_a_copy_that_is_not_there(changed: Path) -> None:
    for number in (0, -1, 4):
        with pytest.raises(FileProblem, match=rf"has no copy {number}\. xladdin backups Our club\.xlsx lists"):
            bring_back(changed, number)


def test_a_spoilt_copy_is_named_and_never_brought_back(changed: Path) -> None:
    copy = list_backups(changed)[0].copy
    copy.write_bytes(b"state 9")
    assert [backup.state for backup in list_backups(changed)] == ["spoilt", "sound", "sound"]
    for bring in (undo, lambda path: undo(path, anyway=True), lambda path: bring_back(path, 1)):
        with pytest.raises(
            FileProblem, match=r"was not changed: backups/.* is not what xladdin kept there.*--to NUMBER"
        ):
            bring(changed)
    assert changed.read_bytes() == b"state 2"
    bring_back(changed, 2)
    assert changed.read_bytes() == b"state 0"


def test_what_was_undone_is_held_against_its_digest_too(changed: Path) -> None:
    undo(changed)
    (undone,) = (changed.parent / "backups").glob("Our club undone*")
    undone.write_bytes(b"other")
    with pytest.raises(FileProblem, match="is not what xladdin kept there"):
        redo(changed)


def test_a_copy_that_a_macro_has_saved_is_not_checked(changed: Path) -> None:
    (changed.parent / "backups" / "Our club 2026-03-14 200000.xlsx").write_bytes(NEW)
    found = list_backups(changed)[0]
    assert (found.command, found.games, found.state) == ("", None, "not checked")
    bring_back(changed, 1)
    assert changed.read_bytes() == NEW


def test_only_a_copy_is_ever_dropped(changed: Path) -> None:
    """We know a copy by its folder and name, and drop no note there and no copy that somebody took out of it."""
    (copy, *_) = (backup.copy for backup in list_backups(changed))
    note, taken_out = copy.with_name("Our notes.xlsx"), changed.with_name(copy.name)
    for path in (note, taken_out):
        path.write_bytes(OLD)
        drop_copy(path)
        assert path.exists(), path
    drop_copy(copy)
    assert not copy.exists()


def test_one_list_serves_all_workbooks_of_a_folder(changed: Path) -> None:
    other = changed.with_name("Other.xlsx")
    other.write_bytes(OLD)
    safely_replace(other, write(NEW), now=NOW, why=Why("pair", 7))
    assert [backup.command for backup in list_backups(other)] == ["pair"]
    assert len(list_backups(changed)) == 3
    undo(other)
    undo(changed)
    assert (other.read_bytes(), changed.read_bytes()) == (OLD, b"state 1")


def test_the_list_forgets_copies_that_are_gone(club: Path) -> None:
    for number in range(15):
        safely_replace(club, write(b"state %d" % number), now=NOW + timedelta(seconds=number))
    content = json.loads((club.parent / "backups" / INDEX).read_bytes())
    assert len(content["workbooks"][club.name]["copies"]) <= 11


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has none of them")
@pytest.mark.parametrize(
    "put",
    [Path.mkdir, getattr(os, "mkfifo", None), lambda place: place.symlink_to(INDEX)],
    ids=["folder", "pipe", "ring"],
)
def test_what_is_no_file_in_the_list_s_place_is_named(put: Callable[[Path], None], changed: Path) -> None:
    index, before = changed.parent / "backups" / INDEX, changed.read_bytes()
    index.unlink()
    put(index)
    for change in (lambda path: safely_replace(path, write(NEW)), undo, list_backups):
        with pytest.raises(FileProblem, match=r"index\.json, the list of a workbook.s copies, cannot be read"):
            change(changed)
    assert changed.read_bytes() == before


@pytest.mark.parametrize(
    "content", ["", "my own notes", "[]", "{}", '{"made by": "me"}', '{"made by": "xladdin backups"}']
)
def test_a_list_that_is_none_is_left_alone_and_named(content: str, changed: Path) -> None:
    index, before = changed.parent / "backups" / INDEX, changed.read_bytes()
    index.write_text(content)
    for change in (lambda path: safely_replace(path, write(NEW)), undo, redo, list_backups):
        with pytest.raises(
            FileProblem, match=r"index\.json, the list of a workbook.s copies, cannot be read.*\. Rename the list"
        ):
            change(changed)
    assert (index.read_text(), changed.read_bytes()) == (content, before)
    index.unlink()
    safely_replace(changed, write(NEW))
    assert changed.read_bytes() == NEW


def test_the_command_says_when_why_how_many_and_whether_sound(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    edited(path, ("Games", "C4", 600))
    recalculated(path, LATER)
    said = run_here("backups", path)
    assert said.status == 0
    assert [cell.strip() for cell in said.out.splitlines()[3].split("│")[1:-1]][2:] == ["recalc", "5", "sound"]
    assert "xladdin undo montreal.xlsx --to NUMBER" in said.out
    before = path.read_bytes()
    assert run_here("undo", path, "--to", "1").status == 0
    assert path.read_bytes() != before
    assert run_here("undo", path).status == 0
    assert path.read_bytes() == before
    assert run_here("undo", path, "--to", "99").status == 2
