"""The folder of a federation. federation.toml names its workbooks, and the register and data are beside it."""

import glob
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from xladdin.cells import name_key
from xladdin.errors import NotFoundError, WorkbookError
from xladdin.hosts.batch import is_workbook, workbooks_in
from xladdin.messages import Message, join_messages, msg
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem

SETTINGS, REGISTER, DATA, CLUBS = "federation.toml", "register.xlsx", "data", "clubs"
CLUBS_OWN, POOL = RATINGS = ("clubs", "pool")
"""How a federation rates: each club separately, or all games of all clubs as one log."""
KEYS = {"title": str, "system": str, "workbooks": list, "rating": str, "left": list}
"""The words that federation.toml may have, each with its kind."""
MOST_BYTES = 100_000
"""Ours: federation.toml is a few lines that a person types. A larger file is none, and takes long to read."""
NEW = """\
# A federation of clubs. Change a line here, save, and run: xladdin federation update DIR
title = {title}
system = {system}
# Workbooks, folders of them, or patterns such as "../*/club.xlsx", from this folder on. They are read, never written.
workbooks = ["{clubs}"]
# "clubs" keeps each club's own ratings and lists them side by side; "pool" rates all games of all clubs as one log.
rating = "clubs"
# Names of clubs that have left: they are listed no more.
left = []
"""


@dataclass(frozen=True)
class Federation:
    """A federation. `workbooks` are those that federation.toml names. `left` has the keys of clubs' names."""

    folder: Path
    title: str
    system: RatingSystem
    workbooks: Sequence[str]
    rating: str
    left: frozenset[str] = frozenset()

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

        Raises WorkbookError if a workbook is not there, or if two have one name.
        """
        paths: dict[str, Path] = {}
        seen: dict[str, Path] = {}
        for path in workbooks_in([path for named in dict.fromkeys(self.workbooks) for path in self._named(named)]):
            other = seen.setdefault(name_key(path.stem), path)
            if other is not path:
                raise WorkbookError(
                    msg(
                        "{other} and {path} have the same name, and a club is named after its file. Rename one of "
                        "them.",
                        other=other,
                        path=path,
                    )
                )
            if name_key(path.stem) not in self.left:
                paths[path.stem] = path
        return dict(sorted(paths.items()))

    def not_yet_read(self) -> WorkbookError:
        """Return the error before the first update."""
        return WorkbookError(
            msg("Nothing has been read yet. Run: xladdin federation update {folder}", folder=self.folder)
        )

    def _named(self, named: str) -> list[Path]:
        path = self.folder / named
        if any(sign in named for sign in "*?["):
            places = glob.glob(named, root_dir=self.folder)
            return sorted(self.folder / place for place in places if is_workbook(Path(place)))
        if not path.exists():
            raise WorkbookError(
                msg(
                    "{path} is not there. Put it back, or correct its name in {folder}.",
                    path=path,
                    folder=self.folder / SETTINGS,
                )
            )
        return [path]


def make_federation(folder: Path, system: RatingSystem, title: str) -> Federation:
    """Make the folder of a new federation, never over an existing one. Raises WorkbookError."""
    import json

    from xladdin.federation.register import new_register
    from xladdin.files.safe_write import friendly_os_errors, safely_create, validate_as_folder

    settings, title = folder / SETTINGS, " ".join(title.split()) or folder.resolve().name
    for path in (settings, folder / REGISTER):
        if os.path.lexists(path):
            raise WorkbookError(
                msg("{path} is already there, and xladdin does not overwrite it. Name another folder.", path=path)
            )
    validate_as_folder(folder)
    made = NEW.format(title=json.dumps(title, ensure_ascii=False), system=json.dumps(system.key), clubs=CLUBS)
    with friendly_os_errors(folder):
        for path in (folder, folder / CLUBS):
            path.mkdir(exist_ok=True)
    register = new_register(system, title)
    safely_create(folder / REGISTER, lambda target: target.write(register))
    safely_create(settings, lambda target: target.write(made.encode()))
    return read_federation(folder)


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
        msg("{name} must be {kind}", name=name, kind=_kind(KEYS[name]))
        for name in KEYS
        if name in settings and not _is(settings[name], KEYS[name])
    ]
    wrong += [msg("{name} is missing", name=name) for name in ("system", "workbooks") if name not in settings]
    rating = settings.get("rating", CLUBS_OWN)
    if rating not in RATINGS and isinstance(rating, str):
        wrong.append(msg('rating must be "{own}" or "{pool}", not "{rating}"', own=CLUBS_OWN, pool=POOL, rating=rating))
    if wrong:
        raise WorkbookError(
            msg("{path}: {wrong}. It may say {keys}.", path=path, wrong=join_messages(wrong), keys=", ".join(KEYS))
        )
    try:
        system = system_named(settings["system"])
    except NotFoundError as error:
        raise WorkbookError(msg("{path}, system: {error}.", path=path, error=error.message)) from None
    left = frozenset(map(name_key, settings.get("left", [])))
    return Federation(folder, settings.get("title", folder.resolve().name), system, settings["workbooks"], rating, left)


def _is(value: object, kind: type) -> bool:
    return isinstance(value, kind) and (not isinstance(value, list) or all(isinstance(one, str) for one in value))


def _kind(kind: type) -> Message:
    return msg("a text in quotes") if kind is str else msg('a list of texts, as ["one", "two"]')
