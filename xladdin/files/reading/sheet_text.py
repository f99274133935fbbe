"""How much text the cells of a workbook hold once they are read.

A file holds a text once that many cells show; each of these cells gets a copy of its own from the reader of values, so
that a file of five megabytes could take thirty gigabytes of memory.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property

from xladdin.files.package import LARGEST_TREE, MEBIBYTE, Package
from xladdin.files.reading.sheet_scan import whole_rows

MOST_TEXT = 256 * MEBIBYTE
"""Of all sheets that are read; a name in each of a million games and remarks of a line take half of it."""
LARGEST_STRINGS = 256 * MEBIBYTE
"""The XML of the texts that cells share."""

_SMALLEST_CELL = 20
"""Bytes of XML that a cell with a shared text takes at least."""
_ITEM = re.compile(rb"<(?:[\w.-]+:)?si\b")
_OWN_TEXT = re.compile(rb">([^<>]{33,})<")
"""Text in the sheet itself; a shorter one takes little more than any cell does."""
_SHARED_TEXT = re.compile(rb"""=\s*["']s["'][^<>]*>\s*<(?:[\w.-]+:)?v>([0-9]{1,9})<""")


class TextRoom:
    """How much text the sheets of a file may still hold. strings: the parts of the texts that cells share."""

    def __init__(self, package: Package, strings: Iterable[str]) -> None:
        self._package = package
        self._strings = strings
        for part in strings:
            package.check_size(part, LARGEST_STRINGS)
        self._taken: dict[str, int] = {}
        self._uncounted: dict[str, tuple[str, bytes]] = {}

    def take(self, part: str, sheet: str, prefix: bytes) -> None:
        """Refuses a sheet with which all that are read would hold too much. prefix: the one of its elements.

        What it can hold at most follows from its size; its texts are counted only where that would be too much.
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
        """Bytes of each shared text, with the XML around it."""
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
        """The bytes of text in a sheet: its own, and what it shares as often as cells show it."""
        taken = 0
        for text in whole_rows(self._package, sheet, prefix, self._package.pieces(part)):
            taken += sum(map(len, _OWN_TEXT.findall(text)))
            shared = _SHARED_TEXT.findall(text)
            taken += sum(self._lengths[number] for number in map(int, shared) if number < len(self._lengths))
            unusual = text.count(b'"s"') + text.count(b"'s'") - len(shared)
            taken += max(unusual, 0) * self._longest
        return taken
