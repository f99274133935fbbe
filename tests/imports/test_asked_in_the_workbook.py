"""What an import asks about is on Review. Once settled, it stays settled until its row changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.editing import column_of, type_cells
from tests.helpers.clubs import stored
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.imports.importing import DONE, copied, import_text
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW

CASES = {
    "Sent after midnight": (
        "mississauga",
        "Submitted On,Winner,Winners Score,Opponent,Opponents Score\n9/15/2024 0:40:00,Pierre,401,Lester,388\n",
        "2024-09-14 · Pierre · 401 · Lester · 388: it was sent after midnight and counts for the evening before",
        ("Games", "Date", 45550, "Score 2", 388),
    ),
    "No cross under Active": (
        "sca",
        "Player,Group,Active\nEve Oak,Pawns,x\nUma Fir,Pawns,\nSol Elm,Pawns,x\n",
        "Uma Fir: others have a mark, and a blank counts as Yes; type No or Left",
        ("Players", "Active", "Yes", "Player", "Uma Fir"),
    ),
    "The same row twice": (
        "mississauga",
        "Date,Player,Points,Reason\n2024-09-15,Pierre,5,Book\n2024-09-15,Pierre,5,Book\n",
        "2024-09-15 · Pierre · 5 · Book: a file had it more than once, and each counts",
        ("Adjustments", "Points", 7, "Reason", "Book"),
    ),
}
"""The system, file and words of a question, and a correction: sheet, heading, value, and what tells the row."""


def rows_of(club: Path, sheet: str, heading: str, value: object) -> list[int]:
    return [row for row, cell in enumerate(column_of(club, sheet, heading), FIRST_DATA_ROW) if cell == value]


def open_of(what: str, club: Path) -> list[str]:
    output = run_cleanly("recalc", "--dry-run", club)
    return [line for line in output.splitlines() if f"  {what}, " in line]


@pytest.mark.parametrize("what", CASES)
def test_settled_stays_settled_until_its_row_changes(what: str, made: dict[str, Path], tmp_path: Path) -> None:
    system, text, question, (sheet, heading, value, known_by, known) = CASES[what]
    club = copied(made, system, tmp_path)
    assert import_text(club, text).status == DONE
    (line,) = open_of(what, club)
    assert question in line

    corrected = tmp_path / "corrected.xlsx"
    corrected.write_bytes(club.read_bytes())
    (letter,) = (cell.column_letter for cell in stored(corrected)[sheet][HEADINGS_ROW] if cell.value == heading)
    type_cells(corrected, {f"{sheet}!{letter}{row}": value for row in rows_of(corrected, sheet, known_by, known)})
    assert run_here("recalc", corrected).status == DONE
    assert open_of(what, corrected) == []

    assert run_here("recalc", "--accept", "all", club).status == DONE
    assert run_here("recalc", club).status == DONE
    assert run_here("renew", club, tmp_path / "renewed.xlsx").status == DONE
    assert open_of(what, tmp_path / "renewed.xlsx") == []
    players = [str(name) for name in column_of(club, "Players", "Player") if str(name) in question]
    for number, name in enumerate(players):
        assert run_here("rename", club, name, f"{name} {number}").status == DONE
    assert players and open_of(what, club) == []
