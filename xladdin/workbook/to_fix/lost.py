"""Tables and columns that have gone since the last recalculation, with all that was typed in them.

A club may lack them, so that nothing would miss the adjustments, the aliases, or who is not to be named.
"""

from collections.abc import Iterator

from xladdin.cells.table import ClubBook
from xladdin.cells.text import is_blank
from xladdin.errors import NotFound, Problem
from xladdin.log.checking import key_columns, missing_table
from xladdin.log.headings import optional_columns
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.snapshot import stored_snapshot
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import WEB


def lost_columns(book: ClubBook, system: RatingSystem) -> Iterator[Problem]:
    """A problem for each column that matters, was filled and has gone. Raises NotFound for a table of such rows."""
    for name, shape in tables_of(system).items():
        table = book.tables.get(name)
        if table is None:
            if _was_filled(book, system, name, *(column.heading for column in shape.columns)):
                raise missing_table(name)
            continue
        for heading in (*key_columns(system, name), *optional_columns(system, name), WEB.heading):
            if not table.alike(heading) and _was_filled(book, system, name, heading):
                yield Problem(
                    *(name, table.sheet, table.row, heading, ""),
                    f'has gone with all that was typed in it; undo that, or else add an empty column "{heading}"',
                    NotFound.excel_error,
                )


def _was_filled(book: ClubBook, system: RatingSystem, table: str, *headings: str) -> bool:
    """Whether the last recalculation read anything under these headings."""
    stored = stored_snapshot(book, system).table(table, headings)
    return not all(is_blank(cell) for column in stored.columns for cell in column)
