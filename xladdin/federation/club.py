"""The unit of work of a federation: one workbook read, checked, and written as Parquet. A second run adds nothing."""

import hashlib
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

import xladdin
from xladdin.cells.numbers import Number
from xladdin.cells.text import shown
from xladdin.errors import InvalidRowsError, WorkbookError
from xladdin.federation.store import as_columns, put_rows
from xladdin.game_log import GameLog
from xladdin.game_log.roster import BYE
from xladdin.messages import Message, join_lines, msg
from xladdin.model import GameKind
from xladdin.replay import Replay
from xladdin.reports.own_games.played import played_games
from xladdin.reports.own_games.steps import player_steps
from xladdin.statistics import Statistics
from xladdin.systems.newcomers import written_results

FORM = 1
"""The version of the Parquet files. With another number, every workbook is read again."""

Columns = dict[str, Sequence[object]]


class ClubUnit(NamedTuple):
    """A workbook to read. `data` is the folder of its tables. `system` is the key of the federation's system."""

    club: str
    workbook: Path
    data: Path
    system: str
    now: datetime


def digest_of(workbook: Path, system: str) -> str:
    """Return a digest that changes with the workbook, or with what we make of it. Raises OSError."""
    made_by = f"{FORM} {xladdin.__version__} {system}".encode()
    return hashlib.sha256(made_by + hashlib.sha256(workbook.read_bytes()).digest()).hexdigest()


def read_club(unit: ClubUnit) -> Message:
    """Read and check a workbook and swap in its tables. Says in a sentence what it has.

    Raises InvalidRowsError and WorkbookError if the workbook is not sound. The tables are then as they were.
    """
    from xladdin.files.reading.club_file import open_club_file
    from xladdin.recalc import recalculate
    from xladdin.reports.public.names_shown import INITIALS, shown_of
    from xladdin.workbook.schema import TITLE_NAME
    from xladdin.workbook.web_page import SHOWN_BY_NAMES, read_web_settings, web_words

    digest = digest_of(unit.workbook, unit.system)
    book = open_club_file(unit.workbook)
    outcome = recalculate(book, unit.now)
    if outcome.replay is None:
        raise InvalidRowsError(outcome.problems)
    found = outcome.replay
    log, kind = found.log, found.log.system.log_schema
    if log.system.key != unit.system:
        raise WorkbookError(
            msg(
                "{name} rates by {title} ({key}), and this federation by {system}. Take it out of workbooks in "
                "federation.toml, or make another federation for it.",
                name=unit.workbook.name,
                title=log.system.title,
                key=log.system.key,
                system=unit.system,
            )
        )
    statistics = Statistics(found)
    web = shown_of(web_words(book, log), SHOWN_BY_NAMES.get(read_web_settings(book).names, INITIALS))
    waiting = [adjustment.date for adjustment in found.waiting]
    tables: dict[str, Columns] = {
        "players": {**_start_columns(log), "web": web, "first_played": _first_played(log), **standing(statistics)},
        "games": _games(found) if kind.is_paired else {},
        "events": _events(log),
        "results": {} if kind.is_paired else _results(found),
        "adjustments": _adjustments(log),
        **histories(statistics),
    }
    for table, columns in tables.items():
        put_rows(unit.data, table, unit.club, columns)
    own: Columns = {
        "workbook": [str(unit.workbook)],
        "digest": [digest],
        "title": [shown(book.names.get(TITLE_NAME)).strip() or log.system.title],
        "rows": [len(log.rated_rows)],
        "last_date": [found.last_date],
        "due": [min(waiting, default=None)],
    }
    put_rows(unit.data, "clubs", unit.club, own)  # last: where a run is cut off before, the next reads the club again
    return join_lines(outcome.messages)


def standing(statistics: Statistics) -> Columns:
    """Return the place of each player, in the order of the log's players."""
    found = statistics.replay
    state, players = found.state, range(len(found.log.players))
    return {
        "rating": list(state.known_ratings()),
        "games": list(state.games),
        "highest": [best and best.rating for best in statistics.extremes.best],
        "last_played": list(state.last_played),
        "rank": [statistics.ranks[player] for player in players],
    }


def histories(statistics: Statistics) -> dict[str, Columns]:
    """Return the rating of each player after every session, and every change with its words."""
    log = statistics.replay.log
    ratings: dict[tuple[date, str, int], Number | None] = {}
    changes: list[tuple[object, ...]] = []
    for player, own in enumerate(log.players):
        for number, rating in statistics.rating_history(player):
            period = log.periods[number]
            ratings[period.date, period.event, player] = rating
        for step in player_steps(statistics, player, list(played_games(statistics.replay, statistics.rows[player]))):
            for game in step.games:
                changes.append((game.date, "", own.name, game.opponent, game.rating, game.change, str(game.words)))
            if not step.games:
                moved = None if step.before is None else step.after - step.before
                changes.append((step.date, step.event, own.name, None, step.before, moved, "; ".join(step.closing)))
    days = [(day, event, log.players[player].name, rating) for (day, event, player), rating in ratings.items()]
    return {
        "ratings": as_columns("ratings", days),
        "changes": as_columns("changes", changes),
    }


def _start_columns(log: GameLog) -> Columns:
    players = log.players
    return {
        "player": [one.name for one in players],
        "start_rating": [one.start_rating for one in players],
        "start_games": [one.start_games for one in players],
        "start_last_played": [one.start_last_played for one in players],
        "start_missed": [one.start_missed for one in players],
        "start_corrected": [one.start_corrected for one in players],
        "start_assigned": [one.start_assigned for one in players],
        "start_results": [written_results(one.start_results) for one in players],
        "start_returned": [one.start_returned for one in players],
        "nation": [one.nation for one in players],
        "grouped": [one.group for one in players],
        "initial_rating": [one.initial_rating for one in players],
        "active": [one.active for one in players],
        "gone": [one.left for one in players],
    }


def _first_played(log: GameLog) -> list[date | None]:
    first: dict[int, date] = {}
    for period in log.periods:
        for side in log.played.players:
            for player in side[period.start : period.stop]:
                first[player] = min(first.get(player, period.date), period.date)
    return [first.get(player) for player in range(len(log.players))]


def _games(found: Replay) -> Columns:
    """Return every row of Games that counts, in the order of the table."""
    log, kind, games = found.log, found.log.system.log_schema, found.log.games
    names = [player.name for player in log.players]
    figures = [found.rated[heading] for heading in (kind.rating1, kind.change1, kind.rating2, kind.change2)]
    rows: list[tuple[Any, ...]] = []
    played = zip(games.row, games.date, games.player1, games.score1, games.player2, games.score2, games.double)
    for (row, day, one, score1, other, score2, double), *rated in zip(played, *figures):
        both = None if not double else names[one if double == 1 else other]
        rows.append((row, day, names[one], score1, names[other], score2, both, None, *rated))
    for game in log.unrated:
        opponent = BYE if game.player2 is None else names[game.player2]
        bye = game.kind is GameKind.BYE
        scores = (None, None) if bye else (game.score1, game.score2)
        first = names[game.player1]
        own = (game.row, game.date, first, scores[0], opponent, scores[1], None, game.kind.value)
        rows.append((*own, None, None, None, None))
    rows.sort(key=lambda row: row[0])
    return as_columns("games", rows)


def _events(log: GameLog) -> Columns:
    return as_columns(
        "events", [(one.name, one.date, one.players, one.rounds, one.world_championship) for one in log.events]
    )


def _results(found: Replay) -> Columns:
    log, kind, placings = found.log, found.log.system.log_schema, found.log.placings
    figures = zip(found.rated[kind.rating1], found.rated[kind.change1])
    lines = zip(placings.row, placings.event, placings.player, placings.place)
    rows: list[tuple[Any, ...]] = [
        (row, log.events[event].name, log.players[player].name, place, *rated)
        for (row, event, player, place), rated in zip(lines, figures)
    ]
    rows.sort(key=lambda row: row[0])
    return as_columns("results", rows)


def _adjustments(log: GameLog) -> Columns:
    rows = [
        (one.date, None if one.player is None else log.players[one.player].name, one.points) for one in log.adjustments
    ]
    return as_columns("adjustments", rows)
