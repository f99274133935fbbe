"""Contract of the Calculator, recalculated by LibreOffice: it gives what the rules and the sources give."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import load_values, sample_book
from tests.helpers.edited_rules import edit_rules
from tests.helpers.live_cells import INPUTS, new_book
from tests.helpers.programs.recalculating import recalculate
from tests.helpers.random_clubs import RATINGS, SCORES
from tests.helpers.suite.length import usual_or_long
from xladdin.functions.registry import CATALOGUE
from xladdin.systems import SYSTEMS
from xladdin.systems.bands import Bands
from xladdin.systems.dptr import DipPouch
from xladdin.systems.elo import Elo
from xladdin.systems.lexington import Lexington
from xladdin.systems.mississauga import Mississauga
from xladdin.systems.system import ResultSchema
from xladdin.workbook.lambda_names import build_lambda_names
from xladdin.workbook.schema import CALCULATOR

CARDS = usual_or_long(16, 40)
"""Copies of the sheet in one workbook, each with inputs of its own."""
Lines = dict[str, tuple[Any, ...]]
"""Lines of the sheet by their label, with a value for each player."""


def row_of(sheet: Worksheet, label: str) -> int:
    (row,) = [row for row in range(1, sheet.max_row + 1) if sheet.cell(row, 1).value == label]
    return row


def calculated(path: Path, inputs: list[Lines]) -> list[Lines]:
    workbook = openpyxl.load_workbook(path)
    for sheet in workbook.worksheets:
        if sheet.title not in (CALCULATOR, *INPUTS):
            workbook.remove(sheet)
    for number, lines in enumerate(inputs):
        card = workbook.copy_worksheet(workbook[CALCULATOR])
        card.title = f"Card {number}"
        for label, values in lines.items():
            for column, value in enumerate(values, 2):
                cell = card.cell(row_of(card, label), column)
                cell.value = value
                if isinstance(value, str):
                    cell.data_type = "s"
    path = path.with_name("cards.xlsx")
    workbook.save(path)
    recalculated = openpyxl.load_workbook(recalculate(path, path.parent / "recalculated"), data_only=True)
    cards = [recalculated[f"Card {number}"] for number in range(len(inputs))]
    return [{str(row[0]): row[1:9] for row in card.values if row[0]} for card in cards]


def random_inputs(system: Any, random: Random) -> Lines:
    """Two players by their typed ratings, and a game between them, or a place in a tournament."""

    def two(values: Any) -> tuple[Any, Any]:
        return random.choice(values), random.choice(values)

    if isinstance(system, DipPouch):
        field = random.choice((1, 8, 19, 65, 80))
        rank, rating = random.randint(1, field), random.choice((0, 40, 55, 99.5))
        rounds, year, worlds = (random.choice(cells) for cells in ((1, 2, 4), (1999, 2001, 2006), ("No", "Yes")))
        tournament = {"Place": rank, "Players": field, "Rounds": rounds, "Year": year, "World Championship": worlds}
        return {"or rating": (rating,), **{label: (cell,) for label, cell in tournament.items()}}
    inputs: Lines = {"or rating": two([1432.5, *filter(None, RATINGS)])}
    if isinstance(system, (Mississauga, Bands, Elo, Lexington)):
        inputs["Games before the session"] = two((0, 9, 10, 29, 30, 49, 50, 60))
    if isinstance(system.log_schema, ResultSchema):
        return {**inputs, "Result": (random.choice(("(1-0)", "(1/2-1/2)", "(0-1)")),)}
    inputs["Score"] = two(SCORES) if random.random() < 0.8 else (random.choice(SCORES),) * 2
    return {**inputs, "Plays two at once": two(("No", "Yes"))} if system.log_schema.double else inputs


def expected(system: Any, inputs: Lines) -> Lines:
    ratings = inputs["or rating"]
    if isinstance(system, DipPouch):
        rank, players, rounds, year, worlds = (values[0] for label, values in inputs.items() if label != "or rating")
        change = system.change(ratings[0], rank, players, rounds, year, worlds == "Yes")
        return {"Change": (change,), "New rating": (ratings[0] + change,)}
    rating, other = ratings
    played = inputs.get("Games before the session", (0, 0))
    lines: Lines = {"Difference": (rating - other, other - rating)}
    if isinstance(system.log_schema, ResultSchema):
        (result,) = inputs["Result"]
        won = {"(1-0)": "W", "(0-1)": "L"}.get(result, "T")
        if isinstance(system, Elo):
            ks, by_table = tuple(map(system.k, ratings, played)), system.expected_by == "table"
            seats = ((rating, other, won), (other, rating, {"W": "L", "L": "W"}.get(won, "T")))
            changes = tuple(system.change(*side, k, by_table) for side, k in zip(seats, ks))
        else:
            change = system.change(rating, other, result)
            changes = change, -change
        return {**lines, "Change": changes}
    score, others = inputs["Score"]
    doubled = [[answer == "Yes"] for answer in inputs["Plays two at once"]] if system.log_schema.double else [[], []]
    extra = [[count] for count in played] if isinstance(system, Lexington) else doubled
    sides = ((rating, other, score, others), (other, rating, others, score))
    changes = tuple(system.change(*side, *more) for side, more in zip(sides, extra))
    if isinstance(system, Lexington):
        few = [count < system.established_games for count in played]
        return {**lines, "Change": tuple("newcomer" if is_few else change for is_few, change in zip(few, changes))}
    if not isinstance(system, (Mississauga, Bands)):
        return {**lines, "Change": changes}
    session_changes = tuple(map(system.compute_session_change, ratings, played, changes))
    return {**lines, "Change of the game": changes, "What the list takes": session_changes}


@pytest.mark.parametrize("edited", [False, True])
@pytest.mark.parametrize("key", SYSTEMS)
def test_a_game_changes_the_ratings_by_the_rules(key: str, edited: bool, tmp_path: Path) -> None:
    system, random = edit_rules(SYSTEMS[key]) if edited else SYSTEMS[key], Random(key)
    inputs = [random_inputs(system, random) for _ in range(CARDS)]
    for lines, displayed in zip(inputs, calculated(new_book(system, {}, tmp_path), inputs), strict=True):
        expected_row = expected(system, lines)
        for label, values in expected_row.items():
            assert displayed[label][: len(values)] == pytest.approx(values), (label, lines)


# The examples that a sheet shows until somebody types, with the words of the sources.
EXAMPLES = {
    "mississauga": ("What the list takes", 8),  # "gain 6 rating points, plus an additional 2"
    "montreal": ("Change", 3),  # "She gets 2 rating points for the win, plus 1 for the spread"
    "lexington": ("Change", 4),  # "58.6% 66.8% + 4 - 4"
    "sca": ("Change", 12),  # "16 added to it and also 1/25 of the difference subtracted"
    "dptr": ("New rating", 60.02),  # "their rating increases from 55 to 60.019"
}


@pytest.mark.parametrize("key", EXAMPLES)
def test_a_sheet_as_it_came_shows_the_sources_example(key: str, tmp_path: Path) -> None:
    label, displayed = EXAMPLES[key]
    rows = load_values(sample_book(key, tmp_path))[CALCULATOR].values
    assert [round(row[1], 2) for row in rows if row[0] == label] == [displayed]


@pytest.mark.parametrize("key", SYSTEMS)
def test_below_the_card_are_the_functions_of_the_system_with_examples_to_copy(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    rows = {
        str(row[0]): row for row in load_values(path)[CALCULATOR].values if re.fullmatch(r"[A-Z]+\(.*\)", str(row[0]))
    }
    family = SYSTEMS[key].change_function.removesuffix("CHANGE")
    functions = [entry for entry in CATALOGUE.values() if family and entry.name.startswith(family)]
    club = [entry for entry in CATALOGUE.values() if entry.name.startswith("CLUB")]
    assert list(rows) == [entry.syntax for entry in (*functions, *club)]
    book = openpyxl.load_workbook(path)
    room = sum(book[CALCULATOR].column_dimensions[column].width for column in "BC")
    for function in (*functions, *club):
        _, example, _, gives, has_name, description, *_ = rows[function.syntax]
        assert str(example).startswith(f"={function.name}(") and description == function.description
        assert gives is None or len(str(example)) <= room
        assert (has_name == "yes") == (function.name in build_lambda_names())
        assert gives == function.result or isinstance(function.result, str)
    tables = {name for sheet in book for name in sheet.tables}
    for example in (str(row[1]) for row in rows.values()):
        assert set(re.findall(r"(\w+)\[#All\]", example)) <= tables
        assert f'"{key}"' in example or "[#All]" not in example
