"""Lexington in the workbook."""

from xladdin.cells.numbers import HIGHEST_SCORE
from xladdin.messages import msg
from xladdin.systems.lexington import EVEN_SHARE, SYSTEM, Lexington
from xladdin.workbook.schema import NOTE, START_COLUMNS, WEB, WEEKLY_SHEET, Kind, Table, computed, entered
from xladdin.workbook.systems.cards import Card, Values, games_before, needed, new_ratings, score_lines, score_values
from xladdin.workbook.systems.half import SpreadsheetHalf
from xladdin.workbook.systems.terms import (
    BEYOND,
    GAMES_OR_START,
    NONE_LITERAL,
    RULES,
    Cell,
    PrintedRules,
    Read,
    RuleTerms,
    if_played,
    let,
    listed,
    rounded,
    to_come,
    unless,
    where,
)

KIND = SYSTEM.log_schema
PRINTED = PrintedRules(SYSTEM)
NEWCOMER = "newcomer"
"""The word for a player whose rating one game alone does not change."""


def percent(rules: RuleTerms, score1: str, score2: str) -> str:
    """Player 1's percentage of the points, with the win boost."""
    return f"100*{score1}/({score1}+{score2})+{rules.setting('win_boost')}*SIGN({score1}-{score2})"


def _higher(rules: RuleTerms, diff: str) -> str:
    """Return the percentage that the higher rated should score, with the win boost."""
    return f"SQRT(ABS({diff})+{rules.setting('root_shift')})+{rules.setting('expected_base')}"


def expected(rules: RuleTerms, diff: str) -> str:
    """Return the percentage that the player should score, with the win boost."""
    higher = _higher(rules, diff)
    return f"IF({diff}<0,100-({higher}),{higher})"


def full_change(rules: RuleTerms, over: str) -> str:
    """Return the full change for a percentage over the expected one, before rounding."""
    beyond = f"ABS(LN(ABS({over}))*{rules.setting('log_factor')}-{rules.setting('log_shift')})"
    return f"IF(ABS({over})<={rules.setting('straight_limit')},{over},SIGN({over})*{beyond})"


def taken(rules: RuleTerms, points: str, games: str) -> str:
    """Return the change of an established player with so many games before the session."""
    full = f"{games}<{rules.setting('full_change_games')}"
    return rounded(f"{points}*IF({full},1,{rules.setting('veteran_share')})")


def needed_score(rules: RuleTerms, diff: str, games: str, against: str) -> str:
    """Return the least score against another with which the rating does not fall.

    It is an array formula that tries all.
    """
    scores = f"(ROW($1:${HIGHEST_SCORE + 1})-1)"
    over = f"({percent(rules, scores, against)}-({expected(rules, diff)}))"
    holds = f"IFERROR(({scores}+{against}>0)*({taken(rules, full_change(rules, over), games)}>=0),FALSE)"
    least = f"MIN(IF({holds},{scores},{BEYOND}))"
    found = f"IF({least}={BEYOND},{NONE_LITERAL},{least})"
    return where((diff, against), f'IF({games}<{rules.setting("established_games")},"{NEWCOMER}",{found})')


def par(rules: RuleTerms, diff: str, total: str) -> str:
    """Return the par score of the player if both score so much together."""
    higher = rounded(f"MIN(MAX({EVEN_SHARE},{_higher(rules, diff)}-{rules.setting('win_boost')}),100)*{total}/100")
    return f"IF({diff}<0,{rounded(f'{total}-{higher}')},{higher})"


def _cells(cell: Cell) -> dict[str, str]:
    def change(points: str, games: str) -> str:
        return unless(to_come(cell, KIND), unless(f"{games}<rule_established_games", taken(RULES, points, games)))

    return {
        KIND.change1: change("game_points", "game_games_1"),
        KIND.change2: change("-game_points", "game_games_2"),
    }


def _names(cell: Cell) -> dict[str, str]:
    def games(own: str, player: str) -> str:
        return f"IF(ISNUMBER({cell(own)}),{cell(own)},{listed(cell(player), 'list_games')})"

    return {
        "game_games_1": games(KIND.basis1, KIND.player1),
        "game_games_2": games(KIND.basis2, KIND.player2),
        "game_percent": percent(RULES, cell(KIND.score1), cell(KIND.score2)),
        "game_expected": expected(RULES, cell(KIND.difference)),
        "game_percent_over": "game_percent-game_expected",
        "game_points": full_change(RULES, "game_percent_over"),
    }


def _percent(a: Read) -> str:
    return if_played(a, percent(PRINTED, a["s1"], a["s2"]))


def _change(a: Read) -> str:
    return let(
        taken(PRINTED, "_xlpm.points", a["games"]),
        diff=f"{a['r1']}-{a['r2']}",
        over=f"{_percent(a)}-{expected(PRINTED, '_xlpm.diff')}",
        points=full_change(PRINTED, "_xlpm.over"),
    )


RATINGS, SCORES = (1824, 1708), (459, 272)
"""The source's example of a game."""


def _example(system: Lexington) -> Values:
    lines = score_values(RATINGS, SCORES)
    games, sides = system.full_change_games, ((*RATINGS, *SCORES), (*RATINGS[::-1], *SCORES[::-1]))
    scored = [system.percent(own, against) for _, _, own, against in sides]
    due = [system.expected(one - other) for one, other, _, _ in sides]
    over = [percent - expected for percent, expected in zip(scored, due)]
    is_new = games < system.established_games
    moved = [system.change(*side, games) for side in sides]
    need = [needed(system.needed_score, one, other, against, games) for one, other, _, against in sides]
    newcomers = (NEWCOMER, NEWCOMER)
    return lines | {
        msg("Games"): (games, games),
        msg("Par score"): [system.par(one - other, own + against) for one, other, own, against in sides],
        msg("Percentage scored"): scored,
        msg("Percentage expected"): due,
        msg("Scored over expected"): over,
        msg("Full change"): [system.points(percent) for percent in over],
        msg("Change"): newcomers if is_new else moved,
        msg("New rating"): ("", "") if is_new else [rating + change for rating, change in zip(RATINGS, moved)],
        msg("Score needed"): newcomers if is_new else need,
    }


def _card(card: Card) -> None:
    names, ratings = card.players(RATINGS)
    typed = card.entered(
        msg("Games before the session"), Kind.COUNT, ("", ""), msg("Blank: the list's; a guest is a veteran")
    )
    score, rating, diff, spread = score_lines(card, SCORES, ratings)
    games = card.shown(msg("Games"), Kind.COUNT, games_before(names, typed, RULES.setting("full_change_games")))
    total, (first, second) = "+".join(score), score
    card.shown(
        msg("Par score"),
        Kind.SCORE,
        [where((d, *score), par(RULES, d, f"({total})")) for d in diff],
        msg("Of the same total: with it no rating would change"),
    )
    scored = card.shown(
        msg("Percentage scored"),
        Kind.DECIMAL,
        [where((s,), percent(RULES, own, other)) for s, own, other in zip(spread, (first, second), (second, first))],
        msg("Of the points of the game, win boost included"),
    )
    due = card.shown(msg("Percentage expected"), Kind.DECIMAL, [where((d,), expected(RULES, d)) for d in diff])
    over = card.shown(
        msg("Scored over expected"),
        Kind.DECIMAL_CHANGE,
        [where(pair, "-".join(pair)) for pair in zip(scored, due)],
    )
    points = card.shown(
        msg("Full change"),
        Kind.DECIMAL_CHANGE,
        [where((o,), full_change(RULES, o)) for o in over],
        msg("Large surprises count less per percent"),
    )
    established = [
        f'IF({g}<{RULES.setting("established_games")},"{NEWCOMER}",{taken(RULES, p, g)})' for p, g in zip(points, games)
    ]
    change = card.shown(
        msg("Change"),
        Kind.CHANGE,
        [where((p,), formula) for p, formula in zip(points, established)],
        msg("Rounded; half of it for veterans. Newcomers are rated by all their games together"),
        result=True,
    )
    new_ratings(card, rating, change)
    sides = zip(diff, games, reversed(score))
    card.searched(
        msg("Score needed"),
        Kind.SCORE,
        [needed_score(RULES, *side) for side in sides],
        msg("Against the other's score, so that the rating does not fall"),
    )


HALF = SpreadsheetHalf(
    system=SYSTEM,
    players=Table(
        "Players",
        (
            entered("Player", Kind.TEXT),
            *START_COLUMNS,
            entered("Start last played", Kind.DATE),
            computed("Rating", Kind.RATING),
            computed("Assigned", Kind.RATING),
            computed("Games", Kind.COUNT),
            computed("Last played", Kind.DATE),
            computed("Status", Kind.TEXT),
            NOTE,
            WEB,
        ),
    ),
    list_ratings=(
        "IF(ISNUMBER(Players[Assigned]),Players[Assigned],IF(ISNUMBER(Players[Rating]),Players[Rating],"
        'IF(ISNUMBER(Players[Start rating]),Players[Start rating],"")))'
    ),
    list_games=GAMES_OR_START,
    cells=_cells,
    names=_names,
    lambdas={
        "LEXCHANGE": _change,
        "LEXPERCENT": _percent,
        "LEXEXPECTED": lambda a: expected(PRINTED, a["diff"]),
        "LEXPOINTS": lambda a: full_change(PRINTED, a["percent_diff"]),
        "LEXPAR": lambda a: par(PRINTED, a["diff"], a["total"]),
    },
    card=_card,
    example=_example,
    evening=(WEEKLY_SHEET,),
)
