"""What an import asks about is on Review. Once settled, it stays settled until its row changes."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import openpyxl
import pytest
from openpyxl.utils import get_column_letter

from tests.corpus.editing import column_of, type_cells
from tests.helpers.programs.command_line import run_here
from tests.imports.importing import DONE, FORM, copied, import_text
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW


class Case(NamedTuple):
    """A file, and what the import asks about it.

    `corrected` holds sheet, heading and new value, and a heading and value that tell the row. `deletes` says that the
    director took out one of its games before.
    """

    system: str
    text: str
    what: str
    words: str
    corrected: tuple[str, str, object, str, object]
    options: tuple[str, ...] = ()
    deletes: bool = False


CASES = {
    "midnight": Case(
        "mississauga",
        "Submitted On,Winner,Winners Score,Opponent,Opponents Score\n9/15/2024 0:40:00,Pierre,401,Lester,388\n",
        "Sent after midnight",
        "2024-09-14 · Pierre · 401 · Lester · 388: it was sent in the night and counts for the evening before",
        ("Games", "Date", 45550, "Score 2", 388),
    ),
    "cross": Case(
        "sca",
        "Player,Group,Active\nEve Oak,Pawns,x\nUma Fir,Pawns,\nSol Elm,Pawns,x\n",
        "No cross under Active",
        "Uma Fir: others had a cross, and a blank counts as Yes; type No or Left",
        ("Players", "Active", "Yes", "Player", "Uma Fir"),
    ),
    "twice": Case(
        "mississauga",
        "Date,Player,Points,Reason\n2024-09-15,Pierre,5,Book\n2024-09-15,Pierre,5,Book\n",
        "The same row twice",
        "2024-09-15 · Pierre · 5 · Book: a file had it more than once, and each counts",
        ("Adjustments", "Points", 7, "Reason", "Book"),
    ),
    "alike": Case(
        "mississauga",
        "Player\nRobert Smith\nBob Smith\n",
        "Similar names",
        "Bob Smith and Robert Smith: one player, or two?",
        ("Players", "Player", "Bob Jones", "Player", "Bob Smith"),
    ),
    "brought back": Case(
        "mississauga",
        FORM,
        "A game brought back",
        "2024-09-14 · Lester · 402 · Pierre · 380: it was removed before, and an import added it again",
        ("Games", "Score 1", 403, "Player 1", "Lester"),
        ("--as-new",),
        deletes=True,
    ),
}


def rows_of(book: Path, sheet: str, heading: str, value: object) -> list[int]:
    return [row for row, cell in enumerate(column_of(book, sheet, heading), FIRST_DATA_ROW) if cell == value]


def open_of(case: Case, book: Path) -> list[str]:
    """Open questions of that kind, as a dry run lists them."""
    said = run_here("recalc", "--dry-run", book)
    assert said.status == DONE, said.err
    return [line for line in said.out.splitlines() if f"  {case.what}, " in line]


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_settled_stays_settled_until_its_row_changes(case: Case, made: dict[str, Path], tmp_path: Path) -> None:
    book = copied(made, case.system, tmp_path)
    if case.deletes:
        assert import_text(book, case.text).status == DONE
        (row,) = rows_of(book, "Games", "Player 1", "Lester")
        type_cells(book, {f"Games!{column}{row}": None for column in "ABCDE"})
        assert run_here("recalc", book).status == DONE
    assert import_text(book, case.text, *case.options).status == DONE
    (line,) = open_of(case, book)
    assert case.words in line

    corrected = tmp_path / "corrected.xlsx"
    corrected.write_bytes(book.read_bytes())
    sheet, heading, value, known_by, known = case.corrected
    headings = [cell.value for cell in openpyxl.load_workbook(corrected)[sheet][HEADINGS_ROW]]
    letter = get_column_letter(headings.index(heading) + 1)
    type_cells(corrected, {f"{sheet}!{letter}{row}": value for row in rows_of(corrected, sheet, known_by, known)})
    assert run_here("recalc", corrected).status == DONE
    assert open_of(case, corrected) == []

    assert run_here("recalc", "--accept", "all", book).status == DONE
    assert run_here("recalc", book).status == DONE
    for command, *options in (["renew"], ["rollover", "--keep-log"]):
        assert run_here(command, book, tmp_path / f"{command}.xlsx", *options).status == DONE
        assert open_of(case, tmp_path / f"{command}.xlsx") == []
    players = [str(name) for name in column_of(book, "Players", "Player") if str(name) in case.words]
    for number, name in enumerate(players):
        assert run_here("rename", book, name, f"{name} {number}").status == DONE
    assert players and open_of(case, book) == []
    assert run_here("undo", book).status == DONE
    assert open_of(case, book) == []
