"""Define the sheet Tonight: the tables of the round, the list of players, and the settings of the pairing.

The list is in alphabetical order, so that people find themselves. Its names are formulas that refer to a hidden column,
which a recalculation writes. A player typed on Players since then appears below them at once. The tables come first,
since only they are printed. Marks, divisions and settings are the director's. Marks and divisions move with the names.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from xladdin.cells import (
    CellBlock,
    CellTable,
    CellValue,
    ClubWorkbook,
    alphabetical_key,
    cell_text,
    column_letters,
    is_blank,
    name_key,
)
from xladdin.errors import Diagnostic, InvalidRowsError, NotFoundError, WorkbookError, XladdinError
from xladdin.game_log.parsing import (
    BYE_POSITION,
    NameReading,
    NameSuggester,
    make_date_reader,
    read_aliases,
    read_choice,
    read_count,
    read_name,
    read_positive_count,
    read_yes,
)
from xladdin.game_log.reading import NOT_PLAYED, make_name_reading
from xladdin.languages import Language
from xladdin.messages import Message, join_sentences, msg
from xladdin.model import Player
from xladdin.pairing import Evening, LastPaired, read_evening
from xladdin.renderers.sheet_layout import HEADLINE_ROW, RegionValues, list_regions, region_name
from xladdin.replay import Replay
from xladdin.reports.report import NARROW_NAME_WIDTH, Column, PageSetup, Report, Section, SheetSection, make_headline
from xladdin.reports.wording import count_tables
from xladdin.systems.system import RatingSystem, as_heading
from xladdin.workbook.differences import diff_named_cells
from xladdin.workbook.report_sheets.regions import PlacedRegion, find_region
from xladdin.workbook.schema import TONIGHT, ColumnType

RATING, STANDING = "rating", "standing"
SITTING, NO_REPEATS = "who sits out", "no repeats"
SIT_OUT, TWO_AT_ONCE = "sits out", "plays two at once"
PRESENT_MARK = "x"
WHO_IS_HERE, HOW_TO_PAIR = msg("Who is here"), msg("How to pair")
MARK_STEP, SCORE_STEP = msg("1  Mark who is here with x."), msg("3  Type the scores on Games, pair again.")
BUTTON_STEP, FILE_STEP = msg("2  Click Pair tonight."), msg("2  Save, close, and pair the round.")
LIST_COLUMN, SETTINGS_COLUMN = 7, 13
# The width of a rating, only that of its heading, so that long names and all settings are visible on a laptop.
_RATING_WIDTH = 7.0
LIST = (
    Column(msg("Player"), None, ColumnType.PLAYER, NARROW_NAME_WIDTH),
    Column(msg("Rating"), None, ColumnType.RATING, _RATING_WIDTH),
    Column(msg("Here"), None, ColumnType.YES, 7),
    Column(msg("Division"), None, ColumnType.TEXT, 10),
    Column(msg("Listed"), None, ColumnType.PLAYER, NARROW_NAME_WIDTH, is_hidden=True),
)
# The defined name of the region of the list.
LIST_NAME = region_name(TONIGHT, 2)
# The defined name of the cell above the headings of the list with the number of rows of Players that it leaves out.
UNLISTED_COUNT_NAME = "tonight_ahead"
_LISTED_PLAYER = f"{column_letters(LIST_COLUMN + len(LIST) - 1)}{{row}}"
_TYPED_PLAYER = f"INDEX(Players[Player],ROW()-ROW({UNLISTED_COUNT_NAME})-1+N({UNLISTED_COUNT_NAME}))"
# The formula of a name on the list, without "=": a listed name, or that of a player typed on Players since then.
NAME_FORMULA = f'IF({_LISTED_PLAYER}<>"",{_LISTED_PLAYER},IFERROR({_TYPED_PLAYER}&"",""))'
NAME_FORMULAS = {0: NAME_FORMULA}


class EveningSetting(NamedTuple):
    """A setting on Tonight. `choices` are its choices, or () for a typed number or date."""

    name: str
    label: Message
    kind: ColumnType
    default: str | int
    choices: tuple[str, ...] = ()


DATE = EveningSetting("tonight_date", msg("Date (blank: today)"), ColumnType.DATE, "")
ROUNDS = EveningSetting("tonight_rounds", msg("Rounds"), ColumnType.COUNT, 4)
PAIRED_BY = EveningSetting("tonight_by", msg("Paired by"), ColumnType.YES, RATING, (RATING, STANDING))
SESSIONS = EveningSetting("tonight_sessions", msg("No repeats within sessions"), ColumnType.COUNT, 4)
ODD_PLAYER = EveningSetting("tonight_odd", msg("The odd player"), ColumnType.YES, TWO_AT_ONCE, (SIT_OUT, TWO_AT_ONCE))
PRIORITY = EveningSetting("tonight_first", msg("What comes first"), ColumnType.YES, SITTING, (SITTING, NO_REPEATS))


def list_evening_settings(system: RatingSystem) -> tuple[EveningSetting, ...]:
    """Return the settings of the sheet, including the odd player if the system has a rule for two games at once."""
    return (DATE, ROUNDS, PAIRED_BY, SESSIONS, PRIORITY, *([ODD_PLAYER] if system.log_schema.double else []))


def define_tonight_report(system: RatingSystem) -> Report:
    """Describe the layout of the sheet: the tables of the round, and the list of players."""
    columns = [Column(msg("Table"), None, ColumnType.COUNT, 6)]
    for heading in system.log_schema.players:
        columns.append(Column(as_heading(heading), None, ColumnType.PLAYER, NARROW_NAME_WIDTH))
        columns.append(Column(msg("Rating"), None, ColumnType.RATING, _RATING_WIDTH))
    tables = {str(number): column for number, column in enumerate(columns)}
    list_columns = {str(column.heading): column for column in LIST}
    sections = [
        Section(tables, {"sheet": " ".join(tables)}, title=msg("Tonight's tables")),
        Section(list_columns, {"sheet": " ".join(list_columns)}, number=1, sheet=SheetSection(column=LIST_COLUMN)),
    ]
    return Report(
        TONIGHT,
        msg("Tonight: who plays whom"),
        sections,
        [make_headline(lambda context: None)],
        PageSetup(last_column=len(tables)),
    )


def find_list(workbook: ClubWorkbook, system: RatingSystem) -> PlacedRegion | None:
    """Return the list of players on the sheet, or None if it was deleted."""
    return find_region(workbook, define_tonight_report(system), 1)


# The defined name of a cell with the last paired round.
PAIRED_NAME = "tonight_paired"


def read_last_paired(workbook: ClubWorkbook) -> LastPaired | None:
    """Read the last paired round from the sheet."""
    return LastPaired.parse(cell_text(workbook.names.get(PAIRED_NAME)))


def read_waiting_evening(workbook: ClubWorkbook, replay: Replay) -> Evening | None:
    """Return the evening of the latest date, if its last round has games without a result, or None."""
    if NOT_PLAYED not in replay.log.row_notes.values():
        return None
    games = workbook.tables[replay.log.system.log_schema.table]
    evening = read_evening(replay.log, games, None, 0, read_last_paired(workbook))
    return evening if evening is not None and evening.waiting_tables else None


def render_round(evening: Evening | None, replay: Replay, language: Language) -> Iterator[RegionValues]:
    """Yield the values of the headline and of the tables of the waiting round, which are blank if none waits."""
    tables, _, line = list_regions(define_tonight_report(replay.log.system))
    yield RegionValues(line, [(None if evening is None else describe_round(evening, replay, language),)])
    yield RegionValues(tables, [] if evening is None else list(_list_tables(evening, replay)))


def describe_round(evening: Evening, replay: Replay, language: Language) -> str:
    """Return the headline of a round."""
    tables = language.render(msg("{tables} to play", tables=count_tables(len(evening.waiting_tables))))
    texts = [
        language.format_full_date(evening.date),
        language.render(msg("round {number}", number=evening.round)),
        tables,
    ]
    texts += [
        language.render(msg("{name} sits out", name=replay.log.players[player].name))
        for player in evening.players_sitting_out
    ]
    return " · ".join(texts)


def _list_tables(evening: Evening, replay: Replay) -> Iterator[Sequence[CellValue]]:
    players, state = replay.log.players, replay.state
    for number, table in evening.waiting_tables.items():
        sides = [(players[player].name, state.effective_rating(player)) for player in (table.player1, table.player2)]
        yield (number, *sides[0], *sides[1])


# The choices in the column Active for players who are not at camp, as name keys.
ABSENT_WORDS = ("no", "left")


class ListedRow(NamedTuple):
    """A row of the list. `row` is its number on the sheet."""

    row: int
    name: object
    mark: object
    division: object


def build_list_values(workbook: ClubWorkbook, replay: Replay) -> RegionValues:
    """Return the values of the list, with the marks that are on it."""
    _, list_region, _ = list_regions(define_tonight_report(replay.log.system))
    return RegionValues(list_region, _list_rows(workbook, replay), formulas=NAME_FORMULAS)


def count_occupied_rows(workbook: ClubWorkbook, replay: Replay) -> dict[str, int]:
    """Return the number of rows of the list by its defined name, including rows below it that belong to it.

    These have names from the formulas, or names and marks that people have typed directly below the list.
    """
    placed = find_list(workbook, replay.log.system)
    if placed is None:
        return {}
    row, rows = placed.cells.first_row, placed.rows
    names = {name_key(player.name) for player in replay.log.players}
    players = workbook.tables["Players"].rows
    list_rows = list(read_list_rows(workbook, replay.log.system))
    player_offsets = [listed_row.row - row for listed_row in list_rows if name_key(cell_text(listed_row.name)) in names]
    rows = max([rows, *(offset for offset in player_offsets if offset <= players)])
    marked_rows = {listed_row.row for listed_row in list_rows if not is_blank(listed_row.mark)}
    while row + rows + 1 in marked_rows:
        rows += 1
    return {LIST_NAME: rows}


def count_unlisted_rows(workbook: ClubWorkbook, replay: Replay) -> dict[str, CellValue]:
    """Return the number of rows of Players that the list leaves out, by the defined name of its cell."""
    return {UNLISTED_COUNT_NAME: _find_last_named_row(workbook.tables["Players"]) - len(_list_rows(workbook, replay))}


def _find_last_named_row(players: CellTable) -> int:
    """Return the number of rows of Players down to the last one with a name."""
    names = players.column("Player") or ()
    return max((row for row, name in enumerate(names, 1) if not is_blank(name)), default=0)


def build_first_list(file: ClubWorkbook, system: RatingSystem, players: CellTable) -> Iterator[CellBlock]:
    """Yield the list of a new workbook with players, so that a round can be paired before a recalculation."""
    rows = _build_first_rows(players)
    if rows:
        _, list_region, _ = list_regions(define_tonight_report(system))
        yield CellBlock(TONIGHT, list_region.row + 1, list_region.column, tuple(zip(*rows)), NAME_FORMULAS)
    yield from diff_named_cells(file, {UNLISTED_COUNT_NAME: _find_last_named_row(players) - len(rows)})


def _build_first_rows(players: CellTable) -> list[tuple[CellValue, ...]]:
    names = players.column("Player") or ()
    ratings = players.column("Start rating") or [None] * len(names)
    active = players.column("Active") or [None] * len(names)
    rows: list[tuple[CellValue, ...]] = [
        (
            cell_text(name).strip(),
            rating if isinstance(rating, (int, float)) else None,
            None,
            None,
            cell_text(name).strip(),
        )
        for name, rating, word in zip(names, ratings, active)
        if not is_blank(name) and name_key(cell_text(word)) not in ABSENT_WORDS
    ]
    return sorted(rows, key=lambda row: alphabetical_key(str(row[0])))


def _list_rows(workbook: ClubWorkbook, replay: Replay) -> list[Sequence[CellValue]]:
    """Return the name, rating, mark and division of each eligible player, and the other marks as typed."""
    log, state = replay.log, replay.state
    typed_rows = (
        row for row in read_list_rows(workbook, log.system) if not (is_blank(row.mark) and is_blank(row.division))
    )
    marks = {name_key(cell_text(row.name)): row for row in typed_rows}
    rows: list[Sequence[CellValue]] = []
    for player in sorted(range(len(log.players)), key=lambda player: alphabetical_key(log.players[player].name)):
        if is_eligible(log.players[player]):
            name = log.players[player].name
            listed_row = marks.pop(name_key(name), ListedRow(0, name, None, None))
            rating = state.effective_rating(player) if state.has_rating(player) else None
            rows.append((name, rating, _convert_input(listed_row.mark), _convert_input(listed_row.division), name))
    unknown_marks = (row for row in marks.values() if not is_blank(row.mark))
    for row in unknown_marks:
        rows.append(
            (
                _convert_input(row.name),
                None,
                _convert_input(row.mark),
                _convert_input(row.division),
                _convert_input(row.name),
            )
        )
    return rows


def is_eligible(player: Player) -> bool:
    """Return whether a player still belongs to the club or the camp."""
    return player.active and not player.left


def _convert_input(cell: object) -> CellValue:
    return cell if isinstance(cell, (str, int, float)) else None


def read_list_rows(workbook: ClubWorkbook, system: RatingSystem) -> Iterator[ListedRow]:
    """Yield every row of the list, down to the end of the sheet."""
    placed = find_list(workbook, system)
    if placed is None:
        return
    heading_row, first = placed.cells.first_row, placed.cells.first_column - 1
    names = workbook.tables["Players"].column("Player") or ()
    unlisted = workbook.names.get(UNLISTED_COUNT_NAME)
    for row, sheet_row in enumerate(workbook.sheet_values(placed.sheet)[heading_row:], heading_row + 1):
        row_cells = [*sheet_row[first : first + len(LIST)], *[None] * len(LIST)]
        name, _, mark, division, listed_name = row_cells[: len(LIST)]
        if is_blank(name):  # a program that does not calculate has saved the workbook
            position = row - heading_row - 1 + (unlisted if isinstance(unlisted, int) else 0)
            new = names[position] if 0 <= position < len(names) else None
            name = new if is_blank(listed_name) else listed_name
        if not (is_blank(name) and is_blank(mark)):
            yield ListedRow(row, name, mark, division)


def mark_present_players(
    workbook: ClubWorkbook, system: RatingSystem, present_players: Collection[str]
) -> list[CellBlock]:
    """Return blocks that mark exactly these players as present.

    Raises:
        WorkbookError: The list is missing.
        NotFoundError: A name is not on the list.
    """
    placed = find_list(workbook, system)
    if placed is None:
        raise WorkbookError(
            msg("The list of players is missing from Tonight. Run xladdin renew OLD NEW to restore it.")
        )
    rows = list(read_list_rows(workbook, system))
    names_by_key = {name_key(cell_text(row.name)): cell_text(row.name) for row in rows}
    reading, keys = NameReading([*names_by_key.values()], read_aliases(workbook.tables)), [*names_by_key]
    present_keys = set()
    for name in present_players:
        position = reading.find_player(name)
        if position is None or position == BYE_POSITION:
            question = NameSuggester(names_by_key).suggest(name_key(name))
            raise NotFoundError(
                join_sentences(
                    [
                        msg('"{name}" is not on the list of Tonight.', name=name),
                        question or msg("Add a new player on Players, and recalculate."),
                    ]
                )
            )
        present_keys.add(keys[position])
    mark_column = placed.cells.first_column + [str(column.heading) for column in LIST].index("Here")
    return [
        CellBlock(
            placed.sheet,
            row.row,
            mark_column,
            ([PRESENT_MARK if name_key(cell_text(row.name)) in present_keys else None],),
        )
        for row in rows
    ]


def read_tonight(workbook: ClubWorkbook, system: RatingSystem) -> list[tuple[str, bool]]:
    """Return the players of the list in its order, and whether each is marked as present."""
    return [
        (cell_text(row.name), not is_blank(row.mark))
        for row in read_list_rows(workbook, system)
        if not is_blank(row.name)
    ]


class PairingOptions(NamedTuple):
    """The marks and settings of the sheet.

    Attributes:
        present_players: Division of each player marked as present, by position, in the order of the list.
        day: Date of the evening, or None for today.
        rounds: Number of rounds.
        paired_by: Whether players are paired by rating or by standing.
        sessions: Number of sessions within which pairs must not repeat.
        priority: Whether fair sitting out or avoiding repeats has priority.
        odd_player: Whether an odd player sits out or plays two games at once.
    """

    present_players: Mapping[int, str]
    day: date | None
    rounds: int
    paired_by: str
    sessions: int
    priority: str
    odd_player: str


def read_pairing_options(workbook: ClubWorkbook, replay: Replay) -> PairingOptions:
    """Read the director's marks and settings. Raises InvalidRowsError for all invalid cells."""
    problems: list[Diagnostic] = []
    settings = list_evening_settings(replay.log.system)
    day, rounds, by, sessions, first, *odd = (_read_setting(workbook, setting, problems) for setting in settings)
    names = make_name_reading(replay.log)
    present_players: dict[int, str] = {}
    for row in read_list_rows(workbook, replay.log.system):
        try:
            if not is_blank(row.mark) and read_yes(row.mark):
                if is_blank(row.name):
                    raise NotFoundError(msg("a mark without a name"))
                position = names[read_name(row.name)]
                if position is None:
                    raise names.errors[read_name(row.name)]
                if position >= 0 and not is_eligible(replay.log.players[position]):
                    raise NotFoundError(msg("Active on Players is No or Left; set it to Yes"))
                present_players[position] = cell_text(row.division).strip()
        except XladdinError as error:
            value = cell_text(row.name)
            problems.append(Diagnostic(TONIGHT, TONIGHT, row.row, "Here", value, error.message, error.excel_error))
    if problems:
        raise InvalidRowsError(problems)
    return PairingOptions(present_players, day, rounds, by, sessions, first, *(odd or [SIT_OUT]))


def _read_setting(workbook: ClubWorkbook, setting: EveningSetting, problems: list[Diagnostic]) -> Any:
    cell = workbook.names.get(setting.name)
    if is_blank(cell):
        return None if setting is DATE else setting.default
    try:
        if setting.choices:
            return read_choice(cell, setting.choices)
        if setting is DATE:
            return make_date_reader(None)(cell)
        return (read_positive_count if setting is ROUNDS else read_count)(cell)
    except XladdinError as error:
        _, row, _ = workbook.locate_name(setting.name) or (TONIGHT, HEADLINE_ROW, 1)
        problems.append(
            Diagnostic(TONIGHT, TONIGHT, row, setting.label, cell_text(cell), error.message, error.excel_error)
        )
        return setting.default
