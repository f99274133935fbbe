"""Describe the poster of the last session, and draw the lines of ratings."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells import Number
from xladdin.messages import msg
from xladdin.reports.games import GameLine, SessionLine, list_event_lines, list_session_games, list_session_players
from xladdin.reports.wording import count_players, given_names
from xladdin.web_pages.site import Site

# The size of the drawing, in its own units: those of a phone.
WIDTH, HEIGHT = 358, 232
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 46, 18, 204
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MOST_LINES = 6
_DAYS_NAMED = 4
# The width of the name of a day.
_NEAR = 62


class Level(NamedTuple):
    """A horizontal grid line: its height, and its rating."""

    y: float
    rating: Number


class DayMark(NamedTuple):
    """A day below the chart. `anchor` is the end of its name that is at x."""

    x: float
    day: date
    anchor: str


class Chart(NamedTuple):
    """The parts of a drawing.

    `line` has the points. `first` and `last` are x, y and rating of its ends. `falls_at_first` says whether it leads
    down from the first.
    """

    line: str
    levels: Sequence[Level]
    days: Sequence[DayMark]
    first: tuple[float, float, Number]
    last: tuple[float, float, Number]
    falls_at_first: bool
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    bottom: float = _BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def rating_chart(points: Sequence[tuple[date, Number]]) -> Chart | None:
    """Return the chart of ratings by day, in order of time, or None for fewer than two ratings."""
    if len(points) < 2:
        return None
    ratings = [rating for _, rating in points]
    y, levels = _scale(ratings, _TOP, _BOTTOM)
    start, end = points[0][0].toordinal(), points[-1][0].toordinal()
    days = max(end - start, 1)

    def x(day: date) -> float:
        return round(_LEFT + (day.toordinal() - start) / days * (WIDTH - _LEFT - _RIGHT), 1)

    line = " ".join(f"{x(day):g},{y(rating):g}" for day, rating in points)
    ends = [(x(day), y(rating), rating) for day, rating in (points[0], points[-1])]
    return Chart(line, levels, _marks([(x(day), day) for day, _ in points]), ends[0], ends[1], ratings[1] < ratings[0])


def _scale(ratings: Sequence[Number], top: float, bottom: float) -> tuple[Callable[[Number], float], list[Level]]:
    """Return the height of each rating, and the grid lines at round ratings."""
    span = max(ratings) - min(ratings)
    largest = 10 ** math.ceil(math.log10(max(span, 1)))
    step = next((step for step in _STEPS if span / step <= _MOST_LINES - 1), largest)
    foot, head = math.floor(min(ratings) / step) * step, math.ceil(max(ratings) / step) * step
    head += step if foot == head else 0

    def y(rating: Number) -> float:
        return round(bottom - (rating - foot) / (head - foot) * (bottom - top), 1)

    lines = range(round((head - foot) / step) + 1)
    return y, [Level(y(foot + number * step), foot + number * step) for number in lines]


def _marks(days: Sequence[tuple[float, date]]) -> list[DayMark]:
    """Return the first and the last day, and days in regular distances between them that leave room for their names."""
    (first, first_day), (last, last_day) = days[0], days[-1]
    marks = [DayMark(first, first_day, "start")]
    for part in range(1, _DAYS_NAMED - 1):
        wanted = first + (last - first) * part / (_DAYS_NAMED - 1)
        x, day = min(days, key=lambda point: abs(point[0] - wanted))
        if x - marks[-1].x >= _NEAR * (1.5 if len(marks) == 1 else 1) and last - x >= _NEAR * 1.5:
            marks.append(DayMark(x, day, "middle"))
    if last_day != first_day:
        marks.append(DayMark(last, last_day, "end"))
    return marks


LINES_WIDTH, LINES_HEIGHT = 900, 228
# The left, top and bottom of the lines. The names are right of them, and the days below.
_PLOT = (38, 8, 204)
_NAME_GAP, _NAME_SIZE = 20, 15
SPARK_WIDTH, SPARK_HEIGHT = 150, 26


class NamedLine(NamedTuple):
    """A player's line: its points, and the position of the name at its end."""

    player: str
    points: str
    end: float
    name_y: float


class LinesChart(NamedTuple):
    """The lines of some players in one drawing."""

    lines: Sequence[NamedLine]
    levels: Sequence[Level]
    days: Sequence[DayMark]
    right: float
    left: float = _PLOT[0]
    bottom: float = _PLOT[2]
    width: int = LINES_WIDTH
    height: int = LINES_HEIGHT


def lines_chart(
    series: Sequence[tuple[str, Sequence[Number | None]]], sessions: Sequence[date], across: int = LINES_WIDTH
) -> LinesChart:
    """Return the lines of players, best first, session by session.

    Names do not overlap. `across` is the chart's width.
    """
    left, top, bottom = _PLOT
    longest = max(_room_of(player) for player, _ in series)
    right = across - round(longest * _NAME_SIZE) - 12
    apart = (right - left) / max(len(sessions) - 1, 1)
    known = [rating for _, ratings in series for rating in ratings if rating is not None]
    y, levels = _scale(known, top, bottom)
    lines: list[NamedLine] = []
    last_name = -math.inf
    ends = sorted(series, key=lambda line: -(line[1][-1] or 0))
    lowest = bottom - _NAME_GAP * (len(ends) - 1)
    for player, ratings in ends:
        points = [(round(left + at * apart, 1), y(rating)) for at, rating in enumerate(ratings) if rating is not None]
        end = points[-1][1]
        last_name = max(min(end, lowest), last_name + _NAME_GAP)
        lowest += _NAME_GAP
        lines.append(NamedLine(player, " ".join(f"{x:g},{at:g}" for x, at in points), end, last_name))
    days = _marks([(round(left + at * apart, 1), day) for at, day in enumerate(sessions)])
    return LinesChart(lines, levels, days, right, width=across)


def _room_of(name: str) -> float:
    """Return the approximate width of a bold name, as a multiple of the font size. Chinese letters are square."""
    return sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.62 for letter in name)


def spark(ratings: Sequence[Number]) -> str:
    """Return the points of a small line of ratings, or nothing for fewer than two ratings."""
    if len(ratings) < 2:
        return ""
    least, span = min(ratings), (max(ratings) - min(ratings)) or 1
    apart = (SPARK_WIDTH - 8) / (len(ratings) - 1)
    high = SPARK_HEIGHT - 8
    return " ".join(
        f"{4 + at * apart:.1f},{4 + high - (rating - least) / span * high:.1f}" for at, rating in enumerate(ratings)
    )


# The numbers of climbers, of leaders, and of sessions on their charts.
CLIMBED, TOP, SESSIONS = 3, 5, 16


class Card(NamedTuple):
    """One of the evening's highlights.

    `title` is in the language, `figure` and `words` are HTML, `player` is as in `seen`.
    """

    title: str
    figure: str
    player: str
    words: str


class Climber(NamedTuple):
    """A player who gained most. `spark` has the points of the line of the last sessions."""

    player: str
    rating: str
    change: str
    spark: str


class Poster(NamedTuple):
    """The poster. `charts` of the leaders are for paper and for a phone. Before two sessions it has none.

    `since` is their first day.
    """

    cards: Sequence[Card]
    climbers: Sequence[Climber]
    charts: Sequence[LinesChart]
    since: date | None


def poster(site: Site) -> Poster:
    """Return the content of the poster of the last evening, or event."""
    cards = [card for card in _cards(site) if card.player not in site.people.left_out]
    charts = _charts(site)
    since = site.replay.day_closings[-SESSIONS:][0].period.date if charts else None
    return Poster(cards, list(_climbers(site)), charts, since)


def _cards(site: Site) -> Iterator[Card]:
    if site.replay.last_date is None:
        return
    if not site.schema.is_paired:
        yield from _of_event(site)
        return
    language = site.language
    games = [
        game for game in list_session_games(site.statistics) if game.rating1 is not None and game.rating2 is not None
    ]
    won = [_turned(game) for game in games if game.score1 != game.score2]
    lines = [line for line in list_session_players(site.statistics) if line.change is not None]
    if site.schema.has_scores and won:
        high = max(map(_turned, games), key=lambda game: game.score1 or 0)
        yield Card(
            language.render(msg("High game")), site.points(high.score1 or 0), high.player1, _of_high(site, high, games)
        )
        big = max(won, key=_spread)
        yield Card(
            language.render(msg("Biggest win")), f"+{site.points(_spread(big))}", big.player1, _against(site, big)
        )
    upsets = [game for game in won if (game.rating2 or 0) > (game.rating1 or 0)]
    if upsets:
        upset = max(upsets, key=_upset)
        words = language.render(msg("beat {name}, rated {points} points higher", name=_name(site, upset.player2 or ""),
                         points=site.rating(_upset(upset))))  # fmt: skip
        yield Card(language.render(msg("Biggest upset")), site.rating(_upset(upset)), upset.player1, words)
    if not site.schema.has_scores and lines:
        best = max(list_session_players(site.statistics), key=lambda line: line.wins + line.ties / 2)
        record = best.chess_record if site.schema.counts_points else best.record
        yield Card(language.render(msg("Best record")), record or "", best.player, "")
    yield from _gain(site, lines)


def _gain(site: Site, lines: Sequence[SessionLine]) -> Iterator[Card]:
    gained = max(lines, key=lambda line: line.change or 0, default=None)
    if gained is not None and (gained.change or 0) > 0:
        words = f"{site.rating(gained.old)} → {site.rating(gained.new)}"
        yield Card(site.language.render(msg("Biggest gain")), site.change(gained.change), gained.player, words)


def _of_event(site: Site) -> Iterator[Card]:
    """Yield the winner of an event, its best score, and who gained most."""
    language, lines = site.language, list_event_lines(site.replay)
    first = lines[0]
    score = f"{first.place}." if first.percentile is None else language.format_number(first.percentile, 2)
    yield Card(language.render(msg("Winner")), score, first.player, language.render(count_players(first.players)))
    gained = max(lines, key=lambda line: line.change or 0)
    if (gained.change or 0) > 0:
        words = f"{site.rating(gained.old)} → {site.rating(gained.new)}"
        yield Card(language.render(msg("Biggest gain")), site.change(gained.change), gained.player, words)
    leader = site.replay.ranking()[0]
    if leader.rank is not None:
        name = site.people.names[leader.player]
        yield Card(
            language.render(msg("Highest rating")),
            site.rating(leader.rating),
            name,
            language.render(msg("Events: {number}", number=leader.games)),
        )


def _turned(game: GameLine) -> GameLine:
    """Return a game with its winner first."""
    if (game.score1 or 0) > (game.score2 or 0):
        return game
    assert game.player2 is not None
    return game._replace(
        player1=game.player2, score1=game.score2, player2=game.player1, score2=game.score1,
        rating1=game.rating2, rating2=game.rating1,
    )  # fmt: skip


def _spread(game: GameLine) -> Number:
    return (game.score1 or 0) - (game.score2 or 0)


def _upset(game: GameLine) -> Number:
    return (game.rating2 or 0) - (game.rating1 or 0)


def _name(site: Site, name: str) -> str:
    return f"<bdi>{site.plain[name]}</bdi>"


def _against(site: Site, game: GameLine) -> str:
    score = site.score(game.score1 or 0, game.score2 or 0)
    return site.language.render(msg("{score} against {name}", score=score, name=_name(site, game.player2 or "")))


def _of_high(site: Site, high: GameLine, games: Sequence[GameLine]) -> str:
    """Return the high game as text, with all other players of the same score."""
    words, language = _against(site, high), site.language
    sides = [
        (side, score) for game in games for side, score in zip((game.player1, game.player2), (game.score1, game.score2))
    ]
    also = dict.fromkeys(side for side, score in sides if side and score == high.score1 and side != high.player1)
    named = ", ".join(_name(site, side) for side in also if side not in site.people.left_out)
    return language.render(msg("{words}; also {names}", words=words, names=named)) if named else words


def _climbers(site: Site) -> Iterator[Climber]:
    moved: list[tuple[str, Number | None, Number | str | None]]
    if site.schema.is_paired:
        moved = [(line.player, line.change, line.new) for line in list_session_players(site.statistics)]
    else:
        moved = [(line.player, line.change, line.new) for line in list_event_lines(site.replay)]
    seen = [(player, change, new) for player, change, new in moved if player not in site.people.left_out and change]
    for player, change, new in sorted(seen, key=lambda entry: -(entry[1] or 0))[:CLIMBED]:
        if (change or 0) > 0:
            position = site.people.position[player]
            ratings = [closing.ratings[position] for closing in site.replay.day_closings[-SESSIONS:]]
            line = spark([rating for rating in ratings if rating is not None])
            yield Climber(player, site.rating(new), site.change(change), line)


def _charts(site: Site) -> Sequence[LinesChart]:
    """Return the charts for paper and for a phone. A given name stands alone where no other player has it."""
    closings = site.replay.day_closings[-SESSIONS:]
    if len(closings) < 2:
        return ()
    leaders = [
        ranked.player
        for ranked in site.replay.ranking()
        if ranked.rank is not None and site.people.names[ranked.player] not in site.people.left_out
    ][:TOP]
    series = [(site.people.names[player], [closing.ratings[player] for closing in closings]) for player in leaders]
    if not series:
        return ()
    short = given_names(site.people.names)
    days = [closing.period.date for closing in closings]
    return lines_chart(series, days), lines_chart([(short[player], line) for player, line in series], days, WIDTH)
