"""Every described report on every face, for all systems and languages: the same rows, the same values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date
from html import escape
from typing import Any

import pytest
from lxml.html import fromstring

from tests.helpers.clubs import random_tables
from tests.oracle.engine import replayed, sample
from xladdin import Language, Message
from xladdin.languages import ENGLISH, FRENCH
from xladdin.renderers.sheet import group_rows
from xladdin.renderers.terminal import build_text_table, section_data
from xladdin.renderers.web import DisplayedNames, render_legend, render_section
from xladdin.replay import Replay
from xladdin.reports import reports_of
from xladdin.reports.context import ReportContext
from xladdin.reports.ratings_lists import ladder_report
from xladdin.reports.report import SHEET, TERMINAL, WEB, Column, Group, Section, Stacked
from xladdin.reports.wording import occasion_of
from xladdin.systems import SYSTEMS


def table_rows(html: str) -> list[list[str]]:
    """Return the texts of the cells of tables row by row, without a group's heading that is for print alone."""
    rows = fromstring(f"<div>{html}</div>").iter("tr")
    return [[str(cell.text_content()) for cell in row.iter("td", "th")] for row in rows
            if "on-paper" not in (row.get("class") or "")]  # fmt: skip


def context_of(replay: Replay, language: str = ENGLISH) -> ReportContext:
    return ReportContext(replay, Language(language, occasion_of(replay.log.system)), crosstable_players=12)


def names_of(context: ReportContext, left_out: frozenset[str] = frozenset()) -> DisplayedNames:
    visible = {
        player.name: "a player" if player.name in left_out else escape(player.name)
        for player in context.replay.log.players
    }
    return DisplayedNames({name: f"<a href=x>{text}</a>" for name, text in visible.items()}, visible, left_out)


def number_in(text: str, language: Language) -> float | None:
    """The number in a text: ▼ 1 234,5 is -1234.5 in French. A text without one is none."""
    plain = re.sub(r"\s", "", text).replace("\N{MINUS SIGN}", "-")
    plain = plain.replace(",", ".") if language.code == FRENCH else plain.replace(",", "")
    match = re.fullmatch(r"([▲▼]?)([+-]?[0-9]+(?:\.[0-9]+)?)", plain)
    return None if match is None else float(match[2]) * (-1 if match[1] == "▼" else 1)


def web_rows(section: Section, context: ReportContext) -> list[list[Any]]:
    """Return the cells of the lines of a section on the web, without headings and sentences."""
    columns = shown_columns(section, WEB, context)
    rows = table_rows(render_section(section, context, names_of(context)))
    return [row for row in rows if len(row) == len(columns) and row != rows[0]]


def terminal_rows(section: Section, context: ReportContext) -> list[list[Any]]:
    """Return the cells of the lines of a section in a terminal."""
    return [list(row) for row in build_text_table(section, context).rows]


def json_rows(section: Section, context: ReportContext) -> list[list[Any]]:
    """Return the values of the lines of a section in JSON."""
    return [list(row.values()) for row in json.loads(json.dumps(section_data(section, context)))]


def sheet_rows(section: Section, context: ReportContext) -> list[list[Any]]:
    """Return the cells of the lines of a section on its sheet."""
    rows = [row for group in section.groups_of(context) for row in group.rows if row.line is not None]
    return [list(next(group_rows(section, Group([row]), context.language))) for row in rows]


FACES: dict[str, tuple[str, Callable[[Section, ReportContext], list[list[Any]]]]] = {
    "sheet": (SHEET, sheet_rows),
    "web": (WEB, web_rows),
    "terminal": (TERMINAL, terminal_rows),
    "json": (TERMINAL, json_rows),
}
"""The face of the columns, and how to read it: for each line of a section a cell for each of `shown_columns`."""


def shown_columns(section: Section, medium: str, context: ReportContext) -> list[Column]:
    """Return the columns that have a cell of their own in the row of a line."""
    columns = section.columns_on(medium)
    if medium != WEB:
        return columns
    beside = [column for column in columns if not (column.web.is_above or column.web.is_below)]
    return [column for column in beside if column.web.condition is None or column.web.condition(context)]


def has_value(cell: Any, value: Any, column: Column, context: ReportContext) -> bool:
    """Return whether a cell of a face shows the value of a column, as far as the face rounds it."""
    if value is None:
        return cell in (None, "")
    if isinstance(value, date):
        return cell in (value, value.isoformat(), context.language.format_full_date(value))
    if isinstance(value, (int, float)):
        number = cell if isinstance(cell, (int, float)) else 0.0 if cell == "=" else number_in(cell, context.language)
        return number == pytest.approx(value, abs=0.05)
    if isinstance(value, Message):
        return bool(cell)
    return cell == value


@pytest.mark.parametrize("name", FACES)
@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
@pytest.mark.parametrize("key", SYSTEMS)
def test_every_face_shows_the_values_of_the_lines(key: str, language: str, name: str) -> None:
    """The same line has the same figures on each face, so that no two places of a club can disagree."""
    medium, read_rows = FACES[name]
    context = context_of(replayed(key, random_tables(key, 60, 8, 3)), language)
    compared = 0
    for report in reports_of(context.system):
        assert isinstance(render_legend(report, context), str)
        for section in report.sections_on(medium):
            columns = shown_columns(section, medium, context)
            if any(column.repeated for column in columns):
                continue
            lines = [row.line for group in section.groups_of(context) for row in group.rows if row.line is not None]
            if medium == WEB:
                lines = [line for line in lines if any(column.value_of(line) is not None for column in columns)]
            rows = read_rows(section, context)
            assert len(rows) == len(lines), (report.name, section.title)
            for line, row in zip(lines, rows):
                for column, cell in zip(columns, row, strict=True):
                    value = column.value_of(line)
                    small = column.web.small_text if medium == WEB else None
                    if isinstance(value, Stacked) or (small and small.__get__(line)):
                        continue
                    assert has_value(cell, value, column, context), (report.name, column.heading, cell, value)
                    compared += value is not None
    assert compared > 30


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_player_who_is_left_out_is_named_nowhere(key: str) -> None:
    replay = replayed(key, random_tables(key, 60, 8, 3))
    context = context_of(replay)
    hidden = frozenset(player.name for player in replay.log.players[:3])
    for report in reports_of(replay.log.system):
        for section in report.sections_on(WEB):
            html = render_section(section, context, names_of(context, hidden))
            cells = {cell for row in table_rows(html) for cell in row}
            assert not [cell for cell in cells for name in hidden if name in cell], (report.name, section.title)


def test_a_ladder_keeps_its_places_and_drops_a_group_of_nobody_seen() -> None:
    """The best of the Pawns is left out, and so is the only Rook."""
    tables: dict[str, list[list[object]]] = {
        "groups": [["Group", "Initial rating"], ["Pawns", 1000], ["Rooks", 1200]],
        "players": [["Player", "Group"], ["Ann", "Pawns"], ["Bob", "Pawns"], ["Cyd", "Rooks"]],
        "games": [["Date", "White", "Black", "Result"], ["2026-03-01", "Ann", "Bob", "(1-0)"]],
    }
    context = context_of(replayed("sca", tables))
    (ladder,) = ladder_report(context.system).sections
    html = render_section(ladder, context, names_of(context, frozenset({"Ann", "Cyd"})))
    assert [row[:2] for row in table_rows(html)[1:]] == [["2", "Bob"]] and "Rooks" not in html


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_column_reads_its_value_from_a_line_of_its_section(key: str) -> None:
    """A column on no face of this system, too: its attribute would fail only when a club first needs it."""
    context = context_of(sample(key))
    for report in reports_of(context.system):
        for section in report.sections:
            for group in section.groups_of(context):
                for row in group.rows:
                    for column in section.columns.values() if row.line is not None else ():
                        column.value_of(row.line)
