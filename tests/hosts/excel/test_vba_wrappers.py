"""The worksheet functions as VBA: the wrappers of xlwings, true error values, and help for the function wizard."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from tests.vba.macro_books import SAMPLE_FUNCTIONS
from xladdin.workbook.macros.modules import (
    function_modules,
    generated_wrappers,
    wrapper_module,
)

SIGNATURE = re.compile(r"^Function (\w+)\((.*)\)\r$", re.MULTILINE)


def signatures(source: str) -> dict[str, str]:
    return dict(SIGNATURE.findall(source))


def test_wrapper_calls_the_function_of_its_module_and_returns_true_errors() -> None:
    """xlwings 0.37 generates this for an argument list, except TrueErrors, RaisedError and the name of `double`."""
    source = wrapper_module(generated_wrappers(SAMPLE_FUNCTIONS)).source
    expected = """\
Function SAMPLEBASIC(diff, Optional double_)
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        SAMPLEBASIC = TrueErrors(XLPy.CallUDF("tests.vba.sample_functions", "SAMPLEBASIC", Array(diff, double_), \
ThisWorkbook, Application.Caller))
        Exit Function
    #Else
        SAMPLEBASIC = TrueErrors(XLPy.CallUDF("tests.vba.sample_functions", "SAMPLEBASIC", Array(diff, double_)))
        Exit Function
    #End If
failed:
    SAMPLEBASIC = RaisedError(Err.Description)
End Function
""".replace("\n", "\r\n")
    assert expected in source


def test_help_is_told_for_every_function_and_argument() -> None:
    _, told = function_modules(SAMPLE_FUNCTIONS)
    expected = '''\
    Describe "SAMPLEBASIC", "Samples", _
        "Basic change of the player.", Array( _
        "rating of the player minus the opponent's", _
        """W"" where the player plays two opponents")
    Describe "SAMPLEMANY", 14, _
        "Python function 'SAMPLEMANY' defined in '{here}'.", Array( _
        "key of the system", _
        "what the system's function takes")
    Describe "SAMPLENONE", "Samples", _
        "Take nothing."
    ThisWorkbook.Saved = wasSaved
'''
    here = Path(__file__).parents[2] / "vba" / "sample_functions.py"
    assert expected.format(here=here).replace("\n", "\r\n") in told.source


PRODUCT = "xladdin.functions"


def product_functions() -> dict[str, inspect.Signature]:
    """Return every worksheet function of the product as plain Python sees it."""
    import xladdin.functions

    found = {name: value for name, value in vars(xladdin.functions).items() if name.isupper() and callable(value)}
    return {name: inspect.signature(value) for name, value in found.items()}


def test_a_wrapper_exists_for_every_function_of_the_product() -> None:
    functions = product_functions()
    assert len(functions) >= 24
    written = signatures(wrapper_module(generated_wrappers(PRODUCT)).source)
    assert written.keys() == functions.keys()
    for name, signature in functions.items():
        written_arguments = written[name].split(", ") if written[name] else []
        optional = [argument.startswith("Optional ") for argument in written_arguments]
        assert optional == [argument.default is not argument.empty for argument in signature.parameters.values()], name


def test_help_of_every_function_of_the_product_reaches_the_wizard() -> None:
    for function in generated_wrappers(PRODUCT).functions:
        assert function.category == "Club ratings", function.name
        for text in (function.help, *function.arguments):
            assert text[0].isupper() or text[0].islower(), function.name
            assert "Positional argument" not in text, f"{function.name}: xlwings' own words, so there is no help"
            assert "Python function" not in text, f"{function.name}: xlwings' own words, so there is no help"
            assert len(" ".join(text.split())) <= 255, f"{function.name}: {text} is cut"
