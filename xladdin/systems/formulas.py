"""Build the parts of formulas that the systems share.

The contents of the Rules sheet enter a formula as terms: the sheet's defined names, which follow the club's own table,
or the printed numbers themselves. So the change cells, the Calculator and the LAMBDA names share one text. Arguments
are texts of formulas too: a cell, a name, a bracketed expression. A difference is the player's rating minus the
opponent's, and a spread the same of scores. The functions are those of Excel 2010 and LibreOffice 7.4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xladdin.cells import Number
from xladdin.messages import msg
from xladdin.model import OUTCOMES, PLAIN_SIGNS
from xladdin.systems.system import NO_WORDS, YES_WORDS, RatingSystem, ScoreSchema

# A function that returns a reference to a column's cell in the same row, or "" as a formula if there is no such column.
Cell = Callable[[str], str]
# The value read for each argument of a LAMBDA.
Read = Mapping[str, str]

# A player without a rating by a recalculation counts with the system's first rating.
# The rating of every player of the list for the player's next game.
RATING_OR_START = (
    "IF(ISNUMBER(Players[Rating]),Players[Rating],"
    "IF(ISNUMBER(Players[Start rating]),Players[Start rating],rule_new_rating))"
)
# The games of every player of the list.
GAMES_OR_START = "IF(ISNUMBER(Players[Games]),Players[Games],IF(ISNUMBER(Players[Start games]),Players[Start games],0))"


def rule_name(field: str, heading: str = "", first: bool = False) -> str:
    """Return the defined name of a setting on Rules, or of one column of a table there.

    For example rule_basic_from and rule_basic_if_tie.
    """
    if first:
        return f"rule_{field}_from"
    suffix = "_" + "_".join(heading.lower().split()) if heading else ""
    return f"rule_{field}{suffix}"


class RulesSheet:
    """Terms that are the defined names of the Rules sheet, so that the club's own values count."""

    def setting(self, field: str) -> str:
        """Return the name of a setting's cell."""
        return rule_name(field)

    def column(self, field: str, heading: str = "") -> str:
        """Return the name of a column's range: that of the heading, or of where the bands of a table start."""
        return rule_name(field, heading, first=not heading)


RULES = RulesSheet()


class PrintedRules:
    """Terms that are the numbers of a system themselves."""

    def __init__(self, system: RatingSystem) -> None:
        self._system = system

    def setting(self, field: str) -> str:
        """Return the number of a setting."""
        return str(getattr(self._system, field))

    def column(self, field: str, heading: str = "") -> str:
        """Return the numbers of a column as an array constant."""
        table = getattr(self._system, field)
        return array(table.column(heading) if heading else table.starts)


# The terms of a formula for the settings and tables of a system.
RuleTerms = RulesSheet | PrintedRules


def array(values: Sequence[Number | str]) -> str:
    """Return an array constant of one row."""
    listed = ",".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
    return f"{{{listed}}}"


def rounded(number: str) -> str:
    """Return the nearest integer as in `xladdin.cells.rounded`: a computed half counts as a half."""
    return f"ROUND(ROUND({number},9),0)"


def band(rules: RuleTerms, table: str, key: str, values: str) -> str:
    """Return the value in the last row of a table that starts at or below the key.

    If all start above it, that is the value in the first row.
    """
    starts = rules.column(table)
    return f"LOOKUP(MAX({key},MIN({starts})),{starts},{values})"


def outcome(result: str) -> str:
    """Return the formula of 1 for a win, 0 for a tie, -1 for a loss, or #VALUE! for other text."""
    for sign, plain in PLAIN_SIGNS.items():
        result = f'SUBSTITUTE({result},"{sign}","{plain}")'
    written = {form: value for form, value in OUTCOMES.items() if isinstance(form, str)}
    values = sorted(set(written.values()))
    positions = array([values.index(value) + 1 for value in written.values()])
    return f"CHOOSE(MAX(({result}={array(list(written))})*{positions}),{','.join(map(str, values))})"


def is_yes(answer: str) -> str:
    """Return the condition that a cell says yes, in any case."""
    return f"OR(TRIM({answer})={array(sorted(YES_WORDS))})"


def is_no(answer: str) -> str:
    """Return the condition that a cell says no, or is blank."""
    return f"OR(TRIM({answer})={array(sorted(NO_WORDS))})"


def list_value(player: str, values: str) -> str:
    """Return the value of a player in a `list_` name, or #N/A if the list does not name the player."""
    return lookup(player, "Players[Player]", values)


def lookup(key: str, keys: str, values: str) -> str:
    """Return the formula of the value next to a key.

    MATCH cannot be used: * and ? in a name are wildcards there, and outer blanks matter.
    """
    return f'LOOKUP(2,1/((TRIM({keys})=TRIM({key}))*({key}<>"")),{values})'


# The number of letters that decides whether two names differ in more than accents.
LONGEST_COMPARED = 40
PLAIN_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def double_names(cell: Cell, schema: ScoreSchema) -> dict[str, str]:
    """Return the defined names that tell whether player 1 or player 2 of a game plays two opponents at once.

    Double may have the player's name in another spelling. An alias counts as its player's name. No formula can remove
    accents, so a letter with an accent is a wildcard.
    """
    assert schema.double is not None
    named = {heading: f"game_named_{n}" for n, heading in enumerate((*schema.players, schema.double), 1)}
    double_heading, double = schema.double, named[schema.double]

    def meant(heading: str) -> str:
        return f"TRIM(IFERROR({lookup(cell(heading), 'Aliases[Alias]', 'Aliases[Player]')},{cell(heading)}))"

    def plays_two(player: str, opponent: str) -> str:
        letters = [f"MID({name},{array(range(1, LONGEST_COMPARED + 1))},1)" for name in (double, player)]
        are_plain = "*".join(f'ISNUMBER(FIND(LOWER({letter}),"{PLAIN_LETTERS}"))' for letter in letters)
        differing = f"SUMPRODUCT(({'<>'.join(letters)})*{are_plain})"
        same = f"IF({double}={player},TRUE,IF({double}={opponent},FALSE,{differing}=0))"
        return f'IF(TRIM({cell(double_heading)})="",FALSE,{same})'

    player1, player2 = named[schema.player1], named[schema.player2]
    return {
        **{name: meant(heading) for heading, name in named.items()},
        "game_double_1": plays_two(player1, player2),
        "game_double_2": plays_two(player2, player1),
    }


def blank_if(condition: str, formula: str) -> str:
    """Return the formula, or a blank cell if the condition holds."""
    return f'IF({condition},"",{formula})'


# The text of a line without a possible score or spread.
NONE = msg("none")
# The same as a literal of a formula, in English. A Calculator replaces it by the language of the workbook.
NONE_LITERAL = f'"{NONE}"'
# A number of points that no spread reaches.
BEYOND = 10**9


def first_that_holds(spreads: str, condition: str) -> str:
    """Return the least spread from 1 on for which a condition holds, for each, or `BEYOND` if there is none."""
    return f"MAX(1,SUMPRODUCT(MIN({spreads}+{BEYOND}*(1-({condition})))))"


def least_spread(win: str, tie: str, defeat: str) -> str:
    """Return the least spread with which a rating rises, negative for a defeat, or words if there is none.

    `win`: least spread of a win that is worth something. `tie`: change of a tie. `defeat`: least that is in vain.
    """
    spread = f"IF({tie}>0,1-{defeat},{win})"
    return f"IF(ABS({spread})>={BEYOND}-1,{NONE_LITERAL},{spread})"


def any_blank(*cells: str, or_else: str = "") -> str:
    """Return the condition that one of the cells is blank, or another condition holds."""
    conditions = [*(f'{cell}=""' for cell in cells), *([or_else] if or_else else [])]
    return f"OR({','.join(conditions)})" if len(conditions) > 1 else conditions[0]


def if_numbers(numbers: Sequence[str], formula: str) -> str:
    """Return the formula if all these cells are numbers, else blank."""
    return f'IF(COUNT({",".join(numbers)})={len(numbers)},{formula},"")'


def let(formula: str, **names: str) -> str:
    """Return the formula with names for parts of it: LET."""
    bindings = ",".join(f"_xlpm.{name},{value}" for name, value in names.items())
    return f"_xlfn.LET({bindings},{formula})"


def is_to_come(cell: Cell, schema: ScoreSchema) -> str:
    """Return the condition that a game is not played yet: a score is not a number, or nobody scored."""
    scores = list(map(cell, schema.results))
    return any_blank(cell(schema.difference), *scores, or_else=f"IFERROR({'+'.join(scores)},0)=0")


def if_played(a: Read, formula: str) -> str:
    """Return the formula of a LAMBDA, or #NUM! for a game in which nobody scored."""
    return f"IF({a['s1']}+{a['s2']}=0,#NUM!,{formula})"
