"""Random clubs with a log of hundreds of rows, from a seed: what a director may have typed, all of it sound.

Values crowd at the edges of the rules. Among the games are ties, byes, games not played yet, double games, names in
another case or with blanks around them, and names that a spreadsheet could take for something else.
"""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from xladdin.cells.table import CellTable
from xladdin.systems.system import RatingSystem

NAMES = (
    "Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Leo", "Mia", "Ned", "Oda", "Pia",
    "Zoë", "O'Neil", "A*", "W?", "Al~", "=1+1", "<Max>", "Mary Ann",
)  # fmt: skip
RATINGS = (None, None, 1000, 1001, 1099, 1100, 1234, 1400, 1401, 1799, 1800, 1801, 1999, 2000, 2001, 2300)
SCORES = (250, 300, 349, 350, 351, 399, 400, 449, 450, 500, 550, 612)
KINDS = ("Unrated", "forfeit")
FIRST_DAY = dt.date(2005, 3, 7)
RESULTS = (
    "(1-0)", "(0-1)", "(1/2-1/2)", "1-0", "0-1", "1/2-1/2", "W", "l", "T", "win", "loss", "Draw", " (1-0) ", "[0-1]",
    "½-½", "1 - 0", "0,5",
)  # fmt: skip

Cell = str | int | float | dt.date | None


@dataclass(frozen=True)
class Rows:
    """A table as it is typed: headings, and rows of cells."""

    headings: tuple[str, ...]
    rows: list[tuple[Cell, ...]]

    def column(self, heading: str) -> list[Cell]:
        position = self.headings.index(heading)
        return [row[position] for row in self.rows]


Club = Mapping[str, Rows]


def random_club(system: RatingSystem, seed: int, rows: int = 320) -> dict[str, Rows]:
    """The tables of a club by name; `rows` games or results."""
    random = Random(seed)
    if system.key == "dptr":
        return _tournaments(random, rows)
    return _camp(random, rows) if system.key == "sca" else _scrabble_club(system, random, rows)


def _scrabble_club(system: RatingSystem, random: Random, rows: int) -> dict[str, Rows]:
    players: list[tuple[Cell, ...]] = []
    for name in NAMES:
        rating = random.choice(RATINGS)
        counts = (0, 5, 9) if rating is None else (0, 5, 9, 10, 40, 48, 49, 50, 80)
        players.append((name, rating, random.choice(counts)))
    headings = [
        "Date",
        "Player 1",
        "Score 1",
        "Player 2",
        "Score 2",
        *([system.log_kind.double] if system.log_kind.double else []),
        "Kind",
    ]
    games: list[tuple[Cell, ...]] = []
    for number in range(rows):
        first, second = random.sample(NAMES, 2)
        score1, score2 = random.choice(SCORES), random.choice(SCORES)
        kind = random.choice(
            ["game"] * 12 + ["tie", "bye", "not played", "double", "double", "written otherwise", *KINDS]
        )
        game: list[Cell] = [FIRST_DAY + dt.timedelta(7 * (number // 24)), first, score1, second, score2]
        if kind == "tie":
            game[4] = score1
        elif kind == "bye":
            game[3:] = ["Bye", None]
        elif kind == "not played":
            game[2] = game[4] = None
        elif kind == "written otherwise":
            game[1], game[3] = f" {first.upper()}", f"{second.lower()} "
        if system.log_kind.double:
            doubled = random.choice((first, second, game[1]))
            game.append(doubled if kind in ("double", "written otherwise") else None)
        if kind in KINDS:
            game[2], game[4] = score1 + 1, score1
        game.append(kind if kind in KINDS else None)
        games.append(tuple(game))
    adjustments: list[tuple[Cell, ...]] = [
        (FIRST_DAY + dt.timedelta(30), None, 15, "Boost"),
        (FIRST_DAY + dt.timedelta(40), "Ann", -20, "Correction"),
    ]
    return {
        "Players": Rows(("Player", "Start rating", "Start games"), players),
        "Games": Rows(tuple(headings), games),
        "Adjustments": Rows(("Date", "Player", "Points", "Reason"), adjustments),
    }


def _camp(random: Random, rows: int) -> dict[str, Rows]:
    groups: list[tuple[Cell, ...]] = [("Juniors", 800), ("Middle", 1000), ("Seniors", 1176)]
    players: list[tuple[Cell, ...]] = [
        (name, random.choice(groups)[0], "Yes", random.choice((None, 700, 1375))) for name in NAMES
    ]
    players.append(("Absent", "Juniors", "No", None))
    games: list[tuple[Cell, ...]] = []
    for number in range(rows):
        white, black = random.sample(NAMES, 2)
        kind = random.choice(["game"] * 12 + ["bye", "not played", "written otherwise", *KINDS])
        if kind == "written otherwise":
            white, black = f"{white.upper()} ", f" {black.lower()}"
        results = ("(1-0)", "0-1") if kind in KINDS else RESULTS
        result = None if kind in ("bye", "not played") else random.choice(results)
        day = FIRST_DAY + dt.timedelta(number // 80)
        games.append((day, white, "Bye" if kind == "bye" else black, result, kind if kind in KINDS else None))
    return {
        "Players": Rows(("Player", "Group", "Active", "Start permanent"), players),
        "Groups": Rows(("Group", "Initial rating"), groups),
        "Games": Rows(("Date", "White", "Black", "Result", "Kind"), games),
    }


def _tournaments(random: Random, rows: int) -> dict[str, Rows]:
    players: list[tuple[Cell, ...]] = [(name, random.choice((None, 0, 40, 55, 99.5))) for name in NAMES]
    events: list[tuple[Cell, ...]] = []
    results: list[tuple[Cell, ...]] = []
    while len(results) < rows:
        name = f"Open {len(events) + 1}"
        day = dt.date(random.choice((1999, 2000, 2001, 2006)), random.randint(1, 12), random.randint(1, 28))
        field, rounds = random.randint(len(NAMES), 80), random.choice((1, 1, 2, 4))
        worlds = random.choice((None, "No", "Yes", "x", "no", "No", "No"))
        events.append((name, day, field, rounds, worlds))
        places = random.sample(range(1, field + 1), 16)
        for player, place in zip(random.sample(NAMES, 16), places):
            written = random.choice((player, player, f" {player.upper()}"))
            results.append((random.choice((name, name.lower())), written, random.choice([place] * 12 + [None])))
    return {
        "Players": Rows(("Player", "Start rating"), players),
        "Events": Rows(("Event", "Date", "Players", "Rounds", "World Championship"), events),
        "Results": Rows(("Event", "Player", "Place"), results),
    }


def cell_tables(club: Club) -> dict[str, CellTable]:
    """The tables as the log reads them."""
    return {
        name: CellTable(name, table.headings, tuple(table.column(heading) for heading in table.headings), name)
        for name, table in club.items()
    }


def csv_files(club: Club, folder: Path) -> dict[str, Path]:
    """The tables as CSV files in a folder, by name in lower case."""
    paths = {}
    for name, table in club.items():
        paths[name.lower()] = path = folder / f"{name.lower()}.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(table.headings)
            writer.writerows([_shown(cell) for cell in row] for row in table.rows)
    return paths


def _shown(cell: Cell) -> str:
    return "" if cell is None else cell.isoformat() if isinstance(cell, dt.date) else str(cell)
