"""The second computation of logs, and of workbooks cell by cell."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

from tests.oracle import dptr, elo, lexington, points, sca
from tests.oracle.engine import cell_tables
from tests.oracle.log import Adjustment, Entry, Range, ScoreGame, club_tables
from tests.oracle.typed import Figures, Typed, blank
from xladdin.cells import ClubWorkbook
from xladdin.files.club_file import open_club_file
from xladdin.workbook.rules import read_system

COMPUTATIONS: Mapping[str, Callable[[Typed], Figures]] = {
    "mississauga": points.mississauga,
    "montreal": points.montreal,
    "bands": points.bands,
    "elo": elo.figures,
    "lexington": lexington.figures,
    "sca": sca.figures,
    "dptr": dptr.figures,
}
RULES = {"elo": elo.RULES, "lexington": lexington.RULES, "sca": sca.RULES, "dptr": dptr.RULES, **points.RULES}
BANDS = {"elo": elo.BANDS, **points.BANDS}
CHANGES = ("Rating 1", "Rating 2", "Change 1", "Change 2")


def typed_log(system: str, tables: Mapping[str, Range], today: dt.date, rules: Mapping[str, object]) -> Typed:
    """Return a log as a workbook of the system has it, whose sheet Rules says what the sources say but for `rules`."""
    names = {f"rule_{name}": value for name, value in {**RULES[system], **rules}.items()}
    bands = BANDS.get(system, {})
    cells = {f"rule_{table}_{name}": cells for table, band in bands.items() for name, cells in band.items()}
    ranges = {name: [[cell] for cell in column] for name, column in cells.items()}
    club_file = SimpleNamespace(tables=cell_tables(tables), names=names, range_values=ranges.__getitem__)
    return Typed(club_file, today)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Outcome:
    """The end of a replay: rating and games by player, and for each game its ratings and changes, None for a blank."""

    ratings: Mapping[str, int | None]
    games: Mapping[str, int]
    rows: list[tuple[int | None, ...]]


def figures(system: str, tables: Mapping[str, Range], today: dt.date = dt.date.max, **rules: object) -> Figures:
    """Return every figure of a log by table, row and heading. `rules` replace those of the sources."""
    return COMPUTATIONS[system](typed_log(system, tables, today, rules))


def replay(
    system: str, players: Mapping[str, Entry], games: Sequence[ScoreGame], adjustments: Sequence[Adjustment] = ()
) -> Outcome:
    """Rate the log of a Scrabble club."""
    computed = figures(system, club_tables(players, games, adjustments))
    ratings, counts = (
        {name: _whole(computed["Players", row, heading]) for row, name in enumerate(players)}
        for heading in ("Rating", "Games")
    )
    rows = [tuple(_whole(computed.get(("Games", row, heading))) for heading in CHANGES) for row in range(len(games))]
    return Outcome(ratings, {name: count or 0 for name, count in counts.items()}, rows)


def _whole(figure: object) -> int | None:
    return None if figure is None else int(figure)  # type: ignore[call-overload, no-any-return]


# How far a stored figure may be from the exact one, as a part of its size. Engines round the last digits.
CLOSE = Fraction(1, 10**9)
# Columns of formulas. A program that computes nothing saves them without a value, which is no disagreement.
LIVE = {"Difference", "Change 1", "Change 2", "White change", "Black change", "Percentile", "Value", "Change"}


@dataclass(frozen=True)
class Verdict:
    """How many figures agree, and every one that does not, with its place."""

    agreeing: int
    disagreements: list[str]


def verify_file(path: Path, now: datetime) -> Verdict:
    """Compute every figure of the input tables a second time and compare it with what the file holds."""
    club_file = open_club_file(path)
    expected = COMPUTATIONS[read_system(club_file).key](Typed(club_file, now.date()))
    disagreements = list(_disagreeing(club_file, expected))
    return Verdict(len(expected) - len(disagreements), disagreements)


def _disagreeing(club_file: ClubWorkbook, expected: Figures) -> Iterator[str]:
    for (name, row, heading), figure in expected.items():
        table = club_file.tables[name]
        column = table.column(heading)
        stored = None if column is None else column[row]
        if column is not None and not _same(stored, figure) and not (heading in LIVE and blank(stored)):
            yield f"{table.sheet} row {table.row_number(row)}, {heading}: {stored!r} instead of {figure}"


def _same(stored: object, expected: object) -> bool:
    if isinstance(expected, (Fraction, int)) and isinstance(stored, (int, float)) and not isinstance(stored, bool):
        exact = Fraction(expected)
        return abs(Fraction(stored) - exact) <= CLOSE * max(abs(exact), Fraction(1))
    if isinstance(stored, datetime):
        stored = stored.date()
    return (blank(stored) and expected is None) or stored == expected
