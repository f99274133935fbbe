"""The lists from which people choose names, where a director has left blank rows between the names."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import book_of, edited
from tests.helpers.programs.recalculating import recalculate
from xladdin.game_log.players import BYE

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
        [("Players", "A5"), ("Players", "A6"), ("Groups", "A5")],
        {"player_choices": [BYE, "Ada", "", "", "Dora"], "group_choices": ["Knights", "", "Pawns"]},
    ),
    "dptr": (DPTR, [("Events", "A4"), ("Events", "A5")], {"event_choices": ["", "", "Open 3"]}),
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
