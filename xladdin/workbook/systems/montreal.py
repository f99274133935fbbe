"""Montreal in the workbook."""

from xladdin.cells.numbers import sign
from xladdin.messages import msg
from xladdin.systems.montreal import SYSTEM, Montreal
from xladdin.systems.points import FAVOURITE, UNDERDOG
from xladdin.workbook.schema import CLUB_PLAYERS, SCOREBOARD, STANDINGS, Kind
from xladdin.workbook.systems.cards import Card, Values, needed, score_lines, score_values
from xladdin.workbook.systems.half import SpreadsheetHalf
from xladdin.workbook.systems.terms import (
    BEYOND,
    RULES,
    Cell,
    PrintedRules,
    Read,
    RuleTerms,
    band,
    double_names,
    if_played,
    is_yes,
    least_spread,
    let,
    rounded,
    to_come,
    unless,
    where,
)

KIND = SYSTEM.log_schema
PRINTED = PrintedRules(SYSTEM)


def basic_points(rules: RuleTerms, diff: str, result: str) -> str:
    """Return the table points of the player. `result` is positive for a win, 0 for a tie, negative for a loss."""
    favourite, underdog = (rules.column("points", heading) for heading in (FAVOURITE, UNDERDOG))
    won = band(rules, "points", f"ABS({diff})", f"IF({diff}*{result}<0,{underdog},{favourite})")
    return f"IF({result}=0,-SIGN({diff})*INT(ABS({diff})/{rules.setting('tie_step')}),SIGN({result})*{won})"


def spread_points(rules: RuleTerms, spread: str) -> str:
    """Return the spread points of the winner."""
    return f"MIN(INT(ABS({spread})/{rules.setting('spread_step')}),{rules.setting('spread_maximum')})"


def needed_spread(rules: RuleTerms, diff: str) -> str:
    """Return the least spread with which the player gains, negative for a defeat, or words if there is none."""
    step, most = rules.setting("spread_step"), rules.setting("spread_maximum")
    won, tied, lost = (basic_points(rules, diff, result) for result in ("1", "0", "-1"))

    def reached(points: str) -> str:
        """Return the least spread that is worth so many points."""
        return f"IF({points}>{most},{BEYOND},MAX(1,ROUNDUP({points}*{step},0)))"

    win = reached(f"(INT(-({won}))+1)")
    defeat = reached(f"ROUNDUP({lost},0)")
    return least_spread(win, tied, defeat)


def _points(rules: RuleTerms, diff: str, spread: str) -> str:
    """Return the points of a game before any is halved."""
    return f"{basic_points(rules, diff, spread)}+SIGN({spread})*{spread_points(rules, spread)}"


def halved(rules: RuleTerms, change: str, plays_two: str) -> str:
    """Return the change. A loss is halved for a player who plays two opponents at once."""
    half = rounded(f"{change}*{rules.setting('double_share')}")
    return f"IF(AND({change}<0,{plays_two}),{half},{change})"


def limited(rules: RuleTerms, rating: str) -> str:
    """Return the rating, never below the floor."""
    return f"MAX({rating},{rules.setting('floor')})"


def _cells(cell: Cell) -> dict[str, str]:
    def change(points: str, plays_two: str) -> str:
        return unless(to_come(cell, KIND), halved(RULES, points, plays_two))

    return {KIND.change1: change("game_points", "game_double_1"), KIND.change2: change("-game_points", "game_double_2")}


def _names(cell: Cell) -> dict[str, str]:
    return {
        "game_spread": f"{cell(KIND.score1)}-{cell(KIND.score2)}",
        "game_basic_points": basic_points(RULES, cell(KIND.difference), "game_spread"),
        "game_spread_points": spread_points(RULES, "game_spread"),
        "game_points": "game_basic_points+SIGN(game_spread)*game_spread_points",
        **double_names(cell, KIND),
    }


def _change(a: Read) -> str:
    points = _points(PRINTED, "_xlpm.diff", "_xlpm.spread")
    change = let(
        halved(PRINTED, "_xlpm.points", a["double"]),
        diff=f"{a['r1']}-{a['r2']}",
        spread=f"{a['s1']}-{a['s2']}",
        points=points,
    )
    return if_played(a, change)


RATINGS, SCORES = (1710, 1200), (400, 325)
"""The source's example of a game, with any scores of its spread."""


def _example(system: Montreal) -> Values:
    lines = score_values(RATINGS, SCORES)
    sides = ((*RATINGS, *SCORES), (*RATINGS[::-1], *SCORES[::-1]))
    played = [(one - other, own - against) for one, other, own, against in sides]
    changes = [system.change(*side) for side in sides]
    return lines | {
        msg("Points by the table"): [system.basic_points(diff, sign(spread)) for diff, spread in played],
        msg("Spread points"): [sign(spread) * system.spread_points(spread) for _, spread in played],
        msg("Change"): changes,
        msg("New rating"): [system.limited(rating + change) for rating, change in zip(RATINGS, changes)],
        msg("Least spread to gain"): [needed(system.needed_spread, *pair) for pair in (RATINGS, RATINGS[::-1])],
    }


def _card(card: Card) -> None:
    _, ratings = card.players(RATINGS)
    double = card.entered(msg("Plays two at once"), Kind.YES, ("", ""), msg("Yes: a loss of points is halved"))
    _, rating, diff, spread = score_lines(card, SCORES, ratings)
    lines = list(zip(diff, spread))
    basic = card.shown(
        msg("Points by the table"), Kind.CHANGE, [where((d, s), basic_points(RULES, d, s)) for d, s in lines]
    )
    points = card.shown(
        msg("Spread points"),
        Kind.CHANGE,
        [where((s,), f"SIGN({s})*{spread_points(RULES, s)}") for s in spread],
        msg("The winner takes them from the loser"),
    )
    changes = [where((b, p), halved(RULES, f"({b}+{p})", is_yes(d))) for b, p, d in zip(basic, points, double)]
    change = card.shown(msg("Change"), Kind.CHANGE, changes, result=True)
    new = [where(pair, limited(RULES, "+".join(pair))) for pair in zip(rating, change)]
    card.shown(msg("New rating"), Kind.RATING, new, msg("Never below the floor"), result=True)
    need = [where((d,), needed_spread(RULES, d)) for d in diff]
    card.shown(
        msg("Least spread to gain"), Kind.SIGNED, need, msg("Against that rating, with any score; below 0 a defeat")
    )


HALF = SpreadsheetHalf(
    system=SYSTEM,
    players=CLUB_PLAYERS,
    list_ratings=(
        "IF(ISNUMBER(Players[Rating]),Players[Rating],IF(ISNUMBER(Players[Start rating]),"
        "IF(Players[Start rating]<rule_floor,rule_floor,Players[Start rating]),MAX(rule_new_rating,rule_floor)))"
    ),
    list_games="",
    cells=_cells,
    names=_names,
    lambdas={
        "MTLBASIC": lambda a: basic_points(PRINTED, a["diff"], a["result"]),
        "MTLSPREAD": lambda a: spread_points(PRINTED, a["spread"]),
        "MTLCHANGE": _change,
        "MTLRATING": lambda a: limited(PRINTED, f"{a['rating']}+{a['change']}"),
    },
    card=_card,
    example=_example,
    evening=(STANDINGS, SCOREBOARD),
)
