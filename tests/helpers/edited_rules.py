"""Rules as a club might edit them, with other numbers in every table and setting that a formula uses."""

from __future__ import annotations

import dataclasses
from typing import Any

from xladdin import RatingSystem
from xladdin.systems.system import BandTable

EDITS: dict[str, dict[str, Any]] = {
    "mississauga": {
        "basic": BandTable(
            ("Ratings difference from", "If favourite wins", "If underdog wins", "If tie"),
            (
                (25, 12, 12, 1),
                (50, 9.5, 11, 2),
                (120, 7, 12, 3),
                *((300 + 10 * n, 5 - n, 13, 4 + n) for n in range(20)),
            ),
        ),
        "spread": BandTable(("Spread from", "Bonus"), ((10, 1), (33, 2.5), (150, 4))),
        "spread_limit": 350,
        "newcomer_games": 41,
        "newcomer_multiplier": 1.5,
        "expert": BandTable(("Rating from", "Multiplier"), ((1200, 0.9), (1500, 0.75), (1900, 0.5))),
        "new_rating": 1500,
    },
    "montreal": {
        "points": BandTable(
            ("Ratings difference from", "If favourite wins", "If underdog wins"),
            ((0, 9, 9), *((40 * n, 9 - n, 9 + n) for n in range(1, 25))),
        ),
        "spread_step": 40,
        "spread_maximum": 6,
        "tie_step": 75,
        "double_share": 0.4,
        "floor": 1100,
        "rated_together": "game",
    },
    "lexington": {
        "win_boost": 5,
        "root_shift": 4,
        "expected_base": 48,
        "straight_limit": 8,
        "log_factor": 9,
        "log_shift": 11.5,
        "full_change_games": 45,
        "veteran_share": 0.4,
        "established_games": 12,
    },
    "sca": {"win_points": 20, "difference_step": 12, "difference_limit": 240, "beyond_limit": 18},
    "elo": {
        "expected_by": "table",
        "difference_limit": 350,
        "factor": BandTable(("Rating from", "New player", "Others"), ((1200, 50, 32), (1800, 30, 16.5))),
        "new_games": 20,
    },
    "bands": {
        "basic": BandTable(
            ("Ratings difference from", "If favourite wins", "If underdog wins", "If tie"),
            ((0, 9, 9.5, 0), *((60 * n, 9 - n, 9.5 + n, 1.5 * n) for n in range(1, 12))),
        ),
        "tie_step": 75,
        "spread": BandTable(("Spread from", "Bonus"), ((5, 1), (40, 2.5), (90, 4))),
        "spread_limit": 350,
        "by_games": BandTable(("Games from", "Multiplier"), ((0, 3), (10, 1.5), (49, 1))),
        "by_rating": BandTable(("Rating from", "Multiplier"), ((1200, 0.9), (1500, 0.75), (1900, 0.5))),
        "double_share": 0.4,
        "rounding": "game",
        "rated_together": "game",
        "floor": 1100,
    },
    "dptr": {
        "new_rating": 30,
        "value_base": 3,
        "one_round_divisor": 9,
        "more_rounds_divisor": 5,
        "value_maximum": 12,
        "worlds_value": 25,
        "first_counted_year": 2000,
    },
}


def edit_rules(system: RatingSystem) -> RatingSystem:
    """Return the system by edited rules: more bands and fewer, bands that do not begin at 0, shares and fractions."""
    return dataclasses.replace(system, **EDITS[system.key])
