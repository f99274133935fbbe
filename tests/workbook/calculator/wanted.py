"""What the Calculator must show, by the rules of the systems."""

from __future__ import annotations

from typing import Any

from tests.helpers.random_clubs import Club
from tests.workbook.calculator.inputs import RESULTS, Line, Lines
from xladdin.cells.numbers import rounded
from xladdin.errors import NotFoundError
from xladdin.game_log.players import BYE
from xladdin.systems.bands import Bands
from xladdin.systems.dptr import DipPouch
from xladdin.systems.elo import Elo
from xladdin.systems.lexington import Lexington
from xladdin.systems.mississauga import Mississauga
from xladdin.systems.montreal import Montreal
from xladdin.systems.sca import ScaCamp
from xladdin.systems.system import RatingSystem


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
