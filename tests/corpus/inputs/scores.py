"""Scores and results as text, negative, huge or with decimals, and scores that are alone or missing."""

from __future__ import annotations

from datetime import date

from tests.corpus.cases import Accepted, BookCase, ToMend, typed
from tests.corpus.editing import ErrorValue

CLUB = "mississauga"
WHOLE = "must be a whole score from -200 to 2000"
RESULT = "must be W, L or T (or 1-0, 0-1, 1/2-1/2)"
UNRATED = {"Pierre": 1234, "Mackenzie": 1007}


def accepted(name: str, cell: object) -> BookCase:
    return typed(f"score: {name}", CLUB, {"Games!C4": cell}, Accepted())


def refused(name: str, cell: object, shown: str, why: str = "must be a number") -> BookCase:
    return typed(f"score: {name}", CLUB, {"Games!C4": cell}, ToMend(f'Games row 4, Score 1: "{shown}" – {why}'))


def result(name: str, cell: object, ratings: dict[object, float | None]) -> BookCase:
    return typed(f"result: {name}", "sca", {"Games!D4": cell}, Accepted(ratings))


def no_result(name: str, cell: object, shown: str) -> BookCase:
    return typed(f"result: {name}", "sca", {"Games!D4": cell}, ToMend(f'Games row 4, Result: "{shown}" – {RESULT}'))


# 1200 against 1000: 16 less 8 for a win, -16 - 8 for a loss, -8 for a draw
WON, LOST, DRAWN = {}, {"Ada": 1176, "Dora": 1024}, {"Ada": 1192, "Dora": 1008}

CASES = (
    accepted("a number as text, blanks around", " 416\u00a0"),
    typed("score: 1 above TRUE", CLUB,
          {"Games!C4": 1, "Games!A5": 45545, "Games!B5": "Lester", "Games!C5": True,
           "Games!D5": "Pierre", "Games!E5": 0},
          ToMend('Games row 5, Score 1: "TRUE" – must be a number')),
    refused("words", "lots", "lots"),
    refused("a decimal comma", "416,5", "416,5"),
    refused("a minus of typography", "\u2212416", "\u2212416"),
    refused("an error value", ErrorValue("#DIV/0!"), "#DIV/0!"),
    refused("negative", -416, "-416", WHOLE),
    refused("with decimals", 416.5, "416.5", WHOLE),
    refused("a slip of the keyboard", 4116, "4116", WHOLE),
    typed("score: both blank", CLUB, {"Games!C4": None, "Games!E4": None},
          Accepted(UNRATED, {"Games!2": "not played yet"})),
    typed("score: the second alone", CLUB, {"Games!C4": None},
          ToMend("Games row 4, Score 1: the other score is missing: type both, or none")),
    typed("score: without an opponent", CLUB, {"Games!D4": None},
          ToMend("Games row 4, Player 2: a score without an opponent: name the player, or Bye")),
    typed("score: against Bye", CLUB, {"Games!D4": "BYE", "Games!E4": None},
          Accepted(UNRATED, {"Games!2": "bye: not rated"})),
    typed("score: nobody's, against nobody", CLUB, {"Games!C4": None, "Games!D4": None, "Games!E4": None},
          Accepted(UNRATED, {"Games!2": "no opponent: not rated"})),
    typed("score: nobody scored", CLUB, {"Games!C4": 0, "Games!E4": 0},
          ToMend('Games row 4, Score 1: "0" – nobody scored; if it was not played, leave both scores blank')),
    result("a word", "Win", WON),
    result("the number 1", 1, WON),
    result("one half as a sign", "½", DRAWN),
    typed("result: blank", "sca", {"Games!D4": None},
          Accepted({"Ada": 1200, "Dora": 1000}, {"Games!2": "not played yet"})),
    no_result("2-0", "2-0", "2-0"),
    no_result("a date, as Excel makes of 1-1", date(2024, 1, 1), "45292"),
    no_result("TRUE", True, "TRUE"),
)  # fmt: skip
