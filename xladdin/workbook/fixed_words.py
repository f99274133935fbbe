"""The fixed words of the sheets that are not for the wall, in the club's language."""

from __future__ import annotations

from collections.abc import Iterator

from xladdin.cells.table import Area, ClubBook
from xladdin.languages.french_sheets import SHEETS
from xladdin.languages.language import Language
from xladdin.workbook.report_sheets.blocks.layout import HEADING_ROW, SUBTITLE_ROW


def fixed_words(book: ClubBook, say: Language) -> Iterator[Area]:
    """The cells that hold a fixed word of ours in any language; what a director has typed over one stays.

    They are above the rows, or first in them; elsewhere are names of players, which may be words.
    """
    for sheet, words in SHEETS.items():
        both = {way: ways for ways in words.items() for way in ways}
        for row, cells in enumerate(book.sheet_values(sheet), 1):
            is_whole = row in (SUBTITLE_ROW, HEADING_ROW)
            for column, cell in enumerate(cells if is_whole else cells[:1], 1):
                if isinstance(cell, str) and cell in both:
                    yield Area(sheet, row, column, 1, [(both[cell][say.is_french],)], rows_owned=1)
