"""A club's own table in the workbook. Every formula follows Rules."""

from xladdin.cells.numbers import sign
from xladdin.messages import msg
from xladdin.systems.bands import SYSTEM, Bands
from xladdin.systems.points import BONUS, TIMES
from xladdin.systems.sessions import GAME
from xladdin.workbook.schema import CLUB_PLAYERS, SCOREBOARD, STANDINGS, Kind
from xladdin.workbook.systems.cards import Card, Values, games_before, needed, score_lines, score_values
from xladdin.workbook.systems.half import SpreadsheetHalf
from xladdin.workbook.systems.mississauga import basic_change, spread_bonus
from xladdin.workbook.systems.montreal import HALF as MONTREAL
from xladdin.workbook.systems.montreal import limited
from xladdin.workbook.systems.terms import (
    GAMES_OR_START,
    RULES,
    Cell,
    band,
    double_names,
    first_that_holds,
    is_yes,
    least_spread,
    rounded,
    to_come,
    unless,
    where,
)

KIND = SYSTEM.log_schema
RATINGS, SCORES = (1234, 1007), (416, 303)
"""An example of a game."""
GUEST_GAMES = f"MAX({RULES.column('by_games')})"
"""The games of a guest, who is not on the list and is no newcomer."""


def basic_points(diff: str, result: str) -> str:
    """Return the points of the player before spread.

    `result` is positive for a win, 0 for a tie, negative for a loss.
    """
    step = RULES.setting("tie_step")
    tied = f"-SIGN({diff})*INT(ABS({diff})/{step})"
    return f"IF(AND({result}=0,{step}>0),{tied},{basic_change(RULES, diff, result)})"


def game_points(diff: str, spread: str) -> str:
    """Return the points of the player with spread, before any share or rounding."""
    return f"{basic_points(diff, spread)}+SIGN({spread})*{spread_bonus(RULES, spread, diff)}"


def rounded_game(points: str) -> str:
    """Return the change, rounded if each game is."""
    return f'ROUND(ROUND({points},9),IF({RULES.setting("rounding")}="{GAME}",0,9))'


def taken(points: str, plays_two: str) -> str:
    """Return the change of a game as it counts. A loss in a double game counts by its share."""
    return rounded_game(f"{points}*IF(AND({points}<0,{plays_two}),{RULES.setting('double_share')},1)")


def session_change(rating: str, games: str, change: str) -> str:
    """Return the change that the ratings list takes for the sum of a session's changes."""
    by_games = band(RULES, "by_games", games, RULES.column("by_games", TIMES))
    by_rating = band(RULES, "by_rating", rating, RULES.column("by_rating", TIMES))
    return rounded(f"{change}*{by_games}*{by_rating}")


def new_rating(rating: str, games: str, change: str) -> str:
    """Return the rating after a session."""
    return limited(RULES, f"{rating}+{session_change(rating, games, change)}")


def needed_spread(diff: str) -> str:
    """Return the least spread with which the player gains, negative for a defeat, or words if there is none."""
    starts, bonus = RULES.column("spread"), RULES.column("spread", BONUS)
    least = f"{starts}*({starts}>MIN({starts}))"  # the first row counts from 1 on, wherever it begins
    near = f"(ABS({diff})<={RULES.setting('spread_limit')})"
    won, tied, lost = (basic_points(diff, result) for result in ("1", "0", "-1"))
    win = first_that_holds(least, f"ISNUMBER({starts})*({rounded_game(f'({won})+{near}*{bonus}')}>0)")
    defeat = first_that_holds(least, f"ISNUMBER({starts})*({rounded_game(f'({lost})-{near}*{bonus}')}<=0)")
    return least_spread(win, rounded_game(tied), defeat)


def _cells(cell: Cell) -> dict[str, str]:
    def change(points: str, plays_two: str) -> str:
        return unless(to_come(cell, KIND), taken(points, plays_two))

    return {KIND.change1: change("game_points", "game_double_1"), KIND.change2: change("-game_points", "game_double_2")}


def _names(cell: Cell) -> dict[str, str]:
    diff = cell(KIND.difference)
    return {
        "game_spread": f"{cell(KIND.score1)}-{cell(KIND.score2)}",
        "game_basic_points": basic_points(diff, "game_spread"),
        "game_spread_points": spread_bonus(RULES, "game_spread", diff),
        "game_points": "game_basic_points+SIGN(game_spread)*game_spread_points",
        **double_names(cell, KIND),
    }


def _example(system: Bands) -> Values:
    sides = ((*RATINGS, *SCORES), (*RATINGS[::-1], *SCORES[::-1]))
    played = [(one - other, own - against) for one, other, own, against in sides]
    changes = [system.change(*side) for side in sides]
    games = system.by_games.starts[-1]
    listed = [system.session_change(rating, games, change) for rating, change in zip(RATINGS, changes)]
    return score_values(RATINGS, SCORES) | {
        msg("Games"): (games, games),
        msg("Points by the table"): [system.basic_points(diff, sign(spread)) for diff, spread in played],
        msg("Spread points"): [sign(spread) * system.spread_points(spread, diff) for diff, spread in played],
        msg("Change of the game"): changes,
        msg("What the list takes"): listed,
        msg("New rating"): [system.limited(rating + change) for rating, change in zip(RATINGS, listed)],
        msg("Least spread to gain"): [needed(system.needed_spread, *pair) for pair in (RATINGS, RATINGS[::-1])],
    }


def _card(card: Card) -> None:
    names, ratings = card.players(RATINGS)
    typed = card.entered(
        msg("Games before the session"), Kind.COUNT, ("", ""), msg("Blank: the list's; a guest is no newcomer")
    )
    double = card.entered(msg("Plays two at once"), Kind.YES, ("", ""), msg("Yes: of a loss the share on Rules counts"))
    _, rating, diff, spread = score_lines(card, SCORES, ratings)
    games = card.shown(msg("Games"), Kind.COUNT, games_before(names, typed, GUEST_GAMES))
    lines = list(zip(diff, spread))
    basic = card.shown(msg("Points by the table"), Kind.CHANGE, [where((d, s), basic_points(d, s)) for d, s in lines])
    points = card.shown(
        msg("Spread points"),
        Kind.CHANGE,
        [where((d, s), f"SIGN({s})*{spread_bonus(RULES, s, d)}") for d, s in lines],
        msg("The winner takes them from the loser"),
    )
    changes = [where((b, p), taken(f"({b}+{p})", is_yes(two))) for b, p, two in zip(basic, points, double)]
    change = card.shown(msg("Change of the game"), Kind.CHANGE, changes, result=True)
    listed = [where((r, c), session_change(r, g, c)) for r, g, c in zip(rating, games, change)]
    card.shown(
        msg("What the list takes"), Kind.CHANGE, listed, msg("Were it the session's only game: by games and by rating")
    )
    new = [where((r, c), new_rating(r, g, c)) for r, g, c in zip(rating, games, change)]
    card.shown(msg("New rating"), Kind.RATING, new, msg("Never below the floor"), result=True)
    need = [where((d,), needed_spread(d)) for d in diff]
    card.shown(
        msg("Least spread to gain"), Kind.SIGNED, need, msg("Against that rating, with any score; below 0 a defeat")
    )


HALF = SpreadsheetHalf(
    system=SYSTEM,
    players=CLUB_PLAYERS,
    list_ratings=MONTREAL.list_ratings,
    list_games=GAMES_OR_START,
    cells=_cells,
    names=_names,
    lambdas={},
    card=_card,
    example=_example,
    evening=(STANDINGS, SCOREBOARD),
)
