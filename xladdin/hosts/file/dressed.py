"""What a recalculation writes into a file: its values, those of formulas that stay, and what is no value.

That are the axes of our own chart, the paper and the footers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import BinaryIO

from xladdin.cells.limits import DAY_ZERO_1904, SERIAL_DAY_ZERO
from xladdin.cells.table import CellBlock
from xladdin.cells.text import is_blank, shown
from xladdin.files.reading.club_file import ClubFile
from xladdin.recalc import Outcome
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.filling import layouts
from xladdin.workbook.report_sheets.blocks.layout import SUBTITLE_ROW
from xladdin.workbook.report_sheets.blocks.placing import sheet_of
from xladdin.workbook.schema import PAPER, PAPER_NUMBERS, START, TITLE_NAME
from xladdin.workbook.shown import REPEATED, REPEATED_COLUMN, THE_LAST, repeated
from xladdin.workbook.start import language_of


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
        if outcome is not None and outcome.replay is not None:
            parts = _with_choices(file, parts, outcome.replay.log.system)
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


def _with_choices(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], system: RatingSystem
) -> Mapping[str, Iterable[bytes]]:
    """A sheet that repeats a choice made on another says it, or in the club's language that it is the last."""
    from xladdin.files.writing.formula_values import with_values

    for layout in layouts(system):
        sheet, name = sheet_of(file, layout), REPEATED.get(layout.sheet, "")
        if sheet is not None and name:
            chosen = file.names.get(name)
            if is_blank(chosen):
                chosen = language_of(file).heading(THE_LAST)
            value = chosen if isinstance(chosen, (date, int, float)) else shown(chosen)
            parts = with_values(file, parts, sheet, {(SUBTITLE_ROW, REPEATED_COLUMN + 1): (repeated(name), value)})
    return parts
