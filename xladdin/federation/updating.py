"""Update a federation: read the workbooks that have changed, and rate the pools."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from heapq import merge
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import xladdin
from xladdin import Message, Ratings, RatingSystem, Workbook, WorkbookError, XladdinError, name_key
from xladdin.federation.folder import ALL, POOL, TABLES, Federation, keys_of, put_rows, rows_of
from xladdin.federation.lists import clubs_of
from xladdin.federation.register import (
    BYE,
    Names,
    Persons,
    Register,
    ask,
    persons_of,
    place_of,
    read_register,
    unknown_names,
)
from xladdin.messages import msg, ngettext, pgettext

Rows = Sequence[Mapping[str, Any]]
RunUnits = Callable[[Sequence[Any], Callable[[Any], Message]], Iterable[tuple[Any, Message | Exception]]]
"""Run a function on each unit of work, here or elsewhere, and give the units with their results as they end."""


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


def update(federation: Federation, today: date, run: RunUnits, progress: Callable[[Message], object]) -> Update:
    """Bring the data of a federation up to date. It neither reads nor rates again what has not changed.

    The units of work are workbooks and pools; where `run` runs them, the folder and the workbooks must have the same
    paths. Raises WorkbookError and InvalidRowsError, before it writes anything, if federation.toml or the register
    cannot be used. A club that cannot be read keeps its last good state.
    """
    progress(msg("Reading the register"))
    register, book = read_register(federation)
    system = federation.pool_system()
    clubs = federation.clubs()
    federation.data.mkdir(exist_ok=True)
    done = Update()
    _read_clubs(federation, clubs, done, today, run, progress)
    known = clubs_of(federation)
    done.gone = [club for club in known if club not in clubs]
    keys = {*map(name_key, clubs), *map(name_key, known), *federation.left}
    done.strangers = [club for key, club in register.clubs.items() if key not in keys]
    names = {club: [row["player"] for row in rows_of(federation.data, "players", club)] for club in known}
    persons = persons_of(register, names)
    _list_unknown(register, book, names, persons, done)
    pools = pools_of(persons.of) if federation.rating == POOL else []
    _put_persons(federation.data, persons, pools)
    progress(pgettext("step", "Rating"))
    units = [_pool_unit(federation, register, persons, system, pool, today) for pool in pools]
    _rate_pools(federation.data, units, done, run)
    return done


def _read_clubs(
    federation: Federation,
    clubs: Mapping[str, Path],
    done: Update,
    today: date,
    run: RunUnits,
    progress: Callable[[Message], object],
) -> None:
    changed = []
    for club, workbook in clubs.items():
        if _is_as_read(federation, club, workbook, today):
            done.same += 1
        else:
            changed.append(ClubUnit(club, workbook.resolve(), federation.data.resolve(), federation.system.key, today))
    results = {}
    for unit, result in run(changed, read_club):
        results[unit.club] = result
        progress(msg("{count} of {changed} workbooks", count=len(results), changed=len(changed)))
    done.clubs = {unit.club: results[unit.club] for unit in changed}


def _is_as_read(federation: Federation, club: str, workbook: Path, today: date) -> bool:
    known = rows_of(federation.data, "clubs", club)
    if not known:
        return False
    try:
        digest = workbook_digest(workbook, federation.system.key)
    except OSError:
        return False  # reading it says why
    due = known[0]["due"]
    return bool(known[0]["digest"] == digest) and (due is None or due > today)


def _list_unknown(register: Register, book: Workbook, names: Names, persons: Persons, done: Update) -> None:
    unknown = unknown_names(register, names, persons)
    places = {place_of(club, name) for club, players in names.items() for name in players}
    done.waiting = len((places & register.asked) - persons.known)
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
        {
            "person": person,
            "club": club,
            "player": name,
            "known": place_of(club, name) in persons.known,
            "pool": pool_of.get(club),
        }
        for club, own in persons.of.items()
        for name, person in own.items()
    ]
    put_rows(data, "persons", ALL, rows)


def _pool_unit(
    federation: Federation,
    register: Register,
    persons: Persons,
    system: RatingSystem,
    pool: Sequence[str],
    today: date,
) -> PoolUnit:
    data = federation.data.resolve()
    clubs = [row for club in pool for row in rows_of(data, "clubs", club)]
    own = {club: persons.of[club] for club in pool}
    unit = PoolUnit(pool[0], own, register.starts, system, data, today, "")
    is_waiting = any(club["due"] is not None for club in clubs)
    return unit._replace(digest=pool_digest([club["digest"] for club in clubs], unit, is_waiting))


def _rate_pools(data: Path, units: Sequence[PoolUnit], done: Update, run: RunUnits) -> None:
    digests = {pool: [row["digest"] for row in rows_of(data, "pools", pool)] for pool in keys_of(data, "pools")}
    for pool in digests.keys() - {unit.pool for unit in units}:
        if digests[pool]:  # it is part of another now
            for table in ("pool_players", "pool_ratings", "pool_changes", "pools"):
                put_rows(data, table, pool, [])
    changed = [unit for unit in units if digests.get(unit.pool) != [unit.digest]]
    results = {unit.pool: result for unit, result in run(changed, rate_pool)}
    done.pools = {unit.pool: results[unit.pool] for unit in changed}


FORM = 1
"""The version of the Parquet files. With another number, every workbook is read again."""


class ClubUnit(NamedTuple):
    """A workbook to read. `data` is the folder of its tables. `system` is the key of the federation's system."""

    club: str
    workbook: Path
    data: Path
    system: str
    today: date


def workbook_digest(workbook: Path, system: str) -> str:
    """Return a digest that changes with the workbook, or with what we make of it. Raises OSError."""
    made_by = f"{FORM} {xladdin.__version__} {system}".encode()
    return hashlib.sha256(made_by + hashlib.sha256(workbook.read_bytes()).digest()).hexdigest()


def read_club(unit: ClubUnit) -> Message:
    """Read and check a workbook and swap in its tables. Says in a sentence what it has.

    Raises InvalidRowsError and WorkbookError if the workbook is not sound. The tables are then as they were.
    """
    digest = workbook_digest(unit.workbook, unit.system)
    book = xladdin.open_workbook(unit.workbook, unit.today)
    if book.system.key != unit.system:
        raise WorkbookError(
            msg(
                "{name} uses {title} ({key}), and this federation uses {system}. Remove it from "
                "workbooks in federation.toml, or create another federation for it.",
                name=unit.workbook.name,
                title=book.system.title,
                key=book.system.key,
                system=unit.system,
            )
        )
    log, ratings = book.log, book.ratings
    first_played = _first_played(ratings)
    standings = {line.player: line for line in ratings.standings}
    players = [
        {
            **row,
            **standings[row["player"]]._asdict(),
            "grouped": row["group"],
            "gone": row["left"],
            "first_played": first_played.get(row["player"]),
        }
        for row in log["players"]
    ]
    games, results = log.get("games", ()), log.get("results", ())
    for table, rows in {
        "players": players,
        "games": games,
        "events": log.get("events", ()),
        "results": results,
        "adjustments": log["adjustments"],
        **_histories(ratings),
    }.items():
        put_rows(unit.data, table, unit.club, rows)
    rated = sum(row["kind"] is None for row in games) + len(results)
    waiting = [row["date"] for row in log["adjustments"] if row["date"] > unit.today]
    own = {
        "workbook": str(unit.workbook),
        "digest": digest,
        "title": book.title,
        "rows": rated,
        "last_date": ratings.last_date,
        "due": min(waiting, default=None),
    }
    put_rows(unit.data, "clubs", unit.club, [own])  # last: where a run is cut off before, the next reads the club again
    return _rated(book.system, rated, first_played or players)


def _rated(system: RatingSystem, rows: int, players: Sequence[object] | Mapping[str, object]) -> Message:
    """Return how many rows of how many players are rated. While none are, all players wait for their first."""
    if system.log_schema.is_paired:
        counted = ngettext("{n:,} game", "{n:,} games", rows)
    else:
        counted = ngettext("{n:,} result", "{n:,} results", rows)
    return msg(
        "{rows} of {players} rated.", rows=counted, players=ngettext("{n:,} player", "{n:,} players", len(players))
    )


def _first_played(ratings: Ratings) -> dict[str, date]:
    """Return the first session or event with a rated row of each player who has one."""
    first: dict[str, date] = {}
    for change in ratings.explanations:
        if change.opponent is not None or change.event:
            first[change.player] = min(first.get(change.player, change.date), change.date)
    return first


def _histories(ratings: Ratings) -> dict[str, Rows]:
    """Return the rating of each player after every session, and every change with its words."""
    return {
        "ratings": [point._asdict() for point in ratings.history],
        "changes": [change._asdict() for change in ratings.explanations],
    }


class PoolUnit(NamedTuple):
    """A pool to rate. `persons` are by club, then by the name there. `system` has the rules of the pool.

    `starts` has the start rating and start games of persons, as the register gives them, by the person's name key.
    """

    pool: str
    persons: Mapping[str, Mapping[str, str]]
    starts: Mapping[str, tuple[float | None, float | None]]
    system: RatingSystem
    data: Path
    today: date
    digest: str


def pools_of(persons: Mapping[str, Mapping[str, str]]) -> list[list[str]]:
    """Return the clubs of each pool. They share a person, perhaps through other clubs. `persons` is as in PoolUnit."""
    pools: list[tuple[list[str], set[str]]] = []
    for club, players in persons.items():
        clubs, keys = [club], set(map(name_key, players.values()))
        others = []
        for pool in pools:
            if keys & pool[1]:
                clubs, keys = pool[0] + clubs, keys | pool[1]
            else:
                others.append(pool)
        pools = [*others, (clubs, keys)]
    return sorted(sorted(clubs) for clubs, _ in pools)


def pool_digest(digests: Sequence[str], unit: PoolUnit, is_waiting: bool) -> str:
    """Return a digest that changes with everything a pool is rated from.

    `digests` are those of its clubs. The day counts if an adjustment is waiting.
    """
    names = sorted((club, name, person) for club, own in unit.persons.items() for name, person in own.items())
    keys = {name_key(person) for _, _, person in names}
    starts = sorted((key, start) for key, start in unit.starts.items() if key in keys)
    day = unit.today if is_waiting else ""
    return hashlib.sha256(repr((list(digests), names, starts, unit.system, day)).encode()).hexdigest()


def rate_pool(unit: PoolUnit) -> Message:
    """Rate a pool and swap in its tables. Says in a sentence what it has. Raises WorkbookError for a wrong row."""
    tables = pooled_tables(unit)
    try:
        ratings = xladdin.rate(unit.system, *tables, today=unit.today)
    except XladdinError as error:
        problem = msg("{problem}. Correct it in register.xlsx or in a club's workbook.", problem=error.message)
        raise WorkbookError(problem) from None
    standings = {name_key(line.player): line for line in ratings.standings}
    lines = [standings[name_key(str(name))] for name, *_ in tables[0][1:]]
    players = [{"person": line.player, **line._asdict()} for line in lines]
    put_rows(unit.data, "pool_players", unit.pool, players)
    for table, rows in _histories(ratings).items():
        put_rows(unit.data, f"pool_{table}", unit.pool, rows)
    put_rows(unit.data, "pools", unit.pool, [{"digest": unit.digest, "clubs": len(unit.persons)}])
    rated = sum(any(value is not None for value in row.values()) for row in ratings.changes)
    return _rated(unit.system, rated, _first_played(ratings) or players)


Table = list[list[object]]
Cell = Callable[[Mapping[str, Any]], object]


def pooled_tables(unit: PoolUnit) -> tuple[Table, Table, Table | None]:
    """Return the tables of one log, as `xladdin.rate` takes them.

    The rows of all clubs are in order of date, and each club's own in the order they had.
    """
    schema, several = unit.system.log_schema, len(unit.persons) > 1
    clubs = {club: _Club(unit, club) for club in sorted(unit.persons)}
    players, groups = _player_tables(unit, clubs, several)
    if schema.is_paired:
        games = _table(_game_columns(unit.system), _merge_by_date(clubs, "games"))
        if unit.system.key_groups:
            return players, games, groups
        rows = [row for club in clubs.values() for row in (club.adjustments() if several else club.rows("adjustments"))]
        return players, games, _table(ADJUSTMENTS, sorted(rows, key=lambda row: row["date"]))
    twice = Counter(name_key(row["event"]) for club in clubs.values() for row in club.rows("events"))
    events, results = [], []
    for club in clubs.values():
        names = {
            row["event"]: f"{row['event']} ({club.name})" if twice[name_key(row["event"])] > 1 else row["event"]
            for row in club.rows("events")
        }
        events += [{**row, "event": names[row["event"]]} for row in club.rows("events")]
        results += [{**row, "event": names[row["event"]]} for row in club.rows("results")]
    return players, _table(RESULTS, results), _table(EVENTS, sorted(events, key=lambda row: row["date"]))


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
            rows = rows_of(self._data, table, self.name)
            for row in rows:
                for column in {"player", "player1", "player2", "double"} & row.keys():
                    if row[column] not in (None, BYE):
                        row[column] = self._persons[name_key(row[column])]
            self._own[table] = rows
        return self._own[table]

    def adjustments(self) -> Iterator[Mapping[str, Any]]:
        """Yield the adjustments with one for each player who had begun by then in place of one for everybody."""
        for row in self.rows("adjustments"):
            if row["player"] is not None:
                yield row
                continue
            for player in self.rows("players"):
                has_played = player["first_played"] is not None and player["first_played"] < row["date"]
                if has_played or player["start_rating"] is not None or player["start_games"]:
                    yield {**row, "player": player["player"]}


def _merge_by_date(clubs: Mapping[str, _Club], table: str) -> Rows:
    """Return the rows of all clubs by date.

    A club's own keep their order, which matters if games are rated one by one.
    """

    def dated(club: _Club) -> list[tuple[date, Mapping[str, Any]]]:
        rows = club.rows(table)
        return list(zip(accumulate((row["date"] for row in rows), max), rows))

    return [row for _, row in merge(*map(dated, clubs.values()), key=lambda one: one[0])]


def _player_tables(unit: PoolUnit, clubs: Mapping[str, _Club], several: bool) -> tuple[Table, Table]:
    """Return every person once, and the groups.

    A person has the start columns of the first club, and the register's data.
    """
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
    others = [name for name in TABLES["players"] if name.startswith("start_")]
    headings = {"Player": "player", system.start_column: "start_rating", system.log_schema.start_count: "start_games"}
    headings |= {name.replace("_", " ").capitalize(): name for name in others if name not in headings.values()}
    if system.key_groups:
        headings |= {"Group": "grouped", "Active": "active"}
    listed = [{"group": group, "rating": initial} for group, initial in groups.values() if initial is not None]
    return _table(headings, rows), _table({"Group": "group", "Initial rating": "rating"}, listed)


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
CHESS_RESULTS = {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}


def _game_columns(system: RatingSystem) -> dict[str, str | Cell]:
    schema = system.log_schema
    own: dict[str, str | Cell] = {"Date": "date", **dict(zip(schema.players, ("player1", "player2")))}
    if schema.has_scores:
        own |= dict(zip(schema.results, ("score1", "score2")))
    else:
        own |= {heading: lambda row: CHESS_RESULTS.get(row["score1"]) for heading in schema.results}
    if schema.double:
        own[schema.double] = "double"
    own["Kind"] = lambda row: None if row["kind"] == "bye" else row["kind"]
    return own


def _table(headings: Mapping[str, str | Cell], rows: Rows) -> Table:
    """Return a table of cells from rows. `headings`: each with the column that it is made of."""
    cells = [[row[of] if isinstance(of, str) else of(row) for of in headings.values()] for row in rows]
    return [list(headings), *cells]
