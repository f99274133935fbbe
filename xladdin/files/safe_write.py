"""Replace or create a file whole or not at all, and keep a dated copy of what it was.

The new file is written next to the old one, and takes its place in one step. Until then the old one is complete: a full
disk, a crash, a kill or a power cut loses nothing. Access to the file stays the same: owner, group, permissions, access
control lists, attributes.
"""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from xladdin.errors import WorkbookError, missing_file_error
from xladdin.files.locks import OWNER_ALONE, READ_FLAGS, file_lock, sibling_path, validate_not_open
from xladdin.messages import Message, msg

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

# The name of the attribute in which Linux stores the access control list of a file.
_ACCESS_LIST = "system.posix_acl_access"
# macOS, copyfile(3): lists, permissions and times, extended attributes.
_COPYFILE_METADATA = 0b111
_IGNORE_MERGE_ERRORS = 2
# Windows' ERROR_INVALID_FUNCTION, ERROR_NOT_SUPPORTED and ERROR_INVALID_PARAMETER: a file system cannot do it.
_NOT_SUPPORTED = (1, 50, 87)


def copy_access(path: Path, new: Path) -> None:
    """Give `new` the access rights of `path`, as far as the system allows, and never more.

    On Windows the step that replaces the file does so.
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
    if not same_group:  # the group may differ, and must not get rights that it did not have
        mode &= ~0o070 | (mode & 0o007) << 3
    if sys.platform == "darwin":
        _copy_metadata(path, new)
    elif hasattr(os, "listxattr"):
        _copy_attributes(path, new, without=() if same_group else (_ACCESS_LIST,))
    if (same_group and not _has_list(new)) or not same_group:
        new.chmod(mode)


def _has_list(path: Path) -> bool:
    with suppress(OSError, AttributeError):
        return _ACCESS_LIST in os.listxattr(path)  # type: ignore[attr-defined, unused-ignore]
    return False


def _copy_attributes(path: Path, new: Path, without: tuple[str, ...]) -> None:
    with suppress(OSError):  # a file system without attributes
        for name in os.listxattr(path):  # type: ignore[attr-defined, unused-ignore]
            if name not in without:
                with suppress(OSError):  # some can be set by the system alone
                    os.setxattr(new, name, os.getxattr(path, name))  # type: ignore[attr-defined, unused-ignore]


def _copy_metadata(path: Path, new: Path) -> None:
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).copyfile(os.fsencode(path), os.fsencode(new), None, _COPYFILE_METADATA)


def replace_on_windows(new: Path, path: Path, kernel: Any) -> None:
    """Move `new` into the place of `path`, keeping its access control list, attributes and time of creation.

    `kernel` is kernel32 in ctypes. Raises OSError if Windows refuses. On a file system without this it is a plain move.
    """
    import ctypes

    for flags in (0, _IGNORE_MERGE_ERRORS):
        if kernel.ReplaceFileW(str(path), str(new), None, flags, None, None):
            return
    code = ctypes.get_last_error()  # type: ignore[attr-defined, unused-ignore]
    if code not in _NOT_SUPPORTED:
        raise ctypes.WinError(code)  # type: ignore[attr-defined, unused-ignore]
    os.replace(new, path)


Write = Callable[[BinaryIO], object]

_NEW_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
_LEFTOVER = re.compile(r"(\..+\.)[0-9]+\.new", re.DOTALL)
# The permissions of a new file, before the user's mask is applied.
EVERYBODY = 0o666


@contextmanager
def new_file(path: Path, write: Write, *, mode: int = OWNER_ALONE, lasting: bool = True) -> Iterator[Path]:
    """Yield a new file next to `path` with what `write` writes, safe on the disk.

    It is deleted unless it is moved away.

    It is never an existing file, so no link is followed and no pipe is waited for. Leftovers of a killed run are
    deleted first, so only one run at a time may make a file for `path`. `mode` sets the permissions from the first byte
    on. Without `lasting` it need not survive a power cut, as one of many that the next run makes again.
    """
    new = _new_path(path)
    if lasting:
        remove_leftovers(path.parent, [path.name])
    opened = os.open(new, _NEW_FLAGS, mode)
    try:
        with open(opened, "wb") as stream:
            write(stream)
            if lasting:
                stream.flush()
                os.fsync(stream.fileno())
        yield new
    finally:
        with suppress(OSError):  # it was moved away, or the next run deletes it
            new.unlink()


def remove_leftovers(folder: Path, names: Iterable[str]) -> None:
    """Remove the files that killed runs left in a folder, for the files with these names."""
    for path in find_leftovers(folder, names):
        with suppress(IsADirectoryError, PermissionError):  # not a file of ours, or another user's
            path.unlink()


def find_leftovers(folder: Path, names: Iterable[str]) -> list[Path]:
    """Return the leftovers of killed runs in a folder, for the files with these names."""
    beginnings = {_LEFTOVER.sub(r"\1", _new_path(folder / name).name) for name in names}
    return [
        folder / name for name in os.listdir(folder) if (match := _LEFTOVER.fullmatch(name)) and match[1] in beginnings
    ]


def write_file(path: Path, write: Write, *, lasting: bool = True) -> None:
    """Write a file and move it into its place, in one step. `lasting` is as in `new_file`. Raises OSError."""
    with new_file(path, write, mode=EVERYBODY, lasting=lasting) as new:
        move_to(new, path, lasting=lasting)


def _new_path(path: Path) -> Path:
    return sibling_path(path, ".", f".{os.getpid():010}.new")


@contextmanager
def temporary_copy(source: Path, path: Path) -> Iterator[Path]:
    """Yield a new file, as `new_file` does, with the content of another file."""
    with open(source, "rb") as stream, new_file(path, lambda target: shutil.copyfileobj(stream, target)) as new:
        yield new


def move_to(new: Path, path: Path, *, lasting: bool = True) -> None:
    """Replace a file in one step: before it `path` is the old file, after it `new`. `lasting` is as in `new_file`."""
    if sys.platform == "win32":
        import ctypes

        if path.exists():
            replace_on_windows(new, path, ctypes.WinDLL("kernel32", use_last_error=True))
        else:
            os.replace(new, path)
    else:
        os.replace(new, path)
        if not lasting:
            return
        with suppress(OSError):  # the step is done; this only makes it outlast a power cut
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


# The errors of the system that mean that a disk, or a user's share of it, is full.
FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)


def safely_replace(
    path: Path,
    write: Write,
    read_as: bytes | None = None,
    *,
    now: datetime | None = None,
    keep_copy: bool = True,
    command: str = "",
) -> Path | None:
    """Replace a file by what `write` writes, and return the path of the dated copy of the old content.

    `read_as` is the content from which the new one was made. `now` and `command` name the copy.
    Without `keep_copy` there is no copy, for a change that nobody will want to undo. Raises WorkbookError if the file
    is open elsewhere, has changed since it was read, or cannot be written. The file then stays as it was.
    """
    path, now = resolve_file(path), now or datetime.now()
    with file_lock(path), friendly_os_errors(path):
        validate_writable(path)
        with new_file(path, write) as new:
            copy_access(path, new)
            validate_writable(path)
            state, copy = file_state(path), None
            if read_as is not None and path.read_bytes() != read_as:
                raise _changed_error(path)
            with delete_on_failure() as made:
                if keep_copy:
                    made.append(copy := create_backup(path, now, command))
                move_unless_changed(new, path, state)
        delete_old_backups(path, now)
    return copy


def safely_create(path: Path, write: Write, *, mode: int = EVERYBODY) -> None:
    """Create a new file from what `write` writes. It appears only when it is complete.

    The user's mask reduces its permissions `mode`. Raises WorkbookError if the file exists or cannot be written.
    """
    validate_folder_exists(path)
    validate_absent(path)
    with file_lock(path), friendly_os_errors(path), new_file(path, write, mode=mode) as new:
        validate_absent(path)
        move_to(new, path)


def resolve_file(path: Path) -> Path:
    """Return the file itself if `path` is a link to it."""
    real = path.resolve()
    if not real.is_file():
        raise missing_file_error(path)
    return real


def validate_writable(path: Path) -> None:
    """Raise WorkbookError if the file is open elsewhere, or may not be written to."""
    validate_not_open(path)
    if not os.access(path, os.W_OK):
        raise WorkbookError(
            msg("{path} is write-protected. Remove the protection in its properties, or work on a copy.", path=path)
        )


def validate_folder_exists(path: Path) -> None:
    """Raise WorkbookError if the folder for a new file, or for a new folder, does not exist."""
    if not path.parent.is_dir():
        raise WorkbookError(
            msg(
                "{path} cannot be created: there is no folder {parent}. Create it first.", path=path, parent=path.parent
            )
        )


def validate_absent(path: Path) -> None:
    """Raise WorkbookError if a new file would overwrite something."""
    if os.path.lexists(path):
        raise WorkbookError(
            msg(
                "{path} already exists, and xladdin does not overwrite it. Choose another name, or move it away.",
                path=path,
            )
        )


def validate_as_folder(folder: Path) -> None:
    """Raise WorkbookError if this neither is a folder nor can become one."""
    validate_folder_exists(folder)
    if os.path.lexists(folder) and not folder.is_dir():
        raise WorkbookError(msg("{folder} already exists and is not a folder. Choose another name.", folder=folder))


@contextmanager
def delete_on_failure() -> Iterator[list[Path]]:
    """Remove the copies made for a change if it fails, as on Windows while another program reads the file."""
    made: list[Path] = []
    try:
        yield made
    except (OSError, WorkbookError):
        for copy in made:
            delete_backup(copy)
        raise


def move_unless_changed(new: Path, path: Path, state: tuple[int, ...]) -> None:
    """Replace a file in one step, unless another program has saved it since the state `state`."""
    if file_state(path) != state:
        raise _changed_error(path)
    move_to(new, path)


def _changed_error(path: Path) -> WorkbookError:
    return WorkbookError(
        msg("{path} was not saved: another program has changed it in the meantime. Try again.", path=path)
    )


def file_state(path: Path) -> tuple[int, ...]:
    """Return what changes whenever a program saves the file, without reading its content."""
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns


def file_fingerprint(path: Path) -> bytes:
    """Return the SHA-256 of the content of a file."""
    import hashlib

    return hashlib.sha256(path.read_bytes()).digest()


@contextmanager
def friendly_os_errors(path: Path) -> Iterator[None]:
    """Turn an error of the system into a WorkbookError that says what to do."""
    try:
        yield
    except PermissionError as error:
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
        raise WorkbookError(msg("{path} was not changed: {reason}.", path=path, reason=os_error_text(error))) from None


def os_error_text(error: OSError) -> Message | str:
    """Return the system's message about its error, for a full disk also with what to do."""
    if error.errno in FULL:
        return msg("the disk is full. Free some space and try again")
    return error.strerror or str(error)


def delete_files(paths: Iterable[Path], workbook: Path) -> None:
    """Delete files, and folders that they leave empty. Raises WorkbookError if the system does not permit it.

    A missing file is not an error, so that the function can simply be called again.
    """
    with friendly_os_errors(workbook):
        for path in paths:
            path.unlink(missing_ok=True)
            folder = path.parent
            while folder != workbook.parent and folder.is_dir() and not os.listdir(folder):
                folder.rmdir()
                folder = folder.parent


# The folder of the copies of a workbook, next to it.
FOLDER = "backups"
# The number of dated copies of a workbook, and of copies saved by `undo`.
MAX_BACKUPS = 10
# The last copies of so many days and months are kept as well. Fixing typing errors makes many in one evening.
MAX_BACKUP_DAYS, MAX_BACKUP_MONTHS = 10, 12
# The commands of copies that `undo` puts aside for `redo`, and of copies that `redo` makes.
UNDO, REDO = "undo", "redo"
# The command of a copy that `undo` puts aside after a change. `redo` ends there: older ones are of an earlier past.
FIRST_UNDO = "undo-first"

# How far ahead of the clock a copy may be dated, since clocks are put back. A later one would be the newest for
# years, so it neither counts as a copy to go back to nor moves the names of new ones.
_AHEAD = timedelta(days=1)
_STAMP = "%Y-%m-%d %H%M%S"
_DAY, _MONTH = len("2026-01-31"), len("2026-01")
_LONGEST_COMMAND = 10
_ENDING = re.compile(rf"([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}} [0-9]{{6}})(?: ([a-z-]{{1,{_LONGEST_COMMAND}}}))?\Z")


def create_backup(path: Path, now: datetime, command: str) -> Path:
    """Copy a file under a name that tells the command and a time later than that of all other copies.

    Returns the copy's path. Raises WorkbookError if something else has the folder's name.
    """
    folder = path.parent / FOLDER
    with suppress(FileExistsError):
        folder.mkdir()
    if folder.is_symlink() or not folder.is_dir():
        kind = msg("a link") if folder.is_symlink() else msg("a file")
        raise WorkbookError(
            msg(
                "{path} was not changed: {folder}, the folder that a copy of it goes into first, is {kind}. "
                "Rename it, or move it away, and try again.",
                path=path,
                folder=folder,
                kind=kind,
            )
        )
    times = [time_of(copy) for copy in all_backups(path)]
    if past := [time for time in times if time - now <= _AHEAD]:
        now = max(now, past[-1] + timedelta(seconds=1))
    copy = folder / f"{_name_prefix(path)}{now.strftime(_STAMP)}{command and f' {command}'}{path.suffix}"
    with temporary_copy(path, folder / path.name) as new:
        copy_access(path, new)
        of_file = path.stat()
        os.utime(new, ns=(of_file.st_atime_ns, of_file.st_mtime_ns))
        move_to(new, copy)
    return copy


def all_backups(path: Path) -> list[Path]:
    """Return every dated copy of a file, the oldest first, also those put aside by `undo` and those of the future.

    Links and names of impossible days do not count.
    """
    folder = path.parent / FOLDER
    if folder.is_symlink() or not folder.is_dir():
        return []
    beginning = _name_prefix(path)
    named = (
        folder / name
        for name in os.listdir(folder)
        if name.startswith(beginning)
        and name.endswith(path.suffix)
        and _ENDING.fullmatch(name.removeprefix(beginning).removesuffix(path.suffix))
    )
    return sorted(filter(_is_copy, named), key=lambda copy: (time_of(copy), copy.name))


def backups_of(path: Path, now: datetime | None = None, *, undone: bool = False) -> list[Path]:
    """Return the copies of a file to go back to, or those put aside by `undo`, the oldest first.

    Copies dated in the future are left out. `now` is the clock's if it is not given.
    """
    last = (now or datetime.now()) + _AHEAD
    copies = all_backups(path)
    return [copy for copy in copies if is_undone(copy) is undone and time_of(copy) <= last]


def delete_old_backups(path: Path, now: datetime, *, undone: bool = False) -> None:
    """Remove the copies that are not needed, as far as the system allows. A copy too many does no harm."""
    with suppress(OSError):
        copies = backups_of(path, now, undone=undone)
        retained = set(copies[-MAX_BACKUPS:]) if undone else set(_backups_to_keep(copies))
        for copy in copies:
            if copy not in retained:
                delete_backup(copy)


def delete_backup(copy: Path) -> None:
    """Remove a copy that is not needed. A file that is not a copy by its folder, name and kind stays."""
    with suppress(OSError):
        if copy.parent.name == FOLDER and _is_copy(copy):
            copy.unlink()


def time_of(copy: Path) -> datetime:
    """Return the time in the name of a copy. Raises ValueError if there is none."""
    return datetime.fromisoformat(_match_ending(copy)[1])


def command_of(copy: Path) -> str:
    """Return the command before which a copy was made, or "" if its name does not tell. Raises as `time_of`."""
    return _match_ending(copy)[2] or ""


def is_undone(copy: Path) -> bool:
    """Return whether `undo` put a copy aside for `redo`. Raises as `time_of`."""
    return command_of(copy) in (UNDO, FIRST_UNDO)


def stem_of(copy: Path) -> str:
    """Return the stem of the workbook of which a file is a copy by its name, or "" if it is no such name."""
    ending = _ENDING.search(copy.stem)
    return copy.stem[: ending.start()].rstrip() if ending else ""


def _match_ending(copy: Path) -> re.Match[str]:
    ending = _ENDING.search(copy.stem)
    if ending is None:
        raise ValueError(f"{copy.name} is not the name of a dated copy")
    return ending


def _backups_to_keep(copies: Sequence[Path]) -> Iterator[Path]:
    """Yield the last `MAX_BACKUPS` copies, and the last one of each of the last days and months."""
    yield from copies[-MAX_BACKUPS:]
    for length, most in ((_DAY, MAX_BACKUP_DAYS), (_MONTH, MAX_BACKUP_MONTHS)):
        last_of = {_match_ending(copy)[1][:length]: copy for copy in copies}
        yield from [last_of[span] for span in sorted(last_of)[-most:]]


def _is_copy(copy: Path) -> bool:
    """Return whether it is a copy. Raises OSError for one that nobody can look at, so that `undo` does not skip it."""
    try:
        time_of(copy)
        return stat.S_ISREG(copy.lstat().st_mode)
    except (ValueError, FileNotFoundError):
        return False


def _name_prefix(path: Path) -> str:
    """Return the beginning of the names of a file's copies. A name without room for the rest is cut short."""
    ending = f" {'0' * len('2026-01-31 193000')} {'x' * _LONGEST_COMMAND}{path.suffix}"
    return sibling_path(path, "", ending, stem=path.stem).name.removesuffix(ending) + " "


# The first bytes of a file, which tell what it is.
_BEGINNING = 4096


class OutputKind(NamedTuple):
    """A kind of file that replaces an older one of its kind. `name`: such as "PDF". `suffix`: such as ".pdf".

    `is_one` knows a file of the kind by these first bytes. The user's mask reduces the permissions `mode`.
    """

    name: Message
    suffix: str
    is_one: Callable[[bytes], bool]
    mode: int = EVERYBODY


def validate_output(path: Path, kind: OutputKind) -> None:
    """Raise WorkbookError if the name or the folder is wrong, or if another kind of file is there."""
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
    if not stat.S_ISREG(status.st_mode) or not kind.is_one(_read_beginning(path)):
        raise WorkbookError(
            msg("{path} already exists and is a link. Choose another name, or move it away first.", path=path)
            if stat.S_ISLNK(status.st_mode)
            else msg(
                "{path} already exists and is not a {kind}. Choose another name, or move it away first.",
                path=path,
                kind=kind.name,
            )
        )


def write_output(path: Path, write: Write, kind: OutputKind) -> None:
    """Put what `write` writes in the place of an older file of the kind, or of none, in one step.

    Raises WorkbookError if another kind of file is there or it cannot be written. Then everything is as it was.
    """
    validate_output(path, kind)
    with file_lock(path), friendly_os_errors(path), new_file(path, write, mode=kind.mode) as new:
        validate_output(path, kind)
        move_to(new, path)


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


def workbook_bytes(workbook: Workbook) -> bytes:
    """Return the file of a workbook. Raises WorkbookError if there is no room for temporary files."""
    stream = io.BytesIO()
    try:
        workbook.save(stream)
    except Exception as error:
        failed = _of_system(error)
        if failed is None:
            raise
        where = tempfile.gettempdir()
        raise WorkbookError(
            msg(
                "No workbook was created: in the folder for temporary files, {folder}, {reason}.",
                folder=where,
                reason=os_error_text(failed),
            )
        ) from None
    return stream.getvalue()


def _of_system(error: Exception) -> OSError | None:
    """Return the error of the system behind it, if any.

    Where lxml is installed, openpyxl raises its "IO_ENOSPC" instead.
    """
    if isinstance(error, OSError):
        return error
    code = getattr(errno, str(error).removeprefix("IO_"), None)
    return None if code is None else OSError(code, os.strerror(code))
