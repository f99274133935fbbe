"""Build the input sheets of a new workbook: title band, tables, cell formats, validations and live formulas."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from xladdin import languages
from xladdin.cells import EARLIEST_DATE, HIGHEST_SCORE, LAST_ROW, LOWEST_SCORE, MAX_NUMBER, column_letters
from xladdin.game_log import CHAMPIONS, FACT_HEADINGS
from xladdin.game_log.parsing import list_key_columns
from xladdin.languages import BYE, FORFEIT, LEFT, NO, UNRATED, YES
from xladdin.messages import Message, heading_message, join_values, list_values, msg, verbatim
from xladdin.reports.report import EVENT_CHOICES, SEASON_CHOICES, SESSION_CHOICES
from xladdin.reports.review import ANSWER, define_review_report
from xladdin.systems.system import RatingSystem
from xladdin.workbook import schema, styles
from xladdin.workbook import status as input_status
from xladdin.workbook.computed_columns import RENAMED_ROW_NAME, add_live_names, build_live_formulas
from xladdin.workbook.journal import FORMULA_ROW, list_snapshot_columns
from xladdin.workbook.report_selection import MAX_CHOICES, SESSION_LIST
from xladdin.workbook.review_sheet import TABLE
from xladdin.workbook.schema import (
    CARRIED_COLUMNS,
    FACT_TABLE,
    FIRST_DATA_ROW,
    HEADINGS_ROW,
    LISTS,
    NOTE,
    REMARK,
    SEASON_TABLE,
    WRONG_MARK,
    Column,
    ColumnType,
    Table,
    list_input_tables,
    localize_formula,
)
from xladdin.workbook.status import make_bye_factor
from xladdin.workbook.styles import (
    add_data_validation,
    add_input_rule,
    define_name,
    escape_text,
    get_sheet_language,
    get_workbook_language,
    make_choice_prompt,
    make_range_rule,
    name_cells,
    set_up_printing,
    write,
    write_formula,
    write_start_link,
)

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.table import Table as SheetTable
    from openpyxl.worksheet.worksheet import Worksheet

# The instruction above each table.
INSTRUCTIONS: Mapping[str, Message] = {
    "Players": msg("Type a row for each player. If a player already has a rating, enter it in the start columns."),
    "Games": msg(
        "Type a row for each game into the yellow cells; the grey ones are calculated. A wrong row turns red, and "
        "its Note gives the reason."
    ),
    "Adjustments": msg("Points that you add by hand; a row without a player applies to everyone."),
    "Aliases": msg("Other spellings of a name, and the player each one means."),
    "Groups": msg("The groups of the camp, and the rating that a new player of each starts with."),
    "Events": msg("Type a row for each tournament, then its places on Results; the grey cells are calculated."),
    "Results": msg("Type a row for each placing into the yellow cells; the grey ones are calculated."),
}
# How many filled rows are visible above the first free one when a sheet opens.
ROWS_ABOVE = 15
# The number of rows of Groups and Events whose names can be chosen, and of Tonight that can be marked.
LISTED_ROWS = 5000
# The least number of players who can be chosen. Every cell of their list is stored, and read by each recalculation.
MIN_LISTED_PLAYERS = 2000
PLAYER_CHOICES, GROUP_CHOICES = "player_choices", "group_choices"
# Excel's plain table style without its bands, since the fill of a cell shows whether it is typed or computed.
TABLE_STYLE = "TableStyleLight1"
CHESS_RESULTS = ("(1-0)", "(0-1)", "(1/2-1/2)")

# The width of a Note [characters]. A longer one continues over the blank cells to its right.
NOTE_WIDTH = 38
# The width of the column that names a row [characters]. A long name of a player or an event fits.
ROW_NAME_WIDTH = 38
DATE_WIDTH, SCORE_WIDTH = 15.0, 10.0
# The width of a name in a log [characters]. A longer name shrinks to fit.
LOG_NAME_WIDTH = 28.0
# The width of a second name in a row, such as that of a computed column [characters]. A longer name shrinks to fit.
SHORT_NAME_WIDTH = 18.0
# The width for a letter of a heading, and for the filter button next to it [characters].
HEADING_LETTER, FILTER_WIDTH = 1.1, 3.0
MAX_PORTRAIT_COLUMNS = 8
# The types of the live columns that a director looks at first. They are not pale as other computed columns are.
LIVE_CHANGES = (ColumnType.CHANGE, ColumnType.DECIMAL_CHANGE)
_COUNTS_FROM_ONE = ("Place", "Players", "Rounds", "Boards")


def add_input_sheets(workbook: Workbook, system: RatingSystem, extra_columns: Mapping[str, Sequence[str]]) -> None:
    """Add a sheet for each input table of the system, with one blank row.

    `extra_columns` has further headings for a table, by the table's name.
    """
    for table in list_input_tables(system).values():
        further_columns = [
            Column(
                heading if heading in CARRIED_COLUMNS else verbatim(heading),
                CARRIED_COLUMNS.get(heading, ColumnType.TEXT),
            )
            for heading in extra_columns.get(table.name, ())
        ]
        sheet = _add_sheet(workbook, system, Table(table.name, (*table.columns, *further_columns)))
        add_band(sheet, table, INSTRUCTIONS[table.name])
        sheet.sheet_view.pane.activePane = "bottomLeft"
        for selection in sheet.sheet_view.selection:
            if selection.pane == "bottomLeft":
                selection.activeCell = selection.sqref = f"A{FIRST_DATA_ROW}"
    add_live_names(workbook, system)


def open_at_row(part: bytes, row: int) -> bytes:
    """Change the XML of an empty input sheet so that it opens at its first free row, below the last filled ones."""
    selection, top = b'activeCell="A%d" sqref="A%d"', max(FIRST_DATA_ROW, row - ROWS_ABOVE)
    part = part.replace(b'topLeftCell="B%d"' % FIRST_DATA_ROW, b'topLeftCell="B%d"' % top, 1)
    return part.replace(selection % (FIRST_DATA_ROW, FIRST_DATA_ROW), selection % (row, row), 1)


def _add_sheet(workbook: Workbook, system: RatingSystem, table: Table) -> Worksheet:
    from openpyxl.worksheet.table import TableFormula

    sheet = workbook.create_sheet(table.name)
    language = get_workbook_language(workbook)
    letters = {column.heading: column_letters(n) for n, column in enumerate(table.columns, 1)}
    has_live = any(column.is_live for column in table.columns)
    formulas = {
        heading: localize_formula(formula.replace("{row}", str(FIRST_DATA_ROW)), language)
        for heading, formula in (build_live_formulas(system, letters) if has_live else {}).items()
    }
    for position, column in enumerate(table.columns, 1):
        letter = letters[column.heading]
        heading = language.render(heading_message(column.heading))
        is_grey = column.is_computed and column is not NOTE
        is_pale = column.is_computed and column.kind not in LIVE_CHANGES
        styles.format_column(sheet, position, column.kind, pale=is_pale, grey=is_grey, heading=heading)
        width = sheet.column_dimensions[letter].width = _choose_width(system, table, column, len(heading))
        add_heading(sheet, position, heading, _choose_alignment(column, len(heading), width))
        cell = sheet.cell(FIRST_DATA_ROW, position)
        styles.format_cells(cell, column.kind, pale=is_pale, grey=is_grey)
        if column.is_live:
            write_formula(sheet, FIRST_DATA_ROW, position, formulas[column.heading], value="")
        add_column_validation(sheet, f"{letter}{FIRST_DATA_ROW}:{letter}{LAST_ROW}", column)
    sheet_table = _make_table(table)
    sheet_table._initialise_columns()
    for column, sheet_column in zip(table.columns, sheet_table.tableColumns):
        sheet_column.name = escape_text(language.render(heading_message(column.heading)))
        if column.is_live:
            # Excel stores the formula for new rows as it reads in the first row of data.
            sheet_column.calculatedColumnFormula = TableFormula(attr_text=formulas[column.heading])
    sheet.add_table(sheet_table)
    add_input_formats(sheet, system, list_input_tables(system)[table.name], FIRST_DATA_ROW)
    sheet.freeze_panes = f"B{FIRST_DATA_ROW}"
    is_wide = len(table.columns) > MAX_PORTRAIT_COLUMNS
    is_long = table.name in ("Players", system.log_schema.table)
    set_up_printing(sheet, len(table.columns), heading_rows=HEADINGS_ROW if is_long else 0, landscape=is_wide)
    return sheet


def _choose_width(system: RatingSystem, table: Table, column: Column, letters: int) -> float:
    """Return the width of a column whose heading has `letters` letters [characters].

    With these widths a laptop shows a log from its date to its Note, including the changes.
    """
    is_log = table.name == system.log_schema.table
    if column is NOTE and is_log:
        return NOTE_WIDTH
    if column is table.columns[0] and column.kind is ColumnType.TEXT:
        return ROW_NAME_WIDTH
    if is_log and column.heading == system.log_schema.double:
        return SHORT_NAME_WIDTH
    if is_log and column.kind is ColumnType.PLAYER:
        return LOG_NAME_WIDTH
    if column.kind is ColumnType.SCORE:
        return SCORE_WIDTH
    least = DATE_WIDTH if column.kind is ColumnType.DATE else styles.get_column_width(column.kind)
    return min(max(least, HEADING_LETTER * letters + FILTER_WIDTH), styles.MAX_COLUMN_WIDTH)


def _choose_alignment(column: Column, letters: int, width: float) -> str:
    """Return the alignment of a heading with `letters` letters.

    The heading of a column of numbers is centred only if the filter button leaves enough room.
    """
    if column.kind in styles.LEFT_KINDS:
        return "left"
    return "center" if HEADING_LETTER * letters + 2 * FILTER_WIDTH <= width else "general"


def add_lists(workbook: Workbook, players: int) -> None:
    """Add the hidden sheet of choices, with room for twice as many players, and the names that validations refer to."""
    from openpyxl.worksheet.formula import ArrayFormula

    sheet = workbook.create_sheet(LISTS)
    sheet.sheet_state = "hidden"
    sheet["A1"] = get_sheet_language(workbook["Players"]).render(BYE)
    listed = max(MIN_LISTED_PLAYERS, 2 * players)
    names, last_row = _address_below_headings("Players", listed), listed + 1
    sheet["A2"] = ArrayFormula(f"A2:A{last_row}", f"={_build_players_formula(workbook['Players'], names)}")
    last = f"1+{build_row_count_formula(names)}"  # the choice for no opponent comes first
    choices = {PLAYER_CHOICES: f"{LISTS}!$A$1:INDEX({LISTS}!$A$1:$A${last_row},{last})"}
    for name, table in ((GROUP_CHOICES, "Groups"), (EVENT_CHOICES, "Events")):
        if table in workbook.sheetnames:
            cells = _address_below_headings(table, LISTED_ROWS)
            last = f"MAX(1,{build_row_count_formula(cells)})"
            choices[name] = f"{cells.partition(':')[0]}:INDEX({cells},{last})"
    sheet.column_dimensions["C"].number_format = styles.get_number_format(ColumnType.DATE)
    name_cells(workbook, SESSION_LIST, LISTS, "$C$1", "$D$1")
    for letter, choice_name in zip("CD", (SESSION_CHOICES, SEASON_CHOICES)):
        column = f"{LISTS}!${letter}$1:${letter}${MAX_CHOICES}"
        choices[choice_name] = f"{LISTS}!${letter}$1:INDEX({column},MAX(1,COUNTA({column})))"
    for name, formula in choices.items():
        define_name(workbook, name, formula)


def add_array_cells(part: bytes) -> bytes:
    """Add every further cell of the array formula to the XML of the sheet of choices.

    openpyxl writes only the first cell of an array formula, but Excel writes all of them.
    """
    last_row = int(re.findall(rb' ref="A2:A([0-9]+)"', part)[0])
    cells = (b'<row r="%d"><c r="A%d" t="str"><v></v></c></row>' % (row, row) for row in range(3, last_row + 1))
    return part.replace(b'<dimension ref="A1:A2"', b'<dimension ref="A1:A%d"' % last_row, 1).replace(
        b"</sheetData>", b"".join(cells) + b"</sheetData>", 1
    )


def _build_players_formula(players: Worksheet, names: str) -> str:
    """Return the formula of the players to choose from, without "=". Players who have left the camp are omitted.

    `names` is the address of the cells with their names.
    """
    language = get_sheet_language(players)
    heading = language.render(heading_message("Active"))
    active = next((cell.column_letter for cell in players[HEADINGS_ROW] if cell.value == heading), None)
    if active is None:
        return f'{names}&""'
    cells, left_words = names.replace("$A", f"${active}"), dict.fromkeys([str(LEFT), language.render(LEFT)])
    has_left = "+".join(f'({cells}="{word}")' for word in left_words)
    return f'IF({has_left},"",{names}&"")'


def _address_below_headings(table: str, rows: int) -> str:
    return f"{table}!$A${FIRST_DATA_ROW}:$A${HEADINGS_ROW + rows}"


def build_row_count_formula(cells: str) -> str:
    """Return the formula for the number of rows of a column down to the last filled one, including blank rows between.

    A count of the filled cells would omit the last players from the lists of choices if there is a blank row.
    """
    table = cells.partition("!")[0]
    return f'SUMPRODUCT(MAX(({cells}<>"")*(ROW({cells})-ROW({table}!$A${HEADINGS_ROW}))))'


def add_column_validation(sheet: Worksheet, cells: str, column: Column) -> None:
    """Add the data validation of an input column to cells. Computed columns and free text get none."""
    if column.is_computed:
        return
    heading = column.heading
    word_choices = {
        ColumnType.YES: ((YES, NO), make_choice_prompt((YES, NO))),
        ColumnType.ACTIVE: (
            (YES, NO, LEFT),
            msg(
                "Choose {yes}, {no}, or {left} for a child who has left the camp; blank is {yes}.",
                yes=YES,
                no=NO,
                left=LEFT,
            ),
        ),
        ColumnType.GAME_KIND: (
            (UNRATED, FORFEIT),
            msg("Choose {choices}; blank is rated.", choices=list_values((UNRATED, FORFEIT), alternative=True)),
        ),
        ColumnType.WEB: (
            languages.WEB_CHOICES,
            msg("Choose {choices}; blank is the name.", choices=join_values(languages.WEB_CHOICES)),
        ),
    }  # fmt: skip
    lists = {
        ColumnType.PLAYER: (PLAYER_CHOICES, msg("Add the player on Players first.")),
        ColumnType.GROUP: (GROUP_CHOICES, msg("Add the group on Groups first.")),
        ColumnType.EVENT: (EVENT_CHOICES, msg("Add the event on Events first.")),
        ColumnType.RESULT: (f'"{",".join(CHESS_RESULTS)}"', msg("Choose {choices}.", choices=", ".join(CHESS_RESULTS))),
    }  # fmt: skip
    style, language = "stop", get_sheet_language(sheet)
    # The English words are accepted as well: Yes, and Bye for one of the two players of a game.
    english_style = "stop" if language.is_english else "warning"
    if column.kind in word_choices:
        choices, message = word_choices[column.kind]
        rule = {"type": "list", "formula1": f'"{",".join(map(language.render, choices))}"'}
        style = english_style
    elif column.kind in lists:
        formula, message = lists[column.kind]
        rule = {"type": "list", "formula1": formula}
        style = english_style if column.kind is ColumnType.PLAYER and heading != "Player" else "stop"
    elif column.kind is ColumnType.DATE:
        message = msg("Type a date, such as 2006-10-01.")
        first_day = f"DATE({EARLIEST_DATE.year},{EARLIEST_DATE.month},{EARLIEST_DATE.day})"
        rule = {"type": "date", "operator": "greaterThanOrEqual", "formula1": first_day}
    elif column.kind is ColumnType.SCORE:
        message = msg("Type a whole score from {least} to {most}.", least=LOWEST_SCORE, most=HIGHEST_SCORE)
        rule = make_range_rule("whole", LOWEST_SCORE, HIGHEST_SCORE)
    elif column.kind is ColumnType.COUNT:
        least = "1" if heading in _COUNTS_FROM_ONE else "0"
        message = msg("Type a whole number, {least} or more.", least=int(least))
        rule = {"type": "whole", "operator": "greaterThanOrEqual", "formula1": least}
    elif column.kind in (ColumnType.RATING, ColumnType.DECIMAL, ColumnType.SIGNED):
        message = msg("Type a number.")
        rule = make_range_rule("decimal", -MAX_NUMBER, MAX_NUMBER)
    else:
        return
    add_data_validation(sheet, cells, heading_message(heading), message, has_prompt=True, errorStyle=style, **rule)


TITLE_ROW, INSTRUCTION_ROW = 1, 2
TITLE_COLUMN = 2
# Font sizes [points].
INSTRUCTION_SIZE, HEADING_SIZE = 10, 11
# The letters of an instruction that surely fit into a character of a column's width.
LETTERS_PER_WIDTH = 1.05
# Height of the row of headings [points].
HEADING_HEIGHT = 24


def add_band(sheet: Worksheet, table: Table, instruction: Message) -> None:
    """Format the rows above the headings of an input sheet, and write its title, instruction and status.

    The widths of the columns must be set already. No cells are merged: a text continues over the blank cells to its
    right. A text that the director types there is white as well.
    """
    styles.set_band_heights(sheet, *styles.BAND_HEIGHTS)
    # Further than a narrow table, since the status may be longer, and the director may type there.
    last = max(len(table.columns), input_status.find_status_column(table), styles.BAND_COLUMNS)
    for row in range(TITLE_ROW, HEADINGS_ROW):
        for column in range(1, last + 1):
            sheet.cell(row, column).style = styles.SUBTITLE
    write_start_link(sheet, TITLE_ROW, 1)
    write(sheet, TITLE_ROW, TITLE_COLUMN, table.name, styles.TITLE)
    # The instruction is below the title, unless the table is too narrow there, since the print ends with the table.
    widths = (
        sheet.column_dimensions[letter].width
        for letter in map(column_letters, range(TITLE_COLUMN, len(table.columns) + 1))
    )
    first = TITLE_COLUMN if sum(widths) * LETTERS_PER_WIDTH > len(instruction) else 1
    write(sheet, INSTRUCTION_ROW, first, instruction, styles.SUBTITLE)
    sheet.cell(INSTRUCTION_ROW, first).font = styles.make_font(INSTRUCTION_SIZE, color=styles.PAPER)
    status = input_status.find_status_column(table)
    sheet.cell(TITLE_ROW, status).font = styles.make_font(12, bold=True, color=styles.PAPER)
    location = f"{table.name}!${column_letters(status)}${TITLE_ROW}"
    define_name(sheet.parent, input_status.make_status_name(table.name), location)
    for row in range(TITLE_ROW, HEADINGS_ROW):
        for column in range(1, last + 1):
            sheet.cell(row, column).alignment = styles.make_heading_alignment("left")


def add_heading(sheet: Worksheet, column: int, heading: str, alignment: str) -> None:
    """Write the heading of a column, counted from 1. `alignment` is left, center or general (next to the edge)."""
    write(sheet, HEADINGS_ROW, column, heading, styles.HEADING)
    cell = sheet.cell(HEADINGS_ROW, column)
    cell.font = styles.make_font(HEADING_SIZE, bold=True, color=styles.INK)
    cell.alignment = styles.make_heading_alignment(alignment)
    sheet.row_dimensions[HEADINGS_ROW].height = HEADING_HEIGHT


def add_input_formats(sheet: Worksheet, system: RatingSystem, table: Table, first_row: int) -> None:
    """Add the conditional formats of an input sheet. Excel applies the first one whose condition is true.

    `first_row` is the first row below the headings.
    """
    letters = {column.heading: column_letters(position) for position, column in enumerate(table.columns, 1)}
    all_cells = f"A{first_row}:{column_letters(len(table.columns))}{LAST_ROW}"
    input_columns = [column for column in table.columns if not column.is_computed and column is not REMARK]
    for column in input_columns:
        letter = letters[column.heading]
        if column.kind.is_typed_number:
            cell = f"{letter}{first_row}"
            is_not_number = f'AND({cell}<>"",NOT(ISNUMBER({cell})))'
            styles.add_rule(
                sheet, f"{letter}{first_row}:{letter}{LAST_ROW}", is_not_number, **styles.make_wrong_cell_format()
            )
    if NOTE in table.columns:
        note = f"${letters[NOTE.heading]}{first_row}"
        is_wrong = f'LEFT({note},{len(WRONG_MARK)})="{WRONG_MARK}"'
        styles.add_rule(sheet, all_cells, is_wrong, **styles.make_text_colours(styles.WRONG, styles.WRONG_GROUND))
    if table.name == system.log_schema.table:
        computed_letters = [
            letters[column.heading] for column in table.columns if column.is_computed and column is not NOTE
        ]
        cells = " ".join(f"{letter}{first_row}:{letter}{LAST_ROW}" for letter in computed_letters)
        styles.add_rule(sheet, cells, RENAMED_ROW_NAME, **styles.make_outdated_cell_format())
    keys = list_key_columns(system, table.name)
    factor = make_bye_factor(
        system, table.name, get_sheet_language(sheet), lambda heading: f"${letters[heading]}{first_row}"
    )
    if len(keys) > 1:
        filled_keys = "+".join(f'(1-(${letters[heading]}{first_row}=""){factor(heading)})' for heading in keys)
        is_unfinished = f"AND({filled_keys}>0,{filled_keys}<{len(keys)})"
        styles.add_rule(sheet, all_cells, is_unfinished, **styles.make_text_colours(styles.TEXT, styles.INPUT_GROUND))
    for column in input_columns:
        if len(keys) > 1 and column.heading not in keys:
            continue
        letter = letters[column.heading]
        is_missing = f'({letter}{first_row}=""){factor(column.heading)}'
        styles.add_rule(
            sheet, f"{letter}{first_row}:{letter}{LAST_ROW}", is_missing, **styles.make_missing_input_format()
        )


EARLIER_SEASONS = msg("The seasons of earlier workbooks, copied from the last one.")
SEASON_WIDTHS = {"Average attendance": 21.0, "Games a session": 18.0, "Average score": 16.0, "Different players": 18.0,
                 "Active players": 16.0, CHAMPIONS: 70.0}  # fmt: skip
# The last row whose cell for an answer is yellow while there is a question.
LAST_ANSWER_ROW = 2000


def add_review(workbook: Workbook) -> None:
    """Add the sheet Review, which lists rows to review."""
    report = define_review_report()
    columns = report.sections[0].columns
    last_column = sum(not column.is_hidden for column in columns.values())
    sheet = _add_memory_sheet(workbook, report.name, report.title, last_column)
    widths = {str(column.heading): column.width for column in columns.values()}
    _add_table(sheet, TABLE, widths, hidden=[column.heading for column in columns.values() if column.is_hidden])
    answers = column_letters([*columns].index(ANSWER) + 1)
    add_input_rule(sheet, f"{answers}{FIRST_DATA_ROW}:{answers}{LAST_ANSWER_ROW}", f'$A{FIRST_DATA_ROW}<>""')
    set_up_printing(sheet, last_column, heading_rows=0, landscape=True)


def add_past_seasons(workbook: Workbook) -> None:
    """Add the sheet with a line for each past season, and hidden columns with the facts that rollover carries over."""
    width = len(SEASON_TABLE.columns)
    sheet = _add_memory_sheet(workbook, schema.PAST_SEASONS, EARLIER_SEASONS, width)
    _add_table(sheet, SEASON_TABLE, SEASON_WIDTHS)
    _add_table(sheet, FACT_TABLE, {}, hidden=FACT_HEADINGS, first=width + 2)
    set_up_printing(sheet, width, heading_rows=0, landscape=True)


def add_snapshot(workbook: Workbook, system: RatingSystem) -> None:
    """Add the hidden sheet Snapshot: headings, formulas that count changed cells, and formats for texts and dates."""
    sheet = workbook.create_sheet(schema.SNAPSHOT)
    sheet.sheet_state = "hidden"
    for number, column in enumerate(list_snapshot_columns(system), 1):
        if column.kind is ColumnType.DATE or not column.kind.is_typed_number:  # other numbers need no format
            styles.format_column(sheet, number, column.kind)
        write(sheet, 1, number, column.heading)
        write_formula(sheet, FORMULA_ROW, number, column.build_formula(column_letters(number)))
        sheet.cell(FORMULA_ROW, number).number_format = "0"
    name_cells(workbook, schema.SNAPSHOT_NAME, schema.SNAPSHOT, "$A$1")


def add_import_profile(workbook: Workbook) -> None:
    """Add the hidden sheet with the answers given about imported files."""
    from openpyxl.worksheet.table import Table as SheetTable

    sheet = workbook.create_sheet(schema.PROFILE_SHEET)
    sheet.sheet_state = "hidden"
    sheet.append([column.heading for column in schema.IMPORT_PROFILE.columns])
    sheet.add_table(SheetTable(displayName=schema.IMPORT_PROFILE.name, ref="A1:C2"))


def _add_memory_sheet(workbook: Workbook, title: str, instruction: Message, last_column: int) -> Worksheet:
    """Add a sheet with a band that states its purpose."""
    sheet = workbook.create_sheet(title)
    styles.set_band_heights(sheet, *styles.BAND_HEIGHTS)
    write_start_link(sheet, TITLE_ROW, 1)
    write(sheet, TITLE_ROW, TITLE_COLUMN, title, styles.TITLE)
    write(sheet, INSTRUCTION_ROW, TITLE_COLUMN, instruction, styles.SUBTITLE)
    styles.add_band(sheet, last_column)
    sheet.freeze_panes = f"B{FIRST_DATA_ROW}"
    return sheet


def _add_table(
    sheet: Worksheet, table: Table, widths: Mapping[str, float], hidden: Collection[str] = (), first: int = 1
) -> None:
    """Add a table whose first column is `first`.

    `widths` has the widths of its columns by heading. `hidden` has the headings of hidden columns.
    """
    language = get_sheet_language(sheet)
    for number, column in enumerate(table.columns, first):
        is_computed = column.is_computed
        styles.format_column(sheet, number, column.kind, pale=is_computed, grey=is_computed, heading=column.heading)
        dimension = sheet.column_dimensions[column_letters(number)]
        dimension.width, dimension.hidden = widths.get(column.heading, 12.0), column.heading in hidden
        add_heading(sheet, number, languages.translate_heading(table.name, column.heading, language), "left")
    sheet.add_table(_make_table(table, first))


def _make_table(table: Table, first: int = 1) -> SheetTable:
    """Return a table of one blank row whose first column is `first`."""
    from openpyxl.worksheet.table import Table as SheetTable
    from openpyxl.worksheet.table import TableStyleInfo

    letters = column_letters(first), column_letters(first + len(table.columns) - 1)
    cells = f"{letters[0]}{HEADINGS_ROW}:{letters[1]}{FIRST_DATA_ROW}"
    style = TableStyleInfo(name=TABLE_STYLE, showRowStripes=False)
    return SheetTable(name=table.name, displayName=table.name, ref=cells, tableStyleInfo=style)
