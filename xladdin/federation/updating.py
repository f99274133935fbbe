"""The update of a federation. It reads changed workbooks, asks about unknown names, and rates pools."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from xladdin.cells import name_key
from xladdin.errors import WorkbookError
from xladdin.federation.folder import POOL, Federation
from xladdin.federation.lists import clubs_of
from xladdin.federation.rating import (
    ClubUnit,
    PoolUnit,
    dissolve_pool,
    pool_digest,
    pools_of,
    rate_pool,
    read_club,
    workbook_digest,
)
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
from xladdin.federation.store import ALL, as_columns, keys_of, put_rows, rows_of
from xladdin.files.club_file import ClubFile
from xladdin.files.locks import file_lock
from xladdin.files.safe_write import friendly_os_errors
from xladdin.hosts.batch import each_done
from xladdin.messages import Message, msg, pgettext
from xladdin.systems.system import RatingSystem
from xladdin.workbook.recalc_result import ProgressCallback


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
        _ask(register, book, names, persons, done)
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
    for unit, came in each_done(changed, read_club, cluster):
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


def _ask(register: Register, book: ClubFile, names: Names, persons: Persons, done: Update) -> None:
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
    results = {unit.pool: came for unit, came in each_done(changed, rate_pool, cluster)}
    done.pools = {unit.pool: results[unit.pool] for unit in changed}
