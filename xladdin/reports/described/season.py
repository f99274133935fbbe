"""The reports of a season: Championship, Records, Season report; and Lexington's Par scores, which Rules decide."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from xladdin.cells.kinds import Kind
from xladdin.cells.numbers import Number
from xladdin.game_log.past import FIGURES
from xladdin.reports.context import ReportContext
from xladdin.reports.described.ratings_lists import DAY, NAME_WIDTH
from xladdin.reports.legends import legend_lines
from xladdin.reports.names import CHAMPIONSHIP, PAR_SCORES, RECORDS, SEASON_CHOICES, SEASON_REPORT, SHOW_SEASON
from xladdin.reports.par_scores import TOTALS, change_card, expected_card, par_card
from xladdin.reports.report import (
    LABEL,
    LEAD,
    SENTENCE,
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
from xladdin.reports.season.records import ALL_TIME, SHOWN, RecordLine
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
from xladdin.systems.system import LegendEntry, RatingSystem


def _season(context: ReportContext) -> str | None:
    return context.season_title or None


def championship_report(system: RatingSystem) -> Report:
    """Describe the season's points."""
    line = ChampionshipLine
    columns = {
        "lead": LEAD,
        "rank": Column("Rank", line.rank, Kind.COUNT, 7, web=HtmlColumn("n rank", "No.")),
        "player": Column("Player", line.player, Kind.PLAYER, 36),
        "points": Column("Points", line.points, Kind.DECIMAL, 10, "0.0", is_bold=True, web=HtmlColumn("n strong")),
        "games": Column("Games", line.games, Kind.COUNT, 9, web=HtmlColumn("n more printed")),
        "record": Column("Won–lost–tied", line.record, Kind.RESULT, 16, web=HtmlColumn("n", sort=line.wins)),
        "spread": Column("Spread", line.spread, Kind.SIGNED, 10, web=HtmlColumn("n more printed")),
    }
    points = Section(
        columns,
        {
            "sheet": "lead rank player points games record spread",
            "web": "rank player points record games spread",
            "terminal": "rank player points games record spread",
        },
        lambda context: plain_groups(championship(context.statistics)),
        CHAMPIONSHIP,
        _points_legend,
    )
    # 45 players are on one page with their legend.
    page = PageSetup(row_height=13, size=11, page_rows=46, even_pages=True)
    choice = Choice("Season, chosen on Records:", SHOW_SEASON)
    return Report(CHAMPIONSHIP, "Club championship", [points], [one_line(_season_and_games)], page, "season", choice)


def _season_and_games(context: ReportContext) -> str | None:
    if not context.season_title:
        return None
    return f"{context.season_title} · {context.language.count(context.statistics.season.games_played, 'game')}"


def _points_legend(context: ReportContext) -> list[LegendEntry]:
    system: Any = context.system
    values = {"win": f"{system.win_points:g}", "tie": f"{system.tie_points:g}", "loss": f"{system.loss_points:g}"}
    sentences = [LegendEntry("{win} points for a win, {tie} for a tie, {loss} for a loss.", values)]
    if system.forfeits_count == "Yes" and any(context.statistics.season.tally.forfeits_lost):
        sentences.append(LegendEntry("{forfeit} for forfeiting.", {"forfeit": f"{system.forfeit_points:g}"}))
    if system.bye_points:
        sentences.append(LegendEntry("{bye} for a bye.", {"bye": f"{system.bye_points:g}"}))
    return sentences


_RECORD_LEGEND = {
    "Biggest upset": LegendEntry("Biggest upset: by how many rating points the winner was the lower."),
    "Rating gain": LegendEntry("Rating gain: since the season began."),
    ALL_TIME: LegendEntry("All time: the record is of an earlier season."),
}
"""The records that need more words than their name."""
_RECORD_ROWS, _LEGEND_WIDTH = 34, 130
"""The rows below the headings of the one page of Records, landscape on Letter or A4, and the letters of a line."""
_RECORD_NAME_WIDTH = 29.0
"""The width of a name, so that the print of a season is 10 points with its attendance beside it."""
_ATTENDANCE = "Attendance"


def records_report(system: RatingSystem) -> Report:
    """Describe the highs of the season and of all time, and beside them the attendance of each session."""
    kind, line = system.log_schema, RecordLine
    name_width = _RECORD_NAME_WIDTH if kind.has_scores or not kind.is_paired else NAME_WIDTH
    columns = {
        "lead": LEAD,
        "record": Column("Record", line.record, Kind.TEXT, 24, is_bold=True, translate=LABEL),
        "value": Column("", line.value, Kind.SCORE, 5.5, web=HtmlColumn("n strong")),
        "player": Column("Player", line.player, Kind.PLAYER, name_width),
        "opponent": Column("Opponent", line.opponent, Kind.PLAYER, name_width),
        "event": Column("Event", line.event, Kind.EVENT, 18),
        "score": Column("Score", line.score, Kind.YES, 8, web=HtmlColumn("n")),
        "ratings": Column("Ratings", line.score, Kind.YES, 11, translate=SENTENCE, web=HtmlColumn("n")),
        "date": Column("Date", line.date, Kind.DATE, 9.5, DAY, web=HtmlColumn("n most", sort=line.date)),
        "all_time": Column("All time", line.is_of_all_time, Kind.YES, 5, is_hidden=True),
    }
    if kind.is_paired:
        keys = f"record value player opponent {'score' if kind.has_scores else 'ratings'} date"
    else:
        columns["value"] = replace(columns["value"], kind=Kind.DECIMAL, width=7.5)
        columns["ratings"] = replace(columns["ratings"], heading="")  # how many events
        keys = "record value player event ratings date"
    records = Section(
        columns,
        {"sheet": f"lead {keys} all_time", "web": keys, "terminal": keys},
        lambda context: plain_groups(_shown_records(context)),
        RECORDS,
        lambda context: _record_legend(_shown_records(context)),
        css="records",
        keeps_left_out=True,
        sheet=SheetSection(
            legend_width=_LEGEND_WIDTH,
            opening_rows='AND({record}<>"",{all_time}="")',
            quiet_rows='{all_time}<>""',
        ),
    )
    page = PageSetup(landscape=True, row_height=12.5, pages_high=1, last_row=5 + _RECORD_ROWS)
    choice = Choice("Show season of (blank: the last)", SHOW_SEASON, SEASON_CHOICES)
    return Report(RECORDS, RECORDS, [records, _attendance(system)], [one_line(_season)], page, "season", choice)


def _attendance(system: RatingSystem) -> Section:
    kind, line = system.log_schema, Attendance
    columns = {
        "event": Column("Event", line.title, Kind.EVENT, 18, group=_ATTENDANCE),
        "date": Column("Session" if kind.is_paired else "Date", line.date, Kind.DATE, 9.5, DAY, _ATTENDANCE),
        "players": Column("Players", line.players, Kind.COUNT, 7.5, group=_ATTENDANCE, web=HtmlColumn("n")),
        "games": Column(
            "Games", line.games, Kind.COUNT, 6.5 if kind.has_scores else 7.5, group=_ATTENDANCE, web=HtmlColumn("n")
        ),
        "average": Column("Mean score", line.average, Kind.DECIMAL, 7.5, "0.0", _ATTENDANCE, web=HtmlColumn("n")),
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


def _record_legend(lines: Sequence[RecordLine]) -> list[LegendEntry]:
    names = {line.record for line in lines}
    return [sentence for record, sentence in _RECORD_LEGEND.items() if record in names]


def season_report(system: RatingSystem) -> Report:
    """Describe the season in figures, its champions and most improved, and its active players, on one page."""
    figure, honour, active = FigureLine, HonourLine, ActiveLine
    figures = {
        "figure": Column("Figure", figure.figure, Kind.TEXT, 26.5, translate=LABEL),
        "this": Column("This season", figure.this, Kind.DECIMAL, 10.4, "General", web=HtmlColumn("n strong")),
        "last": Column("Last season", figure.last, Kind.DECIMAL, 10.4, "General", web=HtmlColumn("n")),
        "before": Column("Season before", figure.before, Kind.DECIMAL, 10.4, "General", web=HtmlColumn("n more")),
        "change": Column("Change", figure.change, Kind.DECIMAL, 17.4, "+General;-General;0", web=HtmlColumn("n more")),
    }
    honour_columns = {
        "honour": Column("Honour", honour.honour, Kind.TEXT, 26.5, is_bold=True, translate=LABEL),
        "player": Column("Player", honour.player, Kind.TEXT, 31, web=HtmlColumn(is_player=True)),
        "blank": Column("", None, Kind.TEXT, 0),  # a name runs on to the right
        "by": Column("By", honour.figure, Kind.TEXT, 17.4, translate=SENTENCE, web=HtmlColumn("n")),
    }
    active_columns = {
        "player": Column("Active player", active.player, Kind.PLAYER, 28.5),
        "won": Column("Won", active.won, Kind.DECIMAL, 8.8, "General", web=HtmlColumn("n")),
        "played": Column("Played", active.played, Kind.COUNT, 7.5, web=HtmlColumn("n")),
        "percent": Column("Percent", active.percent, Kind.DECIMAL, 8, "0.0", web=HtmlColumn("n strong")),
        "average": Column("Average", active.average, Kind.DECIMAL, 8.8, "0.0", web=HtmlColumn("n more")),
    }
    sections = [
        Section(figures, _faces(" ".join(figures)), _figure_groups, "Figures"),
        Section(
            honour_columns,
            {**_faces("honour player by"), "sheet": "honour player blank blank by"},
            lambda context: plain_groups(honours(context.statistics, _active(context))),
            "Honours",
            css="records",
            keeps_left_out=True,
            number=1,
            sheet=SheetSection(below=len(FIGURES) + 3, opening_rows='{honour}<>""'),
        ),
        Section(
            active_columns,
            _faces(" ".join(active_columns)),
            lambda context: plain_groups(_active(context)),
            "Active players",
            number=2,
            sheet=SheetSection(hides_empty_headings=True),
        ),
    ]
    page = PageSetup(landscape=True, row_height=13, pages_high=1)
    return Report(SEASON_REPORT, SEASON_REPORT, sections, [one_line(_season)], page, "season")


def _faces(keys: str) -> dict[str, str]:
    return {"sheet": keys, "web": keys}


def _figure_groups(context: ReportContext) -> list[Group]:
    return plain_groups(season_figures(context.statistics, _active_games(context)))


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
        "difference": Column("Rating difference", ParLine.difference, Kind.YES, 10.5),
        **{
            f"total{number}": Column(str(total), _ParScore(number), Kind.YES, 8, group="Total points scored")
            for number, total in enumerate(TOTALS)
        },
    }
    expected = {
        "difference": Column("Rating difference", CardLine.difference, Kind.YES, 10.5),
        "value": Column("Expected percent", CardLine.value, Kind.YES, 9),
    }
    changes = {
        "difference": Column("Percent difference", CardLine.difference, Kind.YES, 10.5),
        "value": Column("Rating change", CardLine.value, Kind.YES, 9, translate=LABEL),
    }
    sections = [
        Section(pars, {"sheet": " ".join(pars)}, title="Par scores", fixed=_par_rows),
        Section(expected, {"sheet": "difference value"}, title="Expected", number=1, fixed=_expected_rows),
        Section(changes, {"sheet": "difference value"}, title="Changes", number=2, fixed=_change_rows),
    ]
    page = PageSetup(landscape=True, row_height=13.5, pages_high=1)  # so that the print of a page is 10 points
    return Report(PAR_SCORES, "Par scores: ratings stay as they are", sections, page=page)


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
