"""A log that we cut anywhere and roll over rates as the whole. The start columns promise it for every system."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.suite.length import examples
from tests.oracle.engine import cell_tables
from tests.oracle.log import Camp, Tables, Tour, camp_tables, club_tables, tour_tables
from tests.oracle.logs import camps, clubs, tours
from xladdin.cells.table import CellTable
from xladdin.errors import InvalidTypeError, OutOfRangeError
from xladdin.game_log import read_log
from xladdin.model import Result
from xladdin.replay import Replay, replay
from xladdin.systems import SYSTEMS
from xladdin.systems.montreal import Montreal
from xladdin.systems.newcomers import read_results, written_results
from xladdin.systems.system import RatingSystem
from xladdin.workbook.rollover import carried_tables
from xladdin.workbook.schema import FORM, FORM_NAME

CellTables = dict[str, CellTable]


def chosen(table: CellTable, rows: list[int]) -> CellTable:
    return CellTable(table.name, table.headings, tuple([column[row] for row in rows] for column in table.columns))


def replayed(system: RatingSystem, tables: CellTables) -> Replay:
    return replay(read_log(system, tables).sound())


def carried(tables: CellTables, found: Replay) -> CellTables:
    """The tables of the workbook that a rollover makes."""
    book = SimpleNamespace(tables=tables, names={FORM_NAME: FORM})
    return carried_tables(book, found)  # type: ignore[arg-type]


def rolled(system: RatingSystem, tables: CellTables, cuts: list[date]) -> Replay:
    """The last of the logs into which the cuts part the whole. Each begins where the one before ended."""
    games, part = tables["Games"], dict(tables)
    for after, until in zip([date.min, *cuts], [*cuts, None]):
        rows = [row for row, day in enumerate(games.columns[0]) if after < day and (not until or day <= until)]  # type: ignore[operator]
        part["Games"] = chosen(games, rows)
        found = replayed(system, part)
        if until is not None:
            part = carried(part, found)
    return found


def standing(found: Replay) -> dict[str, dict[str, Any]]:
    """Everything that the Players table says of each player, and what decides on the lists."""
    system, state = found.log.system, found.state
    away = [found.absence(player) for player in range(len(found.log.players))]
    columns = {**system.player_columns(state), "Missed": [absence.sessions for absence in away]}
    columns["Unranked"] = [system.is_unranked(state, player, absence) for player, absence in enumerate(away)]
    return {
        player.name: {heading: values[number] for heading, values in columns.items()}
        for number, player in enumerate(found.log.players)
    }


GAMES_BY_SCORE = [
    (SYSTEMS["mississauga"], False), (SYSTEMS["montreal"], True), (SYSTEMS["lexington"], False),
    (Montreal(rated_together="game"), True),
]  # fmt: skip


@pytest.mark.parametrize(("system", "double"), GAMES_BY_SCORE)
@settings(max_examples=examples(30))
@given(data=st.data())
def test_scrabble(system: RatingSystem, double: bool, data: st.DataObject) -> None:
    club = data.draw(clubs(double=double))
    tables = cell_tables(club_tables(*club))
    dates = sorted({game.date for game in club[1]})
    cuts = sorted(data.draw(st.sets(st.sampled_from(dates), max_size=2))) if dates else []
    assert standing(rolled(system, tables, cuts)) == standing(replayed(system, tables))


@pytest.mark.parametrize("key", ["mississauga", "montreal"])
@pytest.mark.parametrize("cuts", [[1], [1, 8], [8], [15]])
def test_a_boost_of_everybody_passes_over_who_was_corrected_before_the_first_game(key: str, cuts: list[int]) -> None:
    """Eve has a correction of 70 before her first game, from the 1000 of a new player. The boost passes her by."""
    days = [date(2024, 1, number) for number in (1, 8, 15, 22)]
    typed: Tables = {
        "Players": [["Player", "Start rating"], ["Ann", 1500], ["Bob", 1400], ["Eve", None]],
        "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
                  *([day, "Ann", 400, other, 380] for day, other in zip(days, ("Bob", "Bob", "Bob", "Eve")))],
        "Adjustments": [["Date", "Player", "Points"], [days[0], "Eve", 70], [days[2], None, 50]],
    }  # fmt: skip
    tables = cell_tables(typed)
    parts = rolled(SYSTEMS[key], tables, [date(2024, 1, day) for day in cuts])
    assert standing(parts) == standing(replayed(SYSTEMS[key], tables))
    assert parts.rated["Rating 2"][-1] == 1070


@given(camps(), st.data())
def test_camp(camp: Camp, data: st.DataObject) -> None:
    """The week starts again, so the permanent rating goes on."""
    system, tables = SYSTEMS["sca"], cell_tables(camp_tables(*camp))
    cut = data.draw(st.integers(0, len(camp[2])))
    first = replayed(system, {**tables, "Games": chosen(tables["Games"], list(range(cut)))})
    rest = chosen(tables["Games"], list(range(cut, len(camp[2]))))
    week = replayed(system, {**carried(tables, first), "Games": rest})
    assert week.state.permanent == replayed(system, tables).state.permanent  # type: ignore[attr-defined]
    starts = [player.initial_rating or 0 for player in week.log.players]
    assert system.initial_state(week.log.players).rating == starts


@given(tours(), st.data())
def test_tour(tour: Tour, data: st.DataObject) -> None:
    system, tables = SYSTEMS["dptr"], cell_tables(tour_tables(*tour))
    cut = data.draw(st.sampled_from(sorted({event.date for event in tour[1]})))
    before = {event.name for event in tour[1] if event.date <= cut}

    def part(tables: CellTables, names: set[str]) -> CellTables:
        by_name = {
            table: chosen(tables[table], [row for row, name in enumerate(tables[table].columns[0]) if name in names])
            for table in ("Events", "Results")
        }
        return {**tables, **by_name}

    first = replayed(system, part(tables, before))
    second = part({**tables, **carried(tables, first)} | {name: tables[name] for name in ("Events", "Results")},
                  {event.name for event in tour[1]} - before)  # fmt: skip
    assert standing(replayed(system, second)) == standing(replayed(system, tables))


@given(st.lists(st.tuples(st.integers(0, 3000), st.floats(-4, 104)), min_size=1))
def test_a_newcomers_results_are_read_as_they_were_written(results: list[tuple[int, float]]) -> None:
    games = [Result(*result) for result in results]
    assert read_results(written_results(games)) == tuple(games)


@pytest.mark.parametrize("text", ["1500", "1500: x", "1500: 56; ", "a lot", "1500: nan", "1500: 60: 3"])
def test_results_that_mean_nothing_are_refused(text: str) -> None:
    with pytest.raises((InvalidTypeError, OutOfRangeError)):
        read_results(text)
