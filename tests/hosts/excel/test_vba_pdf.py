"""The VBA of the button Make PDF in LibreOffice's Basic, over stand-ins for the workbook and sheets of Excel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.vba.macro_books import RUN_PYTHON, class_of, standard, workbook_of
from tests.vba.office_macros import run_macro
from xladdin.vba.project import Module, ModuleKind
from xladdin.workbook.macros.modules import club_macros

EXCEL = [
    standard(
        "Excel",
        """
Public ExportFails As Boolean
Public Told As String

Public Function FakeBook() As Object
    Static book As Object
    If book Is Nothing Then Set book = New Book
    Set FakeBook = book
End Function

Public Sub Say(ByVal text As String, Optional ByVal buttons As Variant, Optional ByVal title As Variant)
    Told = Told & "|says " & Replace(text, vbNewLine, " ")
End Sub

Private Sub Export()
    MakePDF
    ThisWorkbook.Sheets(1).Range("A1").Value = Told
End Sub

Public Sub Succeed()
    Export
End Sub

Public Sub Fail()
    ExportFails = True
    Export
End Sub
""",
    ),
    class_of(
        "Book",
        """
Public Property Get Path() As String
    Path = "/club"
End Property

Public Property Get FileName() As String
    FileName = "Our club.xlsm"
End Property

Public Property Get ActiveSheet() As Object
    Set ActiveSheet = Sheets("Start")
End Property

Public Sub Activate()
    Told = Told & "|activates"
End Sub

Public Function ReportOf(ByVal name As String) As String
    If name = "report_records" Then ReportOf = "All time" Else Err.Raise 1004
End Function

Public Function Sheets(ByVal index As Variant) As Object
    Dim found As Object
    Set found = New Sheet
    If IsArray(index) Then found.Names = Join(index, "+") Else found.Names = index
    If found.Names = "Deleted" Then Err.Raise 9
    Set Sheets = found
End Function
""",
    ),
    class_of(
        "Sheet",
        """
Public Names As String

Public Property Get Visible() As Long
    Visible = IIf(Names = "Hidden", 0, -1)
End Property

Public Sub Choose()
    Told = Told & "|selects " & Names
End Sub

Public Sub ExportAsFixedFormat(ByVal kind As Long, ByVal file As String)
    If ExportFails Then Err.Raise 1004, , "cannot write"
    Told = Told & "|exports " & kind & " to " & file
End Sub
""",
    ),
]
"""It replaces the workbook and sheets of Excel, because LibreOffice's Basic does not know their export to PDF."""


@pytest.fixture(scope="module")
def printing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = club_macros(["Standings", "Hidden", "Deleted", "Records"]).source
    source = re.sub(r"(?<!\.)ActiveSheet\.ExportAsFixedFormat Type:=xlTypePDF, Filename:=", "ExportShown ", source)
    for real, fake in {
        "ThisWorkbook.Names(report).RefersToRange.Worksheet.Name": "FakeBook.ReportOf(report)",
        "ThisWorkbook.Name": "FakeBook.FileName",
        "ThisWorkbook": "FakeBook",
        ".Select": ".Choose",
        "MsgBox outcome": "Say outcome",
    }.items():
        assert real in source
        source = source.replace(real, fake)
    source += (
        "Private Sub ExportShown(path As String)\r\n    FakeBook.ActiveSheet.ExportAsFixedFormat 0, path\r\nEnd Sub\r\n"
    )
    macros = Module("ClubMacros", ModuleKind.STANDARD, source)
    return workbook_of([macros, RUN_PYTHON, *EXCEL], tmp_path_factory.mktemp("printing") / "printing.xlsm")


def test_pdf_holds_the_shown_reports_by_the_names_of_their_sheets_now(printing: Path, tmp_path: Path) -> None:
    ((log,),) = run_macro(printing, "Excel.Succeed", tmp_path)
    assert log.split("|")[1:] == [
        "activates",
        "selects Standings+All time",
        "exports 0 to /club/Our club.pdf",
        "selects Start",
        "says Saved as /club/Our club.pdf",
    ]


def test_pdf_that_cannot_be_written_is_told_and_the_sheet_is_shown_again(printing: Path, tmp_path: Path) -> None:
    ((log,),) = run_macro(printing, "Excel.Fail", tmp_path)
    *before, said = log.split("|")[1:]
    assert before == ["activates", "selects Standings+All time", "selects Start"]
    assert said.startswith("says No PDF was made.")
    assert "cannot write" in said
