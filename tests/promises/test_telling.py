"""What we tell a person: one is not many, and many alike are one line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.clubs import book_of, edited
from tests.helpers.programs.command_line import run_here
from xladdin.cells.mending import told
from xladdin.cells.text import counted
from xladdin.errors import Problem
from xladdin.workbook.schema import FIRST_DATA_ROW

PACKAGE = Path(__file__).parents[2] / "xladdin"
MANY = re.compile(
    r" (player|game|row|group|session|event|result|name|copie|sheet|page|line|place|column|cell|rating|function|file|"
    r"alias|aliase|adjustment|placing|round|opponent|problem|change|entrie|tournament|week|month|day|season|bye|part)s\b"
)
MANY_ALWAYS = {
    "files/package.py": "parts, more than any club's workbook",
    "imports/tables/found_rows.py": "columns, more than are taken",
    "imports/tables/grid.py": "cells, far more than the other lines have",
    "imports/tables/spreadsheets.py": "rows, more than a sheet holds",
}
"""Here the number is always large."""
NO_COUNTS = {"where", "file"}


@pytest.mark.parametrize(
    ("number", "what", "words"),
    [
        (0, "game", "0 games"),
        (1, "game", "1 game"),
        (1_200, "row", "1,200 rows"),
        (1, "copy", "1 copy"),
        (2, "copy", "2 copies"),
        (2, "day", "2 days"),
        (2, "alias", "2 aliases"),
        (1, "start game", "1 start game"),
    ],
)
def test_a_number_with_its_noun(number: int, what: str, words: str) -> None:
    assert counted(number, what) == words


def counts_by_hand(path: Path) -> Iterator[str]:
    """Numbers that an f-string writes before a plural noun, without `counted`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.JoinedStr):
            continue
        for number, noun in zip(node.values, node.values[1:]):
            if not isinstance(number, ast.FormattedValue) or not isinstance(noun, ast.Constant):
                continue
            said = ast.unparse(number.value)
            if MANY.match(str(noun.value)) and not said.isupper() and said not in NO_COUNTS:
                yield f"{path.name}:{node.lineno} {{{said}}}{noun.value}"


def test_nothing_counts_words_by_hand() -> None:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if str(path.relative_to(PACKAGE)) not in MANY_ALWAYS:
            found += counts_by_hand(path)
    assert not found


def test_one_of_each(tmp_path: Path) -> None:
    files = {
        "groups": "Group,Initial rating\nKnights,1200\n",
        "players": "Player,Group,Active\nAda,Knights,Yes\nDora,Knights,Yes\n",
        "games": "Date,White,Black,Result\n2026-01-06,Ada,Doro,1-0\n",
    }
    options = []
    for name, text in files.items():
        (tmp_path / f"{name}.csv").write_text(text)
        options += [f"--{name}", str(tmp_path / f"{name}.csv")]
    said = run_here("new", "sca", str(tmp_path / "club.xlsx"), *options)
    assert ": 2 players, 1 group, 1 game." in said.out
    assert "1 row to fix. Fix it in the workbook, then recalculate it." in said.err


def test_a_column_of_dates_in_another_order_is_one_line(tmp_path: Path) -> None:
    rows = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"]]
    rows += [["2026-06-01", "Ann", 400, "Bob", 300] for _ in range(480)]  # type: ignore[list-item]
    made = book_of("montreal", tmp_path, {"games": rows})
    edited(
        made, *(("Games", f"A{FIRST_DATA_ROW + n}", f"{1 + n % 4 * 7:02}/06/2026") for n in range(480))
    )  # pasted as text
    for said in (run_here("recalc", str(made)), run_here("recalc", "--dry-run", str(made))):
        lines = said.err.strip().splitlines()
        assert len(lines) == 2, lines
        assert lines[0].startswith(
            'Games rows 4, 5, 6 and 477 more, Date "01/06/2026", "08/06/2026", "15/06/2026", "22/06/2026": '
            "must be a date such as 2006-10-01. "
        )
        assert "Text to Columns" in lines[0]
        assert lines[1].startswith("480 rows to fix. ")


def test_what_is_not_alike_is_told_one_by_one() -> None:
    def problem(row: int, value: str, message: str = "no such player", column: str = "Player 1") -> Problem:
        return Problem("Games", "Games", row, column, value, message)

    few = [problem(2, "Piere"), problem(4, "An"), problem(9, "Piere")]
    assert [line.text for line in told(few)] == list(map(str, few))
    many = [*few, problem(5, "x", "must be a number"), *(problem(row, f"Name {row}") for row in range(10, 30))]
    first, number = told(many)
    assert first.text == (
        'Games rows 2, 4, 9 and 20 more, Player 1 "Piere", "An", "Name 10", "Name 11", "Name 12", "Name 13", '
        '"Name 14", "Name 15" and 14 more: no such player'
    )
    assert (first.problems, number.problems) == (23, 1)
    assert sum(line.problems for line in told(many)) == len(many)
