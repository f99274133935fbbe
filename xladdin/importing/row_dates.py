"""Read the dates of a table's rows, and collect notes, errors and doubts while the rows are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise

from xladdin.cells import CellValue, Memo, cell_text, is_blank
from xladdin.importing.mapping import (
    Club,
    TableMapping,
)
from xladdin.importing.questions import (
    ONCE,
    Answers,
    Doubt,
    Question,
    WrongLine,
    format_lines,
    parse_day,
    parse_days,
)
from xladdin.importing.tables import Column, Table
from xladdin.importing.values import (
    DAY_FIRST,
    IN_WORDS,
    NIGHT_ENDS,
    ORDERS,
    clean,
    day_of_evening,
    is_dotted,
    is_without_year,
    order_with_days,
    orders_that_fit,
    parse_heading,
    read_day,
    read_number,
    with_year,
)
from xladdin.messages import Message, msg, ngettext
from xladdin.model import AFTER_MIDNIGHT

FIRST_UNDATED = msg("the first rows have no date. Of which day are they?")


@dataclass
class TableReading:
    """The state while the rows of a table are read."""

    mapped: TableMapping
    club: Club
    answers: Answers
    digest: str
    order: str = DAY_FIRST
    notes: list[Message] = field(default_factory=list)
    wrong: list[WrongLine] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    left_out: set[int] = field(default_factory=set)
    ratings: dict[str, CellValue] = field(default_factory=dict)
    current_headings: list[str] = field(default_factory=list)
    moment: bool = False
    as_of: date | None = None
    distinguished_by: Sequence[object] = ()

    @property
    def table(self) -> Table:
        return self.mapped.table

    @property
    def location(self) -> str:
        return self.table.location

    def cells(self, name: str) -> Sequence[object] | None:
        column = self.mapped.columns.get(name)
        return None if column is None else column.cells

    def ask_once(
        self,
        about: str,
        text: Message,
        choices: Sequence[tuple[str, str]],
        free_answer: str = "",
        default: str = "",
        samples: Sequence[str] = (),
        rounds: int = 1,
    ) -> str:
        """Ask a question about this file, whose answer does not apply to other files."""
        place = f"{self.table.sheet}: {about}" if self.table.sheet else about
        whole = msg("{place}: {question}", place=self.location, question=text)
        return self.answers.ask(
            Question((ONCE, self.digest, place), whole, choices, default, samples, free_answer, rounds)
        )

    def leave_out(self, rows: Sequence[int], reason: Message) -> None:
        """Leave out rows, and report their lines with the reason."""
        self.left_out.update(rows)
        if rows:
            lines = format_lines([self.table.lines[row] for row in rows])
            self.notes.append(msg("{place}: {reason} ({lines}).", place=self.location, reason=reason, lines=lines))

    def add_wrong(self, row: int, column: str, value: object, message: Message) -> None:
        """Report a row that cannot be read, and leave it out."""
        self.left_out.add(row)
        self.wrong.append(WrongLine(self.location, self.table.lines[row], column, clean(value), message))


def decide_order(mappings: Sequence[TableMapping], answers: Answers, kind: str) -> tuple[str, list[Message]]:
    """Decide from all dates of a source whether they begin with the day or the month.

    Returns the order and notes on the reason. If both orders are valid and lead to different dates, it asks.
    """
    columns = [
        column
        for mapped in mappings
        for name, column in mapped.columns.items()
        if name in ("date", "moment") or (name[:1].isupper() and column.dates > 0.5)
    ]
    cells = [cell for column in columns for cell in dict.fromkeys(column.cells) if isinstance(cell, str)]
    fits: Memo[list[str]] = Memo(lambda cell: orders_that_fit([str(cell)]))
    open_ = [cell for cell in cells if fits[cell]]
    if not open_:
        return DAY_FIRST, []
    place = mappings[0].table.file
    fitting = [order for order in ORDERS if all(order in fits[cell] for cell in open_)]
    if len(fitting) == 1:
        wrong_order = next(order for order in ORDERS if order != fitting[0])
        return fitting[0], [
            msg(
                "{place}: dates are {order}; {other} does not fit all of them.",
                place=place,
                order=IN_WORDS[fitting[0]],
                other=IN_WORDS[wrong_order],
            )
        ]
    if not fitting:
        counts = {order: sum(order in fits[cell] for cell in open_) for order in ORDERS}
        best = max(ORDERS, key=lambda order: counts[order])
        return best, [
            msg("{place}: neither day first nor month first fits all dates; write all in one order.", place=place)
        ]
    undecided = [cell for cell in open_ if read_day(cell, "dmy") != read_day(cell, "mdy")]
    if all(is_dotted(cell) for cell in undecided):  # true without an ambiguous date as well
        return DAY_FIRST, []
    by_order = _find_order(columns, fitting)
    if by_order:
        return by_order, [
            msg("{place}: dates are {order}, which keeps the rows in order.", place=place, order=IN_WORDS[by_order])
        ]
    samples = undecided[:3]
    choices = [
        (order, order_with_days(order, ", ".join(cell_text(read_day(cell, order)) for cell in samples)))
        for order in fitting
    ]
    text = msg("{place}: is the day or the month first in {dates}?", place=place, dates=", ".join(samples))
    return answers.ask(Question(("source", "dates"), text, choices), kind) or DAY_FIRST, []


def _find_order(columns: Sequence[Column], orders: Sequence[str]) -> str:
    """Return the only order of day and month in which the rows are sorted by date, or ""."""
    for column in columns:
        cells = [cell for cell in column.cells if not is_blank(cell)]
        certain = sum(not isinstance(cell, str) or not orders_that_fit([cell]) for cell in dict.fromkeys(cells))
        if certain < 3:
            continue
        turns = {}
        for order in orders:
            days = [day for cell in cells if isinstance(day := read_day(cell, order), date)]
            turns[order] = sum(after < before for before, after in pairwise(days))
        sure = [order for order in orders if turns[order] == 0]
        if len(sure) == 1 and all(turns[order] > 1 for order in orders if order != sure[0]):
            return sure[0]
    return ""


def has_result(reading: TableReading, row: int) -> bool:
    """Return whether a row has the result of a game."""
    names = ("score1", "score2", "result", "both", "winner")
    return any(not is_blank(cells[row]) for name in names if (cells := reading.cells(name)) is not None)


def read_days_of_rows(reading: TableReading, names: Sequence[Sequence[object]]) -> list[CellValue]:
    """Return the day of each row. A row without a date has the date of the row above, as in merged cells.

    `names` are the columns of names. A row with a date and without a name is a title with the date of the rows below.
    """
    columns = reading.mapped.columns
    moment, column = columns.get("moment"), columns.get("date")
    days = None if column is None else read_days(reading, column)
    if moment is not None:
        reading.moment = True
        sent = read_days(reading, moment)
        return sent if days is None else [day if day is not None else day_sent for day, day_sent in zip(days, sent)]
    if days is None:
        return ask_days_of_rounds(reading)
    names_nobody = [
        row
        for row, day in enumerate(days)
        if day is not None and all(is_blank(cells_of_names[row]) for cells_of_names in names)
    ]
    bare = [row for row in names_nobody if not has_result(reading, row)]
    reading.leave_out(bare, msg("{rows} with a date and no game", rows=ngettext("{n:,} row", "{n:,} rows", len(bare))))
    filled: list[CellValue] = []
    undated = []
    above: CellValue = None
    for row, day in enumerate(days):
        if day is None and any(not is_blank(cells[row]) for cells in names):
            if above is None:
                above = next(iter(ask_day(reading, FIRST_UNDATED)), None)
            else:
                undated.append(row)
            filled.append(above)
            continue
        above = day or above
        filled.append(day)
    if undated:
        reading.notes.append(
            ngettext(
                "{place}: {n:,} row without a date takes the one above ({lines}).",
                "{place}: {n:,} rows without a date take the one above ({lines}).",
                len(undated),
                place=reading.location,
                lines=format_lines([reading.table.lines[row] for row in undated]),
            )
        )
    return filled


def ask_days_of_rounds(reading: TableReading) -> list[CellValue]:
    """Ask for the dates of games in a table without dates: one date for all games, or one for each round."""
    if not reading.table.lines:
        return []
    column = next((column for column in reading.table.columns if parse_heading(column.head)[0] == "round"), None)
    rounds = sorted({cell for cell in column.cells if not is_blank(cell)}, key=_round_order) if column else []
    days = ask_day(reading, msg("the games have no dates. Of which day are they?"), len(rounds))
    if column is None or len(days) != len(rounds):
        return [days[0] if days else None] * len(reading.table.lines)
    of_round = dict(zip(rounds, days))
    return [of_round.get(cell) for cell in column.cells]


def _round_order(cell: object) -> tuple[float, str]:
    number = read_number(cell)
    return (float("inf") if number is None else number, clean(cell))


def ask_day(reading: TableReading, text: Message, rounds: int = 1) -> list[date]:
    """Ask for the date of the games. A date in the title, or in the name of the sheet or file, is the default.

    With several rounds, the answer may have a date for each round.
    """
    table = reading.table
    titles = (table.title, table.sheet, table.file.rpartition(".")[0])
    default = next((day.isoformat() for title in titles if (day := parse_day(title)) is not None), "")
    choices = [(default, msg("{day}, as its title says", day=default))] if default else []
    return parse_days(reading.ask_once("day", text, choices, "dates" if rounds > 1 else "date", default, rounds=rounds))


def read_days(reading: TableReading, column: Column) -> list[CellValue]:
    """Read a column of dates.

    A time after midnight belongs to the evening before. If the dates have no year, it asks for the year once.
    """
    order = reading.order
    yearless = column.share(is_without_year) > 0.5
    year = ""
    if yearless:
        text = msg("dates such as {date} have no year. Which year is it?", date=column.samples[0])
        year = reading.ask_once("year", text, [], "number", samples=column.samples[:4])

    def read(cell: object) -> tuple[CellValue, bool]:
        if is_blank(cell):
            return None, False
        if year and isinstance(cell, str) and is_without_year(cell):
            cell = with_year(cell, int(year))
        return day_of_evening(cell, order)

    meanings: Memo[tuple[CellValue, bool]] = Memo(read)
    days = meanings.column(column.cells)
    late: dict[CellValue, list[int]] = {}
    for row, (day, is_late) in enumerate(days):
        if is_late:
            late.setdefault(day, []).append(reading.table.lines[row])
    place = f"{reading.location}, {column.name},"
    reason = msg(
        "What is sent from midnight to {hour} o'clock counts for the evening before. "
        "If that is wrong, correct the date.",
        hour=NIGHT_ENDS,
    )
    table = reading.club.layout(reading.mapped.kind)
    for day, lines in late.items():
        description = msg(
            "{responses} sent after midnight, counted for {day}",
            responses=ngettext("{n:,} response", "{n:,} responses", len(lines)),
            day=cell_text(day),
        )
        reading.doubts.append(Doubt(description, place, lines, reason, AFTER_MIDNIGHT, table.name if table else ""))
    return [day for day, _ in days]


def clean_day(cell: object) -> str:
    """Return a date without its year, for a message."""
    return f"{cell.day} {cell:%B}" if isinstance(cell, date) else clean(cell)
