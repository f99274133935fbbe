"""The engine's replay of the same typed rows, for what no worksheet function shows."""

from __future__ import annotations

import datetime as dt

from tests.oracle.log import Club, Tables, club_tables
from xladdin.cells import CellTable
from xladdin.game_log.reading import read_log
from xladdin.replay import Replay, replay
from xladdin.systems.system import RatingSystem

SCRABBLE = ("mississauga", "montreal", "lexington")


def cell_tables(tables: Tables) -> dict[str, CellTable]:
    return {
        name: CellTable(
            name, tuple(map(str, headings)), tuple([row[at] for row in rows] for at in range(len(headings)))
        )
        for name, (headings, *rows) in tables.items()
    }


def replayed(system: RatingSystem, tables: Tables, today: dt.date | None = None) -> Replay:
    return replay(read_log(system, cell_tables(tables)).sound(), today=today)


def replayed_club(system: RatingSystem, club: Club, today: dt.date | None = None) -> Replay:
    return replayed(system, club_tables(*club), today)
