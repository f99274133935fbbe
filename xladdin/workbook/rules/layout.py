"""The place of every setting and table of a system on the Rules sheet, and its name."""

import dataclasses
from collections.abc import Iterator
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.languages.language import ENGLISH
from xladdin.messages import Message, msg
from xladdin.systems.system import BandTable, RatingSystem
from xladdin.workbook.schema import (
    CLUB_CHOICES,
    CLUB_SETTINGS,
    CLUB_TEXTS,
    EVENING_PRINT,
    LANGUAGE_NAME,
    PAPER,
    SYSTEM_NAME,
    TITLE_NAME,
    WEB_CHOICES,
    WEB_NAMES,
    ask_settings,
    rule_name,
)

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


def layout(
    system: RatingSystem, title: str = "", language: str = ENGLISH
) -> tuple[list[SettingCell], list[TableCells]]:
    """Return the place of every setting and table of a system on Rules.

    `title` is the club's, or the system's if blank. `language` is the code of the workbook's.

    Below the tables are the limits of the sheet Review, which rate nobody. Settings that came
    later are last, since the number that tells whether Rules was edited counts them in this order.
    """
    from xladdin.workbook.systems import half_of  # imported late: it asks where rules are

    half = half_of(system)
    own_values = {
        PAPER.name: system.paper,
        WEB_NAMES.name: half.web_names,
        EVENING_PRINT.name: ", ".join(half.evening),
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
