"""Contract of the readers of cross tables: the players come in, and the games that their cells hold, once each."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from tests.imports.readers.reading import Read, read, rows

DAY = {"once": {"day": "2026-09-15"}}
SWISS = [
    ("1", "Berg, Anna", "1500", "2w1", "3b½", "4w+"),
    ("2", "Kohl, Bernd", "1480", "1b0", "4w0", "3b1"),
    ("3", "Dorn, Carla", "1400", "4b1", "1w½", "2w0"),
    ("4", "Eller, Dora", "", "3w0", "2b1", "1b-"),
]
PLAYED = [
    ("Berg, Anna", "Kohl, Bernd", "(1-0)", None), ("Eller, Dora", "Dorn, Carla", "(0-1)", None),
    ("Dorn, Carla", "Berg, Anna", "(1/2-1/2)", None), ("Kohl, Bernd", "Eller, Dora", "(0-1)", None),
    ("Berg, Anna", "Eller, Dora", "(1-0)", "Forfeit"), ("Dorn, Carla", "Kohl, Bernd", "(0-1)", None),
]  # fmt: skip


def crosstable(head: str, lines: list[tuple[str, ...]]) -> str:
    return "\n".join([head, *(";".join(line) for line in lines)]) + "\n"


def games(found: Read) -> list[tuple[object, ...]]:
    log = next(one for one in found.imported_file if "Games" in one.tables)
    headings = [one for one in ("White", "Black", "Result", "Kind") if one in log.tables["Games"].columns]
    return [(*row, None)[:4] for row in rows(log, "Games", *headings)]


def people(found: Read) -> list[tuple[object, ...]]:
    one = next(one for one in found.imported_file if "Players" in one.tables)
    headings = [heading for heading in ("Player", "Start rating") if heading in one.tables["Players"].columns]
    return rows(one, "Players", *headings)


@pytest.mark.parametrize("head", ["No.;Name;Rtg;1.Rd;2.Rd;3.Rd", "#;Player;Rating;R1;R2;R3", "Rk;Name;Elo;1;2;3"])
def test_a_swiss_table_with_numbered_opponents(head: str) -> None:
    found = read(crosstable(head, SWISS), DAY, "elo")
    assert games(found) == PLAYED
    assert people(found) == [("Berg, Anna", 1500), ("Kohl, Bernd", 1480), ("Dorn, Carla", 1400), ("Eller, Dora", None)]
    assert [note for note in found.notes if "6 games of 3 rounds" in note]


def test_the_dates_are_asked_once_for_all_rounds_or_each() -> None:
    text = crosstable("No.;Name;Rtg;1.Rd;2.Rd;3.Rd", SWISS)
    found = read(text, {}, "elo")
    (question,) = [one for id, one in found.questions.items() if id.startswith("once")]
    assert question.text == "some file: the games have no dates. Of which day are they?"
    assert question.accepts("2026-09-15, 2026-09-22, 2026-09-29") and question.accepts("2026-09-15")
    assert not question.accepts("2026-09-15, 2026-09-22")
    found = read(text, {"once": {"day": "2026-09-15, 2026-09-22, 2026-09-29"}}, "elo")
    assert [day for (day,) in rows(found.imported_file[-1], "Games", "Date")] == [
        dt.date(2026, 9, day) for day in (15, 15, 22, 22, 29, 29)
    ]


def test_dates_in_the_headings_are_those_of_the_rounds() -> None:
    found = read(crosstable("No.;Name;Rtg;2026-09-15;2026-09-22;2026-09-29", SWISS), {}, "elo")
    assert not [id for id in found.questions if id.startswith("once")]
    assert [day for (day,) in rows(found.imported_file[-1], "Games", "Date")] == [
        dt.date(2026, 9, day) for day in (15, 15, 22, 22, 29, 29)
    ]


OTHER_SPELLINGS: list[list[tuple[str, ...]]] = [
    [("1", "Ann", "1500", "W2", "D3"), ("2", "Bob", "1480", "L1", "H---"), ("3", "Cy", "1400", "B---", "D1")],
    [("1", "Ann", "1500", "+W2", "=B3"), ("2", "Bob", "1480", "-B1", "BYE"), ("3", "Cy", "1400", "", "=W1")],
    [("1", "Ann", "1500", "+ 2B", "= 3N"), ("2", "Bob", "1480", "- 1N", ""), ("3", "Cy", "1400", "EXE", "= 1B")],
    [("1", "Ann", "1500", "2:W", "3:D"), ("2", "Bob", "1480", "1:L", "-:-"), ("3", "Cy", "1400", "bye", "1:D")],
    [("1", "Ann", "1500", "2 w 1", "3 b 0.5"), ("2", "Bob", "1480", "1 b 0", "-0"), ("3", "Cy", "", "-1", "1 w 0.5")],
    [("1", "Ann", "1500", "2s1", "3w="), ("2", "Bob", "1480", "1w0", "spielfrei"), ("3", "Cy", "", "", "1s=")],
    [("1", "Ann", "1500", "W 2", "T 3"), ("2", "Bob", "1480", "L 1", "U"), ("3", "Cy", "1400", "U", "T 1")],
]


@pytest.mark.parametrize("lines", OTHER_SPELLINGS)
def test_other_spellings_of_a_round(lines: list[tuple[str, ...]]) -> None:
    found = read(crosstable("No;Name;Rtg;Rd 1;Rd 2", lines), DAY, "elo")
    played = {(frozenset((one, two)), result) for one, two, result, _ in games(found)}
    wins = {"(1-0)", "(0-1)"}
    assert {pair for pair, result in played if result in wins} == {frozenset(("Ann", "Bob"))}
    assert {pair for pair, result in played if result not in wins} == {frozenset(("Ann", "Cy"))}
    assert [(one if result == "(1-0)" else two) for one, two, result, _ in games(found) if result in wins] == ["Ann"]
    assert found.wrong == []


@pytest.mark.parametrize(
    "lines",
    [
        [("1", "2", "Bob", "+W1", "=W1"), ("2", "4", "Dee", "-W3", "=W3"), ("3", "1", "Ann", "-B2", "=B2"),
         ("4", "3", "Cy", "+B4", "=B4")],
        [("1", "4", "Bob", "1+", "1="), ("2", "3", "Dee", "2-", "2="), ("3", "2", "Cy", "3+", "3="),
         ("4", "1", "Ann", "4-", "4=")],
        [("1", "2", "Bob", "1 w 1", "1 b 1/2"), ("2", "1", "Ann", "2 b 0", "2 w 1/2"), ("3", "3", "Cy", "bye", "-1")],
    ],
)  # fmt: skip
def test_numbers_that_may_be_ranks_or_starting_numbers(lines: list[tuple[str, ...]]) -> None:
    found = read(crosstable("Rank;No;Name;Rd 1;Rd 2", lines), DAY, "elo")
    assert found.wrong == []
    assert {frozenset(game[:2]) for game in games(found)} <= {frozenset(("Bob", "Ann")), frozenset(("Dee", "Cy"))}


def test_a_game_that_only_one_of_two_lines_has_is_a_line_to_fix() -> None:
    lines = [*SWISS[:3], ("4", "Eller, Dora", "", "3w1", "2b1", "1b-")]
    found = read(crosstable("No.;Name;Rtg;1.Rd;2.Rd;3.Rd", lines), DAY, "elo")
    assert len(games(found)) == 5
    (wrong,) = found.wrong
    assert "Dorn, Carla and Eller, Dora in line 5" in wrong.message
    assert len(people(found)) == 4


MATRIX = [
    ("Ann", "■", "1", "½", "0"),
    ("Bob", "0", "", "1", "1"),
    ("Cy", "½", "0", "x", ""),
    ("Dee", "1", "0", "", "*"),
]
ALL = {("Ann", "Bob", "(1-0)"), ("Ann", "Cy", "(1/2-1/2)"), ("Ann", "Dee", "(0-1)"), ("Bob", "Cy", "(1-0)"),
       ("Bob", "Dee", "(1-0)")}  # fmt: skip


@pytest.mark.parametrize(
    "head", ["Name;1;2;3;4;Pts", "Name;Ann;Bob;Cy;Dee;Total", ";Ann;Bob;Cy;Dee;", "No Name;A;B;C;D"]
)
def test_a_table_of_everybody_against_everybody(head: str) -> None:
    if head.startswith("No Name"):
        head = "Name;1.;2.;3.;4.;Points"
    lines = [(*line, "2") if head.endswith(("Pts", "Total", "Points")) else (*line, "") for line in MATRIX]
    found = read(crosstable(head, lines), DAY, "elo")
    assert {row[:3] for row in games(found)} == ALL
    assert {row[0] for row in people(found)} == {"Ann", "Bob", "Cy", "Dee"}


def test_two_games_in_a_cell() -> None:
    lines = [("Ann", "", "1 ½", "00"), ("Bob", "0 ½", "", ""), ("Cy", "1 1", "", "")]
    assert [row[:3] for row in games(read(crosstable("Name;1;2;3", lines), DAY, "elo"))] == [
        ("Ann", "Bob", "(1-0)"), ("Ann", "Bob", "(1/2-1/2)"), ("Ann", "Cy", "(0-1)"), ("Ann", "Cy", "(0-1)"),
    ]  # fmt: skip


def test_scores_in_a_table_of_everybody_against_everybody() -> None:
    lines = [("Ann", "", "3:1", "0:3"), ("Bob", "1:3", "", "3:2"), ("Cy", "3:0", "2:3", "")]
    found = read(crosstable("Name;Ann;Bob;Cy", lines), DAY, "elo")
    assert {row[:3] for row in games(found)} == {
        ("Ann", "Bob", "(1-0)"), ("Ann", "Cy", "(0-1)"), ("Bob", "Cy", "(1-0)"),
    }  # fmt: skip
    found = read(
        crosstable("Name;Ann;Bob;Cy", [("Ann", "", "412-388", ""), ("Bob", "388-412", "", ""), ("Cy", "", "", "")]), DAY
    )
    assert rows(found.imported_file[-1], "Games", "Player 1", "Score 1", "Player 2", "Score 2") == [
        ("Ann", 412, "Bob", 388)
    ]


US_CHESS = """\
 Pair | Player Name                     |Total|Round|Round|
 Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |
---------------------------------------------------------
    1 | GARY HUA                        |1.5  |W   2|D   3|
   ON | 15445895 / R: 1794   ->1817     |N:2  |B    |W    |
---------------------------------------------------------
    2 | DAKSHESH DARURI                 |0.5  |L   1|H    |
   MI | 14598900 / R: 1641P17->1663P19  |N:2  |W    |     |
---------------------------------------------------------
    3 | ADITYA BAJAJ                    |1.5  |B    |D   1|
   MI | 14959604 / R: Unrated->1640P2   |N:2  |     |B    |
---------------------------------------------------------
"""


def test_a_cross_table_of_us_chess_in_two_lines_a_player() -> None:
    found = read(US_CHESS, DAY, "elo")
    assert people(found) == [("GARY HUA", 1794), ("DAKSHESH DARURI", 1641), ("ADITYA BAJAJ", None)]
    assert [row[:3] for row in games(found)] == [
        ("DAKSHESH DARURI", "GARY HUA", "(0-1)"), ("GARY HUA", "ADITYA BAJAJ", "(1/2-1/2)"),
    ]  # fmt: skip


@pytest.mark.parametrize("cells", [("W", "L", "W"), ("1", "0", "½"), ("1-0", "0-1", "1-0")])
def test_rounds_without_opponents_are_asked_about(cells: tuple[str, ...]) -> None:
    text = crosstable("Name;Rating;Rd 1;Rd 2;Rd 3", [("Ann", "1500", *cells), ("Bob", "1400", *reversed(cells))])
    found = read(text, {}, "elo")
    question = found.questions["table > some file > odd"]
    assert question.text == "some file: not used: Rd 1, Rd 2, Rd 3. Is that right?"
    answered: dict[str, Any] = {"table": {"some file": {"odd": "yes"}}}
    assert "table > some file > odd" not in read(text, answered, "elo").questions


def test_a_usual_list_of_people_is_no_cross_table() -> None:
    text = "Rank;Name;Rating;Games;Won;Lost;Last 1;Points\n1;Ann;1500;12;8;4;3;20\n2;Bob;1400;10;2;8;1;5\n"
    found = read(text, {}, "elo")
    assert not found.one.tables.get("Games")
    assert not [id for id in found.questions if "odd" in id]
