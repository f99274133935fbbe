"""Elo as a new workbook has it: the formula of Elo, and K typed from FIDE's Handbook B.02, 8.3.3."""

RULES = {
    "logged_by": "results",
    "expected_by": "formula",
    "difference_limit": 400,
    "new_games": 30,
    "new_rating": 1500,
    "floor": 0,
    "rated_together": "session",
}
BANDS = {"factor": {"from": (0, 2400), "new_player": (40, 10), "others": (20, 10)}}
