"""The rules of Lexington, typed from the page of the club. Those for new players are as we decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .log import Adjustment, Entry, Outcome, ScoreGame
from .replaying import replay_scores

RULES = {
    "win_boost": 4, "root_shift": 6.25, "expected_base": 47.5, "straight_limit": 10, "log_factor": 10, "log_shift": 13,
    "full_change_games": 50, "veteran_share": 0.5, "established_games": 10, "provisional_games": 4,
    "newcomer_bonus": 35, "unrated_opponent": 1300, "remembered_weeks": 99,
}  # fmt: skip


def replay(players: Mapping[str, Entry], games: Sequence[ScoreGame], adjustments: Sequence[Adjustment] = ()) -> Outcome:
    """Rates a whole log."""
    return replay_scores("lexington", players, games, adjustments, RULES)
