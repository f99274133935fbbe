"""Clubs far larger than real ones, against small ones: what grows with the players although few of them play."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from tests.benchmarks.club_games import club_games
from tests.benchmarks.measuring import THE_MEMORY, THE_TIME, Row, medians
from tests.benchmarks.rows.workbook_rows import RECALCULATE, alone, club_book
from xladdin.cells.table import CellTable
from xladdin.log import read_log
from xladdin.replay import replay
from xladdin.systems import SYSTEMS
from xladdin.systems.system import RatingSystem

MANY = 30_000
MISSPELT = 100


def size_rows(scale: float, rounds: int) -> Iterator[Row]:
    """Montreal rated game by game, and misspelt names, both with few players and with 30,000."""
    many = max(int(MANY * scale), 60)
    by_game = dataclasses.replace(SYSTEMS["montreal"], rated_together="game")  # type: ignore[call-arg]
    games = max(int(20_000 * scale), 100)
    sides = {players: _replay(by_game, club_games(games, players).tables("montreal")) for players in (30, many)}
    what = f"replay, montreal game by game, {games:,} games, {many:,} players"
    yield _growth(what, sides, 30, many, rounds, "≤ 3")
    few = max(many // 100, 30)
    misspelt = {players: _misspelt(players) for players in (few, many)}
    yield _growth(f"{MISSPELT} misspelt names, {many:,} players", misspelt, few, many, rounds, "≤ 10")


def full_rows(scale: float) -> Iterator[Row]:
    """A full sheet recalculated in a Python of its own, with few players and with 30,000, in one run of each."""
    games, few, many = max(int(1_000_000 * scale), 100), 200, max(int(MANY * scale), 60)
    taken = {}
    for players in (few, many):
        with tempfile.TemporaryDirectory() as name:
            taken[players] = alone(RECALCULATE, club_book(club_games(games, players), Path(name)), times=1)
    what = f"recalc, {games:,} games, {many:,} players"
    yield Row(what, f"{few:,} players", taken[many].seconds / taken[few].seconds, THE_TIME, "≤ 1.5")
    yield Row(f"{what}, peak memory", "2 GiB", taken[many].megabytes / 2048, THE_MEMORY, "≤ 1")


def _growth(what: str, sides: Mapping[int, Callable[[], object]], few: int, many: int, rounds: int, reach: str) -> Row:
    times = medians({str(players): side for players, side in sides.items()}, rounds=rounds)
    return Row(what, f"{few:,} players", times[str(many)] / times[str(few)], THE_TIME, reach)


def _replay(system: RatingSystem, tables: Mapping[str, CellTable]) -> Callable[[], object]:
    return partial(replay, read_log(system, tables).sound())


def _misspelt(players: int) -> Callable[[], object]:
    tables = dict(club_games(2 * MISSPELT, players).tables("mississauga"))
    games = tables["Games"]
    names = [f"{name}x" if row < MISSPELT else name for row, name in enumerate(games.columns[1])]
    columns = (games.columns[0], names, *games.columns[2:])
    tables["Games"] = dataclasses.replace(games, columns=columns)
    return lambda: read_log(SYSTEMS["mississauga"], tables).problems
