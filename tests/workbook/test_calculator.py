"""The Calculator, recalculated by LibreOffice over random inputs, against the systems' rules."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import NOW, ONE_OF_EACH_KIND, book_of, stored
from tests.helpers.edited_rules import edited_by_the_club
from tests.helpers.live_cells import new_book
from tests.helpers.programs.libreoffice import pdf_texts, recalculate, to_pdf
from tests.helpers.programs.ooxml import validate_workbook
from tests.helpers.random_clubs import RATINGS, SCORES, Club, random_club
from tests.helpers.suite.length import usual_or_long
from xladdin.cells.numbers import rounded
from xladdin.errors import NotFound
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.log.roster import BYE
from xladdin.systems import SYSTEMS
from xladdin.systems.bands import Bands
from xladdin.systems.dptr import DipPouch
from xladdin.systems.elo import Elo
from xladdin.systems.lexington import Lexington
from xladdin.systems.mississauga import Mississauga
from xladdin.systems.montreal import Montreal
from xladdin.systems.sca import ScaCamp
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import CALCULATOR

CARDS = usual_or_long(16, 40)
"""Copies of the sheet in one workbook, each with inputs of its own."""

EVENING_GAMES = 6
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
    inputs |= random_evening(system, random, names, ratings)
    if counts_games(system):
        inputs["Games before the session"] = two((None, None, 0, 9, 10, 29, 30, 49, 50, 60))
    if system.log_kind.result:
        inputs["Result"] = (random.choice((*RESULTS, None)),)
        return inputs
    inputs["Score"] = two((None, *SCORES, *SCORES))
    if random.random() < 0.2:
        inputs["Score"] = (inputs["Score"][0],) * 2
    if system.log_kind.double:
        inputs["Plays two at once"] = two((None, "No", "Yes"))
    return inputs


def counts_games(system: RatingSystem) -> bool:
    """Whether the games that a player had before decide how the rating moves."""
    return isinstance(system, (Mississauga, Lexington, Elo, Bands))


def random_evening(system: RatingSystem, random: Random, names: list[str], ratings: list[Any]) -> Lines:
    lines: Lines = {
        "Player of the evening": (random.choice([None, *names]),),
        "or rated": (random.choice([*ratings, None]),),
    }
    if counts_games(system):
        lines["with games before it"] = (random.choice((None, None, 0, 9, 10, 28, 30, 49, 50, 60)),)
    for number in range(1, EVENING_GAMES + 1):
        opponent = (random.choice([None, *names]), random.choice([None, *ratings]))
        if system.log_kind.result:
            lines[f"Game {number}"] = (*opponent, random.choice((*RESULTS, None)))
            continue
        scores = random.choice((None, *SCORES, *SCORES)), random.choice((None, *SCORES, *SCORES))
        two_at_once = (random.choice((None, "No", "Yes")),) if system.log_kind.double else ()
        lines[f"Game {number}"] = (*opponent, *scores, *two_at_once)
    return lines


def row_of(sheet: Worksheet, label: str) -> int:
    (row,) = [row for row in range(1, sheet.max_row + 1) if sheet.cell(row, 1).value == label]
    return row


def calculated(path: Path, inputs: list[Lines]) -> list[Lines]:
    """What the Calculator of a workbook shows for each of the inputs."""
    workbook = openpyxl.load_workbook(path)
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


def ratings_and_games(system: Any, club: Club, inputs: Lines) -> tuple[Line, Line]:
    """Each player's rating, None where there is none, and games before the session."""
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
    """Games that count of a player whom the list does not know."""
    if isinstance(system, Bands):
        return system.by_games.starts[-1]
    fields = ("newcomer_games", "full_change_games", "new_games")
    return next((getattr(system, field) for field in fields if hasattr(system, field)), None)


def expected(system: RatingSystem, club: Club, inputs: Lines) -> Lines:
    """What the lines must show; None where an input is missing."""
    ratings, games = ratings_and_games(system, club, inputs)
    if isinstance(system, DipPouch):
        return {"Rating": ratings, **of_a_tournament(system, ratings[0], inputs)}
    one, other = ratings
    blank = (None, None)
    lines: Lines = {"Rating": ratings, **of_an_evening(system, club, inputs)}
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


def of_an_evening(system: Any, club: Club, inputs: Lines) -> Lines:
    """The evening game by game, by the system's rule."""
    who = {"Player": inputs["Player of the evening"], "or rating": inputs["or rated"]}
    if "with games before it" in inputs:
        who["Games before the session"] = inputs["with games before it"]
    (rating,), (games,) = ratings_and_games(system, club, who)
    lines: Lines = {"Rating by then": (rating,)}
    one_by_one = isinstance(system, ScaCamp) or getattr(system, "rated_together", "") == "game"
    now, changes = rating, []
    for number in range(1, EVENING_GAMES + 1):
        name, typed, *played = inputs[f"Game {number}"]
        (theirs,), _ = ratings_and_games(system, club, {"Player": (name,), "or rating": (typed,)})
        change = None
        if None not in (now, theirs, *played[:2]) and played[:2] != [0, 0]:
            if isinstance(system, Lexington):
                new = games < system.established_games
                change = "newcomer" if new else system.change(now, theirs, *played, games)
            elif isinstance(system, Elo):
                k = system.k(now, games + one_by_one * len(changes))
                change = system.game_change(now, theirs, *played, k, system.expected_by == "table")
            elif system.log_kind.double:
                change = system.change(now, theirs, *played[:2], played[2] == "Yes")
            else:
                change = system.change(now, theirs, *played)
        if change is not None:
            taken = taken_by_the_list(system, now, games, len(changes), change) if one_by_one else 0
            changes.append(change)
            now = system.limited(now + taken) if one_by_one else now
        next_from = () if isinstance(system, (Mississauga, Lexington)) else (now,)
        lines[f"Game {number}"] = (*inputs[f"Game {number}"], theirs, change, *next_from)
    return lines | of_all_games(system, rating, games, changes, now if one_by_one else None)


def of_all_games(system: Any, rating: Any, games: Any, changes: list[Any], last: Any) -> Lines:
    """What the evening is worth. last: the rating after the last game, where each is rated from the one before."""
    if isinstance(system, Lexington) and rating is not None and games < system.established_games:
        return {"Changes in all": (None,), "The evening's worth": ("newcomer",), "Rating after it": (None,)}
    if not changes:
        return {"Changes in all": (None,), "Rating after it": (None,)}
    total = sum(changes)
    taken = taken_by_the_list(system, rating, games, 0, total)
    after = system.limited(rating + taken) if last is None else last
    return {"Changes in all": (total,), "The evening's worth": (after - rating,), "Rating after it": (after,)}


def taken_by_the_list(system: Any, rating: Any, games: Any, played: int, total: Any) -> Any:
    """What the list takes of a sum of changes, after so many games of the evening."""
    if isinstance(system, (Mississauga, Bands)):
        return system.session_change(rating, games + played, total)
    return rounded(total) if isinstance(system, Elo) else total


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
    """What a game must bring, or the word for nothing that would do."""
    try:
        found = find(*arguments)
    except NotFound:
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


@pytest.mark.parametrize("edited", [False, True], ids=["printed rules", "edited rules"])
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


@pytest.mark.parametrize("edited", [False, True], ids=["printed rules", "edited rules"])
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
    assert len(cells) >= (30 if system.log_kind.is_paired else 6)

    def plain(value: Any) -> Any:
        return pytest.approx(value) if value and isinstance(value, (int, float)) else value or ""

    assert [held[cell].value or "" for cell in cells] == [plain(computed[cell].value) for cell in cells]


def test_a_chosen_players_own_games_count_on_a_new_sheet(tmp_path: Path) -> None:
    """The source: a change is full for "less than 50 games at the club", and halved from then on."""
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


# The examples that a new sheet shows, with the words of the sources.
EXAMPLES = {
    "mississauga": ("What the list takes", "▲ 8"),  # "gain 6 rating points, plus an additional 2"
    "montreal": ("Change", "▲ 3"),  # "She gets 2 rating points for the win, plus 1 for the spread"
    "lexington": ("Change", "▲ 4"),  # "58.6% 66.8% + 4 - 4"
    "sca": ("Change", "▲ 12"),  # "16 added to it and also 1/25 of the difference subtracted"
    "dptr": ("New rating", "60.02"),  # "their rating increases from 55 to 60.019"
}


@pytest.mark.parametrize("key", EXAMPLES)
def test_a_new_sheet_shows_the_sources_example_on_one_page(key: str, tmp_path: Path) -> None:
    path = new_book(SYSTEMS[key], {}, tmp_path)
    pages = pdf_texts(to_pdf(path, tmp_path / "pdf"))
    (page,) = [text for text in pages if f"· {CALCULATOR}" in text.rstrip().splitlines()[-1]]
    label, shown = EXAMPLES[key]
    line = next(line for line in page.splitlines() if line.strip().startswith(label))  # below it is an evening
    first = re.match(r"\s*[▲▼]?\s*[0-9.]+", line.split(label)[1])
    assert first and "".join(first[0].split()) == "".join(shown.split())
