"""All report sheets of a workbook after a replay, at their places, or why one of them is left alone."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from xladdin.cells.addresses import CellRange
from xladdin.cells.axes import ChartAxes
from xladdin.cells.table import Area, CellValue, ClubBook
from xladdin.reports.context import ReportContext
from xladdin.reports.described.rating_history import history_of, top_axes
from xladdin.reports.history import History
from xladdin.reports.names import HISTORY
from xladdin.workbook.changes.journal import layout as journal_layout
from xladdin.workbook.report_sheets import tonight
from xladdin.workbook.report_sheets.all_sheets import areas, layouts
from xladdin.workbook.report_sheets.blocks.placing import place_reports, sheet_of
from xladdin.workbook.report_sheets.tonight import list_area, names_read, round_areas, rows_taken, waiting_evening
from xladdin.workbook.shown import Chosen, choices


class FilledSheets(NamedTuple):
    """`areas` are to be written. `left_alone` says why a sheet is not updated, by sheet.

    `ranges` are cells that the names of blocks cover once all is written, and `evolved` those that blocks had
    whose columns have changed. `names` are values of named cells. `tables`
    counts the tables of the paired round that waits for its scores. `places` has the present name of each report's
    sheet, or None if the club has deleted it. `filled` are the reports that have rows.
    """

    areas: Sequence[Area]
    left_alone: Mapping[str, str]
    ranges: Mapping[str, CellRange]
    evolved: Mapping[str, CellRange]
    names: Mapping[str, CellValue]
    tables: int
    places: Mapping[str, str | None]
    filled: Collection[str]


def filled_sheets(book: ClubBook, context: ReportContext, chosen: Chosen, journal: Sequence[Area]) -> FilledSheets:
    """Every sheet with the areas that belong there: reports, Journal, Tonight, and lists to choose from."""
    say, system, replayed = context.language, context.system, context.replay
    shapes, to_place = layouts(system), [*areas(context, chosen), *journal]
    evening = None
    taken: Mapping[str, int] = {}
    names: Mapping[str, CellValue] = {}
    if system.log_schema.is_paired:
        shapes.append(tonight.layout(system))
        evening = waiting_evening(book, replayed)
        to_place += [list_area(book, replayed), *round_areas(evening, replayed, say)]
        taken, names = rows_taken(book, replayed), names_read(book, replayed)
    shapes.append(journal_layout())
    placed = place_reports(book, shapes, to_place, taken, say)
    own = [*placed.areas, *choices(book, replayed.log)]
    tables = 0 if evening is None else len(evening.waiting)
    places = {layout.sheet: sheet_of(book, layout) for layout in shapes}
    holding = {area.sheet for area in to_place if area.rows and area.rows_owned is None}
    filled = {report for report in holding if places.get(report) not in placed.left_alone}
    return FilledSheets(own, placed.left_alone, placed.ranges, placed.evolved, names, tables, places, filled)


def chart_of_history(
    book: ClubBook, context: ReportContext, sheets: FilledSheets
) -> tuple[ChartAxes, History] | tuple[None, None]:
    """The axes of our own chart, and the table that it draws, or nothing if its sheet stays as it is."""
    sheet = sheets.places.get(HISTORY)
    if sheet is None or sheet in sheets.left_alone:
        return None, None
    table = history_of(context)
    return top_axes(table, context.system.rating_decimals, sheet), table
