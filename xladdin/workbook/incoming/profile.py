"""Answers about sources of a kind, kept in the workbook, so that the next such source asks nothing."""

from collections.abc import Mapping, Sequence

from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import is_blank, shown
from xladdin.systems.system import RatingSystem
from xladdin.workbook.incoming.grown_book import changed_cells, grown
from xladdin.workbook.schema import IMPORT_PROFILE

SOURCE, SETTING, VALUE = (column.heading for column in IMPORT_PROFILE.columns)


def remembered_answers(tables: Mapping[str, CellTable]) -> dict[str, dict[str, str]]:
    """Return the answers by the kind of source and the question, or none from a workbook without that table."""
    found: dict[str, dict[str, str]] = {}
    for _, source, setting, value in _rows(tables):
        found.setdefault(source, {})[setting] = value
    return found


def with_answers(
    system: RatingSystem, tables: Mapping[str, CellTable], answers: Mapping[str, Mapping[str, str]]
) -> dict[str, CellTable]:
    """Return the tables with answers by the kind of source. They replace an earlier answer to the same question."""
    table = tables.get(IMPORT_PROFILE.name)
    if table is None:
        return dict(tables)
    held = {(kind, setting): (row, value) for row, kind, setting, value in _rows(tables)}
    given = {(kind, setting): value for kind, settings in answers.items() for setting, value in settings.items()}
    other = {key: value for key, value in given.items() if held.get(key, (0, ""))[1] != value and all((*key, value))}
    known = {held[key][0]: value for key, value in other.items() if key in held}
    new = {key: value for key, value in other.items() if key not in held}
    if known:
        table = changed_cells(table, {VALUE: known})
    if new:
        rows: dict[str, Sequence[CellValue]] = {
            SOURCE: [kind for kind, _ in new], SETTING: [setting for _, setting in new], VALUE: list(new.values()),
        }  # fmt: skip
        table = grown(system, table, rows)
    return {**tables, IMPORT_PROFILE.name: table}


def _rows(tables: Mapping[str, CellTable]) -> list[tuple[int, str, str, str]]:
    table = tables.get(IMPORT_PROFILE.name)
    columns = [table.column(heading) or () for heading in (SOURCE, SETTING, VALUE)] if table is not None else []
    return [(row, *map(shown, cells)) for row, cells in enumerate(zip(*columns)) if not any(map(is_blank, cells))]  # type: ignore[misc]
