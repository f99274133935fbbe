"""Lexington's cards: par scores, expected percentages, and the worth of a difference in percent."""

from collections.abc import Sequence
from itertools import groupby

from xladdin.cells.numbers import rounded
from xladdin.messages import msg
from xladdin.systems.lexington import Lexington

TOTALS = tuple(range(450, 901, 50))
DIFFERENCES = (0, 40, 50, *range(75, 701, 25))
"""The headings of the columns and rows of the source's table "TOTAL POINTS SCORED"."""
LEVEL = "0-37"
"""The source prints this for its first row. Its 37 is a misprint for 36. From 37 on the formula tells both apart."""


def par_card(system: Lexington) -> list[tuple[str, ...]]:
    """Return the rows of the card: the ratings difference, then for each total both scores, the higher rated first."""
    rows = []
    for difference in DIFFERENCES:
        pairs = (f"{system.par(difference, total)}-{system.par(-difference, total)}" for total in TOTALS)
        rows.append((str(difference) if difference else LEVEL, *pairs))
    return rows


WIDEST_DIFFERENCE = 954
"""The end of the source's card of expected percentages: "etc."."""
WIDEST_PERCENT = 94
"""The end of its card of changes: "> 94"."""
SAME = msg("same")


def expected_card(system: Lexington) -> list[tuple[str, int]]:
    """Return the rows of the source's table "EXPECTED PERCENTAGE": ratings differences, and the higher rated's due
    score.
    """
    percents = [rounded(system.expected(difference)) for difference in range(WIDEST_DIFFERENCE + 1)]
    return [(_span(differences), percent) for percent, differences in _runs(percents)]


def change_card(system: Lexington) -> list[tuple[str, int | str]]:
    """Return the rows of the source's table "RATING CHANGE": differences in percent, and the full change.

    Its first row says that the change is the same as the percent. Its last covers everything above.
    """
    changes = [rounded(system.points(percent)) for percent in range(WIDEST_PERCENT + 2)]
    runs_on = (n for n, change in enumerate(changes) if change != n or change in changes[n + 1 : n + 2])
    same = next(runs_on, WIDEST_PERCENT + 1)
    rows: list[tuple[str, int | str]] = [(_span(range(same)), SAME)] if same else []
    rows.extend((_span(percents), change) for change, percents in _runs(changes[same:-1], same))
    return [*rows, (f"> {WIDEST_PERCENT}", changes[-1])]


def _runs(values: list[int], first: int = 0) -> list[tuple[int, list[int]]]:
    """Return each value with the consecutive numbers that have it, counted from `first`."""
    numbered = enumerate(values, first)
    return [(value, [number for number, _ in run]) for value, run in groupby(numbered, key=lambda entry: entry[1])]


def _span(numbers: Sequence[int]) -> str:
    """3–9, or 15."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
