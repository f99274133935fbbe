"""The Calculator, recalculated by LibreOffice over random inputs, against the rules of the systems."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import sample_book, stored
from tests.helpers.edited_rules import edited_by_the_club
from tests.helpers.live_cells import INPUTS, new_book
from tests.helpers.programs.libreoffice import pdf_texts, to_pdf
from tests.helpers.programs.recalculating import recalculate
from tests.helpers.random_clubs import RATINGS, SCORES, Club, random_club
from tests.helpers.suite.length import usual_or_long
from xladdin.cells.numbers import rounded
from xladdin.errors import NotFoundError
from xladdin.functions import CATALOGUE
from xladdin.game_log.players import BYE
from xladdin.systems import SYSTEMS
from xladdin.systems.bands import Bands
from xladdin.systems.dptr import DipPouch
from xladdin.systems.elo import Elo
from xladdin.systems.lexington import Lexington
from xladdin.systems.log_schemas import ResultSchema
from xladdin.systems.mississauga import Mississauga
from xladdin.systems.montreal import Montreal
from xladdin.systems.sca import ScaCamp
from xladdin.systems.system import RatingSystem
from xladdin.workbook.lambdas import lambda_names
from xladdin.workbook.schema import CALCULATOR

RESULTS = ("(1-0)", "(1/2-1/2)", "(0-1)")


Line = tuple[Any, ...]
"""A line of the sheet: one value for each player."""


Lines = dict[str, Line]
"""Lines by their label."""


def random_inputs(system: RatingSystem, random: Random, names: list[str]) -> Lines:
    def two(values: Any) -> Line:
        return random.choice(values), random.choice(values)

    ratings = [rating for rating in RATINGS if rating is not None] + [1432.5]
    if system.key == "dptr":
        field = random.choice((1, 8, 19, 65, 80))
        return {
            "Player": (random.choice([None, *names]),),
            "or rating": (random.choice((None, 0, 40, 55, 99.5)),),
            "Place": (random.randint(1, field),),
            "Players": (field,),
            "Rounds": (random.choice((1, 2, 4)),),
            "Year": (random.choice((1999, 2000, 2001, 2006)),),
            "World Championship": (random.choice((None, "No", "No", "Yes")),),
        }
    inputs: Lines = {"Player": two([None, None, *names]), "or rating": two([None, *ratings])}
    if counts_games(system):
        inputs["Games before the session"] = two((None, None, 0, 9, 10, 29, 30, 49, 50, 60))
    if isinstance(system.log_schema, ResultSchema):
        inputs["Result"] = (random.choice((*RESULTS, None)),)
        return inputs
    inputs["Score"] = two((None, *SCORES, *SCORES))
    if random.random() < 0.2:
        inputs["Score"] = (inputs["Score"][0],) * 2
    if system.log_schema.double:
        inputs["Plays two at once"] = two((None, "No", "Yes"))
    return inputs


def counts_games(system: RatingSystem) -> bool:
    """Whether a player's earlier games decide how the rating moves."""
    return isinstance(system, (Mississauga, Lexington, Elo, Bands))


def row_of(sheet: Worksheet, label: str) -> int:
    (row,) = [row for row in range(1, sheet.max_row + 1) if sheet.cell(row, 1).value == label]
    return row


def calculated(path: Path, inputs: list[Lines]) -> list[Lines]:
    """What the Calculator of a workbook shows for each of the inputs."""
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
    shown = openpyxl.load_workbook(recalculate(path, path.parent / "recalculated"), data_only=True)
    cards = [shown[f"Card {number}"] for number in range(len(inputs))]
    return [
        {str(row[0]): tuple(None if cell == "" else cell for cell in row[1:9]) for row in card.values if row[0]}
        for card in cards
    ]


def differences(shown: Lines, wanted: Lines) -> dict[str, tuple[Line, Line]]:
    found = {}
    for label, values in wanted.items():
        same = all(
            abs(one - other) < 1e-9
            if isinstance(one, (int, float)) and isinstance(other, (int, float))
            else one == other
            for one, other in zip(values, shown[label])
        )
        if not same:
            found[label] = (shown[label], values)
    return found


def ratings_and_games(system: Any, club: Club, inputs: Lines) -> tuple[Line, Line]:
    """The rating of each player, None where there is none, and the number of games before the session."""
    players = club["Players"]
    rows = {str(row[0]): dict(zip(players.headings, row)) for row in players.rows}
    groups = dict(club["Groups"].rows) if "Groups" in club else {}
    ratings, games = [], []
    typed_games = inputs.get("Games before the session", (None, None))
    guest = games_of_a_guest(system)
    for name, typed, typed_count in zip(inputs["Player"], inputs["or rating"], typed_games):
        rating, count = typed, guest
        if name == BYE:
            rating = None
        elif name is not None:
            row = rows[name]
            rating = groups[row["Group"]] if groups else row["Start rating"]  # type: ignore[index]
            rating = getattr(system, "new_rating", None) if rating is None else rating
            rating = None if rating is None else system.limited(rating)  # type: ignore[arg-type]
            count = row.get("Start games")
        ratings.append(rating)
        games.append(count if typed_count is None else typed_count)
    return tuple(ratings), tuple(games)


def games_of_a_guest(system: Any) -> Any:
    """How many games count for a player whom the list does not know."""
    if isinstance(system, Bands):
        return system.by_games.starts[-1]
    fields = ("newcomer_games", "full_change_games", "new_games")
    return next((getattr(system, field) for field in fields if hasattr(system, field)), None)


def expected(system: RatingSystem, club: Club, inputs: Lines) -> Lines:
    """What the lines must show, or None where an input is missing."""
    ratings, games = ratings_and_games(system, club, inputs)
    if isinstance(system, DipPouch):
        return {"Rating": ratings, **of_a_tournament(system, ratings[0], inputs)}
    one, other = ratings
    blank = (None, None)
    lines: Lines = {"Rating": ratings}
    if one is None or other is None:
        return lines | {"Difference": blank, "New rating": blank}
    lines |= {"Difference": (one - other, other - one)}
    if isinstance(system, (Mississauga, Montreal, Bands)):
        lines["Least spread to gain"] = tuple(needed(system.needed_spread, *pair) for pair in (ratings, ratings[::-1]))
    if isinstance(system, ScaCamp):
        (result,) = inputs["Result"]
        change = None if result is None else system.change(one, other, result)
        return lines | with_new_ratings(ratings, blank if change is None else (change, -change))
    if isinstance(system, Elo):
        return lines | of_elo(system, (one, other), games, inputs["Result"][0])
    score1, score2 = inputs["Score"]
    if score1 is None or score2 is None:
        return lines | {"Spread": blank, "New rating": blank}
    sides = ((one, other, score1, score2), (other, one, score2, score1))
    lines["Spread"] = (score1 - score2, score2 - score1)
    if isinstance(system, Mississauga):
        lines["Change of the game"] = changes = tuple(system.change(*side) for side in sides)
        lines["What the list takes"] = taken = tuple(map(system.session_change, ratings, games, changes))
        return lines | {"New rating": (one + taken[0], other + taken[1])}
    if isinstance(system, (Montreal, Bands)):
        doubles = (answer == "Yes" for answer in inputs["Plays two at once"])
        changes = tuple(system.change(*side, double) for side, double in zip(sides, doubles))
        if isinstance(system, Bands):
            taken = tuple(map(system.session_change, ratings, games, changes))
            new = tuple(system.limited(rating + change) for rating, change in zip(ratings, taken))
            return lines | {"Change of the game": changes, "What the list takes": taken, "New rating": new}
        lines["Change"] = changes
        return lines | {"New rating": tuple(system.limited(r + c) for r, c in zip(ratings, changes))}
    assert isinstance(system, Lexington)
    return lines | of_lexington(system, sides, games)


def of_elo(system: Elo, ratings: Line, games: Line, result: Any) -> Lines:
    sides, by_table = (ratings, ratings[::-1]), system.expected_by == "table"
    ks = tuple(map(system.k, ratings, games))

    def worth(result: str) -> Line:
        return tuple(system.game_change(*side, result, k, by_table) for side, k in zip(sides, ks))

    lines: Lines = {
        "Games": games,
        "K": ks,
        "For a win": worth("W"),
        "For a draw": worth("T"),
        "For a loss": worth("L"),
    }
    if result is None:
        return lines | {"Change": (None, None), "New rating": (None, None)}
    results = "WTL"[RESULTS.index(result)], "LTW"[RESULTS.index(result)]
    changes = tuple(system.change(*side, own, k, by_table) for side, own, k in zip(sides, results, ks))
    new = tuple(system.limited(rating + rounded(change)) for rating, change in zip(ratings, changes))
    return lines | {"Change": changes, "New rating": new}


def needed(find: Any, *arguments: Any) -> Any:
    """What a game must bring, or a word where nothing would do."""
    try:
        found = find(*arguments)
    except NotFoundError:
        return "none"
    return found if found < 10_000 else "none"


def of_lexington(system: Lexington, sides: Any, games: Line) -> Lines:
    changes = tuple(
        "newcomer" if played < system.established_games else system.change(*side, played)
        for side, played in zip(sides, games)
    )
    new = tuple(None if change == "newcomer" else side[0] + change for side, change in zip(sides, changes))
    return {
        "Par score": tuple(system.par(side[0] - side[1], side[2] + side[3]) for side in sides),
        "Percentage scored": tuple(system.percent(side[2], side[3]) for side in sides),
        "Percentage expected": tuple(system.expected(side[0] - side[1]) for side in sides),
        "Games": games,
        "Change": changes,
        "New rating": new,
        "Score needed": tuple(
            "newcomer" if played < system.established_games else needed(system.needed_score, *side[:2], side[3], played)
            for side, played in zip(sides, games)
        ),
    }


def of_a_tournament(system: DipPouch, rating: Any, inputs: Lines) -> Lines:
    place, players, rounds, year = (inputs[label][0] for label in ("Place", "Players", "Rounds", "Year"))
    worlds = inputs["World Championship"][0] == "Yes"
    lines: Lines = {
        "Percentile": (system.percentile(place, players),),
        "Tournament value": (system.value(players, rounds, year, worlds),),
    }
    change = None if rating is None else system.change(rating, place, players, rounds, year, worlds)
    return lines | with_new_ratings((rating,), (change,))


def with_new_ratings(ratings: Line, changes: Line) -> Lines:
    new = tuple(None if change is None else rating + change for rating, change in zip(ratings, changes))
    return {"Change": changes, "New rating": new}


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
