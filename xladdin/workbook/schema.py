"""Name every sheet, table, column and defined name of a club workbook.

New workbooks, the recalculation, formulas and tests use these names.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from xladdin.cells import (
    DEFAULT_CLOSINGS,
    MAX_CROSSTABLE_PLAYERS,
    MAX_PERIODS,
    ClubWorkbook,
    cell_text,
    format_area_name,
)
from xladdin.cells import ColumnType as ColumnType
from xladdin.game_log import CHAMPIONS, FACT_HEADINGS, FACTS, SEASON, SEASON_FIGURES, SEASONS
from xladdin.languages import (
    ENGLISH,
    EVENING,
    NO,
    YES,
    Language,
    find_choice_message,
    list_catalogue_codes,
    translate_references,
)
from xladdin.messages import Message, msg
from xladdin.reports.report import CHAMPIONSHIP as CHAMPIONSHIP
from xladdin.reports.report import CROSSTABLE as CROSSTABLE
from xladdin.reports.report import HISTORY as HISTORY
from xladdin.reports.report import JOURNAL as JOURNAL
from xladdin.reports.report import LADDER as LADDER
from xladdin.reports.report import PAR_SCORES as PAR_SCORES
from xladdin.reports.report import PLAYER as PLAYER
from xladdin.reports.report import RECORDS as RECORDS
from xladdin.reports.report import SCOREBOARD as SCOREBOARD
from xladdin.reports.report import SEASON_REPORT as SEASON_REPORT
from xladdin.reports.report import STANDINGS as STANDINGS
from xladdin.reports.report import TONIGHT as TONIGHT
from xladdin.reports.report import WEEKLY_SHEET as WEEKLY_SHEET
from xladdin.reports.wording import find_occasion
from xladdin.systems import KEYS, find_system
from xladdin.systems.adapter import load_adapter
from xladdin.systems.formulas import array
from xladdin.systems.system import CLUB_PLAYERS as CLUB_PLAYERS
from xladdin.systems.system import NO_WORDS, YES_WORDS, LogSchema, RatingSystem, computed_column, input_column
from xladdin.systems.system import NOTE as NOTE
from xladdin.systems.system import REMARK as REMARK
from xladdin.systems.system import WEB as WEB
from xladdin.systems.system import Column as Column
from xladdin.systems.system import Table as Table

# The row of an input table's headings in a new workbook, below the band of its sheet.
HEADINGS_ROW = 3
FIRST_DATA_ROW = HEADINGS_ROW + 1


# Columns of Players that exist only in a workbook made by `xladdin rollover`, and only if they have values.
CARRIED_COLUMNS = {
    "Start events": ColumnType.COUNT,
    "Start games": ColumnType.COUNT,
    "Start last played": ColumnType.DATE,
    "Start missed": ColumnType.COUNT,
    "Start corrected": ColumnType.RATING,
    "Start assigned": ColumnType.RATING,
    "Start results": ColumnType.TEXT,
    "Start returned": ColumnType.DATE,
}
# Alternative spellings of players' names. A workbook may lack the table.
ALIASES = Table("Aliases", (input_column("Alias", ColumnType.TEXT), input_column("Player", ColumnType.PLAYER)))
# The hidden sheet with the answers given about imported files.
PROFILE_SHEET = "Import profile"
IMPORT_PROFILE = Table(
    "ImportProfile",
    (
        input_column("Source", ColumnType.TEXT),
        input_column("Setting", ColumnType.TEXT),
        input_column("Value", ColumnType.TEXT),
    ),
)
GROUPS = Table(
    "Groups", (input_column("Group", ColumnType.TEXT), input_column("Initial rating", ColumnType.RATING), NOTE)
)
ADJUSTMENTS = Table(
    "Adjustments",
    (
        input_column("Date", ColumnType.DATE),
        input_column("Player", ColumnType.PLAYER),
        input_column("Points", ColumnType.SIGNED),
        input_column("Reason", ColumnType.TEXT),
        NOTE,
    ),
)
START, RULES, CALCULATOR = "Start", "Rules", "Calculator"
# The sheet of rows to review, and its table.
REVIEW, REVIEW_TABLE = "Review", "Review"
SEASON_TABLE = Table(
    SEASONS,
    (
        computed_column(SEASON, ColumnType.COUNT),
        *(
            computed_column(heading, ColumnType.DECIMAL if heading in SEASON_FIGURES[2:5] else ColumnType.COUNT)
            for heading in SEASON_FIGURES
        ),
        computed_column(CHAMPIONS, ColumnType.TEXT),
    ),
)
FACT_TABLE = Table(
    FACTS,
    tuple(
        computed_column(heading, ColumnType.DATE if heading == "Date" else ColumnType.TEXT) for heading in FACT_HEADINGS
    ),
)
# The sheet with the results of seasons of earlier workbooks.
PAST_SEASONS = "Past seasons"
# The hidden sheet with the choices of players, Bye first.
LISTS = "Lists"
# The hidden sheet with the inputs as the last recalculation read them.
SNAPSHOT = "Snapshot"
# Sheets that a recalculation never reads. xlwings Lite sends no values of them to Python.
UNREAD_SHEETS = [CALCULATOR, LISTS]


# The defined name of the cell with the system's key. It makes a workbook a club workbook.
SYSTEM_NAME = "club_system"
# The defined name of the hidden cell on Start with the format version of the workbook, and the present version.
FORMAT_VERSION_NAME, FORMAT_VERSION = "club_form", 3
# The defined name of the hidden cell below that of the format version, with the random identity of the workbook.
#
# Start is the first sheet of every workbook, and every host reads its named cells. A copy of the workbook keeps the
# value, `renew` too; `rollover` writes a fresh one, because each season has its own workbook, copies and page.
CLUB_ID_NAME = "club_id"
TITLE_NAME = "club_title"


# The prefix of the defined names of all our cells on Start.
START_PREFIX = "start_"
# The parts of Start that a recalculation writes and no formula refers to. They are areas of one defined name, numbered
# in this order, so new ones must be added at the end.
_START_CELLS = (
    "title", "facts", "status", "detail", "review", "how", "evening title", "evening", "top", "hidden sheets",
    "empty sheets", "rows to fix", "links", "words", "date system", "known reports",
)  # fmt: skip


def name_start_cell(part: str) -> str:
    """Return the area name of a part of Start, which is an area of the defined name `start_cells`."""
    return format_area_name(f"{START_PREFIX}cells", _START_CELLS.index(part) + 1)


# The defined name of the title on the Calculator, by which the sheet is found even if it has been renamed.
CALCULATOR_NAME = "calculator"
# The defined name of the first cell of the sheet Snapshot.
SNAPSHOT_NAME = "snapshot"
# The defined names of the cells on Start that a recalculation writes.
RECALCULATED_NAME, OUTCOME_NAME, AS_OF_NAME = "start_recalculated", "start_outcome", "start_as_of"
# The text of these cells before the first recalculation.
NOT_RECALCULATED = msg("Not recalculated yet.")
# The name of the live cell on Start that is 1 if the workbook counts days from 1904. It exists because Office.js does
# not tell the date system of a workbook.
DATE_SYSTEM_NAME = name_start_cell("date system")
# The name of the hidden cell on Start with the reports that existed at the last recalculation, even if deleted.
KNOWN_REPORTS_NAME = name_start_cell("known reports")
# The separator between the names in such a cell.
SEPARATOR = "/"
# The name of the cell on Start that says how to recalculate this workbook.
FINISH_HINT_NAME = name_start_cell("how")
FINISH_BY_BUTTON = msg("Press Finish the evening below")
FINISH_IN_PANE = msg("Press Recalculate in the pane of xlwings Lite")
FINISH_BY_LAUNCHER = msg("Save, close, double-click {name}")
FINISH_BY_COMMAND = msg("Save, close, and finish the evening")
# The defined name of the cell with the sheets that the last recalculation did not update, as "/standings/history/".
NOT_UPDATED_NAME = "start_left_alone"


class ClubSetting(NamedTuple):
    """A setting of the club on Rules that is not one of the rating system: a whole number from 1 to `most`."""

    name: str
    label: Message
    default: int
    source: Message
    most: int


HISTORY_PERIODS = ClubSetting(
    "club_history_periods",
    msg("Sessions shown on Rating history"),
    DEFAULT_CLOSINGS,
    msg("xladdin's choice"),
    most=MAX_PERIODS,
)
CROSSTABLE_PLAYERS = ClubSetting(
    "club_crosstable_players",
    msg("Players shown on Crosstable"),
    40,
    msg("xladdin's choice: the most active"),
    most=MAX_CROSSTABLE_PLAYERS,
)
CLUB_SETTINGS = (HISTORY_PERIODS, CROSSTABLE_PLAYERS)

_ASKED = msg("xladdin's choice: Review")
ASK_CHANGE = ClubSetting("club_ask_change", msg("Ask above change"), 100, _ASKED, most=9999)
ASK_EARLIER = ClubSetting(
    "club_ask_earlier", msg("Ask when dated earlier by"), 60, msg("xladdin's choice: Review; days"), most=9999
)
ASK_BELOW = ClubSetting("club_ask_below", msg("Ask below score"), 100, _ASKED, most=9999)
ASK_ABOVE = ClubSetting("club_ask_above", msg("Ask above score"), 700, _ASKED, most=9999)
ASK_SPREAD = ClubSetting("club_ask_spread", msg("Ask above spread"), 400, _ASKED, most=9999)


def list_ask_settings(schema: LogSchema) -> tuple[ClubSetting, ...]:
    """Return the limits beyond which a row is to be reviewed, for a kind of log."""
    game_limits = (ASK_CHANGE, ASK_EARLIER) if schema.is_paired else ()
    return (*game_limits, *((ASK_BELOW, ASK_ABOVE, ASK_SPREAD) if schema.has_scores else ()))


class ClubChoice(NamedTuple):
    """A setting of the club on Rules that is one of some choices. A workbook may lack the cell.

    `default` is "" if the rating system decides.
    """

    name: str
    label: Message
    default: str
    source: Message
    choices: tuple[str, ...]


# The defined name of the cell with the code of the workbook's language.
LANGUAGE_NAME = "club_language"
PAPER = ClubChoice(
    "club_paper",
    msg("Paper"),
    "",
    msg("Your choice: Letter or A4; used when the closed file is recalculated"),
    ("Letter", "A4"),
)
# Excel's numbers of paper sizes.
PAPER_NUMBERS = dict(zip(PAPER.choices, (1, 9)))
CLUB_CHOICES = (PAPER,)
WEB_NAMES = ClubChoice(
    "club_web_names",
    msg("Names on the web page"),
    "",
    msg("Your choice: names, initials or none, for players whose cell Web is blank; asked at the first publication"),
    ("names", "initials", "none"),
)
WEB_EVENING = ClubChoice(
    "club_web_evening",
    msg("Publish with the evening"),
    "",
    msg("Your choice: yes or no; asked when an evening is finished for the first time"),
    ("yes", "no"),
)
# Choices about the web page. A blank one has not been made yet. They are read when the page is published, so that an
# invalid one does not prevent a recalculation.
WEB_CHOICES = (WEB_NAMES, WEB_EVENING)


class ClubText(NamedTuple):
    """A setting of the club on Rules that is free text. A workbook may lack the cell."""

    name: str
    label: Message
    source: Message


EVENING_PRINT = ClubText(
    "club_evening_print",
    msg("Print of an evening"),
    msg("Your choice: sheets, separated by commas; print --all prints all sheets"),
)
WEB_FOLDER = ClubText(
    "club_web_folder",
    msg("Folder of the web page"),
    msg("Your choice: a folder next to the workbook; blank: club page for club.xlsx"),
)
WEB_EARLIER = ClubText(
    "club_web_earlier",
    msg("Earlier seasons on the web"),
    msg("Your choice: the address of their page, or ../ and its folder; rollover fills it in"),
)
CLUB_TEXTS = (EVENING_PRINT, WEB_FOLDER, WEB_EARLIER)


# The sign after the text of a link.
ARROW = "  ›"
# The sign before the Note of a wrong row, which colours the row red, and before the row on Start.
WRONG_MARK = "!"
# The codes of languages by their names, as workbooks of earlier format versions have them.
FORMER_LANGUAGES = {"french": "fr", "français": "fr"}


def format_text_literal(message: Message, language: Language, ending: str = "") -> str:
    """Return a message as a string literal of a formula. `ending` is appended without translation."""
    text = f"{language.render(message)}{ending}".replace('"', '""')
    return f'"{text}"'


def localize_formula(formula: str, language: Language) -> str:
    """Translate the references to columns, and the words for yes and no, in a formula."""
    if language.is_english:
        return formula
    for choices, word in ((YES_WORDS, YES), (NO_WORDS, NO)):
        sorted_words = sorted(choices)
        formula = formula.replace(array(sorted_words), array([*sorted_words, language.render(word).casefold()]))
    formula = re.sub(
        r'\b(rule_\w+)="(\w+)"',
        lambda match: f'{match[1]}="{language.render_text(find_choice_message(match[2]))}"',
        formula,
    )
    return translate_references(formula, language)


def make_language(code: str, system: RatingSystem) -> Language:
    """Return the language with a code, and with a system's word for its sessions, such as evening or camp week."""
    return Language(code, find_occasion(system))


def read_language_code(names: Mapping[str, object]) -> str:
    """Return the language code among the named cells of a workbook, or English if it is unknown."""
    name = cell_text(names.get(LANGUAGE_NAME)).casefold()
    code = FORMER_LANGUAGES.get(name, name)
    return code if code in list_catalogue_codes() else ENGLISH


def read_language_from_names(names: Mapping[str, object]) -> Language:
    """Return the language of a workbook, given the values of its named cells."""
    key = cell_text(names.get(SYSTEM_NAME))
    return Language(read_language_code(names), find_occasion(find_system(key)) if key in KEYS else EVENING)


def read_language(workbook: ClubWorkbook) -> Language:
    """Return the language of a workbook."""
    return read_language_from_names(workbook.names)


def list_input_tables(system: RatingSystem) -> dict[str, Table]:
    """Return the input tables of a system by name, in the order of their sheets."""
    tables = [load_adapter(system).players]
    if system.has_groups:
        tables.append(GROUPS)
    tables.extend(system.log_schema.tables)
    if system.has_adjustments:
        tables.append(ADJUSTMENTS)
    tables.append(ALIASES)
    return {table.name: table for table in tables}


def list_name_columns(system: RatingSystem, table: str) -> list[str]:
    """Return the headings of an input table's columns with players' names, or [] for an unknown table."""
    input_table = list_input_tables(system).get(table)
    columns = input_table.columns if input_table else ()
    return [column.heading for column in columns if column.kind is ColumnType.PLAYER or column.heading == "Player"]
