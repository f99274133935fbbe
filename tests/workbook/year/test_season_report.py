"""The season report: its change and its last two seasons, whom it honours, and the one page that we print it on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.helpers.clubs import book_of, recalculated, stored
from tests.helpers.programs.libreoffice import pdf_texts
from tests.helpers.programs.printing import print_book
from tests.helpers.suite.length import examples
from tests.oracle import year
from tests.oracle.engine import SCRABBLE, replayed_club
from tests.oracle.log import Club
from tests.oracle.logs import clubs, weekly
from tests.oracle.replaying import replay
from xladdin.reports.season.season_report import HonourLine, active_players, honours
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import SEASON_REPORT

ACTIVE = 3


def named(lines: list[HonourLine]) -> Mapping[str, dict[str, str]]:
    """For each honour, its players with their figures. Only the first line of an honour names it."""
    found: dict[str, dict[str, str]] = {}
    honour = ""
    for line in lines:
        honour = line.honour or honour
        found.setdefault(honour, {})[line.player] = line.figure
    return found


def best(values: Mapping[str, Fraction | int]) -> set[str]:
    return {name for name, value in values.items() if value == max(values.values())}


@pytest.mark.parametrize("key", SCRABBLE)
@settings(max_examples=examples(30))
@given(club=clubs(gaps=weekly))
def test_whom_the_season_honours(key: str, club: Club) -> None:
    players, games, adjustments = club
    result = replayed_club(SYSTEMS[key], club)
    season = year.last_season(games, SYSTEMS[key].season_month)
    lines = active_players(Statistics(result), ACTIVE)
    found = named(honours(Statistics(result), lines))

    rated = [game for game in season if year.by_kind(game) == "rated"]
    counts = {name: len(year.scores_of(name, rated, "rated")) for name in players}
    active = {name: count for name, count in counts.items() if count >= ACTIVE}
    assert {line.player: line.played for line in lines} == active
    records = {name: year.record(name, rated, tie_wins=key == "lexington") for name in active}
    won = {name: wins + Fraction(ties, 2) for name, (wins, _, ties) in records.items()}
    averages = {name: year.spread_and_average(name, rated)[1] or Fraction(0) for name in active}
    for line in lines:
        assert line.won == won[line.player]
        assert line.percent == pytest.approx(float(100 * won[line.player] / line.played))
        assert line.average == pytest.approx(float(averages[line.player]))
    if active:
        assert set(found["Best record"]) == best({name: Fraction(won[name]) / active[name] for name in active})
        assert set(found["Highest average"]) == best(averages)
    else:
        assert not found.keys() & {"Best record", "Highest average"}

    points = {name: year.championship(name, season) for name in players}
    if key == "mississauga" and max(points.values()):
        assert set(found["Champion"]) == best(points)
    else:
        assert "Champion" not in found

    ratings = replay(key, players, games, adjustments).ratings
    first = min((game.date for game in season), default=dt.date.max)
    earlier = [game for game in games if game.date < first], [a for a in adjustments if a.date < first]
    starts = replay(key, players, *earlier).ratings
    for name, figure in found.get("Most improved", {}).items():
        gain, _, span = figure.partition(": ")
        before, _, after = span.partition(" → ")
        assert int(gain) == int(after) - int(before) > 0
        assert int(after) == ratings[name]
        if first == min((game.date for game in games if game.rated), default=first):
            assert starts[name] is None or int(before) == starts[name]


def test_it_is_printed_on_one_page_however_many_play(tmp_path: Path) -> None:
    names = [f"Player {number:03d}" for number in range(60)]
    games: list[list[object]] = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"]]
    for evening in range(20):
        day = (dt.date(2025, 1, 7) + dt.timedelta(7 * evening)).isoformat()
        games.extend(
            [day, names[2 * table], 380 + table, names[(2 * (table + evening) + 1) % 60], 370] for table in range(30)
        )
    path = book_of("lexington", tmp_path, {"players": [["Player"], *([name] for name in names)], "games": games})
    recalculated(path)
    sheet = stored(path)[SEASON_REPORT]
    heading = next(cell for row in sheet.iter_rows() for cell in row if cell.value == "Active player")
    active = [sheet.cell(row, heading.column).value for row in range(heading.row + 1, sheet.max_row + 1)]
    assert sorted(filter(None, active)) == names
    (page,) = pdf_texts(print_book(path, [SEASON_REPORT]))
    assert all(name in page for name in names)
