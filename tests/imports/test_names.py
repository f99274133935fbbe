"""Whose name it is in a workbook, in a file that comes in, and in a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.editing import column_of
from tests.helpers.clubs import book_of, edited, headings_of, random_tables, stored, typed
from tests.helpers.programs.command_line import run_here
from tests.imports.importing import DONE, answers_in, club_with_a_false_newcomer, who
from xladdin.cells.addresses import column_letters
from xladdin.cells.table import CellTable
from xladdin.game_log.players import Suggestions, not_a_player
from xladdin.workbook.name_matching import AmbiguousNameError, KnownNames, turned


@pytest.mark.parametrize(("room", "nearest"), [(30, None), (31, "Annie")])
def test_a_search_for_the_likest_name_ends(room: int, nearest: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xladdin.game_log.players.MOST_COMPARED", room)
    assert Suggestions({"annie": "Annie", "bo": "Bo"}).nearest("anni") == nearest


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return club_with_a_false_newcomer(tmp_path)


def known(*names: str, aliases: dict[str, str] | None = None) -> KnownNames:
    tables = {"Players": CellTable("Players", ("Player",), (list(names),))}
    if aliases:
        columns = (list(aliases), list(aliases.values()))
        tables["Aliases"] = CellTable("Aliases", ("Alias", "Player"), columns)
    return KnownNames(tables)


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("Ann Lee", "Ann Lee"),
        (" ann  LEE ", "Ann Lee"),
        ("Lee, Ann", "Ann Lee"),
        ("Lee,Ann", "Ann Lee"),
        ("Tom Roy", "Roy, Tom"),
        ("Annie", "Ann Lee"),
        ("ANNIE", "Ann Lee"),
        ("Roy, T.", "Roy, Tom"),
        ("T. Roy", "Roy, Tom"),
        ("Ann", None),
        ("Anne Lee", None),
        ("bye", "Bye"),
    ],
)
def test_a_name_is_exact_or_an_alias_or_turned_round(name: str, player: str | None) -> None:
    assert known("Ann Lee", "Roy, Tom", aliases={"Annie": "Ann Lee", "Roy, T.": "tom roy"}).player(name) == player


@pytest.mark.parametrize("name", ["Zoé", "zoe", "ZÖE", "Roy, Zoe", "Ënd"])
def test_an_alias_counts_without_its_accents(name: str) -> None:
    aliases = {"Zoé": "Élise", "Zoé Roy": "Elise", "end": "elise"}
    assert known("Élise", "Bob", aliases=aliases).player(name) == "Élise"


def test_an_alias_and_a_name_that_are_alike_without_accents_fit_two() -> None:
    names = known("Zoë", "Bob", aliases={"Zoé": "Bob"})
    assert (names.player("Zoë"), names.player("Zoé")) == ("Zoë", "Bob")
    with pytest.raises(AmbiguousNameError):
        names.player("Zoe")


def test_a_typed_alias_counts_without_its_accents(book: Path) -> None:
    assert run_here("rename", book, "Lester", "Élise").status == DONE
    assert run_here("rename", book, "Élise", "Léa").status == DONE
    before = column_of(book, "Players", "Rating")
    edited(book, ("Games", "D5", "Elise"), ("Aliases", "B4", "Lea"))
    assert run_here("recalc", book).status == DONE
    assert column_of(book, "Players", "Rating") == before


def test_a_name_that_fits_two() -> None:
    with pytest.raises(AmbiguousNameError, match="fits Ann Lee and Bob; write the name as Players has it"):
        tables = {
            "Players": CellTable("Players", ("Player",), (["Ann Lee", "Bob"],)),
            "Aliases": CellTable("Aliases", ("Alias", "Player"), (["AL", "AL"], ["Ann Lee", "Bob"])),
        }
        KnownNames(tables).player("al")


def test_turned() -> None:
    assert [turned(name) for name in ("Lee, Ann", "Lee,Ann", "Ann Lee", "a,b,c", ",x", "x,")] == [
        "Ann Lee", "Ann Lee", "Ann Lee", "a,b,c", ",x", "x,",
    ]  # fmt: skip


def test_a_name_that_fits_two_is_told_on_import(book: Path) -> None:
    for old, new in (("Piere", "Zoé"), ("Lester", "Zoë")):
        assert run_here("rename", book, old, new).status == DONE
    source = book.with_name("more.csv")
    source.write_text("Date,Player 1,Score 1,Player 2,Score 2\n2024-09-24,Zoe,400,Pierre,300\n")
    assert "It fits Zoé and Zoë." in run_here("import", book, source).err
    said = run_here("import", book, source, "--answers", answers_in(book.parent, who(Zoe="Zoë")))
    assert (said.status, said.err) == (DONE, "")
    assert column_of(book, "Games", "Player 1")[-1] == "Zoë"
    assert column_of(book, "Aliases", "Alias")[-1] == "Zoe"


def test_a_name_may_be_given_by_one_that_is_given_too(book: Path) -> None:
    source = book.with_name("more.csv")
    source.write_text("Date,Player 1,Score 1,Player 2,Score 2\n2024-09-24,Kim,400,Lester,300\n")
    answers = answers_in(book.parent, who(Kim="Timo", Timo="Pierre"))
    assert run_here("import", book, source, "--answers", answers).status == DONE
    assert column_of(book, "Games", "Player 1")[-1] == "Pierre"
    aliases = zip(column_of(book, "Aliases", "Alias"), column_of(book, "Aliases", "Player"))
    assert [pair for pair in aliases if pair[1] == "Pierre"] == [("Kim", "Pierre"), ("Timo", "Pierre")]


def test_a_list_of_players_with_a_name_that_fits_two_names_its_line(book: Path) -> None:
    for old, new in (("Piere", "Zoé"), ("Lester", "Zoë")):
        assert run_here("rename", book, old, new).status == DONE
    source = book.with_name("more.csv")
    source.write_text("Player,Start rating,Start games\nZoe,1200,30\n")
    assert "more.csv line 2" in run_here("import", book, source).err


def test_a_player_who_is_there_otherwise_is_told_without_blanks(tmp_path: Path) -> None:
    book = book_of("montreal", tmp_path, random_tables("montreal", 12, 4, 1))
    listed = tmp_path / "list.csv"
    listed.write_text("Player,Start rating,Start games\nPlayer 001,1999,\n", encoding="utf-8")
    said = run_here("import", book, listed, "--dry-run").out
    assert "list.csv line 2: Player Player 001, Start rating 1999, no Start games; Players row 4 has Player " in said
    typed(book, ("Players", "B4", None), ("Players", "C4", None))
    listed.write_text("Player,Start rating,Start games,Web\nPlayer 001,,,none\n", encoding="utf-8")
    typed(book, ("Players", f"{letter_of(book, 'Web')}4", "initials"))
    said = run_here("import", book, listed, "--dry-run").out
    assert "list.csv line 2: Player Player 001, Web none; Players row 4 has Player Player 001, Web initials" in said


def letter_of(book: Path, heading: str) -> str:
    return column_letters(headings_of(stored(book)["Players"]).index(heading) + 1)


@pytest.mark.parametrize("command", ["player", "rename", "merge", "forget"])
def test_a_name_of_nobody_ends_in_who_there_is(command: str, book: Path, tmp_path: Path) -> None:
    """None of these commands is about a row that names a new player."""

    def said(name: str) -> str:
        arguments = {
            "rename": [book, name, "X"],
            "merge": [book, name, "Pierre"],
            "forget": [book, name, "--yes"],
        }.get(command, [book, name])
        return run_here(command, *arguments).err

    assert said("Nobody") == '"Nobody" is not a player. The players are Lester, Mackenzie, Piere, Pierre.\n'
    assert said("Lestre") == '"Lestre" is not a player (did you mean "Lester"?).\n'


def test_a_large_club_is_not_listed_whole_and_a_name_may_be_turned_round() -> None:
    names = [f"Player {number:02}" for number in range(21)]
    assert not_a_player("Nobody", names) == '"Nobody" is not a player. The sheet Players lists all 21 players.'
    assert not_a_player("Lee, Anne", ["Ann Lee"]) == '"Lee, Anne" is not a player (did you mean "Ann Lee"?).'


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
    assert "New: nothing. There already: 1 adjustment." in run_here("import", club, source).out
    games = "Date,Player 1,Score 1,Player 2,Score 2\n2025-01-06,Annie,400,Zoe,410\n2025-01-13,Ann Lee,420,Zoë,350\n"
    source.write_text(games)
    said = run_here("import", club, source)
    assert (said.status, said.err) == (DONE, "")
    assert "New: nothing. Results for games that had none: 1. There already: 1 game." in said.out
    held = [column_of(club, "Games", heading)[1] for heading in ("Player 1", "Score 1", "Score 2")]
    assert held == ["Annie", 420, 350]


def test_a_game_taken_out_by_an_alias_stays_out(tmp_path: Path) -> None:
    tables = {
        "players": [["Player"], ["Ann Lee"], ["Zoë"]],
        "aliases": [["Alias", "Player"], ["Annie", "Ann Lee"]],
        "games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], ["2025-01-06", "Annie", 400, "Zoe", 410]],
    }
    club = book_of("montreal", tmp_path, tables)
    edited(club, ("Games", "B4", "Annie"), ("Games", "D4", "Zoe"))
    assert run_here("recalc", club).status == DONE
    edited(club, *(("Games", f"{letter}4", None) for letter in "ABCDE"))
    source = tmp_path / "more.csv"
    source.write_text("Date,Player 1,Score 1,Player 2,Score 2\n2025-01-06,Ann Lee,400,Zoë,410\n")
    assert "Left out, because they were taken out of the workbook" in run_here("import", club, source).out
