"""Workbooks of an earlier version: the input sheets have no band, their headings stand in row 1."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from xladdin.workbook import live_cells, new_book
from xladdin.workbook.sheets import input_band, input_sheets

MODULES = (live_cells, new_book, input_band, input_sheets)


@contextmanager
def headings_in_row_1() -> Iterator[None]:
    """New workbooks are made as they were before there was a band."""
    with pytest.MonkeyPatch.context() as patch:
        for module in MODULES:
            patch.setattr(module, "HEADINGS_ROW", 1, raising=False)
            patch.setattr(module, "FIRST_DATA_ROW", 2, raising=False)
        patch.setattr(input_sheets, "add_band", lambda *_: None)
        yield
