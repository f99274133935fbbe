"""Which column is which: right by heading and contents, or asked about."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from tests.corpus.editing import column_of
from tests.helpers.programs.command_line import run_here
from tests.imports.readers.reading import read, rows
from xladdin.importing.source import Source

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


LIST = "{title}\nName,{heading},Games\nAnn,1500,20\nBob,1400,30\n"
PLAYED = "Date,White,Black,Result\n2026-09-08,Ann,Bob,1-0\n2026-09-15,Bob,Ann,1-0\n"


@pytest.mark.parametrize(
    ("title", "heading", "start", "asks"),
    [
        ("Ratings as of 1 September 2026", "Rating", 1500, False),
        ("Liste 2026-09-07", "Elo", 1500, False),
        ("", "Rating 31.08.2026", 1500, False),
        ("Ratings as of 30 September 2026", "Rating", None, False),
        ("Standings of September 15, 2026", "Rating", None, False),
        ("Ratings as of 10 September 2026", "Rating", None, True),
        ("Ratings", "Rating", None, True),
    ],
)
def test_a_date_above_a_list_of_ratings_settles_before_or_after(
    title: str, heading: str, start: object, asks: bool, tmp_path: Path
) -> None:
    (tmp_path / "list.csv").write_text(LIST.format(title=title, heading=heading).lstrip())
    (tmp_path / "games.csv").write_text(PLAYED)
    said = run_here("new", "elo", tmp_path / "club.xlsx", tmp_path / "list.csv", tmp_path / "games.csv")
    assert ("before the games that come in, or after them?" in said.err) == asks
    if not asks:
        assert column_of(tmp_path / "club.xlsx", "Players", "Start rating")[0] == start
        assert ("after the last game" if start is None else "before the first game") in said.out


def test_ratings_of_a_cross_table_are_those_before_its_games(tmp_path: Path) -> None:
    (tmp_path / "cross.csv").write_text("No,Name,Rtg,Rd 1\n1,Ann,1500,2w1\n2,Bob,1400,1b0\n")
    answers = tmp_path / "answers.json"
    digest = Source("", (tmp_path / "cross.csv").read_bytes()).digest
    answers.write_text(json.dumps({"once": {digest: {"day": "2026-09-15"}}, "start": {"games": "50"}}))
    said = run_here("new", "elo", tmp_path / "club.xlsx", tmp_path / "cross.csv", "--answers", answers)
    assert (said.status, said.err) == (0, "")
    assert column_of(tmp_path / "club.xlsx", "Players", "Start rating") == [1500, 1400]
