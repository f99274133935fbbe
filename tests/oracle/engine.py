# ruff: noqa: F401 - the names that the tests take from here
"""The engine's replay of typed rows and its reports, for what no worksheet function shows.

Tests of rules and reports reach inner modules through here alone, so that one file knows where they are.
"""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

import xladdin
from tests.oracle.log import Club, club_tables
from xladdin import RatingSystem
from xladdin.cells import CellTable
from xladdin.commands.programs import sample_files
from xladdin.game_log import GameLog
from xladdin.game_log.reading import read_log
from xladdin.model import GameKind
from xladdin.replay import Replay, iter_replays_by_session, replay_as_of, replay_log, truncate_log
from xladdin.reports.context import ReportContext, StandingsLine, list_standings
from xladdin.reports.crosstable import build_crosstable
from xladdin.reports.games import Step, explain_step, list_event_lines, list_session_games, list_session_players
from xladdin.reports.player import PlayerReport
from xladdin.reports.rating_history import build_history
from xladdin.reports.ratings_lists import (
    define_standings_report,
    define_weekly_sheet,
    list_by_nation,
    list_ladder_groups,
)
from xladdin.reports.records import (
    find_event_records,
    find_gain_records,
    find_game_records,
    find_high_game,
    find_most_played,
    list_all_time_records,
    pair_records,
)  # fmt: skip
from xladdin.reports.review import Limits, ReviewItem, find_review_items
from xladdin.reports.scoreboard import define_scoreboard_report, describe_event
from xladdin.reports.season import compare_seasons, define_records_report, list_honours, rank_championship
from xladdin.reports.wording import find_given_names, find_occasion
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS

SCRABBLE = tuple(key for key, system in SYSTEMS.items() if system.log_schema.has_scores and key != "bands")


def cell_tables(tables: Mapping[str, Sequence[Sequence[Any]]]) -> dict[str, CellTable]:
    """Return rows, headings first, as tables of cells. Names may be in lower case."""
    return {
        name.title(): CellTable(
            name.title(), tuple(map(str, headings)), tuple([row[n] for row in rows] for n in range(len(headings)))
        )
        for name, (headings, *rows) in tables.items()
    }


def replayed(
    system: RatingSystem | str, tables: Mapping[str, Sequence[Sequence[Any]]], today: dt.date | None = None
) -> Replay:
    rules = xladdin.system(system) if isinstance(system, str) else system
    return replay_log(read_log(rules, cell_tables(tables)).require_valid(), today=today)


def replayed_club(system: RatingSystem, club: Club) -> Replay:
    return replayed(system, club_tables(*club))


def sample(key: str) -> Replay:
    return replayed(key, {name: [*csv.reader(path.open(encoding="utf-8"))] for name, path in sample_files(key).items()})


def by_player(lines: Sequence[Any]) -> dict[str, Any]:
    return {line.player: line for line in lines}


def near(figure: Any) -> Any:
    """Return what is equal to a figure of the oracle, as far as floats reach."""
    return pytest.approx(float(figure), abs=1e-7) if isinstance(figure, (Fraction, int, float)) else figure
