"""The text of a formula: what of it is quoted, which cells it reads, and whether it has lost one."""

import re

QUOTED = re.compile('"(?:[^"]|"")*"')
RELATIVE = re.compile(r"(?<![\w.$])\$?[A-Z]{1,3}([0-9]+)(?![\w.(])", re.IGNORECASE)
"""A cell of a row that moves with the formula."""
LOST_CELL = "#REF!"


def is_spoilt(formula: str, row: int) -> bool:
    """Return whether a formula has lost a cell, or reads one of another row. Cut and paste of a game does both."""
    bare = QUOTED.sub("", formula)
    return LOST_CELL in bare or any(int(other) != row for other in RELATIVE.findall(bare))
