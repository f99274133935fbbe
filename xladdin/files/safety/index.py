"""The list of a workbook's dated copies, `backups/index.json`: what each one holds, and how we left the workbook.

It is written before the one step that changes the workbook, and knows the file before and after that step. So nothing
is left to do, or to fail, once the file is changed. One list serves all workbooks of a folder.
"""

import errno
import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from xladdin.errors import FileProblem
from xladdin.files.safety.access import keep_access
from xladdin.files.safety.locks import READ_FLAGS, only_one
from xladdin.files.safety.new_file import move_to, new_file

FOLDER = "backups"
"""The folder of the copies of a workbook, beside it."""
INDEX = "index.json"
_MADE_BY = "xladdin backups"
_LARGEST = 4_000_000
"""The most bytes of the list."""


class Why(NamedTuple):
    """The reason for a copy: the command that changed the workbook then, and the number of rows of its log."""

    command: str = ""
    games: int | None = None


class Kept(NamedTuple):
    """What a copy holds. `digest` is its SHA-256 in hexadecimal figures."""

    digest: str
    command: str = ""
    games: int | None = None


class Left(NamedTuple):
    """How we left the workbook. `digest` is its SHA-256. `undone` counts undone changes since the last change."""

    digest: str
    undone: int = 0


@dataclass
class Listed:
    """What is known of a workbook. `left`: how we left it, the last first. `copies`: by the names of their files."""

    left: list[Left] = field(default_factory=list)
    copies: dict[str, Kept] = field(default_factory=dict)

    def left_as(self, digest: str) -> Left | None:
        """How we left the workbook that has this digest. It is None if somebody changed it since."""
        return next((left for left in self.left if left.digest == digest), None)

    @property
    def last_undone(self) -> int:
        """The number of undone changes when we last left the workbook, though it may be another now."""
        return self.left[0].undone if self.left else 0


def listed(path: Path) -> Listed:
    """What the list says of a workbook. Raises FileProblem if a file of its name is not ours."""
    return _workbooks(_place(path)).get(path.name, Listed())


@contextmanager
def listing(path: Path) -> Iterator[Listed]:
    """What the list says of a workbook, to be changed. If all goes well, the list is written.

    The folder of the copies must be there. The list forgets copies that are gone. People who may read the workbook may
    read the list.
    """
    place = _place(path)
    with only_one(place):
        workbooks = dict(_workbooks(place))
        own = workbooks.setdefault(path.name, Listed())
        yield own
        there = set(os.listdir(place.parent))
        own.copies = {name: kept for name, kept in own.copies.items() if name in there}
        written = json.dumps(_as_json(workbooks), indent=1).encode()
        with new_file(place, lambda target: target.write(written)) as new:
            keep_access(path, new)
            move_to(new, place)


def _place(path: Path) -> Path:
    return path.parent / FOLDER / INDEX


def _as_json(workbooks: Mapping[str, Listed]) -> dict[str, Any]:
    return {
        "made by": _MADE_BY,
        "workbooks": {
            name: {
                "left": [left._asdict() for left in own.left],
                "copies": {copy: kept._asdict() for copy, kept in own.copies.items()},
            }
            for name, own in workbooks.items()
        },
    }


def _workbooks(place: Path) -> dict[str, Listed]:
    try:
        with open(os.open(place, READ_FLAGS), "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise ValueError
            content = json.loads(stream.read(_LARGEST))
        if content["made by"] != _MADE_BY:
            raise ValueError
        return {
            name: Listed(
                [Left(str(left["digest"]), int(left["undone"])) for left in own["left"]],
                {copy: _kept(kept) for copy, kept in own["copies"].items()},
            )
            for name, own in content["workbooks"].items()
        }
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        if error.errno not in (errno.EISDIR, errno.ELOOP):
            raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass
    raise FileProblem(
        f"{place}, the list of a workbook's copies, cannot be read, and the workbook was not changed. "
        "Rename the list, or move it away, and try again."
    )


def _kept(found: Mapping[str, Any]) -> Kept:
    games = found["games"]
    return Kept(str(found["digest"]), str(found["command"]), None if games is None else int(games))
