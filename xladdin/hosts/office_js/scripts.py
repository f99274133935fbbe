"""The scripts of xlwings Server: one line each over the macros, and which sheets they are not sent."""

from __future__ import annotations

import xlwings as xw

from xladdin import macros
from xladdin.workbook.schema import UNREAD

__all__ = ["import_games", "pair_tonight", "recalculate"]


@xw.script(name="Recalculate", exclude=UNREAD)
def recalculate(book: xw.Book) -> None:
    """Recalculates every rating of the club workbook from the first game on."""
    macros.recalculate(book)


@xw.script(name="Pair tonight", exclude=UNREAD)
def pair_tonight(book: xw.Book) -> None:
    """Pairs the next round of who is marked on the sheet Tonight."""
    macros.pair_tonight(book)


@xw.script(name="Import games")
def import_games(book: xw.Book) -> None:
    """Takes in the games that were pasted onto the sheet Import."""
    macros.import_from(book)
