"""What the sheets of a Lexington club say of a season. The oracle counts each figure plainly from the typed rows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import stored
from tests.oracle import year
from tests.oracle.log import Adjustment, Entry, ScoreGame
from tests.oracle.replaying import Outcome, replay
from xladdin.renderers.sheet import HEADING_ROW
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW

ACTIVE = 20
"""How many rated games make an active player, as printed on Rules."""
LEXINGTON = year.Absence(4, 10, 5)
"""rules.md: "/A absent for 4 sessions or more and unranked; not listed after 10 missed, or after 4 missed with fewer
than 5 games in all"."""
ESTABLISHED, PROVISIONAL = 10, 4
HIGHS = ("High game", "High loss", "High combined", "Biggest win", "Closest win")
STREAKS = {
    "Sessions won in a row": "Sessions won",
    "Games won in a row": "Games won",
    "Attended in a row": "Sessions attended",
}
"""Records of the sheet, and what the oracle calls them."""


def assert_season_as_the_oracle(
    path: Path,
    entries: Mapping[str, Entry],
    games: Sequence[ScoreGame],
    season: Sequence[ScoreGame],
    adjustments: Sequence[Adjustment],
    rated: Outcome,
) -> None:
    """Checks the sheets of a season.

    games: all games that ever were.
    season: the games of the last season, all of which the workbook holds.
    rated: by the oracle.
    """
    workbook = stored(path)
    _assert_standings(workbook["Standings"], entries, games, season, rated.ratings, rated.games)
    _assert_season_report(workbook["Season report"], season)
    _assert_attendance(workbook["Records"], season)
    _assert_records(workbook["Records"], season)
    _assert_crosstable(workbook["Crosstable"], season)
    _assert_history(workbook["Rating history"], entries, games, season, adjustments, rated)


def assert_games_as_the_oracle(path: Path, games: Sequence[ScoreGame], rated: Outcome) -> None:
    """Checks ratings and changes of every row of Games. The rows of the workbook are the whole log, `games`."""
    headings, *rows = stored(path)["Games"].iter_rows(min_row=HEADINGS_ROW, values_only=True)
    columns = [headings.index(heading) for heading in ("Rating 1", "Rating 2", "Change 1", "Change 2")]
    assert len(rows) >= len(games)
    for number, (game, row, line) in enumerate(zip(games, rows, rated.rows), FIRST_DATA_ROW):
        if game.rated:
            assert tuple(row[column] for column in columns) == line, f"Games row {number}"


def block(sheet: Worksheet, heading: str, width: int, number: int = 0) -> list[tuple[Any, ...]]:
    """Filled rows below a heading, `width` columns wide. `number` counts headings of this name from left to right."""
    first = [cell for cell in sheet[HEADING_ROW] if cell.value == heading][number]
    rows = sheet.iter_rows(first.row + 1, None, first.column, first.column + width - 1, values_only=True)
    return list(takewhile(lambda row: any(value is not None for value in row), rows))


def _assert_standings(
    sheet: Worksheet,
    entries: Mapping[str, Entry],
    games: Sequence[ScoreGame],
    season: Sequence[ScoreGame],
    ratings: Mapping[str, int | None],
    counts: Mapping[str, int],
) -> None:
    lines = {row[1]: row for row in block(sheet, "Rank", 12)}
    standing = {}
    for player in entries:
        missed = year.missed(player, games)
        _, absent, listed = year.on_the_list(missed, counts[player], LEXINGTON)
        assert (player in lines) == listed, player
        standing[player] = listed and not absent and counts[player] >= ESTABLISHED
        if not listed:
            continue
        _, _, _, new, mark, _, record, spread, average, _, in_all, _ = lines[player]
        assert (mark == "/A") == absent
        assert in_all == counts[player]
        assert new == printed(ratings[player], counts[player])
        won, lost, _ = year.record(player, season, tie_wins=True)
        assert (record or "0–0") == f"{won}–{lost}"
        points, mean = year.spread_and_average(player, season)
        assert (spread or 0) == points
        assert average == (None if mean is None else pytest.approx(float(mean)))
    for player, row in lines.items():
        better = sum((ratings[other] or 0) > (ratings[player] or 0) for other in entries if standing[other])
        assert row[0] == (1 + better if standing[player] else None), player


def printed(rating: int | None, games: int) -> object:
    """ "Lists print UNR under 4 games, then provisional 1432/7"."""
    if games < PROVISIONAL:
        return "UNR"
    return rating if games >= ESTABLISHED else f"{rating}/{games}"


def _assert_season_report(sheet: Worksheet, season: Sequence[ScoreGame]) -> None:
    expected = year.season_figures(season, ACTIVE)
    assert {row[0]: row[1] for row in block(sheet, "Figure", 5)} == {
        figure: pytest.approx(float(value), abs=0.051) for figure, value in expected.items()
    }
    active = {row[0]: row[1:] for row in block(sheet, "Active player", 5) if row[0]}
    players = {name for game in season for name in (game.player_1, game.player_2)} - {"Bye"}
    played = {player: len(year.scores_of(player, season, "rated")) for player in players}
    assert set(active) == {player for player, count in played.items() if count >= ACTIVE}
    rated = [game for game in season if year.by_kind(game) == "rated"]
    for player, (won, count, percent, average) in active.items():
        wins, _, _ = year.record(player, rated, tie_wins=True)
        mean = year.spread_and_average(player, season)[1]
        assert (won, count, percent) == (wins, played[player], pytest.approx(100 * wins / played[player]))
        assert mean is not None and average == pytest.approx(float(mean))


def _assert_attendance(sheet: Worksheet, season: Sequence[ScoreGame]) -> None:
    lines = list(block(sheet, "Session", 4))
    assert [row[0].date() for row in lines] == year.sessions(season)[::-1]
    for when, players, games, mean in lines:
        evening = [game for game in season if game.date == when.date()]
        assert players == len(year.present(evening, when.date()))
        assert games == sum(year.by_kind(game) in ("rated", "unrated") for game in evening)
        scores = [score for game in evening if game.rated for score in (game.score_1 or 0, game.score_2 or 0)]
        assert mean == (pytest.approx(sum(scores) / len(scores)) if scores else None)


def _assert_records(sheet: Worksheet, season: Sequence[ScoreGame]) -> None:
    firsts = {row[0]: row[1] for row in block(sheet, "Record", 2) if row[0]}
    scores = [(game.score_1 or 0, game.score_2 or 0) for game in season if game.rated]
    decided = [pair for pair in scores if pair[0] != pair[1]]
    highs = (
        max(map(max, scores)), max(map(min, decided)), max(map(sum, scores)),
        max(abs(own - other) for own, other in decided), min(abs(own - other) for own, other in decided),
    )  # fmt: skip
    assert {name: firsts[name] for name in HIGHS} == dict(zip(HIGHS, highs))
    players = {name for game in season for name in (game.player_1, game.player_2)} - {"Bye"}
    runs = [year.streaks(player, season, tie_wins=True) for player in players]
    for heading, kind in STREAKS.items():
        assert firsts.get(heading, 1) == max(run[kind] for run in runs), heading


def _assert_crosstable(sheet: Worksheet, season: Sequence[ScoreGame]) -> None:
    numbers = [cell.value for cell in sheet[HEADING_ROW][3:] if cell.value]
    below = sheet.iter_rows(HEADING_ROW + 1, None, 2, 3 + len(numbers), values_only=True)
    rows = [row for row in below if any(cell is not None for cell in row)]  # a page may end in blank ones
    names = [row[0] for row in rows[: 2 * len(numbers) : 2]]
    assert names and numbers == [*range(1, len(names) + 1)]
    for number, player in enumerate(names):
        results, spreads = rows[2 * number], rows[2 * number + 1]
        assert results[0] == player
        assert (results[1], spreads[1]) == _met(player, season)
        for other, result, spread in zip(names, results[2:], spreads[2:]):
            between = [game for game in season if {game.player_1, game.player_2} == {player, other}]
            if other != player:
                assert (result, spread) == (_met(player, between) if _decides(between) else (None, None))


def _decides(games: Sequence[ScoreGame]) -> bool:
    return any(year.by_kind(game) in ("rated", "forfeit") for game in games)


def _met(player: str, games: Sequence[ScoreGame]) -> tuple[str, int]:
    won, lost, _ = year.record(player, games, tie_wins=True)
    return f"{won}–{lost}", year.spread_and_average(player, games)[0]


def _assert_history(
    sheet: Worksheet,
    entries: Mapping[str, Entry],
    games: Sequence[ScoreGame],
    season: Sequence[ScoreGame],
    adjustments: Sequence[Adjustment],
    rated: Outcome,
) -> None:
    """The list after a middle evening and after the last."""
    headings = [cell.value for cell in sheet[HEADING_ROW]]
    first = headings.index("Date")
    lines = {row[first].date(): row for row in _dated(sheet, first)}
    evenings = sorted({game.date for game in season if game.rated})
    assert sorted(lines) == evenings
    middle = evenings[len(evenings) // 2]
    until = [game for game in games if game.date <= middle], [a for a in adjustments if a.date <= middle]
    lists = {middle: replay("lexington", entries, *until).ratings, evenings[-1]: rated.ratings}
    for evening, ratings in lists.items():
        shown = {
            name: lines[evening][column]
            for column, name in enumerate(headings)
            if column > first and name in entries and lines[evening][column] is not None
        }
        assert shown
        assert shown == {name: ratings[name] for name in shown}


def _dated(sheet: Worksheet, column: int) -> Iterator[tuple[Any, ...]]:
    for row in sheet.iter_rows(min_row=HEADING_ROW + 1, values_only=True):
        if isinstance(row[column], dt.datetime):
            yield row
