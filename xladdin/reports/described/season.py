"""The reports of a season: Championship, Records, Season report; and Lexington's Par scores, which Rules decide."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from xladdin.cells.numbers import Number
from xladdin.cells.table import Kind
from xladdin.game_log.past import FIGURES
from xladdin.messages import BLANK, Message, msg, pgettext
from xladdin.reports.context import ReportContext
from xladdin.reports.counts import count_games
from xladdin.reports.described.ratings_lists import DAY, NAME_WIDTH
from xladdin.reports.legends import legend_lines
from xladdin.reports.names import CHAMPIONSHIP, PAR_SCORES, RECORDS, SEASON_CHOICES, SEASON_REPORT, SHOW_SEASON
from xladdin.reports.par_scores import TOTALS, change_card, expected_card, par_card
from xladdin.reports.report import (
    LEAD,
    Choice,
    Column,
    Group,
    HtmlColumn,
    PageSetup,
    Report,
    Row,
    Section,
    SheetSection,
    one_line,
    plain_groups,
)
from xladdin.reports.season.championship import ChampionshipLine, championship
from xladdin.reports.season.records import ALL_TIME, BIGGEST_UPSET, RATING_GAIN, SHOWN, RecordLine
from xladdin.reports.season.season_report import (
    ActiveLine,
    FigureLine,
    HonourLine,
    active_players,
    honours,
    season_figures,
)
from xladdin.statistics import Attendance
from xladdin.systems.lexington import Lexington
from xladdin.systems.system import RatingSystem


def _season(context: ReportContext) -> str | None:
    return context.season_title or None


def championship_report(system: RatingSystem) -> Report:
    """Describe the season's points."""
    line = ChampionshipLine
    columns = {
        "lead": LEAD,
        "rank": Column(msg("Rank"), line.rank, Kind.COUNT, 7, web=HtmlColumn("n rank", msg("No."))),
        "player": Column(msg("Player"), line.player, Kind.PLAYER, 36),
        "points": Column(msg("Points"), line.points, Kind.DECIMAL, 10, "0.0", is_bold=True, web=HtmlColumn("n strong")),
        "games": Column(msg("Games"), line.games, Kind.COUNT, 9, web=HtmlColumn("n more printed")),
        "record": Column(msg("Won–lost–tied"), line.record, Kind.RESULT, 16, web=HtmlColumn("n", sort=line.wins)),
        "spread": Column(msg("Spread"), line.spread, Kind.SIGNED, 10, web=HtmlColumn("n more printed")),
    }
    points = Section(
        columns,
        {
            "sheet": "lead rank player points games record spread",
            "web": "rank player points record games spread",
            "terminal": "rank player points games record spread",
        },
        lambda context: plain_groups(championship(context.statistics)),
        msg("Championship"),
        _points_legend,
    )
    # 45 players are on one page with their legend.
    page = PageSetup(row_height=13, size=11, page_rows=46)
    choice = Choice(msg("Season, chosen on Records:"), SHOW_SEASON)
    return Report(
        CHAMPIONSHIP, msg("Club championship"), [points], [one_line(_season_and_games)], page, "season", choice
    )


def _season_and_games(context: ReportContext) -> str | None:
    if not context.season_title:
        return None
    games = count_games(context.statistics.season.games_played)
    return context.language.render(msg("{season} · {games}", season=context.season_title, games=games))


def _points_legend(context: ReportContext) -> list[Message]:
    system: Any = context.system
    points = msg("{win} points for a win, {tie} for a tie, {loss} for a loss.")
    sentences = [points.with_values(win=system.win_points, tie=system.tie_points, loss=system.loss_points)]
    if system.forfeits_count == "Yes" and any(context.statistics.season.tally.forfeits_lost):
        sentences.append(msg("{forfeit} for forfeiting.", forfeit=system.forfeit_points))
    if system.bye_points:
        sentences.append(msg("{bye} for a bye.", bye=system.bye_points))
    return sentences


_RECORD_LEGEND = {
    BIGGEST_UPSET: msg("Biggest upset: by how many rating points the winner was the lower."),
    RATING_GAIN: msg("Rating gain: since the season began."),
    ALL_TIME: msg("All time: the record is of an earlier season."),
}
"""The records that need more words than their name."""
_RECORD_ROWS, _LEGEND_WIDTH = 34, 130
"""The rows below the headings of the one page of Records, landscape on Letter or A4, and the letters of a line."""
_RECORD_NAME_WIDTH = 29.0
"""The width of a name, so that the print of a season is 10 points with its attendance beside it."""
_ATTENDANCE = msg("Attendance")


def records_report(system: RatingSystem) -> Report:
    """Describe the highs of the season and of all time, and beside them the attendance of each session."""
    kind, line = system.log_schema, RecordLine
    name_width = _RECORD_NAME_WIDTH if kind.has_scores or not kind.is_paired else NAME_WIDTH
    columns = {
        "lead": LEAD,
        "record": Column(msg("Record"), line.record, Kind.TEXT, 24, is_bold=True),
        "kind": Column(BLANK, line.kind_of_season, Kind.TEXT, web=HtmlColumn(is_above=True)),
        "value": Column(
            BLANK, line.value, Kind.SCORE, 5.5, web=HtmlColumn("n strong", msg("Figure"), small=line.all_time)
        ),
        "player": Column(msg("Player"), line.player, Kind.PLAYER, name_width),
        "opponent": Column(msg("Opponent"), line.opponent, Kind.PLAYER, name_width, web=HtmlColumn(small=line.score)),
        "event": Column(msg("Event"), line.event, Kind.EVENT, 18, web=HtmlColumn(small=line.score)),
        "score": Column(msg("Score"), line.score, Kind.YES, 8),
        "ratings": Column(pgettext("record", "Ratings"), line.score, Kind.YES, 11),
        "date": Column(msg("Date"), line.date, Kind.DATE, 9.5, DAY, web=HtmlColumn("date")),
        "all_time": Column(msg("All time"), line.is_of_all_time, Kind.YES, 5, is_hidden=True),
    }
    if kind.is_paired:
        keys = f"record value player opponent {'score' if kind.has_scores else 'ratings'} date"
    else:
        columns["value"] = replace(columns["value"], kind=Kind.DECIMAL, width=7.5)
        columns["ratings"] = replace(columns["ratings"], heading=BLANK)  # how many events
        keys = "record value player event ratings date"
    records = Section(
        columns,
        {
            "sheet": f"lead {keys} all_time",
            "web": f"kind value player {'opponent' if kind.is_paired else 'event'} date",
            "terminal": keys,
        },
        lambda context: plain_groups(_shown_records(context)),
        msg("Records"),
        lambda context: _record_legend(_shown_records(context)),
        css="records narrow",
        keeps_left_out=True,
        sheet=SheetSection(
            legend_width=_LEGEND_WIDTH,
            opening_rows='AND({record}<>"",{all_time}="")',
            quiet_rows='{all_time}<>""',
        ),
    )
    page = PageSetup(landscape=True, row_height=12.5, pages_high=1, last_row=5 + _RECORD_ROWS)
    choice = Choice(msg("Show season of (blank: the last)"), SHOW_SEASON, SEASON_CHOICES)
    return Report(RECORDS, msg("Records"), [records, _attendance(system)], [one_line(_season)], page, "season", choice)


def _attendance(system: RatingSystem) -> Section:
    kind, line = system.log_schema, Attendance
    columns = {
        "event": Column(msg("Event"), line.title, Kind.EVENT, 18, group=_ATTENDANCE),
        "date": Column(msg("Session") if kind.is_paired else msg("Date"), line.date, Kind.DATE, 9.5, DAY, _ATTENDANCE),
        "players": Column(msg("Players"), line.players, Kind.COUNT, 7.5, group=_ATTENDANCE, web=HtmlColumn("n")),
        "games": Column(
            msg("Games"),
            line.games,
            Kind.COUNT,
            6.5 if kind.has_scores else 7.5,
            group=_ATTENDANCE,
            web=HtmlColumn("n"),
        ),
        "average": Column(msg("Mean score"), line.average, Kind.DECIMAL, 7.5, "0.0", _ATTENDANCE, web=HtmlColumn("n")),
    }
    keys = f"date players games{' average' if kind.has_scores else ''}" if kind.is_paired else "event date players"
    return Section(
        columns,
        {"sheet": keys, "web": keys},
        lambda context: plain_groups(context.statistics.season.attendance),
        _ATTENDANCE,
        number=1,
    )


def _shown_records(context: ReportContext) -> Sequence[RecordLine]:
    """Return as many records of each kind as one page holds with their legend."""
    lines: list[RecordLine] = []
    for most in range(SHOWN, 0, -1):
        lines = [line for season, ever in context.records for line in (*season[:most], *ever)]
        legend = legend_lines(_record_legend(lines), context.language, _LEGEND_WIDTH)
        if len(lines) + len(legend) <= _RECORD_ROWS:
            break
    return lines


def _record_legend(lines: Sequence[RecordLine]) -> list[Message]:
    names = {line.record for line in lines}
    return [sentence for record, sentence in _RECORD_LEGEND.items() if record in names]


def season_report(system: RatingSystem) -> Report:
    """Describe the season in figures, its champions and most improved, and its active players, on one page."""
    figure, honour, active = FigureLine, HonourLine, ActiveLine
    figures = {
        "figure": Column(msg("Figure"), figure.figure, Kind.TEXT, 26.5),
        "this": Column(msg("This season"), figure.this, Kind.DECIMAL, 10.4, "General", web=HtmlColumn("n strong")),
        "last": Column(
            msg("Last season"), figure.last, Kind.DECIMAL, 10.4, "General",
            web=HtmlColumn("n", when=_has_earlier_season),
        ),
        "before": Column(
            msg("Season before"), figure.before, Kind.DECIMAL, 10.4, "General",
            web=HtmlColumn("n more", when=_has_earlier_season),
        ),
        "change": Column(
            msg("Change"), figure.change, Kind.DECIMAL, 17.4, "+General;-General;0",
            web=HtmlColumn("n more", when=_has_earlier_season),
        ),
    }  # fmt: skip
    honour_columns = {
        "honour": Column(msg("Honour"), honour.honour, Kind.TEXT, 26.5, is_bold=True, web=HtmlColumn(is_above=True)),
        "player": Column(msg("Player"), honour.player, Kind.TEXT, 31, web=HtmlColumn(is_player=True)),
        "blank": Column(BLANK, None, Kind.TEXT, 0),  # a name runs on to the right
        "by": Column(msg("By"), honour.figure, Kind.TEXT, 17.4, web=HtmlColumn("n")),
    }
    active_columns = {
        "player": Column(msg("Active player"), active.player, Kind.PLAYER, 28.5, web=HtmlColumn(heading=msg("Player"))),
        "won": Column(msg("Won"), active.won, Kind.DECIMAL, 8.8, "General", web=HtmlColumn("n")),
        "played": Column(msg("Played"), active.played, Kind.COUNT, 7.5, web=HtmlColumn("n")),
        "percent": Column(msg("Percent"), active.percent, Kind.DECIMAL, 8, "0.0", web=HtmlColumn("n strong")),
        "average": Column(msg("Average"), active.average, Kind.DECIMAL, 8.8, "0.0", web=HtmlColumn("n more")),
    }
    sections = [
        Section(figures, _faces(" ".join(figures)), _figure_groups, msg("The season in figures"), css="lined narrow"),
        Section(
            honour_columns,
            {**_faces("honour player by"), "sheet": "honour player blank blank by"},
            lambda context: plain_groups(honours(context.statistics, _active(context))),
            msg("Honours"),
            css="records narrow headless",
            keeps_left_out=True,
            number=1,
            sheet=SheetSection(below=len(FIGURES) + 3, opening_rows='{honour}<>""'),
        ),
        Section(
            active_columns,
            _faces(" ".join(active_columns)),
            lambda context: plain_groups(_active(context)),
            msg("Active players"),
            number=2,
            sheet=SheetSection(hides_empty_headings=True),
        ),
    ]
    page = PageSetup(landscape=True, row_height=13, pages_high=1)
    return Report(SEASON_REPORT, msg("Season report"), sections, [one_line(_season)], page, "season")


def _faces(keys: str) -> dict[str, str]:
    return {"sheet": keys, "web": keys}


def _figure_groups(context: ReportContext) -> list[Group]:
    return plain_groups(season_figures(context.statistics, _active_games(context)))


def _has_earlier_season(context: ReportContext) -> bool:
    return any(line.last is not None for line in season_figures(context.statistics, _active_games(context)))


def _active(context: ReportContext) -> list[ActiveLine]:
    return active_players(context.statistics, _active_games(context))


def _active_games(context: ReportContext) -> int:
    system: Any = context.system
    games: int = system.active_games
    return games


class ParLine(NamedTuple):
    """A row of the card of par scores: the ratings difference, then both scores for each total."""

    difference: str
    scores: Sequence[str]


class CardLine(NamedTuple):
    """A row of a card of two columns."""

    difference: str
    value: Number | str


def par_scores(system: RatingSystem) -> Report:
    """Describe Lexington's three cards side by side, as its page prints them, by the club's own Rules."""
    pars = {
        "difference": Column(msg("Rating difference"), ParLine.difference, Kind.YES, 10.5),
        **{
            f"total{number}": Column(
                Message(str(total)), _ParScore(number), Kind.YES, 8, group=msg("Total points scored")
            )
            for number, total in enumerate(TOTALS)
        },
    }
    expected = {
        "difference": Column(msg("Rating difference"), CardLine.difference, Kind.YES, 10.5),
        "value": Column(msg("Expected percent"), CardLine.value, Kind.YES, 9),
    }
    changes = {
        "difference": Column(msg("Percent difference"), CardLine.difference, Kind.YES, 10.5),
        "value": Column(msg("Rating change"), CardLine.value, Kind.YES, 9),
    }
    sections = [
        Section(pars, {"sheet": " ".join(pars)}, title=msg("Par scores"), fixed=_par_rows),
        Section(expected, {"sheet": "difference value"}, title=msg("Expected percent"), number=1, fixed=_expected_rows),
        Section(changes, {"sheet": "difference value"}, title=msg("Rating change"), number=2, fixed=_change_rows),
    ]
    page = PageSetup(landscape=True, row_height=13.5, pages_high=1)  # so that the print of a page is 10 points
    return Report(PAR_SCORES, msg("Par scores: ratings stay as they are"), sections, page=page)


class _ParScore:
    """The scores for one of the totals, as an attribute of a line."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __get__(self, line: ParLine, owner: object = None) -> str:
        return line.scores[self._number]


def _par_rows(system: Lexington) -> Iterator[Group]:
    return (Group([Row(ParLine(difference, scores))]) for difference, *scores in par_card(system))


def _expected_rows(system: Lexington) -> Iterator[Group]:
    return (Group([Row(CardLine(*line))]) for line in expected_card(system))


def _change_rows(system: Lexington) -> Iterator[Group]:
    return (Group([Row(CardLine(*line))]) for line in change_card(system))
