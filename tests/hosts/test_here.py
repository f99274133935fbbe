"""`xladdin pair --here` sets the marks on Tonight from outside, as a page of the browser does."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.clubs import book_of, sample_book
from tests.helpers.programs.command_line import run_here
from xladdin.files.club_file import open_club_file
from xladdin.workbook.report_sheets.tonight import read_tonight
from xladdin.workbook.rules import system_of


def marks(path: Path) -> dict[str, bool]:
    book = open_club_file(path)
    return dict(read_tonight(book, system_of(book)))


def test_those_named_are_here_and_nobody_else(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    everybody = list(marks(path))
    first, second, third = everybody[:3]
    assert run_here("pair", path, "--here", first, "--here", second).status == 0
    assert [name for name, here in marks(path).items() if here] == [first, second]
    told = run_here("pair", path, "--here", second, "--here", f" {third.upper()} ")
    assert told.status == 0, told.err
    assert [name for name, here in marks(path).items() if here] == sorted([second, third], key=everybody.index)
    games = open_club_file(path).tables["Games"]
    tables = list(zip(games.column("Player 1") or (), games.column("Player 2") or ()))[-2:]
    assert [set(table) for table in tables] == [{first, second}, {second, third}]


def test_a_name_that_is_not_on_the_list_marks_nobody(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    before = path.read_bytes()
    first = next(iter(marks(path)))
    told = run_here("pair", path, "--here", first, "--here", f"{first}x")
    assert told.status == 2
    assert f'"{first}x" is not on the list of Tonight (did you mean "{first}"?). Add a new player on Pl' in told.err
    assert path.read_bytes() == before


def test_an_alias_or_a_name_without_its_accents_is_the_player(tmp_path: Path) -> None:
    people = [["Player"], ["Élise"], ["Robert Roy"], ["Cy"]]
    path = book_of(
        "mississauga", tmp_path, {"players": people, "aliases": [["Alias", "Player"], ["Bob", "Robert Roy"]]}
    )
    told = run_here("pair", path, "--here", "elise", "--here", "bob", "--here", "Robert Roy")
    assert (told.status, told.err) == (0, "")
    assert [name for name, here in marks(path).items() if here] == ["Élise", "Robert Roy"]
    assert run_here("pair", path, "--here", "elise", "--here", "bye").status == 2
