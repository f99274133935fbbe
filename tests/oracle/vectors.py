"""`python -m tests.oracle.vectors` writes the golden vectors again, with figures of the reference, not the engine."""

from __future__ import annotations

import csv
import datetime as dt
import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.helpers.random_clubs import random_club
from tests.helpers.replays import replay_of
from tests.oracle import bands, dptr, elo, lexington, mississauga, montreal, sca, year
from tests.oracle.log import ScoreGame
from tests.oracle.ranges import Range
from tests.oracle.reference.typed import name
from tests.oracle.replaying import figures
from xladdin.samples import sample_files
from xladdin.systems import system_named

FOLDER = Path(__file__).parents[1] / "golden" / "vectors"
RULES = {
    "mississauga": mississauga, "montreal": montreal, "lexington": lexington, "sca": sca, "dptr": dptr,
    "elo": elo, "bands": bands,
}  # fmt: skip
FIRST_MONTH = {"lexington": 9}
SCRABBLE = ("mississauga", "montreal", "lexington", "bands")
SEEDS, ROWS = range(1, 4), 60
AWAY = dt.timedelta(days=700)
"""This is longer than Lexington remembers a player."""
Tables = dict[str, Range]


def logs(system: str) -> Iterator[tuple[str, Tables]]:
    """Names and tables of the logs of a system: examples of the sources, and random ones with all that may happen."""
    yield (
        "examples of the source",
        {
            table.title(): typed_rows(list(csv.reader(path.open(encoding="utf-8"))))
            for table, path in sample_files(system).items()
        },
    )
    for seed in SEEDS:
        club = random_club(system_named(system), seed, ROWS)
        yield f"random {seed}", {table: [list(rows.headings), *map(list, rows.rows)] for table, rows in club.items()}
    if system in SCRABBLE:
        yield "the second half of a log, after a rollover", second_half(system)
    if system != "dptr":
        club = random_club(system_named(system), 4, ROWS)
        tables = {table: [list(rows.headings), *map(list, rows.rows)] for table, rows in club.items()}
        for row in tables["Games"][ROWS // 2 :]:
            row[0] += AWAY
        yield "away for 700 days, and back", tables


def second_half(system: str) -> Tables:
    """The second half of a log, with the start columns that a rollover writes after the first half."""
    club = random_club(system_named(system), 5, ROWS)
    tables = {table: [list(rows.headings), *map(list, rows.rows)] for table, rows in club.items()}
    rows = tables["Games"]
    cut = next(place for place in range(ROWS // 2, len(rows)) if rows[place][0] != rows[place - 1][0])
    first = replay_of(system, {table.lower(): cells for table, cells in {**tables, "Games": rows[:cut]}.items()})
    start = first.log.system.export_start_columns(first.state, first.log.players)
    kept = [place for place, heading in enumerate(tables["Players"][0]) if not str(heading).startswith("Start")]
    headings = [heading for heading in start if any(cell is not None for cell in start[heading])]
    players = [[tables["Players"][0][place] for place in kept] + headings]
    for number, row in enumerate(tables["Players"][1:]):
        players.append([row[place] for place in kept] + [start[heading][number] for heading in headings])
    later = [row for row in tables["Adjustments"][1:] if first.last_date is None or row[0] > first.last_date]
    adjustments = [tables["Adjustments"][0], *later]
    return {**tables, "Players": players, "Games": [rows[0], *rows[cut:]], "Adjustments": adjustments}


def typed_rows(rows: list[list[str]]) -> Range:
    """Cells of a CSV file as a workbook holds them."""
    return [rows[0], *([typed_cell(cell) for cell in row] for row in rows[1:])]


def typed_cell(text: str) -> object:
    if not text:
        return None
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        pass
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return text


def expected(system: str, tables: Tables) -> dict[str, Any]:
    """Every figure of the reference by table and heading, ranks, and the record of each player in the season."""
    rules = RULES[system]
    found = figures(system, tables, rules.RULES, getattr(rules, "BANDS", None))
    columns: dict[str, dict[str, list[object]]] = {}
    for (table, row, heading), figure in found.items():
        rows = len(tables[table]) - 1
        columns.setdefault(table, {}).setdefault(heading, [None] * rows)[row] = plain(figure)
    told: dict[str, Any] = {"figures": columns}
    if system in SCRABBLE:
        told["season"] = season(system, tables)
    told["ranks"] = ranks(system, tables, columns["Players"])
    return told


def plain(figure: object) -> object:
    """A figure as JSON has it. Whole numbers stay whole, and others have twelve digits."""
    if isinstance(figure, Fraction):
        return int(figure) if figure.denominator == 1 else float(f"{float(figure):.12g}")
    return figure.isoformat() if isinstance(figure, dt.date) else figure


def score_games(tables: Tables) -> list[ScoreGame]:
    """The typed games of a Scrabble club, with names in one spelling."""
    at = {str(heading): place for place, heading in enumerate(tables["Games"][0])}
    names = {name(row[0]): str(row[0]) for row in tables["Players"][1:]} | {"bye": "Bye", "": ""}
    games = []
    for row in tables["Games"][1:]:
        one, other = (names[name(row[at[heading]])] for heading in ("Player 1", "Player 2"))
        kind = row[at["Kind"]].capitalize() if "Kind" in at and row[at["Kind"]] else None
        games.append(ScoreGame(row[0], one, row[at["Score 1"]], other, row[at["Score 2"]], None, kind))
    return games


def season(system: str, tables: Tables) -> dict[str, list[int]]:
    """Won, lost, tied and spread of each player in the season of the last session."""
    games = score_games(tables)
    evenings = year.sessions(games)
    if not evenings:
        return {}
    month, last = FIRST_MONTH.get(system, 1), evenings[-1]
    first = dt.date(last.year - (last.month < month), month, 1)
    of_season = [game for game in games if game.date >= first]
    return {
        str(row[0]): [
            *year.record(str(row[0]), of_season, tie_wins=system == "lexington"),
            year.spread_and_average(str(row[0]), of_season)[0],
        ]
        for row in tables["Players"][1:]
    }


def ranks(system: str, tables: Tables, players: Mapping[str, list[Any]]) -> dict[str, int | None]:
    """The rank of each player by rating. Equal ratings share a rank, and unranked players have none."""
    names, ratings = [str(row[0]) for row in tables["Players"][1:]], players["Rating"]
    counts = players["Events" if system == "dptr" else "Games"]
    ranked = [rating is not None and count > 0 for rating, count in zip(ratings, counts)]
    if system == "lexington":
        games = score_games(tables)
        standing = zip(ranked, players["Status"], names)
        ranked = [on and status == "established" and year.missed(who, games) < 4 for on, status, who in standing]
    own = [rating for rating, on in zip(ratings, ranked) if on]
    return {
        who: 1 + sum(other > rating for other in own) if on else None for who, rating, on in zip(names, ratings, ranked)
    }


def lines(system: str) -> Iterator[str]:
    """The vectors of a system, with one JSON object on each line."""
    for title, tables in logs(system):
        cells = {table: [[plain(cell) for cell in row] for row in rows] for table, rows in tables.items()}
        yield json.dumps({"log": title, "tables": cells, **expected(system, tables)}, ensure_ascii=False)


def main() -> None:
    """Writes a file for each system."""
    for system in RULES:
        (FOLDER / f"{system}.jsonl").write_text("".join(f"{line}\n" for line in lines(system)), encoding="utf-8")


if __name__ == "__main__":
    main()
