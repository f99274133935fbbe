"""Hands a log to the reference of the package, which shares no code with the engine, with rules from the sources."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from importlib import import_module

from tests.oracle.reference.typed import Figures, Typed
from xladdin.cells.table import CellTable

from .log import Adjustment, Entry, Outcome, Row, ScoreGame
from .ranges import Range, adjustments_range, games_range, players_range

Bands = Mapping[str, Sequence[float]]
"""Columns of a table on Rules by the last word of their names."""


class Book:
    """As much of a workbook as the reference asks for: its tables, and the cells of Rules."""

    def __init__(self, tables: Mapping[str, Range], rules: Mapping[str, object], bands: Mapping[str, Bands]) -> None:
        self.tables = {
            name: CellTable(name, tuple(rows[0]), tuple(zip(*rows[1:])) or tuple(() for _ in rows[0]))
            for name, rows in tables.items()
        }
        self.names = {f"rule_{name}": value for name, value in rules.items()}
        self._bands = {
            f"rule_{field}_{name}": column for field, table in bands.items() for name, column in table.items()
        }

    def range_values(self, name: str) -> list[list[float]]:
        return [[cell] for cell in self._bands[name]]


def figures(
    system: str, tables: Mapping[str, Range], rules: Mapping[str, object], bands: Mapping[str, Bands] | None = None
) -> Figures:
    """Every figure of a log by table, row and heading."""
    book = Book(tables, rules, bands or {})
    found: Figures = import_module(f"tests.oracle.reference.{system}").figures(Typed(book, dt.date.max))  # type: ignore[arg-type]
    return found


def replay_scores(
    system: str,
    players: Mapping[str, Entry],
    games: Sequence[ScoreGame],
    adjustments: Sequence[Adjustment],
    rules: Mapping[str, object],
    bands: Mapping[str, Bands] | None = None,
) -> Outcome:
    """The log of a Scrabble club: ratings, games, and one row for each game."""
    tables = {
        "Players": players_range(players),
        "Games": games_range(games),
        "Adjustments": adjustments_range(adjustments),
    }
    found = figures(system, tables, rules, bands)
    lines = list(enumerate(players))
    return Outcome(
        {name: _whole(found["Players", row, "Rating"]) for row, name in lines},
        {name: _whole(found["Players", row, "Games"]) or 0 for row, name in lines},
        [row_of(found, row) for row in range(len(games))],
    )


def row_of(found: Figures, row: int, headings: Sequence[str] = ("Rating 1", "Rating 2", "Change 1", "Change 2")) -> Row:
    return Row(*(_whole(found.get(("Games", row, heading))) for heading in headings))


def _whole(figure: object) -> int | None:
    return None if figure is None else int(figure)  # type: ignore[call-overload, no-any-return]
