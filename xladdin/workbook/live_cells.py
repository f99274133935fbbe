"""The live formulas of the log tables: native formulas over the row, the Players list and the names of the Rules sheet.

They work in any Excel from 2010 on and in LibreOffice 7.4, with no add-in. A cell's formula reads the cells of its own
row (`{row}` is the row number) and defined names. A part that needs a table of the Rules sheet or a look at the list is
such a name, so that every formula stays short enough to read:

- `list_ratings`, `list_games`: one value for each player of the list, what the player's next game is rated from.
- `list_rating_1`, `game_points` and so on: about the row they are used in, since their references are relative.
- `rated_otherwise`: whether that row has figures, and they are those of other names (see `rated_otherwise`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.cells.numbers import LAST_ROW
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.snapshot import FIRST_ROW, snapshot_columns
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import SNAPSHOT
from xladdin.workbook.systems import half_of
from xladdin.workbook.systems.terms import listed, unless

if TYPE_CHECKING:
    from openpyxl import Workbook

RATED_OTHERWISE = "rated_otherwise"
NO_CELL = '""'
"""It replaces the cell of a column that the table does not have."""


def live_formulas(system: RatingSystem, letters: Mapping[str, str]) -> dict[str, str]:
    """Return the formula of each live column of a log table by heading, without "=" and with `{row}` for the row
    number.

    `letters` has the column letter of each heading of the table: Games, Events or Results. The formulas need the names
    that `add_live_names` puts into the workbook.
    """

    def cell(heading: str) -> str:
        return f"{letters[heading]}{{row}}" if heading in letters else NO_CELL

    formulas = dict(half_of(system).cells(cell))
    if system.log_schema.difference:
        rating1, rating2 = map(cell, system.log_schema.ratings)
        now = 'IFERROR(list_rating_1-list_rating_2,"")'
        difference = f"IF(COUNT({rating1},{rating2})=2,{rating1}-{rating2},{now})"
        kind = cell(system.log_schema.kind_of_game)
        plain = kind == NO_CELL
        formulas[system.log_schema.difference] = difference if plain else unless(f'TRIM({kind})<>""', difference)
    return {heading: formula for heading, formula in formulas.items() if heading in letters}


def live_names(system: RatingSystem, letters: Mapping[str, str]) -> dict[str, str]:
    """Return the defined names of the live formulas, each with its formula as a workbook stores it.

    `letters` has the column letter of each heading of the system's log table. A relative reference in a name is stored
    as it reads in cell A1: there `Games!$C1` is the cell in column C of the row that uses the name.
    """

    def cell(heading: str) -> str:
        return f"{system.log_schema.table}!${letters[heading]}1" if heading in letters else '""'

    half = half_of(system)
    names = {"list_ratings": half.list_ratings}
    if half.list_games:
        names["list_games"] = half.list_games
    players = system.log_schema.players
    numbers = ("_1", "_2") if system.log_schema.is_paired else ("",)
    names.update((f"list_rating{n}", listed(cell(h), "list_ratings")) for n, h in zip(numbers, players))
    names[RATED_OTHERWISE] = rated_otherwise(system, cell)
    return {**names, **half.names(cell)}


def rated_otherwise(system: RatingSystem, cell: Callable[[str], str]) -> str:
    """Return the formula of whether a row was rated, and a name in it was another one then.

    Its figures are that player's until the next recalculation. The names that were rated are in the same row of the
    hidden sheet Snapshot. So after rows have moved, it is true for every row with other names than before.
    """
    kind = system.log_schema
    headings = [column.heading for column in snapshot_columns(system)]
    changed = []
    for name in filter(None, (kind.event, *kind.players)):
        letters = column_letters(headings.index(f"{kind.table}: {name}") + 1)
        rated = f"{SNAPSHOT}!${letters}${FIRST_ROW}:${letters}${LAST_ROW}"
        row = f"ROW({cell(name)})-ROW(INDEX({kind.table}[{name}],1))+1"
        changed.append(f"TRIM({cell(name)})<>TRIM(INDEX({rated},{row}))")
    return f"IFERROR(AND(COUNT({','.join(map(cell, kind.ratings))})>0,OR({','.join(changed)})),FALSE)"


def add_live_names(workbook: Workbook, system: RatingSystem) -> None:
    """Give a new workbook the names of its live formulas."""
    from xladdin.workbook.styles.cell_writing import define_name

    columns = tables_of(system)[system.log_schema.table].columns
    letters = {column.heading: column_letters(position) for position, column in enumerate(columns, 1)}
    for name, formula in live_names(system, letters).items():
        define_name(workbook, name, formula)
