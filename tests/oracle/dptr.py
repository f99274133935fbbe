"""The Dip Pouch rating, a second time, in fractions: each event from the ratings before it."""

from datetime import date
from fractions import Fraction

from tests.oracle.typed import Figures, Row, Typed, blank, day, name, number, some_number

# Typed from the page of the Dip Pouch.
RULES = {
    "new_rating": 40, "value_base": 2, "one_round_divisor": 7, "more_rounds_divisor": 3.5, "value_maximum": 15,
    "worlds_value": 20, "first_counted_year": 2001,
}  # fmt: skip

YES = {"yes", "y", "true", "1", "x"}


def figures(typed: Typed) -> Figures:
    """Compute every figure of Players, Events and Results."""
    rating: dict[str, Fraction] = {}
    events: dict[str, int] = {}
    rows: dict[str, int] = {}
    for row_number, row in typed.rows("Players"):
        player = typed.player(row["player"])
        if not player:
            continue
        known = (some_number(row["start rating"]), some_number(row["start corrected"]), typed.rule("new_rating"))
        rating[player] = next(value for value in known if value is not None)
        events[player], rows[player] = int(number(row["start events"])), row_number

    def value(event: Row) -> Fraction:
        """By "divided by 3.5, plus two", "the maximum tournament value ... is 15", "Events before 2001 ... zero"."""
        held = day(event["date"])
        if name(event["world championship"]) in YES:
            return typed.rule("worlds_value")
        if held is None or held.year < typed.rule("first_counted_year"):
            return Fraction(0)
        divisor = typed.rule("one_round_divisor" if number(event["rounds"]) == 1 else "more_rounds_divisor")
        return min(number(event["players"]) / divisor + typed.rule("value_base"), typed.rule("value_maximum"))

    found: Figures = {}
    held: list[tuple[date, Row]] = []
    for row_number, event in typed.rows("Events"):
        when = day(event["date"])
        if when is not None:
            held.append((when, event))
            found["Events", row_number, "Value"] = value(event)
    results: dict[str, list[tuple[int, Row]]] = {}
    for row_number, row in typed.rows("Results"):
        if not blank(row["place"]):
            results.setdefault(name(row["event"]), []).append((row_number, row))
    for _, event in sorted(held, key=lambda one: one[0]):
        field = number(event["players"])
        for row_number, row in results.get(name(event["event"]), []):
            player = typed.player(row["player"])
            percentile = (field + Fraction(1, 2) - number(row["place"])) / field * 100
            before = rating[player]
            change = (percentile - before) * value(event) / 100
            cells = {
                "Percentile": percentile,
                "Rating before": before,
                "Change": change,
                "Rating after": before + change,
            }
            found |= {("Results", row_number, heading): figure for heading, figure in cells.items()}
            rating[player] = before + change
            events[player] += 1
    for player, row_number in rows.items():
        found["Players", row_number, "Rating"] = rating[player]
        found["Players", row_number, "Events"] = events[player]
    return found
