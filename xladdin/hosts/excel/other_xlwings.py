"""A workbook whose macros are from another version of xlwings than the installed one, and how to fix that."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from xladdin.hosts.excel.xlwings_book import OpenBook

if TYPE_CHECKING:
    import xlwings as xw


def told_of_other_xlwings(book: xw.Book, copy: Path | None = None) -> str:
    """The command that fixes an open workbook with the macros of another xlwings, or "" if they are of this one.

    `copy` is a file of the workbook as it is at this moment. It never raises: another version's limits must not stop
    the ratings.
    """
    try:
        # Left out of a workbook that carries xladdin, which has no such macros.
        from xladdin.files.reading.club_file import open_club_file
        from xladdin.workbook.macros.settings import VERSION_KEY, read_settings

        club = open_club_file(copy) if copy else OpenBook(book)
        found = read_settings(club).get(VERSION_KEY)
        name = book.name
    except Exception:
        return ""
    if found is None or found == version("xlwings"):
        return ""
    return (
        f"The macros of this workbook are those of xlwings {found}; installed is {version('xlwings')}. Buttons and "
        "functions may fail until both are the same. Close the workbook, and run in a terminal, in its folder: "
        f'xladdin macros "{name}"'
    )
