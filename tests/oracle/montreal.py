"""The rules of Montreal, typed from its page. Its table is lost, so we decided that from its prose and examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .log import Adjustment, Entry, Outcome, ScoreGame
from .replaying import replay_scores

RULES = {
    "spread_step": 50,
    "spread_maximum": 4,
    "tie_step": 100,
    "double_share": 0.5,
    "floor": 1000,
    "new_rating": 1000,
}
BANDS = {
    "points": {
        "from": range(0, 1000, 100),
        "if_favourite_wins": (10, 8, 6, 4, 3, 2, 1, 0, -1, -2),
        "if_underdog_wins": (10, 10, 10, 10, 11, 12, 13, 14, 15, 16),
    }
}


def replay(
    players: Mapping[str, Entry],
    games: Sequence[ScoreGame],
    adjustments: Sequence[Adjustment] = (),
    *,
    by_game: bool = False,
) -> Outcome:
    """Rates a whole log by session, or by game where the club says so."""
    rules = {**RULES, "rated_together": "game" if by_game else "session"}
    return replay_scores("montreal", players, games, adjustments, rules, BANDS)
