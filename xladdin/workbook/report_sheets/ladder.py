"""The Ladder sheet: the wall chart, group by group, with the weekly rating."""

from collections.abc import Iterator

from xladdin.cells.table import Area, CellValue
from xladdin.reports.ladder import ladder
from xladdin.systems.sca import ScaCamp
from xladdin.systems.system import KeyWords
from xladdin.workbook.report_sheets.blocks.keys import key_of_list
from xladdin.workbook.report_sheets.blocks.layout import (
    FIRST_ROW,
    LEAD,
    NAME_WIDTH,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    absent_since,
    kept_together,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import LADDER, Kind

_SIZE, _ROW, _PAGE_ROWS = 12, 17.25, 34
"""The size of the print, the line height [points], and the lines of a page, of Letter and of A4."""
_LONGEST_KEY = 105
"""The most letters of a line of the key, so that a full page does not leave its last line to the next one."""
_COLUMNS = (
    LEAD,
    ReportColumn("Place", None, Kind.COUNT, 7, size=_SIZE),
    ReportColumn("Player", None, Kind.PLAYER, NAME_WIDTH * _SIZE / 10, size=_SIZE),
    ReportColumn("Rating", None, Kind.RATING, 11, size=_SIZE, bold=True),
    ReportColumn("", None, Kind.YES, 4, size=_SIZE),
    ReportColumn("Change", None, Kind.CHANGE, 11, size=_SIZE),
    ReportColumn("Won–drawn–lost", None, Kind.RESULT, 20, size=_SIZE),
    ReportColumn("Last played", None, Kind.DATE, 11, hidden=True),
)
_ORDER = KeyWords("The rating orders each group.")


def layout(system: ScaCamp) -> SheetLayout:
    """The columns of the ladder. A group's name is in a row of its own, without a place."""
    row = FIRST_ROW
    block = ReportBlock(
        _COLUMNS,
        heading_rows=f'AND($C{row}<>"",$D{row}="")',
        absent_rows=absent_since(_COLUMNS),
        has_foot=True,
    )
    return SheetLayout(LADDER, "Ladder", (block,), row_height=_ROW, lines=((1, 1),), page_rows=_PAGE_ROWS)


def areas(material: Material, system: ScaCamp) -> Iterator[Area]:
    """The last day, then the groups."""
    sheet = layout(system)
    yield sheet.words(material.last_session())
    key = key_of_list(material, [_ORDER], longest=_LONGEST_KEY)
    yield sheet.rows_area(kept_together(_rows(material), _PAGE_ROWS, key), foot=key)


def _rows(material: Material) -> Iterator[list[tuple[CellValue, ...]]]:
    """Rows that belong together: a group's name with its first camper, then each of the others."""
    for group in ladder(material.replay, material.standings):
        rows: list[tuple[CellValue, ...]] = [(None, None, group.name)]
        for place, line in group.places:
            rating = (line.new, line.absence_mark, line.change, line.chess_record, line.last_played)
            rows.append((None, place, line.player, *rating))
        yield rows[:2]
        yield from ([row] for row in rows[2:])


SHEET = ReportSheet(LADDER, layout, areas)
