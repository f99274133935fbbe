"""What a case of the corpus is: a little club, what we spoil in it, and the outcome that we state for it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from tests.corpus.editing import ErrorValue, Formula, Parts, cell_at, defined_name, set_cell
from tests.helpers.values import ERRORS
from xladdin.systems import SYSTEMS
from xladdin.workbook.rules import lay_out_rules

TODAY = "{today}"
"""In a stated message, this is the day on which the test runs."""
GONE = float("nan")
"""This replaces a rating where the workbook of the club no longer lists the player."""
TOMORROW = date.today() + timedelta(days=1)


@dataclass(frozen=True)
class Accepted:
    """xladdin rates it. `ratings` are those that differ from the rest of the club; `notes` are by place of a row."""

    ratings: Mapping[object, float | None] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ToMend:
    """Rows to fix: status 1, and no rating changes. `lines` are those on stderr in order, with place and remedy."""

    lines: tuple[str, ...]

    def __init__(self, *lines: str) -> None:
        object.__setattr__(self, "lines", lines)


@dataclass(frozen=True)
class Cannot:
    """Refused whole: status 2, and not a byte changes. `phrases` say what is wrong and what to do."""

    phrases: tuple[str, ...]

    def __init__(self, *phrases: str) -> None:
        object.__setattr__(self, "phrases", phrases)


class CannotWrite(Cannot):
    """xladdin reads and checks it well, but refuses it whole when it comes to writing values."""


Outcome = Accepted | ToMend | Cannot


@dataclass(frozen=True)
class BookCase:
    """The recalculated workbook of a club, which we spoil in place, then check and recalculate."""

    name: str
    club: str
    spoil: Callable[[Path], None]
    outcome: Outcome


def on_parts(name: str, change: Callable[[Parts], None], outcome: Outcome, club: str = "mississauga") -> BookCase:
    """Return a case of changed parts of the workbook."""

    def spoil(path: Path) -> None:
        parts = Parts(path)
        change(parts)
        parts.save()

    return BookCase(name, club, spoil, outcome)


def put(cells: Mapping[str, object]) -> Callable[[Parts], None]:
    """Put values into cells such as "Games!C4", or rows below the first of a name, such as "rule_spread_from+2"."""

    def change(parts: Parts) -> None:
        for reference, value in cells.items():
            name, _, offset = reference.partition("+")
            area = reference if "!" in reference else defined_name(parts, name).text.replace("$", "")
            sheet, first, row = re.fullmatch(r"'?(.+?)'?!([A-Z]+)(\d+).*", area).groups()  # type: ignore[union-attr]
            set_cell(cell_at(parts.sheet(sheet), f"{first}{int(row) + int(offset or 0)}"), value)

    return change


def read_cases(table: Path) -> tuple[BookCase, ...]:
    """Return the cases of a table, which says above them how they are written."""
    blocks = table.read_text(encoding="utf-8").split("\n\n")
    return tuple(_read_case(block) for block in blocks if not block.startswith("#"))


def _read_case(block: str) -> BookCase:
    title, *lines = block.strip().splitlines()
    name, club = title.removesuffix(")").rsplit(" (", 1)
    cells, outcomes = {}, dict[str, list[str]]()
    for line in lines:
        if match := re.match(r"(\w+!\w+|\w+_\w+(?:\+\d+)?) = ", line):
            cells[match[1]] = _value(line[match.end() :])
        else:
            kind, _, text = line.partition(": ")
            outcomes.setdefault(kind, []).append(with_rows(text.replace("{tomorrow}", TOMORROW.isoformat()), club))
    if "fix" in outcomes:
        return on_parts(name, put(cells), ToMend(*outcomes["fix"]), club)
    for kind, outcome in {"refused": Cannot, "not written": CannotWrite}.items():
        if kind in outcomes:
            return on_parts(name, put(cells), outcome(*outcomes[kind]), club)
    (ratings,) = outcomes.pop("rated")
    changed = {player: GONE if cell == "gone" else cell for player, cell in ast.literal_eval(ratings).items()}
    notes = {kind.removeprefix("note "): note for kind, (note,) in outcomes.items()}
    return on_parts(name, put(cells), Accepted(changed, notes), club)


def _value(text: str) -> object:
    if text.startswith("="):
        formula, _, stored = text[1:].partition(" -> ")
        return Formula(formula, _value(stored) if stored else None)
    if text == "tomorrow":
        return TOMORROW
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return date.fromisoformat(text)
    return ErrorValue(text) if text in ERRORS else ast.literal_eval(text)


def with_rows(text: str, club: str) -> str:
    """Replace each rule in braces by its row on Rules, in the layout of the club or of the system that has it."""
    rows = {}
    for key in (*SYSTEMS, club):
        settings, tables = lay_out_rules(SYSTEMS[key])
        rows.update((setting.name, setting.row) for setting in settings)
        rows.update((column, table.first_band_row) for table in tables for column in table.names())
    return re.sub(r"\{(rule_\w+)\+?(\d*)\}", lambda match: str(rows[match[1]] + int(match[2] or 0)), text)
