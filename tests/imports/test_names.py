"""Whose name it is in a workbook, in a file that comes in, and in a command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.editing import column_of
from tests.helpers.clubs import book_of, edited
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.imports.importing import DONE, answers_in, club_with_a_false_newcomer, who
from xladdin.cells import CellTable, name_key
from xladdin.workbook.name_matching import SIMILAR, AmbiguousNameError, NameIndex, PlayerLookup

HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2\n"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return club_with_a_false_newcomer(tmp_path)


def known(aliases: dict[str, str]) -> PlayerLookup:
    columns = (list(aliases), list(aliases.values()))
    players = ["Ann Lee", "Roy, Tom", "Élise", "Zoë", "Bob"]
    return PlayerLookup(
        {
            "Players": CellTable("Players", ("Player",), (players,)),
            "Aliases": CellTable("Aliases", ("Alias", "Player"), columns),
        }
    )


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("Ann Lee", "Ann Lee"), (" ann  LEE ", "Ann Lee"), ("Lee, Ann", "Ann Lee"), ("Lee,Ann", "Ann Lee"),
        ("Tom Roy", "Roy, Tom"), ("Annie", "Ann Lee"), ("ANNIE", "Ann Lee"), ("Roy, T.", "Roy, Tom"),
        ("T. Roy", "Roy, Tom"), ("Ann", None), ("Anne Lee", None), ("bye", "Bye"),
        ("Léa", "Élise"), ("lea", "Élise"), ("LÉA", "Élise"), ("elise", "Élise"), ("Zoë", "Zoë"), ("Zoé", "Bob"),
    ],
)  # fmt: skip
def test_a_name_is_exact_or_an_alias_or_turned_round(name: str, player: str | None) -> None:
    """Without accents too, unless it then fits two."""
    names = known({"Annie": "Ann Lee", "Roy, T.": "tom roy", "Léa": "elise", "Zoé": "Bob"})
    assert names.player(name) == player
    with pytest.raises(AmbiguousNameError):
        names.player("Zoe")


def test_a_name_that_fits_two_is_asked_about_on_import(club: Path) -> None:
    for old, new in (("Piere", "Zoé"), ("Lester", "Zoë")):
        assert run_here("rename", club, old, new).status == DONE
    source = club.with_name("more.csv")
    source.write_text(f"{HEADINGS}2024-09-24,Zoe,400,Pierre,300\n")
    assert "It could be Zoé and Zoë." in run_here("import", club, source).err
    run_cleanly("import", club, source, "--answers", answers_in(club.parent, who(Zoe="Timo", Timo="Zoë")))
    assert column_of(club, "Games", "Player 1")[-1] == "Zoë"
    assert {"Zoe", "Timo"} <= set(column_of(club, "Aliases", "Alias")), "a name may be given by one that is given too"


@pytest.mark.parametrize("command", ["player", "rename", "merge", "forget"])
def test_a_name_of_nobody_ends_in_who_there_is(command: str, club: Path) -> None:
    """None of these commands is about a row that names a new player."""

    def message_about(name: str) -> str:
        arguments = {"rename": ["X"], "merge": ["Pierre"], "forget": ["--yes"]}.get(command, [])
        return run_here(command, club, name, *arguments).err

    assert message_about("Nobody") == '"Nobody" is not a player. The players are Lester, Mackenzie, Piere, Pierre.\n'
    assert message_about("Lestre") == '"Lestre" is not a player. Did you mean "Lester"?\n'


def test_a_row_typed_by_an_alias_or_without_accents_is_there_already(tmp_path: Path) -> None:
    """Games, placings and adjustments were taken a second time, and a result came to the wrong player."""
    tables = {
        "players": [["Player", "Start rating", "Start games"], ["Ann Lee", 1500, 100], ["Zoë", 1300, 60]],
        "aliases": [["Alias", "Player"], ["Annie", "Ann Lee"]],
        "games": [
            ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
            ["2025-01-06", "Ann Lee", 400, "Zoë", 410],
            ["2025-01-13", "Ann Lee", "", "Zoë", ""],
        ],
        "adjustments": [["Date", "Player", "Points"], ["2025-01-06", "Annie", 10]],
    }
    club = book_of("montreal", tmp_path, tables)
    typed_names = {"B4": "annie", "D4": "Zoe", "B5": "Annie", "D5": "ZOE"}
    edited(club, *(("Games", cell, name) for cell, name in typed_names.items()))
    assert run_here("recalc", club).status == DONE
    source = tmp_path / "more.csv"
    source.write_text("Date,Player,Points\n2025-01-06,Ann Lee,10\n")
    assert "New: nothing. Already there: 1 adjustment." in run_here("import", club, source).out
    source.write_text(f"{HEADINGS}2025-01-06,Annie,400,Zoe,410\n2025-01-13,Ann Lee,420,Zoë,350\n")
    output = run_cleanly("import", club, source)
    assert "New: nothing. Results for games that had none: 1. Already there: 1 game." in output
    columns = [column_of(club, "Games", heading)[1] for heading in ("Player 1", "Score 1", "Score 2")]
    assert columns == ["Annie", 420, 350]
    edited(club, *(("Games", f"{letter}4", None) for letter in "ABCDE"))
    output = run_here("import", club, source)
    assert "Left out, because they were removed from the workbook" in output.out


def like(name: str, others: Sequence[str]) -> list[str]:
    return [near.name for near in NameIndex(others).find_similar(name) if near.likeness >= SIMILAR]


@pytest.mark.parametrize(
    ("name", "other"),
    [("Pierre", "Piere"), ("Ann Lee", "Lee, Anne"), ("J Smith", "John Smith"), ("John", "John Smith"),
     ("Zoë Ray", "Zoe Ray"), ("Jonathan Smyth", "Jonathon Smith"), ("O'Neil", "ONeil"), ("Mary Ann", "Maryann"),
     ("Jhon", "John"), ("P24", "P024"), ("Smith, John", "john smith jr."), ("Zoë", "Zoe"), ("Łiz", "Liz"),
     ("Bob Smith", "Robert Smith"), ("Peggy", "Margaret"), ("Bill", "William")],
)  # fmt: skip
def test_names_that_are_alike(name: str, other: str) -> None:
    assert like(name, [other]) == [other]
    assert like(other, [name]) == [name]


@pytest.mark.parametrize(
    ("name", "other"),
    [("P024", "P025"), ("Guest 1", "Guest 2"), ("Jon", "Joe"), ("Bob", "Rob"), ("Ann Lee", "Bob Lee"), ("Kim", "Kay"),
     ("Player E", "Player A"), ("John B", "John C"), ("ARAGON GUZMAN EMILIANO", "ARAGON GUZMAN SEBASTIAN"),
     ("Rafael Montgomery", "Vincent Montgomery")],
)  # fmt: skip
def test_names_that_are_not(name: str, other: str) -> None:
    assert not like(name, [other])


FIRST = ["Christopher", "Maria", "Jean-Pierre", "Ludmila", "Oluwaseun", "Bartholomew", "Jo", "Xiuying", "Player"]
LAST = ["Robertson", "Wu", "van der Berg", "O'Sullivan", "Papadopoulos", "Nguyen", "Featherstonehaugh", "Ng"]
CROWD = [f"{first} {last}" for first in FIRST for last in LAST]


@st.composite
def slips(draw: st.DrawFn) -> tuple[str, str]:
    """A name of eight letters or more, and the same with a letter left out, doubled, exchanged or swapped."""
    name = draw(st.sampled_from([name for name in CROWD if len(name) >= 8]))
    index = draw(st.integers(1, len(name) - 2))
    kind = draw(st.sampled_from(["gone", "double", "other", "swap"]))
    if kind == "swap":
        return name, name[:index] + name[index + 1] + name[index] + name[index + 2 :]
    letters = {"gone": "", "double": name[index] * 2, "other": draw(st.sampled_from("aeqz"))}
    return name, name[:index] + letters[kind] + name[index + 1 :]


@given(slips())
def test_one_slip_in_a_crowd_is_seen(names: tuple[str, str]) -> None:
    name, slipped = names
    assert name_key(slipped) == name_key(name) or name in like(slipped, CROWD)
