"""The Player sheet, filled by a recalculation for the picked player, against the report of the player."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.clubs import KEYS, LATER, NOW, ONE_OF_EACH_KIND, book_of, recalculated, sample_book, stored, typed
from tests.helpers.excel.hosts import HOSTS, hosts_by_turns
from tests.helpers.random_clubs import csv_files, random_club
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.renderers.sheet import FIRST_ROW
from xladdin.replay import Replay
from xladdin.reports.described.player import CHART_COLUMN, GAMES_COLUMN, OPPONENTS_COLUMN
from xladdin.reports.player import LAST_SHOWN, PlayerReport
from xladdin.statistics import Statistics
from xladdin.systems import system_named
from xladdin.workbook.new_book import make_book


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Replay]]:
    """A club of each kind, recalculated, whose players have names that read as patterns and as formulas."""
    folder, books = tmp_path_factory.mktemp("player"), {}
    for key in ONE_OF_EACH_KIND:
        system, path = system_named(key), folder / f"{key}.xlsx"
        make_book(system, path, csv_files(random_club(system, seed=21), folder), NOW)
        found = recalculate_file(path, None, NOW).replay
        assert found is not None
        books[key] = path, found
    return books


def rows(path: Path, column: int, width: int) -> list[list[Any]]:
    """The rows of a list on the sheet, up to the first blank one."""
    found = []
    cells = stored(path)["Player"].iter_rows(FIRST_ROW, FIRST_ROW + LAST_SHOWN - 1, column, column + width - 1)
    for row in cells:
        values = [cell.value.date() if isinstance(cell.value, datetime) else cell.value for cell in row]
        if values[0] is None:
            break
        found.append([round(value, 6) if isinstance(value, float) else value for value in values])
    return found


def report_of(found: Replay, name: str) -> PlayerReport:
    return PlayerReport(Statistics(found), next(n for n, player in enumerate(found.log.players) if player.name == name))


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_name_that_is_not_on_players_is_said_and_shows_nothing(clubs: Any, key: str) -> None:
    path, _ = clubs[key]
    typed(path, ("Player", "B4", "Nobody"))
    assert not recalculated(path, LATER).problems
    assert stored(path)["Player"]["C4"].value == '"Nobody" is not on Players'
    assert {value for _, *values in rows(path, 1, 3) for value in values} == {None}
    assert rows(path, OPPONENTS_COLUMN, 4) == rows(path, GAMES_COLUMN, 8) == rows(path, CHART_COLUMN, 2) == []


@pytest.mark.parametrize(("host", "key"), [(host, key) for n, key in enumerate(KEYS) for host in hosts_by_turns(n)])
def test_every_host_fills_the_sheet_for_the_picked_player(host: str, key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    recalculated(path)
    name = stored(path)["Players"]["A5"].value
    typed(path, ("Player", "B4", name))
    HOSTS[host](path)
    sheet = stored(path)["Player"]
    assert sheet["C4"].value is None and sheet["B4"].value == name
    found = recalculated(path, LATER).replay
    assert found is not None
    assert sheet.cell(FIRST_ROW, 2).value == pytest.approx(report_of(found, name).number)


def test_the_chart_runs_forward_where_a_game_was_typed_late(tmp_path: Path) -> None:
    """It is drawn on the latest day before it. Each later line of the sheet is of an earlier game."""
    games = [("2025-07-07", "Ada", "Bo"), ("2025-07-08", "Bo", "Ada"), ("2025-07-06", "Ada", "Bo")]
    tables = {
        "groups": [["Group", "Initial rating"], ["Pawns", 1000]],
        "players": [["Player", "Group"], ["Ada", "Pawns"], ["Bo", "Pawns"]],
        "games": [["Date", "White", "Black", "Result"], *([*game, "1-0"] for game in games)],
    }
    path = book_of("sca", tmp_path, tables)
    typed(path, ("Player", "B4", "Ada"))
    assert not recalculated(path).problems
    points = rows(path, CHART_COLUMN, 2)
    days = [(day - date(1899, 12, 30)).days if isinstance(day, date) else day for day, _ in points]
    first = (date(2025, 7, 1) - date(1899, 12, 30)).days
    assert [day - first for day in days] == [7, 7, *[6] * (LAST_SHOWN - 2)]
    assert len({rating for _, rating in points}) == 3
