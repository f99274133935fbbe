"""A player's page for the wall: rating and record, the chart, and as many of the last games as fit on the page."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from xladdin.publish.charts import HEIGHT, WIDTH, Chart
from xladdin.publish.site import Site
from xladdin.publish.wall.composer import MARGIN, PAPERS, Cell, Composed, Headed, Paper, Row, Unit, in_one_column
from xladdin.publish.wall.sheets import BOLD_NUMBER, NUMBER, cell, marked, name_cell
from xladdin.reports.player import PlayerReport
from xladdin.reports.won_lost import won_drawn_lost, won_lost
from xladdin.statistics import Record

_LEAST, _MOST = 11.0, 40
"""The size of type down to which another game goes on the page [points], and more games than ever fit."""
_CARDS, _CARD, _BESIDE = 96.0, 72.0, 164.0
"""The height of the cards in a row, and of each in a column, and the width that the column takes [points]."""
_ABOVE, _HEADING = 32.0, 26.0
"""The height of what is around chart and cards, and of the heading of the chart [points]."""


class Figure(NamedTuple):
    """A figure on a card, with its title above it and words below."""

    title: str
    figure: str
    words: str


class OwnGame(NamedTuple):
    """A game in texts. The opponent is the name in `seen`, or None for a bye."""

    result: str
    score: str
    opponent: str | None
    change: str


class OwnDay(NamedTuple):
    """A session or an event in texts, with the rating after it. It is blank if no game was rated."""

    title: str
    after: str
    games: Sequence[OwnGame]


def cards(site: Site, report: PlayerReport, ranked: int) -> Iterator[Figure]:
    """The player's figures. `ranked` is how many players have a rank."""
    say = site.language
    rank = "" if report.rank is None else f"{say.text('Rank')} {report.rank} {say.text('of {number}', number=ranked)}"
    yield Figure(say.text("Rating"), site.rating(report.rating), rank)
    if report.best and report.lowest:
        yield Figure(say.text("Best"), site.rating(report.best.rating), say.full_day(report.best.date))
        yield Figure(say.text("Lowest"), site.rating(report.lowest.rating), say.full_day(report.lowest.date))
    season, lifetime = report.season, report.lifetime
    if isinstance(season, Record) and isinstance(lifetime, Record):
        words = f"{say.label('All time')}{say.colon}{_won(site, lifetime)}"
        yield Figure(say.text("This season"), _won(site, season), words)
    else:
        yield Figure(say.text("Events"), say.number(report.played), "")


def _won(site: Site, record: Record) -> str:
    if site.kind.counts_points:
        return won_drawn_lost(record.wins, record.ties, record.losses) or ""
    return won_lost(record.wins, record.losses, None if site.system.tie_counts_as_win else record.ties) or ""


def last_games(site: Site, days: Iterable[OwnDay], chart: Chart | None, cards: int) -> tuple[Headed, Composed]:
    """The games as rows, the latest day first, and how they are laid out below the chart and that many cards."""
    units = islice((unit for day in days for unit in _day(site, day)), _MOST)
    rows = Headed(list(_headings(site)), list(units))
    paper = PAPERS[site.club.paper]
    return rows, in_one_column(rows, paper, _height(paper, chart, cards), _LEAST)


def _height(paper: Paper, chart: Chart | None, cards: int) -> float:
    """The height of chart and cards, as wall.css draws them [points]."""
    if chart is None:
        return _ABOVE + _CARDS
    return _ABOVE + max(_HEADING + (paper.width - 2 * MARGIN - _BESIDE) * HEIGHT / WIDTH, cards * _CARD)


def _headings(site: Site) -> Iterator[Cell]:
    say = site.language
    if not site.kind.is_paired:
        yield from (cell(say.text("Event")), cell(say.text("New"), "n"))
        return
    result = cell(say.text("Score"), "n") if site.kind.has_scores else cell(say.text("Result"))
    yield from (
        cell(say.text("Date")),
        result,
        cell(say.text("Against")),
        cell(say.text("Change"), "n"),
        cell(say.text("New"), "n"),
    )


def _day(site: Site, day: OwnDay) -> Iterator[Unit]:
    """The rows of a day. The first of them has the date, and the rating after it."""
    if not site.kind.is_paired:
        yield [Row([cell(day.title, "name"), cell(day.after, BOLD_NUMBER)])]
    for at, game in enumerate(day.games):
        result = cell(game.score, NUMBER) if site.kind.has_scores else cell(game.result)
        name = name_cell(site, game.opponent) if game.opponent else cell(site.language.text("Bye"), "name")
        first = ("", "") if at else (day.title, day.after)
        yield [Row([cell(first[0], "day"), result, name, marked(game.change), cell(first[1], BOLD_NUMBER)])]
