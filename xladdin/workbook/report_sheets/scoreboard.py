"""The Scoreboard sheet: the last session's games, each with its arithmetic, and beside them each player's result.

For Diplomacy it is the report of the last event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from xladdin.cells.numbers import both_scores
from xladdin.cells.table import Area, CellValue
from xladdin.languages.language import Language
from xladdin.replay import Replay
from xladdin.reports.events import PlacingLine, event_lines, last_event
from xladdin.reports.facts import Facts
from xladdin.reports.scoreboard import CHESS_SCORES, GameLine, SessionLine, session_games, session_players
from xladdin.reports.short_names import given_names
from xladdin.systems.log_kinds import LogKind
from xladdin.systems.shared.wording import without_change
from xladdin.systems.system import KeyWords, RatingSystem
from xladdin.workbook.report_sheets.blocks.keys import key_of_session
from xladdin.workbook.report_sheets.blocks.layout import (
    CHOICE_COLUMNS,
    FIRST_ROW,
    LEAD,
    TOLD,
    WALL_NAME_WIDTH,
    Choice,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    kept_together,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import SCOREBOARD, Kind, change_kind
from xladdin.workbook.shown import EVENT_CHOICES, SESSION_CHOICES, SHOW_SESSION

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_TITLE, _EVENT_TITLE = "Scoreboard", "Report of an event"
HOW = "How the change comes about"
_SESSION = "Each player's session"
_SHOWN_SESSION = Choice("Show session of (blank: the last)", SHOW_SESSION, SESSION_CHOICES, is_date=True)
_SHOWN_EVENT = Choice("Show event (blank: the last)", SHOW_SESSION, EVENT_CHOICES)
_PLAYER = ReportColumn("Player", SessionLine.player, Kind.PLAYER, WALL_NAME_WIDTH)
_WON_LOST = ReportColumn("Won–lost", SessionLine.record, Kind.RESULT, 10)
_WON_LOST_TIED = ReportColumn("Won–lost–tied", SessionLine.record, Kind.RESULT, 9)
_WON_DRAWN_LOST = ReportColumn("Won–drawn–lost", SessionLine.chess_record, Kind.RESULT, 15)
_SPREAD = ReportColumn("Spread", SessionLine.spread, Kind.SIGNED, 7)
_OLD = ReportColumn("Old", SessionLine.old, Kind.RATING, 7)
_NEW = ReportColumn("New", SessionLine.new, Kind.RATING, 7, bold=True)
_PLAIN_SUM = ReportColumn("Sum of games", SessionLine.plain_sum, Kind.SIGNED, 7.5)
_TAKEN = ReportColumn("Change", SessionLine.taken, Kind.CHANGE, 8.5)
_IN_WORDS = ReportColumn("How", SessionLine.words, Kind.TEXT, 50, said=TOLD)
_IN_WORDS_UPRIGHT = _IN_WORDS._replace(width=26, kind=Kind.EVENT)  # which makes long words smaller
_PLACINGS = (
    LEAD,
    ReportColumn("Rank", PlacingLine.place, Kind.COUNT, 5.5),
    ReportColumn("Player", PlacingLine.player, Kind.PLAYER, WALL_NAME_WIDTH),
    ReportColumn("Nation", PlacingLine.nation, Kind.GROUP, 12),
    ReportColumn("Score", PlacingLine.percentile, Kind.DECIMAL, 7.5),
    ReportColumn("Old", PlacingLine.old, Kind.DECIMAL, 7.5),
    ReportColumn("Change", PlacingLine.change, Kind.DECIMAL_CHANGE, 8.5),
    ReportColumn("New", PlacingLine.new, Kind.DECIMAL, 7.5, bold=True),
    ReportColumn("Change in words", PlacingLine.words_beside_change, Kind.TEXT, 59, said=TOLD),
)
_PAGE_ROWS, _UPRIGHT_ROWS, _ROW, _HEADINGS = 30, 45, 12.75, 40.0
"""The rows below the headings of a page, sideways and upright, of Letter and of A4, and heights [points]."""
_OPPOSITE = KeyWords("Change: the winner's; the loser's is its opposite.")
_APART = ""
"""The row between the words of the last game and the key, which look alike."""
_TAKES = KeyWords("▲ up, ▼ down, = unchanged.")
_SIDEWAYS, _UPRIGHT = 133.0, 96.0
"""The characters of a page, sideways and upright."""
_WORDS_INDENT = 3
_LETTERS = 1.13
"""The letters of words in a character of a column's width."""


def layout(system: RatingSystem) -> SheetLayout:
    """The columns of the games and of the players, or of the placings."""
    kind = system.log_kind
    if not kind.is_paired:
        placings = ReportBlock(_PLACINGS, has_foot=True)
        return SheetLayout(
            SCOREBOARD, _EVENT_TITLE, (placings,), landscape=True, row_height=_ROW, lines=((1, 1),),
            page_rows=_PAGE_ROWS, choice=_SHOWN_EVENT,
        )  # fmt: skip
    players: tuple[ReportColumn, ...]
    if kind.result:
        names = (
            ReportColumn(kind.player1, None, Kind.PLAYER, WALL_NAME_WIDTH),
            ReportColumn(kind.result, None, Kind.YES, 7.5),
            ReportColumn(kind.player2, None, Kind.PLAYER, WALL_NAME_WIDTH),
        )
        changes = tuple(ReportColumn(heading, None, change_kind(kind), 9) for heading in kind.changes)
        players = (_PLAYER, _WON_DRAWN_LOST, _OLD, _TAKEN, _NEW)
    else:
        names = (
            ReportColumn("Winner", None, Kind.PLAYER, WALL_NAME_WIDTH, bold=True),
            ReportColumn("Score", None, Kind.RESULT, 10),
            ReportColumn("Loser", None, Kind.PLAYER, WALL_NAME_WIDTH),
            *((ReportColumn("Par game", None, Kind.YES, 9),) if system.has_par else ()),
        )
        headings = ("Change",) if system.changes_mirror else ("Winner's change", "Loser's change")
        changes = tuple(ReportColumn(heading, None, Kind.CHANGE, 9) for heading in headings)
        record = _WON_LOST if system.tie_counts_as_win else _WON_LOST_TIED
        words = _IN_WORDS if system.changes_mirror else _IN_WORDS_UPRIGHT
        in_words = (_PLAIN_SUM, words) if system.has_session_words else ()
        players = (_PLAYER, record, _SPREAD, _OLD, *in_words[:1], _TAKEN, _NEW, *in_words[1:])
    columns: tuple[ReportColumn, ...] = (LEAD, *names, *changes)
    row = FIRST_ROW
    games = ReportBlock(columns, quiet_rows=f'AND($A{row}<>"",$B{row}="")', has_foot=True)
    if system.changes_mirror:
        room = _SIDEWAYS - sum(column.width for column in columns)
        columns = (*columns, ReportColumn(HOW, None, Kind.TEXT, room))
        games = ReportBlock(columns, opening_rows=f'$B{row}<>""', has_foot=True)
    blocks = (
        games,
        ReportBlock(players, len(columns) + CHOICE_COLUMNS + 1, page=_SESSION),
    )
    return SheetLayout(
        SCOREBOARD,
        _TITLE,
        blocks,
        landscape=system.changes_mirror,
        heading_height=_HEADINGS,
        row_height=_ROW,
        lines=((1, 1),),
        page_rows=_PAGE_ROWS if system.changes_mirror else _UPRIGHT_ROWS,
        choice=_SHOWN_SESSION,
    )


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """The session, then its lines."""
    sheet = layout(system)
    width = sum(column.width for column in sheet.blocks[0].columns)
    if system.log_kind.is_paired:
        marks = (_OPPOSITE, _TAKES) if system.log_kind.has_scores and system.changes_mirror else (_TAKES,)
        yield sheet.words(material.last_session())
        key = key_of_session(system, material.say, *marks, width=width)
        games = _game_rows(material.facts, sheet, material.say)
        rows = kept_together(games, sheet.page_rows, (_APART, *key))
        yield sheet.rows_area([*rows, (_APART,)] if rows else [], foot=key)
        yield sheet.area(session_players(material.facts), 1)
        return
    yield sheet.words(event_facts(material.replay, material.say))
    key = key_of_session(system, material.say, _TAKES, width=width)
    yield sheet.area(event_lines(material.replay), foot=key)


def event_facts(replay: Replay, say: Language) -> str | None:
    """The name, place, date, players, rounds, boards and value of the last event, as far as they were typed."""
    event = last_event(replay)
    if event is None:
        return None
    (value,) = replay.log.system.event_columns([event])["Value"]
    facts = (
        event.name,
        event.place,
        say.full_day(event.date),
        say.count(event.players, "player"),
        say.count(event.rounds, "round"),
        say.count(event.boards, "board") if event.boards else "",
        say.told(f"value {value:.2f}"),
    )
    return " · ".join(filter(None, facts))


def _game_rows(facts: Facts, sheet: SheetLayout, say: Language) -> Iterator[list[tuple[CellValue, ...]]]:
    """Each game: its row, and its words below if they are not in it."""
    system = facts.system
    lines = session_games(facts, of_winner=system.log_kind.has_scores)
    given = given_names(line.player for line in session_players(facts))
    columns = sheet.blocks[0].columns
    headings = [column.heading for column in columns]
    for game in lines:
        words = [_named(told, game, system.log_kind, given, say) for told in game.words]
        cells = _cells(game, system.log_kind, say)
        further: list[tuple[CellValue, ...]] = [
            (line,) for told in words for line in _in_lines(told, _UPRIGHT * _LETTERS)
        ]
        if system.changes_mirror:
            cells[HOW], *more = _in_lines("; ".join(words), columns[-1].width * _LETTERS)
            further = [tuple({HOW: told}.get(heading) for heading in headings) for told in more]
        yield [tuple(map(cells.get, headings)), *further]


def _in_lines(words: str, letters: float) -> list[str]:
    """The words of a game. It splits a text that is too long for its room at the last semicolon."""
    first, semicolon, rest = words.rpartition("; ")
    return [f"{first};", rest] if semicolon and len(words) > letters else [words]


def _cells(game: GameLine, kind: LogKind, say: Language) -> dict[str, CellValue]:
    """A game's cells by heading, the winner first, in a tied game the one who gains, and in chess White."""
    second = game.player2 or say.text("Bye")
    if not kind.has_scores:
        changes = dict(zip(kind.changes, (game.change1, game.change2)))
        result = None if game.score1 is None else CHESS_SCORES[game.score1]
        return {kind.player1: game.player1, kind.result: result, kind.player2: second, **changes}
    score1, score2, par = game.score1, game.score2, game.par
    sides = [(game.player1, game.change1), (second, game.change2)]
    cells: dict[str, CellValue] = {}
    if score1 is not None and score2 is not None:
        cells["Score"] = both_scores(score1, score2)
        if (score2, game.change2 or 0) > (score1, game.change1 or 0):
            sides.reverse()
            cells["Score"] = both_scores(score2, score1)
            par = par and "–".join(reversed(par.split("–")))
    for whose, (player, change) in zip(("Winner", "Loser"), sides):
        cells |= {whose: player, f"{whose}'s change": change}
    return {**cells, "Change": cells["Winner's change"], "Par game": par}


def _named(words: str, game: GameLine, kind: LogKind, given: Mapping[str, str], say: Language) -> str:
    """The words of a side with the player's name instead of the heading, without the change, which is beside them."""
    for heading, player in zip(kind.players, (game.player1, game.player2)):
        if player and words.startswith(f"{heading}: "):
            told = without_change(words.removeprefix(f"{heading}: "))
            return say.text("{whose}: {told}", whose=given.get(player, player), told=say.told(told))
    return say.told(words)


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    """The words of a game begin further in than its names."""
    from openpyxl.styles import Alignment

    if not system.changes_mirror:
        sheet.column_dimensions["A"].alignment = Alignment("left", indent=_WORDS_INDENT)


SHEET = ReportSheet(SCOREBOARD, layout, areas, finish=_finish, shows="session")
