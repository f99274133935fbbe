"""Pressing a button where another xlwings is installed than the one whose macros the workbook holds."""

from __future__ import annotations

import dataclasses
from importlib.metadata import version
from pathlib import Path

import openpyxl

from tests.helpers.clubs import sample_book
from tests.helpers.excel.com_book import press_classic_button
from tests.helpers.programs.command_line import run_here
from tests.vba.macro_books import standard, workbook_of
from tests.vba.office_macros import run_macro
from xladdin import macros
from xladdin.workbook.macros.modules import club_macros
from xladdin.workbook.macros.settings import SETTINGS_SHEET, VERSION_KEY

OLDER = "0.30.1"

SHOWN = 'ThisWorkbook.Sheets(1).Range("A1").Value = WhatMends()'


def club_of(xlwings: str, folder: Path) -> Path:
    """Return a macro workbook whose settings name a version of xlwings."""
    path = sample_book("montreal", folder, recalculated=False)
    assert run_here("macros", path).status == 0
    path = path.with_suffix(".xlsm")
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    (row,) = [row for row in workbook[SETTINGS_SHEET].iter_rows() if row[0].value == VERSION_KEY]
    row[1].value = xlwings
    workbook.save(path)
    return path


def test_the_ratings_are_computed_and_the_command_that_mends_it_is_named(tmp_path: Path) -> None:
    messages, _ = press_classic_button(club_of(OLDER, tmp_path), "xladdin.macros:recalc")
    assert "5 games of 3 players rated." in messages[0]
    assert messages[1:] == [
        f"The macros of this workbook are those of xlwings {OLDER}; installed is {version('xlwings')}. Buttons and "
        "functions may fail until both are the same. Close the workbook, and run in a terminal, in its folder: "
        'xladdin macros "montreal.xlsm"'
    ]


def fail() -> None:
    """Fail as a button where the other xlwings no longer knows what it calls."""

    def unknown(book: object) -> None:
        raise AttributeError("'Book' object has no attribute 'sheets'")

    macros._press(unknown)


def test_what_fails_names_the_command_too(tmp_path: Path) -> None:
    (message,), _ = press_classic_button(club_of(OLDER, tmp_path), f"{__name__}:fail")
    assert message.startswith("It failed (AttributeError: 'Book' object has no attribute 'sheets').\n")
    assert message.endswith('xladdin macros "montreal.xlsm"')


def test_where_python_fails_the_macro_names_the_command(tmp_path: Path) -> None:
    """This runs in LibreOffice's Basic. Nobody sees a message there, so the message goes into a cell."""
    failing = standard("xlwings", "\nPublic Function RunPython(command As String)\n    RunPython = -1\nEnd Function\n")
    own = club_macros(["Start"])
    shown = own.source.replace('MsgBox WhatMends(), vbExclamation, "xlwings"', SHOWN)
    assert shown != own.source
    club = workbook_of([dataclasses.replace(own, source=shown), failing], tmp_path / "Club d'été.xlsm")
    said = "\n".join(row[0] for row in run_macro(club, "ClubMacros.Recalculate", tmp_path))
    assert f"those of xlwings {version('xlwings')}" in said
    assert 'xladdin macros "Club d\'été.xlsm"' in said
