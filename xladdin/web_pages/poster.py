"""The evening on the first page: its best figures, who climbed, and the top five as a chart."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.messages import msg
from xladdin.reports.scoreboard import GameLine, SessionLine, event_lines, session_games, session_players
from xladdin.reports.wording import count_players, given_names
from xladdin.web_pages.charts import WIDTH, LinesChart, lines_chart, spark
from xladdin.web_pages.site import Site

CLIMBED, TOP, SESSIONS = 3, 5, 16
"""The numbers of climbers, of leaders, and of sessions on their charts."""


class Card(NamedTuple):
    """One of the evening's best. `title`: in the language. `figure`, `words`: in HTML. `player`: as in `seen`."""

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
    since = site.replay.days[-SESSIONS:][0].period.date if charts else None
    return Poster(cards, list(_climbers(site)), charts, since)


def _cards(site: Site) -> Iterator[Card]:
    if site.replay.last_date is None:
        return
    if not site.kind.is_paired:
        yield from _of_event(site)
        return
    language = site.language
    games = [game for game in session_games(site.statistics) if game.rating1 is not None and game.rating2 is not None]
    won = [_turned(game) for game in games if game.score1 != game.score2]
    lines = [line for line in session_players(site.statistics) if line.change is not None]
    if site.kind.has_scores and won:
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
    if not site.kind.has_scores and lines:
        best = max(session_players(site.statistics), key=lambda line: line.wins + line.ties / 2)
        record = best.chess_record if site.kind.counts_points else best.record
        yield Card(language.render(msg("Best record")), record or "", best.player, "")
    yield from _gain(site, lines)


def _gain(site: Site, lines: Sequence[SessionLine]) -> Iterator[Card]:
    gained = max(lines, key=lambda line: line.change or 0, default=None)
    if gained is not None and (gained.change or 0) > 0:
        words = f"{site.rating(gained.old)} → {site.rating(gained.new)}"
        yield Card(site.language.render(msg("Biggest gain")), site.change(gained.change), gained.player, words)


def _of_event(site: Site) -> Iterator[Card]:
    """Yield the winner of an event, its best score, and who gained most."""
    language, lines = site.language, event_lines(site.replay)
    first = lines[0]
    score = f"{first.place}." if first.percentile is None else language.number(first.percentile, 2)
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
    """Return the high game in words, with all others who scored as much."""
    words, language = _against(site, high), site.language
    sides = [
        (side, score) for game in games for side, score in zip((game.player1, game.player2), (game.score1, game.score2))
    ]
    also = dict.fromkeys(side for side, score in sides if side and score == high.score1 and side != high.player1)
    named = ", ".join(_name(site, side) for side in also if side not in site.people.left_out)
    return language.render(msg("{words}; also {names}", words=words, names=named)) if named else words


def _climbers(site: Site) -> Iterator[Climber]:
    moved: list[tuple[str, Number | None, Number | str | None]]
    if site.kind.is_paired:
        moved = [(line.player, line.change, line.new) for line in session_players(site.statistics)]
    else:
        moved = [(line.player, line.change, line.new) for line in event_lines(site.replay)]
    seen = [(player, change, new) for player, change, new in moved if player not in site.people.left_out and change]
    for player, change, new in sorted(seen, key=lambda one: -(one[1] or 0))[:CLIMBED]:
        if (change or 0) > 0:
            position = site.people.position[player]
            ratings = [closing.ratings[position] for closing in site.replay.days[-SESSIONS:]]
            line = spark([rating for rating in ratings if rating is not None])
            yield Climber(player, site.rating(new), site.change(change), line)


def _charts(site: Site) -> Sequence[LinesChart]:
    """Return the charts for paper and for a phone, where a given name that is nobody else's names its line alone."""
    closings = site.replay.days[-SESSIONS:]
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
