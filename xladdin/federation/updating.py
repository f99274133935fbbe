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
from xladdin import (
    Message,
    Ratings,
    RatingSystem,
    Workbook,
    WorkbookError,
    XladdinError,
    msg,
    name_key,
    ngettext,
    pgettext,
)
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

Rows = Sequence[Mapping[str, Any]]
# A function that runs another function on each unit of work, in this process or on a cluster, and yields each unit with
# its result as soon as it is done.
RunUnits = Callable[[Sequence[Any], Callable[[Any], Message]], Iterable[tuple[Any, Message | Exception]]]


@dataclass
class Update:
    """The result of an update.

    Attributes:
        clubs: For each club that was read, a message with its counts, or the error.
        pools: For each pool that was rated, a message with its counts, or the error.
        same: The number of clubs whose workbook has not changed.
        gone: The clubs with data whose workbook is missing.
        unknown: The number of names added to the register's table Unknown.
        waiting: The number of names on Unknown without an answer, in the clubs of the list.
        unwritten: The error if Unknown could not be written.
        strangers: The clubs in the register that the federation does not have.
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
    """Read the workbooks and rate the pools that have changed since the last update.

    A club whose workbook cannot be read keeps the data of the last good update.

    Args:
        federation: The federation.
        today: The day up to which adjustments count.
        run: Runs the units of work, which are workbooks and pools. On a cluster every machine must see the folder and
            the workbooks under the same paths.
        progress: Is called with a message at each step.

    Raises:
        WorkbookError: If federation.toml, a workbook that it names or the register cannot be read.
        InvalidRowsError: If the register has wrong rows. Either error comes before any data is written.
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
        return False  # reading the workbook reports the error
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
        for club, person_by_name in persons.of.items()
        for name, person in person_by_name.items()
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
    pool_persons = {club: persons.of[club] for club in pool}
    unit = PoolUnit(pool[0], pool_persons, register.starts, system, data, today, "")
    is_waiting = any(club["due"] is not None for club in clubs)
    return unit._replace(digest=pool_digest([club["digest"] for club in clubs], unit, is_waiting))


def _rate_pools(data: Path, units: Sequence[PoolUnit], done: Update, run: RunUnits) -> None:
    digests = {pool: [row["digest"] for row in rows_of(data, "pools", pool)] for pool in keys_of(data, "pools")}
    for pool in digests.keys() - {unit.pool for unit in units}:
        if digests[pool]:  # its clubs now belong to another pool
            for table in ("pool_players", "pool_ratings", "pool_changes", "pools"):
                put_rows(data, table, pool, [])
    changed = [unit for unit in units if digests.get(unit.pool) != [unit.digest]]
    results = {unit.pool: result for unit, result in run(changed, rate_pool)}
    done.pools = {unit.pool: results[unit.pool] for unit in changed}


# The version of the Parquet files' format. If it changes, the next update reads every workbook again.
FORM = 1


class ClubUnit(NamedTuple):
    """A workbook to read. `data` is the folder of all tables. `system` is the key of the federation's rating system."""

    club: str
    workbook: Path
    data: Path
    system: str
    today: date


def workbook_digest(workbook: Path, system: str) -> str:
    """Return a digest of the workbook, the rating system, the version of xladdin and FORM.

    Raises OSError if the workbook cannot be read.
    """
    made_by = f"{FORM} {xladdin.__version__} {system}".encode()
    return hashlib.sha256(made_by + hashlib.sha256(workbook.read_bytes()).digest()).hexdigest()


def read_club(unit: ClubUnit) -> Message:
    """Read and check a workbook, replace the club's tables, and return a message with its counts.

    Raises InvalidRowsError for wrong rows, and WorkbookError if the workbook cannot be read or uses another rating
    system. The club's tables are unchanged after an error.
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
    club_row = {
        "workbook": str(unit.workbook),
        "digest": digest,
        "title": book.title,
        "rows": rated,
        "last_date": ratings.last_date,
        "due": min(waiting, default=None),
    }
    # The digest is written last, so that the next update reads the club again if this one is interrupted.
    put_rows(unit.data, "clubs", unit.club, [club_row])
    return _rated(book.system, rated, first_played or players)


def _rated(system: RatingSystem, rows: int, players: Sequence[object] | Mapping[str, object]) -> Message:
    """Return a message with the numbers of rated rows and of players."""
    if system.log_schema.is_paired:
        counted = ngettext("{n:,} game", "{n:,} games", rows)
    else:
        counted = ngettext("{n:,} result", "{n:,} results", rows)
    return msg(
        "{rows} of {players} rated.", rows=counted, players=ngettext("{n:,} player", "{n:,} players", len(players))
    )


def _first_played(ratings: Ratings) -> dict[str, date]:
    """Return the day of each player's first session or event with a rated row."""
    first: dict[str, date] = {}
    for change in ratings.explanations:
        if change.opponent is not None or change.event:
            first[change.player] = min(first.get(change.player, change.date), change.date)
    return first


def _histories(ratings: Ratings) -> dict[str, Rows]:
    """Return the tables `ratings` (after each session) and `changes` (with the arithmetic in words)."""
    return {
        "ratings": [point._asdict() for point in ratings.history],
        "changes": [change._asdict() for change in ratings.explanations],
    }


class PoolUnit(NamedTuple):
    """A pool to rate.

    Attributes:
        pool: The name of the pool, which is that of its first club.
        persons: The person of each name, by club and then by name.
        starts: The start rating and the number of games from the register, by the person's name key.
        system: The rating system with the rules of the pool.
        data: The folder of all tables.
        today: The day up to which adjustments count.
        digest: The result of `pool_digest`.
    """

    pool: str
    persons: Mapping[str, Mapping[str, str]]
    starts: Mapping[str, tuple[float | None, float | None]]
    system: RatingSystem
    data: Path
    today: date
    digest: str


def pools_of(persons: Mapping[str, Mapping[str, str]]) -> list[list[str]]:
    """Group the clubs into pools. Clubs belong to one pool if they share a person, directly or through other clubs.

    `persons` has the person of each name, by club and then by name.
    """
    pools: list[tuple[list[str], set[str]]] = []
    for club, players in persons.items():
        clubs, keys = [club], set(map(name_key, players.values()))
        separate = []
        for pool in pools:
            if keys & pool[1]:
                clubs, keys = pool[0] + clubs, keys | pool[1]
            else:
                separate.append(pool)
        pools = [*separate, (clubs, keys)]
    return sorted(sorted(clubs) for clubs, _ in pools)


def pool_digest(digests: Sequence[str], unit: PoolUnit, is_waiting: bool) -> str:
    """Return a digest of everything that affects the ratings of a pool.

    `digests` are those of the clubs' workbooks. `is_waiting` tells whether an adjustment of a later day exists; the
    digest then changes every day.
    """
    names = sorted(
        (club, name, person) for club, person_by_name in unit.persons.items() for name, person in person_by_name.items()
    )
    keys = {name_key(person) for _, _, person in names}
    starts = sorted((key, start) for key, start in unit.starts.items() if key in keys)
    day = unit.today if is_waiting else ""
    return hashlib.sha256(repr((list(digests), names, starts, unit.system, day)).encode()).hexdigest()


def rate_pool(unit: PoolUnit) -> Message:
    """Rate a pool, replace its tables, and return a message with its counts. Raises WorkbookError for a wrong row."""
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
    """Return the tables of all clubs combined into one log, as the arguments of `xladdin.rate`.

    Rows are in order of date. Rows of one club and one date keep the order of the club's workbook.
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
    """A club of a pool, with the players' names replaced by those of their persons."""

    def __init__(self, unit: PoolUnit, club: str) -> None:
        self.name = club
        self._data = unit.data
        self._persons = {name_key(name): person for name, person in unit.persons[club].items()}
        self._tables: dict[str, Rows] = {}

    def rows(self, table: str) -> Rows:
        """Return the rows of a table, with the names of persons."""
        if table not in self._tables:
            rows = rows_of(self._data, table, self.name)
            for row in rows:
                for column in {"player", "player1", "player2", "double"} & row.keys():
                    if row[column] not in (None, BYE):
                        row[column] = self._persons[name_key(row[column])]
            self._tables[table] = rows
        return self._tables[table]

    def adjustments(self) -> Iterator[Mapping[str, Any]]:
        """Yield the adjustments of single players.

        An adjustment for everybody becomes one for each player who had a rating, or had played, before its date.
        """
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

    The rows of one club keep their order, since some systems rate game by game in the recorded order.
    """

    def with_dates(club: _Club) -> list[tuple[date, Mapping[str, Any]]]:
        rows = club.rows(table)
        return list(zip(accumulate((row["date"] for row in rows), max), rows))

    return [row for _, row in merge(*map(with_dates, clubs.values()), key=lambda dated_row: dated_row[0])]


def _player_tables(unit: PoolUnit, clubs: Mapping[str, _Club], several: bool) -> tuple[Table, Table]:
    """Return the table of persons and the table of groups.

    The start values are those of the register, or else of the club in which the person played first.
    """
    system = unit.system
    of_person: defaultdict[str, list[tuple[date, Mapping[str, Any], str]]] = defaultdict(list)
    for club in clubs.values():
        for row in club.rows("players"):
            of_person[name_key(row["player"])].append((row["first_played"] or date.max, row, club.name))
    groups: dict[str, tuple[str, object]] = {}
    rows = []
    for key, entries in of_person.items():
        _, first, club_name = min(entries, key=lambda entry: entry[0])
        row = dict(first)
        rating, games = unit.starts.get(key, (None, None))
        row["start_rating"] = row["start_rating"] if rating is None else rating
        row["start_games"] = row["start_games"] if games is None else games
        row["active"] = {(True, False): "Yes", (True, True): "Left", (False, False): "No"}.get(
            (any(entry["active"] for _, entry, _ in entries), all(entry["gone"] for _, entry, _ in entries)), "Left"
        )
        if system.key_groups and row["grouped"]:
            row["grouped"] = _name_group(groups, row["grouped"], row["initial_rating"], club_name if several else "")
        rows.append(row)
    start_columns = [name for name in TABLES["players"] if name.startswith("start_")]
    headings = {"Player": "player", system.start_column: "start_rating", system.log_schema.start_count: "start_games"}
    headings |= {name.replace("_", " ").capitalize(): name for name in start_columns if name not in headings.values()}
    if system.key_groups:
        headings |= {"Group": "grouped", "Active": "active"}
    listed = [{"group": group, "rating": initial} for group, initial in groups.values() if initial is not None]
    return _table(headings, rows), _table({"Group": "group", "Initial rating": "rating"}, listed)


def _name_group(groups: dict[str, tuple[str, object]], group: str, initial: object, club: str) -> str:
    """Return the name of a group in the pool.

    The club is added to the name if another club has a group of the same name with another initial rating.
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
    columns: dict[str, str | Cell] = {"Date": "date", **dict(zip(schema.players, ("player1", "player2")))}
    if schema.has_scores:
        columns |= dict(zip(schema.results, ("score1", "score2")))
    else:
        columns |= {heading: lambda row: CHESS_RESULTS.get(row["score1"]) for heading in schema.results}
    if schema.double:
        columns[schema.double] = "double"
    columns["Kind"] = lambda row: None if row["kind"] == "bye" else row["kind"]
    return columns


def _table(headings: Mapping[str, str | Cell], rows: Rows) -> Table:
    """Return a table of cells, headings first. Each heading has the column of its cells, or a function of the row."""
    cells = [[row[column] if isinstance(column, str) else column(row) for column in headings.values()] for row in rows]
    return [list(headings), *cells]
