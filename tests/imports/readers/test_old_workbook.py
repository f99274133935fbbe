"""Contract of the reader of Excel 97: the letters of their shared texts."""

from __future__ import annotations

import struct

from tests.imports.hurtful_workbooks import old_workbook, record
from xladdin.importing.spreadsheets import TEXT, Budget, Measure, plain_workbook

LABEL, FORMULA, SHARED, CONTINUE = 0xFD, 0x06, 0xFC, 0x3C
SPLIT, ADORNED, IN_FONTS, PLAIN = 7, 3, 4, 2
"""The letters of four texts: one in three records, one with fonts and its pronunciation, one with fonts, one plain."""


class Counting(Budget):
    """Also says how many characters were taken."""

    text = 0

    def take(self, measure: Measure, amount: int) -> None:
        super().take(measure, amount)
        self.text += amount if measure is TEXT else 0


def shared_texts() -> bytes:
    """The first text goes on in wide letters and then in narrow ones. The fonts of the second are a record's end."""
    first = struct.pack("<IIHB", 4, 4, SPLIT, 0) + b"ab"
    wide, narrow = b"\1" + "cd".encode("utf-16-le"), b"\0efg"
    adorned = struct.pack("<HBHI", ADORNED, 13, 2, 9) + "abc".encode("utf-16-le") + bytes(4)
    in_fonts = bytes(4 + 9) + struct.pack("<HBH", IN_FONTS, 8, 1) + b"abcd" + bytes(4)
    plain = struct.pack("<HB", PLAIN, 0) + b"xy"
    return record(SHARED, first) + b"".join(record(CONTINUE, one) for one in (wide, narrow + adorned, in_fonts, plain))


def labels(text: int, times: int) -> bytes:
    return b"".join(record(LABEL, struct.pack("<HHHI", row, 0, 0, text)) for row in range(times))


def test_each_shared_text_counts_as_often_as_a_cell_shows_it() -> None:
    cells = labels(0, 1) + labels(1, 10) + labels(2, 100) + labels(3, 1000) + labels(4, 10_000)
    budget = Counting("old.xls")
    plain_workbook("old.xls", old_workbook(shared=shared_texts(), cells=cells), budget)
    assert budget.text == SPLIT + 10 * ADORNED + 100 * IN_FONTS + 1000 * PLAIN
