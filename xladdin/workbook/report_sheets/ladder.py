"""The Ladder sheet: the wall chart, group by group, with the weekly rating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xladdin.cells.table import Area, CellValue
from xladdin.reports.ladder import ladder
from xladdin.systems.sca import ScaCamp
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    NAME_WIDTH,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import LADDER, Kind

_SIZE = 14
_KEY = "+ up, - down, = unchanged on the last day. ▲ gained, ▼ lost. The rating orders each group."
_COLUMNS = (
    ReportColumn("Place", None, Kind.COUNT, 8, size=_SIZE),
    ReportColumn("", None, Kind.YES, 5, size=_SIZE),
    ReportColumn("Player", None, Kind.PLAYER, NAME_WIDTH * _SIZE / 10, size=_SIZE),
    ReportColumn("Rating", None, Kind.RATING, 11, size=_SIZE),
    ReportColumn("Change", None, Kind.CHANGE, 11, size=_SIZE),
    ReportColumn("Won", None, Kind.COUNT, 9, size=_SIZE),
    ReportColumn("Drawn", None, Kind.COUNT, 9, size=_SIZE),
    ReportColumn("Lost", None, Kind.COUNT, 9, size=_SIZE),
)


def layout(system: ScaCamp) -> SheetLayout:
    """Columns of the ladder; a group's name stands in a row of its own, without a place."""
    row = HEADING_ROW + 1
    block = ReportBlock(_COLUMNS, heading_rows=f'AND($C{row}<>"",$D{row}="")', gaps=1)
    return SheetLayout(LADDER, "Ladder", (block,), row_height=21, lines=((1, 1),), key=_KEY)


def areas(material: Material, system: ScaCamp) -> Iterator[Area]:
    """What the last day was, then the groups."""
    sheet = layout(system)
    yield sheet.words(material.last_session())
    yield sheet.rows_area(list(_rows(material)))


def _rows(material: Material) -> Iterator[Sequence[CellValue]]:
    for number, group in enumerate(ladder(material.replay, material.standings)):
        if number:
            yield ()
        yield (None, None, group.name)
        for place, line in group.places:
            yield (place, line.mark, line.player, line.new, line.change, line.wins, line.ties, line.losses)


SHEET = ReportSheet(LADDER, layout, areas)
