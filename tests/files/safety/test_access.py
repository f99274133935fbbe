"""Who may read and write a workbook stays as it was. Nobody gets at a copy who may not read the workbook."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.files.safety.plain_files import NEW, OLD, ROOT, write
from tests.helpers.clubs import NOW, sample_book
from tests.helpers.programs.finding import find_program, run_program
from xladdin.files import atomic_write as new_file
from xladdin.files.atomic_write import replace_on_windows
from xladdin.files.restore import undo
from xladdin.files.safe_write import safely_replace
from xladdin.hosts.recalculation import recalculate_file

ADMINISTRATOR = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only the administrator may give files away"
)

ACCESS_LISTS = pytest.mark.skipif(
    "CI" not in os.environ and (shutil.which("setfacl") is None or not hasattr(os, "listxattr")),
    reason="there are no access lists here: on Linux, setfacl of the package acl sets them",
)


def changed(club: Path) -> list[Path]:
    """Return the file after a change and an undo, and the copies that xladdin kept of it."""
    safely_replace(club, write(b"first"), now=NOW)
    safely_replace(club, write(NEW))
    undo(club)
    return [club, *(club.parent / "backups").glob("[!.]*")]


@ACCESS_LISTS
def test_access_lists_and_attributes_stay(club: Path) -> None:
    club.chmod(0o640)
    run_program([find_program("setfacl"), "-m", "u:65534:r", club])
    os.setxattr(club, "user.remark", b"kept by Ann")
    for file in changed(club):
        assert os.getxattr(file, "user.remark") == b"kept by Ann"
        assert "user:nobody:r--" in run_program([find_program("getfacl"), "-p", file])
        assert file.stat().st_mode & 0o777 == 0o640


@ADMINISTRATOR
def test_owner_and_group_stay(club: Path) -> None:
    club.chmod(0o660)
    os.chown(club, 1234, 2345)
    for file in changed(club):
        assert (file.stat().st_uid, file.stat().st_gid, file.stat().st_mode & 0o777) == (1234, 2345, 0o660)


AS_ANOTHER_USER = """
import hashlib, os, sys, _strptime
from pathlib import Path
from xladdin.files.safe_write import safely_replace
os.setgid(65534), os.setuid(65534)
safely_replace(Path(sys.argv[1]), lambda target: target.write(b"new"))
"""


@ADMINISTRATOR
def test_a_group_that_cannot_be_kept_gives_no_other_group_its_rights() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        club = folder / "club.xlsx"
        club.write_bytes(OLD)
        os.chown(club, 65534, 2345)
        club.chmod(0o660)
        subprocess.run([sys.executable, "-c", AS_ANOTHER_USER, club], cwd=ROOT, check=True)
        for file in (club, *(folder / "backups").glob("[!.]*")):
            assert file.stat().st_gid == 65534
            assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of this kind are POSIX's")
def test_no_copy_is_wider_than_the_workbook_not_even_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    path.chmod(0o600)
    opened: list[int] = []
    sync = os.fsync

    def look(file: int) -> None:
        if stat.S_ISREG(os.fstat(file).st_mode):
            opened.append(os.fstat(file).st_mode & 0o777)
        sync(file)

    monkeypatch.setattr(new_file.os, "fsync", look)
    recalculate_file(path, tmp_path / "other.xlsx", NOW)
    recalculate_file(path, None, NOW)
    assert (tmp_path / "other.xlsx").stat().st_mode & 0o777 == 0o600
    assert len(opened) >= 3
    assert not [mode for mode in opened if mode & 0o077]


class Kernel:
    """kernel32 of Windows, as far as one function goes. `answers` says whether each call of it succeeds."""

    def __init__(self, *answers: bool) -> None:
        self._answers = list(answers)
        self.calls: list[tuple[Any, ...]] = []

    def ReplaceFileW(self, *arguments: Any) -> bool:
        self.calls.append(arguments)
        done = self._answers.pop(0)
        if done:
            os.replace(arguments[1], arguments[0])
        return done


@pytest.mark.parametrize(("answers", "flags"), [([True], [0]), ([False, True], [0, 2])])
def test_on_windows_the_old_file_passes_on_its_access_list(
    answers: list[bool], flags: list[int], club: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new"
    new.write_bytes(NEW)
    kernel = Kernel(*answers)
    replace_on_windows(new, club, kernel)
    assert club.read_bytes() == NEW
    assert kernel.calls == [(str(club), str(new), None, flag, None, None) for flag in flags]
