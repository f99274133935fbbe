"""What the Calculator shows after LibreOffice has recalculated it."""

from __future__ import annotations

from pathlib import Path

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.live_cells import INPUTS
from tests.helpers.programs.recalculating import recalculate
from tests.workbook.calculator.inputs import Line, Lines
from xladdin.workbook.schema import CALCULATOR


def row_of(sheet: Worksheet, label: str) -> int:
    (row,) = [row for row in range(1, sheet.max_row + 1) if sheet.cell(row, 1).value == label]
    return row


def calculated(path: Path, inputs: list[Lines]) -> list[Lines]:
    """What the Calculator of a workbook shows for each of the inputs."""
    workbook = openpyxl.load_workbook(path)
    for sheet in workbook.worksheets:
        if sheet.title not in (CALCULATOR, *INPUTS):
            workbook.remove(sheet)
    for number, lines in enumerate(inputs):
        card = workbook.copy_worksheet(workbook[CALCULATOR])
        card.title = f"Card {number}"
        for label, values in lines.items():
            for column, value in enumerate(values, 2):
                cell = card.cell(row_of(card, label), column)
                cell.value = value
                if isinstance(value, str):
                    cell.data_type = "s"
    path = path.with_name("cards.xlsx")
    workbook.save(path)
    shown = openpyxl.load_workbook(recalculate(path, path.parent / "recalculated"), data_only=True)
    cards = [shown[f"Card {number}"] for number in range(len(inputs))]
    return [
        {str(row[0]): tuple(None if cell == "" else cell for cell in row[1:9]) for row in card.values if row[0]}
        for card in cards
    ]


def differences(shown: Lines, wanted: Lines) -> dict[str, tuple[Line, Line]]:
    found = {}
    for label, values in wanted.items():
        same = all(
            abs(one - other) < 1e-9
            if isinstance(one, (int, float)) and isinstance(other, (int, float))
            else one == other
            for one, other in zip(values, shown[label])
        )
        if not same:
            found[label] = (shown[label], values)
    return found
