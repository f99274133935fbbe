"""One player: where he stands, best and lowest, records, opponents, and every game with its arithmetic in words.

All is of rated games. A rating is that at which he stood before a game of his, or stands now; of a newcomer, whom the
list does not rank, none counts as best or lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import groupby
from typing import NamedTuple

from xladdin.cells.numbers import Number, rounded, sign
from xladdin.cells.text import counted
from xladdin.replay import Replay, replay, season_of
from xladdin.systems.system import RatingSystem

SAME = 1_000_000
"""Changes that differ by less than one over this are the same, whatever a computer's last digit."""


class PlayedGame(NamedTuple):
    """A game from the player's side. change: None where he was new and rated by all games so far.

    running: rating when the day was over, as it stood before his next one, adjustments included.
    """

    date: date
    opponent: str
    rating: Number
    opponent_rating: Number
    score: Number
    opponent_score: Number
    change: Number | None
    running: Number
    words: str


class OpponentLine(NamedTuple):
    """What the player did against one opponent in all rated games; spread: points scored less points given away."""

    opponent: str
    wins: int
    losses: int
    ties: int
    spread: Number


class Record(NamedTuple):
    """Games won, lost and tied, and mean scores; None without a game."""

    wins: int
    losses: int
    ties: int
    average: float | None
    opponents_average: float | None


class Step(NamedTuple):
    """What moved the rating: a day of play or an adjustment. before: None where he had none; words: its arithmetic."""

    date: date
    before: Number | None
    after: Number
    words: Sequence[str]


class Extreme(NamedTuple):
    """A rating, and when the player first stood at it."""

    rating: Number
    date: date


@dataclass(frozen=True)
class PlayerReport:
    """A player's report. games: latest first; opponents: who was met last, first; steps: in order of time."""

    name: str
    rating: Number | str
    rank: int | None
    best: Extreme | None
    lowest: Extreme | None
    season: Record
    lifetime: Record
    won_in_a_row: int
    lost_in_a_row: int
    games: Sequence[PlayedGame]
    opponents: Sequence[OpponentLine]
    steps: Sequence[Step]


def player_report(found: Replay, player: int) -> PlayerReport:
    """The report of one player, by his position in the log."""
    log, ledger = found.log, found.ledger
    games = [] if not log.system.log_kind.is_paired else list(_games(found, player))
    stood = list(_stood(found, player, games))
    season = season_of(found.last_session[0].date, log.system.season_month) if found.last_session else None
    in_season = [game for game in games if season_of(game.date, log.system.season_month) == season]
    return PlayerReport(
        name=log.players[player].name,
        rating=log.system.printed_rating(ledger, player),
        rank=next(line.rank for line in found.ranking() if line.player == player),
        best=max(stood, key=lambda extreme: extreme.rating, default=None),
        lowest=min(stood, key=lambda extreme: extreme.rating, default=None),
        season=_record(in_season),
        lifetime=_record(games),
        won_in_a_row=_longest(games, 1),
        lost_in_a_row=_longest(games, -1),
        games=games[::-1],
        opponents=_opponents(games),
        steps=list(_steps(found, player, games)),
    )


def _games(found: Replay, player: int) -> Iterator[PlayedGame]:
    """The player's rated games in order of time."""
    log = found.log
    kind, games, explain = log.system.log_kind, log.games, log.system.explain
    sides = [(kind.rating1, kind.change1, kind.games1), (kind.rating2, kind.change2, kind.games2)]
    columns = [[found.rated[heading] if heading else [] for heading in side] for side in sides]
    mine = [
        (number, 0 if first == player else 1)
        for number, (first, second) in enumerate(zip(games.player1, games.player2))
        if player in (first, second)
    ]
    now: Number = found.ledger.rating[player]
    after: dict[date, Number] = {}
    for number, side in reversed(mine):
        day = games.date[number]
        after.setdefault(day, now)
        now = columns[side][0][number] or 0
    for number, side in mine:
        (rating, change, before), (others, _, _) = (
            [column[number] if column else None for column in columns[chosen]] for chosen in (side, 1 - side)
        )
        scores = [games.score1[number], games.score2[number]]
        own, other = scores[side], scores[1 - side]
        assert rating is not None and others is not None
        if change is None:
            words = "new, rated by all games so far"
        elif kind.result:
            words = explain(rating, others, own)
        elif kind.double:
            words = explain(rating, others, own, other, games.double[number] == side + 1)
        else:
            words = explain(rating, others, own, other, *([before] if kind.games1 else []))
        opponent = log.players[(games.player2, games.player1)[side][number]].name
        day = games.date[number]
        yield PlayedGame(day, opponent, rating, others, own, other, change, after[day], words)


def _stood(found: Replay, player: int, games: Sequence[PlayedGame]) -> Iterator[Extreme]:
    """The ratings at which the player has stood, in order of time."""
    if not found.log.system.log_kind.is_paired:
        yield from (Extreme(step.after, step.date) for step in _steps(found, player, games))
        return
    yield from (Extreme(game.rating, game.date) for game in games if game.change is not None)
    if games and isinstance(found.log.system.printed_rating(found.ledger, player), (int, float)):
        yield Extreme(found.ledger.rating[player], games[-1].date)


def _record(games: Sequence[PlayedGame]) -> Record:
    results = [sign(game.score - game.opponent_score) for game in games]
    played = len(games) or None
    return Record(
        results.count(1),
        results.count(-1),
        results.count(0),
        played and sum(game.score for game in games) / played,
        played and sum(game.opponent_score for game in games) / played,
    )


def _longest(games: Sequence[PlayedGame], result: int) -> int:
    """The most games in a row with that result."""
    runs = groupby(games, key=lambda game: sign(game.score - game.opponent_score) == result)
    return max((len(list(run)) for is_it, run in runs if is_it), default=0)


def _opponents(games: Sequence[PlayedGame]) -> list[OpponentLine]:
    by_name: dict[str, list[PlayedGame]] = {}
    for game in reversed(games):
        by_name.setdefault(game.opponent, []).append(game)
    lines = []
    for name, met in by_name.items():
        wins, losses, ties, _, _ = _record(met)
        lines.append(OpponentLine(name, wins, losses, ties, sum(game.score - game.opponent_score for game in met)))
    return lines


def _steps(found: Replay, player: int, games: Sequence[PlayedGame]) -> Iterator[Step]:
    """Every change of the player's rating, from the start rating on; each begins where the one before has ended."""
    log = found.log
    closings = replay(log, len(log.periods)).closings
    ledger = log.system.open_ledger(log.players)
    now: Number | None = ledger.rating[player] if ledger.has_begun(player) else None
    by_period = _by_period(found, player, games)
    shown = partial(rating_words, log.system)
    for number, closing in enumerate(closings):
        after = closing.ratings[player]
        lines = by_period.get(number)
        if lines is None:
            if after is not None and after != now:
                yield Step(closing.period.date, now, after, [_moved(now, after, shown)])
        else:
            assert after is not None
            before, changes, words = lines
            if before is not None and now is not None and before != now:
                yield Step(closing.period.date, now, before, [_moved(now, before, shown)])
            yield Step(closing.period.date, before, after, [*words, _taken(before, changes, after, shown)])
        now = after


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


Lines = tuple["Number | None", list[Number], list[str]]


def _by_period(found: Replay, player: int, games: Sequence[PlayedGame]) -> dict[int, Lines]:
    """Rating before, changes and words of each period in which the player took part."""
    log = found.log
    if not log.system.log_kind.is_paired:
        return dict(_events(found, player))
    lines: dict[int, Lines] = {}
    period_of = [number for number, period in enumerate(log.periods) for _ in range(period.start, period.stop)]
    mine = [
        number
        for number, (first, second) in enumerate(zip(log.games.player1, log.games.player2))
        if player in (first, second)
    ]
    for number, game in zip(mine, games):
        before = None if game.change is None else game.rating
        line = lines.setdefault(period_of[number], (before, [], []))
        line[1].append(game.change or 0)
        line[2].append(f"{game.opponent} ({game.opponent_rating:g}), {_result(found, game)}: {game.words}")
    return lines


def _result(found: Replay, game: PlayedGame) -> str:
    if found.log.system.log_kind.result:
        return {1: "won", 0.5: "drawn", 0: "lost"}[game.score]
    return f"{game.score:g}–{game.opponent_score:g}"


def _events(found: Replay, player: int) -> Iterator[tuple[int, Lines]]:
    log, kind = found.log, found.log.system.log_kind
    for number, period in enumerate(log.periods):
        for row in range(period.start, period.stop):
            if log.placings.player[row] == player:
                event = log.events[log.placings.event[row]]
                before, change = found.rated[kind.rating1][row], found.rated[kind.change1][row]
                place = log.placings.place[row]
                facts = event.players, event.rounds, event.date.year, event.world_championship
                words = log.system.explain(before, place, *facts)
                yield number, (before, [change or 0], [f"{event.name}: {words}"])


def record_words(record: Record, tie_word: str) -> str:
    """A record in words: "won 12, lost 8, tied 1 of 21 games"."""
    played = record.wins + record.losses + record.ties
    ties = f", {tie_word.lower()} {record.ties}" if record.ties else ""
    return f"won {record.wins}, lost {record.losses}{ties} of {counted(played, 'game')}"
