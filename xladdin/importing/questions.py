"""Define the results of readers (rows for the workbook's tables, notes, errors) and the questions to the user.

Most answers are remembered for later sources of the same kind.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from xladdin.cells import CellValue
from xladdin.errors import WorkbookError, escape_unprintable, excerpt, make_missing_file_error
from xladdin.messages import Message, join_lines, msg, ngettext

# The section of answers about a single file, such as the day of its games, a cell or a choice between namesakes.
ONCE = "once"
# Answers: add a new player; leave out the rows of a name that does not belong to a player; use no column.
NEW, NOBODY, NONE = "new", "nobody", "-"
# The placeholder in an answers file for a missing answer.
OPEN = "?"
# The question about unreadable lines. Its samples are messages.
LINES_TO_FIX = "lines to fix"
# The most samples of a question.
MAX_SAMPLES = 8
# The sections of an answers file with their keys. `table` and `once` have a section for each table or file.
KNOWN_KEYS: Mapping[str, Sequence[str]] = {
    "source": ("dates", "dates of rounds", "encoding"),
    "start": ("games", "group", "list", "ratings"),
    "names": ("is", "unknown"),
    "table": (
        "columns", "date", "first name", "header", "kind", "name", "new", "odd", "other player", "rating",
        "ratings beside games", "result", "scores", "unused",
    ),
    ONCE: (
        "day", "day of rounds", LINES_TO_FIX, "results 0-0", "results that are dates", "score MM-DD", "NAME twice",
        "year",
    ),
}  # fmt: skip
# The keys of answers about a single cell or name.
_ONCE_OF_A_CELL = re.compile(r"(?:.*: )?score \d\d-\d\d|.* twice", re.DOTALL)

Id = tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """A question about a source with more than one plausible interpretation.

    Attributes:
        id: The keys of the answer in the answers file.
        text: The question.
        choices: The key and the label of each answer. A label is a message or a text of the source.
        default: The answer of the Return key at a terminal, or "" if the user must choose.
        samples: Cells of the source that help to decide.
        free_answer: The kind of free answer: "date", "dates", "number", "name", "text", or "" for the choices only.
        rounds: The number of rounds, each of which may have a separate date.
    """

    id: Id
    text: Message
    choices: Sequence[tuple[str, str]]
    default: str = ""
    samples: Sequence[str] = ()
    free_answer: str = ""
    rounds: int = 1

    def is_valid_answer(self, answer: str) -> bool:
        """Return whether an answer is one of the choices or a valid free answer."""
        if any(answer == value for value, _ in self.choices):
            return True
        if self.free_answer == "number":
            return answer.isascii() and answer.isdigit() and len(answer) < 6
        if self.free_answer == "date":
            return parse_day(answer) is not None
        if self.free_answer == "dates":
            return len(parse_days(answer)) in (1, self.rounds)
        return bool(self.free_answer and answer.strip())


def parse_day(text: str) -> date | None:
    """Return the date of an answer such as 2026-09-15 or September 15, 2026, or None if it is invalid."""
    from xladdin.importing.values import parse_unambiguous_day

    return parse_unambiguous_day(text)


def parse_days(text: str) -> list[date]:
    """Return the date of an answer, or several separated by commas, or an empty list if one of them is invalid."""
    whole = parse_day(text)
    days = [whole] if whole is not None else [parse_day(part) for part in text.split(",")]
    return [day for day in days if day is not None] if None not in days else []


class MappedTable(NamedTuple):
    """The mapping of a table: its section of the answers file, and a preview for the app's page.

    The section is empty if the table is left out.
    """

    section: Mapping[str, object]
    preview: Mapping[str, object]


class Answers:
    """The user's answers, those remembered from earlier sources, and the open questions.

    Attributes:
        values: The sections of the answers file.
        remembered: The answers for earlier sources, by the kind of source and then by question.
        to_remember: The answers that were used, to store in the workbook.
        mapped: The mapping of each table that was read.
    """

    def __init__(
        self, values: Mapping[str, Any] | None = None, remembered: Mapping[str, Mapping[str, str]] | None = None
    ) -> None:
        self.values: dict[str, Any] = json.loads(json.dumps(values or {}))
        self.remembered = remembered or {}
        self.open_questions: dict[Id, Question] = {}
        self.to_remember: dict[str, dict[str, str]] = {}
        self.mapped: dict[str, MappedTable] = {}

    def get(self, *id: str) -> Any:
        """Return the answer or section with these keys, or None."""
        value: Any = self.values
        for key in id:
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def set(self, id: Sequence[str], value: object) -> None:
        """Store an answer."""
        section = self.values
        for key in id[:-1]:
            inner = section.setdefault(key, {})
            if not isinstance(inner, dict):
                inner = section[key] = {}
            section = inner
        section[id[-1]] = value

    def ask(self, question: Question, kind: str = "") -> str:
        """Return the answer to a question. Without an answer, add it to the open questions and return its default.

        `kind` is the kind of source for which the answer is remembered, or "" for a question about a single source.
        """
        answer = self.get(*question.id)
        path = " > ".join(question.id[2:] if question.id[0] == "table" else question.id)
        if answer in (None, OPEN, ""):
            answer = self.remembered.get(kind, {}).get(path) if kind else None
        if isinstance(answer, (bool, int, float)):
            answer = str(answer).lower() if isinstance(answer, bool) else f"{answer:g}"
        if isinstance(answer, str) and question.is_valid_answer(answer):
            if kind:
                self.to_remember.setdefault(kind, {})[path] = answer
            return answer
        self.open_questions[question.id] = question
        return question.default

    @property
    def names(self) -> dict[str, str]:
        """The answers for unknown names of a source: a player's name, `NEW` or `NOBODY`."""
        section = self.get("names", "is")
        return {name: str(player) for name, player in section.items()} if isinstance(section, dict) else {}

    def with_proposals(self) -> dict[str, Any]:
        """Return the sections of the answers file, completed by the default or "?" for each open question."""
        completed = Answers(self.values)
        tables_asked_about = {question.id[1] for question in self.open_questions.values() if question.id[0] == "table"}
        for key, table in self.mapped.items():
            for name, value in (table.section if key not in tables_asked_about else {}).items():
                if self.get("table", key, name) is None:
                    completed.set(("table", key, name), value)
        for remembered in self.to_remember.values():
            for path, value in remembered.items():
                if path.split(" > ")[0] in ("source", "start"):
                    completed.set(path.split(" > "), value)
        for question in self.open_questions.values():
            completed.set(question.id, question.default or OPEN)
        return completed.values


def read_answers(path: Path) -> Answers:
    """Read an answers file in TOML or JSON. Raises WorkbookError if it is invalid or has a key of no known question."""
    import tomllib

    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise make_missing_file_error(path) from None
    except (OSError, UnicodeDecodeError) as error:
        raise WorkbookError(msg("{path}: cannot be read ({error})", path=path, error=str(error))) from None
    try:
        values = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise WorkbookError(msg("{path}: is not an answers file ({error})", path=path, error=str(error))) from None
    unknown = list(_find_unknown_keys(values))
    if unknown:
        raise WorkbookError(join_lines([msg("{path}: {problem}", path=path, problem=problem) for problem in unknown]))
    return Answers(json.loads(json.dumps(values, default=str)))


def _find_unknown_keys(values: Mapping[str, Any]) -> Iterable[Message]:
    """Yield a message for each key of no known question.

    Answers for tables and files of other imports are allowed.
    """
    for name, section in values.items():
        if name not in KNOWN_KEYS:
            yield msg(
                "[{section}] is unknown. Use one of {known}.",
                section=_format_key(name),
                known=", ".join(f"[{known}]" for known in KNOWN_KEYS),
            )
        elif not isinstance(section, dict):
            yield msg(
                "{section} is not a section. Write [{section}] on a line of its own, and its answers below.",
                section=name,
            )
        elif name in ("table", ONCE):
            for key, subsection in section.items():
                section_name = f"[{name}.{_format_key(key)}]"
                if isinstance(subsection, dict):
                    yield from _find_unknown_answers(subsection, name, section_name)
                else:
                    yield msg(
                        "{section} is not a section. Write it on a line of its own, and its answers below.",
                        section=section_name,
                    )
        else:
            yield from _find_unknown_answers(section, name, f"[{name}]")


def _find_unknown_answers(section: Mapping[str, Any], name: str, section_name: str) -> Iterable[Message]:
    known = KNOWN_KEYS[name]
    for key in section:
        about = key.rpartition(": ")[2] if name == ONCE else key  # the key may begin with the sheet's name
        if about not in known and not (name == ONCE and _ONCE_OF_A_CELL.fullmatch(key)):
            yield msg(
                "{key} in {section} is unknown. Use one of {known}.",
                key=_format_key(key),
                section=section_name,
                known=", ".join(known),
            )


# The comment at the beginning of an answers file, if every question has been answered, and if some are open.
ANSWERS_HEADER = msg("Answers for sources of this kind. Edit them if needed, and pass this file with --answers.")
OPEN_ANSWERS_HEADER = msg(
    'Replace each "?" with an answer, check the other answers, which may be proposals, and pass this file with '
    "--answers."
)


def format_answers(values: Mapping[str, Any], header: str) -> str:
    """Format the sections of an answers file as TOML, below a header."""
    lines = [f"# {header}"]
    lines += _format_section((), values)
    return "\n".join(lines) + "\n"


def _format_section(name: Id, section: Mapping[str, Any]) -> Iterable[str]:
    flat = {key: value for key, value in section.items() if not isinstance(value, dict)}
    if name and flat:
        yield f"\n[{'.'.join(map(_format_key, name))}]"
    for key, value in flat.items():
        yield f"{_format_key(key)} = {_format_value(value)}"
    for key, value in section.items():
        if isinstance(value, dict):
            yield from _format_section((*name, key), value)


def _format_key(text: str) -> str:
    return text if text.isascii() and text.replace("_", "a").replace("-", "a").isalnum() else _format_value(text)


def _format_value(value: object) -> str:
    # Strings are the same in JSON and TOML, except the character DEL, which TOML must escape.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# The most equal errors whose lines a message lists. Any more are only counted.
FIRST_NAMED = 3


@dataclass(frozen=True)
class ImportedRows:
    """Rows for one input table of the workbook, in columns of the same length.

    Attributes:
        columns: The cells, by the workbook's heading.
        lines: The line number of each row in the file or on its sheet.
        source_headings: The file's heading of each column, by the workbook's heading.
        moment: The heading of a form's column with the time of a response.
        current_headings: The workbook's headings of columns that may have current figures instead of start values.
        as_of: The date of the current figures, if the file has it.
        distinguished_by: Values of each row without a column in the workbook, such as scores in a club with results.
    """

    columns: Mapping[str, Sequence[CellValue]]
    lines: Sequence[int]
    source_headings: Mapping[str, str] = field(default_factory=dict)
    moment: str = ""
    current_headings: Collection[str] = ()
    as_of: date | None = None
    distinguished_by: Sequence[object] = ()

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.lines)

    def select_rows(self, rows: Sequence[int]) -> ImportedRows:
        """Return only the rows at these positions, in this order."""
        columns = {heading: [column[row] for row in rows] for heading, column in self.columns.items()}
        distinguished_by = [self.distinguished_by[row] for row in rows] if self.distinguished_by else ()
        return replace(
            self, columns=columns, lines=[self.lines[row] for row in rows], distinguished_by=distinguished_by
        )

    def group_repeated(self, rows: Sequence[int]) -> list[Sequence[int]]:
        """Return the groups of rows, among rows that are equal in the workbook, that are also equal in the file."""
        if not self.distinguished_by:
            return [rows]
        groups: dict[object, list[int]] = {}
        for row in rows:
            groups.setdefault(self.distinguished_by[row], []).append(row)
        return [group for group in groups.values() if len(group) > 1]


class WrongLine(NamedTuple):
    """A line of a file that cannot be read: its place, the value, and the error message."""

    file: str
    line: int
    column: str
    value: str
    message: Message

    def as_message(self) -> Message:
        """Return one message with the place, the value and the error."""
        values = {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "value": escape_unprintable(excerpt(self.value)),
        }
        if self.column and self.value:
            return msg('{file} line {line}, {column}: "{value}" – {message}', **values, message=self.message)
        if self.column:
            return msg("{file} line {line}, {column}: {message}", **values, message=self.message)
        if self.value:
            return msg('{file} line {line}: "{value}" – {message}', **values, message=self.message)
        return msg("{file} line {line}: {message}", **values, message=self.message)

    def __str__(self) -> str:
        return str(self.as_message())


class Doubt(NamedTuple):
    """Imported rows that the user should check on the sheet Review.

    Attributes:
        description: What is doubtful.
        source: The name of the file and of its sheet.
        lines: The line numbers of the rows in the file.
        reason: Why the user should check the rows.
        question_kind: The kind of question to ask in the workbook, or "" if the workbook derives it from its own rows.
        table: The workbook's input table of the rows, for such a question.
        similar_name: The name that resembles the imported one, if the question is about similar names.
    """

    description: Message
    source: str
    lines: Sequence[int]
    reason: Message
    question_kind: str = ""
    table: str = ""
    similar_name: str = ""

    @property
    def location(self) -> Message:
        """The file and sheet with the line numbers."""
        return Message("{place} {lines}", {"place": self.source, "lines": format_lines(self.lines)})

    def as_message(self) -> Message:
        """Return the doubt as one message."""
        values = {"place": self.location, "description": self.description, "reason": self.reason}
        return msg("{place}: {description}. {reason}", **values)


@dataclass(frozen=True)
class ImportedFile:
    """The content of a file, or of one table of it.

    Attributes:
        file: The name of the file and of its sheet.
        format: The name of the format.
        tables: The rows for each input table of the workbook, by its name.
        notes: Messages on the interpretation of the file, and on content that was left out.
        wrong: The lines that cannot be read.
        players: The line of each player whom the file lists by number. All of them are different persons.
        ratings: The players' ratings, if the file has them.
        doubts: Imported rows that the user should check.
        kind: The key of the kind of file, under which answers are remembered.
    """

    file: str
    format: Message
    tables: Mapping[str, ImportedRows]
    notes: Sequence[Message] = ()
    wrong: Sequence[WrongLine] = ()
    players: Mapping[str, int] = field(default_factory=dict)
    ratings: Mapping[str, CellValue] = field(default_factory=dict)
    doubts: Sequence[Doubt] = ()
    kind: str = ""


def format_lines(lines: Sequence[int]) -> Message:
    """Return a message with the first line numbers: "line 3" or "lines 3, 4, 5 ..."."""
    numbers = ", ".join(map(str, lines[:FIRST_NAMED]))
    text = f"{numbers}{' ...' if len(lines) > FIRST_NAMED else ''}"
    return ngettext("line {lines}", "lines {lines}", max(len(lines), 1), lines=text)


def group_errors(problems: Iterable[WrongLine]) -> list[Message]:
    """Return the errors as messages. Equal errors become one message with the first of them and their number."""

    def get_error_key(problem: WrongLine) -> tuple[str, str, Message]:
        return problem.file, problem.column, problem.message

    order: dict[tuple[str, str, Message], int] = {}
    members = list(problems)
    for problem in members:
        order.setdefault(get_error_key(problem), len(order))
    messages: list[Message] = []
    for (file, column, message), group in groupby(
        sorted(members, key=lambda p: order[get_error_key(p)]), key=get_error_key
    ):
        equal = list(group)
        if len(equal) < FIRST_NAMED:
            messages.extend(problem.as_message() for problem in equal)
            continue
        first = ", ".join(f'{p.line} "{escape_unprintable(excerpt(p.value))}"' if p.value else str(p.line)
                          for p in equal[:FIRST_NAMED])  # fmt: skip
        values = {
            "file": file,
            "lines": f"{first} ..." if len(equal) > FIRST_NAMED else first,
            "column": column,
            "message": message,
            "count": ngettext("{n:,} line", "{n:,} lines", len(equal)),
        }
        if column:
            messages.append(msg("{file} lines {lines}, {column}: {message} ({count})", **values))
        else:
            messages.append(msg("{file} lines {lines}: {message} ({count})", **values))
    return messages
