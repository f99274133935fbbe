"""The rules of Mississauga, typed from its page: "Basic Change", "Spread Bonus", "Newcomer", "Expert"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .log import Adjustment, Entry, Outcome, ScoreGame
from .replaying import replay_scores

HUNDREDS = range(0, 800, 100)
RULES = {"spread_limit": 400, "newcomer_games": 50, "newcomer_multiplier": 2, "new_rating": 1000}
BANDS = {
    "basic": {
        "from": HUNDREDS,
        "if_favourite_wins": (10, 8, 6, 4, 3, 2, 1, 0),
        "if_underdog_wins": range(10, 18),
        "if_tie": range(8),
    },
    "spread": {"from": range(0, 300, 50), "bonus": range(6)},
    "expert": {"from": (0, 1800, 2000), "multiplier": (1, 0.8, 0.6)},
}


def replay(players: Mapping[str, Entry], games: Sequence[ScoreGame], adjustments: Sequence[Adjustment] = ()) -> Outcome:
    """Rates a whole log."""
    return replay_scores("mississauga", players, games, adjustments, RULES, BANDS)
