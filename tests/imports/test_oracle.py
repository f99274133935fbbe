"""Files of hundreds of games rate to the point as in the oracle. Day by day gives the same as all at once."""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.corpus.editing import column_of
from tests.helpers.programs.command_line import run_here
from tests.helpers.random_clubs import plain_games, plain_names
from tests.imports.importing import ADDED, answers_in
from tests.imports.readers.reading import trf_line
from tests.oracle.log import Camper, Entry, LadderGame, ScoreGame, camp_tables
from tests.oracle.replaying import figures, replay
from xladdin.importing.pairings import Entry as TshEntry
from xladdin.importing.tsh import written

FIRST_DAY = dt.date(2024, 1, 6)
SYLLABLES = ("ba", "ro", "mi", "ket", "lun", "sha", "vo", "dar", "pel", "qui", "zan", "gor", "fy", "hul", "tew", "jo")


class Met(NamedTuple):
    """A game of a round, with players by position. In chess the scores are half points."""

    day: dt.date
    round: int
    first: int
    score1: int
    second: int
    score2: int


def names_of(count: int) -> list[str]:
    random = Random(7)
    names: dict[str, None] = {}
    while len(names) < count:
        last, given = ("".join(random.sample(SYLLABLES, 2)).title() for _ in range(2))
        names[f"{last}, {given}"] = None
    return list(names)


def tournaments(games: int, days: int, *, chess: bool = False) -> tuple[list[str], list[Met]]:
    """Ten rounds a day in which everybody plays, as 200 games on two days or 1,000 on five."""
    random = Random(games)
    count = 2 * games // (10 * days)
    met = []
    for day in range(days):
        for number in range(10):
            order = random.sample(range(count), count)
            for first, second in zip(order[::2], order[1::2]):
                own = random.choice([0, 1, 2]) if chess else random.randint(250, 600)
                other = 2 - own if chess else random.choice([own, *(random.randint(250, 600) for _ in range(9))])
                met.append(Met(FIRST_DAY + dt.timedelta(7 * day), number, first, own, second, other))
    return names_of(count), met


def by_day(met: Sequence[Met]) -> Mapping[dt.date, list[Met]]:
    days: dict[dt.date, list[Met]] = defaultdict(list)
    for game in met:
        days[game.day].append(game)
    return days


def cards(met: Sequence[Met], players: int) -> list[list[Met]]:
    """The games of each player, who comes first."""
    rounds: list[list[Met]] = [[] for _ in range(players)]
    for game in sorted(met, key=lambda game: game.round):
        rounds[game.first].append(game)
        rounds[game.second].append(game._replace(first=game.second, score1=game.score2, second=game.first,
                                                 score2=game.score1))  # fmt: skip
    return rounds


def csv_file(names: Sequence[str], met: Sequence[Met], day: dt.date) -> str:
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["Day", "Joueur 1", "Joueur 2", "Pointage 1", "Pointage 2"])
    rows.writerows([f"{game.day:%d/%m/%Y}", names[game.first], names[game.second], game.score1, game.score2]
                   for game in met)  # fmt: skip
    return text.getvalue()


def tsh_file(names: Sequence[str], met: Sequence[Met], day: dt.date) -> str:
    division = written([
        (name, 1500, [TshEntry(game.second + 1, game.score1) for game in own])
        for name, own in zip(names, cards(met, len(names)))
    ])  # fmt: skip
    settings = f'division A a.t\nconfig event_date = "{day:%B} {day.day}, {day.year}"\n'
    return f"{settings}#begin_file name=a.t\n{division}#end_file\n"


def tou_file(names: Sequence[str], met: Sequence[Met], day: dt.date) -> str:
    lines = [f"*M{day:%d.%m.%Y} The Open", "*All", " 300 QUIXOTRY"]
    for name, own in zip(names, cards(met, len(names))):
        outcome = {1: "2", 0: "1", -1: " "}
        rounds = (
            f"{outcome[(g.score1 > g.score2) - (g.score1 < g.score2)]}{g.score1:03}{g.second + 1:>3}" for g in own
        )
        lines.append(f"{name:20}{''.join(rounds)}")
    return "\n".join([*lines, "*** END OF FILE ***", ""])


def trf_file(names: Sequence[str], met: Sequence[Met], day: dt.date) -> str:
    white = {(game.round, game.first) for game in met}
    lines = ["012 The Camp", f"042 {day:%Y/%m/%d}"]
    for number, (name, own) in enumerate(zip(names, cards(met, len(names)))):
        rounds = [f"{g.second + 1:>4} {'w' if (g.round, number) in white else 'b'} {'0=1'[g.score1]}" for g in own]
        lines.append(trf_line(number + 1, name.replace(", ", ","), 1500, rounds).rstrip())
    return "\r".join([*lines, ""])


def ratings(book: Path) -> dict[object, object]:
    return dict(zip(column_of(book, "Players", "Player"), column_of(book, "Players", "Rating")))


@pytest.mark.parametrize(("games", "days"), [(200, 2), (1000, 5)])
def test_scrabble_files_rate_as_the_oracle_does(games: int, days: int, tmp_path: Path) -> None:
    names, met = tournaments(games, days)
    assert len(met) == games
    start = {name: Entry(1000 + 40 * n, 10 * n) for n, name in enumerate(names)}
    log = [ScoreGame(g.day, names[g.first], g.score1, names[g.second], g.score2) for g in met]
    wanted = replay("mississauga", start, log).ratings
    players = tmp_path / "players.csv"
    with players.open("w", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["Player", "Start rating", "Start games"])
        rows.writerows([name, entry.start_rating, entry.start_games] for name, entry in start.items())
    for write in (csv_file, tsh_file, tou_file):
        book = tmp_path / f"{write.__name__}.xlsx"
        assert run_here("new", "mississauga", book, players).status == 0
        sources = []
        for day, own in by_day(met).items():
            sources.append(tmp_path / f"{write.__name__} {day}.RT")
            sources[-1].write_text(write(names, own, day), encoding="latin-1")
        said = run_here("import", book, *sources, "--answers", answers_in(tmp_path, {"source": {"dates": "dmy"}}))
        assert (said.status, said.err) == (0, "")
        assert f"New: {games:,} games." in said.out
        assert ratings(book) == wanted


@pytest.mark.parametrize(("games", "days"), [(200, 2), (1000, 5)])
def test_fide_reports_rate_as_the_oracle_does(games: int, days: int, tmp_path: Path) -> None:
    names, met = tournaments(games, days, chess=True)
    results = {2: "(1-0)", 1: "(1/2-1/2)", 0: "(0-1)"}
    log = [LadderGame(g.day, names[g.first], names[g.second], results[g.score1]) for g in met]
    campers = {name: Camper("Knights" if n % 2 else "Pawns") for n, name in enumerate(names)}
    groups = {"Knights": 1200, "Pawns": 1000}
    expected = figures("sca", camp_tables(groups, campers, log))
    tables = {
        "groups": "Group,Initial rating\n" + "".join(f"{group},{rating}\n" for group, rating in groups.items()),
        "players": "Player,Group,Active\n" + "".join(f'"{name}",{c.group},Yes\n' for name, c in campers.items()),
    }
    options: list[object] = []
    for table, text in tables.items():
        path = tmp_path / f"{table}.csv"
        path.write_text(text)
        options.append(path)
    book = tmp_path / "camp.xlsx"
    assert run_here("new", "sca", book, *options).status == 0
    for day, own in by_day(met).items():
        source = tmp_path / f"{day}.txt"
        source.write_text(trf_file(names, own, day))
        said = run_here("import", book, source)
        assert (said.status, said.err) == (0, "")
    for heading in ("Rating", "Permanent"):
        held = dict(zip(column_of(book, "Players", "Player"), column_of(book, "Players", heading)))
        assert held == {name: expected["Players", row, heading] for row, name in enumerate(campers)}


def form_of(games: Sequence[Sequence[str]]) -> str:
    """Responses of a form, with the winner first and the last response on top."""
    lines = ["Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score,,"]
    for number, (day, player1, score1, player2, score2) in reversed(list(enumerate(games))):
        winner, loser = (player1, score1), (player2, score2)
        if int(score1) < int(score2):
            winner, loser = loser, winner
        date = dt.date.fromisoformat(day)
        sent = f"{date.month}/{date.day}/{date.year} {10 + number % 12}:{number % 60:02}:00"
        lines.append(",".join([sent, "", *winner, *loser, "", ""]))
    return "\n".join([*lines, ""])


def assert_day_by_day_is_all_at_once(rows: Sequence[Sequence[str]], tmp_path: Path) -> None:
    """Imports the games of each day as a file of their own, one after the other, and then the whole in one file."""
    days: dict[str, list[Sequence[str]]] = defaultdict(list)
    for row in rows:
        days[row[0]].append(row)
    book, whole, all_games = tmp_path / "daily.xlsx", tmp_path / "whole.xlsx", tmp_path / "all.csv"
    answers = answers_in(tmp_path, {**ADDED, "source": {"dates": "mdy"}})
    assert run_here("new", "mississauga", book).status == 0
    assert run_here("new", "mississauga", whole).status == 0
    for day, own in days.items():
        source = tmp_path / f"{day}.csv"
        source.write_text(form_of(own))
        # a file of one day in its first twelve of a month could be either order
        said = run_here("import", book, source, "--answers", answers)
        assert (said.status, said.err) == (0, "")
    with all_games.open("w", newline="") as stream:
        csv.writer(stream).writerows([["Date", "Player 1", "Score 1", "Player 2", "Score 2"], *rows])
    said = run_here("import", whole, all_games, "--answers", answers)
    assert (said.status, said.err) == (0, "")
    assert ratings(book) == ratings(whole)
    assert len(column_of(book, "Games", "Date")) == len(rows)
    before = book.read_bytes()
    assert "New: nothing." in run_here("import", book, all_games).out
    assert book.read_bytes() == before


@pytest.mark.parametrize(
    ("players", "evenings"), [(40, 6), pytest.param(150, 15, marks=pytest.mark.long)], ids=["a season", "2,250 games"]
)
def test_forms_day_by_day_give_the_ratings_of_the_whole(players: int, evenings: int, tmp_path: Path) -> None:
    games = plain_games(Random(11), plain_names(players), pause=dt.timedelta(days=1), attendance=players)
    rows = [tuple(map(str, game)) for game in islice(games, players * evenings)]
    assert len({row[0] for row in rows}) == evenings
    assert_day_by_day_is_all_at_once(rows, tmp_path)
