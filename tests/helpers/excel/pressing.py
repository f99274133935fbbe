"""The macros behind the buttons with a fixed clock, and one recalculation in each host.

Macros that take a book are for Office.js. VBA calls the others, and they ask for the workbook of their caller.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.helpers.clubs import NOW
from tests.helpers.excel.officejs import RemoteBook, run_script
from tests.helpers.excel.windows import press_classic_button
from tests.helpers.suite.length import usual_or_long
from xladdin.hosts import excel_buttons
from xladdin.hosts.file_commands import recalculate_file


def recalculate_now(workbook: Any) -> None:
    """Recalculate an open workbook at the time of the tests."""
    excel_buttons.recalculate_book(workbook, NOW)


def classic_recalculate(copy: Path | None = None) -> None:
    """Recalculate the workbook whose button was pressed, at the time of the tests."""
    excel_buttons.recalculate_book(caller(), NOW, copy)


def caller() -> Any:
    """Return the workbook whose button was pressed."""
    import xlwings

    return xlwings.Book.caller()


def press_button(path: Path, script: Callable[[object], None]) -> RemoteBook:
    """Return the open workbook after a script of an importable module. An unknown action fails."""
    workbook = RemoteBook(path)
    workbook.apply(run_script(script.__module__, script.__name__, workbook.payload()))
    return workbook


def in_office_js(path: Path) -> str:
    """Recalculate where xlwings hands the workbook over as JSON. The file then holds what Excel would."""
    workbook = press_button(path, recalculate_now)
    workbook.save(path)
    return "\n".join(workbook.alerts)


HOSTS: dict[str, Callable[[Path], str]] = {
    "file": lambda path: recalculate_file(path, None, NOW).summary,
    "office.js": in_office_js,
    "windows": lambda path: "\n".join(press_classic_button(path, f"{__name__}:classic_recalculate")[0]),
}
"""Ways to recalculate a workbook. Each returns the result in words."""


def hosts_by_turns(turn: int) -> list[str]:
    """Return the hosts of a test: a file, and in a usual run one of the two others, by turns."""
    others = [host for host in HOSTS if host != "file"]
    return ["file", *usual_or_long([others[turn % len(others)]], others)]
