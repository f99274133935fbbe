"""Render a section of a report as a table of texts for a terminal, or as data for another program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells import ColumnType
from xladdin.languages import Language
from xladdin.messages import Message, msg
from xladdin.reports.context import RatingChange, ReportContext
from xladdin.reports.report import TERMINAL, Column, Group, Section, Stacked, plain_groups
from xladdin.reports.wording import rating_text
from xladdin.systems.system import RatingSystem

_LEFT = {ColumnType.PLAYER, ColumnType.TEXT, ColumnType.GROUP, ColumnType.EVENT}


class TextTable(NamedTuple):
    """The headings and rows of a section as texts, and the positions of right-aligned columns."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    right_aligned: Sequence[int]


def define_changes_section(changes: Iterable[RatingChange]) -> Section:
    """Describe the changes of ratings by a recalculation."""
    line = RatingChange
    columns = {
        "player": Column(msg("Player"), line.player, ColumnType.PLAYER),
        "old": Column(msg("Old"), line.old, ColumnType.RATING),
        "change": Column(msg("Change"), line.change, ColumnType.CHANGE),
        "new": Column(msg("New"), line.new, ColumnType.RATING),
    }
    return Section(columns, {"terminal": "player old change new"}, lambda context: plain_groups(changes))


def build_text_table(section: Section, context: ReportContext, groups: Iterable[Group] | None = None) -> TextTable:
    """Return a section as a table of texts. `groups` replaces the rows of the report."""
    columns = section.columns_on(TERMINAL)
    headings: list[str] = []
    right_aligned: list[int] = []
    for column in columns:
        names = column.repeated.headings(context) if column.repeated else [column.heading_on(TERMINAL)]
        if column.kind not in _LEFT:
            right_aligned += range(len(headings), len(headings) + len(names))
        headings += names
    rows = [
        [text for column in columns for text in _texts(column, row.line, context.system)]
        for group in (section.groups_of(context) if groups is None else groups)
        for row in group.rows
        if row.line is not None
    ]
    return TextTable(headings, rows, right_aligned)


def collect_section_data(section: Section, context: ReportContext) -> list[dict[str, object]]:
    """Return the rows of a section as dicts, by the keys of the columns that a terminal shows."""
    keys = section.keys_on(TERMINAL)
    return [
        {key: _json_value(section.columns[key].value_of(row.line), context.language) for key in keys}
        for group in section.groups_of(context)
        for row in group.rows
        if row.line is not None
    ]


def _json_value(value: object, language: Language) -> object:
    """Return a value as a type of JSON: a date as 2026-05-19, and several values as a list."""
    if isinstance(value, Message):
        return language.render(value)
    if isinstance(value, date):
        return value.isoformat()
    return [_json_value(item, language) for item in value] if isinstance(value, (tuple, list)) else value


def _texts(column: Column, line: object, system: RatingSystem) -> list[str]:
    value = column.value_of(line)
    return [format_value(item, column.kind, system) for item in (value if column.repeated else [value])]


def format_value(value: object, kind: ColumnType, system: RatingSystem) -> str:
    """Return the text of a value: a date as 2026-05-19, and a rating with the decimals of the system."""
    if isinstance(value, Stacked):
        return " ".join(filter(None, (format_value(line, kind, system) for line in value)))
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, date):
        return value.isoformat()
    assert isinstance(value, (int, float))
    if kind in (ColumnType.RATING, ColumnType.CHANGE):
        return rating_text(system, value, kind is ColumnType.CHANGE)
    return f"{round(value, 2) + 0:{'+' if kind is ColumnType.SIGNED else ''}g}"
