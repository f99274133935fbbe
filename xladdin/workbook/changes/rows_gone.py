"""Rows that the log once had: taken out or corrected since, as the journal remembers them."""

from collections import Counter
from collections.abc import Mapping, Sequence

from xladdin.cells.table import CellValue, ClubBook
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.journal import lines_of_rows
from xladdin.workbook.changes.typed_rows import BETWEEN, RowsBefore, in_words, typed_columns, typed_rows


def rows_gone(book: ClubBook, system: RatingSystem) -> Mapping[str, Sequence[CellValue]]:
    """Their key cells as text, a column under each heading, or nothing if there are none.

    They come from the journal's lines, and for rows gone since from those that the last recalculation remembers.
    """
    table = book.tables[system.log_kind.table]
    now = Counter(map(in_words, typed_rows(system, table)))
    before = Counter(filter(None, map(in_words, RowsBefore(book, system, tuple).texts(table.name))))
    texts = [*lines_of_rows(book, table.sheet or table.name), *(before - now).elements()]
    typed = [column.heading for column in typed_columns(system, table)]
    keys = sorted(system.log_kind.keys, key=typed.index)  # which are first, and none of them is blank in a whole row
    rows = [cells[: len(keys)] for text in texts if len(cells := text.split(BETWEEN)) >= len(keys)]
    return {heading: list(cells) for heading, cells in zip(keys, zip(*rows))} if rows else {}
