"""Lay out the Rules sheet, build it in a new workbook, and read the settings of a club from it."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from xladdin.cells import LARGEST_NUMBER, ClubBook, Number, cell_text, column_letters, is_blank
from xladdin.errors import (
    Diagnostic,
    IncompatibleSchemaError,
    InvalidRowsError,
    InvalidTypeError,
    NotFoundError,
    OutOfRangeError,
    WorkbookError,
    XladdinError,
)
from xladdin.game_log.parsing import read_band, read_choice, read_limited, read_setting, read_text
from xladdin.languages import ENGLISH, choice_message
from xladdin.messages import Message, msg
from xladdin.systems import system_named
from xladdin.systems.formulas import rule_name
from xladdin.systems.system import BandTable, RatingSystem, is_whole
from xladdin.workbook import styles
from xladdin.workbook.schema import (
    CLUB_CHOICES,
    CLUB_ID_NAME,
    CLUB_SETTINGS,
    CLUB_TEXTS,
    EVENING_PRINT,
    FORM,
    FORM_NAME,
    LANGUAGE_NAME,
    PAPER,
    RULES,
    SYSTEM_NAME,
    TITLE_NAME,
    WEB_CHOICES,
    WEB_NAMES,
    ClubChoice,
    ClubSetting,
    ClubText,
    Kind,
    ask_settings,
)
from xladdin.workbook.styles import (
    allow,
    between,
    choose_one,
    define_name,
    language_of_sheet,
    one_of_choices,
    set_up_printing,
    write,
    write_way_back,
)

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

HEADINGS = (msg("Setting"), msg("Value"), msg("As printed"), msg("Source"))
INSTRUCTION = msg(
    "Every number of the system, with its source. Edit a yellow cell: the ratings follow when they are recalculated."
)
TITLE_ROW, WORDS_ROW, HEADING_ROW = 1, 2, 3
"""The band of the sheet, and the headings below it."""
FIRST_SETTING_ROW = HEADING_ROW + 1
LABEL_COLUMN, VALUE_COLUMN, PRINTED_COLUMN, SOURCE_COLUMN = 1, 2, 3, 4
PRINTED_TABLE_COLUMN = 6
"""The first column of the printed copy of a table, for comparison."""
GAP_ROWS = 2
"""The blank rows before a table. Its title is in the second."""


class SettingCell(NamedTuple):
    """A labelled setting. Its cell is (row, `VALUE_COLUMN`) and has the defined name `name`."""

    name: str
    row: int
    label: Message
    value: Number | str
    source: str


class TableCells(NamedTuple):
    """A table of the system: its title in `row`, headings below it, then the bands. Each column's bands have a name.

    It has at least `printed_rows`: those of the printed table and spare ones, even if the club's own is shorter.
    """

    field: str
    row: int
    label: Message
    source: str
    table: BandTable
    printed_rows: int

    @property
    def first_band_row(self) -> int:
        """The sheet row of the first band."""
        return self.row + 2

    @property
    def last_band_row(self) -> int:
        """The sheet row of the last band."""
        return self.first_band_row + max(len(self.table.rows), self.printed_rows) - 1

    def names(self) -> tuple[str, ...]:
        """Return the defined name of each column's range."""
        return tuple(
            rule_name(self.field, heading, first=position == 0) for position, heading in enumerate(self.table.columns)
        )


def rules_layout(
    system: RatingSystem, title: str = "", language: str = ENGLISH
) -> tuple[list[SettingCell], list[TableCells]]:
    """Return the place of every setting and table of a system on Rules.

    `title` is the club's, or the system's if blank. `language` is the code of the workbook's.

    Below the tables are the limits of the sheet Review, which rate nobody. Settings that came
    later are last, since the number that tells whether Rules was edited counts them in this order.
    """
    from xladdin.systems.adapter import adapter_of

    adapter = adapter_of(system)
    own_values = {
        PAPER.name: system.paper,
        WEB_NAMES.name: adapter.web_names,
        EVENING_PRINT.name: ", ".join(adapter.evening),
    }
    choices = (*CLUB_CHOICES, *WEB_CHOICES)
    own: list[tuple[str, Message, Number | str, str]] = [
        (SYSTEM_NAME, msg("Rating system (do not change)"), system.key, system.source),
        (
            TITLE_NAME,
            msg("Club's title"),
            title or system.title,
            msg("Yours: on every sheet; in the footers when the closed file is recalculated"),
        ),
        *((setting.name, setting.label, setting.default, setting.source) for setting in CLUB_SETTINGS),
        (
            LANGUAGE_NAME,
            msg("Language (do not change)"),
            language,
            msg("Chosen when the workbook is made; xladdin renew makes one in another language"),
        ),
        *((own.name, own.label, own_values.get(own.name, own.default), own.source) for own in choices),
        *((own.name, own.label, own_values.get(own.name, ""), own.source) for own in CLUB_TEXTS),
    ]
    tables = []
    for field, value in rule_fields(system):
        if isinstance(value, BandTable):
            tables.append((field, value))
        else:
            own.append((rule_name(field.name), field.metadata["label"], value, field.metadata["source"]))
    settings = [
        SettingCell(name, row, label, value, source)
        for row, (name, label, value, source) in enumerate(own, FIRST_SETTING_ROW)
    ]
    came_later = {own.name for own in (*choices, *CLUB_TEXTS)}
    settings.sort(key=lambda setting: setting.name in came_later)
    next_row = FIRST_SETTING_ROW + len(own) + GAP_ROWS - 1
    blocks = []
    for field, table in tables:
        printed_rows = len(getattr(system.printed, field.name).rows) + system.spare_rows
        label, source = field.metadata["label"], field.metadata["source"]
        blocks.append(TableCells(field.name, next_row, label, source, table, printed_rows))
        next_row = blocks[-1].last_band_row + GAP_ROWS
    asked = ask_settings(system.log_schema)
    settings += [
        SettingCell(own.name, row, own.label, own.default, own.source) for row, own in enumerate(asked, next_row)
    ]
    return settings, blocks


def rule_fields(system: RatingSystem) -> Iterator[tuple[dataclasses.Field[object], Number | str | BandTable]]:
    """Yield every field of a system on Rules, with its value. Those that came later are last."""
    fields = dataclasses.fields(system)
    for field in sorted(fields, key=lambda field: bool(field.metadata.get("later"))):
        yield field, getattr(system, field.name)


Value = TypeVar("Value", int, str)


def system_of(workbook: ClubBook) -> RatingSystem:
    """Return the rating system of a workbook, with the tables and settings of its Rules sheet.

    Raises WorkbookError if the file is no club workbook or one of another form, and InvalidRowsError if a table or
    setting there is wrong.
    """
    validate_form(workbook)
    return system_of_any_form(workbook)


def has_current_form(workbook: ClubBook) -> bool:
    """Return whether this version reads and writes the form of a workbook."""
    return workbook.names.get(FORM_NAME) == FORM


def new_club_id() -> str:
    """Return a random identity for a workbook. It begins with letters, so that no program takes it for a number."""
    return f"club-{os.urandom(8).hex()}"


def club_id_of(workbook: ClubBook) -> str:
    """Return the identity that `new` wrote into the workbook, or "" if it has none."""
    return cell_text(workbook.names.get(CLUB_ID_NAME)).strip()


def validate_form(workbook: ClubBook) -> None:
    """Raise IncompatibleSchemaError for a club workbook of another form, which only `xladdin renew` reads."""
    if SYSTEM_NAME in workbook.names and not has_current_form(workbook):
        number = cell_text(workbook.names.get(FORM_NAME)) or "no number"
        raise IncompatibleSchemaError(
            msg(
                "This club workbook is of another form: its cell named {form_name} holds {number} instead of "
                "{form}. Run xladdin renew OLD NEW to update it.",
                form_name=FORM_NAME,
                number=number,
                form=FORM,
            )
        )


def system_of_any_form(workbook: ClubBook) -> RatingSystem:
    """Return the rating system of a workbook, even of one of another form."""
    if SYSTEM_NAME not in workbook.names:
        raise WorkbookError(
            msg(
                "This is not a club workbook: it has no cell named {system_name} (Numbers drops names and tables "
                "when it exports). Make one with `xladdin new SYSTEM FILE`.",
                system_name=SYSTEM_NAME,
            )
        )
    key = read_text(workbook.names[SYSTEM_NAME]) or "(blank)"
    try:
        system = system_named(key)
    except NotFoundError as error:
        raise WorkbookError(
            msg(
                "{rules}, the cell named {system_name}: {error}. Fix it, and save.",
                rules=RULES,
                system_name=SYSTEM_NAME,
                error=error.message,
            )
        ) from None
    with suppress(OutOfRangeError):  # the reading names the cell of what a club cannot have begun as
        system = system.like(read_text(workbook.names.get(rule_name("began_as"))).casefold())
    reading = _RulesReader(workbook, system)
    values = {
        field.name: reading.table(field, printed) if isinstance(printed, BandTable) else reading.setting(field, printed)
        for field, printed in rule_fields(system)
    }
    edited = dataclasses.replace(system, **values)  # type: ignore[arg-type]
    if not reading.problems:
        reading.compare(edited)
    if reading.problems:
        raise InvalidRowsError(reading.problems)
    return edited


def club_settings(workbook: ClubBook, system: RatingSystem) -> dict[str, int]:
    """Return the club's own settings by name. A missing or blank one has its default. Raises InvalidRowsError."""
    problems: list[Diagnostic] = []

    def read(setting: ClubSetting) -> int:
        def parse(cell: object) -> int:
            return int(read_limited(cell, 1, setting.most, whole=True))

        return read_club_cell(workbook, setting, parse, setting.default, problems)

    settings = {setting.name: read(setting) for setting in (*CLUB_SETTINGS, *ask_settings(system.log_schema))}
    if problems:
        raise InvalidRowsError(problems)
    return settings


def club_paper(workbook: ClubBook, system: RatingSystem) -> str:
    """Return the paper that the club chose, or the system's. Raises InvalidRowsError for any other word."""
    problems: list[Diagnostic] = []
    paper = read_club_choice(workbook, PAPER, system.paper, problems)
    if problems:
        raise InvalidRowsError(problems)
    return paper


def read_club_choice(workbook: ClubBook, choice: ClubChoice, default: str, problems: list[Diagnostic]) -> str:
    """Return the word in a cell of the club's own. A wrong one is a problem."""
    return read_club_cell(workbook, choice, lambda cell: read_choice(cell, choice.choices), default, problems)


def read_club_cell(
    workbook: ClubBook,
    own: ClubSetting | ClubChoice,
    parse: Callable[[object], Value],
    default: Value,
    problems: list[Diagnostic],
) -> Value:
    """Return the value of a cell of the club's own, or the default of a missing or blank one, or of a wrong one."""
    cell = workbook.names.get(own.name)
    try:
        return default if is_blank(cell) else parse(cell)
    except XladdinError as error:
        problems.append(club_cell_problem(workbook, own, error))
        return default


def club_cell_problem(workbook: ClubBook, own: ClubSetting | ClubChoice | ClubText, error: XladdinError) -> Diagnostic:
    """Return what is wrong in a cell of the club's own on Rules."""
    location = workbook.place_of(own.name)
    assert location is not None
    sheet, row, _ = location
    text = cell_text(workbook.names.get(own.name))
    return Diagnostic(RULES, sheet, row, own.label, text, error.message, error.excel_error)


def evening_sheets(workbook: ClubBook, system: RatingSystem) -> list[str]:
    """Return the sheets that the club prints after an evening, in its words, or the system's if it names none."""
    from xladdin.systems.adapter import adapter_of

    named = [" ".join(name.split()) for name in cell_text(workbook.names.get(EVENING_PRINT.name)).split(",")]
    return [name for name in named if name] or list(adapter_of(system).evening)


class _RulesReader:
    """Reads one workbook's Rules. Everything wrong goes into `problems`, and then the printed value counts."""

    def __init__(self, workbook: ClubBook, system: RatingSystem) -> None:
        self._workbook = workbook
        self.problems: list[Diagnostic] = []
        self._grows = system.spare_rows > 0  # elsewhere a blank row does not count
        settings, tables = rules_layout(system)
        self._printed_rows = {setting.name: setting.row for setting in settings}
        self._printed_rows.update((name, table.first_band_row) for table in tables for name in table.names())

    def setting(self, field: dataclasses.Field[object], printed: Number | str) -> Number | str:
        """Return the value of a setting, within its limits."""
        name = rule_name(field.name)
        if name not in self._workbook.names and field.metadata["later"]:
            return printed
        if name not in self._workbook.names:
            error = msg(
                "the cell named {name} is gone; undo the deletion, or move the rows to a new workbook", name=name
            )
            self._add_error(name, 0, field.metadata["label"], None, InvalidTypeError(error))
            return printed
        cell = self._workbook.names[name]
        try:
            return read_setting(field, printed, cell)
        except XladdinError as error:
            self._add_error(name, 0, field.metadata["label"], cell, error)
            return printed

    def compare(self, edited: RatingSystem) -> None:
        """Note which settings do not go together."""
        for field, message in edited.setting_errors().items():
            label = next(known.metadata["label"] for known in dataclasses.fields(edited) if known.name == field)
            name = rule_name(field)
            self._add_error(name, 0, label, self._workbook.names.get(name), OutOfRangeError(message))

    def table(self, field: dataclasses.Field[object], printed: BandTable) -> BandTable:
        """Return a table, without the rows that are blank."""
        names = [rule_name(field.name, heading, first=not n) for n, heading in enumerate(printed.columns)]
        columns = []
        for name, heading in zip(names, printed.columns):
            cells = self._workbook.range_values(name)
            if cells is None:
                error = msg(
                    "the range named {name} is gone; undo the deletion, or move the rows to a new workbook", name=name
                )
                self._add_error(name, 0, heading, None, InvalidTypeError(error))
                return printed
            columns.append([row[0] for row in cells])
        if len(set(map(len, columns))) > 1:
            error = msg("its columns differ in length; undo the deletion, or move the rows to a new workbook")
            self._add_error(names[0], 0, printed.columns[0], None, InvalidTypeError(error))
            return printed
        bands = {offset: cells for offset, cells in enumerate(zip(*columns)) if not all(map(is_blank, cells))}
        before = len(self.problems)
        lowest = [-LARGEST_NUMBER, *[field.metadata["least"]] * (len(names) - 1)]
        rows = [
            tuple(
                self._number(name, offset, heading, cell, least)
                for name, heading, cell, least in zip(names, printed.columns, cells, lowest)
            )
            for offset, cells in bands.items()
        ]
        if len(self.problems) == before:
            self._validate_bands(names[0], printed.columns[0], list(bands), [row[0] for row in rows])
        if len(self.problems) > before:
            return printed
        table = BandTable(printed.columns, tuple(rows))
        return dataclasses.replace(table, remarks=printed.remarks) if table.rows == printed.rows else table

    def _number(self, name: str, offset: int, heading: str, cell: object, least: Number) -> Number:
        try:
            return read_band(cell, least)
        except XladdinError as error:
            self._add_error(name, offset, heading, cell, error)
            return 0

    def _validate_bands(self, name: str, heading: str, offsets: Sequence[int], starts: Sequence[Number]) -> None:
        if not starts:
            error = InvalidTypeError(msg("the table is blank; copy what is printed beside it"))
            self._add_error(name, 0, heading, None, error)
        for before, offset in pairwise(offsets):
            if offset > before + 1 and self._grows:
                hole = InvalidTypeError(msg("a row is missing here; move the rows below it up"))
                self._add_error(name, before + 1, heading, None, hole)
        for offset, (earlier, later) in zip(offsets[1:], pairwise(starts)):
            if later <= earlier:
                message = msg("must be in ascending order, and {earlier} is above", earlier=cell_text(earlier))
                self._add_error(name, offset, heading, later, OutOfRangeError(message))

    def _add_error(self, name: str, offset: int, heading: str, cell: object, error: XladdinError) -> None:
        """Note what is wrong in a cell of the named range, `offset` rows below its first."""
        location = self._workbook.place_of(name)
        sheet, row = (RULES, self._printed_rows[name]) if location is None else location[:2]
        problem = Diagnostic(RULES, sheet, row + offset, heading, cell_text(cell), error.message, error.excel_error)
        self.problems.append(problem)


Limits = tuple[Any, ...]
"""The words of a choice, or the least and the largest number, and whether it is a whole one."""
LETTERS_PER_WIDTH = 1.1
"""A column's width counts digits, which are wider than most letters."""
COLUMN_WIDTHS = (48, 26, 20, 18, 3, 24, 18, 18, 12, 60)


def add_rules_sheet(workbook: Workbook, system: RatingSystem, title: str, *, way_back: bool = True) -> None:
    """Add Rules and its defined names. `system` has the club's own rules. `title` may be blank for the system's.

    `way_back` says whether the workbook has a sheet Start to lead back to.
    """
    sheet = workbook.create_sheet(RULES)
    settings, tables = rules_layout(system, title, language_of_sheet(sheet).code)
    as_printed, printed_tables = rules_layout(system.printed)
    printed = {setting.name: setting.value for setting in as_printed}
    _add_band(sheet, way_back)
    for column, heading in enumerate(HEADINGS, 1):
        write(sheet, HEADING_ROW, column, heading, styles.HEADING)
    limits = _limits(system)
    for setting in settings:
        write(sheet, setting.row, LABEL_COLUMN, setting.label)
        if setting.name in limits:
            _allow(sheet, f"{column_letters(VALUE_COLUMN)}{setting.row}", setting.label, limits[setting.name])
        is_key = setting.name in (SYSTEM_NAME, LANGUAGE_NAME)
        sheet.cell(setting.row, VALUE_COLUMN).style = styles.COMPUTED if is_key else styles.INPUT
        if setting.value != "":  # a text of no letters would not be a blank cell
            write(sheet, setting.row, VALUE_COLUMN, _as_choice(setting.value, setting.name in limits))
        if setting.name.startswith("rule_"):
            printed_value = _as_choice(printed[setting.name], setting.name in limits)
            write(sheet, setting.row, PRINTED_COLUMN, printed_value, styles.COMPUTED)
        _write_source(sheet, setting.row, SOURCE_COLUMN, setting.source)
        define_name(workbook, setting.name, f"{RULES}!${column_letters(VALUE_COLUMN)}${setting.row}")
    for table, as_printed_table in zip(tables, printed_tables):
        _add_table(workbook, sheet, table, as_printed_table.table)
    for column, width in enumerate(COLUMN_WIDTHS, 1):
        sheet.column_dimensions[column_letters(column)].width = width
    sheet.freeze_panes = f"A{HEADING_ROW + 1}"
    sheet.sheet_view.showGridLines = False
    set_up_printing(sheet, len(COLUMN_WIDTHS), heading_rows=HEADING_ROW, landscape=True)


def _as_choice(value: Number | str, is_limited: bool) -> Number | str:
    """Return the value of a setting as Rules shows it. A word that is chosen from others is a message."""
    return choice_message(value) if is_limited and isinstance(value, str) else value


def _add_band(sheet: Worksheet, way_back: bool) -> None:
    """Write the title, its instruction, and the way back to Start."""
    styles.add_band(sheet, *styles.BAND_HEIGHTS)
    write(sheet, TITLE_ROW, LABEL_COLUMN, RULES, styles.TITLE)
    if way_back:
        write_way_back(sheet, TITLE_ROW, VALUE_COLUMN)
    write(sheet, WORDS_ROW, LABEL_COLUMN, INSTRUCTION, styles.SUBTITLE)


def _add_table(workbook: Workbook, sheet: Worksheet, cells: TableCells, printed: BandTable) -> None:
    table, first, last = cells.table, cells.first_band_row, cells.last_band_row
    write(sheet, cells.row, 1, cells.label, styles.LABEL)
    _write_source(sheet, cells.row, 2, cells.source)
    room = LETTERS_PER_WIDTH * sum(COLUMN_WIDTHS[1 : PRINTED_TABLE_COLUMN - 1])
    above = 1 if len(cells.source) > room else 0  # a long source runs on over the cells to the right
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
    _allow(sheet, bands, cells.label, (-LARGEST_NUMBER, LARGEST_NUMBER, False))
    for row, remark in enumerate(printed.remarks, first):
        _write_source(sheet, row, PRINTED_TABLE_COLUMN + len(table.columns), remark)


def _limits(system: RatingSystem) -> dict[str, Limits]:
    limits: dict[str, Limits] = {choice.name: choice.choices for choice in (*CLUB_CHOICES, *WEB_CHOICES)}
    own = (*CLUB_SETTINGS, *ask_settings(system.log_schema))
    limits.update((setting.name, (1, setting.most, True)) for setting in own)
    for field, value in rule_fields(system):
        allowed = field.metadata
        if isinstance(value, str):
            if allowed["choices"]:
                limits[rule_name(field.name)] = tuple(allowed["choices"])
        elif not isinstance(value, BandTable):
            limits[rule_name(field.name)] = (allowed["least"], allowed["most"], is_whole(field))
    return limits


def _allow(sheet: Worksheet, cells: str, label: Message, limits: Limits) -> None:
    """Let people type only values within the limits into cells, and prompt for them."""
    if isinstance(limits[0], str):
        rule = one_of_choices(limits, language_of_sheet(sheet))
        message = choose_one(limits)
    else:
        least, most, whole = limits
        message = _number_prompt(least, most, whole)
        rule = between("whole" if whole else "decimal", least, most)
    allow(sheet, cells, label, message, has_prompt=True, otherwise=RULES, **rule)


def _number_prompt(least: Number, most: Number, whole: bool) -> Message:
    if least <= -LARGEST_NUMBER:
        message = msg("Type a whole number.") if whole else msg("Type a number.")
    elif most == LARGEST_NUMBER:
        message = msg("Type a whole number, {least} or more.") if whole else msg("Type a number, {least} or more.")
    elif whole:
        message = msg("Type a whole number from {least} to {most}.")
    else:
        message = msg("Type a number from {least} to {most}.")
    return message.with_values(least=least, most=most)


def _write_source(sheet: Worksheet, row: int, column: int, source: str) -> None:
    """Write the source of a value, a little apart from the number before it."""
    write(sheet, row, column, source, styles.AS_OF)
    sheet.cell(row, column).alignment = styles.alignment(Kind.TEXT)


def edited_rules_formula(system: RatingSystem) -> str:
    """Return the formula for the number of cells on Rules that differ from the printed rules, without "="."""
    settings, tables = rules_layout(system)
    rules = [setting.row for setting in settings if setting.name.startswith("rule_")]
    value, printed = column_letters(VALUE_COLUMN), column_letters(PRINTED_COLUMN)
    pairs = [(f"{value}{rules[0]}:{value}{rules[-1]}", f"{printed}{rules[0]}:{printed}{rules[-1]}")]
    for table in tables:
        last = len(table.table.columns) - 1
        pairs.append((_block(table, 1, last), _block(table, PRINTED_TABLE_COLUMN, last)))
    return "+".join(f"SUMPRODUCT(--({RULES}!{now}<>{RULES}!{then}))" for now, then in pairs)


def _block(table: TableCells, column: int, last: int) -> str:
    first_letter, last_letter = column_letters(column), column_letters(column + last)
    return f"{first_letter}{table.first_band_row}:{last_letter}{table.last_band_row}"
