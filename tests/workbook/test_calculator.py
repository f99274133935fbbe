"""The Calculator, recalculated by LibreOffice over random inputs, against the rules of the systems."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pytest

from tests.helpers.clubs import NOW, ONE_OF_EACH_KIND, book_of, sample_book, stored
from tests.helpers.edited_rules import edited_by_the_club
from tests.helpers.live_cells import new_book
from tests.helpers.programs.libreoffice import pdf_texts, to_pdf
from tests.helpers.programs.ooxml import validate_workbook
from tests.helpers.programs.recalculating import recalculate
from tests.helpers.random_clubs import random_club
from tests.helpers.suite.length import usual_or_long
from tests.workbook.calculator.inputs import random_inputs
from tests.workbook.calculator.shown import calculated, differences
from tests.workbook.calculator.wanted import expected
from xladdin.functions.catalogue import CATALOGUE
from xladdin.game_log.players import BYE
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.systems import SYSTEMS
from xladdin.systems.lexington import Lexington
from xladdin.workbook.lambdas import lambda_names
from xladdin.workbook.schema import CALCULATOR

CARDS = usual_or_long(16, 40)
"""Copies of the sheet in one workbook, each with inputs of its own."""
RULES = {False: "printed rules", True: "edited rules"}


@pytest.mark.parametrize("edited", usual_or_long([True], [False, True]), ids=lambda edited: RULES[edited])
@pytest.mark.parametrize("key", SYSTEMS)
def test_calculator_agrees_with_the_rules(key: str, edited: bool, tmp_path: Path) -> None:
    system = edited_by_the_club(SYSTEMS[key]) if edited else SYSTEMS[key]
    club, random = random_club(system, seed=11, rows=12), Random(key)
    names = [*map(str, club["Players"].column("Player")), BYE, BYE]
    inputs = [random_inputs(system, random, names) for _ in range(CARDS)]
    wanted = [expected(system, club, lines) for lines in inputs]
    assert sum(None not in lines["New rating"] for lines in wanted) > CARDS / 10
    shown = calculated(new_book(system, club, tmp_path), inputs)
    found = [(i, differences(s, w)) for i, s, w in zip(inputs, shown, wanted) if differences(s, w)]
    assert found == []


@pytest.mark.parametrize("edited", [False, True], ids=lambda edited: RULES[edited])
@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_new_sheet_holds_what_a_spreadsheet_computes(key: str, edited: bool, tmp_path: Path) -> None:
    system = edited_by_the_club(SYSTEMS[key]) if edited else SYSTEMS[key]
    if edited and isinstance(system, Lexington):
        system = replace(system, full_change_games=11)  # a guest, who has played so many, is a newcomer now
    path = new_book(system, {}, tmp_path)
    assert not recalculate_file(path, None, NOW).problems
    assert validate_workbook(path) == []
    formulas = openpyxl.load_workbook(path)[CALCULATOR]
    cells = [cell.coordinate for row in formulas.iter_rows() for cell in row if cell.data_type == "f"]
    held = stored(path)[CALCULATOR]
    computed = stored(recalculate(path, tmp_path / "computed"))[CALCULATOR]
    assert len(cells) > 5

    def plain(value: Any) -> Any:
        return pytest.approx(value) if value and isinstance(value, (int, float)) else value or ""

    assert [held[cell].value or "" for cell in cells] == [plain(computed[cell].value) for cell in cells]


def test_a_chosen_players_own_games_count_on_a_new_sheet(tmp_path: Path) -> None:
    """The source says that a change is full for "less than 50 games at the club", and halved from then on."""
    players = [["Player", "Start rating", "Start games"], ["Ann", 1500, 15], ["Bob", 1700, 80]]
    path = book_of("lexington", tmp_path, {"players": players})
    shown = calculated(path, [{"Player": ("Ann", "Bob"), "Score": (459, 272)}])[0]
    system = Lexington()
    assert shown["Games"][:2] == (15, 80)  # words are beside them
    assert shown["Change"][:2] == (
        system.change(1500, 1700, 459, 272, 15),
        system.change(1700, 1500, 272, 459, 80),
    )
    assert shown["Change"][0] != system.change(1500, 1700, 459, 272, 60)


# The examples that a sheet shows until somebody types, with the words of the sources.
EXAMPLES = {
    "mississauga": ("What the list takes", "▲ 8"),  # "gain 6 rating points, plus an additional 2"
    "montreal": ("Change", "▲ 3"),  # "She gets 2 rating points for the win, plus 1 for the spread"
    "lexington": ("Change", "▲ 4"),  # "58.6% 66.8% + 4 - 4"
    "sca": ("Change", "▲ 12"),  # "16 added to it and also 1/25 of the difference subtracted"
    "dptr": ("New rating", "60.02"),  # "their rating increases from 55 to 60.019"
}


@pytest.mark.parametrize("key", EXAMPLES)
def test_a_sheet_as_it_came_shows_the_sources_example_on_one_page(key: str, tmp_path: Path) -> None:
    pages = pdf_texts(to_pdf(sample_book(key, tmp_path), tmp_path / "pdf"))
    (page,) = [text for text in pages if f"· {CALCULATOR}" in text.rstrip().splitlines()[-1]]
    label, shown = EXAMPLES[key]
    line = next(line for line in page.splitlines() if line.strip().startswith(label))
    first = re.match(r"\s*[▲▼]?\s*[0-9.]+", line.split(label)[1])
    assert first and "".join(first[0].split()) == "".join(shown.split())


@pytest.mark.parametrize("key", SYSTEMS)
def test_below_the_card_are_the_functions_of_the_system_with_examples_to_copy(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    rows = {str(row[0]): row for row in stored(path)[CALCULATOR].values if re.fullmatch(r"[A-Z]+\(.*\)", str(row[0]))}
    family = SYSTEMS[key].change_function.removesuffix("CHANGE")
    own = [one for one in CATALOGUE.values() if family and one.name.startswith(family)]
    club = [one for one in CATALOGUE.values() if one.name.startswith("CLUB")]
    assert list(rows) == [one.syntax for one in (*own, *club)]
    for function in (*own, *club):
        _, example, _, gives, has_name, description, *_ = rows[function.syntax]
        assert str(example).startswith(f"={function.name}(")
        assert description == function.description
        assert (has_name == "yes") == (function.name in lambda_names())
        assert gives == function.gives or isinstance(function.gives, str)
    held = openpyxl.load_workbook(path)
    tables = {name for sheet in held for name in sheet.tables}
    for example in (str(row[1]) for row in rows.values()):
        assert set(re.findall(r"(\w+)\[#All\]", example)) <= tables
        assert f'"{key}"' in example or "[#All]" not in example
