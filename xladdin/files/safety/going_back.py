"""A workbook changed back into an earlier copy, and forth again: undo, redo, and the list of the copies."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from xladdin.errors import FileProblem
from xladdin.files.safety.access import keep_access
from xladdin.files.safety.backups import back_up, backups_of, drop_copy, drop_old_backups, time_of
from xladdin.files.safety.index import FOLDER, Kept, Listed, Why, listed
from xladdin.files.safety.locks import only_one
from xladdin.files.safety.new_file import copied_file
from xladdin.files.safety.safekeeping import (
    dropped_on_failure,
    explained,
    fingerprint_of,
    move_unless_changed,
    note_left,
    real_file,
    refuse_unless_free,
    safely_replace,
    state_of,
)

Differing = Callable[[Path, Path], "str | None"]
"""Says how many rows of a copy and the file differ, such as "3 rows differ", or None if it was only saved."""


RowsOf = Callable[[Path], "int | None"]
"""Counts the rows of a workbook's log, for the list of copies. It is None if they cannot be read."""


def _unknown(copy: Path, path: Path) -> str | None:
    return "it differs"


def _uncounted(path: Path) -> None:
    return None


def undo(path: Path, *, now: datetime | None = None, anyway: bool = False, differing: Differing = _unknown) -> str:
    """Brings back the last dated copy of a file, and says so. The replaced content is kept beside the copies.

    Another undo goes one copy further back. With `anyway` it works even if somebody typed something since. `differing`
    says how the copy and the file differ. Raises FileProblem if there is no sound copy, or as `safely_replace` does.
    """
    path = real_file(path)
    with only_one(path), explained(path):
        refuse_unless_free(path)
        state, present, known = state_of(path), fingerprint_of(path), listed(path)
        left, copies = known.left_as(present.hex()), backups_of(path)
        earlier = [copy for copy in copies if fingerprint_of(copy) != present]
        if not earlier:
            raise FileProblem(f"{path.name} has no earlier copy in the folder {FOLDER} to bring back.")
        last = earlier[-1]
        _refuse_spoilt(path, last, known)
        typed = left is None and not anyway and differing(last, path)
        if typed:
            raise _typed_since(path, typed, "undo", last)
        with copied_file(last, path) as new, dropped_on_failure() as made:
            keep_access(path, new)
            for copy in copies[copies.index(last) + 1 :]:  # of a change that then was not made: they are the file
                copy.unlink()
            made.append(undone := back_up(path, now or datetime.now(), undone=True))
            times = known.last_undone if typed is None else left.undone if left else 0
            note_left(path, new, times + 1, left, undone, Kept(present.hex(), "undo"))
            move_unless_changed(new, path, state)
        drop_copy(last)  # where that fails, it is the file, which another undo passes over
        drop_old_backups(path, undone=True)
    return (
        f"{path.name} is again as it was before its change of {time_of(last):%Y-%m-%d at %H:%M:%S}. "
        f"What it held until now is kept as {FOLDER}/{undone.name}; xladdin redo brings it back."
    )


def redo(
    path: Path,
    *,
    now: datetime | None = None,
    anyway: bool = False,
    differing: Differing = _unknown,
    rows_of: RowsOf = _uncounted,
) -> str:
    """Brings back what the last undo took away, and says so. Another redo goes one further. See `undo` for arguments.

    `rows_of` counts the rows of the content that a copy then keeps. Raises FileProblem if nothing was undone since the
    last change, or as `safely_replace` does.
    """
    path = real_file(path)
    with only_one(path), explained(path):
        refuse_unless_free(path)
        state, present, known = state_of(path), fingerprint_of(path), listed(path)
        left, copies = known.left_as(present.hex()), backups_of(path, undone=True)
        later = [copy for copy in copies if fingerprint_of(copy) != present]
        times = left.undone if left else known.last_undone
        if not later or not times:
            raise FileProblem(f"{path.name}: nothing was undone since its last change, so there is nothing to redo.")
        last = later[-1]
        _refuse_spoilt(path, last, known)
        if left is None and not anyway and (typed := differing(last, path)):
            raise _typed_since(path, typed, "redo", last)
        with copied_file(last, path) as new, dropped_on_failure() as made:
            keep_access(path, new)
            made.append(copy := back_up(path, now or datetime.now()))
            note_left(path, new, times - 1, left, copy, Kept(present.hex(), "redo", rows_of(path)))
            move_unless_changed(new, path, state)
        drop_copy(last)
        drop_old_backups(path)
    return (
        f"{path.name} is again as it was before it was undone. What it held until now is kept as {FOLDER}/{copy.name}."
    )


SOUND, SPOILT, NOT_CHECKED = "sound", "spoilt", "not checked"


@dataclass(frozen=True)
class Backup:
    """A dated copy in the list. `number` is 1 for the latest. `state` is one of three words. `games` may be unknown."""

    number: int
    copy: Path
    command: str
    games: int | None
    state: str


def list_backups(path: Path) -> list[Backup]:
    """The dated copies of a file, the latest first, each compared with the digest that was kept of it.

    A copy that the button of an .xlsm has saved has none. Raises FileProblem if there is no such file.
    """
    path = real_file(path)
    with explained(path):
        known = listed(path)
        return [
            Backup(number, copy, *_told_of(copy, known))
            for number, copy in enumerate(reversed(backups_of(path)), start=1)
        ]


def bring_back(path: Path, number: int, *, now: datetime | None = None, rows_of: RowsOf = _uncounted) -> str:
    """Brings back the copy of that number of the list, and says so. `undo` takes this change back like others.

    `rows_of` counts the rows of the content that a copy then keeps. Raises FileProblem if there is no such copy, if it
    is spoilt, or as `safely_replace` does.
    """
    path = real_file(path)
    with only_one(path):
        found = {backup.number: backup for backup in list_backups(path)}.get(number)
        if found is None:
            raise FileProblem(
                f"{path.name} has no copy {number}. xladdin backups {path.name} lists those that are there."
            )
        _refuse_spoilt(path, found.copy, listed(path))
        with open(found.copy, "rb") as stream:
            content = stream.read()
        why = Why("undo --to", rows_of(path))
        kept = safely_replace(path, lambda target: target.write(content), now=now, why=why)
    assert kept is not None
    return (
        f"{path.name} is again as it was before its change of {time_of(found.copy):%Y-%m-%d at %H:%M:%S}. "
        f"What it held until now is kept as {FOLDER}/{kept.name}; xladdin undo brings it back."
    )


def _told_of(copy: Path, known: Listed) -> tuple[str, int | None, str]:
    kept = known.copies.get(copy.name)
    if kept is None:
        return "", None, NOT_CHECKED
    return kept.command, kept.games, SOUND if fingerprint_of(copy).hex() == kept.digest else SPOILT


def _refuse_spoilt(path: Path, copy: Path, known: Listed) -> None:
    if _told_of(copy, known)[2] == SPOILT:
        raise FileProblem(
            f"{path} was not changed: {FOLDER}/{copy.name} is not what xladdin kept there. "
            f"Choose a copy from xladdin backups {path.name}, and bring it back: xladdin undo {path.name} --to NUMBER"
        )


def _typed_since(path: Path, differs: str, command: str, copy: Path) -> FileProblem:
    return FileProblem(
        f"{path.name} has changed since xladdin last wrote it, and you would lose that: {differs} from "
        f"{FOLDER}/{copy.name}. To do it anyway: xladdin {command} {path.name} --anyway"
    )
