"""Damaged files for import. A reader of each family may give what we say here, and nothing else comes out of it."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

import xladdin
from tests.corpus.inputs.files import FILES
from tests.fuzz.mutations import Damaged, damaged_bytes
from tests.helpers.files.raw_workbook import zipped
from tests.imports.hurtful_texts import CSV, TYPED
from xladdin import XladdinError
from xladdin.importing.formats import read_sources
from xladdin.importing.questions import Answers
from xladdin.importing.source import Source
from xladdin.workbook.merging import build_club

FAMILIES = {
    "tables": (CSV * 2).encode(),
    "a form's responses": TYPED["a timestamp of the night"].content,
    "tsh divisions": TYPED["tsh: sound"].content,
    "tsh archives": TYPED["tsh archive: commands"].content,
    "AUPAIR tournaments": TYPED["AUPAIR: sound"].content,
    "FIDE reports": TYPED["FIDE: the wrong system"].content,
    "pages of the World Diplomacy Database": TYPED["Diplomacy: the wrong system"].content,
}
"""A small sound file of each family."""
OTHER_WORKBOOKS = [FILES / name for name in ("opendocument.ods", "old.xls")]


def damaged_files(family: str) -> st.SearchStrategy[Damaged]:
    """A file of the family with places flipped, cut, doubled or overwritten."""
    return damaged_bytes(FAMILIES[family])


def damaged_sheets() -> st.SearchStrategy[Damaged]:
    """Damages a workbook of Excel, of OpenDocument or of the last century in the same way."""
    return st.one_of(damaged_bytes(_workbook()), *(damaged_bytes(file.read_bytes()) for file in OTHER_WORKBOOKS))


@cache
def _workbook() -> bytes:
    cell = b'<c r="A1" t="inlineStr"><is><t>Date</t></is></c>'
    sheet = b'<worksheet><sheetData><row r="1">%s</row></sheetData></worksheet>' % cell
    return zipped({"xl/worksheets/sheet1.xml": sheet})


def read_file(damaged: Damaged) -> None:
    """The reader gives rows of whole columns with their lines, or refuses in words. It raises no other exception."""
    try:
        read = read_sources(
            [Source("some file", damaged.data)], build_club(xladdin.system("mississauga"), {}), Answers()
        )
    except XladdinError as refused:
        assert str(refused)
        return
    for rows in (rows for file in read for rows in file.tables.values()):
        assert set(map(len, rows.columns.values())) <= {rows.rows}
        assert all(line >= 1 for line in rows.lines)
    assert all(str(wrong) for file in read for wrong in file.wrong)
