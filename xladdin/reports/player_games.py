"""The games of each player, from the player's side: the rated ones with the arithmetic of every change in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

from xladdin.cells import Number, both_scores, rounded
from xladdin.messages import BLANK, Message, format_number, msg
from xladdin.model import GameKind, RatedGame
from xladdin.replay import Replay
from xladdin.statistics import Rows, Statistics
from xladdin.systems.system import RatingSystem


class PlayedGame(NamedTuple):
    """A game from the player's side. `change` is None for a newcomer rated by all games so far.

    `running` is the rating at the end of the day, as in History.
    """

    date: date
    opponent: str
    rating: Number
    opponent_rating: Number
    score: Number
    opponent_score: Number
    change: Number | None
    running: Number
    words: Message


class NotRated(NamedTuple):
    """A row that moves no rating, from the player's side. The opponent and scores are None for a bye."""

    date: date
    kind: GameKind
    opponent: str | None
    score: Number | None
    opponent_score: Number | None


def played_games(replay: Replay, rows: Rows, explained_from: date = date.min) -> Iterator[PlayedGame]:
    """Yield the player's rated games in order of time. Those before the day `explained_from` come without words."""
    log = replay.log
    schema, games = log.system.log_schema, log.games
    if not schema.is_paired:
        return
    (rating1, rating2), (change1, change2) = (
        [replay.rated[heading] for heading in pair] for pair in (schema.ratings, schema.changes)
    )
    by_side = (
        (rating1, rating2, change1, games.score1, games.score2, games.player2),
        (rating2, rating1, change2, games.score2, games.score1, games.player1),
    )
    for number, side in rows:
        ratings, opponents_ratings, changes, scores, opponents_scores, opponents = by_side[side]
        rating, others, change = ratings[number], opponents_ratings[number], changes[number]
        own, other = scores[number], opponents_scores[number]
        assert rating is not None and others is not None
        if games.date[number] < explained_from:
            words = BLANK
        elif change is None:
            words = msg("new, rated by all games so far")
        else:
            words = game_words(replay, number, side)
        opponent = log.players[opponents[number]].name
        then = replay.after[side][number]
        yield PlayedGame(games.date[number], opponent, rating, others, own, other, change, then, words)


def game_words(replay: Replay, game: int, side: int) -> Message:
    """Return the arithmetic of the change of a game of the log in words, from the side 0 or 1, like CLUBEXPLAIN."""
    system, games, schema = replay.log.system, replay.log.games, replay.log.system.log_schema
    rating, opponent_rating = (replay.rated[heading][game] or 0 for heading in schema.ratings[:: -1 if side else 1])
    score, opponent_score = (column[game] for column in (games.score1, games.score2)[:: -1 if side else 1])
    basis = replay.rated[schema.bases[side]][game] if schema.bases else None
    is_double = games.double[game] == side + 1
    return system.describe_game(RatedGame(rating, opponent_rating, score, opponent_score, is_double, basis))


def not_rated(statistics: Statistics, player: int) -> Iterator[NotRated]:
    """Yield the player's unrated games, forfeits and byes in order of time."""
    names = [one.name for one in statistics.replay.log.players]
    for kind, day, first, score, second, others, _ in statistics.unrated.get(player, ()):
        opponent, own, other = (second, score, others) if first == player else (first, others, score)
        yield NotRated(day, kind, None if opponent is None else names[opponent], own, other)


SAME = 1_000_000
"""Changes that differ by less than one over this are the same but for a computer's last digit."""


class Step(NamedTuple):
    """A step of the rating: a day of play or an adjustment. `before` may be None. `event` is its name.

    `games` were played that day. `closing` is the arithmetic of the event, and the result for the rating.
    """

    date: date
    before: Number | None
    after: Number
    closing: Sequence[Message]
    games: Sequence[PlayedGame] = ()
    event: str = ""


def player_steps(statistics: Statistics, player: int, games: Sequence[PlayedGame]) -> Iterator[Step]:
    """Yield every change of the player's rating, from the start rating on. Each begins at the end of the one before."""
    replay, rows = statistics.replay, statistics.rows[player]
    log = replay.log
    (now,) = log.system.initial_state([log.players[player]]).known_ratings()
    by_period = _by_period(replay, rows, games)
    format_figure = partial(rating_figure, log.system)
    for number, after in statistics.rating_history(player):
        assert after is not None
        period = log.periods[number]
        day = by_period.get(number)
        if day is None:  # an adjustment alone
            yield Step(period.date, now, after, [_describe_adjustment(now, after, format_figure)])
        else:
            before = day.before
            if before is not None and now is not None and before != now:
                yield Step(period.date, now, before, [_describe_adjustment(now, before, format_figure)])
            closing = [*day.words, _describe_change(before, day.changes, after, format_figure)]
            yield Step(period.date, before, after, closing, day.games, period.event)
        now = after
    if replay.adjusted and replay.adjusted[-1].number == len(log.periods):  # due, and made after the last period
        last = replay.adjusted[-1].ratings[player]
        if now is not None and last is not None and last != now:
            yield Step(replay.adjusted[-1].date, now, last, [_describe_adjustment(now, last, format_figure)])


def rating_figure(system: RatingSystem, rating: Number, signed: bool = False) -> Message:
    """Return a rating or a change as the club prints it, in the language of the message that it becomes a part of."""
    places = system.rating_decimals or 9
    form = f".{places}f" if system.rating_decimals else "g"
    return format_number(
        round(rating, places) + 0, f"{'+' if signed else ''}{form}"
    )  # what rounds to nothing has no minus


def rating_words(system: RatingSystem, rating: Number, signed: bool = False) -> str:
    """Return a rating or a change as the club prints it: whole, or with the system's decimals."""
    return str(rating_figure(system, rating, signed))


def _describe_adjustment(before: Number | None, after: Number, format_figure: Callable[..., Message]) -> Message:
    change = format_figure(after - (before or 0), True)
    return msg("adjustment {adjustment}: {rating}", adjustment=change, rating=format_figure(after))


def _describe_change(
    before: Number | None, changes: Sequence[Number], after: Number, format_figure: Callable[..., Message]
) -> Message:
    """Return how the changes of the day became the list's."""
    if before is None:
        return msg("rated by all games so far: {rating}", rating=format_figure(after))
    plain, change = sum(changes), after - before
    becomes = msg(
        "{before} {change} = {after}",
        before=format_figure(before),
        change=format_figure(change, True),
        after=format_figure(after),
    )
    if rounded((plain - change) * SAME) == 0:
        return becomes
    return msg(
        "sum {sum}, of which the list takes {change}: {becomes}",
        sum=format_figure(plain, True),
        change=format_figure(change, True),
        becomes=becomes,
    )


class _Day(NamedTuple):
    """A player's games in one period, rated from `before`. `words` tell an event."""

    before: Number | None
    changes: list[Number]
    words: list[Message]
    games: list[PlayedGame]


def _by_period(replay: Replay, rows: Rows, games: Sequence[PlayedGame]) -> dict[int, _Day]:
    """Return the days of play by the number of the period."""
    log = replay.log
    if not log.system.log_schema.is_paired:
        return dict(_events(replay, rows))
    days: dict[int, _Day] = {}
    for (position, _), game in zip(rows, games):
        before = None if game.change is None else game.rating
        day = days.setdefault(log.period_of_row[position], _Day(before, [], [], []))
        day.changes.append(game.change or 0)
        day.games.append(game)
    return days


def step_words(system: RatingSystem, step: Step) -> list[Message]:
    """Return the arithmetic of a step, a line a game or event. The last line has the result for the rating."""
    lines = [
        msg(
            "{opponent} ({rating:g}), {result}: {words}",
            opponent=game.opponent,
            rating=game.opponent_rating,
            result=_result(system, game),
            words=game.words,
        )
        for game in step.games
    ]
    for words in step.closing[:-1]:
        lines.append(msg("{event}: {words}", event=step.event, words=words) if step.event else words)
    return [*lines, *step.closing[-1:]]


def _result(system: RatingSystem, game: PlayedGame) -> str:
    if not system.log_schema.has_scores:
        return {1: msg("won"), 0.5: msg("drawn"), 0: msg("lost")}[game.score]
    return both_scores(game.score, game.opponent_score)


def _events(replay: Replay, rows: Rows) -> Iterator[tuple[int, _Day]]:
    log, schema = replay.log, replay.log.system.log_schema
    for row, _ in rows:
        event = log.events[log.placings.event[row]]
        before, change = replay.rated[schema.rating1][row], replay.rated[schema.change1][row]
        terms = event.players, event.rounds, event.date.year, event.world_championship
        words = log.system.explain(before, log.placings.place[row], *terms)
        yield log.period_of_row[row], _Day(before, [change or 0], [words], [])
