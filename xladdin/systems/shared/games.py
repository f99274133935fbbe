"""What systems that rate games share beside the rule: settings of byes, of adjustments, and of the season's report."""

from dataclasses import dataclass

from xladdin.messages import msg
from xladdin.model import Games
from xladdin.systems.system import YES, YES_OR_NO, AnyState, BaseSystem, setting

WITH_NEXT_SESSION, WHEN_DUE = "with the next session", "when due"
"""The times at which an adjustment dated after the last session may take effect."""


@dataclass(frozen=True)
class GameSystem(BaseSystem[AnyState, Games]):
    """A system that rates games of two players. One of them may have sat out."""

    bye_counts_as_win: str = setting(
        "No", msg("A bye counts as a win"), msg("Ours: in won–lost"), choices=YES_OR_NO, later=True
    )

    @property
    def counts_byes_as_wins(self) -> bool:
        """Whether the club has set it so."""
        return self.bye_counts_as_win == YES


@dataclass(frozen=True)
class ClubSystem(GameSystem[AnyState]):
    """A system for a club that has seasons and adjusts ratings by hand."""

    adjustments_take_effect: str = setting(
        WITH_NEXT_SESSION,
        msg("Adjustments take effect"),
        msg('Ours: "when due" changes the list at once'),
        choices=(WITH_NEXT_SESSION, WHEN_DUE),
        later=True,
    )

    @property
    def adjusts_when_due(self) -> bool:
        """Whether the club has set it so."""
        return self.adjustments_take_effect == WHEN_DUE

    active_games: int = setting(
        20, msg("Active player from games of a season"), msg('Season reports: "20 games or more"'), least=1, later=True
    )
