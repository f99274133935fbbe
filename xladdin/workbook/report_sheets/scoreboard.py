"""The Scoreboard sheet: the last session's games, each with its arithmetic, and beside them what each player takes.

For Diplomacy it is the report of the last event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from xladdin.cells.table import Area, CellValue
from xladdin.languages.language import Language
from xladdin.replay import Replay
from xladdin.reports.events import PlacingLine, event_lines, last_event
from xladdin.reports.given_names import given_names
from xladdin.reports.scoreboard import CHESS_SCORES, GameLine, SessionLine, session_games, session_players
from xladdin.reports.tallies import ClubGames
from xladdin.systems.log_kinds import LogKind
from xladdin.systems.shared.wording import without_change
from xladdin.systems.system import KeyWords, RatingSystem
from xladdin.workbook.report_sheets.blocks.keys import key_of_session
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    LEAD,
    NAME_WIDTH,
    TOLD,
    WALL_NAME_WIDTH,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    kept_together,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import SCOREBOARD, Kind
from xladdin.workbook.shown import SHOW_SESSION

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_TITLE, _EVENT_TITLE = "Scoreboard", "Report of an event"
HOW = "How the change comes about"
_SESSION = "Each player's session"
_SHOW = ("Show session of (blank: the last)", "Show event (blank: the last)")
"""Of a session, and of an event."""
_PLAYER = ReportColumn("Player", SessionLine.player, Kind.PLAYER, NAME_WIDTH, _SESSION)
_WON_LOST = ReportColumn("Won–lost", SessionLine.record, Kind.RESULT, 10, _SESSION)
_WON_LOST_TIED = ReportColumn("Won–lost–tied", SessionLine.record, Kind.RESULT, 14, _SESSION)
_WON_DRAWN_LOST = ReportColumn("Won–drawn–lost", SessionLine.chess_record, Kind.RESULT, 15, _SESSION)
_SPREAD = ReportColumn("Spread", SessionLine.spread, Kind.SIGNED, 8, _SESSION)
_OLD = ReportColumn("Old", SessionLine.old, Kind.RATING, 8, _SESSION)
_NEW = ReportColumn("New", SessionLine.new, Kind.RATING, 8, _SESSION, bold=True)
_PLAIN_SUM = ReportColumn("Sum of games", SessionLine.plain_sum, Kind.SIGNED, 9, _SESSION)
_TAKEN = ReportColumn("Change", SessionLine.taken, Kind.CHANGE, 9, _SESSION)
_IN_WORDS = ReportColumn("How", SessionLine.words, Kind.TEXT, 40, _SESSION, said=TOLD)
_FORMER = tuple(
    ReportColumn(heading, figure, Kind.COUNT, 6)
    for heading, figure in (
        ("Won", SessionLine.wins),
        ("Lost", SessionLine.losses),
        ("Tied", SessionLine.ties),
        ("Drawn", SessionLine.ties),
        ("Plain sum", SessionLine.plain_sum),
        ("List takes", SessionLine.taken),
    )
)
_PLACINGS = (
    LEAD,
    ReportColumn("Rank", PlacingLine.place, Kind.COUNT, 6),
    ReportColumn("Player", PlacingLine.player, Kind.PLAYER, NAME_WIDTH),
    ReportColumn("Nation", PlacingLine.nation, Kind.GROUP, 14),
    ReportColumn("Score", PlacingLine.percentile, Kind.DECIMAL, 8),
    ReportColumn("Old", PlacingLine.old, Kind.DECIMAL, 8),
    ReportColumn("Change", PlacingLine.change, Kind.DECIMAL_CHANGE, 9),
    ReportColumn("New", PlacingLine.new, Kind.DECIMAL, 8, bold=True),
    ReportColumn("Change in words", PlacingLine.words_beside_change, Kind.TEXT, 56, said=TOLD),
)
_PAGE_ROWS, _ROW = 28, 14.0
"""Rows below the headings that a page on its side holds, of Letter and of A4, and their height [points]."""
_GAINS = KeyWords("± n: the first gains n and the other loses n.")
_TAKES = KeyWords("▲ up, ▼ down, = unchanged.")
_HOW_WIDTH, _HOW_LETTERS = 60, 68
"""Of the column of words beside a game, and letters that it holds."""
_PLUS_MINUS = '"± "0'


def layout(system: RatingSystem) -> SheetLayout:
    """Columns of the games and of the players, or of the placings."""
    kind = system.log_kind
    if not kind.is_paired:
        placings = ReportBlock(_PLACINGS, has_foot=True)
        return SheetLayout(
            SCOREBOARD, _EVENT_TITLE, (placings,), landscape=True, row_height=_ROW, lines=((1, 1),),
            page_rows=_PAGE_ROWS, labels=_SHOW,
        )  # fmt: skip
    how = (ReportColumn(HOW, None, Kind.TEXT, _HOW_WIDTH),) if system.changes_mirror else ()
    players: tuple[ReportColumn, ...]
    if kind.result:
        names = (
            ReportColumn(kind.player1, None, Kind.PLAYER, WALL_NAME_WIDTH),
            ReportColumn(kind.result, None, Kind.YES, 8),
            ReportColumn(kind.player2, None, Kind.PLAYER, WALL_NAME_WIDTH),
        )
        changes = tuple(ReportColumn(heading, None, Kind.CHANGE, 9) for heading in kind.changes)
        players = (_PLAYER, _WON_DRAWN_LOST, _OLD, _TAKEN, _NEW)
    else:
        names = (
            ReportColumn("Winner", None, Kind.PLAYER, WALL_NAME_WIDTH, bold=True),
            ReportColumn("Score", None, Kind.RESULT, 10),
            ReportColumn("Loser", None, Kind.PLAYER, WALL_NAME_WIDTH),
            *((ReportColumn("Par game", None, Kind.YES, 11),) if system.has_par else ()),
        )
        one = ReportColumn("Change", None, Kind.CHANGE, 8, number_format=_PLUS_MINUS)
        both = (ReportColumn(f"{whose}'s {what}", None, form, 10) for what, form in
                (("rating", Kind.RATING), ("change", Kind.CHANGE)) for whose in ("Winner", "Loser"))  # fmt: skip
        changes = (one,) if system.changes_mirror else tuple(both)
        record = _WON_LOST if system.tie_counts_as_win else _WON_LOST_TIED
        in_words = (_PLAIN_SUM, _IN_WORDS) if system.has_session_words else ()
        players = (_PLAYER, record, _SPREAD, _OLD, *in_words[:1], _TAKEN, _NEW, *in_words[1:])
    columns = (LEAD, *names, *changes, *how)
    row = HEADING_ROW + 1
    former = tuple(
        ReportColumn(heading, None, Kind.RATING, 8)
        for heading in (*kind.players, *kind.results, *kind.ratings, *kind.changes, "Par game")
    )
    words = f'AND($A{row}<>"",$B{row}="")'
    blocks = (
        ReportBlock(columns, quiet_rows="" if system.changes_mirror else words, has_foot=True, gaps=5, former=former),
        ReportBlock(players, len(columns) + 2, page=_SESSION, former=_FORMER),
    )
    return SheetLayout(
        SCOREBOARD,
        _TITLE,
        blocks,
        landscape=True,
        row_height=_ROW,
        lines=((1, 1),),
        page_rows=_PAGE_ROWS,
        labels=_SHOW,
    )


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """What the session was, then its lines."""
    sheet = layout(system)
    if material.games is not None:
        marks = (_GAINS, _TAKES) if system.log_kind.has_scores and system.changes_mirror else (_TAKES,)
        yield sheet.words(material.last_session())
        key = key_of_session(system, material.say, *marks)
        rows = kept_together(_game_rows(material.games, sheet, material.say), _PAGE_ROWS, key)
        yield sheet.rows_area(rows, foot=key)
        yield sheet.area(session_players(material.games), 1)
        return
    yield sheet.words(event_facts(material.replay, material.say))
    yield sheet.area(event_lines(material.replay), foot=key_of_session(system, material.say, _TAKES))


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


def _game_rows(games: ClubGames, sheet: SheetLayout, say: Language) -> Iterator[list[tuple[CellValue, ...]]]:
    """Each game: its row, and where they do not stand in it the words below it."""
    system = games.replay.log.system
    lines = session_games(games, of_winner=system.log_kind.has_scores)
    given = given_names(line.player for line in session_players(games))
    today, former = ([c.heading for c in columns] for columns in (sheet.blocks[0].columns, sheet.blocks[0].former))
    for game in lines:
        words = [_named(told, game, system.log_kind, given, say) for told in game.words]
        cells, typed = _cells(game, system.log_kind, say), _typed(game, system.log_kind, say)
        further: list[tuple[CellValue, ...]] = [(told,) for told in words]
        if system.changes_mirror:
            cells[HOW], *more = _in_lines("; ".join(words))
            further = [tuple({HOW: told}.get(heading) for heading in today) for told in more]
        yield [(*map(cells.get, today), *map(typed.get, former)), *further]


def _in_lines(words: str) -> list[str]:
    """Words that stand beside a game; what is too long for the column is parted at its last semicolon."""
    first, semicolon, rest = words.rpartition("; ")
    return [f"{first};", rest] if semicolon and len(words) > _HOW_LETTERS else [words]


def _cells(game: GameLine, kind: LogKind, say: Language) -> dict[str, CellValue]:
    """A game's cells by heading; the winner first, of a tied game who gains."""
    cells = _typed(game, kind, say)
    if not kind.has_scores:
        return cells
    score1, score2 = game.score1, game.score2
    second = game.player2 or say.text("Bye")
    sides = [(game.player1, score1, game.rating1, game.change1), (second, score2, game.rating2, game.change2)]
    if score1 is not None and score2 is not None:
        if (score2, game.change2 or 0) > (score1, game.change1 or 0):
            sides.reverse()
        cells["Score"] = f"{sides[0][1]:g}–{sides[1][1]:g}"
    for whose, (player, _, rating, change) in zip(("Winner", "Loser"), sides):
        cells |= {whose: player, f"{whose}'s rating": rating, f"{whose}'s change": change}
    cells["Change"] = cells["Winner's change"]
    if sides[0][0] != game.player1 and game.par:
        cells["Par game"] = "–".join(reversed(game.par.split("–")))
    return cells


def _typed(game: GameLine, kind: LogKind, say: Language) -> dict[str, CellValue]:
    """The same with the players in the order in which they were typed."""
    names = (game.player1, game.player2 or say.text("Bye"))
    cells: dict[str, CellValue] = dict(zip(kind.players, names))
    if kind.has_scores:
        cells |= {kind.score1: game.score1, kind.score2: game.score2}
    cells |= dict(zip(kind.ratings, (game.rating1, game.rating2)))
    cells |= dict(zip(kind.changes, (game.change1, game.change2)))
    cells["Par game"] = game.par
    if kind.result:
        cells[kind.result] = None if game.score1 is None else CHESS_SCORES[game.score1]
    return cells


def _named(words: str, game: GameLine, kind: LogKind, given: Mapping[str, str], say: Language) -> str:
    """The words of a side with the player's name instead of his heading, without the change, which stands beside."""
    for heading, player in zip(kind.players, (game.player1, game.player2)):
        if player and words.startswith(f"{heading}: "):
            told = without_change(words.removeprefix(f"{heading}: "))
            return say.text("{whose}: {told}", whose=given.get(player, player), told=say.told(told))
    return say.told(words)


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    """A cell to choose another session, or event, in."""
    from xladdin.workbook.report_sheets.blocks.choice_cells import EVENT_CHOICES, SESSION_CHOICES, add_choice

    paired = system.log_kind.is_paired
    choices = SESSION_CHOICES if paired else EVENT_CHOICES
    add_choice(sheet, 4, _SHOW[not paired], SHOW_SESSION, choices, is_date=paired)


SHEET = ReportSheet(SCOREBOARD, layout, areas, finish=_finish, shows="session")
