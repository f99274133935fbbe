"""Everybody against everybody: won, lost and spread of each pair this season, for the most active players."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from xladdin.messages import Message, msg
from xladdin.reports.won_lost import won_lost
from xladdin.statistics import HeadToHead, Statistics
from xladdin.systems.log_schemas import LogSchema


class Crosstable(NamedTuple):
    """`players` are names, best first. `against` is for each pair of positions that has met, from the first one's side.

    `total` has for each position all that the player did in the season, even against players outside the table.
    """

    players: Sequence[str]
    against: Mapping[tuple[int, int], HeadToHead]
    total: Sequence[HeadToHead]


def crosstable(statistics: Statistics, size: int) -> Crosstable:
    """Return the season of its `size` most active players: who won, or finished ahead at events, and by how much."""
    players, season = statistics.replay.log.players, statistics.season
    chosen = _most_active(statistics, size)
    position = {player: number for number, player in enumerate(chosen)}
    met = [season.against(player) for player in chosen]
    against = {
        (one, position[other]): head_to_head
        for one, mine in enumerate(met)
        for other, head_to_head in mine.items()
        if other in position
    }
    names = [players[player].name for player in chosen]
    return Crosstable(names, against, [season.total(player) for player in chosen])


def _most_active(statistics: Statistics, size: int) -> list[int]:
    """Return the most active by games or events, then by ranking. The result is in order of ranking."""
    played = statistics.season.played
    ranking = [line.player for line in statistics.replay.ranking() if line.player in played]
    active = set(sorted(ranking, key=lambda player: -played[player])[:size])
    return [player for player in ranking if player in active]


def result(met: HeadToHead, in_points: bool) -> str:
    """Won and lost, and tied if there are ties: 3–1. In chess it is the points for and against: 2½–1½."""
    if in_points:
        sides = (2 * met.wins + met.ties, 2 * met.losses + met.ties)
        return "–".join("½" if halves == 1 else f"{halves // 2}{'½' if halves % 2 else ''}" for halves in sides)
    return won_lost(met.wins, met.losses, met.ties) or ""


def key_of_crosstable(kind: LogSchema) -> list[Message]:
    """Return the sentences that explain the cells."""
    below = None
    if kind.counts_points:
        result_words = msg("2½–1½: 2½ points to 1½.")
    elif kind.is_paired:
        result_words, below = msg("3–1: won 3, lost 1, then the ties."), msg("Below: the sum of the spreads.")
    else:
        result_words = msg("3–1: 3 ahead, 1 behind, then level.")
        below = msg("Below: the differences in percentile.")
    return [*filter(None, (result_words, below)), msg("All: the whole season.")]
