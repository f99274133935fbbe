"""The club championship: points of the season for wins, ties and losses."""

from typing import NamedTuple

from xladdin.cells.numbers import Number, shared_ranks
from xladdin.reports.won_lost import won_lost
from xladdin.statistics import Statistics


class ChampionshipLine(NamedTuple):
    """One player's season. Equal points share the `rank`, in order of spread, then name."""

    rank: int
    player: str
    points: Number
    games: int
    wins: int
    losses: int
    ties: int
    spread: Number

    @property
    def record(self) -> str | None:
        """Won, lost and tied in one."""
        return won_lost(self.wins, self.losses, self.ties)


def championship(statistics: Statistics) -> list[ChampionshipLine]:
    """Return everybody who has a record this season or points of byes, most points first."""
    players, tally, season_points = (
        statistics.replay.log.players,
        statistics.season.tally,
        statistics.system.season_points,
    )
    columns = (tally.wins, tally.losses, tally.ties, tally.forfeits_won, tally.forfeits_lost, tally.byes)
    everybody = {player: season_points(*counts) for player, counts in enumerate(zip(*columns))}
    points = {player: scored for player, scored in everybody.items() if scored or tally.has_record(player)}
    order = sorted(points, key=lambda player: (-points[player], -tally.spread(player), players[player].name.casefold()))
    return [
        ChampionshipLine(
            rank,
            players[player].name,
            points[player],
            tally.games[player],
            tally.wins[player],
            tally.losses[player],
            tally.ties[player],
            tally.spread(player),
        )
        for rank, player in zip(shared_ranks(map(points.__getitem__, order)), order)
    ]
