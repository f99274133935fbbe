"""Contract of register and list of a federation: a person of several clubs has one line."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import openpyxl
import pytest

import xladdin
from tests.federation.clubs import answers_typed, persons_typed
from xladdin import Language, WorkbookError
from xladdin.federation.folder import ALL_PERSONS, POOL, Federation, write_rows
from xladdin.federation.lists import LATEST, list_persons, make_table
from xladdin.federation.register import Register, find_unknown_names, identify_persons, make_federation, read_register

NAMES = {"club01": ["Ann", "Bob"], "club02": ["Cyd"]}


@pytest.fixture
def federation(tmp_path: Path) -> Federation:
    return make_federation(tmp_path / "federation", xladdin.system("sca"), "", Language("en"))


@pytest.mark.parametrize(
    ("person", "answers", "persons"),
    [
        ((), ("Cyd (club02)", "", "Ann Lee"), ("Ann Lee", "Bob", "Ann Lee")),
        ((), ("Bob (club01)", "Cyd (CLUB02)", "new"), ("Cyd (CLUB02)",) * 3),
        ((), ("Cyd (club02)", "", ""), ("Cyd (club02)", "Bob", "Cyd (club02)")),
        ((), ("Dee (club02)", "", ""), ("Dee (club02)", "Bob", "Cyd")),
        ((), ("Cyd", "", "new"), ("Cyd", "Bob", "Cyd (club02)")),
        ((), ("Cyd", "", "Ann Lee"), ("Cyd", "Bob", "Ann Lee")),
        (("Ann Lee", "club02", "Cyd"), ("Cyd (club02)", "", ""), ("Ann Lee", "Bob", "Ann Lee")),
    ],
)
def test_an_answer_with_a_name_and_its_club_is_whoever_that_is(
    federation: Federation, person: tuple[str, ...], answers: tuple[str, ...], persons: tuple[str, ...]
) -> None:
    """The column Likest has another club's name so, to copy. That one needs no answer of its own then.

    A name alone may be a person of that name.
    """
    if person:
        persons_typed(federation, person)
    places = [(name, club) for club, names in NAMES.items() for name in names]
    answers_typed(federation, *((*name_and_club, answer) for name_and_club, answer in zip(places, answers)))
    of = identify_persons(read_register(federation)[0], NAMES).by_club
    assert tuple(of[club][name] for name, club in places) == persons


def test_a_person_without_an_answer_has_a_name_alone() -> None:
    register = Register({("c", "x"): "Ann (a)", ("c", "y"): "Bob"})
    names = {"a": ["Ann", "bob", "Roberta"], "b": ["Ann", "Robertta"]}
    persons = identify_persons(register, names)
    assert persons.by_club == {
        "a": {"Ann": "Ann (a)*", "bob": "bob (a)", "Roberta": "Roberta"},
        "b": {"Ann": "Ann (b)", "Robertta": "Robertta"},
    }
    matches = [
        (unknown.name, unknown.club, unknown.best_match) for unknown in find_unknown_names(register, names, persons)
    ]
    assert matches == [
        ("Ann", "a", "Ann (b)"),
        ("bob", "a", "Bob"),
        ("Roberta", "a", "Robertta (b)"),
        ("Ann", "b", "Ann (a)"),
        ("Robertta", "b", "Roberta (a)"),
    ]


def test_a_register_without_a_table_or_a_column(federation: Federation) -> None:
    workbook = openpyxl.load_workbook(federation.register)
    workbook["Unknown"]["D3"] = workbook["Unknown"].tables["Unknown"].tableColumns[3].name = "Reply"
    workbook.save(federation.register)
    with pytest.raises(WorkbookError, match=r"table Unknown: the column Answer is missing\. Put it back\."):
        read_register(federation)
    del workbook["Unknown"].tables["Unknown"]
    workbook.save(federation.register)
    with pytest.raises(WorkbookError, match=r"has no table Unknown\. Restore a copy: xladdin undo"):
        read_register(federation)


JANUARY, MARCH = date(2026, 1, 6), date(2026, 3, 3)
STANDING = ("rating", "games", "highest", "last_played", "rank")
CLUBS = {
    "east": {
        "Ann": (1500.0, 10, 1600.0, JANUARY, 1),
        "Bob": (1450.0, 7, 1450.0, MARCH, None),
        "Cyd": (None, 0, None, None, None),
    },
    "west": {"Ann": (1400.0, 5, 1700.0, MARCH, None), "Bob": (1460.0, 3, 1440.0, JANUARY, 1)},
}


@pytest.fixture
def listed(tmp_path: Path) -> Federation:
    """Ann and Bob are in both clubs, and each is ranked in one."""
    federation = make_federation(tmp_path / "federation", xladdin.system("montreal"), "", Language("en"))
    for club, players in CLUBS.items():
        rows = [{"player": name, **dict(zip(STANDING, cells))} for name, cells in players.items()]
        write_rows(federation.data, "players", club, rows)
        write_rows(federation.data, "clubs", club, [{"title": club}])
    persons = [{"person": name, "club": club, "player": name} for club, players in CLUBS.items() for name in players]
    write_rows(federation.data, "persons", ALL_PERSONS, persons)
    return federation


def test_one_line_for_both_clubs(listed: Federation) -> None:
    assert make_table(listed, list_persons(listed)) == [
        ["Rank", "Person", "Rating", "Games", "Highest", "Last played", "east", "west"],
        [1, "Ann", 1500, 15, 1700, MARCH, 1500, 1400],
        [2, "Bob", 1460, 10, 1450, MARCH, 1450, 1460],
        [None, "Cyd", None, 0, None, None, None, None],
    ]


def test_a_person_of_several_clubs_has_the_latest_rating(listed: Federation) -> None:
    lines = [(line.person, line.rating, line.highest) for line in list_persons(listed, LATEST)]
    assert lines == [("Bob", 1450, 1450), ("Ann", 1400, 1700), ("Cyd", None, None)]


@pytest.mark.parametrize(("day", "is_active"), [(date(2025, 3, 3), False), (date(2025, 3, 4), True)])
def test_who_has_played_within_a_year_of_the_last_game_is_active(
    day: date, is_active: bool, listed: Federation
) -> None:
    eve = {"player": "Eve", **dict(zip(STANDING, (1300.0, 1, 1300.0, day, 3)))}
    write_rows(listed.data, "players", "south", [eve])
    write_rows(listed.data, "clubs", "south", [{"title": "south"}])
    persons = [{"person": name, "club": club, "player": name} for name, club in (("Ann", "west"), ("Eve", "south"))]
    write_rows(listed.data, "persons", ALL_PERSONS, persons)
    lines = list_persons(listed, active=True)
    assert [line.person for line in lines] == (["Eve", "Ann"] if is_active else ["Ann"])


def test_the_rating_of_the_pool(listed: Federation) -> None:
    rows = [
        ("ANN", 1470.5, 15, 1650.0, MARCH, None),
        ("Bob", 1465.0, 10, 1466.0, MARCH, 1),
        ("Dee", 1.0, 1, 1.0, None, 1),
    ]
    write_rows(listed.data, "pools", "east", [{"digest": ""}])
    write_rows(listed.data, "pool_players", "east", [dict(zip(("person", *STANDING), row)) for row in rows])
    federation = replace(listed, rating=POOL)
    assert make_table(federation, list_persons(federation)) == [
        ["Rank", "Person", "Rating", "Games", "Highest", "Last played"],
        [1, "Bob", 1465, 10, 1466, MARCH],
        [None, "Ann", 1470.5, 15, 1650, MARCH],
        [None, "Cyd", None, 0, None, None],
    ]
