"""The club championship: points of the season for wins, ties and losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.cells.ranks import shared_ranks
from xladdin.reports.tallies import ClubGames


class ChampionshipLine(NamedTuple):
    """One player's season. rank: shared by equal points, who stand in order of spread, then name."""

    rank: int
    player: str
    points: Number
    games: int
    wins: int
    losses: int
    ties: int
    spread: Number


def championship(
    games: ClubGames, championship_points: Callable[[Number, Number, Number], Number]
) -> list[ChampionshipLine]:
    """Everybody who has played this season, most points first. championship_points: of wins, losses and ties."""
    players, tally = games.replay.log.players, games.season_tally
    points = {
        player: championship_points(tally.wins[player], tally.losses[player], tally.ties[player])
        for player, played in enumerate(tally.games)
        if played
    }
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
