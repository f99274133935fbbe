"""Messages in the language of a workbook: Notes, Review, Start, Journal and the terminal, with names that are words."""

from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.helpers.clubs import read_texts, set_cells
from tests.helpers.programs.command_line import run_cleanly, run_here
from xladdin.commands.output import LANGUAGE_VARIABLES, set_language
from xladdin.files.club_file import open_club_file
from xladdin.workbook.schema import JOURNAL, REVIEW, START, read_language_code

NAMES = ("Monday", "Level", "Tied", "nothing")
GAMES = """Date,Player 1,Score 1,Player 2,Score 2
2024-09-11,Monday,400,Level,300
2024-09-11,Tied,90,nothing,350
2024-09-11,Monday,400,Level,300
"""

FRENCH = "nope.xlsx n’existe pas", "new SYSTÈME club", 'B": colonne B', "colonne A = Joueur"
ENGLISH = "nope.xlsx does not exist", "new SYSTEM club", 'B": column B', "column A = Player"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Make a French club of these players, with a low score and the same game twice."""
    players, games, path = tmp_path / "players.csv", tmp_path / "games.csv", tmp_path / "club.xlsx"
    players.write_text("Player\n" + "".join(f"{name}\n" for name in NAMES), encoding="utf-8")
    games.write_text(GAMES, encoding="utf-8")
    run_cleanly("new", "montreal", path, players, games, "--language", "fr")
    return path


def test_review_start_notes_journal_and_the_terminal_name_them(club: Path) -> None:
    on_review, on_start = "\n".join(read_texts(club, REVIEW)), "\n".join(read_texts(club, START))
    assert "Monday 400, Level 300 est aussi à la ligne" in on_review
    assert "Tied 90, nothing 350" in on_review and "90 est au-dessous de 100" in on_review
    assert "Monday" in on_start and "nothing" in on_start
    assert not {"lundi", "égales", "rien"} & set(f"{on_review} {on_start}".replace(",", " ").split())

    set_cells(club, ("Games", "B4", "Mondy"), ("Games", "D5", "nothin"), ("Games", "C5", "x"))
    output = run_here("recalc", club)
    assert output.status == 1 and "2 lignes à corriger." in output.err
    assert "ligne 4, Joueur 1 : « Mondy » ne figure pas sur Players. Vouliez-vous dire « Monday » ?" in output.err
    notes, on_start = "\n".join(read_texts(club, "Games")), "\n".join(read_texts(club, START))
    assert "! Joueur 1\N{NO-BREAK SPACE}: vouliez-vous dire Monday\N{NO-BREAK SPACE}?" in notes
    assert "«\N{NO-BREAK SPACE}Monday\N{NO-BREAK SPACE}»" in on_start and "lundi" not in on_start
    assert f"{club} :\n  Games, ligne 4" in run_here("recalc", club, club.parent).err
    output = run_here("recalc", club, "--json")
    assert '"message": "\\"Mondy\\" is not on Players. Did you mean \\"Monday\\"?"' in output.out
    assert '"id": "\\"{value}\\" is not on {sheet}. Did you mean \\"{suggestion}\\"?"' in output.out

    set_cells(club, ("Games", "B4", "Monday"), ("Games", "D5", "nothing"), ("Games", "C5", 90), ("Games", "C4", 410))
    output = run_here("recalc", club)
    assert output.status == 0 and "Monday" in output.out
    assert any("Monday" in text and "Level" in text for text in read_texts(club, JOURNAL))
    assert "« Tied » s’appelle maintenant « Drawn »." in run_here("rename", club, "Tied", "Drawn").out
    assert "Options\N{NO-BREAK SPACE}:" in run_here("undo", club, "--help").out
    player = run_here("player", club, "Level")
    assert player.out.startswith("Level : ") and "perdues : " in player.out
    assert re.search(r"│ Monday +│ +0 │ +2 │", player.out) and "┃ Adversaire ┃" in player.out


@pytest.mark.parametrize(("variable", "texts"), [("fr_CA.UTF-8", FRENCH), ("C", ENGLISH)])
def test_without_a_workbook_the_environment_chooses(
    variable: str, texts: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", variable)
    Path("list.csv").write_text("Ann,1500\nBob,1600\n", encoding="utf-8")
    results = [run_here(*line.split()) for line in ("recalc nope.xlsx", "lite", "new elo club.xlsx list.csv")]
    assert all(text in result.out + result.err for text, result in zip(texts, [*results, results[-1]]))


@pytest.mark.parametrize(("option", "code"), [((), "fr"), (("--language", "en"), "en"), (("--language", "fr"), "fr")])
def test_a_new_workbook_is_in_the_language_of_the_system(
    option: tuple[str, ...], code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_CA.UTF-8")
    players = tmp_path / "players.csv"
    players.write_text("Player\nAnn\n", encoding="utf-8")
    for name, sources in (("empty.xlsx", ()), ("filled.xlsx", (players,))):
        made = run_cleanly("new", "montreal", tmp_path / name, *sources, *option)
        assert read_language_code(open_club_file(tmp_path / name).names) == code
        assert ("est créé" in made) == (code == "fr")
        assert ("dans la langue de cet ordinateur (fr)" in made) == (not option)
    monkeypatch.setenv("LC_ALL", "C")
    english = run_here("new", "montreal", tmp_path / "english.xlsx")
    assert "language" not in english.out and read_language_code(open_club_file(tmp_path / "english.xlsx").names) == "en"


@pytest.mark.parametrize(("identifier", "code"), [(0x0C0C, "fr"), (0x0409, "en"), (0, "en")])
def test_the_language_of_windows_is_that_of_its_menus(
    identifier: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: identifier)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    for variable in LANGUAGE_VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    assert set_language("") == code
