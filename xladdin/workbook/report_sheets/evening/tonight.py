"""The Tonight sheet: who is here, how the evening is to be paired, and the round that waits for its scores.

The list of players is in order of name, so that one is found at the door; a recalculation that finds a new player
moves each mark along with its name. The tables stand first, for they alone are printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from xladdin.cells.table import Area, CellValue, ClubBook
from xladdin.cells.text import counted, is_blank, name_key, shown
from xladdin.errors import NotFound, Problem, RowsToMend, XladdinError
from xladdin.log.games import NOT_PLAYED
from xladdin.log.readings import date_reader, read_count, read_name, read_positive_count, read_text, read_yes
from xladdin.log.roster import NameReading
from xladdin.model import Player
from xladdin.pairing.evening import Evening, read_evening
from xladdin.replay import Replay
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADLINE_ROW,
    ReportBlock,
    ReportColumn,
    SheetLayout,
)
from xladdin.workbook.report_sheets.blocks.placing import block_at
from xladdin.workbook.schema import TONIGHT, Kind

RATING, STANDING = "rating", "standing"
SIT_OUT, TWO_AT_ONCE = "sits out", "plays two at once"
HERE = "x"
LIST_COLUMN, SETTINGS_COLUMN = 7, 11
_NAME_WIDTH = 26.0
_LIST = (
    ReportColumn("Player", None, Kind.PLAYER, _NAME_WIDTH),
    ReportColumn("Rating", None, Kind.RATING, 8),
    ReportColumn("Here", None, Kind.YES, 7),
)


@dataclass(frozen=True)
class EveningSetting:
    """A labelled cell on Tonight. words: what may be chosen; none where a number or a date is typed."""

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


def evening_settings(system: RatingSystem) -> tuple[EveningSetting, ...]:
    """The settings of the sheet; who plays two at once is asked where the system has a rule for it."""
    return (DATE, ROUNDS, BY, SESSIONS, *([ODD] if system.log_kind.double else []))


@dataclass(frozen=True)
class TonightWishes:
    """What the sheet says. here: positions of the players who are marked, in order of the list."""

    here: Sequence[int]
    day: date | None
    rounds: int
    by: str
    sessions: int
    odd: str


def layout(system: RatingSystem) -> SheetLayout:
    """The tables of the round, and the list of players."""
    sides = [
        column
        for heading in system.log_kind.players
        for column in (
            ReportColumn(heading, None, Kind.PLAYER, _NAME_WIDTH),
            ReportColumn("Rating", None, Kind.RATING, 8),
        )
    ]
    tables = ReportBlock((ReportColumn("Table", None, Kind.COUNT, 7), *sides))
    return SheetLayout(
        TONIGHT,
        "Tonight: who plays whom",
        (tables, ReportBlock(_LIST, LIST_COLUMN)),
        printed_columns=tables.last_column,
        lines=((1, 1),),
    )


def areas(book: ClubBook, replayed: Replay, evening: Evening | None) -> Iterator[Area]:
    """The list of players with the marks that stand there, and the round that is not played yet."""
    sheet = layout(replayed.log.system)
    yield sheet.rows_area(_listed(book, replayed), 1)
    yield sheet.words(None if evening is None else headline(evening))
    yield sheet.rows_area([] if evening is None else list(_tables(evening, replayed)))


def rows_taken(book: ClubBook, system: RatingSystem) -> dict[str, int]:
    """By the name of the list, its rows with those right below it that people have typed and marked."""
    shape = layout(system)
    at = block_at(book, shape, 1)
    if at is None:
        return {}
    (_, row, _), extent = at
    rows = extent.rows
    marked = {found for found, _, mark in _rows(book, system) if not is_blank(mark)}
    while row + rows + 1 in marked:
        rows += 1
    return {shape.anchors[1].name: rows}


def waiting_evening(book: ClubBook, replayed: Replay) -> Evening | None:
    """The evening of the latest date, if its last round has games that are not played yet."""
    if NOT_PLAYED not in replayed.log.notes.values():
        return None
    evening = read_evening(replayed.log, book.tables[replayed.log.system.log_kind.table], None, 0)
    return evening if evening is not None and evening.waiting else None


def headline(evening: Evening) -> str:
    """The round in words."""
    return f"{evening.date.isoformat()} · round {evening.round} · {counted(len(evening.waiting), 'table')} to play"


def _tables(evening: Evening, replayed: Replay) -> Iterator[Sequence[CellValue]]:
    players, ledger = replayed.log.players, replayed.ledger
    for number, table in evening.waiting.items():
        sides = [(players[player].name, ledger.faced_rating(player)) for player in (table.player1, table.player2)]
        yield (number, *sides[0], *sides[1])


def _listed(book: ClubBook, replayed: Replay) -> list[Sequence[CellValue]]:
    """Name, rating and mark of everybody who may come, and what else is marked, as it was typed."""
    log, ledger = replayed.log, replayed.ledger
    marks = {name_key(shown(name)): (name, mark) for _, name, mark in _rows(book, log.system) if not is_blank(mark)}
    rows: list[Sequence[CellValue]] = []
    for player in sorted(range(len(log.players)), key=lambda player: name_key(log.players[player].name)):
        if _may_come(log.players[player]):
            name = log.players[player].name
            _, mark = marks.pop(name_key(name), (None, None))
            rows.append((name, ledger.faced_rating(player) if ledger.has_begun(player) else None, _typed(mark)))
    rows.extend((_typed(name), None, _typed(mark)) for name, mark in marks.values())
    return rows


def _may_come(player: Player) -> bool:
    return player.active and not player.left


def _typed(cell: object) -> CellValue:
    return cell if isinstance(cell, (str, int, float)) else None


def _rows(book: ClubBook, system: RatingSystem) -> Iterator[tuple[int, object, object]]:
    """Row, name and mark of every row of the list, down to the end of the sheet."""
    at = block_at(book, layout(system), 1)
    if at is None:
        return
    (sheet, heading_row, column), _ = at
    first = column - 1
    for row, cells in enumerate(book.sheet_values(sheet)[heading_row:], heading_row + 1):
        name, _, mark = [*cells[first : first + len(_LIST)], *[None] * len(_LIST)][: len(_LIST)]
        if not (is_blank(name) and is_blank(mark)):
            yield row, name, mark


def read_wishes(book: ClubBook, replayed: Replay) -> TonightWishes:
    """What the director has marked and set. Raises RowsToMend with every cell that makes no sense."""
    problems: list[Problem] = []
    asked = evening_settings(replayed.log.system)
    day, rounds, by, sessions, *odd = (_setting(book, setting, problems) for setting in asked)
    names = NameReading([player.name for player in replayed.log.players])
    here = {}
    for row, name, mark in _rows(book, replayed.log.system):
        try:
            if not is_blank(mark) and read_yes(mark):
                if is_blank(name):
                    raise NotFound("a mark without a name")
                position = names[read_name(name)]
                if position is None:
                    raise names.refused[read_name(name)]
                if position >= 0 and not _may_come(replayed.log.players[position]):
                    raise NotFound("is not at camp; set Active to Yes on Players")
                here[position] = True
        except XladdinError as error:
            problems.append(Problem(TONIGHT, TONIGHT, row, "Here", shown(name), str(error), error.excel_error))
    if problems:
        raise RowsToMend(problems)
    return TonightWishes(list(here), day, rounds, by, sessions, *(odd or [SIT_OUT]))


def _setting(book: ClubBook, setting: EveningSetting, problems: list[Problem]) -> Any:
    cell = book.names.get(setting.name)
    if is_blank(cell):
        return None if setting is DATE else setting.default
    try:
        if setting.words:
            word = read_text(cell).casefold()
            if word not in setting.words:
                raise NotFound(f"must be {' or '.join(setting.words)}")
            return word
        if setting is DATE:
            return date_reader(None)(cell)
        return (read_positive_count if setting is ROUNDS else read_count)(cell)
    except XladdinError as error:
        _, row, _ = book.place_of(setting.name) or (TONIGHT, HEADLINE_ROW, 1)
        problems.append(Problem(TONIGHT, TONIGHT, row, setting.label, shown(cell), str(error), error.excel_error))
        return setting.default
