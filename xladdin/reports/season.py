"""Describe the reports Championship, Par scores, Records and Season report."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from xladdin.cells import ColumnType, Number, rank_with_ties, round_half_up
from xladdin.game_log import SEASON_FIGURES
from xladdin.messages import BLANK, Message, msg, ngettext, pgettext
from xladdin.reports.context import ReportContext
from xladdin.reports.records import (
    ALL_TIME,
    BIGGEST_UPSET,
    MAX_LISTED,
    RATING_GAIN,
    RecordLine,
    find_gain_records,
    list_all_time_records,
    list_season_records,
    pair_records,
)
from xladdin.reports.report import (
    CHAMPIONSHIP,
    LEAD,
    NAME_WIDTH,
    PAR_SCORES,
    RECORDS,
    SEASON_CHOICES,
    SEASON_REPORT,
    SHORT_DATE,
    SHOW_SEASON,
    Choice,
    Column,
    Group,
    HtmlColumn,
    PageSetup,
    Report,
    Row,
    Section,
    SheetSection,
    make_headline,
    plain_groups,
)
from xladdin.reports.wording import count_games, format_record, wrap_legend
from xladdin.statistics import Attendance, PeriodStatistics, Statistics
from xladdin.systems.system import RatingSystem

if TYPE_CHECKING:
    from xladdin.systems.lexington import Lexington


def _describe_season(context: ReportContext) -> str | None:
    return context.season_title or None


def define_championship_report(system: RatingSystem) -> Report:
    """Describe the Championship with the points of the season."""
    line = ChampionshipLine
    columns = {
        "lead": LEAD,
        "rank": Column(msg("Rank"), line.rank, ColumnType.COUNT, 7, web=HtmlColumn("n rank", msg("No."))),
        "player": Column(msg("Player"), line.player, ColumnType.PLAYER, 36),
        "points": Column(
            msg("Points"), line.points, ColumnType.DECIMAL, 10, "0.0", is_bold=True, web=HtmlColumn("n strong")
        ),
        "games": Column(msg("Games"), line.games, ColumnType.COUNT, 9, web=HtmlColumn("n more printed")),
        "record": Column(msg("Won–lost–tied"), line.record, ColumnType.RESULT, 16, web=HtmlColumn("n", sort=line.wins)),
        "spread": Column(msg("Spread"), line.spread, ColumnType.SIGNED, 10, web=HtmlColumn("n more printed")),
    }
    points = Section(
        columns,
        {
            "sheet": "lead rank player points games record spread",
            "web": "rank player points record games spread",
            "terminal": "rank player points games record spread",
        },
        lambda context: plain_groups(rank_championship(context.statistics)),
        msg("Championship"),
        _list_points_legend,
    )
    # 45 players and the legend fit on a page.
    page = PageSetup(row_height=13, size=11, page_rows=46)
    choice = Choice(msg("Season, chosen on Records:"), SHOW_SEASON)
    return Report(
        CHAMPIONSHIP,
        msg("Club championship"),
        [points],
        [make_headline(_describe_season_and_games)],
        page,
        "season",
        choice,
    )


def _describe_season_and_games(context: ReportContext) -> str | None:
    if not context.season_title:
        return None
    games = count_games(context.statistics.season.games_played)
    return context.language.render(msg("{season} · {games}", season=context.season_title, games=games))


def _list_points_legend(context: ReportContext) -> list[Message]:
    system: Any = context.system
    points = msg("{win} points for a win, {tie} for a tie, {loss} for a loss.")
    sentences = [points.with_values(win=system.win_points, tie=system.tie_points, loss=system.loss_points)]
    if system.forfeits_count == "Yes" and any(context.statistics.season.totals.forfeits_lost):
        sentences.append(msg("{forfeit} for forfeiting.", forfeit=system.forfeit_points))
    if system.bye_points:
        sentences.append(msg("{bye} for a bye.", bye=system.bye_points))
    return sentences


# The legend of records whose names need an explanation.
_RECORD_LEGEND = {
    BIGGEST_UPSET: msg("Biggest upset: how much lower the winner was rated."),
    RATING_GAIN: msg("Rating gain: since the season began."),
    ALL_TIME: msg("All time: the record was set in an earlier season."),
}
# The number of rows below the headings on the page of Records, in landscape on Letter or A4, and the letters of a line.
_RECORD_ROWS, _LEGEND_WIDTH = 34, 130
# The width of a name with which the print has 10 points with the attendance next to the records.
_RECORD_NAME_WIDTH = 29.0
_ATTENDANCE_GROUP = msg("Attendance")


def define_records_report(system: RatingSystem) -> Report:
    """Describe the records of the season and of all seasons, next to the attendance of each session."""
    schema, line = system.log_schema, RecordLine
    name_width = _RECORD_NAME_WIDTH if schema.has_scores or not schema.is_paired else NAME_WIDTH
    columns = {
        "lead": LEAD,
        "record": Column(msg("Record"), line.record, ColumnType.TEXT, 24, is_bold=True),
        "kind": Column(BLANK, line.record, ColumnType.TEXT, web=HtmlColumn(is_above=True)),
        "value": Column(BLANK, line.value, ColumnType.SCORE, 5.5, web=HtmlColumn("n strong", msg("Figure"))),
        "player": Column(msg("Player"), line.player, ColumnType.PLAYER, name_width),
        "opponent": Column(
            msg("Opponent"), line.opponent, ColumnType.PLAYER, name_width, web=HtmlColumn(small_text=line.score)
        ),
        "event": Column(msg("Event"), line.event, ColumnType.EVENT, 18, web=HtmlColumn(small_text=line.score)),
        "score": Column(msg("Score"), line.score, ColumnType.YES, 8),
        "ratings": Column(pgettext("record", "Ratings"), line.score, ColumnType.YES, 11),
        "date": Column(msg("Date"), line.date, ColumnType.DATE, 9.5, SHORT_DATE, web=HtmlColumn("date")),
        "all_time": Column(msg("All time"), line.is_of_all_time, ColumnType.YES, 5, is_hidden=True),
    }
    if schema.is_paired:
        keys = f"record value player opponent {'score' if schema.has_scores else 'ratings'} date"
    else:
        columns["value"] = columns["value"]._replace(kind=ColumnType.DECIMAL, width=7.5)
        columns["ratings"] = columns["ratings"]._replace(heading=BLANK)  # the number of events
        keys = "record value player event ratings date"
    records = Section(
        columns,
        {"sheet": f"lead {keys} all_time", "terminal": keys},
        lambda context: plain_groups(_list_fitting_records(context)),
        msg("Records"),
        lambda context: _list_record_legend(_list_fitting_records(context)),
        sheet=SheetSection(
            legend_width=_LEGEND_WIDTH,
            opening_rows='AND({record}<>"",{all_time}="")',
            quiet_rows='{all_time}<>""',
        ),
    )
    on_pages = Section(
        columns,
        {"web": f"kind value player {'opponent' if schema.is_paired else 'event'} date"},
        lambda context: plain_groups(_list_season_lines(context)),
        msg("The season"),
        lambda context: _list_record_legend(_list_season_lines(context)),
        css="records",
        keeps_hidden_players=True,
    )
    of_all_time = on_pages._replace(
        groups=lambda context: plain_groups(_list_all_time_lines(context)),
        title=ALL_TIME,
        legend=lambda context: (),
    )
    page = PageSetup(landscape=True, row_height=12.5, pages_high=1, last_row=5 + _RECORD_ROWS)
    choice = Choice(msg("Show season of (blank: the last)"), SHOW_SEASON, SEASON_CHOICES)
    sections = [records, on_pages, of_all_time, _define_attendance(system)]
    return Report(RECORDS, msg("Records"), sections, [make_headline(_describe_season)], page, "season", choice)


def _define_attendance(system: RatingSystem) -> Section:
    schema, line = system.log_schema, Attendance
    columns = {
        "event": Column(msg("Event"), line.title, ColumnType.EVENT, 18, group=_ATTENDANCE_GROUP),
        "date": Column(
            msg("Session") if schema.is_paired else msg("Date"),
            line.date,
            ColumnType.DATE,
            9.5,
            SHORT_DATE,
            _ATTENDANCE_GROUP,
        ),
        "players": Column(
            msg("Players"), line.players, ColumnType.COUNT, 7.5, group=_ATTENDANCE_GROUP, web=HtmlColumn("n")
        ),
        "games": Column(
            msg("Games"),
            line.games,
            ColumnType.COUNT,
            6.5 if schema.has_scores else 7.5,
            group=_ATTENDANCE_GROUP,
            web=HtmlColumn("n"),
        ),
        "average": Column(
            msg("Mean score"), line.average, ColumnType.DECIMAL, 7.5, "0.0", _ATTENDANCE_GROUP, web=HtmlColumn("n")
        ),
    }
    keys = f"date players games{' average' if schema.has_scores else ''}" if schema.is_paired else "event date players"
    return Section(
        columns,
        {"sheet": keys, "web": keys},
        lambda context: plain_groups(context.statistics.season.attendance),
        _ATTENDANCE_GROUP,
        number=1,
    )


def _list_season_lines(context: ReportContext) -> list[RecordLine]:
    return [line for record in list_season_records(context.statistics) for line in record]


def _list_all_time_lines(context: ReportContext) -> list[RecordLine]:
    """Return the records of all seasons, or [] if they are all in those of the season."""
    lines = [line for record in list_all_time_records(context.statistics) for line in record]
    return [] if set(lines) <= set(_list_season_lines(context)) else lines


def _list_fitting_records(context: ReportContext) -> Sequence[RecordLine]:
    """Return the lines of the records, with as many of each as fit on a page with the legend."""
    records, lines = pair_records(context.statistics), list[RecordLine]()
    for most in range(MAX_LISTED, 0, -1):
        lines = [line for season, all_time in records for line in (*season[:most], *all_time)]
        legend = wrap_legend(_list_record_legend(lines), context.language, _LEGEND_WIDTH)
        if len(lines) + len(legend) <= _RECORD_ROWS:
            break
    return lines


def _list_record_legend(lines: Sequence[RecordLine]) -> list[Message]:
    names = {line.record for line in lines}
    return [sentence for record, sentence in _RECORD_LEGEND.items() if record in names]


def define_season_report(system: RatingSystem) -> Report:
    """Describe the Season report with figures, honours and active players, on one page."""
    figure, honour, active = FigureLine, HonourLine, ActiveLine
    figures = {
        "figure": Column(msg("Figure"), figure.label, ColumnType.TEXT, 26.5),
        "this": Column(
            msg("This season"), figure.this_season, ColumnType.DECIMAL, 10.4, "General",
            web=HtmlColumn("n strong"),
        ),
        "last": Column(
            msg("Last season"), figure.last_season, ColumnType.DECIMAL, 10.4, "General",
            web=HtmlColumn("n", condition=_has_earlier_season),
        ),
        "before": Column(
            msg("Season before"), figure.season_before, ColumnType.DECIMAL, 10.4, "General",
            web=HtmlColumn("n more", condition=_has_earlier_season),
        ),
        "change": Column(
            msg("Change"), figure.change, ColumnType.DECIMAL, 17.4, "+General;-General;0",
            web=HtmlColumn("n more", condition=_has_earlier_season),
        ),
    }  # fmt: skip
    honour_columns = {
        "honour": Column(
            msg("Honour"), honour.honour, ColumnType.TEXT, 26.5, is_bold=True, web=HtmlColumn(is_above=True)
        ),
        "player": Column(msg("Player"), honour.player, ColumnType.TEXT, 31, web=HtmlColumn(is_player=True)),
        "blank": Column(BLANK, None, ColumnType.TEXT, 0),  # a name overflows into the blank column to its right
        "by": Column(msg("By"), honour.value, ColumnType.TEXT, 17.4, web=HtmlColumn("n")),
    }
    active_columns = {
        "player": Column(
            msg("Active player"), active.player, ColumnType.PLAYER, 28.5, web=HtmlColumn(heading=msg("Player"))
        ),
        "won": Column(msg("Won"), active.won, ColumnType.DECIMAL, 8.8, "General", web=HtmlColumn("n")),
        "played": Column(msg("Played"), active.played, ColumnType.COUNT, 7.5, web=HtmlColumn("n")),
        "percent": Column(msg("Percent"), active.percent, ColumnType.DECIMAL, 8, "0.0", web=HtmlColumn("n strong")),
        "average": Column(msg("Average"), active.average, ColumnType.DECIMAL, 8.8, "0.0", web=HtmlColumn("n more")),
    }
    sections = [
        Section(
            figures,
            _repeat_for_sheet_and_web(" ".join(figures)),
            _list_figure_groups,
            msg("The season in figures"),
            css="lined narrow",
            sheet=SheetSection(hides_empty_columns=True),
        ),
        Section(
            honour_columns,
            {**_repeat_for_sheet_and_web("honour player by"), "sheet": "honour player blank blank by"},
            lambda context: plain_groups(list_honours(context.statistics, _list_active_players(context))),
            msg("Honours"),
            css="records narrow headless",
            keeps_hidden_players=True,
            number=1,
            sheet=SheetSection(rows_below=len(SEASON_FIGURES) + 3, opening_rows='{honour}<>""'),
        ),
        Section(
            active_columns,
            _repeat_for_sheet_and_web(" ".join(active_columns)),
            lambda context: plain_groups(_list_active_players(context)),
            msg("Active players"),
            number=2,
            sheet=SheetSection(hides_empty_headings=True),
        ),
    ]
    page = PageSetup(landscape=True, row_height=13, pages_high=1)
    return Report(SEASON_REPORT, msg("Season report"), sections, [make_headline(_describe_season)], page, "season")


def _repeat_for_sheet_and_web(keys: str) -> dict[str, str]:
    return {"sheet": keys, "web": keys}


def _list_figure_groups(context: ReportContext) -> list[Group]:
    return plain_groups(compare_seasons(context.statistics, _get_active_games(context)))


def _has_earlier_season(context: ReportContext) -> bool:
    return any(line.last_season is not None for line in compare_seasons(context.statistics, _get_active_games(context)))


def _list_active_players(context: ReportContext) -> "list[ActiveLine]":
    return rank_active_players(context.statistics, _get_active_games(context))


def _get_active_games(context: ReportContext) -> int:
    system: Any = context.system
    games: int = system.active_games
    return games


class ParLine(NamedTuple):
    """A row of the card of par scores: a ratings difference, and both scores for each total."""

    difference: str
    scores: Sequence[str]


class CardLine(NamedTuple):
    """A row of a card of two columns."""

    difference: str
    value: Number | str


def define_par_scores(system: RatingSystem) -> Report:
    """Describe the three cards of Lexington, side by side as its page prints them, by the rules of the club."""
    pars = {
        "difference": Column(msg("Rating difference"), ParLine.difference, ColumnType.YES, 10.5),
        **{
            f"total{number}": Column(
                Message(str(total)), _get_par_score(number), ColumnType.YES, 8, group=msg("Total points scored")
            )
            for number, total in enumerate(TOTALS)
        },
    }
    expected = {
        "difference": Column(msg("Rating difference"), CardLine.difference, ColumnType.YES, 10.5),
        "value": Column(msg("Expected percent"), CardLine.value, ColumnType.YES, 9),
    }
    changes = {
        "difference": Column(msg("Percent difference"), CardLine.difference, ColumnType.YES, 10.5),
        "value": Column(msg("Rating change"), CardLine.value, ColumnType.YES, 9),
    }
    sections = [
        Section(pars, {"sheet": " ".join(pars)}, title=msg("Par scores"), fixed_groups=_iter_par_rows),
        Section(
            expected,
            {"sheet": "difference value"},
            title=msg("Expected percent"),
            number=1,
            fixed_groups=_iter_expected_rows,
        ),
        Section(
            changes, {"sheet": "difference value"}, title=msg("Rating change"), number=2, fixed_groups=_iter_change_rows
        ),
    ]
    page = PageSetup(landscape=True, row_height=13.5, pages_high=1)  # the height with which the print has 10 points
    return Report(PAR_SCORES, msg("Par scores: ratings stay as they are"), sections, page=page)


def _get_par_score(number: int) -> property:
    """Return a property of a `ParLine`, its score for one of the totals, as the value of a column."""
    return property(lambda line: line.scores[number])


def _iter_par_rows(system: "Lexington") -> Iterator[Group]:
    return (Group([Row(ParLine(difference, scores))]) for difference, *scores in build_par_card(system))


def _iter_expected_rows(system: "Lexington") -> Iterator[Group]:
    return (Group([Row(CardLine(*line))]) for line in build_expected_card(system))


def _iter_change_rows(system: "Lexington") -> Iterator[Group]:
    return (Group([Row(CardLine(*line))]) for line in build_change_card(system))


TOTALS = tuple(range(450, 901, 50))
# The ratings differences of the rows of the source's table "TOTAL POINTS SCORED".
DIFFERENCES = (0, 40, 50, *range(75, 701, 25))
# The label of the first row in the source. Its 37 is a misprint for 36: from 37 on, the formula gives other scores.
LEVEL_LABEL = "0-37"


def build_par_card(system: "Lexington") -> list[tuple[str, ...]]:
    """Return the rows of the card: a ratings difference, and both scores for each total.

    The score of the higher rated player is first.
    """
    rows = []
    for difference in DIFFERENCES:
        pairs = (f"{system.par(difference, total)}-{system.par(-difference, total)}" for total in TOTALS)
        rows.append((str(difference) if difference else LEVEL_LABEL, *pairs))
    return rows


# The largest difference of the card of expected percentages, where the source has "etc.".
MAX_CARD_DIFFERENCE = 954
# The largest percentage of the card of changes, whose last row is "> 94".
MAX_CARD_PERCENT = 94
SAME = msg("same")


def build_expected_card(system: "Lexington") -> list[tuple[str, int]]:
    """Return the rows of the source's table "EXPECTED PERCENTAGE".

    A row has a span of ratings differences, and the percentage of the higher rated player.
    """
    percents = [round_half_up(system.expected(difference)) for difference in range(MAX_CARD_DIFFERENCE + 1)]
    return [(_format_span(differences), percent) for percent, differences in _find_runs(percents)]


def build_change_card(system: "Lexington") -> list[tuple[str, int | str]]:
    """Return the rows of the source's table "RATING CHANGE": percentages over the expected one, and the full change.

    The first row says that the change equals the percentage, and the last is about all larger percentages.
    """
    changes = [round_half_up(system.points(percent)) for percent in range(MAX_CARD_PERCENT + 2)]
    first_differing = (n for n, change in enumerate(changes) if change != n or change in changes[n + 1 : n + 2])
    unchanged_count = next(first_differing, MAX_CARD_PERCENT + 1)
    rows: list[tuple[str, int | str]] = [(_format_span(range(unchanged_count)), SAME)] if unchanged_count else []
    rows.extend(
        (_format_span(percents), change)
        for change, percents in _find_runs(changes[unchanged_count:-1], unchanged_count)
    )
    return [*rows, (f"> {MAX_CARD_PERCENT}", changes[-1])]


def _find_runs(values: list[int], first: int = 0) -> list[tuple[int, list[int]]]:
    """Return each run of equal values with its positions, counted from `first`."""
    numbered = enumerate(values, first)
    return [(value, [number for number, _ in run]) for value, run in groupby(numbered, key=lambda entry: entry[1])]


def _format_span(numbers: Sequence[int]) -> str:
    """Return a span of numbers as a text: 3–9, or 15."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


class ChampionshipLine(NamedTuple):
    """The results of a player in the season.

    Players with equal points share a rank, and are in order of spread, then name.
    """

    rank: int
    player: str
    points: Number
    games: int
    wins: int
    losses: int
    ties: int
    spread: Number

    @property
    def record(self) -> str | None:
        """Wins, losses and ties as one text."""
        return format_record(self.wins, self.losses, self.ties)


def rank_championship(statistics: Statistics) -> list[ChampionshipLine]:
    """Return the lines of the Championship: all players with a record or points in the season, most points first."""
    players, totals, season_points = (
        statistics.replay.log.players,
        statistics.season.totals,
        statistics.system.compute_season_points,
    )
    columns = (totals.wins, totals.losses, totals.ties, totals.forfeits_won, totals.forfeits_lost, totals.byes)
    everybody = {player: season_points(*counts) for player, counts in enumerate(zip(*columns))}
    points = {
        player: player_points
        for player, player_points in everybody.items()
        if player_points or totals.has_record(player)
    }
    order = sorted(
        points, key=lambda player: (-points[player], -totals.spread(player), players[player].name.casefold())
    )
    return [
        ChampionshipLine(
            rank,
            players[player].name,
            points[player],
            totals.games[player],
            totals.wins[player],
            totals.losses[player],
            totals.ties[player],
            totals.spread(player),
        )
        for rank, player in zip(rank_with_ties(map(points.__getitem__, order)), order)
    ]


Line = TypeVar("Line")
ACTIVE = SEASON_FIGURES[-1]
_GAMES, _SESSIONS, _ATTENDANCE = msg("Games"), msg("Sessions"), msg("Average attendance")
_GAMES_A_SESSION, _AVERAGE_SCORE = msg("Games a session"), msg("Average score")
_PLAYERS = msg("Different players")
_FIGURES = (_GAMES, _SESSIONS, _ATTENDANCE, _GAMES_A_SESSION, _AVERAGE_SCORE, _PLAYERS)
MOST_IMPROVED = msg("Most improved")
# The number of most improved players in the report.
MAX_IMPROVED = 5


class FigureLine(NamedTuple):
    """A figure of three seasons, the last one first. It is None without such a season."""

    label: Message
    this_season: Number | None
    last_season: Number | None
    season_before: Number | None
    change: Number | None


class ActiveLine(NamedTuple):
    """An active player.

    Attributes:
        player: Name of the player.
        won: Games won, with a tie as half a game.
        played: Games played.
        percent: Percentage of games won.
        average: Mean score.
    """

    player: str
    won: Number
    played: int
    percent: float
    average: float


class HonourLine(NamedTuple):
    """A player with an honour, and its value. The honour is None if it is that of the line above."""

    honour: Message | None
    player: str
    value: Message | str


def compare_seasons(statistics: Statistics, active_games: int) -> list[FigureLine]:
    """Return the figures of the last season and of the two before it."""
    season = statistics.replay.season
    if season is None:
        return []
    spans = statistics.season, *statistics.earlier_seasons
    past_seasons = (_read_past_figures(statistics, year, active_games) for year in (season, season - 1, season - 2))
    seasons = [
        _compute_figures(span, active_games) or earlier_figures for span, earlier_figures in zip(spans, past_seasons)
    ]
    lines = []
    for label in seasons[0]:
        current, previous, earlier = (year.get(label) for year in seasons)
        change = None if current is None or previous is None else round(current - previous, 1)
        lines.append(FigureLine(label, current, previous, earlier, change))
    return lines


def _read_past_figures(statistics: Statistics, season: int, active_games: int) -> dict[Message, Number | None]:
    """Return the figures of a season from earlier logs."""
    past = statistics.replay.log.past.seasons.get(season, {})
    figures: dict[Message, Number | None] = {heading: past[heading] for heading in _FIGURES if heading in past}
    if past:
        figures[describe_active_players(active_games)] = past.get(ACTIVE)
    return figures


def describe_active_players(games: int) -> Message:
    """Return the title for players of at least `games` games."""
    return ngettext("Players with {n}+ games", "Players with {n}+ games", games)


def list_past_figures(span: PeriodStatistics, active_games: int) -> list[Number | None]:
    """Return the figures of a season in the order of `SEASON_FIGURES`, as a rollover stores them."""
    figures = _compute_figures(span, active_games)
    return [*(figures.get(heading) for heading in _FIGURES), figures.get(describe_active_players(active_games))]


def _compute_figures(span: PeriodStatistics, active_games: int) -> dict[Message, Number | None]:
    sessions, average = span.attendance, span.average_score
    if not sessions:
        return {}
    return {
        _GAMES: span.games_played,
        _SESSIONS: len(sessions),
        _ATTENDANCE: round(sum(line.players for line in sessions) / len(sessions), 1),
        _GAMES_A_SESSION: round(span.games_played / len(sessions), 1),
        _AVERAGE_SCORE: None if average is None else round(average, 1),
        _PLAYERS: len(span.players),
        describe_active_players(active_games): sum(g >= active_games for g in span.game_counts.values()),
    }


def rank_active_players(statistics: Statistics, active_games: int) -> list[ActiveLine]:
    """Return the players with at least `active_games` rated games in the season.

    The order is by percentage won, then mean score, then name.

    Forfeits and byes count neither as won nor as played.
    """
    totals, players = statistics.season.totals, statistics.replay.log.players
    byes = totals.byes if statistics.system.counts_byes_as_wins else [0] * len(players)
    lines = []
    for number, games in statistics.season.game_counts.items():
        if games >= active_games:
            won = totals.points(number) - totals.forfeits_won[number] - byes[number]
            average = totals.average_for(number) or 0
            lines.append(ActiveLine(players[number].name, won, games, 100 * won / games, average))
    return sorted(lines, key=lambda line: (-line.percent, -line.average, line.player.casefold()))


def describe_highest_rating(system: RatingSystem, rating: Number) -> Message:
    """Return the text of the highest rating of a club.

    If the source states the highest rating that it expects, the text has it and the difference.
    """
    top_rating = system.top_rating
    if top_rating is None or rating == top_rating:
        return msg("{rating:g}", rating=rating)
    return msg("{rating:g} ({mark:g} {beyond:+g})", rating=rating, mark=top_rating, beyond=rating - top_rating)


def list_honours(statistics: Statistics, active: Sequence[ActiveLine]) -> list[HonourLine]:
    """Return the honours of the season: the champion, the best in record, average and rating, and the most improved."""
    replay, system = statistics.replay, statistics.system
    ranked = [
        line for line in replay.ranking() if line.rank is not None and line.player in statistics.season.game_counts
    ]
    lines = [
        *(
            HonourLine(msg("Champion"), line.player, msg("{points:g} points", points=line.points))
            for line in rank_championship(statistics)
            if line.rank == 1 and line.points
        ),
        *(
            HonourLine(
                msg("Best record"),
                line.player,
                msg("{won:g} of {played}, {percent:.1f}%", won=line.won, played=line.played, percent=line.percent),
            )
            for line in _find_highest(active, attrgetter("percent"))
        ),
        *(
            HonourLine(msg("Highest average"), line.player, msg("{average:.1f}", average=line.average))
            for line in _find_highest(active, attrgetter("average"))
        ),
        *(
            HonourLine(
                msg("Highest rating"),
                replay.log.players[line.player].name,
                describe_highest_rating(system, line.rating),
            )
            for line in _find_highest(ranked, attrgetter("rating"))
        ),
        *(
            HonourLine(MOST_IMPROVED, gain.player, msg("+{gain:g}: {ratings}", gain=gain.value, ratings=gain.score))
            for gain in find_gain_records(statistics, MAX_IMPROVED)
        ),
    ]
    first = {line.honour: number for number, line in reversed(list(enumerate(lines)))}
    return [line if first[line.honour] == number else line._replace(honour=None) for number, line in enumerate(lines)]


def _find_highest(lines: Sequence[Line], value_of: Callable[[Line], Number]) -> list[Line]:
    """Return the lines with the highest value, of which there may be several."""
    highest = max(map(value_of, lines), default=None)
    return [line for line in lines if value_of(line) == highest]
