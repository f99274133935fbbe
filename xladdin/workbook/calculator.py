"""Build the Calculator sheet, which shows step by step what a result would change.

A director chooses two players or types two ratings, and types a score. The change is computed by native formulas that
refer to the defined names of Rules. So the sheet needs no add-in, and adds no game to the log. In a new workbook it
contains an example of the system's source. Below it are the worksheet functions of the system, each with an example.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from xladdin.cells import CellValue, Number, column_letters
from xladdin.messages import BLANK, Message, msg
from xladdin.reports.wording import adapt_to_occasion
from xladdin.systems import SYSTEMS
from xladdin.systems.adapter import Cells, Values, build_rating_formula, load_adapter
from xladdin.systems.formulas import NONE, NONE_LITERAL
from xladdin.systems.system import RatingSystem, as_heading
from xladdin.workbook import styles
from xladdin.workbook.input_sheets import add_column_validation
from xladdin.workbook.lambda_names import build_lambda_names
from xladdin.workbook.schema import (
    CALCULATOR,
    CALCULATOR_NAME,
    Column,
    ColumnType,
    format_text_literal,
    localize_formula,
)
from xladdin.workbook.styles import (
    add_titled_sheet,
    get_sheet_language,
    name_cells,
    set_first_value,
    set_up_printing,
    write,
)

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.functions.registry import FunctionSpec

SUBTITLE = msg("Calculator: what a result would change")
TYPING_HINT = msg("Type into the yellow cells")
FUNCTIONS_TITLE, FUNCTIONS_HEAD = msg("Functions to type into a cell"), msg("Function")
HEADING_ROW = 4
# The widths of the columns [characters]: labels, two players, and the columns of the list of functions. A remark
# continues over the cells to the right of its column.
COLUMN_WIDTHS = (30, 25, 25, 10, 16, 66)
# Heights of a line of cells and of a line of text [points].
LINE_HEIGHT, TEXT_HEIGHT = 20, 14
_EXAMPLE = msg("Example")
# Excel measures a column's width in digits, and more letters than digits fit into it.
LETTERS_PER_WIDTH = 1.15
# The columns of the list of functions by heading. An example continues over the next column.
FUNCTION_COLUMNS = {FUNCTIONS_HEAD: 1, _EXAMPLE: 2, msg("gives"): 4, msg("LAMBDA name"): 5, msg("What it returns"): 6}
FUNCTION_NOTES = (
    msg("Copy an example into any cell, then press F2 and Enter there. [An argument in brackets] may be left out."),
    msg(
        "Those with a LAMBDA name work in this file in Excel 2024, Microsoft 365 and Excel on the web with nothing "
        "to install, one value per argument. An .xlsm, or a file made with --no-names, has no such names."
    ),
    msg(
        "All functions work in Excel on Windows with Python and xlwings, and on a Mac and on the web with xlwings Lite."
    ),
    msg(
        "The functions follow the printed tables of the sources; the change cells and the Calculator follow the "
        "sheet Rules."
    ),
)


def add_calculator(workbook: Workbook, system: RatingSystem) -> None:
    """Add the sheet Calculator to a new workbook.

    It refers to the defined names of Rules, to the lists of choices, and to the names of `build_live_names`.
    """
    sheet = add_titled_sheet(workbook, CALCULATOR, SUBTITLE, len(COLUMN_WIDTHS))
    name_cells(workbook, CALCULATOR_NAME, CALCULATOR, "$A$1")
    headings = system.log_schema.players
    for column, heading in enumerate((TYPING_HINT, *map(as_heading, headings)), 1):
        write(sheet, HEADING_ROW, column, heading, styles.HEADING)
    load_adapter(system).calculator(CalculatorSheet(sheet, system, load_adapter(system).example(system)))
    for column, width in enumerate(COLUMN_WIDTHS, 1):
        sheet.column_dimensions[column_letters(column)].width = width
    _add_functions(sheet, system, sheet.max_row + 2)
    set_up_printing(sheet, len(COLUMN_WIDTHS), last_row=sheet.max_row, heading_rows=0, landscape=True, pages_high=1)


def list_functions(system: RatingSystem) -> list[FunctionSpec]:
    """Return the worksheet functions of a system, then those of all systems."""
    from xladdin.functions import CATALOGUE

    family = _find_function_prefix(system)
    families = tuple({_find_function_prefix(any_system) for any_system in SYSTEMS.values()} - {""})
    system_functions = [function for function in CATALOGUE.values() if family and function.name.startswith(family)]
    return [*system_functions, *(function for function in CATALOGUE.values() if not function.name.startswith(families))]


def make_example(function: FunctionSpec, system: RatingSystem) -> str:
    """Return an example of a function, as somebody types it into a cell of a workbook of this system."""
    from xladdin.functions import CATALOGUE
    from xladdin.functions.ranges import find_extra_table

    if function.name in ("CLUBRATINGS", "CLUBCHANGES"):
        extra = find_extra_table(system)
        tables = ["Players", system.log_schema.table, *([extra] if extra != "Adjustments" else [])]
        return f'={function.name}("{system.key}",{",".join(f"{table}[#All]" for table in tables)})'
    if function.name == "CLUBEXPLAIN" and system.change_function:
        arguments = CATALOGUE[system.change_function].example.partition("(")[2]
        return f'={function.name}("{system.key}",{arguments}'
    return f"={function.example}"


def _find_function_prefix(system: RatingSystem) -> str:
    """Return the prefix of the names of a system's own functions, or "" if it has none."""
    return system.change_function.removesuffix("CHANGE")


def _add_functions(sheet: Worksheet, system: RatingSystem, row: int) -> None:
    """Add the list of functions from a row on: notes, and a line for each function with its example as text."""
    for column in range(1, len(COLUMN_WIDTHS) + 1):
        sheet.cell(row, column).style = styles.SECTION
    write(sheet, row, 1, FUNCTIONS_TITLE, styles.SECTION)
    for number, line in enumerate(FUNCTION_NOTES, row + 1):
        write(sheet, number, 1, line)
    heading_row = row + len(FUNCTION_NOTES) + 1
    for column in range(1, len(COLUMN_WIDTHS) + 1):
        sheet.cell(heading_row, column).style = styles.HEADING
    for heading, column in FUNCTION_COLUMNS.items():
        write(sheet, heading_row, column, heading, styles.HEADING)
        sheet.cell(heading_row, column).alignment = styles.make_heading_alignment("left")
    names = build_lambda_names()
    for number, function in enumerate(list_functions(system), heading_row + 1):
        gives = function.result if isinstance(function.result, (int, float)) else ""
        has_name = msg("yes") if function.name in names else ""
        cells = (function.syntax, make_example(function, system), gives, has_name, function.description)
        for column, cell in zip(FUNCTION_COLUMNS.values(), cells):
            write(sheet, number, column, cell, styles.PROSE)
        sheet.cell(number, FUNCTION_COLUMNS[_EXAMPLE]).alignment = styles.make_unwrapped_alignment()
        texts = [(function.syntax, COLUMN_WIDTHS[0])]
        texts.append((get_sheet_language(sheet).render(function.description), COLUMN_WIDTHS[-1]))
        lines = max(ceil(len(text) / (width * LETTERS_PER_WIDTH)) for text, width in texts)
        sheet.row_dimensions[number].height = TEXT_HEIGHT * lines + 4


class CalculatorSheet:
    """Writer of the lines of the sheet, from the first on. A line has a cell for every player."""

    def __init__(self, sheet: Worksheet, system: RatingSystem, values: Values) -> None:
        """Start above the first line. `values` are the first values of the formulas, by label.

        Programs that show a workbook without computing it display these values.
        """
        self._sheet = sheet
        self._values = values
        self._system, self._players = system, len(system.log_schema.players)
        self._row = HEADING_ROW

    def add_inputs(
        self, label: Message, kind: ColumnType, example: Sequence[Number | str], remark: Message = BLANK
    ) -> Cells:
        """Add a line of input cells, and return the cells. `example` has their first values."""
        cells = self._add_line(label, remark)[: len(example)]
        for cell, value in zip(cells, example):
            self._add_input(cell, label, kind, value)
        return cells

    def add_players(self, ratings: Sequence[Number]) -> tuple[Cells, Cells]:
        """Add lines to choose players or type ratings.

        Return the cells of the names, and formulas of the ratings to use.
        """
        names = self.add_inputs(msg("Player"), ColumnType.PLAYER, [""] * self._players, msg("Choose from Players"))
        typed_ratings = self.add_inputs(
            msg("or rating"), ColumnType.RATING, ratings, msg("Used if no player is chosen")
        )
        return names, [build_rating_formula(name, rating) for name, rating in zip(names, typed_ratings)]

    def add_array_formulas(self, label: Message, kind: ColumnType, formulas: Cells, remark: Message) -> Cells:
        """Add a line of array formulas, each of which reads a range of values, and return the cells."""
        from openpyxl.worksheet.formula import ArrayFormula

        cells = self.add_formulas(label, kind, formulas, remark)
        for cell, formula in zip(cells, formulas):
            self._sheet[cell].value = ArrayFormula(cell, f"={self._localize(formula)}")
        return cells

    def add_formulas(
        self, label: Message, kind: ColumnType, formulas: Cells, remark: Message = BLANK, *, result: bool = False
    ) -> Cells:
        """Add a line of formulas and return the cells. `result` makes them bold."""
        cells = self._add_line(label, remark)[: len(formulas)]
        for cell, formula, value in zip(cells, formulas, self._values[label]):
            self._add_formula(cell, kind, formula, value, result=result)
        return cells

    def add_gap(self) -> None:
        """Leave one line blank."""
        self._row += 1

    def _add_formula(self, cell: str, kind: ColumnType, formula: str, value: CellValue, *, result: bool) -> None:
        formula = self._localize(formula)
        self._sheet[cell] = f"={formula}"
        self._sheet[cell].font = styles.make_font(11, bold=result)
        self._format(cell, kind)
        set_first_value(self._sheet[cell], formula, value)

    def _localize(self, formula: str) -> str:
        language = get_sheet_language(self._sheet)
        return localize_formula(formula.replace(NONE_LITERAL, format_text_literal(NONE, language)), language)

    def _add_input(self, cell: str, label: Message, kind: ColumnType, value: Number | str) -> None:
        self._sheet[cell].value = None if value == "" else value
        self._sheet[cell].style = styles.INPUT
        add_column_validation(self._sheet, cell, Column(adapt_to_occasion(self._system, label), kind))
        self._format(cell, kind)

    def _add_line(self, label: Message, remark: Message) -> Cells:
        self._row += 1
        self._sheet.row_dimensions[self._row].height = LINE_HEIGHT
        write(self._sheet, self._row, 1, adapt_to_occasion(self._system, label), styles.LABEL)
        if remark:
            text = get_sheet_language(self._sheet).render(remark)
            write(self._sheet, self._row, 2 + self._players, f"  {text}", styles.AS_OF)
        return [f"{column_letters(2 + player)}{self._row}" for player in range(self._players)]

    def _format(self, cell: str, kind: ColumnType) -> None:
        self._sheet[cell].number_format = styles.get_number_format(kind)
        self._sheet[cell].alignment = styles.make_centered_alignment()
