"""The journal of corrections: rows changed, moved, added in the past or taken out since the last recalculation.

A hidden sheet remembers a digest of every input row that the last recalculation read, a column a table. So every host
can tell which row changed. The copy of all that was read has the old row, or else the dated copy of the workbook. It
remembers Rules whole.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from xladdin.cells.table import Area, CellTable, CellValue, ClubBook, as_value, cell_at
from xladdin.cells.text import counted, name_key
from xladdin.languages.language import IN_ENGLISH, Language
from xladdin.log.games import NOT_PLAYED
from xladdin.replay import Replay
from xladdin.reports.own_games.steps import rating_words
from xladdin.workbook.changes import edited_rules
from xladdin.workbook.changes.differences import column_of
from xladdin.workbook.changes.matching_rows import RowMatch, other_rows
from xladdin.workbook.changes.typed_rows import (
    BETWEEN,
    NOT_THERE_YET,
    UNKNOWN,
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
"""The most lines of the journal."""
PLAYERS_NAMED = 8
_DAY = "DATE(LEFT($A{0},4),MID($A{0},6,2),MID($A{0},9,2))".format(HEADING_ROW + 1)
BEFORE_LAST_WEEK = f'IF($A{HEADING_ROW + 1}="",FALSE,{_DAY}<TODAY()-7)'
"""True for a line older than a week. When is a text of year, month, day, hour and minute."""
NOTHING = "Nothing was corrected."
ROW_OF_SHEET = ("{} row {}", "{}, ligne {}")
"""The place of a correction, in each language."""
_CHANGE = re.compile(r"(?<= )([+-])([0-9]+)(?:\.([0-9]+))?(?=, |\.$)")
"""A player's change in the words of a correction, behind the name."""
LAST_SESSION = "Last session"
"""The heading on the hidden sheet above the date of the last session known there."""
TOLD_ABOVE = "told above"
"""The text for the effect of a correction, if the first one of the same recalculation tells it for all."""


class Correction(NamedTuple):
    """One changed row. `where` is its sheet and row. `was` and `now` are its cells in words, or blank without a row.

    `ratings` names the players whose ratings moved, by all corrections of one recalculation together. It is blank if an
    earlier one tells it. `since` is the date from which the row counts. `moved` is the old place of the same row.
    `reordered` means that several rows were moved, as `now` says. `rule` is the label of what was edited on Rules.
    """

    when: datetime
    where: str
    was: str
    now: str
    ratings: str
    since: date | None
    moved: bool = False
    reordered: bool = False
    rule: str = ""

    def __str__(self) -> str:
        return self.told(IN_ENGLISH)

    def told(self, say: Language) -> str:
        """The correction in sentences."""
        since = f"From {self.since.isoformat()} on." if self.since else ""
        return " ".join(say.message(words) for words in (self._sentence(), self.ratings, since) if words)

    def _sentence(self) -> str:
        if self.reordered:
            return f"{self.where}: {self.now}."
        if self.moved:
            return f"{self.where} was in {self.was}: {self.now}."
        if not self.was:
            return f"{self.where} was added: {self.now}."
        if not self.now:
            return f"{self.where} was taken out: {self.was}."
        return f"{self.where} was changed: {self.was} → {self.now}."

    def cells(self, say: Language) -> tuple[CellValue, ...]:
        """The line of the sheet."""
        when = self.when.strftime("%Y-%m-%d %H:%M")
        was = say.message(self.was) if self.moved else self._typed(self.was, say)
        now = say.message(self.now) if self.reordered else self._typed(self.now, say)
        ratings = say.message(self.ratings or TOLD_ABOVE)
        if say.is_french:
            ratings = _CHANGE.sub(_change_in_french, ratings)
        return (when, say.message(self.where), was, now, ratings, self.since)

    def _typed(self, cells: str, say: Language) -> str:
        """The cells of a row as they were typed, since an import reads them here. A rule is in the club's language."""
        if not (self.rule and cells):
            return say.message(cells) if cells == UNKNOWN else cells
        return f"{say.heading(self.rule)}{say.colon}{say.decimal(cells.removeprefix(f'{self.rule}: '))}"


def layout() -> SheetLayout:
    """The sheet, to pin to the wall."""
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
    return SheetLayout(JOURNAL, title, blocks, landscape=True, key=key, lines=((1, 1),))


class Corrected(NamedTuple):
    """The corrections since the last recalculation. `lines` are areas of the Journal, which are not placed yet.

    `remembered` are areas of the hidden sheet with the rows as they are now.
    """

    corrections: Sequence[Correction] = ()
    lines: Sequence[Area] = ()
    remembered: Sequence[Area] = ()


def corrected(book: ClubBook, replayed: Replay, now: datetime, old_tables: OldTables, say: Language) -> Corrected:
    """What was corrected, or nothing if the workbook does not remember its rows."""
    if not book.has_sheet(JOURNAL_ROWS):
        return Corrected()
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
        numbers = {heading: number for number, heading in enumerate(held[0])}
        before = {name: _column(held, numbers[name]) if name in numbers else [] for name in names}
        last = as_date(cell_at(held, 2, numbers.get(LAST_SESSION, -1) + 1))
        known = _Known(now, last, RowsBefore(book, system, old_tables))
        found = [
            correction
            for name in names
            if before[name] != marks[name]
            for correction in known.corrections(book.tables[name], before[name], marks[name], texts[name])
        ]
        found.extend(known.edited(book, replayed))
        corrections = _with_effect(found, lambda: _moved(book, replayed, last))
    latest = max((period.date for period in replayed.log.periods), default=None)
    rules = edited_rules.remembered_rules(book, system)
    headings = (*names, LAST_SESSION, *edited_rules.HEADINGS)
    remembered = [
        Area(JOURNAL_ROWS, 1, 1, len(headings), [headings], rows_owned=1),
        *(Area(JOURNAL_ROWS, 2, n, 1, list(zip(marks[name]))) for n, name in enumerate(names, 1)),
        Area(JOURNAL_ROWS, 2, len(names) + 1, 1, [(latest.isoformat() if latest else None,)], rows_owned=1),
        Area(JOURNAL_ROWS, 2, len(names) + 2, len(edited_rules.HEADINGS), rules),
    ]
    lines = journal_lines(book, corrections, say)
    areas = [layout().rows_area(lines)] if corrections else []
    areas.append(layout().words(None if lines else say.heading(NOTHING)))
    return Corrected(corrections, areas, remembered)


def journal_lines(book: ClubBook, corrections: Sequence[Correction], say: Language) -> list[Sequence[CellValue]]:
    """The lines of the sheet with these corrections above what it holds, the newest first."""
    return [*(line.cells(say) for line in corrections), *_kept(book)][:MOST_LINES]


def _kept(book: ClubBook) -> list[Sequence[CellValue]]:
    """The lines that the journal holds."""
    at = block_at(book, layout())
    if at is None:
        return []
    (sheet, row, column), extent = at
    first, width = column - 1, len(layout().blocks[0].columns)
    lines = book.sheet_values(sheet)[row : row + extent.rows]
    return [tuple(map(as_value, line[first : first + width])) for line in lines]


def lines_of_rows(book: ClubBook, sheet: str) -> list[str]:
    """The old rows of a sheet, in the journal's words, before they were taken out or changed."""
    lines = ((str(where), str(was)) for _, where, was, *_ in _kept(book) if where and was)
    rows = tuple(way.format(sheet, "") for way in ROW_OF_SHEET)
    return [was for where, was in lines if where.startswith(rows)]


def _column(held: Sequence[Sequence[object]], number: int) -> list[int]:
    cells = column_of(held, number)[1:]
    marks = [int(cell) if isinstance(cell, (int, float)) else NOT_THERE_YET for cell in cells]
    while marks and marks[-1] == NOT_THERE_YET:
        marks.pop()
    return marks


class _Known(NamedTuple):
    """What is known of the old rows. `now` is the time of the search, and `last` the last session known then."""

    now: datetime
    last: date | None
    rows: RowsBefore

    def corrections(
        self, table: CellTable, old: Sequence[int], new: Sequence[int], texts: Sequence[str]
    ) -> Iterator[Correction]:
        """The corrections of one table. `old` and `new` are digests of its rows, `texts` are of its rows now."""

        def cells_before(row: int) -> list[str] | None:
            text, _ = self.rows.row(table.name, row, old[row])
            return None if text == UNKNOWN else text.split(BETWEEN)

        found = other_rows(old, new, cells_before, lambda row: texts[row].split(BETWEEN))
        moved = [match for match in found if match.moved]
        for match in found:
            if not match.moved and (match.was is not None or self._is_past(table, match.now)):
                yield self._correction(table, match, old, texts)
        if len(moved) == 1:
            yield self._correction(table, moved[0], old, texts)
        elif moved:
            words = f"{counted(len(moved), 'row')} are in another order"
            yield Correction(self.now, table.sheet or table.name, "", words, "", None, reordered=True)

    def edited(self, book: ClubBook, replayed: Replay) -> Iterator[Correction]:
        """The edits on Rules. A rule counts from the first session on."""
        since = min((period.date for period in replayed.log.periods), default=None)
        for one in edited_rules.edited_rules(book, replayed.log.system, self.rows.lines(*edited_rules.HEADINGS)):
            day = since if one.counts else None
            yield Correction(self.now, one.where, one.was, one.now, "", day, rule=one.label)

    def _is_past(self, table: CellTable, row: int | None) -> bool:
        day = day_of(table, row)
        return self.last is not None and day is not None and day < self.last

    def _correction(self, table: CellTable, match: RowMatch, old: Sequence[int], texts: Sequence[str]) -> Correction:
        place = match.was if match.now is None else match.now
        assert place is not None
        was, earlier = ("", None) if match.was is None else self.rows.row(table.name, match.was, old[match.was])
        after = "" if match.now is None else in_words(texts[match.now])
        days = [day for day in (earlier, day_of(table, match.now)) if day is not None]
        before = f"row {table.row_number(match.was or 0)}" if match.moved else in_words(was)
        return Correction(self.now, table.where(place), before, after, "", min(days, default=None), moved=match.moved)


def _with_effect(found: Sequence[Correction], moved: Callable[[], str]) -> list[Correction]:
    """The corrections, the first with the effect of all of them."""
    if not found:
        return []
    together = "Together: " if len(found) > 1 else ""
    return [found[0]._replace(ratings=f"{together}{moved()}"), *found[1:]]


def _moved(book: ClubBook, replayed: Replay, last: date | None) -> str:
    """The players whose rating at the end of the last known session changed, the most moved first."""
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


def _change_in_french(change: re.Match[str]) -> str:
    sign, whole, decimals = change.groups()
    return f"{sign.replace('-', '−')}{whole}{',' if decimals else ''}{decimals or ''}"
