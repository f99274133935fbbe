"""The file NAME.page.json of earlier versions, which said what a page shows. It is read once, and written no more."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from xladdin.cells.text import name_key
from xladdin.errors import WorkbookError
from xladdin.files.atomic_write import named_beside
from xladdin.messages import msg
from xladdin.reports.names_shown import SHOWN

_LARGEST = 256_000_000


def record_path(workbook: Path) -> Path:
    """Return the path of the record beside a workbook."""
    return named_beside(workbook, "", ".page.json", stem=workbook.stem)


def read_record(workbook: Path) -> Mapping[str, str]:
    """Return what the record beside a workbook shows of players, by name, and of all others by a blank name.

    It is empty if there is no record. Raises WorkbookError if it is damaged.
    """
    place = record_path(workbook)
    if not os.path.lexists(place):
        return {}
    try:
        found = place.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST:
            raise ValueError
        private = json.loads(place.read_bytes())["private"]
        if not set(private.values()) <= set(SHOWN):
            raise ValueError
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise WorkbookError(
            msg(
                "{place} cannot be read. An earlier version noted there who is not shown by name: say it in the "
                "cells Web on Players, and move the file away.",
                place=place,
            )
        ) from None
    return dict(private)


def remove_record(workbook: Path) -> None:
    """Remove the record, once the workbook holds what it said. It names players in full."""
    record_path(workbook).unlink(missing_ok=True)


def wishes_by_player(
    private: Mapping[str, str], names: Sequence[str], meant: Callable[[str], int | None]
) -> dict[str, str]:
    """Return what is to be shown of these players, by the names that they have now.

    `meant` gives the position of the player whom a spelling means: None for nobody, below 0 for a bye. A
    wish for another spelling counts for a player without one, so that an accent added by hand shows nobody.
    """
    exact = {name_key(name): name for name in names}
    wishes = {exact[name_key(name)]: how for name, how in private.items() if name and name_key(name) in exact}
    for name, how in private.items():
        position = meant(name) if name else None
        if position is not None and position >= 0:
            wishes.setdefault(names[position], how)
    return wishes
