"""The rules of the SCA camp ladder, typed from its VBA, and its log."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .log import Row
from .ranges import campers_range, groups_range, ladder_range
from .replaying import figures, row_of


@dataclass(frozen=True)
class Camper:
    """A line of the Players table. In `start_permanent` None is a blank cell."""

    group: str
    active: bool = True
    start_permanent: int | None = None


@dataclass(frozen=True)
class LadderGame:
    """A line of the Games table. With `result` None it is not yet played."""

    date: dt.date
    white: str
    black: str
    result: str | None
    kind: str | None = None


@dataclass(frozen=True)
class LadderOutcome:
    """Weekly and permanent ratings by player, and one row for each game."""

    ratings: Mapping[str, int]
    permanent: Mapping[str, int]
    rows: list[Row]


RULES = {"win_points": 16, "difference_step": 25, "difference_limit": 375, "beyond_limit": 15}
CELLS = ("White rating", "Black rating", "White change", "Black change")


def replay(groups: Mapping[str, int], campers: Mapping[str, Camper], games: Sequence[LadderGame]) -> LadderOutcome:
    """Rates a week, game by game in the order of the table, in spite of the dates."""
    tables = {"Groups": groups_range(groups), "Players": campers_range(campers), "Games": ladder_range(games)}
    found = figures("sca", tables, RULES)
    weekly = {name: groups[camper.group] for name, camper in campers.items()}
    for row, (name, camper) in enumerate(campers.items()):
        if camper.active:
            weekly[name] = int(found["Players", row, "Rating"])  # type: ignore[call-overload]
    permanent = {name: int(found["Players", row, "Permanent"]) for row, name in enumerate(campers)}  # type: ignore[call-overload]
    return LadderOutcome(weekly, permanent, [row_of(found, row, CELLS) for row in range(len(games))])
