"""Contract of a rollover: a log that is cut anywhere rates as the whole, and continues its records."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.clubs import LATER, Rows, book_of, random_tables
from tests.helpers.replays import FIRST_MONTH, replay_of
from tests.helpers.suite.length import examples
from tests.oracle.engine import cell_tables
from tests.oracle.log import Camp, Tour, camp_tables, club_tables, tour_tables
from tests.oracle.logs import camps, clubs, tours
from xladdin.cells import CellTable
from xladdin.files.club_file import open_club_file
from xladdin.game_log.reading import read_log
from xladdin.hosts.file_commands import rollover_file
from xladdin.pairing import read_evening
from xladdin.replay import Replay, replay
from xladdin.reports.records import all_time_records
from xladdin.reports.season import season_figures
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS, system_named
from xladdin.systems.montreal import Montreal
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


KEYS = ("mississauga", "montreal", "lexington", "sca")
STREAKS = "in a row"


def cut(key: str, tables: Mapping[str, Rows]) -> tuple[Rows, Rows]:
    """The games before the last season of the log, and the games of that season."""
    _, *games = tables["games"]
    month = FIRST_MONTH.get(key, 1)
    last = date.fromisoformat(max(str(row[0]) for row in games))
    begins = date(last.year if last.month >= month else last.year - 1, month, 1).isoformat()
    if key == "sca":  # a week is no season
        begins = str(games[len(games) // 2][0])
    return [row for row in games if str(row[0]) < begins], [row for row in games if str(row[0]) >= begins]


def statistics_of(path: Path, key: str, games: Rows = (), headings: Rows = ()) -> Statistics:
    """Return the statistics of a workbook, with games typed into it."""
    tables = dict(open_club_file(path).tables)
    if games:
        columns = tuple(list(column) for column in zip(*games))
        tables["Games"] = CellTable("Games", tuple(map(str, headings)), columns, "Games")
    return Statistics(replay(read_log(system_named(key), tables).sound()))


@pytest.fixture(scope="module", params=KEYS)
def both(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Statistics, Statistics]:
    """The facts of a whole log, and those of its last season in the workbook after a rollover."""
    key = request.param
    tables = dict(random_tables(key, 900, 20, len(key)))
    before, season = cut(key, tables)
    assert before and season
    folder = tmp_path_factory.mktemp(key)
    old = book_of(key, folder, {**tables, "games": [tables["games"][0], *before]})
    new = folder / f"{key}-new.xlsx"
    rollover_file(old, new, LATER, keep_log=False)
    return key, Statistics(replay_of(key, tables)), statistics_of(new, key, season, tables["games"][0])


def test_lifetime_records_head_to_head_best_and_last_season_go_on(both: tuple[str, Statistics, Statistics]) -> None:
    key, whole, rolled = both
    if key != "sca":  # where the week begins again at the group's rating
        assert rolled.extremes.best == whole.extremes.best
        assert rolled.extremes.lowest == whole.extremes.lowest
        assert season_figures(rolled, 20) == season_figures(whole, 20)
        assert any(line.last is not None for line in season_figures(rolled, 20))
    for player, _ in enumerate(whole.replay.log.players):
        assert rolled.lifetime.record(player) == pytest.approx(whole.lifetime.record(player))
        assert dict(rolled.lifetime.against(player)) == dict(whole.lifetime.against(player))
        assert rolled.lifetime.played.get(player, 0) == whole.lifetime.played.get(player, 0)


def test_lifetime_records_and_opponents_at_events_go_on(tmp_path: Path) -> None:
    tables = random_tables("dptr", 60, 12, 3)
    old, new = book_of("dptr", tmp_path, tables), tmp_path / "new.xlsx"
    rollover_file(old, new, LATER, keep_log=False)
    rolled = statistics_of(new, "dptr")
    whole = Statistics(replay_of("dptr", tables))
    assert not rolled.replay.log.events and len(whole.lifetime.played) == 12
    for player, _ in enumerate(whole.replay.log.players):
        assert rolled.lifetime.record(player) == pytest.approx(whole.lifetime.record(player))
        mine, theirs = (statistics.lifetime.against(player) for statistics in (rolled, whole))
        assert {other: (met.wins, met.losses) for other, met in mine.items()} == {
            other: (met.wins, met.losses) for other, met in theirs.items()
        }


def test_records_of_all_time_go_on(both: tuple[str, Statistics, Statistics]) -> None:
    """This holds for all records but runs, which a new log begins again."""
    key, whole, rolled = both
    rated_anew = [*(["Biggest upset"] if key == "sca" else [])]  # a camp's week begins at the group's rating
    found = [
        {records[0].record: [(line.value, line.player, line.date) for line in records] for records in lists}
        for lists in map(all_time_records, (whole, rolled))
    ]
    assert {name for name in found[0] if name} == {name for name in found[1] if name}
    for name, lines in found[0].items():
        if not str(name).endswith(STREAKS) and name not in rated_anew:
            assert [line[0] for line in found[1][name]] == [line[0] for line in lines], name


def test_who_met_in_the_last_sessions_and_who_sat_out_is_known(both: tuple[str, Statistics, Statistics]) -> None:
    _, whole, rolled = both
    log = rolled.replay.log
    schema = log.system.log_schema
    first = log.sessions[0]
    evening = read_evening(log, CellTable(schema.table, tuple(schema.keys), tuple([] for _ in schema.keys)), first, 4)
    days = sorted({day for day in whole.replay.log.games.date if day < first})[-4:]
    games = whole.replay.log.games
    met: dict[tuple[int, int], int] = {}
    for day, one, other in zip(games.date, games.player1, games.player2):
        if day in days:
            pair = min(one, other), max(one, other)
            met[pair] = met.get(pair, 0) + 1
    assert evening is not None and dict(evening.met) == met
    byes = whole.lifetime.tally.byes
    after = rolled.lifetime.tally.byes
    assert [evening.byes[player] + after[player] for player, _ in enumerate(byes)] == byes
