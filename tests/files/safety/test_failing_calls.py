"""Every message about a file is true, whichever call of the system fails on the way."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.files.safety.faults import one_call_failing
from tests.files.safety.plain_files import NEW, OLD, write
from tests.helpers.clubs import LATER, NOW
from xladdin.errors import WorkbookError
from xladdin.files.restore import redo, undo
from xladdin.files.safe_write import OutputKind, safely_create, safely_replace, write_output

ANY = OutputKind("file", ".xlsx", lambda beginning: True)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="open files are told by /proc")


def _changed_twice(path: Path) -> None:
    path.write_bytes(OLD)
    safely_replace(path, write(b"first"), now=NOW)
    safely_replace(path, write(b"second"), now=LATER)


def _undone(path: Path) -> None:
    _changed_twice(path)
    undo(path, now=LATER)


def _nothing(path: Path) -> None:
    pass


CHANGES = {
    "a change": (_changed_twice, lambda path: safely_replace(path, write(NEW), now=LATER), NEW),
    "notes alone": (_changed_twice, lambda path: safely_replace(path, write(NEW), keep_copy=False), NEW),
    "undo": (_changed_twice, lambda path: undo(path, now=LATER), b"first"),
    "redo": (_undone, lambda path: redo(path, now=LATER), b"second"),
    "a new file": (_nothing, lambda path: safely_create(path, write(NEW)), NEW),
    "an output": (_changed_twice, lambda path: write_output(path, write(NEW), ANY), NEW),
}


@pytest.mark.parametrize(
    ("name", "code"), [*((name, errno.EIO) for name in CHANGES), ("a change", errno.ENOSPC), ("a change", errno.EACCES)]
)
def test_each_call_failing_in_turn(name: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a run says of the file is true: it changed the file exactly where it says nothing."""
    monkeypatch.setattr(os, "fsync", lambda file: None)  # which takes most of the time, and fails all the same
    prepare, change, after = CHANGES[name]
    number, refused = 0, 0
    while True:
        number += 1
        path = tmp_path / str(number) / "Our club.xlsx"
        path.parent.mkdir()
        prepare(path)
        before = path.read_bytes() if path.exists() else None
        with one_call_failing(path.parent, number, code) as faults:
            said = _said_by(change, path)
        if not faults.met:
            break
        there = path.read_bytes() if path.exists() else None
        assert there == (before if said else after), f"{faults.met}: {said}"
        refused += bool(said)
        _still_works(path, there)
    assert not said
    assert number > 10
    assert refused > 4


def _said_by(change: Callable[[Path], object], path: Path) -> str:
    try:
        change(path)
    except (WorkbookError, OSError) as problem:
        return str(problem)
    return ""


def _still_works(path: Path, there: bytes | None) -> None:
    """Check that the next change and its undo work, and that no file of the broken run stays."""
    if there is None:
        safely_create(path, write(OLD))
        there = OLD
    safely_replace(path, write(b"next"))
    undo(path)
    assert path.read_bytes() == there
    assert [name for name in os.listdir(path.parent) if name.endswith((".new", "-lock"))] == []
