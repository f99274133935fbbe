"""Describe the Scoreboard: the games of a session with their explanations and results, or the placings of an event."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from xladdin.cells import ColumnType, Number, format_scores
from xladdin.languages import BYE, Language
from xladdin.messages import Message, msg
from xladdin.replay import Replay
from xladdin.reports.context import ReportContext
from xladdin.reports.games import (
    CHESS_SCORES,
    GameLine,
    PlacingLine,
    SessionLine,
    find_last_event,
    list_event_lines,
    list_session_games,
    list_session_players,
)
from xladdin.reports.report import (
    EVENT_CHOICES,
    LEAD,
    NARROW_NAME_WIDTH,
    SCOREBOARD,
    SESSION_CHOICES,
    SHOW_SESSION,
    Choice,
    Column,
    Group,
    HtmlColumn,
    Note,
    PageSetup,
    Report,
    Row,
    Section,
    SheetSection,
    Stacked,
    make_headline,
    plain_groups,
)
from xladdin.reports.wording import count_boards, count_players, count_rounds, find_given_names
from xladdin.systems.system import RatingSystem, as_heading, without_change

EXPLANATION_HEADING = msg("How the change comes about")
_OPPOSITE = msg("Change: for the winner; the loser has the opposite.")
_SIGNS = msg("▲ up, ▼ down, = unchanged.")
# The width of a page, of Letter or A4, in landscape and in portrait orientation [characters].
_LANDSCAPE, _PORTRAIT = 133.0, 96.0
# The number of letters of a text per character of a column's width.
_LETTERS = 1.13
# The number of letters of a legend per character of a column's width, and the most of a line.
_LEGEND_LETTERS, _MAX_LEGEND_LENGTH = 1.15, 130


class SessionGame(NamedTuple):
    """A game on the Scoreboard, with the winner as player 1, or in a tie the player who gains, or in chess White.

    `explanation` is that of the change in a system whose changes are opposite, else None.
    """

    player1: str
    player2: str
    result: str | None
    par: str | None
    change1: Number | None
    change2: Number | None
    explanation: Stacked | str | None


class SessionSide(NamedTuple):
    """A side of a game, for media without room for both sides in a row."""

    player: str
    score: str | Number | None
    change: Number | str | None


def define_scoreboard_report(system: RatingSystem) -> Report:
    """Describe the Scoreboard of the last or chosen session, or event."""
    if not system.log_schema.is_paired:
        return _define_event_report(system)
    is_mirrored = system.has_mirrored_changes
    page = PageSetup(is_mirrored, row_height=12.75, heading_height=40, page_rows=30 if is_mirrored else 45)
    choice = Choice(msg("Show session of (blank: the last)"), SHOW_SESSION, SESSION_CHOICES, is_date=True)
    sections = [_define_games(system), _define_sides(system), _define_players(system)]
    headline = make_headline(ReportContext.describe_last_session)
    return Report(SCOREBOARD, msg("Scoreboard"), sections, [headline], page, "session", choice)


def _define_games(system: RatingSystem) -> Section:
    schema, line, is_mirrored = system.log_schema, SessionGame, system.has_mirrored_changes
    changes: Sequence[Message] = [as_heading(heading) for heading in schema.changes]
    if schema.has_scores:
        names = (msg("Winner"), msg("Loser"))
        result = Column(msg("Score"), line.result, ColumnType.RESULT, 10)
        changes = (msg("Change"),) if system.has_mirrored_changes else (msg("Winner's change"), msg("Loser's change"))
    else:
        white, black = schema.players
        names = (as_heading(white), as_heading(black))
        result = Column(as_heading(*schema.results), line.result, ColumnType.YES, 7.5)
    change_kind = ColumnType.DECIMAL_CHANGE if schema.decimal_changes else ColumnType.CHANGE
    columns = {
        "lead": LEAD if is_mirrored else LEAD._replace(indent=3),  # explanations are indented below the names
        "player1": Column(names[0], line.player1, ColumnType.PLAYER, NARROW_NAME_WIDTH, is_bold=schema.has_scores),
        "result": result,
        "player2": Column(names[1], line.player2, ColumnType.PLAYER, NARROW_NAME_WIDTH),
        **({"par": Column(msg("Par game"), line.par, ColumnType.YES, 9)} if system.has_par else {}),
        **{
            key: Column(heading, value, change_kind, 9)
            for key, heading, value in zip(("change1", "change2"), changes, (line.change1, line.change2))
        },
    }
    width = sum(column.width for column in columns.values())
    room = _PORTRAIT
    sheet = SheetSection(quiet_rows='AND({lead}<>"",{player1}="")')
    if system.has_mirrored_changes:
        room = _LANDSCAPE - width
        columns["how"] = Column(EXPLANATION_HEADING, line.explanation, ColumnType.TEXT, room)
        sheet, width = SheetSection(opening_rows='{player1}<>""'), _LANDSCAPE
    legend_width = min(_MAX_LEGEND_LENGTH, int(width * _LEGEND_LETTERS))
    opposite = [_OPPOSITE] if system.has_mirrored_changes and schema.has_scores else []
    return Section(
        columns,
        {"sheet": " ".join(columns)},
        lambda context: _iter_game_groups(context, room * _LETTERS),
        msg("Games"),
        lambda context: build_session_legend(system, *opposite, _SIGNS),
        sheet=sheet._replace(legend_width=legend_width, legend_gap=1),
    )


def _iter_game_groups(context: ReportContext, letters: float) -> Iterator[Group]:
    """Yield each game with its explanation, in its row or below it. `letters` is the length of a line."""
    system, language = context.system, context.language
    short_names = find_given_names(line.player for line in list_session_players(context.statistics))
    for game in list_session_games(context.statistics, of_winner=system.log_schema.has_scores):
        texts = [_render_note(note, short_names, language) for note in _shorten_notes(game)]
        if system.has_mirrored_changes:
            lines = _split("; ".join(texts), letters)
            explanation = lines[0] if len(lines) == 1 else Stacked(*lines)
            yield Group([Row(_make_session_game(game, system, explanation))])
        else:
            notes = [Note(line) for text in texts for line in _split(text, letters)]
            yield Group([Row(_make_session_game(game, system, None)), *([Row(notes=notes)] if notes else [])])


def _shorten_notes(game: GameLine) -> list[Note]:
    """Return the notes of a game without the changes at their end, which are in columns of their own."""
    return [note._replace(text=without_change(note.text)) for note in game.notes]


def _render_note(note: Note, short_names: Mapping[str, str], language: Language) -> str:
    if not note.player:
        return language.render_text(note.text)
    return language.render(msg("{player}: {words}", player=short_names.get(note.player, note.player), words=note.text))


def _split(text: str, letters: float) -> list[str]:
    """Return a text, or its two parts at the last semicolon if it is too long for a line."""
    first, semicolon, rest = text.rpartition("; ")
    return [f"{first};", rest] if semicolon and len(text) > letters else [text]


def _make_session_game(game: GameLine, system: RatingSystem, explanation: Stacked | str | None) -> SessionGame:
    second = game.player2 or BYE
    if not system.log_schema.has_scores:
        result = None if game.score1 is None else CHESS_SCORES[game.score1]
        return SessionGame(game.player1, second, result, None, game.change1, game.change2, explanation)
    if game.score1 is None or game.score2 is None:
        return SessionGame(game.player1, second, None, game.par, game.change1, game.change2, explanation)
    if (game.score2, game.change2 or 0) > (game.score1, game.change1 or 0):
        result = format_scores(game.score2, game.score1)
        return SessionGame(second, game.player1, result, _swap_par(game), game.change2, game.change1, explanation)
    result = format_scores(game.score1, game.score2)
    return SessionGame(game.player1, second, result, game.par, game.change1, game.change2, explanation)


def _swap_par(game: GameLine) -> str | None:
    """Return the par scores of a game with that of player 2 first."""
    return game.par and "–".join(reversed(game.par.split("–")))


def _define_sides(system: RatingSystem) -> Section:
    """Describe the games with a row for each side, for narrow screens."""
    schema, line = system.log_schema, SessionSide
    player, score = (msg("Player"), msg("Score")) if schema.has_scores else (msg("White, Black"), msg("Points"))
    columns = {
        "player": Column(player, line.player, ColumnType.PLAYER),
        "score": Column(score, line.score, ColumnType.COUNT, web=HtmlColumn("n")),
        "change": Column(msg("Change"), line.change, ColumnType.CHANGE, web=HtmlColumn("n")),
    }
    return Section(
        columns,
        {"web": "player score change"},
        _iter_side_groups,
        msg("Games"),
        lambda context: build_session_legend(system, _SIGNS),
        css=f"sortable games stacked{' won-first' if schema.has_scores else ''}",
        keeps_hidden_players=True,
    )


def _iter_side_groups(context: ReportContext) -> Iterator[Group]:
    system = context.system
    has_scores = system.log_schema.has_scores
    for game in list_session_games(context.statistics, of_winner=has_scores):
        is_rated = game.rating1 is not None or game.rating2 is not None
        sides = [
            SessionSide(
                player or BYE,
                score if score is None or has_scores else CHESS_SCORES[score].partition("–")[0],
                None if not (is_rated and player) else msg("new") if change is None else change,
            )
            for player, score, change in (
                (game.player1, game.score1, game.change1),
                (game.player2, game.score2, game.change2),
            )
        ]
        notes = _shorten_notes(game) if is_rated else list(game.notes)
        par = game.par
        if has_scores and (game.score1 or 0) < (game.score2 or 0):
            sides, notes, par = sides[::-1], notes[::-1], _swap_par(game)
        if len(notes) == 1:
            notes = [Note(notes[0].text)]
        if par:
            notes.append(Note(msg("Par game: {scores}", scores=par)))
        yield Group([*map(Row, sides), Row(notes=notes)])


def _define_players(system: RatingSystem) -> Section:
    schema, line = system.log_schema, SessionLine
    if schema.counts_points:
        record = Column(msg("Won–drawn–lost"), line.chess_record, ColumnType.RESULT, 15)
    elif system.tie_counts_as_win:
        record = Column(msg("Won–lost"), line.record, ColumnType.RESULT, 10)
    else:
        record = Column(msg("Won–lost–tied"), line.record, ColumnType.RESULT, 9)
    # Values of the type EVENT are shrunk to fit.
    width, how_kind = (50, ColumnType.TEXT) if system.has_mirrored_changes else (26, ColumnType.EVENT)
    columns = {
        "player": Column(msg("Player"), line.player, ColumnType.PLAYER, NARROW_NAME_WIDTH),
        "record": record._replace(web=HtmlColumn("n")),
        "spread": Column(msg("Spread"), line.spread, ColumnType.SIGNED, 7, web=HtmlColumn("n more")),
        "old": Column(msg("Old"), line.old, ColumnType.RATING, 7, web=HtmlColumn("n more")),
        "sum": Column(
            msg("Sum of games"),
            line.plain_sum,
            ColumnType.SIGNED,
            7.5,
            web=HtmlColumn("n more", msg("Sum"), condition=has_explanations),
        ),
        "change": Column(msg("Change"), line.change, ColumnType.CHANGE, 8.5, web=HtmlColumn("n")),
        "new": Column(msg("New"), line.new, ColumnType.RATING, 7, is_bold=True, web=HtmlColumn("n")),
        "how": Column(
            msg("How"),
            line.explanation,
            how_kind,
            width,
            web=HtmlColumn("more how", condition=has_explanations),
        ),
    }
    has_words = system.describes_sessions and schema.has_scores
    keys = f"player record {'spread ' if schema.has_scores else ''}old {'sum ' if has_words else ''}change new"
    keys += " how" if has_words else ""
    return Section(
        columns,
        {"sheet": keys, "web": keys},
        lambda context: plain_groups(list_session_players(context.statistics)),
        msg("Each player's session"),
        css="sortable lined each",
        number=1,
        sheet=SheetSection(own_page=True),
    )


def has_explanations(context: ReportContext) -> bool:
    """Return whether the change of the list differs from the sum of the games for any player."""
    return any(line.explanation for line in list_session_players(context.statistics))


def _define_event_report(system: RatingSystem) -> Report:
    line = PlacingLine
    columns = {
        "lead": LEAD,
        "place": Column(msg("Rank"), line.place, ColumnType.COUNT, 5.5, web=HtmlColumn("n rank", msg("No."))),
        "player": Column(msg("Player"), line.player, ColumnType.PLAYER, NARROW_NAME_WIDTH),
        "nation": Column(msg("Nation"), line.nation, ColumnType.GROUP, 12, web=HtmlColumn("more")),
        "score": Column(msg("Score"), line.percentile, ColumnType.DECIMAL, 7.5, web=HtmlColumn("n")),
        "old": Column(msg("Old"), line.old, ColumnType.RATING, 7.5, web=HtmlColumn("n more")),
        "change": Column(msg("Change"), line.change, ColumnType.CHANGE, 8.5, web=HtmlColumn("n")),
        "new": Column(msg("New"), line.new, ColumnType.RATING, 7.5, is_bold=True, web=HtmlColumn("n strong")),
        "how": Column(
            msg("Change in words"), line.explanation_without_change, ColumnType.TEXT, 59,
            web=HtmlColumn(is_below=True),
        ),
    }  # fmt: skip
    keys = " ".join(columns)
    width = sum(column.width for column in columns.values())
    placings = Section(
        columns,
        {"sheet": keys, "web": keys.removeprefix("lead "), "terminal": "place player score old change new"},
        lambda context: plain_groups(list_event_lines(context.replay)),
        msg("Report of an event"),
        lambda context: build_session_legend(system, _SIGNS),
        css="sortable placings",
        sheet=SheetSection(legend_width=min(_MAX_LEGEND_LENGTH, int(width * _LEGEND_LETTERS))),
    )
    return Report(
        SCOREBOARD,
        msg("Report of an event"),
        [placings],
        [make_headline(lambda context: describe_event(context.replay, context.language))],
        PageSetup(landscape=True, row_height=12.75, page_rows=30),
        "session",
        Choice(msg("Show event (blank: the last)"), SHOW_SESSION, EVENT_CHOICES),
    )


def describe_event(replay: Replay, language: Language) -> str | None:
    """Return a text with the properties of the last event, as far as they were typed, or None."""
    event = find_last_event(replay)
    if event is None:
        return None
    (value,) = replay.log.system.event_columns([event])["Value"]
    parts: Sequence[str | None] = (
        event.name,
        event.place,
        language.format_full_date(event.date),
        language.render(count_players(event.players)),
        language.render(count_rounds(event.rounds)),
        language.render(count_boards(event.boards)) if event.boards else "",
        language.render(msg("value {value:.2f}", value=value)),
    )
    return " · ".join(filter(None, parts))


_FAVOURITE = msg("Favourite, underdog by n: rated n points above, below the other.")


def build_session_legend(system: RatingSystem, *further: Message) -> list[Message]:
    """Return the legend of the games of a session, and of how they result in the change of the list."""
    favourite = [_FAVOURITE] if system.log_schema.is_paired else []
    return [*further, *favourite, *system.session_legend()]
