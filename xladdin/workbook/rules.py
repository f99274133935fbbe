"""The Rules sheet: a system's settings and tables laid out as cells, and read back as the club has edited them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from xladdin.cells import ClubBook
from xladdin.errors import FileProblem, Problem, RowsToMend, WrongKind, XladdinError
from xladdin.log.readings import is_blank, read_number, read_text, shown
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem
from xladdin.tables import BandTable, Number
from xladdin.workbook.schema import CLUB_SETTINGS, RULES, SYSTEM_NAME, TITLE_NAME, rule_name

HEADING_ROW = 1
FIRST_SETTING_ROW = 2
LABEL_COLUMN, VALUE_COLUMN, PRINTED_COLUMN, SOURCE_COLUMN = 1, 2, 3, 4
PRINTED_TABLE_COLUMN = 6
"""Where the printed copy of a table begins, for comparison."""
GAP_ROWS = 2
"""Blank rows before a table: its title stands in the second."""


@dataclass(frozen=True)
class SettingCell:
    """A labelled setting: its cell is (row, `VALUE_COLUMN`) and bears `name`."""

    name: str
    row: int
    label: str
    value: Number | str
    source: str


@dataclass(frozen=True)
class TableCells:
    """A table of the system: its title in `row`, headings below it, then the bands; each column's bands bear a name."""

    field: str
    row: int
    label: str
    source: str
    table: BandTable

    @property
    def first_band_row(self) -> int:
        """Sheet row of the first band."""
        return self.row + 2

    @property
    def last_band_row(self) -> int:
        """Sheet row of the last band."""
        return self.first_band_row + len(self.table.rows) - 1

    def names(self) -> tuple[str, ...]:
        """Defined name of each column's range."""
        return tuple(
            rule_name(self.field, heading, first=position == 0) for position, heading in enumerate(self.table.columns)
        )


def layout(system: RatingSystem, title: str = "") -> tuple[list[SettingCell], list[TableCells]]:
    """Where every setting and table of a system stands on Rules. title: the club's, the system's where blank."""
    own: list[tuple[str, str, Number | str, str]] = [
        (SYSTEM_NAME, "Rating system (do not change)", system.key, system.source),
        (TITLE_NAME, "Club's title", title or system.title, "Yours: printed on every sheet"),
        *((setting.name, setting.label, setting.default, setting.source) for setting in CLUB_SETTINGS),
    ]
    tables = []
    for field, value in _fields(system):
        if isinstance(value, BandTable):
            tables.append((field, value))
        else:
            own.append((rule_name(field.name), field.metadata["label"], value, field.metadata["source"]))
    settings = [
        SettingCell(name, row, label, value, source)
        for row, (name, label, value, source) in enumerate(own, FIRST_SETTING_ROW)
    ]
    next_row = FIRST_SETTING_ROW + len(own) + GAP_ROWS - 1
    blocks = []
    for field, table in tables:
        blocks.append(TableCells(field.name, next_row, field.metadata["label"], field.metadata["source"], table))
        next_row = blocks[-1].last_band_row + GAP_ROWS
    return settings, blocks


def _fields(system: RatingSystem) -> Iterator[tuple[dataclasses.Field[object], Number | str | BandTable]]:
    for field in dataclasses.fields(system):
        yield field, getattr(system, field.name)


def system_of(book: ClubBook) -> RatingSystem:
    """The rating system of a workbook, with the tables and settings that stand on its Rules sheet.

    Raises FileProblem where the file is no club workbook, RowsToMend where a table or setting there is amiss.
    """
    if SYSTEM_NAME not in book.names:
        raise FileProblem(
            f"this is not a club workbook: it has no cell named {SYSTEM_NAME}; make one with `xladdin new SYSTEM FILE`"
        )
    system = system_named(book.names[SYSTEM_NAME])
    problems: list[Problem] = []
    settings, tables = layout(system)
    rows = {setting.name.removeprefix("rule_"): setting.row for setting in settings}
    rows.update((table.field, table.row) for table in tables)
    values: dict[str, object] = {}
    for field, printed in _fields(system):
        try:
            if isinstance(printed, BandTable):
                values[field.name] = _read_table(book, field.name, printed)
            else:
                values[field.name] = _read_setting(book, rule_name(field.name), printed)
        except XladdinError as error:
            cell = book.names.get(rule_name(field.name))
            label = field.metadata["label"]
            problems.append(Problem(RULES, RULES, rows[field.name], label, shown(cell), str(error), error.excel_error))
    if problems:
        raise RowsToMend(problems)
    return dataclasses.replace(system, **values)  # type: ignore[arg-type]


def _read_setting(book: ClubBook, name: str, printed: Number | str) -> Number | str:
    if name not in book.names:
        raise WrongKind(f"the cell named {name} is gone; undo the deletion, or move the rows to a new workbook")
    cell = book.names[name]
    if is_blank(cell):
        raise WrongKind(f"is blank; the printed value is {printed}")
    return read_text(cell).casefold() if isinstance(printed, str) else read_number(cell)


def _read_table(book: ClubBook, field: str, printed: BandTable) -> BandTable:
    columns = []
    for position, heading in enumerate(printed.columns):
        name = rule_name(field, heading, first=position == 0)
        cells = book.range_values(name)
        if cells is None:
            raise WrongKind(f"the range named {name} is gone; undo the deletion")
        columns.append([row[0] for row in cells])
    rows = [row for row in zip(*columns) if not all(map(is_blank, row))]
    if len({len(column) for column in columns}) > 1 or any(is_blank(cell) for row in rows for cell in row):
        raise WrongKind("a cell of this table is blank; every row needs all its columns")
    table = BandTable(printed.columns, tuple(tuple(map(read_number, row)) for row in rows))
    return dataclasses.replace(table, remarks=printed.remarks) if table.rows == printed.rows else table


def club_title(book: ClubBook) -> str:
    """The club's title."""
    return read_text(book.names.get(TITLE_NAME))
