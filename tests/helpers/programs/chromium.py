"""Published pages that we make from a workbook, read as a browser sees them, and open in Chromium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from tests.helpers.browsers.asking import ask
from tests.helpers.clubs import NOW, recalculated, renewed_in
from xladdin.hosts.publishing import publish_file
from xladdin.web_pages.folder import Published

PHONE, DESKTOP = 390, 1280
ALIKE = ("evening", "player")
"""The folders whose pages come of one template each."""
_SECONDS = 300
IMPLIED = {"td": ("td", "th"), "tr": ("td", "th", "tr"), "tbody": ("td", "th", "tr", "thead", "tbody")}
"""HTML leaves out the ends of these elements where another begins or the table ends (HTML, 13.1.2.4)."""
IMPLIED |= {"th": IMPLIED["td"], "table": IMPLIED["tbody"], "thead": IMPLIED["tr"]}
VOID = {"meta", "link", "br", "input", "line", "polyline", "circle", "rect", "path"}


def published(book: Path, folder: Path | None, private: str = "names") -> Published:
    """Write the page of a workbook, with full names unless others are asked for."""
    return publish_file(book, folder, NOW, private=private)


def published_in_french(book: Path, folder: Path, private: str = "names") -> Published:
    """Write the page of a workbook whose language becomes French."""
    renewed_in(book, "fr")
    recalculated(book)
    return published(book, folder, private)


def content(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder by its path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@dataclass
class Page(HTMLParser):
    """A page as a browser sees it: tables as rows of texts, links, all text, and every tag with its attributes."""

    tables: list[list[list[str]]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    text: str = ""

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[str] = []
        self._in_cell = 0

    @classmethod
    def of(cls, path: Path) -> Page:
        """Return the page of a file, which must be well formed."""
        page = cls()
        page.feed(path.read_text(encoding="utf-8"))
        page.close()
        assert page._open == [], path
        return page

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "table":
            self._end_what_is_implied(tag)
        if tag not in VOID:
            self._open.append(tag)
        if tag == "a":
            self.links.append(dict(attrs)["href"] or "")
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self._in_cell += 1
        elif tag == "br" and self._in_cell:
            self.handle_data(" ")

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if self._open[-1] != tag:
            self._end_what_is_implied(tag, but=tag)
        assert self._open.pop() == tag
        if tag == "p" and self._in_cell:
            self.handle_data(" ")
        self._in_cell -= tag in ("td", "th")

    def _end_what_is_implied(self, tag: str, but: str = "") -> None:
        while self._open and self._open[-1] in IMPLIED.get(tag, ()) and self._open[-1] != but:
            self._in_cell -= self._open.pop() in ("td", "th")

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._in_cell:
            self.tables[-1][-1][-1] = f"{self.tables[-1][-1][-1]}{data}"

    def rows(self, number: int = 0) -> list[list[str]]:
        """Return the rows of a table below its headings, without rows of words."""
        return [[" ".join(cell.split()) for cell in row] for row in self.tables[number][1:] if len(row) > 1]


def opened(
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
    inside = [inner for place in places for inner in (place, *(one for one in place.rglob("*") if one.is_dir()))]
    pages = [
        path
        for place in inside
        for path in (
            [place] if place.is_file() else sorted(place.glob("*.html"))[: most if place.name in ALIKE else None]
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
    found: list[dict[str, Any]] = ask("pages", "chrome", _SECONDS, **asked)
    assert len(found) == len(pages)
    return found
