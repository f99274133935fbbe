"""Pages of the World Diplomacy Database, pasted as text."""

from __future__ import annotations

import pytest

from tests.imports.readers.reading import DAY, ON_THE_DAY, read, rows

PAGE = """\
Canuck Con 2006
Date October 1, 2006 Place Vancouver
Number of players19 Number of rounds4 Number of boards10
Coeff 17.43 Coeff 2- Coeff 3-

RankFirstName LastNameLoc.Nat.Score
1Micah KRABILL97.37
2David NORMAN92.11
18Mike HALL7.89
"""


def test_a_page_of_the_world_diplomacy_database() -> None:
    incoming = read(PAGE, system="dptr")
    assert not incoming.wrong
    assert incoming.one.tables["Events"].columns == {
        "Event": ["Canuck Con 2006"],
        "Date": [DAY],
        "Players": [19],
        "Rounds": [4],
        "World Championship": [None],
        "Place": ["Vancouver"],
        "Boards": [10],
    }
    assert rows(incoming, "Results") == [
        ("Canuck Con 2006", "Micah KRABILL", 1),
        ("Canuck Con 2006", "David NORMAN", 2),
        ("Canuck Con 2006", "Mike HALL", 18),
    ]
    tabs = PAGE.replace("1Micah KRABILL97.37", "1\tMicah\tKRABILL\tUSA\tUSA\t97.37").replace("players19", "players\t19")
    assert rows(read(tabs, system="dptr"), "Results") == rows(incoming, "Results")


def test_the_printed_percentile_is_checked() -> None:
    (wrong,) = read(PAGE.replace("92.11", "93.11"), system="dptr").wrong
    assert str(wrong) == ("some file line 8, Score: David NORMAN: place 2 of 19 is a percentile of 92.11, not 93.11")


def test_a_page_without_a_date_asks() -> None:
    page = PAGE.replace("October 1, 2006", "some day")
    (question,) = read(page, system="dptr").questions.values()
    assert question.text == 'some file: its date "some day" cannot be read. Of which day are its games?'
    assert read(page, ON_THE_DAY, "dptr").one.tables["Events"].columns["Date"] == [DAY]


def test_a_page_needs_the_name_of_its_event() -> None:
    (wrong,) = read(PAGE.replace("Canuck Con 2006", ""), system="dptr").wrong
    assert str(wrong) == "some file line 2: the event's name is missing above its date"


@pytest.mark.parametrize("title", ["World Diplomacy Championship", "WDC 2006", "World DipCon XVI"])
def test_a_world_championship_is_known_by_its_title(title: str) -> None:
    incoming = read(PAGE.replace("Canuck Con 2006", title), system="dptr")
    assert incoming.one.tables["Events"].columns["World Championship"] == ["Yes"]
    assert f"{title} counts as a World Championship." in incoming.notes
