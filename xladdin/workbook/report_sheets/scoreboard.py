"""The Scoreboard sheet: the last session's games, each with its arithmetic, and beside them what each player takes.

For Diplomacy it is the report of the last event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xladdin.cells.table import Area, CellValue
from xladdin.cells.text import counted
from xladdin.reports.events import event_lines
from xladdin.reports.scoreboard import GameLine, session_games, session_players
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.layout import (
    HEADING_ROW,
    NAME_WIDTH,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
)
from xladdin.workbook.report_sheets.material import Material
from xladdin.workbook.schema import SCOREBOARD, Kind

_TITLE, _EVENT_TITLE = "Scoreboard of the last session", "Report of the last event"
_CHESS_RESULTS = {1: "1–0", 0.5: "½–½", 0: "0–1"}
_SESSION = "Each player's session"
_PLAYER = ReportColumn("Player", "player", Kind.PLAYER, NAME_WIDTH, _SESSION)
_WON = ReportColumn("Won", "wins", Kind.COUNT, 6, _SESSION)
_LOST = ReportColumn("Lost", "losses", Kind.COUNT, 6, _SESSION)
_TIED = ReportColumn("Tied", "ties", Kind.COUNT, 6, _SESSION)
_DRAWN = ReportColumn("Drawn", "ties", Kind.COUNT, 7, _SESSION)
_SPREAD = ReportColumn("Spread", "spread", Kind.SIGNED, 8, _SESSION)
_OLD, _NEW = (ReportColumn(heading, heading.lower(), Kind.RATING, 8, _SESSION) for heading in ("Old", "New"))
_PLAIN_SUM = ReportColumn("Plain sum", "plain_sum", Kind.SIGNED, 8, _SESSION)
_TAKEN = ReportColumn("List takes", "taken", Kind.CHANGE, 8, _SESSION)
_PLACINGS = (
    ReportColumn("Place", "place", Kind.COUNT, 7),
    ReportColumn("Player", "player", Kind.PLAYER, NAME_WIDTH),
    ReportColumn("Nation", "nation", Kind.GROUP, 10),
    ReportColumn("Percentile", "percentile", Kind.DECIMAL, 11),
    ReportColumn("Old", "old", Kind.DECIMAL, 8),
    ReportColumn("Change", "change", Kind.DECIMAL_CHANGE, 8),
    ReportColumn("New", "new", Kind.DECIMAL, 8),
    ReportColumn("Change in words", "words", Kind.TEXT, 66, size=9),
)


def layout(system: RatingSystem) -> SheetLayout:
    """Columns of the games and of the players, or of the placings."""
    kind = system.log_kind
    if not kind.is_paired:
        return SheetLayout(SCOREBOARD, _EVENT_TITLE, (ReportBlock(_PLACINGS),), landscape=True, lines=((1, 1),))
    # Words begin in a column of their own and run on to the right: a name's column would shrink them.
    words = ReportColumn("", "", Kind.TEXT, 1.5)
    first, second = (ReportColumn(heading, "", Kind.PLAYER, NAME_WIDTH) for heading in kind.players)
    figures = (
        *(ReportColumn(heading, "", Kind.RATING, 8) for heading in kind.ratings),
        *(ReportColumn(heading, "", Kind.CHANGE, 8) for heading in kind.changes),
    )
    games: tuple[ReportColumn, ...]
    players: tuple[ReportColumn, ...]
    if kind.result:
        games = (words, first, ReportColumn(kind.result, "", Kind.YES, 9), second, *figures)
        players = (_PLAYER, _WON, _DRAWN, _LOST, _OLD, _TAKEN, _NEW)
    else:
        score1, score2 = (ReportColumn(heading, "", Kind.SCORE, 8) for heading in kind.results)
        games = (words, first, score1, second, score2, *figures)
        record = (_WON, _LOST) if system.tie_counts_as_win else (_WON, _LOST, _TIED)
        players = (_PLAYER, *record, _SPREAD, _OLD, _PLAIN_SUM, _TAKEN, _NEW)
    row = HEADING_ROW + 1
    blocks = (
        ReportBlock(games, quiet_rows=f'$A{row}<>""'),
        ReportBlock(players, len(games) + 2),
    )
    return SheetLayout(SCOREBOARD, _TITLE, blocks, landscape=True, lines=((1, 1),))


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """What the session was, then its lines."""
    sheet, session = layout(system), material.replay.last_session
    if material.games is not None:
        chess = not system.log_kind.has_scores
        yield sheet.words(material.last_session())
        yield sheet.rows_area([row for game in session_games(material.games) for row in _game_rows(game, chess)])
        yield sheet.area(session_players(material.games), 1)
        return
    lines = event_lines(material.replay)
    yield sheet.words(
        f"{session[0].title}, {session[0].date.isoformat()} · {counted(lines[0].players, 'player')}"
        f" · value {lines[0].value:.2f}"
        if lines
        else None
    )
    yield sheet.area(lines)


def _game_rows(game: GameLine, chess: bool) -> Iterator[Sequence[CellValue]]:
    """The game, and its words below it."""
    if chess:
        sides: Sequence[CellValue] = (game.player1, _CHESS_RESULTS[game.score1], game.player2)
    else:
        sides = (game.player1, game.score1, game.player2, game.score2)
    yield (None, *sides, game.rating1, game.rating2, game.change1, game.change2)
    for words in game.words:
        yield (words,)


SHEET = ReportSheet(SCOREBOARD, layout, areas)
