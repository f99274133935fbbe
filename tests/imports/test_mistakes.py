"""Mistakes of a director with files. Each gets a plain answer, and the workbook stays as it was."""

from __future__ import annotations

from datetime import time
from pathlib import Path

import openpyxl
import pytest

from tests.corpus.editing import column_of, type_cells
from tests.helpers.programs.command_line import run_here
from tests.imports.importing import CANNOT, DONE, FORM, ROWS_TO_MEND, copied, games, import_text, ratings

HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2\n"


def test_the_wrong_system(made: dict[str, Path], tmp_path: Path) -> None:
    for key, wanted in (("sca", "White, Black, Result"), ("dptr", "Event, Player, Place")):
        said = import_text(copied(made, key, tmp_path), "Ann 0 2; 400\nBob 0 1; 300\n", "--date", "2024-09-14")
        assert said.status == CANNOT
        assert "is a division file of tsh" in said.err
        assert wanted in said.err


@pytest.mark.parametrize(
    ("key", "holds", "text"),
    [
        ("sca", "Adjustments with Date, Points", "Date,Player,Points\n2024-09-14,Ada,50\n"),
        ("dptr", "Adjustments with Date, Points", "Date,Player,Points\n2024-09-14,Ada,50\n"),
        ("mississauga", "Results with Event, Player, Place", "Event,Player,Place\nCon,Zoe,1\n"),
        ("mississauga", "Events with Event, Date, Players, Rounds", "Event,Date,Players,Rounds\nCon,2024-09-14,30,2\n"),
    ],
)
def test_a_table_that_the_club_does_not_keep_is_no_list_of_players(
    key: str, holds: str, text: str, made: dict[str, Path], tmp_path: Path
) -> None:
    book = copied(made, key, tmp_path)
    before = book.read_bytes()
    said = import_text(book, text)
    assert said.status == CANNOT
    assert f"it holds {holds}, and a workbook of" in said.err
    assert book.read_bytes() == before


def test_the_wrong_file(book: Path) -> None:
    said = import_text(book, book.read_bytes()[:1000], name="photo.png")
    assert said.status == CANNOT
    assert "photo.png: begins as a workbook does, but is damaged" in said.err
    said = run_here("import", book, book.with_name("none.csv"))
    assert "none.csv is not there. Check the name and the folder." in said.err


def test_day_and_month_that_could_be_either(book: Path) -> None:
    text = FORM.replace("9/14/2024", "9/10/2024")
    said = import_text(book, text)
    assert said.status == CANNOT
    assert "Say which: --dates dmy or --dates mdy" in said.err
    assert "New: 1 game." in import_text(book, text, "--dates", "mdy").out


def test_a_workbook_that_is_open_elsewhere(book: Path) -> None:
    book.with_name(f"~${book.name}").write_bytes(b"\x05Clare" + bytes(50))
    before = book.read_bytes()
    said = import_text(book, FORM)
    assert said.status == CANNOT
    assert "is open in Excel by Clare" in said.err
    assert book.read_bytes() == before


def test_what_to_do_about_a_game_that_differs_is_said(book: Path) -> None:
    said = import_text(book, "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-10,Mackenzie,400,Pierre,303\n")
    assert (
        "If the file is right, correct the row in the workbook. If it is another game of the same two, add --as-new."
        in said.out
    )
    assert "club.xlsx has all the rest already; nothing was written." in said.out
    assert said.status == ROWS_TO_MEND


def test_overlapping_dates(book: Path) -> None:
    """A file that reaches back over earlier days brings in what is new, in any order of the files."""
    days = [f"2024-09-{day},Pierre,4{day},Lester,3{day}\n" for day in range(14, 20)]
    headings = "Date,Player 1,Score 1,Player 2,Score 2\n"
    whole, other = book.with_name("whole.xlsx"), book.with_name("other.xlsx")
    for copy in (whole, other):
        copy.write_bytes(book.read_bytes())
    assert "New: 6 games." in import_text(whole, headings + "".join(days)).out
    assert "New: 4 games." in import_text(book, headings + "".join(days[:4])).out
    assert "New: 2 games. There already: 2 games." in import_text(book, headings + "".join(days[2:])).out
    assert "New: 4 games." in import_text(other, headings + "".join(days[2:])).out
    assert "New: 2 games. There already: 2 games." in import_text(other, headings + "".join(days[:4])).out
    assert ratings(book) == ratings(whole)
    assert sorted(map(str, games(book))) == sorted(map(str, games(other)))


def test_a_time_in_place_of_a_rating_differs_from_a_rating(book: Path) -> None:
    player = column_of(book, "Players", "Player")[0]
    workbook = openpyxl.load_workbook(book)
    workbook["Players"]["B4"] = time(12, 30)
    workbook.save(book)
    said = import_text(book, f"Player,Start rating\n{player},1200\n", name="players.csv")
    assert said.status == ROWS_TO_MEND
    assert "Players row 4 has" in said.out


def test_the_workbooks_own_faults_come_first(book: Path) -> None:
    type_cells(book, {"Games!B4": "Piere"})
    before = book.read_bytes()
    said = import_text(book, FORM)
    assert said.status == ROWS_TO_MEND
    assert 'Games row 4, Player 1 "Piere"' in said.err
    assert "1 row of the workbook to fix first." in said.err
    assert book.read_bytes() == before


def test_what_stands_below_the_table_is_not_written_over(book: Path) -> None:
    type_cells(book, {"Games!B6": "a remark of the director"})
    before = book.read_bytes()
    said = import_text(book, FORM)
    assert said.status == CANNOT
    assert "The table Games has no room to grow: something is in row 6 below it on sheet Games." in said.err
    assert book.read_bytes() == before


def test_a_file_that_is_no_file_of_games(book: Path) -> None:
    before = book.read_bytes()
    for content, name, words in (
        (
            "# The club\n\nWelcome.\n",
            "README.md",
            "is not a file that import knows, and for a table the first line must ",
        ),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "photo.png", "is not a text file"),
        (b"%PDF-1.7", "list.pdf", "is a PDF. Save what it shows as plain text or as CSV."),
    ):
        said = import_text(book, content, name=name)
        assert said.status == CANNOT
        assert f"{name}: {words}" in said.err
    said = run_here("import", book.with_name("list.pdf"), book)
    assert "it is not a workbook. Give an .xlsx or .xlsm file" in said.err
    assert book.read_bytes() == before


def test_a_name_that_fits_two(book: Path) -> None:
    aliases = "Alias,Player\nThe Champion,Pierre\nthe champion,Lester\nthe Champion,Lester\n"
    assert "New: 2 aliases. There already: 1 alias." in import_text(book, aliases, name="aliases.csv").out
    before = book.read_bytes()
    said = import_text(book, FORM.replace("PIERRE", "the champion"))
    assert said.status == ROWS_TO_MEND
    assert '"the champion": fits Lester and Pierre; write the name as Players has it' in said.err
    assert "no such player" not in said.err
    assert book.read_bytes() == before


def test_a_round_half_typed(book: Path) -> None:
    """A game without scores on either card is left out and counted. One lone score is named with both lines."""
    half = "Pierre 0 2 3; 400 410\nLester 0 1 4; 300\nMackenzie 0 4 1; 350 390\nZoe Quux 0 3 2; 310\n"
    said = import_text(book, half, "--date", "2024-09-20", "--add-players", name="a.t")
    assert said.status == DONE
    assert "a.t: round 2 is half typed; 1 game without scores left out." in said.out
    before = book.read_bytes()
    said = import_text(book, half.replace("350 390", "350"), "--date", "2024-09-27", name="a.t")
    assert said.status == ROWS_TO_MEND
    assert "a.t line 3, round 2: Mackenzie has no score, Pierre in line 1 has one" in said.err
    said = import_text(book, f"{HEADINGS}2024-09-27,Pierre,400,Lester,\n")
    assert "games.csv line 2, Score 2: the other score is missing: type both, or none" in said.err
    assert book.read_bytes() == before


def test_a_line_of_two_games_is_named_once(book: Path) -> None:
    card = "Nobody Knows 0 2 2; 400 410\nPierre 0 1 1; 300 310\n"
    said = import_text(book, card, "--date", "2024-09-20", name="a.t")
    assert 'a.t line 1, "Nobody Knows": is not a player' in said.err


def test_a_player_listed_twice_with_other_ratings(book: Path) -> None:
    before = book.read_bytes()
    said = import_text(book, "Player,Start rating\nZoe Quux,1200\nZoe Quux,1300\n")
    assert said.status == ROWS_TO_MEND
    assert 'games.csv line 3, Player "Zoe Quux": ' in said.err
    assert book.read_bytes() == before
