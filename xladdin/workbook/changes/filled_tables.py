"""The computed columns of the input tables: what differs from a replay, and the Notes."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from xladdin.cells.table import CellBlock, CellValue, ClubBook
from xladdin.reports.context import ReportContext
from xladdin.workbook.changes.differences import differing_columns
from xladdin.workbook.computed import computed_columns
from xladdin.workbook.contents import tables_of


class FilledTables(NamedTuple):
    """`blocks` are what differs. `notes` has the Note of each row, by the table."""

    blocks: Sequence[CellBlock]
    notes: Mapping[str, Sequence[CellValue]]


def filled_tables(book: ClubBook, context: ReportContext) -> FilledTables:
    """Every input table that is there, after a replay."""
    system, say = context.system, context.language
    blocks: list[CellBlock] = []
    notes: dict[str, Sequence[CellValue]] = {}
    for name in tables_of(system):
        if name in book.tables:
            columns, formulas = computed_columns(system, context.replay, book.tables, name)
            if say.is_french:
                columns["Note"] = [say.message(note) if isinstance(note, str) else note for note in columns["Note"]]
            notes[name] = columns["Note"]
            blocks.extend(differing_columns(book.tables[name], columns, formulas))
    return FilledTables(blocks, notes)
