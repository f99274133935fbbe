"""Compute the content of the poster of the last session, and the coordinates of charts of ratings."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells import Number
from xladdin.messages import msg
from xladdin.reports.games import GameLine, SessionLine, list_event_lines, list_session_games, list_session_players
from xladdin.reports.wording import count_players, find_given_names
from xladdin.web_pages.site import Site

# The size of the chart [SVG units]. It fits a phone.
WIDTH, HEIGHT = 358, 232
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 46, 18, 204
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MAX_LINES = 6
_MAX_DAYS = 4
# The width of the label of a day [SVG units].
_DAY_WIDTH = 62


class Level(NamedTuple):
    """A horizontal grid line at a round rating, with its y coordinate."""

    y: float
    rating: Number


class DayMark(NamedTuple):
    """A label of a day below the chart. `anchor` is its `text-anchor` in SVG: start, middle or end."""

    x: float
    day: date
    anchor: str


class Chart(NamedTuple):
    """The coordinates of a chart of one player's ratings [SVG units].

    Attributes:
        line: The points of the line, in the format of a polyline.
        levels: The horizontal grid lines.
        days: The labels of the days.
        first: The x, the y and the rating of the first point.
        last: The x, the y and the rating of the last point.
        falls_first: Whether the second rating is lower than the first, so that the label goes above the line.
        left: The left end of the grid lines.
        right: Their right end.
        bottom: The y of the lowest grid line.
        width: The width of the chart.
        height: Its height.
    """

    line: str
    levels: Sequence[Level]
    days: Sequence[DayMark]
    first: tuple[float, float, Number]
    last: tuple[float, float, Number]
    falls_first: bool
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    bottom: float = _BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def make_rating_chart(points: Sequence[tuple[date, Number]]) -> Chart | None:
    """Return the chart of ratings by day, in order of date, or None for fewer than two ratings."""
    if len(points) < 2:
        return None
    ratings = [rating for _, rating in points]
    y, levels = _make_scale(ratings, _TOP, _BOTTOM)
    start, end = points[0][0].toordinal(), points[-1][0].toordinal()
    days = max(end - start, 1)

    def x(day: date) -> float:
        return round(_LEFT + (day.toordinal() - start) / days * (WIDTH - _LEFT - _RIGHT), 1)

    line = " ".join(f"{x(day):g},{y(rating):g}" for day, rating in points)
    ends = [(x(day), y(rating), rating) for day, rating in (points[0], points[-1])]
    return Chart(
        line, levels, _choose_day_marks([(x(day), day) for day, _ in points]), ends[0], ends[1], ratings[1] < ratings[0]
    )


def _make_scale(ratings: Sequence[Number], top: float, bottom: float) -> tuple[Callable[[Number], float], list[Level]]:
    """Return a function from a rating to its y coordinate, and grid lines at round ratings."""
    span = max(ratings) - min(ratings)
    largest = 10 ** math.ceil(math.log10(max(span, 1)))
    step = next((step for step in _STEPS if span / step <= _MAX_LINES - 1), largest)
    bottom_rating, top_rating = math.floor(min(ratings) / step) * step, math.ceil(max(ratings) / step) * step
    top_rating += step if bottom_rating == top_rating else 0

    def y(rating: Number) -> float:
        return round(bottom - (rating - bottom_rating) / (top_rating - bottom_rating) * (bottom - top), 1)

    lines = range(round((top_rating - bottom_rating) / step) + 1)
    return y, [Level(y(bottom_rating + number * step), bottom_rating + number * step) for number in lines]


def _choose_day_marks(days: Sequence[tuple[float, date]]) -> list[DayMark]:
    """Return labels for the first and the last day, and for days at regular distances that leave room between them."""
    (first_x, first_day), (last_x, last_day) = days[0], days[-1]
    marks = [DayMark(first_x, first_day, "start")]
    for division in range(1, _MAX_DAYS - 1):
        target = first_x + (last_x - first_x) * division / (_MAX_DAYS - 1)
        x, day = min(days, key=lambda point: abs(point[0] - target))
        if x - marks[-1].x >= _DAY_WIDTH * (1.5 if len(marks) == 1 else 1) and last_x - x >= _DAY_WIDTH * 1.5:
            marks.append(DayMark(x, day, "middle"))
    if last_day != first_day:
        marks.append(DayMark(last_x, last_day, "end"))
    return marks


LINES_WIDTH, LINES_HEIGHT = 900, 228
# The left, top and bottom of the lines. Names are to their right, and days below.
_PLOT = (38, 8, 204)
_NAME_GAP, _NAME_SIZE = 20, 15
SPARK_WIDTH, SPARK_HEIGHT = 150, 26


class NamedLine(NamedTuple):
    """A player's line: its points, the y coordinate of its end, and that of the player's name."""

    player: str
    points: str
    end: float
    name_y: float


class LinesChart(NamedTuple):
    """The coordinates of a chart with the ratings of several players."""

    lines: Sequence[NamedLine]
    levels: Sequence[Level]
    days: Sequence[DayMark]
    right: float
    left: float = _PLOT[0]
    bottom: float = _PLOT[2]
    width: int = LINES_WIDTH
    height: int = LINES_HEIGHT


def make_lines_chart(
    series: Sequence[tuple[str, Sequence[Number | None]]], sessions: Sequence[date], width: int = LINES_WIDTH
) -> LinesChart:
    """Return the lines of players, best first, session by session.

    Names do not overlap. `width` is the chart's width.
    """
    left, top, bottom = _PLOT
    longest = max(_estimate_width(player) for player, _ in series)
    right = width - round(longest * _NAME_SIZE) - 12
    step_width = (right - left) / max(len(sessions) - 1, 1)
    rated = [rating for _, ratings in series for rating in ratings if rating is not None]
    y, levels = _make_scale(rated, top, bottom)
    lines: list[NamedLine] = []
    last_name = -math.inf
    ends = sorted(series, key=lambda line: -(line[1][-1] or 0))
    lowest = bottom - _NAME_GAP * (len(ends) - 1)
    for player, ratings in ends:
        points = [
            (round(left + index * step_width, 1), y(rating))
            for index, rating in enumerate(ratings)
            if rating is not None
        ]
        end = points[-1][1]
        last_name = max(min(end, lowest), last_name + _NAME_GAP)
        lowest += _NAME_GAP
        lines.append(NamedLine(player, " ".join(f"{x:g},{index:g}" for x, index in points), end, last_name))
    days = _choose_day_marks([(round(left + index * step_width, 1), day) for index, day in enumerate(sessions)])
    return LinesChart(lines, levels, days, right, width=width)


def _estimate_width(name: str) -> float:
    """Return the approximate width of a bold name, as a multiple of the font size. East Asian characters are square."""
    return sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.62 for letter in name)


def make_sparkline(ratings: Sequence[Number]) -> str:
    """Return the points of a sparkline of ratings, or "" for fewer than two ratings."""
    if len(ratings) < 2:
        return ""
    lowest, span = min(ratings), (max(ratings) - min(ratings)) or 1
    step_width = (SPARK_WIDTH - 8) / (len(ratings) - 1)
    height = SPARK_HEIGHT - 8
    return " ".join(
        f"{4 + index * step_width:.1f},{4 + height - (rating - lowest) / span * height:.1f}"
        for index, rating in enumerate(ratings)
    )


# The numbers of climbers, of leaders, and of sessions on their charts.
CLIMBERS, TOP, SESSIONS = 3, 5, 16


class Card(NamedTuple):
    """A highlight of the evening.

    Attributes:
        title: The title, in the language of the page.
        figure: The score, change or rating.
        player: The player's name in the replay with displayed names.
        detail: A description of the game or event, in HTML.
    """

    title: str
    figure: str
    player: str
    detail: str


class Climber(NamedTuple):
    """A player who gained most. `spark` has the points of a sparkline of the last sessions."""

    player: str
    rating: str
    change: str
    spark: str


class Poster(NamedTuple):
    """The content of the poster.

    Attributes:
        cards: The highlights of the last session.
        climbers: The players with the largest gains.
        charts: The charts of the leaders for paper and for a phone. There are none before the second session.
        first_day: The first day of the charts.
    """

    cards: Sequence[Card]
    climbers: Sequence[Climber]
    charts: Sequence[LinesChart]
    first_day: date | None


def make_poster(site: Site) -> Poster:
    """Return the content of the poster of the last session or event."""
    cards = [card for card in _make_cards(site) if card.player not in site.people.hidden_names]
    charts = _make_charts(site)
    first_day = site.replay.day_closings[-SESSIONS:][0].period.date if charts else None
    return Poster(cards, list(_find_climbers(site)), charts, first_day)


def _make_cards(site: Site) -> Iterator[Card]:
    if site.replay.last_date is None:
        return
    if not site.schema.is_paired:
        yield from _make_event_cards(site)
        return
    language = site.language
    games = [
        game for game in list_session_games(site.statistics) if game.rating1 is not None and game.rating2 is not None
    ]
    won = [_put_winner_first(game) for game in games if game.score1 != game.score2]
    lines = [line for line in list_session_players(site.statistics) if line.change is not None]
    if site.schema.has_scores and won:
        high = max(map(_put_winner_first, games), key=lambda game: game.score1 or 0)
        yield Card(
            language.render(msg("High game")),
            site.points(high.score1 or 0),
            high.player1,
            _describe_high_game(site, high, games),
        )
        big = max(won, key=_compute_spread)
        yield Card(
            language.render(msg("Biggest win")),
            f"+{site.points(_compute_spread(big))}",
            big.player1,
            _describe_game(site, big),
        )
    upsets = [game for game in won if (game.rating2 or 0) > (game.rating1 or 0)]
    if upsets:
        upset = max(upsets, key=_compute_upset)
        detail = language.render(
            msg(
                "beat {name}, rated {points} points higher",
                name=_format_name(site, upset.player2 or ""),
                points=site.rating(_compute_upset(upset)),
            )
        )
        yield Card(language.render(msg("Biggest upset")), site.rating(_compute_upset(upset)), upset.player1, detail)
    if not site.schema.has_scores and lines:
        best = max(list_session_players(site.statistics), key=lambda line: line.wins + line.ties / 2)
        record = best.chess_record if site.schema.counts_points else best.record
        yield Card(language.render(msg("Best record")), record or "", best.player, "")
    yield from _make_gain_card(site, lines)


def _make_gain_card(site: Site, lines: Sequence[SessionLine]) -> Iterator[Card]:
    climber = max(lines, key=lambda line: line.change or 0, default=None)
    if climber is not None and (climber.change or 0) > 0:
        detail = f"{site.rating(climber.old)} → {site.rating(climber.new)}"
        yield Card(site.language.render(msg("Biggest gain")), site.change(climber.change), climber.player, detail)


def _make_event_cards(site: Site) -> Iterator[Card]:
    """Yield the highlights of an event: the winner, the largest gain and the highest rating."""
    language, lines = site.language, list_event_lines(site.replay)
    winner = lines[0]
    score = f"{winner.place}." if winner.percentile is None else language.format_number(winner.percentile, 2)
    yield Card(language.render(msg("Winner")), score, winner.player, language.render(count_players(winner.players)))
    climber = max(lines, key=lambda line: line.change or 0)
    if (climber.change or 0) > 0:
        detail = f"{site.rating(climber.old)} → {site.rating(climber.new)}"
        yield Card(language.render(msg("Biggest gain")), site.change(climber.change), climber.player, detail)
    leader = site.replay.ranking()[0]
    if leader.rank is not None:
        name = site.people.names[leader.player]
        yield Card(
            language.render(msg("Highest rating")),
            site.rating(leader.rating),
            name,
            language.render(msg("Events: {number}", number=leader.games)),
        )


def _put_winner_first(game: GameLine) -> GameLine:
    """Return a game with the winner as player 1."""
    if (game.score1 or 0) > (game.score2 or 0):
        return game
    assert game.player2 is not None
    return game._replace(
        player1=game.player2, score1=game.score2, player2=game.player1, score2=game.score1,
        rating1=game.rating2, rating2=game.rating1,
    )  # fmt: skip


def _compute_spread(game: GameLine) -> Number:
    return (game.score1 or 0) - (game.score2 or 0)


def _compute_upset(game: GameLine) -> Number:
    return (game.rating2 or 0) - (game.rating1 or 0)


def _format_name(site: Site, name: str) -> str:
    return f"<bdi>{site.plain[name]}</bdi>"


def _describe_game(site: Site, game: GameLine) -> str:
    score = site.score(game.score1 or 0, game.score2 or 0)
    return site.language.render(msg("{score} against {name}", score=score, name=_format_name(site, game.player2 or "")))


def _describe_high_game(site: Site, high: GameLine, games: Sequence[GameLine]) -> str:
    """Return the description of the high game, with the other players who had the same score."""
    detail, language = _describe_game(site, high), site.language
    scores = [
        (player, score)
        for game in games
        for player, score in zip((game.player1, game.player2), (game.score1, game.score2))
    ]
    others = dict.fromkeys(
        player for player, score in scores if player and score == high.score1 and player != high.player1
    )
    names = ", ".join(_format_name(site, player) for player in others if player not in site.people.hidden_names)
    return language.render(msg("{words}; also {names}", words=detail, names=names)) if names else detail


def _find_climbers(site: Site) -> Iterator[Climber]:
    changes: list[tuple[str, Number | None, Number | str | None]]
    if site.schema.is_paired:
        changes = [(line.player, line.change, line.new) for line in list_session_players(site.statistics)]
    else:
        changes = [(line.player, line.change, line.new) for line in list_event_lines(site.replay)]
    displayed = [
        (player, change, new) for player, change, new in changes if player not in site.people.hidden_names and change
    ]
    for player, change, new in sorted(displayed, key=lambda entry: -(entry[1] or 0))[:CLIMBERS]:
        if (change or 0) > 0:
            position = site.people.position[player]
            ratings = [closing.ratings[position] for closing in site.replay.day_closings[-SESSIONS:]]
            line = make_sparkline([rating for rating in ratings if rating is not None])
            yield Climber(player, site.rating(new), site.change(change), line)


def _make_charts(site: Site) -> Sequence[LinesChart]:
    """Return the charts for paper and for a phone. The latter has given names alone where they are unique."""
    closings = site.replay.day_closings[-SESSIONS:]
    if len(closings) < 2:
        return ()
    leaders = [
        ranked.player
        for ranked in site.replay.ranking()
        if ranked.rank is not None and site.people.names[ranked.player] not in site.people.hidden_names
    ][:TOP]
    series = [(site.people.names[player], [closing.ratings[player] for closing in closings]) for player in leaders]
    if not series:
        return ()
    short_names = find_given_names(site.people.names)
    days = [closing.period.date for closing in closings]
    return make_lines_chart(series, days), make_lines_chart(
        [(short_names[player], line) for player, line in series], days, WIDTH
    )
