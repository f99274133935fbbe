"""A press of a button in Excel for Windows, whose COM objects are those of `com_book`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.helpers.excel import windows_stubs
from tests.helpers.excel.com_book import ComWorkbook, calls, written
from tests.helpers.programs.child import call_in_child

OK, YES, NO = 1, 6, 7
MB_YESNO = 4
"""A style of MessageBox, and its answers (Win32)."""

PREPARED = f"{__name__}:prepare"


def press_classic_button(
    path: Path, function: str, *arguments: object, answers: Sequence[bool] = (), computes: bool = False
) -> tuple[list[str], list[str]]:
    """Calls "package.module:function", which goes by Book.caller(), with the workbook open in Excel for Windows.

    `answers` says Yes or No to each question in turn. A question beyond them fails. `computes` says whether LibreOffice
    computes formulas when Excel would. Saves the workbook as it then is. Gives the messages shown, and what the status
    bar said.
    """
    given = path, function, arguments, answers, computes
    return call_in_child(f"{__name__}:_press", *given, prepared_by=PREPARED)


def counted_press(path: Path, function: str, *arguments: object) -> tuple[dict[str, int], int]:
    """Presses in the same way. Gives the calls of COM by property or method, and the number of cells written."""
    return call_in_child(f"{__name__}:_counted", path, function, arguments, prepared_by=PREPARED)


def prepare() -> None:
    """Sets up Windows, as far as xlwings looks at it, with the macros at hand."""
    windows_stubs.install()
    importlib.import_module("tests.helpers.excel.buttons")


def _counted(path: Path, function: str, arguments: Sequence[object]) -> tuple[dict[str, int], int]:
    _press(path, function, arguments)
    return dict(calls), sum(written)


def _press(
    path: Path,
    function: str,
    arguments: Sequence[object] = (),
    answers: Sequence[bool] = (),
    computes: bool = False,
) -> tuple[list[str], list[str]]:
    from xlwings import _xlwindows

    messages: list[str] = []
    open_answers = list(answers)

    def message_box(window: int, text: str, title: str, style: int) -> int:
        messages.append(text)
        if not style & MB_YESNO:
            return OK
        return YES if open_answers.pop(0) else NO

    vars(sys.modules["win32api"]).update(MessageBox=message_box)
    vars(sys.modules["win32con"]).update(
        MB_OK=0, MB_OKCANCEL=1, MB_YESNO=MB_YESNO, MB_YESNOCANCEL=3, MB_ICONINFORMATION=64, MB_ICONWARNING=48
    )
    workbook = ComWorkbook(path, computes)
    _xlwindows.BOOK_CALLER = workbook
    module, _, name = function.partition(":")
    getattr(importlib.import_module(module), name)(*arguments)
    assert not open_answers, f"never asked for {open_answers}"
    return messages, workbook.close()
