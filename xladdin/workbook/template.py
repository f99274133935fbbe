"""Build a new, empty club workbook as the bytes of a file.

Equal arguments give equal bytes. The only time in the file is the argument `now`.
"""

from __future__ import annotations

import io
import math
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING

from xladdin.cells import column_letters
from xladdin.files.package import EARLIEST
from xladdin.languages import Language, find_choice_message
from xladdin.messages import msg
from xladdin.renderers.sheet_layout import AS_OF_ROW, HEADING_ROW, HEADLINE_ROW
from xladdin.reports import list_reports
from xladdin.systems.system import RatingSystem
from xladdin.workbook import styles
from xladdin.workbook.input_sheets import LISTED_ROWS, add_column_validation
from xladdin.workbook.report_sheets.tonight import (
    BUTTON_STEP,
    FILE_STEP,
    HOW_TO_PAIR,
    LIST_COLUMN,
    MARK_STEP,
    NAME_FORMULA,
    PAIRED_NAME,
    PRESENT_MARK,
    SCORE_STEP,
    SETTINGS_COLUMN,
    UNLISTED_COUNT_NAME,
    WHO_IS_HERE,
    define_tonight_report,
    list_evening_settings,
)
from xladdin.workbook.schema import (
    FIRST_DATA_ROW,
    LISTS,
    PAST_SEASONS,
    PLAYER,
    REVIEW,
    START,
    TONIGHT,
    Column,
    ColumnType,
    list_input_tables,
    make_language,
)
from xladdin.workbook.sheets import list_hideable_sheets, list_report_sheets, list_sheets
from xladdin.workbook.styles import (
    add_data_validation,
    add_input_rule,
    define_name,
    get_sheet_language,
    make_choice_prompt,
    make_choice_rule,
    make_list_rule,
    write,
    write_formula,
)

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.files.workbook_writer import FormulaValues
    from xladdin.vba import Button

_CHART_FRAME = re.compile(rb'(<(?:\w+:)?cNvPr id="[0-9]+" name=")Chart [0-9]+"')
# The start of the label at the end of a chart line. It gets an attribute so that a long name stays on one line.
_NAME_AT_A_LINE = re.compile(rb"<dLbl><idx[^<>]*/><txPr><a:bodyPr")
_SAVED_AT = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*")
_DEFAULT_TYPES = re.compile(rb"(?:<Default [^>]*>)+")
_ONLY_BLANKS = re.compile(rb"<t>( +)</t>")


def build_template(
    system: RatingSystem,
    title: str,
    now: datetime,
    *,
    lambda_names: bool = True,
    macros: bool = False,
    extra_columns: Mapping[str, Sequence[str]] | None = None,
    paper: str = "",
    rows: Mapping[str, int] | None = None,
    language: str,
) -> bytes:
    """Return the file of an empty workbook.

    Args:
        system: Rating system of the club.
        title: Title of the club, by default that of the system.
        now: Time of creation, stored in the file.
        lambda_names: Whether to add the functions as LAMBDA names.
        macros: Whether to build an .xlsm with buttons.
        extra_columns: Further headings of a table, by the table's name.
        paper: Letter or A4, or "" for the system's default.
        rows: Number of rows that a table will have, by its name. Its sheet opens at the first free row.
        language: Code of the language of all texts.
    """
    extra_headings = {table: headings for table, headings in (extra_columns or {}).items() if headings}
    row_counts, title, paper = rows or {}, title or system.title, paper or system.paper
    players = math.ceil(row_counts.get("Players", 0) / LIST_STEP) * LIST_STEP
    hidden = tuple(sheet for sheet in list_hideable_sheets(system) if not row_counts.get(sheet))
    content, parts, values = save_with_openpyxl(
        system, title, lambda_names, macros, extra_headings, paper, players, hidden, language
    )
    first_free = {parts[name]: FIRST_DATA_ROW + count for name, count in row_counts.items() if name in parts}
    return _finish_archive(content, now, values, first_free, parts[LISTS], system, make_language(language, system))


def save_with_openpyxl(
    system: RatingSystem,
    title: str,
    lambda_names: bool,
    macros: bool,
    extra_columns: Mapping[str, Sequence[str]],
    paper: str,
    players: int,
    hidden: Sequence[str],
    language: str,
) -> tuple[bytes, Mapping[str, str], Mapping[str, FormulaValues]]:
    """Return the workbook as openpyxl saves it, the part of each sheet, and the values of formulas by part.

    `players` is the number of players that it will have, or somewhat more. `hidden` are the names of empty sheets.
    """
    from openpyxl import Workbook

    from xladdin.files.safe_write import serialize_workbook
    from xladdin.workbook.calculator import add_calculator
    from xladdin.workbook.input_sheets import (
        add_import_profile,
        add_input_sheets,
        add_lists,
        add_past_seasons,
        add_review,
        add_snapshot,
    )
    from xladdin.workbook.journal import define_journal_report
    from xladdin.workbook.lambda_names import add_lambda_names
    from xladdin.workbook.report_sheets.new_sheets import add_report_sheets, build_sheet
    from xladdin.workbook.rules_sheet import add_rules_sheet
    from xladdin.workbook.start import add_start_sheet, list_start_buttons
    from xladdin.workbook.styles import (
        finish_pages,
        fonts_in_schema_order,
        get_first_values,
        register_styles,
        set_language,
    )

    workbook = Workbook()
    text_language = make_language(language, system)
    set_language(workbook, text_language)
    workbook.properties.title = title
    workbook.remove(workbook.worksheets[0])
    register_styles(workbook)
    add_start_sheet(workbook, system, macros, hidden)
    add_input_sheets(workbook, system, extra_columns)
    if TONIGHT in list_sheets(system):
        add_tonight_sheet(workbook, system, macros, players + SPARE_NAMES)
    add_rules_sheet(workbook, system, title)
    add_report_sheets(workbook, system)
    add_past_seasons(workbook)
    add_review(workbook)
    build_sheet(workbook, define_journal_report())
    add_calculator(workbook, system)
    add_lists(workbook, players)
    add_import_profile(workbook)
    add_snapshot(workbook, system)
    order = {name: number for number, name in enumerate(list_sheets(system))}  # hidden sheets come last
    workbook._sheets.sort(key=lambda sheet: order.get(sheet.title, len(order)))
    if lambda_names and not macros:
        add_lambda_names(workbook, text_language)
    if macros:
        from xladdin.workbook.macro_modules import attach_macros

        tonight = {TONIGHT: [make_pair_button(system, text_language)]} if TONIGHT in workbook.sheetnames else {}
        attach_macros(
            workbook,
            buttons={START: list_start_buttons(text_language)} | tonight,
            printable_sheets=list_report_sheets(system),
            language=text_language,
        )
    _colour_tabs(workbook, system)
    finish_pages(workbook.worksheets, title, paper)
    for sheet in hidden:
        workbook[sheet].sheet_state = "hidden"
    workbook.active = workbook.sheetnames.index(START)
    workbook[START].sheet_view.tabSelected = True
    workbook.properties.creator = "xladdin"
    with fonts_in_schema_order():
        content = serialize_workbook(workbook)
    parts = {sheet: f"xl/worksheets/sheet{number}.xml" for number, sheet in enumerate(workbook.sheetnames, 1)}
    return (
        content,
        parts,
        {parts[sheet]: formula_values for sheet, formula_values in get_first_values(workbook).items()},
    )


def _colour_tabs(workbook: Workbook, system: RatingSystem) -> None:
    """Colour the tabs of the sheets by their purpose: input, reports, settings."""
    for sheet in workbook.worksheets:
        if sheet.title in list_input_tables(system):
            colour = styles.INPUT_TAB
        elif sheet.title in (START, TONIGHT, PLAYER, PAST_SEASONS, REVIEW, *list_report_sheets(system)):
            colour = styles.REPORT_TAB
        else:
            colour = styles.SETTINGS_TAB
        sheet.sheet_properties.tabColor = colour


def _add_alt_texts(drawing: bytes, system: RatingSystem, language: Language) -> bytes:
    """Add a name and a description to each chart in the XML of a drawing.

    A recalculation finds a chart by its name.
    """
    frames = len(_CHART_FRAME.findall(drawing))
    charts = iter(next(report.charts for report in list_reports(system) if len(report.charts) == frames))

    def describe_frame(frame: re.Match[bytes]) -> bytes:
        chart = next(charts)
        description = escape(language.render(chart.text)).encode("ascii", "xmlcharrefreplace")
        return b'%b%b" descr="%b"' % (frame[1], chart.name.encode(), description)

    return _CHART_FRAME.sub(describe_frame, drawing)


def _compact_xml(sheet: bytes) -> bytes:
    """Shorten empty elements in the XML of a sheet, which takes less time to read.

    openpyxl writes a space into each empty element, unless lxml is installed. It also omits the attribute without which
    Excel does not read a text that consists of spaces.
    """
    return _ONLY_BLANKS.sub(rb'<t xml:space="preserve">\g<1></t>', sheet.replace(b" />", b"/>"))


def _finish_archive(
    archive: bytes,
    now: datetime,
    values: Mapping[str, FormulaValues],
    first_free: Mapping[str, int],
    lists: str,
    system: RatingSystem,
    language: Language,
) -> bytes:
    """Add to the archive what openpyxl does not write, and set the time of saving.

    Args:
        archive: The file as openpyxl saved it.
        now: Time of saving.
        values: Values of formulas, by the part of their sheet.
        first_free: First free row at which a sheet opens, by its part.
        lists: Part of the sheet of choices.
        system: Rating system of the club.
        language: Language of the descriptions of charts.
    """
    from xladdin.files.workbook_writer import order_print_titles, write_formula_values
    from xladdin.workbook.input_sheets import add_array_cells, open_at_row

    saved_at = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as source, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as target:
        for name in sorted(source.namelist()):  # openpyxl adds macros in the order of a set, which varies
            content = source.read(name)
            if name.startswith("xl/worksheets/"):
                content = _compact_xml(content)
            if name.startswith("xl/drawings/drawing"):
                content = _add_alt_texts(content, system, language)
            if name.startswith("xl/charts/chart"):
                content = _NAME_AT_A_LINE.sub(rb'\g<0> wrap="none"', content)  # openpyxl omits it
            if name == lists:
                content = add_array_cells(content)
            if name in first_free:
                content = open_at_row(content, first_free[name])
            if name in values:
                content = write_formula_values(content, values[name])
            if name == "xl/workbook.xml":
                content = order_print_titles(content)
            if name == "[Content_Types].xml":  # openpyxl lists the types of macros in the order of a set, which varies
                content = _DEFAULT_TYPES.sub(lambda match: b"".join(sorted(re.findall(rb"<[^>]*>", match[0]))), content)
            if name == "docProps/core.xml":
                content = _SAVED_AT.sub(rb"\g<1>" + saved_at, content)
            member = zipfile.ZipInfo(name, EARLIEST)
            member.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(member, content)
    return result.getvalue()


# The least number of spare rows of the list, for players typed before the next recalculation, and the step of its
# length.
SPARE_NAMES, LIST_STEP = 60, 40
# The number format that hides the cell with the last paired round, which the headline describes.
HIDDEN_FORMAT = ";;;"
# The widths of labels and values, with which the whole sheet is visible on a laptop [characters].
_LABEL_WIDTH, _VALUE_WIDTH = 22.5, 15.5


def add_tonight_sheet(workbook: Workbook, system: RatingSystem, macros: bool, names: int) -> None:
    """Add the sheet Tonight. `macros` is whether it has a button, and `names` the number of rows of its list."""
    from xladdin.reports.report import GAP_WIDTH
    from xladdin.workbook.report_sheets.new_sheets import build_sheet

    sheet = build_sheet(workbook, define_tonight_report(system), system)
    sheet.merge_cells(f"A{AS_OF_ROW}:{column_letters(LIST_COLUMN - 2)}{AS_OF_ROW}")
    # With the words "out of date", the text is longer than its cells.
    sheet.cell(AS_OF_ROW, 1).alignment = styles.make_centered_alignment("left", shrink=True)
    write(sheet, HEADLINE_ROW, LIST_COLUMN, WHO_IS_HERE, styles.LABEL)
    write(sheet, HEADLINE_ROW, SETTINGS_COLUMN, HOW_TO_PAIR, styles.LABEL)
    for column, width in enumerate((GAP_WIDTH, _LABEL_WIDTH, _VALUE_WIDTH), SETTINGS_COLUMN - 1):
        sheet.column_dimensions[column_letters(column)].width = width
    _add_marks(sheet)
    for row in range(HEADING_ROW + 1, HEADING_ROW + 1 + names):
        write_formula(sheet, row, LIST_COLUMN, NAME_FORMULA.format(row=row))
        sheet.cell(row, LIST_COLUMN).alignment = styles.get_column_alignment(ColumnType.PLAYER)
    row = _add_settings(workbook, sheet, system)
    for number, step in enumerate((MARK_STEP, BUTTON_STEP if macros else FILE_STEP, SCORE_STEP), row + 1):
        write(sheet, number, SETTINGS_COLUMN, step)
    styles.add_band(sheet, SETTINGS_COLUMN + 1)


def make_pair_button(system: RatingSystem, language: Language) -> Button:
    """Return the button on Tonight of a workbook with macros."""
    from xladdin.vba import Button

    first = HEADING_ROW + len(list_evening_settings(system)) + 8
    letter = column_letters(SETTINGS_COLUMN)
    return Button(language.render(msg("Pair tonight")), "PairTonight", f"{letter}{first}:{letter}{first + 1}")


def _add_marks(sheet: Worksheet) -> None:
    """Add input cells for the mark and the division next to every name."""
    letter = column_letters(LIST_COLUMN + 2)
    last = HEADING_ROW + LISTED_ROWS
    cells = f"{letter}{HEADING_ROW + 1}:{letter}{last}"
    add_data_validation(
        sheet, cells, msg("Here"), msg("Mark with x, or leave blank."), **make_list_rule([PRESENT_MARK])
    )
    name = f"${column_letters(LIST_COLUMN)}{HEADING_ROW + 1}"
    add_input_rule(sheet, f"{letter}{HEADING_ROW + 1}:{column_letters(LIST_COLUMN + 3)}{last}", f'{name}<>""')


def _add_settings(workbook: Workbook, sheet: Worksheet, system: RatingSystem) -> int:
    """Add the settings of the pairing, and return the row below them."""
    row = HEADING_ROW
    for setting in list_evening_settings(system):
        row += 1
        write(sheet, row, SETTINGS_COLUMN, setting.label)
        cell = sheet.cell(row, SETTINGS_COLUMN + 1)
        default = setting.default
        if default != "":
            write(
                sheet, row, SETTINGS_COLUMN + 1, find_choice_message(default) if isinstance(default, str) else default
            )
        cell.style = styles.INPUT
        cell.number_format = styles.get_number_format(setting.kind)
        cell.alignment = styles.get_column_alignment(ColumnType.YES)
        if setting.choices:
            rule = make_choice_rule(setting.choices, get_sheet_language(sheet))
            add_data_validation(sheet, cell.coordinate, TONIGHT, make_choice_prompt(setting.choices), **rule)
        else:
            add_column_validation(sheet, cell.coordinate, Column(setting.label, setting.kind))
        define_name(workbook, setting.name, f"{TONIGHT}!${column_letters(SETTINGS_COLUMN + 1)}${row}")
    row += 1
    sheet.cell(row, SETTINGS_COLUMN).number_format = HIDDEN_FORMAT
    define_name(workbook, PAIRED_NAME, f"{TONIGHT}!${column_letters(SETTINGS_COLUMN)}${row}")
    define_name(workbook, UNLISTED_COUNT_NAME, f"{TONIGHT}!${column_letters(LIST_COLUMN + 4)}${HEADLINE_ROW}")
    return row + 1
