"""A workbook is changed whole or not at all, whatever happens meanwhile, and the last ten states of it are kept."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO

import pytest

from tests.helpers.clubs import LATER, NOW, edited, recalculated, sample_book
from xladdin.errors import FileProblem
from xladdin.workbook import locks
from xladdin.workbook.locks import only_one
from xladdin.workbook.reading import open_club_file
from xladdin.workbook.safekeeping import safely_create, safely_replace, undo

ROOT = Path(__file__).parent.parent
OLD, NEW = b"old" * 1000, b"new" * 1500


class Content:
    """What was read, as a package knows it."""

    def __init__(self, data: bytes) -> None:
        self.fingerprint = hashlib.sha256(data).digest()


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "Our club.xlsx"
    path.write_bytes(OLD)
    return path


def write(data: bytes) -> Callable[[BinaryIO], None]:
    def write_to(target: BinaryIO) -> None:
        target.write(data)

    return write_to


def fail(target: BinaryIO) -> None:
    target.write(NEW)
    raise ZeroDivisionError


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_change_keeps_a_dated_copy(club: Path) -> None:
    copy = safely_replace(club, write(NEW), now=NOW)
    assert club.read_bytes() == NEW
    assert copy == club.parent / "backups" / "Our club 2026-03-14 150900.xlsx"
    assert copy.read_bytes() == OLD
    assert names(club.parent) == ["Our club.xlsx", "backups"]


def test_permissions_stay(club: Path) -> None:
    club.chmod(0o640)
    safely_replace(club, write(NEW))
    assert club.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_a_link_stays_a_link(club: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "link.xlsx"
    link.parent.mkdir()
    link.symlink_to(club)
    copy = safely_replace(link, write(NEW))
    assert link.is_symlink()
    assert club.read_bytes() == NEW
    assert copy.parent == club.parent / "backups"


def test_the_last_ten_copies_are_kept(club: Path) -> None:
    (club.parent / "backups").mkdir()
    foreign = [
        "Our club.xlsx",
        "Our club 2026.xlsx",
        "Our club 2026-01-01 000000.xlsm",
        "Another 2026-01-01 000000.xlsx",
    ]
    for name in foreign:
        (club.parent / "backups" / name).write_bytes(b"")
    for number in range(14):
        safely_replace(club, write(b"state %d" % number), now=NOW + timedelta(minutes=number))
    kept = [name for name in names(club.parent / "backups") if name not in foreign]
    assert kept == [f"Our club 2026-03-14 15{minute:02}00.xlsx" for minute in range(13, 23)]
    assert set(foreign) <= set(names(club.parent / "backups"))


def test_copies_of_one_moment_stand_in_their_order(club: Path) -> None:
    for number in range(3):
        safely_replace(club, write(b"state %d" % number), now=NOW)
    copies = sorted((club.parent / "backups").iterdir())
    assert [copy.read_bytes() for copy in copies] == [OLD, b"state 0", b"state 1"]


def test_undo_goes_back_copy_by_copy_and_keeps_what_was_undone(club: Path) -> None:
    safely_replace(club, write(b"first"), now=NOW)
    safely_replace(club, write(b"second"), now=LATER)
    said = undo(club, now=LATER)
    assert club.read_bytes() == b"first"
    assert "Our club.xlsx is again as it was before its change of 2026-03-15 at 09:26:00" in said
    assert "backups/Our club undone 2026-03-15 092600.xlsx" in said
    assert (club.parent / "backups" / "Our club undone 2026-03-15 092600.xlsx").read_bytes() == b"second"
    undo(club)
    assert club.read_bytes() == OLD
    with pytest.raises(FileProblem, match="no earlier copy"):
        undo(club)
    assert club.read_bytes() == OLD


def test_undo_after_a_new_change_brings_back_what_was_before_that(club: Path) -> None:
    safely_replace(club, write(b"first"), now=NOW)
    safely_replace(club, write(b"second"), now=LATER)
    undo(club)
    safely_replace(club, write(b"third"), now=LATER)
    undo(club)
    assert club.read_bytes() == b"first"


def test_undo_skips_a_copy_of_a_change_that_was_not_made(club: Path) -> None:
    """As a kill between the copy and the swap leaves it."""
    safely_replace(club, write(b"first"), now=NOW)
    (club.parent / "backups" / "Our club 2026-03-15 000000.xlsx").write_bytes(b"first")
    undo(club)
    assert club.read_bytes() == OLD


def test_undo_of_a_recalculation(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    before = path.read_bytes()
    file = open_club_file(path)
    score = file.tables["Games"].headings.index("Score 1")
    edited(path, ("Games", f"{'ABCDEFGH'[score]}2", 600))
    typed = path.read_bytes()
    assert recalculated(path, LATER).changes
    assert path.read_bytes() not in (before, typed)
    undo(path)
    assert path.read_bytes() == typed


def test_a_file_that_changed_since_it_was_read_stays_as_it_is(club: Path) -> None:
    read = Content(club.read_bytes())
    club.write_bytes(b"typed meanwhile")
    with pytest.raises(FileProblem, match=r"another program has changed it since it was read.*Try again"):
        safely_replace(club, write(NEW), read)
    assert club.read_bytes() == b"typed meanwhile"
    assert names(club.parent) == ["Our club.xlsx"]


def test_a_file_that_changes_while_it_is_written(club: Path) -> None:
    def slowly(target: BinaryIO) -> None:
        target.write(NEW)
        club.write_bytes(b"typed meanwhile")

    with pytest.raises(FileProblem, match="another program has changed it"):
        safely_replace(club, slowly, Content(OLD))
    assert club.read_bytes() == b"typed meanwhile"


EXCEL_OWNER = b"\x0fMarta Contreras" + b" " * 39 + b"\x0f\0" + "Marta Contreras".encode("utf-16-le")


@pytest.mark.parametrize(
    ("lock", "content", "said"),
    [
        ("~$Our club.xlsx", EXCEL_OWNER, r"is open in Excel by Marta Contreras\. Close it there"),
        ("~$Our club.xlsx", b"", r"is open in Excel\. Close it there and try again"),
        (".~lock.Our club.xlsx#", b",marta,pc,07.01.2026 19:30,file:///home;", r"is open in LibreOffice by marta\."),
        (".~lock.Our club.xlsx#", "Zoë Q,zoe,pc,x,y;".encode(), r"is open in LibreOffice by Zoë Q\."),
    ],
)
@pytest.mark.parametrize("change", [lambda path: safely_replace(path, write(NEW)), undo], ids=["replace", "undo"])
def test_a_file_that_is_open_elsewhere(
    lock: str, content: bytes, said: str, change: Callable[[Path], object], club: Path
) -> None:
    safely_replace(club, write(b"first"), now=NOW)
    (club.parent / lock).write_bytes(content)
    with pytest.raises(FileProblem, match=said) as caught:
        change(club)
    assert f"delete the file {lock} beside it" in str(caught.value)
    assert club.read_bytes() == b"first"
    assert len(names(club.parent / "backups")) == 1


def test_a_failure_while_writing_leaves_nothing_behind(club: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        safely_replace(club, fail)
    assert club.read_bytes() == OLD
    assert names(club.parent) == ["Our club.xlsx"]


def test_what_a_killed_run_left_is_cleared_away(club: Path) -> None:
    (club.parent / ".Our club.xlsx.4711.new").write_bytes(b"half")
    (club.parent / ".Our club.xlsx.xladdin-lock").write_bytes(b"process 4711 on pc")
    safely_replace(club, write(NEW))
    assert names(club.parent) == ["Our club.xlsx", "backups"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for change in (lambda path: safely_replace(path, write(NEW)), undo):
        with pytest.raises(FileProblem, match="is not there"):
            change(tmp_path / "club.xlsx")
    assert names(tmp_path) == []


def test_a_new_file(tmp_path: Path) -> None:
    safely_create(tmp_path / "club.xlsx", write(NEW))
    assert (tmp_path / "club.xlsx").read_bytes() == NEW
    assert names(tmp_path) == ["club.xlsx"]


def test_a_new_file_never_takes_the_place_of_another(club: Path) -> None:
    with pytest.raises(FileProblem, match="is there already and is not overwritten"):
        safely_create(club, write(NEW))
    assert club.read_bytes() == OLD


def test_a_new_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        safely_create(tmp_path / "club.xlsx", fail)
    with pytest.raises(FileProblem, match=r"there is no folder .*nowhere\. Make it first"):
        safely_create(tmp_path / "nowhere" / "club.xlsx", write(NEW))
    assert names(tmp_path) == []


# Two runs at once.


def test_the_second_run_waits_for_the_first(club: Path) -> None:
    begun, results = threading.Event(), []

    def second() -> None:
        begun.wait()
        safely_replace(club, write(b"second"), now=LATER)
        results.append(club.read_bytes())

    thread = threading.Thread(target=second)
    thread.start()
    with only_one(club):
        begun.set()
        time.sleep(0.3)
        assert not results
        safely_replace(club, write(b"first"), now=NOW)
    thread.join()
    assert results == [b"second"]
    assert [copy.read_bytes() for copy in sorted((club.parent / "backups").iterdir())] == [OLD, b"first"]


def test_the_second_run_gives_up_in_the_end_and_says_who_holds_it(club: Path) -> None:
    said = []

    def second() -> None:
        with pytest.raises(FileProblem) as caught, only_one(club, wait=0.1):
            pass
        said.append(str(caught.value))

    with only_one(club):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
    assert f"is just being changed by another run (process {os.getpid()} on " in said[0]
    assert names(club.parent) == ["Our club.xlsx"]


def test_a_lock_that_the_run_before_deletes_in_between(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between opening the file of a lock and locking it: it is then no lock for anybody who comes later."""
    lock = club.parent / ".Our club.xlsx.xladdin-lock"
    locked, calls = locks._locked, []

    def deleted_first(stream: BinaryIO) -> bool:
        calls.append(stream)
        if len(calls) == 1:
            lock.unlink()
        return locked(stream)

    monkeypatch.setattr(locks, "_locked", deleted_first)
    with only_one(club):
        assert lock.exists()
    assert len(calls) == 2


COUNT_UP = """
import sys
from pathlib import Path
from xladdin.workbook import locks
from xladdin.workbook.locks import only_one
from xladdin.workbook.safekeeping import safely_replace
path = Path(sys.argv[1])
for _ in range(20):
    with only_one(path, wait=60):
        number = int(path.read_bytes()) + 1
        safely_replace(path, lambda target: target.write(b"%d" % number))
"""


def test_many_runs_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    path.write_bytes(b"0")
    runs = [subprocess.Popen([sys.executable, "-c", COUNT_UP, path], cwd=ROOT) for _ in range(4)]
    assert [run.wait() for run in runs] == [0] * 4
    assert path.read_bytes() == b"80"
    assert names(tmp_path) == ["backups", "club.xlsx"]


# Kills, full disks and folders that may not be written to; each in a process of its own.

KILLS = 250
KILL_AT_RANDOM = """
import os, random, signal, sys, time
from pathlib import Path
from xladdin.workbook.safekeeping import safely_replace

path, kills = Path(sys.argv[1]), int(sys.argv[2])
states = [bytes([65 + state]) * 400_000 for state in range(3)]
path.write_bytes(states[0])


def change(state):
    def write(target):
        for at in range(0, len(state), 20_000):
            target.write(state[at : at + 20_000])
    safely_replace(path, write)


def forked_change(state):
    child = os.fork()
    if not child:
        change(state)
        os._exit(0)
    return child


start = time.perf_counter()
for state in states:
    os.waitpid(forked_change(state), 0)
whole = (time.perf_counter() - start) / len(states)
random_ = random.Random(7)
seen = [0, 0]
for number in range(kills):
    old = states.index(path.read_bytes())
    new = (old + 1) % 3
    child = forked_change(states[new])
    time.sleep(random_.uniform(0, 1.5 * whole))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    content = path.read_bytes()
    assert content in (states[old], states[new]), f"after kill {number} the file is neither the old nor the new"
    seen[content == states[new]] += 1
    for copy in (path.parent / "backups").glob("[!.]*"):
        assert copy.read_bytes() in states, f"after kill {number} the copy {copy.name} is not whole"
change(states[0])
print(*seen)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such kills on Windows")
def test_a_kill_at_any_moment_leaves_the_old_file_or_the_new(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    run = subprocess.run(
        [sys.executable, "-c", KILL_AT_RANDOM, path, str(KILLS)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    old, new = map(int, run.stdout.split())
    assert old + new == KILLS
    assert old > 20
    assert new > 20
    assert names(tmp_path) == ["backups", "club.xlsx"]
    assert all(name.startswith("club 20") for name in names(tmp_path / "backups"))


CHANGE = """
import sys
from pathlib import Path
from xladdin.errors import FileProblem
from xladdin.workbook.safekeeping import safely_replace

{before}
try:
    safely_replace(Path(sys.argv[1]), lambda target: target.write(b"new" * {thousands}000))
except FileProblem as problem:
    print(problem)
    sys.exit(2)
"""
SMALL_DISK = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))"
NO_ROOT = "import os; os.geteuid() == 0 and (os.setgid(65534), os.setuid(65534))"
"""The administrator may write everywhere; 65534 is nobody."""


def change_refused(path: Path, before: str, thousands: int) -> str:
    """What a run in a process with other limits or rights says that could not change the file."""
    run = subprocess.run(
        [sys.executable, "-c", CHANGE.format(before=before, thousands=thousands), path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2, run.stderr
    return run.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="limits of this kind are POSIX's")
def test_a_full_disk_leaves_the_old_file(club: Path) -> None:
    said = change_refused(club, SMALL_DISK, thousands=100)
    assert "was not changed: the disk is full. Make room and try again." in said
    assert club.read_bytes() == OLD
    assert names(club.parent) == ["Our club.xlsx"]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of this kind are POSIX's")
def test_a_disk_too_full_for_the_copy(club: Path) -> None:
    """The new file has room, the copy of the old one has none."""
    club.write_bytes(OLD * 10)
    assert "the disk is full" in change_refused(club, SMALL_DISK, thousands=1)
    assert club.read_bytes() == OLD * 10
    assert names(club.parent) == ["Our club.xlsx", "backups"]
    assert names(club.parent / "backups") == []


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that every user can reach, with a workbook in it."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    (folder / "club.xlsx").write_bytes(OLD)
    (folder / "club.xlsx").chmod(0o666)
    yield folder
    folder.chmod(0o777)
    shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of this kind are POSIX's")
@pytest.mark.parametrize("lock_is_there", [False, True])
def test_a_folder_that_may_not_be_written_to(shared_folder: Path, lock_is_there: bool) -> None:
    if lock_is_there:
        (shared_folder / ".club.xlsx.xladdin-lock").touch()
        (shared_folder / ".club.xlsx.xladdin-lock").chmod(0o666)
    before = names(shared_folder)
    shared_folder.chmod(0o555)
    said = change_refused(shared_folder / "club.xlsx", NO_ROOT, thousands=1)
    assert "club.xlsx was not changed" in said
    assert "a folder of your own" in said
    assert (shared_folder / "club.xlsx").read_bytes() == OLD
    assert names(shared_folder) == before


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of this kind are POSIX's")
def test_a_write_protected_file(shared_folder: Path) -> None:
    (shared_folder / "club.xlsx").chmod(0o444)
    assert "is write-protected" in change_refused(shared_folder / "club.xlsx", NO_ROOT, thousands=1)
    assert (shared_folder / "club.xlsx").read_bytes() == OLD
    assert names(shared_folder) == ["club.xlsx"]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of this kind are POSIX's")
def test_backups_that_may_not_be_written_to(shared_folder: Path) -> None:
    (shared_folder / "backups").mkdir(mode=0o555)
    said = change_refused(shared_folder / "club.xlsx", NO_ROOT, thousands=1)
    assert "was not changed: the system does not permit it (Permission denied" in said
    assert (shared_folder / "club.xlsx").read_bytes() == OLD
    assert names(shared_folder) == ["backups", "club.xlsx"]


def test_a_file_that_windows_keeps_open(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There the swap itself is refused while another program has the file open."""

    def refused(new: Path, path: Path) -> None:
        if Path(path) == club:
            raise PermissionError(13, "Access is denied", str(path))
        replace(new, path)

    replace = os.replace
    monkeypatch.setattr(os, "replace", refused)
    with pytest.raises(FileProblem, match="If the workbook is open in another program, close it there"):
        safely_replace(club, write(NEW))
    assert club.read_bytes() == OLD
    assert names(club.parent) == ["Our club.xlsx", "backups"]
    assert names(club.parent / "backups") == []
