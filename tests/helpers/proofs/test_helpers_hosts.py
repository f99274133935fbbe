"""The hosts of xlwings that the tests drive really run the code of xlwings."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from tests.helpers.excel.classic import Omitted, classic_calls, classic_functions, classic_wrapper
from tests.helpers.excel.officejs import officejs_calls, officejs_functions
from tests.helpers.programs.child import call_in_child
from tests.helpers.programs.finding import ProgramFailed
from tests.helpers.values import ExcelError, Raised

SAMPLE = '''
import datetime as dt
import xlwings as xw

@xw.func(category="Samples")
@xw.arg("first", doc="any number")
@xw.arg("second", doc="a number to add; 100 if left out")
def ADDED(first, second=100):
    """The sum of two numbers."""
    return first + second

@xw.func
@xw.arg("cells", ndim=2, err_to_str=True)
def SHOWN(cells):
    return [[repr(cell) for cell in row] for row in cells]

@xw.func
def ERRORS():
    return [["#N/A", "#NUM!", "text"]]

@xw.func
@xw.arg("cells", "raw")
@xw.ret("raw")
def RAW(cells):
    return cells

@xw.func
def ODD():
    return [[{1}, 2]]

@xw.func
def TEMPER():
    raise ValueError("no such thing")

def no_function(x):
    return x
'''


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A folder with a module "sample" of worksheet functions."""
    (tmp_path / "sample.py").write_text(SAMPLE)
    return tmp_path


def test_child_fails_with_its_own_traceback() -> None:
    with pytest.raises(ProgramFailed, match=r"(?s)test_helpers_hosts.*KeyError: 'missing'"):
        call_in_child("tests.helpers.proofs.test_helpers_hosts:fail_in_child")


def fail_in_child() -> None:
    raise KeyError("missing")


def test_classic_host_knows_the_functions(sample: Path) -> None:
    functions = classic_functions("sample", paths=[sample])
    assert sorted(functions) == ["ADDED", "ERRORS", "ODD", "RAW", "SHOWN", "TEMPER"]
    added = functions["ADDED"]
    assert (added["doc"], added["category"], added["volatile"]) == (
        "The sum of two numbers.",
        "Samples",
        False,
    )
    assert [(argument["doc"], argument["optional"]) for argument in added["args"]] == [
        ("any number", False),
        ("a number to add; 100 if left out", True),
    ]


def test_classic_host_calls_the_functions(sample: Path) -> None:
    day = dt.date(2026, 3, 1)
    results = classic_calls(
        "sample",
        [
            ("ADDED", [1]),
            ("ADDED", [[[1]], [[2]]]),
            ("ADDED", [1, Omitted.OMITTED]),
            ("SHOWN", [[[1, None], ["", True], [ExcelError("#N/A"), day]]]),
            ("SHOWN", [((1, "a"),)]),
            ("SHOWN", [[[5]]]),
            ("ERRORS", []),
            ("RAW", [[[1], [2]]]),
            ("ODD", []),
            ("TEMPER", []),
        ],
        paths=[sample],
    )
    assert results == [
        101,
        3,
        101,
        [["1.0", "None"], ["None", "True"], ["'#N/A'", "datetime.datetime(2026, 3, 1, 0, 0)"]],
        ["1.0", "'a'"],
        "5.0",
        ["#N/A", "#NUM!", "text"],
        [[1], [2]],
        Raised("ComConversion", "{1} is no COM value"),
        Raised("ValueError", "no such thing"),
    ]


def test_classic_host_writes_the_vba(sample: Path) -> None:
    source = classic_wrapper("sample", paths=[sample])
    assert "Function ADDED(first, Optional second)" in source
    assert 'ADDED = XLPy.CallUDF("sample", "ADDED", Array(first, second), ThisWorkbook' in source
    assert "no_function" not in source


def test_officejs_host_knows_the_functions(sample: Path) -> None:
    functions = {entry["name"]: entry for entry in officejs_functions("sample", paths=[sample])["functions"]}
    assert sorted(functions) == ["ADDED", "ERRORS", "ODD", "RAW", "SHOWN", "TEMPER"]
    first, second = functions["ADDED"]["parameters"]
    assert functions["ADDED"]["description"] == "The sum of two numbers."
    assert (first["description"], first.get("optional")) == ("any number", None)
    assert (second["description"], second["optional"]) == ("a number to add; 100 if left out", True)


def test_officejs_host_calls_the_functions(sample: Path) -> None:
    results = officejs_calls(
        "sample",
        [
            ("ADDED", [1, None]),
            ("ADDED", [[[1]], [[2]]]),
            ("SHOWN", [[[1, None], ["", True], [ExcelError("#N/A"), dt.date(2026, 3, 1)]]]),
            ("ERRORS", []),
            ("TEMPER", []),
        ],
        paths=[sample],
    )
    assert results == [
        [[101]],
        [[3]],
        [["1", "None"], ["None", "True"], ["'#N/A'", "46082"]],
        [["#N/A", "#NUM!", "text"]],
        Raised("ValueError", "no such thing"),
    ]
    assert [isinstance(cell, ExcelError) for cell in results[3][0]] == [True, True, False]


def test_officejs_host_refuses_what_cannot_spill(sample: Path) -> None:
    assert officejs_calls("sample", [("RAW", [[[1], [2]]])], paths=[sample]) == [[[1], [2]]]
    with pytest.raises(TypeError, match="spills a list of rows, not 5"):
        officejs_calls("sample", [("RAW", [5])], paths=[sample])
