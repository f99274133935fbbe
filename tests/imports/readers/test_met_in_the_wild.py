"""Layouts that directors' files have and no specification names. Each comes in as what it says."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.imports.readers.reading import (
    CAMP_GAMES,
    CAMPERS,
    GAME,
    ON_THE_DAY,
    PLAYERS,
    day,
    read,
    rows,
    trf_line,
    workbook,
)
from xladdin.errors import FileProblem
from xladdin.imports.material import lines_named
from xladdin.imports.tables.dates import day_from_words, day_of_evening
from xladdin.imports.tables.headings import OF_TODAY
from xladdin.imports.tables.layout import TableLayout

HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2"
FIRST, SECOND = ("Ann", 401, "Bob", 388), ("Cyd", 350, "Dee", 300)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("4-Mar-26", "2026-03-04"),
        ("15-Sep-26", "2026-09-15"),
        ("6/Oct/2026", "2026-10-06"),
        ("October 6, 2026", "2026-10-06"),
        ("2026/09/15 8:02:11 PM EST", "2026-09-15"),
        ("2026/09/15 8:02:11 p.m. HAE", "2026-09-15"),
        ("2026/09/15 8:02:11 p.m. UTC−4", "2026-09-15"),
        ("2026-09-15 20:02:11 CET", "2026-09-15"),
        ("2026-09-15 20 h 02", "2026-09-15"),
        ("2026-09-15 20 h 2 min 5 s", "2026-09-15"),
        ("15 septembre 2026 à 20 h", "2026-09-15"),
        ("September 15, 2026 at 8:02 PM", "2026-09-15"),
        ("le 1er septembre 2026", "2026-09-01"),
        ("Mardi, le 15 septembre 2026", "2026-09-15"),
        ("mar. 3 mars 2026", "2026-03-03"),
        ("Tue 15/09/2026", "2026-09-15"),
        ("mardi 2026-09-15", "2026-09-15"),
        ("Tue Sep 15 2026 20:00:00 GMT-0400 (Eastern Daylight Time)", "2026-09-15"),
    ],
)
def test_dates(text: str, wanted: str) -> None:
    assert day_from_words(text) == day(wanted)
    assert rows(read(f'{HEADINGS}\n"{text}",Ann,401,Bob,388\n'), "Games", "Date") == [(day(wanted),)]


@pytest.mark.parametrize(
    ("moment", "wanted", "is_night"),
    [
        ("2026/09/16 12:32:11 AM EST", "2026-09-15", True),
        ("9/16/2026 4:59:59", "2026-09-15", True),
        ("9/16/2026 5:00:00", "2026-09-16", False),
        ("9/16/2026 12:32:11 PM", "2026-09-16", False),
        ("2026-09-16 0 h 32", "2026-09-15", True),
        ("mercredi 16 septembre 2026 à 21 h 14", "2026-09-16", False),
        ("46281.02", "2026-09-15", True),
        (dt.datetime(2026, 9, 16, 0, 32), "2026-09-15", True),
        (dt.datetime(2026, 9, 16), "2026-09-16", False),
        ("2026-09-16", "2026-09-16", False),
    ],
)
def test_the_evening_of_a_moment(moment: object, wanted: str, is_night: bool) -> None:
    assert day_of_evening(moment, "mdy") == (day(wanted), is_night)


FORM = "Timestamp,{}Winner,Winners score,Loser,Losers score\n"


def test_responses_of_the_night_belong_to_the_evening_before_which_is_asked() -> None:
    text = FORM.format("") + "".join(f"9/{at},Ann,401,Bob,388\n" for at in ("15/2026 23:50:00", "16/2026 0:20:00"))
    incoming = read(text)
    assert rows(incoming, "Games", "Date") == [(day("2026-09-15"),)] * 2
    assert [str(look) for look in incoming.looks] == [
        "some file, Timestamp, line 3: 1 response sent after midnight, counted to 2026-09-15; "
        "from midnight to 5 o'clock belongs to the evening before. If not, correct the date"
    ]


@pytest.mark.parametrize("heading", ["Date of game", "Played on", "Datum", "Date de la partie", "Fecha del juego"])
def test_a_forms_own_date_beats_its_timestamp(heading: str) -> None:
    text = FORM.format(f"{heading},") + (
        "9/20/2026 0:10:00,9/15/2026,Ann,401,Bob,388\n9/16/2026 0:20:00,,Cyd,350,Dee,300\n"
    )
    incoming = read(text)
    assert rows(incoming, "Games", "Date", "Player 1") == [(day("2026-09-15"), "Ann"), (day("2026-09-15"), "Cyd")]
    assert [list(look.lines) for look in incoming.looks] == [[3]]
    assert incoming.format.startswith("responses of a form")


def test_a_forms_columns_without_a_heading() -> None:
    incoming = read(FORM.format("").strip() + ",,\n9/15/2026 20:00:00,Ann,401,Bob,388,,checked by Eve\n")
    assert rows(incoming, "Games", *GAME) == [FIRST]
    assert "some file: column 7 has no heading and is left out." in incoming.notes
    with pytest.raises(FileProblem, match="column 6 has no heading"):
        read(f"{HEADINGS}\n2026-09-15,Ann,401,Bob,388,moved\n")


def test_a_column_without_a_heading_is_told_by_its_place_in_the_file() -> None:
    """It is not the place among the columns of a game, since a row holds two games here."""
    game = "Winner,Winner score,Loser,Loser score"
    incoming = read(f"Timestamp,{game},{game},\n9/15/2026 20:00:00,Ann,401,Bob,388,Cyd,350,Dee,300,checked\n")
    assert len(rows(incoming, "Games", *GAME)) == 2
    assert "some file: column 10 has no heading and is left out." in incoming.notes
    both = read("Date,Player 1,Player 2,Score,\n2026-09-15,Ann,Bob,401-388\n")
    assert rows(both, "Games", *GAME) == [FIRST]
    with pytest.raises(FileProblem, match="has 5 cells, but the headings name 4 columns; column 5 has no heading"):
        read("Date,Player 1,Player 2,Score,\n2026-09-15,Ann,Bob,401-388,moved\n")


def test_home_and_away() -> None:
    text = "Date,Home,Home score,Away,Away score\n2026-09-15,Ann,401,Bob,388\n"
    assert rows(read(text), "Games", *GAME) == [FIRST]


@pytest.mark.parametrize("said", ["401-388", "401 – 388", "401:388", "401 to 388"])
@pytest.mark.parametrize("heading", ["Score", "Result", "Ergebnis"])
def test_both_scores_in_one_cell(said: str, heading: str) -> None:
    incoming = read(f"Date,Player 1,Player 2,{heading}\n2026-09-15,Ann,Bob,{said}\n2026-09-15,Cyd,Dee,350-300\n")
    assert rows(incoming, "Games", *GAME) == [FIRST, SECOND]
    assert f'some file: "{heading}" holds both scores, that of the first player first.' in incoming.notes


def test_a_negative_score_in_one_cell() -> None:
    incoming = read("Date,Player 1,Player 2,Score\n2026-09-15,Ann,Bob,401--12\n")
    assert rows(incoming, "Games", *GAME) == [("Ann", 401, "Bob", -12)]


def test_a_result_of_chess_is_not_taken_apart() -> None:
    incoming = read("Date,White,Black,Result\n2026-09-15,Ann,Bob,1-0\n", layouts=(CAMPERS, CAMP_GAMES))
    assert rows(incoming, "Games", "Result") == [("1-0",)]


TWO = [
    "Timestamp,Game 1 winner,Game 1 winner's score,Game 1 loser,Game 1 loser's score,"
    "Game 2 winner,Game 2 winner's score,Game 2 loser,Game 2 loser's score",
    "Timestamp,Winner (first game),Winners score (first game),Loser (first game),Losers score (first game),"
    "Winner (second game),Winners score (second game),Loser (second game),Losers score (second game)",
    "Timestamp,Winner,Winner score,Loser,Loser score,Winner,Winner score,Loser,Loser score",
    "Timestamp,Winner,Winner score,Loser,Loser score,Winner2,Winner score2,Loser2,Loser score2",
]


@pytest.mark.parametrize("headings", TWO)
def test_two_games_in_one_response(headings: str) -> None:
    first = "9/15/2026 20:00:00,Ann,401,Bob,388,Cyd,350,Dee,300\n"
    second = "9/15/2026 21:00:00,Eve,420,Ann,390,,,,\n"
    incoming = read(f"{headings}\n{first}{second}")
    assert rows(incoming, "Games", *GAME) == [FIRST, SECOND, ("Eve", 420, "Ann", 390)]
    assert list(incoming.tables["Games"].lines) == [2, 2, 3]


def test_two_games_of_the_same_two_in_one_response() -> None:
    text = "Timestamp,Your name,Opponent,Game 1,Game 2\n9/15/2026 20:00:00,Ann,Bob,401-388,350-420\n"
    assert rows(read(text), "Games", *GAME) == [FIRST, ("Ann", 350, "Bob", 420)]


def test_a_column_that_stands_there_twice_makes_no_second_game() -> None:
    with pytest.raises(FileProblem, match="is there twice"):
        read(f"{HEADINGS},Score 2\n2026-09-15,Ann,401,Bob,388,1\n")


@pytest.mark.parametrize(
    "headings",
    [
        "Winner,Score,Loser,Score",
        "Gagnant,Pointage,Perdant,Pointage",
        "Player,Score,Player 2,Score 2",
        "Player,Score,Opponent,Opponent score",
    ],
)
def test_a_score_beside_each_player(headings: str) -> None:
    incoming = read(f"Date,{headings}\n2026-09-15,Ann,401,Bob,388\n")
    assert rows(incoming, "Games", *GAME) == [FIRST]
    assert list(incoming.tables["Games"].lines) == [2]


def test_scores_come_in_the_order_of_the_players() -> None:
    incoming = read("Date,Loser,Score,Winner,Score\n2026-09-15,Bob,388,Ann,401\n")
    assert rows(incoming, "Games", *GAME) == [FIRST]


def test_a_response_with_both_scores_of_two_games_has_two_games() -> None:
    text = "Timestamp,Your name,Opponent,Score,Score\n9/15/2026 20:00:00,Ann,Bob,401-388,350-420\n"
    assert rows(read(text), "Games", *GAME) == [FIRST, ("Ann", 350, "Bob", 420)]


def test_dates_of_merged_cells() -> None:
    cells: list[list[object]] = [
        HEADINGS.split(","), [dt.date(2026, 9, 15), *FIRST], [None, *SECOND], [], [dt.date(2026, 9, 22), *FIRST],
    ]  # fmt: skip
    incoming = read(workbook(("2026", cells)))
    days = ["2026-09-15", "2026-09-15", "2026-09-22"]
    assert rows(incoming, "Games", "Date") == [(day(one),) for one in days]
    assert "some file, 2026: 1 row without a date takes the one above (line 3)." in incoming.notes


def test_headings_that_come_again_on_a_sheet_are_left_out() -> None:
    row = [dt.date(2026, 9, 15), *FIRST]
    incoming = read(workbook(("2026", [HEADINGS.split(","), row, [], HEADINGS.split(","), row])))
    assert rows(incoming, "Games", *GAME) == [FIRST, FIRST]
    assert incoming.notes == [
        "some file: table, sheet 2026.", "some file: the headings come again and are left out (line 4).",
    ]  # fmt: skip


def test_other_sheets_are_named() -> None:
    game: list[list[object]] = [HEADINGS.split(","), [dt.date(2026, 9, 15), *FIRST]]
    incoming = read(workbook(("2026", game), ("Money", [["Paid", 5]]), ("Words", [["qi"]])))
    assert rows(incoming, "Games", *GAME) == [FIRST]
    assert "some file: not read: Money, Words." in incoming.notes


@pytest.mark.parametrize("name", ["Ann", "Bartholomew Featherstonehaugh", "Guest 1", "Mark Nyman"])
def test_aupair_names_that_are_not_filled_up(name: str) -> None:
    incoming = read(f"*M15.09.2026 Open\n*All\n{name} 2401  2\nBob 388  1\n*** END OF FILE ***\n")
    assert not incoming.wrong
    assert rows(incoming, "Games", "Player 1", "Score 1", "Player 2", "Score 2") == [(name, 401, "Bob", 388)]


def test_a_fide_report_that_begins_with_a_comment() -> None:
    ruler = "### 1234567890123456789012345678901234567890"
    players = [trf_line(1, "Ann", 1500, ["   2 w 1"]), trf_line(2, "Bob", 1400, ["   1 b 0"])]
    text = "\n".join([ruler, "012 Camp", "042 2026/09/15", ruler, *players, ""])
    assert rows(read(text, layouts=(CAMPERS, CAMP_GAMES)), "Games", "White", "Black", "Result") == [
        ("Ann", "Bob", "(1-0)")
    ]


def test_ratings_of_six_digits_and_negative_scores_of_tsh() -> None:
    incoming = read("Ann 123456+12 2; 401\nBob 1500 1; -12\n", ON_THE_DAY)
    assert rows(incoming, "Games", *GAME) == [("Ann", 401, "Bob", -12)]
    assert incoming.ratings == {"Ann": 123456, "Bob": 1500}


def test_what_a_fide_report_leaves_out_names_neither_its_comments_nor_its_title() -> None:
    players = [trf_line(1, "Ann", 1500, ["   2 w 1"]), trf_line(2, "Bob", 1400, ["   1 b 0"])]
    text = "\n".join(["### ruler", "012 Camp", "042 2026/09/15", "062 2", *players, ""])
    notes = read(text, layouts=(CAMPERS, CAMP_GAMES)).notes
    assert notes[-1] == "some file: lines 062 left out: no games in them."


@pytest.mark.parametrize(
    ("lines", "words"), [([4], "line 4"), ([4, 5, 6], "lines 4, 5, 6"), ([4, 5, 6, 7], "lines 4, 5, 6 ...")]
)
def test_lines_are_named_up_to_three(lines: list[int], words: str) -> None:
    assert lines_named(lines) == words


def test_figures_of_today_are_what_players_come_with_where_no_column_is_for_that() -> None:
    starts = {heading: OF_TODAY[heading] for heading in ("Start rating", "Start games")}
    listed = TableLayout("Players", PLAYERS.columns, PLAYERS.keys, PLAYERS.computed, starts)
    assert rows(read("Player,Cote,Games\nAnn,1700,60\n", layouts=(listed,)), "Players") == [("Ann", 1700, 60)]
    incoming = read("Player,Start rating,Rating\nAnn,1500,1700\n", layouts=(listed,))
    assert rows(incoming, "Players") == [("Ann", 1500)]
    assert not incoming.tables["Players"].of_today


def test_a_figure_of_today_with_a_point_that_may_part_thousands_is_refused() -> None:
    listed = TableLayout("Players", PLAYERS.columns, PLAYERS.keys, PLAYERS.computed, {"Start rating": ("cote",)})
    with pytest.raises(FileProblem, match=r'line 2, Cote "1\.250": may have a decimal point'):
        read("Joueur;Cote\nAnn;1.250\n", layouts=(listed,))


@pytest.mark.parametrize(("text", "wanted"), [("1 250", 1250), ("1\u00a0250", 1250), ("1\u202f250,5", 1250.5)])
def test_a_blank_that_parts_thousands(text: str, wanted: float) -> None:
    assert rows(read(f"Joueur;Start rating\nAnn;{text}\n"), "Players", "Start rating") == [(wanted,)]


@pytest.mark.parametrize("text", ["1 25", "12 34", "401 388", "1 250 1"])
def test_two_numbers_in_one_cell_are_not_one(text: str) -> None:
    read_cells = rows(
        read(f"Date;Player 1;Score 1;Player 2;Score 2\n2026-09-15;Ann;{text};Bob;388\n"), "Games", "Score 1"
    )
    assert read_cells == [(text,)]
