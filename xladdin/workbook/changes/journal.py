"""The journal of corrections: what was changed, added in the past or taken out since the last recalculation.

A hidden sheet remembers a digest of every input row that the last recalculation read, a column a table, so that every
host can tell which row is another. What stood there it remembers of the last rows of each table, which are corrected
most; of older ones the dated copy of the workbook says it, where there is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from difflib import SequenceMatcher
from typing import NamedTuple

from xladdin.cells.limits import LONGEST_CELL
from xladdin.cells.table import Area, CellValue, ClubBook
from xladdin.cells.text import name_key
from xladdin.log.games import NOT_PLAYED
from xladdin.replay import Replay
from xladdin.reports.own_games.steps import rating_words
from xladdin.workbook.changes.differences import column_of
from xladdin.workbook.changes.typed_rows import (
    IN_WORDS,
    NOT_THERE_YET,
    ROWS_IN_WORDS,
    OldTables,
    RowsBefore,
    as_date,
    day_of,
    digests,
    in_words,
    typed_rows,
)
from xladdin.workbook.contents import tables_of
from xladdin.workbook.report_sheets.blocks.layout import HEADING_ROW, ReportBlock, ReportColumn, SheetLayout
from xladdin.workbook.report_sheets.blocks.placing import block_at
from xladdin.workbook.schema import JOURNAL, JOURNAL_ROWS, Kind

MOST_LINES = 1000
"""Lines that the journal keeps."""
MOST_MOVED = 2000
"""Rows between the first and the last that differ, up to which they are compared one by one."""
PLAYERS_NAMED = 8
_DAY = "DATE(LEFT($A{0},4),MID($A{0},6,2),MID($A{0},9,2))".format(HEADING_ROW + 1)
BEFORE_LAST_WEEK = f'IF($A{HEADING_ROW + 1}="",FALSE,{_DAY}<TODAY()-7)'
"""True for a line older than a week; When is a text of year, month, day, hour and minute."""


class _Found(NamedTuple):
    """A row that is another: its table, where it was and is, and the digest that it had."""

    name: str
    was: int | None
    now: int | None
    mark: int


@dataclass(frozen=True)
class Correction:
    """One row that is another. row: on its sheet; was, now: its cells in words, blank where there was or is no row.

    since: the date from which it counts.
    """

    when: datetime
    where: str
    was: str
    now: str
    ratings: str
    since: date | None

    def __str__(self) -> str:
        since = f" From {self.since.isoformat()} on." if self.since else ""
        if not self.was:
            return f"{self.where} was added: {self.now}. {self.ratings}{since}"
        if not self.now:
            return f"{self.where} was taken out: {self.was}. {self.ratings}{since}"
        return f"{self.where} was changed: {self.was} → {self.now}. {self.ratings}{since}"

    @property
    def cells(self) -> tuple[CellValue, ...]:
        """The line of the sheet."""
        return (self.when.strftime("%Y-%m-%d %H:%M"), self.where, self.was, self.now, self.ratings, self.since)


def layout() -> SheetLayout:
    """The sheet, to be pinned to the wall."""
    columns = (
        ReportColumn("When", None, Kind.TEXT, 17),
        ReportColumn("Row", None, Kind.TEXT, 18),
        ReportColumn("Was", None, Kind.TEXT, 46, size=9),
        ReportColumn("Is now", None, Kind.TEXT, 46, size=9),
        ReportColumn("Ratings", None, Kind.TEXT, 40, size=9),
        ReportColumn("From", None, Kind.DATE, 16),
    )
    blocks = (ReportBlock(columns, quiet_rows=BEFORE_LAST_WEEK),)
    title, key = "Journal of corrections, the newest first", "Since last week; what is older is paler, and slanted"
    return SheetLayout(JOURNAL, title, blocks, landscape=True, key=key)


def journal(
    book: ClubBook, replayed: Replay, now: datetime, old_tables: OldTables
) -> tuple[list[Correction], list[Area]]:
    """What was corrected since the last recalculation, and the areas of both sheets; the journal's are to be placed."""
    system = replayed.log.system
    held = book.sheet_values(JOURNAL_ROWS)
    names = [name for name in tables_of(system) if name in book.tables]
    texts = {name: typed_rows(system, book.tables[name]) for name in names}
    marks = {name: digests(rows) for name, rows in texts.items()}
    log = system.log_kind.table
    for row, note in replayed.log.notes.items():
        if note == NOT_PLAYED:
            marks[log][row] = NOT_THERE_YET
    for rows in marks.values():
        while rows and rows[-1] == NOT_THERE_YET:
            rows.pop()
    corrections: list[Correction] = []
    if held:
        before = {name: _column(held, number) for number, name in enumerate(names)}
        last = as_date(held[1][len(names)] if len(held) > 1 and len(held[1]) > len(names) else None)
        found = [
            _Found(name, old, new, before[name][old] if old is not None else NOT_THERE_YET)
            for name in names
            if before[name] != marks[name]
            for old, new in _differences(before[name], marks[name])
            if old is not None or (last and (day := day_of(book.tables[name], new)) and day < last)
        ]
        if found:
            corrections = list(_told(book, replayed, now, found, texts, last, old_tables))
    latest = max((period.date for period in replayed.log.periods), default=None)
    areas = [
        Area(JOURNAL_ROWS, 1, 1, 2 * len(names) + 1, [(*names, "Last session", *map(IN_WORDS, names))], rows_owned=1),
        *(Area(JOURNAL_ROWS, 2, n, 1, list(zip(marks[name]))) for n, name in enumerate(names, 1)),
        Area(JOURNAL_ROWS, 2, len(names) + 1, 1, [(latest.isoformat() if latest else None,)], rows_owned=1),
        *(
            Area(JOURNAL_ROWS, 2, n, 1, _last_in_words(texts[name][: len(marks[name])]))
            for n, name in enumerate(names, len(names) + 2)
        ),
    ]
    if corrections:
        areas.append(layout().rows_area(journal_lines(book, corrections)))
    return corrections, areas


def journal_lines(book: ClubBook, corrections: Sequence[Correction]) -> list[Sequence[CellValue]]:
    """The lines of the sheet with these corrections above what it holds, the newest first."""
    return [*(line.cells for line in corrections), *_kept(book)][:MOST_LINES]


def _kept(book: ClubBook) -> list[Sequence[CellValue]]:
    """The lines that the journal holds."""
    at = block_at(book, layout())
    if at is None:
        return []
    (sheet, row, column), extent = at
    first, width = column - 1, len(layout().blocks[0].columns)
    lines = book.sheet_values(sheet)[row : row + extent.rows]
    return [tuple(_cell(cell) for cell in line[first : first + width]) for line in lines]


def _last_in_words(texts: Sequence[str]) -> list[tuple[str]]:
    """The cells that remember the last rows, each as far as a cell holds it."""
    return [(text[:LONGEST_CELL],) for text in texts[-ROWS_IN_WORDS:]]


def _column(held: Sequence[Sequence[object]], number: int) -> list[int]:
    cells = column_of(held, number)[1:]
    marks = [int(cell) if isinstance(cell, (int, float)) else NOT_THERE_YET for cell in cells]
    while marks and marks[-1] == NOT_THERE_YET:
        marks.pop()
    return marks


def _differences(old: Sequence[int], new: Sequence[int]) -> Iterator[tuple[int | None, int | None]]:
    """Positions of a row that was and of what it is now; None where there is no such row. Moved rows are no change."""
    both = min(len(old), len(new))
    start = both  # mostly: games are typed below the others
    if old[:both] != new[:both]:
        start = next(n for n, (a, b) in enumerate(zip(old, new)) if a != b)
    tail = next((n for n, (a, b) in enumerate(zip(old[start:][::-1], new[start:][::-1])) if a != b), None)
    tail = both - start if tail is None else tail
    one, other = old[start : len(old) - tail], new[start : len(new) - tail]
    gone, come = Counter(one) - Counter(other), Counter(other) - Counter(one)
    gone.pop(NOT_THERE_YET, None)
    come.pop(NOT_THERE_YET, None)
    if len(one) > MOST_MOVED or len(other) > MOST_MOVED:
        codes = [("replace", 0, len(one), 0, len(other))]
    else:
        codes = list(SequenceMatcher(None, one, other, autojunk=False).get_opcodes())
    for kind, i1, i2, j1, j2 in codes:
        if kind == "equal":
            continue
        was, now = _taken(gone, old, start + i1, start + i2), _taken(come, new, start + j1, start + j2)
        for number in range(max(len(was), len(now))):
            yield (was[number] if number < len(was) else None), (now[number] if number < len(now) else None)


def _taken(wanted: Counter[int], rows: Sequence[int], first: int, end: int) -> list[int]:
    """Positions of the rows that are wanted, each as often as it is."""
    found = []
    for position in range(first, end):
        if wanted[rows[position]] > 0:
            wanted[rows[position]] -= 1
            found.append(position)
    return found


def _told(
    book: ClubBook,
    replayed: Replay,
    now: datetime,
    found: Sequence[_Found],
    texts: Mapping[str, Sequence[str]],
    last: date | None,
    old_tables: OldTables,
) -> Iterator[Correction]:
    system = replayed.log.system
    known = RowsBefore(book, system, old_tables)
    ratings = _moved(book, replayed, last)
    for name, was, is_now, mark in found:
        table = book.tables[name]
        place = is_now if is_now is not None else was
        assert place is not None
        before, earlier = ("", None) if was is None else known.row(name, was, mark)
        after = "" if is_now is None else in_words(texts[name][is_now])
        days = [day for day in (earlier, day_of(table, is_now)) if day is not None]
        where = f"{table.sheet or name} row {table.row + 1 + place}"
        yield Correction(now, where, before, after, ratings, min(days, default=None))


def _moved(book: ClubBook, replayed: Replay, last: date | None) -> str:
    """Whose rating at the end of the last session that was known is another now, the most moved first."""
    system, players = replayed.log.system, replayed.log.players
    ratings: Sequence[object] = system.player_columns(replayed.ledger)["Rating"]
    closing = next((closing for closing in reversed(replayed.closings) if last and closing.period.date <= last), None)
    if closing is not None and closing.period != replayed.closings[-1].period:
        ratings = closing.ratings
    held = book.tables["Players"].column("Rating") or []
    moved = []
    for player, row, rating in zip(players, replayed.log.player_rows, ratings):
        old = held[row] if row < len(held) else None
        if isinstance(old, (int, float)) and isinstance(rating, (int, float)) and abs(rating - old) > 1e-9:
            moved.append((player.name, rating - old))
    moved.sort(key=lambda line: (-abs(line[1]), name_key(line[0])))
    if not moved:
        return "No rating changed."
    named = [f"{name} {rating_words(system, change, True)}" for name, change in moved[:PLAYERS_NAMED]]
    more = [f"and {len(moved) - PLAYERS_NAMED} more"] if len(moved) > PLAYERS_NAMED else []
    return ", ".join([*named, *more]) + "."


def _cell(cell: object) -> CellValue:
    return cell if isinstance(cell, (str, int, float, bool, date)) else None
