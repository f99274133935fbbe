"""The other unit of work: all games of some clubs as one log, rated by the very replay of a club.

Clubs that share a person are in one pool. Clubs that share nobody never meet, so each rates by itself.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from heapq import merge
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from xladdin.cells.numbers import Number
from xladdin.cells.table import CellTable
from xladdin.cells.text import name_key
from xladdin.federation.club import histories, standing
from xladdin.federation.store import put_rows, rows_of
from xladdin.game_log import read_log
from xladdin.game_log.roster import BYE
from xladdin.messages import Message, msg, ngettext
from xladdin.model import GameKind
from xladdin.replay import replay
from xladdin.reports.counts import count_rows
from xladdin.statistics import Statistics
from xladdin.systems.log_schemas import LogSchema
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import CARRIED_COLUMNS

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
        own, there = [club], set(map(name_key, names.values()))
        apart = []
        for clubs, met in pools:
            if there & met:
                own, there = clubs + own, there | met
            else:
                apart.append((clubs, met))
        pools = [*apart, (own, there)]
    return sorted(sorted(clubs) for clubs, _ in pools)


def digest_of(digests: Sequence[str], unit: PoolUnit, waits: bool) -> str:
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
    found = replay(log, today=unit.now.date())
    statistics = Statistics(found)
    put_rows(
        unit.data, "pool_players", unit.pool, {"person": [one.name for one in log.players], **standing(statistics)}
    )
    for table, columns in histories(statistics).items():
        put_rows(unit.data, f"pool_{table}", unit.pool, columns)
    put_rows(unit.data, "pools", unit.pool, {"digest": [unit.digest], "clubs": [len(unit.persons)]})
    kind = unit.system.log_schema
    people = len(log.rated_players) or len(log.players)
    return msg(
        "{rows} of {persons} rated.",
        rows=count_rows(kind, len(log.rated_rows)),
        persons=ngettext("{n:,} person", "{n:,} persons", people),
    )


def dissolve_pool(data: Path, pool: str) -> None:
    """Remove everything of a pool that is part of another now."""
    for table in (*TABLES, "pools"):
        put_rows(data, table, pool, {})


def pooled_tables(unit: PoolUnit) -> dict[str, CellTable]:
    """Return the tables of one log: the rows of all clubs by date, each club's own in the order they had."""
    kind, several = unit.system.log_schema, len(unit.persons) > 1
    clubs = {club: _Club(unit, club) for club in sorted(unit.persons)}
    tables = _players(unit, clubs, several)
    if kind.is_paired:
        tables["Games"] = _table("Games", _games(kind), _in_order(clubs, "games"))
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
            begun = (player for player in self.rows("players") if _had_begun(player, row["date"]))
            made += [row] if row["player"] is not None else [{**row, "player": one["player"]} for one in begun]
        return made

    def _person(self, name: str | None) -> str | None:
        return name if name is None or name == BYE else self._persons[name_key(name)]


def _had_begun(player: Mapping[str, Any], day: date) -> bool:
    first = player["first_played"]
    came = player["start_rating"] is not None or bool(player["start_games"])
    return came or (first is not None and first < day)


def _in_order(clubs: Mapping[str, _Club], table: str) -> Rows:
    """Return the rows of all clubs by date.

    A club's own keep their order, which matters if games are rated one by one.
    """

    def dated(club: _Club) -> list[tuple[date, Mapping[str, Any]]]:
        rows = club.rows(table)
        return list(zip(accumulate((row["date"] for row in rows), max), rows))

    return [row for _, row in merge(*map(dated, clubs.values()), key=lambda one: one[0])]


def _players(unit: PoolUnit, clubs: Mapping[str, _Club], several: bool) -> dict[str, CellTable]:
    """Return every person once: with the start columns of the person's first club, and with the register's data."""
    system = unit.system
    of_person: defaultdict[str, list[tuple[date, Mapping[str, Any], str]]] = defaultdict(list)
    for club in clubs.values():
        for row in club.rows("players"):
            of_person[name_key(row["player"])].append((row["first_played"] or date.max, row, club.name))
    groups: dict[str, tuple[str, object]] = {}
    rows = []
    for key, found in of_person.items():
        _, first, club_name = min(found, key=lambda one: one[0])
        row = dict(first)
        rating, games = unit.starts.get(key, (None, None))
        row["start_rating"] = row["start_rating"] if rating is None else rating
        row["start_games"] = row["start_games"] if games is None else games
        row["active"] = {(True, False): "Yes", (True, True): "Left", (False, False): "No"}.get(
            (any(one["active"] for _, one, _ in found), all(one["gone"] for _, one, _ in found)), "Left"
        )
        if system.key_groups and row["grouped"]:
            row["grouped"] = _group(groups, row["grouped"], row["initial_rating"], club_name if several else "")
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


def _group(groups: dict[str, tuple[str, object]], group: str, initial: object, club: str) -> str:
    """Return the group's name.

    If another club's group of the name has another start rating, the club's name is added.
    """
    known = groups.setdefault(name_key(group), (group, initial))
    if known[1] == initial or not club:
        return group
    return _group(groups, f"{group} ({club})", initial, "")


ADJUSTMENTS = {"Date": "date", "Player": "player", "Points": "points"}
EVENTS = {
    "Event": "event", "Date": "date", "Players": "players", "Rounds": "rounds",
    "World Championship": "world_championship",
}  # fmt: skip
RESULTS = {"Event": "event", "Player": "player", "Place": "place"}
Cell = Callable[[Mapping[str, Any]], object]


def _games(kind: LogSchema) -> dict[str, str | Cell]:
    own: dict[str, str | Cell] = {"Date": "date", kind.player1: "player1", kind.player2: "player2"}
    if kind.result:
        own[kind.result] = lambda row: CHESS_RESULTS.get(row["score1"])
    else:
        own |= {kind.score1: "score1", kind.score2: "score2"}
    if kind.double:
        own[kind.double] = "double"
    own[kind.kind_of_game] = lambda row: None if row["kind"] == GameKind.BYE.value else row["kind"]
    return own


def _table(name: str, headings: Mapping[str, str | Cell], rows: Rows) -> CellTable:
    """Return a table of cells from rows. `headings`: each with the column that it is made of."""
    columns = [[row[of] if isinstance(of, str) else of(row) for row in rows] for of in headings.values()]
    return CellTable(name, tuple(headings), tuple(columns))
