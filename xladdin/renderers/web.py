"""Render a section of a report as an HTML table. Data of the club is escaped.

The tables have most of the rows of a page, and a Jinja macro would take twice as long for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from xladdin.cells import ColumnType, Number, round_rating, sign
from xladdin.languages import Language
from xladdin.messages import Message, msg
from xladdin.reports.context import ReportContext
from xladdin.reports.report import WEB, Column, Group, Note, Report, Row, Section, Stacked

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

# The subfolder with the compiled templates, which only the wheel has.
COMPILED = "compiled"
UP, DOWN, SAME = "▲", "▼", "="
_MINUS = re.compile(r"-(?<![^\s(]-)(?=\d)")  # its beginning is what it searches for: five times as fast
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


def render_section(section: Section, context: ReportContext, names: DisplayedNames, table_id: str = "") -> Markup:
    """Return a section as an HTML table, or if its groups have titles as a table with a heading for each.

    The result is blank without rows.
    """
    return TableWriter(section, context, names).render(section.groups_of(context), table_id)


def render_legend(report: Report, context: ReportContext) -> str:
    """Return the legend of a report as plain text."""
    sentences = (sentence for section in report.sections_on(WEB) for sentence in section.legend(context))
    return " ".join(
        context.language.render(sentence) for sentence in sentences if isinstance(sentence, Message)
    )  # fmt: skip


@cache
def templates_in(folder: Path) -> Environment:
    """Return the Jinja environment of a folder of templates, which escapes values.

    A wheel has compiled templates. Otherwise, a process compiles each template once.
    """
    from jinja2 import ChoiceLoader, Environment, FileSystemLoader, ModuleLoader, StrictUndefined

    return Environment(
        loader=ChoiceLoader([ModuleLoader(folder / COMPILED), FileSystemLoader(folder)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


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


class TableWriter:
    """Writes the tables of a section."""

    def __init__(self, section: Section, context: ReportContext, names: DisplayedNames) -> None:
        self._section, self._context, self._names = section, context, names
        self._language = context.language
        columns = [
            column
            for column in section.columns_on(WEB)
            if column.web.condition is None or column.web.condition(context)
        ]
        plain_columns = [column for column in columns if not (column.web.is_above or column.web.is_below)]
        # The header cell of a row is that of the player, or else of the first text.
        head_candidates = [column for column in plain_columns if column.kind in (ColumnType.PLAYER, ColumnType.TEXT)]
        head = next(
            (column for column in head_candidates if column.kind is ColumnType.PLAYER),
            next(iter(head_candidates), None),
        )
        self._columns = [_ColumnWriter(column, context, names, is_head=column is head) for column in plain_columns]
        self._above = [_ColumnWriter(column, context, names) for column in columns if column.web.is_above]
        self._below = [column for column in columns if column.web.is_below]
        headings = [heading for column in self._columns for heading in column.headings()]
        self._width, self._headings = len(headings), "".join(headings)
        self._blank_cells = "".join(column.blank_cell for column in self._columns)

    def render(self, groups: Iterable[Group], table_id: str = "") -> Markup:
        """Return groups as `render_section` does."""
        from markupsafe import Markup

        groups = list(groups)
        if any(group.title is not None for group in groups):
            return Markup("".join(map(self._titled_table, _split_at_titles(groups))))
        return Markup(self._table(groups, table_id))

    def _titled_table(self, groups: Sequence[Group]) -> str:
        """Return the table of groups below its caption as a heading of the page, or "" if it has no rows."""
        table = self._table(groups)
        return f"<section>\n<h2><bdi>{self._caption(groups)}</bdi></h2>\n{table}\n</section>\n" if table else ""

    def _table(self, groups: Sequence[Group], table_id: str = "") -> str:
        """Return the table of groups, or "" if it has no rows."""
        bodies = [[html for row in group.rows if self._is_shown(row) for html in self._rows(row)] for group in groups]
        if all(len(rows) <= 1 for rows in bodies):
            bodies = [[row for rows in bodies for row in rows]]
        body = "".join(f"<tbody>\n{''.join(rows)}</tbody>\n" for rows in bodies if rows)
        if not body:
            return ""
        caption, title = self._caption(groups), ""
        attributes = (f' id="{table_id}"' if table_id else "") + _css_attribute(self._section.css)
        if groups[0].title is not None:
            title = f'<tr class="group on-paper"><th colspan="{self._width}"><bdi>{caption}</bdi></th></tr>'
        return (
            f'<table{attributes}>\n<caption class="unseen">{caption}</caption>\n'
            f"<thead>{title}<tr>{self._headings}</tr></thead>\n{body}</table>"
        )

    def _caption(self, groups: Sequence[Group]) -> str:
        title = groups[0].title
        if title is None:
            return escape(self._language.render(self._section.title))
        return escape(title or self._language.render(msg("Without a group")))

    def _is_shown(self, row: Row) -> bool:
        """Return whether a row is displayed, as all are except those of hidden players."""
        player = getattr(row.line, "player", None)
        return self._section.keeps_hidden_players or player not in self._names.hidden_players

    def _rows(self, row: Row) -> Iterator[str]:
        """Yield a row with the heading above it and the sentences below it."""
        line = row.line
        if row.notes:
            yield self._wide_row("<br>".join(map(self._note, row.notes)))
            return
        headings = [column.text(line) for column in self._above]
        if any(headings):
            yield self._heading_row(headings)
        cells = "".join([column.cells(line) for column in self._columns])
        if not headings or cells != self._blank_cells:
            yield f"<tr{_css_attribute('away' if row.is_absent else '')}>{cells}</tr>\n"
        for column in self._below:
            if value := column.value_of(line):
                yield self._wide_row(_sentence(value, self._language))

    def _heading_row(self, headings: Sequence[str]) -> str:
        first, *further = zip(self._above, headings)
        cells = "".join(f"<td{column.css}>{html}</td>" for column, html in further)
        head = f'<th scope="rowgroup"{first[0].css} colspan="{self._width - len(further)}">{first[1]}</th>'
        return f'<tr class="day">{head}{cells}</tr>\n'

    def _wide_row(self, html: str) -> str:
        return f'<tr class="words"><td colspan="{self._width}">{html}</td></tr>\n'

    def _note(self, note: Note) -> str:
        player = f"<bdi>{self._names.plain[note.player]}</bdi>{self._language.colon}" if note.player else ""
        return f"{player}{_sentence(note.text, self._language)}"


class _ColumnWriter:
    """Writes the headings and cells of a column."""

    def __init__(self, column: Column, context: ReportContext, names: DisplayedNames, *, is_head: bool = False) -> None:
        self._column, self._names, self._language = column, names, context.language
        self._value_of: Callable[[Any], Any] = column.value_of if column.value is None else column.value.__get__
        self._format = choose_number_format(column, context.language, context.system.rating_decimals)
        self._has_sessions = column.kind in (ColumnType.DATE, ColumnType.EVENT)
        self._has_players = column.kind is ColumnType.PLAYER or column.web.is_player
        self._isolates = column.kind in (ColumnType.GROUP, ColumnType.EVENT, ColumnType.PLAYER)
        self.css = _css_attribute(column.web.css)
        self._opening, self._closing = (
            (f'<th scope="row"{self.css}', "</th>") if is_head else (f"<td{self.css}", "</td>")
        )
        self.blank_cell = f"{self._opening}>{self._closing}"
        # The headings of a repeated column, and the numbers of those that are displayed.
        self._players: Sequence[str] = column.repeated.headings(context) if column.repeated else ()
        self._numbers = [number for number, name in enumerate(self._players) if name not in names.hidden_players]

    def headings(self) -> list[str]:
        """Return the headings of the column, which are several for a repeated one."""
        column = self._column
        if column.repeated:
            links = [self._names.links[self._players[number]] for number in self._numbers]
            return [f'<th scope="col" class="upright"><span>{link}</span></th>' for link in links]
        heading = escape(self._language.render(column.heading_on(WEB)))
        if not heading:
            return ["<td></td>"]
        if column.web.heading.endswith("."):
            heading = f'<abbr title="{escape(self._language.render(column.heading))}">{heading}</abbr>'
        css = _css_attribute(column.web.css.replace(" strong", ""))
        sort = "" if column.web.sort is None else ' data-sort="value"'
        return [f'<th scope="col"{css}{sort}>{heading}</th>']

    def cells(self, line: Any) -> str:
        """Return the cell of the column in the row of a line, or the cells of a repeated column."""
        column, value = self._column, self._value_of(line)
        if column.repeated:
            return "".join(self._repeated_cell(value[number]) for number in self._numbers)
        html, sort = self._html(value), ""
        if column.web.small_text is not None and (small := column.web.small_text.__get__(line)):
            html = f"{html} <small>{_sentence(small, self._language)}</small>"
        if column.web.sort is not None:
            sort = f' data-value="{escape(str(_sort_value(column.web.sort.__get__(line))))}"'
        return f"{self._opening}{sort}>{html}{self._closing}"

    def _repeated_cell(self, value: object) -> str:
        return f"<td{_css_attribute('self' if value == _NO_PLAYER else '')}>{self._html(value)}</td>"

    def text(self, line: Any) -> str:
        """Return the value of a line as HTML."""
        return self._html(self._value_of(line))

    def _html(self, value: Any) -> str:
        if value is None:
            return ""
        if isinstance(value, (int, float)):
            return self._format(value)
        if isinstance(value, Stacked):
            second = self._html(value.second)
            return f"{self._html(value.first)}<small>{second}</small>" if second else self._html(value.first)
        html = self._text_html(value) if isinstance(value, str) else escape(self._language.format_full_date(value))
        address = self._names.sessions.get(value) if self._has_sessions else None
        return html if address is None else f'<a href="{address}">{html}</a>'

    def _text_html(self, value: str) -> str:
        if isinstance(value, Message):
            return _sentence(value, self._language)
        if self._has_players and value in self._names.links:
            return self._names.links[value]
        return f"<bdi>{escape(value)}</bdi>" if self._isolates else escape(value)


def _css_attribute(classes: str) -> str:
    return f' class="{classes}"' if classes else ""


def _sentence(text: str, language: Language) -> str:
    return escape(_MINUS.sub("\N{MINUS SIGN}", language.render_text(text)))


def choose_number_format(column: Column, language: Language, decimals: int) -> Callable[[Number], str]:
    """Return the function that formats the numbers of a column. `decimals` is the number of decimals of ratings."""
    match column.kind:
        case ColumnType.RATING:
            return lambda value: language.format_rating(value, decimals)
        case ColumnType.CHANGE | ColumnType.DECIMAL_CHANGE:
            digits = decimals if column.kind is ColumnType.CHANGE else 2
            return lambda value: format_change(value, language, digits)
        case ColumnType.SIGNED:
            return language.format_signed
        case ColumnType.DECIMAL if column.number_format.startswith("0.0"):
            return lambda value: language.format_number(value, 1)
        case ColumnType.DECIMAL if not column.number_format:
            return lambda value: language.format_number(value, 2)
    return language.format_signed if column.number_format.startswith("+") else language.format_number


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
