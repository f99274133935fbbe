"""The ladder of a chess camp: the campers of each group, best first, by their weekly rating."""

from collections.abc import Sequence
from typing import NamedTuple

from xladdin.cells.numbers import shared_ranks
from xladdin.cells.text import name_key
from xladdin.replay import Replay
from xladdin.reports.standings import StandingsLine


class LadderGroup(NamedTuple):
    """A group with its campers. Equal ratings share the place. One who has not played yet has none."""

    name: str
    places: Sequence[tuple[int | None, StandingsLine]]


def ladder(replay: Replay, lines: Sequence[StandingsLine]) -> list[LadderGroup]:
    """Return the listed campers by group, the group that starts highest first. `lines` is the ratings list."""
    starts = {name_key(player.group): player.initial_rating or 0 for player in replay.log.players if player.active}
    groups: dict[str, list[StandingsLine]] = {}
    for line in lines:
        groups.setdefault(name_key(line.group or ""), []).append(line)
    order = sorted(groups, key=lambda group: (-starts.get(group, 0), group))
    return [LadderGroup(groups[group][0].group or "", _placed(groups[group])) for group in order]


def _placed(lines: Sequence[StandingsLine]) -> list[tuple[int | None, StandingsLine]]:
    """Return the lines with their places. The unranked are last."""
    places = shared_ranks(line.new for line in lines)
    return [(None if line.rank is None else place, line) for place, line in zip(places, lines)]
