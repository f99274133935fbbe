"""Which column is which: right by heading and contents, or asked about."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.imports.readers.reading import read, rows

DAY = dt.date(2026, 1, 1)


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("Date,Player 1,Player 2,Score,Pts", "2026-01-01,Ann,Bob,400,2"),
        ("Date,Player 1,Player 2,Pts,Score", "2026-01-01,Ann,Bob,2,400"),
        ("Date,Winner,Winner score,Loser,Pts", "2026-01-01,Ann,400,Bob,2"),
        ("Date,Winner,Pts,Loser,Loser score", "2026-01-01,Ann,3,Bob,388"),
        ("Date,Player 1,Score 1,Player 2,Board,Pts", "2026-01-01,Ann,400,Bob,1,390"),
    ],
)
def test_points_that_may_be_no_score_are_asked_about(head: str, line: str) -> None:
    found = read(f"{head}\n{line}\n")
    (question,) = found.questions.values()
    assert "the scores of the two players?" in question.text
    assert question.default == ""
    assert "Pts: " in "".join(question.samples)


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("Date,Winner,Winner score,Loser,Pts", "2026-01-01,Ann,400,Bob,300"),
        ("Date,Winner,Pts,Loser,Loser score", "2026-01-01,Ann,400,Bob,300"),
        ("Date,Player 1,Pts,Player 2,Pts", "2026-01-01,Ann,400,Bob,300"),
        ("Date,Player 1,Player 2,Score,Score", "2026-01-01,Ann,Bob,400,300"),
    ],
)
def test_points_beside_each_player_are_the_scores(head: str, line: str) -> None:
    found = read(f"{head}\n{line}\n")
    assert not found.questions
    assert rows(found) == [(DAY, "Ann", "Bob", 400, 300)]


@pytest.mark.parametrize("one", ["=1+1", "-3", "+41", "12", "'=2", "@5"])
def test_names_under_our_own_headings_are_names_whatever_they_are(one: str) -> None:
    name = one.lstrip("'")
    found = read(f"Date,Player 1,Score 1,Player 2,Score 2\n2026-01-01,{one},400,-7,300\n")
    assert (found.questions, rows(found)) == ({}, [(DAY, name, "-7", 400, 300)])
    found = read(f"Date,White,Black,Result\n2026-01-01,{one},-7,1-0\n", system="elo")
    assert (found.questions, rows(found)) == ({}, [(DAY, name, "-7", "(1-0)")])
    found = read(f"Player,Start rating,Start games\n{one},1500,20\n-7,1400,30\n")
    assert found.questions == {}
    assert rows(found, "Players", "Player") == [(name,), ("-7",)]
