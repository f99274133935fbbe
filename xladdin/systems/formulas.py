"""Build the parts of formulas that several rating systems share.

The settings and tables of a system enter a formula as terms, which are either the defined names of the Rules sheet, so
that the club's values apply, or the printed numbers. The live columns, the Calculator and the LAMBDA names can so be
built by the same functions. All arguments are texts of formulas: a cell, a defined name, or an expression in brackets.
A difference is the player's rating minus the opponent's, and a spread is the player's score minus the opponent's. The
formulas use functions of Excel 2010 and LibreOffice 7.4 only, except in LAMBDA names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xladdin.cells import Number
from xladdin.messages import msg
from xladdin.model import OUTCOMES, PLAIN_SIGNS
from xladdin.systems.system import NO_WORDS, YES_WORDS, RatingSystem, ScoreSchema

# A function from a heading to a reference to its cell in the same row, or to the formula `""` without such a column.
Cell = Callable[[str], str]
# The formula for the validated value of each argument of a LAMBDA, by the argument's name.
ArgumentFormulas = Mapping[str, str]

# The array formula of each player's rating for the next game: that of the last recalculation, or else the start rating,
# or else that of a new player.
RATING_OR_START = (
    "IF(ISNUMBER(Players[Rating]),Players[Rating],"
    "IF(ISNUMBER(Players[Start rating]),Players[Start rating],rule_new_rating))"
)
# The array formula of each player's number of games.
GAMES_OR_START = "IF(ISNUMBER(Players[Games]),Players[Games],IF(ISNUMBER(Players[Start games]),Players[Start games],0))"


def rule_name(field: str, heading: str = "", first: bool = False) -> str:
    """Return the defined name of a setting on Rules, or of a column of a table there.

    Examples are rule_floor, rule_basic_from (`first`: the starts of the bands) and rule_basic_if_tie.
    """
    if first:
        return f"rule_{field}_from"
    suffix = "_" + "_".join(heading.lower().split()) if heading else ""
    return f"rule_{field}{suffix}"


class RulesSheet:
    """Provides the defined names of the Rules sheet as terms, so that the club's values apply."""

    def setting(self, field: str) -> str:
        """Return the name of a setting's cell."""
        return rule_name(field)

    def column(self, field: str, heading: str = "") -> str:
        """Return the name of a column's range, by default that of the starts of the bands."""
        return rule_name(field, heading, first=not heading)


RULES = RulesSheet()


class PrintedRules:
    """Provides the numbers of a system as terms."""

    def __init__(self, system: RatingSystem) -> None:
        self._system = system

    def setting(self, field: str) -> str:
        """Return the number of a setting."""
        return str(getattr(self._system, field))

    def column(self, field: str, heading: str = "") -> str:
        """Return the numbers of a column as an array constant, by default the starts of the bands."""
        table = getattr(self._system, field)
        return array(table.column(heading) if heading else table.starts)


# The terms for the settings and tables of a system in a formula.
RuleTerms = RulesSheet | PrintedRules


def array(values: Sequence[Number | str]) -> str:
    """Return an array constant of one row: {1,2,3}."""
    elements = ",".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
    return f"{{{elements}}}"


def rounded(number: str) -> str:
    """Return the formula of the nearest integer, halves away from zero, like `xladdin.cells.round_half_up`."""
    return f"ROUND(ROUND({number},9),0)"


def band(rules: RuleTerms, table: str, key: str, values: str) -> str:
    """Return the formula of a value in a table of bands: that of the last band that starts at or below the key.

    For a key below all bands, it is the value of the first band.
    """
    starts = rules.column(table)
    return f"LOOKUP(MAX({key},MIN({starts})),{starts},{values})"


def outcome(result: str) -> str:
    """Return the formula of the outcome of a result: 1 for a win, 0 for a tie, -1 for a loss, else #VALUE!."""
    for sign, plain in PLAIN_SIGNS.items():
        result = f'SUBSTITUTE({result},"{sign}","{plain}")'
    values_by_text = {form: value for form, value in OUTCOMES.items() if isinstance(form, str)}
    values = sorted(set(values_by_text.values()))
    positions = array([values.index(value) + 1 for value in values_by_text.values()])
    return f"CHOOSE(MAX(({result}={array(list(values_by_text))})*{positions}),{','.join(map(str, values))})"


def yes_condition(answer: str) -> str:
    """Return the condition that a cell contains a word for yes, in any case."""
    return f"OR(TRIM({answer})={array(sorted(YES_WORDS))})"


def no_condition(answer: str) -> str:
    """Return the condition that a cell contains a word for no, in any case, or is blank."""
    return f"OR(TRIM({answer})={array(sorted(NO_WORDS))})"


def list_value(player: str, values: str) -> str:
    """Return the formula of a player's value in the array of a `list_` name, #N/A if the player is not on the list."""
    return lookup(player, "Players[Player]", values)


def lookup(key: str, keys: str, values: str) -> str:
    """Return the formula of the value in the array `values` at the position of `key` in `keys`, or #N/A.

    MATCH is not suitable, because it treats * and ? in a name as wildcards, and outer blanks as significant.
    """
    return f'LOOKUP(2,1/((TRIM({keys})=TRIM({key}))*({key}<>"")),{values})'


# The number of letters of a name that are compared without accents.
MAX_COMPARED_LENGTH = 40
PLAIN_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def double_names(cell: Cell, schema: ScoreSchema) -> dict[str, str]:
    """Return the defined names with the conditions that player 1 or player 2 of a game plays two opponents at once.

    The column Double may name the player by an alias or in another spelling. Since formulas cannot remove accents, an
    accented letter matches every letter.
    """
    assert schema.double is not None
    names_by_heading = {heading: f"game_named_{n}" for n, heading in enumerate((*schema.players, schema.double), 1)}
    double_heading, double = schema.double, names_by_heading[schema.double]

    def resolved_name(heading: str) -> str:
        return f"TRIM(IFERROR({lookup(cell(heading), 'Aliases[Alias]', 'Aliases[Player]')},{cell(heading)}))"

    def plays_two(player: str, opponent: str) -> str:
        letters = [f"MID({name},{array(range(1, MAX_COMPARED_LENGTH + 1))},1)" for name in (double, player)]
        are_plain = "*".join(f'ISNUMBER(FIND(LOWER({letter}),"{PLAIN_LETTERS}"))' for letter in letters)
        differing = f"SUMPRODUCT(({'<>'.join(letters)})*{are_plain})"
        is_same = f"IF({double}={player},TRUE,IF({double}={opponent},FALSE,{differing}=0))"
        return f'IF(TRIM({cell(double_heading)})="",FALSE,{is_same})'

    player1, player2 = names_by_heading[schema.player1], names_by_heading[schema.player2]
    return {
        **{name: resolved_name(heading) for heading, name in names_by_heading.items()},
        "game_double_1": plays_two(player1, player2),
        "game_double_2": plays_two(player2, player1),
    }


def blank_if(condition: str, formula: str) -> str:
    """Return a formula that gives "" if a condition holds."""
    return f'IF({condition},"",{formula})'


# The word in place of a needed score or spread if none is sufficient.
NONE = msg("none")
# That word as a literal in a formula, in English. The Calculator replaces it by the word in the workbook's language.
NONE_LITERAL = f'"{NONE}"'
# A number larger than any spread.
UNREACHABLE_SPREAD = 10**9


def least_satisfying(spreads: str, condition: str) -> str:
    """Return the formula of the least value of the array `spreads` for which an array condition holds, at least 1.

    Its value is `UNREACHABLE_SPREAD` if the condition holds for none.
    """
    return f"MAX(1,SUMPRODUCT(MIN({spreads}+{UNREACHABLE_SPREAD}*(1-({condition})))))"


def least_spread(win: str, tie: str, defeat: str) -> str:
    """Return the formula of the least spread with which a rating rises (negative: a defeat), or the word for none.

    Args:
        win: Least spread of a win with a positive change.
        tie: Change by a tie.
        defeat: Least spread of a defeat without a positive change.
    """
    spread = f"IF({tie}>0,1-{defeat},{win})"
    return f"IF(ABS({spread})>={UNREACHABLE_SPREAD}-1,{NONE_LITERAL},{spread})"


def blank_condition(*cells: str, or_else: str = "") -> str:
    """Return the condition that one of the cells is blank, or that the condition `or_else` holds."""
    conditions = [*(f'{cell}=""' for cell in cells), *([or_else] if or_else else [])]
    return f"OR({','.join(conditions)})" if len(conditions) > 1 else conditions[0]


def if_numbers(numbers: Sequence[str], formula: str) -> str:
    """Return a formula that gives "" unless all these cells are numbers."""
    return f'IF(COUNT({",".join(numbers)})={len(numbers)},{formula},"")'


def let(formula: str, **names: str) -> str:
    """Return a LET formula with names for subexpressions, which must be written as `_xlpm.NAME` in `formula`."""
    bindings = ",".join(f"_xlpm.{name},{value}" for name, value in names.items())
    return f"_xlfn.LET({bindings},{formula})"


def unplayed_condition(cell: Cell, schema: ScoreSchema) -> str:
    """Return the condition that a game has not been played yet: a score is blank, or both are 0."""
    scores = list(map(cell, schema.results))
    return blank_condition(cell(schema.difference), *scores, or_else=f"IFERROR({'+'.join(scores)},0)=0")


def if_played(args: ArgumentFormulas, formula: str) -> str:
    """Return the formula of a LAMBDA that gives #NUM! for a game in which nobody scored."""
    return f"IF({args['s1']}+{args['s2']}=0,#NUM!,{formula})"
