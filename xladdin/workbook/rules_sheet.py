"""Build the Rules sheet of a new workbook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xladdin.cells import MAX_NUMBER, Number, column_letters
from xladdin.languages import find_choice_message
from xladdin.messages import Message, msg
from xladdin.systems.formulas import rule_name
from xladdin.systems.system import BandTable, RatingSystem, is_whole
from xladdin.workbook import styles
from xladdin.workbook.schema import (
    CLUB_CHOICES,
    CLUB_SETTINGS,
    LANGUAGE_NAME,
    RULES,
    SYSTEM_NAME,
    WEB_CHOICES,
    ColumnType,
    list_ask_settings,
)
from xladdin.workbook.styles import (
    add_data_validation,
    define_name,
    get_sheet_language,
    make_choice_prompt,
    make_choice_rule,
    make_range_rule,
    set_up_printing,
    write,
    write_start_link,
)

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

from xladdin.workbook.rules import FIRST_SETTING_ROW, TableCells, iter_rule_fields, lay_out_rules

# The rows of the title band, and of the headings below it.
TITLE_ROW, INSTRUCTION_ROW, HEADING_ROW = 1, 2, FIRST_SETTING_ROW - 1
LABEL_COLUMN, VALUE_COLUMN, PRINTED_COLUMN, SOURCE_COLUMN = 1, 2, 3, 4
# The first column of the printed copy of a table, for comparison.
PRINTED_TABLE_COLUMN = 6
HEADINGS = (msg("Setting"), msg("Value"), msg("As printed"), msg("Source"))
INSTRUCTION = msg("Every number of the system, with its source. Edit a yellow cell, then recalculate.")
# The choices of a setting, or its lowest and highest number and whether it must be whole.
Limits = tuple[Any, ...]
# Excel measures a column's width in digits, which are wider than most letters.
LETTERS_PER_WIDTH = 1.1
COLUMN_WIDTHS = (48, 26, 20, 18, 3, 24, 18, 18, 12, 60)


def add_rules_sheet(workbook: Workbook, system: RatingSystem, title: str) -> None:
    """Add the sheet Rules and its defined names. `system` has the club's rules. `title` may be ""."""
    sheet = workbook.create_sheet(RULES)
    settings, tables = lay_out_rules(system, title, get_sheet_language(sheet).code)
    printed_settings, printed_tables = lay_out_rules(system.printed_rules)
    printed_by_name = {setting.name: setting.value for setting in printed_settings}
    styles.set_band_heights(sheet, *styles.BAND_HEIGHTS)
    write(sheet, TITLE_ROW, LABEL_COLUMN, RULES, styles.TITLE)
    write_start_link(sheet, TITLE_ROW, VALUE_COLUMN)
    write(sheet, INSTRUCTION_ROW, LABEL_COLUMN, INSTRUCTION, styles.SUBTITLE)
    styles.add_band(sheet, len(COLUMN_WIDTHS))
    for column, heading in enumerate(HEADINGS, 1):
        write(sheet, HEADING_ROW, column, heading, styles.HEADING)
    limits = _list_limits(system)
    for setting in settings:
        write(sheet, setting.row, LABEL_COLUMN, setting.label)
        if setting.name in limits:
            _allow(sheet, f"{column_letters(VALUE_COLUMN)}{setting.row}", setting.label, limits[setting.name])
        is_key = setting.name in (SYSTEM_NAME, LANGUAGE_NAME)
        sheet.cell(setting.row, VALUE_COLUMN).style = styles.COMPUTED if is_key else styles.INPUT
        if setting.value != "":  # a cell with an empty text would not be blank
            write(sheet, setting.row, VALUE_COLUMN, _convert_choice(setting.value, setting.name in limits))
        if setting.name.startswith("rule_"):
            printed_value = _convert_choice(printed_by_name[setting.name], setting.name in limits)
            write(sheet, setting.row, PRINTED_COLUMN, printed_value, styles.COMPUTED)
        _write_source(sheet, setting.row, SOURCE_COLUMN, setting.source)
        define_name(workbook, setting.name, f"{RULES}!${column_letters(VALUE_COLUMN)}${setting.row}")
    for table, printed_table in zip(tables, printed_tables):
        _add_table(workbook, sheet, table, printed_table.table)
    for column, width in enumerate(COLUMN_WIDTHS, 1):
        sheet.column_dimensions[column_letters(column)].width = width
    sheet.freeze_panes = f"A{HEADING_ROW + 1}"
    sheet.sheet_view.showGridLines = False
    set_up_printing(sheet, len(COLUMN_WIDTHS), heading_rows=HEADING_ROW, landscape=True)


def _convert_choice(value: Number | str, is_limited: bool) -> Number | str:
    """Return a choice as a message, which is translated, and any other value unchanged."""
    return find_choice_message(value) if is_limited and isinstance(value, str) else value


def _add_table(workbook: Workbook, sheet: Worksheet, cells: TableCells, printed: BandTable) -> None:
    table, first, last = cells.table, cells.first_band_row, cells.last_band_row
    write(sheet, cells.row, 1, cells.label, styles.LABEL)
    _write_source(sheet, cells.row, 2, cells.source)
    room = LETTERS_PER_WIDTH * sum(COLUMN_WIDTHS[1 : PRINTED_TABLE_COLUMN - 1])
    above = 1 if len(cells.source) > room else 0  # a long source continues over the cells to the right
    write(sheet, cells.row - above, PRINTED_TABLE_COLUMN, msg("As printed"), styles.LABEL)
    for offset, (heading, name) in enumerate(zip(table.columns, cells.names())):
        for column in (1 + offset, PRINTED_TABLE_COLUMN + offset):
            write(sheet, cells.row + 1, column, heading, styles.HEADING)
        for row, band in enumerate(table.rows, first):
            write(sheet, row, 1 + offset, band[offset], styles.INPUT)
        for row in range(first + len(table.rows), last + 1):
            sheet.cell(row, 1 + offset).style = styles.INPUT
        for row, band in enumerate(printed.rows, first):
            write(sheet, row, PRINTED_TABLE_COLUMN + offset, band[offset], styles.COMPUTED)
        letter = column_letters(1 + offset)
        define_name(workbook, name, f"{RULES}!${letter}${first}:${letter}${last}")
    bands = f"A{first}:{column_letters(len(table.columns))}{last}"
    _allow(sheet, bands, cells.label, (-MAX_NUMBER, MAX_NUMBER, False))
    for row, remark in enumerate(printed.remarks, first):
        _write_source(sheet, row, PRINTED_TABLE_COLUMN + len(table.columns), remark)


def _list_limits(system: RatingSystem) -> dict[str, Limits]:
    limits: dict[str, Limits] = {choice.name: choice.choices for choice in (*CLUB_CHOICES, *WEB_CHOICES)}
    club_settings = (*CLUB_SETTINGS, *list_ask_settings(system.log_schema))
    limits.update((setting.name, (1, setting.most, True)) for setting in club_settings)
    for field, value in iter_rule_fields(system):
        metadata = field.metadata
        if isinstance(value, str):
            if metadata["choices"]:
                limits[rule_name(field.name)] = tuple(metadata["choices"])
        elif not isinstance(value, BandTable):
            limits[rule_name(field.name)] = (metadata["least"], metadata["most"], is_whole(field))
    return limits


def _allow(sheet: Worksheet, cells: str, label: Message, limits: Limits) -> None:
    """Add the data validation of cells, with a prompt for the values within the limits."""
    if isinstance(limits[0], str):
        rule = make_choice_rule(limits, get_sheet_language(sheet))
        message = make_choice_prompt(limits)
    else:
        least, most, whole = limits
        message = _make_number_prompt(least, most, whole)
        rule = make_range_rule("whole" if whole else "decimal", least, most)
    add_data_validation(sheet, cells, label, message, has_prompt=True, fallback_title=RULES, **rule)


def _make_number_prompt(least: Number, most: Number, whole: bool) -> Message:
    if least <= -MAX_NUMBER:
        message = msg("Type a whole number.") if whole else msg("Type a number.")
    elif most == MAX_NUMBER:
        message = msg("Type a whole number, {least} or more.") if whole else msg("Type a number, {least} or more.")
    elif whole:
        message = msg("Type a whole number from {least} to {most}.")
    else:
        message = msg("Type a number from {least} to {most}.")
    return message.with_values(least=least, most=most)


def _write_source(sheet: Worksheet, row: int, column: int, source: str) -> None:
    """Write the source of a value, indented from the number to its left."""
    write(sheet, row, column, source, styles.AS_OF)
    sheet.cell(row, column).alignment = styles.get_column_alignment(ColumnType.TEXT)


def build_edited_rules_formula(system: RatingSystem) -> str:
    """Return the formula for the number of cells on Rules that differ from the printed rules, without "="."""
    settings, tables = lay_out_rules(system)
    rules = [setting.row for setting in settings if setting.name.startswith("rule_")]
    value, printed = column_letters(VALUE_COLUMN), column_letters(PRINTED_COLUMN)
    pairs = [(f"{value}{rules[0]}:{value}{rules[-1]}", f"{printed}{rules[0]}:{printed}{rules[-1]}")]
    for table in tables:
        last = len(table.table.columns) - 1
        pairs.append((_address_bands(table, 1, last), _address_bands(table, PRINTED_TABLE_COLUMN, last)))
    return "+".join(f"SUMPRODUCT(--({RULES}!{values}<>{RULES}!{printed_values}))" for values, printed_values in pairs)


def _address_bands(table: TableCells, column: int, last: int) -> str:
    first_letter, last_letter = column_letters(column), column_letters(column + last)
    return f"{first_letter}{table.first_band_row}:{last_letter}{table.last_band_row}"
