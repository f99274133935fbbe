"""Workbooks with all kinds of access rights. A change, an undo and every copy leave the rights as they were."""

from __future__ import annotations

import os
import stat
import struct
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from unittest import mock

from hypothesis import strategies as st

from xladdin.files.safety import new_file
from xladdin.files.safety.restoring import redo, undo
from xladdin.hosts.file.club_file import recalculate_file

NOW = datetime(2024, 10, 1, 20, 15)
ACCESS_LIST = "system.posix_acl_access"
PEOPLE = (1, 65534)
"""The users that an access list may name."""


@dataclass(frozen=True)
class Rights:
    """Who may do what with a workbook. `named` says it for each user in its access list."""

    mode: int
    owner: int
    group: int
    named: Sequence[tuple[int, int]]
    remarks: Sequence[tuple[str, bytes]]
    other_names: int


rights = st.builds(
    Rights,
    st.integers(0, 0o177).map(lambda bits: 0o600 | bits),
    st.sampled_from((0, 1234, 65534)),
    st.sampled_from((0, 2345)),
    st.lists(st.tuples(st.sampled_from(PEOPLE), st.integers(0, 7)), max_size=2, unique_by=lambda entry: entry[0]),
    st.lists(st.tuples(st.sampled_from(("user.remark", "user.mime type", "user.é")), st.binary(max_size=20)),
             max_size=2, unique_by=lambda entry: entry[0]),
    st.integers(0, 2),
)  # fmt: skip


def keep_rights(given: tuple[bytes, Rights]) -> None:
    """Recalculates into another file and in place, then runs undo and redo."""
    book, wanted = given
    with tempfile.TemporaryDirectory() as folder:
        path, output = Path(folder, "club.xlsx"), Path(folder, "other.xlsx")
        path.write_bytes(book)
        _give(path, wanted)
        others = [Path(folder, f"{number}.xlsx") for number in range(wanted.other_names)]
        for other in others:
            os.link(path, other)
        before, seen = _rights_of(path), []
        sync = os.fsync

        def look(file: int) -> None:
            if stat.S_ISREG(os.fstat(file).st_mode):
                seen.append(stat.S_IMODE(os.fstat(file).st_mode))
            sync(file)

        with mock.patch.object(new_file.os, "fsync", look):
            recalculate_file(path, output, NOW)
            outcome = recalculate_file(path, None, NOW)
        assert path.read_bytes() != book
        assert ("another name" in outcome.summary) == bool(others)
        assert all(other.read_bytes() == book for other in others)
        mode = stat.S_IMODE(path.stat().st_mode)
        assert seen and not [one for one in seen if one & ~mode], (seen, mode)
        assert not stat.S_IMODE(output.stat().st_mode) & ~mode
        assert ACCESS_LIST not in os.listxattr(output)
        undo(path)
        assert path.read_bytes() == book
        assert _rights_of(path) == before
        redo(path)
        copies = [copy for copy in Path(folder, "backups").iterdir() if not copy.name.startswith(".")]
        assert copies
        for file in (path, *copies):
            assert _rights_of(file) == before, file


def _give(path: Path, wanted: Rights) -> None:
    with suppress(PermissionError):  # only the administrator may give a file away
        os.chown(path, wanted.owner, wanted.group)
    path.chmod(wanted.mode)
    with suppress(OSError):  # a file system without attributes
        for name, remark in wanted.remarks:
            os.setxattr(path, name, remark)
        if wanted.named:
            os.setxattr(path, ACCESS_LIST, _access_list(wanted))


def _access_list(wanted: Rights) -> bytes:
    """A list as Linux stores it (acl(5), linux/posix_acl_xattr.h): version 2, then tag, permissions, user of each."""
    nobody = 0xFFFFFFFF
    entries = [
        (0x01, wanted.mode >> 6 & 7, nobody),
        *((0x02, may, user) for user, may in sorted(wanted.named)),
        (0x04, wanted.mode >> 3 & 7, nobody),
        (0x10, 7, nobody),
        (0x20, wanted.mode & 7, nobody),
    ]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def _rights_of(path: Path) -> tuple[object, ...]:
    found = path.stat()
    attributes = {}
    with suppress(OSError):
        attributes = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    return found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode), attributes
