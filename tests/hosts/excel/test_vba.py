"""Contract of the macros: the VBA of buttons and functions at work in LibreOffice's Basic."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

import xladdin.functions
from tests.helpers.programs.libreoffice import convert
from tests.vba.macro_books import FUNCTIONS, RUN_PYTHON, class_of, standard, workbook_of
from tests.vba.office_macros import run_macro
from xladdin import Language
from xladdin.files.safe_write import delete_old_backups, find_backups
from xladdin.functions.registry import CATALOGUE
from xladdin.hosts.excel_buttons import decode_path
from xladdin.languages import ENGLISH_LANGUAGE
from xladdin.vba import Module, ModuleKind
from xladdin.workbook.macro_modules import (
    build_club_macros,
    build_function_modules,
    build_help_module,
    build_wrapper_module,
    generate_wrappers,
)


def handed_over(path: Path, macro: str, button: str) -> list[Path]:
    ((command,),) = run_macro(path, macro, path.parent)
    module = "xladdin.hosts.excel_buttons"
    assert command.startswith(f"import {module}; {module}.{button}(")
    return list(map(decode_path, re.findall("'([0-9A-F]*)'", command)))


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return workbook_of([build_club_macros(["Start"]), RUN_PYTHON], tmp_path / "Club Montréal.xlsm")


def backups(club: Path) -> list[str]:
    return sorted(file.name for file in (club.parent / "backups").iterdir())


def test_recalculate_saves_a_dated_copy_then_runs_python(club: Path, tmp_path: Path) -> None:
    (copy_path,) = handed_over(club, "ClubMacros.Recalculate", "recalc")
    (copy,) = backups(club)
    assert copy_path == club.parent / "backups" / copy
    assert re.fullmatch(r"Club Montréal \d{4}-\d\d-\d\d \d{6} button\.xlsm", copy)
    values = convert(club.parent / "backups" / copy, tmp_path / "copy", "csv").read_text()
    assert "xladdin.hosts.excel_buttons" not in values, "the copy is of the workbook before the recalculation"


def test_in_onedrive_the_copy_goes_where_xlwings_finds_the_file(tmp_path: Path) -> None:
    """Excel names such a workbook by its web address. LibreOffice does not, so the macro here has the address."""
    folder = tmp_path / "OneDrive - L'Été"
    folder.mkdir()
    macros = build_club_macros(["Start"])
    source = macros.source.replace("ThisWorkbook.Path", '"https://d.docs.live.net/0123/Club"')
    assert source != macros.source
    full_name = standard(
        "xlwings",
        f"""
Public Function RunPython(command As String)
    ThisWorkbook.Sheets(1).Range("A1").Value = command
End Function
Public Function GetFullName(wb As Variant) As String
    GetFullName = "{folder / "club.xlsm"}"
End Function
""",
    )
    club = workbook_of([dataclasses.replace(macros, source=source), full_name], tmp_path / "Club Montréal.xlsm")
    (copy,) = handed_over(club, "ClubMacros.Recalculate", "recalc")
    assert copy.parent == folder / "backups"
    assert len(list((folder / "backups").iterdir())) == 1
    assert not (tmp_path / "backups").exists()


def test_what_finish_the_evening_and_web_page_hand_over(club: Path) -> None:
    assert handed_over(club, "ClubMacros.WebPage", "publish") == [club.with_name("Club Montréal page")]
    assert not (club.parent / "backups").exists()
    copy, path = handed_over(club, "ClubMacros.FinishEvening", "evening")
    assert ([copy.name], path) == (backups(club), club)


def test_import_games_hands_over_the_path_letter_by_letter(tmp_path: Path) -> None:
    path = "C:\\Games of 'Zoë' \"x\".csv"
    picks = standard("Picks", f"""
Public Sub Pick()
    ClubMacros.ImportFile "{path.replace('"', '""').replace("ë", '" & ChrW(235) & "')}"
End Sub
""")  # fmt: skip
    club = workbook_of([build_club_macros(["Start"]), RUN_PYTHON, picks], tmp_path / "Club Montréal.xlsm")
    (handed,) = handed_over(club, "Picks.Pick", "import_games")
    assert str(handed) == path
    assert len(backups(club)) == 1


def stamps(days: Sequence[str]) -> list[str]:
    return [f"Club Montréal {day}.xlsm" for day in days]


def test_the_macro_keeps_the_copies_that_python_keeps(club: Path, tmp_path: Path) -> None:
    folder = club.parent / "backups"
    folder.mkdir()
    evening = [f"2026-03-03 19{minute:02}00{command}" for minute in range(10) for command in ("", " recalc")]
    undone = [f"2026-03-03 20{minute:02}00 undo" for minute in range(12)]
    days = [f"2026-02-{day:02} {hour}0000" for day in range(3, 28, 2) for hour in (19, 21)]
    months = [f"{2024 + number // 12}-{number % 12 + 1:02}-05 190000" for number in range(22)]
    never = ["2026-02-30 190000", "9999-99-99 999999", "2026-01-01 246060", "2099-01-01 000000", *undone]
    for name in stamps([*evening, *days, *months, *never]):
        (folder / name).touch()
    run_macro(club, "ClubMacros.Recalculate", tmp_path)
    by_macro = backups(club)
    for name in stamps([*evening, *days, *months, *never]):
        (folder / name).touch()
    delete_old_backups(club, datetime.now())
    assert by_macro == backups(club)
    assert set(stamps(never)) < set(by_macro)
    assert len(by_macro) > 25


@pytest.mark.parametrize("command", ["", " recalc", " undo"])
def test_a_copy_is_the_latest_also_where_the_clock_was_put_back(command: str, club: Path) -> None:
    folder = club.parent / "backups"
    folder.mkdir()
    ahead = datetime.now().replace(microsecond=0) + timedelta(hours=2)
    for stamp in (f"{ahead:%Y-%m-%d %H%M%S}{command}", f"{ahead.year + 1}-12-31 235959", "9999-12-31 235959"):
        (folder / stamps([stamp])[0]).touch()
    (copy_path,) = handed_over(club, "ClubMacros.Recalculate", "recalc")
    assert copy_path.name == f"Club Montréal {ahead + timedelta(seconds=1):%Y-%m-%d %H%M%S} button.xlsm"
    assert find_backups(club)[-1] == copy_path


def test_without_a_copy_nothing_is_recalculated_unless_the_user_says_so(club: Path, tmp_path: Path) -> None:
    """Headless, nobody answers the question, which counts as No."""
    (club.parent / "backups").write_text("a file where the folder should be")
    assert "xladdin" not in str(run_macro(club, "ClubMacros.Recalculate", tmp_path))


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

Public Sub ShowAll()
    Dim given_ As Variant, row As Long, table(0 To 1, 0 To 1) As Variant, result As Variant
    For Each given_ In Array("#NULL! x", "#DIV/0!", "#VALUE! text", "#REF!", "#NAME?", "#NUM! games -1", "#N/A", _
            "N/A", "favourite by 227 wins: 6", 4, 2.5, _
            "raise xladdin.errors.OutOfRangeError: games -1: must be 0 or more" & vbLf & "  raise OutOfRangeError", _
            "raise Unexpected Python Error: Traceback (most recent call last):" & vbLf & "" _
                & "xladdin.errors.NotFoundError: Piere", _
            "raise xladdin.errors.InvalidTypeError: rating TRUE: must be a number", _
            "raise Could not load xlwings64-0.30.1.dll", "raise No module named xladdin")
        row = row + 1
        Given = given_
        Show row, 1, MTLBASIC(1)
    Next given_
    table(0, 0) = 8
    table(0, 1) = "#NUM! games -1: must be 0 or more"
    table(1, 0) = "#VALUE!"
    table(1, 1) = "Anna #N/A"
    Given = table
    result = MTLBASIC(1)
    Show 1, 2, result(0, 0)
    Show 1, 3, result(0, 1)
    Show 2, 2, result(1, 0)
    Show 2, 3, result(1, 1)
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


def test_errors_of_python_become_those_of_excel_and_other_failures_stay_words(tmp_path: Path) -> None:
    """Excel's numbers are these: xlErrNull 2000, Div0 2007, Value 2015, Ref 2023, Name 2029, Num 2036, NA 2042."""
    source = build_wrapper_module(generate_wrappers(FUNCTIONS)).source
    source = source.replace("Application.Caller", "CellCaller")  # which LibreOffice does not have
    wrappers = Module("xlwings_udfs", ModuleKind.STANDARD, source)
    values = run_macro(workbook_of([wrappers, *PYTHON], tmp_path / "functions.xlsm"), "Python.ShowAll", tmp_path)
    remedy = (
        'Close the workbook, and run in a terminal: xladdin macros "functions.xlsm" (Could not load xlwings64-0.30.1'
    )
    assert [row[0] for row in values] == [
        *(f"Error {number}!" for number in (2000, 2007, 2015, 2023, 2029, 2036, 2042)),
        *("N/A", "favourite by 227 wins: 6", "4", "2.5"),
        *("Error 2036!", "Error 2042!", "Error 2015!", f"{remedy}.dll)", "No module named xladdin"),
    ]
    assert [row[1:3] for row in values[:2]] == [["8", "Error 2036!"], ["Error 2015!", "Anna #N/A"]]


TELLING = standard(
    "Telling",
    """
Public Told As String

Public Sub Say(ByVal text As String, Optional ByVal buttons As Variant, Optional ByVal title As Variant)
    Told = Told & "|" & Replace(text, vbNewLine, " ")
End Sub

Public Sub Export()
    MakePDF
    ThisWorkbook.Sheets(1).Range("A1").Value = Told
End Sub
""",
)


def test_pdf_holds_the_shown_reports_by_the_names_of_their_sheets_now(tmp_path: Path) -> None:
    """LibreOffice's Basic knows no selection of sheets and no export to PDF, so the macro here tells of them."""
    source = build_club_macros(["Standings", "Hidden", "Deleted", "Records"]).source
    for real, replacement in {
        'ThisWorkbook.Sheets(Split(Mid$(visibleSheets, 2), "/")).Select': 'Say "selects" & visibleSheets',
        "ActiveSheet.ExportAsFixedFormat Type:=xlTypePDF, Filename:=path": 'Say "exports " & path',
        "MsgBox outcome": "Say outcome",
    }.items():
        assert real in source
        source = source.replace(real, replacement)
    path = workbook_of([Module("ClubMacros", ModuleKind.STANDARD, source), RUN_PYTHON, TELLING], tmp_path / "Club.xlsm")
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    for title in ("Standings", "Hidden", "All time"):
        workbook.create_sheet(title).sheet_state = "hidden" if title == "Hidden" else "visible"
    workbook.defined_names["report_records"] = DefinedName("report_records", attr_text="'All time'!$A$1")
    workbook.save(path)
    ((log,),) = run_macro(path, "Telling.Export", tmp_path)
    pdf = tmp_path / "Club.pdf"
    assert log.split("|")[1:] == ["selects/Standings/All time", f"exports {pdf}", f"Saved as {pdf}"]


HOST = """
Public Sub MacroOptions(ByVal macro As String, ByVal description As String, ByVal category As Variant, _
    Optional ByVal arguments As Variant)
    ThisWorkbook.Sheets(1).Range("A1").Value = "told " & macro
End Sub
"""


def test_the_wizards_help_finds_a_workbook_with_an_apostrophe_in_its_name(tmp_path: Path) -> None:
    """In the name of a macro each one is doubled: 'L''Été.xlsm'!MTLCHANGE."""
    described = build_function_modules(FUNCTIONS, ENGLISH_LANGUAGE)[1]
    source = described.source.replace("Set host = Application", "Set host = New Host")
    assert source != described.source
    named = r"(Macro|Description|Category|ArgumentDescriptions):="
    source = re.sub(named, "", source)  # LibreOffice's Basic hands a class no arguments by name
    modules = [dataclasses.replace(described, source=source), class_of("Host", HOST)]
    workbook = workbook_of(modules, tmp_path / "L'Été d'Émile.xlsm")
    ((macro,),) = run_macro(workbook, "FunctionHelp.DescribeFunctions", tmp_path)
    assert macro.startswith("told 'L''Été d''Émile.xlsm'!")


FAKE_SYSTEM = class_of(
    "FakeSystem",
    """
Public Name As String

Public Function FolderExists(ByVal path As String) As Boolean
    FolderExists = (Dir(path, vbDirectory) <> "")
End Function

Public Function GetFolder(ByVal path As String) As Object
    Set GetFolder = New FakeSystem
    GetFolder.Name = path
End Function

Public Property Get Files() As Collection
    Dim names As New Collection, file As String, found As Object
    file = Dir(Name)
    Do While file <> ""
        Set found = New FakeSystem
        found.Name = file
        names.Add found
        file = Dir()
    Loop
    Set Files = names
End Property

Public Sub DeleteFile(ByVal path As String)
    Kill path
End Sub
""",
)
"""It replaces the calls of Windows, which know names in any letters. Dir, MkDir and Kill do not."""


def test_on_windows_the_copies_are_in_a_folder_of_any_letters(tmp_path: Path) -> None:
    macros = build_club_macros(["Start"])
    source = macros.source.replace('CreateObject("Scripting.FileSystemObject")', "New FakeSystem")
    for known_to_a_code_page in ("Dir(", "MkDir ", "Kill "):
        assert known_to_a_code_page in source
        source = source.replace(known_to_a_code_page, f"Unknown{known_to_a_code_page}")
    backups = tmp_path / "Клуб" / "backups"
    backups.mkdir(parents=True)
    for day in range(1, 15):
        (backups / f"Club 2024-01-{day:02} 190000.xlsm").touch()
    modules = [dataclasses.replace(macros, source=source), RUN_PYTHON, FAKE_SYSTEM]
    club = workbook_of(modules, backups.with_name("Club.xlsm"))
    assert run_macro(club, "ClubMacros.Recalculate", tmp_path)[0][0].startswith("import xladdin.hosts.excel_buttons")
    copies = sorted(backups.iterdir())
    assert len(copies) == 10 and copies[-1].stem.endswith(" button")


SIGNATURE = re.compile(r"^Function (\w+)\((.*)\)\r$", re.MULTILINE)


def test_a_wrapper_exists_for_every_function_of_the_product() -> None:
    product = {name: inspect.signature(getattr(xladdin.functions, name)).parameters.values() for name in CATALOGUE}
    written = dict(SIGNATURE.findall(build_wrapper_module(generate_wrappers(FUNCTIONS)).source))
    assert written.keys() == product.keys()
    for name, arguments in product.items():
        optional = [parameter.startswith("Optional ") for parameter in written[name].split(", ") if parameter]
        assert optional == [parameter.default is not parameter.empty for parameter in arguments], name


def test_the_wizards_help_is_in_the_language_of_the_workbook() -> None:
    source = build_help_module(generate_wrappers(FUNCTIONS).functions, Language("fr")).source
    assert "Cote du joueur 1 avant la partie ou la soirée" in source
    assert "Premier argument de la fonction CHANGE du système" in source
    assert not re.search("a value, or a range|Rating of|argument of", source)
