"""The Calculator sheet: two players of the list or typed ratings, a score, and what it would change.

It has native formulas over the Rules sheet's names, step by step along the rule. So a director can show a player where
the points come from. It needs no add-in and belongs to no game of the log. A new sheet holds an example of the source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.cells.numbers import Number
from xladdin.cells.table import CellValue
from xladdin.reports.occasions import called
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import CALCULATOR, Column, Kind
from xladdin.workbook.sheets.input_sheets import allow_entries
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import add_titled_sheet, give_first, write
from xladdin.workbook.styles.page_setup import set_up_printing
from xladdin.workbook.systems import half_of
from xladdin.workbook.systems.cards import Cells, Shown, Values, listed_or_typed
from xladdin.workbook.words.fixed import CALCULATOR_HEADS, CALCULATOR_SUBTITLE

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

HEADING_ROW = 4
LABEL_WIDTH, PLAYER_WIDTH = 30, 22
FIGURES, FIGURE_WIDTH = 6, 11
"""The columns beside the players' for the figures of a game of an evening. A remark runs on over all of them."""
LINE_HEIGHT = 20
"""Points."""


def add_calculator(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the sheet. It needs the names of Rules, the lists of choices, and the names of `live_names`."""
    sheet = add_titled_sheet(workbook, CALCULATOR, CALCULATOR_SUBTITLE)
    headings = system.log_kind.players
    for column, heading in enumerate((CALCULATOR_HEADS[0], *headings), 1):
        write(sheet, HEADING_ROW, column, heading, styles.HEADING)
    half_of(system).card(CalculatorCard(sheet, system, half_of(system).example(system)))
    widths = (LABEL_WIDTH, *(PLAYER_WIDTH for _ in headings), *(FIGURE_WIDTH for _ in range(FIGURES)))
    for column, width in enumerate(widths, 1):
        sheet.column_dimensions[column_letters(column)].width = width
    set_up_printing(sheet, len(widths), last_row=sheet.max_row, heading_rows=0, landscape=True, pages_high=1)


class CalculatorCard:
    """The lines of the sheet, from the first on. Each has a cell for every player."""

    def __init__(self, sheet: Worksheet, system: RatingSystem, values: Values) -> None:
        """`values` are the formulas' first values, for people who look without a spreadsheet."""
        self._sheet = sheet
        self._values = values
        self._system, self._players = system, len(system.log_kind.players)
        self._row = HEADING_ROW

    def entered(self, label: str, kind: Kind, example: Sequence[Number | str], remark: str = "") -> Cells:
        """A line for typing. `example` has its first values, one for each cell."""
        cells = self._line(label, remark)[: len(example)]
        for cell, value in zip(cells, example):
            self._enter(cell, label, kind, value)
        return cells

    def players(self, ratings: Sequence[Number]) -> tuple[Cells, Cells]:
        """Lines to choose players or type ratings. Gives the cells of the names, and of the ratings that count."""
        names = self.entered("Player", Kind.PLAYER, [""] * self._players, "From the list on Players")
        typed = self.entered("or rating", Kind.RATING, ratings, "Counts where no player is chosen")
        return names, [listed_or_typed(name, rating) for name, rating in zip(names, typed)]

    def heads(self, *headings: str) -> None:
        """A line of headings, from the first column on."""
        self._row += 1
        self._sheet.row_dimensions[self._row].height = LINE_HEIGHT
        for column, heading in enumerate(headings, 1):
            write(self._sheet, self._row, column, called(self._system, heading), styles.HEADING)

    def row(self, label: str, typed: Mapping[str, Kind], shown: Shown) -> Cells:
        """A line with cells of several kinds for typing, and formulas beside them. Gives the formulas' cells."""
        self._line(label, "")
        cells = [f"{column_letters(2 + number)}{self._row}" for number in range(len(typed))]
        for cell, (heading, kind) in zip(cells, typed.items()):
            self._enter(cell, heading, kind, "")
        found = []
        figures = zip(shown(cells), self._values[label])
        for number, ((kind, formula), value) in enumerate(figures, 2 + len(typed)):
            found.append(f"{column_letters(number)}{self._row}")
            self._show(found[-1], kind, formula, value)
        return found

    def searched(self, label: str, kind: Kind, formulas: Cells, remark: str = "") -> Cells:
        """A line of formulas that each go through a range of values: array formulas."""
        from openpyxl.worksheet.formula import ArrayFormula

        cells = self.shown(label, kind, formulas, remark)
        for cell, formula in zip(cells, formulas):
            self._sheet[cell].value = ArrayFormula(cell, f"={formula}")
        return cells

    def shown(self, label: str, kind: Kind, formulas: Cells, remark: str = "", *, result: bool = False) -> Cells:
        """A line of formulas. A result is in bold."""
        cells = self._line(label, remark)[: len(formulas)]
        for cell, formula, value in zip(cells, formulas, self._values[label]):
            self._show(cell, kind, formula, value, result=result)
        return cells

    def gap(self) -> None:
        """Leaves a line blank."""
        self._row += 1

    def _show(self, cell: str, kind: Kind, formula: str, value: CellValue, *, result: bool = False) -> None:
        self._sheet[cell] = f"={formula}"
        self._sheet[cell].font = styles.cell_font(11, bold=result)
        self._format(cell, kind)
        give_first(self._sheet[cell], formula, value)

    def _enter(self, cell: str, label: str, kind: Kind, value: Number | str) -> None:
        self._sheet[cell].value = None if value == "" else value
        self._sheet[cell].style = styles.INPUT
        allow_entries(self._sheet, cell, Column(called(self._system, label), kind))
        self._format(cell, kind)

    def _line(self, label: str, remark: str) -> Cells:
        self._row += 1
        self._sheet.row_dimensions[self._row].height = LINE_HEIGHT
        write(self._sheet, self._row, 1, called(self._system, label), styles.LABEL)
        if remark:
            write(self._sheet, self._row, 2 + self._players, f"  {remark}", styles.AS_OF)
        return [f"{column_letters(2 + player)}{self._row}" for player in range(self._players)]

    def _format(self, cell: str, kind: Kind) -> None:
        self._sheet[cell].number_format = styles.number_format(kind)
        self._sheet[cell].alignment = styles.centred()
