"""Render a section of a report as an HTML table by a Jinja macro. Data of the club is escaped."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from xladdin.cells import ColumnType, round_rating, sign
from xladdin.languages import Language
from xladdin.messages import Message, msg
from xladdin.reports.context import ReportContext
from xladdin.reports.report import WEB, Column, Group, Note, Report, Row, Section, Stacked

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.environment import TemplateModule
    from markupsafe import Markup

MACROS, TEMPLATE = Path(__file__).parent, "table.html.j2"
# The subfolder with the compiled templates, which only the wheel has.
COMPILED = "compiled"
UP, DOWN, SAME = "▲", "▼", "="
_MINUS = re.compile(r"(?<![^\s(])-(?=\d)")
_NO_PLAYER = "×"


class DisplayedNames(NamedTuple):
    """The names of players as a page displays them, by their names in the replay.

    Attributes:
        links: HTML of each name with a link to the player's page.
        plain: HTML of each name without a link.
        hidden_players: Players who have no rows, and a placeholder elsewhere.
        sessions: Address of the page of each session, by its date or by the name of the event.
    """

    links: Mapping[str, str]
    plain: Mapping[str, str]
    hidden_players: Collection[str] = frozenset()
    sessions: Mapping[date | str, str] = {}


class Heading(NamedTuple):
    """A heading of a table. If `is_sorted`, readers can sort by the column, whose cells have sort values."""

    html: str
    css: str
    is_sorted: bool


class Cell(NamedTuple):
    """A cell of a table."""

    html: str
    css: str = ""
    tag: str = "td"
    sort: object = None
    span: int = 0


class HtmlRow(NamedTuple):
    """A row of a table."""

    cells: Sequence[Cell]
    css: str = ""


class HtmlTable(NamedTuple):
    """A table for the macro. If `is_titled`, its caption is also a heading of the page."""

    caption: str
    is_titled: bool
    css: str
    headings: Sequence[Heading]
    bodies: Sequence[Sequence[HtmlRow]]


def render_section(
    section: Section,
    context: ReportContext,
    names: DisplayedNames,
    table_id: str = "",
    groups: Iterable[Group] | None = None,
) -> Markup:
    """Return a section as an HTML table, or if its groups have titles as a table with a heading for each.

    The result is blank without rows. `groups` replaces the rows of the report.
    """
    from markupsafe import Markup

    groups = list(section.groups_of(context) if groups is None else groups)
    macros: Any = _macros()
    if any(group.title is not None for group in groups):
        tables = [_table(section, table_groups, context, names) for table_groups in _split_at_titles(groups)]
        return Markup(macros.titled([table for table in tables if table.bodies]))
    table = _table(section, groups, context, names)
    return Markup(macros.table(table, table_id)) if table.bodies else Markup()


def render_legend(report: Report, context: ReportContext) -> str:
    """Return the legend of a report as plain text."""
    sentences = (sentence for section in report.sections_on(WEB) for sentence in section.legend(context))
    return " ".join(
        context.language.render(sentence) for sentence in sentences if isinstance(sentence, Message)
    )  # fmt: skip


@cache
def templates_in(folder: Path, *, escapes: bool = True) -> Environment:
    """Return the Jinja environment of a folder of templates. With `escapes`, values are escaped.

    A wheel has compiled templates. Otherwise, a process compiles each template once.
    """
    from jinja2 import ChoiceLoader, Environment, FileSystemLoader, ModuleLoader, StrictUndefined

    return Environment(
        loader=ChoiceLoader([ModuleLoader(folder / COMPILED), FileSystemLoader(folder)]),
        autoescape=escapes,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


@cache
def _macros() -> TemplateModule:
    # The cells are HTML already, and escaping tens of thousands of them takes long. The macro escapes everything else.
    return templates_in(MACROS, escapes=False).get_template(TEMPLATE).module


def _split_at_titles(groups: Iterable[Group]) -> Iterator[list[Group]]:
    """Yield the groups of each table, which begins with each group that has a title."""
    table_groups: list[Group] = []
    for group in groups:
        if group.title is not None and table_groups:
            yield table_groups
            table_groups = []
        table_groups.append(group)
    if table_groups:
        yield table_groups


def _table(section: Section, groups: Sequence[Group], context: ReportContext, names: DisplayedNames) -> HtmlTable:
    language = context.language
    writer = _Writer(section, context, names)
    headings = [heading for column in writer.columns for heading in writer.headings(column)]
    bodies: list[list[HtmlRow]] = []
    for group in groups:
        rows = [html for row in group.rows if writer.is_shown(row) for html in writer.rows(row, len(headings))]
        bodies.append(rows)
    if all(len(rows) <= 1 for rows in bodies):
        bodies = [[row for rows in bodies for row in rows]]
    title = groups[0].title if groups else None
    caption = language.render(section.title) if title is None else title or language.render(msg("Without a group"))
    return HtmlTable(caption, title is not None, section.css, headings, [rows for rows in bodies if rows])


class _Writer:
    """Renders the cells of a table."""

    def __init__(self, section: Section, context: ReportContext, names: DisplayedNames) -> None:
        self._section, self._context, self._names = section, context, names
        self._language, self._decimals = context.language, context.system.rating_decimals
        columns = [
            column
            for column in section.columns_on(WEB)
            if column.web.condition is None or column.web.condition(context)
        ]
        self.columns = [column for column in columns if not (column.web.is_above or column.web.is_below)]
        self._above = [column for column in columns if column.web.is_above]
        self._below = [column for column in columns if column.web.is_below]
        # The header cell of a row is that of the player, or else of the first text.
        head_candidates = [column for column in self.columns if column.kind in (ColumnType.PLAYER, ColumnType.TEXT)]
        self._head = next(
            (column for column in head_candidates if column.kind is ColumnType.PLAYER),
            next(iter(head_candidates), None),
        )
        self._opponents = {
            id(column): [
                number
                for number, name in enumerate(column.repeated.headings(context))
                if name not in names.hidden_players
            ]
            for column in self.columns
            if column.repeated
        }

    def headings(self, column: Column) -> Iterator[Heading]:
        """Yield the headings of a column, which are several for a repeated one."""
        if column.repeated:
            players = column.repeated.headings(self._context)
            for number in self._opponents[id(column)]:
                yield Heading(f"<span>{self._names.links[players[number]]}</span>", "upright", False)
            return
        heading = escape(self._language.render(column.heading_on(WEB)))
        if column.web.heading.endswith("."):
            heading = f'<abbr title="{escape(self._language.render(column.heading))}">{heading}</abbr>'
        yield Heading(heading, column.web.css.replace(" strong", ""), column.web.sort is not None)

    def is_shown(self, row: Row) -> bool:
        """Return whether a row is displayed, as all are except those of hidden players."""
        player = getattr(row.line, "player", None)
        return self._section.keeps_hidden_players or player not in self._names.hidden_players

    def rows(self, row: Row, width: int) -> Iterator[HtmlRow]:
        """Yield a row with the heading above it and the sentences below it. `width` is the number of columns."""
        if row.notes:
            yield HtmlRow([self._wide_cell(map(self._note, row.notes), width)], "words")
            return
        heading_values = [(column, column.value_of(row.line)) for column in self._above]
        if any(value is not None and value != "" for _, value in heading_values):
            first, *further = [Cell(self._html(value, column), column.web.css) for column, value in heading_values]
            yield HtmlRow([first._replace(tag="th", span=width - len(further)), *further], "day")
        cells = [cell for column in self.columns for cell in self._cells(column, row.line)]
        if not heading_values or any(cell.html for cell in cells):
            yield HtmlRow(cells, "away" if row.is_absent else "")
        for column in self._below:
            if value := column.value_of(row.line):
                yield HtmlRow([self._wide_cell([self._sentence(value)], width)], "words")

    def _wide_cell(self, lines: Iterable[str], width: int) -> Cell:
        return Cell("<br>".join(lines), span=width)

    def _note(self, note: Note) -> str:
        player = f"<bdi>{self._names.plain[note.player]}</bdi>{self._language.colon}" if note.player else ""
        return f"{player}{self._sentence(note.text)}"

    def _cells(self, column: Column, line: object) -> Iterator[Cell]:
        value = column.value_of(line)
        if column.repeated:
            for number in self._opponents[id(column)]:
                opponent = value[number]
                css = "self" if opponent == _NO_PLAYER else ""
                yield Cell(self._html(opponent, column), css)
            return
        html = self._html(value, column)
        if column.web.small_text is not None and (small := column.web.small_text.__get__(line)):
            html = f"{html} <small>{self._sentence(small)}</small>"
        sort = None if column.web.sort is None else _sort_value(column.web.sort.__get__(line))
        yield Cell(html, column.web.css, "th" if column is self._head else "td", sort)

    def _html(self, value: object, column: Column) -> str:
        """Return a value as HTML, depending on the type of its column."""
        html = self._plain_html(value, column)
        if column.kind in (ColumnType.DATE, ColumnType.EVENT) and isinstance(value, (date, str)):
            address = self._names.sessions.get(value)
            return html if address is None else f'<a href="{address}">{html}</a>'
        return html

    def _plain_html(self, value: object, column: Column) -> str:
        if isinstance(value, Stacked):
            second = self._html(value.second, column)
            small = f"<small>{second}</small>" if second else ""
            return f"{self._html(value.first, column)}{small}"
        if value is None:
            return ""
        if isinstance(value, Message):
            return escape(_MINUS.sub("\N{MINUS SIGN}", self._language.render(value)))
        if isinstance(value, str):
            if (column.kind is ColumnType.PLAYER or column.web.is_player) and value in self._names.links:
                return self._names.links[value]
            text = escape(value)
            return (
                f"<bdi>{text}</bdi>" if column.kind in (ColumnType.GROUP, ColumnType.EVENT, ColumnType.PLAYER) else text
            )
        return escape(format_value(value, column, self._language, self._decimals))

    def _sentence(self, text: str) -> str:
        return escape(_MINUS.sub("\N{MINUS SIGN}", self._language.render_text(text)))


def format_value(value: Any, column: Column, language: Language, decimals: int) -> str:
    """Return the text of a number or a date in a language. `decimals` is the number of decimals of ratings."""
    if isinstance(value, date):
        return language.format_full_date(value)
    match column.kind:
        case ColumnType.RATING:
            return language.format_rating(value, decimals)
        case ColumnType.CHANGE | ColumnType.DECIMAL_CHANGE:
            return format_change(value, language, decimals if column.kind is ColumnType.CHANGE else 2)
        case ColumnType.SIGNED:
            return language.format_signed(value)
        case ColumnType.DECIMAL if column.number_format.startswith("0.0"):
            return language.format_number(value, 1)
        case ColumnType.DECIMAL if not column.number_format:
            return language.format_number(value, 2)
    return language.format_signed(value) if column.number_format.startswith("+") else language.format_number(value)


def format_change(value: float, language: Language, decimals: int) -> str:
    """Return a change with its sign: ▲ 18, ▼ 21, or =."""
    rounded = round_rating(value, decimals)
    if not rounded:
        return SAME
    arrow = UP if sign(rounded) > 0 else DOWN
    return f"{arrow}\N{NO-BREAK SPACE}{language.format_number(abs(rounded), decimals)}"


def _sort_value(value: Any) -> object:
    if value is None:
        return 0
    return value.toordinal() if hasattr(value, "toordinal") else value
