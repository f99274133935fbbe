"""The pages of the handbook. Each is linked, every message and question has its row, and no row is stale."""

from __future__ import annotations

import re

from tests.helpers.readmes.markdown import PAGES, read_text
from tests.helpers.readmes.messages import is_meant, messages, questions

MESSAGES = read_text("workbooks/handbook/messages.md")
ROWS = re.findall(r"^\| (.+?) \|", MESSAGES.words, re.MULTILINE)
HEADINGS = {"the Note says", "message", "question"}
ASKED = set(re.findall(r"^\| (.+?) \|", MESSAGES.section("Review"), re.MULTILINE)) - HEADINGS
TOLD = [row for row in ROWS if row not in HEADINGS | ASKED]


def test_every_page_is_linked_from_the_handbook() -> None:
    linked = re.findall(r"\]\(handbook/([\w-]+\.md)\)", read_text("workbooks/README.md").words)
    assert sorted(linked) == sorted(path.name for path in PAGES.glob("*.md"))


def test_every_message_is_explained() -> None:
    found = messages()
    assert len(found) > 200
    assert {text: place for text, place in found.items() if not any(is_meant(row, text) for row in TOLD)} == {}


def test_every_explanation_is_of_a_message() -> None:
    found = messages()
    assert [row for row in TOLD if not any(is_meant(row, text) for text in found)] == []


def test_every_question_of_please_look_is_explained() -> None:
    assert questions() == ASKED


def test_a_card_is_one_page() -> None:
    assert len(read_text("workbooks/handbook/card.md").words.splitlines()) < 45
