"""Define the worksheet functions of a workbook as LAMBDA formulas, which need nothing installed."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING

from xladdin.cells import MAX_EXACT_NUMBER, int_if_whole
from xladdin.files.package import Element, descendants, read_text, remove_element
from xladdin.systems import SYSTEMS, formulas
from xladdin.systems.adapter import load_adapter
from xladdin.systems.formulas import ArgumentFormulas

if TYPE_CHECKING:
    from openpyxl import Workbook

    from xladdin.functions.registry import FunctionSpec
    from xladdin.languages import Language

# The most characters that Excel keeps of a name's comment.
MAX_COMMENT_LENGTH = 255

# Parameters that need another name, because R1 is a cell, and Games and Players are tables of the workbook.
_PARAMETERS = {
    "r1": "rating_1",
    "r2": "rating_2",
    "s1": "score_1",
    "s2": "score_2",
    "games": "games_before",
    "players": "player_count",
}


def build_lambda_names() -> dict[str, str]:
    """Return the formula of each LAMBDA name, as a workbook stores it, in the order of the functions."""
    from xladdin.functions import CATALOGUE

    bodies = {name: body for system in SYSTEMS.values() for name, body in load_adapter(system).lambdas.items()}
    return {name: _build_lambda(function, bodies[name]) for name, function in CATALOGUE.items() if name in bodies}


def add_lambda_names(workbook: Workbook, language: Language) -> None:
    """Add the LAMBDA names to a new workbook. Excel shows their comments as help while a user types a name."""
    from xladdin.functions import CATALOGUE
    from xladdin.workbook.styles import define_name

    for name, formula in build_lambda_names().items():
        define_name(workbook, name, formula)
        help_text = f"{CATALOGUE[name].syntax}{language.colon}{language.render(CATALOGUE[name].description)}"
        workbook.defined_names[name].comment = help_text[:MAX_COMMENT_LENGTH]


def drop_lambda_names(workbook: Element) -> None:
    """Remove the LAMBDA names of our functions from the tree of a workbook part."""
    from xladdin.functions import CATALOGUE

    for name in descendants(workbook, "definedName"):
        if name.getAttribute("name") in CATALOGUE and read_text(name).startswith("_xlfn.LAMBDA("):
            remove_element(name)


def _build_lambda(function: FunctionSpec, body: Callable[[ArgumentFormulas], str]) -> str:
    parameters = {name: f"_xlpm.{_PARAMETERS.get(name, name)}" for name in function.arguments}
    read_names = {name: f"_xlpm.read_{_PARAMETERS.get(name, name)}" for name in function.arguments}
    declared = [
        parameter.replace("_xlpm.", "_xlop.") if name in function.optional else parameter
        for name, parameter in parameters.items()
    ]
    bindings: list[str] = []
    argument_texts: list[str] = []
    checked_body = body(read_names)
    for name in reversed(list(read_names)):
        checked_body = f"IF(ISERROR({read_names[name]}),{read_names[name]},{checked_body})"
    for name, argument in function.arguments.items():
        cell, default = parameters[name], _format_default(function.optional[name]) if name in function.optional else ""
        argument_texts.append(_build_argument_text(cell, default))
        bindings += _build_bindings(argument.kind, cell, read_names[name], default)
    value = f"_xlfn.LET({','.join(bindings)},{checked_body})"
    return f'_xlfn.LAMBDA({",".join(declared)},IF({"&".join(argument_texts)}="","",{value}))'


def _format_default(default: object) -> str:
    """Return the default of an optional argument as it is written in a formula."""
    return f'"{default}"' if isinstance(default, str) else str(default).upper()


def _build_argument_text(cell: str, default: str) -> str:
    """Return a formula for the text of an argument, which is "" for a blank cell or the default.

    An error value is passed on.
    """
    if not default:
        return f"TRIM({cell})"
    is_default = f"EXACT({cell},{default})" if default.startswith('"') else f"{cell}={default}"
    return f'IF(_xlfn.ISOMITTED({cell}),"",IF({is_default},"",TRIM({cell})))'


def _build_bindings(kind: str, cell: str, read_name: str, default: str) -> list[str]:
    """Return the names and formulas of a LET that reads a cell as an argument of a kind.

    The value is #VALUE! or #NUM! if the cell is not valid for that kind.
    """
    if kind == "result":
        value = formulas.outcome(cell)
        default = default and formulas.outcome(default)
    elif kind == "yes or no":
        is_yes, is_no = formulas.yes_condition(cell), formulas.no_condition(cell)
        value = f"IF(ISLOGICAL({cell}),{cell},IF({is_yes},TRUE,IF({is_no},FALSE,#VALUE!)))"
    else:
        value = f'IF(OR(ISLOGICAL({cell}),TRIM({cell})=""),#VALUE!,{cell}*1)'
    if default:
        value = f'IF(_xlfn.ISOMITTED({cell}),{default},IF(TRIM({cell})="",{default},{value}))'
    number = read_name.replace("read_", "number_")
    is_out_of_range = _build_range_condition(kind, number)
    if not is_out_of_range:
        return [read_name, value]
    return [number, value, read_name, f"IF({is_out_of_range},#NUM!,{number})"]


def _build_range_condition(kind: str, number: str) -> str:
    """Return the condition under which a number is out of range (#NUM!), or "" for an argument that is no number."""
    from xladdin.functions.evaluation import KINDS, NumberArgument

    limits = KINDS[kind]
    if not isinstance(limits, NumberArgument):
        return ""
    conditions = [
        *([f"{number}<{int_if_whole(limits.lowest)}"] if isfinite(limits.lowest) else []),
        *([f"{number}<={int_if_whole(limits.above)}"] if isfinite(limits.above) else []),
    ]
    if conditions:
        conditions.append(f"{number}>{int_if_whole(min(limits.highest, MAX_EXACT_NUMBER))}")
    else:
        conditions.append(f"ABS({number})>{MAX_EXACT_NUMBER}")
    if limits.whole:
        conditions.append(f"{number}<>INT({number})")
    return f"OR({','.join(conditions)})" if len(conditions) > 1 else conditions[0]
