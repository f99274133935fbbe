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
from xladdin.federation.folder import ALL_PERSONS, POOL, TABLES, Federation, list_keys, read_rows, write_rows
from xladdin.federation.lists import list_clubs
from xladdin.federation.register import (
    BYE,
    PersonIndex,
    PlayerNames,
    Register,
    add_unknown_names,
    find_unknown_names,
    identify_persons,
    make_player_key,
    read_register,
)

Rows = Sequence[Mapping[str, Any]]
# A function that runs another function on each job, in this process or on a cluster, and yields each job with its
# result as soon as it is complete.
RunJobs = Callable[[Sequence[Any], Callable[[Any], Message]], Iterable[tuple[Any, Message | Exception]]]


@dataclass
class Update:
    """The result of an update.

    Attributes:
        clubs: For each club that was read, a message with its counts, or the error.
        pools: For each pool that was rated, a message with its counts, or the error.
        unchanged_clubs: The number of clubs whose workbook has not changed.
        missing_clubs: The clubs with data whose workbook is missing.
        unknown: The number of names added to the register's table Unknown.
        waiting: The number of names on Unknown without an answer, in the clubs of the list.
        write_error: The error if the table Unknown could not be written, or None.
        unknown_clubs: The clubs that the register names and the federation does not have.
    """

    clubs: dict[str, Message | Exception] = field(default_factory=dict)
    pools: dict[str, Message | Exception] = field(default_factory=dict)
    unchanged_clubs: int = 0
    missing_clubs: list[str] = field(default_factory=list)
    unknown: int = 0
    waiting: int = 0
    write_error: WorkbookError | None = None
    unknown_clubs: list[str] = field(default_factory=list)


def update(federation: Federation, today: date, run: RunJobs, progress: Callable[[Message], object]) -> Update:
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
        InvalidRowsError: If the register has wrong rows. Either error is raised before any data is written.
    """
    progress(msg("Reading the register"))
    register, register_workbook = read_register(federation)
    system = federation.read_pool_system()
    clubs = federation.clubs()
    federation.data.mkdir(exist_ok=True)
    update_result = Update()
    _read_clubs(federation, clubs, update_result, today, run, progress)
    club_names = list_clubs(federation)
    update_result.missing_clubs = [club for club in club_names if club not in clubs]
    keys = {*map(name_key, clubs), *map(name_key, club_names), *federation.former_clubs}
    update_result.unknown_clubs = [club for key, club in register.clubs.items() if key not in keys]
    names = {club: [row["player"] for row in read_rows(federation.data, "players", club)] for club in club_names}
    persons = identify_persons(register, names)
    _add_unknown_names(register, register_workbook, names, persons, update_result)
    pools = group_pools(persons.by_club) if federation.rating == POOL else []
    _write_persons(federation.data, persons, pools)
    progress(pgettext("step", "Rating"))
    jobs = [_make_pool_job(federation, register, persons, system, pool, today) for pool in pools]
    _rate_pools(federation.data, jobs, update_result, run)
    return update_result


def _read_clubs(
    federation: Federation,
    clubs: Mapping[str, Path],
    update_result: Update,
    today: date,
    run: RunJobs,
    progress: Callable[[Message], object],
) -> None:
    changed_jobs = []
    for club, workbook in clubs.items():
        if _is_unchanged(federation, club, workbook, today):
            update_result.unchanged_clubs += 1
        else:
            changed_jobs.append(
                ClubJob(club, workbook.resolve(), federation.data.resolve(), federation.system.key, today)
            )
    results = {}
    for job, result in run(changed_jobs, read_club):
        results[job.club] = result
        progress(msg("{count} of {changed} workbooks", count=len(results), changed=len(changed_jobs)))
    update_result.clubs = {job.club: results[job.club] for job in changed_jobs}


def _is_unchanged(federation: Federation, club: str, workbook: Path, today: date) -> bool:
    stored = read_rows(federation.data, "clubs", club)
    if not stored:
        return False
    try:
        digest = compute_workbook_digest(workbook, federation.system.key)
    except OSError:
        return False  # reading the workbook reports the error
    due = stored[0]["due"]
    return bool(stored[0]["digest"] == digest) and (due is None or due > today)


def _add_unknown_names(
    register: Register, workbook: Workbook, names: PlayerNames, persons: PersonIndex, update_result: Update
) -> None:
    unknown = find_unknown_names(register, names, persons)
    player_keys = {make_player_key(club, name) for club, players in names.items() for name in players}
    update_result.waiting = len((player_keys & register.listed_players) - persons.registered)
    if not unknown:
        return
    try:
        add_unknown_names(workbook, unknown)
        update_result.unknown = len(unknown)
        update_result.waiting += len(unknown)
    except WorkbookError as error:
        update_result.write_error = error


def _write_persons(data: Path, persons: PersonIndex, pools: Sequence[Sequence[str]]) -> None:
    pool_of = {club: pool[0] for pool in pools for club in pool}
    rows = [
        {
            "person": person,
            "club": club,
            "player": name,
            "known": make_player_key(club, name) in persons.registered,
            "pool": pool_of.get(club),
        }
        for club, person_by_name in persons.by_club.items()
        for name, person in person_by_name.items()
    ]
    write_rows(data, "persons", ALL_PERSONS, rows)


def _make_pool_job(
    federation: Federation,
    register: Register,
    persons: PersonIndex,
    system: RatingSystem,
    pool: Sequence[str],
    today: date,
) -> PoolJob:
    data = federation.data.resolve()
    clubs = [row for club in pool for row in read_rows(data, "clubs", club)]
    pool_persons = {club: persons.by_club[club] for club in pool}
    job = PoolJob(pool[0], pool_persons, register.starts, system, data, today, "")
    is_waiting = any(club["due"] is not None for club in clubs)
    return job._replace(digest=compute_pool_digest([club["digest"] for club in clubs], job, is_waiting))


def _rate_pools(data: Path, jobs: Sequence[PoolJob], update_result: Update, run: RunJobs) -> None:
    digests = {pool: [row["digest"] for row in read_rows(data, "pools", pool)] for pool in list_keys(data, "pools")}
    for pool in digests.keys() - {job.pool for job in jobs}:
        if digests[pool]:  # its clubs now belong to another pool
            for table in ("pool_players", "pool_ratings", "pool_changes", "pools"):
                write_rows(data, table, pool, [])
    changed_jobs = [job for job in jobs if digests.get(job.pool) != [job.digest]]
    results = {job.pool: result for job, result in run(changed_jobs, rate_pool)}
    update_result.pools = {job.pool: results[job.pool] for job in changed_jobs}


# The version of the format of the Parquet files. A change makes the next update read every workbook again.
TABLES_VERSION = 1


class ClubJob(NamedTuple):
    """A workbook to read. `data` is the folder of all tables. `system` is the key of the federation's rating system."""

    club: str
    workbook: Path
    data: Path
    system: str
    today: date


def compute_workbook_digest(workbook: Path, system: str) -> str:
    """Return a digest of the workbook, the rating system, and the versions of xladdin and of the tables.

    Raises OSError if the workbook cannot be read.
    """
    origin = f"{TABLES_VERSION} {xladdin.__version__} {system}".encode()
    return hashlib.sha256(origin + hashlib.sha256(workbook.read_bytes()).digest()).hexdigest()


def read_club(job: ClubJob) -> Message:
    """Read and check a workbook, replace the club's tables, and return a message with its counts.

    Raises InvalidRowsError for wrong rows, and WorkbookError if the workbook cannot be read or uses another rating
    system. The club's tables are unchanged after an error.
    """
    digest = compute_workbook_digest(job.workbook, job.system)
    workbook = xladdin.open_workbook(job.workbook, job.today)
    if workbook.system.key != job.system:
        raise WorkbookError(
            msg(
                "{name} uses {title} ({key}), and this federation uses {system}. Remove it from "
                "workbooks in federation.toml, or create another federation for it.",
                name=job.workbook.name,
                title=workbook.system.title,
                key=workbook.system.key,
                system=job.system,
            )
        )
    log, ratings = workbook.log, workbook.ratings
    first_played = _find_first_days(ratings)
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
        **_make_history_tables(ratings),
    }.items():
        write_rows(job.data, table, job.club, rows)
    rated_rows = sum(row["kind"] is None for row in games) + len(results)
    waiting = [row["date"] for row in log["adjustments"] if row["date"] > job.today]
    club_row = {
        "workbook": str(job.workbook),
        "digest": digest,
        "title": workbook.title,
        "rows": rated_rows,
        "last_date": ratings.last_date,
        "due": min(waiting, default=None),
    }
    # The digest is written last, so that the next update reads the club again if this one is interrupted.
    write_rows(job.data, "clubs", job.club, [club_row])
    return _count_message(workbook.system, rated_rows, first_played or players)


def _count_message(system: RatingSystem, rows: int, players: Sequence[object] | Mapping[str, object]) -> Message:
    """Return a message with the numbers of rated games, or results, and of players."""
    if system.log_schema.is_paired:
        counted = ngettext("{n:,} game", "{n:,} games", rows)
    else:
        counted = ngettext("{n:,} result", "{n:,} results", rows)
    return msg(
        "{rows} of {players} rated.", rows=counted, players=ngettext("{n:,} player", "{n:,} players", len(players))
    )


def _find_first_days(ratings: Ratings) -> dict[str, date]:
    """Return the day of each player's first session or event with a rated game or result."""
    first_days: dict[str, date] = {}
    for change in ratings.explanations:
        if change.opponent is not None or change.event:
            first_days[change.player] = min(first_days.get(change.player, change.date), change.date)
    return first_days


def _make_history_tables(ratings: Ratings) -> dict[str, Rows]:
    """Return the rows of the tables `ratings` (after each session) and `changes` (with their arithmetic)."""
    return {
        "ratings": [point._asdict() for point in ratings.history],
        "changes": [change._asdict() for change in ratings.explanations],
    }


class PoolJob(NamedTuple):
    """A pool to rate.

    Attributes:
        pool: The name of the pool, which is that of its first club.
        persons: The person of each name, by club and then by name.
        starts: The start rating and the number of games from the register, by the person's name key.
        system: The rating system with the rules of the pool.
        data: The folder of all tables.
        today: The day up to which adjustments count.
        digest: The result of `compute_pool_digest`.
    """

    pool: str
    persons: Mapping[str, Mapping[str, str]]
    starts: Mapping[str, tuple[float | None, float | None]]
    system: RatingSystem
    data: Path
    today: date
    digest: str


def group_pools(persons: Mapping[str, Mapping[str, str]]) -> list[list[str]]:
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


def compute_pool_digest(digests: Sequence[str], job: PoolJob, is_waiting: bool) -> str:
    """Return a digest of everything that affects the ratings of a pool.

    `digests` are those of the clubs' workbooks. `is_waiting` tells whether an adjustment of a later day exists; the
    digest then changes every day.
    """
    names = sorted(
        (club, name, person) for club, person_by_name in job.persons.items() for name, person in person_by_name.items()
    )
    keys = {name_key(person) for _, _, person in names}
    starts = sorted((key, start) for key, start in job.starts.items() if key in keys)
    day = job.today if is_waiting else ""
    return hashlib.sha256(repr((list(digests), names, starts, job.system, day)).encode()).hexdigest()


def rate_pool(job: PoolJob) -> Message:
    """Rate a pool, replace its tables, and return a message with its counts. Raises WorkbookError for a wrong row."""
    tables = combine_tables(job)
    try:
        ratings = xladdin.rate(job.system, *tables, today=job.today)
    except XladdinError as error:
        problem = msg("{problem}. Correct it in register.xlsx or in a club's workbook.", problem=error.message)
        raise WorkbookError(problem) from None
    standings = {name_key(line.player): line for line in ratings.standings}
    lines = [standings[name_key(str(name))] for name, *_ in tables[0][1:]]
    players = [{"person": line.player, **line._asdict()} for line in lines]
    write_rows(job.data, "pool_players", job.pool, players)
    for table, rows in _make_history_tables(ratings).items():
        write_rows(job.data, f"pool_{table}", job.pool, rows)
    write_rows(job.data, "pools", job.pool, [{"digest": job.digest, "clubs": len(job.persons)}])
    rated_rows = sum(any(value is not None for value in row.values()) for row in ratings.changes)
    return _count_message(job.system, rated_rows, _find_first_days(ratings) or players)


Table = list[list[object]]
Cell = Callable[[Mapping[str, Any]], object]


def combine_tables(job: PoolJob) -> tuple[Table, Table, Table | None]:
    """Return the tables of all clubs combined into one log, as the arguments of `xladdin.rate`.

    Rows are in order of date. Rows of one club and one date keep the order of the club's workbook.
    """
    schema, has_several_clubs = job.system.log_schema, len(job.persons) > 1
    clubs = {club: _Club(job, club) for club in sorted(job.persons)}
    players, groups = _make_player_tables(job, clubs, has_several_clubs)
    if schema.is_paired:
        games = _make_cell_table(_map_game_columns(job.system), _merge_by_date(clubs, "games"))
        if job.system.has_groups:
            return players, games, groups
        rows = [
            row
            for club in clubs.values()
            for row in (club.iter_adjustments() if has_several_clubs else club.read_rows("adjustments"))
        ]
        return players, games, _make_cell_table(ADJUSTMENTS, sorted(rows, key=lambda row: row["date"]))
    event_counts = Counter(name_key(row["event"]) for club in clubs.values() for row in club.read_rows("events"))
    events, results = [], []
    for club in clubs.values():
        names = {
            row["event"]: f"{row['event']} ({club.name})" if event_counts[name_key(row["event"])] > 1 else row["event"]
            for row in club.read_rows("events")
        }
        events += [{**row, "event": names[row["event"]]} for row in club.read_rows("events")]
        results += [{**row, "event": names[row["event"]]} for row in club.read_rows("results")]
    return (
        players,
        _make_cell_table(RESULTS, results),
        _make_cell_table(EVENTS, sorted(events, key=lambda row: row["date"])),
    )


class _Club:
    """A club of a pool, with the players' names replaced by those of their persons."""

    def __init__(self, job: PoolJob, club: str) -> None:
        self.name = club
        self._data = job.data
        self._persons = {name_key(name): person for name, person in job.persons[club].items()}
        self._tables: dict[str, Rows] = {}

    def read_rows(self, table: str) -> Rows:
        """Return the rows of a table, with the names of persons."""
        if table not in self._tables:
            rows = read_rows(self._data, table, self.name)
            for row in rows:
                for column in {"player", "player1", "player2", "double"} & row.keys():
                    if row[column] not in (None, BYE):
                        row[column] = self._persons[name_key(row[column])]
            self._tables[table] = rows
        return self._tables[table]

    def iter_adjustments(self) -> Iterator[Mapping[str, Any]]:
        """Yield the adjustments of single players.

        An adjustment for all players becomes one for each player who had a rating or a game before its date.
        """
        for row in self.read_rows("adjustments"):
            if row["player"] is not None:
                yield row
                continue
            for player in self.read_rows("players"):
                has_played = player["first_played"] is not None and player["first_played"] < row["date"]
                if has_played or player["start_rating"] is not None or player["start_games"]:
                    yield {**row, "player": player["player"]}


def _merge_by_date(clubs: Mapping[str, _Club], table: str) -> Rows:
    """Return the rows of all clubs by date.

    The rows of one club keep their order, since some systems rate game by game in the recorded order.
    """

    def date_rows(club: _Club) -> list[tuple[date, Mapping[str, Any]]]:
        rows = club.read_rows(table)
        return list(zip(accumulate((row["date"] for row in rows), max), rows))

    return [row for _, row in merge(*map(date_rows, clubs.values()), key=lambda dated_row: dated_row[0])]


def _make_player_tables(job: PoolJob, clubs: Mapping[str, _Club], has_several_clubs: bool) -> tuple[Table, Table]:
    """Return the table of persons and the table of groups.

    The start values are those of the register, or else of the club in which the person played first.
    """
    system = job.system
    entries_by_person: defaultdict[str, list[tuple[date, Mapping[str, Any], str]]] = defaultdict(list)
    for club in clubs.values():
        for row in club.read_rows("players"):
            entries_by_person[name_key(row["player"])].append((row["first_played"] or date.max, row, club.name))
    groups: dict[str, tuple[str, object]] = {}
    rows = []
    for key, entries in entries_by_person.items():
        _, first_entry, club_name = min(entries, key=lambda entry: entry[0])
        row = dict(first_entry)
        rating, games = job.starts.get(key, (None, None))
        row["start_rating"] = row["start_rating"] if rating is None else rating
        row["start_games"] = row["start_games"] if games is None else games
        row["active"] = {(True, False): "Yes", (True, True): "Left", (False, False): "No"}.get(
            (any(entry["active"] for _, entry, _ in entries), all(entry["gone"] for _, entry, _ in entries)), "Left"
        )
        if system.has_groups and row["grouped"]:
            row["grouped"] = _name_group(
                groups, row["grouped"], row["initial_rating"], club_name if has_several_clubs else ""
            )
        rows.append(row)
    start_columns = [name for name in TABLES["players"] if name.startswith("start_")]
    headings = {"Player": "player", system.start_column: "start_rating", system.log_schema.start_count: "start_games"}
    headings |= {name.replace("_", " ").capitalize(): name for name in start_columns if name not in headings.values()}
    if system.has_groups:
        headings |= {"Group": "grouped", "Active": "active"}
    group_rows = [{"group": group, "rating": initial} for group, initial in groups.values() if initial is not None]
    return _make_cell_table(headings, rows), _make_cell_table(
        {"Group": "group", "Initial rating": "rating"}, group_rows
    )


def _name_group(groups: dict[str, tuple[str, object]], group: str, initial: object, club: str) -> str:
    """Return the name of a group in the pool.

    The club is added to the name if another club has a group of the same name with another initial rating.
    """
    existing = groups.setdefault(name_key(group), (group, initial))
    if existing[1] == initial or not club:
        return group
    return _name_group(groups, f"{group} ({club})", initial, "")


# The columns of the stored rows, by the headings in the arguments of `xladdin.rate`.
ADJUSTMENTS = {"Date": "date", "Player": "player", "Points": "points"}
EVENTS = {
    "Event": "event", "Date": "date", "Players": "players", "Rounds": "rounds",
    "World Championship": "world_championship",
}  # fmt: skip
RESULTS = {"Event": "event", "Player": "player", "Place": "place"}
CHESS_RESULTS = {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}


def _map_game_columns(system: RatingSystem) -> dict[str, str | Cell]:
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


def _make_cell_table(headings: Mapping[str, str | Cell], rows: Rows) -> Table:
    """Return a table of cells, headings first. Each heading has the column of its cells, or a function of the row."""
    cells = [[row[column] if isinstance(column, str) else column(row) for column in headings.values()] for row in rows]
    return [list(headings), *cells]
