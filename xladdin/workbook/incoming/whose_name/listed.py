"""Typed names as the list of players spells them, since a row may name a player by an alias or without accents."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import is_blank, shown
from xladdin.game_log.roster import NOBODY, NameReading, listed_names, read_aliases


class NamesAsListed:
    """The players of a workbook by the names in its rows. A name that is nobody's stays as it is."""

    def __init__(self, tables: Mapping[str, CellTable]) -> None:
        self._reading = NameReading(listed_names(tables), read_aliases(tables))

    def in_table(self, table: CellTable, headings: Collection[str]) -> CellTable:
        """The table with the names below these headings as they are listed."""
        positions = {table.position(heading) for heading in headings}
        columns = [self._listed(column) if at in positions else column for at, column in enumerate(table.columns)]
        return replace(table, columns=tuple(columns))

    def in_columns(
        self, columns: Mapping[str, Sequence[CellValue]], headings: Collection[str]
    ) -> dict[str, Sequence[CellValue]]:
        """The same of columns by their headings."""
        return {heading: self._listed(cells) if heading in headings else cells for heading, cells in columns.items()}

    def _listed(self, column: Sequence[Any]) -> Sequence[Any]:
        others = {cell: name for cell in set(column) if (name := self._name(cell)) is not None and name != cell}
        return [others.get(cell, cell) for cell in column] if others else column

    def _name(self, cell: object) -> str | None:
        position = None if is_blank(cell) else self._reading.meant(shown(cell).strip())
        return None if position is None or position == NOBODY else self._reading.names[position]
