"""The Scoreboard sheet: the last session's games, and below them what each player takes from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xladdin.cells import Area, CellValue
from xladdin.reports.events import event_lines
from xladdin.reports.scoreboard import GameLine, SessionLine, session_games, session_players
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.layout import FIRST_ROW, GROUP_ROW, ReportBlock, ReportColumn, SheetLayout
from xladdin.workbook.report_sheets.material import Material
from xladdin.workbook.schema import SCOREBOARD, Kind

PLAYER, GAMES = "Player", "Games"
"""Headings of the block below the games, by which its row of headings is known on the sheet."""
_PLAYER_HEADINGS = (PLAYER, GAMES, "Won–lost–tied", "Spread", "Old", "New", "Plain sum", "List takes", None)
_CAMPER_HEADINGS = (PLAYER, GAMES, "Won–drawn–lost", "Old", "New", "Sum", None, None)
_CHESS_RESULTS = {1: "1–0", 0.5: "½–½", 0: "0–1"}


def layout(system: RatingSystem) -> SheetLayout:
    """Columns of the games, or of the placings; the block below the games stands in the same columns."""
    if system.period == "event":
        return SheetLayout(SCOREBOARD, "Report of the last event", (ReportBlock(_PLACINGS),), landscape=True)
    first, second = (ReportColumn(heading, "", Kind.PLAYER, 21) for heading in system.opponents)
    ratings = tuple(ReportColumn(heading, "", Kind.RATING, 8) for heading in system.rated[:2])
    changes = tuple(ReportColumn(heading, "", Kind.CHANGE, 9) for heading in system.rated[2:4])
    words = ReportColumn(f"{system.rated[2]} in words", "", Kind.TEXT, 72, small=True)
    if len(system.scores) == 1:
        opponents: tuple[ReportColumn, ...] = (first, ReportColumn("Result", "", Kind.YES, 9), second)
    else:
        score1, score2 = (ReportColumn(heading, "", Kind.SCORE, 8) for heading in system.scores)
        opponents = (first, score1, second, score2)
    below = f'AND($A{FIRST_ROW}="{PLAYER}",$B{FIRST_ROW}="{GAMES}")'
    block = ReportBlock((*opponents, *ratings, *changes, words), heading_rows=below)
    return SheetLayout(SCOREBOARD, "Scoreboard of the last session", (block,), landscape=True)


_PLACINGS = (
    ReportColumn("Place", "place", Kind.COUNT, 7),
    ReportColumn("Player", "player", Kind.PLAYER, 26),
    ReportColumn("Nation", "nation", Kind.GROUP, 10),
    ReportColumn("Percentile", "percentile", Kind.DECIMAL, 10),
    ReportColumn("Old", "old", Kind.DECIMAL, 8),
    ReportColumn("Change", "change", Kind.DECIMAL_CHANGE, 8),
    ReportColumn("New", "new", Kind.DECIMAL, 8),
    ReportColumn("Change in words", "words", Kind.TEXT, 72, small=True),
)


def areas(material: Material) -> Iterator[Area]:
    """What the session was, then its lines."""
    periods = material.replay.log.periods
    sheet = layout(material.system)
    if not periods:
        yield _headline(None)
        yield sheet.blocks[0].area(SCOREBOARD, [])
        return
    last = periods[-1]
    if material.games is None:
        lines = event_lines(material.replay)
        yield _headline(
            f"{last.title}, {last.date.isoformat()} · {lines[0].players} players · value {lines[0].value:.2f}"
        )
        yield sheet.blocks[0].area(SCOREBOARD, lines)
        return
    players = session_players(material.games)
    games = len(material.games.session)
    yield _headline(f"{last.date.isoformat()} · {len(players)} players · {games} game{'' if games == 1 else 's'}")
    rows: list[Sequence[CellValue]]
    if len(material.system.scores) == 1:
        rows = [_chess_row(line) for line in session_games(material.games)]
        below = [_CAMPER_HEADINGS, *map(_camper_row, players)]
    else:
        rows = [tuple(line) for line in session_games(material.games)]
        below = [_PLAYER_HEADINGS, *map(_player_row, players)]
    width = len(sheet.blocks[0].columns)
    yield Area(SCOREBOARD, FIRST_ROW, 1, width, [*rows, (None,) * width, *below])


def _headline(text: str | None) -> Area:
    return Area(SCOREBOARD, GROUP_ROW, 1, 1, [(text,)], rows_owned=1)


def _chess_row(line: GameLine) -> Sequence[CellValue]:
    result = None if line.score1 is None else _CHESS_RESULTS[line.score1]
    return (line.player1, result, line.player2, *line[4:])


def _player_row(line: SessionLine) -> Sequence[CellValue]:
    record = f"{line.wins}–{line.losses}" + (f"–{line.ties}" if line.ties else "")
    return (line.player, line.games, record, line.spread, line.old, line.new, line.plain_sum, line.taken, None)


def _camper_row(line: SessionLine) -> Sequence[CellValue]:
    record = f"{line.wins}–{line.ties}–{line.losses}"
    return (line.player, line.games, record, line.old, line.new, line.plain_sum, None, None)
