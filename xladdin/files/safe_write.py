"""Replace or create a file atomically, and make a dated backup of its old content.

The new content is written to a file next to the old one, which then replaces it in one step. Until that step the old
file is complete, so that a full disk, a crash, a kill or a power cut loses nothing. The new file has the owner, group,
permissions, access control lists and extended attributes of the old one.
"""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from xladdin.errors import WorkbookError, make_missing_file_error
from xladdin.files.locks import (
    OWNER_ONLY,
    READ_FLAGS,
    file_lock,
    make_protected_folder_error,
    make_sibling_path,
    validate_not_open,
)
from xladdin.messages import Message, msg

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

# The name of the attribute in which Linux stores the access control list of a file.
_ACCESS_LIST = "system.posix_acl_access"
# macOS, copyfile(3): lists, permissions and times, extended attributes.
_COPYFILE_METADATA = 0b111
_IGNORE_MERGE_ERRORS = 2
# ERROR_INVALID_FUNCTION, ERROR_NOT_SUPPORTED and ERROR_INVALID_PARAMETER of Windows. ReplaceFileW fails with these on a
# file system that cannot preserve access rights.
_NOT_SUPPORTED = (1, 50, 87)


def copy_access(path: Path, new: Path) -> None:
    """Copy the access rights of `path` to `new`. Where the system does not allow all of them, `new` gets fewer.

    On Windows only the read-only attribute is copied here, because `replace_on_windows` preserves the access rights.
    """
    if sys.platform == "win32":
        shutil.copymode(path, new)
        return
    status = path.stat()
    for owner, group in ((status.st_uid, status.st_gid), (-1, status.st_gid)):
        with suppress(PermissionError):  # only the administrator may change the owner of a file
            os.chown(new, owner, group)
            break
    mode = stat.S_IMODE(status.st_mode)
    same_group = new.stat().st_gid == status.st_gid
    if not same_group:  # the new group gets the rights of everybody, not those of the old group
        mode &= ~0o070 | (mode & 0o007) << 3
    if sys.platform == "darwin":
        _copy_metadata(path, new)
    elif hasattr(os, "listxattr"):
        _copy_attributes(path, new, excluded=() if same_group else (_ACCESS_LIST,))
    if (same_group and not _has_access_list(new)) or not same_group:
        new.chmod(mode)


def _has_access_list(path: Path) -> bool:
    with suppress(OSError, AttributeError):
        return _ACCESS_LIST in os.listxattr(path)  # type: ignore[attr-defined, unused-ignore]
    return False


def _copy_attributes(path: Path, new: Path, excluded: tuple[str, ...]) -> None:
    with suppress(OSError):  # the file system may have no extended attributes
        for name in os.listxattr(path):  # type: ignore[attr-defined, unused-ignore]
            if name not in excluded:
                with suppress(OSError):  # some attributes can be set only by the system
                    os.setxattr(new, name, os.getxattr(path, name))  # type: ignore[attr-defined, unused-ignore]


def _copy_metadata(path: Path, new: Path) -> None:
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).copyfile(os.fsencode(path), os.fsencode(new), None, _COPYFILE_METADATA)


def replace_on_windows(new: Path, path: Path, kernel: Any) -> None:
    """Replace `path` by `new`, preserving the access control list, attributes and creation time of `path`.

    On a file system without these, the file is only moved. `kernel` is kernel32 of ctypes.

    Raises:
        OSError: Windows does not permit the replacement.
    """
    import ctypes

    for flags in (0, _IGNORE_MERGE_ERRORS):
        if kernel.ReplaceFileW(str(path), str(new), None, flags, None, None):
            return
    code = ctypes.get_last_error()  # type: ignore[attr-defined, unused-ignore]
    if code not in _NOT_SUPPORTED:
        raise ctypes.WinError(code)  # type: ignore[attr-defined, unused-ignore]
    os.replace(new, path)


ContentWriter = Callable[[BinaryIO], object]

_NEW_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
_LEFTOVER = re.compile(r"(\..+\.)[0-9]+\.new", re.DOTALL)
# The permissions of a new file, before the user's mask is applied.
DEFAULT_FILE_MODE = 0o666


@contextmanager
def temporary_file(path: Path, write: ContentWriter, *, mode: int = OWNER_ONLY, durable: bool = True) -> Iterator[Path]:
    """Yield a temporary file next to `path` with the content that `write` writes. It is deleted unless moved away.

    The file must be new, so that an existing link is never followed and an existing pipe never waited for. Temporary
    files of killed runs are deleted first, so the caller must hold the lock of `path`.

    Args:
        path: The file that the new one will replace.
        write: Writes the content to a binary file.
        mode: Permissions, effective from the first byte on.
        durable: Whether the content must survive a power cut. Without it, writing many files is faster.

    Raises:
        OSError: The file cannot be written.
    """
    new = _make_temporary_path(path)
    if durable:
        remove_leftovers(path.parent, [path.name])
    opened = os.open(new, _NEW_FLAGS, mode)
    try:
        with open(opened, "wb") as stream:
            write(stream)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        yield new
    finally:
        with suppress(OSError):  # it was moved, or else the next run deletes it
            new.unlink()


def remove_leftovers(folder: Path, names: Iterable[str]) -> None:
    """Delete the temporary files that killed runs left in a folder for the files with these names."""
    for path in find_leftovers(folder, names):
        with suppress(IsADirectoryError, PermissionError):  # a folder, or a file of another user
            path.unlink()


def find_leftovers(folder: Path, names: Iterable[str]) -> list[Path]:
    """Return the temporary files that killed runs left in a folder for the files with these names."""
    beginnings = {_LEFTOVER.sub(r"\1", _make_temporary_path(folder / name).name) for name in names}
    return [
        folder / name for name in os.listdir(folder) if (match := _LEFTOVER.fullmatch(name)) and match[1] in beginnings
    ]


def write_file(path: Path, write: ContentWriter, *, durable: bool = True) -> None:
    """Create or replace a file atomically. `durable` is as for `temporary_file`. Raises OSError."""
    with temporary_file(path, write, mode=DEFAULT_FILE_MODE, durable=durable) as new:
        replace_file(new, path, durable=durable)


def _make_temporary_path(path: Path) -> Path:
    return make_sibling_path(path, ".", f".{os.getpid():010}.new")


@contextmanager
def temporary_copy(source: Path, path: Path) -> Iterator[Path]:
    """Yield a new file next to `path`, as `temporary_file` does, with the content of `source`."""
    with open(source, "rb") as stream, temporary_file(path, lambda target: shutil.copyfileobj(stream, target)) as new:
        yield new


def replace_file(new: Path, path: Path, *, durable: bool = True) -> None:
    """Replace `path` by `new` atomically. `durable` is as for `temporary_file`. Raises OSError."""
    if sys.platform == "win32":
        import ctypes

        if path.exists():
            replace_on_windows(new, path, ctypes.WinDLL("kernel32", use_last_error=True))
        else:
            os.replace(new, path)
    else:
        os.replace(new, path)
        if not durable:
            return
        with suppress(OSError):  # the file is replaced already; syncing the folder only protects from a power cut
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


# The errors of the operating system that mean that a disk, or a user's quota on it, is full.
DISK_FULL_ERRORS = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)


def replace_with_backup(
    path: Path,
    write: ContentWriter,
    expected_content: bytes | None = None,
    *,
    now: datetime | None = None,
    make_backup: bool = True,
    command: str = "",
) -> Path | None:
    """Replace the content of a file, after a backup of the old content, and return the path of the backup.

    Args:
        path: The file to replace, or a link to it.
        write: Writes the new content to a binary file.
        expected_content: The old content from which the new content was made, or None to skip this check.
        now: The time in the name of the backup; by default that of the clock.
        make_backup: Whether to make a backup. Without it, None is returned.
        command: The command in the name of the backup.

    Raises:
        WorkbookError: The file is open elsewhere, has changed since it was read, or cannot be written. It stays as it
            was.
    """
    path, now = resolve_file(path), now or datetime.now()
    with file_lock(path), translate_os_errors(path):
        validate_writable(path)
        with temporary_file(path, write) as new:
            copy_access(path, new)
            validate_writable(path)
            state, backup = read_file_state(path), None
            if expected_content is not None and path.read_bytes() != expected_content:
                raise _make_changed_error(path)
            with delete_on_failure() as backups:
                if make_backup:
                    backups.append(backup := create_backup(path, now, command))
                replace_if_unchanged(new, path, state)
        delete_old_backups(path, now)
    return backup


def create_file(path: Path, write: ContentWriter, *, mode: int = DEFAULT_FILE_MODE) -> None:
    """Create a file with the content that `write` writes, which appears only when it is complete.

    `mode` are its permissions, reduced by the user's umask.

    Raises:
        WorkbookError: The file exists already, or cannot be written.
    """
    validate_folder_exists(path)
    validate_absent(path)
    with file_lock(path), translate_os_errors(path), temporary_file(path, write, mode=mode) as new:
        validate_absent(path)
        replace_file(new, path)


def resolve_file(path: Path) -> Path:
    """Return the path of a file with links followed. Raises WorkbookError if there is no such file."""
    real = path.resolve()
    if not real.is_file():
        raise make_missing_file_error(path)
    return real


def validate_writable(path: Path) -> None:
    """Raise WorkbookError if a file is a backup, is open in another program, or is write-protected."""
    if path.absolute().parent.name == BACKUP_FOLDER and read_workbook_stem(path):
        raise WorkbookError(
            msg("{path} is a dated copy, which stays as it is. To change it, copy it into another folder.", path=path)
        )
    validate_not_open(path)
    if not os.access(path, os.W_OK):
        raise WorkbookError(
            msg("{path} is write-protected. Remove the protection in its properties, or work on a copy.", path=path)
        )


def validate_folder_exists(path: Path) -> None:
    """Raise WorkbookError if the folder that is to contain `path` does not exist."""
    if not path.parent.is_dir():
        raise WorkbookError(
            msg(
                "{path} cannot be created: there is no folder {parent}. Create it first.", path=path, parent=path.parent
            )
        )


def validate_absent(path: Path) -> None:
    """Raise WorkbookError if anything exists at `path`, so that a new file would overwrite it."""
    if os.path.lexists(path):
        raise WorkbookError(
            msg(
                "{path} already exists, and xladdin does not overwrite it. Choose another name, or move the file.",
                path=path,
            )
        )


def validate_folder_path(folder: Path) -> None:
    """Raise WorkbookError unless `folder` is a folder or can be created."""
    validate_folder_exists(folder)
    if os.path.lexists(folder) and not folder.is_dir():
        raise WorkbookError(msg("{folder} already exists and is not a folder. Choose another name.", folder=folder))


@contextmanager
def delete_on_failure() -> Iterator[list[Path]]:
    """Yield a list for the backups made for a change, and delete these backups if the change fails.

    A change fails on Windows, for example, while another program reads the file.
    """
    backups: list[Path] = []
    try:
        yield backups
    except (OSError, WorkbookError):
        for backup in backups:
            delete_backup(backup)
        raise


def replace_if_unchanged(new: Path, path: Path, state: tuple[int, ...]) -> None:
    """Replace `path` by `new` atomically. Raises WorkbookError if another program has saved it since `state`."""
    if read_file_state(path) != state:
        raise _make_changed_error(path)
    replace_file(new, path)


def _make_changed_error(path: Path) -> WorkbookError:
    return WorkbookError(
        msg("{path} was not saved: another program has changed it in the meantime. Try again.", path=path)
    )


def read_file_state(path: Path) -> tuple[int, ...]:
    """Return values that change whenever a program saves the file: its inode, size and time of modification."""
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns


def compute_fingerprint(path: Path) -> bytes:
    """Return the SHA-256 digest of the content of a file."""
    import hashlib

    return hashlib.sha256(path.read_bytes()).digest()


@contextmanager
def translate_os_errors(path: Path) -> Iterator[None]:
    """Turn an OSError into a WorkbookError that names `path` and tells the user what to do."""
    try:
        yield
    except PermissionError as error:
        if not os.path.lexists(path):  # a new file or folder
            raise make_protected_folder_error(path, error) from None
        raise WorkbookError(
            msg(
                "{path} was not changed: the system does not permit it ({strerror}: {filename}). If it is open "
                "in another program, close it there; otherwise copy it into a folder of your own.",
                path=path,
                strerror=error.strerror,
                filename=error.filename,
            )
        ) from None
    except OSError as error:
        raise WorkbookError(
            msg("{path} was not changed: {reason}.", path=path, reason=describe_os_error(error))
        ) from None


def describe_os_error(error: OSError) -> Message | str:
    """Return the operating system's message for an error, or advice in case of a full disk."""
    if error.errno in DISK_FULL_ERRORS:
        return msg("the disk is full. Free some space and try again")
    return error.strerror or str(error)


def delete_files(paths: Iterable[Path], workbook: Path) -> None:
    """Delete files, and then empty folders up to that of `workbook`. Missing files are ignored.

    Raises:
        WorkbookError: The operating system does not permit it.
    """
    with translate_os_errors(workbook):
        for path in paths:
            path.unlink(missing_ok=True)
            folder = path.parent
            while folder != workbook.parent and folder.is_dir() and not os.listdir(folder):
                folder.rmdir()
                folder = folder.parent


# The folder of the backups of a workbook, next to it.
BACKUP_FOLDER = "backups"
# The most recent backups of a workbook to keep, and the most states saved by `undo`.
MAX_BACKUPS = 10
# The number of days, and of months, of which the last backup is kept as well. Without this, the many recalculations of
# an evening on which errors are corrected would displace all older backups.
MAX_BACKUP_DAYS, MAX_BACKUP_MONTHS = 10, 12
# The commands in the names of backups that `undo` makes for `redo`, and of backups that `redo` makes.
UNDO, REDO = "undo", "redo"
# The command in the name of a backup by the first `undo` after a change. `redo` goes no further than to this one, since
# the backups by an earlier `undo` are of states before that change.
FIRST_UNDO = "undo-first"

# How far in the future a backup may be dated, since clocks are put back. A backup with a later date, from a clock that
# was wrong, would remain the newest for years. So `undo` and the naming of new backups ignore it.
_CLOCK_TOLERANCE = timedelta(days=1)
_STAMP = "%Y-%m-%d %H%M%S"
_DAY, _MONTH = len("2026-01-31"), len("2026-01")
_MAX_COMMAND_LENGTH = 10
_ENDING = re.compile(rf"([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}} [0-9]{{6}})(?: ([a-z-]{{1,{_MAX_COMMAND_LENGTH}}}))?\Z")


def create_backup(path: Path, now: datetime, command: str) -> Path:
    """Copy a file to a new backup, and return the backup's path.

    The name has the time and the command. The time is `now`, or a second after the latest backup if that is later.

    Raises:
        WorkbookError: A file or a link has the name of the folder of backups.
    """
    folder = path.parent / BACKUP_FOLDER
    with suppress(FileExistsError):
        folder.mkdir()
    if folder.is_symlink() or not folder.is_dir():
        kind = msg("a link") if folder.is_symlink() else msg("a file")
        raise WorkbookError(
            msg(
                "{path} was not changed: {folder}, where its backup copy is saved first, is {kind}. Move or rename "
                "it, and try again.",
                path=path,
                folder=folder,
                kind=kind,
            )
        )
    times = [read_backup_time(backup) for backup in find_all_backups(path)]
    if past_times := [time for time in times if time - now <= _CLOCK_TOLERANCE]:
        now = max(now, past_times[-1] + timedelta(seconds=1))
    backup = folder / f"{_make_name_prefix(path)}{now.strftime(_STAMP)}{command and f' {command}'}{path.suffix}"
    with temporary_copy(path, folder / path.name) as new:
        copy_access(path, new)
        status = path.stat()
        os.utime(new, ns=(status.st_atime_ns, status.st_mtime_ns))
        replace_file(new, backup)
    return backup


def find_all_backups(path: Path) -> list[Path]:
    """Return all backups of a file, the oldest first, including those made by `undo` and those dated in the future.

    Links, and names with an impossible date, are ignored.
    """
    folder = path.parent / BACKUP_FOLDER
    if folder.is_symlink() or not folder.is_dir():
        return []
    prefix = _make_name_prefix(path)
    candidates = (
        folder / name
        for name in os.listdir(folder)
        if name.startswith(prefix)
        and name.endswith(path.suffix)
        and _ENDING.fullmatch(name.removeprefix(prefix).removesuffix(path.suffix))
    )
    return sorted(filter(_is_backup, candidates), key=lambda backup: (read_backup_time(backup), backup.name))


def find_backups(path: Path, now: datetime | None = None, *, made_by_undo: bool = False) -> list[Path]:
    """Return the backups of a file that `undo` can restore, the oldest first.

    Args:
        path: The file.
        now: The present time, by default that of the clock. Backups dated more than a day later are left out.
        made_by_undo: Whether to return the backups made by `undo` instead, which `redo` can restore.
    """
    last = (now or datetime.now()) + _CLOCK_TOLERANCE
    backups = find_all_backups(path)
    return [backup for backup in backups if is_undo_backup(backup) is made_by_undo and read_backup_time(backup) <= last]


def delete_old_backups(path: Path, now: datetime, *, made_by_undo: bool = False) -> None:
    """Delete the backups beyond the numbers to keep. Errors are ignored, because a superfluous backup does no harm.

    With `made_by_undo`, the backups made by `undo` are deleted.
    """
    with suppress(OSError):
        backups = find_backups(path, now, made_by_undo=made_by_undo)
        retained = set(backups[-MAX_BACKUPS:]) if made_by_undo else set(_choose_backups_to_keep(backups))
        for backup in backups:
            if backup not in retained:
                delete_backup(backup)


def delete_backup(backup: Path) -> None:
    """Delete a backup. Errors are ignored, and so is a path that is not a backup by its folder, name and type."""
    with suppress(OSError):
        if backup.parent.name == BACKUP_FOLDER and _is_backup(backup):
            backup.unlink()


def read_backup_time(backup: Path) -> datetime:
    """Return the time in the name of a backup. Raises ValueError if the name has none."""
    return datetime.fromisoformat(_match_ending(backup)[1])


def read_backup_command(backup: Path) -> str:
    """Return the command in the name of a backup, or "". Raises ValueError if it is not the name of a backup."""
    return _match_ending(backup)[2] or ""


def is_undo_backup(backup: Path) -> bool:
    """Return whether a backup was made by `undo`. Raises ValueError if it does not have the name of a backup."""
    return read_backup_command(backup) in (UNDO, FIRST_UNDO)


def read_workbook_stem(backup: Path) -> str:
    """Return the stem of a workbook from the name of its backup, or "" if the name is not that of a backup."""
    ending = _ENDING.search(backup.stem)
    return backup.stem[: ending.start()].rstrip() if ending else ""


def _match_ending(backup: Path) -> re.Match[str]:
    ending = _ENDING.search(backup.stem)
    if ending is None:
        raise ValueError(f"{backup.name} is not the name of a backup")
    return ending


def _choose_backups_to_keep(backups: Sequence[Path]) -> Iterator[Path]:
    """Yield the last `MAX_BACKUPS` backups, and the last of each of the latest days and months, possibly repeated."""
    yield from backups[-MAX_BACKUPS:]
    for length, limit in ((_DAY, MAX_BACKUP_DAYS), (_MONTH, MAX_BACKUP_MONTHS)):
        last_of = {_match_ending(backup)[1][:length]: backup for backup in backups}
        yield from [last_of[period] for period in sorted(last_of)[-limit:]]


def _is_backup(backup: Path) -> bool:
    """Return whether a path is a backup by its name and type.

    Raises:
        OSError: The file cannot be examined. `undo` must report it, because it would otherwise restore an older backup.
    """
    try:
        read_backup_time(backup)
        return stat.S_ISREG(backup.lstat().st_mode)
    except (ValueError, FileNotFoundError):
        return False


def _make_name_prefix(path: Path) -> str:
    """Return the beginning of the names of a file's backups, shortened if the whole name would be too long."""
    ending = f" {'0' * len('2026-01-31 193000')} {'x' * _MAX_COMMAND_LENGTH}{path.suffix}"
    return make_sibling_path(path, "", ending, stem=path.stem).name.removesuffix(ending) + " "


# The number of bytes from which the kind of a file is recognized.
_BEGINNING = 4096


class OutputKind(NamedTuple):
    """A kind of file that may replace an older file of the same kind.

    Attributes:
        name: Name of the kind for messages, such as "PDF".
        suffix: Suffix of the file's name, such as ".pdf".
        is_match: Returns whether the first bytes of a file are those of this kind.
        mode: Permissions of a new file, reduced by the user's umask.
    """

    name: Message
    suffix: str
    is_match: Callable[[bytes], bool]
    mode: int = DEFAULT_FILE_MODE


def validate_output(path: Path, kind: OutputKind) -> None:
    """Raise WorkbookError if the suffix is wrong, the folder is missing, or another kind of file exists at `path`."""
    if path.suffix.lower() != kind.suffix:
        raise WorkbookError(
            msg(
                "{path} was not written: the name of a {kind} must end in {suffix}.",
                path=path,
                kind=kind.name,
                suffix=kind.suffix,
            )
        )
    validate_folder_exists(path)
    try:
        status = path.lstat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise WorkbookError(
            msg("{path} cannot be created ({strerror}). Choose another name.", path=path, strerror=error.strerror)
        ) from None
    if not stat.S_ISREG(status.st_mode) or not kind.is_match(_read_beginning(path)):
        raise WorkbookError(
            msg("{path} already exists and is a link. Choose another name, or move it first.", path=path)
            if stat.S_ISLNK(status.st_mode)
            else msg(
                "{path} already exists and is not a {kind}. Choose another name, or move it first.",
                path=path,
                kind=kind.name,
            )
        )


def write_output(path: Path, write: ContentWriter, kind: OutputKind) -> None:
    """Create a file, or replace an older one of its kind, atomically.

    Raises:
        WorkbookError: Another kind of file exists at `path`, or the file cannot be written. Nothing has changed then.
    """
    validate_output(path, kind)
    with file_lock(path), translate_os_errors(path), temporary_file(path, write, mode=kind.mode) as new:
        validate_output(path, kind)
        replace_file(new, path)


def _read_beginning(path: Path) -> bytes:
    try:
        with open(os.open(path, READ_FLAGS), "rb") as file:
            return file.read(_BEGINNING)
    except OSError as error:
        raise WorkbookError(
            msg(
                "{path} already exists and cannot be read ({reason}). Choose another name.",
                path=path,
                reason=error.strerror,
            )
        ) from None


def serialize_workbook(workbook: Workbook) -> bytes:
    """Return the bytes of the file of a workbook. Raises WorkbookError if temporary files cannot be written."""
    stream = io.BytesIO()
    try:
        workbook.save(stream)
    except Exception as error:
        cause = _find_os_error(error)
        if cause is None:
            raise
        import tempfile

        folder = tempfile.gettempdir()
        raise WorkbookError(
            msg(
                "No workbook was created. In the folder for temporary files, {folder}, {reason}.",
                folder=folder,
                reason=describe_os_error(cause),
            )
        ) from None
    return stream.getvalue()


def _find_os_error(error: Exception) -> OSError | None:
    """Return the OSError behind an error of openpyxl, or None.

    If lxml is installed, openpyxl raises an error of lxml with a text such as "IO_ENOSPC" instead of an OSError.
    """
    if isinstance(error, OSError):
        return error
    code = getattr(errno, str(error).removeprefix("IO_"), None)
    return None if code is None else OSError(code, os.strerror(code))
