"""What moved a player's rating, step by step: each day of play with its arithmetic in words, each adjustment."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from xladdin.cells.numbers import Number, rounded
from xladdin.log import Log
from xladdin.replay import Replay, ledger_by_period
from xladdin.reports.own_games.played import Played, PlayedGame
from xladdin.systems.system import RatingSystem

SAME = 1_000_000
"""Changes that differ by less than one over this are the same, whatever a computer's last digit."""


class Step(NamedTuple):
    """What moved the rating: a day of play or an adjustment. before: None where he had none; event: its name.

    games: of the day; closing: the arithmetic of the event, and what became of the rating.
    """

    date: date
    before: Number | None
    after: Number
    closing: Sequence[str]
    games: Sequence[PlayedGame] = ()
    event: str = ""


Trail = Sequence["tuple[int, Number | None]"]
"""Where a player stood after a period, by its number: each in which he played, and each that he came out of changed."""


def trails(found: Replay) -> Sequence[Trail]:
    """The trail of every player."""
    log = found.log
    trails: list[list[tuple[int, Number | None]]] = [[] for _ in log.players]
    before: list[Number | None] = log.system.open_ledger(log.players).begun_ratings()
    everybody = range(len(log.players))
    due, made = sorted(adjustment.date for adjustment in log.adjustments), 0
    for number, (period, ledger) in enumerate(zip(log.periods, ledger_by_period(log))):
        there = {player for side in log.played.players for player in side[period.start : period.stop]}
        made, made_before = bisect_right(due, period.date), made
        for player in everybody if made > made_before else there:  # else nobody's moves who is not there
            now = ledger.rating[player] if ledger.has_begun(player) else None
            if now != before[player] or player in there:
                before[player] = now
                trails[player].append((number, now))
    return trails


def player_steps(found: Replay, player: int, mine: Played, games: Sequence[PlayedGame], trail: Trail) -> Iterator[Step]:
    """Every change of the player's rating, from the start rating on; each begins where the one before has ended."""
    log = found.log
    (now,) = log.system.open_ledger([log.players[player]]).begun_ratings()
    by_period = _by_period(found, mine, games)
    shown = partial(rating_words, log.system)
    for number, after in trail:
        period = log.periods[number]
        day = by_period.get(number)
        if day is None:
            if after is not None and after != now:
                yield Step(period.date, now, after, [_moved(now, after, shown)])
        else:
            assert after is not None
            before = day.before
            if before is not None and now is not None and before != now:
                yield Step(period.date, now, before, [_moved(now, before, shown)])
            closing = [*day.words, _taken(before, day.changes, after, shown)]
            yield Step(period.date, before, after, closing, day.games, period.event)
        now = after
    last = found.ledger.rating[player]
    if now is not None and last != now and found.last_date is not None:  # due, and made after the last period
        yield Step(max(found.last_date, _latest_adjustment(found, player)), now, last, [_moved(now, last, shown)])


def _latest_adjustment(found: Replay, player: int) -> date:
    """When an adjustment of the player was last due, of those that have been made."""
    waiting = {adjustment.row for adjustment in found.waiting}
    mine = (one.date for one in found.log.adjustments if one.player in (None, player) and one.row not in waiting)
    return max(mine, default=date.min)


def rating_words(system: RatingSystem, rating: Number, signed: bool = False) -> str:
    """A rating or a change as the club prints it: whole, or with the system's decimals."""
    places = system.rating_decimals or 9
    form = f".{places}f" if system.rating_decimals else "g"
    return f"{round(rating, places) + 0:{'+' if signed else ''}{form}}"  # what rounds to nothing has no minus


def _moved(before: Number | None, after: Number, shown: Callable[..., str]) -> str:
    return f"adjustment {shown(after - (before or 0), True)}: {shown(after)}"


def _taken(before: Number | None, changes: Sequence[Number], after: Number, shown: Callable[..., str]) -> str:
    """How the changes of the day became the list's."""
    if before is None:
        return f"rated by all games so far: {shown(after)}"
    plain, taken = sum(changes), after - before
    becomes = f"{shown(before)} {shown(taken, True)} = {shown(after)}"
    if rounded((plain - taken) * SAME) == 0:
        return becomes
    return f"sum {shown(plain, True)}, of which the list takes {shown(taken, True)}: {becomes}"


class _Day(NamedTuple):
    """What a player did in one period. before: rating that it was rated from; words: of an event."""

    before: Number | None
    changes: list[Number]
    words: list[str]
    games: list[PlayedGame]


def _by_period(found: Replay, mine: Played, games: Sequence[PlayedGame]) -> dict[int, _Day]:
    """The days of play by the number of the period."""
    log = found.log
    if not log.system.log_kind.is_paired:
        return dict(_events(found, mine))
    days: dict[int, _Day] = {}
    for (position, _), game in zip(mine, games):
        before = None if game.change is None else game.rating
        day = days.setdefault(_period_of(log, position), _Day(before, [], [], []))
        day.changes.append(game.change or 0)
        day.games.append(game)
    return days


def _period_of(log: Log, position: int) -> int:
    """The number of the period that a game or placing belongs to."""
    return bisect_right(log.periods, position, key=attrgetter("start")) - 1


def step_words(system: RatingSystem, step: Step) -> list[str]:
    """The arithmetic of a step, a line a game or event; the last says what became of the rating."""
    games = (
        f"{game.opponent} ({game.opponent_rating:g}), {_result(system, game)}: {game.words}" for game in step.games
    )
    event = f"{step.event}: " if step.event else ""
    return [*games, *(f"{event}{words}" for words in step.closing[:-1]), *step.closing[-1:]]


def _result(system: RatingSystem, game: PlayedGame) -> str:
    if system.log_kind.result:
        return {1: "won", 0.5: "drawn", 0: "lost"}[game.score]
    return f"{game.score:g}–{game.opponent_score:g}"


def _events(found: Replay, mine: Played) -> Iterator[tuple[int, _Day]]:
    log, kind = found.log, found.log.system.log_kind
    for row, _ in mine:
        event = log.events[log.placings.event[row]]
        before, change = found.rated[kind.rating1][row], found.rated[kind.change1][row]
        facts = event.players, event.rounds, event.date.year, event.world_championship
        words = log.system.explain(before, log.placings.place[row], *facts)
        yield _period_of(log, row), _Day(before, [change or 0], [words], [])
