"""Rows of a file and of the workbook in the words of a preview."""

from collections.abc import Mapping, Sequence

from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import is_blank, shown
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of


def telling_headings(system: RatingSystem, name: str) -> Sequence[str]:
    """The headings of a table that tell a row from others, and those of its content."""
    typed = [column.heading for column in tables_of(system)[name].columns if not column.computed]
    kind = system.log_schema
    return [heading for heading in typed if heading in kind.keys] if name == kind.table else typed


def row_in_words(said: Sequence[str], columns: Mapping[str, Sequence[CellValue]], row: int) -> str:
    """A row of a file, by the headings of its words."""
    words = (shown(columns[heading][row]) for heading in said if heading in columns)
    return " · ".join(filter(None, words))


def both_in_words(
    said: Sequence[str], columns: Mapping[str, Sequence[CellValue]], row: int, table: CellTable, there: int
) -> tuple[str, str]:
    """A row of a file, and the row of the workbook from which it differs."""
    known = [heading for heading in said if table.position(heading) is not None]
    theirs = {heading: columns[heading][row] for heading in known if heading in columns}
    ours = {heading: (table.column(heading) or ())[there] for heading in known}
    return _in_words(theirs, ours), _in_words(ours, theirs)


def _in_words(cells: Mapping[str, object], others: Mapping[str, object]) -> str:
    """Cells by their headings, without those that are blank in both."""
    return ", ".join(
        f"no {heading}" if is_blank(cell) else f"{heading} {shown(cell)}"
        for heading, cell in cells.items()
        if not (is_blank(cell) and is_blank(others.get(heading)))
    )
