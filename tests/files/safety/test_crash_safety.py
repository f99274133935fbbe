"""A process of its own meets kills, full disks and folders that it may not write to. The old file always stays."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.files.safety.plain_files import OLD, ROOT, names
from tests.helpers.suite.length import usual_or_long

KILLS = usual_or_long(50, 250)
KILL_AT_RANDOM = """
import os, random, signal, sys, time
from pathlib import Path
from xladdin.files.safe_write import safely_replace

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
    for copy in (path.parent / "backups").glob("club 20*"):
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
    assert min(old, new) > KILLS // 12
    assert names(tmp_path) == ["backups", "club.xlsx"]
    assert all(name.startswith("club 20") for name in names(tmp_path / "backups"))


CHANGE = """
import sys
from pathlib import Path
from xladdin.errors import WorkbookError
from xladdin.files.safe_write import safely_replace

{before}
try:
    safely_replace(Path(sys.argv[1]), lambda target: target.write(b"new" * {thousands}000))
except WorkbookError as problem:
    print(problem)
    sys.exit(2)
"""
SMALL_DISK = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))"
NO_ROOT = "import hashlib, os; os.geteuid() == 0 and (os.setgid(65534), os.setuid(65534))"
"""The administrator may write everywhere. 65534 is nobody, who may not read all that Python imports later."""


def change_refused(path: Path, before: str, thousands: int) -> str:
    """Return what a process with other limits or rights says when it cannot change the file."""
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


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """Return a folder that every user can reach, with a workbook in it."""
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
