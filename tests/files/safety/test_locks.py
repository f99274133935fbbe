"""Contract of locks: what is open elsewhere stays as it is. Of two runs at once one waits or is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.files.safety.plain_files import AS_NOBODY, NEW, POSIX, ROOT, names, run_python, write
from tests.helpers.clubs import LATER, NOW, recalc_club, sample_book, set_cells
from xladdin import WorkbookError
from xladdin.files.safe_write import replace_with_backup
from xladdin.hosts.undo import undo

EXCEL_OWNER = b"\x0fMarta Contreras" + b" " * 39 + b"\x0f\0" + "Marta Contreras".encode("utf-16-le")


@pytest.mark.parametrize(
    ("lock", "content", "message"),
    [
        ("~$Our club.xlsx", EXCEL_OWNER, r"is open in Excel by Marta Contreras\. Close it there"),
        ("~$Our club.xlsx", b"", r"is open in Excel\. Close it there and try again"),
        (".~lock.Our club.xlsx#", b",marta,pc,07.01.2026 19:30,file:///home;", r"is open in LibreOffice by marta\."),
        (".~lock.Our club.xlsx#", "Zoë Q,zoe,pc,x,y;".encode(), r"is open in LibreOffice by Zoë Q\."),
    ],
)
@pytest.mark.parametrize("change", [lambda path: replace_with_backup(path, write(NEW)), undo], ids=["replace", "undo"])
def test_a_file_that_is_open_elsewhere(
    lock: str, content: bytes, message: str, change: Callable[[Path], object], club: Path
) -> None:
    replace_with_backup(club, write(b"first"), now=NOW)
    (club.parent / lock).write_bytes(content)
    with pytest.raises(WorkbookError, match=message) as caught:
        change(club)
    assert f"delete the file {lock} next to it" in str(caught.value)
    assert club.read_bytes() == b"first"
    assert len(names(club.parent / "backups")) == 1


RECALCULATE = """
import sys
from datetime import datetime
from pathlib import Path
from xladdin.hosts.file_commands import recalculate_file
outcome = recalculate_file(Path(sys.argv[1]), None, datetime(2026, 3, 15))
print(len(outcome.blocks) > 0)
"""


def test_recalculations_at_once_are_as_one(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    set_cells(path, ("Games", "C4", 600))
    copies = len(names(tmp_path / "backups"))
    runs = [
        subprocess.Popen([sys.executable, "-c", RECALCULATE, path], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    outputs = [run.communicate()[0].strip() for run in runs]
    assert [run.returncode for run in runs] == [0] * 4
    assert sorted(outputs) == ["False", "False", "False", "True"]
    assert len(names(tmp_path / "backups")) == copies + 1
    assert not recalc_club(path, LATER).blocks


LOCK = ".Our club.xlsx.xladdin-lock"
CHANGES: tuple[Callable[[Path], object], ...] = (lambda path: replace_with_backup(path, write(NEW)), undo)


@POSIX
@pytest.mark.parametrize("lock", [LOCK, "~$Our club.xlsx", ".~lock.Our club.xlsx#"])
@pytest.mark.parametrize("kind", ["link", "link to nothing", "second name", "pipe", "folder"])
def test_a_lock_that_leads_elsewhere_is_refused(lock: str, kind: str, club: Path) -> None:
    """An archive that somebody sent may hold such a link. Locking through it would empty the file at its end."""
    replace_with_backup(club, write(b"first"), now=NOW)
    victim, path = club.parent / "victim", club.parent / lock
    victim.write_bytes(EXCEL_OWNER)
    if kind == "second name":
        os.link(victim, path)
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("victim" if kind == "link" else "nothing")
    before = names(club.parent)
    for change in CHANGES:
        with pytest.raises(WorkbookError) as caught:
            change(club)
        message = str(caught.value)
        assert f"{lock} next to it" in message
        assert ("not a regular file. Delete it." if lock == LOCK else "is open in ") in message
    assert (victim.read_bytes(), club.read_bytes(), names(club.parent)) == (EXCEL_OWNER, b"first", before)


LOCKED = """
import sys
from pathlib import Path
from xladdin.errors import WorkbookError
from xladdin.files import locks
locks.LOCK_TIMEOUT = 0.1
try:
    with locks.file_lock(Path(sys.argv[1])):
        print("held")
except WorkbookError as problem:
    print(problem)
"""


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only the administrator can be two users")
def test_another_users_stale_lock_in_a_shared_folder(shared_folder: Path) -> None:
    path, lock = shared_folder / "club.xlsx", shared_folder / ".club.xlsx.xladdin-lock"
    lock.touch(0o600)
    output = run_python(AS_NOBODY + LOCKED, path)
    assert f"if nobody is changing it, delete the file {lock.name} next to it" in output
    lock.unlink()
    assert run_python(AS_NOBODY + LOCKED, path) == "held\n"
