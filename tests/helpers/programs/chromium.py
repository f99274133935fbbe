"""Published pages that we make from a workbook, read as a browser sees them, and open in Chromium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.helpers.browsers.asking import ask
from tests.helpers.clubs import NOW, recalc_club, renew_in
from xladdin.hosts.publishing import publish_file
from xladdin.web_pages.page_folder import Published

PHONE, DESKTOP = 390, 1280
ALIKE = ("evening", "player")
"""The folders whose pages come of one template each."""
_SECONDS = 300


def publish_page(workbook: Path, folder: Path | None, private: str = "names") -> Published:
    """Write the page of a workbook, with full names unless others are asked for."""
    return publish_file(workbook, folder, NOW, private=private)


def publish_in_french(workbook: Path, folder: Path, private: str = "names") -> Published:
    """Put a workbook into French, recalculate it and publish its pages."""
    renew_in(workbook, "fr")
    recalc_club(workbook)
    return publish_page(workbook, folder, private)


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return the content of each file below a folder by its relative path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def open_pages(
    places: Sequence[Path],
    *,
    widths: Sequence[int] = (PHONE, DESKTOP),
    dark: Sequence[bool] = (False,),
    scripts: Mapping[Path, Sequence[str]] | None = None,
    pictures: Mapping[Path, Sequence[Mapping[str, Any]]] | None = None,
    most: int | None = None,
    in_turn: bool = False,
    axe: bool = True,
) -> list[dict[str, Any]]:
    """Return what Chromium says of pages and of every page of folders, one page after another in one process.

    `scripts` says by its path what to ask of a page afterwards, each time an expression in JavaScript. `most` limits
    the pages of a folder in which they are `ALIKE`. With `in_turn` axe looks at each page in one of the widths only,
    and takes the widths in turn. Without `axe` it looks at none.
    """
    inside = [inner for path in places for inner in (path, *(below for below in path.rglob("*") if below.is_dir()))]
    pages = [
        path
        for folder in inside
        for path in (
            [folder] if folder.is_file() else sorted(folder.glob("*.html"))[: most if folder.name in ALIKE else None]
        )
    ]
    asked = {
        "pages": [path.resolve().as_uri() for path in pages],
        "widths": widths,
        "inTurn": in_turn,
        "axe": axe,
        "dark": dark,
        "scripts": {path.resolve().as_uri(): texts for path, texts in (scripts or {}).items()},
        "pictures": {path.resolve().as_uri(): shots for path, shots in (pictures or {}).items()},
    }
    answers: list[dict[str, Any]] = ask("pages", "chrome", _SECONDS, **asked)
    assert len(answers) == len(pages)
    return answers
