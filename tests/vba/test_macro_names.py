"""Names of files and folders in any letters, for the macros as LibreOffice's Basic runs them."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from tests.vba.macro_books import FUNCTIONS, RUN_PYTHON, class_of, workbook_of
from tests.vba.office_macros import run_macro
from xladdin.languages import IN_ENGLISH
from xladdin.workbook.macro_modules import club_macros, function_modules

HOST = """
Public Sub MacroOptions(ByVal macro As String, ByVal description As String, ByVal category As Variant, _
    Optional ByVal arguments As Variant)
    ThisWorkbook.Sheets(1).Range("A1").Value = "told " & macro
End Sub
"""


def test_the_wizards_help_finds_a_workbook_with_an_apostrophe_in_its_name(tmp_path: Path) -> None:
    """In the name of a macro each one is doubled: 'L''Été.xlsm'!MTLCHANGE."""
    described = function_modules(FUNCTIONS, IN_ENGLISH)[1]
    source = described.source.replace("Set host = Application", "Set host = New Host")
    assert source != described.source
    named = r"(Macro|Description|Category|ArgumentDescriptions):="
    source = re.sub(named, "", source)  # LibreOffice's Basic hands a class no arguments by name
    modules = [dataclasses.replace(described, source=source), class_of("Host", HOST)]
    workbook = workbook_of(modules, tmp_path / "L'Été d'Émile.xlsm")
    ((macro,),) = run_macro(workbook, "FunctionHelp.DescribeFunctions", tmp_path)
    assert macro.startswith("told 'L''Été d''Émile.xlsm'!")


FAKES = {
    "FakeSystem": """
Public Function FolderExists(ByVal path As String) As Boolean
    FolderExists = (Dir(path, vbDirectory) <> "")
End Function
Public Sub CreateFolder(ByVal path As String)
    MkDir path
End Sub
Public Function GetFolder(ByVal path As String) As Object
    Dim found As Object
    Set found = New FakeFolder
    found.Path = path
    Set GetFolder = found
End Function
Public Sub DeleteFile(ByVal path As String)
    Kill path
End Sub
""",
    "FakeFolder": """
Public Path As String
Public Property Get Files() As Collection
    Dim names As New Collection, file As String, one As Object
    file = Dir(Path)
    Do While file <> ""
        Set one = New FakeFile
        one.Name = file
        names.Add one
        file = Dir()
    Loop
    Set Files = names
End Property
""",
    "FakeFile": "\nPublic Name As String\n",
}
"""They replace the calls of Windows, which know names in any letters. Dir, MkDir and Kill do not."""


def test_on_windows_the_copies_are_in_a_folder_of_any_letters(tmp_path: Path) -> None:
    macros = club_macros(["Start"])
    source = macros.source.replace('CreateObject("Scripting.FileSystemObject")', "New FakeSystem")
    for known_to_a_code_page in ("Dir(", "MkDir ", "Kill "):
        assert known_to_a_code_page in source
        source = source.replace(known_to_a_code_page, f"Unknown{known_to_a_code_page}")
    backups = tmp_path / "Клуб" / "backups"
    backups.mkdir(parents=True)
    for day in range(1, 15):
        (backups / f"Club 2024-01-{day:02} 190000.xlsm").touch()
    modules = [dataclasses.replace(macros, source=source), RUN_PYTHON, *(class_of(*fake) for fake in FAKES.items())]
    club = workbook_of(modules, backups.with_name("Club.xlsm"))
    assert run_macro(club, "ClubMacros.Recalculate", tmp_path)[0][0].startswith("import xladdin.hosts.excel_buttons")
    kept = sorted(backups.iterdir())
    assert len(kept) == 10 and kept[-1].stem.endswith(" button")
