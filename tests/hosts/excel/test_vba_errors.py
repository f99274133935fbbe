"""Error values in the VBA of the functions, at work in LibreOffice's Basic: true errors out of text and exceptions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vba.macro_books import SAMPLE_FUNCTIONS, class_of, standard, workbook_of
from tests.vba.office_macros import run_macro
from xladdin.vba.project import Module, ModuleKind
from xladdin.workbook.macros.modules import generated_wrappers, wrapper_module

PYTHON = [
    standard(
        "Python",
        """
Public Given As Variant

Public Function XLPy() As Object
    Set XLPy = New PythonServer
End Function

Public Function CellCaller() As Object
    Set CellCaller = ThisWorkbook.Sheets(1).Range("A1")
End Function

Private Sub Show(ByVal row As Long, ByVal column As Long, ByVal value As Variant)
    ThisWorkbook.Sheets(1).Cells(row, column).Value = CStr(value) & IIf(IsError(value), "!", "")
End Sub

Public Sub ShowScalars()
    Dim given_ As Variant, row As Long
    For Each given_ In Array("#NULL! x", "#DIV/0!", "#VALUE! text", "#REF!", "#NAME?", "#NUM! games -1", "#N/A", _
            "N/A", "favourite by 227 wins: 6", 4, 2.5)
        row = row + 1
        Given = given_
        Show row, 1, SAMPLEBASIC(1)
    Next given_
End Sub

Public Sub ShowRow()
    Dim result As Variant
    Given = Array("#N/A no player", 3, "plain")
    result = SAMPLEBASIC(1)
    Show 1, 1, result(0)
    Show 1, 2, result(1)
    Show 1, 3, result(2)
End Sub

Public Sub ShowTable()
    Dim table(0 To 1, 0 To 1) As Variant, result As Variant
    table(0, 0) = 8
    table(0, 1) = "#NUM! games -1: must be 0 or more"
    table(1, 0) = "#VALUE!"
    table(1, 1) = "Anna #N/A"
    Given = table
    result = SAMPLEBASIC(1)
    Show 1, 1, result(0, 0)
    Show 1, 2, result(0, 1)
    Show 2, 1, result(1, 0)
    Show 2, 2, result(1, 1)
End Sub

Public Sub ShowRaised()
    Dim description As Variant, row As Long
    For Each description In Array( _
            "xladdin.errors.OutOfRangeError: games -1: must be 0 or more" & vbLf & "  raise OutOfRangeError", _
            "Unexpected Python Error: Traceback (most recent call last):" & vbLf & "" _
                & "xladdin.errors.NotFoundError: Piere", _
            "xladdin.errors.InvalidTypeError: rating TRUE: must be a number", _
            "Could not load xlwings64-0.30.1.dll", "No module named xladdin")
        row = row + 1
        Given = "raise " & description
        Show row, 1, SAMPLEBASIC(1)
    Next description
End Sub
""",
    ),
    class_of(
        "PythonServer",
        """
Public Function CallUDF(script As Variant, name As Variant, arguments As Variant, Optional book As Variant, _
        Optional caller As Variant) As Variant
    If VarType(Given) = vbString Then
        If Left$(Given, 6) = "raise " Then Err.Raise 1000, , Mid$(Given, 7)
    End If
    CallUDF = Given
End Function
""",
    ),
]
"""It replaces the module of xlwings and the Python behind it. It hands over what a test gives it, or fails as told."""


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the generated wrappers. LibreOffice has no Application.Caller, so we put a cell in its place."""
    source = wrapper_module(generated_wrappers(SAMPLE_FUNCTIONS)).source
    wrappers = Module("xlwings_udfs", ModuleKind.STANDARD, source.replace("Application.Caller", "CellCaller"))
    return workbook_of([wrappers, *PYTHON], tmp_path_factory.mktemp("functions") / "functions.xlsm")


def test_text_that_begins_with_an_error_name_becomes_that_error(functions: Path, tmp_path: Path) -> None:
    """Excel's numbers are these: xlErrNull 2000, Div0 2007, Value 2015, Ref 2023, Name 2029, Num 2036, NA 2042."""
    shown = [row[0] for row in run_macro(functions, "Python.ShowScalars", tmp_path)]
    assert shown[:7] == [f"Error {number}!" for number in (2000, 2007, 2015, 2023, 2029, 2036, 2042)]
    assert shown[7:] == ["N/A", "favourite by 227 wins: 6", "4", "2.5"]


def test_errors_within_a_table_become_errors(functions: Path, tmp_path: Path) -> None:
    shown = run_macro(functions, "Python.ShowTable", tmp_path)
    assert shown == [["8", "Error 2036!"], ["Error 2015!", "Anna #N/A"]]


def test_errors_within_a_single_row_become_errors(functions: Path, tmp_path: Path) -> None:
    assert run_macro(functions, "Python.ShowRow", tmp_path) == [["Error 2042!", "3", "plain"]]


REMEDY = """Close the workbook, and run in a terminal: xladdin macros "functions.xlsm" (Could not load \
xlwings64-0.30.1.dll)"""


def test_raised_exception_becomes_its_error_and_other_failures_stay_words(functions: Path, tmp_path: Path) -> None:
    shown = run_macro(functions, "Python.ShowRaised", tmp_path)
    assert shown == [["Error 2036!"], ["Error 2042!"], ["Error 2015!"], [REMEDY], ["No module named xladdin"]]
