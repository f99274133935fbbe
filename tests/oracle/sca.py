"""The SCA camp ladder as its VBA has it, statement by statement, with (0-1) added."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .log import Row


@dataclass(frozen=True)
class Camper:
    """A line of the Players table; start_permanent None is a blank cell."""

    group: str
    active: bool = True
    start_permanent: int | None = None


@dataclass(frozen=True)
class LadderGame:
    """A line of the Games table; result None: not played yet."""

    date: dt.date
    white: str
    black: str
    result: str | None
    kind: str | None = None


@dataclass(frozen=True)
class LadderOutcome:
    """Weekly and permanent ratings by player, and one row a game."""

    ratings: Mapping[str, int]
    permanent: Mapping[str, int]
    rows: list[Row]


def sgn(value: int) -> int:
    """VBA's Sgn."""
    return (value > 0) - (value < 0)


def cut(rating: int, other: int) -> int:
    """IIf(Abs(rating - other) > 375, 15 * Sgn(...), Int(Abs(...) / 25) * Sgn(...))."""
    size = abs(rating - other)
    return (15 if size > 375 else size // 25) * sgn(rating - other)


def after_game(white: int, black: int, result: str) -> tuple[int, int]:
    """Both new ratings from the ratings before the game."""
    if result == "(1-0)":
        return white + 16 - cut(white, black), black - 16 - cut(black, white)
    if result == "(0-1)":
        return white - 16 - cut(white, black), black + 16 - cut(black, white)
    return white - cut(white, black), black - cut(black, white)


def replay(groups: Mapping[str, int], campers: Mapping[str, Camper], games: Sequence[LadderGame]) -> LadderOutcome:
    """Rate a week, game by game in the table's order, whatever the dates."""
    weekly = {name: groups[camper.group] for name, camper in campers.items()}
    permanent = {
        name: groups[camper.group] if camper.start_permanent is None else camper.start_permanent
        for name, camper in campers.items()
    }
    rows = []
    for game in games:
        if game.result is None or game.kind is not None or "Bye" in (game.white, game.black):
            rows.append(Row())
            continue
        was = weekly[game.white], weekly[game.black]
        now = after_game(*was, game.result)
        rows.append(Row(*was, now[0] - was[0], now[1] - was[1]))
        weekly[game.white], weekly[game.black] = now
        permanent[game.white], permanent[game.black] = after_game(
            permanent[game.white], permanent[game.black], game.result
        )
    return LadderOutcome(weekly, permanent, rows)
