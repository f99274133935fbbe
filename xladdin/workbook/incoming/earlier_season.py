"""Rows of a file that an earlier workbook has rated: those up to the day on which its log ended."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date

from xladdin.cells.table import CellTable
from xladdin.cells.text import name_key, shown
from xladdin.game_log.past import last_session
from xladdin.game_log.readings import Reading, date_reader
from xladdin.importing.material import Incoming
from xladdin.systems.system import RatingSystem
from xladdin.workbook.incoming.rows_in_words import row_in_words, telling_headings

EVENTS = "Events"


class EarlierSeason:
    """The days that ratings already count. A form that runs on through the years has their games as well.

    A day that the workbook has itself is none of them, for its games are compared one by one. Nor is an event of its
    own. Of other events the results go with the event, also those of a later file.
    """

    def __init__(self, system: RatingSystem, tables: Mapping[str, CellTable]) -> None:
        self._system, self._kind = system, system.log_schema
        self._until = last_session(tables)
        self._dated = self._kind.table if self._kind.is_paired else EVENTS
        columns = {heading: tables[self._dated].column(heading) or () for heading in ("Date", self._kind.event)}
        days = Reading(date_reader(None)).column(columns["Date"]) if self._until else []
        self._own: Collection[object] = set(zip(days, _keys(columns[self._kind.event])) if self._kind.event else days)
        self._events: set[str] = set()

    def without(self, incoming: Incoming) -> tuple[Incoming, list[str]]:
        """A file without such rows, and those rows in words."""
        if self._until is None:
            return incoming, []
        tables, words = dict(incoming.tables), []
        for name, rated in self._rated(incoming).items():
            rows, said = tables[name], telling_headings(self._system, name)
            left = set(rated)
            tables[name] = rows.only([row for row in range(rows.rows) if row not in left])
            words += [
                f"{incoming.file} line {rows.lines[row]}: {row_in_words(said, rows.columns, row)}" for row in rated
            ]
        return replace(incoming, tables=tables), words

    def _rated(self, incoming: Incoming) -> dict[str, list[int]]:
        """The rows of each table that are rated, if there are any."""
        dated, event = _column(incoming, self._dated, "Date"), self._kind.event
        if not event:
            found = {self._dated: [row for row, day in enumerate(dated) if self._is_rated(day, day)]}
        else:
            keys = _keys(_column(incoming, EVENTS, event))
            rated = [row for row, one in enumerate(zip(dated, keys)) if self._is_rated(one[0], one)]
            self._events.update(keys[row] for row in rated)
            results = _keys(_column(incoming, self._kind.table, event))
            found = {EVENTS: rated, self._kind.table: [n for n, key in enumerate(results) if key in self._events]}
        return {name: rows for name, rows in found.items() if rows}

    def _is_rated(self, day: object, own: object) -> bool:
        return self._until is not None and type(day) is date and day <= self._until and own not in self._own


def _column(incoming: Incoming, table: str, heading: str) -> Sequence[object]:
    return incoming.tables[table].columns.get(heading) or () if table in incoming.tables else ()


def _keys(cells: Sequence[object]) -> list[str]:
    return [name_key(shown(cell)) for cell in cells]
