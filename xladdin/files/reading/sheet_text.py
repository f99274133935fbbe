"""How much text the cells of a workbook hold once they are read.

A file holds a text once that many cells show. The reader of values gives each of these cells a copy of its own. So a
file of five megabytes could take thirty gigabytes of memory.
"""

import re
from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property

from xladdin.files.package import LARGEST_TREE, MEBIBYTE, Package
from xladdin.files.reading.sheet_scan import whole_rows

MOST_TEXT = 256 * MEBIBYTE
"""The limit of all sheets that are read. A name in each of a million games and remarks of a line take half of it."""
LARGEST_STRINGS = 256 * MEBIBYTE
"""The XML of the texts that cells share."""

_SMALLEST_CELL = 20
"""A cell with a shared text takes at least this many bytes of XML."""
_ITEM = re.compile(rb"<(?:[\w.-]+:)?si\b")
_OWN_TEXT = re.compile(rb">([^<>]{33,})<")
"""Text in the sheet itself. A shorter text takes little more than any cell does."""
_SHARED_TEXT = re.compile(rb"""=\s*["']s["'][^<>]*>\s*<(?:[\w.-]+:)?v>([0-9]{1,9})<""")


class TextRoom:
    """How much text the sheets of a file may still hold. `strings`: the parts of the texts that cells share."""

    def __init__(self, package: Package, strings: Iterable[str]) -> None:
        self._package = package
        self._strings = strings
        for part in strings:
            package.check_size(part, LARGEST_STRINGS)
        self._taken: dict[str, int] = {}
        self._uncounted: dict[str, tuple[str, bytes]] = {}

    def take(self, part: str, sheet: str, prefix: bytes) -> None:
        """Refuses a sheet that would make the total too large. `prefix`: the prefix of its elements.

        Its size limits what it can hold. Only if that limit is too much, its texts are counted.
        """
        size = self._package.members[part].file_size
        self._taken[part] = size + size // _SMALLEST_CELL * self._longest
        self._uncounted[part] = (sheet, prefix)
        while sum(self._taken.values()) > MOST_TEXT:
            if not self._uncounted:
                raise self._package.problem(
                    f"with its sheet {sheet} its cells show more than {MOST_TEXT // MEBIBYTE} MiB of text. "
                    "Delete the long texts, and save."
                )
            largest = max(self._uncounted, key=self._taken.__getitem__)
            self._taken[largest] = self._count(largest, *self._uncounted.pop(largest))

    @cached_property
    def _lengths(self) -> Sequence[int]:
        """The bytes of each shared text, with the XML around it."""
        lengths = array("L")
        for part in self._strings:
            rest = b""
            for piece in self._package.pieces(part):
                *whole, rest = _ITEM.split(rest + piece)
                if len(rest) > LARGEST_TREE:
                    raise self._package.problem(f"its part {part} holds a text longer than any cell does.")
                lengths.extend(map(len, whole))
            lengths.append(len(rest))
        return lengths[1:]

    @cached_property
    def _longest(self) -> int:
        return max(self._lengths, default=0)

    def _count(self, part: str, sheet: str, prefix: bytes) -> int:
        """The bytes of text in a sheet: its own, and the shared text once for each cell that shows it."""
        taken = 0
        for text in whole_rows(self._package, sheet, prefix, self._package.pieces(part)):
            taken += sum(map(len, _OWN_TEXT.findall(text)))
            shared = _SHARED_TEXT.findall(text)
            taken += sum(self._lengths[number] for number in map(int, shared) if number < len(self._lengths))
            unusual = text.count(b'"s"') + text.count(b"'s'") - len(shared)
            taken += max(unusual, 0) * self._longest
        return taken
