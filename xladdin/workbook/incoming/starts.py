"""The start columns and the group of new players, and rows that come in and deserve a look."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from xladdin.cells.table import CellValue
from xladdin.cells.text import counted, is_blank
from xladdin.imports.material import IncomingRows, Look
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.review import TWICE

START_GAMES = "Start games"
_WITH_GAMES = re.compile(r"([0-9]{1,4})\s?/\s?([0-9]{1,3})")
_UNRATED = ("unr", "unr.", "unrated")
NO_GAMES = "they are rated as beginners. If they are not, give the number: --start-games N, or Start games on Players"
"""Why it asks about a rating without a number of games."""


def with_starts(
    system: RatingSystem,
    file: str,
    rows: IncomingRows,
    start_games: int | None,
    *,
    of_today: bool,
    there: Collection[int] = (),
) -> tuple[IncomingRows, list[Look]]:
    """Rows of Players with their start columns, and ratings without a number of games, which it asks about.

    `start_games` is the number if the file has none. With `of_today`, it takes columns with the figures of today. It
    asks nothing about rows of players who are `there` already, for they stay as they are.
    """
    columns = {heading: cells for heading, cells in rows.columns.items() if of_today or heading not in rows.of_today}
    known = {column.heading for column in tables_of(system)["Players"].columns}
    ratings = columns.get("Start rating")
    if ratings is None or START_GAMES not in known:
        return replace(rows, columns=columns), []
    games: Sequence[CellValue] = columns.get(START_GAMES) or [None] * rows.rows
    if any(isinstance(rating, str) for rating in ratings):
        ratings, games = zip(*map(_as_printed, ratings, games))
        columns |= {"Start rating": ratings, START_GAMES: games}
    rated = [row for row, rating in enumerate(ratings) if not is_blank(rating) and not isinstance(rating, str)]
    without = [row for row in rated if is_blank(games[row])]
    if without and start_games is not None:
        columns[START_GAMES] = [start_games if row in set(without) else cell for row, cell in enumerate(games)]
        without = []
    looks = []
    without = [row for row in without if row not in there]
    if without:
        players = f"{counted(len(without), 'player')} with a rating and no number of games behind it"
        looks.append(Look(players, file, sorted(rows.lines[row] for row in without), NO_GAMES))
    return replace(rows, columns=columns), looks


def _as_printed(rating: CellValue, games: CellValue) -> tuple[CellValue, CellValue]:
    """A rating and the games behind it, if a list prints them as one: 1432/7, or UNR for a player without a rating."""
    if not isinstance(rating, str):
        return rating, games
    found = _WITH_GAMES.fullmatch(rating.strip())
    if found:
        return int(found[1]), int(found[2]) if is_blank(games) else games
    return None if rating.strip().casefold() in _UNRATED else rating, games


def without_group(rows: IncomingRows, there: Collection[int] = ()) -> list[int]:
    """The rows of Players that have no group and need one. Nobody does who is not active, or `there` already."""
    nothing: Sequence[CellValue] = [None] * rows.rows
    groups, active = rows.columns.get("Group", nothing), rows.columns.get("Active", nothing)
    return [row for row in range(rows.rows) if is_blank(groups[row]) and active[row] != "No" and row not in there]


def with_group(rows: IncomingRows, wanting: Sequence[int], group: str) -> IncomingRows:
    """The rows of Players with that group where it is wanting."""
    groups = list(rows.columns.get("Group") or [None] * rows.rows)
    for row in wanting:
        groups[row] = group
    return replace(rows, columns={**rows.columns, "Group": groups})


def repeated(file: str, table: str, row: str, lines: Sequence[int]) -> Look:
    """A row that a file has more than once. `table` is its own, or blank if the workbook asks by itself."""
    why = "each counts. If it is one, take out the rest"
    return Look(f"{row}, {len(lines):,} times", file, lines, why, TWICE if table else "", table)
