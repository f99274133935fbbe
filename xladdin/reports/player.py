"""One player: where he stands, best and lowest, records, opponents, and every game with its arithmetic in words.

All figures are of rated games. A rating is that at which he stood before a game of his, or stands now; of a newcomer,
whom the list does not rank, none counts as best or lowest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import NamedTuple

from xladdin.cells.numbers import Number, sign
from xladdin.cells.text import counted
from xladdin.replay import Replay, season_of
from xladdin.reports.own_games.placed import EventRecord, Meeting, PlacedEvent, event_record, meetings, placed_events
from xladdin.reports.own_games.played import NotRated, PlayedGame, all_not_rated, all_played, played_games
from xladdin.reports.own_games.steps import Step, player_steps, trails


class OpponentLine(NamedTuple):
    """What the player did against one opponent in all rated games; spread: points scored less points given away.

    Of events: how often he finished ahead, behind and level, and by how much percentile together.
    """

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


class Extreme(NamedTuple):
    """A rating, and when the player first stood at it."""

    rating: Number
    date: date


@dataclass(frozen=True)
class PlayerReport:
    """A player's report. games, events: latest first; opponents: who was met last, first; steps: in order of time.

    not_rated: in order of time. There are games or events, as the club keeps its log.
    """

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
    not_rated: Sequence[NotRated]
    events: Sequence[PlacedEvent]
    season_events: EventRecord
    lifetime_events: EventRecord


class PlayerReports:
    """The reports of one replay's players; what they share is worked out once."""

    def __init__(self, found: Replay) -> None:
        self._found = found
        self._played = all_played(found)
        self._not_rated = all_not_rated(found)
        self._trails = trails(found)
        self._ranks = {line.player: line.rank for line in found.ranking()}
        self._season = found.last_session and season_of(found.last_session[0].date, found.log.system.season_month)

    def of(self, player: int) -> PlayerReport:
        """The report of one player, by his position in the log."""
        found = self._found
        log, ledger = found.log, found.ledger
        games = list(played_games(found, player, self._played[player]))
        steps = list(player_steps(found, player, self._played[player], games, self._trails[player]))
        stood = list(_stood(found, player, games, steps))
        month = log.system.season_month
        in_season = [game for game in games if season_of(game.date, month) == self._season]
        events = list(placed_events(found, self._played[player]))
        season_events = [event for event in events if season_of(event.date, month) == self._season]
        return PlayerReport(
            name=log.players[player].name,
            rating=log.system.printed_rating(ledger, player),
            rank=self._ranks[player],
            best=max(stood, key=lambda extreme: extreme.rating, default=None),
            lowest=min(stood, key=lambda extreme: extreme.rating, default=None),
            season=_record(in_season),
            lifetime=_record(games),
            won_in_a_row=_longest(games, 1),
            lost_in_a_row=_longest(games, -1),
            games=games[::-1],
            opponents=_opponents(games) or _met(meetings(found, self._played[player])),
            steps=steps,
            not_rated=self._not_rated.get(player, ()),
            events=events[::-1],
            season_events=event_record(season_events),
            lifetime_events=event_record(events),
        )


def player_report(found: Replay, player: int) -> PlayerReport:
    """The report of one player, by his position in the log."""
    return PlayerReports(found).of(player)


def _stood(found: Replay, player: int, games: Sequence[PlayedGame], steps: Sequence[Step]) -> Iterator[Extreme]:
    """The ratings at which the player has stood, in order of time."""
    if not found.log.system.log_kind.is_paired:
        yield from (Extreme(step.after, step.date) for step in steps)
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
    results: dict[str, list[int]] = {}
    spreads: dict[str, Number] = {}
    for game in reversed(games):
        spread = game.score - game.opponent_score
        results.setdefault(game.opponent, [0, 0, 0])[1 - sign(spread)] += 1
        spreads[game.opponent] = spreads.get(game.opponent, 0) + spread
    return [OpponentLine(name, wins, losses, ties, spreads[name]) for name, (wins, ties, losses) in results.items()]


def _met(met: Iterable[Meeting]) -> list[OpponentLine]:
    by_name: dict[str, list[Meeting]] = {}
    for meeting in met:
        by_name.setdefault(meeting.opponent, []).append(meeting)
    lines = []
    for name, own in by_name.items():
        results = [meeting.result for meeting in own]
        spread = sum(meeting.percentile for meeting in own)
        lines.append(OpponentLine(name, results.count(1), results.count(-1), results.count(0), spread))
    return lines


def record_words(record: Record, tie_word: str) -> str:
    """A record in words: "won 12, lost 8, tied 1 of 21 games"."""
    played = record.wins + record.losses + record.ties
    ties = f", {tie_word.lower()} {record.ties}" if record.ties else ""
    return f"won {record.wins}, lost {record.losses}{ties} of {counted(played, 'game')}"
