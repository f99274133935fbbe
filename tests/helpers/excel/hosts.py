"""One recalculation in each host: a file, an Office.js host, Excel for Windows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.helpers.clubs import NOW
from tests.helpers.excel import buttons
from tests.helpers.excel.com_book import press_classic_button
from tests.helpers.excel.officejs import run_macro
from tests.helpers.excel.remote_book import RemoteBook
from tests.helpers.suite.length import usual_or_long
from xladdin.hosts.recalculation import recalculate_file


def in_a_file(path: Path) -> str:
    """Recalculate the file, and return the result in words."""
    return recalculate_file(path, None, NOW).summary


def in_office_js(path: Path) -> str:
    """Does the same where xlwings hands the workbook over as JSON. The file then holds what Excel would."""
    book = RemoteBook(path)
    book.apply(run_macro(buttons.__name__, "recalculate_now", book.payload()))
    book.save(path)
    return "\n".join(book.alerts)


def in_excel_for_windows(path: Path) -> str:
    """Does the same through the COM objects of Excel."""
    messages, _ = press_classic_button(path, f"{buttons.__name__}:classic_recalculate")
    return "\n".join(messages)


HOSTS: dict[str, Callable[[Path], str]] = {
    "file": in_a_file,
    "office.js": in_office_js,
    "windows": in_excel_for_windows,
}


def hosts_by_turns(turn: int) -> list[str]:
    """Return the hosts of a test: a file, and in a usual run one of the two others, by turns."""
    others = [host for host in HOSTS if host != "file"]
    return ["file", *usual_or_long([others[turn % len(others)]], others)]
