"""Contract of workbook.rollover: a log that is cut anywhere rates as the whole, and continues its records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.clubs import LATER, book_of, random_tables
from tests.helpers.suite.length import examples
from tests.oracle import engine
from tests.oracle.engine import cell_tables, replayed
from tests.oracle.log import Adjustment, Entry, ScoreGame, camp_tables, camps, club_tables, clubs, tours
from xladdin import RatingSystem
from xladdin.cells import CellTable
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file_commands import rollover_file
from xladdin.pairing import read_evening
from xladdin.systems import SYSTEMS
from xladdin.systems.montreal import Montreal
from xladdin.workbook.rollover import build_start_tables
from xladdin.workbook.schema import FORMAT_VERSION, FORMAT_VERSION_NAME

CellTables = dict[str, CellTable]


def chosen(table: CellTable, rows: list[int]) -> CellTable:
    return CellTable(table.name, table.headings, tuple([column[row] for row in rows] for column in table.columns))


def rated(system: RatingSystem, tables: CellTables) -> engine.Replay:
    return engine.replay_log(engine.read_log(system, tables).require_valid())


def rolled(system: RatingSystem, tables: CellTables, parts: int, part_of: Callable[[str, int], int]) -> engine.Replay:
    """Return the last of the logs into which the rows are parted. Each begins where the one before ended."""
    logs = [name for name in ("Games", "Events", "Results") if name in tables]
    carried = {name: table for name, table in tables.items() if name not in logs}
    for part in range(parts):
        log = {
            name: chosen(tables[name], [row for row in range(tables[name].rows) if part_of(name, row) == part])
            for name in logs
        }
        replayed = rated(system, carried | log)
        if part + 1 < parts:
            club_file: Any = SimpleNamespace(tables=carried | log, names={FORMAT_VERSION_NAME: FORMAT_VERSION})
            carried = {
                name: table for name, table in build_start_tables(club_file, replayed).items() if name not in logs
            }
    return replayed


def standing(replayed: engine.Replay) -> dict[str, dict[str, Any]]:
    """Everything that the Players table says of each player, and what decides on the lists."""
    system, state = replayed.log.system, replayed.state
    away = [replayed.absence(player) for player in range(len(replayed.log.players))]
    columns = {**system.player_columns(state), "Missed": [absence.sessions for absence in away]}
    columns["Unranked"] = [system.is_unranked(state, player, absence) for player, absence in enumerate(away)]
    return {
        player.name: {heading: values[number] for heading, values in columns.items()}
        for number, player in enumerate(replayed.log.players)
    }


@pytest.mark.parametrize(
    "system", [*(SYSTEMS[key] for key in ("mississauga", "montreal", "lexington", "sca", "dptr")),
               Montreal(rated_together="game")],
)  # fmt: skip
@settings(max_examples=examples(30))
@given(data=st.data())
def test_a_log_that_is_cut_anywhere_rates_as_the_whole(system: RatingSystem, data: st.DataObject) -> None:
    if system.key == "sca":
        tables = cell_tables(camp_tables(*data.draw(camps())))
        cut = data.draw(st.integers(0, tables["Games"].rows))
        week, whole = rolled(system, tables, 2, lambda _, row: row >= cut), rated(system, tables)
        assert week.state.permanent == whole.state.permanent  # type: ignore[attr-defined]
        starts = [player.initial_rating or 0 for player in week.log.players]
        assert system.initial_state(week.log.players).rating == starts, "the week starts again"
        return
    if system.key == "dptr":
        tables = cell_tables(data.draw(tours()))
        day_of = dict(zip(*tables["Events"].columns[:2]))
        days: dict[str, Sequence[Any]] = {name: [day_of[event] for event in tables[name].columns[0]]
                                          for name in ("Events", "Results")}  # fmt: skip
    else:
        tables = cell_tables(club_tables(*data.draw(clubs(double=system.key == "montreal"))))
        days = {"Games": tables["Games"].columns[0]}
    every = sorted({day for column in days.values() for day in column})
    cuts = sorted(data.draw(st.sets(st.sampled_from(every), max_size=2))) if every else []
    last = rolled(system, tables, len(cuts) + 1, lambda name, row: sum(days[name][row] > cut for cut in cuts))
    assert standing(last) == standing(rated(system, tables))


def test_a_correction_of_a_player_who_has_not_begun_goes_on() -> None:
    days = date(2026, 1, 6), date(2026, 1, 13)
    games = [ScoreGame(days[0], "Ann", 400, "Bob", 380), ScoreGame(days[1], "New", 400, "Ann", 380)]
    players = {"Ann": Entry(1500, 60), "Bob": Entry(1500, 60), "New": Entry()}
    tables = cell_tables(club_tables(players, games, [Adjustment(days[0], "New", 50)]))
    system = SYSTEMS["mississauga"]
    assert standing(rolled(system, tables, 2, lambda _, row: row)) == standing(rated(system, tables))


@pytest.mark.parametrize("key", ["mississauga", "montreal", "lexington", "sca", "dptr"])
def test_records_opponents_and_who_met_go_on_in_the_workbook_of_the_next_season(key: str, tmp_path: Path) -> None:
    """All records go on but runs, which a new log begins again. At camp the week begins at the group's rating."""
    tables = random_tables(key, 60 if key == "dptr" else 900, 20, len(key))
    whole = engine.Statistics(replayed(key, tables))
    rows = whole.replay.log.games.date
    dates = whole.season.games.date
    begins = str(dates[len(dates) // 2] if key == "sca" else dates[0]) if rows else ""
    headings, *games = tables.get("games", [[]])
    season = [row for row in games if str(row[0]) >= begins]
    before = {"games": [headings, *(row for row in games if row not in season)]} if season else {}
    old, new = book_of(key, tmp_path, {**tables, **before}), tmp_path / "new.xlsx"
    rollover_file(old, new, LATER, keep_log=False)
    rest = dict(open_club_file(new).tables) | (cell_tables({"games": [headings, *season]}) if season else {})
    after = engine.Statistics(rated(SYSTEMS[key], rest))
    for player, _ in enumerate(whole.replay.log.players):
        assert after.lifetime.record(player) == pytest.approx(whole.lifetime.record(player))
        met, known = (
            {other: (r.wins, r.losses, r.ties) for other, r in statistics.lifetime.against(player).items()}
            for statistics in (after, whole)
        )
        assert met == known
        assert after.lifetime.played.get(player, 0) == whole.lifetime.played.get(player, 0)
    if key == "dptr":
        return
    if key != "sca":
        assert (after.extremes.best, after.extremes.lowest) == (whole.extremes.best, whole.extremes.lowest)
        assert engine.season_figures(after, 20) == engine.season_figures(whole, 20)
        assert any(line.last is not None for line in engine.season_figures(after, 20))
    records, going_on = (
        {lines[0].record: [line.value for line in lines] for lines in engine.all_time_records(statistics)}
        for statistics in (whole, after)
    )
    assert records.keys() == going_on.keys()
    for name, values in records.items():
        if not str(name).endswith("in a row") and (key, name) != ("sca", "Biggest upset"):
            assert going_on[name] == values, name

    log, first = after.replay.log, after.replay.log.sessions[0]
    schema = log.system.log_schema
    evening = read_evening(
        log,
        CellTable(schema.table, tuple(schema.required_headings), tuple([] for _ in schema.required_headings)),
        first,
        4,
    )
    played = whole.replay.log.games
    days = sorted({day for day in played.date if day < first})[-4:]
    pairs = zip(played.date, played.player1, played.player2)
    assert evening is not None
    assert evening.meeting_costs == Counter(
        (min(first, other), max(first, other)) for day, first, other in pairs if day in days
    )
    byes, later = whole.lifetime.tally.byes, after.lifetime.tally.byes
    assert [evening.byes[player] + later[player] for player, _ in enumerate(byes)] == byes
