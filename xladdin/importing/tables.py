"""Find the tables of a sheet: their headings, their rows, and what their columns look like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import pairwise

from xladdin.cells import LONGEST_NAME, column_letters, is_blank, name_key
from xladdin.errors import WorkbookError
from xladdin.importing.questions import MOST_SAMPLES, lines_named
from xladdin.importing.source import MOST_COLUMNS, Grid
from xladdin.importing.values import (
    TOTALS,
    clean,
    fold_heading,
    is_a_date,
    is_known_heading,
    is_round_heading,
    parse_heading,
    read_number,
    read_result,
    read_scores,
)
from xladdin.messages import Message, msg

# The most distinct cells of a column that are examined to recognize its contents.
MOST_LOOKED_AT = 400
LONGEST_HEADING = 60
# The two parts of a cross table.
PEOPLE_PART, GAMES_PART = "people", "games"
# A heading has at most two digits.
_HEADING_LIKE = re.compile(r"[^\d]*\d?[^\d]*\d?[^\d]*")
_RULE = re.compile(r"\s*[-=_+]{5,}\s*")
_HAS_LETTER = re.compile(r"[^\W\d_]")


class Column:
    """A column of a table, with statistics on the contents of its cells.

    `at` is its position on the sheet, from 0. `head` is the folded heading. A share is a part of the filled cells,
    from 0 to 1.
    """

    def __init__(self, at: int, name: str, cells: Sequence[object], head: str | None = None) -> None:
        self.at, self.name, self.cells = at, name, cells
        self.head = fold_heading(name) if head is None else head

    @cached_property
    def _counts(self) -> Counter[object]:
        counts = Counter(self.cells)
        for blank in [cell for cell in counts if is_blank(cell)]:
            del counts[blank]
        return counts

    @cached_property
    def _looked_at(self) -> list[tuple[object, int]]:
        step = -(-len(self._counts) // MOST_LOOKED_AT) or 1
        return list(self._counts.items())[::step]

    @cached_property
    def filled(self) -> int:
        """The number of cells that are not blank."""
        return self._counts.total()

    @cached_property
    def distinct(self) -> int:
        """The number of different cells that are not blank."""
        return len(self._counts)

    def share(self, test: Callable[[object], object]) -> float:
        """Return the share of filled cells that pass a test."""
        total = sum(count for _, count in self._looked_at)
        return sum(count for cell, count in self._looked_at if test(cell)) / total if total else 0

    @cached_property
    def numbers(self) -> float:
        """The share of cells with a number."""
        return self.share(lambda cell: read_number(cell) is not None)

    @cached_property
    def highest(self) -> float:
        """The highest number, or 0 in a column without numbers."""
        return max((number for cell in self._counts if (number := read_number(cell)) is not None), default=0)

    @cached_property
    def lowest(self) -> float:
        """The lowest number, or 0 in a column without numbers."""
        return min((number for cell in self._counts if (number := read_number(cell)) is not None), default=0)

    @cached_property
    def counts_up(self) -> bool:
        """Whether its numbers begin with 0 or 1 and each is equal to the number above or higher by 1."""
        numbers = [number for cell in self.cells if (number := read_number(cell)) is not None]
        steps = {after - before for before, after in pairwise(numbers)}
        return len(numbers) > 1 and numbers[0] in (0, 1) and steps <= {0, 1} and numbers[-1] > 1

    @cached_property
    def dates(self) -> float:
        """The share of cells with a date. A plain number does not count as a date."""
        return self.share(lambda cell: not isinstance(cell, (int, float)) and is_a_date(cell))

    @cached_property
    def results(self) -> float:
        """The share of cells with a result of chess."""
        return self.share(lambda cell: read_result(cell) is not None)

    @cached_property
    def pairs(self) -> float:
        """The share of cells with both players' scores or points, such as 412-388 or 1-0."""
        return self.share(
            lambda cell: read_scores(cell) or (isinstance(cell, str) and "-" in cell and read_result(cell) is not None)
        )

    @cached_property
    def words(self) -> float:
        """The share of cells with a short text other than a number, a date or an address."""
        return self.share(_is_words)

    @property
    def samples(self) -> list[str]:
        """The first distinct cells, as text."""
        return [text for text in map(clean, list(self._counts)[:MOST_SAMPLES]) if text]


def _is_words(cell: object) -> bool:
    if not isinstance(cell, str) or len(cell) >= 80 or "@" in cell or "://" in cell or not _HAS_LETTER.search(cell):
        return False
    if cell.casefold() in ("true", "false", "yes", "no"):
        return False
    return read_number(cell) is None and not is_a_date(cell)


@dataclass(frozen=True)
class Table:
    """A table of a source.

    Attributes:
        file: The name of the file.
        sheet: The name of the sheet, or "" in a file of text.
        header: The line of its headings, or 0 if it has none.
        columns: The columns with a heading or any content.
        lines: The line number of each row.
        title: The texts above the headings.
        notes: What was left out.
        unknown: Why the value of a cell is unknown, by line and column.
        unreadable: What is wrong with each row that cannot be read, by its position.
        cross_part: PEOPLE_PART or GAMES_PART of a cross table, or "" for any other table.
    """

    file: str
    sheet: str
    header: int
    columns: Sequence[Column]
    lines: Sequence[int]
    title: str = ""
    notes: Sequence[Message] = ()
    part: int = 1
    unreadable: Mapping[int, Message] = field(default_factory=dict)
    cross_part: str = ""

    @property
    def place(self) -> str:
        """The file and the sheet."""
        return f"{self.file}, {self.sheet}" if self.sheet else self.file

    @property
    def key(self) -> str:
        """The name of the table in an answers file."""
        name = self.sheet or self.file
        name = f"{name} ({self.part})" if self.part > 1 else name
        return f"{name}: {GAMES_PART}" if self.cross_part == GAMES_PART else name

    @property
    def kind(self) -> str:
        """The headings, which identify sources of the same kind."""
        return ", ".join(column.name for column in self.columns)[:LONGEST_NAME]

    def only(self, rows: Sequence[int]) -> Table:
        """Return a copy of the table with only the rows at these positions."""
        columns = [
            Column(column.at, column.name, [column.cells[row] for row in rows], column.head) for column in self.columns
        ]
        return replace(self, columns=columns, lines=[self.lines[row] for row in rows], unreadable={})


def find_tables(file: str, grid: Grid, header: int) -> list[Table]:
    """Find the tables of a sheet, one below the other or side by side.

    `header` is the line of the headings if the user has given it, or 0. Raises WorkbookError for too many columns.
    """
    filled = [column for column in grid.columns[:MOST_LOOKED_AT] if not all(map(is_blank, column))]
    if len(grid.columns) > MOST_LOOKED_AT or len(filled) > MOST_COLUMNS:
        raise WorkbookError(
            msg(
                "{file}: names {n:,} columns; {most} are the most that xladdin reads. Is it the right "
                "file, or is a quote missing?",
                file=file,
                n=len(grid.columns),
                most=MOST_COLUMNS,
            )
        )
    parts = [] if header else _side_by_side(grid)
    tables = [table for part in parts or [grid] for table in _tables_below(file, part, header)]
    return [replace(table, part=number) for number, table in enumerate(tables, 1)]


def _side_by_side(grid: Grid) -> list[Grid]:
    """Split a grid at its blank columns if every part has the headings of a complete table, or return an empty list."""
    blank = [at for at, column in enumerate(grid.columns) if all(map(is_blank, column))]
    cuts = [at for at in blank if 0 < at < len(grid.columns) - 1 and at - 1 not in blank]
    if not cuts:
        return []
    parts = []
    for first, last in pairwise([0, *cuts, len(grid.columns)]):
        empty = [""] * grid.rows
        parts.append(replace(grid, columns=[empty] * first + list(grid.columns[first:last])))
    whole = all(
        any(_is_whole([fold_heading(clean(column[row])) for column in part.columns]) for row in _likely_heads(part))
        for part in parts
    )
    return parts if whole else []


def _is_whole(heads: Sequence[str]) -> bool:
    """Return whether headings make a complete table: of a player and more, or of two players and a result."""
    fields = [parse_heading(head) for head in heads if head]
    names = sum(name == "name" for name, _ in fields)
    has_more = sum(bool(name) for name, _ in fields) > 1
    return names > 0 and has_more and (names > 1 or not any(name == "result" or side for name, side in fields))


def _likely_heads(grid: Grid) -> list[int]:
    """Return the positions of the rows that may be headings, because a cell is a known heading."""
    hits = [0] * grid.rows
    known: dict[object, bool] = {}
    for column in grid.columns:
        for row, cell in enumerate(column):
            if type(cell) is not str or not cell:
                continue
            if cell not in known:
                known[cell] = len(cell) <= LONGEST_HEADING and bool(
                    _HEADING_LIKE.fullmatch(cell) and is_known_heading(fold_heading(clean(cell)))
                )
            hits[row] += known[cell]
    return [row for row, count in enumerate(hits) if count]


def _cells(grid: Grid, row: int) -> list[object]:
    return [column[row] for column in grid.columns]


def _tables_below(file: str, grid: Grid, header: int) -> list[Table]:
    if header and header in grid.lines:
        heads: dict[int, list[str] | None] = {list(grid.lines).index(header): None}
    else:
        heads = _find_heads(grid)
    if not heads:
        filled = (row for row in range(min(grid.rows, 50)) if sum(not is_blank(cell) for cell in _cells(grid, row)) > 1)
        first = next(filled, None)
        if first is None:
            return []
        heads = {first if _names_people_below(grid, first) or _heads_by_contents(grid, first) else -1: None}
    tables = (_table(file, grid, head, end, heads[head]) for head, end in pairwise([*heads, grid.rows]))
    return [table for table in tables if table is not None]


def _find_heads(grid: Grid) -> dict[int, list[str] | None]:
    """Find the rows of headings: at least two known words, in at least a third of the cells, and few numbers.

    Returns the positions of the rows. The value is the headings if they extend over two rows, or else None.
    """
    heads: dict[int, list[str] | None] = {}
    for row in _likely_heads(grid):
        whole = [cell for cell in _cells(grid, row) if not is_blank(cell)]
        cells = _without_rounds(whole) if not heads else whole
        hits = len(set(filter(is_known_heading, (fold_heading(clean(cell)) for cell in cells))))
        if len(cells) == 1 == len(grid.columns) and hits and not heads:
            heads[row] = None
        if hits and not heads and _names_people_below(grid, row):
            heads[row] = None
            continue
        if len(whole) < 2 or hits < (2 if len(cells) == len(whole) else 1) or hits * 3 < len(cells):
            continue
        if any(map(_is_dated, cells)) or sum(read_number(cell) is not None for cell in cells) * 2 > len(cells):
            continue
        if heads and _folded(grid, next(iter(heads))) == _folded(grid, row):
            continue  # headings are repeated on each printed page
        heads[row] = _in_two_rows(grid, row) if row - 1 in heads else None
        heads.pop(row - 1, None)
    return heads


def _without_rounds(cells: Sequence[object]) -> list[object]:
    """Return the headings without the columns of a cross table: numbered rounds or players, or dates of rounds."""
    rounds = [cell for cell in cells if is_round_heading(fold_heading(clean(cell))) or _is_dated(cell)]
    numbers = [number for cell in rounds if (number := read_number(clean(cell).rstrip("."))) is not None]
    if len(rounds) < 2 or numbers != list(range(1, len(numbers) + 1)):
        return list(cells)
    return [cell for cell in cells if not any(cell is round_cell for round_cell in rounds)]


def _names_people_below(grid: Grid, row: int) -> bool:
    """Return whether a row repeats the names of a column below it, as the headings of an all-play-all table do."""
    heads = {name_key(clean(cell)) for cell in _cells(grid, row) if isinstance(cell, str) and not is_blank(cell)}
    if len(heads) < 2:
        return False
    pieces = (column[row + 1 : row + 1 + MOST_COLUMNS] for column in grid.columns[:4])
    below = ({name_key(clean(cell)) for cell in piece if isinstance(cell, str)} - {""} for piece in pieces)
    return any(len(heads & names) >= max(2, 0.8 * len(names)) for names in below)


def _is_dated(cell: object) -> bool:
    return isinstance(cell, (date, float)) or (isinstance(cell, str) and is_a_date(cell))


def _folded(grid: Grid, row: int) -> list[str]:
    return [fold_heading(clean(cell)) for cell in _cells(grid, row)]


def _in_two_rows(grid: Grid, row: int) -> list[str]:
    """Join headings in two rows, such as "Player 1" over "Name" and "Score". An upper cell may span several columns."""
    names, last = [], ""
    for column in grid.columns:
        upper, lower = clean(column[row - 1]), clean(column[row])
        last = upper or last
        names.append(" ".join(dict.fromkeys(filter(None, (last if upper or lower else "", lower)))))
    return names


def _heads_by_contents(grid: Grid, row: int) -> bool:
    """Return whether a row must be headings because it has texts, or dates, above columns of numbers or dates."""
    cells = _cells(grid, row)
    if any(read_number(cell) is not None for cell in cells if not is_blank(cell)):
        return False
    columns = [(cell, [below_cell for below_cell in column[row + 1 : row + 200] if not is_blank(below_cell)])
               for cell, column in zip(cells, grid.columns) if not is_blank(cell)]  # fmt: skip

    def share(below: Sequence[object], test: Callable[[object], object]) -> float:
        return sum(bool(test(below_cell)) for below_cell in below) / len(below) if below else 0

    def is_number(cell: object) -> bool:
        return read_number(cell) is not None

    dated = [below for cell, below in columns if is_a_date(cell)]
    if dated:
        return len(dated) > 1 and all(share(below, is_number) > 0.6 for below in dated)
    return any(share(below, lambda cell: is_number(cell) or is_a_date(cell)) > 0.6 for _, below in columns)


def _table(file: str, grid: Grid, head: int, end: int, names: Sequence[str] | None) -> Table | None:
    if names is None:
        names = [clean(cell) for cell in _cells(grid, head)] if head >= 0 else [""] * len(grid.columns)
    heads = [fold_heading(name) for name in names]
    filled = [False] * (end - head - 1)
    for column in grid.columns:
        for row, cell in enumerate(column[head + 1 : end]):
            if cell is not None and cell != "":
                filled[row] = filled[row] or not is_blank(cell)
    body = [row for row, is_filled in enumerate(filled, head + 1) if is_filled]
    again = _repeated_heads(grid, body, heads) if head >= 0 else set()
    totals = _totals(grid, body, names)
    notes = []
    if again:
        notes.append(msg("the headings come again and are left out ({lines})", lines=_lines(grid, again)))
    if totals:
        texts = ", ".join(dict.fromkeys(totals.values()))
        notes.append(msg("left out: {words} ({lines})", words=texts, lines=_lines(grid, totals)))
    out = again | set(totals) | _rules(grid, body)
    body = [row for row in body if row not in out] if out else body
    whole = len(body) == end - head - 1
    columns, seen = [], Counter[str]()
    for at, (name, column) in enumerate(zip(names, grid.columns)):
        cells = column[head + 1 : end] if whole else [column[row] for row in body]
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise WorkbookError(
                msg('{file}: the heading "{heading}" is too long; is a quote missing?', file=file, heading=name[:30])
            )
        if not name and not all(map(is_blank, cells)):
            name = f"column {column_letters(at + 1)}"
        if name:
            seen[name] += 1
            columns.append(Column(at, f"{name}#{seen[name]}" if seen[name] > 1 else name, cells, heads[at]))
    if not body and head < 0:
        return None
    title = " ".join(clean(cell) for row in range(max(0, head - 3), max(head, 0)) for cell in _cells(grid, row)).strip()
    lines = list(grid.lines[head + 1 : end]) if whole else [grid.lines[row] for row in body]
    line = grid.lines[head] if head >= 0 else 0
    table = Table(file, grid.name, line, columns, lines, title, notes)
    return table if grid.name or head < 0 else _without_moved_cells(table, heads)


def _without_moved_cells(table: Table, heads: Sequence[str]) -> Table:
    """Remove the columns without a heading at the right of a text file's table that few rows reach.

    An unquoted comma within a name moves all cells after it to the right, so these rows are reported.
    """
    last = max(at for at, head in enumerate(heads) if head)
    beyond = [column for column in table.columns if column.at > last]
    rows = {row for column in beyond for row, cell in enumerate(column.cells) if not is_blank(cell)}
    if not rows or len(rows) * 2 > len(table.lines) or len(rows) == len(table.lines):
        return table
    message = msg("has more cells than the {n} headings; is there a comma or semicolon within a cell?", n=last + 1)
    columns = [column for column in table.columns if column.at <= last]
    return replace(table, columns=columns, unreadable=dict.fromkeys(rows, message))


def _repeated_heads(grid: Grid, body: Sequence[int], heads: Sequence[str]) -> set[int]:
    """Find the rows that repeat the headings."""
    at = next((at for at, head in enumerate(heads) if head), 0)
    column = grid.columns[at]
    likely = {
        cell for cell in set(column) if isinstance(cell, str) and cell[:1].isalpha() and len(cell) <= LONGEST_HEADING
    }
    same = {cell for cell in likely if fold_heading(cell) == heads[at]}
    return {row for row in body if column[row] in same and _folded(grid, row) == list(heads)} if same else set()


def _rules(grid: Grid, body: Sequence[int]) -> set[int]:
    """Find the rows that are rules of a printed table, drawn with characters such as ----- or =====."""
    first = grid.columns[0]
    drawn = [row for row in body if isinstance(first[row], str) and _RULE.fullmatch(str(first[row]))]
    return {row for row in drawn if all(_RULE.fullmatch(clean(cell)) or is_blank(cell) for cell in _cells(grid, row))}


def _totals(grid: Grid, body: Sequence[int], names: Sequence[str]) -> dict[int, str]:
    """Find the rows of totals, which have a word such as Total in a column of names or in the first column."""
    values: dict[int, str] = {}
    for at, (name, column) in enumerate(zip(names, grid.columns)):
        if at > 3 and parse_heading(fold_heading(name))[0] != "name":
            continue
        for row in body:
            cell = column[row]
            if type(cell) is str and cell[:1].casefold() in "tsg" and cell:
                head = fold_heading(cell[:LONGEST_HEADING]).split()
                if head[:1] and head[0] in TOTALS and len(head) <= 3:
                    values[row] = clean(cell)
    return values


def _lines(grid: Grid, rows: Collection[int]) -> Message:
    return lines_named([grid.lines[row] for row in sorted(rows)])
