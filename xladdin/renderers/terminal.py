"""A section of a report as a table of text, for a terminal or another program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells.kinds import Kind
from xladdin.reports.context import ReportContext
from xladdin.reports.own_games.steps import rating_words
from xladdin.reports.report import TERMINAL, Column, Group, Section, Stacked
from xladdin.systems.system import RatingSystem

_LEFT = {Kind.PLAYER, Kind.TEXT, Kind.GROUP, Kind.EVENT}


class TextTable(NamedTuple):
    """The headings and rows of a section, and the positions of the columns that end at the right."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[int]


def text_table(section: Section, context: ReportContext, groups: Iterable[Group] | None = None) -> TextTable:
    """Return a section in the words and numbers of a terminal. `groups` are other rows than the report shows."""
    columns = section.columns_on(TERMINAL)
    headings: list[str] = []
    right: list[int] = []
    for column in columns:
        names = column.repeated.headings(context) if column.repeated else [column.heading_on(TERMINAL)]
        if column.kind not in _LEFT:
            right += range(len(headings), len(headings) + len(names))
        headings += names
    rows = [
        [text for column in columns for text in _texts(column, row.line, context.system)]
        for group in (section.groups_of(context) if groups is None else groups)
        for row in group.rows
        if row.line is not None
    ]
    return TextTable(headings, rows, right)


def _texts(column: Column, line: object, system: RatingSystem) -> list[str]:
    value = column.value_of(line)
    return [value_text(one, column.kind, system) for one in (value if column.repeated else [value])]


def value_text(value: object, kind: Kind, system: RatingSystem) -> str:
    """Return a value as a terminal shows it: a date as 2026-05-19, a rating as the club prints it."""
    if isinstance(value, Stacked):
        return " ".join(filter(None, (value_text(line, kind, system) for line in value)))
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, date):
        return value.isoformat()
    assert isinstance(value, (int, float))
    if kind in (Kind.RATING, Kind.CHANGE):
        return rating_words(system, value, kind is Kind.CHANGE)
    return f"{round(value, 2) + 0:{'+' if kind is Kind.SIGNED else ''}g}"
