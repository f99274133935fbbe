"""Lexington's par card: the scores that leave both ratings as they are, by ratings difference and total points."""

from __future__ import annotations

from xladdin.systems.lexington import Lexington

TOTALS = tuple(range(450, 901, 50))
DIFFERENCES = (0, 40, 50, *range(75, 701, 25))
"""Heads of the columns and rows of the source's table "TOTAL POINTS SCORED"."""
LEVEL = "0-37"
"""What the source prints for its first row. Its 37 is a misprint for 36: from 37 on the formula tells the two apart."""


def par_card(system: Lexington) -> list[tuple[str, ...]]:
    """Rows of the card: the ratings difference, then for each total the score of the higher rated and of the other."""
    rows = []
    for difference in DIFFERENCES:
        pairs = (f"{system.par(difference, total)}-{system.par(-difference, total)}" for total in TOTALS)
        rows.append((str(difference) if difference else LEVEL, *pairs))
    return rows
