"""Random clubs of any size and system, from a seed: what a director may have typed, all of it sound.

In an awkward club values crowd at the edges of the rules. It has ties, byes, unplayed games, double games, names in
another case or with blanks around them, and names that a spreadsheet could take for something else.
A plain club meets week after week and types what it should.
"""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from xladdin import RatingSystem
from xladdin.systems.system import ResultSchema

NAMES = (
    "Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Leo", "Mia", "Ned", "Oda", "Pia",
    "Zoë", "O'Neil", "A*", "W?", "Al~", "=1+1", "<Max>", "Mary Ann",
)  # fmt: skip
RATINGS = (None, None, 1000, 1001, 1099, 1100, 1234, 1400, 1401, 1799, 1800, 1801, 1999, 2000, 2001, 2300)
SCORES = (250, 300, 349, 350, 351, 399, 400, 449, 450, 500, 550, 612)
KINDS = ("Unrated", "forfeit")
FIRST_DAY, FIRST_PLAIN_DAY = dt.date(2005, 3, 7), dt.date(2020, 1, 7)
WEEK = dt.timedelta(weeks=1)
SCORE, SPREAD_OF_STRENGTH, SPREAD_OF_SCORES = 375, 30, 60
"""Points: the mean of a game, and standard deviations of the means of players and of the scores of a player."""
TIED, DOUBLED, DRAWN = 0.03, 0.1, 25
"""Shares of the games of a plain club, and the points within which a game of chess is a draw."""
RESULTS = (
    "(1-0)", "(0-1)", "(1/2-1/2)", "1-0", "0-1", "1/2-1/2", "W", "l", "T", "win", "loss", "Draw", " (1-0) ", "[0-1]",
    "½-½", "1 - 0", "0,5",
)  # fmt: skip

SCORES_LOGGED = ("Date", "Player 1", "Score 1", "Player 2", "Score 2")
RESULTS_LOGGED = ("Date", "White", "Black", "Result")
CAMPERS = ("Player", "Group", "Active", "Start permanent")
EVENTS = ("Event", "Date", "Players", "Rounds", "World Championship")
PLACES = ("Event", "Player", "Place")
Tables = dict[str, list[Sequence[Any]]]
"""Tables by name in lower case, as a director types them: headings, then rows."""


def random_club(system: RatingSystem, seed: int, rows: int = 320, *, plain_players: int = 0) -> Tables:
    """Return the tables of a club by name, with so many games or results.

    `plain_players` says how many a plain club has. With 0 the club is awkward.
    """
    random = Random(seed)
    if plain_players:
        club = _plain_club(system, random, rows, plain_names(plain_players))
    elif make := {"dptr": _tournaments, "sca": _camp}.get(system.key):
        club = make(random, rows)
    else:
        club = _scrabble_club(system, random, rows)
    if isinstance(system.log_schema, ResultSchema) and system.key != "sca":
        club["games"] = with_results(club["games"])
    return club


def _scrabble_club(system: RatingSystem, random: Random, rows: int) -> Tables:
    players: list[Sequence[Any]] = [("Player", "Start rating", "Start games")]
    for name in NAMES:
        rating = random.choice(RATINGS)
        counts = (0, 5, 9) if rating is None else (0, 5, 9, 10, 40, 48, 49, 50, 80)
        players.append((name, rating, random.choice(counts)))
    double = [system.log_schema.double] if system.log_schema.double else []
    games: list[Sequence[Any]] = [(*SCORES_LOGGED, *double, "Kind")]
    for number in range(rows):
        first, second = random.sample(NAMES, 2)
        score1, score2 = random.choice(SCORES), random.choice(SCORES)
        kind = random.choice(
            ["game"] * 12 + ["tie", "bye", "not played", "double", "double", "written otherwise", *KINDS]
        )
        game: list[Any] = [FIRST_DAY + dt.timedelta(7 * (number // 24)), first, score1, second, score2]
        if kind == "tie":
            game[4] = score1
        elif kind == "bye":
            game[3:] = ["Bye", None]
        elif kind == "not played":
            game[2] = game[4] = None
        elif kind == "written otherwise":
            game[1], game[3] = f" {first.upper()}", f"{second.lower()} "
        if double:
            doubled = random.choice((first, second, game[1]))
            game.append(doubled if kind in ("double", "written otherwise") else None)
        if kind in KINDS:
            game[2], game[4] = score1 + 1, score1
        games.append((*game, kind if kind in KINDS else None))
    adjustments: list[Sequence[Any]] = [
        ("Date", "Player", "Points", "Reason"),
        (FIRST_DAY + dt.timedelta(30), None, 15, "Boost"),
        (FIRST_DAY + dt.timedelta(40), "Ann", -20, "Correction"),
    ]
    return {"players": players, "games": games, "adjustments": adjustments}


def _camp(random: Random, rows: int) -> Tables:
    groups = [("Group", "Initial rating"), ("Juniors", 800), ("Middle", 1000), ("Seniors", 1176)]
    players = [(name, random.choice(groups[1:])[0], "Yes", random.choice((None, 700, 1375))) for name in NAMES]
    games: list[Sequence[Any]] = [(*RESULTS_LOGGED, "Kind")]
    for number in range(rows):
        white, black = random.sample(NAMES, 2)
        kind = random.choice(["game"] * 12 + ["bye", "not played", "written otherwise", *KINDS])
        if kind == "written otherwise":
            white, black = f"{white.upper()} ", f" {black.lower()}"
        results = ("(1-0)", "0-1") if kind in KINDS else RESULTS
        result = None if kind in ("bye", "not played") else random.choice(results)
        day = FIRST_DAY + dt.timedelta(number // 80)
        games.append((day, white, "Bye" if kind == "bye" else black, result, kind if kind in KINDS else None))
    return {"players": [CAMPERS, *players, ("Absent", "Juniors", "No", None)], "groups": [*groups], "games": games}


def _tournaments(random: Random, rows: int) -> Tables:
    players = [(name, random.choice((None, 0, 40, 55, 99.5))) for name in NAMES]
    events: list[Sequence[Any]] = [EVENTS]
    results: list[Sequence[Any]] = [PLACES]
    while len(results) <= rows:
        name = f"Open {len(events)}"
        day = dt.date(random.choice((1999, 2000, 2001, 2006)), random.randint(1, 12), random.randint(1, 28))
        field, rounds = random.randint(len(NAMES), 80), random.choice((1, 1, 2, 4))
        worlds = random.choice((None, "No", "Yes", "x", "no", "No", "No"))
        events.append((name, day, field, rounds, worlds))
        places = random.sample(range(1, field + 1), 16)
        for player, rank in zip(random.sample(NAMES, 16), places):
            written = random.choice((player, player, f" {player.upper()}"))
            results.append((random.choice((name, name.lower())), written, random.choice([rank] * 12 + [None])))
    return {"players": [("Player", "Start rating"), *players], "events": events, "results": results}


class PlainGame(NamedTuple):
    """A game of Scrabble: the day, and each player with a score."""

    day: dt.date
    first: str
    score1: int
    second: str
    score2: int


def plain_names(players: int) -> list[str]:
    """Return names of so many players."""
    return [f"Player {number:03d}" for number in range(1, players + 1)]


def plain_games(
    random: Random, names: Sequence[str], *, pause: dt.timedelta = WEEK, attendance: int = 12
) -> Iterator[PlainGame]:
    """Yield games without end, session after session. A different part of the players comes to each session."""
    means = {name: random.gauss(SCORE, SPREAD_OF_STRENGTH) for name in names}
    day = FIRST_PLAIN_DAY
    while True:
        attending = random.sample(names, min(attendance, len(names)))
        for _ in range(2):
            random.shuffle(attending)
            for first, second in zip(attending[::2], attending[1::2]):
                score1, score2 = (
                    max(1, round(random.gauss(means[name], SPREAD_OF_SCORES))) for name in (first, second)
                )
                yield PlainGame(day, first, score1, second, score1 if random.random() < TIED else score2)
        day += pause


def _plain_club(system: RatingSystem, random: Random, rows: int, names: Sequence[str]) -> Tables:
    if system.key == "dptr":
        return _plain_events(random, rows, names)
    games = list(islice(plain_games(random, names), rows))
    if system.key == "sca":
        groups = [("Group", "Initial rating"), ("Knights", 1200), ("Pawns", 1000)]
        campers = [(name, random.choice(groups[1:])[0], "Yes", random.randint(700, 1600)) for name in names]
        results = [(game.day, game.first, game.second, chess_result(game)) for game in games]
        return {"players": [CAMPERS, *campers], "groups": [*groups], "games": [RESULTS_LOGGED, *results]}
    players = [
        (name, random.randint(900, 2100), random.choice([12, 40, 120])) if random.random() < 0.8 else (name, None, None)
        for name in names
    ]
    typed: list[Sequence[Any]] = [SCORES_LOGGED, *games]
    if system.log_schema.double:
        doubled = [random.choice((game.first, game.second)) if random.random() < DOUBLED else None for game in games]
        typed = [(*row, name) for row, name in zip(typed, [system.log_schema.double, *doubled])]
    return {"players": [("Player", "Start rating", "Start games"), *players], "games": typed}


def with_results(games: Sequence[Sequence[Any]]) -> list[Sequence[Any]]:
    """Turn games with scores into games with results. The first player has White, and the higher score wins."""
    typed: list[Sequence[Any]] = [(*RESULTS_LOGGED, *games[0][5:])]
    for day, white, score, black, others, *kind in games[1:]:
        played = isinstance(score, int) and isinstance(others, int)
        result = ("(1-0)" if score > others else "(0-1)" if score < others else "(1/2-1/2)") if played else None
        typed.append((day, white, black, result, *kind))
    return typed


def chess_result(game: PlainGame) -> str:
    """Return the result of a chess game, a draw where the scores are close."""
    if abs(game.score1 - game.score2) <= DRAWN:
        return "(1/2-1/2)"
    return "(1-0)" if game.score1 > game.score2 else "(0-1)"


def _plain_events(random: Random, rows: int, names: Sequence[str]) -> Tables:
    """Return twelve results for each event, with a week from one event to the next."""
    events = [
        (f"Event {number}", FIRST_PLAIN_DAY + number * WEEK, len(names), random.randint(1, 5), "No")
        for number in range(max(rows // 12, 1))
    ]
    results = [
        (event[0], name, rank)
        for event in events
        for rank, name in enumerate(random.sample(names, min(12, len(names))), 1)
    ]
    players = [("Player", "Nation"), *((name, random.choice("ABC")) for name in names)]
    return {"players": [*players], "events": [EVENTS, *events], "results": [PLACES, *results[:rows]]}


def csv_files(tables: Mapping[str, Sequence[Sequence[object]]], folder: Path) -> dict[str, Path]:
    """Write each table as a CSV file, and return the paths by table."""
    paths = {name: folder / f"{name}.csv" for name in tables}
    for name, path in paths.items():
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(tables[name])
    return paths
