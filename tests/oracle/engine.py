"""The engine's replay of typed rows, for what no worksheet function shows."""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.oracle.log import Club, club_tables
from xladdin.cells import CellTable
from xladdin.commands.programs import sample_files
from xladdin.game_log.reading import read_log
from xladdin.replay import Replay, replay
from xladdin.systems import SYSTEMS, system_named
from xladdin.systems.system import RatingSystem

SCRABBLE = tuple(key for key, system in SYSTEMS.items() if system.log_schema.has_scores and key != "bands")


def cell_tables(tables: Mapping[str, Sequence[Sequence[Any]]]) -> dict[str, CellTable]:
    """Return rows, headings first, as tables of cells. Names may be in lower case."""
    return {
        name.title(): CellTable(
            name.title(), tuple(map(str, headings)), tuple([row[at] for row in rows] for at in range(len(headings)))
        )
        for name, (headings, *rows) in tables.items()
    }


def replayed(
    system: RatingSystem | str, tables: Mapping[str, Sequence[Sequence[Any]]], today: dt.date | None = None
) -> Replay:
    """Return the replay of rows by a system or its key."""
    rules = system_named(system) if isinstance(system, str) else system
    return replay(read_log(rules, cell_tables(tables)).sound(), today=today)


def replayed_club(system: RatingSystem, club: Club, today: dt.date | None = None) -> Replay:
    """Return the replay of a club that logs scores."""
    return replayed(system, club_tables(*club), today)


def sample(key: str) -> Replay:
    """Return the replay of the sample log of a system."""
    return replayed(key, {name: [*csv.reader(path.open(encoding="utf-8"))] for name, path in sample_files(key).items()})


def by_player(lines: Sequence[Any]) -> dict[str, Any]:
    """Return lines by the names of their players."""
    return {line.player: line for line in lines}


def near(figure: Any) -> Any:
    """Return what is equal to a figure of the oracle, as far as floats reach."""
    return pytest.approx(float(figure), abs=1e-7) if isinstance(figure, (Fraction, int, float)) else figure
