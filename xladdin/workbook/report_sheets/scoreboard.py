"""The Scoreboard sheet: the last session's games, each with its arithmetic, and beside them what each player takes.

For Diplomacy it is the report of the last event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from xladdin.cells.table import Area, CellValue
from xladdin.languages.language import Language
from xladdin.replay import Replay
from xladdin.reports.events import PlacingLine, event_lines, last_event
from xladdin.reports.scoreboard import CHESS_SCORES, GameLine, SessionLine, session_games, session_players
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    NAME_WIDTH,
    TOLD,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import SCOREBOARD, Kind
from xladdin.workbook.shown import SHOW_SESSION

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_TITLE, _EVENT_TITLE = "Scoreboard", "Report of an event"
_KEY = "▲ gained, ▼ lost, = unchanged. Favourite, underdog by n: rated n points above, below the other."
_SESSION = "Each player's session"
_SHOW = ("Show session of (blank: the last)", "Show event (blank: the last)")
"""Of a session, and of an event."""
_PLAYER = ReportColumn("Player", SessionLine.player, Kind.PLAYER, NAME_WIDTH, _SESSION)
_WON = ReportColumn("Won", SessionLine.wins, Kind.COUNT, 6, _SESSION)
_LOST = ReportColumn("Lost", SessionLine.losses, Kind.COUNT, 6, _SESSION)
_TIED = ReportColumn("Tied", SessionLine.ties, Kind.COUNT, 6, _SESSION)
_DRAWN = ReportColumn("Drawn", SessionLine.ties, Kind.COUNT, 7, _SESSION)
_SPREAD = ReportColumn("Spread", SessionLine.spread, Kind.SIGNED, 8, _SESSION)
_OLD = ReportColumn("Old", SessionLine.old, Kind.RATING, 8, _SESSION)
_NEW = ReportColumn("New", SessionLine.new, Kind.RATING, 8, _SESSION)
_PLAIN_SUM = ReportColumn("Plain sum", SessionLine.plain_sum, Kind.SIGNED, 8, _SESSION)
_TAKEN = ReportColumn("List takes", SessionLine.taken, Kind.CHANGE, 8, _SESSION)
_IN_WORDS = ReportColumn("How", SessionLine.words, Kind.TEXT, 34, _SESSION, size=9, said=TOLD)
_PLACINGS = (
    ReportColumn("Rank", PlacingLine.place, Kind.COUNT, 7),
    ReportColumn("Player", PlacingLine.player, Kind.PLAYER, NAME_WIDTH),
    ReportColumn("Nation", PlacingLine.nation, Kind.GROUP, 10),
    ReportColumn("Score", PlacingLine.percentile, Kind.DECIMAL, 11),
    ReportColumn("Old", PlacingLine.old, Kind.DECIMAL, 8),
    ReportColumn("Change", PlacingLine.change, Kind.DECIMAL_CHANGE, 8),
    ReportColumn("New", PlacingLine.new, Kind.DECIMAL, 8),
    ReportColumn("Change in words", PlacingLine.words, Kind.TEXT, 66, size=9, said=TOLD),
)


def layout(system: RatingSystem) -> SheetLayout:
    """Columns of the games and of the players, or of the placings."""
    kind = system.log_kind
    if not kind.is_paired:
        return SheetLayout(
            SCOREBOARD, _EVENT_TITLE, (ReportBlock(_PLACINGS),), landscape=True, lines=((1, 1),), key=_KEY, labels=_SHOW
        )
    # Words begin in a column of their own and run on to the right: a name's column would shrink them.
    words = ReportColumn("", None, Kind.TEXT, 1.5)
    first, second = (ReportColumn(heading, None, Kind.PLAYER, NAME_WIDTH) for heading in kind.players)
    figures = (
        *(ReportColumn(heading, None, Kind.RATING, 8) for heading in kind.ratings),
        *(ReportColumn(heading, None, Kind.CHANGE, 8) for heading in kind.changes),
    )
    games: tuple[ReportColumn, ...]
    players: tuple[ReportColumn, ...]
    if kind.result:
        games = (words, first, ReportColumn(kind.result, None, Kind.YES, 9), second, *figures)
        players = (_PLAYER, _WON, _DRAWN, _LOST, _OLD, _TAKEN, _NEW)
    else:
        score1, score2 = (ReportColumn(heading, None, Kind.SCORE, 8) for heading in kind.results)
        par = (ReportColumn("Par game", None, Kind.YES, 9),) if system.has_par else ()
        games = (words, first, score1, second, score2, *par, *figures)
        record = (_WON, _LOST) if system.tie_counts_as_win else (_WON, _LOST, _TIED)
        in_words = (_IN_WORDS,) if system.has_session_words else ()
        players = (_PLAYER, *record, _SPREAD, _OLD, _PLAIN_SUM, _TAKEN, _NEW, *in_words)
    row = HEADING_ROW + 1
    blocks = (
        ReportBlock(games, quiet_rows=f'$A{row}<>""'),
        ReportBlock(players, len(games) + 2, page=_SESSION),
    )
    return SheetLayout(SCOREBOARD, _TITLE, blocks, landscape=True, lines=((1, 1),), key=_KEY, labels=_SHOW)


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """What the session was, then its lines."""
    sheet = layout(system)
    if material.games is not None:
        chess, has_par = not system.log_kind.has_scores, system.has_par
        yield sheet.words(material.last_session())
        yield sheet.rows_area(
            [row for game in session_games(material.games) for row in _game_rows(game, chess, has_par, material.say)]
        )
        yield sheet.area(session_players(material.games), 1)
        return
    yield sheet.words(event_facts(material.replay, material.say))
    yield sheet.area(event_lines(material.replay))


def event_facts(replay: Replay, say: Language) -> str | None:
    """Name, place, date, players, rounds, boards and value of the last event; what was not typed is left out."""
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


def _game_rows(game: GameLine, chess: bool, has_par: bool, say: Language) -> Iterator[Sequence[CellValue]]:
    """The game, and its words below it."""
    if chess:
        result = None if game.score1 is None else CHESS_SCORES[game.score1]
        sides: Sequence[CellValue] = (game.player1, result, game.player2 or say.text("Bye"))
    else:
        sides = (game.player1, game.score1, game.player2 or say.text("Bye"), game.score2)
    par = (game.par,) if has_par else ()
    yield (None, *sides, *par, game.rating1, game.rating2, game.change1, game.change2)
    is_rated = game.rating1 is not None or game.rating2 is not None
    for words in game.words:
        yield (_told(words, say) if is_rated else say.told(words),)


def _told(words: str, say: Language) -> str:
    """Whose change some words tell, and the words, from "Player 1: favourite by 227 wins: 6"."""
    whose, _, told = words.partition(": ")
    return say.text("{whose}: {told}", whose=say.heading(whose), told=say.told(told))


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    """A cell to choose another session, or event, in."""
    from xladdin.workbook.report_sheets.blocks.choice_cells import EVENT_CHOICES, SESSION_CHOICES, add_choice

    paired = system.log_kind.is_paired
    choices = SESSION_CHOICES if paired else EVENT_CHOICES
    add_choice(sheet, 4, _SHOW[not paired], SHOW_SESSION, choices, is_date=paired)


SHEET = ReportSheet(SCOREBOARD, layout, areas, finish=_finish, shows="session")
