"""Files of hundreds of games rate to the point as in the oracle. Day by day gives the same as all at once."""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import islice, permutations
from pathlib import Path
from random import Random

from tests.corpus.editing import column_of, read_ratings
from tests.helpers.clubs import book_of
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.helpers.random_clubs import plain_games, plain_names
from tests.helpers.suite.length import usual_or_long
from tests.imports.importing import ADDED, answers_in
from tests.imports.readers.tournaments import Card, write_aupair, write_trf, write_tsh
from tests.oracle.log import Camper, Entry, ScoreGame, camp_tables
from tests.oracle.replaying import figures, replay
from xladdin.importing.pairings import Entry as Round

FIRST_DAY = dt.date(2024, 1, 6)
Game = tuple[dt.date, str, int, str, int]
Days = dict[dt.date, list[Card]]


def names_of_twenty() -> list[str]:
    return [f"{first}{two}, {two}a".title() for first, two in permutations(("baro", "miket", "lun", "sha", "quiz"), 2)]


def tournaments(*, chess: bool = False) -> tuple[list[str], list[Game], Days]:
    """Return two days of ten rounds in which everybody plays, 200 games, as games and as cards."""
    random = Random(200)
    names = names_of_twenty()
    log: list[Game] = []
    cards: Days = {}
    for number in range(2):
        day = FIRST_DAY + dt.timedelta(7 * number)
        cards[day] = [Card(name, 1500, []) for name in names]
        for _ in range(10):
            order = random.sample(range(len(names)), len(names))
            for pair in zip(order[::2], order[1::2]):
                first, second = sorted(pair)
                score = random.choice([0, 1, 2]) if chess else random.randint(250, 600)
                other = 2 - score if chess else random.choice([score, *(random.randint(250, 600) for _ in range(9))])
                log.append((day, names[first], score, names[second], other))
                cards[day][first].rounds.append(Round(second + 1, score))
                cards[day][second].rounds.append(Round(first + 1, other))
    return names, log, cards


def csv_file(log: Sequence[Game], day: dt.date) -> str:
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["Day", "Joueur 1", "Pointage 1", "Joueur 2", "Pointage 2"])
    rows.writerows([f"{day:%d/%m/%Y}", *game[1:]] for game in log if game[0] == day)
    return text.getvalue()


def test_scrabble_files_rate_as_the_oracle_does(tmp_path: Path) -> None:
    names, log, cards = tournaments()
    start = {name: Entry(1000 + 40 * n, 10 * n) for n, name in enumerate(names)}
    expected = replay("mississauga", start, [ScoreGame(*game) for game in log]).ratings
    rows = ([name, entry.start_rating, entry.start_games] for name, entry in start.items())
    players = [["Player", "Start rating", "Start games"], *rows]
    writers: dict[str, Callable[[dt.date], str]] = {
        "csv": lambda day: csv_file(log, day),
        "tsh": lambda day: write_tsh(cards[day], day),
        "AUPAIR": lambda day: write_aupair(cards[day], day),
    }
    for kind, write in writers.items():
        club = book_of("mississauga", tmp_path / kind, {"players": players})
        sources = []
        for day in cards:
            sources.append(tmp_path / f"{kind} {day}.RT")
            sources[-1].write_text(write(day), encoding="latin-1")
        output = run_cleanly("import", club, *sources, "--answers", answers_in(tmp_path, {"source": {"dates": "dmy"}}))
        assert "New: 200 games." in output
        assert read_ratings(club) == expected


def test_fide_reports_rate_as_the_oracle_does(tmp_path: Path) -> None:
    names, log, cards = tournaments(chess=True)
    campers = {name: Camper("Knights" if n % 2 else "Pawns") for n, name in enumerate(names)}
    groups = {"Knights": 1200, "Pawns": 1000}
    expected = figures("sca", camp_tables(groups, campers, [ScoreGame(*game) for game in log]))
    tables = {
        "groups": [["Group", "Initial rating"], *map(list, groups.items())],
        "players": [["Player", "Group", "Active"], *([name, camper.group, "Yes"] for name, camper in campers.items())],
    }
    club = book_of("sca", tmp_path, tables)
    for day, cards_of_day in cards.items():
        source = tmp_path / f"{day}.txt"
        source.write_text(write_trf(cards_of_day, day))
        run_cleanly("import", club, source)
    for heading in ("Rating", "Permanent"):
        ratings = dict(zip(column_of(club, "Players", "Player"), column_of(club, "Players", heading)))
        assert ratings == {name: expected["Players", row, heading] for row, name in enumerate(campers)}


def form_of(games: Sequence[Sequence[str]]) -> str:
    lines = ["Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score,,"]
    for number, (day, player1, score1, player2, score2) in reversed(list(enumerate(games))):
        winner, loser = (player1, score1), (player2, score2)
        if int(score1) < int(score2):
            winner, loser = loser, winner
        date = dt.date.fromisoformat(day)
        sent = f"{date.month}/{date.day}/{date.year} {10 + number % 12}:{number % 60:02}:00"
        lines.append(",".join([sent, "", *winner, *loser, "", ""]))
    return "\n".join([*lines, ""])


def test_forms_day_by_day_give_the_ratings_of_the_whole(tmp_path: Path) -> None:
    players, evenings = usual_or_long((40, 6), (150, 15))
    games = plain_games(Random(11), plain_names(players), pause=dt.timedelta(days=1), attendance=players)
    days: dict[str, list[Sequence[str]]] = defaultdict(list)
    for game in islice(games, players * evenings):
        days[str(game[0])].append(tuple(map(str, game)))
    assert len(days) == evenings
    club, whole, all_games = tmp_path / "daily.xlsx", tmp_path / "whole.xlsx", tmp_path / "all.csv"
    # a file of one day in its first twelve of a month could be either order
    answers = answers_in(tmp_path, {**ADDED, "source": {"dates": "mdy"}})
    for path in (club, whole):
        assert run_here("new", "mississauga", path).status == 0
    for day, games_of_day in days.items():
        source = tmp_path / f"{day}.csv"
        source.write_text(form_of(games_of_day))
        run_cleanly("import", club, source, "--answers", answers)
    with all_games.open("w", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["Date", "Player 1", "Score 1", "Player 2", "Score 2"])
        rows.writerows(game for games_of_day in days.values() for game in games_of_day)
    run_cleanly("import", whole, all_games, "--answers", answers)
    assert read_ratings(club) == read_ratings(whole)
    assert len(column_of(club, "Games", "Date")) == players * evenings
    before = club.read_bytes()
    assert "New: nothing." in run_here("import", club, all_games).out
    assert club.read_bytes() == before
