"""Random inputs of the Calculator, some sensible and some not."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.helpers.random_clubs import RATINGS, SCORES
from xladdin.systems.bands import Bands
from xladdin.systems.elo import Elo
from xladdin.systems.lexington import Lexington
from xladdin.systems.mississauga import Mississauga
from xladdin.systems.system import RatingSystem

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
    if system.log_schema.result:
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
