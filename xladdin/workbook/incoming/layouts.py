"""The workbook's input tables as the readers of files see them."""

from xladdin.imports.tables.columns import ACTIVE, DATE, GAME_KIND, NUMBER, TEXT, YES
from xladdin.imports.tables.headings import OF_TODAY
from xladdin.imports.tables.layout import TableLayout
from xladdin.log.checking import key_columns
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import Kind

_READ_AS = {
    Kind.DATE: DATE,
    Kind.YES: YES,
    Kind.ACTIVE: ACTIVE,
    Kind.GAME_KIND: GAME_KIND,
    **dict.fromkeys(
        (Kind.SCORE, Kind.COUNT, Kind.RATING, Kind.DECIMAL, Kind.SIGNED), NUMBER
    ),
}  # fmt: skip
"""The way to read cells of each kind. All others are read as text."""


def layouts_of(system: RatingSystem) -> list[TableLayout]:
    """Every input table of the system."""
    return [
        TableLayout(
            table.name,
            {column.heading: _READ_AS.get(column.kind, TEXT) for column in table.columns if not column.computed},
            key_columns(system, table.name),
            [column.heading for column in table.columns if column.computed],
            {column.heading: names for column in table.columns if (names := OF_TODAY.get(column.heading))},
        )
        for table in tables_of(system).values()
    ]
