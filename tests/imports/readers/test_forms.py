"""Responses of a form."""

from __future__ import annotations

import datetime as dt

from tests.imports.readers.reading import GAME, day, read, rows, workbook

FORM = """\
Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score,,
9/14/2024 21:02:11,2,Bob,402,Cyd,380,,
9/14/2024 20:02:11,1,Ann,401,Bob,388,,
45549.8,1,Cyd,350,Dee,350,,
"""


def test_responses_of_a_form() -> None:
    incoming = read(FORM)
    assert not incoming.wrong
    assert rows(incoming, "Games", "Date", *GAME) == [
        (day("2024-09-14"), "Ann", 401, "Bob", 388),
        (day("2024-09-14"), "Cyd", 350, "Dee", 350),
        (day("2024-09-14"), "Bob", 402, "Cyd", 380),
    ]
    assert incoming.format.startswith("responses of a form")


def test_a_winner_with_the_lower_score_is_named() -> None:
    (wrong,) = read(FORM.replace("401", "301")).wrong
    assert str(wrong) == 'some file line 3, Winners Score "301": the winner Ann has the lower score'


def test_who_is_no_winner_may_have_the_lower_score() -> None:
    form = FORM.replace("Winners Score", "Score 1").replace("Winner", "Player 1")
    incoming = read(form.replace("Opponents Score", "Score 2").replace("Opponent", "Player 2").replace("401", "301"))
    assert not incoming.wrong
    assert ("Ann", 301, "Bob", 388) in rows(incoming, "Games", *GAME)


def test_a_form_in_a_workbook() -> None:
    """Microsoft Forms gives its responses as a workbook."""
    headings = ["Id", "Completion time", "Winner", "Winner score", "Opponent", "Opponent score", "Round"]
    moment = dt.datetime(2024, 9, 14, 20, 2)
    sheet = [headings, [1, moment, "Bob", 402, "Cyd", 380, 2], [2, moment, "Ann", 401, "Bob", 388, 1],
             [3, moment, "Ann", 301, "Cyd", 388, 3]]  # fmt: skip
    incoming = read(workbook(("Sheet1", sheet)))
    assert rows(incoming, "Games", "Date", *GAME) == [
        (day("2024-09-14"), "Ann", 401, "Bob", 388),
        (day("2024-09-14"), "Bob", 402, "Cyd", 380),
    ]
    assert incoming.notes[0] == "some file: responses of a form, sheet Sheet1."
    assert [str(wrong) for wrong in incoming.wrong] == [
        'some file line 4, Winner score "301": the winner Ann has the lower score'
    ]
