"""The worksheet functions as workbook names that hold a LAMBDA, so that they work where nothing is installed.

Written from the systems' printed tables, which they hold inside, in the form that Excel stores: parameters bear the
prefix `_xlpm.`, an optional one `_xlop.` where it is declared, and functions newer than Excel 2010 `_xlfn.`. Blanks,
errors and impossible values are dealt with as `xladdin.functions.boundary` does, for one value an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from xladdin.cells.limits import LARGEST_EXACT
from xladdin.systems import SYSTEMS
from xladdin.workbook.rules import formulas as rule

if TYPE_CHECKING:
    from openpyxl import Workbook

    from xladdin.functions.registration import Described

LONGEST_COMMENT = 255
"""Characters that Excel keeps of a name's comment."""

_PARAMETERS = {
    "r1": "rating_1",
    "r2": "rating_2",
    "s1": "score_1",
    "s2": "score_2",
    "games": "games_before",
    "players": "player_count",
}
"""Arguments that bear another name here: r1 is a cell to Excel, and Games and Players are tables of the workbook."""

_DEFAULTS = {"diff": "0", "ties": "0", "result": '"W"', "double": "FALSE", "worlds": "FALSE"}
"""What stands for an optional argument that is left out."""

_OUT_OF_RANGE = {
    "number": f"ABS({{0}})>{LARGEST_EXACT}",
    "score": f"OR({{0}}<0,{{0}}>{LARGEST_EXACT})",
    "total": f"OR({{0}}<=0,{{0}}>{LARGEST_EXACT})",
    "count": f"OR({{0}}<0,{{0}}>{LARGEST_EXACT},{{0}}<>INT({{0}}))",
    "positive count": f"OR({{0}}<1,{{0}}>{LARGEST_EXACT},{{0}}<>INT({{0}}))",
    "year": "OR({0}<1000,{0}>9999,{0}<>INT({0}))",
}
"""When a number is impossible (#NUM!), by kind of argument as in `xladdin.functions.argument_kinds`."""

_MISS, _MTL, _LEX, _SCA, _DPTR = (
    rule.PrintedRules(SYSTEMS[key]) for key in ("mississauga", "montreal", "lexington", "sca", "dptr")
)


def lambda_names() -> dict[str, str]:
    """The formula of each name, as a workbook stores it, in the order of the functions."""
    from xladdin.functions.catalogue import CATALOGUE

    return {name: _lambda(function) for name, function in CATALOGUE.items() if name in _BODIES}


def add_lambda_names(workbook: Workbook) -> None:
    """Gives a new workbook the names; their comments are the help that Excel shows as one is typed."""
    from xladdin.functions.catalogue import CATALOGUE
    from xladdin.workbook.styles.cell_writing import define_name

    for name, formula in lambda_names().items():
        define_name(workbook, name, formula)
        help_text = f"{CATALOGUE[name].syntax}: {CATALOGUE[name].description}"
        workbook.defined_names[name].comment = help_text[:LONGEST_COMMENT]


def _lambda(function: Described) -> str:
    given = {name: f"_xlpm.{_PARAMETERS.get(name, name)}" for name in function.arguments}
    read = {name: f"_xlpm.read_{_PARAMETERS.get(name, name)}" for name in function.arguments}
    declared = [
        parameter.replace("_xlpm.", "_xlop.") if name in function.optional else parameter
        for name, parameter in given.items()
    ]
    bindings: list[str] = []
    said: list[str] = []
    checked = _BODIES[function.name](read)
    for name in reversed(list(read)):
        checked = f"IF(ISERROR({read[name]}),{read[name]},{checked})"
    for name, argument in function.arguments.items():
        cell, default = given[name], _DEFAULTS[name] if name in function.optional else ""
        said.append(_said(cell, default))
        bindings += _bindings(argument.kind, cell, read[name], default)
    value = f"_xlfn.LET({','.join(bindings)},{checked})"
    return f'_xlfn.LAMBDA({",".join(declared)},IF({"&".join(said)}="","",{value}))'


def _said(cell: str, default: str) -> str:
    """What an argument says, as text: nothing for a blank cell or the default; an error value comes through."""
    if not default:
        return f"TRIM({cell})"
    same = f"EXACT({cell},{default})" if default.startswith('"') else f"{cell}={default}"
    return f'IF(_xlfn.ISOMITTED({cell}),"",IF({same},"",TRIM({cell})))'


def _bindings(kind: str, cell: str, read: str, default: str) -> list[str]:
    """Names and formulas of a LET that reads a cell as its kind of argument: #VALUE! or #NUM! where it cannot be."""
    if kind == "result":
        value = rule.outcome(cell)
        default = default and rule.outcome(default)
    elif kind == "yes or no":
        value = f"IF(ISLOGICAL({cell}),{cell},IF({rule.is_yes(cell)},TRUE,IF({rule.is_no(cell)},FALSE,#VALUE!)))"
    else:
        value = f'IF(OR(ISLOGICAL({cell}),TRIM({cell})=""),#VALUE!,{cell}*1)'
    if default:
        value = f'IF(_xlfn.ISOMITTED({cell}),{default},IF(TRIM({cell})="",{default},{value}))'
    if kind not in _OUT_OF_RANGE:
        return [read, value]
    number = read.replace("read_", "number_")
    return [number, value, read, f"IF({_OUT_OF_RANGE[kind].format(number)},#NUM!,{number})"]


def _let(formula: str, **names: str) -> str:
    """The formula with words for parts of it: LET."""
    bindings = ",".join(f"_xlpm.{name},{value}" for name, value in names.items())
    return f"_xlfn.LET({bindings},{formula})"


Read = Mapping[str, str]
"""What each argument was read as."""


def _if_played(a: Read, formula: str) -> str:
    """The formula, or #NUM! for a game in which nobody scored."""
    return f"IF({a['s1']}+{a['s2']}=0,#NUM!,{formula})"


def _miss_change(a: Read) -> str:
    basic = rule.mississauga_basic(_MISS, "_xlpm.diff", "_xlpm.spread")
    bonus = rule.mississauga_spread(_MISS, "_xlpm.spread", "_xlpm.diff")
    change = f"{basic}+SIGN(_xlpm.spread)*{bonus}"
    return _if_played(a, _let(change, diff=f"{a['r1']}-{a['r2']}", spread=f"{a['s1']}-{a['s2']}"))


def _miss_points(a: Read) -> str:
    worth = {"wins": "win_points", "losses": "loss_points", "ties": "tie_points"}
    return "+".join(f"{a[counted]}*{_MISS.setting(points)}" for counted, points in worth.items())


def _mtl_change(a: Read) -> str:
    basic = rule.montreal_basic(_MTL, "_xlpm.diff", "_xlpm.spread")
    points = f"{basic}+SIGN(_xlpm.spread)*{rule.montreal_spread(_MTL, '_xlpm.spread')}"
    change = _let(
        rule.montreal_halved(_MTL, "_xlpm.points", a["double"]),
        diff=f"{a['r1']}-{a['r2']}",
        spread=f"{a['s1']}-{a['s2']}",
        points=points,
    )
    return _if_played(a, change)


def _lex_percent(a: Read) -> str:
    return _if_played(a, rule.lexington_percent(_LEX, a["s1"], a["s2"]))


def _lex_change(a: Read) -> str:
    return _let(
        rule.lexington_change(_LEX, "_xlpm.points", a["games"]),
        diff=f"{a['r1']}-{a['r2']}",
        over=f"{_lex_percent(a)}-{rule.lexington_expected(_LEX, '_xlpm.diff')}",
        points=rule.lexington_points(_LEX, "_xlpm.over"),
    )


def _sca_change(a: Read) -> str:
    return _let(rule.sca_change(_SCA, "_xlpm.diff", a["result"]), diff=f"{a['r1']}-{a['r2']}")


def _dptr_percentile(a: Read) -> str:
    return f"IF({a['place']}>{a['players']},#NUM!,{rule.dptr_percentile(a['place'], a['players'])})"


def _dptr_value(a: Read) -> str:
    return rule.dptr_value(_DPTR, a["players"], a["rounds"], a["year"], a["worlds"])


def _dptr_change(a: Read) -> str:
    return rule.dptr_change(a["rating"], _dptr_percentile(a), _dptr_value(a))


_BODIES: dict[str, Callable[[Read], str]] = {
    "MISSBASIC": lambda a: rule.mississauga_basic(_MISS, a["diff"], a["result"]),
    "MISSSPREAD": lambda a: rule.mississauga_spread(_MISS, a["spread"], a["diff"]),
    "MISSCHANGE": _miss_change,
    "MISSSESSION": lambda a: rule.mississauga_session(_MISS, a["rating"], a["games"], a["change"]),
    "MISSPOINTS": _miss_points,
    "MTLBASIC": lambda a: rule.montreal_basic(_MTL, a["diff"], a["result"]),
    "MTLSPREAD": lambda a: rule.montreal_spread(_MTL, a["spread"]),
    "MTLCHANGE": _mtl_change,
    "MTLRATING": lambda a: rule.montreal_rating(_MTL, f"{a['rating']}+{a['change']}"),
    "LEXCHANGE": _lex_change,
    "LEXPERCENT": _lex_percent,
    "LEXEXPECTED": lambda a: rule.lexington_expected(_LEX, a["diff"]),
    "LEXPOINTS": lambda a: rule.lexington_points(_LEX, a["percent_diff"]),
    "LEXPAR": lambda a: rule.lexington_par(_LEX, a["diff"], a["total"]),
    "SCACHANGE": _sca_change,
    "DPTRPERCENTILE": _dptr_percentile,
    "DPTRVALUE": _dptr_value,
    "DPTRCHANGE": _dptr_change,
    "DPTRRATING": lambda a: f"{a['rating']}+{_dptr_change(a)}",
}
"""The rule of each function, over what its arguments were read as."""
