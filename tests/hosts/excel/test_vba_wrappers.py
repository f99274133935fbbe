"""The worksheet functions as VBA: the wrappers of xlwings, true error values, and help for the function wizard."""

from __future__ import annotations

import dataclasses
import inspect
import re
from pathlib import Path

import pytest

from tests.helpers.excel.macro_books import SAMPLE_FUNCTIONS
from xladdin.vba.project import vba_project
from xladdin.workbook.macros.wrapper_generator import RESERVED
from xladdin.workbook.macros.wrappers import (
    WorksheetFunction,
    function_modules,
    generated_wrappers,
    help_module,
    wrapper_module,
)

SIGNATURE = re.compile(r"^Function (\w+)\((.*)\)\r$", re.MULTILINE)


def signatures(source: str) -> dict[str, str]:
    return dict(SIGNATURE.findall(source))


def test_a_wrapper_exists_for_every_function() -> None:
    wrappers, _ = function_modules(SAMPLE_FUNCTIONS)
    assert signatures(wrappers.source) == {
        "SAMPLEBASIC": "diff, Optional double_",
        "SAMPLEMANY": "system, ParamArray values()",
        "SAMPLENONE": "",
    }


def test_wrapper_calls_the_function_of_its_module_and_returns_true_errors() -> None:
    """xlwings 0.37 generates this for an argument list, except TrueErrors, RaisedError and the name of `double`."""
    source = wrapper_module(generated_wrappers(SAMPLE_FUNCTIONS)).source
    expected = """\
Function SAMPLEBASIC(diff, Optional double_)
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        SAMPLEBASIC = TrueErrors(XLPy.CallUDF("tests.helpers.sample_functions", "SAMPLEBASIC", Array(diff, double_), \
ThisWorkbook, Application.Caller))
        Exit Function
    #Else
        SAMPLEBASIC = TrueErrors(XLPy.CallUDF("tests.helpers.sample_functions", "SAMPLEBASIC", Array(diff, double_)))
        Exit Function
    #End If
failed:
    SAMPLEBASIC = RaisedError(Err.Description)
End Function
""".replace("\n", "\r\n")
    assert expected in source


def test_module_begins_as_xlwings_itself_would_write_it() -> None:
    source = wrapper_module(generated_wrappers(SAMPLE_FUNCTIONS)).source
    lines = source.split("\r\n")
    assert (lines[0], lines[2]) == ('Attribute VB_Name = "xlwings_udfs"', '#Const App = "Microsoft Excel"')


def test_no_argument_has_a_name_that_vba_reserves() -> None:
    for arguments in signatures(wrapper_module(generated_wrappers(SAMPLE_FUNCTIONS)).source).values():
        names = re.sub(r"Optional |ParamArray |\(\)", "", arguments).split(", ")
        assert RESERVED.isdisjoint(name.lower() for name in names)


def test_every_exception_of_ours_has_its_error_value() -> None:
    source = wrapper_module(generated_wrappers(SAMPLE_FUNCTIONS)).source
    cases = dict(re.findall(r'InStr\(description, "(.*): "\) > 0: RaisedError = CVErr\((\w+)\)', source))
    assert cases["xladdin.errors.InvalidTypeError"] == "xlErrValue"
    assert cases["xladdin.errors.OutOfRangeError"] == "xlErrNum"
    assert cases["xladdin.errors.NotFoundError"] == "xlErrNA"


def test_wrappers_of_another_form_are_refused() -> None:
    wrappers = generated_wrappers(SAMPLE_FUNCTIONS)
    changed = dataclasses.replace(wrappers, source=wrappers.source.replace("XLPy.CallUDF(", "XLPy.Invoke(", 1))
    with pytest.raises(RuntimeError, match="form that xladdin does not know"):
        wrapper_module(changed)


def test_module_that_cannot_be_imported_is_named_with_the_reason() -> None:
    with pytest.raises(RuntimeError, match=r"(?s)wrappers of no_such_module.*ModuleNotFoundError"):
        generated_wrappers("no_such_module")


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
        "Takes nothing."
    ThisWorkbook.Saved = wasSaved
'''
    here = Path(__file__).parents[2] / "helpers" / "sample_functions.py"
    assert expected.format(here=here).replace("\n", "\r\n") in told.source


def test_help_is_cut_where_the_wizard_would_refuse_it() -> None:
    told = help_module([WorksheetFunction("LONG", "Samples", "h" * 256, ("a" * 300,))]).source
    assert '"' + "h" * 255 + '"' in told
    assert '"' + "a" * 255 + '"' in told


PRODUCT = "xladdin.functions"


def product_functions() -> dict[str, inspect.Signature]:
    """Every worksheet function of the product as plain Python sees it."""
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


def test_modules_of_the_product_fit_into_a_project() -> None:
    """`vba_project` refuses a module for letters outside code page 1252, for its line ends or for its name."""
    assert len(vba_project(function_modules(PRODUCT))) > 4096
