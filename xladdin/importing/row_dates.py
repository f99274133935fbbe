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
    NIGHT_ENDS,
    ORDER_NAMES,
    ORDERS,
    append_year,
    clean,
    describe_order,
    find_valid_orders,
    is_dotted,
    is_without_year,
    parse_heading,
    read_day,
    read_evening_day,
    read_number,
)
from xladdin.messages import Message, msg, ngettext
from xladdin.model import AFTER_MIDNIGHT

FIRST_UNDATED = msg("the first rows have no date. On which day were these games played?")


@dataclass
class TableReading:
    """The state while the rows of a table are read.

    Attributes:
        mapping: The mapping of the table.
        club: The club that imports it.
        answers: The user's answers.
        digest: The digest of the file, under which answers about this file alone are stored.
        order: The order of day and month in dates.
        notes: Messages on the interpretation of the rows.
        wrong: The rows that cannot be read.
        doubts: The rows that the user should check.
        excluded_rows: The positions of the rows that are left out.
        ratings: The rating of each player in the rows of games.
        current_headings: The workbook's headings of columns that may have current figures instead of start values.
        has_sending_days: Whether the days are those on which the responses of a form were sent.
        as_of: The date of the current figures, if the table has it.
        distinguished_by: Values of each row without a column in the workbook.
    """

    mapping: TableMapping
    club: Club
    answers: Answers
    digest: str
    order: str = DAY_FIRST
    notes: list[Message] = field(default_factory=list)
    wrong: list[WrongLine] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    excluded_rows: set[int] = field(default_factory=set)
    ratings: dict[str, CellValue] = field(default_factory=dict)
    current_headings: list[str] = field(default_factory=list)
    has_sending_days: bool = False
    as_of: date | None = None
    distinguished_by: Sequence[object] = ()

    @property
    def table(self) -> Table:
        return self.mapping.table

    @property
    def location(self) -> str:
        return self.table.location

    def get_cells(self, name: str) -> Sequence[object] | None:
        column = self.mapping.columns.get(name)
        return None if column is None else column.cells

    def ask_once(
        self,
        subject: str,
        text: Message,
        choices: Sequence[tuple[str, str]],
        free_answer: str = "",
        default: str = "",
        samples: Sequence[str] = (),
        rounds: int = 1,
    ) -> str:
        """Ask a question about this file, whose answer does not apply to other files."""
        key = f"{self.table.sheet}: {subject}" if self.table.sheet else subject
        full_text = msg("{place}: {question}", place=self.location, question=text)
        return self.answers.ask(
            Question((ONCE, self.digest, key), full_text, choices, default, samples, free_answer, rounds)
        )

    def leave_out(self, rows: Sequence[int], reason: Message) -> None:
        """Leave out rows, and report their lines with the reason."""
        self.excluded_rows.update(rows)
        if rows:
            lines = format_lines([self.table.lines[row] for row in rows])
            self.notes.append(msg("{place}: {reason} ({lines}).", place=self.location, reason=reason, lines=lines))

    def add_wrong(self, row: int, column: str, value: object, message: Message) -> None:
        """Report a row that cannot be read, and leave it out."""
        self.excluded_rows.add(row)
        self.wrong.append(WrongLine(self.location, self.table.lines[row], column, clean(value), message))


def decide_order(mappings: Sequence[TableMapping], answers: Answers, kind: str) -> tuple[str, list[Message]]:
    """Decide from all dates of a source whether they begin with the day or the month.

    Returns the order and notes on the reason. If both orders are valid and lead to different dates, it asks.
    """
    columns = [
        column
        for mapping in mappings
        for name, column in mapping.columns.items()
        if name in ("date", "moment") or (name[:1].isupper() and column.dates > 0.5)
    ]
    cells = [cell for column in columns for cell in dict.fromkeys(column.cells) if isinstance(cell, str)]
    orders_by_cell: Memo[list[str]] = Memo(lambda cell: find_valid_orders([str(cell)]))
    ambiguous = [cell for cell in cells if orders_by_cell[cell]]
    if not ambiguous:
        return DAY_FIRST, []
    file = mappings[0].table.file
    fitting_orders = [order for order in ORDERS if all(order in orders_by_cell[cell] for cell in ambiguous)]
    if len(fitting_orders) == 1:
        wrong_order = next(order for order in ORDERS if order != fitting_orders[0])
        return fitting_orders[0], [
            msg(
                "{place}: dates are {order}; {other} does not fit all of them.",
                place=file,
                order=ORDER_NAMES[fitting_orders[0]],
                other=ORDER_NAMES[wrong_order],
            )
        ]
    if not fitting_orders:
        counts = {order: sum(order in orders_by_cell[cell] for cell in ambiguous) for order in ORDERS}
        best = max(ORDERS, key=lambda order: counts[order])
        return best, [
            msg(
                "{place}: neither day first nor month first fits all dates. Write them all in the same order.",
                place=file,
            )
        ]
    undecided = [cell for cell in ambiguous if read_day(cell, "dmy") != read_day(cell, "mdy")]
    if all(is_dotted(cell) for cell in undecided):  # true without an ambiguous date as well
        return DAY_FIRST, []
    by_order = _find_order(columns, fitting_orders)
    if by_order:
        return by_order, [
            msg("{place}: dates are {order}, which keeps the rows in order.", place=file, order=ORDER_NAMES[by_order])
        ]
    samples = undecided[:3]
    choices = [
        (order, describe_order(order, ", ".join(cell_text(read_day(cell, order)) for cell in samples)))
        for order in fitting_orders
    ]
    text = msg("{place}: is the day or the month first in {dates}?", place=file, dates=", ".join(samples))
    return answers.ask(Question(("source", "dates"), text, choices), kind) or DAY_FIRST, []


def _find_order(columns: Sequence[Column], orders: Sequence[str]) -> str:
    """Return the only order of day and month in which the rows are sorted by date, or ""."""
    for column in columns:
        cells = [cell for cell in column.cells if not is_blank(cell)]
        dated_cells = sum(not isinstance(cell, str) or not find_valid_orders([cell]) for cell in dict.fromkeys(cells))
        if dated_cells < 3:
            continue
        descents = {}
        for order in orders:
            days = [day for cell in cells if isinstance(day := read_day(cell, order), date)]
            descents[order] = sum(next_day < day for day, next_day in pairwise(days))
        ascending = [order for order in orders if descents[order] == 0]
        if len(ascending) == 1 and all(descents[order] > 1 for order in orders if order != ascending[0]):
            return ascending[0]
    return ""


def has_result(reading: TableReading, row: int) -> bool:
    """Return whether a row has the result of a game."""
    names = ("score1", "score2", "result", "both", "winner")
    return any(not is_blank(cells[row]) for name in names if (cells := reading.get_cells(name)) is not None)


def read_days_of_rows(reading: TableReading, names: Sequence[Sequence[object]]) -> list[CellValue]:
    """Return the day of each row.

    A row without a date has the date of the row above, since merged cells leave the lower cells blank. `names` are the
    columns of names. A row with a date and without a name is a title that dates the rows below it.
    """
    columns = reading.mapping.columns
    moment, column = columns.get("moment"), columns.get("date")
    days = None if column is None else read_days(reading, column)
    if moment is not None:
        reading.has_sending_days = True
        sending_days = read_days(reading, moment)
        return (
            sending_days
            if days is None
            else [day if day is not None else sending_day for day, sending_day in zip(days, sending_days)]
        )
    if days is None:
        return ask_days_of_rounds(reading)
    nameless_rows = [
        row
        for row, day in enumerate(days)
        if day is not None and all(is_blank(cells_of_names[row]) for cells_of_names in names)
    ]
    date_rows = [row for row in nameless_rows if not has_result(reading, row)]
    reading.leave_out(
        date_rows, msg("{rows} with a date and no game", rows=ngettext("{n:,} row", "{n:,} rows", len(date_rows)))
    )
    days_of_rows: list[CellValue] = []
    undated_rows = []
    day_above: CellValue = None
    for row, day in enumerate(days):
        if day is None and any(not is_blank(cells[row]) for cells in names):
            if day_above is None:
                day_above = next(iter(ask_day(reading, FIRST_UNDATED)), None)
            else:
                undated_rows.append(row)
            days_of_rows.append(day_above)
            continue
        day_above = day or day_above
        days_of_rows.append(day)
    if undated_rows:
        reading.notes.append(
            ngettext(
                "{place}: {n:,} row without a date gets the date above it ({lines}).",
                "{place}: {n:,} rows without a date get the date above them ({lines}).",
                len(undated_rows),
                place=reading.location,
                lines=format_lines([reading.table.lines[row] for row in undated_rows]),
            )
        )
    return days_of_rows


def ask_days_of_rounds(reading: TableReading) -> list[CellValue]:
    """Return the date of each row of a table without dates. One date is asked for, or one for each round."""
    if not reading.table.lines:
        return []
    column = next((column for column in reading.table.columns if parse_heading(column.head)[0] == "round"), None)
    rounds = sorted({cell for cell in column.cells if not is_blank(cell)}, key=_get_round_sort_key) if column else []
    days = ask_day(reading, msg("the games have no dates. On which day were they played?"), len(rounds))
    if column is None or len(days) != len(rounds):
        return [days[0] if days else None] * len(reading.table.lines)
    day_by_round = dict(zip(rounds, days))
    return [day_by_round.get(cell) for cell in column.cells]


def _get_round_sort_key(cell: object) -> tuple[float, str]:
    number = read_number(cell)
    return (float("inf") if number is None else number, clean(cell))


def ask_day(reading: TableReading, text: Message, rounds: int = 1) -> list[date]:
    """Return the answer on which dates the games were played: one date, or with several rounds one for each round.

    A date in the title, or in the name of the sheet or file, is the default. The list is empty while it is open.
    """
    table = reading.table
    titles = (table.title, table.sheet, table.file.rpartition(".")[0])
    default = next((day.isoformat() for title in titles if (day := parse_day(title)) is not None), "")
    choices = [(default, msg("{day}, as its title says", day=default))] if default else []
    return parse_days(reading.ask_once("day", text, choices, "dates" if rounds > 1 else "date", default, rounds=rounds))


def read_days(reading: TableReading, column: Column) -> list[CellValue]:
    """Return the day of each cell of a column of dates. If they have no year, it is asked for once.

    A time after midnight belongs to the evening before.
    """
    order = reading.order
    yearless = column.share(is_without_year) > 0.5
    year = ""
    if yearless:
        text = msg("dates such as {date} have no year. Which year is it?", date=column.samples[0])
        year = reading.ask_once("year", text, [], "number", samples=column.samples[:4])

    def convert(cell: object) -> tuple[CellValue, bool]:
        if is_blank(cell):
            return None, False
        if year and isinstance(cell, str) and is_without_year(cell):
            cell = append_year(cell, int(year))
        return read_evening_day(cell, order)

    meanings: Memo[tuple[CellValue, bool]] = Memo(convert)
    days = meanings.column(column.cells)
    lines_by_day: dict[CellValue, list[int]] = {}
    for row, (day, is_after_midnight) in enumerate(days):
        if is_after_midnight:
            lines_by_day.setdefault(day, []).append(reading.table.lines[row])
    location = f"{reading.location}, {column.name},"
    reason = msg(
        "Responses sent from midnight to {hour} o'clock count for the evening before. If that is wrong, correct the "
        "date.",
        hour=NIGHT_ENDS,
    )
    table = reading.club.layout(reading.mapping.kind)
    for day, lines in lines_by_day.items():
        description = msg(
            "{responses} sent after midnight, counted for {day}",
            responses=ngettext("{n:,} response", "{n:,} responses", len(lines)),
            day=cell_text(day),
        )
        reading.doubts.append(Doubt(description, location, lines, reason, AFTER_MIDNIGHT, table.name if table else ""))
    return [day for day, _ in days]


def format_day_and_month(cell: object) -> str:
    """Return a date without its year, for a message."""
    return f"{cell.day} {cell:%B}" if isinstance(cell, date) else clean(cell)
