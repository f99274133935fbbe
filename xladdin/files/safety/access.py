"""Who may read and write a file, kept when another takes its place: owner, group, permissions, lists, attributes."""

import os
import shutil
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

_ACCESS_LIST = "system.posix_acl_access"
"""Linux keeps a file's list of permissions as an attribute of this name."""
_COPYFILE_METADATA = 0b111
"""macOS, copyfile(3): lists, permissions and times, extended attributes."""
_IGNORE_MERGE_ERRORS = 2
_NOT_SUPPORTED = (1, 50, 87)
"""Windows' ERROR_INVALID_FUNCTION, ERROR_NOT_SUPPORTED and ERROR_INVALID_PARAMETER: a file system cannot do it."""


def keep_access(path: Path, new: Path) -> None:
    """Gives `new` the access of `path`, as far as the system allows. It never lets more people read or write.

    On Windows the step that replaces the file does so.
    """
    if sys.platform == "win32":
        shutil.copymode(path, new)
        return
    found = path.stat()
    for owner, group in ((found.st_uid, found.st_gid), (-1, found.st_gid)):
        with suppress(PermissionError):  # only the administrator may give a file away
            os.chown(new, owner, group)
            break
    mode = stat.S_IMODE(found.st_mode)
    same_group = new.stat().st_gid == found.st_gid
    if not same_group:  # to the old file these people may be strangers
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
                with suppress(OSError):  # some are the system's own to give
                    os.setxattr(new, name, os.getxattr(path, name))  # type: ignore[attr-defined, unused-ignore]


def _copy_metadata(path: Path, new: Path) -> None:
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).copyfile(os.fsencode(path), os.fsencode(new), None, _COPYFILE_METADATA)


def replace_on_windows(new: Path, path: Path, kernel: Any) -> None:
    """Moves `new` into the place of `path`, which keeps its list, attributes and time of creation.

    `kernel` is kernel32 in ctypes. Raises OSError if Windows refuses. A file system without this just moves.
    """
    import ctypes

    for flags in (0, _IGNORE_MERGE_ERRORS):
        if kernel.ReplaceFileW(str(path), str(new), None, flags, None, None):
            return
    code = ctypes.get_last_error()  # type: ignore[attr-defined, unused-ignore]
    if code not in _NOT_SUPPORTED:
        raise ctypes.WinError(code)  # type: ignore[attr-defined, unused-ignore]
    os.replace(new, path)
