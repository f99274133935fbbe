"""Read the folder of a federation: its settings, its workbooks, and its tables in Parquet."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

import xladdin
from xladdin import Language, Message, RatingSystem, WorkbookError, XladdinError, name_key
from xladdin.messages import join_messages, msg

SETTINGS, REGISTER, DATA, CLUBS = "federation.toml", "register.xlsx", "data", "clubs"
CLUBS_OWN, POOL = RATINGS = ("clubs", "pool")
"""How a federation rates: each club separately, or all games of all clubs as one log."""
KEYS = {
    "title": str, "system": str, "workbooks": list, "rating": str, "rules": str, "left": list, "language": str,
}  # fmt: skip
"""The words that federation.toml may have, each with its kind."""
MOST_BYTES = 100_000
"""Ours: federation.toml is a few lines that a person types. A larger file is none, and takes long to read."""
NEW: Sequence[Message | str] = (
    msg("A federation of clubs. Change a line here, save, and run: xladdin federation update DIR"),
    "title = {title}",
    "system = {system}",
    msg('Workbooks, folders of them, or patterns such as "../*/club.xlsx", from this folder on. They are only read.'),
    'workbooks = ["{clubs}"]',
    msg('"clubs" keeps the ratings of each club and lists them side by side; "pool" rates all games as one log.'),
    'rating = "clubs"',
    msg('The workbook whose sheet Rules rates a pool, such as "clubs/east.xlsx". Blank: the printed rules.'),
    'rules = ""',
    msg("Names of clubs that have left: they are not listed any more."),
    "left = []",
    msg("The language of the list and of the page."),
    'language = "{language}"',
)
"""The lines of a new federation.toml. Messages are its comments."""


@dataclass(frozen=True)
class Federation:
    """A federation. `workbooks` are those that federation.toml names. `left` has the keys of clubs' names.

    `rules` is the workbook by whose Rules a pool is rated, or blank. `language` is that of the list and of the page.
    """

    folder: Path
    title: str
    system: RatingSystem
    workbooks: Sequence[str]
    rating: str
    rules: str
    left: frozenset[str]
    language: Language

    @property
    def register(self) -> Path:
        """The workbook of persons."""
        return self.folder / REGISTER

    @property
    def data(self) -> Path:
        """The folder of the Parquet files."""
        return self.folder / DATA

    def clubs(self) -> Mapping[str, Path]:
        """Return the workbook of each club by the club's name, the name of its file, in their order.

        Raises WorkbookError if a workbook is not there, if there is none, or if two have one name.
        """
        files: dict[str, Path] = {}
        for path in (path for named in self.workbooks for path in self._expand(named)):
            files.setdefault(os.path.realpath(path), path)
        if not files:
            raise WorkbookError(
                msg(
                    "{folder} has no workbook of a club yet. Put some into {clubs}, or name them in {settings}.",
                    folder=self.folder,
                    clubs=self.folder / CLUBS,
                    settings=SETTINGS,
                )
            )
        clubs: dict[str, Path] = {}
        for path in files.values():
            other = clubs.setdefault(name_key(path.stem), path)
            if other is not path:
                raise WorkbookError(
                    msg(
                        "{other} and {path} have the same name, and a club is named after its file. Rename one of "
                        "them.",
                        other=other,
                        path=path,
                    )
                )
        return dict(sorted((path.stem, path) for club, path in clubs.items() if club not in self.left))

    def pool_system(self) -> RatingSystem:
        """Return the system by whose rules a pool is rated. Raises WorkbookError for Rules of another system."""
        if not self.rules:
            return self.system
        system = xladdin.open_workbook(self.folder / self.rules).system
        if system.key != self.system.key:
            raise WorkbookError(
                msg(
                    "{path}: its sheet Rules is of {key}, and federation.toml says {key2}. Make them one.",
                    path=self.folder / self.rules,
                    key=system.key,
                    key2=self.system.key,
                )
            )
        return system

    def not_yet_read(self) -> WorkbookError:
        """Return the error before the first update."""
        return WorkbookError(
            msg("Nothing has been read yet. Run: xladdin federation update {folder}", folder=self.folder)
        )

    def _expand(self, named: str) -> list[Path]:
        path = self.folder / named
        if any(sign in named for sign in "*?["):
            return sorted(filter(_is_workbook, map(self.folder.joinpath, glob.glob(named, root_dir=self.folder))))
        if path.is_dir():
            return sorted(filter(_is_workbook, path.iterdir()))
        if not path.exists():
            raise WorkbookError(
                msg(
                    "{path} is not there. Put it back, or correct its name in {folder}.",
                    path=path,
                    folder=self.folder / SETTINGS,
                )
            )
        return [path]


def _is_workbook(path: Path) -> bool:
    """Return whether a file is a workbook by its name: no lock file of Excel or LibreOffice, nothing hidden."""
    return path.suffix.lower() in (".xlsx", ".xlsm") and not path.name.startswith(("~$", ".")) and path.is_file()


def read_federation(folder: Path) -> Federation:
    """Return the federation that federation.toml describes.

    Raises WorkbookError, in words, for anything it cannot mean.
    """
    import tomllib

    path = folder / SETTINGS
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise WorkbookError(
                msg(
                    "{path} has more than {most_bytes:,} bytes. Name folders or patterns of workbooks, not each "
                    "workbook.",
                    path=path,
                    most_bytes=MOST_BYTES,
                )
            )
        settings = tomllib.loads(content.decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise WorkbookError(
            msg(
                "{folder} is not the folder of a federation: it has no federation.toml. Make one: xladdin "
                "federation new {folder} --system SYSTEM",
                folder=folder,
            )
        ) from None
    except RecursionError:
        raise WorkbookError(
            msg("{path} cannot be read: its brackets are nested too deep. Lists are in one pair of [ ].", path=path)
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WorkbookError(
            msg("{path} cannot be read: {error}. Texts are in quotes, lists in [ ].", path=path, error=str(error))
        ) from None
    wrong = [msg('"{name}" means nothing here', name=name) for name in settings if name not in KEYS]
    wrong += [
        msg("{name} must be {kind}", name=name, kind=_type_name(KEYS[name]))
        for name in KEYS
        if name in settings and not _has_type(settings[name], KEYS[name])
    ]
    wrong += [msg("{name} is missing", name=name) for name in ("system", "workbooks") if name not in settings]
    rating = settings.get("rating", CLUBS_OWN)
    if rating not in RATINGS and isinstance(rating, str):
        wrong.append(msg('rating must be "{own}" or "{pool}", not "{rating}"', own=CLUBS_OWN, pool=POOL, rating=rating))
    code, language = settings.get("language", "en"), Language("en")
    try:
        language = Language(str(code))
    except OSError:
        wrong.append(msg('there is no language "{code}"', code=code))
    if wrong:
        raise WorkbookError(
            msg("{path}: {wrong}. It may say {keys}.", path=path, wrong=join_messages(wrong), keys=", ".join(KEYS))
        )
    try:
        system = xladdin.system(settings["system"])
    except XladdinError as error:
        raise WorkbookError(msg("{path}, system: {error}.", path=path, error=error.message)) from None
    left = frozenset(map(name_key, settings.get("left", [])))
    title = settings.get("title", folder.resolve().name)
    workbooks, rules = settings["workbooks"], settings.get("rules", "")
    return Federation(folder, title, system, workbooks, rating, rules, left, language)


def _has_type(value: object, kind: type) -> bool:
    return isinstance(value, kind) and (not isinstance(value, list) or all(isinstance(one, str) for one in value))


def _type_name(kind: type) -> Message:
    return msg("a text in quotes") if kind is str else msg('a list of texts, as ["one", "two"]')


TEXT, WHOLE, NUMBER, DAY, YES = "string", "int32", "double", "date32", "bool"
"""The kinds of columns, with the words of Arrow."""


class Column(NamedTuple):
    """A column of a table. `what` describes its content, with the unit."""

    name: str
    kind: str
    description: str


class Table(NamedTuple):
    """A table. It has a file for each club or pool, as `by` says, which is a column too."""

    name: str
    by: str
    description: str
    columns: tuple[Column, ...]


_POINTS = "rating points"
_RATINGS = (
    Column("date", DAY, "of the session or event"),
    Column("event", TEXT, "the event's name, blank for a session"),
    Column("player", TEXT, "who was there, or was given an adjustment"),
    Column("rating", NUMBER, f"after it [{_POINTS}]; none before a newcomer has begun"),
)
_CHANGES = (
    Column("date", DAY, "of the game, event or adjustment"),
    Column("event", TEXT, "the event's name, else blank"),
    Column("player", TEXT, "whose change"),
    Column("opponent", TEXT, "none for an event or an adjustment"),
    Column("rating", NUMBER, f"before [{_POINTS}]"),
    Column("change", NUMBER, f"[{_POINTS}]; none where a newcomer is rated by all games so far"),
    Column("words", TEXT, "the arithmetic"),
)
_STANDING = (
    Column("rating", NUMBER, f"[{_POINTS}]; none before the player has begun"),
    Column("games", WHOLE, "games, or events, that it rests on"),
    Column("highest", NUMBER, f"highest rating that a list has ranked [{_POINTS}]"),
    Column("last_played", DAY, "last session or event with a rated row"),
    Column("rank", WHOLE, "in the list, from 1; none for a player who is not ranked"),
)
TABLES = {
    table.name: table
    for table in (
        Table("clubs", "club", "a row a club", (
            Column("workbook", TEXT, "its path"),
            Column("digest", TEXT, "SHA-256 of the workbook as it was read, and what else was known then"),
            Column("title", TEXT, "on its sheets"),
            Column("rows", WHOLE, "games or results that are rated"),
            Column("last_date", DAY, "of the last session or event"),
            Column("due", DAY, "of the first adjustment that was still to come"),
        )),
        Table("players", "club", "a row a player of a club", (
            Column("player", TEXT, "name in that club"),
            Column("start_rating", NUMBER, f"[{_POINTS}]"),
            Column("start_games", WHOLE, "games, or events"),
            Column("start_last_played", DAY, ""),
            Column("start_missed", WHOLE, "sessions"),
            Column("start_corrected", NUMBER, f"[{_POINTS}]"),
            Column("start_assigned", NUMBER, f"[{_POINTS}]"),
            Column("start_results", TEXT, "of a newcomer, as the workbook writes them"),
            Column("start_returned", DAY, ""),
            Column("nation", TEXT, ""),
            Column("grouped", TEXT, "the group, where players belong to one"),
            Column("initial_rating", NUMBER, f"of the group [{_POINTS}]"),
            Column("active", YES, "is at camp"),
            Column("gone", YES, "was at camp and has left"),
            Column("web", TEXT, "what a page may show: name, initials or none"),
            Column("first_played", DAY, "first session or event with a rated row"),
            *_STANDING,
        )),
        Table("games", "club", "a row a game that was played, a forfeit or a bye", (
            Column("row", WHOLE, "in the workbook's table, from 0"),
            Column("date", DAY, ""),
            Column("player1", TEXT, "White in chess"),
            Column("score1", NUMBER, "points in Scrabble; 1, 0.5 or 0 in chess"),
            Column("player2", TEXT, "Bye where a player sat out"),
            Column("score2", NUMBER, "as score1"),
            Column("double", TEXT, "who played two opponents at once"),
            Column("kind", TEXT, "unrated, forfeit or bye; blank for a rated game"),
            Column("rating1", NUMBER, f"before [{_POINTS}]"),
            Column("change1", NUMBER, f"[{_POINTS}]"),
            Column("rating2", NUMBER, f"before [{_POINTS}]"),
            Column("change2", NUMBER, f"[{_POINTS}]"),
        )),
        Table("events", "club", "a row an event", (
            Column("event", TEXT, "its name"),
            Column("date", DAY, ""),
            Column("players", WHOLE, "who took part"),
            Column("rounds", WHOLE, ""),
            Column("world_championship", YES, ""),
        )),
        Table("results", "club", "a row a placing", (
            Column("row", WHOLE, "in the workbook's table, from 0"),
            Column("event", TEXT, "its name"),
            Column("player", TEXT, ""),
            Column("place", WHOLE, "from 1"),
            Column("rating", NUMBER, f"before [{_POINTS}]"),
            Column("change", NUMBER, f"[{_POINTS}]"),
        )),
        Table("adjustments", "club", "a row an adjustment", (
            Column("date", DAY, "from which it counts"),
            Column("player", TEXT, "none: everybody"),
            Column("points", NUMBER, f"[{_POINTS}]"),
        )),
        Table("ratings", "club", "a row a player and session", _RATINGS),
        Table("changes", "club", "a row a change, with its words", _CHANGES),
        Table("persons", "federation", "a row a name in a club, and whose it is", (
            Column("person", TEXT, "who the register says it is, else the name, with the club where it is not alone"),
            Column("club", TEXT, ""),
            Column("player", TEXT, "name in that club"),
            Column("known", YES, "whether the register knows it"),
            Column("pool", TEXT, "the pool of the club, named after one of its clubs; none where clubs rate"),
        )),
        Table("pools", "pool", "a row a pool", (
            Column("digest", TEXT, "of all that it was rated from"),
            Column("clubs", WHOLE, "clubs in it"),
        )),
        Table("pool_players", "pool", "a row a person, rated by all games", (
            Column("person", TEXT, ""),
            *_STANDING,
        )),
        Table("pool_ratings", "pool", "as ratings; a player is a person", _RATINGS),
        Table("pool_changes", "pool", "as changes; a player is a person", _CHANGES),
    )
}  # fmt: skip
"""Every table by its name."""
ALL = "all"
"""The name of the file of the persons, the only one of its table."""

Rows = Iterable[Mapping[str, object]]


def folder_of(data: Path, table: str, key: str) -> Path:
    """Return the folder of the file of a club or pool."""
    return data / table / f"{TABLES[table].by}={quote(key, safe=' ')}"


def put_rows(data: Path, table: str, key: str, rows: Rows) -> None:
    """Swap in the rows of a club or pool. A column that a row does not have is blank. Raises OSError."""
    import pyarrow as pa
    from pyarrow import parquet

    rows = list(rows)
    fields = TABLES[table].columns
    arrays = [pa.array([row.get(one.name) for row in rows], _arrow_type(one.kind)) for one in fields]
    made = pa.Table.from_arrays(arrays, names=[one.name for one in fields])
    place = folder_of(data, table, key)
    place.mkdir(parents=True, exist_ok=True)
    replace_file(place / f"{table}.parquet", lambda path: parquet.write_table(made, path, compression="zstd"))


def replace_file(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file under a hidden name beside its own, and move it there in one step. Raises OSError."""
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        write(new)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


def rows_of(data: Path, table: str, key: str) -> list[dict[str, Any]]:
    """Return the rows of a club or pool, none if there is no file. Raises WorkbookError for a damaged one."""
    from pyarrow import ArrowInvalid, parquet

    path = folder_of(data, table, key) / f"{table}.parquet"
    if not path.exists():
        return []
    try:
        read = parquet.ParquetFile(path).read().to_pydict()
        columns = {column.name: read[column.name] for column in TABLES[table].columns}
        return [dict(zip(columns, row)) for row in zip(*columns.values())]
    except (ArrowInvalid, OSError, KeyError):
        raise WorkbookError(
            msg(
                "{path} is damaged. Delete the folder {data}, and update again: it is made from the workbooks.",
                path=path,
                data=data,
            )
        ) from None


def keys_of(data: Path, table: str) -> list[str]:
    """Return the clubs or pools that have a file of a table."""
    prefix = f"{TABLES[table].by}="
    places = (data / table).glob(f"{prefix}*/{table}.parquet")
    return sorted(unquote(place.parent.name.removeprefix(prefix)) for place in places)


def _arrow_type(kind: str) -> Any:
    import pyarrow as pa

    return {TEXT: pa.string(), WHOLE: pa.int32(), NUMBER: pa.float64(), DAY: pa.date32(), YES: pa.bool_()}[kind]


class Answer(NamedTuple):
    """The answer to a query: headings and rows."""

    headings: Sequence[str]
    rows: Sequence[Sequence[object]]


def query(federation: Federation, question: str) -> Answer:
    """Return the answer to a question in SQL. Raises WorkbookError if nothing was read yet, or it is no question."""
    import duckdb
    from pyarrow import dataset

    if not (federation.data / "clubs").is_dir():
        raise federation.not_yet_read()
    with duckdb.connect(config={"enable_external_access": "false", "python_enable_replacements": "false"}) as database:
        for name in TABLES:
            if (federation.data / name).is_dir():
                database.register(name, dataset.dataset(federation.data / name, partitioning="hive"))
        database.execute("SET lock_configuration = true")
        try:
            result = database.execute(question)
            if result is not None:
                return Answer([column[0] for column in result.description or ()], result.fetchall())
        except duckdb.Error as error:
            raise WorkbookError(
                msg(
                    "{error}\nThe tables: {tables}. Their columns are in the README.",
                    error=str(error),
                    tables=", ".join(TABLES),
                )
            ) from None
        raise WorkbookError(
            msg('This asks nothing. Write a question, as "SELECT club, count(*) FROM games GROUP BY club".')
        )
