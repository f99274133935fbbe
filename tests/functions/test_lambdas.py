"""The LAMBDA names, evaluated by IronCalc, against the worksheet functions in Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import ironcalc
import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

import xladdin.functions
from tests.helpers.values import ExcelError
from xladdin import XladdinError
from xladdin.functions.evaluation import is_error
from xladdin.functions.registry import CATALOGUE
from xladdin.workbook.lambda_names import build_lambda_names

NAMES = (
    "MISSBASIC", "MISSSPREAD", "MISSCHANGE", "MISSSESSION", "MISSPOINTS", "MTLBASIC", "MTLSPREAD", "MTLCHANGE",
    "MTLRATING", "LEXCHANGE", "LEXPERCENT", "LEXEXPECTED", "LEXPOINTS", "LEXPAR", "SCACHANGE", "DPTRPERCENTILE",
    "DPTRVALUE", "DPTRCHANGE", "DPTRRATING", "ELOCHANGE", "ELOEXPECTED",
)  # fmt: skip
"""The functions from MISSBASIC to ELOEXPECTED, but LEXPERFORMANCE, which takes ranges, and the NEEDs, which search."""

SOUND = {
    "number": [0, 1, -1, 99, 100, 101, 227, -463, 399, 400, 401, 700, 799, 800, 1234, 1799, 1800, 1999, 2000, 1500.5],
    "score": [-60, 0, 249, 250, 286, 300, 349, 350, 399, 400, 433, 459, 612, 350.5],
    "points": [0, 10, 20, 40, 0.5],
    "total": [1, 450, 700, 733, 900],
    "count": [0, 1, 9, 10, 49, 50, 51, 99],
    "positive count": [1, 2, 4, 8, 19, 65],
    "year": [1999, 2000, 2001, 2006],
    "result": [
        "W", "l", "T", "win", "Loss", "tie", "draw", "D", 1, 0, 0.5, "1-0", "(0-1)", "[1/2-1/2]", " 1 - 0 ", "½", "1–0",
        "0:1", "½–½", "0,5:0,5",
    ],
    "yes or no": [True, False, "yes", "No", "x", "n", 1, 0, "TRUE"],
}  # fmt: skip
"""Arguments of each kind that mean something, many of them at the edges of the rules."""

ODD = {
    "number": ["", " ", "x", True, False, "1200", " 12 ", "-3.5", 1e6, 1e15, 2e15, -1e16, 1e300],
    "score": ["", "x", True, -201, -0.5, "400", 2000, 2001, 1e16],
    "points": ["", "x", True, -1, -0.5, "20", 1e16],
    "total": ["", "x", False, 0, -5, "700", 1e16],
    "count": ["", "x", True, -1, 2.5, "7", 1e16],
    "positive count": ["", "x", True, 0, -1, 2.5, "8", 66, 1e16],
    "year": ["", "x", 0, 999, 1000, 9999, 10_000, 1e6, 2001.5, "2006"],
    "result": ["", "x", "*", "?", "1-1", True, 2, -1, "0,5 "],
    "yes or no": ["", "maybe", 2, "y", "NO "],
}


Engine = Callable[[Sequence[str]], list[object]]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """Return what evaluates formulas with these names in IronCalc. Each is as an .xlsx stores it."""
    path: Path = tmp_path_factory.mktemp("names") / "names.xlsx"
    workbook = openpyxl.Workbook()
    for name, formula in build_lambda_names().items():
        workbook.defined_names[name] = DefinedName(name, attr_text=formula)
    workbook.save(path)
    model = ironcalc.load_from_xlsx(str(path))
    model.add_sheet("Formulas")

    def evaluate(formulas: Sequence[str]) -> list[object]:
        model.range_clear_all(1, 1, 1, 1000, 1)
        for row, formula in enumerate(formulas, 1):
            model.set_user_input(1, row, 1, formula)
        model.evaluate()
        cells = [(model.get_cell_value(1, row, 1), model.get_cell_type(1, row, 1)) for row, _ in enumerate(formulas, 1)]
        return [ExcelError(value) if kind == ironcalc.CellType.ErrorValue else value for value, kind in cells]

    return evaluate


def typed(value: object) -> str:
    """Return an argument as you type it into a formula."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str):
        return value if is_error(value) else f'"{value}"'
    return repr(value)


def in_python(name: str, arguments: list[object]) -> object:
    try:
        return getattr(xladdin.functions, name)(*arguments)
    except XladdinError as error:
        return error.excel_error


def disagreements(engine: Engine, calls: list[tuple[str, list[object]]]) -> dict[str, tuple[object, object]]:
    """Return calls where the LAMBDA and Python differ, each with both results."""
    formulas = [f"={name}({','.join(map(typed, arguments))})" for name, arguments in calls]
    differing = {}
    for formula, call, result in zip(formulas, calls, engine(formulas)):
        expected = in_python(*call)
        if isinstance(expected, (int, float)) and isinstance(result, (int, float)):
            agree = abs(result - expected) < 1e-9
        else:
            agree = result == expected and isinstance(result, ExcelError) == is_error(expected)
        if not agree:
            differing[formula] = (result, expected)
    return differing


def calls_of(name: str, random: Random, pools: list[dict[str, list[object]]]) -> list[object]:
    function = CATALOGUE[name]
    left_out = random.randint(0, len(function.optional))
    kinds = [argument.kind for argument in function.arguments.values()]
    return [random.choice(random.choice(pools)[kind]) for kind in kinds[: len(kinds) - left_out]]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_agrees_with_the_function_over_random_inputs(name: str, engine: Engine) -> None:
    random = Random(name)
    sound = [(name, calls_of(name, random, [SOUND])) for _ in range(300)]
    assert disagreements(engine, sound) == {}
    assert sum(not is_error(in_python(*call)) for call in sound) > 100
    odd = [(name, calls_of(name, random, [SOUND, SOUND, SOUND, ODD])) for _ in range(300)]
    assert disagreements(engine, odd) == {}


def test_blank_cells_give_blank(engine: Engine) -> None:
    formulas = []
    for name in NAMES:
        cells = [f"Sheet!{letter}1" for letter, _ in zip("ABCDEF", CATALOGUE[name].arguments)]
        formulas.append(f"={name}({','.join(cells)})")
    assert engine(formulas) == [""] * len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_stored_form_is_excels(name: str) -> None:
    formula = build_lambda_names()[name]
    assert len(formula) <= 8192
    declared = re.match(r"_xlfn\.LAMBDA\(((?:_xl[po][pm]\.\w+,)+)", formula)
    assert declared is not None
    parameters = declared[1].rstrip(",").split(",")
    optional = [parameter for parameter in parameters if parameter.startswith("_xlop.")]
    assert len(parameters) == len(CATALOGUE[name].arguments)
    assert len(optional) == len(CATALOGUE[name].optional) and parameters[len(parameters) - len(optional) :] == optional
    bound = {parameter.removeprefix("_xlpm.").removeprefix("_xlop.") for parameter in parameters}
    bound |= set(re.findall(r"(?:LET\(|,)_xlpm\.(\w+),", formula))
    assert set(re.findall(r"_xlpm\.(\w+)", formula)) <= bound
    assert not [word for word in bound if re.fullmatch(r"[A-Za-z]{1,3}[0-9]+|[RrCc][0-9]*", word)]
    functions = set(re.findall(r"(?<![\w.])([A-Z][A-Z.]+)\(", formula))
    assert functions <= EXCEL_2010, functions - EXCEL_2010
    assert set(re.findall(r"_xlfn\.([A-Z]+)", formula)) <= {"LAMBDA", "LET", "ISOMITTED"}


EXCEL_2010 = {
    "ABS", "AND", "CHOOSE", "EXACT", "IF", "INT", "ISERROR", "ISLOGICAL", "LN", "LOOKUP", "MAX", "MIN", "OR", "ROUND",
    "SIGN", "SQRT", "SUBSTITUTE", "TRIM",
}  # fmt: skip
"""The functions in use that Excel stores without a prefix."""
