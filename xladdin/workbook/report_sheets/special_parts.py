"""What a description cannot say of a sheet: pages of the Crosstable, the club's news, pick cells and charts."""

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
from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells import CellRange, column_letters
from xladdin.messages import msg
from xladdin.renderers.sheet import (
    AS_OF_ROW,
    FIRST_ROW,
    GAP_WIDTH,
    HEADING_ROW,
    HEADLINE_ROW,
    PAGE_GAP,
    SUBTITLE_ROW,
    TITLE_ROW,
    kind_on_sheet,
    section_regions,
)
from xladdin.reports.player import (
    CHART_COLUMN,
    CHART_LABEL,
    CHART_POINTS,
    GAMES_COLUMN,
    LAST_SHOWN,
    PICK_LABEL,
    player_facts,
    player_report,
)
from xladdin.reports.rating_history import (
    CHART_COLUMNS,
    CHART_ROWS,
    CHARTED,
    CHOICE,
    CHOICE_COLUMN,
    CHOICE_WIDTH,
    DATE_COLUMN,
    ROWS,
    TOP_TITLE,
    TOP_TITLE_ROW,
    History,
    HistoryColumns,
    ends_of_lines,
)
from xladdin.reports.ratings_lists import (
    LEGEND_HEADING,
    LEGEND_LINES,
    LEGEND_ROW,
    NEWS_HEADING,
    NEWS_LINES,
    NEWS_ROW,
    PANEL_COLUMN,
    PANEL_LINES,
    SEASON_ROW,
    SESSION_ROW,
)
from xladdin.reports.report import PLAYER, SHOW_PLAYER, Report
from xladdin.systems.system import RatingSystem
from xladdin.workbook import styles
from xladdin.workbook.report_sheets.live_values import (
    NAME_ROW,
    NEWS_NAME,
    PICKED,
    PICKED_CELL,
    TITLE_HEIGHTS,
    live_cells,
    news_formula,
)
from xladdin.workbook.schema import Column, Kind
from xladdin.workbook.styles import FONT_NAME, GRID, INK, LINES, QUIET_TEXT, allow, name_cells, write, write_formula

_KEY_COLUMNS = 9
"""The opponents whose columns the legend takes, beside the date. A page that has another beside it has as many."""


def finish_crosstable(sheet: Worksheet, report: Report, system: RatingSystem) -> None:
    """Keep the titles within the columns that every page repeats. Further pages would cut them.

    A row is hardly higher than its print, which is in its middle. A long result shrinks.
    """

    (region,) = section_regions(report)
    fixed = len(region.headings)
    for row in (TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW):
        sheet.merge_cells(start_row=row, end_row=row, start_column=1, end_column=fixed)
        sheet.cell(row, 1).alignment = styles.centred(
            "left", shrink=row != AS_OF_ROW, wrap=row == AS_OF_ROW, indent=int(row != AS_OF_ROW)
        )
    for row, height in TITLE_HEIGHTS.items():
        sheet.row_dimensions[row].height = height
    for number in range(3, region.last_column + 1):
        sheet.column_dimensions[column_letters(number)].alignment = styles.centred(shrink=True)
    sheet.column_dimensions["B"].alignment = styles.centred("left", shrink=True, indent=1)
    sheet.cell(AS_OF_ROW, fixed + 1).style = styles.NOTE
    sheet.cell(AS_OF_ROW, fixed + 1).alignment = styles.centred("left", wrap=True)
    sheet.merge_cells(start_row=AS_OF_ROW, end_row=AS_OF_ROW, start_column=fixed + 1, end_column=fixed + _KEY_COLUMNS)


GAP, WIDTH = 1.5, 31.5
"""The widths of the gap between list and panel, and of the panel [characters]."""


def add_news(sheet: Worksheet, report: Report, system: RatingSystem) -> None:
    """Make room for the words beside the list, and for the club's news."""
    _format_panel(sheet, PANEL_COLUMN)
    _add_news_box(sheet, PANEL_COLUMN, PANEL_COLUMN + PAGE_GAP - 1)


def _format_panel(sheet: Worksheet, column: int) -> None:
    """Format the panel: headings, words over two lines each, and the key."""

    sheet.column_dimensions[column_letters(column)].width = WIDTH
    sheet.column_dimensions[column_letters(column - 1)].width = GAP
    for first in (SESSION_ROW, SEASON_ROW):
        head = sheet.cell(first, column)
        head.style = styles.LABEL
        head.alignment = Alignment("left", "center", shrink_to_fit=True)
        for row in range(first + 1, first + PANEL_LINES):
            cell = sheet.cell(row, column)
            cell.style = styles.NOTE if (row - first) % 2 == 0 or row == first + 1 else styles.PROSE
            cell.alignment = Alignment("left", "center", shrink_to_fit=True)
    write(sheet, LEGEND_ROW - 1, column, LEGEND_HEADING, styles.LABEL)
    letters = column_letters(column)
    styles.hidden_rule(sheet, f"{letters}{LEGEND_ROW - 1}", f'{letters}{LEGEND_ROW}=""')
    for row in range(LEGEND_ROW, LEGEND_ROW + LEGEND_LINES):
        sheet.cell(row, column).style = styles.NOTE


def _add_news_box(sheet: Worksheet, column: int, input_column: int) -> None:
    """Add the club's news below the panel, and beside the printed page the cell for typing it.

    The panel begins at `column`, and the cell is at `input_column`. Without news nothing is printed.
    """

    last, printed = NEWS_ROW + NEWS_LINES - 1, column_letters(column)
    for where in (column, input_column):
        write(sheet, NEWS_ROW - 1, where, NEWS_HEADING, styles.LABEL)
        for row in range(NEWS_ROW, last + 1):
            sheet.cell(row, where).style = styles.INPUT if where == input_column else styles.PROSE
    write_formula(sheet, NEWS_ROW, column, news_formula(), styles.PROSE, value="")
    styles.hidden_rule(sheet, f"{printed}{NEWS_ROW - 1}", f'{NEWS_NAME}=""')
    for where in (column, input_column):
        sheet.cell(NEWS_ROW, where).alignment = Alignment("left", "top", wrap_text=True)
        sheet.merge_cells(start_row=NEWS_ROW, end_row=last, start_column=where, end_column=where)
    name_cells(sheet.parent, NEWS_NAME, sheet.title, f"${column_letters(input_column)}${NEWS_ROW}")


_PICK_COLUMN = 2
_CHART_ROWS, _CHART_WIDTH = (FIRST_ROW, FIRST_ROW + 15), 36.0
"""The rows of the chart, and the width of the column before the games, in sight on a laptop."""


def add_player_parts(sheet: Worksheet, report: Report, system: RatingSystem) -> None:
    """Add the cell that picks a player, the formats of the facts, and the chart."""
    _add_pick(sheet)
    _format_player_facts(sheet, system)
    _add_player_chart(sheet, system)


def _add_pick(sheet: Worksheet) -> None:
    from xladdin.workbook.input_sheets import allow_entries

    write(sheet, HEADLINE_ROW, 1, PICK_LABEL, styles.LABEL)
    picked = sheet.cell(HEADLINE_ROW, _PICK_COLUMN)
    picked.style = styles.INPUT
    picked.number_format = styles.number_format(Kind.PLAYER)
    allow_entries(sheet, picked.coordinate, Column(msg("Player"), Kind.PLAYER))
    name_cells(sheet.parent, SHOW_PLAYER, PLAYER, f"${column_letters(_PICK_COLUMN)}${HEADLINE_ROW}")
    for column, style in ((_PICK_COLUMN + 1, styles.LABEL), (_PICK_COLUMN + 4, styles.AS_OF)):
        sheet.cell(HEADLINE_ROW, column).style = style
    sheet.cell(HEADLINE_ROW, _PICK_COLUMN + 1).alignment = styles.indented()


def _format_player_facts(sheet: Worksheet, system: RatingSystem) -> None:
    """Format the values of the facts, which are of several kinds in one column."""

    for row, fact in enumerate(player_facts(system), FIRST_ROW):
        kind = kind_on_sheet(fact.kind, system)
        cell = sheet.cell(row, 2)
        cell.number_format, cell.alignment = styles.number_format(kind), styles.alignment(kind)


def _add_player_chart(sheet: Worksheet, system: RatingSystem) -> None:

    opponents = player_report(system).sections[1]
    chart_column = GAMES_COLUMN - 1
    for column in range(opponents.sheet.column + len(opponents.columns), chart_column):
        sheet.column_dimensions[column_letters(column)].width = GAP_WIDTH
    sheet.column_dimensions[column_letters(chart_column)].width = _CHART_WIDTH
    for column in (CHART_COLUMN, CHART_COLUMN + 1):
        sheet.column_dimensions[column_letters(column)].hidden = True
    # Excel gives a date that a button writes this format by itself.
    sheet.column_dimensions[column_letters(CHART_COLUMN)].number_format = styles.number_format(Kind.DATE)
    write(sheet, HEADING_ROW, chart_column, CHART_LABEL, styles.LABEL)
    sheet.cell(HEADING_ROW, chart_column).alignment = styles.indented()
    rating = styles.number_format(kind_on_sheet(Kind.RATING, system))
    chart = ratings_chart(CellRange(_CHART_ROWS[0], chart_column, _CHART_ROWS[1], chart_column), rating, size=ON_SCREEN)
    chart.visible_cells_only = False
    last, end = FIRST_ROW + LAST_SHOWN - 1, FIRST_ROW + CHART_POINTS - 1
    points, room = (
        [CellRange(first, column, end_row, column) for column in (CHART_COLUMN, CHART_COLUMN + 1)]
        for first, end_row in ((FIRST_ROW, last), (last + 1, end))
    )
    add_line(chart, sheet, (HEADLINE_ROW, _PICK_COLUMN), *points)
    add_room(chart, sheet, *room)
    sheet.add_chart(chart)


def add_history_charts(sheet: Worksheet, report: Report, system: RatingSystem) -> None:
    """Add both charts, the cell that picks a player, and the cells beside the table for the charts."""
    for number, width in enumerate((*CHART_COLUMNS, CHOICE_WIDTH), 1):
        sheet.column_dimensions[column_letters(number)].width = width
    write(sheet, AS_OF_ROW, CHOICE_COLUMN, CHOICE, styles.LABEL)
    builder = _ChartBuilder(sheet, report, system)
    builder.add_cells()
    builder.add_choice()
    builder.add_top_five()
    builder.add_picked()


class _ChartBuilder:
    """Adds the charts of one sheet, and the live cells that they read."""

    def __init__(self, sheet: Worksheet, report: Report, system: RatingSystem) -> None:
        self._sheet = sheet
        self._system = system
        self._at = HistoryColumns(report)

    def add_cells(self) -> None:
        """Add the cells beside the table, with their values if there are no players."""
        empty = History((), (), ())
        write(self._sheet, HEADLINE_ROW, self._at.choice, msg("Second chart"), styles.AS_OF)
        for row, column, formula, value in live_cells(self._at, self._system, empty):
            write_formula(self._sheet, row, column, formula, styles.AS_OF, value=value)
        self._sheet.cell(NAME_ROW, 1).style = styles.LABEL
        for row, values in enumerate(ends_of_lines(empty, False), HEADLINE_ROW):
            for column in range(self._at.ends, self._at.ends + CHARTED + 1):
                self._sheet.cell(row, column).style = styles.AS_OF
            for column, name in enumerate(values, self._at.ends):
                self._sheet.cell(row, column).value = name
        for row in (ROWS[0], ROWS[0] + 1):
            self._sheet.cell(row, self._at.ends).number_format = styles.number_format(Kind.DATE)

    def add_choice(self) -> None:
        """Add the picked player's cell. It shows the best one, until somebody chooses another from the list."""
        self._sheet.cell(*PICKED).style = styles.INPUT
        self._sheet.cell(*PICKED).alignment = styles.alignment(Kind.PLAYER)
        names = self._at.players(f"${HEADING_ROW}")
        cell, error = PICKED_CELL.replace("$", ""), msg("Choose a player of this sheet.")
        allow(self._sheet, cell, msg("Second chart"), error, type="list", formula1=names)

    def add_top_five(self) -> None:
        """Add the first columns of players, named at the ends of their lines. Missing players get no name."""
        write(self._sheet, TOP_TITLE_ROW, 1, TOP_TITLE, styles.LABEL)
        self._sheet.cell(TOP_TITLE_ROW, 1).alignment = Alignment("left", "bottom")
        chart = self._chart(0)
        ends = range(self._at.ends + 1, self._at.ends + 1 + CHARTED)
        names = [(HEADLINE_ROW, column) for column in ends]
        for number, name in enumerate(names):
            dates, ratings = (
                CellRange(ROWS[0], column, ROWS[1], column) for column in (DATE_COLUMN, self._at.first_player + number)
            )
            add_line(chart, self._sheet, name, dates, ratings, has_markers=False)
        for number, (name, column) in enumerate(zip(names, ends)):
            add_leader(chart, self._sheet, name, _two_points(self._at.ends), _two_points(column), number)
        self._sheet.add_chart(chart)

    def add_picked(self) -> None:
        """Add the ratings of the picked player."""
        chart = self._chart(1)
        add_line(chart, self._sheet, PICKED, *self._at.picked)
        add_room(chart, self._sheet, _two_points(self._at.choice), _two_points(self._at.choice + 1))
        self._sheet.add_chart(chart)

    def _chart(self, number: int) -> Any:
        first_row, last_row = CHART_ROWS[number]
        cells = CellRange(first_row, 1, last_row, len(CHART_COLUMNS))
        has_decimals = number > 0 and self._system.rating_decimals  # the ends of the first one's axis are round
        rating = Kind.DECIMAL if has_decimals else Kind.RATING
        return ratings_chart(cells, styles.number_format(rating))


def _two_points(column: int) -> CellRange:
    """Return the first two rows of the table in a column."""
    return CellRange(ROWS[0], column, ROWS[0] + 1, column)


DATE_FORMAT = '[<367]"";yyyy-mm-dd'
"""Without the name of a month, which would be English in a French club: no rule changes that of an axis.

It shows no day if there is none yet, since an axis without dates would say 1899.
"""
NOTHING_YET = '[<2]"";'
"""It comes before the format of a rating. An axis without ratings would go from 0 to 1."""
LEADER_WIDTH = 0.75
"""Points."""
POINT = 12700
"""EMU."""
MARKER_SIZE = 4
ON_PAPER, ON_SCREEN = 1000, 900
"""The sizes of print in hundredths of a point. A chart on the screen is narrower, and its dates must fit."""
MARKERS = ("circle", "square", "triangle", "diamond", "x")


def ratings_chart(cells: CellRange, rating_format: str, *, size: int = ON_PAPER) -> Any:
    """Return an empty chart of ratings over dates that covers some cells.

    Its title is a cell above it, which can be French.

    It has points over dates, joined by lines. A block that is not full leaves no empty dates behind. `size` is that of
    the print of its axes.
    """
    chart = ScatterChart(scatterStyle="lineMarker")
    chart.legend = None
    chart.roundedCorners = False
    for part in (chart.x_axis, chart.y_axis):
        part.txPr = RichText(p=[_plain_paragraph(size)])
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


def _plain_paragraph(size: int, *, bold: bool = False, color: str = "") -> Any:
    """Return the print of an axis or a label: only properties, since Excel stores no text there.

    `size` is in hundredths of a point.
    """
    ink = color or (INK if bold else QUIET_TEXT)
    own = CharacterProperties(sz=size, b=bold, solidFill=ink, latin=Font(typeface=FONT_NAME))
    paragraph = Paragraph(ParagraphProperties(defRPr=own), endParaRPr=own)
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
    """Add a player's line.

    `name` is the row and column of the name's cell. `has_markers` marks each point. Without it the dashes of many
    points can be told apart.
    """
    look, dash, width = LINES[len(chart.series) % len(LINES)]
    marker = MARKERS[len(chart.series) % len(MARKERS)]
    line = _add_series(chart, sheet, dates, ratings, name)
    line.graphicalProperties.line.solidFill = look
    line.graphicalProperties.line.dashStyle = dash
    line.graphicalProperties.line.width = round(width * POINT)
    line.marker.symbol = marker if has_markers else "none"
    line.marker.size = MARKER_SIZE
    line.marker.graphicalProperties = GraphicalProperties(solidFill=look)
    line.marker.graphicalProperties.line.solidFill = look


def add_room(chart: Any, sheet: Worksheet, dates: CellRange, ratings: CellRange) -> None:
    """Add points that are not drawn. They widen the axes around a history of one session."""
    _add_series(chart, sheet, dates, ratings).graphicalProperties.line.noFill = True


def add_leader(
    chart: Any, sheet: Worksheet, name: tuple[int, int], dates: CellRange, heights: CellRange, number: int
) -> None:
    """Add a thin line from the end of a player's line to the name, which is the label of its second point.

    `number` is the number of the player's line, from 0 on, and give the thin line its colour.
    """
    color = LINES[number % len(LINES)][0]
    leader = _add_series(chart, sheet, dates, heights, name)
    leader.graphicalProperties.line.solidFill = color
    leader.graphicalProperties.line.width = round(LEADER_WIDTH * POINT)
    shows = dict.fromkeys(("showLegendKey", "showVal", "showCatName", "showPercent", "showBubbleSize"), False)
    print_ = RichText(p=[_plain_paragraph(ON_PAPER, bold=True, color=color)])
    end = DataLabel(idx=1, dLblPos="r", showSerName=True, txPr=print_, **shows)
    leader.dLbls = DataLabelList(dLbl=[end], showSerName=False, **shows)


def _add_series(
    chart: Any, sheet: Worksheet, dates: CellRange, heights: CellRange, name: tuple[int, int] | None = None
) -> Any:
    """Add points to a chart, joined but not marked. LibreOffice draws all its lines as smooth as the last one."""
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
