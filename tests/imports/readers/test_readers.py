"""Contract of the readers: a file gives the players and games that it holds, in the right columns, or asks."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.corpus.editing import column_of
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.imports.readers.reading import DAY, FILES, GAME, ON_THE_DAY, day, read, rows, sample
from tests.imports.readers.tournaments import trf_line
from xladdin import WorkbookError
from xladdin.importing.questions import Answers
from xladdin.importing.source import Source, open_source
from xladdin.importing.tsh import format_division, read_tournament

SWISS = sample("elo: a Swiss table with numbered opponents, Rtg")


@pytest.mark.parametrize("name", FILES)
def test_a_file_gives_what_its_case_lists(name: str) -> None:
    head, text = FILES[name].split("----\n", 1)

    def lines_of(kind: str) -> list[str]:
        return re.findall(f"^{kind}: (.*)", head, re.MULTILINE)

    contents = read(text, {"once": {"day": lines_of("day")[0]}} if lines_of("day") else {}, name.partition(":")[0])
    for table, headings, cells in re.findall(r"^([A-Z]\w+): (.*)\n((?:  .*\n)*)", head, re.MULTILINE):
        imported = next(file for file in contents.imported_file if table in file.tables)
        listed = rows(imported, table, *headings.split(" | "))
        lines = [" | ".join("" if cell is None else str(cell) for cell in row).strip() for row in listed]
        assert lines == [line.strip() for line in cells.splitlines()]
    assert list(map(str, contents.wrong)) == lines_of("wrong")
    for ratings in lines_of("ratings"):
        assert ratings == "; ".join(f"{player} = {rating}" for player, rating in contents.only_file.ratings.items())
    if lines_of("asks"):
        asked = [f"{question.text} {question.default}".strip() for question in contents.questions.values()]
        assert (asked or ["nothing"]) == lines_of("asks")
    for message in lines_of("note"):
        assert any(message in str(note) for note in contents.notes)


def test_the_dates_are_asked_once_for_all_rounds_or_each() -> None:
    contents = read(SWISS, {}, "elo")
    (question,) = [value for id, value in contents.questions.items() if id.startswith("once")]
    assert question.text == "some file: the games have no dates. On which day were they played?"
    assert question.is_valid_answer("2026-09-15, 2026-09-22, 2026-09-29") and question.is_valid_answer("2026-09-15")
    assert not question.is_valid_answer("2026-09-15, 2026-09-22")
    dated = read(SWISS.replace("1.Rd;2.Rd;3.Rd", "2026-09-15;2026-09-22;2026-09-29"), {}, "elo")
    assert not [id for id in dated.questions if id.startswith("once")]


@pytest.mark.parametrize("cells", ["W;L;W", "1;0;½", "1-0;0-1;1-0"])
def test_rounds_without_opponents_are_asked_about(cells: str) -> None:
    text = f"Name;Rating;Rd 1;Rd 2;Rd 3\nAnn;1500;{cells}\nBob;1400;{cells[::-1]}\n"
    question = read(text, {}, "elo").questions["table > some file > odd"]
    assert question.text == "some file: not used: Rd 1, Rd 2, Rd 3. Is that right?"
    assert "table > some file > odd" not in read(text, {"table": {"some file": {"odd": "yes"}}}, "elo").questions


def test_a_usual_list_of_people_is_no_cross_table() -> None:
    text = "Rank;Name;Rating;Games;Won;Lost;Last 1;Points\n1;Ann;1500;12;8;4;3;20\n2;Bob;1400;10;2;8;1;5\n"
    contents = read(text, {}, "elo")
    assert not contents.only_file.tables.get("Games")
    assert not [id for id in contents.questions if "odd" in id]


NEW_YEAR = dt.date(2026, 1, 1)
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
    assert (contents.questions, rows(contents)) == ({}, [(NEW_YEAR, name, "-7", 400, 300)])
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
    assert column_of(tmp_path / "club.xlsx", "Players", "Start games") == [50, 50]


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


TRF = sample("sca: a report of FIDE")
DIVISION = sample("mississauga: a division of tsh")
ARCHIVE = sample("mississauga: an archive of tsh")
TOU = sample("mississauga: a tournament of AUPAIR")
PAGE = sample("dptr: a page of the World Diplomacy Database")


@pytest.mark.parametrize("date", ["28. 07. 2005", "2005/07/28", "28.07.2005", "2005-07-28", "28 July 2005"])
def test_the_date_of_a_fide_report(date: str) -> None:
    text = TRF.replace("2024/07/08", date).replace("132", "122")
    assert rows(read(text, system="sca"))[0][0] == day("2005-07-28")


@pytest.mark.parametrize("dates", ["08/07/24  09/07/24", "2024-07-08  2024-07-09"])
def test_dates_of_rounds_in_the_order_that_is_near_the_start(dates: str) -> None:
    games = rows(read(TRF.replace("24/07/08  24/07/09", dates), system="sca"))
    assert {row[0] for row in games} == {day("2024-07-08"), day("2024-07-09"), None}
    neither_came = read(TRF.replace("2 b +", "2 b -"), system="sca")
    assert (neither_came.wrong, len(rows(neither_came))) == ([], 6)


def test_players_of_a_fide_report_of_one_name_and_with_columns_counted_in_bytes() -> None:
    players = read(TRF.replace("King, Billy ", "Lovelace,Ada"), system="sca").only_file.players
    assert list(players) == ["Lovelace, Ada", "Byron, Ann", "Lovelace, Ada (3)", "Babbage, Charles"]
    line = trf_line(1, "Müller,Jürgen", 1500, ["   2 w 1"]).replace("Jürgen  ", "Jürgen")
    text = "\n".join(["012 Open", "042 2024/07/08", line, trf_line(2, "Byron,Ann", 1400, ["   1 b 0"])])
    assert read(text, system="sca").only_file.ratings == {"Müller, Jürgen": 1500, "Byron, Ann": 1400}


def test_ratings_beside_games_come_with_the_number_of_games_that_was_answered(tmp_path: Path) -> None:
    games = (
        "Date,White,Black,Result,White Elo,Black Elo\n2026-09-15,Ann,Bob,1-0,1500,1400\n2026-09-15,Ann,Cy,1-0,1500,\n"
    )
    (tmp_path / "games.csv").write_text(games)
    answers = {"table": {"games.csv": {"ratings beside games": "yes"}}, "start": {"games": "50"}}
    (tmp_path / "answers.json").write_text(json.dumps(answers))
    club = tmp_path / "club.xlsx"
    run_cleanly("new", "elo", club, tmp_path / "games.csv", "--answers", tmp_path / "answers.json")
    starts = [column_of(club, "Players", f"Start {heading}") for heading in ("rating", "games")]
    assert starts == [[1500, 1400, None], [50, 50, None]]


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (TRF, "   2 w 1", "   9 w 1", "round 1: opponent"),
        (TRF, "   2 w 1", "   2 b 1", "both have the same colour"),
        (TRF, "   2 w 1", "   2 w 0", 'results "0" and "0" do not match'),
        (TRF, "   2 w 1", "   2 w =", 'results "=" and "0" do not match'),
        (TRF, "   2 w 1", "   2 w x", "is not an opponent, a colour and a result"),
        (TRF, "   2 w 1", "   3 w 1", "Lovelace, Ada played King, Billy, whose line 6 says Babbage, Charles"),
        (TRF, "   1 b 0", "   1 b  ", "one of them has no result"),
        (TRF, "0000 - U", "0000 - X", 'round 4: "X" – Lovelace, Ada has a result but no opponent'),
        (TRF, "001    2", "001    1", "must be a number that no other player has"),
        (TOU, " 350  1", " 350  2", "line 4, round 2: Mark Nyman played Zoë O'Neil, whose line 6 says Sandy Lipton"),
        (DIVISION, "0  4 1 2;", "0  4 1 9;", "round 3: opponent 9: the list ends at player 4"),
        (DIVISION, "350 402 377", "350 402 377 5", "Nyman, Mark has 4 scores against 3 opponents"),
        (PAGE, "92.11", "93.11", "Score: David NORMAN: place 2 of 19 is a percentile of 92.11, not 93.11"),
        (PAGE, "Canuck Con 2006", "", "some file line 2: the event's name is missing above its date"),
    ],
)
def test_a_line_that_is_wrong_is_named(text: str, old: str, new: str, message: str) -> None:
    assert old in text
    system = {TRF: "sca", PAGE: "dptr"}.get(text, "mississauga")
    imported_file = read(text.replace(old, new, 1), ON_THE_DAY, system)
    assert any(message in str(wrong) for wrong in imported_file.wrong), [str(wrong) for wrong in imported_file.wrong]


def test_an_archive_of_tsh_is_read_and_a_cut_one_refused() -> None:
    text = f"division B {'x' * 2000}\n{ARCHIVE}"  # a long line is none of its own
    assert rows(read(text)) == [(DAY, "Ann", 401, "Bob", 350)]
    with pytest.raises(WorkbookError, match="Is it incomplete"):
        read(ARCHIVE[: ARCHIVE.index("Bob")])


@pytest.mark.parametrize("name", ["R2 2", "a;b", "#Ann"])
def test_a_name_that_tsh_would_read_in_another_way(name: str) -> None:
    with pytest.raises(WorkbookError, match=f'The name "{name}" cannot be exported to tsh'):
        format_division([("Bob", 1400, []), (name, 1500, [])])


@pytest.mark.parametrize("file", ["a.t", "link.t", "../a.t", "/etc/passwd", "sub/a.t", "..\\a.t", ".hidden"])
def test_a_configuration_of_tsh_reads_files_beside_it_alone(file: str, tmp_path: Path) -> None:
    folder, secret = tmp_path / "event", tmp_path / "secret.txt"
    folder.mkdir()
    secret.write_text("the password of the club\n")
    (folder / "link.t").symlink_to(secret)
    (folder / "a.t").write_text("Ann 1500 2; 401\nBob 1400 1; 350\n")
    (folder / "config.tsh").write_text(f'division A {file}\nconfig event_date = "October 1, 2006"\n')
    if file == "a.t":
        imported_file = read_tournament(open_source(folder / "config.tsh"), Answers())
        assert rows(imported_file) == [(DAY, "Ann", 401, "Bob", 350)]
        return
    with pytest.raises(WorkbookError, match=r"is missing\. Import that file by itself") as error:
        read_tournament(open_source(folder / "config.tsh"), Answers())
    assert "password" not in str(error.value)


def test_a_file_of_aupair_above_99_players_is_read() -> None:
    names = [f"Player {'ABCDEFGHIJ'[n // 10]}{'abcdefghij'[n % 10]}" for n in range(100)]
    lines = [
        f"{name:20}{'2' if n % 2 == 0 else ' '}{400 - n % 2:03}{n + 2 if n % 2 == 0 else n:>4}"
        for n, name in enumerate(names)
    ]
    imported_file = read("\n".join(["*M01.10.2006 Large", "*All", *lines, "*** END OF FILE ***", ""]))
    assert not imported_file.wrong
    assert rows(imported_file, "Games", *GAME)[-1] == (names[98], 400, names[99], 399)


@pytest.mark.parametrize("title", ["World Diplomacy Championship", "WDC 2006", "World DipCon XVI"])
def test_a_world_championship_is_known_by_its_title(title: str) -> None:
    imported_file = read(PAGE.replace("Canuck Con 2006", title), system="dptr")
    assert imported_file.only_file.tables["Events"].columns["World Championship"] == ["Yes"]


@pytest.mark.parametrize(
    ("answer", "players"),
    [("first", [("Ann", 1500), ("Bob", 1400)]), ("last", [("Bob", 1400), ("Ann", 1600)]),
     ("two", [("Ann", 1500), ("Bob", 1400), ("Ann (2)", 1600)])],
)  # fmt: skip
def test_a_player_listed_twice_is_one_of_the_lines_or_two_people(answer: str, players: list[tuple[str, int]]) -> None:
    text = "Name,Rating,Games\nAnn,1500,20\nBob,1400,30\nAnn,1600,40\n"
    (question,) = read(text, system="elo").questions.values()
    answered = read(text, {"once": {question.id[1]: {"Ann twice": answer}}}, "elo")
    assert rows(answered, "Players", "Player", "Start rating") == players
    assert not read(text.replace("1600", "1500"), system="elo").questions, "the same rating is no other person"
