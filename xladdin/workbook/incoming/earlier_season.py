"""Games of a file that an earlier workbook has rated: those up to the day on which its log ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date

from xladdin.cells.table import CellTable
from xladdin.imports.material import Incoming
from xladdin.log.past import last_session
from xladdin.log.readings import Reading, date_reader
from xladdin.systems.log_kinds import LogKind
from xladdin.workbook.incoming.rows_in_words import row_in_words


class EarlierSeason:
    """The days that ratings already count. A form that runs on through the years has their games as well.

    A day that the workbook has itself is none of them, for its games are compared one by one.
    """

    def __init__(self, kind: LogKind, tables: Mapping[str, CellTable]) -> None:
        self._kind = kind
        self._until = last_session(tables) if kind.is_paired else None
        days = tables[kind.table].column("Date") or () if self._until else ()
        self._own: Collection[object] = set(Reading(date_reader(None)).column(days))

    def without(self, incoming: Incoming, headings: Sequence[str]) -> tuple[Incoming, list[str]]:
        """A file without such games, and those games in the words of these headings."""
        rows = incoming.tables.get(self._kind.table)
        if rows is None or self._until is None:
            return incoming, []
        days = rows.columns.get("Date") or ()
        rated = [row for row, day in enumerate(days) if type(day) is date and self._is_rated(day)]
        if not rated:
            return incoming, []
        where = f"{incoming.file} line"
        words = [f"{where} {rows.lines[row]}: {row_in_words(headings, rows.columns, row)}" for row in rated]
        left = set(rated)
        others = rows.only([row for row in range(rows.rows) if row not in left])
        return replace(incoming, tables={**incoming.tables, self._kind.table: others}), words

    def _is_rated(self, day: date) -> bool:
        return self._until is not None and day <= self._until and day not in self._own
