"""Hand a log to the second computation of a system, with the rules typed from its sources."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace

from tests.oracle import dptr, elo, lexington, points, sca
from tests.oracle.engine import cell_tables
from tests.oracle.log import Adjustment, Entry, Range, ScoreGame, club_tables
from tests.oracle.typed import Figures, Typed

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
    bands = {
        f"rule_{table}_{name}": cells for table, band in BANDS.get(system, {}).items() for name, cells in band.items()
    }
    club_file = SimpleNamespace(
        tables=cell_tables(tables), names=names, range_values=lambda name: [[cell] for cell in bands[name]]
    )
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
