"""Mississauga in the workbook."""

from xladdin.cells.numbers import sign
from xladdin.messages import msg
from xladdin.systems.mississauga import SYSTEM, Mississauga
from xladdin.systems.points import FAVOURITE, TIE, UNDERDOG
from xladdin.workbook.schema import CLUB_PLAYERS, SCOREBOARD, STANDINGS, Kind
from xladdin.workbook.systems.cards import Card, Values, games_before, needed, new_ratings, score_lines, score_values
from xladdin.workbook.systems.half import SpreadsheetHalf
from xladdin.workbook.systems.terms import (
    GAMES_OR_START,
    RATING_OR_START,
    RULES,
    Cell,
    PrintedRules,
    Read,
    RuleTerms,
    any_blank,
    band,
    first_that_holds,
    if_played,
    least_spread,
    let,
    rounded,
    to_come,
    unless,
    where,
)

KIND = SYSTEM.log_schema
PRINTED = PrintedRules(SYSTEM)


def basic_change(rules: RuleTerms, diff: str, result: str) -> str:
    """Return the basic change of the player. `result` is positive for a win, 0 for a tie, negative for a loss."""
    favourite, underdog, tie = (rules.column("basic", heading) for heading in (FAVOURITE, UNDERDOG, TIE))
    won = band(rules, "basic", f"ABS({diff})", f"IF({diff}*{result}<0,{underdog},{favourite})")
    tied = band(rules, "basic", f"ABS({diff})", tie)
    return f"IF({result}=0,-SIGN({diff})*{tied},SIGN({result})*{won})"


def spread_bonus(rules: RuleTerms, spread: str, diff: str) -> str:
    """Return the spread bonus of the winner."""
    bonus = band(rules, "spread", f"ABS({spread})", rules.column("spread", "Bonus"))
    return f"(ABS({diff})<={rules.setting('spread_limit')})*{bonus}"


def session_change(rules: RuleTerms, rating: str, games: str, change: str) -> str:
    """Return the change that the ratings list takes for the sum of a session's changes."""
    newcomer = f"IF({games}<{rules.setting('newcomer_games')},{rules.setting('newcomer_multiplier')},1)"
    expert = band(rules, "expert", rating, rules.column("expert", "Multiplier"))
    return rounded(f"{change}*{newcomer}*{expert}")


def _cells(cell: Cell) -> dict[str, str]:
    own = cell(KIND.change1)
    return {
        KIND.change1: unless(to_come(cell, KIND), "game_basic_change+SIGN(game_spread)*game_spread_bonus"),
        KIND.change2: unless(any_blank(own), f"-{own}"),
    }


def _names(cell: Cell) -> dict[str, str]:
    diff = cell(KIND.difference)
    return {
        "game_spread": f"{cell(KIND.score1)}-{cell(KIND.score2)}",
        "game_basic_change": basic_change(RULES, diff, "game_spread"),
        "game_spread_bonus": spread_bonus(RULES, "game_spread", diff),
    }


def needed_spread(rules: RuleTerms, diff: str) -> str:
    """Return the least spread with which the player gains, negative for a defeat, or words if there is none."""
    starts, bonus = rules.column("spread"), rules.column("spread", "Bonus")
    near = f"(ABS({diff})<={rules.setting('spread_limit')})"
    won, tied, lost = (basic_change(rules, diff, result) for result in ("1", "0", "-1"))
    win = first_that_holds(starts, f"({won})+{near}*{bonus}>0")
    defeat = first_that_holds(starts, f"({lost})-{near}*{bonus}<=0")
    return least_spread(win, tied, defeat)


def _game_change(rules: RuleTerms, diff: str, spread: str) -> str:
    return f"{basic_change(rules, diff, spread)}+SIGN({spread})*{spread_bonus(rules, spread, diff)}"


def _change(a: Read) -> str:
    change = _game_change(PRINTED, "_xlpm.diff", "_xlpm.spread")
    return if_played(a, let(change, diff=f"{a['r1']}-{a['r2']}", spread=f"{a['s1']}-{a['s2']}"))


def _points(a: Read) -> str:
    worth = {"wins": "win_points", "losses": "loss_points", "ties": "tie_points"}
    return "+".join(f"{a[counted]}*{PRINTED.setting(points)}" for counted, points in worth.items())


RATINGS, SCORES = (1234, 1007), (416, 303)
"""The source's example of a game."""


def _example(system: Mississauga) -> Values:
    lines = score_values(RATINGS, SCORES)
    games, sides = system.newcomer_games, ((*RATINGS, *SCORES), (*RATINGS[::-1], *SCORES[::-1]))
    played = [(one - other, own - against) for one, other, own, against in sides]
    changes = [system.change(*side) for side in sides]
    taken = [system.session_change(rating, games, change) for rating, change in zip(RATINGS, changes)]
    return lines | {
        msg("Games"): (games, games),
        msg("Basic change"): [system.basic_points(diff, sign(spread)) for diff, spread in played],
        msg("Spread bonus"): [sign(spread) * system.spread_points(spread, diff) for diff, spread in played],
        msg("Change of the game"): changes,
        msg("What the list takes"): taken,
        msg("New rating"): [rating + change for rating, change in zip(RATINGS, taken)],
        msg("Least spread to gain"): [needed(system.needed_spread, *pair) for pair in (RATINGS, RATINGS[::-1])],
    }


def _card(card: Card) -> None:
    names, ratings = card.players(RATINGS)
    typed = card.entered(
        msg("Games before the session"), Kind.COUNT, ("", ""), msg("Blank: the list's; a guest is no newcomer")
    )
    _, rating, diff, spread = score_lines(card, SCORES, ratings)
    games = card.shown(msg("Games"), Kind.COUNT, games_before(names, typed, RULES.setting("newcomer_games")))
    lines = list(zip(diff, spread))
    basic = card.shown(msg("Basic change"), Kind.CHANGE, [where((d, s), basic_change(RULES, d, s)) for d, s in lines])
    bonus = card.shown(
        msg("Spread bonus"),
        Kind.CHANGE,
        [where((d, s), f"SIGN({s})*{spread_bonus(RULES, s, d)}") for d, s in lines],
        msg("The winner takes it from the loser"),
    )
    change = card.shown(
        msg("Change of the game"), Kind.CHANGE, [where(pair, "+".join(pair)) for pair in zip(basic, bonus)], result=True
    )
    taken = [where((r, c), session_change(RULES, r, g, c)) for r, g, c in zip(rating, games, change)]
    list_change = card.shown(
        msg("What the list takes"),
        Kind.CHANGE,
        taken,
        msg("Were it the session's only game: newcomers double, experts less"),
    )
    new_ratings(card, rating, list_change)
    need = [where((d,), needed_spread(RULES, d)) for d in diff]
    card.shown(
        msg("Least spread to gain"), Kind.SIGNED, need, msg("Against that rating, with any score; below 0 a defeat")
    )


HALF = SpreadsheetHalf(
    system=SYSTEM,
    players=CLUB_PLAYERS,
    list_ratings=RATING_OR_START,
    list_games=GAMES_OR_START,
    cells=_cells,
    names=_names,
    lambdas={
        "MISSBASIC": lambda a: basic_change(PRINTED, a["diff"], a["result"]),
        "MISSSPREAD": lambda a: spread_bonus(PRINTED, a["spread"], a["diff"]),
        "MISSCHANGE": _change,
        "MISSSESSION": lambda a: session_change(PRINTED, a["rating"], a["games"], a["change"]),
        "MISSPOINTS": _points,
    },
    card=_card,
    example=_example,
    evening=(STANDINGS, SCOREBOARD),
)
