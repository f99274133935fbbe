"""Which column is which: right by heading and contents, or asked about."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from tests.corpus.editing import column_of
from tests.helpers.programs.command_line import run_here
from tests.imports.readers.reading import read, rows
from tests.imports.readers.tournaments import trf_line
from xladdin.errors import WorkbookError
from xladdin.importing.source import Source
from xladdin.languages.language import Language
from xladdin.messages import Message

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


def test_several_columns_that_may_be_the_players_have_no_default() -> None:
    found = read("map,team,riot,acs\nSplit,Team1,john,349\nSplit,Team2,bear,284\nBind,Team1,bao,256\n", system="elo")
    question = found.questions["table > some file > name"]
    assert (question.default, [value for value, _ in question.choices]) == ("", ["map", "team", "riot", "-"])


def test_players_and_scores_by_contents_alone_are_asked_about() -> None:
    lines = "2020-02-02,A3,C0,3,1\n2020-02-03,C0,A3,2,3\n2020-02-04,A3,B1,1,3\n2020-02-05,B1,C0,0,3\n"
    text = f"date,id1,id2,k1,k2\n{lines}"
    found = read(text, system="mississauga")
    assert set(found.questions) == {"table > some file > name"}
    own: dict[str, object] = {"name": "id1", "other player": "id2", "scores": "k1 · k2"}
    found = read(text, {"table": {"some file": own}})
    assert [row[1:] for row in rows(found)][:2] == [("A3", "C0", 3, 1), ("C0", "A3", 2, 3)]


def test_games_without_headings_and_numbers_are_asked_about() -> None:
    text = "Adam,win,Timothy\nTimothy,draw,Jacqui\nJacqui,win,Adam\nAdam,win,Timothy\nTimothy,win,Jacqui\n"
    found = read(text, system="elo")
    assert set(found.questions) == {"table > some file > name"}
    own: dict[str, object] = {"name": "column A", "other player": "column C", "result": "column B"}
    answers = {"table": {"some file": own}, "once": {"day": "2026-09-15"}}
    found = read(text, answers, system="elo")
    assert rows(found, "Games", "White", "Black", "Result")[:2] == [
        ("Adam", "Timothy", "(1-0)"), ("Timothy", "Jacqui", "(1/2-1/2)"),
    ]  # fmt: skip


def test_a_list_without_headings_asks_all_at_once() -> None:
    found = read("Bartleby,1154.34\nSun,1150.69\nDami,1139.42\n", system="elo")
    assert list(found.questions) == ["table > some file > name", "table > some file > rating"]
    assert found.questions["table > some file > name"].default == "column A"


def test_an_average_of_opponents_is_no_rating() -> None:
    found = read("Name,PreRating,AvgOppRating\nAnn,1500,1600\nBob,1400,1450\n", system="elo")
    assert not found.questions
    assert rows(found, "Players", "Player", "Start rating") == [("Ann", 1500), ("Bob", 1400)]


@pytest.mark.parametrize(
    "head", ["White Elo,Black Elo", "Elo,Elo", "Player 1 Elo Before,Player 2 Elo Before", "White rating,Black rating"]
)
def test_ratings_beside_games_are_asked_about_by_any_heading(head: str) -> None:
    text = f"Date,White,Black,Result,{head}\n2026-09-15,Ann,Bob,1-0,1500,1400\n2026-09-16,Bob,Ann,1-0,1390,1510\n"
    found = read(text, system="elo")
    assert list(found.questions) == ["table > some file > ratings beside games"]
    found = read(text, {"table": {"some file": {"ratings beside games": "yes"}}}, system="elo")
    assert found.one.ratings == {"Ann": 1500, "Bob": 1400}


def test_the_rating_beside_the_oldest_game_counts() -> None:
    text = "Date,White,Black,Result,Elo,Elo\n2026-09-16,Bob,Ann,1-0,1390,1510\n2026-09-15,Ann,Bob,1-0,1500,1400\n"
    found = read(text, {"table": {"some file": {"ratings beside games": "yes"}}}, system="elo")
    assert found.one.ratings == {"Ann": 1500, "Bob": 1400}


def test_ratings_before_and_after_each_game_offer_those_before() -> None:
    head = "Player 1 Elo Before,Player 1 Elo After,Player 2 Elo Before,Player 2 Elo After"
    text = f"Date,Player 1,Player 2,Result,{head}\n2026-09-15,Ann,Bob,1-0,1500,1510,1400,1390\n"
    found = read(text, {"table": {"some file": {"ratings beside games": "yes"}}}, system="elo")
    assert found.one.ratings == {"Ann": 1500, "Bob": 1400}


@pytest.mark.parametrize(
    "text",
    [
        "-1;player_A1;player_A2;player_B1;player_B2;Tore A;Tore B\n1;Jan;Seb;Carl;Marv;10;8\n2;Jan;Seb;Carl;Tom;7;10\n",
        'Date,Team 1,Team 2,Result\n2026-01-25,"Kim, Lee","Choi, Han",1-0\n2026-01-25,"Lee, Han","Kim, Choi",0-1\n',
        "Date,A,B,Result\n2026-01-25,Kim & Lee,Choi & Han,1-0\n2026-01-25,Lee & Han,Kim & Choi,0-1\n",
    ],
)
def test_games_of_two_against_two_are_refused_by_name(text: str) -> None:
    with pytest.raises(WorkbookError, match="games of two against two are not read"):
        read(text, system="elo")


def test_family_name_first_is_no_game_of_two_against_two() -> None:
    text = 'Date,White,Black,Result\n2026-01-25,"Kim, Lee","Choi, Han",1-0\n2026-01-26,"Kim, Han","Choi, Lee",1-0\n'
    assert len(rows(read(text, system="elo"))) == 2


@pytest.mark.parametrize("bye", ["bye", "BYE", "pairing allocated bye", "Half-point bye", "spielfrei", "exempt"])
def test_a_bye_by_any_name_is_nobody(bye: str) -> None:
    found = read(f"Date,White,Black,Result\n2026-01-25,Ann,Bob,1-0\n2026-01-25,Cy,{bye},1\n", system="elo")
    assert rows(found, "Games", "White", "Black")[1] == ("Cy", "Bye")


def test_headings_alone_ask_nothing() -> None:
    assert not read("Player 1,Player 2,Winner,Score\n", system="elo").questions
    assert not read("Ann Lee                  100 ; ; ; p12 \nBob Roy   619 ; ; ; p12 \n").questions


def test_moments_of_a_program_are_dates() -> None:
    found = read(
        "Timestamp,P1_Name,P1_Score,P2_Name,P2_Score\n2020-10-26_22-24-26,Ann,3,Bob,11\n2020-10-27_02-40-42,Ann,9,Bob,11\n"
    )
    assert [row[0] for row in rows(found)] == [dt.date(2020, 10, 26), dt.date(2020, 10, 26)]


def test_dates_above_numbers_are_headings() -> None:
    found = read(',2015-01-01,2015-02-01\n"Adams, Michael",2738.0,2740\n"Anand, V",2797.0,2798\n', system="elo")
    question = found.questions["table > some file > rating"]
    assert [value for value, _ in question.choices] == ["2015-01-01", "2015-02-01", "-"]


def test_a_report_that_begins_with_an_extension_is_a_report() -> None:
    text = "XXC white1\nXXR 6\n" + "\n".join(trf_line(at, name, 1500, []) for at, name in enumerate(("Ann", "Bob"), 1))
    assert rows(read(text, system="elo"), "Players", "Player") == [("Ann",), ("Bob",)]


NIL = "Date,White,Black,Result\n2026-01-25,Ann,Bob,1-0\n2026-01-25,Ann,Cy,0-0\n2026-01-25,Bob,Cy,{}\n"


def test_nil_nil_is_asked_about_where_no_other_game_is_a_draw() -> None:
    found = read(NIL.format("0-1"), system="elo")
    (question,) = found.questions.values()
    assert question.text == "some file: line 3: 1 game ended 0-0. A draw, or did neither player come?"
    digest = question.id[1]
    for answer, count in (("draw", 3), ("nobody came", 2)):
        answers = {"once": {digest: {"results 0-0": answer}}}
        assert len(rows(read(NIL.format("0-1"), answers, system="elo"))) == count
    assert not read(NIL.format("1/2-1/2"), system="elo").questions


def test_a_column_that_is_always_the_same_is_no_result_to_ask_about() -> None:
    text = "Date,Player 1,Player 2,Winner,Outcome\n2026-01-25,Ann,Bob,1,Matt\n2026-01-26,Ann,Bob,2,Matt\n"
    assert not read(text, system="elo").questions


def test_questions_are_rendered_in_french_and_names_stay() -> None:
    found = read("Monday,1154\nnobody,1150\nDami,1139\n", system="elo")
    french = Language("fr")
    question = found.questions["table > some file > name"]
    assert french.render(question.text) == ("some file\u00a0: n’a pas de titres. Quelle colonne a les joueurs\u00a0?")
    assert [words for _, words in question.choices if not isinstance(words, Message)] == ["column A"]
