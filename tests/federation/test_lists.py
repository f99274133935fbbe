"""The list of a federation: a person of several clubs has one line, by the rating that was asked for."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from xladdin.federation.folder import POOL, Federation, make_federation
from xladdin.federation.lists import LATEST, lines_of, table_of
from xladdin.federation.store import ALL, as_columns, put_rows
from xladdin.systems import system_named

JANUARY, MARCH = date(2026, 1, 6), date(2026, 3, 3)
STANDING = ("rating", "games", "highest", "last_played", "rank")
CLUBS = {
    "east": {
        "Ann": (1500.0, 10, 1600.0, JANUARY, 1),
        "Bob": (1450.0, 7, 1450.0, MARCH, None),
        "Cyd": (None, 0, None, None, None),
    },
    "west": {
        "Ann": (1400.0, 5, 1700.0, MARCH, None),
        "Bob": (1460.0, 3, 1440.0, JANUARY, 1),
    },
}


@pytest.fixture
def federation(tmp_path: Path) -> Federation:
    """Ann and Bob are in both clubs, and each is ranked in one."""
    found = make_federation(tmp_path / "federation", system_named("montreal"), "")
    for club, players in CLUBS.items():
        columns = {name: list(cells) for name, cells in zip(STANDING, zip(*players.values()))}
        put_rows(found.data, "players", club, {"player": list(players), **columns})
        put_rows(found.data, "clubs", club, {"title": [club]})
    persons = [(name, club, name, True, None) for club, players in CLUBS.items() for name in players]
    put_rows(found.data, "persons", ALL, as_columns("persons", persons))
    return found


def test_one_line_for_both_clubs(federation: Federation) -> None:
    assert table_of(federation, lines_of(federation)) == [
        ["Rank", "Person", "Rating", "Games", "Highest", "Last played", "east", "west"],
        [1, "Ann", 1500, 15, 1700, MARCH, 1500, 1400],
        [2, "Bob", 1460, 10, 1450, MARCH, 1450, 1460],
        [None, "Cyd", None, 0, None, None, None, None],
    ]


def test_the_latest_rating(federation: Federation) -> None:
    lines = [(line.person, line.rating, line.highest) for line in lines_of(federation, LATEST)]
    assert lines == [("Bob", 1450, 1450), ("Ann", 1400, 1700), ("Cyd", None, None)]


def test_the_rating_of_the_pool(federation: Federation) -> None:
    rows = [
        ("ANN", 1470.5, 15, 1650.0, MARCH, None),
        ("Bob", 1465.0, 10, 1466.0, MARCH, 1),
        ("Dee", 1.0, 1, 1.0, None, 1),
    ]
    put_rows(federation.data, "pools", "east", {"digest": [""]})
    put_rows(federation.data, "pool_players", "east", as_columns("pool_players", rows))
    found = replace(federation, rating=POOL)
    assert table_of(found, lines_of(found)) == [
        ["Rank", "Person", "Rating", "Games", "Highest", "Last played"],
        [1, "Bob", 1465, 10, 1466, MARCH],
        [None, "Ann", 1470.5, 15, 1650, MARCH],
        [None, "Cyd", None, 0, None, None],
    ]
