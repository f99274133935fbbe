"""What must hold for any input, as hypothesis properties without a number of cases."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.clubs import NOW, sample_book
from xladdin.cells import CellTable
from xladdin.errors import FileProblem, RowsToMend, XladdinError
from xladdin.log import read_log
from xladdin.recalc_file import check_file
from xladdin.replay import replay
from xladdin.systems import SYSTEMS
from xladdin.workbook.csv_tables import read_csv_table
from xladdin.workbook.schema import tables_of

NAMES = ("Ann", "Bob", " bob", "ANN", "Bye", "Zoë", "=1+1", "", "#N/A")
ODD_CELLS: st.SearchStrategy[object] = st.one_of(
    st.sampled_from(NAMES),
    st.none(),
    st.booleans(),
    st.integers(-5, 700),
    st.integers(),
    st.floats(),
    st.dates(date(1900, 1, 1), date(2100, 1, 1)),
    st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)),
    st.text(max_size=8),
    st.sampled_from(("(1-0)", "1/2-1/2", "W", "yes", "2026-01-05", "1e308", "٣", "1_000", "inf", "12,5", "0x10")),
)


@st.composite
def club_tables(draw: st.DrawFn) -> tuple[str, dict[str, CellTable]]:
    """Tables of a system with any cells under its own headings."""
    key = draw(st.sampled_from(tuple(SYSTEMS)))
    tables = {}
    for name, table in tables_of(SYSTEMS[key]).items():
        rows = draw(st.integers(0, 5))
        headings = tuple(column.heading for column in table.columns)
        columns = tuple(draw(st.lists(ODD_CELLS, min_size=rows, max_size=rows)) for _ in headings)
        tables[name] = CellTable(name, headings, columns, name)
    if draw(st.booleans()):
        players = tables["Players"]
        names = ["Ann", "Bob", "Cem"][: players.rows]
        rest = [None] * (players.rows - len(names))
        sound = {"Player": [*names, *rest], "Group": ["A"] * players.rows}
        columns = tuple(
            sound.get(heading, [None] * players.rows) if draw(st.integers(0, 3)) else column
            for heading, column in zip(players.headings, players.columns)
        )
        tables["Players"] = CellTable("Players", players.headings, columns, "Players")
    return key, tables


@given(club_tables())
def any_cells(drawn: tuple[str, dict[str, CellTable]]) -> None:
    """Cells of any kind are rated, or named as rows to mend."""
    key, tables = drawn
    try:
        log = read_log(SYSTEMS[key], tables, NOW.date())
    except RowsToMend as wrong:
        assert all(str(problem) for problem in wrong.problems)
        return
    for problem in log.problems:
        assert problem.table in tables
        assert 1 <= problem.row <= tables[problem.table].rows + 1
    if not log.problems:
        assert all(math.isfinite(line.rating) for line in replay(log).ranking())


@given(st.one_of(st.text(), st.binary(), st.text(st.sampled_from('Player,;\t"\n\r1.5\ufeff='), max_size=60)))
def any_csv(content: str | bytes) -> None:
    """Any bytes are read as a table of text, numbers and dates, or refused by name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "any.csv")
        path.write_bytes(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
        try:
            read = read_csv_table(path, tables_of(SYSTEMS["montreal"])["Players"], ("Player",))
        except FileProblem as problem:
            assert "any.csv" in str(problem)
        else:
            assert len({len(column) for column in read.cells.columns}) == 1


def _sample() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return sample_book("mississauga", Path(folder)).read_bytes()


SAMPLE = _sample()


@given(
    st.lists(st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(0, 255)), min_size=1, max_size=12),
    st.integers(0, len(SAMPLE)),
)
def any_bytes(changes: list[tuple[int, int]], length: int) -> None:
    """A workbook with some bytes changed, or cut short, is checked, or refused; the file stays as it is."""
    broken = bytearray(SAMPLE)
    for place, byte in changes:
        broken[place] = byte
    data = bytes(broken[: length if length % 3 == 0 else len(broken)])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "club.xlsx")
        path.write_bytes(data)
        try:
            check_file(path, NOW)
        except XladdinError as refused:
            assert str(refused)
        assert path.read_bytes() == data


PROPERTIES: dict[str, Callable[[], None]] = {"cells": any_cells, "CSV text": any_csv, "bytes of a file": any_bytes}
