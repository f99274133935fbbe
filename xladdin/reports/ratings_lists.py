"""Describe the ratings lists: Standings, the Weekly sheet of Lexington and the Ladder, with their legends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from xladdin.cells import ColumnType, name_key, rank_with_ties
from xladdin.languages import Language
from xladdin.messages import BLANK, Message, msg
from xladdin.replay import Replay
from xladdin.reports.context import (
    ReportContext,
    StandingsLine,
    find_biggest_gain,
    format_marked_rating,
    iter_rating_legend,
)
from xladdin.reports.games import UNRATED_EXPLANATIONS, GameLine, list_session_games
from xladdin.reports.records import RATING_GAIN, RecordLine, find_gain_records, find_game_records
from xladdin.reports.report import (
    CLUB_NEWS,
    LABEL,
    LADDER,
    LEAD,
    NAME_WIDTH,
    NARROW_NAME_WIDTH,
    NOTE,
    PAGE_GAP,
    PROSE,
    SEASON_CHOICES,
    SHORT_DATE,
    SHOW_SESSION,
    SHOW_YEAR,
    STANDINGS,
    WEEKLY_SHEET,
    Choice,
    Column,
    Group,
    HtmlColumn,
    Input,
    Lines,
    PageSetup,
    Report,
    Row,
    Section,
    SheetSection,
    Value,
    make_headline,
    plain_groups,
)
from xladdin.reports.wording import count_games, find_given_names, wrap_legend
from xladdin.systems.system import RatingSystem, as_heading

SEASON = msg("This season")
BY_NATION = msg("By nation")
# 45 players and the legend fit on a page.
LIST_PAGE = PageSetup(row_height=12, page_rows=48)


def make_rating_columns(system: RatingSystem) -> dict[str, Column]:
    """Return the columns of ratings lists by key."""
    schema, line = system.log_schema, StandingsLine
    season = SEASON if schema.is_paired else BLANK
    if schema.counts_points:
        record = Column(msg("Won–drawn–lost"), line.chess_record, ColumnType.RESULT, 14, group=season)
    elif system.tie_counts_as_win:
        record = Column(msg("Won–lost"), line.record, ColumnType.RESULT, 7.5, group=season)
    else:
        record = Column(msg("Won–lost–tied"), line.record, ColumnType.RESULT, 9, group=season)
    games = Column(
        as_heading(schema.count_heading),
        line.games,
        ColumnType.COUNT,
        8 if schema.is_paired else 8.5,
        web=HtmlColumn("n more"),
    )
    if schema.has_scores:
        games = games._replace(
            heading=msg("Games in all"), width=7, web=HtmlColumn("n more", as_heading(schema.count_heading))
        )
    return {
        "lead": LEAD,
        "rank": Column(msg("Rank"), line.rank, ColumnType.COUNT, 5, web=HtmlColumn("n rank", msg("No."))),
        "player": Column(
            msg("Player"), line.player, ColumnType.PLAYER, NARROW_NAME_WIDTH if schema.has_scores else NAME_WIDTH
        ),
        "nation": Column(msg("Nation"), line.nation, ColumnType.GROUP, 17, web=HtmlColumn("more")),
        "group": Column(msg("Group"), line.group, ColumnType.GROUP, 14, web=HtmlColumn("more")),
        "session": Column(BLANK, line.session_mark, ColumnType.YES, 2),
        "old": Column(msg("Old"), line.old, ColumnType.RATING, 7, web=HtmlColumn("n more")),
        "rating": Column(
            msg("Rating"),
            line.new,
            ColumnType.RATING,
            7,
            is_bold=True,
            web=HtmlColumn("n strong", small_text=line.marks),
        ),
        "absence": Column(BLANK, line.absence_mark, ColumnType.YES, 2.5),
        "marks": Column(BLANK, line.marks_after_rating, ColumnType.YES, 2.5),
        "change": Column(msg("Change"), line.change, ColumnType.CHANGE, 8.5, web=HtmlColumn("n")),
        "moved": Column(msg("Change"), line.change_or_mark, ColumnType.CHANGE, 8.5, web=HtmlColumn("n")),
        "games": games,
        "counted": Column(as_heading(schema.count_heading), line.games, ColumnType.COUNT),
        "record": record._replace(web=HtmlColumn("n more printed", sort=line.wins_or_zero)),
        "spread": Column(msg("Spread"), line.spread, ColumnType.SIGNED, 7.5, group=SEASON, web=HtmlColumn("n more")),
        "average": _make_average_column(msg("Average for"), line.average_for, msg("Average")),
        "against": _make_average_column(msg("Average against"), line.average_against, msg("Against")),
        "last": Column(
            msg("Last played"),
            line.last_played,
            ColumnType.DATE,
            9.5,
            SHORT_DATE,
            web=HtmlColumn("n most", sort=line.last_played),
        ),
    }


def _make_average_column(heading: Message, value: object, web_heading: Message) -> Column:
    return Column(heading, value, ColumnType.DECIMAL, 8, "0.0", SEASON, web=HtmlColumn("n most", web_heading))


def define_standings_report(system: RatingSystem) -> Report:
    """Describe Standings: the ratings list, or for Diplomacy the international list and the list by nation."""
    schema, columns = system.log_schema, make_rating_columns(system)
    if not schema.is_paired:
        return _define_international_list(columns)
    if schema.has_scores:
        ratings = f"rating {'marks' if system.has_rating_marks else 'absence'} change"
        if system.has_marks_around_rating:
            ratings = "session rating absence change"
        sheet = f"lead rank player {ratings} record spread average against games last"
        web = "rank player old moved rating games record spread average against last"
    else:
        group = " group" if system.has_groups else ""
        sheet = f"lead rank player{group} rating absence change games record last"
        web = f"rank player{group} old moved rating games record last"
    page = LIST_PAGE._replace(heading_height=42)  # the heading has three lines in French
    return Report(STANDINGS, msg("Ratings list"), [_define_ratings(columns, sheet, web)], page=page, scope="list")


def _define_ratings(columns: dict[str, Column], sheet: str, web: str) -> Section:
    keys_by_medium = {"sheet": sheet, "web": web, "terminal": "rank player rating counted"}
    sheet_only = SheetSection(greys_absent=True, legend=_list_sign_legend)
    return Section(columns, keys_by_medium, _list_ratings, msg("Ratings list"), build_list_legend, sheet=sheet_only)


def _define_international_list(columns: dict[str, Column]) -> Report:
    """Describe the list of a system that rates tournaments, whose players are from many nations."""
    columns["player"] = columns["player"]._replace(width=NARROW_NAME_WIDTH)
    columns["last"] = columns["last"]._replace(width=15)
    web = "rank player nation old moved rating games last"
    ratings = _define_ratings(columns, "lead rank player nation rating absence change games last", web)
    by_nation_columns = {
        **columns,
        "rank": columns["rank"]._replace(width=6),
        "rating": columns["rating"]._replace(width=8, is_bold=False),
    }
    nations = Section(
        by_nation_columns,
        {"sheet": "rank nation player rating"},
        lambda context: plain_groups(list_by_nation(context.standings)),
        BY_NATION,
        number=1,
        sheet=SheetSection(own_page=True, hides_empty_headings=True),
    )
    choice = Choice(msg("List as of the end of (blank: today)"), SHOW_YEAR, SEASON_CHOICES)
    headline = make_headline(_describe_season_end)
    return Report(
        STANDINGS, msg("International ratings list"), [ratings, nations], [headline], LIST_PAGE, "list", choice
    )  # fmt: skip


def _describe_season_end(context: ReportContext) -> str | None:
    if not context.is_chosen:
        return None
    return context.language.render(msg("As of the end of {season}", season=context.replay.season))


def _list_ratings(context: ReportContext) -> list[Group]:
    return plain_groups(context.standings, make_absence_test(context))


def make_absence_test(context: ReportContext) -> Callable[[StandingsLine], bool]:
    """Return a function that returns whether the player of a line was absent from the last session."""
    has_played = context.replay.last_date is not None
    return lambda line: has_played and line.change is None and not line.session_mark


def list_by_nation(lines: Iterable[StandingsLine]) -> list[StandingsLine]:
    """Return the players by nation, with their rank in it. Nations are in alphabetical order.

    Players without a nation are left out.
    """
    nations: dict[str, list[StandingsLine]] = {}
    for line in lines:
        if line.nation:
            nations.setdefault(line.nation.casefold(), []).append(line)
    return [
        line._replace(rank=rank)
        for _, members in sorted(nations.items())
        for rank, line in zip(rank_with_ties(line.new for line in members), members)
    ]


def define_ladder_report(system: RatingSystem) -> Report:
    """Describe the Ladder of a camp: a list by group with weekly ratings."""
    line, columns = StandingsLine, make_rating_columns(system)
    columns |= {
        "rank": Column(msg("Place"), line.rank, ColumnType.COUNT, 7, web=HtmlColumn("n rank")),
        "player": columns["player"]._replace(width=36),
        "rating": columns["rating"]._replace(width=8.5, web=HtmlColumn("n strong")),
        "absence": columns["absence"]._replace(width=3.5),
        "change": columns["change"]._replace(width=9.5),
        "record": columns["record"]._replace(width=14, group=BLANK),
        "last": Column(msg("Last played"), line.last_played, ColumnType.DATE, 11, is_hidden=True, size=10),
        "won": Column(msg("Won"), line.wins_or_zero, ColumnType.COUNT, web=HtmlColumn("n more")),
        "drawn": Column(msg("Drawn"), line.ties_or_zero, ColumnType.COUNT, web=HtmlColumn("n more")),
        "lost": Column(msg("Lost"), line.losses_or_zero, ColumnType.COUNT, web=HtmlColumn("n more")),
    }
    groups = Section(
        columns,
        {
            "sheet": "lead rank player rating absence change record last",
            "web": "rank player change rating won drawn lost",
            "terminal": "rank player rating change record",
        },
        _iter_ladder_groups,
        msg("Ladder"),
        lambda context: build_list_legend(context, [msg("The rating orders each group.")]),
        # The lines of the legend are so long that the last one of a full page still fits on it.
        sheet=SheetSection(legend_width=85, greys_absent=True, heading_rows='AND({player}<>"",{rating}="")'),
    )
    page = PageSetup(row_height=17.25, page_rows=34, size=12)
    return Report(LADDER, msg("Ladder"), [groups], [make_headline(ReportContext.describe_last_session)], page)


def _iter_ladder_groups(context: ReportContext) -> Iterator[Group]:
    is_absent = make_absence_test(context)
    for group in list_ladder_groups(context.replay, context.standings):
        rows = [Row(line._replace(rank=rank), is_absent=is_absent(line)) for rank, line in group.places]
        yield Group(rows[:1], group.name)
        yield from (Group([row]) for row in rows[1:])


# The most highlights of the session or season on the Weekly sheet. Each has two lines.
MAX_HIGHLIGHTS = 7
# The number of lines above them: the session or season, and its numbers.
PANEL_HEADINGS = 2
PANEL_LINES = PANEL_HEADINGS + 2 * MAX_HIGHLIGHTS
SESSION_ROW = 6
SEASON_ROW = SESSION_ROW + PANEL_LINES + 1
LEGEND_ROW, LEGEND_LINES = SEASON_ROW + PANEL_LINES + 2, 7
NEWS_ROW = LEGEND_ROW + LEGEND_LINES + 2
WEEKLY_KEYS = "lead rank session rating absence player record average against last"
PANEL_COLUMN = len(WEEKLY_KEYS.split()) + 2
# The widths of the gap between the list and the panel, and of the panel [characters].
_PANEL_GAP, _PANEL_WIDTH = 1.5, 31.5
_LEGEND_WIDTH = 38
# The rows of a page printed at 10 points.
_PAGE_ROWS = 46


def define_weekly_sheet(system: RatingSystem) -> Report:
    """Describe the Weekly sheet, a page to hand out with the list, the games of the session, and highlights."""
    columns = make_rating_columns(system)
    columns |= {
        "player": columns["player"]._replace(width=29),
        "record": columns["record"]._replace(width=8, group=BLANK),
        "average": columns["average"]._replace(heading=msg("For"), width=6, group=BLANK),
        "against": columns["against"]._replace(heading=msg("Against"), width=7, group=BLANK),
        "last": Column(msg("Last played"), StandingsLine.last_played, ColumnType.DATE, 11, is_hidden=True),
    }
    ratings = Section(
        columns,
        {"sheet": WEEKLY_KEYS},
        _list_ratings,
        msg("Ratings list"),
        _list_evening_games,
        sheet=SheetSection(greys_absent=True, legend_gap=1),
    )
    styles = [LABEL, NOTE, *[NOTE, PROSE] * MAX_HIGHLIGHTS]
    panel = [
        Lines(_list_session_highlights, SESSION_ROW, PANEL_COLUMN, PANEL_LINES, styles=styles, shrink=True),
        Lines(_list_season_highlights, SEASON_ROW, PANEL_COLUMN, PANEL_LINES, styles=styles, shrink=True),
        Lines(
            _list_weekly_legend,
            LEGEND_ROW,
            PANEL_COLUMN,
            LEGEND_LINES,
            styles=[NOTE],
            shrink=True,
            heading=msg("How to read the list"),
        ),
    ]
    return Report(
        WEEKLY_SHEET,
        msg("Weekly sheet"),
        [ratings],
        panel,
        PageSetup(
            row_height=13,
            heading_height=27,
            last_column=PANEL_COLUMN,
            widths={PANEL_COLUMN - 1: _PANEL_GAP, PANEL_COLUMN: _PANEL_WIDTH},
        ),
        "session",
        Choice(msg("Session, chosen on Scoreboard:"), SHOW_SESSION, is_date=True),
        # The cell for the news is next to the printed page, which repeats the news if there are any.
        [
            Input(
                msg("Club news"), NEWS_ROW, PANEL_COLUMN + PAGE_GAP - 1, CLUB_NEWS, rows=6, printed_column=PANEL_COLUMN
            )
        ],
    )


def _find_short_names(context: ReportContext) -> dict[str, str]:
    return find_given_names(player.name for player in context.replay.log.players)


def _list_evening_games(context: ReportContext) -> list[str]:
    room = _PAGE_ROWS - len(context.standings) - 2
    lines = format_games(list_session_games(context.statistics), _find_short_names(context), room)
    return [context.language.render(msg("Games of the evening")), *lines] if lines else []


def _list_session_highlights(context: ReportContext) -> list[tuple[Value]]:
    records = [*find_game_records(context.statistics.session, most=1), find_session_gain(context.standings)]
    return _make_panel(
        context.describe_last_session(), list_highlights(records, context.language, _find_short_names(context))
    )


def _list_season_highlights(context: ReportContext) -> list[tuple[Value]]:
    statistics, language = context.statistics, context.language
    records = [*find_game_records(statistics.season), find_gain_records(statistics)]
    title = context.season_title if context.is_chosen else SEASON
    season = language.render(msg("{season} · {games}", season=title, games=count_games(statistics.season.games_played)))
    has_played = bool(context.replay.log.periods)
    return _make_panel(season if has_played else None, list_highlights(records, language, _find_short_names(context)))


def _make_panel(title: str | None, highlights: Sequence[tuple[str, str]]) -> list[tuple[Value]]:
    """Return the lines of a panel: its title, its numbers, and two lines for each highlight."""
    first, _, rest = (title or "").partition(" · ")
    return [(first or None,), (rest or None,), *((text,) for pair in highlights for text in pair)]


def _list_weekly_legend(context: ReportContext) -> list[tuple[Value]]:
    if not context.standings:
        return []
    sentences = [*_list_sign_legend(context), *build_list_legend(context, [AVERAGES], has_changes=False)]
    lines = wrap_legend(sentences, context.language, _LEGEND_WIDTH)
    if len(lines) > LEGEND_LINES:  # then sentences do not begin on new lines
        import textwrap

        lines = textwrap.wrap(" ".join(map(context.language.render, sentences)), _LEGEND_WIDTH)
    return [(line,) for line in lines]


class LadderGroup(NamedTuple):
    """A group of the Ladder. `places` has the rank of each camper, or None for one without a game."""

    name: str
    places: Sequence[tuple[int | None, StandingsLine]]


def list_ladder_groups(replay: Replay, lines: Sequence[StandingsLine]) -> list[LadderGroup]:
    """Return the lines of the ratings list by group, the group with the highest initial rating first."""
    starts = {name_key(player.group): player.initial_rating or 0 for player in replay.log.players if player.active}
    groups: dict[str, list[StandingsLine]] = {}
    for line in lines:
        groups.setdefault(name_key(line.group or ""), []).append(line)
    order = sorted(groups, key=lambda group: (-starts.get(group, 0), group))
    return [LadderGroup(groups[group][0].group or "", _add_ranks(groups[group])) for group in order]


def _add_ranks(lines: Sequence[StandingsLine]) -> list[tuple[int | None, StandingsLine]]:
    """Return the lines of a group with their ranks. Unranked campers have None."""
    ranks = rank_with_ties(line.new for line in lines)
    return [(None if line.rank is None else rank, line) for rank, line in zip(ranks, lines)]


# The most letters of two names on a line. Longer names are shortened by `find_given_names`, or else only the first one
# is printed.
MAX_LETTERS = 36

# The most letters of a line of games.
MAX_GAME_LENGTH = 60
_NOT_RATED = {*UNRATED_EXPLANATIONS.values()}


def list_highlights(
    records: Sequence[Sequence[RecordLine]], language: Language, short_names: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return the first line of each record as two texts: "High game 512: 512–267" and "Cyd – Eve".

    `short_names` has the short name of each player, for names that are too long for a line.
    """
    lines = []
    for record in records:
        for line in record[:1]:
            best = language.render(msg("{record} {value:g}:", record=line.record or "", value=line.value))
            names = [name for name in (line.player, line.opponent) if name]
            player_names = " – ".join(names)
            if len(player_names) > MAX_LETTERS:
                player_names = " – ".join(short_names.get(name, name) for name in names)
            if len(player_names) > MAX_LETTERS:
                player_names = line.player
            lines.append((f"{best} {language.render_text(line.score or '')}".rstrip(), player_names))
    return lines


def format_games(games: Sequence[GameLine], short_names: Mapping[str, str], most: int) -> list[str]:
    """Return the rated games of a session as lines, the winner first: "Cyd 401, Eve 335".

    Names are full, or short (`short_names`), or short with two games on a line, whichever fits first in `most` lines of
    at most `MAX_GAME_LENGTH` letters. If none does, there are no lines.
    """
    sides = [
        sorted(((game.score1, game.player1), (game.score2, game.player2)), key=itemgetter(0), reverse=True)
        for game in games
        if game.score1 is not None
        and game.score2 is not None
        and game.player2
        and not {note.text for note in game.notes} & _NOT_RATED
    ]
    whole, short = (
        [", ".join(f"{names.get(name, name)} {score:g}" for score, name in two) for two in sides]
        for names in ({}, short_names)
    )
    shared = [" · ".join(short[start : start + 2]) for start in range(0, len(short), 2)]
    fitting = (
        lines
        for lines in (whole, short, shared)
        if len(lines) <= most and all(len(line) <= MAX_GAME_LENGTH for line in lines)
    )
    return next(fitting, [])


def find_session_gain(lines: Sequence[StandingsLine]) -> list[RecordLine]:
    """Return the largest gain of rating points at the last session, or [] if nobody gained."""
    best = find_biggest_gain(lines)
    return (
        [
            RecordLine(
                RATING_GAIN,
                best.change,
                best.player,
                score=msg("{before:g} → {after:g}", before=best.old, after=best.new),
            )
        ]
        if best
        else []
    )


CHANGES = msg("▲ up, ▼ down, = unchanged at the last session.")
CHANGES_OF_EVENT = msg("▲ up, ▼ down, = unchanged at the last event.")
GREY = msg("Grey: did not attend.")
MARKS = msg("+ - = before a rating: up, down, unchanged.")
AVERAGES = msg("For, against: season's mean scores.")


def build_list_legend(
    context: ReportContext, further: Sequence[Message] = (), *, has_changes: bool = True
) -> list[Message]:
    """Return the legend of a ratings list with further sentences at its end.

    Without `has_changes`, the sentence about the signs of changes is left out.
    """
    system = context.system
    lines = [line for line in context.standings if line.player not in context.hidden_players]
    signs = CHANGES if system.log_schema.is_paired else CHANGES_OF_EVENT
    sentences = (
        (signs, has_changes and any(line.change is not None for line in lines)),
        (GREY, len({line.last_played for line in lines}) > 1),
    )
    marks = iter_rating_legend(system, map(format_marked_rating, lines))
    return [*(sentence for sentence, is_needed in sentences if is_needed), *marks, *further]


def _list_sign_legend(context: ReportContext) -> list[Message]:
    """Return the sentence about the signs before ratings, which only sheets have."""
    has_signs = context.system.has_marks_around_rating and any(line.session_mark for line in context.standings)
    return [MARKS] if has_signs else []
