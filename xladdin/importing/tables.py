"""Find the tables of a sheet: their headings, their rows, and what their columns look like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import pairwise

from xladdin.cells import MAX_NAME_LENGTH, column_letters, is_blank, name_key
from xladdin.errors import WorkbookError
from xladdin.importing.questions import MAX_SAMPLES, format_lines
from xladdin.importing.source import MAX_COLUMNS, Grid
from xladdin.importing.values import (
    TOTALS,
    clean,
    fold_heading,
    is_date,
    is_known_heading,
    is_round_heading,
    parse_heading,
    read_number,
    read_result,
    read_scores,
)
from xladdin.messages import Message, join_values, msg

# The most distinct cells of a column that are examined to recognize its contents.
MAX_SAMPLED = 400
# The most characters of a known heading.
MAX_HEADING_LENGTH = 60
# The two tables into which a cross table is split.
PEOPLE_PART, GAMES_PART = "people", "games"
# The form of a heading: a text with at most two digits.
_HEADING_LIKE = re.compile(r"[^\d]*\d?[^\d]*\d?[^\d]*")
# A horizontal rule of a printed table.
_RULE = re.compile(r"\s*[-=_+]{5,}\s*")
_HAS_LETTER = re.compile(r"[^\W\d_]")


class Column:
    """A column of a table, with statistics on the contents of its cells.

    Shares are fractions of the filled cells, from 0 to 1.

    Attributes:
        index: The position of the column on the sheet, from 0.
        name: The heading.
        cells: The cells below the heading.
        head: The heading in the form of `fold_heading`.
    """

    def __init__(self, index: int, name: str, cells: Sequence[object], head: str | None = None) -> None:
        self.index, self.name, self.cells = index, name, cells
        self.head = fold_heading(name) if head is None else head

    @cached_property
    def _counts(self) -> Counter[object]:
        counts = Counter(self.cells)
        for blank in [cell for cell in counts if is_blank(cell)]:
            del counts[blank]
        return counts

    @cached_property
    def _sampled_counts(self) -> list[tuple[object, int]]:
        step = -(-len(self._counts) // MAX_SAMPLED) or 1
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
        total = sum(count for _, count in self._sampled_counts)
        return sum(count for cell, count in self._sampled_counts if test(cell)) / total if total else 0

    @cached_property
    def numbers(self) -> float:
        """The share of cells with a number."""
        return self.share(lambda cell: read_number(cell) is not None)

    @cached_property
    def highest(self) -> float:
        """The highest number in the column, or 0 if it has none."""
        return max((number for cell in self._counts if (number := read_number(cell)) is not None), default=0)

    @cached_property
    def lowest(self) -> float:
        """The lowest number in the column, or 0 if it has none."""
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
        return self.share(lambda cell: not isinstance(cell, (int, float)) and is_date(cell))

    @cached_property
    def results(self) -> float:
        """The share of cells with a result of a game of chess."""
        return self.share(lambda cell: read_result(cell) is not None)

    @cached_property
    def pairs(self) -> float:
        """The share of cells with both players' scores or points, such as 412-388 or 1-0."""
        return self.share(
            lambda cell: read_scores(cell) or (isinstance(cell, str) and "-" in cell and read_result(cell) is not None)
        )

    @cached_property
    def texts(self) -> float:
        """The share of cells with a short text other than a number, a date or an address."""
        return self.share(_is_short_text)

    @property
    def samples(self) -> list[str]:
        """The first distinct cells, as text."""
        return [text for text in map(clean, list(self._counts)[:MAX_SAMPLES]) if text]

    @property
    def own_key(self) -> str:
        """The name key under which a heading of the club's own table is found. "Number of players" means Players."""
        return name_key(self.name).removeprefix("number of ")

    def describe(self) -> Message:
        """Return the heading with the first samples."""
        return msg("{label}: {cells}", label=self.name, cells=" · ".join(self.samples[:4]))


def list_headings(headings: Sequence[str]) -> Message:
    """Join headings with commas, without a period at the end, since the period of a sentence may follow."""
    *first, last = headings
    return join_values([*first, last.rstrip(".") if last.endswith(".") else last])


def _is_short_text(cell: object) -> bool:
    if not isinstance(cell, str) or len(cell) >= 80 or "@" in cell or "://" in cell or not _HAS_LETTER.search(cell):
        return False
    if cell.casefold() in ("true", "false", "yes", "no"):
        return False
    return read_number(cell) is None and not is_date(cell)


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
        notes: Messages on the rows that were left out.
        ordinal: The number of the table among those of its sheet, from 1.
        unreadable: The error of each row that cannot be read, by its position from 0.
        cross_part: PEOPLE_PART or GAMES_PART of a cross table, or "" for any other table.
    """

    file: str
    sheet: str
    header: int
    columns: Sequence[Column]
    lines: Sequence[int]
    title: str = ""
    notes: Sequence[Message] = ()
    ordinal: int = 1
    unreadable: Mapping[int, Message] = field(default_factory=dict)
    cross_part: str = ""

    @property
    def location(self) -> str:
        """The file and the sheet."""
        return f"{self.file}, {self.sheet}" if self.sheet else self.file

    @property
    def key(self) -> str:
        """The name of the table in an answers file."""
        name = self.sheet or self.file
        name = f"{name} ({self.ordinal})" if self.ordinal > 1 else name
        return f"{name}: {GAMES_PART}" if self.cross_part == GAMES_PART else name

    @property
    def kind(self) -> str:
        """The headings, which identify sources of the same kind."""
        return ", ".join(column.name for column in self.columns)[:MAX_NAME_LENGTH]


def find_tables(file: str, grid: Grid, header: int) -> list[Table]:
    """Find the tables of a sheet, one below the other or side by side.

    `header` is the line of the headings if the user has given it, or 0. Raises WorkbookError for too many columns.
    """
    filled_columns = [column for column in grid.columns[:MAX_SAMPLED] if not all(map(is_blank, column))]
    if len(grid.columns) > MAX_SAMPLED or len(filled_columns) > MAX_COLUMNS:
        raise WorkbookError(
            msg(
                "{file} has {n:,} columns; xladdin reads at most {most}. Is it the right file, or is a quote missing?",
                file=file,
                n=len(grid.columns),
                most=MAX_COLUMNS,
            )
        )
    grids = [] if header else _split_side_by_side(grid)
    tables = [table for part_grid in grids or [grid] for table in _find_tables_below(file, part_grid, header)]
    return [replace(table, ordinal=number) for number, table in enumerate(tables, 1)]


def _split_side_by_side(grid: Grid) -> list[Grid]:
    """Split a grid at its blank columns if every part has the headings of a complete table, or return an empty list."""
    blank = [index for index, column in enumerate(grid.columns) if all(map(is_blank, column))]
    cuts = [index for index in blank if 0 < index < len(grid.columns) - 1 and index - 1 not in blank]
    if not cuts:
        return []
    grids = []
    for first, last in pairwise([0, *cuts, len(grid.columns)]):
        empty = [""] * grid.rows
        grids.append(replace(grid, columns=[empty] * first + list(grid.columns[first:last])))
    are_complete = all(
        any(
            _is_complete_heading([fold_heading(clean(column[row])) for column in part_grid.columns])
            for row in _find_likely_headings(part_grid)
        )
        for part_grid in grids
    )
    return grids if are_complete else []


def _is_complete_heading(heads: Sequence[str]) -> bool:
    """Return whether headings make a complete table: of a player and more, or of two players and a result."""
    fields = [parse_heading(head) for head in heads if head]
    names = sum(name == "name" for name, _ in fields)
    has_more = sum(bool(name) for name, _ in fields) > 1
    return names > 0 and has_more and (names > 1 or not any(name == "result" or side for name, side in fields))


def _find_likely_headings(grid: Grid) -> list[int]:
    """Return the positions of the rows that may be headings, because a cell is a known heading."""
    hits = [0] * grid.rows
    is_known: dict[object, bool] = {}
    for column in grid.columns:
        for row, cell in enumerate(column):
            if type(cell) is not str or not cell:
                continue
            if cell not in is_known:
                is_known[cell] = len(cell) <= MAX_HEADING_LENGTH and bool(
                    _HEADING_LIKE.fullmatch(cell) and is_known_heading(fold_heading(clean(cell)))
                )
            hits[row] += is_known[cell]
    return [row for row, count in enumerate(hits) if count]


def _get_row(grid: Grid, row: int) -> list[object]:
    return [column[row] for column in grid.columns]


def _find_tables_below(file: str, grid: Grid, header: int) -> list[Table]:
    if header and header in grid.lines:
        heads: dict[int, list[str] | None] = {list(grid.lines).index(header): None}
    else:
        heads = _find_heads(grid)
    if not heads:
        filled_rows = (
            row for row in range(min(grid.rows, 50)) if sum(not is_blank(cell) for cell in _get_row(grid, row)) > 1
        )
        first_row = next(filled_rows, None)
        if first_row is None:
            return []
        heads = {
            first_row if _has_names_below(grid, first_row) or _is_heading_row_by_contents(grid, first_row) else -1: None
        }
    tables = (_make_table(file, grid, head, end, heads[head]) for head, end in pairwise([*heads, grid.rows]))
    return [table for table in tables if table is not None]


def _find_heads(grid: Grid) -> dict[int, list[str] | None]:
    """Find the rows of headings: at least two known words, in at least a third of the cells, and few numbers.

    Returns the positions of the rows. The value is the headings if they extend over two rows, or else None.
    """
    heads: dict[int, list[str] | None] = {}
    for row in _find_likely_headings(grid):
        filled_cells = [cell for cell in _get_row(grid, row) if not is_blank(cell)]
        cells = _remove_round_headings(filled_cells) if not heads else filled_cells
        hits = len(set(filter(is_known_heading, (fold_heading(clean(cell)) for cell in cells))))
        if len(cells) == 1 == len(grid.columns) and hits and not heads:
            heads[row] = None
        if hits and not heads and _has_names_below(grid, row):
            heads[row] = None
            continue
        if len(filled_cells) < 2 or hits < (2 if len(cells) == len(filled_cells) else 1) or hits * 3 < len(cells):
            continue
        if any(map(_is_dated, cells)) or sum(read_number(cell) is not None for cell in cells) * 2 > len(cells):
            continue
        if heads and _fold_row(grid, next(iter(heads))) == _fold_row(grid, row):
            continue  # headings are repeated on each printed page
        heads[row] = _join_heading_rows(grid, row) if row - 1 in heads else None
        heads.pop(row - 1, None)
    return heads


def _remove_round_headings(cells: Sequence[object]) -> list[object]:
    """Return the headings of a cross table without those of its rounds: numbers from 1 on, or dates."""
    rounds = [cell for cell in cells if is_round_heading(fold_heading(clean(cell))) or _is_dated(cell)]
    numbers = [number for cell in rounds if (number := read_number(clean(cell).rstrip("."))) is not None]
    if len(rounds) < 2 or numbers != list(range(1, len(numbers) + 1)):
        return list(cells)
    return [cell for cell in cells if not any(cell is round_cell for round_cell in rounds)]


def _has_names_below(grid: Grid, row: int) -> bool:
    """Return whether a row has the names of a column below it, as the headings of an all-play-all table do."""
    heads = {name_key(clean(cell)) for cell in _get_row(grid, row) if isinstance(cell, str) and not is_blank(cell)}
    if len(heads) < 2:
        return False
    samples = (column[row + 1 : row + 1 + MAX_COLUMNS] for column in grid.columns[:4])
    names_below = ({name_key(clean(cell)) for cell in sample if isinstance(cell, str)} - {""} for sample in samples)
    return any(len(heads & names) >= max(2, 0.8 * len(names)) for names in names_below)


def _is_dated(cell: object) -> bool:
    return isinstance(cell, (date, float)) or (isinstance(cell, str) and is_date(cell))


def _fold_row(grid: Grid, row: int) -> list[str]:
    return [fold_heading(clean(cell)) for cell in _get_row(grid, row)]


def _join_heading_rows(grid: Grid, row: int) -> list[str]:
    """Join headings in two rows, such as "Player 1" over "Name" and "Score". An upper cell may span several columns."""
    names, current_upper = [], ""
    for column in grid.columns:
        upper, lower = clean(column[row - 1]), clean(column[row])
        current_upper = upper or current_upper
        names.append(" ".join(dict.fromkeys(filter(None, (current_upper if upper or lower else "", lower)))))
    return names


def _is_heading_row_by_contents(grid: Grid, row: int) -> bool:
    """Return whether a row is one of headings: it has texts, or dates, above columns of numbers or dates."""
    cells = _get_row(grid, row)
    if any(read_number(cell) is not None for cell in cells if not is_blank(cell)):
        return False
    columns = [(cell, [below_cell for below_cell in column[row + 1 : row + 200] if not is_blank(below_cell)])
               for cell, column in zip(cells, grid.columns) if not is_blank(cell)]  # fmt: skip

    def share(cells_below: Sequence[object], test: Callable[[object], object]) -> float:
        return sum(bool(test(below_cell)) for below_cell in cells_below) / len(cells_below) if cells_below else 0

    def is_number(cell: object) -> bool:
        return read_number(cell) is not None

    below_dates = [cells_below for cell, cells_below in columns if is_date(cell)]
    if below_dates:
        return len(below_dates) > 1 and all(share(cells_below, is_number) > 0.6 for cells_below in below_dates)
    return any(share(cells_below, lambda cell: is_number(cell) or is_date(cell)) > 0.6 for _, cells_below in columns)


def _make_table(file: str, grid: Grid, head: int, end: int, names: Sequence[str] | None) -> Table | None:
    if names is None:
        names = [clean(cell) for cell in _get_row(grid, head)] if head >= 0 else [""] * len(grid.columns)
    heads = [fold_heading(name) for name in names]
    has_content = [False] * (end - head - 1)
    for column in grid.columns:
        for row, cell in enumerate(column[head + 1 : end]):
            if cell is not None and cell != "":
                has_content[row] = has_content[row] or not is_blank(cell)
    body = [row for row, is_filled in enumerate(has_content, head + 1) if is_filled]
    repeated_rows = _find_repeated_headings(grid, body, heads) if head >= 0 else set()
    totals = _find_totals(grid, body, names)
    notes = []
    if repeated_rows:
        notes.append(msg("repeated headings left out ({lines})", lines=_format_lines_of_rows(grid, repeated_rows)))
    if totals:
        texts = ", ".join(dict.fromkeys(totals.values()))
        notes.append(msg("left out: {words} ({lines})", words=texts, lines=_format_lines_of_rows(grid, totals)))
    excluded_rows = repeated_rows | set(totals) | _find_rules(grid, body)
    body = [row for row in body if row not in excluded_rows] if excluded_rows else body
    is_unbroken = len(body) == end - head - 1
    columns, name_counts = [], Counter[str]()
    for index, (name, column) in enumerate(zip(names, grid.columns)):
        cells = column[head + 1 : end] if is_unbroken else [column[row] for row in body]
        if len(name) > MAX_NAME_LENGTH or not name.isprintable():
            raise WorkbookError(
                msg('{file}: the heading "{heading}" is too long; is a quote missing?', file=file, heading=name[:30])
            )
        if not name and not all(map(is_blank, cells)):
            name = msg("column {letters}", letters=column_letters(index + 1))
        if name:
            name_counts[name] += 1
            columns.append(
                Column(index, f"{name}#{name_counts[name]}" if name_counts[name] > 1 else name, cells, heads[index])
            )
    if not body and head < 0:
        return None
    title = " ".join(
        clean(cell) for row in range(max(0, head - 3), max(head, 0)) for cell in _get_row(grid, row)
    ).strip()
    lines = list(grid.lines[head + 1 : end]) if is_unbroken else [grid.lines[row] for row in body]
    line = grid.lines[head] if head >= 0 else 0
    table = Table(file, grid.name, line, columns, lines, title, notes)
    return table if grid.name or head < 0 else _report_moved_cells(table, heads)


def _report_moved_cells(table: Table, heads: Sequence[str]) -> Table:
    """Report the few rows of a text file that have more cells than headings, and remove the excess columns.

    An unquoted comma within a name moves all cells after it one column to the right.
    """
    last_index = max(index for index, head in enumerate(heads) if head)
    beyond = [column for column in table.columns if column.index > last_index]
    rows = {row for column in beyond for row, cell in enumerate(column.cells) if not is_blank(cell)}
    if not rows or len(rows) * 2 > len(table.lines) or len(rows) == len(table.lines):
        return table
    message = msg(
        "this row has more cells than the {n} headings; is there a comma or semicolon within a cell?", n=last_index + 1
    )
    columns = [column for column in table.columns if column.index <= last_index]
    return replace(table, columns=columns, unreadable=dict.fromkeys(rows, message))


def _find_repeated_headings(grid: Grid, body: Sequence[int], heads: Sequence[str]) -> set[int]:
    """Find the rows that repeat the headings."""
    index = next((index for index, head in enumerate(heads) if head), 0)
    column = grid.columns[index]
    candidates = {
        cell for cell in set(column) if isinstance(cell, str) and cell[:1].isalpha() and len(cell) <= MAX_HEADING_LENGTH
    }
    equal_cells = {cell for cell in candidates if fold_heading(cell) == heads[index]}
    return (
        {row for row in body if column[row] in equal_cells and _fold_row(grid, row) == list(heads)}
        if equal_cells
        else set()
    )


def _find_rules(grid: Grid, body: Sequence[int]) -> set[int]:
    """Find the rows of horizontal rules in a printed table, such as ----- or =====."""
    first = grid.columns[0]
    candidates = [row for row in body if isinstance(first[row], str) and _RULE.fullmatch(str(first[row]))]
    return {
        row for row in candidates if all(_RULE.fullmatch(clean(cell)) or is_blank(cell) for cell in _get_row(grid, row))
    }


def _find_totals(grid: Grid, body: Sequence[int], names: Sequence[str]) -> dict[int, str]:
    """Return the text of each row of totals, by row.

    Such a row has a word such as Total in a column of names, or in the first column.
    """
    values: dict[int, str] = {}
    for index, (name, column) in enumerate(zip(names, grid.columns)):
        if index > 3 and parse_heading(fold_heading(name))[0] != "name":
            continue
        for row in body:
            cell = column[row]
            if type(cell) is str and cell[:1].casefold() in "tsg" and cell:
                head = fold_heading(cell[:MAX_HEADING_LENGTH]).split()
                if head[:1] and head[0] in TOTALS and len(head) <= 3:
                    values[row] = clean(cell)
    return values


def _format_lines_of_rows(grid: Grid, rows: Collection[int]) -> Message:
    return format_lines([grid.lines[row] for row in sorted(rows)])
