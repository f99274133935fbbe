"""Contract of the readers: which column is which, right by heading and contents, or asked about."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.corpus.editing import column_of
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.imports.readers.reading import read, rows
from xladdin import WorkbookError
from xladdin.importing.source import Source

DAY = dt.date(2026, 1, 1)
TEAMS = "map,team,riot,acs\nSplit,Team1,john,349\nSplit,Team2,bear,284\nBind,Team1,bao,256\n"
IDS = "date,id1,id2,k1,k2\n2020-02-02,A3,C0,3,1\n2020-02-03,C0,A3,2,3\n2020-02-04,A3,B1,1,3\n2020-02-05,B1,C0,0,3\n"
NO_HEADINGS = "Adam,win,Timothy\nTimothy,draw,Jacqui\nJacqui,win,Adam\nAdam,win,Timothy\nTimothy,win,Jacqui\n"
LIST = "Bartleby,1154.34\nSun,1150.69\nDami,1139.42\n"
MONTHS = ',2015-01-01,2015-02-01\n"Adams, Michael",2738.0,2740\n"Anand, V",2797.0,2798\n'


@pytest.mark.parametrize(
    ("text", "system", "asked"),
    [
        (TEAMS, "elo", {"name": ("", ["map", "team", "riot", "-"])}),
        (IDS, "mississauga", {"name": None}),
        (NO_HEADINGS, "elo", {"name": None}),
        (LIST, "elo", {"name": ("column A", None), "rating": None}),
        (MONTHS, "elo", {"name": None, "rating": ("", ["2015-01-01", "2015-02-01", "-"])}),
        ("Player 1,Player 2,Winner,Score\n", "elo", {}),
        ("Ann Lee                  100 ; ; ; p12 \nBob Roy   619 ; ; ; p12 \n", "mississauga", {}),
        (  # a column that is always the same is no result
            "Date,Player 1,Player 2,Winner,Outcome\n2026-01-25,Ann,Bob,1,Matt\n2026-01-26,Ann,Bob,2,Matt\n",
            "elo",
            {},
        ),
    ],
)
def test_what_is_not_certain_is_asked_about_at_once(
    text: str, system: str, asked: Mapping[str, tuple[str, Sequence[str] | None] | None]
) -> None:
    questions = {key.rpartition(" > ")[2]: question for key, question in read(text, system=system).questions.items()}
    assert set(questions) == set(asked)
    for name, expected in asked.items():
        if expected is not None:
            default, choices = expected
            assert questions[name].default == default
            assert choices in (None, [value for value, _ in questions[name].choices])


@pytest.mark.parametrize("first", ["=1+1", "-3", "+41", "12", "'=2", "@5"])
def test_names_under_our_own_headings_are_names_whatever_they_are(first: str) -> None:
    name = first.lstrip("'")
    contents = read(f"Date,Player 1,Score 1,Player 2,Score 2\n2026-01-01,{first},400,-7,300\n")
    assert (contents.questions, rows(contents)) == ({}, [(DAY, name, "-7", 400, 300)])
    contents = read(f"Player,Start rating,Start games\n{first},1500,20\n-7,1400,30\n")
    assert (contents.questions, rows(contents, "Players", "Player")) == ({}, [(name,), ("-7",)])


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
    text = f"{title}\nName,{heading},Games\nAnn,1500,20\nBob,1400,30\n".lstrip()
    (tmp_path / "list.csv").write_text(text)
    (tmp_path / "games.csv").write_text(PLAYED)
    output = run_here("new", "elo", tmp_path / "club.xlsx", tmp_path / "list.csv", tmp_path / "games.csv")
    assert ("are the ratings from before or after the imported games?" in output.err) == asks
    if not asks:
        assert column_of(tmp_path / "club.xlsx", "Players", "Start rating")[0] == start
        assert ("after the last game" if start is None else "before the first game") in output.out


def test_ratings_of_a_cross_table_are_those_before_its_games(tmp_path: Path) -> None:
    (tmp_path / "cross.csv").write_text("No,Name,Rtg,Rd 1\n1,Ann,1500,2w1\n2,Bob,1400,1b0\n")
    answers = tmp_path / "answers.json"
    digest = Source("", (tmp_path / "cross.csv").read_bytes()).digest
    answers.write_text(json.dumps({"once": {digest: {"day": "2026-09-15"}}, "start": {"games": "50"}}))
    run_cleanly("new", "elo", tmp_path / "club.xlsx", tmp_path / "cross.csv", "--answers", answers)
    assert column_of(tmp_path / "club.xlsx", "Players", "Start rating") == [1500, 1400]


def test_columns_that_a_person_names_are_those() -> None:
    columns: dict[str, object] = {"name": "id1", "other player": "id2", "scores": "k1 · k2"}
    contents = read(IDS, {"table": {"some file": columns}})
    assert [row[1:] for row in rows(contents)][:2] == [("A3", "C0", 3, 1), ("C0", "A3", 2, 3)]
    columns = {"name": "column A", "other player": "column C", "result": "column B"}
    contents = read(NO_HEADINGS, {"table": {"some file": columns}, "once": {"day": "2026-09-15"}}, system="elo")
    assert rows(contents, "Games", "White", "Black", "Result")[:2] == [
        ("Adam", "Timothy", "(1-0)"), ("Timothy", "Jacqui", "(1/2-1/2)"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("head", "ratings"),
    [
        ("White Elo,Black Elo", "1500,1400"),
        ("Elo,Elo", "1500,1400"),
        ("Player 1 Elo Before,Player 2 Elo Before", "1500,1400"),
        ("White rating,Black rating", "1500,1400"),
        ("White Elo Before,White Elo After,Black Elo Before,Black Elo After", "1500,1510,1400,1390"),
    ],
)
def test_ratings_beside_games_are_asked_about_and_the_oldest_count(head: str, ratings: str) -> None:
    later = ",".join(["1300"] * len(ratings.split(",")))
    text = f"Date,White,Black,Result,{head}\n2026-09-16,Bob,Ann,1-0,{later}\n2026-09-15,Ann,Bob,1-0,{ratings}\n"
    assert list(read(text, system="elo").questions) == ["table > some file > ratings beside games"]
    contents = read(text, {"table": {"some file": {"ratings beside games": "yes"}}}, system="elo")
    assert contents.only_file.ratings == {"Ann": 1500, "Bob": 1400}


@pytest.mark.parametrize(
    "text",
    [
        "-1;player_A1;player_A2;player_B1;player_B2;Tore A;Tore B\n1;Jan;Seb;Carl;Marv;10;8\n2;Jan;Seb;Carl;Tom;7;10\n",
        'Date,Team 1,Team 2,Result\n2026-01-25,"Kim, Lee","Choi, Han",1-0\n2026-01-25,"Lee, Han","Kim, Choi",0-1\n',
        "Date,A,B,Result\n2026-01-25,Kim & Lee,Choi & Han,1-0\n2026-01-25,Lee & Han,Kim & Choi,0-1\n",
    ],
)
def test_games_of_two_against_two_are_refused_by_name(text: str) -> None:
    with pytest.raises(WorkbookError, match="games of two against two cannot be imported"):
        read(text, system="elo")
    text = 'Date,White,Black,Result\n2026-01-25,"Kim, Lee","Choi, Han",1-0\n2026-01-26,"Kim, Han","Choi, Lee",1-0\n'
    assert len(rows(read(text, system="elo"))) == 2, "family name first"


NIL = "Date,White,Black,Result\n2026-01-25,Ann,Bob,1-0\n2026-01-25,Ann,Cy,0-0\n2026-01-25,Bob,Cy,{}\n"


def test_nil_nil_is_asked_about_where_no_other_game_is_a_draw() -> None:
    (question,) = read(NIL.format("0-1"), system="elo").questions.values()
    assert question.text == "some file: line 3: 1 game ended 0-0. A draw, or did neither player come?"
    for answer, count in (("draw", 3), ("nobody came", 2)):
        answers = {"once": {question.id[1]: {"results 0-0": answer}}}
        assert len(rows(read(NIL.format("0-1"), answers, system="elo"))) == count
    assert not read(NIL.format("1/2-1/2"), system="elo").questions
