"""A club's workbook as the readers of files see it."""

from collections.abc import Mapping

from xladdin.cells.table import CellTable
from xladdin.cells.text import is_blank, name_key, shown
from xladdin.game_log.checking import key_columns
from xladdin.importing.layout import ACTIVE, DATE, GAME_KIND, NUMBER, TEXT, YES, Club, TableLayout
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import Kind, Table

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


def club_of(system: RatingSystem, tables: Mapping[str, CellTable]) -> Club:
    """Return what the readers of files need to know of a club's workbook. Its tables may have columns of its own."""
    kind = system.log_schema
    fields = {
        "Players": {"name": "Player", "rating": system.start_column, "games": kind.start_count,
                    "nation": "Nation", "group": "Group", "active": "Active", "last played": "Start last played"},
        "Games": {"date": "Date", "name1": kind.player1, "name2": kind.player2, "score1": kind.score1,
                  "score2": kind.score2, "result": kind.result, "kind": kind.kind_of_game, "double": kind.double},
        "Results": {"event": kind.event, "name": "Player", "place": kind.place},
        "Events": {"event": "Event", "date": "Date", "rounds": "Rounds"},
        "Adjustments": {"date": "Date", "name": "Player", "adjustment": "Points", "reason": "Reason"},
        "Groups": {"group": "Group", "group rating": "Initial rating"},
        "Aliases": {"alias": "Alias", "name": "Player"},
    }  # fmt: skip
    layouts = [_layout(system, table, tables.get(table.name)) for table in tables_of(system).values()]
    known = {layout.name: set(layout.columns) for layout in layouts}
    kept = {name: {field: heading for field, heading in its.items() if heading in known[name]}
            for name, its in fields.items() if name in known}  # fmt: skip
    players = tables["Players"].column("Player") if "Players" in tables else ()
    is_new = all(map(is_blank, players or ()))
    return Club(layouts, kept, kind.has_scores, system.start_column, is_new)


def _layout(system: RatingSystem, table: Table, cells: CellTable | None) -> TableLayout:
    columns = {column.heading: _READ_AS.get(column.kind, TEXT) for column in table.columns if not column.computed}
    computed = [column.heading for column in table.columns if column.computed]
    known = set(map(name_key, (*columns, *computed)))
    for heading in cells.headings if cells is not None else ():
        if name_key(shown(heading)) not in known:
            columns[shown(heading)] = TEXT
    return TableLayout(table.name, columns, key_columns(system, table.name), computed)
