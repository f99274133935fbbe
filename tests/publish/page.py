"""A published page, read as a browser sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

IMPLIED = {"td": ("td", "th"), "tr": ("td", "th", "tr"), "tbody": ("td", "th", "tr", "thead", "tbody")}
"""HTML leaves out the ends of these elements where another begins or the table ends (HTML, 13.1.2.4)."""
IMPLIED |= {"th": IMPLIED["td"], "table": IMPLIED["tbody"], "thead": IMPLIED["tr"]}
VOID = {"meta", "link", "br", "input", "line", "polyline", "circle", "rect", "path"}


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
