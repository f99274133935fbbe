"""The workbook of a club of four players, and a published page, read as a browser sees it."""

from __future__ import annotations

from pathlib import Path

from lxml.html import HtmlElement, HTMLParser, parse

from tests.helpers.clubs import book_of as book_of_tables
from tests.helpers.clubs import recalc_club

START = [["Ann Lee", 1200, 60], ["Bob Roy", 1300, 60], ["Jean-François", 1100, 60], ["Jean Francois", 1000, 60]]
EVENING = [["2026-01-06", "Ann Lee", 400, "Bob Roy", 380], ["2026-01-06", "Jean-François", 300, "Jean Francois", 310]]
NEXT = [["2026-01-13", "Ann Lee", 420, "Jean-François", 320]]
UNKNOWN_TAG = 801
"""What libxml2 says of elements newer than HTML 4."""


class Page:
    """A page as a browser sees it: tables as rows of texts, links, all text, and every tag with its attributes."""

    def __init__(self, root: HtmlElement) -> None:
        for pause in root.iter("br", "p"):
            pause.tail = f" {pause.tail or ''}"
        self.text = root.text_content()
        self.links = [str(link.get("href")) for link in root.iter("a")]
        self.tags = [(str(tag.tag), dict(tag.attrib)) for tag in root.iter()]
        self.tables = [
            [[" ".join(cell.text_content().split()) for cell in row.iter("td", "th")] for row in table.iter("tr")]
            for table in root.iter("table")
        ]

    @classmethod
    def of(cls, path: Path) -> Page:
        parser = HTMLParser(encoding="utf-8")
        page = cls(parse(path, parser).getroot())
        assert [error for error in parser.error_log if error.type != UNKNOWN_TAG] == [], path
        return page

    def rows(self, number: int = 0) -> list[list[str]]:
        return [row for row in self.tables[number][1:] if len(row) > 1]


def book_of(folder: Path, players: list[list[object]], games: list[list[object]]) -> Path:
    (folder / "mississauga.xlsx").unlink(missing_ok=True)
    heads = ["Player", "Start rating", "Start games"], ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
    club = book_of_tables("mississauga", folder, {"players": [heads[0], *players], "games": [heads[1], *games]})
    assert not recalc_club(club).problems
    return club
