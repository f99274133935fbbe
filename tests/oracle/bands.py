"""The table of a club as a new workbook has it: the rules of Mississauga, typed from the page of the club."""

from . import mississauga

RULES = {
    "spread_limit": mississauga.RULES["spread_limit"],
    "tie_step": 0,
    "double_share": 1,
    "rounding": "session",
    "rated_together": "session",
    "floor": -999_999,
    "new_rating": mississauga.RULES["new_rating"],
}
BANDS = {
    "basic": mississauga.BANDS["basic"],
    "spread": mississauga.BANDS["spread"],
    "by_rating": mississauga.BANDS["expert"],
    "by_games": {"from": (0, 50), "multiplier": (2, 1)},
}
