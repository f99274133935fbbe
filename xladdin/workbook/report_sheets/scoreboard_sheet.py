"""The Scoreboard sheet: the last session's games, each with its arithmetic, and what each player takes from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xladdin.cells import Area, CellValue
from xladdin.reports.events import event_lines
from xladdin.reports.scoreboard import SessionLine, session_games, session_players
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.layout import HEADING_ROW, ReportBlock, ReportColumn, SheetLayout
from xladdin.workbook.report_sheets.material import Material
from xladdin.workbook.schema import SCOREBOARD, Kind

PLAYER, GAMES = "Player", "Games"
"""Headings of the block below the games, by which its row of headings is known on the sheet."""
_PLAYER_HEADINGS = (PLAYER, GAMES, "Won–lost–tied", "Spread", "Old", "New", "Plain sum", "List takes")
_CAMPER_HEADINGS = (PLAYER, GAMES, "Won–drawn–lost", "Old", "New", "Sum")
_CHESS_RESULTS = {1: "1–0", 0.5: "½–½", 0: "0–1"}
_PLACINGS = (
    ReportColumn("Place", "place", Kind.COUNT, 7),
    ReportColumn("Player", "player", Kind.PLAYER, 26),
    ReportColumn("Nation", "nation", Kind.GROUP, 10),
    ReportColumn("Percentile", "percentile", Kind.DECIMAL, 11),
    ReportColumn("Old", "old", Kind.DECIMAL, 8),
    ReportColumn("Change", "change", Kind.DECIMAL_CHANGE, 8),
    ReportColumn("New", "new", Kind.DECIMAL, 8),
    ReportColumn("Change in words", "words", Kind.TEXT, 66, size=9),
)


def layout(system: RatingSystem) -> SheetLayout:
    """Columns of the games, or of the placings; the block below the games stands in the same columns."""
    if system.period == "event":
        return SheetLayout(SCOREBOARD, "Report of the last event", (ReportBlock(_PLACINGS),), landscape=True)
    first, second = (ReportColumn(heading, "", Kind.PLAYER, 24) for heading in system.opponents)
    ratings = tuple(ReportColumn(heading, "", Kind.RATING, 10) for heading in system.rated[:2])
    changes = tuple(ReportColumn(heading, "", Kind.CHANGE, 10) for heading in system.rated[2:4])
    if len(system.scores) == 1:
        opponents: tuple[ReportColumn, ...] = (first, ReportColumn("Result", "", Kind.YES, 10), second)
    else:
        score1, score2 = (ReportColumn(heading, "", Kind.SCORE, 9) for heading in system.scores)
        opponents = (first, score1, second, score2)
    row = HEADING_ROW + 1
    block = ReportBlock(
        (*opponents, *ratings, *changes),
        heading_rows=f'AND($A{row}="{PLAYER}",$B{row}="{GAMES}")',
        quiet_rows=f'AND($A{row}<>"",$B{row}="")',
    )
    return SheetLayout(SCOREBOARD, "Scoreboard of the last session", (block,))


def areas(material: Material) -> Iterator[Area]:
    """What the session was, then its lines."""
    sheet, periods = layout(material.system), material.replay.log.periods
    if material.games is not None:
        yield sheet.headline(material.last_session())
        yield sheet.rows_area(list(_rows(material)))
        return
    lines = event_lines(material.replay)
    yield sheet.headline(
        f"{periods[-1].title}, {periods[-1].date.isoformat()} · {lines[0].players} players · value {lines[0].value:.2f}"
        if lines
        else None
    )
    yield sheet.area(lines)


def _rows(material: Material) -> Iterator[Sequence[CellValue]]:
    """Each game with its words below it, a blank row, then headings and a row for each player."""
    assert material.games is not None
    chess = len(material.system.scores) == 1
    for game in session_games(material.games):
        result = (_CHESS_RESULTS[game.score1],) if chess else (game.score1,)
        others = (game.player2,) if chess else (game.player2, game.score2)
        yield (game.player1, *result, *others, game.rating1, game.rating2, game.change1, game.change2)
        yield from ((words,) for words in game.words)
    players = session_players(material.games)
    if players:
        yield ()
        yield _CAMPER_HEADINGS if chess else _PLAYER_HEADINGS
        yield from map(_camper_row if chess else _player_row, players)


def _player_row(line: SessionLine) -> Sequence[CellValue]:
    record = f"{line.wins}–{line.losses}" + (f"–{line.ties}" if line.ties else "")
    return (line.player, line.games, record, line.spread, line.old, line.new, line.plain_sum, line.taken)


def _camper_row(line: SessionLine) -> Sequence[CellValue]:
    record = f"{line.wins}–{line.ties}–{line.losses}"
    return (line.player, line.games, record, line.old, line.new, line.taken)
