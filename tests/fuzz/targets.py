"""What runs on each made-up input, and what must hold of it: no exception but ours, and no wrong file."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

import xladdin
from tests.fuzz import imports
from tests.fuzz.books import NOW, as_recalculated, blank_book, opened, played_book, rewritten
from tests.fuzz.cells import COLUMNS, anything
from tests.fuzz.mutations import Damaged, damaged_bytes, damaged_member
from tests.fuzz.values import call, calls
from tests.helpers.clubs import KEYS
from xladdin import WorkbookError, XladdinError
from xladdin.cells import CellBlock
from xladdin.recalc import recalculate_workbook
from xladdin.workbook.recalc_result import RecalcResult
from xladdin.workbook.rules import rules_layout
from xladdin.workbook.schema import FIRST_DATA_ROW, RULES, START, input_tables

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
    for name, table in input_tables(xladdin.system(key)).items():
        rows = draw(st.integers(1, ROWS))
        headings = [column.heading for column in table.columns if not column.is_computed]
        tables[name] = {
            heading: draw(st.lists(COLUMNS[heading], min_size=rows, max_size=rows))
            for heading in headings
        }  # fmt: skip
    rules = draw(st.dictionaries(st.integers(4, 20), anything, max_size=1))
    return Typed(key, tables, rules)


def recalculate_typed(typed: Typed) -> None:
    """Puts cells into a workbook file, recalculates it, writes it, and recalculates once more."""
    system = xladdin.system(typed.key)
    blocks = []
    for name, columns in typed.tables.items():
        headings = [column.heading for column in input_tables(system)[name].columns]
        for heading, cells in columns.items():
            blocks.append(CellBlock(name, FIRST_DATA_ROW, headings.index(heading) + 1, (cells,), table=name))  # type: ignore[arg-type]
    last_setting = rules_layout(system)[0][-1].row
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


TARGETS = (
    Target("values of functions", calls(), call, 800),
    Target("cells of a workbook", typed(), recalculate_typed, 60),
    Target("bytes of a workbook", keys.flatmap(lambda key: damaged_bytes(played_book(key))), recalculate_file, 150),
    Target("parts of a workbook", keys.flatmap(lambda key: damaged_member(played_book(key))), recalculate_file, 120),
    *(Target(f"files to import: {family}", imports.damaged_files(family), imports.read_file, 150)
      for family in imports.FAMILIES),
    Target("files to import: workbooks", imports.damaged_sheets(), imports.read_file, 150),
)  # fmt: skip
