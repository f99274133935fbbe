"""Define the worksheet functions. Their Python names are their Excel names, and ranges are lists of rows.

The functions of the values of one game or event accept a value or a range for each argument, and evaluate ranges row by
row. The result of a blank row is "", and an error value is returned unchanged. An invalid value raises an error of
`xladdin.errors`, or within a range results in the text of the error. The functions apply the printed rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.functions.arguments import ROW_ARGUMENTS, describe_change_arguments
from xladdin.functions.registry import CATALOGUE as CATALOGUE
from xladdin.functions.registry import LazyModule, range_function, row_function, row_function_by_rules
from xladdin.messages import msg

if TYPE_CHECKING:
    from xladdin import model
    from xladdin.cells import Number
    from xladdin.functions import evaluation, ranges
    from xladdin.functions.evaluation import TableRange
    from xladdin.functions.ranges import Rows
    from xladdin.systems import dptr, elo, lexington, mississauga, montreal, sca
    from xladdin.systems.system import RatingSystem
else:
    model = LazyModule("xladdin.model")
    evaluation, ranges = (LazyModule(f"xladdin.functions.{name}") for name in ("evaluation", "ranges"))
    dptr, elo, lexington, mississauga, montreal, sca = (
        LazyModule(f"xladdin.systems.{name}") for name in ("dptr", "elo", "lexington", "mississauga", "montreal", "sca")
    )


@row_function(
    'MISSBASIC(227,"W")',
    6,
    msg("Mississauga: basic change of the player by the ratings difference, without spread bonus [rating points]."),
)
def MISSBASIC(diff: Number, result: object) -> Number:
    return mississauga.SYSTEM.compute_basic_points(diff, model.parse_outcome(result))


@row_function(
    "MISSSPREAD(113,227)",
    2,
    msg(
        "Mississauga: spread bonus of the winner, 0 to 5, but 0 if the ratings are more than 400 apart [rating points]."
    ),
)
def MISSSPREAD(spread: Number, diff: Number = 0) -> Number:
    return mississauga.SYSTEM.spread_points(spread, diff)


@row_function(
    "MISSCHANGE(1234,1007,416,303)",
    8,
    msg("Mississauga: change of player 1 by a game, before newcomer and expert multipliers [rating points]."),
)
def MISSCHANGE(r1: Number, r2: Number, s1: Number, s2: Number) -> Number:
    return mississauga.SYSTEM.change(r1, r2, s1, s2)


@row_function(
    "MISSSESSION(944,33,28)",
    56,
    msg("Mississauga: change by a whole session: doubled below 50 games, cushioned from 1800 [rating points]."),
)
def MISSSESSION(rating: Number, games: Number, change: Number) -> Number:
    return mississauga.SYSTEM.compute_session_change(rating, games, change)


@row_function(
    "MISSPOINTS(10,8,2)",
    31,
    msg("Mississauga: championship points of a season: 2 for a win, 1.5 for a tie, 1 for a loss."),
)
def MISSPOINTS(wins: Number, losses: Number, ties: Number = 0) -> Number:
    return mississauga.SYSTEM.compute_championship_points(wins, losses, ties)


@row_function(
    "MTLBASIC(510)",
    2,
    msg(
        "Montreal: table points of the player by the ratings difference, without spread [rating points]. A "
        "result that is left out, or blank, counts as a win."
    ),
)
def MTLBASIC(diff: Number, result: object = "W") -> Number:
    return montreal.SYSTEM.compute_basic_points(diff, model.parse_outcome(result))


@row_function(
    "MTLSPREAD(75)", 1, msg("Montreal: spread points of the winner, one for each full 50, at most 4 [rating points].")
)
def MTLSPREAD(spread: Number) -> Number:
    return montreal.SYSTEM.spread_points(spread)


@row_function(
    "MTLCHANGE(1710,1200,400,325)",
    3,
    msg("Montreal: change of player 1 by a game. A player in two games at once loses half as much [rating points]."),
)
def MTLCHANGE(r1: Number, r2: Number, s1: Number, s2: Number, double: bool = False) -> Number:
    return montreal.SYSTEM.change(r1, r2, s1, s2, double)


@row_function(
    "MTLRATING(1003,-7)", 1000, msg("Montreal: new rating after a session, never below 1000 [rating points].")
)
def MTLRATING(rating: Number, change: Number) -> Number:
    return montreal.SYSTEM.apply_floor(rating + change)


@row_function(
    "LEXCHANGE(1824,1708,459,272,60)",
    4,
    msg("Lexington: change of player 1 by a game, full below 50 games before the session, else half [rating points]."),
)
def LEXCHANGE(r1: Number, r2: Number, s1: Number, s2: Number, games: Number) -> int:
    return lexington.SYSTEM.change(r1, r2, s1, s2, games)


@row_function(
    "LEXPERCENT(459,272)",
    66.79,
    msg("Lexington: player 1's percentage of the points of a game, with 4 more for a win and 4 less for a loss."),
)
def LEXPERCENT(s1: Number, s2: Number) -> Number:
    return lexington.SYSTEM.percent(s1, s2)


@row_function(
    "LEXEXPECTED(116)",
    58.56,
    msg("Lexington: percentage of the points that the player is expected to score, win boost included [percent]."),
)
def LEXEXPECTED(diff: Number) -> Number:
    return lexington.SYSTEM.expected(diff)


@row_function(
    "LEXPOINTS(8.2)",
    8.2,
    msg("Lexington: full change for a percentage above or below the expected one, before rounding [rating points]."),
)
def LEXPOINTS(percent_diff: Number) -> Number:
    return lexington.SYSTEM.points(percent_diff)


@row_function(
    "LEXPAR(200,700)",
    405,
    msg(
        "Lexington: par score of the player in a game with that total; with it no rating changes [points of the game]."
    ),
)
def LEXPAR(diff: Number, total: Number) -> int:
    return lexington.SYSTEM.par(diff, total)


@range_function(
    "LEXPERFORMANCE({1500;1600},{400;300},{300;400})",
    1550,
    msg("Lexington: performance rating, at which the expected percentages against the opponents sum to those scored."),
)
def LEXPERFORMANCE(opponents: Rows, scores: Rows, opponent_scores: Rows) -> float | str:
    return ranges.compute_performance(lexington.SYSTEM, opponents, scores, opponent_scores)


@row_function(
    "LEXNEED(1824,1708,272,60)",
    314,
    msg(
        "Lexington: lowest score with which player 1's rating does not fall, against s2 [points of the game]. #N/A "
        "if there is none."
    ),
    lambda *columns: lexington.SYSTEM.changes(*columns),
)
def LEXNEED(r1: Number, r2: Number, s2: Number, games: Number) -> int:
    return lexington.SYSTEM.find_needed_score(r1, r2, s2, games)


@row_function(
    "MISSNEED(1234,1007)",
    1,
    msg(
        "Mississauga: smallest spread with which player 1's rating rises; 0 is a tie [points of the game]. #N/A if "
        "no win raises it."
    ),
)
def MISSNEED(r1: Number, r2: Number) -> int:
    return mississauga.SYSTEM.find_needed_spread(r1, r2)


@row_function(
    "MTLNEED(1200,2500)",
    -99,
    msg(
        "Montreal: smallest spread with which player 1's rating rises; negative if a defeat is enough [points of the "
        "game]. #N/A if there is none."
    ),
)
def MTLNEED(r1: Number, r2: Number, double: bool = False) -> int:
    return montreal.SYSTEM.find_needed_spread(r1, r2, double)


@row_function(
    'SCACHANGE(1100,1000,"1-0")', 12, msg("SCA camp ladder: change of player 1 by a game of chess [rating points].")
)
def SCACHANGE(r1: Number, r2: Number, result: object) -> Number:
    return sca.SYSTEM.change(r1, r2, result)


@row_function("DPTRPERCENTILE(8,65)", 88.46, msg("Dip Pouch: percentile of a place in a tournament [0 to 100]."))
def DPTRPERCENTILE(place: Number, players: Number) -> Number:
    return dptr.SYSTEM.percentile(place, players)


@row_function(
    "DPTRVALUE(19,4,2006)",
    7.43,
    msg("Dip Pouch: value of a tournament, 20 for a World Championship, else 0 before 2001 and at most 15 [percent]."),
)
def DPTRVALUE(players: Number, rounds: Number, year: Number, worlds: bool = False) -> Number:
    return dptr.SYSTEM.value(players, rounds, year, worlds)


@row_function(
    "DPTRCHANGE(55,8,65,4,2006)",
    5.019,
    msg("Dip Pouch: change of the rating by a tournament: the value in percent of percentile minus rating."),
)
def DPTRCHANGE(
    rating: Number, place: Number, players: Number, rounds: Number, year: Number, worlds: bool = False
) -> Number:
    return dptr.SYSTEM.change(rating, place, players, rounds, year, worlds)


@row_function(
    "DPTRRATING(55,8,65,4,2006)", 60.019, msg("Dip Pouch: new rating after a tournament [0 to 100, full precision].")
)
def DPTRRATING(
    rating: Number, place: Number, players: Number, rounds: Number, year: Number, worlds: bool = False
) -> Number:
    return rating + dptr.SYSTEM.change(rating, place, players, rounds, year, worlds)


@row_function(
    'ELOCHANGE(1600,1500,"W",20)',
    7.199,
    msg("Elo: change of player 1 by a game, not rounded, by the formula or by FIDE's table [rating points]."),
)
def ELOCHANGE(r1: Number, r2: Number, result: object, k: Number, by_table: bool = False) -> float:
    return elo.SYSTEM.change(r1, r2, result, k, by_table)


@row_function(
    "ELOEXPECTED(100)",
    64.01,
    msg("Elo: expected score of the player, by the formula or by FIDE's table [percent]."),
)
def ELOEXPECTED(diff: Number, by_table: bool = False) -> float:
    return 100 * elo.SYSTEM.expected(elo.SYSTEM.limit_difference(diff, by_table), by_table)


@range_function(
    'ELOPERFORMANCE({1500;1600},{"W";"T"})',
    1744.45,
    msg(
        "Elo: performance rating, at which the expected scores add up to the actual ones. If every game was won, or "
        "lost, it is 800 above, or below."
    ),
)
def ELOPERFORMANCE(opponents: Rows, results: Rows) -> float | str:
    return ranges.compute_elo_performance(elo.SYSTEM, opponents, results)


@range_function(
    'CLUBRATINGS("montreal",Players[#All],Games[#All])',
    msg("Rank, Player, Rating, Games: a heading row, then one row per player"),
    msg("Replays a whole log and spills the ratings list: Rank, Player, Rating, Games, best first, the unranked last."),
)
def CLUBRATINGS(
    system: RatingSystem,
    players: TableRange,
    games: TableRange,
    extra: TableRange | None = None,
    rules: TableRange | None = None,
) -> Rows:
    return ranges.list_ratings(ranges.apply_rules(system, rules), players, games, extra)


@range_function(
    'CLUBCHANGES("montreal",Players[#All],Games[#All])',
    msg("Rating 1, Rating 2, Change 1, Change 2: one row per game"),
    msg(
        "Replays a whole log and spills one row per game, without headings: both ratings before it and both changes. "
        "For placings: Percentile, Value, Rating before, Change."
    ),
)
def CLUBCHANGES(
    system: RatingSystem,
    players: TableRange,
    games: TableRange,
    extra: TableRange | None = None,
    rules: TableRange | None = None,
) -> Rows:
    return ranges.list_changes(ranges.apply_rules(system, rules), players, games, extra)


ROW_ARGUMENTS.update(
    describe_change_arguments(
        {name: list(spec.arguments) for name, spec in CATALOGUE.items() if name.endswith("CHANGE")}
    )
)


@row_function_by_rules(
    'CLUBEXPLAIN("mississauga",1234,1007,416,303)',
    "favourite by 227 wins: 6; spread 113: 2; change 8",
    msg("Explains a change in words. Takes the same arguments as the system's CHANGE function."),
)
def CLUBEXPLAIN(
    system: RatingSystem,
    argument1: object,
    argument2: object,
    argument3: object,
    argument4: object = None,
    argument5: object = None,
    argument6: object = None,
    rules: TableRange | None = None,
) -> str:
    cells = (argument1, argument2, argument3, argument4, argument5, argument6)
    return evaluation.explain_change(ranges.apply_rules(system, rules), CATALOGUE[system.explain_function].rule, cells)


@range_function(
    "CLUBSYSTEMS()", msg("Key and title of each system"), msg("Spills the keys and titles of the rating systems.")
)
def CLUBSYSTEMS() -> Rows:
    return ranges.list_systems()
