"""Replays of random clubs and of the samples, and the same games as somebody typed them, to count in other ways."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from tests.helpers.clubs import Rows, random_tables
from xladdin.cells import CellTable
from xladdin.commands.programs import sample_files
from xladdin.game_log.reading import read_log
from xladdin.replay import Replay, replay
from xladdin.reports.context import StandingsLine, list_standings
from xladdin.statistics import Statistics
from xladdin.systems import system_named

GAMES_OF = ("mississauga", "montreal", "lexington", "sca")
"""Systems that rate games."""
SCRABBLE = ("mississauga", "montreal", "lexington")
FIRST_MONTH = {"lexington": 9}
"""The first month of the season, where it is not January."""


def replay_of(key: str, tables: Mapping[str, Rows]) -> Replay:
    cells = {
        name.title(): CellTable(name.title(), tuple(map(str, rows[0])), tuple(map(list, zip(*rows[1:]))) or ([],))
        for name, rows in tables.items()
        if len(rows) > 1
    }
    return replay(read_log(system_named(key), cells).sound())


def random_club(key: str, games: int = 900, players: int = 20) -> tuple[dict[str, Rows], Replay]:
    """Return a random club whose games cross the boundary of a season."""
    tables = random_tables(key, games, players, seed=len(key))
    return tables, replay_of(key, tables)


def sample(key: str) -> Replay:
    tables = {name: list(csv.reader(path.open(encoding="utf-8"))) for name, path in sample_files(key).items()}
    return replay_of(key, tables)


def season_rows(key: str, tables: Mapping[str, Rows]) -> list[Any]:
    """Return the typed games of the season of the last date, from the first of its first month on."""
    rows = list(tables["games"][1:])
    last = date.fromisoformat(max(row[0] for row in rows))
    month = FIRST_MONTH.get(key, 1)
    start = date(last.year if last.month >= month else last.year - 1, month, 1)
    return [row for row in rows if row[0] >= start.isoformat()]


def sides(key: str, row: Sequence[Any]) -> list[tuple[str, str, float, float]]:
    """Player, opponent, own score and opponent's score, from both sides of a typed game."""
    if key == "sca":
        score1, score2 = {"(1-0)": (1, 0), "(0-1)": (0, 1), "(1/2-1/2)": (0.5, 0.5)}[row[3]]
        return [(row[1], row[2], score1, score2), (row[2], row[1], score2, score1)]
    return [(row[1], row[3], row[2], row[4]), (row[3], row[1], row[4], row[2])]


def by_player(lines: Sequence[Any]) -> dict[str, Any]:
    return {line.player: line for line in lines}


def list_of(replayed: Replay) -> list[StandingsLine]:
    return list_standings(Statistics(replayed))
