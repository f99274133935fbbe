"""What people typed into a workbook, read plainly: rows as dictionaries, cells as fractions, days and words."""

import unicodedata
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from fractions import Fraction

from xladdin.cells import ClubWorkbook

DAY_ZERO = date(1899, 12, 30)
"""Day 0 of Excel's serial numbers."""
BYE = "bye"
WON = {"1-0", "w", "win", "1", "1.0"}
LOST = {"0-1", "l", "loss", "0", "0.0"}
Row = Mapping[str, object]
Figures = dict[tuple[str, int, str], object]
"""The right value of a cell, by table, row below the headings from 0 on, and heading."""


class Typed:
    """The input tables of a workbook, and the cells of its sheet Rules. No adjustment is due after `today`."""

    def __init__(self, club_file: ClubWorkbook, today: date) -> None:
        self._book = club_file
        self.today = today
        self._rules: dict[str, Fraction] = {}
        self._names = {name(row["player"]) for _, row in self.rows("Players")} | {BYE}
        self._aliases = {name(row["alias"]): name(row["player"]) for _, row in self.rows("Aliases")}

    def rows(self, table: str) -> Iterator[tuple[int, Row]]:
        """Yield each row of a table that holds anything, with its number. Cells are by heading in small letters."""
        cells = self._book.tables.get(table)
        if cells is None:
            return
        columns = {name(heading): column for heading, column in zip(cells.headings, cells.columns)}
        for number, row in enumerate(zip(*columns.values())):
            if any(not blank(cell) for cell in row):
                yield number, _Row(zip(columns, row))

    def player(self, cell: object) -> str:
        """Return the player that a name or an alias means. It is blank for a bye or a blank."""
        known = name(cell)
        if known not in self._names:
            known = self._aliases.get(known, known)
        return "" if known == BYE else known

    def rule(self, field: str, default: object = 0) -> Fraction:
        if field not in self._rules:
            cell = self._book.names.get(f"rule_{field}")
            self._rules[field] = number(default if blank(cell) else cell)
        return self._rules[field]

    def choice(self, field: str, default: str) -> str:
        cell = self._book.names.get(f"rule_{field}")
        return default if blank(cell) else str(cell).strip().casefold()

    def bands(self, field: str, *columns: str) -> list[tuple[Fraction, ...]]:
        """Return a table on Rules: the key from which each row holds, then the columns named."""
        ranges = [self._book.range_values(f"rule_{field}_{column}") or () for column in ("from", *columns)]
        cells = zip(*([row[0] for row in area] for area in ranges))
        return [tuple(map(number, row)) for row in cells if not blank(row[0])]


class _Row(dict[str, object]):
    def __missing__(self, heading: str) -> None:
        """Count a missing column as blank."""
        return None


def blank(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def number(cell: object) -> Fraction:
    """Return a number, exactly as its digits say, or 0 for a blank."""
    return Fraction(0) if blank(cell) else Fraction(str(cell).strip())


def some_number(cell: object) -> Fraction | None:
    return None if blank(cell) else number(cell)


def day(cell: object) -> date | None:
    """Read a date, its serial number, or text such as 2006-10-01. A blank is None."""
    if blank(cell):
        return None
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, date):
        return cell
    if isinstance(cell, str):
        return date.fromisoformat(cell.strip()[:10])
    return DAY_ZERO + timedelta(days=int(number(cell)))


def outcome(result: object) -> int:
    """Return 1 for a win, -1 for a loss and 0 for a draw, from the side of the player of the row."""
    word = "".join(str(result).split()).strip("()[]").casefold()
    return (word in WON) - (word in LOST)


def name(cell: object) -> str:
    """Fold a name: no case, no outer or doubled blanks, and no signs that nobody sees."""
    text = unicodedata.normalize("NFKC", "" if cell is None else _plain(cell))
    seen = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", seen.casefold()).split())


def _plain(cell: object) -> str:
    """Write a name such as 7 that a cell holds as a number."""
    return str(int(cell)) if isinstance(cell, float) and cell == int(cell) else str(cell)


def nearest(value: Fraction) -> Fraction:
    """Return the nearest whole number, halves away from zero, after rounding to nine decimals."""
    billionths = _half_away(value * 10**9)
    return Fraction(_half_away(Fraction(billionths, 10**9)))


def _half_away(value: Fraction) -> int:
    size = int(abs(value) + Fraction(1, 2))
    return size if value >= 0 else -size
