"""The budget of a workbook of any program: bytes, cells and text, counted before a library makes cells of it.

A few bytes of a file can mean millions of cells. The library that reads them opens the archive again by itself, so an
archive that two readers could understand in two ways is refused. Elements count by their local names, in every part of
the file, so that no other name for a part hides a sheet.
"""

import io
import re
import struct
import zipfile
import zlib
from collections import Counter
from typing import IO, NamedTuple
from xml.parsers import expat

from xladdin.cells import LAST_COLUMN, LAST_ROW, LONGEST_CELL, column_number
from xladdin.errors import WorkbookError, excerpt, printable
from xladdin.importing.source import MOST_CELLS
from xladdin.messages import Message, msg, ngettext

MEBIBYTE = 1 << 20
CONTENT, SHEETS = "content.xml", "xl/worksheets/"
"""The place of the sheets in an .ods, and in an .xlsx."""
LARGEST_RATIO, SMALL = 200, 4 * MEBIBYTE
"""Sheets pack 6 to 60 times smaller, a zip bomb up to 1,032 times. Small parts need not meet the ratio."""
MOST_MEMBERS = 5_000
MOST_DEEP = 60
"""The most elements within elements. A sheet's XML has a dozen."""
PIECE = 1 << 18
_END, _END64, _LONGEST_END = b"PK\5\6", b"PK\6\7", 22 + 65_535
"""The records at the end of an archive: the end of its directory, and the pointer to that of a large one."""
_DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, OSError, LookupError, ValueError,
            OverflowError)  # fmt: skip
"""The exceptions of zipfile for archives that are not what they say."""
_CELL, _ROW, _COUNT = (re.compile(text, re.ASCII) for text in (r"([A-Za-z]{1,3})(\d{1,7})", r"\d{1,7}", r"\d{1,9}"))
_ROWS, _CELLS = ("table-row",), ("table-cell", "covered-table-cell")
_ENCODINGS = (None, "utf-8", "utf8", "us-ascii", "ascii")

Attributes = dict[str, str]


class Measure(NamedTuple):
    """Something that a file may have only so much of, in all sheets together. `what` is its name in messages."""

    most: int
    noun: Message


BYTES = Measure(256 * MEBIBYTE, msg("bytes when it is unpacked"))
CELLS = Measure(MOST_CELLS, msg("cells, blank ones between them counted"))
TEXT = Measure(32 * MEBIBYTE, msg("characters in its cells"))
REPEATS = Measure(20_000, msg("cells that repeat others"))
"""LibreOffice writes equal neighbours once with their number. A club's evening has few of them."""


_WRONG_PLACE = msg('a cell of it is at "{value}"')
_WRONG_TIMES = msg('a part of it is repeated "{value}" times')


class Budget:
    """What is left of each measure. Raises WorkbookError if a file would have more, or is not plain."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._taken: Counter[Measure] = Counter()

    def take(self, measure: Measure, amount: int) -> None:
        """Count so much more of a measure."""
        self._taken[measure] += amount
        if self._taken[measure] > measure.most:
            raise self.refused(msg("it unpacks to more than {most:,} {noun}", most=measure.most, noun=measure.noun))

    def take_rectangle(self, rows: int, columns: int) -> None:
        """Count the cells of a sheet as far as it reaches. A reader makes all of them."""
        if rows > LAST_ROW or columns > LAST_COLUMN or rows * columns > CELLS.most:
            raise self.refused(
                msg(
                    "a sheet of it reaches over {rows} and {columns}",
                    rows=ngettext("{n:,} row", "{n:,} rows", rows),
                    columns=ngettext("{n:,} column", "{n:,} columns", columns),
                )
            )
        self.take(CELLS, rows * columns)

    def number(self, pattern: re.Pattern[str], text: str, problem: Message) -> re.Match[str]:
        """Return the match of a number or an address that is written plainly."""
        if (match := pattern.fullmatch(text)) is None:
            raise self.refused(problem.with_values(value=printable(excerpt(text))))
        return match

    def refused(self, reason: Message) -> WorkbookError:
        """Return the refusal of a file that asks for too much, or that no spreadsheet would write so."""
        return WorkbookError(
            msg(
                "{file}: is not read: {reason}. Copy the games into a new workbook, and import that.",
                file=self.file,
                reason=reason,
            )
        )


class OfficeOpenCounts:
    """Parts of an .xlsx: cells with values as far as they reach, and shared texts as often as cells show them."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._shown: Counter[int] = Counter()
        self._shared: list[int] = []
        self._lists_of_shared: list[list[int]] = []
        self._row = self._column = self._last_row = self._last_column = 0
        self._element = self._value = ""
        self._is_shared = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Take the start of a row, a cell, a value or a shared text."""
        self._element, place = name, attributes.get("r")
        if name == "row":
            self._row, self._column = self._row + 1, 0
            if place is not None:
                self._row = int(self._budget.number(_ROW, place, _WRONG_PLACE)[0])
        elif name == "c":
            self._column += 1
            self._is_shared = attributes.get("t") == "s"
            if place is not None:
                letters, row = self._budget.number(_CELL, place, _WRONG_PLACE).groups()
                self._row, self._column = int(row), column_number(letters.upper())
        elif name in ("v", "is"):
            self._last_row = max(self._last_row, self._row)
            self._last_column = max(self._last_column, self._column)
        elif name == "si":
            self._shared.append(0)

    def end(self, name: str) -> None:
        """Take the end of a value. That of a cell with shared text is the text's number."""
        if name == "v" and self._is_shared:
            number = self._budget.number(_COUNT, self._value.strip() or "0", _WRONG_PLACE)
            self._shown[int(number[0])] += 1
        self._element = self._value = ""

    def text(self, text: str) -> None:
        """Take characters of a value or a shared text, not always all of them at once. Formulas are not read."""
        if self._element == "v" and self._is_shared:
            self._value += text
        elif self._element in ("v", "t"):
            self._budget.take(TEXT, len(text))
            if self._shared:
                self._shared[-1] += len(text)

    def end_part(self) -> None:
        """Take the end of a sheet, or of any other part."""
        self._budget.take_rectangle(self._last_row, self._last_column)
        self._row = self._column = self._last_row = self._last_column = 0
        self._lists_of_shared.append(self._shared)
        self._shared = []

    def end_file(self) -> None:
        """Count the shared texts. Any part may be their source, so there is room for each."""
        for lengths in filter(None, self._lists_of_shared):
            self._budget.take(TEXT, sum(lengths[at] * times for at, times in self._shown.items() if at < len(lengths)))


class OpenDocumentCounts:
    """The content of an .ods: cells, rows and blanks, each as often as it says that it is repeated."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._rows = self._used_rows = self._width = 0
        self._row_times = self._row_cells = self._row_used = self._row_text = 0
        self._cell_times = self._cell_text = 0
        self._is_used = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Take the start of a table, a row, a cell, or something within a cell."""
        if self._cell_times:
            self._is_used = True
            if name in (*_ROWS, *_CELLS, "table"):
                raise self._budget.refused(msg("a cell of it holds another table"))
            self._cell_text += self._times(attributes, ":c") if name == "s" else 1
        elif name in _ROWS:
            if self._row_times:
                raise self._budget.refused(msg("a row of it holds another row"))
            self._row_times = self._times(attributes, ":number-rows-repeated")
            self._row_cells = self._row_used = self._row_text = 0
        elif name in _CELLS:
            self._cell_times = self._times(attributes, ":number-columns-repeated")
            self._is_used = any(key.endswith(":value-type") for key in attributes)
            self._cell_text = sum(map(len, attributes.values())) if self._is_used else 0

    def end(self, name: str) -> None:
        """Take the end of a cell, a row or a table."""
        if name in _CELLS and self._cell_times:
            self._row_cells += self._cell_times
            if self._is_used:
                self._row_used = self._row_cells
                self._row_text += self._cell_text * self._cell_times
                self._budget.take(REPEATS, self._cell_times - 1)
            if self._cell_text > LONGEST_CELL:
                raise self._budget.refused(msg("a cell of it holds more than {most:,} characters", most=LONGEST_CELL))
            self._cell_times = 0
        elif name in _ROWS and self._row_times:
            self._rows += self._row_times
            if self._row_used:
                self._used_rows, self._width = self._rows, max(self._width, self._row_used)
                self._budget.take(REPEATS, (self._row_times - 1) * self._row_used)
                self._budget.take(TEXT, self._row_text * self._row_times)
            self._row_times = 0
        elif name == "table":
            self._budget.take_rectangle(self._used_rows, self._width)
            self._rows = self._used_rows = self._width = 0

    def text(self, text: str) -> None:
        """Take characters within a cell."""
        if self._cell_times:
            self._cell_text += len(text)

    def _times(self, attributes: Attributes, ending: str) -> int:
        """Return how often something is repeated, by the attribute of that name with any prefix, or 1 without one."""
        repeats = [value for key, value in attributes.items() if key.endswith(ending)]
        return max([1, *(int(self._budget.number(_COUNT, one, _WRONG_TIMES)[0]) for one in repeats)])


def count_archive(data: bytes, budget: Budget) -> None:
    """Count the contents of an .xlsx, .xlsm or .ods. Raises WorkbookError for one that is damaged, or too much."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_members(archive.infolist(), data, budget)
            office, document = OfficeOpenCounts(budget), OpenDocumentCounts(budget)
            for member in archive.namelist():
                with archive.open(member) as part:
                    try:
                        _parse(part, document if member == CONTENT else office, budget)
                    except expat.ExpatError:
                        if member == CONTENT or member.lower().startswith(SHEETS):
                            raise
                        while part.read(PIECE):  # pictures and macros are no XML, but have the length that they say
                            pass
                office.end_part()
            office.end_file()
    except (*_DAMAGED, expat.ExpatError) as error:
        raise WorkbookError(
            msg(
                "{file}: begins as a workbook does, but is damaged ({error}). Open it in Excel or "
                "LibreOffice and save it again.",
                file=budget.file,
                error=" ".join(str(error).split()),
            )
        ) from None


def _check_members(members: list[zipfile.ZipInfo], data: bytes, budget: Budget) -> None:
    """Raise WorkbookError for an archive that is not plain, or would unpack to too much."""
    if any(member.flag_bits & 0x1 for member in members):
        raise WorkbookError(msg("{file}: is protected by a password. Open it, and save it without.", file=budget.file))
    names = {member.filename.lower() for member in members}
    if any(name.endswith("workbook.bin") for name in names):
        raise WorkbookError(msg("{file}: is a binary workbook (.xlsb). Save it in Excel as .xlsx.", file=budget.file))
    # An archive has one directory, right before its end. A second could list other parts for another reader.
    tail = data[-_LONGEST_END:]
    end = len(data) - len(tail) + tail.rfind(_END)
    size, start = struct.unpack_from("<LL", data, end + 12)
    if tail.count(_END) != 1 or _END64 in tail or start + size != end:
        raise budget.refused(msg("the list of its parts is not where it should be"))
    if len(names) < len(members) or len(members) > MOST_MEMBERS:
        raise budget.refused(msg("it has two parts of one name, or more parts than a workbook has"))
    if sum(member.compress_size for member in members) > len(data):
        raise budget.refused(msg("this file is damaged or unsafe and cannot be opened: its parts overlap"))
    for member in members:
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise budget.refused(msg("its part {part} is packed in an unusual way", part=member.filename))
        if member.file_size > max(SMALL, LARGEST_RATIO * max(member.compress_size, 1)):
            raise budget.refused(msg("its part {part} is packed suspiciously small", part=member.filename))
        budget.take(BYTES, member.file_size)


def _parse(part: IO[bytes], counts: OfficeOpenCounts | OpenDocumentCounts, budget: Budget) -> None:
    """Run the XML past the counts. Raises ExpatError if it is no XML, and WorkbookError if it is not plain."""
    parser = expat.ParserCreate()
    depth = 0

    def declaration(version: str, encoding: str | None, standalone: int) -> None:
        if (encoding.lower() if encoding else None) not in _ENCODINGS:
            raise budget.refused(msg("its XML is not encoded in UTF-8"))

    def document_type(*_: object) -> None:
        raise budget.refused(msg("its XML declares a document type, which no spreadsheet does"))

    def start(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEEP:
            raise budget.refused(msg("its XML is nested deeper than that of a sheet"))
        counts.start(name.rpartition(":")[2], attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        counts.end(name.rpartition(":")[2])

    parser.XmlDeclHandler, parser.StartDoctypeDeclHandler = declaration, document_type
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = counts.text
    parser.buffer_text = True
    while piece := part.read(PIECE):
        parser.Parse(piece, False)
    parser.Parse(b"", True)
