"""The lists that names are chosen from, where a director has left rows blank between them."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import book_of, edited
from tests.helpers.programs.ironcalc import Engine
from tests.helpers.programs.libreoffice import recalculate
from xladdin.log.roster import BYE
from xladdin.workbook.sheets.input_sheets import last_filled_row

SCA = {
    "groups": [["Group", "Initial rating"], ["Knights", 1200], ["Rooks", 1100], ["Pawns", 1000]],
    "players": [["Player", "Group"], ["Ada", "Knights"], ["Bo", "Pawns"], ["Cy", "Pawns"], ["Dora", "Pawns"]],
}
DPTR = {
    "events": [["Event", "Date", "Players", "Rounds"], *([f"Open {n}", "2006-05-01", 9, 3] for n in (1, 2, 3))],
    "players": [["Player", "Nation"], ["Ada", ""], ["Bo", ""], ["Cy", ""]],
}
CASES = {
    "sca": (
        SCA,
        [("Players", "A3"), ("Players", "A4"), ("Groups", "A3")],
        {"player_choices": [BYE, "Ada", "", "", "Dora"], "group_choices": ["Knights", "", "Pawns"]},
    ),
    "dptr": (DPTR, [("Events", "A2"), ("Events", "A3")], {"event_choices": ["", "", "Open 3"]}),
}


@pytest.mark.parametrize("key", CASES)
def test_a_blank_row_hides_no_choice_below_it(key: str, tmp_path: Path) -> None:
    tables, blanked, lists = CASES[key]
    path = book_of(key, tmp_path, tables)
    edited(path, *((sheet, cell, None) for sheet, cell in blanked))
    workbook = openpyxl.load_workbook(path)
    sheet = workbook.create_sheet("Asked")
    for column, (name, choices) in enumerate(lists.items(), 1):
        sheet.cell(1, column).value = f"=ROWS({name})"
        for row in range(1, len(choices) + 1):
            sheet.cell(row + 1, column).value = f'=INDEX({name},{row})&""'
    workbook.save(path)
    asked = openpyxl.load_workbook(recalculate(path, tmp_path / "by libreoffice"), data_only=True)["Asked"]
    for cells, choices in zip(asked.iter_cols(values_only=True), lists.values()):
        assert [cell or "" for cell in cells][: len(choices) + 1] == [len(choices), *choices]


def test_the_last_filled_row_in_another_engine(tmp_path: Path) -> None:
    """IronCalc knows the row, though not a range that ends at INDEX."""
    workbook = openpyxl.Workbook()
    sheet = workbook.create_sheet("Players")
    for row, name in ((1, "Player"), (2, "Ada"), (5, 7), (9, "Zoë")):
        sheet.cell(row, 1).value = name
    workbook.save(tmp_path / "players.xlsx")
    engine = Engine(tmp_path / "players.xlsx")
    assert engine.evaluate(f"={last_filled_row('Players')}") == 9
    engine.set("Players", "A9", None)
    assert engine.evaluate(f"={last_filled_row('Players')}") == 5
