"""The contents of the sheets of an .xlsx or .ods, counted from their XML as it streams by, before cells are made.

Elements count by their local names, in every part of the file, so that no other name for a part hides a sheet.
"""

import re
from collections import Counter
from collections.abc import Iterable
from xml.parsers import expat

from xladdin.cells.addresses import column_number
from xladdin.cells.limits import LONGEST_CELL
from xladdin.errors import excerpt, printable
from xladdin.importing.budget import REPEATS, TEXT, Budget

_CELL = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_ROW = re.compile(r"[0-9]{1,7}")
_COUNT = re.compile(r"[0-9]{1,9}")
_ROWS, _CELLS = ("table-row",), ("table-cell", "covered-table-cell")
_ENCODINGS = {None, "utf-8", "utf8", "us-ascii", "ascii"}
MOST_DEEP = 60
"""The most elements within elements. A sheet's XML has a dozen."""

Attributes = dict[str, str]


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
        """A row, a cell, a value or a shared text begins."""
        self._element = name
        if name == "row":
            self._row, self._column = self._row + 1, 0
            if "r" in attributes:
                self._row = int(self._plain(_ROW, attributes["r"])[0])
        elif name == "c":
            self._column += 1
            self._is_shared = attributes.get("t") == "s"
            if "r" in attributes:
                letters, row = self._plain(_CELL, attributes["r"]).groups()
                self._row, self._column = int(row), column_number(letters.upper())
        elif name in ("v", "is"):
            self._last_row = max(self._last_row, self._row)
            self._last_column = max(self._last_column, self._column)
        elif name == "si":
            self._shared.append(0)

    def end(self, name: str) -> None:
        """A value ends. That of a cell with shared text is the text's number."""
        if name == "v" and self._is_shared:
            self._shown[int(self._plain(_COUNT, self._value.strip() or "0")[0])] += 1
        self._element = self._value = ""

    def text(self, text: str) -> None:
        """Characters of a value or a shared text, not always all of them at once. Formulas are not read."""
        if self._element == "v" and self._is_shared:
            self._value += text
        elif self._element in ("v", "t"):
            self._budget.take(TEXT, len(text))
            if self._shared:
                self._shared[-1] += len(text)

    def end_part(self) -> None:
        """A part of the file ends: a sheet, or anything else."""
        self._budget.take_rectangle(self._last_row, self._last_column)
        self._row = self._column = self._last_row = self._last_column = 0
        self._lists_of_shared.append(self._shared)
        self._shared = []

    def end_file(self) -> None:
        """All parts were seen. Any of them may be the source of the shared texts, so there is room for each."""
        for lengths in filter(None, self._lists_of_shared):
            self._budget.take(TEXT, sum(lengths[at] * times for at, times in self._shown.items() if at < len(lengths)))

    def _plain(self, pattern: re.Pattern[str], said: str) -> re.Match[str]:
        found = pattern.fullmatch(said)
        if found is None or not said.isascii():
            raise self._budget.refused(f'a cell of it is at "{printable(excerpt(said))}"')
        return found


class OpenDocumentCounts:
    """The content of an .ods: cells, rows and blanks, each as often as it says that it is repeated."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._rows = self._used_rows = self._width = 0
        self._row_times = self._row_cells = self._row_used = self._row_text = 0
        self._cell_times = self._cell_text = 0
        self._cell_used = False

    def start(self, name: str, attributes: Attributes) -> None:
        """A table, a row, a cell, or something within a cell begins."""
        if self._cell_times:
            self._cell_used = True
            if name in (*_ROWS, *_CELLS, "table"):
                raise self._budget.refused("a cell of it holds another table")
            self._cell_text += self._times(attributes, ":c") if name == "s" else 1
        elif name in _ROWS:
            if self._row_times:
                raise self._budget.refused("a row of it holds another row")
            self._row_times = self._times(attributes, ":number-rows-repeated")
            self._row_cells = self._row_used = self._row_text = 0
        elif name in _CELLS:
            self._cell_times = self._times(attributes, ":number-columns-repeated")
            self._cell_used = any(key.endswith(":value-type") for key in attributes)
            self._cell_text = sum(map(len, attributes.values())) if self._cell_used else 0

    def end(self, name: str) -> None:
        """A cell, a row or a table ends."""
        if name in _CELLS and self._cell_times:
            self._row_cells += self._cell_times
            if self._cell_used:
                self._row_used = self._row_cells
                self._row_text += self._cell_text * self._cell_times
                self._budget.take(REPEATS, self._cell_times - 1)
            if self._cell_text > LONGEST_CELL:
                raise self._budget.refused(f"a cell of it holds more than {LONGEST_CELL:,} characters")
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
        """Characters within a cell."""
        if self._cell_times:
            self._cell_text += len(text)

    def _times(self, attributes: Attributes, ending: str) -> int:
        """How often something is repeated, by the attribute of that name with any prefix, or 1 without one."""
        said = [value for key, value in attributes.items() if key.endswith(ending)]
        if not all(_COUNT.fullmatch(value) and value.isascii() for value in said):
            raise self._budget.refused(f'a part of it is repeated "{printable(excerpt(said[0]))}" times')
        return max([1, *map(int, said)])


def parse(pieces: Iterable[bytes], counts: OfficeOpenCounts | OpenDocumentCounts, budget: Budget) -> None:
    """Runs the XML past the counts. Raises expat.ExpatError if it is no XML, and FileProblem if it is not plain."""
    parser = expat.ParserCreate()
    depth = 0

    def declaration(version: str, encoding: str | None, standalone: int) -> None:
        if (encoding.lower() if encoding else None) not in _ENCODINGS:
            raise budget.refused("its XML is not encoded in UTF-8")

    def document_type(*_: object) -> None:
        raise budget.refused("its XML declares a document type, which no spreadsheet does")

    def start(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEEP:
            raise budget.refused("its XML is nested deeper than that of a sheet")
        counts.start(name.rpartition(":")[2], attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        counts.end(name.rpartition(":")[2])

    parser.XmlDeclHandler, parser.StartDoctypeDeclHandler = declaration, document_type
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = counts.text
    parser.buffer_text = True
    for piece in pieces:
        parser.Parse(piece, False)
    parser.Parse(b"", True)
