"""Which names are like a name. To tell it takes no longer where all names are alike."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.work import lines_run
from xladdin.cells.text import name_key
from xladdin.workbook.name_matching import LIKE, LikeNames


def like(name: str, others: Sequence[str]) -> list[str]:
    """The names that may be the same person's, the likest first."""
    return [near.name for near in LikeNames(others).near(name) if near.likeness >= LIKE]


@pytest.mark.parametrize(
    ("one", "other"),
    [("Pierre", "Piere"), ("Ann Lee", "Lee, Anne"), ("J Smith", "John Smith"), ("John", "John Smith"),
     ("Zoë Ray", "Zoe Ray"), ("Jonathan Smyth", "Jonathon Smith"), ("O'Neil", "ONeil"), ("Mary Ann", "Maryann"),
     ("Jhon", "John"), ("P24", "P024"), ("Smith, John", "john smith jr."),
     ("Zoë", "Zoe"), ("Łiz", "Liz")],
)  # fmt: skip
def test_names_that_are_alike(one: str, other: str) -> None:
    assert like(one, [other]) == [other]
    assert like(other, [one]) == [one]


@pytest.mark.parametrize(
    ("one", "other"),
    [("P024", "P025"), ("Guest 1", "Guest 2"), ("Jon", "Joe"), ("Bob", "Rob"), ("Ann Lee", "Bob Lee"), ("Kim", "Kay"),
     ("Player E", "Player A"), ("John B", "John C"), ("ARAGON GUZMAN EMILIANO", "ARAGON GUZMAN SEBASTIAN"),
     ("Rafael Montgomery", "Vincent Montgomery")],
)  # fmt: skip
def test_names_that_are_not(one: str, other: str) -> None:
    assert not like(one, [other])


@pytest.mark.parametrize(("one", "other"), [("Bob Smith", "Robert Smith"), ("Peggy", "Margaret"), ("Bill", "William")])
def test_a_nickname_is_like_the_name(one: str, other: str) -> None:
    assert like(one, [other]) == [other]
    assert like(other, [one]) == [one]


FIRST = (
    "Christopher",
    "Maria",
    "Jean-Pierre",
    "Ludmila",
    "Oluwaseun",
    "Bartholomew",
    "Jo",
    "Xiuying",
    "Player",
    "Team",
)
LAST = (
    "Robertson",
    "Wu",
    "van der Berg",
    "O'Sullivan",
    "Papadopoulos",
    "Nguyen",
    "Featherstonehaugh",
    "Ng",
    "Kowalska",
)
CROWD = [f"{first} {last}" for first in FIRST for last in LAST]


@st.composite
def slips(draw: st.DrawFn) -> tuple[str, str]:
    """A name of eight letters or more, and the same with a letter left out, doubled, exchanged or swapped."""
    name = draw(st.sampled_from([name for name in CROWD if len(name) >= 8]))
    at = draw(st.integers(1, len(name) - 2))
    kind = draw(st.sampled_from(["gone", "double", "other", "swap"]))
    if kind == "swap":
        return name, name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    letters = {"gone": "", "double": name[at] * 2, "other": draw(st.sampled_from("aeqz"))}
    return name, name[:at] + letters[kind] + name[at + 1 :]


@given(slips())
def test_one_slip_in_a_crowd_is_seen(names: tuple[str, str]) -> None:
    name, slipped = names
    assert name_key(slipped) == name_key(name) or name in like(slipped, CROWD)


def crowd(count: int, common: str) -> list[str]:
    """Names of the same four letters in another order, after a word that all have in common."""
    chance = random.Random(count)
    return list(dict.fromkeys(common + "".join(chance.choices("abcd", k=12)) for _ in range(count)))


@pytest.mark.parametrize("common", ["", "Player "])
def test_a_crowd_of_names_that_are_all_alike_takes_no_longer_a_name(common: str) -> None:
    def work(count: int) -> float:
        names = crowd(count, common)

        def compare() -> None:
            everybody = LikeNames(names)
            for name in names[::10]:
                everybody.near(name)

        return lines_run(compare, 10_000_000) / count

    assert work(4_000) < 1.5 * work(1_000)
