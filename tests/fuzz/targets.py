"""What runs on each made-up input, and what must hold of it: no exception but ours, and no wrong file."""

from __future__ import annotations

import io
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import xladdin
from tests.corpus.inputs.files import FILES
from tests.fuzz.mutations import Damaged, damaged_bytes, damaged_member
from tests.fuzz.values import COLUMNS, anything, call, calls
from tests.helpers.clubs import KEYS
from tests.helpers.files.raw_workbook import zip_parts
from tests.imports.hurtful import CSV, TYPED
from xladdin import WorkbookError, XladdinError
from xladdin.cells import CellBlock
from xladdin.files.club_file import ClubFile
from xladdin.files.package import Package
from xladdin.files.workbook_writer import write_blocks
from xladdin.hosts.workbook_file import write_workbook
from xladdin.importing.formats import read_sources
from xladdin.importing.questions import Answers
from xladdin.importing.source import Source
from xladdin.recalc import recalculate_workbook
from xladdin.workbook.merging import build_club
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.recalc_result import RecalcResult
from xladdin.workbook.rules import lay_out_rules
from xladdin.workbook.schema import FIRST_DATA_ROW, RULES, START, list_input_tables

ROWS = 6
keys = st.sampled_from(KEYS)


@dataclass(frozen=True)
class Target:
    """A kind of input and what we do with it. A long run makes `cases` of them, and a usual run a third."""

    name: str
    inputs: st.SearchStrategy[Any]
    run: Callable[[Any], None]
    cases: int


@dataclass(frozen=True)
class Typed:
    """Cells typed into the input tables of a system: for each table, a column under each heading."""

    key: str
    tables: Mapping[str, Mapping[str, list[object]]]
    rules: Mapping[int, object]


@st.composite
def typed(draw: st.DrawFn) -> Typed:
    key = draw(keys)
    tables: dict[str, dict[str, list[object]]] = {}
    for name, table in list_input_tables(xladdin.system(key)).items():
        rows = draw(st.integers(1, ROWS))
        headings = [column.heading for column in table.columns if not column.is_computed]
        tables[name] = {
            heading: draw(st.lists(COLUMNS[heading], min_size=rows, max_size=rows))
            for heading in headings
        }  # fmt: skip
    rules = draw(st.dictionaries(st.integers(4, 20), anything, max_size=1))
    return Typed(key, tables, rules)


def recalculate_typed(typed: Typed) -> None:
    """Put cells into a workbook file, recalculate it, write it, and recalculate once more."""
    system = xladdin.system(typed.key)
    blocks = []
    for name, columns in typed.tables.items():
        headings = [column.heading for column in list_input_tables(system)[name].columns]
        for heading, cells in columns.items():
            blocks.append(CellBlock(name, FIRST_DATA_ROW, headings.index(heading) + 1, (cells,), table=name))  # type: ignore[arg-type]
    last_setting = lay_out_rules(system)[0][-1].row
    blocks += [CellBlock(RULES, row, 2, ((cell,),)) for row, cell in typed.rules.items() if row <= last_setting]  # type: ignore[arg-type]
    try:
        file = opened(rewritten(opened(blank_book(typed.key)), blocks))
    except XladdinError:  # a number or date that no cell holds
        return
    try:
        outcome = recalculate_workbook(file, NOW)
    except WorkbookError as refused:
        assert "Correct it, and save." in str(refused)
        return
    assert_nothing_but_notes(outcome)
    again = recalculate_workbook(opened(as_recalculated(file, outcome)), NOW)
    assert list(again.problems) == list(outcome.problems)
    assert not again.blocks


def assert_nothing_but_notes(outcome: RecalcResult) -> None:
    """If a row is wrong, we write only Notes, their number above them, and what Start says."""
    if not outcome.problems:
        return
    for block in outcome.blocks:
        if block.sheet != START:
            assert len(block.columns) == 1
            assert all(cell is None or isinstance(cell, str) for column in block.columns for cell in column)


def recalculate_file(damaged: Damaged) -> None:
    """Refuses a damaged or forged file, or recalculates and writes it so that we can read it again."""
    try:
        file = opened(damaged.data)
        outcome = recalculate_workbook(file, NOW)
        written = as_recalculated(file, outcome)
    except XladdinError as refused:
        assert str(refused)
        return
    if not damaged_members(damaged.data):
        assert not damaged_members(written)
    recalculate_workbook(opened(written), NOW)


def damaged_members(data: bytes) -> bool:
    """Whether the checksum of any member is wrong. Members that we only copy come back as they were."""
    try:
        return zipfile.ZipFile(io.BytesIO(data)).testzip() is not None
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError):
        return True


NOW = datetime(2024, 10, 1, 20, 15)


@cache
def blank_book(key: str) -> bytes:
    """Make the file of an empty club workbook."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "club.xlsx")
        create_workbook(xladdin.system(key), path, {}, NOW)
        return path.read_bytes()


@cache
def played_book(key: str) -> bytes:
    """Make a workbook with a few rows, recalculated. The fuzzer mutates its bytes."""
    from tests.corpus.clubs import make_clubs

    with tempfile.TemporaryDirectory() as folder:
        return make_clubs(Path(folder))[key].read_bytes()


def opened(data: bytes) -> ClubFile:
    return ClubFile(Path("club.xlsx"), Package(data, "club.xlsx"))


def rewritten(file: ClubFile, blocks: Sequence[CellBlock]) -> bytes:
    target = io.BytesIO()
    write_blocks(file, blocks, target)
    return target.getvalue()


def as_recalculated(file: ClubFile, outcome: RecalcResult) -> bytes:
    """Return the file as the command line writes it."""
    target = io.BytesIO()
    write_workbook(file, outcome.blocks, target, outcome)
    return target.getvalue()


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
    """Draw a file of the family with places flipped, cut, doubled or overwritten."""
    return damaged_bytes(FAMILIES[family])


def damaged_sheets() -> st.SearchStrategy[Damaged]:
    """Damages a workbook of Excel, of OpenDocument or of the last century in the same way."""
    return st.one_of(damaged_bytes(_workbook()), *(damaged_bytes(file.read_bytes()) for file in OTHER_WORKBOOKS))


@cache
def _workbook() -> bytes:
    cell = b'<c r="A1" t="inlineStr"><is><t>Date</t></is></c>'
    sheet = b'<worksheet><sheetData><row r="1">%s</row></sheetData></worksheet>' % cell
    return zip_parts({"xl/worksheets/sheet1.xml": sheet})


def read_file(damaged: Damaged) -> None:
    """Check that the reader gives rows of whole columns with their lines, or refuses in words."""
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


TARGETS = (
    Target("values of functions", calls(), call, 800),
    Target("cells of a workbook", typed(), recalculate_typed, 60),
    Target("bytes of a workbook", keys.flatmap(lambda key: damaged_bytes(played_book(key))), recalculate_file, 150),
    Target("parts of a workbook", keys.flatmap(lambda key: damaged_member(played_book(key))), recalculate_file, 120),
    *(Target(f"files to import: {family}", damaged_files(family), read_file, 150)
      for family in FAMILIES),
    Target("files to import: workbooks", damaged_sheets(), read_file, 150),
)  # fmt: skip
