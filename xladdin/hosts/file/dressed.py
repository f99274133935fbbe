"""What a recalculation writes into a file: its values, those of formulas that stay, and what is no value.

That are the axes of our own chart, the paper and the footers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import BinaryIO

from xladdin.cells.limits import DAY_ZERO_1904, SERIAL_DAY_ZERO
from xladdin.cells.table import CellBlock
from xladdin.cells.text import shown
from xladdin.files.reading.club_file import ClubFile
from xladdin.recalc import Outcome
from xladdin.workbook.schema import PAPER, PAPER_NUMBERS, START, TITLE_NAME


def write_dressed(
    file: ClubFile, blocks: Sequence[CellBlock], target: BinaryIO, outcome: Outcome | None = None
) -> None:
    """Writes the workbook with new values. outcome: of the recalculation they come from. Raises as `write_blocks`."""
    from xladdin.files.writing.blocks import write_blocks
    from xladdin.files.writing.chart_axes import with_axes
    from xladdin.files.writing.footers import with_title
    from xladdin.files.writing.paper import on_paper

    chosen, known = shown(file.names.get(PAPER.name)).casefold(), frozenset(PAPER_NUMBERS.values())
    title = " ".join(shown(file.names.get(TITLE_NAME)).split())
    paper = next((number for name, number in PAPER_NUMBERS.items() if name.casefold() == chosen), None)

    def dress(parts: Mapping[str, Iterable[bytes]]) -> Mapping[str, Iterable[bytes]]:
        if outcome is not None and outcome.axes is not None:
            parts = with_axes(file, parts, outcome.axes)
            parts = _with_history(file, parts, outcome)
        if title:
            parts = with_title(file, parts, title, START)
        return parts if paper is None else on_paper(file, parts, paper, known, START)

    write_blocks(file, blocks, target, dress)


def _with_history(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], outcome: Outcome
) -> Mapping[str, Iterable[bytes]]:
    """The live cells of History hold what they give for its new table."""
    from xladdin.files.writing.formula_values import formula_in, with_values
    from xladdin.workbook.report_sheets.history_helpers import PICKED, PICKED_CELL, HistoryHelpers

    sheet = file.sheet_name(outcome.axes.sheet) if outcome.axes else None
    if sheet is None or outcome.history is None or outcome.replay is None:
        return parts
    helpers, picked = HistoryHelpers(outcome.replay.log.system), None
    if formula_in(file, sheet, PICKED_CELL.replace("$", "")) != helpers.picked_formula():
        row, column = PICKED
        held = file.sheet_values(sheet)[row - 1 : row]
        picked = shown(held[0][column - 1]) if held else ""
    day_zero = DAY_ZERO_1904 if file.date1904 else SERIAL_DAY_ZERO
    cells = helpers.cells(outcome.history, picked, day_zero)
    return with_values(file, parts, sheet, {(row, column): (text, value) for row, column, text, value in cells})
