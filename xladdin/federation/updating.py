"""Update a federation: read the workbooks that have changed, and rate the pools."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from heapq import merge
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import xladdin
from xladdin.cells import CellTable, Number, cell_text, name_key
from xladdin.errors import InvalidRowsError, WorkbookError
from xladdin.federation.folder import ALL, POOL, Federation, as_columns, keys_of, put_rows, rows_of
from xladdin.federation.lists import clubs_of
from xladdin.federation.register import (
    Names,
    Persons,
    Register,
    ask,
    persons_of,
    read_register,
    rules_of,
    unknown_names,
    waiting_names,
)
from xladdin.files.club_file import ClubFile
from xladdin.files.locks import file_lock
from xladdin.files.safe_write import friendly_os_errors
from xladdin.game_log import GameLog
from xladdin.game_log.reading import read_log
from xladdin.hosts.parallel import run_each
from xladdin.languages import BYE
from xladdin.messages import Message, join_lines, msg, ngettext, pgettext
from xladdin.model import GameKind, written_results
from xladdin.replay import Replay, replay
from xladdin.reports.games import played_games, player_steps
from xladdin.reports.wording import count_rows
from xladdin.statistics import Statistics
from xladdin.systems.system import GameSchema, LogSchema, RatingSystem, ResultSchema
from xladdin.workbook.recalc_result import ProgressCallback
from xladdin.workbook.schema import CARRIED_COLUMNS


@dataclass
class Update:
    """The result of an update. `clubs` and `pools` have a sentence for each that was read or rated, or its error.

    `same` counts the unchanged clubs. `gone` are clubs whose workbook has disappeared. `unknown` are names put on the
    register's table Unknown, or `unwritten` says why not. `waiting` are names of listed clubs there without an
    answer.
    """

    clubs: dict[str, Message | Exception] = field(default_factory=dict)
    pools: dict[str, Message | Exception] = field(default_factory=dict)
    same: int = 0
    gone: list[str] = field(default_factory=list)
    unknown: int = 0
    waiting: int = 0
    unwritten: WorkbookError | None = None
    strangers: list[str] = field(default_factory=list)


def update(
    federation: Federation, now: datetime, cluster: str = "", progress: ProgressCallback = lambda step: None
) -> Update:
    """Bring the data of a federation up to date. It neither reads nor rates again what has not changed.

    `cluster` is the address of a Dask scheduler that does the work. Its workers must see the folder and the workbooks
    under the same paths. Raises WorkbookError and InvalidRowsError, before it writes anything, if federation.toml or
    the register cannot be used. A club that cannot be read keeps its last good state.
    """
    progress(msg("Reading the register"))
    register, book = read_register(federation.register)
    system = rules_of(book, federation.system)
    clubs = federation.clubs()
    with file_lock(federation.register), friendly_os_errors(federation.data):
        federation.data.mkdir(exist_ok=True)
        done = Update()
        _read_clubs(federation, clubs, done, now, cluster, progress)
        known = clubs_of(federation)
        done.gone = [club for club in known if club not in clubs]
        keys = {*map(name_key, clubs), *map(name_key, known), *federation.left}
        done.strangers = [club for key, club in register.clubs.items() if key not in keys]
        names = {club: rows_of(federation.data, "players", club)["player"] for club in known}
        persons = persons_of(register, names)
        _list_unknown(register, book, names, persons, done)
        pools = pools_of(persons.of) if federation.rating == POOL else []
        _put_persons(federation.data, persons, pools)
        progress(pgettext("step", "Rating"))
        units = [_pool_unit(federation, register, persons, system, pool, now) for pool in pools]
        _rate_pools(federation.data, units, done, cluster)
    return done


def _read_clubs(
    federation: Federation,
    clubs: Mapping[str, Path],
    done: Update,
    now: datetime,
    cluster: str,
    progress: ProgressCallback,
) -> None:
    changed = []
    for club, workbook in clubs.items():
        if _is_as_read(federation, club, workbook, now.date()):
            done.same += 1
        else:
            changed.append(ClubUnit(club, workbook.resolve(), federation.data.resolve(), federation.system.key, now))
    results = {}
    for unit, came in run_each(changed, read_club, cluster):
        results[unit.club] = came
        progress(msg("{count} of {changed} workbooks", count=len(results), changed=len(changed)))
    done.clubs = {unit.club: results[unit.club] for unit in changed}


def _is_as_read(federation: Federation, club: str, workbook: Path, today: date) -> bool:
    known = rows_of(federation.data, "clubs", club)
    if not known["digest"]:
        return False
    try:
        digest = workbook_digest(workbook, federation.system.key)
    except (OSError, WorkbookError):
        return False  # reading it says why
    (due,) = known["due"]
    return bool(known["digest"] == [digest]) and (due is None or due > today)


def _list_unknown(register: Register, book: ClubFile, names: Names, persons: Persons, done: Update) -> None:
    unknown = unknown_names(register, names, persons)
    done.waiting = waiting_names(register, names, persons)
    if not unknown:
        return
    try:
        ask(book, unknown)
        done.unknown = len(unknown)
        done.waiting += len(unknown)
    except WorkbookError as problem:
        done.unwritten = problem


def _put_persons(data: Path, persons: Persons, pools: Sequence[Sequence[str]]) -> None:
    pool_of = {club: pool[0] for pool in pools for club in pool}
    rows = [
        (person, club, name, (name_key(club), name_key(name)) in persons.known, pool_of.get(club))
        for club, own in persons.of.items()
        for name, person in own.items()
    ]
    put_rows(data, "persons", ALL, as_columns("persons", rows))


def _pool_unit(
    federation: Federation,
    register: Register,
    persons: Persons,
    system: RatingSystem,
    pool: Sequence[str],
    now: datetime,
) -> PoolUnit:
    data = federation.data.resolve()
    clubs = [rows_of(data, "clubs", club) for club in pool]
    own = {club: persons.of[club] for club in pool}
    unit = PoolUnit(pool[0], own, register.starts, system, data, now, "")
    waits = any(due is not None for club in clubs for due in club["due"])
    return unit._replace(digest=pool_digest([club["digest"][0] for club in clubs], unit, waits))


def _rate_pools(data: Path, units: Sequence[PoolUnit], done: Update, cluster: str) -> None:
    for pool in set(keys_of(data, "pools")) - {unit.pool for unit in units}:
        if rows_of(data, "pools", pool)["digest"]:
            dissolve_pool(data, pool)
    changed = [unit for unit in units if rows_of(data, "pools", unit.pool)["digest"] != [unit.digest]]
    results = {unit.pool: came for unit, came in run_each(changed, rate_pool, cluster)}
    done.pools = {unit.pool: results[unit.pool] for unit in changed}


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


def workbook_digest(workbook: Path, system: str) -> str:
    """Return a digest that changes with the workbook, or with what we make of it. Raises OSError."""
    made_by = f"{FORM} {xladdin.__version__} {system}".encode()
    return hashlib.sha256(made_by + hashlib.sha256(workbook.read_bytes()).digest()).hexdigest()


def read_club(unit: ClubUnit) -> Message:
    """Read and check a workbook and swap in its tables. Says in a sentence what it has.

    Raises InvalidRowsError and WorkbookError if the workbook is not sound. The tables are then as they were.
    """
    from xladdin.files.club_file import open_club_file
    from xladdin.recalc import recalculate_workbook
    from xladdin.reports.wording import INITIALS, shown_of
    from xladdin.workbook.schema import TITLE_NAME
    from xladdin.workbook.web_settings import SHOWN_BY_NAMES, read_web_settings, web_words

    digest = workbook_digest(unit.workbook, unit.system)
    book = open_club_file(unit.workbook)
    outcome = recalculate_workbook(book, unit.now)
    if outcome.replay is None:
        raise InvalidRowsError(outcome.problems)
    replay_ = outcome.replay
    log, schema = replay_.log, replay_.log.system.log_schema
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
    statistics = Statistics(replay_)
    web = shown_of(web_words(book, log), SHOWN_BY_NAMES.get(read_web_settings(book).names, INITIALS))
    waiting = [adjustment.date for adjustment in replay_.waiting]
    tables: dict[str, Columns] = {
        "players": {**_start_columns(log), "web": web, "first_played": _first_played(log), **standing(statistics)},
        "games": _game_rows(replay_) if schema.is_paired else {},
        "events": _events(log),
        "results": {} if schema.is_paired else _results(replay_),
        "adjustments": _adjustments(log),
        **histories(statistics),
    }
    for table, columns in tables.items():
        put_rows(unit.data, table, unit.club, columns)
    own: Columns = {
        "workbook": [str(unit.workbook)],
        "digest": [digest],
        "title": [cell_text(book.names.get(TITLE_NAME)).strip() or log.system.title],
        "rows": [len(log.rated_rows)],
        "last_date": [replay_.last_date],
        "due": [min(waiting, default=None)],
    }
    put_rows(unit.data, "clubs", unit.club, own)  # last: where a run is cut off before, the next reads the club again
    return join_lines(outcome.messages)


def standing(statistics: Statistics) -> Columns:
    """Return the place of each player, in the order of the log's players."""
    replay_ = statistics.replay
    state, players = replay_.state, range(len(replay_.log.players))
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


def _game_rows(replay_: Replay) -> Columns:
    """Return every row of Games that counts, in the order of the table."""
    log, schema, games = replay_.log, replay_.log.system.log_schema, replay_.log.games
    names = [player.name for player in log.players]
    figures = [replay_.rated[heading] for side in zip(schema.ratings, schema.changes) for heading in side]
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


def _results(replay_: Replay) -> Columns:
    log, schema, placings = replay_.log, replay_.log.system.log_schema, replay_.log.placings
    figures = zip(replay_.rated[schema.rating1], replay_.rated[schema.change1])
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


Rows = Sequence[Mapping[str, Any]]
Starts = Mapping[str, "tuple[Number | None, int | None]"]
"""The start rating and start games of persons, as the register gives them, by the person's name key."""
TABLES = ("pool_players", "pool_ratings", "pool_changes")
CHESS_RESULTS = {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}


class PoolUnit(NamedTuple):
    """A pool to rate. `persons` are by club, then by the name there. `system` has the register's Rules."""

    pool: str
    persons: Mapping[str, Mapping[str, str]]
    starts: Starts
    system: RatingSystem
    data: Path
    now: datetime
    digest: str


def pools_of(persons: Mapping[str, Mapping[str, str]]) -> list[list[str]]:
    """Return the clubs of each pool. They share a person, perhaps through other clubs. `persons` is as in PoolUnit."""
    pools: list[tuple[list[str], set[str]]] = []
    for club, names in persons.items():
        own, pool_names = [club], set(map(name_key, names.values()))
        apart = []
        for clubs, met in pools:
            if pool_names & met:
                own, pool_names = clubs + own, pool_names | met
            else:
                apart.append((clubs, met))
        pools = [*apart, (own, pool_names)]
    return sorted(sorted(clubs) for clubs, _ in pools)


def pool_digest(digests: Sequence[str], unit: PoolUnit, waits: bool) -> str:
    """Return a digest that changes with everything a pool is rated from.

    `digests`: of its clubs. `waits`: the day counts.
    """
    names = sorted((club, name, person) for club, own in unit.persons.items() for name, person in own.items())
    keys = {name_key(person) for _, _, person in names}
    starts = sorted((key, start) for key, start in unit.starts.items() if key in keys)
    day = unit.now.date() if waits else ""
    return hashlib.sha256(repr((list(digests), names, starts, unit.system, day)).encode()).hexdigest()


def rate_pool(unit: PoolUnit) -> Message:
    """Rate a pool and swap in its tables. Says in a sentence what it has. Raises InvalidRowsError."""
    log = read_log(unit.system, pooled_tables(unit)).sound()
    replay_ = replay(log, today=unit.now.date())
    statistics = Statistics(replay_)
    put_rows(
        unit.data, "pool_players", unit.pool, {"person": [one.name for one in log.players], **standing(statistics)}
    )
    for table, columns in histories(statistics).items():
        put_rows(unit.data, f"pool_{table}", unit.pool, columns)
    put_rows(unit.data, "pools", unit.pool, {"digest": [unit.digest], "clubs": [len(unit.persons)]})
    schema = unit.system.log_schema
    people = len(log.rated_players) or len(log.players)
    return msg(
        "{rows} of {persons} rated.",
        rows=count_rows(schema, len(log.rated_rows)),
        persons=ngettext("{n:,} person", "{n:,} persons", people),
    )


def dissolve_pool(data: Path, pool: str) -> None:
    """Remove everything of a pool that is part of another now."""
    for table in (*TABLES, "pools"):
        put_rows(data, table, pool, {})


def pooled_tables(unit: PoolUnit) -> dict[str, CellTable]:
    """Return the tables of one log: the rows of all clubs by date, each club's own in the order they had."""
    schema, several = unit.system.log_schema, len(unit.persons) > 1
    clubs = {club: _Club(unit, club) for club in sorted(unit.persons)}
    tables = _player_tables(unit, clubs, several)
    if schema.is_paired:
        tables["Games"] = _table("Games", _game_columns(schema), _merge_by_date(clubs, "games"))
        if unit.system.adjustable:
            rows = [
                row for club in clubs.values() for row in (club.for_each() if several else club.rows("adjustments"))
            ]
            tables["Adjustments"] = _table("Adjustments", ADJUSTMENTS, sorted(rows, key=lambda row: row["date"]))
        return tables
    twice = Counter(name_key(row["event"]) for club in clubs.values() for row in club.rows("events"))
    events, results = [], []
    for club in clubs.values():
        names = {
            row["event"]: f"{row['event']} ({club.name})" if twice[name_key(row["event"])] > 1 else row["event"]
            for row in club.rows("events")
        }
        events += [{**row, "event": names[row["event"]]} for row in club.rows("events")]
        results += [{**row, "event": names[row["event"]]} for row in club.rows("results")]
    tables["Events"] = _table("Events", EVENTS, sorted(events, key=lambda row: row["date"]))
    tables["Results"] = _table("Results", RESULTS, results)
    return tables


class _Club:
    """A club's part of a pool. Its players have the names of their persons."""

    def __init__(self, unit: PoolUnit, club: str) -> None:
        self.name = club
        self._data = unit.data
        self._persons = {name_key(name): person for name, person in unit.persons[club].items()}
        self._own: dict[str, Rows] = {}

    def rows(self, table: str) -> Rows:
        """Return the rows of a table."""
        if table not in self._own:
            columns = rows_of(self._data, table, self.name)
            for heading in {"player", "player1", "player2", "double"} & set(columns):
                columns[heading] = [self._person(name) for name in columns[heading]]
            self._own[table] = [dict(zip(columns, row)) for row in zip(*columns.values())]
        return self._own[table]

    def for_each(self) -> Rows:
        """Return the adjustments. One for everybody becomes one for each player of the club who had begun by then."""
        made: list[Mapping[str, Any]] = []
        for row in self.rows("adjustments"):
            players = (player for player in self.rows("players") if _had_rating(player, row["date"]))
            made += [row] if row["player"] is not None else [{**row, "player": one["player"]} for one in players]
        return made

    def _person(self, name: str | None) -> str | None:
        return name if name is None or name == BYE else self._persons[name_key(name)]


def _had_rating(player: Mapping[str, Any], day: date) -> bool:
    first = player["first_played"]
    came = player["start_rating"] is not None or bool(player["start_games"])
    return came or (first is not None and first < day)


def _merge_by_date(clubs: Mapping[str, _Club], table: str) -> Rows:
    """Return the rows of all clubs by date.

    A club's own keep their order, which matters if games are rated one by one.
    """

    def dated(club: _Club) -> list[tuple[date, Mapping[str, Any]]]:
        rows = club.rows(table)
        return list(zip(accumulate((row["date"] for row in rows), max), rows))

    return [row for _, row in merge(*map(dated, clubs.values()), key=lambda one: one[0])]


def _player_tables(unit: PoolUnit, clubs: Mapping[str, _Club], several: bool) -> dict[str, CellTable]:
    """Return every person once: with the start columns of the person's first club, and with the register's data."""
    system = unit.system
    of_person: defaultdict[str, list[tuple[date, Mapping[str, Any], str]]] = defaultdict(list)
    for club in clubs.values():
        for row in club.rows("players"):
            of_person[name_key(row["player"])].append((row["first_played"] or date.max, row, club.name))
    groups: dict[str, tuple[str, object]] = {}
    rows = []
    for key, entries in of_person.items():
        _, first, club_name = min(entries, key=lambda one: one[0])
        row = dict(first)
        rating, games = unit.starts.get(key, (None, None))
        row["start_rating"] = row["start_rating"] if rating is None else rating
        row["start_games"] = row["start_games"] if games is None else games
        row["active"] = {(True, False): "Yes", (True, True): "Left", (False, False): "No"}.get(
            (any(one["active"] for _, one, _ in entries), all(one["gone"] for _, one, _ in entries)), "Left"
        )
        if system.key_groups and row["grouped"]:
            row["grouped"] = _name_group(groups, row["grouped"], row["initial_rating"], club_name if several else "")
        rows.append(row)
    headings = {"Player": "player", system.start_column: "start_rating", system.log_schema.start_count: "start_games"}
    headings |= {name: name.lower().replace(" ", "_") for name in CARRIED_COLUMNS if name not in headings}
    headings = {name: own for name, own in headings.items() if own != "start_events"}
    if system.key_groups:
        headings |= {"Group": "grouped", "Active": "active"}
    tables = {"Players": _table("Players", headings, rows)}
    if system.key_groups:
        listed = [{"group": group, "rating": initial} for group, initial in groups.values() if initial is not None]
        tables["Groups"] = _table("Groups", {"Group": "group", "Initial rating": "rating"}, listed)
    return tables


def _name_group(groups: dict[str, tuple[str, object]], group: str, initial: object, club: str) -> str:
    """Return the group's name.

    If another club's group of the name has another start rating, the club's name is added.
    """
    known = groups.setdefault(name_key(group), (group, initial))
    if known[1] == initial or not club:
        return group
    return _name_group(groups, f"{group} ({club})", initial, "")


ADJUSTMENTS = {"Date": "date", "Player": "player", "Points": "points"}
EVENTS = {
    "Event": "event", "Date": "date", "Players": "players", "Rounds": "rounds",
    "World Championship": "world_championship",
}  # fmt: skip
RESULTS = {"Event": "event", "Player": "player", "Place": "place"}
Cell = Callable[[Mapping[str, Any]], object]


def _game_columns(schema: LogSchema) -> dict[str, str | Cell]:
    own: dict[str, str | Cell] = {"Date": "date", **dict(zip(schema.players, ("player1", "player2")))}
    if schema.has_scores:
        own |= dict(zip(schema.results, ("score1", "score2")))
    else:
        own[ResultSchema.result] = lambda row: CHESS_RESULTS.get(row["score1"])
    if schema.double:
        own[schema.double] = "double"
    own[GameSchema.kind_of_game] = lambda row: None if row["kind"] == GameKind.BYE.value else row["kind"]
    return own


def _table(name: str, headings: Mapping[str, str | Cell], rows: Rows) -> CellTable:
    """Return a table of cells from rows. `headings`: each with the column that it is made of."""
    columns = [[row[of] if isinstance(of, str) else of(row) for row in rows] for of in headings.values()]
    return CellTable(name, tuple(headings), tuple(columns))
