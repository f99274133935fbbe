"""The pages of the handbook. Each is linked, and no message is explained that the code does not have."""

from __future__ import annotations

import re

from tests.helpers.readmes.messages import is_meant, messages
from tests.promises.markdown import PAGES, read_text

MESSAGES = read_text("workbooks/handbook/messages.md")
HEADINGS = {"the Note says", "message"}


def test_every_page_is_linked_from_the_handbook() -> None:
    linked = re.findall(r"\]\(handbook/([\w-]+\.md)\)", read_text("workbooks/README.md").words)
    assert set(linked) == {path.name for path in PAGES.glob("*.md")}


def test_every_explanation_is_of_a_message() -> None:
    told = MESSAGES.words.replace(MESSAGES.section("Review"), "")
    rows = set(re.findall(r"^\| (.+?) \|", told, re.MULTILINE)) - HEADINGS
    found = messages()
    assert len(rows) > 30
    assert [row for row in rows if not any(is_meant(row, text) for text in found)] == []
