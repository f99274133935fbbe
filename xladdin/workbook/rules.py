"""Define the layout of the sheet Rules, and read the settings of a club from it."""

import dataclasses
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple, TypeVar

from xladdin.cells import MAX_NUMBER, ClubWorkbook, Number, cell_text, is_blank
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
from xladdin.languages import ENGLISH
from xladdin.messages import Message, msg
from xladdin.systems import find_system
from xladdin.systems.formulas import rule_name
from xladdin.systems.system import BandTable, RatingSystem
from xladdin.workbook.schema import (
    CLUB_CHOICES,
    CLUB_ID_NAME,
    CLUB_SETTINGS,
    CLUB_TEXTS,
    EVENING_PRINT,
    FORMAT_VERSION,
    FORMAT_VERSION_NAME,
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
    list_ask_settings,
)

FIRST_SETTING_ROW = 4
# The rows between two tables, of which the second has the title of the next table.
GAP_ROWS = 2


class SettingCell(NamedTuple):
    """A setting on Rules. The cell of its value has the defined name `name`."""

    name: str
    row: int
    label: Message
    value: Number | str
    source: str


class TableCells(NamedTuple):
    """A table of the rating system on Rules: the title in `row`, the headings below it, then the bands.

    The cells of each column have a defined name.

    Attributes:
        field: Name of the system's field.
        row: Row of the title.
        label: Title.
        source: Source of the table.
        table: The bands.
        printed_rows: Number of rows of the printed table with some spare rows. The table has at least as many rows,
            even if the club's own has fewer bands.
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
        """Return the defined name of each column."""
        return tuple(
            rule_name(self.field, heading, first=position == 0) for position, heading in enumerate(self.table.columns)
        )


def lay_out_rules(
    system: RatingSystem, title: str = "", language: str = ENGLISH
) -> tuple[list[SettingCell], list[TableCells]]:
    """Return the cells of every setting and of every table of a system on Rules.

    The limits of the sheet Review, which change no rating, are below the tables. Settings added in a later version come
    last, since the formula that counts edited cells refers to the settings in this order.

    Args:
        system: Rating system, with the values to write.
        title: Title of the club, by default that of the system.
        language: Code of the workbook's language.
    """
    from xladdin.systems.adapter import load_adapter

    adapter = load_adapter(system)
    default_values = {
        PAPER.name: system.paper,
        WEB_NAMES.name: adapter.web_names,
        EVENING_PRINT.name: ", ".join(adapter.evening_sheets),
    }
    choices = (*CLUB_CHOICES, *WEB_CHOICES)
    rows: list[tuple[str, Message, Number | str, str]] = [
        (SYSTEM_NAME, msg("Rating system (do not change)"), system.key, system.source),
        (
            TITLE_NAME,
            msg("Club's title"),
            title or system.title,
            msg("Your choice: on every sheet; in the footers when the closed file is recalculated"),
        ),
        *((setting.name, setting.label, setting.default, setting.source) for setting in CLUB_SETTINGS),
        (
            LANGUAGE_NAME,
            msg("Language (do not change)"),
            language,
            msg("Chosen when the workbook is created; xladdin renew creates one in another language"),
        ),
        *(
            (setting.name, setting.label, default_values.get(setting.name, setting.default), setting.source)
            for setting in choices
        ),
        *(
            (setting.name, setting.label, default_values.get(setting.name, ""), setting.source)
            for setting in CLUB_TEXTS
        ),
    ]
    tables = []
    for field, value in iter_rule_fields(system):
        if isinstance(value, BandTable):
            tables.append((field, value))
        else:
            rows.append((rule_name(field.name), field.metadata["label"], value, field.metadata["source"]))
    settings = [
        SettingCell(name, row, label, value, source)
        for row, (name, label, value, source) in enumerate(rows, FIRST_SETTING_ROW)
    ]
    later_names = {setting.name for setting in (*choices, *CLUB_TEXTS)}
    settings.sort(key=lambda setting: setting.name in later_names)
    next_row = FIRST_SETTING_ROW + len(rows) + GAP_ROWS - 1
    blocks = []
    for field, table in tables:
        printed_rows = len(getattr(system.printed_rules, field.name).rows) + system.spare_rows
        label, source = field.metadata["label"], field.metadata["source"]
        blocks.append(TableCells(field.name, next_row, label, source, table, printed_rows))
        next_row = blocks[-1].last_band_row + GAP_ROWS
    ask_limits = list_ask_settings(system.log_schema)
    settings += [
        SettingCell(setting.name, row, setting.label, setting.default, setting.source)
        for row, setting in enumerate(ask_limits, next_row)
    ]
    return settings, blocks


def iter_rule_fields(system: RatingSystem) -> Iterator[tuple[dataclasses.Field[object], Number | str | BandTable]]:
    """Yield each field of a system that is on Rules, with its value. Those added in a later version come last."""
    fields = dataclasses.fields(system)
    for field in sorted(fields, key=lambda field: bool(field.metadata.get("later"))):
        yield field, getattr(system, field.name)


Value = TypeVar("Value", int, str)


def read_system(workbook: ClubWorkbook) -> RatingSystem:
    """Return the rating system of a workbook, with the settings and tables on its sheet Rules.

    Raises:
        WorkbookError: The file is not a club workbook of this format version.
        InvalidRowsError: A setting or a table on Rules is invalid.
    """
    validate_version(workbook)
    return read_system_of_any_version(workbook)


def has_current_version(workbook: ClubWorkbook) -> bool:
    """Return whether the workbook has the format version that this version of xladdin reads and writes."""
    return workbook.names.get(FORMAT_VERSION_NAME) == FORMAT_VERSION


def generate_club_id() -> str:
    """Return a random identity for a workbook. It begins with letters, so that no program reads it as a number."""
    return f"club-{os.urandom(8).hex()}"


def read_club_id(workbook: ClubWorkbook) -> str:
    """Return the identity of a workbook, which `new` wrote into it, or ""."""
    return cell_text(workbook.names.get(CLUB_ID_NAME)).strip()


def validate_version(workbook: ClubWorkbook) -> None:
    """Raise IncompatibleSchemaError for a workbook of another format version, which only `xladdin renew` reads."""
    if SYSTEM_NAME in workbook.names and not has_current_version(workbook):
        number = cell_text(workbook.names.get(FORMAT_VERSION_NAME)) or "no number"
        raise IncompatibleSchemaError(
            msg(
                "This club workbook was made by another version of xladdin: its cell {form_name} should contain "
                "{form}, but contains {number}. Run xladdin renew OLD NEW to update it.",
                form_name=FORMAT_VERSION_NAME,
                number=number,
                form=FORMAT_VERSION,
            )
        )


def read_system_of_any_version(workbook: ClubWorkbook) -> RatingSystem:
    """Return the rating system of a workbook of any format version. Raises as `read_system` does."""
    if SYSTEM_NAME not in workbook.names:
        raise WorkbookError(
            msg(
                "{file} is not a club workbook, the Excel file with Players, Games and Rules in which xladdin "
                "calculates ratings. If it was one, the program that saved it, such as Numbers, dropped its named "
                "cells: restore a copy from the folder backups. To create one from your players and games: "
                "`xladdin new SYSTEM FILE SOURCE`.",
                file=workbook.file_name,
            )
        )
    key = read_text(workbook.names[SYSTEM_NAME]) or "(blank)"
    try:
        system = find_system(key)
    except NotFoundError as error:
        raise WorkbookError(
            msg(
                "{rules}, the cell named {system_name}: {error}. Fix it, and save.",
                rules=RULES,
                system_name=SYSTEM_NAME,
                error=error.message,
            )
        ) from None
    with suppress(OutOfRangeError):  # the reader below names the cell with the invalid base system
        system = system.with_preset(read_text(workbook.names.get(rule_name("began_as"))).casefold())
    reader = _RulesReader(workbook, system)
    values = {
        field.name: reader.read_table(field, printed)
        if isinstance(printed, BandTable)
        else reader.read_setting(field, printed)
        for field, printed in iter_rule_fields(system)
    }
    edited_system = dataclasses.replace(system, **values)  # type: ignore[arg-type]
    if not reader.problems:
        reader.validate_combinations(edited_system)
    if reader.problems:
        raise InvalidRowsError(reader.problems)
    return edited_system


def read_club_settings(workbook: ClubWorkbook, system: RatingSystem) -> dict[str, int]:
    """Return the club's own settings by name. A missing or blank one has its default. Raises InvalidRowsError."""
    problems: list[Diagnostic] = []

    def read(setting: ClubSetting) -> int:
        def parse(cell: object) -> int:
            return int(read_limited(cell, 1, setting.most, whole=True))

        return read_club_cell(workbook, setting, parse, setting.default, problems)

    settings = {setting.name: read(setting) for setting in (*CLUB_SETTINGS, *list_ask_settings(system.log_schema))}
    if problems:
        raise InvalidRowsError(problems)
    return settings


def read_club_paper(workbook: ClubWorkbook, system: RatingSystem) -> str:
    """Return the paper that the club chose, by default the system's. Raises InvalidRowsError for an unknown one."""
    problems: list[Diagnostic] = []
    paper = read_club_choice(workbook, PAPER, system.paper, problems)
    if problems:
        raise InvalidRowsError(problems)
    return paper


def read_club_choice(workbook: ClubWorkbook, choice: ClubChoice, default: str, problems: list[Diagnostic]) -> str:
    """Return a choice of the club on Rules. An invalid one is added to `problems`."""
    return read_club_cell(workbook, choice, lambda cell: read_choice(cell, choice.choices), default, problems)


def read_club_cell(
    workbook: ClubWorkbook,
    setting: ClubSetting | ClubChoice,
    parse: Callable[[object], Value],
    default: Value,
    problems: list[Diagnostic],
) -> Value:
    """Return the value of one of the club's own settings, or the default if it is missing, blank or invalid.

    A problem with an invalid one is added to `problems`.
    """
    cell = workbook.names.get(setting.name)
    try:
        return default if is_blank(cell) else parse(cell)
    except XladdinError as error:
        problems.append(make_cell_diagnostic(workbook, setting, error))
        return default


def make_cell_diagnostic(
    workbook: ClubWorkbook, setting: ClubSetting | ClubChoice | ClubText, error: XladdinError
) -> Diagnostic:
    """Return the diagnostic of an invalid cell among the club's own settings on Rules."""
    location = workbook.locate_name(setting.name)
    assert location is not None
    sheet, row, _ = location
    text = cell_text(workbook.names.get(setting.name))
    return Diagnostic(RULES, sheet, row, setting.label, text, error.message, error.excel_error)


def read_evening_sheets(workbook: ClubWorkbook, system: RatingSystem) -> list[str]:
    """Return the sheets that the club prints after an evening, or the system's if Rules names none."""
    from xladdin.systems.adapter import load_adapter

    names = [" ".join(name.split()) for name in cell_text(workbook.names.get(EVENING_PRINT.name)).split(",")]
    return [name for name in names if name] or list(load_adapter(system).evening_sheets)


class _RulesReader:
    """Reader of the rules of a workbook. It adds errors to `problems`, and then uses the printed value."""

    def __init__(self, workbook: ClubWorkbook, system: RatingSystem) -> None:
        self._workbook = workbook
        self.problems: list[Diagnostic] = []
        self._has_spare_rows = system.spare_rows > 0  # in other systems, blank rows between bands are ignored
        settings, tables = lay_out_rules(system)
        self._printed_rows = {setting.name: setting.row for setting in settings}
        self._printed_rows.update((name, table.first_band_row) for table in tables for name in table.names())

    def read_setting(self, field: dataclasses.Field[object], printed: Number | str) -> Number | str:
        """Return the value of a setting, which must be within its limits."""
        name = rule_name(field.name)
        if name not in self._workbook.names and field.metadata["later"]:
            return printed
        if name not in self._workbook.names:
            error = msg(
                "the cell named {name} is missing; undo the deletion, or move the rows to a new workbook", name=name
            )
            self._add_error(name, 0, field.metadata["label"], None, InvalidTypeError(error))
            return printed
        cell = self._workbook.names[name]
        try:
            return read_setting(field, printed, cell)
        except XladdinError as error:
            self._add_error(name, 0, field.metadata["label"], cell, error)
            return printed

    def validate_combinations(self, edited_system: RatingSystem) -> None:
        """Add an error for each setting that contradicts another one."""
        for field, message in edited_system.find_setting_errors().items():
            label = next(
                known_field.metadata["label"]
                for known_field in dataclasses.fields(edited_system)
                if known_field.name == field
            )
            name = rule_name(field)
            self._add_error(name, 0, label, self._workbook.names.get(name), OutOfRangeError(message))

    def read_table(self, field: dataclasses.Field[object], printed: BandTable) -> BandTable:
        """Return the bands of a table, without blank rows."""
        names = [rule_name(field.name, heading, first=not n) for n, heading in enumerate(printed.columns)]
        columns = []
        for name, heading in zip(names, printed.columns):
            cells = self._workbook.range_values(name)
            if cells is None:
                error = msg(
                    "the range named {name} is missing; undo the deletion, or move the rows to a new workbook",
                    name=name,
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
        lowest = [-MAX_NUMBER, *[field.metadata["least"]] * (len(names) - 1)]
        rows = [
            tuple(
                self._read_number(name, offset, heading, cell, least)
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

    def _read_number(self, name: str, offset: int, heading: str, cell: object, least: Number) -> Number:
        try:
            return read_band(cell, least)
        except XladdinError as error:
            self._add_error(name, offset, heading, cell, error)
            return 0

    def _validate_bands(self, name: str, heading: str, offsets: Sequence[int], starts: Sequence[Number]) -> None:
        if not starts:
            error = InvalidTypeError(msg("the table is blank; copy the values printed next to it"))
            self._add_error(name, 0, heading, None, error)
        for before, offset in pairwise(offsets):
            if offset > before + 1 and self._has_spare_rows:
                hole = InvalidTypeError(msg("a row is missing here; move the rows below it up"))
                self._add_error(name, before + 1, heading, None, hole)
        for offset, (earlier, later) in zip(offsets[1:], pairwise(starts)):
            if later <= earlier:
                message = msg("must be in ascending order, and {earlier} is above", earlier=cell_text(earlier))
                self._add_error(name, offset, heading, later, OutOfRangeError(message))

    def _add_error(self, name: str, offset: int, heading: str, cell: object, error: XladdinError) -> None:
        """Add an error about a cell, `offset` rows below the first of a named range."""
        location = self._workbook.locate_name(name)
        sheet, row = (RULES, self._printed_rows[name]) if location is None else location[:2]
        problem = Diagnostic(RULES, sheet, row + offset, heading, cell_text(cell), error.message, error.excel_error)
        self.problems.append(problem)
