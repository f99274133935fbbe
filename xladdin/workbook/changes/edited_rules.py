"""The settings and tables of Rules as they were at the last recalculation, and which of them were edited since."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xladdin.cells.table import CellValue, ClubBook
from xladdin.cells.text import shown
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.matching_rows import other_rows
from xladdin.workbook.changes.typed_rows import BETWEEN, digests, in_words
from xladdin.workbook.rules.layout import layout
from xladdin.workbook.schema import SYSTEM_NAME

RULE = "rule_"
"""The beginning of the names of rules. Other settings are about the sheets."""
HEADINGS = ("Rule", "Rule in words")
"""The headings of their two columns: a defined name, and the text of its cells, a line for each row of a table."""


class Edited(NamedTuple):
    """A setting, or a row of a table, that was edited. `was` and `now` begin with its `label`, and are blank if there
    is no such row. `where` is its sheet and row. `counts` means that it may change ratings."""

    label: str
    where: str
    was: str
    now: str
    counts: bool


class _Rule(NamedTuple):
    """A setting or a table: its label, and the text of each of its rows."""

    label: str
    sheet: str
    row: int
    texts: Sequence[str]


def remembered_rules(book: ClubBook, system: RatingSystem) -> list[tuple[CellValue, ...]]:
    """The data for the next comparison: a defined name and a text in each line."""
    return [(name, text) for name, rule in _rules(book, system).items() for text in rule.texts]


def edited_rules(book: ClubBook, system: RatingSystem, remembered: Sequence[Sequence[str]]) -> Iterator[Edited]:
    """Every setting and row of a table that was edited. `remembered`: a name and a text in each line."""
    before: dict[str, list[str]] = {}
    for name, text in remembered:
        before.setdefault(name, []).append(text)
    for name, rule in _rules(book, system).items():
        old, new = before.get(name, rule.texts), rule.texts
        if old == list(new):
            continue
        cells = [[text.split(BETWEEN) for text in texts] for texts in (old, new)]
        matched = other_rows(digests(old), digests(new), cells[0].__getitem__, cells[1].__getitem__)
        for match in matched:
            row = match.was if match.now is None else match.now
            assert row is not None
            was, now = (
                "" if at is None else f"{rule.label}: {in_words(rows[at])}"
                for rows, at in ((old, match.was), (new, match.now))
            )
            yield Edited(rule.label, f"{rule.sheet} row {rule.row + row}", was, now, name.startswith(RULE))


def _rules(book: ClubBook, system: RatingSystem) -> dict[str, _Rule]:
    """Every setting and table by its defined name, or that of its first column, without missing ones."""
    settings, tables = layout(system)
    found = {}
    for setting in settings:
        place = book.place_of(setting.name)
        if place is not None and setting.name != SYSTEM_NAME:
            found[setting.name] = _Rule(setting.label, *place[:2], [shown(book.names.get(setting.name))])
    for table in tables:
        names = table.names()
        place = book.place_of(names[0])
        columns = [book.range_values(name) or () for name in names]
        if place is not None:
            texts = [BETWEEN.join(shown(row[0]) for row in rows) for rows in zip(*columns)]
            found[names[0]] = _Rule(table.label, *place[:2], texts)
    return found
