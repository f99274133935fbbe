"""History's charts: lines over a fixed block, told apart by colour, dash and marker."""

from __future__ import annotations

from typing import Any

from openpyxl.chart import Reference, ScatterChart, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.legend import LegendEntry
from openpyxl.chart.series import SeriesLabel
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.drawing.text import CharacterProperties, Font, Paragraph, ParagraphProperties
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import CellRange
from xladdin.workbook.styles.colours import GRID, INK, LINES, QUIET_TEXT
from xladdin.workbook.styles.palette import FONT_NAME

DATE_FORMAT = "d mmm yy"
POINT = 12700
"""EMU."""
MARKER_SIZE = 4
TITLE_SIZE, SMALL_SIZE = 1300, 900
"""Hundredths of a point."""
MARKERS = ("circle", "square", "triangle", "diamond", "x")


def ratings_chart(title: str, cells: CellRange, rating_format: str, *, lowest: float | None = None) -> Any:
    """An empty chart of ratings over dates that covers some cells. lowest: rating at the foot of the chart.

    Points over dates, joined by lines: a block that is not full leaves no empty dates behind.
    """
    chart = ScatterChart(scatterStyle="lineMarker")
    chart.title = title
    chart.title.overlay = chart.legend.overlay = False
    chart.title.tx.rich.p[0].pPr = ParagraphProperties(defRPr=_print(TITLE_SIZE, bold=True))
    for part in (chart.legend, chart.x_axis, chart.y_axis):
        part.txPr = RichText(p=[_plain_paragraph()])
    first = AnchorMarker(col=cells.first_column - 1, row=cells.first_row - 1)
    chart.anchor = TwoCellAnchor("twoCell", _from=first, to=AnchorMarker(col=cells.last_column, row=cells.last_row))
    chart.legend.position = "r"
    chart.x_axis.number_format = DATE_FORMAT
    chart.x_axis.majorTickMark = chart.y_axis.majorTickMark = "out"
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.y_axis.number_format = rating_format
    chart.y_axis.scaling.min = lowest
    chart.x_axis.axPos, chart.y_axis.axPos = "b", "l"
    chart.x_axis.majorGridlines = None
    chart.y_axis.majorGridlines.spPr = GraphicalProperties()
    chart.y_axis.majorGridlines.spPr.line.solidFill = GRID
    chart.display_blanks = "gap"
    return chart


def _print(size: int, *, bold: bool = False) -> Any:
    """Print of a chart. size: in hundredths of a point."""
    return CharacterProperties(sz=size, b=bold, solidFill=INK if bold else QUIET_TEXT, latin=Font(typeface=FONT_NAME))


def _plain_paragraph() -> Any:
    """The print of an axis or a legend: properties alone, for Excel stores no text there."""
    paragraph = Paragraph(ParagraphProperties(defRPr=_print(SMALL_SIZE)), endParaRPr=_print(SMALL_SIZE))
    paragraph.r = []
    return paragraph


def add_line(
    chart: Any, sheet: Worksheet, name: tuple[int, int], dates: int, ratings: int, rows: tuple[int, int]
) -> None:
    """Adds a player's line. name: row and column of the name's cell; dates, ratings: columns; rows: first and last."""
    look, dash, width = LINES[len(chart.series) % len(LINES)]
    marker = MARKERS[len(chart.series) % len(MARKERS)]
    first, last = rows
    x, y = (Reference(sheet, min_col=column, min_row=first, max_row=last) for column in (dates, ratings))
    line = Series(y, x)
    label = Reference(sheet, min_col=name[1], min_row=name[0])
    line.tx = SeriesLabel(strRef=StrRef(str(label)))
    line.graphicalProperties = GraphicalProperties()
    line.graphicalProperties.line.solidFill = look
    line.graphicalProperties.line.dashStyle = dash
    line.graphicalProperties.line.width = round(width * POINT)
    line.marker.symbol = marker
    line.marker.size = MARKER_SIZE
    line.marker.graphicalProperties = GraphicalProperties(solidFill=look)
    line.marker.graphicalProperties.line.solidFill = look
    line.smooth = False
    chart.series.append(line)


def add_room(chart: Any, sheet: Worksheet, dates: int, ratings: int, rows: tuple[int, int]) -> None:
    """Adds points that are not drawn and not in the legend: they widen the axes around a history of one session."""
    first, last = rows
    x, y = (Reference(sheet, min_col=column, min_row=first, max_row=last) for column in (dates, ratings))
    room = Series(y, x)
    room.graphicalProperties = GraphicalProperties()
    room.graphicalProperties.line.noFill = True
    room.marker.symbol = "none"
    room.smooth = False  # LibreOffice draws all lines of a chart as smooth as the last
    chart.legend.legendEntry.append(LegendEntry(idx=len(chart.series), delete=True))
    chart.series.append(room)
