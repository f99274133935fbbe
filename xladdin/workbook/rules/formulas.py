"""The rules of the five systems as native formulas, each said once.

What stands on the Rules sheet enters them as terms: the sheet's defined names, which follow the club's own table, or
the printed numbers themselves. So the change cells, the Calculator and the LAMBDA names share one text. Arguments are
texts of formulas too: a cell, a name, a bracketed expression; a difference is the player's rating minus the
opponent's, a spread the player's score minus the opponent's. Only functions that Excel 2010 and LibreOffice 7.4 know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from xladdin.cells.numbers import Number
from xladdin.log.readings import NO, YES
from xladdin.systems.lexington import EVEN_SHARE
from xladdin.systems.system import OUTCOMES, RatingSystem
from xladdin.workbook.schema import rule_name


class RuleTerms(Protocol):
    """How a formula speaks of the settings and tables of a system."""

    def setting(self, field: str) -> str:
        """The term for a setting."""

    def column(self, field: str, heading: str = "") -> str:
        """The term for a column of a table: that of the heading, or the one the bands start with."""


class RulesSheet:
    """Terms that are the defined names of the Rules sheet, so that the club's own values count."""

    def setting(self, field: str) -> str:
        """The name of a setting's cell."""
        return rule_name(field)

    def column(self, field: str, heading: str = "") -> str:
        """The name of a column's range."""
        return rule_name(field, heading, first=not heading)


class PrintedRules:
    """Terms that are the numbers of a system themselves."""

    def __init__(self, system: RatingSystem) -> None:
        self._system = system

    def setting(self, field: str) -> str:
        """The number of a setting."""
        return str(getattr(self._system, field))

    def column(self, field: str, heading: str = "") -> str:
        """The numbers of a column as an array constant."""
        table = getattr(self._system, field)
        return constants(table.column(heading) if heading else table.starts)


def constants(values: Sequence[Number | str]) -> str:
    """An array constant of one row."""
    listed = ",".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
    return f"{{{listed}}}"


def rounded(number: str) -> str:
    """The nearest integer as `xladdin.systems.tables.rounded` has it: a computed half counts as a half."""
    return f"ROUND(ROUND({number},9),0)"


def band(rules: RuleTerms, table: str, key: str, values: str) -> str:
    """The value in the last row of a table that starts at or below the key, in the first row below all of them."""
    starts = rules.column(table)
    return f"LOOKUP(MAX({key},MIN({starts})),{starts},{values})"


def outcome(result: str) -> str:
    """1 for a win, 0 for a tie, -1 for a loss, in any case, brackets or not; #VALUE! where the text is no result."""
    for left_out in " ()[]":
        result = f'SUBSTITUTE({result},"{left_out}","")'
    written = {form: value for form, value in OUTCOMES.items() if isinstance(form, str)}
    values = sorted(set(written.values()))
    positions = constants([values.index(value) + 1 for value in written.values()])
    return f"CHOOSE(MAX(({result}={constants(list(written))})*{positions}),{','.join(map(str, values))})"


def is_yes(answer: str) -> str:
    """Whether a cell says yes, in any case."""
    return f"OR(TRIM({answer})={constants(sorted(YES))})"


def is_no(answer: str) -> str:
    """Whether a cell says no, or nothing."""
    return f"OR(TRIM({answer})={constants(sorted(NO))})"


def mississauga_basic(rules: RuleTerms, diff: str, result: str) -> str:
    """Basic change of the player. result: anything that is positive for a win, 0 for a tie, negative for a loss."""
    favourite, underdog, tie = (
        rules.column("basic", heading) for heading in ("If favourite wins", "If underdog wins", "If tie")
    )
    won = band(rules, "basic", f"ABS({diff})", f"IF({diff}*{result}<0,{underdog},{favourite})")
    tied = band(rules, "basic", f"ABS({diff})", tie)
    return f"IF({result}=0,-SIGN({diff})*{tied},SIGN({result})*{won})"


def mississauga_spread(rules: RuleTerms, spread: str, diff: str) -> str:
    """Spread bonus of the winner."""
    bonus = band(rules, "spread", f"ABS({spread})", rules.column("spread", "Bonus"))
    return f"(ABS({diff})<={rules.setting('spread_limit')})*{bonus}"


def mississauga_session(rules: RuleTerms, rating: str, games: str, change: str) -> str:
    """Change that the ratings list takes for the sum of a session's changes."""
    newcomer = f"IF({games}<{rules.setting('newcomer_games')},{rules.setting('newcomer_multiplier')},1)"
    expert = band(rules, "expert", rating, rules.column("expert", "Multiplier"))
    return rounded(f"{change}*{newcomer}*{expert}")


def montreal_basic(rules: RuleTerms, diff: str, result: str) -> str:
    """Table points of the player. result: anything that is positive for a win, 0 for a tie, negative for a loss."""
    favourite, underdog = (rules.column("points", heading) for heading in ("If favourite wins", "If underdog wins"))
    won = band(rules, "points", f"ABS({diff})", f"IF({diff}*{result}<0,{underdog},{favourite})")
    return f"IF({result}=0,-SIGN({diff})*INT(ABS({diff})/{rules.setting('tie_step')}),SIGN({result})*{won})"


def montreal_spread(rules: RuleTerms, spread: str) -> str:
    """Spread points of the winner."""
    return f"MIN(INT(ABS({spread})/{rules.setting('spread_step')}),{rules.setting('spread_maximum')})"


def montreal_halved(rules: RuleTerms, change: str, plays_two: str) -> str:
    """The change, a loss halved for a player who plays two opponents at once."""
    halved = rounded(f"{change}*{rules.setting('double_share')}")
    return f"IF(AND({change}<0,{plays_two}),{halved},{change})"


def montreal_rating(rules: RuleTerms, rating: str) -> str:
    """The rating, never below the floor."""
    return f"MAX({rating},{rules.setting('floor')})"


def lexington_percent(rules: RuleTerms, score1: str, score2: str) -> str:
    """Player 1's percentage of the points, win boost included."""
    return f"100*{score1}/({score1}+{score2})+{rules.setting('win_boost')}*SIGN({score1}-{score2})"


def lexington_expected(rules: RuleTerms, diff: str) -> str:
    """Percentage that the player should score, win boost included."""
    higher = f"SQRT(ABS({diff})+{rules.setting('root_shift')})+{rules.setting('expected_base')}"
    return f"IF({diff}<0,100-({higher}),{higher})"


def lexington_points(rules: RuleTerms, over: str) -> str:
    """Full change for a percentage over the expected one, before rounding."""
    beyond = f"ABS(LN(ABS({over}))*{rules.setting('log_factor')}-{rules.setting('log_shift')})"
    return f"IF(ABS({over})<={rules.setting('straight_limit')},{over},SIGN({over})*{beyond})"


def lexington_change(rules: RuleTerms, points: str, games: str) -> str:
    """Change of an established player with so many games before the session."""
    full = f"{games}<{rules.setting('full_change_games')}"
    return rounded(f"{points}*IF({full},1,{rules.setting('veteran_share')})")


def lexington_par(rules: RuleTerms, diff: str, total: str) -> str:
    """Par score of the player where both score so much together."""
    expected = f"SQRT(ABS({diff})+{rules.setting('root_shift')})+{rules.setting('expected_base')}"
    higher = rounded(f"MAX({EVEN_SHARE},{expected}-{rules.setting('win_boost')})*{total}/100")
    return f"IF({diff}<0,{rounded(f'{total}-{higher}')},{higher})"


def sca_change(rules: RuleTerms, diff: str, result: str) -> str:
    """Change of the player. result: 1 for a win, 0 for a draw, -1 for a loss."""
    step = f"INT(ABS({diff})/{rules.setting('difference_step')})"
    points = f"IF(ABS({diff})>{rules.setting('difference_limit')},INT({rules.setting('beyond_limit')}),{step})"
    return f"{result}*{rules.setting('win_points')}-SIGN({diff})*{points}"


def dptr_percentile(place: str, players: str) -> str:
    """Percentile of a placing."""
    return f"({players}+0.5-{place})/{players}*100"


def dptr_value(rules: RuleTerms, players: str, rounds: str, year: str, worlds: str) -> str:
    """Tournament value in percent. worlds: a condition."""
    divisor = f"IF({rounds}-1=0,{rules.setting('one_round_divisor')},{rules.setting('more_rounds_divisor')})"
    value = f"MIN({players}/{divisor}+{rules.setting('value_base')},{rules.setting('value_maximum')})"
    counted = f"IF({year}<{rules.setting('first_counted_year')},0,{value})"
    return f"IF({worlds},{rules.setting('worlds_value')},{counted})"


def dptr_change(rating: str, percentile: str, value: str) -> str:
    """Change of the rating by one event."""
    return f"({percentile}-{rating})*{value}/100"
