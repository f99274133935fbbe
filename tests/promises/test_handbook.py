"""The pages of the handbook. Each is linked, and no message is explained that the code does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages.pofile import read_po

from tests.helpers.programs.finding import ROOT
from tests.promises.markdown import PAGES, read_text

MESSAGES = read_text("workbooks/handbook/messages.md")
HEADINGS = {"the Note says", "message"}
CATALOGUE = ROOT / "xladdin" / "locale" / "fr" / "LC_MESSAGES" / "xladdin.po"


def templates() -> Iterator[str]:
    with CATALOGUE.open("rb") as stream:
        for entry in read_po(stream):
            yield from entry.id if isinstance(entry.id, tuple) else (entry.id,)


def is_meant(row: str, template: str) -> bool:
    """Return whether a row of the page is about a message: it has the pieces between "…" in their order."""
    pieces = (re.escape(piece.strip()) for piece in row.split("…"))
    return re.search(".*".join(pieces), re.sub(r"\{[^{}]*\}", "…", template), re.DOTALL) is not None


def test_every_page_is_linked_from_the_handbook() -> None:
    linked = re.findall(r"\]\(handbook/([\w-]+\.md)\)", read_text("workbooks/README.md").content)
    assert set(linked) == {path.name for path in PAGES.glob("*.md")}


def test_every_explanation_is_of_a_message() -> None:
    explained = MESSAGES.content.replace(MESSAGES.section("Review"), "")
    rows = set(re.findall(r"^\| (.+?) \|", explained, re.MULTILINE)) - HEADINGS
    translated = [*templates()]
    assert len(rows) > 30
    assert [row for row in rows if not any(is_meant(row, text) for text in translated)] == []
