"""Everybody against everybody: won, lost and spread of each pair this season, for the most active players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from xladdin.cells.numbers import Number
from xladdin.model import GameKind
from xladdin.replay import Replay
from xladdin.reports.tallies import ClubGames, season_periods, sides_of_forfeit


@dataclass
class Meetings:
    """What one player did against another, or against all others."""

    wins: int = 0
    losses: int = 0
    ties: int = 0
    spread: Number = 0

    def add(self, spread: Number, *, tie_counts_as_win: bool = False) -> None:
        """Counts one meeting by its spread, from the player's side."""
        self.spread += spread
        if spread > 0 or (spread == 0 and tie_counts_as_win):
            self.wins += 1
        elif spread < 0:
            self.losses += 1
        else:
            self.ties += 1

    def result(self, in_points: bool) -> str:
        """Won and lost, and tied where there are ties: 3–1; in the points of chess for and against: 2½–1½."""
        if in_points:
            sides = (2 * self.wins + self.ties, 2 * self.losses + self.ties)
            return "–".join("½" if halves == 1 else f"{halves // 2}{'½' if halves % 2 else ''}" for halves in sides)
        record = f"{self.wins}–{self.losses}"
        return f"{record}–{self.ties}" if self.ties else record


@dataclass(frozen=True)
class Crosstable:
    """players: names, best first; against: for each pair of positions that has met, from the first one's side.

    total: for each position, the meetings with the others of the table.
    """

    players: Sequence[str]
    against: Mapping[tuple[int, int], Meetings]
    total: Sequence[Meetings]


def crosstable(games: ClubGames, size: int) -> Crosstable:
    """The season's games among its `size` most active players."""
    replay, season = games.replay, games.season
    chosen = _most_active(replay, {p: n for p, n in enumerate(games.season_tally.games) if n}, size)
    results = zip(season.player1, season.player2, season.score1, season.score2)
    among = ((p, q, s - t) for p, q, s, t in results if p in chosen and q in chosen)
    forfeits = (sides_of_forfeit(game) for game in games.season_unrated if game.kind is GameKind.FORFEIT)
    return _filled(replay, chosen, among, [pair for pair in forfeits if chosen.keys() >= {*pair}])


def event_crosstable(replay: Replay, size: int) -> Crosstable:
    """Who finished ahead of whom in the season's events; the spread is the difference in percentile."""
    periods, placings = season_periods(replay), replay.log.placings
    events = [range(period.start, period.stop) for period in periods]
    played = Counter(placings.player[row] for event in events for row in event)
    chosen = _most_active(replay, played, size)
    percentiles = replay.rated[replay.log.system.log_kind.percentile]
    among = (
        (placings.player[one], placings.player[other], (percentiles[one] or 0) - (percentiles[other] or 0))
        for event in events
        for one, other in combinations([row for row in event if placings.player[row] in chosen], 2)
    )
    return _filled(replay, chosen, among)


def _most_active(replay: Replay, played: Mapping[int, int], size: int) -> dict[int, int]:
    """Position in the table of each chosen player: by games played, then by ranking; they stand in order of ranking."""
    ranking = [line.player for line in replay.ranking() if line.player in played]
    active = set(sorted(ranking, key=lambda player: -played[player])[:size])
    return {player: position for position, player in enumerate(p for p in ranking if p in active)}


def _filled(
    replay: Replay,
    chosen: Mapping[int, int],
    results: Iterable[tuple[int, int, Number]],
    forfeits: Iterable[tuple[int, int]] = (),
) -> Crosstable:
    """results: player, opponent, spread; forfeits: winner and loser, who meet without a spread."""
    even = replay.log.system.tie_counts_as_win
    against: defaultdict[tuple[int, int], Meetings] = defaultdict(Meetings)
    total = [Meetings() for _ in chosen]
    for player, opponent, spread in results:
        one, other = chosen[player], chosen[opponent]
        for meetings in (against[one, other], total[one]):
            meetings.add(spread, tie_counts_as_win=even)
        for meetings in (against[other, one], total[other]):
            meetings.add(-spread, tie_counts_as_win=even)
    for winner, loser in forfeits:
        one, other = chosen[winner], chosen[loser]
        for meetings in (against[one, other], total[one]):
            meetings.wins += 1
        for meetings in (against[other, one], total[other]):
            meetings.losses += 1
    return Crosstable([replay.log.players[player].name for player in chosen], against, total)
