"""The zip archive of an .xlsx, .xlsm or .ods, checked as a whole before anything makes cells of it.

The library that reads the cells opens the archive again by itself. So the archive must be plain. We refuse one that two
readers could understand in two ways.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator

from xladdin.errors import FileProblem
from xladdin.importing.budget import BYTES, Budget

LARGEST_RATIO = 200
"""Sheets pack 6 to 60 times smaller, a zip bomb up to 1,032 times. Small parts need not meet it."""
SMALL = 1 << 22
MOST_MEMBERS = 5_000
PIECE = 1 << 18

_END, _END64, _LONGEST_END = b"PK\5\6", b"PK\6\7", 22 + 65_535
"""The records at the end of an archive: the end of its directory, and the pointer to that of a large one."""
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, EOFError, RuntimeError, OSError, KeyError,
    ValueError, OverflowError,
)  # fmt: skip
"""The exceptions of zipfile for archives that are not what they say."""


class Archive:
    """The members of an archive. Each can be read once, piece by piece."""

    def __init__(self, file: str, data: bytes, budget: Budget) -> None:
        """Raises FileProblem for a file that is no archive, is not plain, or would unpack to too much."""
        self._file, self._data, self._budget = file, data, budget
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGED as error:
            raise self.damaged(error) from None
        members = self._zip.infolist()
        self.names = [member.filename for member in members]
        if any(member.flag_bits & 0x1 for member in members):
            raise FileProblem(f"{file}: is protected by a password. Open it, and save it without.")
        self._refuse_two_directories()
        lower = {name.lower() for name in self.names}
        if len(lower) < len(members) or len(members) > MOST_MEMBERS:
            raise budget.refused("it has two parts of one name, or more parts than a workbook has")
        if sum(member.compress_size for member in members) > len(data):
            raise budget.refused("this file is damaged or unsafe and cannot be opened: its parts overlap")
        for member in members:
            if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise budget.refused(f"its part {member.filename} is packed in an unusual way")
            if member.file_size > SMALL and member.file_size > LARGEST_RATIO * max(member.compress_size, 1):
                raise budget.refused(f"its part {member.filename} is packed suspiciously small")
            budget.take(BYTES, member.file_size)

    def pieces(self, name: str) -> Iterator[bytes]:
        """A member to its end. Raises FileProblem if it has another length than the archive says, or is damaged."""
        try:
            with self._zip.open(name) as stream:
                while piece := stream.read(PIECE):
                    yield piece
        except _DAMAGED as error:
            raise self.damaged(error) from None

    def read_to_its_end(self, name: str) -> None:
        """Raises FileProblem if a member has another length than the archive says."""
        for _ in self.pieces(name):
            pass

    def _refuse_two_directories(self) -> None:
        """An archive has one directory, right before its end. A second could list other parts for another reader."""
        tail = self._data[-_LONGEST_END:]
        end = len(self._data) - len(tail) + tail.rfind(_END)
        size, start = struct.unpack_from("<LL", self._data, end + 12)
        if tail.count(_END) != 1 or _END64 in tail or start + size != end:
            raise self._budget.refused("the list of its parts is not where it should be")

    def damaged(self, error: BaseException) -> FileProblem:
        """The refusal of an archive, or of a part of it, that is not what it says."""
        return FileProblem(
            f"{self._file}: begins as a workbook does, but is damaged ({' '.join(str(error).split())}). "
            "Open it in Excel or LibreOffice and save it again."
        )
