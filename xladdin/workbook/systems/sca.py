"""The chess camp ladder in the workbook."""

from xladdin.messages import msg
from xladdin.systems.sca import SYSTEM, ScaCamp
from xladdin.systems.system import outcome as outcome_of
from xladdin.workbook.schema import LADDER, NOTE, WEB, Kind, Table, computed, entered
from xladdin.workbook.systems.cards import Card, Values, both, new_ratings
from xladdin.workbook.systems.half import SpreadsheetHalf
from xladdin.workbook.systems.terms import (
    RULES,
    Cell,
    PrintedRules,
    Read,
    RuleTerms,
    any_blank,
    let,
    outcome,
    unless,
    where,
)

KIND = SYSTEM.log_schema


def change(rules: RuleTerms, diff: str, result: str) -> str:
    """Return the change of the player. `result` is 1 for a win, 0 for a draw, -1 for a loss."""
    step = f"INT(ABS({diff})/{rules.setting('difference_step')})"
    points = f"IF(ABS({diff})>{rules.setting('difference_limit')},INT({rules.setting('beyond_limit')}),{step})"
    return f"{result}*{rules.setting('win_points')}-SIGN({diff})*{points}"


def _cells(cell: Cell) -> dict[str, str]:
    diff, own = cell(KIND.difference), cell(KIND.change1)
    to_come = any_blank(diff, or_else="ISERROR(game_outcome)")
    return {
        KIND.change1: unless(to_come, change(RULES, diff, "game_outcome")),
        KIND.change2: unless(any_blank(own), f"-{own}"),
    }


def _names(cell: Cell) -> dict[str, str]:
    return {"game_outcome": outcome(cell(KIND.result))}


def _change(a: Read) -> str:
    return let(change(PrintedRules(SYSTEM), "_xlpm.diff", a["result"]), diff=f"{a['r1']}-{a['r2']}")


RATINGS = (1100, 1000)
RESULT = "(1-0)"


def _example(system: ScaCamp) -> Values:
    (one, other), change, won = RATINGS, system.change(*RATINGS, RESULT), outcome_of(RESULT)
    return {
        msg("Rating"): RATINGS,
        msg("Difference"): (one - other, other - one),
        msg("Won, drawn or lost"): (won, -won),
        msg("Change"): (change, -change),
        msg("New rating"): (one + change, other - change),
    }


def _card(card: Card) -> None:
    _, ratings = card.players(RATINGS)
    (result,) = card.entered(msg("Result"), Kind.RESULT, (RESULT,))
    card.gap()
    rating = card.shown(msg("Rating"), Kind.RATING, ratings)
    diff = card.shown(msg("Difference"), Kind.SIGNED, both(*rating))
    white = f'IFERROR({outcome(result)},"")'
    won = card.shown(
        msg("Won, drawn or lost"), Kind.SIGNED, [white, f'IFERROR(-{outcome(result)},"")'], msg("+1, 0 or -1")
    )
    changes = [where(pair, change(RULES, *pair)) for pair in zip(diff, won)]
    moved = card.shown(
        msg("Change"), Kind.CHANGE, changes, msg("Points for a win, less some for a higher rating"), result=True
    )
    new_ratings(card, rating, moved)


_IN_GROUP = '(TRIM(Players[Group])=TRANSPOSE(TRIM(Groups[Group])))*(TRIM(Players[Group])<>"")'
"""The groups of the players, a row for each. SUMIF would take < in a name for a comparison, * for any letters."""
_HAS_RATING = f"MMULT({_IN_GROUP},--ISNUMBER(Groups[Initial rating]))"
_GROUP_RATING = f"MMULT({_IN_GROUP},IF(ISNUMBER(Groups[Initial rating]),Groups[Initial rating],0))"

HALF = SpreadsheetHalf(
    system=SYSTEM,
    players=Table(
        "Players",
        (
            entered("Player", Kind.TEXT),
            entered("Group", Kind.GROUP),
            entered("Active", Kind.ACTIVE),
            entered(ScaCamp.start_column, Kind.RATING),
            computed("Rating", Kind.RATING),
            computed("Permanent", Kind.RATING),
            computed("Games", Kind.COUNT),
            NOTE,
            WEB,
        ),
    ),
    list_ratings=f'IF(ISNUMBER(Players[Rating]),Players[Rating],IF({_HAS_RATING},{_GROUP_RATING},""))',
    list_games="",
    cells=_cells,
    names=_names,
    lambdas={"SCACHANGE": _change},
    card=_card,
    example=_example,
    evening=(LADDER,),
    web_names="initials",  # the players are children
)
