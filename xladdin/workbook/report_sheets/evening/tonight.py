"""The Tonight sheet: the round's tables, the list of players, and the evening's settings.

The list is in order of name, so that people find themselves at the door. Its names are formulas of a hidden column that
a recalculation writes. A player who was typed on Players since then is below them at once. The tables are first, since
only they are printed.
"""

from typing import NamedTuple

from xladdin.cells.addresses import column_letters
from xladdin.renderers.sheet import HEADING_ROW
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import WALL_NAME_WIDTH, ReportBlock, ReportColumn, SheetLayout
from xladdin.workbook.schema import TONIGHT, Kind, report_name

RATING, STANDING = "rating", "standing"
SITTING, NO_REPEATS = "who sits out", "no repeats"
SIT_OUT, TWO_AT_ONCE = "sits out", "plays two at once"
HERE = "x"
WHO_IS_HERE, HOW_TO_PAIR = "Who is here", "How to pair"
MARK, SCORE = "1  Mark who is here with x.", "3  Type the scores on Games, pair again."
BY_BUTTON, BY_FILE = "2  Click Pair tonight.", "2  Save, close, and pair the round."
STEPS = (MARK, BY_BUTTON, BY_FILE, SCORE)
LIST_COLUMN, SETTINGS_COLUMN = 7, 13
PANEL_ROWS = 13
"""The rows below the headings beside the settings and the steps."""
_RATING_WIDTH = 7.0
"""It is as narrow as its heading, so that names of 33 letters and all settings are in sight on a laptop."""
LIST = (
    ReportColumn("Player", None, Kind.PLAYER, WALL_NAME_WIDTH),
    ReportColumn("Rating", None, Kind.RATING, _RATING_WIDTH),
    ReportColumn("Here", None, Kind.YES, 7),
    ReportColumn("Division", None, Kind.TEXT, 10),
    ReportColumn("Listed", None, Kind.PLAYER, WALL_NAME_WIDTH, hidden=True),
)
LIST_NAME = report_name(TONIGHT, number=1)
"""The defined name of its headings."""
AHEAD_NAME = "tonight_ahead"
"""The defined name of a cell: how many rows of Players are not on the list."""
_LISTED = f"{column_letters(LIST_COLUMN + len(LIST) - 1)}{{row}}"
_NEW = f"INDEX(Players[Player],ROW()-ROW(INDEX({LIST_NAME},1,1))+N({AHEAD_NAME}))"
NAME_FORMULA = f'IF({_LISTED}<>"",{_LISTED},IFERROR({_NEW}&"",""))'
"""A name of the list, without "=": as listed, or of a player who was typed on Players since then."""
NAMES_LIVE = {0: NAME_FORMULA}


class EveningSetting(NamedTuple):
    """A labelled cell on Tonight. `words` are its choices, or none for a typed number or date."""

    name: str
    label: str
    kind: Kind
    default: str | int
    words: tuple[str, ...] = ()


DATE = EveningSetting("tonight_date", "Date (blank: today)", Kind.DATE, "")
ROUNDS = EveningSetting("tonight_rounds", "Rounds", Kind.COUNT, 4)
BY = EveningSetting("tonight_by", "Paired by", Kind.YES, RATING, (RATING, STANDING))
SESSIONS = EveningSetting("tonight_sessions", "No repeats within sessions", Kind.COUNT, 4)
ODD = EveningSetting("tonight_odd", "The odd player", Kind.YES, TWO_AT_ONCE, (SIT_OUT, TWO_AT_ONCE))
FIRST = EveningSetting("tonight_first", "What comes first", Kind.YES, SITTING, (SITTING, NO_REPEATS))


def evening_settings(system: RatingSystem) -> tuple[EveningSetting, ...]:
    """The settings of the sheet. It asks who plays two at once if the system has a rule for it."""
    return (DATE, ROUNDS, BY, SESSIONS, FIRST, *([ODD] if system.log_kind.double else []))


def layout(system: RatingSystem) -> SheetLayout:
    """The tables of the round, and the list of players."""
    sides = [
        column
        for heading in system.log_kind.players
        for column in (
            ReportColumn(heading, None, Kind.PLAYER, WALL_NAME_WIDTH),
            ReportColumn("Rating", None, Kind.RATING, _RATING_WIDTH),
        )
    ]
    tables = ReportBlock((ReportColumn("Table", None, Kind.COUNT, 6), *sides))
    return SheetLayout(
        TONIGHT,
        "Tonight: who plays whom",
        (tables, ReportBlock(LIST, LIST_COLUMN)),
        printed_columns=tables.last_column,
        lines=((1, 1),),
        labels=(WHO_IS_HERE, HOW_TO_PAIR),
        beside=(*(setting.label for setting in evening_settings(system)), *STEPS),
        panel_row=HEADING_ROW + PANEL_ROWS,
    )
