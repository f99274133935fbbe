"""Build charts of ratings: lines with different colours, dashes and markers over a fixed block of cells."""

from __future__ import annotations

from typing import Any

from openpyxl.chart import Reference, ScatterChart, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.label import DataLabel, DataLabelList
from openpyxl.chart.series import SeriesLabel
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.drawing.text import CharacterProperties, Font, Paragraph, ParagraphProperties
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells import CellRange
from xladdin.workbook.styles import FONT_NAME, GRID, INK, LINES, QUIET_TEXT

# Dates without the name of a month, which would be English in a French workbook, since no setting changes the language
# of an axis. The format is blank while there are no dates, since an axis without dates would start in 1899.
DATE_FORMAT = '[<367]"";yyyy-mm-dd'
# Precedes the number format of a rating, so that an axis without ratings shows no numbers from 0 to 1.
NOTHING_YET = '[<2]"";'
# Width of the line to a name [points].
LEADER_WIDTH = 0.75
# A point [EMU].
POINT = 12700
MARKER_SIZE = 4
# Font sizes [1/100 point]. A chart on the screen is narrower, and its dates must fit.
ON_PAPER, ON_SCREEN = 1000, 750
MARKERS = ("circle", "square", "triangle", "diamond", "x")


def build_ratings_chart(cells: CellRange, rating_format: str, *, size: int) -> Any:
    """Return an empty chart of ratings over dates, whose points are joined by lines.

    Its title is in a cell above it, so that a formula can translate it. Blank rows of its block show no dates.

    Args:
        cells: Cells that the chart covers.
        rating_format: Number format of a rating.
        size: Font size of the axes [1/100 point].
    """
    chart = ScatterChart(scatterStyle="lineMarker")
    chart.legend = None
    chart.roundedCorners = False
    for part in (chart.x_axis, chart.y_axis):
        part.txPr = RichText(p=[_build_paragraph(size)])
    first = AnchorMarker(col=cells.first_column - 1, row=cells.first_row - 1)
    chart.anchor = TwoCellAnchor("twoCell", _from=first, to=AnchorMarker(col=cells.last_column, row=cells.last_row))
    chart.x_axis.number_format = DATE_FORMAT
    chart.x_axis.majorTickMark = chart.y_axis.majorTickMark = "out"
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.y_axis.number_format = f"{NOTHING_YET}{rating_format}"
    chart.x_axis.axPos, chart.y_axis.axPos = "b", "l"
    for axis in (chart.x_axis, chart.y_axis):
        axis.crosses = "min"  # at 0 they would meet in the middle of a chart without ratings
        axis.crossBetween = "midCat"
    chart.x_axis.majorGridlines = None
    chart.y_axis.majorGridlines.spPr = GraphicalProperties()
    chart.y_axis.majorGridlines.spPr.line.solidFill = GRID
    chart.display_blanks = "gap"
    return chart


def _build_paragraph(size: int, *, bold: bool = False, color: str = "") -> Any:
    """Return the paragraph properties of an axis or a label, without a text, since Excel stores none there.

    `size` is the font size [1/100 point].
    """
    ink = color or (INK if bold else QUIET_TEXT)
    properties = CharacterProperties(sz=size, b=bold, solidFill=ink, latin=Font(typeface=FONT_NAME))
    paragraph = Paragraph(ParagraphProperties(defRPr=properties), endParaRPr=properties)
    paragraph.r = []
    return paragraph


def add_line(
    chart: Any,
    sheet: Worksheet,
    name: tuple[int, int],
    dates: CellRange,
    ratings: CellRange,
    *,
    has_markers: bool = True,
) -> None:
    """Add the line of a player to a chart.

    `name` is the row and column of the cell with the name. Without markers, the dashes distinguish the lines.
    """
    color, dash, width = LINES[len(chart.series) % len(LINES)]
    marker = MARKERS[len(chart.series) % len(MARKERS)]
    line = _add_series(chart, sheet, dates, ratings, name)
    line.graphicalProperties.line.solidFill = color
    line.graphicalProperties.line.dashStyle = dash
    line.graphicalProperties.line.width = round(width * POINT)
    line.marker.symbol = marker if has_markers else "none"
    line.marker.size = MARKER_SIZE
    line.marker.graphicalProperties = GraphicalProperties(solidFill=color)
    line.marker.graphicalProperties.line.solidFill = color


def add_room(chart: Any, sheet: Worksheet, dates: CellRange, ratings: CellRange) -> None:
    """Add points that are not drawn. They widen the axes of a history that has one session."""
    _add_series(chart, sheet, dates, ratings).graphicalProperties.line.noFill = True


def add_leader(
    chart: Any, sheet: Worksheet, name: tuple[int, int], dates: CellRange, heights: CellRange, number: int
) -> None:
    """Add a thin line from the end of a player's line to the name, which is the label of its second point.

    `number` is the number of the player's line, counted from 0, which determines the colour.
    """
    color = LINES[number % len(LINES)][0]
    leader = _add_series(chart, sheet, dates, heights, name)
    leader.graphicalProperties.line.solidFill = color
    leader.graphicalProperties.line.width = round(LEADER_WIDTH * POINT)
    shows = dict.fromkeys(("showLegendKey", "showVal", "showCatName", "showPercent", "showBubbleSize"), False)
    print_ = RichText(p=[_build_paragraph(ON_PAPER, bold=True, color=color)])
    end = DataLabel(idx=1, dLblPos="r", showSerName=True, txPr=print_, **shows)
    leader.dLbls = DataLabelList(dLbl=[end], showSerName=False, **shows)


def _add_series(
    chart: Any, sheet: Worksheet, dates: CellRange, heights: CellRange, name: tuple[int, int] | None = None
) -> Any:
    """Add points to a chart, joined but without markers.

    They are never smoothed, since LibreOffice smooths all lines if the last one is smooth.
    """
    x, y = (
        Reference(sheet, cells.first_column, cells.first_row, cells.last_column, cells.last_row)
        for cells in (dates, heights)
    )
    series = Series(y, x)
    if name is not None:
        row, column = name
        series.tx = SeriesLabel(strRef=StrRef(str(Reference(sheet, column, row))))
    series.graphicalProperties = GraphicalProperties()
    series.marker.symbol = "none"
    series.smooth = False
    chart.series.append(series)
    return series
