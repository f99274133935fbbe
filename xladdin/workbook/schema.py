"""Every sheet, table, column and name of the club workbook, said once.

The writer of new workbooks, the recalculation, the formulas and the tests all draw on this.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xladdin.replay import CLOSINGS_KEPT
from xladdin.systems.log_kinds import PLACINGS
from xladdin.systems.system import RatingSystem


class Kind(Enum):
    """What a column holds, which decides its format, its width and what may be typed into it."""

    TEXT = "text"
    PLAYER = "name of a player"
    GROUP = "name of a group"
    EVENT = "name of an event"
    DATE = "date"
    SCORE = "score"
    RESULT = "result of a game of chess"
    YES = "Yes or No"
    ACTIVE = "Yes, No or Left"
    GAME_KIND = "kind of game"
    COUNT = "whole number"
    RATING = "rating"
    DECIMAL = "number with two decimals"
    SIGNED = "signed number"
    CHANGE = "signed change"
    DECIMAL_CHANGE = "signed change with two decimals"


@dataclass(frozen=True)
class Column:
    """A column of a table. computed: written by a recalculation; live: a formula that a recalculation leaves alone."""

    heading: str
    kind: Kind
    computed: bool = False
    live: bool = False


@dataclass(frozen=True)
class Table:
    """An Excel table: its name is also its sheet's, its headings stand in row 1 from column A on."""

    name: str
    columns: tuple[Column, ...]

    def column(self, heading: str) -> Column:
        """The column of a heading."""
        return next(column for column in self.columns if column.heading == heading)


def _entered(heading: str, kind: Kind) -> Column:
    return Column(heading, kind)


def _computed(heading: str, kind: Kind) -> Column:
    return Column(heading, kind, computed=True)


def _live(heading: str, kind: Kind) -> Column:
    return Column(heading, kind, computed=True, live=True)


NOTE = _computed("Note", Kind.TEXT)
REMARK = _entered("Remark", Kind.TEXT)

_START = (_entered("Start rating", Kind.RATING), _entered("Start games", Kind.COUNT))
_CLUB_PLAYERS = Table(
    "Players",
    (
        _entered("Player", Kind.TEXT),
        *_START,
        _computed("Rating", Kind.RATING),
        _computed("Games", Kind.COUNT),
        NOTE,
    ),
)
_PLAYERS = {
    "lexington": Table(
        "Players",
        (
            _entered("Player", Kind.TEXT),
            *_START,
            _entered("Start last played", Kind.DATE),
            _computed("Rating", Kind.RATING),
            _computed("Assigned", Kind.RATING),
            _computed("Games", Kind.COUNT),
            _computed("Last played", Kind.DATE),
            _computed("Status", Kind.TEXT),
            NOTE,
        ),
    ),
    "dptr": Table(
        "Players",
        (
            _entered("Player", Kind.TEXT),
            _entered("Nation", Kind.TEXT),
            _entered("Start rating", Kind.DECIMAL),
            _computed("Rating", Kind.DECIMAL),
            _computed("Events", Kind.COUNT),
            NOTE,
        ),
    ),
    "sca": Table(
        "Players",
        (
            _entered("Player", Kind.TEXT),
            _entered("Group", Kind.GROUP),
            _entered("Active", Kind.ACTIVE),
            _entered("Start permanent", Kind.RATING),
            _computed("Rating", Kind.RATING),
            _computed("Permanent", Kind.RATING),
            _computed("Games", Kind.COUNT),
            NOTE,
        ),
    ),
}
GROUPS = Table("Groups", (_entered("Group", Kind.TEXT), _entered("Initial rating", Kind.RATING), NOTE))
ADJUSTMENTS = Table(
    "Adjustments",
    (
        _entered("Date", Kind.DATE),
        _entered("Player", Kind.PLAYER),
        _entered("Points", Kind.SIGNED),
        _entered("Reason", Kind.TEXT),
        NOTE,
    ),
)
EVENTS = Table(
    "Events",
    (
        _entered("Event", Kind.TEXT),
        _entered("Date", Kind.DATE),
        _entered("Players", Kind.COUNT),
        _entered("Rounds", Kind.COUNT),
        _entered("World Championship", Kind.YES),
        _entered("Place", Kind.TEXT),
        _entered("Boards", Kind.COUNT),
        _live("Value", Kind.DECIMAL),
        NOTE,
    ),
)
RESULTS = Table(
    PLACINGS.table,
    (
        _entered(PLACINGS.event, Kind.EVENT),
        _entered(PLACINGS.player1, Kind.PLAYER),
        _entered(PLACINGS.place, Kind.COUNT),
        _live(PLACINGS.percentile, Kind.DECIMAL),
        _computed(PLACINGS.rating1, Kind.DECIMAL),
        _live(PLACINGS.change1, Kind.DECIMAL_CHANGE),
        _computed(PLACINGS.new_rating, Kind.DECIMAL),
        NOTE,
        REMARK,
    ),
)


def _games(system: RatingSystem) -> Table:
    kind = system.log_kind
    columns = (
        _entered("Date", Kind.DATE),
        _entered(kind.player1, Kind.PLAYER),
        _entered(kind.score1, Kind.SCORE),
        _entered(kind.player2, Kind.PLAYER),
        _entered(kind.score2, Kind.SCORE),
        _entered(kind.result, Kind.RESULT),
        _entered(kind.double, Kind.PLAYER),
        _entered(kind.kind_of_game, Kind.GAME_KIND),
        _computed(kind.rating1, Kind.RATING),
        _computed(kind.rating2, Kind.RATING),
        _computed(kind.games1, Kind.COUNT),
        _computed(kind.games2, Kind.COUNT),
        _live(kind.difference, Kind.SIGNED),
        _live(kind.change1, Kind.CHANGE),
        _live(kind.change2, Kind.CHANGE),
        NOTE,
        REMARK,
    )
    return Table(kind.table, tuple(column for column in columns if column.heading))


def row_word(table: str) -> str:
    """What a row of an input table is called: player, alias."""
    return table.lower().removesuffix("es" if table.endswith("ses") else "s")


def tables_of(system: RatingSystem) -> dict[str, Table]:
    """The input tables of a system's workbook by name, in the order of their sheets."""
    tables = [_PLAYERS.get(system.key, _CLUB_PLAYERS)]
    if system.key_groups:
        tables.append(GROUPS)
    tables.extend([_games(system)] if system.log_kind.is_paired else [EVENTS, RESULTS])
    if system.adjustable:
        tables.append(ADJUSTMENTS)
    return {table.name: table for table in tables}


START, RULES, CALCULATOR, FUNCTIONS = "Start", "Rules", "Calculator", "Functions"
TONIGHT = "Tonight"
STANDINGS, SCOREBOARD, CHAMPIONSHIP = "Standings", "Scoreboard", "Championship"
CROSSTABLE, HISTORY, RECORDS = "Crosstable", "History", "Records"
WEEKLY_SHEET, PAR_SCORES, LADDER, SCORE_SLIPS = "Weekly sheet", "Par scores", "Ladder", "Score slips"

_OWN_SHEETS = {"mississauga": (CHAMPIONSHIP,), "lexington": (WEEKLY_SHEET, PAR_SCORES), "sca": (LADDER,)}


def report_sheets_of(system: RatingSystem) -> tuple[str, ...]:
    """The sheets that a recalculation fills and a director prints, in their order."""
    own = _OWN_SHEETS.get(system.key, ())
    slips = (SCORE_SLIPS,) if system.log_kind.is_paired else ()
    return (STANDINGS, SCOREBOARD, *own, CROSSTABLE, HISTORY, RECORDS, *slips)


def sheets_of(system: RatingSystem) -> tuple[str, ...]:
    """All sheets of a system's workbook in their order."""
    evening = (TONIGHT,) if system.log_kind.is_paired else ()
    return (START, *tables_of(system), *evening, RULES, *report_sheets_of(system), CALCULATOR, FUNCTIONS)


SYSTEM_NAME = "club_system"
"""Defined name of the cell with the system's key; what makes a workbook a club workbook."""
TITLE_NAME = "club_title"


TITLE_PREFIX, AS_OF_PREFIX = "title_on_", "as_of_on_"


def title_name(sheet: str) -> str:
    """Defined name of the cell that shows the club's title on a report sheet."""
    return f"{TITLE_PREFIX}{'_'.join(sheet.lower().split())}"


def as_of_name(sheet: str) -> str:
    """Defined name of the cell that says what a report sheet is as of."""
    return f"{AS_OF_PREFIX}{'_'.join(sheet.lower().split())}"


RECALCULATED_NAME, OUTCOME_NAME, AS_OF_NAME = "start_recalculated", "start_outcome", "start_as_of"
"""Defined names of the cells on Start that a recalculation writes."""
NOT_YET = "Not recalculated yet."
"""What stands in place of them until then."""
EXTENTS_NAME = "start_extents"
"""Defined name of the cell that keeps how far each block of a report sheet reached at the last recalculation."""
FINGERPRINT_NAMES = ("start_rows", "start_sum", "start_latest")
"""Defined names of what was entered at the last recalculation: number of rows, sum of scores, latest date."""


@dataclass(frozen=True)
class ClubSetting:
    """A labelled cell on Rules that is the club's own, not the rating system's: a whole number from 1 to `most`."""

    name: str
    label: str
    default: int
    source: str
    most: int


HISTORY_PERIODS = ClubSetting("club_history_periods", "Sessions shown on History", CLOSINGS_KEPT, "Ours", most=120)
CROSSTABLE_PLAYERS = ClubSetting(
    "club_crosstable_players", "Players shown on Crosstable", 40, "Ours: the most active", most=80
)
CLUB_SETTINGS = (HISTORY_PERIODS, CROSSTABLE_PLAYERS)


def rule_name(field: str, heading: str = "", first: bool = False) -> str:
    """Defined name of a setting on Rules, or of one column of a table there: rule_basic_from, rule_basic_if_tie."""
    if first:
        return f"rule_{field}_from"
    suffix = "_" + "_".join(heading.lower().split()) if heading else ""
    return f"rule_{field}{suffix}"
