"""The status in the band of an input sheet: how many rows need fixing, and how many are begun and not full.

It is a value that a recalculation writes. A row itself shows its errors during typing.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area, CellBlock, CellTable, CellValue, ClubBook, cell_at
from xladdin.cells.text import is_blank, name_key, shown
from xladdin.game_log.parsing import key_columns
from xladdin.game_log.players import BYE
from xladdin.languages.language import IN_ENGLISH, Language
from xladdin.messages import Message, ngettext
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.differences import differing_blocks
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import NOTE, REMARK, Table
from xladdin.workbook.words.chosen import language_of


def status_name(table: str) -> str:
    """Return the defined name of the cell that shows the status of a table."""
    return f"status_on_{table.lower()}"


def status_column(table: Table) -> int:
    """Return the number of the column with the status in its band: that of the Notes, or the one behind the table."""
    return (table.columns.index(NOTE) if NOTE in table.columns else len(table.columns)) + 1


def error_words(table: Table) -> list[str]:
    """Return the first words of the Note of a row that needs fixing."""
    return [f"{column.heading}:" for column in table.columns if not column.computed and column is not REMARK]


def excused(system: RatingSystem, table: str, cell: Callable[[str], str]) -> Callable[[str], str]:
    """Return the factor for a row's lack of a column, as text of a formula: nothing but for the scores of a bye.

    `cell` gives the address of a heading's cells. The result takes a heading. An error value in a name is no bye.
    """
    kind = system.log_schema
    if table != kind.table or not kind.is_paired:
        return lambda heading: ""
    no_bye = "".join(f'*(1-ISNUMBER(1/(TRIM({cell(heading)})="{BYE}")))' for heading in kind.players)
    return lambda heading: no_bye if heading in kind.results else ""


def status_words(
    system: RatingSystem, table: CellTable, notes: Sequence[CellValue], language: Language = IN_ENGLISH
) -> str | None:
    """Return the words of a table, or None if a column that they need is not there. `notes` has one for each row."""
    template = tables_of(system)[table.name]
    found = [table.alike(heading) for heading in key_columns(system, table.name)]
    if any(len(positions) != 1 for positions in found):
        return None
    begins = tuple(error_words(template))
    wrong = {row for row, note in enumerate(notes) if note is not None and str(note).startswith(begins)}
    keys = [table.columns[position] for (position,) in found]
    unfinished = 0
    if any(None in key or "" in key for key in keys):
        byes, results = _byes(system, table), system.log_schema.results
        filled = zip(
            *(
                [not is_blank(cell) or (heading in results and row in byes) for row, cell in enumerate(key)]
                for heading, key in zip(key_columns(system, table.name), keys)
            )
        )
        unfinished = sum(any(row) and not all(row) for number, row in enumerate(filled) if number not in wrong)
    counts = [*([_to_fix(len(wrong))] if wrong else []), *([_unfinished(unfinished)] if unfinished else [])]
    return ", ".join(map(language.render, counts))


def _to_fix(rows: int) -> Message:
    return ngettext("{n} row to fix", "{n} rows to fix", rows)


def _unfinished(rows: int) -> Message:
    return ngettext("{n} unfinished", "{n} unfinished", rows)


def _byes(system: RatingSystem, table: CellTable) -> set[int]:
    """Return the rows of a log in which a side is nobody."""
    kind = system.log_schema
    if table.name != kind.table or not kind.is_paired:
        return set()
    sides = [table.column(heading) or () for heading in kind.players]
    return {row for side in sides for row, name in enumerate(side) if name_key(shown(name)) == name_key(BYE)}


def status_cells(book: ClubBook, system: RatingSystem, notes: Mapping[str, Sequence[CellValue]]) -> Iterator[CellBlock]:
    """Yield the words of each input sheet that differ from its own. `notes` has one for each row, by the table."""
    for name in tables_of(system):
        place, table = book.place_of(status_name(name)), book.tables.get(name)
        if place is None or table is None:
            continue
        sheet, row, column = place
        language = language_of(book)
        if not is_status(shown(cell_at(book.sheet_values(sheet), row, column)), language):
            continue
        words = status_words(system, table, notes.get(name, ()), language)
        yield from differing_blocks(book, Area(sheet, row, column, 1, [(words,)], rows_owned=1))


def words_above(book: ClubBook, table: CellTable) -> Iterator[tuple[int, int, str, object]]:
    """Yield the row, column, address and value of every filled cell above the headings of a table."""
    for row, cells in enumerate(book.sheet_values(table.sheet)[: table.row - 1], 1):
        for column, value in enumerate(cells, 1):
            if not is_blank(value):
                yield row, column, f"{column_letters(column)}{row}", value


def is_status(text: str, language: Language) -> bool:
    """Return whether a text is one of the status's own. Any other is the director's."""
    known = {_without_digits(language.render(count(rows))) for count in (_to_fix, _unfinished) for rows in (1, 2)}
    return all(_without_digits(part) in known for part in text.split(", ")) if text else True


def _without_digits(text: str) -> str:
    return re.sub(r"\d+", "#", text)
