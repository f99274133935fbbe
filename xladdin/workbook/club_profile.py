"""A club's workbook as the readers of files see it, and the answers that it remembers about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xladdin.cells import CellTable, CellValue, cell_text, is_blank, name_key
from xladdin.game_log.parsing import key_columns
from xladdin.importing.mapping import ACTIVE, DATE, GAME_KIND, NUMBER, TEXT, YES, Club, TableLayout
from xladdin.systems.system import GameSchema, PlacingSchema, RatingSystem, ResultSchema, ScoreSchema
from xladdin.workbook.overlay import append_rows, replace_cells
from xladdin.workbook.schema import IMPORT_PROFILE, Kind, Table, tables_of

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
        "Games": {"date": "Date", **dict(zip(("name1", "name2"), kind.players)), "score1": ScoreSchema.score1,
                  "score2": ScoreSchema.score2, "result": ResultSchema.result, "kind": GameSchema.kind_of_game,
                  "double": kind.double or ""},
        "Results": {"event": PlacingSchema.event, "name": "Player", "place": PlacingSchema.place},
        "Events": {"event": "Event", "date": "Date", "rounds": "Rounds"},
        "Adjustments": {"date": "Date", "name": "Player", "adjustment": "Points", "reason": "Reason"},
        "Groups": {"group": "Group", "group rating": "Initial rating"},
        "Aliases": {"alias": "Alias", "name": "Player"},
    }  # fmt: skip
    layouts = [_layout(system, table, tables.get(table.name)) for table in tables_of(system).values()]
    known = {layout.name: set(layout.columns) for layout in layouts}
    columns = {name: {field: heading for field, heading in its.items() if heading in known[name]}
            for name, its in fields.items() if name in known}  # fmt: skip
    players = tables["Players"].column("Player") if "Players" in tables else ()
    is_new = all(map(is_blank, players or ()))
    return Club(layouts, columns, kind.has_scores, system.start_column, is_new)


def _layout(system: RatingSystem, table: Table, cells: CellTable | None) -> TableLayout:
    columns = {column.heading: _READ_AS.get(column.kind, TEXT) for column in table.columns if not column.computed}
    computed = [column.heading for column in table.columns if column.computed]
    known = set(map(name_key, (*columns, *computed)))
    for heading in cells.headings if cells is not None else ():
        if name_key(cell_text(heading)) not in known:
            columns[cell_text(heading)] = TEXT
    return TableLayout(table.name, columns, key_columns(system, table.name), computed)


SOURCE, SETTING, VALUE = (column.heading for column in IMPORT_PROFILE.columns)


def remembered_answers(tables: Mapping[str, CellTable]) -> dict[str, dict[str, str]]:
    """Return the answers by the kind of source and the question, or none from a workbook without that table."""
    answers: dict[str, dict[str, str]] = {}
    for _, source, setting, value in _rows(tables):
        answers.setdefault(source, {})[setting] = value
    return answers


def with_answers(
    system: RatingSystem, tables: Mapping[str, CellTable], answers: Mapping[str, Mapping[str, str]]
) -> dict[str, CellTable]:
    """Return the tables with answers by the kind of source. They replace an earlier answer to the same question."""
    table = tables.get(IMPORT_PROFILE.name)
    if table is None:
        return dict(tables)
    answers_before = {(kind, setting): (row, value) for row, kind, setting, value in _rows(tables)}
    new_answers = {(kind, setting): value for kind, settings in answers.items() for setting, value in settings.items()}
    other = {
        key: value
        for key, value in new_answers.items()
        if answers_before.get(key, (0, ""))[1] != value and all((*key, value))
    }
    known = {answers_before[key][0]: value for key, value in other.items() if key in answers_before}
    new = {key: value for key, value in other.items() if key not in answers_before}
    if known:
        table = replace_cells(table, {VALUE: known})
    if new:
        rows: dict[str, Sequence[CellValue]] = {
            SOURCE: [kind for kind, _ in new], SETTING: [setting for _, setting in new], VALUE: list(new.values()),
        }  # fmt: skip
        table = append_rows(system, table, rows)
    return {**tables, IMPORT_PROFILE.name: table}


def _rows(tables: Mapping[str, CellTable]) -> list[tuple[int, str, str, str]]:
    table = tables.get(IMPORT_PROFILE.name)
    columns = [table.column(heading) or () for heading in (SOURCE, SETTING, VALUE)] if table is not None else []
    return [(row, *map(cell_text, cells)) for row, cells in enumerate(zip(*columns)) if not any(map(is_blank, cells))]  # type: ignore[misc]
