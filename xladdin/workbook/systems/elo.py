"""Elo in the workbook, for a log of results and for one of scores."""

from xladdin.cells.numbers import rounded as round_half
from xladdin.messages import msg
from xladdin.systems.elo import BY_RESULTS, BY_SCORES, CHANGE_PLACES, ESTABLISHED, HIGHER, NEW, SPAN, SYSTEM, TABLE, Elo
from xladdin.systems.system import outcome as outcome_of
from xladdin.workbook.schema import CLUB_PLAYERS, NOTE, SCOREBOARD, STANDINGS, Kind, Table, computed
from xladdin.workbook.systems.cards import Card, Values, both, games_before
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
    let,
    listed,
    outcome,
    rounded,
    to_come,
    unless,
    where,
)

KIND = SYSTEM.log_schema
_BEFORE_NOTE = CLUB_PLAYERS.columns.index(NOTE)
PLAYERS = Table(
    CLUB_PLAYERS.name,
    (*CLUB_PLAYERS.columns[:_BEFORE_NOTE], computed("K", Kind.COUNT), *CLUB_PLAYERS.columns[_BEFORE_NOTE:]),
)
PRINTED = PrintedRules(SYSTEM)
RATINGS, RESULT = (1600, 1500), "(1-0)"
GAMES = (40, 40)
WORTH = {msg("For a win"): "W", msg("For a draw"): "T", msg("For a loss"): "L"}
"""The labels of lines with the worth of each result before the game."""


def by_formula(diff: str) -> str:
    """Return the expected score by Elo's formula."""
    return f"1/(1+10^MIN(-({diff})/{SPAN},300))"


def by_table(rules: RuleTerms, diff: str) -> str:
    """Return the expected score by the printed table, which counts a difference up to the limit."""
    apart = f"MIN({rounded(f'ABS({diff})')},{rules.setting('difference_limit')})"
    higher = band(rules, "expectation", apart, rules.column("expectation", HIGHER))
    return f"IF({diff}<0,1-{higher},{higher})"


def expected(rules: RuleTerms, diff: str, table: str) -> str:
    """Return the expected score of the player. `table` is the condition for the table."""
    return f"IF({table},{by_table(rules, diff)},{by_formula(diff)})"


def factor(rules: RuleTerms, rating: str, games: str) -> str:
    """Return the K of a player with a rating and so many games before."""
    new, others = (rules.column("factor", heading) for heading in (NEW, ESTABLISHED))
    return band(rules, "factor", rating, f"IF({games}<{rules.setting('new_games')},{new},{others})")


def listed_k(player: str, otherwise: str) -> str:
    """Return the formula of the K of a player on the list, which knows who has once reached the last row."""
    k = f"IFERROR({listed(player, 'list_k')},-1)"
    return f"IF({k}>=0,{k},{otherwise})"


def new_rating(rating: str, change: str) -> str:
    """Return the rating after a session or a game, rounded once, and never below the floor."""
    return f"MAX({rating}+{rounded(change)},{RULES.setting('floor')})"


BY_TABLE = f'{RULES.setting("expected_by")}="{TABLE}"'


def game_change(diff: str, won: str, k: str) -> str:
    """Return the change of a game in a log. `won` is 1, 0 or -1 from the player's side."""
    change = f"{k}*((({won})+1)/2-{expected(RULES, diff, BY_TABLE)})"
    return f"ROUND(ROUND({change},9),{CHANGE_PLACES})"


def _won(cell: Cell) -> str:
    """1, 0 or -1 from player 1's side, by the result or by the scores."""
    if cell(BY_RESULTS.result) != '""':
        return outcome(cell(BY_RESULTS.result))
    return f"SIGN({cell(BY_SCORES.score1)}-{cell(BY_SCORES.score2)})"


def _cells(cell: Cell) -> dict[str, str]:
    diff = cell(KIND.difference)
    result_to_come = any_blank(diff, or_else="ISERROR(game_outcome)")
    scores_to_come = to_come(cell, BY_SCORES)
    one, other = (
        f"ROUND(ROUND({k}*((game_outcome+1)/2-game_expected),9),{CHANGE_PLACES})" for k in ("game_k_1", "-game_k_2")
    )
    return {
        BY_RESULTS.change1: unless(result_to_come, one),
        BY_RESULTS.change2: unless(result_to_come, other),
        BY_SCORES.change1: unless(scores_to_come, one),
        BY_SCORES.change2: unless(scores_to_come, other),
    }


def _names(cell: Cell) -> dict[str, str]:
    kind = BY_RESULTS if cell(BY_RESULTS.result) != '""' else BY_SCORES

    def k(number: int) -> str:
        rated, player = cell((kind.basis1, kind.basis2)[number]), cell(kind.players[number])
        by_list = factor(RULES, f"list_rating_{number + 1}", listed(player, "list_games"))
        return f"IF(ISNUMBER({rated}),{rated},{listed_k(player, by_list)})"

    return {
        "list_k": "IF(ISNUMBER(Players[K]),Players[K],-1)",
        "game_outcome": _won(cell),
        "game_expected": expected(RULES, cell(kind.difference), BY_TABLE),
        "game_k_1": k(0),
        "game_k_2": k(1),
    }


def _change(a: Read) -> str:
    change = f"{a['k']}*(({a['result']}+1)/2-{expected(PRINTED, '_xlpm.diff', a['by_table'])})"
    return let(change, diff=f"{a['r1']}-{a['r2']}")


def _example(system: Elo) -> Values:
    (one, other), table = RATINGS, system.expected_by == TABLE
    ks = [system.k(rating, games) for rating, games in zip(RATINGS, GAMES)]
    changes = [
        system.change(one, other, "W", ks[0], table),
        system.change(other, one, "L", ks[1], table),
    ]
    diff = system.counted(one - other, table)
    worth = {
        word: [system.game_change(*pair, result, k, table) for pair, k in zip((RATINGS, RATINGS[::-1]), ks)]
        for word, result in WORTH.items()
    }
    return {
        msg("Rating"): RATINGS,
        msg("Difference"): (one - other, other - one),
        msg("Games"): GAMES,
        msg("K"): ks,
        msg("Expected score"): (system.expected(diff, table), 1 - system.expected(diff, table)),
        msg("Change"): changes,
        msg("New rating"): [system.limited(rating + round_half(change)) for rating, change in zip(RATINGS, changes)],
        **worth,
    }


def _card(card: Card) -> None:
    names, ratings = card.players(RATINGS)
    typed = card.entered(msg("Games before the session"), Kind.COUNT, GAMES, msg("Blank: the list's"))
    (result,) = card.entered(msg("Result"), Kind.RESULT, (RESULT,))
    card.gap()
    rating = card.shown(msg("Rating"), Kind.RATING, ratings)
    diff = card.shown(msg("Difference"), Kind.SIGNED, both(*rating))
    games = card.shown(msg("Games"), Kind.COUNT, games_before(names, typed, RULES.setting("new_games")))
    ks = card.shown(
        msg("K"),
        Kind.COUNT,
        [
            where((r,), f'IF({own}="",{listed_k(name, factor(RULES, r, g))},{factor(RULES, r, g)})')
            for r, g, own, name in zip(rating, games, typed, names)
        ],
    )
    scores = card.shown(msg("Expected score"), Kind.DECIMAL, [where((d,), expected(RULES, d, BY_TABLE)) for d in diff])
    sides = (outcome(result), f"-{outcome(result)}")
    changes = [
        f'IFERROR({where((k, score), f"{k}*(({side}+1)/2-{score})")},"")' for k, score, side in zip(ks, scores, sides)
    ]
    moved = card.shown(msg("Change"), Kind.DECIMAL_CHANGE, changes, msg("K × (score − expected score)"), result=True)
    new = [where(pair, new_rating(*pair)) for pair in zip(rating, moved)]
    card.shown(msg("New rating"), Kind.RATING, new, msg("Were it the session's only game: rounded once"), result=True)
    for word, result in WORTH.items():
        won = str(outcome_of(result))
        card.shown(word, Kind.DECIMAL_CHANGE, [where((d, k), game_change(d, won, k)) for d, k in zip(diff, ks)])


HALF = SpreadsheetHalf(
    system=SYSTEM,
    players=PLAYERS,
    list_ratings=RATING_OR_START,
    list_games=GAMES_OR_START,
    cells=_cells,
    names=_names,
    lambdas={
        "ELOCHANGE": _change,
        "ELOEXPECTED": lambda a: f"100*{expected(PRINTED, a['diff'], a['by_table'])}",
    },
    card=_card,
    example=_example,
    evening=(STANDINGS, SCOREBOARD),
)
