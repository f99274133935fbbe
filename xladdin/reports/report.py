"""Describe a report: its sections, columns and pages, independently of the sheet, the web and the terminal.

A report is described once, in `xladdin.reports`, and drawn by the renderers. This module does not depend on workbooks.
"""

from __future__ import annotations

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
    """A sentence below a row, or a line of it. `player` says whose it is, if the row is about two players."""

    text: str
    player: str = ""


class Stacked(NamedTuple):
    """A cell of two lines: two rows on a sheet, a small second line on the web."""

    first: Value
    second: Value = None


class Row(NamedTuple):
    """A row of a section. Its columns take their values from `line`, or else `notes` are written across all columns.

    `is_absent` says that the player of the row was absent the last time.
    """

    line: Any = None
    notes: Sequence[Note] = ()
    is_absent: bool = False


class Group(NamedTuple):
    """Rows that stay on one page. With a `title`, even a blank one, the group begins a list of its own."""

    rows: Sequence[Row]
    title: str | None = None


class HtmlColumn(NamedTuple):
    """What differs on the web. `css` has the classes of the cells, and `heading` another heading.

    A column of another kind that `is_player` links names to the players' pages. `sort` is an attribute of the line to
    sort by. `small` is one written small after the value. Values of columns that are `is_above` make a heading above
    the row, where there is one; a value `is_below` if it gets a row of its own. Without `when`, a page never leaves the
    column out.
    """

    css: str = ""
    heading: Message = BLANK
    is_player: bool = False
    sort: Any = None
    small: Any = None
    is_above: bool = False
    is_below: bool = False
    when: Callable[[ReportContext], bool] | None = None


class Repeated(NamedTuple):
    """A column that occurs once for each of its headings, at most `most` times.

    On a sheet `is_numbered` puts numbers in place of headings that would be too wide.
    """

    headings: Callable[[ReportContext], Sequence[str]]
    most: int
    is_numbered: bool = False


class Column(NamedTuple):
    """A column of a report.

    `value` is an attribute of the section's lines, taken from their class (`StandingsLine.wins`), so that a missing
    one fails at import. None leaves the column blank. A `repeated` column has a list of values. `width` is in
    characters, and `size` in points if it differs from the page's. `group` is the heading above several headings.
    A Message is rendered in the club's language; any other text is the club's own.
    A `left` column begins at the left, whatever its kind; with an `indent`, further in. What is too long for one that
    `shrinks` is printed smaller. `row_kinds` has the kinds of its first rows, if its values are of several.
    """

    heading: Message
    value: Any
    kind: ColumnType = ColumnType.YES
    width: float = 9
    number_format: str = ""
    group: Message = BLANK
    is_bold: bool = False
    is_hidden: bool = False
    left: bool = False
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


# The narrow column in which legends and notes begin, to run on to the right. In a column of names they would shrink.
LEAD = Column(BLANK, None, ColumnType.TEXT, 1.5, size=10)
# The columns between two pages of a sheet, of which one is for cells to type into.
PAGE_GAP = 4
# The width of a column between two parts of a sheet [characters].
GAP_WIDTH = 3.0
# The format of a date with little room.
SHORT_DATE = "d mmm yy"

# The width of a column of names in print of 10 points: 24 capitals keep their size, 40 letters shrink by a sixth.
NAME_WIDTH = 31.0

# The width of a column of names on a sheet of many columns, so that it prints at 10 points: 33 letters shrink by a
# tenth.
NARROW_NAME_WIDTH = 30.0


class SheetSection(NamedTuple):
    """What a section has on a sheet alone.

    It is right of the section before it, or begins at `column` if that is given. It can be on a page of its own
    (`own_page`), or so many rows `below` the headings of the sheet in the columns of the section before. It
    `has_legend` below its rows, with at most `legend_width` letters a line and `legend_gap` blank rows above, unless
    the legend is elsewhere on the sheet. It begins with the sentences of `legend`, on columns of sheets alone.
    `greys_absent` prints players in grey who did not play on the last day.

    The formulas say which rows look different, with the cell of a column in the first row for its key in braces:
    `heading_rows` look like headings, `quiet_rows` belong to the row above them, and with `opening_rows` lines are
    only above these. `hides_empty_headings` shows the headings only above values. `hides_empty_columns` does
    so for each column alone.
    """

    own_page: bool = False
    column: int = 0
    below: int = 0
    has_legend: bool = True
    legend: Callable[[ReportContext], Sequence[str]] = lambda context: ()
    legend_width: int = 100
    legend_gap: int = 0
    greys_absent: bool = False
    heading_rows: str = ""
    quiet_rows: str = ""
    opening_rows: str = ""
    hides_empty_headings: bool = False
    hides_empty_columns: bool = False


class Section(NamedTuple):
    """A table: its columns by key, the keys that each medium shows in their order, and its rows.

    A medium without keys does not show it. `legend` has the sentences that explain it; a plain text is a line as it is.
    `fixed` gives the groups of a section that follows from the rules alone, and stands in a new workbook already.
    A page leaves out the rows of players who are not shown, or with `keeps_left_out` only their names. `number` is that
    of its region on the sheet. `retired` has headings of columns that it once had, so that older
    workbooks are brought up to date.
    """

    columns: Mapping[str, Column]
    keys_by_medium: Mapping[str, str]
    groups: Callable[[ReportContext], Iterable[Group]] = lambda context: ()
    title: Message = BLANK
    legend: Callable[[ReportContext], Sequence[str]] = lambda context: ()
    css: str = "sortable lined"
    keeps_left_out: bool = False
    number: int = 0
    sheet: SheetSection = SheetSection()
    fixed: Callable[[Any], Iterable[Group]] | None = None
    retired: Sequence[str] = ()

    def columns_on(self, medium: str) -> list[Column]:
        """Return the columns that a medium shows, in its order."""
        return [self.columns[key] for key in self.keys_on(medium)]

    def keys_on(self, medium: str) -> list[str]:
        """Return the keys of the columns that a medium shows."""
        return self.keys_by_medium.get(medium, "").split()

    def groups_of(self, context: ReportContext) -> Iterable[Group]:
        """Return its rows in groups."""
        return self.groups(context) if self.fixed is None else self.fixed(context.system)


# The styles of lines of text.
LABEL, NOTE, PROSE, QUIET = "label", "note", "prose", "as of"


class Lines(NamedTuple):
    """Lines of text at a fixed place of the sheet, such as the headline or a panel beside the list.

    `rows` gives them, each a sequence of `width` cells. There are at most `most`. Row and column count from 1. `looks`
    are of each row, the last one of all others too. A `heading` is above them, unless they are blank. Lines that are
    `merged` over so many columns break; those that `shrink` are printed smaller if they are too long. Lines for a chart
    can be `hidden` with their columns, and `dated` if the first column has dates. They are `blank` in a new workbook.
    """

    rows: Callable[[ReportContext], Iterable[Sequence[Value]]]
    row: int
    column: int
    most: int = 1
    width: int = 1
    looks: Sequence[str] = ()
    heading: Message = BLANK
    indent: int = 0
    merged: int = 0
    shrink: bool = False
    hidden: bool = False
    dated: bool = False
    blank: Sequence[Sequence[Value]] = ()


class Input(NamedTuple):
    """A cell to type into. Its `label` is above it, or with `is_beside` left of it.

    `name` is its defined name, if it has one. It is as high as some `rows`. `choices` are the cells or the defined name
    of a list to choose from, and `error` is what a spreadsheet says of anything else, below a `title`; with
    `has_prompt` it says so before. Until somebody types, `formula` gives its value. A cell in the `printed` column of
    the same rows repeats what is typed, with the label above it, if the cell itself is beside the print. In formulas
    {first} is the first heading of the repeated column of the sheet, and {headings} are all of them.
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
    printed: int = 0
    is_beside: bool = False


class LiveCell(NamedTuple):
    """A cell whose formula, without "=", follows what somebody types, and its present value."""

    row: int
    column: int
    formula: str
    value: Value


class ChartLine(NamedTuple):
    """A line of a chart through points of dates and values.

    Either is cells, or the number of a column of the first section: `dates` of any, `values` among the repeated ones.
    `name` is the row and column of the cell of its name. A line that is `invisible` gives the others room. A `leader`
    leads to its name, which is written at its end in the colour of the line of the same number.
    """

    dates: CellRange | int
    values: CellRange | int
    name: tuple[int, int] | None = None
    has_markers: bool = True
    is_invisible: bool = False
    leader: int | None = None


class Chart(NamedTuple):
    """A chart of lines over some `cells`, with its `title` in the cell above them.

    `name` is that in the workbook, and `text` says in words what it shows. `kind` is that of the values. One for the
    screen alone has smaller print.
    """

    name: str
    text: Message
    cells: CellRange
    lines: Sequence[ChartLine]
    title: Message = BLANK
    kind: ColumnType = ColumnType.RATING
    is_on_screen: bool = False


class Choice(NamedTuple):
    """A cell to the right of the print, below its `label`, for the choice of what the sheet shows.

    `name` is its defined name, and `choices` that of the list to choose from. Without a list, the cell repeats the
    choice made on another sheet.
    """

    label: Message
    name: str
    choices: str = ""
    is_date: bool = False


class PageSetup(NamedTuple):
    """The paper of a report's sheet. Heights and `size`, the size of its print, are in points.

    It must fit on `pages_high` pages, or any number if that is 0. `page_rows` is the most rows below the headings of a
    page, to keep groups together and the legend with the last one. Every page repeats `repeated_columns`. `last_column`
    is the last printed one: 0 for the last section's, None for all filled ones. `last_row` is the last printed one.
    `footer` is the legend at the foot of its pages. A sheet that `spreads` goes on over as many pages as keep its print
    large. `widths` are of columns outside of sections [characters]. The titles stay within the first `title_columns`,
    and `title_heights` are of their rows and the headline.
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
    """A report of a system. `shows` says whether it is of the last or of the chosen session, season, list or player.

    `live` gives the cells that charts read while somebody types: of the number of the first repeated column, the
    context, or None for a new workbook, what somebody typed into an input, or None, and the day 0 of dates.
    """

    name: str
    title: Message
    sections: Sequence[Section]
    lines: Sequence[Lines] = ()
    page: PageSetup = PageSetup()
    shows: str = "last"
    choice: Choice | None = None
    inputs: Sequence[Input] = ()
    charts: Sequence[Chart] = ()
    live: Callable[[int, ReportContext | None, Callable[[Input], str | None], date], Iterable[LiveCell]] | None = None

    def sections_on(self, medium: str) -> list[Section]:
        """Return the sections that a medium shows."""
        return [section for section in self.sections if section.keys_by_medium.get(medium)]


def plain_groups(lines: Iterable[Any], is_absent: Callable[[Any], bool] = lambda line: False) -> list[Group]:
    """Return lines as groups of one row each, which need not stay together."""
    return [Group([Row(line, is_absent=is_absent(line))]) for line in lines]


def one_line(text: Callable[[ReportContext], str | None]) -> Lines:
    """Return a line of text as the headline of a sheet, above the headings."""
    return Lines(lambda context: [(text(context),)], row=4, column=1)
