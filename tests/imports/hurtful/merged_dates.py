"""Dates merged over the games of an evening, or blank below the first. Which day has a row without a date?"""

from __future__ import annotations

from tests.imports.hurtful.case import CSV, HEADINGS, LINE, NAMED, NEW, REFUSED, TAKEN, Hurtful, hurt
from tests.imports.hurtful.sheets import Rows, book_of

HEADED: Rows = [tuple(HEADINGS.strip().split(","))]
FIRST, SECOND = ("Pierre", 400, "Lester", 300), ("Mackenzie", 390, "Lester", 310)
DAY, NONE = "2024-09-14", None
TWO_OF_ONE_DAY = "New: 2 games."
TAKEN_ABOVE = "1 row without a date takes the one above"
NO_DATE = "a game needs the date"


def merged(name: str, rows: Rows, areas: tuple[str, ...], status: int, *words: str) -> Hurtful:
    return hurt(name, book_of({"Games": [*HEADED, *rows]}, merged={"Games": areas}), status, *words)


def with_merges(*areas: str) -> bytes:
    """A sheet of one game with these merged areas."""
    return book_of({"Games": [*HEADED, (DAY, *FIRST)]}, merged={"Games": areas})


CASES = (
    merged("a date merged over two games", [(DAY, *FIRST), (NONE, *SECOND)], ("A2:A3",), TAKEN, TWO_OF_ONE_DAY,
           TAKEN_ABOVE),
    merged("a date merged over a blank row", [(DAY, *FIRST), (), (NONE, *SECOND)], ("A2:A4",), TAKEN, TWO_OF_ONE_DAY),
    merged("a date merged with its heading", [(NONE, *FIRST)], ("A1:A2",), NAMED, "the first rows have no date"),
    merged("a date merged over the first player", [(DAY, None, *FIRST[1:])], ("A2:B2",), NAMED, "line 2"),
    merged("a date that is a word, merged", [("Saturday", *FIRST), (NONE, *SECOND)], ("A2:A3",),
         NAMED, "must be a date"),
    merged("a date to come, merged", [("2099-09-14", *FIRST), (NONE, *SECOND)], ("A2:A3",), NAMED, "line 2", "line 3",
           "is in the future"),
    merged("a date in a row of its own above the games", [(DAY,), (NONE, *FIRST)], ("A2:E2",), TAKEN, NEW,
           "1 row with a date and no game (line 2)", TAKEN_ABOVE),
    merged("dates in rows of their own and no game", [(DAY,), ("2024-09-21",)], (), TAKEN, "New: nothing."),
    hurt("a date of two meanings in a row of its own", HEADINGS + "3/4/2024,,,,\n" + LINE.replace(DAY, ""),
         NAMED, "is the day or the month first"),
    merged("two games merged into one row of names", [(DAY, *FIRST), (DAY, None, 1, None, 2)], ("B2:B3", "D2:D3"),
           NAMED, "line 3"),
    merged("a date merged to the end of the sheet", [(DAY, *FIRST), (NONE, *SECOND)], ("A2:A1048576",), TAKEN,
           TWO_OF_ONE_DAY),
    merged("a date of two meanings, merged", [("3/4/2024", *FIRST), (NONE, *SECOND)], ("A2:A3",),
         NAMED, "is the day or the month first"),
    hurt("a merged area of the whole sheet", with_merges("A1:XFD1048576"), TAKEN, NEW),
    hurt("merged areas that overlap", with_merges("A1:A9", "A5:B12"), TAKEN, NEW),
    hurt("a merged area that is none", with_merges("nonsense"), REFUSED, "cannot be read as a workbook"),
    hurt("a hundred thousand merged areas", with_merges(*(f"A{n}:B{n}" for n in range(2, 100_002))), TAKEN, NEW),
    hurt("a date left blank below the first", CSV + LINE.replace(DAY, "").replace("400", "390"), TAKEN, TWO_OF_ONE_DAY,
         TAKEN_ABOVE),
    hurt("a date left blank below one that is none", CSV.replace(DAY, "2024-02-30") + LINE.replace(DAY, ""),
         NAMED, "must be a date"),
    hurt("a date of blanks below the first", CSV + LINE.replace(DAY, "   ").replace("400", "390"), TAKEN,
         TWO_OF_ONE_DAY),
    hurt("a dash for the date above", CSV + LINE.replace(DAY, "-"), NAMED, "must be a date"),
    hurt("a ditto for the date above", CSV + LINE.replace(DAY, '"""'), REFUSED, "is not a CSV file"),
)  # fmt: skip
