"""Contract of safe writing: a file changes whole or not at all, and who may read and write it stays as it was."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.files.safety.plain_files import AS_NOBODY, NEW, OLD, POSIX, names, run_python, write
from tests.helpers.clubs import LATER, NOW, sample_book
from tests.helpers.programs.finding import find_program, run_program
from xladdin import WorkbookError
from xladdin.files import safe_write as safekeeping
from xladdin.files.locks import file_lock
from xladdin.files.safe_write import replace_on_windows, replace_with_backup
from xladdin.hosts import undo as restoring
from xladdin.hosts.file_commands import recalculate_file
from xladdin.hosts.undo import undo


def test_all_is_on_the_disk_before_the_swap(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A power cut may lose data that was not flushed but keep the swap. Then the file would be empty."""
    flushed: set[tuple[int, int]] = set()
    swapped: list[tuple[str, bool]] = []
    fsync, replace = os.fsync, os.replace

    def flush(file: int) -> None:
        fsync(file)
        flushed.add(whole(os.fstat(file)))

    def swap(new: Path, path: Path) -> None:
        swapped.append((path.name, whole(Path(new).stat()) in flushed))
        replace(new, path)

    def whole(file: os.stat_result) -> tuple[int, int]:
        return file.st_ino, file.st_size

    monkeypatch.setattr(os, "fsync", flush)
    monkeypatch.setattr(os, "replace", swap)
    replace_with_backup(club, write(NEW), now=NOW)
    assert swapped == [("Our club 2026-03-14 150900.xlsx", True), ("Our club.xlsx", True)]


@POSIX
def test_a_link_stays_a_link(club: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "link.xlsx"
    link.parent.mkdir()
    link.symlink_to(club)
    copy = replace_with_backup(link, write(NEW))
    assert link.is_symlink()
    assert club.read_bytes() == NEW
    assert copy.parent == club.parent / "backups"


def test_undo_goes_back_copy_by_copy_and_keeps_what_was_undone(club: Path) -> None:
    replace_with_backup(club, write(b"first"), now=NOW)
    copy = replace_with_backup(club, write(b"second"), now=LATER)
    assert copy == club.parent / "backups" / "Our club 2026-03-15 092600.xlsx"
    assert names(club.parent) == ["Our club.xlsx", "backups"]
    message = undo(club, now=LATER)
    assert club.read_bytes() == b"first"
    assert "Our club.xlsx is back to its state before the change of 2026-03-15 at 09:26:00" in message
    assert "backups/Our club 2026-03-15 092601 undo.xlsx" in message
    assert (club.parent / "backups" / "Our club 2026-03-15 092601 undo.xlsx").read_bytes() == b"second"
    undo(club)
    assert club.read_bytes() == OLD
    with pytest.raises(WorkbookError, match="no earlier copy"):
        undo(club)
    assert club.read_bytes() == OLD


def test_a_file_that_changed_since_it_was_read_stays_as_it_is(club: Path) -> None:
    read = club.read_bytes()
    club.write_bytes(b"typed meanwhile")
    with pytest.raises(WorkbookError, match=r"another program has changed it in the meantime.*Try again"):
        replace_with_backup(club, write(NEW), read)
    assert club.read_bytes() == b"typed meanwhile"
    assert names(club.parent) == ["Our club.xlsx"]


@pytest.mark.parametrize("change", [lambda path: replace_with_backup(path, write(NEW), b"first"), undo])
def test_a_file_that_changes_while_it_is_copied(
    change: Callable[[Path], object], club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_with_backup(club, write(b"first"), now=NOW)
    keep = safekeeping.create_backup

    def slowly(path: Path, *arguments: Any, **named: Any) -> Path:
        copy = keep(path, *arguments, **named)
        path.write_bytes(b"typed meanwhile")
        return copy

    for module in (safekeeping, restoring):
        monkeypatch.setattr(module, "create_backup", slowly)
    with pytest.raises(WorkbookError, match="another program has changed it"):
        change(club)
    assert club.read_bytes() == b"typed meanwhile"
    assert names(club.parent / "backups") == ["Our club 2026-03-14 150900.xlsx"]


def in_use(new: Path, path: Path) -> None:
    """Replace a file, but fail as Windows does where another program reads it."""
    if path.name == "Our club.xlsx":
        raise PermissionError(errno.EACCES, "It is being used by another process", str(path))
    os.rename(new, path)


@pytest.mark.parametrize(
    ("call", "fault", "message"),
    [
        ("access", lambda *_: False, r"Our club\.xlsx is write-protected\. Remove the protection in its properties"),
        ("replace", in_use, r"used by another process: .*If it is open in another program, close it there"),
    ],
)
def test_a_file_that_the_system_keeps_is_said_and_leaves_no_copy(
    call: str, fault: Callable[..., object], message: str, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, call, fault)
    with pytest.raises(WorkbookError, match=message):
        replace_with_backup(club, write(NEW))
    assert (club.read_bytes(), [*club.parent.rglob("*.xlsx")]) == (OLD, [club])


def test_what_helps_in_a_protected_folder_depends_on_the_file(tmp_path: Path) -> None:
    for name, advice in (("a.xlsx", "Copy the workbook"), ("a.pdf", "Choose another folder")):
        with pytest.raises(WorkbookError, match=advice), file_lock(tmp_path / "none" / name):
            pass
    with pytest.raises(WorkbookError, match="another folder"), safekeeping.translate_os_errors(tmp_path / "page"):
        raise PermissionError(errno.EACCES, "Permission denied")


def test_only_what_a_killed_run_left_is_cleared_away(club: Path) -> None:
    others = [".Our club.xlsx.notes.new", ".Our club.xlsx.47a.new", ".Our club.xlsx..new", ".Our club.xlsx.4711.newer"]
    for name in others:
        (club.parent / name).write_bytes(b"typed")
    (club.parent / ".Our club.xlsx.12.new").mkdir()
    (club.parent / ".Our club.xlsx.4711.new").write_bytes(b"half")
    (club.parent / ".Our club.xlsx.xladdin-lock").write_bytes(b"process 4711 on pc")
    replace_with_backup(club, write(NEW))
    assert set(names(club.parent)) == {*others, ".Our club.xlsx.12.new", "Our club.xlsx", "backups"}


ADMINISTRATOR = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only the administrator may give files away"
)

ACCESS_LISTS = pytest.mark.skipif(
    "CI" not in os.environ and (shutil.which("setfacl") is None or not hasattr(os, "listxattr")),
    reason="there are no access lists here: on Linux, setfacl of the package acl sets them",
)


def changed(club: Path) -> list[Path]:
    replace_with_backup(club, write(b"first"), now=NOW)
    replace_with_backup(club, write(NEW))
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


CHANGE = """
import sys
from pathlib import Path
from xladdin.files.safe_write import replace_with_backup
replace_with_backup(Path(sys.argv[1]), lambda target: target.write(b"new"))
"""


@ADMINISTRATOR
def test_a_group_that_cannot_be_kept_gives_no_other_group_its_rights(shared_folder: Path) -> None:
    club = shared_folder / "club.xlsx"
    os.chown(club, 65534, 2345)
    club.chmod(0o660)
    run_python(AS_NOBODY + CHANGE, club)
    for file in (club, *(shared_folder / "backups").glob("[!.]*")):
        assert (file.stat().st_gid, file.stat().st_mode & 0o777) == (65534, 0o600)


@POSIX
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

    monkeypatch.setattr(os, "fsync", look)
    recalculate_file(path, tmp_path / "other.xlsx", NOW)
    recalculate_file(path, None, NOW)
    assert (tmp_path / "other.xlsx").stat().st_mode & 0o777 == 0o600
    assert len(opened) >= 3
    assert not [mode for mode in opened if mode & 0o077]


@pytest.mark.parametrize(("answers", "flags"), [([True], [0]), ([False, True], [0, 2])])
def test_on_windows_the_old_file_passes_on_its_access_list(
    answers: list[bool], flags: list[int], club: Path, tmp_path: Path
) -> None:
    """A stand-in for kernel32 takes each call of ReplaceFileW, which succeeds or not."""
    new, calls, left = tmp_path / "new", [], list(answers)
    new.write_bytes(NEW)

    def replace(*arguments: Any) -> bool:
        calls.append(arguments)
        if left[0]:
            os.replace(arguments[1], arguments[0])
        return left.pop(0)

    replace_on_windows(new, club, SimpleNamespace(ReplaceFileW=replace))
    assert club.read_bytes() == NEW
    assert calls == [(str(club), str(new), None, flag, None, None) for flag in flags]
