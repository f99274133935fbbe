"""Define the sheets of a system's workbook, their order, and which of them are hidden while they are empty."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from xladdin.cells import CellValue, ClubWorkbook, cell_text, is_blank
from xladdin.game_log import FACTS, SEASONS
from xladdin.languages import Language
from xladdin.messages import msg
from xladdin.reports import list_report_names
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import (
    ADJUSTMENTS,
    ALIASES,
    CALCULATOR,
    JOURNAL,
    PAST_SEASONS,
    PLAYER,
    REVIEW,
    REVIEW_TABLE,
    RULES,
    SEASON_REPORT,
    SEPARATOR,
    START,
    TONIGHT,
    list_input_tables,
    name_start_cell,
)


def list_report_sheets(system: RatingSystem) -> tuple[str, ...]:
    """Return the sheets that a recalculation fills and a director prints, in the order of the workbook."""
    return tuple(name for name in list_report_names(system) if name != PLAYER)


def list_sheets(system: RatingSystem) -> tuple[str, ...]:
    """Return all sheets of a system's workbook in their order: input, reports, settings.

    It includes sheets that are hidden while they are empty.
    """
    late_input_sheets = [name for name in list_input_tables(system) if name in (ADJUSTMENTS.name, ALIASES.name)]
    input_sheets = [name for name in list_input_tables(system) if name not in late_input_sheets]
    evening = (TONIGHT,) if system.log_schema.is_paired else ()
    return (
        START,
        *input_sheets,
        *evening,
        REVIEW,
        *list_report_sheets(system),
        PAST_SEASONS,
        PLAYER,
        CALCULATOR,
        RULES,
        *late_input_sheets,
        JOURNAL,
    )


# The name of the hidden cell on Start with the sheets that the last recalculation found empty.
EMPTY_SHEETS_NAME = name_start_cell("empty sheets")
# The name of the cell on Start that lists the hidden sheets.
HIDDEN_SHEETS_NAME = name_start_cell("hidden sheets")
# The tables of a sheet that is hidden while all of them are empty.
TABLES_BY_SHEET = {
    ADJUSTMENTS.name: (ADJUSTMENTS.name,),
    ALIASES.name: (ALIASES.name,),
    PAST_SEASONS: (SEASONS, FACTS),
}
HIDDEN_SHEETS_TEXT = msg("Hidden while empty: {sheets}. To show one, right-click any tab and choose Unhide.")


class Visibility(NamedTuple):
    """The changes to the visibility of sheets by a recalculation.

    Attributes:
        changes: Whether a sheet becomes visible (True) or hidden (False), by its present name.
        cells: Values of named cells on Start.
    """

    changes: Mapping[str, bool]
    cells: Mapping[str, CellValue]


def list_hideable_sheets(system: RatingSystem) -> list[str]:
    """Return the names of the sheets that are hidden while they are empty, in the order of the workbook."""
    hideable = (*TABLES_BY_SHEET, REVIEW, JOURNAL, SEASON_REPORT)
    return [sheet for sheet in list_sheets(system) if sheet in hideable]


def update_visibility(
    workbook: ClubWorkbook,
    system: RatingSystem,
    reports: Mapping[str, str | None],
    filled_reports: Collection[str],
    language: Language,
) -> Visibility:
    """Return which sheets become visible or hidden, since they have become filled or empty.

    Args:
        workbook: The workbook.
        system: Its rating system.
        reports: The present name of the sheet of each report, or None if the club has deleted it.
        filled_reports: The reports with rows, and Review if a row is to be reviewed.
        language: Language of the workbook.
    """
    empty_before = cell_text(workbook.names.get(EMPTY_SHEETS_NAME)).split(SEPARATOR)
    visible = set(workbook.visible_sheets)
    changes: dict[str, bool] = {}
    empty, hidden = [], []
    for name, sheet in _find_present_sheets(workbook, system, reports):
        is_empty = name not in filled_reports and not (
            name in TABLES_BY_SHEET and _is_filled(workbook, TABLES_BY_SHEET[name])
        )
        if is_empty:
            empty.append(name)
            if name == REVIEW and name not in empty_before and sheet in visible:
                changes[sheet] = False
        elif name in empty_before and sheet not in visible:
            changes[sheet] = True
        if is_empty and not changes.get(sheet, sheet in visible):
            hidden.append(sheet)
    return Visibility(
        changes,
        {EMPTY_SHEETS_NAME: SEPARATOR.join(empty), HIDDEN_SHEETS_NAME: describe_hidden_sheets(hidden, language)},
    )


def describe_hidden_sheets(sheets: Sequence[str], language: Language) -> str | None:
    """Return the line of Start that names the hidden sheets, or None if there are none."""
    return language.render(HIDDEN_SHEETS_TEXT.with_values(sheets=", ".join(sheets))) if sheets else None


def _find_present_sheets(
    workbook: ClubWorkbook, system: RatingSystem, reports: Mapping[str, str | None]
) -> Iterator[tuple[str, str]]:
    """Yield the template's name and the present name of each sheet that is hidden while it is empty."""
    for name in list_hideable_sheets(system):
        if name in reports:
            sheet = reports[name]
        else:
            sheet_tables = (REVIEW_TABLE,) if name == REVIEW else TABLES_BY_SHEET[name]
            sheet = next((workbook.tables[table].sheet for table in sheet_tables if table in workbook.tables), None)
        if sheet:
            yield name, sheet


def _is_filled(workbook: ClubWorkbook, tables: Collection[str]) -> bool:
    columns = (column for table in tables if table in workbook.tables for column in workbook.tables[table].columns)
    return not all(is_blank(cell) for column in columns for cell in set(column))
