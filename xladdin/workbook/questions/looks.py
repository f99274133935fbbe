"""The lines of the table Looks, on the sheet Please look."""

from __future__ import annotations

from typing import NamedTuple

from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import is_blank, shown
from xladdin.languages.language import IN_ENGLISH, Language
from xladdin.workbook.schema import LOOKS, Kind, Table, computed, entered

OK = "ok"
KEY = "Key"
TABLE = Table(
    LOOKS,
    (
        computed("No", Kind.COUNT),
        computed("What", Kind.TEXT),
        computed("Where", Kind.TEXT),
        computed("Why", Kind.TEXT),
        entered("Answer", Kind.TEXT),
        computed(KEY, Kind.TEXT),
    ),
)
HEADINGS = tuple(column.heading for column in TABLE.columns)


class Look(NamedTuple):
    """A line of the table."""

    number: int
    what: str
    where: str
    why: str
    answer: CellValue
    key: str

    @property
    def is_settled(self) -> bool:
        """Whether somebody has looked and found it right as it is."""
        return shown(self.answer).strip().casefold() == OK

    @property
    def cells(self) -> tuple[CellValue, ...]:
        """The line of the table."""
        return (self.number, self.what, self.where, self.why, self.answer, self.key)

    def told(self, say: Language) -> Look:
        """The same in a language."""
        return self._replace(what=say.message(self.what), where=say.message(self.where), why=say.message(self.why))

    def in_a_line(self, say: Language) -> str:
        """The look as a line, with the signs of the language. Its words are those that it has."""
        return f"{self.number}  {self.what}, {self.where}{say.colon}{self.why}"

    def __str__(self) -> str:
        return self.in_a_line(IN_ENGLISH)


def lines_of(table: CellTable) -> list[Look]:
    """The lines of the table, in its order, or none if a column is missing."""
    columns = [table.column(heading) or () for heading in HEADINGS]
    lines = []
    for number, what, where, why, answer, key in zip(*columns):
        if not is_blank(key) and isinstance(number, (int, float)):
            typed = answer if isinstance(answer, (str, int, float)) else None
            lines.append(Look(int(number), shown(what), shown(where), shown(why), typed, shown(key)))
    return lines
