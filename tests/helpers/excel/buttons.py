"""The macros behind the buttons with a fixed clock, in a module that hosts have at hand before they call them.

Macros that take a book are for Office.js. VBA calls the others, and they ask for the workbook of their caller.
"""

from __future__ import annotations

import os
import shutil
import webbrowser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from tests.helpers.clubs import LATER, NOW
from xladdin import macros
from xladdin.hosts.excel.import_button import picked_path

COPY = "COPY"
"""Environment variables that tell the process of a button about the folder of the page, and about Excel's copy."""


def recalculate_now(book: Any) -> None:
    macros.recalculate(book, NOW)


def recalculate_later(book: Any) -> None:
    macros.recalculate(book, LATER)


def pair_now(book: Any) -> None:
    macros.pair_tonight(book, NOW)


def import_now(book: Any) -> None:
    macros.import_from(book, None, NOW)


def publish_now(book: Any) -> None:
    macros.publish_page(book, Path.cwd(), NOW)


def classic_recalculate(copy: Path | None = None) -> None:
    macros.recalculate(_caller(), NOW, copy)


def classic_recalculate_with_a_copy() -> None:
    macros.recalc(os.environ[COPY].encode("utf-16-be").hex().upper())


def classic_pair() -> None:
    """Pair, and copy the slips that a browser would open beside the workbook, as slips.html."""
    book = _caller()
    opened = Path(book.fullname).with_name("slips.html")
    webbrowser.open = lambda uri: shutil.copy(url2pathname(urlsplit(uri).path), opened)  # type: ignore[assignment]
    macros.pair_tonight(book, NOW, macros._open_slips)


def classic_import(letters: str) -> None:
    macros.import_from(_caller(), picked_path(letters), NOW)


def classic_publish() -> None:
    book = _caller()
    macros.publish_page(book, Path(book.fullname).parent, NOW)


def _caller() -> Any:
    import xlwings

    return xlwings.Book.caller()
