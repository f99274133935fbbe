"""The remembered rows of a workbook in which a name was changed in every text: they were not corrected by that."""

from collections.abc import Iterator

from xladdin.cells.table import CellBlock, CellValue, ClubBook, as_value
from xladdin.cells.text import shown
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.differences import column_of
from xladdin.workbook.changes.typed_rows import NOT_THERE_YET, RowsBefore, digests, typed_rows
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import JOURNAL_ROWS


def digests_as_renamed(system: RatingSystem, old: ClubBook, new: ClubBook) -> Iterator[CellBlock]:
    """The digests of the rows of `new`, which is `old` with another name, where they are still those of `old`."""
    held = new.sheet_values(JOURNAL_ROWS) if new.has_sheet(JOURNAL_ROWS) else ()
    headings = list(map(shown, held[0])) if held else []
    for name in tables_of(system):
        if name not in headings or name not in old.tables or name not in new.tables:
            continue
        number = headings.index(name)
        marks = list(map(as_value, column_of(held, number)[1:]))
        again = _again(_as_read(system, old, name), _as_read(system, new, name))
        again |= _again(typed_rows(system, old.tables[name]), typed_rows(system, new.tables[name]))
        renamed = [again.get(mark, mark) for mark in marks]
        if renamed != marks:
            yield CellBlock(JOURNAL_ROWS, 2, number + 1, (renamed,))


def _as_read(system: RatingSystem, book: ClubBook, name: str) -> list[str]:
    return RowsBefore(book, system, tuple).texts(name)


def _again(old: list[str], new: list[str]) -> dict[CellValue, int]:
    """The new digest of each row by its old one."""
    pairs = zip(digests(old), digests(new))
    return {mark: other for mark, other in pairs if mark != NOT_THERE_YET}
