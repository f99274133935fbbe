"""A season in a new workbook continues from what was before, exactly as if all games were still in one log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from tests.helpers.clubs import LATER, Rows, book_of, edited, random_tables
from tests.helpers.replays import FIRST_MONTH, replay_of
from xladdin.cells.table import CellTable
from xladdin.files.club_file import open_club_file
from xladdin.game_log import read_log
from xladdin.hosts.recalculation import rollover_file
from xladdin.hosts.renaming import merge_in_file
from xladdin.pairing import read_evening
from xladdin.replay import replay
from xladdin.reports.records import all_time_records
from xladdin.reports.season import season_figures
from xladdin.statistics import Statistics
from xladdin.systems import system_named

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
    kind = log.system.log_schema
    first = log.sessions[0]
    evening = read_evening(log, CellTable(kind.table, tuple(kind.keys), tuple([] for _ in kind.keys)), first, 4)
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


def test_a_second_rollover_and_a_renewal_lose_nothing(tmp_path: Path) -> None:
    key = "mississauga"
    tables = dict(random_tables(key, 200, 6, 5))
    old = book_of(key, tmp_path, tables)
    for name, keep in (("one", False), ("two", False), ("three", True)):
        rollover_file(old, tmp_path / f"{name}.xlsx", LATER, keep_log=keep)
        old = tmp_path / f"{name}.xlsx"
    whole, rolled = Statistics(replay_of(key, tables)), statistics_of(old, key)
    assert [rolled.lifetime.record(n) for n in range(6)] == [whole.lifetime.record(n) for n in range(6)]
    log = rolled.replay.log
    assert log.past.seasons and log.past.records and log.past.met


def extremes_of(path: Path) -> dict[str, tuple[object, object]]:
    """Return the best and the lowest rating of each player."""
    statistics = statistics_of(path, "montreal")
    found = statistics.extremes
    return {
        player.name: (getattr(best, "rating", None), getattr(lowest, "rating", None))
        for player, best, lowest in zip(statistics.replay.log.players, found.best, found.lowest)
    }


def test_a_merge_gives_a_player_no_rating_of_the_other_spelling(tmp_path: Path) -> None:
    """Ann beats Bob and Cyd from 1400 on. As a newcomer of her own, Anne had 1000, which Ann never had."""
    players = [["Player", "Start rating", "Start games"], ["Ann", 1400, 60], ["Bob", 1200, 60], ["Anne", None, None]]
    games = [
        ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
        ["2025-01-06", "Ann", 400, "Bob", 300],
        ["2025-01-13", "Bob", 410, "Anne", 290],
    ]
    old, new = book_of("montreal", tmp_path, {"players": players, "games": games}), tmp_path / "new.xlsx"
    rollover_file(old, new, LATER, keep_log=False)
    alone = extremes_of(new)
    merge_in_file(new, "Anne", "Ann", LATER)
    assert extremes_of(new)["Ann"] == alone["Ann"] == (1408, 1408)


def test_a_name_whose_accent_was_added_by_hand_has_its_past(tmp_path: Path) -> None:
    players = [["Player", "Start rating", "Start games"], ["Zoe", 1400, 60], ["Bob", 1200, 60]]
    games = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], ["2025-01-06", "Zoe", 400, "Bob", 300]]
    old, new = book_of("montreal", tmp_path, {"players": players, "games": games}), tmp_path / "new.xlsx"
    rollover_file(old, new, LATER, keep_log=False)
    before = extremes_of(new)["Zoe"]
    edited(new, ("Players", "A4", "Zoë"))
    assert extremes_of(new)["Zoë"] == before == (1408, 1408)
