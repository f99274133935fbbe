"""The values of a workbook's sheets, as python-calamine gives them after a look for what would take all memory.

A file holds a text once that many cells show. The reader of values gives each of these cells a copy of its own, so that
a file of five megabytes could take thirty gigabytes of memory. So the texts are counted first.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from xladdin.files.package import LARGEST_TREE, MEBIBYTE, Package
from xladdin.files.reading.sheet_scan import CellRoom, SheetScan, whole_rows
from xladdin.messages import Message, msg

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook


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
        """Refuse a sheet that would make the total too large. `prefix`: the prefix of its elements.

        Its size limits what it can hold. Only if that limit is too much, its texts are counted.
        """
        size = self._package.members[part].file_size
        self._taken[part] = size + size // _SMALLEST_CELL * self._longest
        self._uncounted[part] = (sheet, prefix)
        while sum(self._taken.values()) > MOST_TEXT:
            if not self._uncounted:
                raise self._package.problem(
                    msg(
                        "with its sheet {sheet} its cells show more than {most} MiB of text. Delete the long "
                        "texts, and save.",
                        sheet=sheet,
                        most=MOST_TEXT // MEBIBYTE,
                    )
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
                    raise self._package.problem(
                        msg("its part {part} holds a text longer than any cell does.", part=part)
                    )
                lengths.extend(map(len, whole))
            lengths.append(len(rest))
        return lengths[1:]

    @cached_property
    def _longest(self) -> int:
        return max(self._lengths, default=0)

    def _count(self, part: str, sheet: str, prefix: bytes) -> int:
        """Return the bytes of text in a sheet: its own, and the shared text once for each cell that shows it."""
        taken = 0
        for text in whole_rows(self._package, sheet, prefix, self._package.pieces(part)):
            taken += sum(map(len, _OWN_TEXT.findall(text)))
            shared = _SHARED_TEXT.findall(text)
            taken += sum(self._lengths[number] for number in map(int, shared) if number < len(self._lengths))
            unusual = text.count(b'"s"') + text.count(b"'s'") - len(shared)
            taken += max(unusual, 0) * self._longest
        return taken


Rows = Sequence[Sequence[object]]
_STRINGS = "xl/sharedstrings.xml"
_PARTS_BY_NAME = ("xl/workbook.xml", "xl/styles.xml")
"""The parts that the reader of values takes by their names, without a look at the relationships."""


class SheetValues:
    """The rows of each sheet by its name: from A1 on, without trailing blank ones, and read when asked for.

    `sheets` gives their parts by their names. `scan` looks through a sheet.
    """

    def __init__(self, package: Package, sheets: Mapping[str, str], scan: Callable[[str], SheetScan]) -> None:
        self._package, self._sheets, self._scan = package, sheets, scan
        self._rows: dict[str, Rows] = {}
        self._room = CellRoom(package)

    def __getitem__(self, sheet: str) -> Rows:
        """Raise WorkbookError if the sheet cannot be read."""
        if sheet not in self._rows:
            self._rows[sheet] = self._read(sheet)
        return self._rows[sheet]

    @cached_property
    def _workbook(self) -> CalamineWorkbook:
        from io import BytesIO

        from python_calamine import CalamineWorkbook

        parts = {part for name in _PARTS_BY_NAME if (part := self._package.member(name))}
        parts.update(self._package.related(self._package.workbook_part, "styles").values())
        for part in sorted(parts - self._strings):
            self._package.check_size(part, LARGEST_TREE)
        for part in sorted(parts | self._strings):
            for number, piece in enumerate(self._package.pieces(part)):
                if number == 0:
                    self._package.check_prolog(piece, part)
        if self._package.workbook_part.lower() != _PARTS_BY_NAME[0] or len(self._strings) > 1:
            raise self._package.problem(msg("its parts have unusual names. Save it again in Excel or LibreOffice."))
        with self._explained(msg("it is damaged")):
            return CalamineWorkbook.from_filelike(BytesIO(self._package.data))

    @cached_property
    def _strings(self) -> set[str]:
        """The part of the texts that cells share: by its relationship, and by its name."""
        parts = set(self._package.related(self._package.workbook_part, "sharedStrings").values())
        return parts | {part for part in (self._package.member(_STRINGS),) if part}

    @cached_property
    def _room_for_text(self) -> TextRoom:
        return TextRoom(self._package, self._strings)

    def _read(self, sheet: str) -> Rows:
        scan = self._scan(sheet)
        self._room_for_text.take(self._sheets[sheet], sheet, scan.prefix)
        with self._explained(msg("its sheet {sheet} cannot be read", sheet=sheet)):
            held = self._workbook.get_sheet_by_name(sheet)
            last_row, last_column = held.end or (-1, -1)
            self._room.take(last_row + 1, last_column + 1, msg("its sheet {sheet}", sheet=sheet))
            rows = held.to_python(skip_empty_area=False)
        for (row, column), value in scan.errors.items():
            rows[row - 1][column - 1] = value
        return _filled(rows)

    @contextmanager
    def _explained(self, problem: Message) -> Iterator[None]:
        """Turn errors of the reader of values into a WorkbookError."""
        try:
            yield
        except BaseException as error:
            if not _is_reader_error(error):
                raise
            raise self._package.problem(
                msg("{problem} ({error}). Save it again in Excel or LibreOffice.", problem=problem, error=str(error))
            ) from None


def _is_reader_error(error: BaseException) -> bool:
    """Return whether python-calamine raised it. A panic of its Rust code is not even an Exception."""
    from python_calamine import CalamineError

    return isinstance(error, CalamineError) or type(error).__name__ == "PanicException"


def _filled(rows: list[list[Any]]) -> Rows:
    """Return the rows without the blank ones at the end."""
    while rows and not any(value != "" for value in rows[-1]):
        rows.pop()
    return rows
