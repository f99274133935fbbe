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


def value_of(typed: Typed, event: Row) -> Fraction:
    """By "divided by 3.5, plus two", "the maximum tournament value ... is 15", "Events before 2001 ... zero"."""
    when = day(event["date"])
    if name(event["world championship"]) in YES:
        return typed.rule("worlds_value")
    if when is None or when.year < typed.rule("first_counted_year"):
        return Fraction(0)
    divisor = typed.rule("one_round_divisor" if number(event["rounds"]) == 1 else "more_rounds_divisor")
    return min(number(event["players"]) / divisor + typed.rule("value_base"), typed.rule("value_maximum"))


def figures(typed: Typed) -> Figures:
    """Compute every figure of Players, Events and Results."""
    players = {player: (index, row) for index, row in typed.rows("Players") if (player := typed.player(row["player"]))}
    rating, events = {}, {}
    for player, (_, row) in players.items():
        known = (some_number(row["start rating"]), some_number(row["start corrected"]), typed.rule("new_rating"))
        rating[player] = next(value for value in known if value is not None)
        events[player] = int(number(row["start events"]))
    dated: list[tuple[date, int, Row]] = [
        (when, index, event) for index, event in typed.rows("Events") if (when := day(event["date"])) is not None
    ]
    computed: Figures = {("Events", index, "Value"): value_of(typed, event) for _, index, event in dated}
    for _, _, event in sorted(dated, key=lambda item: item[0]):
        field = number(event["players"])
        for index, row in typed.rows("Results"):
            if blank(row["place"]) or name(row["event"]) != name(event["event"]):
                continue
            player = typed.player(row["player"])
            percentile = (field + Fraction(1, 2) - number(row["place"])) / field * 100
            change = (percentile - rating[player]) * value_of(typed, event) / 100
            figures = percentile, rating[player], change, rating[player] + change
            for heading, figure in zip(("Percentile", "Rating before", "Change", "Rating after"), figures):
                computed["Results", index, heading] = figure
            rating[player] += change
            events[player] += 1
    for player, (index, _) in players.items():
        computed["Players", index, "Rating"], computed["Players", index, "Events"] = rating[player], events[player]
    return computed
