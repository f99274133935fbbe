"""Describe a report: its sections, columns and pages, independently of the sheet, the web and the terminal.

A report is described once, in `xladdin.reports`, and drawn by the renderers. This module does not depend on workbooks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from xladdin.cells import LAST_ROW, CellRange, ColumnType
from xladdin.messages import BLANK, Message

if TYPE_CHECKING:
    from xladdin.reports.context import ReportContext

STANDINGS, SCOREBOARD, CROSSTABLE, RECORDS = "Standings", "Scoreboard", "Crosstable", "Records"
CHAMPIONSHIP, SEASON_REPORT, PLAYER = "Championship", "Season report", "Player"
HISTORY, JOURNAL, TONIGHT, REVIEW = "Rating history", "Journal", "Tonight", "Review"
WEEKLY_SHEET, PAR_SCORES, LADDER = "Weekly sheet", "Par scores", "Ladder"

# The defined names of the cells for choices: on Scoreboard, on Records, on the Standings of Diplomacy, and on Player.
SHOW_SESSION, SHOW_SEASON, SHOW_YEAR, SHOW_PLAYER = "show_session", "show_season", "show_year", "player_picked"
# The defined name of the cell for the club's news, on the Weekly sheet.
CLUB_NEWS = "club_news"
PLAYER_CHOICES = "player_choices"
# The defined names of the lists of choices.
SESSION_CHOICES, SEASON_CHOICES, EVENT_CHOICES = "session_choices", "season_choices", "event_choices"

# The media in which a report is shown.
SHEET, WEB, TERMINAL = "sheet", "web", "terminal"

# A value of a cell. A Message is a text of xladdin, which renderers translate. Any other str is data of the club.
Value = str | int | float | date | None


class Note(NamedTuple):
    """A sentence below a row, or a line of a row that has only sentences.

    Attributes:
        text: Text of the sentence. A Message is rendered, and any other text is written literally.
        player: Player whom the sentence is about, for a row about two players, or empty.
    """

    text: str
    player: str = ""


class Stacked(NamedTuple):
    """A cell of two lines: two rows on a sheet, a small second line on the web."""

    first: Value
    second: Value = None


class Row(NamedTuple):
    """A row of a section, with either a line or notes.

    Attributes:
        line: Object from which the columns take their values, or None.
        notes: Sentences that are written across all columns.
        is_absent: Whether the player of the row was absent from the last session.
    """

    line: Any = None
    notes: Sequence[Note] = ()
    is_absent: bool = False


class Group(NamedTuple):
    """Rows that stay together on a page.

    A group with a `title`, which may be blank, begins a list of its own.
    """

    rows: Sequence[Row]
    title: str | None = None


class HtmlColumn(NamedTuple):
    """The properties of a column that only web pages have.

    Attributes:
        css: CSS classes of the cells.
        heading: Heading in place of that of the column, or blank.
        is_player: Whether the values are names of players to link to their pages, in a column of another type.
        sort: Attribute of the line by which the column is sorted, or None.
        small_text: Attribute of the line that is written in small print after the value, or None.
        is_above: Whether the value belongs to a heading above the row.
        is_below: Whether the value has a row of its own below the row.
        condition: Returns whether the page has the column. None stands for always.
    """

    css: str = ""
    heading: Message = BLANK
    is_player: bool = False
    sort: Any = None
    small_text: Any = None
    is_above: bool = False
    is_below: bool = False
    condition: Callable[["ReportContext"], bool] | None = None


class Repeated(NamedTuple):
    """A column that occurs once for each of its headings.

    Attributes:
        headings: Returns the headings.
        most: Largest number of headings.
        is_numbered: Whether a sheet has numbers in place of headings, which would be too wide.
    """

    headings: Callable[["ReportContext"], Sequence[str]]
    most: int
    is_numbered: bool = False


class Column(NamedTuple):
    """A column of a report.

    Attributes:
        heading: Heading of the column.
        value: Attribute of the class of the section's lines, such as `StandingsLine.wins`, so that a missing attribute
            fails at import. None leaves the column blank. A repeated column has a sequence of values. A Message is
            rendered in the language of the club, and any other text is data of the club.
        kind: Type of the values.
        width: Width on the sheet [characters].
        number_format: Number format on the sheet, or "" for that of the type.
        group: Heading above the headings of several columns, or blank.
        is_bold: Whether the values are in bold.
        is_hidden: Whether the column is hidden on the sheet.
        is_left_aligned: Whether the values are aligned left, whatever their type.
        indent: Indent of the values.
        shrinks: Whether a value that is too long is printed smaller.
        row_kinds: Types of the values in the first rows, if the rows have different types.
        size: Font size [points], or 0 for that of the page.
        web: Properties on web pages.
        repeated: Headings of a repeated column, or None.
    """

    heading: Message
    value: Any
    kind: ColumnType = ColumnType.YES
    width: float = 9
    number_format: str = ""
    group: Message = BLANK
    is_bold: bool = False
    is_hidden: bool = False
    is_left_aligned: bool = False
    indent: int = 0
    shrinks: bool = False
    row_kinds: Sequence[ColumnType] = ()
    size: float = 0
    web: HtmlColumn = HtmlColumn()
    repeated: Repeated | None = None

    def value_of(self, line: Any) -> Any:
        """Return the column's value of a line."""
        return None if self.value is None else self.value.__get__(line)

    def heading_on(self, medium: str) -> Message:
        """Return the heading of the column in a medium."""
        return self.web.heading if medium == WEB and self.web.heading else self.heading


# The narrow column in which legends and notes begin. Their text overflows to the right. In a column of names it would
# be shrunk to fit.
LEAD = Column(BLANK, None, ColumnType.TEXT, 1.5, size=10)
# The number of columns between two pages of a sheet. One of them is for input.
PAGE_GAP = 4
# The width of a blank column between two sections of a sheet [characters].
GAP_WIDTH = 3.0
# The format of a date with little room.
SHORT_DATE = "d mmm yy"

# The width of a column of names in print of 10 points: 24 capitals keep their size, 40 letters shrink by a sixth.
NAME_WIDTH = 31.0

# The width of a column of names on a sheet of many columns, so that it prints at 10 points: 33 letters shrink by a
# tenth.
NARROW_NAME_WIDTH = 30.0


class SheetSection(NamedTuple):
    """The properties of a section that only sheets have.

    Three of them are formulas that select rows for another format. In them, the key of a column in braces stands for
    the cell of that column in the first row.

    Attributes:
        own_page: Whether the section is on a page of its own.
        column: First column, or 0 for the one to the right of the section before.
        rows_below: Number of rows below the headings of the sheet, in the columns of the section before. 0 means that
            the section is next to it.
        has_legend: Whether the legend is below the rows. Otherwise it is elsewhere on the sheet.
        legend: Returns sentences about columns that only sheets have, which precede the others in the legend.
        legend_width: Largest number of letters in a line of the legend.
        legend_gap: Number of blank rows above the legend.
        greys_absent: Whether players who were absent from the last session are printed in grey.
        heading_rows: Formula for the rows that look like headings.
        quiet_rows: Formula for the rows that belong to the row above them.
        opening_rows: Formula for the rows with a line above them. Without it, all rows have one.
        hides_empty_headings: Whether the headings are visible only above values.
        hides_empty_columns: Whether each heading is visible only above values of its column.
    """

    own_page: bool = False
    column: int = 0
    rows_below: int = 0
    has_legend: bool = True
    legend: Callable[["ReportContext"], Sequence[str]] = lambda context: ()
    legend_width: int = 100
    legend_gap: int = 0
    greys_absent: bool = False
    heading_rows: str = ""
    quiet_rows: str = ""
    opening_rows: str = ""
    hides_empty_headings: bool = False
    hides_empty_columns: bool = False


class Section(NamedTuple):
    """A table of a report.

    Attributes:
        columns: Columns by key.
        keys_by_medium: For each medium, the keys of its columns in order, separated by spaces. A medium without keys
            does not show the section.
        groups: Returns the rows in groups.
        title: Title of the section.
        legend: Returns the sentences that explain the table. A plain str is a line of its own.
        css: CSS classes of the table on web pages.
        keeps_hidden_players: Whether a page replaces only the names of hidden players, instead of leaving out their
            rows.
        number: Number of the section's region on the sheet, from 0.
        sheet: Properties on sheets.
        fixed_groups: Returns the rows of a section that depends only on the rules, for a new workbook too, or None.
        former_headings: Headings of columns that older workbooks have, so that these columns can be replaced.
    """

    columns: Mapping[str, Column]
    keys_by_medium: Mapping[str, str]
    groups: Callable[["ReportContext"], Iterable[Group]] = lambda context: ()
    title: Message = BLANK
    legend: Callable[["ReportContext"], Sequence[str]] = lambda context: ()
    css: str = "sortable lined"
    keeps_hidden_players: bool = False
    number: int = 0
    sheet: SheetSection = SheetSection()
    fixed_groups: Callable[[Any], Iterable[Group]] | None = None
    former_headings: Sequence[str] = ()

    def columns_on(self, medium: str) -> list[Column]:
        """Return the columns in a medium, in order."""
        return [self.columns[key] for key in self.keys_on(medium)]

    def keys_on(self, medium: str) -> list[str]:
        """Return the keys of the columns in a medium, in order."""
        return self.keys_by_medium.get(medium, "").split()

    def groups_of(self, context: "ReportContext") -> Iterable[Group]:
        """Return the rows of the section in groups."""
        return self.groups(context) if self.fixed_groups is None else self.fixed_groups(context.system)


# The styles of lines of text.
LABEL, NOTE, PROSE, QUIET = "label", "note", "prose", "as of"


class Lines(NamedTuple):
    """Lines of text at a fixed location of a sheet, such as the headline or a panel next to a list.

    Attributes:
        rows: Returns the lines, each a sequence of cells.
        row: First row, from 1.
        column: First column, from 1.
        most: Largest number of lines.
        width: Number of cells of a line.
        styles: Style of each line. The last one applies to all further lines.
        heading: Heading above the lines, unless they are blank.
        indent: Indent of the lines.
        merged_columns: Number of columns over which a line is merged and wrapped, or 0.
        shrink: Whether a line that is too long is printed smaller.
        is_hidden: Whether the columns are hidden, as for the data of a chart.
        has_dates: Whether the first column has dates.
        initial_rows: Lines of a new workbook.
    """

    rows: Callable[["ReportContext"], Iterable[Sequence[Value]]]
    row: int
    column: int
    most: int = 1
    width: int = 1
    styles: Sequence[str] = ()
    heading: Message = BLANK
    indent: int = 0
    merged_columns: int = 0
    shrink: bool = False
    is_hidden: bool = False
    has_dates: bool = False
    initial_rows: Sequence[Sequence[Value]] = ()


class Input(NamedTuple):
    """A cell for input.

    In `choices` and `formula`, {first} stands for the first heading of the repeated column of the sheet, and {headings}
    for all of them.

    Attributes:
        label: Label above the cell.
        row: Row of the cell, from 1.
        column: Column of the cell, from 1.
        name: Defined name of the cell, or "".
        kind: Type of the value.
        rows: Number of rows over which the cell is merged.
        choices: Range or defined name of a list of valid values, or "".
        title: Title of the message about an invalid value.
        error: Text of the message about an invalid value.
        has_prompt: Whether the message is also displayed when the cell is selected.
        formula: Formula for the value until somebody types one, without "=", or "".
        printed_column: Column in which the same rows repeat the value and the label, for a cell outside of the printed
            page, or 0.
        is_beside: Whether the label is to the left of the cell.
    """

    label: Message
    row: int
    column: int
    name: str = ""
    kind: ColumnType = ColumnType.TEXT
    rows: int = 1
    choices: str = ""
    title: Message = BLANK
    error: Message = BLANK
    has_prompt: bool = False
    formula: str = ""
    printed_column: int = 0
    is_beside: bool = False


class LiveCell(NamedTuple):
    """A cell with a formula, without "=", that depends on input, and the present value of the formula."""

    row: int
    column: int
    formula: str
    value: Value


class ChartLine(NamedTuple):
    """A line of a chart through points of dates and values.

    Attributes:
        dates: Cells of the dates, or the number of a column of the first section.
        values: Cells of the values, or a number among the repeated columns of the first section.
        name: Row and column of the cell with the name of the line, or None.
        has_markers: Whether the points have markers.
        is_invisible: Whether the line only extends the axes, to leave a margin around the others.
        leader: Number of the line to whose name this line leads, in the same colour, or None.
    """

    dates: CellRange | int
    values: CellRange | int
    name: tuple[int, int] | None = None
    has_markers: bool = True
    is_invisible: bool = False
    leader: int | None = None


class Chart(NamedTuple):
    """A chart of lines.

    Attributes:
        name: Name of the chart in the workbook.
        text: Alternative text.
        cells: Cells that the chart covers.
        lines: Lines of the chart.
        title: Title in the cell above the chart.
        kind: Type of the values.
        is_on_screen: Whether the chart is only for the screen, with smaller print.
    """

    name: str
    text: Message
    cells: CellRange
    lines: Sequence[ChartLine]
    title: Message = BLANK
    kind: ColumnType = ColumnType.RATING
    is_on_screen: bool = False


class Choice(NamedTuple):
    """A cell to the right of the printed page that selects what the sheet shows.

    Attributes:
        label: Label above the cell.
        name: Defined name of the cell.
        choices: Defined name of the list of valid values. Without one, the cell repeats the choice of another sheet.
        is_date: Whether the value is a date.
    """

    label: Message
    name: str
    choices: str = ""
    is_date: bool = False


class PageSetup(NamedTuple):
    """The page setup of a sheet.

    Attributes:
        landscape: Whether the page is in landscape orientation.
        row_height: Height of a row [points].
        heading_height: Height of the headings [points].
        size: Font size [points].
        pages_high: Number of pages to which the print is fitted, or 0 for any number.
        page_rows: Largest number of rows below the headings of a page, so that groups stay together and the legend is
            on the last page, or 0.
        frozen_columns: Number of frozen columns.
        repeated_columns: Number of columns that every page repeats.
        last_column: Last printed column, 0 for that of the last section, or None for all columns that are filled.
        last_row: Last printed row.
        footer: Legend at the foot of each page.
        spreads: Whether the print continues on as many pages as keep it large.
        widths: Widths of columns outside of sections [characters].
        title_columns: Number of columns within which the titles stay, or 0.
        title_heights: Heights of the rows of the titles and of the headline [points].
    """

    landscape: bool = False
    row_height: float = 16.5
    heading_height: float = 30
    size: float = 10
    pages_high: int = 0
    page_rows: int = 0
    frozen_columns: int = 0
    repeated_columns: int = 0
    last_column: int | None = 0
    last_row: int = LAST_ROW
    footer: Message = BLANK
    spreads: bool = False
    widths: Mapping[int, float] = {}
    title_columns: int = 0
    title_heights: Sequence[float] = ()


class Report(NamedTuple):
    """A report of a rating system.

    Attributes:
        name: Name of the sheet.
        title: Title of the report.
        sections: Tables of the report.
        lines: Lines of text on the sheet.
        page: Page setup of the sheet.
        scope: "last" for a report of the last session, or "session", "season", "list" or "player" for one that the user
            can choose.
        choice: Cell for the choice, or None.
        inputs: Cells for input.
        charts: Charts of the sheet.
        live_cells: Returns the cells with formulas that follow the input. Its arguments are the number of the first
            repeated column, the context (None for a new workbook), a function that returns the text typed into an input
            or None, and day 0 of the workbook's serial dates.
    """

    name: str
    title: Message
    sections: Sequence[Section]
    lines: Sequence[Lines] = ()
    page: PageSetup = PageSetup()
    scope: str = "last"
    choice: Choice | None = None
    inputs: Sequence[Input] = ()
    charts: Sequence[Chart] = ()
    live_cells: (
        Callable[[int, "ReportContext | None", Callable[[Input], str | None], date], Iterable[LiveCell]] | None
    ) = None

    def sections_on(self, medium: str) -> list[Section]:
        """Return the sections in a medium."""
        return [section for section in self.sections if section.keys_by_medium.get(medium)]


def plain_groups(lines: Iterable[Any], is_absent: Callable[[Any], bool] = lambda line: False) -> list[Group]:
    """Return lines as groups of one row each, which need not stay together."""
    return [Group([Row(line, is_absent=is_absent(line))]) for line in lines]


def make_headline(text: Callable[["ReportContext"], str | None]) -> Lines:
    """Return a line of text as the headline of a sheet, above the headings."""
    return Lines(lambda context: [(text(context),)], row=4, column=1)
