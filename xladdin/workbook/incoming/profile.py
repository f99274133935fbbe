"""Answers about files of a kind, kept in the workbook, so that the next such file asks nothing."""

from collections.abc import Mapping, Sequence

from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import is_blank, shown
from xladdin.systems.system import RatingSystem
from xladdin.workbook.incoming.grown_book import changed_cells, grown
from xladdin.workbook.schema import IMPORT_PROFILE

SOURCE, SETTING, VALUE = (column.heading for column in IMPORT_PROFILE.columns)


def remembered(tables: Mapping[str, CellTable]) -> dict[str, dict[str, str]]:
    """The answers by the kind of file and the setting, or none in a workbook without that table."""
    found: dict[str, dict[str, str]] = {}
    for _, source, setting, value in _rows(tables):
        found.setdefault(source, {})[setting] = value
    return found


def with_answers(
    system: RatingSystem, tables: Mapping[str, CellTable], source: str, settings: Mapping[str, str]
) -> dict[str, CellTable]:
    """The tables with these answers about a kind of file. They replace an earlier answer to the same question."""
    table = tables.get(IMPORT_PROFILE.name)
    held = {(kind, setting): (row, value) for row, kind, setting, value in _rows(tables)}
    other = {setting: value for setting, value in settings.items() if held.get((source, setting), (0, ""))[1] != value}
    if table is None or not source or not other:
        return dict(tables)
    known = {held[source, setting][0]: value for setting, value in other.items() if (source, setting) in held}
    new = {setting: value for setting, value in other.items() if (source, setting) not in held}
    if known:
        table = changed_cells(table, {VALUE: known})
    if new:
        rows: dict[str, Sequence[CellValue]] = {
            SOURCE: [source] * len(new), SETTING: list(new), VALUE: list(new.values()),
        }  # fmt: skip
        table = grown(system, table, rows)
    return {**tables, IMPORT_PROFILE.name: table}


def _rows(tables: Mapping[str, CellTable]) -> list[tuple[int, str, str, str]]:
    table = tables.get(IMPORT_PROFILE.name)
    columns = [table.column(heading) or () for heading in (SOURCE, SETTING, VALUE)] if table is not None else []
    return [(row, *map(shown, cells)) for row, cells in enumerate(zip(*columns)) if not any(map(is_blank, cells))]  # type: ignore[misc]
