"""The page on security. Every line of it names a test, and each of these tests exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "tests" / "SECURITY.md").read_text(encoding="utf-8")
FRONT_PAGE = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = [line for line in PAGE.splitlines() if line.startswith("- ")]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
NO_TEST_CAN = "No test can"
"""The one line that leaves something to the reader has this."""


def test_every_line_names_its_test() -> None:
    assert len(LINES) > 12
    assert [line for line in LINES if not NAMED.search(line) and NO_TEST_CAN not in line] == []
    assert sum(NO_TEST_CAN in line for line in LINES) == 1


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED.findall(PAGE))))
def test_the_test_is_there(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_it_is_one_page_and_the_front_page_leads_to_it() -> None:
    assert len(PAGE) < 5_500
    assert "(tests/SECURITY.md)" in FRONT_PAGE


def test_the_front_page_says_where_a_hole_is_reported() -> None:
    """You report it in private, and the page says where, to whom, and what to send."""
    (line,) = (line for line in FRONT_PAGE.splitlines() if "security hole" in line)
    assert "in private" in line and "(tests/SECURITY.md#if-you-find-a-hole)" in line
    _, told = PAGE.split("## If you find a hole\n")
    assert "Report a vulnerability" in told and "the person who gave it to you" in told
    assert "Report a vulnerability" in (ROOT / "RELEASING.md").read_text(encoding="utf-8")
