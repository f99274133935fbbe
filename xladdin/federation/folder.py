"""Read the folder of a federation: its settings, its workbooks, and its tables in Parquet."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import xladdin
from xladdin import Language, Message, RatingSystem, WorkbookError, XladdinError, name_key
from xladdin.files.safe_write import write_file
from xladdin.messages import join_messages, msg

SETTINGS, REGISTER, DATA, CLUBS = "federation.toml", "register.xlsx", "data", "clubs"
CLUBS_OWN, POOL = RATINGS = ("clubs", "pool")
"""How a federation rates: each club separately, or all games of all clubs as one log."""
KEYS = {
    "title": str, "system": str, "workbooks": list, "rating": str, "rules": str, "left": list, "language": str,
}  # fmt: skip
"""The words that federation.toml may have, each with its kind."""
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
    msg("Names of clubs that have left: they are no longer listed."),
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
                    "{path}: its sheet Rules says {key}, and federation.toml says {key2}. Make them agree.",
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
                    "{path} does not exist. Put it back, or correct its name in {folder}.",
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
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise WorkbookError(
            msg(
                "{folder} is not the folder of a federation: it has no federation.toml. Create one: "
                "xladdin federation new {folder} --system SYSTEM",
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
    wrong = [msg('"{name}" is not a setting', name=name) for name in settings if name not in KEYS]
    for name, kind in KEYS.items():
        value = settings.get(name, kind())
        if kind is str and not isinstance(value, str):
            wrong.append(msg("{name} must be {kind}", name=name, kind=msg("a text in quotes")))
        elif kind is list and not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            wrong.append(msg("{name} must be {kind}", name=name, kind=msg('a list of texts, as ["one", "two"]')))
    wrong += [msg("{name} is missing", name=name) for name in ("system", "workbooks") if name not in settings]
    rating = settings.get("rating", CLUBS_OWN)
    if rating not in RATINGS and isinstance(rating, str):
        wrong.append(msg('rating must be "{own}" or "{pool}", not "{rating}"', own=CLUBS_OWN, pool=POOL, rating=rating))
    code, language = settings.get("language", "en"), Language("en")
    try:
        language = Language(str(code))
    except (OSError, ValueError):
        wrong.append(msg('there is no language "{code}"', code=code))
    if wrong:
        raise WorkbookError(
            msg(
                "{path}: {wrong}. The settings are {keys}.", path=path, wrong=join_messages(wrong), keys=", ".join(KEYS)
            )
        )
    try:
        system = xladdin.system(settings["system"])
    except XladdinError as error:
        raise WorkbookError(msg("{path}, system: {error}.", path=path, error=error.message)) from None
    left = frozenset(map(name_key, settings.get("left", [])))
    title = settings.get("title", folder.resolve().name)
    workbooks, rules = settings["workbooks"], settings.get("rules", "")
    return Federation(folder, title, system, workbooks, rating, rules, left, language)


TEXT, WHOLE, NUMBER, DAY, YES = "string", "int32", "double", "date32", "bool"
"""The kinds of columns, with the words of Arrow."""
_RATINGS = {"date": DAY, "event": TEXT, "player": TEXT, "rating": NUMBER}
_CHANGES = {
    "date": DAY, "event": TEXT, "player": TEXT, "opponent": TEXT, "rating": NUMBER, "change": NUMBER, "words": TEXT,
}  # fmt: skip
_STANDING = {"rating": NUMBER, "games": WHOLE, "highest": NUMBER, "last_played": DAY, "rank": WHOLE}
TABLES: Mapping[str, Mapping[str, str]] = {
    "clubs": {"workbook": TEXT, "digest": TEXT, "title": TEXT, "rows": WHOLE, "last_date": DAY, "due": DAY},
    "players": {
        "player": TEXT, "start_rating": NUMBER, "start_games": WHOLE, "start_last_played": DAY, "start_missed": WHOLE,
        "start_corrected": NUMBER, "start_assigned": NUMBER, "start_results": TEXT, "start_returned": DAY,
        "nation": TEXT, "grouped": TEXT, "initial_rating": NUMBER, "active": YES, "gone": YES, "web": TEXT,
        "first_played": DAY, **_STANDING,
    },
    "games": {
        "row": WHOLE, "date": DAY, "player1": TEXT, "score1": NUMBER, "player2": TEXT, "score2": NUMBER,
        "double": TEXT, "kind": TEXT, "rating1": NUMBER, "change1": NUMBER, "rating2": NUMBER, "change2": NUMBER,
    },
    "events": {"event": TEXT, "date": DAY, "players": WHOLE, "rounds": WHOLE, "world_championship": YES},
    "results": {
        "row": WHOLE, "event": TEXT, "player": TEXT, "place": WHOLE, "rating": NUMBER, "change": NUMBER,
    },
    "adjustments": {"date": DAY, "player": TEXT, "points": NUMBER},
    "ratings": _RATINGS,
    "changes": _CHANGES,
    "persons": {"person": TEXT, "club": TEXT, "player": TEXT, "known": YES, "pool": TEXT},
    "pools": {"digest": TEXT, "clubs": WHOLE},
    "pool_players": {"person": TEXT, **_STANDING},
    "pool_ratings": _RATINGS,
    "pool_changes": _CHANGES,
}  # fmt: skip
"""The columns of every table by its name. README.md describes them."""
ALL = "all"
"""The name of the file of the persons, the only one of its table."""

Rows = Iterable[Mapping[str, object]]


def partition_of(table: str) -> str:
    """Return what a table has a file for: a club, a pool or the federation. It is a column of the table, too."""
    return "federation" if table == "persons" else "pool" if table.startswith("pool") else "club"


def path_of(data: Path, table: str, key: str) -> Path:
    """Return the file of a club or pool."""
    return data / table / f"{partition_of(table)}={quote(key, safe=' ')}" / f"{table}.parquet"


def put_rows(data: Path, table: str, key: str, rows: Rows) -> None:
    """Swap in the rows of a club or pool. A column that a row does not have is blank. Raises OSError."""
    import pyarrow as pa
    from pyarrow import parquet

    made = pa.Table.from_pylist(list(rows), pa.schema(list(TABLES[table].items())))
    place = path_of(data, table, key)
    place.parent.mkdir(parents=True, exist_ok=True)
    write_file(place, lambda target: parquet.write_table(made, target, compression="zstd"))


def rows_of(data: Path, table: str, key: str) -> list[dict[str, Any]]:
    """Return the rows of a club or pool, none if there is no file. Raises WorkbookError for a damaged one."""
    from pyarrow import ArrowInvalid, parquet

    path = path_of(data, table, key)
    if not path.exists():
        return []
    try:
        read = parquet.ParquetFile(path).read().to_pydict()
        columns = {name: read[name] for name in TABLES[table]}
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
    prefix = f"{partition_of(table)}="
    places = (data / table).glob(f"{prefix}*/{table}.parquet")
    return sorted(unquote(place.parent.name.removeprefix(prefix)) for place in places)


def query(federation: Federation, question: str) -> tuple[list[str], list[tuple[object, ...]]]:
    """Return the headings and rows that answer a question in SQL.

    Raises WorkbookError if nothing was read yet, or it is no question.
    """
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
                return [column[0] for column in result.description or ()], result.fetchall()
        except duckdb.Error as error:
            raise WorkbookError(
                msg(
                    "{error}\nThe tables: {tables}. Their columns are in the README.",
                    error=str(error),
                    tables=", ".join(TABLES),
                )
            ) from None
        raise WorkbookError(
            msg('This is not a query. Write one such as "SELECT club, count(*) FROM games GROUP BY club".')
        )
