"""A published page, read as a browser sees it."""

from __future__ import annotations

from pathlib import Path

from lxml.html import HtmlElement, HTMLParser, parse

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
