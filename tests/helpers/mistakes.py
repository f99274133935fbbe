"""Mistakes of directors, typed into a workbook, and the ratings that it gives or would have given."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import openpyxl

from tests.helpers.programs.command_line import run_here
from xladdin.workbook.schema import HEADINGS_ROW

Cells = Sequence[object]
HEADINGS = ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Kind"]
OF_CHESS = ["Date", "White", "Black", "Result"]


class Mistake(NamedTuple):
    """A row as a director typed it, the right row, whose rating it moves, and what `check` says of it."""

    typed: Cells
    right: Cells
    player: str
    said: str


def write(path: Path, rows: Sequence[Cells]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as target:
        csv.writer(target).writerows(["" if cell is None else cell for cell in row] for row in rows)
    return path


def typed(path: Path, sheet: str, rows: Sequence[Cells]) -> int:
    """Types rows below the last one, and gives the number of the first."""
    workbook = openpyxl.load_workbook(path)
    here = workbook[sheet]
    first = max((cell.row for cell in here["A"][HEADINGS_ROW:] if cell.value), default=HEADINGS_ROW) + 1
    columns = {cell.value: cell.column for cell in here[HEADINGS_ROW]}
    headings = {"Games": HEADINGS if "Player 1" in columns else OF_CHESS}.get(sheet, list(columns))
    for row, cells in enumerate(rows, first):
        for heading, cell in zip(headings, cells):
            here.cell(row, columns[heading]).value = cell
    workbook.save(path)
    return first


def ratings(path: Path) -> dict[str, object]:
    headings, *rows = openpyxl.load_workbook(path, data_only=True)["Players"].iter_rows(HEADINGS_ROW, values_only=True)
    place = headings.index("Rating")
    return {row[0]: None if row[place] is None else round(row[place], 6) for row in rows if row[0]}


def copied(path: Path, name: str) -> Path:
    copy = path.with_name(name)
    shutil.copy(path, copy)
    return copy


def rated_with(path: Path, sheet: str, row: Cells | None, folder: Path) -> dict[str, object]:
    """The ratings of the workbook with one row more, or with none."""
    copy = copied(path, "figure.xlsx")
    if row is not None:
        typed(copy, sheet, [row])
    said = run_here("recalc", copy)
    assert said.status == 0, said.err
    return ratings(copy)
