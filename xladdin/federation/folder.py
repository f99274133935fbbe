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
from xladdin import (
    Language,
    Message,
    RatingSystem,
    WorkbookError,
    XladdinError,
    join_messages,
    msg,
    name_key,
    write_file,
)

SETTINGS, REGISTER, DATA, CLUBS = "federation.toml", "register.xlsx", "data", "clubs"
# The values of the setting `rating`: rate each club separately, or all games of all clubs as one log.
SEPARATE, POOL = RATING_MODES = ("clubs", "pool")
# The settings that federation.toml may have, and the type of each value.
SETTING_TYPES = {
    "title": str, "system": str, "workbooks": list, "rating": str, "rules": str, "left": list, "language": str,
}  # fmt: skip
# The lines of a new federation.toml. Messages become its comments.
SETTINGS_TEMPLATE: Sequence[Message | str] = (
    msg("The settings of a federation of clubs. After changing them, run: xladdin federation update DIR"),
    "title = {title}",
    "system = {system}",
    msg(
        'Workbooks, folders of them, or patterns such as "../*/club.xlsx", relative to this folder. They are never '
        "changed."
    ),
    'workbooks = ["{clubs}"]',
    msg('"clubs" keeps the ratings of each club and lists them side by side; "pool" rates all games together.'),
    'rating = "clubs"',
    msg('The workbook whose sheet Rules applies to a pool, such as "clubs/east.xlsx". Blank: the printed rules.'),
    'rules = ""',
    msg("Names of clubs that have left: they are no longer listed."),
    "left = []",
    msg("The language of the list and of the page."),
    'language = "{language}"',
)


@dataclass(frozen=True)
class Federation:
    """The settings of a federation, as read from federation.toml.

    Attributes:
        folder: The folder of federation.toml, the register and the data.
        title: The federation's name.
        system: The rating system that all clubs use.
        workbooks: The files, folders and patterns of the clubs' workbooks, relative to the folder.
        rating: CLUBS_OWN or POOL.
        rules: The workbook whose sheet Rules rates a pool, relative to the folder. Blank: the printed rules.
        former_clubs: The name keys of the clubs that have left the federation.
        language: The language of the list and of the page.
    """

    folder: Path
    title: str
    system: RatingSystem
    workbooks: Sequence[str]
    rating: str
    rules: str
    former_clubs: frozenset[str]
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
        """Return the path of each club's workbook by the name of the club, in alphabetical order.

        A club is named after its file. Raises WorkbookError if a workbook does not exist, if the federation has no
        workbook, or if two workbooks have the same name.
        """
        files: dict[str, Path] = {}
        for path in (path for pattern in self.workbooks for path in self._expand(pattern)):
            files.setdefault(os.path.realpath(path), path)
        if not files:
            raise WorkbookError(
                msg(
                    "{folder} has no club workbooks yet. Put them into {clubs}, or name them in {settings}.",
                    folder=self.folder,
                    clubs=self.folder / CLUBS,
                    settings=SETTINGS,
                )
            )
        clubs: dict[str, Path] = {}
        for path in files.values():
            first_path = clubs.setdefault(name_key(path.stem), path)
            if first_path is not path:
                raise WorkbookError(
                    msg(
                        "{other} and {path} have the same name, and a club is named after its file. Rename one of "
                        "them.",
                        other=first_path,
                        path=path,
                    )
                )
        return dict(sorted((path.stem, path) for club, path in clubs.items() if club not in self.former_clubs))

    def read_pool_system(self) -> RatingSystem:
        """Return the rating system with the rules of a pool.

        Raises WorkbookError if the workbook of the rules uses another rating system than the federation.
        """
        if not self.rules:
            return self.system
        system = xladdin.open_workbook(self.folder / self.rules).system
        if system.key != self.system.key:
            raise WorkbookError(
                msg(
                    "{path}: the sheet Rules is for {key}, but federation.toml has {key2}. Change one of them.",
                    path=self.folder / self.rules,
                    key=system.key,
                    key2=self.system.key,
                )
            )
        return system

    def not_updated_error(self) -> WorkbookError:
        """Return the error for a command that needs data before the first update."""
        return WorkbookError(
            msg("Nothing has been read yet. Run: xladdin federation update {folder}", folder=self.folder)
        )

    def _expand(self, pattern: str) -> list[Path]:
        path = self.folder / pattern
        if any(character in pattern for character in "*?["):
            return sorted(filter(_is_workbook, map(self.folder.joinpath, glob.glob(pattern, root_dir=self.folder))))
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
    """Return whether a path is a workbook file. Hidden files and Excel's lock files (~$club.xlsx) are excluded."""
    return path.suffix.lower() in (".xlsx", ".xlsm") and not path.name.startswith(("~$", ".")) and path.is_file()


def read_federation(folder: Path) -> Federation:
    """Read federation.toml in a folder.

    Raises WorkbookError if the file is missing or cannot be parsed, or if a setting is unknown, missing or wrong.
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
            msg(
                "{path} cannot be read: its brackets are nested too deeply. Put each list in one pair of [ ].",
                path=path,
            )
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WorkbookError(
            msg("{path} cannot be read: {error}. Put texts in quotes, and lists in [ ].", path=path, error=str(error))
        ) from None
    problems = [msg('"{name}" is not a setting', name=name) for name in settings if name not in SETTING_TYPES]
    for name, kind in SETTING_TYPES.items():
        value = settings.get(name, kind())
        if kind is str and not isinstance(value, str):
            problems.append(msg("{name} must be {kind}", name=name, kind=msg("a text in quotes")))
        elif kind is list and not (isinstance(value, list) and all(isinstance(text, str) for text in value)):
            problems.append(
                msg("{name} must be {kind}", name=name, kind=msg('a list of texts, such as ["one", "two"]'))
            )
    problems += [msg("{name} is missing", name=name) for name in ("system", "workbooks") if name not in settings]
    rating = settings.get("rating", SEPARATE)
    if rating not in RATING_MODES and isinstance(rating, str):
        problems.append(
            msg('rating must be "{own}" or "{pool}", not "{rating}"', own=SEPARATE, pool=POOL, rating=rating)
        )
    code, language = settings.get("language", "en"), Language("en")
    try:
        language = Language(str(code))
    except (OSError, ValueError):
        problems.append(msg('there is no language "{code}"', code=code))
    if problems:
        raise WorkbookError(
            msg(
                "{path}: {wrong}. The settings are {keys}.",
                path=path,
                wrong=join_messages(problems),
                keys=", ".join(SETTING_TYPES),
            )
        )
    try:
        system = xladdin.system(settings["system"])
    except XladdinError as error:
        raise WorkbookError(msg("{path}, system: {error}.", path=path, error=error.message)) from None
    former_clubs = frozenset(map(name_key, settings.get("left", [])))
    title = settings.get("title", folder.resolve().name)
    workbooks, rules = settings["workbooks"], settings.get("rules", "")
    return Federation(folder, title, system, workbooks, rating, rules, former_clubs, language)


# The types of columns by their names in Arrow.
TEXT, INTEGER, NUMBER, DATE, FLAG = "string", "int32", "double", "date32", "bool"
_RATINGS = {"date": DATE, "event": TEXT, "player": TEXT, "rating": NUMBER}
_CHANGES = {
    "date": DATE, "event": TEXT, "player": TEXT, "opponent": TEXT, "rating": NUMBER, "change": NUMBER, "words": TEXT,
}  # fmt: skip
_STANDING = {"rating": NUMBER, "games": INTEGER, "highest": NUMBER, "last_played": DATE, "rank": INTEGER}
# The columns of each table and their types. README.md describes them.
TABLES: Mapping[str, Mapping[str, str]] = {
    "clubs": {"workbook": TEXT, "digest": TEXT, "title": TEXT, "rows": INTEGER, "last_date": DATE, "due": DATE},
    "players": {
        "player": TEXT,
        "start_rating": NUMBER,
        "start_games": INTEGER,
        "start_last_played": DATE,
        "start_missed": INTEGER,
        "start_corrected": NUMBER,
        "start_assigned": NUMBER,
        "start_results": TEXT,
        "start_returned": DATE,
        "nation": TEXT,
        "grouped": TEXT,
        "initial_rating": NUMBER,
        "active": FLAG,
        "gone": FLAG,
        "web": TEXT,
        "first_played": DATE,
        **_STANDING,
    },
    "games": {
        "row": INTEGER,
        "date": DATE,
        "player1": TEXT,
        "score1": NUMBER,
        "player2": TEXT,
        "score2": NUMBER,
        "double": TEXT,
        "kind": TEXT,
        "rating1": NUMBER,
        "change1": NUMBER,
        "rating2": NUMBER,
        "change2": NUMBER,
    },
    "events": {"event": TEXT, "date": DATE, "players": INTEGER, "rounds": INTEGER, "world_championship": FLAG},
    "results": {
        "row": INTEGER,
        "event": TEXT,
        "player": TEXT,
        "place": INTEGER,
        "rating": NUMBER,
        "change": NUMBER,
    },
    "adjustments": {"date": DATE, "player": TEXT, "points": NUMBER},
    "ratings": _RATINGS,
    "changes": _CHANGES,
    "persons": {"person": TEXT, "club": TEXT, "player": TEXT, "known": FLAG, "pool": TEXT},
    "pools": {"digest": TEXT, "clubs": INTEGER},
    "pool_players": {"person": TEXT, **_STANDING},
    "pool_ratings": _RATINGS,
    "pool_changes": _CHANGES,
}
# The key of the only file of the table `persons`.
ALL_PERSONS = "all"

Rows = Iterable[Mapping[str, object]]


def get_partition_column(table: str) -> str:
    """Return the column by which a table is split into files: "club", "pool" or "federation"."""
    return "federation" if table == "persons" else "pool" if table.startswith("pool") else "club"


def get_table_path(data: Path, table: str, key: str) -> Path:
    """Return the path of the file with a table's rows for one club or pool."""
    return data / table / f"{get_partition_column(table)}={quote(key, safe=' ')}" / f"{table}.parquet"


def write_rows(data: Path, table: str, key: str, rows: Rows) -> None:
    """Replace a table's rows of one club or pool. Columns that a row lacks are left blank.

    Raises OSError if the file cannot be written.
    """
    import pyarrow as pa
    from pyarrow import parquet

    content = pa.Table.from_pylist(list(rows), pa.schema(list(TABLES[table].items())))
    path = get_table_path(data, table, key)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, lambda target: parquet.write_table(content, target, compression="zstd"))


def read_rows(data: Path, table: str, key: str) -> list[dict[str, Any]]:
    """Return a table's rows of one club or pool, or an empty list if it has no file.

    Raises WorkbookError if the file is damaged.
    """
    from pyarrow import ArrowInvalid, parquet

    path = get_table_path(data, table, key)
    if not path.exists():
        return []
    try:
        contents = parquet.ParquetFile(path).read().to_pydict()
        columns = {name: contents[name] for name in TABLES[table]}
        return [dict(zip(columns, row)) for row in zip(*columns.values())]
    except (ArrowInvalid, OSError, KeyError):
        raise WorkbookError(
            msg(
                "{path} is damaged. Delete the folder {data}, then run update again; it is rebuilt from the workbooks.",
                path=path,
                data=data,
            )
        ) from None


def list_keys(data: Path, table: str) -> list[str]:
    """Return the clubs or pools for which a table has a file, in alphabetical order."""
    prefix = f"{get_partition_column(table)}="
    paths = (data / table).glob(f"{prefix}*/{table}.parquet")
    return sorted(unquote(path.parent.name.removeprefix(prefix)) for path in paths)


def query(federation: Federation, question: str) -> tuple[list[str], list[tuple[object, ...]]]:
    """Run a query in SQL on the tables and return its headings and rows.

    Raises WorkbookError before the first update, for a statement without a result, and for an error in the SQL.
    """
    import duckdb
    from pyarrow import dataset

    if not (federation.data / "clubs").is_dir():
        raise federation.not_updated_error()
    # The query is untrusted: DuckDB may read only the registered tables, and no files or Python variables.
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
                    "{error}\nThe tables: {tables}. For the columns of one, query DESCRIBE players.",
                    error=str(error),
                    tables=", ".join(TABLES),
                )
            ) from None
        raise WorkbookError(
            msg('This is not a query. Write one such as "SELECT club, count(*) FROM games GROUP BY club".')
        )
