"""What the report sheets are filled from: one replay, and the reports that several of them share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from xladdin.model import Games
from xladdin.replay import Replay
from xladdin.reports.standings import StandingsLine, standings
from xladdin.reports.tallies import ClubGames
from xladdin.systems.system import RatingSystem


@dataclass(frozen=True)
class Material:
    """A replay, and the club's own settings by name."""

    replay: Replay
    settings: Mapping[str, int]

    @property
    def system(self) -> RatingSystem:
        """The rating system."""
        return self.replay.log.system

    @cached_property
    def games(self) -> ClubGames | None:
        """The games; None where the system rates placings."""
        return ClubGames(self.replay) if isinstance(self.replay.log.games, Games) else None

    @cached_property
    def standings(self) -> list[StandingsLine]:
        """The ratings list."""
        return standings(self.replay, self.games)
