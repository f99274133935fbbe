"""The Start sheet of a new workbook, the home page. `workbook.start` says what is on it and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xladdin.cells import area_name
from xladdin.languages import Language
from xladdin.messages import Message, msg
from xladdin.reports import reports_of
from xladdin.reports.wording import called
from xladdin.systems.system import RatingSystem
from xladdin.workbook import colours, styles
from xladdin.workbook.page_setup import set_up_printing
from xladdin.workbook.rules_sheet import edited_rules_formula
from xladdin.workbook.schema import (
    ARROW,
    AS_OF_NAME,
    BY_COMMAND,
    CALCULATOR,
    CLUB_ID_NAME,
    DATE_SYSTEM_NAME,
    FORM,
    FORM_NAME,
    HOW_NAME,
    KNOWN_REPORTS_NAME,
    LEFT_ALONE_NAME,
    NOT_YET,
    OUTCOME_NAME,
    RECALCULATED_NAME,
    SCOREBOARD,
    SEPARATOR,
    STANDINGS,
    START,
    WITH_BUTTON,
    Kind,
    start_cell,
    tables_of,
    text_literal,
)
from xladdin.workbook.snapshot import CHANGED_NAME, READ_NAME, changed_formula
from xladdin.workbook.start import (
    EMPTY_NAME,
    EVENING_LINES,
    EVENING_NAME,
    EVENING_TITLE_NAME,
    FACTS_NAME,
    HIDDEN_NAME,
    TOP_NAME,
    TOP_PLAYERS,
    describe_hidden_sheets,
)
from xladdin.workbook.status import (
    BEGIN,
    DETAIL_NAME,
    HINT,
    INVALID_COUNT_NAME,
    INVALID_LINKS_NAME,
    INVALID_ROWS_NAME,
    INVALID_WORDS_NAME,
    LABELS,
    REVIEW_NAME,
    ROWS_NAMED,
    STATE_NAME,
    STATUS_NAME,
    TARGETS,
    detail_formula,
    invalid_row_formulas,
    invalid_rows_formula,
    more_invalid_rows_formula,
    review_formula,
    status_formula,
)
from xladdin.workbook.styles import language_of_sheet, name_cells, write, write_formula, write_title

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.vba import Button

COLUMN_WIDTHS = (2, 5, 43, 3, 19, 36, 3, 4, 29, 8, 10)
LAST_COLUMN, LAST_IN_SIGHT = "K", "J"
"""The last column with the title's band, and the last that every program shows on a laptop."""
STATUS_ROW, DETAIL_ROW, REVIEW_ROW, HEAD_ROW, BUTTON_ROW = 4, 5, 6, 7, 14
HIDDEN_ROW, MEND_ROW = BUTTON_ROW + 2, BUTTON_ROW + 3
EMPTY_ROW, KNOWN_ROW = 10, 11
"""The rows of the hidden cells with the sheets that hold nothing yet, and with the reports that have a sheet."""
FIRST_LINE = HEAD_ROW + 1
LINE_HEIGHT = 27
"""Points."""
BUTTONS = {
    "Recalculate": (msg("Recalculate"), f"B{BUTTON_ROW}:C{BUTTON_ROW}"),
    "MakePDF": (msg("Make PDF"), f"E{BUTTON_ROW}:E{BUTTON_ROW}"),
    "ImportGames": (msg("Import games"), f"F{BUTTON_ROW}:F{BUTTON_ROW}"),
    "WebPage": (msg("Web page"), f"H{BUTTON_ROW}:I{BUTTON_ROW}"),
    "FinishEvening": (msg("Finish the evening"), f"J{BUTTON_ROW}:K{BUTTON_ROW}"),
}
"""The caption and the place of each button of a macro workbook, by its macro."""
BUTTON_HEIGHT = 30
"""Points."""
INSTALL_CELL = f"B{BUTTON_ROW + 1}"
"""The cell that says what a computer needs for the buttons."""
KEPT, LIVE = "N", "O"
"""Hidden columns: the results of a recalculation, and cells that follow typing at once."""

RULES_EDITED = "start_rules_edited"
"""The defined name of the number of cells on Rules that differ from the printed rules."""
EDITED = msg("Rules are edited: cells and lists follow them, functions do not.")

Step = tuple[Message, str]
"""What to do, and the address of its link."""


def start_buttons(language: Language) -> list[Button]:
    """Return the buttons of a workbook with macros."""
    from xladdin.vba import Button

    return [Button(language.render(caption), macro, cells) for macro, (caption, cells) in BUTTONS.items()]


def add_start_sheet(workbook: Workbook, system: RatingSystem, macros: bool, hidden: Sequence[str]) -> None:
    """Add Start.

    `macros` says whether the workbook has buttons that run macros. `hidden` are the sheets that hold nothing yet.
    """
    sheet = workbook.create_sheet(START)
    sheet.sheet_view.showGridLines = False
    for letter, width in zip("ABCDEFGHIJK", COLUMN_WIDTHS):
        sheet.column_dimensions[letter].width = width
    for letter in (TARGETS, LABELS, KEPT, LIVE):
        sheet.column_dimensions[letter].hidden = True
    page = _Page(workbook, sheet)
    page.add_band(system)
    page.add_status()
    page.add_steps(_steps(system), WITH_BUTTON if macros else BY_COMMAND)
    page.add_evening(system)
    page.add_top(system)
    if macros:
        sheet.row_dimensions[BUTTON_ROW].height = BUTTON_HEIGHT
        from xladdin.workbook.macros.modules import install_line  # needs xlwings, which no browser has

        write(sheet, BUTTON_ROW + 1, 2, install_line())
    sheet[INSTALL_CELL].style = styles.NOTE
    page.add_hidden_sheets(hidden)
    page.add_known_reports(system)
    page.add_rows_to_mend(MEND_ROW)
    page.add_figures(system)
    page.add_names()
    set_up_printing(
        sheet, len(COLUMN_WIDTHS), last_row=MEND_ROW + ROWS_NAMED + 1, landscape=True, heading_rows=0, pages_high=1
    )


def _steps(system: RatingSystem) -> Sequence[tuple[Step, Step] | None]:
    """Return the steps, and those while rows need fixing, or None for the step that brings the lists up to date."""
    log = tables_of(system)[system.log_schema.table]
    typed = (
        msg("Type the event's results")
        if not system.log_schema.is_paired
        else called(system, msg("Type tonight's games"))
    )
    return (
        (
            (msg("Add new players"), _first_free_cell("Players", "Player")),
            (msg("Fix the rows below"), f"{START}!C{MEND_ROW + 1}"),
        ),
        ((typed, _first_free_cell(log.name, log.columns[0].heading)), (msg("Look up a change"), f"{CALCULATOR}!A1")),
        None,
        ((msg("Print the ratings list"), f"{STANDINGS}!A1"),) * 2,
        ((msg("Print the scoreboard"), f"{SCOREBOARD}!A1"),) * 2,
    )


def _first_free_cell(table: str, heading: str) -> str:
    """Return the address, as a part of a formula, of the first cell to type into below a table's last filled row."""
    cells = f"{table}[{heading}]"
    last = f"INDEX({cells},ROWS({cells}))"
    return f'{table}!A"&(ROW({last})+IF({last}="",0,1))&"'


class _Page:
    """Writes the parts of the sheet."""

    def __init__(self, workbook: Workbook, sheet: Worksheet) -> None:
        self._language = language_of_sheet(sheet)
        self._workbook = workbook
        self._sheet = sheet
        self._places: dict[str, str] = {}

    def add_band(self, system: RatingSystem) -> None:
        """Add the club's title, and the club in a line."""
        styles.add_band(self._sheet, 40, 24, 8)
        self._sheet.row_dimensions[3].fill = styles.filled(colours.PAPER)
        write_title(self._sheet, 1, 2, styles.TITLE)
        self._named(start_cell("title"), "B1")
        self._sheet["B1"].font = styles.cell_font(26, bold=True, color=colours.PAPER)
        write(self._sheet, 2, 2, msg("Club ratings · {system}", system=system.title), styles.SUBTITLE)
        self._named(FACTS_NAME, "B2")

    def add_status(self) -> None:
        """Add whether the lists are up to date, and when that was found. Its colour shows the state."""
        sheet = self._sheet
        write_formula(sheet, STATUS_ROW, 2, status_formula(self._language), styles.STATUS, value=BEGIN)
        write_formula(sheet, DETAIL_ROW, 2, detail_formula(self._language), styles.PROSE, value=NOT_YET)
        write_formula(sheet, REVIEW_ROW, 2, review_formula(self._language), styles.LINK, value="")
        sheet.cell(REVIEW_ROW, 2).alignment = styles.indented()
        sheet.row_dimensions[REVIEW_ROW].height = 18
        self._named(REVIEW_NAME, f"B{REVIEW_ROW}")
        sheet.cell(DETAIL_ROW, 2).alignment = styles.indented()
        self._named(STATUS_NAME, f"B{STATUS_ROW}")
        self._named(DETAIL_NAME, f"B{DETAIL_ROW}")
        sheet.row_dimensions[STATUS_ROW].height, sheet.row_dimensions[DETAIL_ROW].height = 38, 24
        wrong, typed = f"{INVALID_COUNT_NAME}>0", f"{CHANGED_NAME}=1"
        cells, bar = f"B{STATUS_ROW}:{LAST_COLUMN}{DETAIL_ROW}", f"A{STATUS_ROW}:A{DETAIL_ROW}"
        for address, looks in (
            (cells, (styles.looks(colours.WRONG, colours.WRONG_GROUND), styles.looks(colours.INK, colours.TYPE_HERE))),
            (bar, (styles.looks(colours.WRONG, colours.WRONG), styles.looks(colours.INK, colours.TAB_TYPE))),
        ):
            for formula, look in zip((wrong, typed), looks):
                styles.add_rule(sheet, address, formula, **look)
        for row in (STATUS_ROW, DETAIL_ROW):
            sheet.cell(row, 1).fill = styles.filled(colours.INK)
            for column in range(2, len(COLUMN_WIDTHS) + 1):
                sheet.cell(row, column).fill = styles.filled(colours.STRIPE)

    def add_steps(self, steps: Sequence[tuple[Step, Step] | None], how: Message) -> None:
        """Add five steps, each a link but for one. While rows need fixing, others are there.

        `how` says what to press, or open, to bring the lists up to date. A recalculation of the file writes it again.
        """
        self._head("B", "C", msg("What to do next"))
        for row, step in enumerate(steps, FIRST_LINE):
            write(self._sheet, row, 2, row - FIRST_LINE + 1, styles.BIG_LINK)
            if step is None:
                write(self._sheet, row, 3, how, styles.BIG_LINK)
                self._sheet.cell(row, 3).alignment = styles.centred("left", shrink=True)
                self._named(HOW_NAME, f"C{row}")
            else:
                usual, instead = step
                formula = f"IF({INVALID_COUNT_NAME}>0,{self._link(*instead)},{self._link(*usual)})"
                formula = self._link(*usual) if usual == instead else formula
                write_formula(self._sheet, row, 3, formula, styles.BIG_LINK, value=self._shown(*usual))
            self._line(row, "B", "C")
            for column, underlined in ((2, False), (3, step is not None)):
                font = styles.cell_font(13, bold=True, underline=underlined, color=colours.INK)
                self._sheet.cell(row, column).font = font
        styles.add_rule(
            self._sheet, f"B{FIRST_LINE}:C{FIRST_LINE}", f"{INVALID_COUNT_NAME}>0", **styles.looks(colours.WRONG)
        )
        hint, edited = text_literal(HINT, self._language), text_literal(EDITED, self._language)
        rules = f"IF({RULES_EDITED}=0,{hint},{edited})"
        write_formula(self._sheet, FIRST_LINE + 5, 3, rules, styles.NOTE, value=HINT)

    def add_evening(self, system: RatingSystem) -> None:
        """Add the last session in five lines."""
        self._head("E", "F", called(system, msg("Last evening")))
        self._named(EVENING_TITLE_NAME, f"E{HEAD_ROW}")
        self._named(EVENING_NAME, f"E{FIRST_LINE}")
        for row in range(FIRST_LINE, FIRST_LINE + EVENING_LINES):
            self._line(row, "E", "F")
            self._sheet.cell(row, 5).font = styles.cell_font(10, pale=True)
            self._sheet.cell(row, 6).alignment = styles.centred("left", wrap=True)
        self._see_more(5, msg("See the scoreboard"), SCOREBOARD)

    def add_top(self, system: RatingSystem) -> None:
        """Add the top of the ratings list."""
        self._head("H", LAST_COLUMN, msg("Top five"))
        self._named(TOP_NAME, f"H{FIRST_LINE}")
        rating, change = (Kind.DECIMAL, Kind.DECIMAL_CHANGE) if system.rating_decimals else (Kind.RATING, Kind.CHANGE)
        for row in range(FIRST_LINE, FIRST_LINE + TOP_PLAYERS):
            self._line(row, "H", LAST_COLUMN)
            self._sheet.cell(row, 8).font = styles.cell_font(12, bold=True, color=colours.INK)
            for column, kind in ((9, Kind.PLAYER), (10, rating), (11, change)):
                cell = self._sheet.cell(row, column)
                cell.font = styles.cell_font(12, bold=column == 10)
                cell.number_format = styles.number_format(kind)
                cell.alignment = styles.centred("left" if column == 9 else "right", shrink=column == 9)
        self._see_more(8, msg("See the whole list"), STANDINGS)

    def add_hidden_sheets(self, hidden: Sequence[str]) -> None:
        """Add a line that names the sheets that hold nothing yet."""
        write(self._sheet, HIDDEN_ROW, 2, describe_hidden_sheets(hidden, self._language) or "", styles.NOTE)
        self._named(HIDDEN_NAME, f"B{HIDDEN_ROW}")
        write(self._sheet, EMPTY_ROW, 14, SEPARATOR.join(hidden))
        self._named(EMPTY_NAME, f"{KEPT}{EMPTY_ROW}")

    def add_known_reports(self, system: RatingSystem) -> None:
        """Add the hidden cell with the reports that have a sheet, so that those of a later version are added."""
        write(self._sheet, KNOWN_ROW, 14, SEPARATOR.join(report.name for report in reports_of(system)))
        self._named(KNOWN_REPORTS_NAME, f"{KEPT}{KNOWN_ROW}")

    def add_rows_to_mend(self, row: int) -> None:
        """Add ten rows at the most, each a link to its cell. Nothing shows while there are none."""
        sheet = self._sheet
        some = f"{INVALID_COUNT_NAME}>0"
        first, last = row + 1, row + ROWS_NAMED
        write_formula(sheet, row, 2, invalid_rows_formula(self._language), styles.SECTION, value="")
        sheet.cell(row, 2).border = styles.no_border()
        sheet.cell(row, 2).font = styles.cell_font(13, bold=True, color=colours.WRONG)
        styles.add_rule(sheet, f"B{row}:{LAST_COLUMN}{row}", some, border=styles.line_below(colours.WRONG))
        for line in range(first, last + 1):
            sheet.row_dimensions[line].height = LINE_HEIGHT
            mark, link = invalid_row_formulas(line)
            write_formula(sheet, line, 2, mark, styles.LABEL, value="")
            write_formula(sheet, line, 3, link, styles.BIG_LINK, value="")
            for column in (2, 3):
                sheet.cell(line, column).font = styles.cell_font(
                    11, bold=True, underline=column == 3, color=colours.WRONG
                )
            sheet.cell(line, 2).alignment = styles.centred()
            sheet.cell(line, 5).alignment = styles.centred("left", wrap=True)
            sheet.merge_cells(f"E{line}:{LAST_IN_SIGHT}{line}")
        filled = styles.line_below(colours.HAIRLINE)
        styles.add_rule(sheet, f"B{first}:{LAST_COLUMN}{last}", f'${TARGETS}{first}<>""', border=filled)
        write_formula(sheet, last + 1, 3, more_invalid_rows_formula(self._language), styles.LABEL, value="")
        self._named(INVALID_ROWS_NAME, f"B{row}")
        self._named(INVALID_LINKS_NAME, f"{TARGETS}{first}")
        self._named(INVALID_WORDS_NAME, f"E{first}")

    def add_figures(self, system: RatingSystem) -> None:
        """Add hidden cells: the results of a recalculation, and the signs that somebody typed since."""
        sheet = self._sheet
        written = (STATE_NAME, INVALID_COUNT_NAME, RECALCULATED_NAME, OUTCOME_NAME, AS_OF_NAME, LEFT_ALONE_NAME)
        names = (READ_NAME, *written, FORM_NAME, CLUB_ID_NAME)
        for row, name in enumerate(names, 1):
            self._named(name, f"{KEPT}{row}")
        write(sheet, names.index(FORM_NAME) + 1, 14, FORM)
        formulas = (
            (CHANGED_NAME, changed_formula(system)),
            (RULES_EDITED, edited_rules_formula(system)),
            (DATE_SYSTEM_NAME, "DATE(1904,1,2)"),
        )
        for row, (name, formula) in enumerate(formulas, 1):
            write_formula(sheet, row, 15, formula, value=0)
            sheet.cell(row, 15).number_format = "0"
            self._named(name, f"{LIVE}{row}")

    def _head(self, first: str, last: str, text: Message) -> None:
        self._sheet.row_dimensions[HEAD_ROW].height = 24
        for cell in self._sheet[f"{first}{HEAD_ROW}:{last}{HEAD_ROW}"][0]:
            cell.style = styles.SECTION
        write(self._sheet, HEAD_ROW, self._sheet[f"{first}{HEAD_ROW}"].column, text, styles.SECTION)

    def _line(self, row: int, first: str, last: str) -> None:
        self._sheet.row_dimensions[row].height = LINE_HEIGHT
        for cell in self._sheet[f"{first}{row}:{last}{row}"][0]:
            cell.border = styles.line_below(colours.HAIRLINE)
            cell.alignment = styles.centred("left")

    def _see_more(self, column: int, text: Message, sheet: str) -> None:
        write_formula(
            self._sheet,
            FIRST_LINE + 5,
            column,
            self._link(text, f"{sheet}!A1"),
            styles.LINK,
            value=self._shown(text, sheet),
        )

    def _link(self, text: Message, address: str) -> str:
        words = text_literal(text, self._language, ARROW if address else "")
        return f'HYPERLINK("#{address}",{words})' if address else words

    def _shown(self, text: Message, address: str) -> str:
        return f"{self._language.render(text)}{ARROW}" if address else self._language.render(text)

    def add_names(self) -> None:
        """Name the cells: those that formulas mention each by a name of its own, and the others together."""
        for name in {name.partition("#")[0]: None for name in self._places}:
            areas = [area_name(name, number) for number in range(1, len(self._places) + 1)]
            name_cells(self._workbook, name, START, *(self._places[area] for area in areas if area in self._places))

    def _named(self, name: str, address: str) -> None:
        cell = self._sheet[address]
        self._places[name] = f"${cell.column_letter}${cell.row}"
