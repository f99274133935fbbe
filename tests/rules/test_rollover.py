"""A log that we cut anywhere and roll over rates as the whole. The start columns promise it for every system."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.suite.length import examples
from tests.oracle.logs import camps, clubs, tours
from tests.oracle.ranges import (
    Range,
    adjustments_range,
    campers_range,
    events_range,
    games_range,
    groups_range,
    ladder_range,
    players_range,
    results_range,
)
from xladdin.cells.table import CellTable
from xladdin.errors import InvalidTypeError, OutOfRangeError
from xladdin.game_log import read_log
from xladdin.model import Result
from xladdin.replay import Replay, replay
from xladdin.systems import SYSTEMS
from xladdin.systems.montreal import Montreal
from xladdin.systems.newcomers import read_results, written_results
from xladdin.systems.system import RatingSystem
from xladdin.workbook.seasons.rollover import carried_tables

Tables = dict[str, CellTable]


def cell_table(name: str, rows: Range) -> CellTable:
    headings, *body = rows
    return CellTable(name, tuple(map(str, headings)), tuple([row[i] for row in body] for i in range(len(headings))))


def chosen(table: CellTable, rows: list[int]) -> CellTable:
    return CellTable(table.name, table.headings, tuple([column[row] for row in rows] for column in table.columns))


def replayed(system: RatingSystem, tables: Tables) -> Replay:
    return replay(read_log(system, tables).sound())


def rows_between(table: CellTable, after: Any, until: Any) -> list[int]:
    """Rows whose first column, a date, lies after the first day and not after the second."""
    days = table.columns[0]
    return [row for row, day in enumerate(days) if (not after or day > after) and (not until or day <= until)]


def rolled(system: RatingSystem, tables: Tables, cuts: list[Any]) -> Replay:
    """The last of the logs into which the cuts part the whole. Each begins where the one before ended."""
    games = tables["Games"]
    part = dict(tables)
    for after, until in zip([None, *cuts], [*cuts, None]):
        part["Games"] = chosen(games, rows_between(games, after, until))
        found = replayed(system, part)
        if until is not None:
            part = carried_tables(SimpleNamespace(tables=part), found)  # type: ignore[arg-type]
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
    players, games, adjustments = data.draw(clubs(double=double))
    tables = {
        "Players": cell_table("Players", players_range(players)),
        "Games": cell_table("Games", games_range(games)),
        "Adjustments": cell_table("Adjustments", adjustments_range(adjustments)),
    }
    dates = sorted({game.date for game in games})
    cuts = sorted(data.draw(st.sets(st.sampled_from(dates), max_size=2))) if dates else []
    whole, parts = replayed(system, tables), rolled(system, tables, cuts)
    assert standing(parts) == standing(whole)


@pytest.mark.parametrize("key", ["mississauga", "montreal"])
@pytest.mark.parametrize("cuts", [[1], [1, 8], [8], [15]])
def test_a_boost_of_everybody_passes_over_who_was_corrected_before_the_first_game(key: str, cuts: list[int]) -> None:
    """Eve has a correction of 70 before her first game, from the 1000 of a new player. The boost passes her by."""
    days = [date(2024, 1, number) for number in (1, 8, 15)]
    tables = {
        "Players": cell_table("Players", [["Player", "Start rating"], ["Ann", 1500], ["Bob", 1400], ["Eve", None]]),
        "Games": cell_table(
            "Games",
            [
                ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
                *([day, "Ann", 400, "Bob", 380] for day in days),
                [date(2024, 1, 22), "Ann", 400, "Eve", 380],
            ],
        ),
        "Adjustments": cell_table(
            "Adjustments",
            [["Date", "Player", "Points"], [date(2024, 1, 1), "Eve", 70], [date(2024, 1, 15), None, 50]],
        ),
    }
    system = SYSTEMS[key]
    parts = rolled(system, tables, [date(2024, 1, day) for day in cuts])
    assert standing(parts) == standing(replayed(system, tables))
    assert parts.rated["Rating 2"][-1] == 1070


@given(camps(), st.data())
def test_camp(camp: Any, data: st.DataObject) -> None:
    """The week starts again, so the permanent rating goes on."""
    groups, campers, games = camp
    tables = {
        "Players": cell_table("Players", campers_range(campers)),
        "Groups": cell_table("Groups", groups_range(groups)),
        "Games": cell_table("Games", ladder_range(games)),
    }
    cut = data.draw(st.integers(0, len(games)))
    whole = replayed(SYSTEMS["sca"], tables)
    first = replayed(SYSTEMS["sca"], {**tables, "Games": chosen(tables["Games"], list(range(cut)))})
    carried = carried_tables(SimpleNamespace(tables=tables), first)  # type: ignore[arg-type]
    week = replayed(SYSTEMS["sca"], {**carried, "Games": chosen(tables["Games"], list(range(cut, len(games))))})
    assert week.state.permanent == whole.state.permanent  # type: ignore[attr-defined]
    starts = [player.initial_rating or 0 for player in week.log.players]
    assert SYSTEMS["sca"].initial_state(week.log.players).rating == starts


@given(tours(), st.data())
def test_tour(tour: Any, data: st.DataObject) -> None:
    start, events, results = tour
    tables = {
        "Players": cell_table("Players", [["Player", "Start rating"], *([n, r] for n, r in start.items())]),
        "Events": cell_table("Events", events_range(events)),
        "Results": cell_table("Results", results_range(results)),
    }
    dates = sorted({event.date for event in events})
    cut = data.draw(st.sampled_from(dates)) if dates else None
    whole = replayed(SYSTEMS["dptr"], tables)

    def part(tables: Tables, names: set[str]) -> Tables:
        by_name = {
            table: chosen(cells, [row for row, name in enumerate(cells.columns[0]) if name in names])
            for table, cells in tables.items() if table in ("Events", "Results")
        }  # fmt: skip
        return {**tables, **by_name}

    before = {event.name for event in events if cut and event.date <= cut}
    first = replayed(SYSTEMS["dptr"], part(tables, before))
    carried = carried_tables(SimpleNamespace(tables=tables), first)  # type: ignore[arg-type]
    second = part({**tables, **carried}, {event.name for event in events} - before)
    assert standing(replayed(SYSTEMS["dptr"], second)) == standing(whole)


@given(st.lists(st.tuples(st.integers(0, 3000), st.floats(-4, 104)), min_size=1))
def test_a_newcomers_results_are_read_as_they_were_written(results: list[tuple[int, float]]) -> None:
    games = [Result(*result) for result in results]
    assert read_results(written_results(games)) == tuple(games)


@pytest.mark.parametrize("text", ["1500", "1500: x", "1500: 56; ", "a lot", "1500: nan", "1500: 60: 3"])
def test_results_that_mean_nothing_are_refused(text: str) -> None:
    with pytest.raises((InvalidTypeError, OutOfRangeError)):
        read_results(text)
