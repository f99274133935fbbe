"""A year in the life of a club, every step by the command line, every figure of its sheets against the oracle."""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import openpyxl

from tests.helpers.clubs import column, edited, headings_of, stored
from tests.helpers.evenings import edit, mark
from tests.helpers.programs.command_line import run_here
from tests.oracle.log import Adjustment, Entry, ScoreGame
from tests.oracle.replaying import Outcome, replay
from xladdin.cells import column_letters
from xladdin.workbook.schema import FIRST_DATA_ROW

ESTABLISHED, PROVISIONAL = 10, 4


def assert_games_as_the_oracle(path: Path, games: Sequence[ScoreGame], rated: Outcome) -> None:
    """Checks ratings and changes of every row of Games. The rows of the workbook are the whole log, `games`."""
    columns = [column(stored(path)["Games"], heading) for heading in ("Rating 1", "Rating 2", "Change 1", "Change 2")]
    assert len(columns[0]) >= len(games)
    for number, (game, row, line) in enumerate(zip(games, zip(*columns), rated.rows), FIRST_DATA_ROW):
        assert row == line or not game.rated, f"Games row {number}"


FIRST_EVENING = dt.date(2024, 9, 3)
EVENINGS, NEXT_SEASON = 20, 4
NEWCOMERS = 8
MISSPELT, RIGHT = "Player 1b", "Player 01"
MISSPELT_EVENING = 5


def players() -> dict[str, Entry]:
    """Thirty players. The last of them come without a rating, and one is there a second time, misspelt."""
    random = Random(1)
    rated = [Entry(random.randint(1000, 1900), random.randint(10, 120)) for _ in range(30 - NEWCOMERS)]
    entries = enumerate([*rated, *[Entry()] * NEWCOMERS], 1)
    return {**{f"Player {number:02d}": entry for number, entry in entries}, MISSPELT: Entry()}


def evening(number: int, random: Random) -> list[ScoreGame]:
    """Some twelve games: two rounds of the players who came, one who sits out, and now and then a forfeit."""
    day = FIRST_EVENING + dt.timedelta(7 * number if number < EVENINGS else 7 * number + 90)
    here = random.sample([name for name in players() if name != MISSPELT], 13)
    if number == MISSPELT_EVENING:
        here = [MISSPELT, *(name for name in here if name != RIGHT)][:13]
    games = []
    for _ in range(2):
        random.shuffle(here)
        games.append(ScoreGame(day, here[12], None, "Bye", None))
        for first, second in zip(here[0:12:2], here[1:12:2]):
            own, other = random.randint(250, 500), random.randint(250, 500)
            kind = "Forfeit" if random.random() < 0.05 and own != other else None
            games.append(ScoreGame(day, first, own, second, other, None, kind))
    return games


def type_games(path: Path, games: Sequence[ScoreGame], first_row: int) -> None:
    """Type rows, the first of them into the row of this number."""
    cells = [(game.date, game.player_1, game.score_1, game.player_2, game.score_2, game.kind) for game in games]
    kind = column_letters(1 + headings_of(openpyxl.load_workbook(path)["Games"]).index("Kind"))
    columns = [*"ABCDE", kind]
    edited(path, *(("Games", f"{letter}{row}", cell) for row, own in enumerate(cells, first_row)
                   for letter, cell in zip(columns, own)))  # fmt: skip


def standing(path: Path) -> dict[object, tuple[object, object]]:
    """Return the rating and games of every player."""
    columns = (column(stored(path)["Players"], heading) for heading in ("Player", "Rating", "Games"))
    return {name: (rating, games) for name, rating, games in zip(*columns) if name}


def assert_as_the_oracle(
    path: Path, entries: dict[str, Entry], games: Sequence[ScoreGame], adjustments: Sequence[Adjustment]
) -> Outcome:
    expected = replay("lexington", entries, games, adjustments)
    assert standing(path) == {name: (expected.ratings[name], expected.games[name]) for name in entries}
    return expected


def run(*arguments: object) -> str:
    result = run_here(*arguments)
    assert result.status == 0, result.err
    return result.out


def test_a_year(tmp_path: Path) -> None:
    random = Random(7)
    entries, games, adjustments = players(), [], []  # type: ignore[var-annotated]
    roster, club, next_club = tmp_path / "players.csv", tmp_path / "club.xlsx", tmp_path / "next.xlsx"
    with roster.open("w", newline="") as file:
        rows = [[name, entry.start_rating, entry.start_games] for name, entry in entries.items()]
        csv.writer(file).writerows([["Player", "Start rating", "Start games"], *rows])
    run("new", "lexington", club, roster)
    for first in range(0, EVENINGS, 10):
        batch = [game for number in range(first, first + 10) for game in evening(number, random)]
        type_games(club, batch, FIRST_DATA_ROW + len(games))
        games += batch
        run("recalc", club)
        assert_as_the_oracle(club, entries, games, adjustments)

    wrong = next(number for number, game in enumerate(games) if game.rated and game.player_1 != MISSPELT)
    games[wrong] = ScoreGame(games[wrong].date, games[wrong].player_1, 555, games[wrong].player_2, 111)
    day, row = FIRST_EVENING + dt.timedelta(100), wrong + FIRST_DATA_ROW
    boost = [("Adjustments", "A4", day), ("Adjustments", "C4", 12), ("Adjustments", "D4", "Boost")]
    edited(club, ("Games", f"C{row}", 555), ("Games", f"E{row}", 111), *boost)
    adjustments.append(Adjustment(day, None, 12))
    result = run("recalc", club)
    assert f"Games row {row} was changed:" in result
    assert_as_the_oracle(club, entries, games, adjustments)

    run("merge", club, MISSPELT, RIGHT, "--yes")
    entries.pop(MISSPELT)

    right = {MISSPELT: RIGHT}
    games = [
        replace(one, player_1=right.get(one.player_1, one.player_1), player_2=right.get(one.player_2, one.player_2))
        for one in games
    ]
    rated = assert_as_the_oracle(club, entries, games, adjustments)
    assert_games_as_the_oracle(club, games, rated)

    mark(club)
    edit(club, tonight_date=games[-1].date + dt.timedelta(7), tonight_rounds=1)
    assert "round 1: 15 tables paired." in run("pair", club)
    waiting = openpyxl.load_workbook(club)["Games"]
    paired = [row for row in waiting.iter_rows(FIRST_DATA_ROW + len(games), values_only=True) if row[0]]
    assert len(paired) == 15
    assert_as_the_oracle(club, entries, games, adjustments)

    assert "15 games not played yet stay in the old workbook." in run("rollover", club, next_club)
    assert_as_the_oracle(next_club, entries, games, adjustments)
    following = [game for number in range(EVENINGS, EVENINGS + NEXT_SEASON) for game in evening(number, random)]
    type_games(next_club, following, FIRST_DATA_ROW)
    games += following
    run("recalc", next_club)
    assert_as_the_oracle(next_club, entries, games, adjustments)
    rating, _ = standing(next_club)[RIGHT]
    assert run("player", next_club, RIGHT).startswith(f"{RIGHT}: {rating}, ")
