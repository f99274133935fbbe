"""A player's row that was deleted while games name the player: one message, and nothing is rated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.helpers.clubs import book_of, edited, random_tables, recalculated
from xladdin.files.reading.club_file import open_club_file
from xladdin.languages.language import IN_FRENCH, Language


def club(key: str, folder: Path) -> tuple[Path, str, int]:
    """Return a recalculated workbook, the last player with games, and the number of that player's games or results."""
    path = book_of(key, folder, random_tables(key, 12, 4, 1))
    table = open_club_file(path).tables["Games" if key != "dptr" else "Results"]
    heading = {"sca": "White", "dptr": "Player"}.get(key, "Player 1")
    headings = [heading, *({"sca": ["Black"], "dptr": []}.get(key, ["Player 2"]))]
    name = str((table.column(heading) or [])[0])
    return path, name, sum([cell == name for one in headings for cell in table.column(one) or []])


def deleted(path: Path, name: str) -> None:
    table = open_club_file(path).tables["Players"]
    row = table.row + 1 + list(table.column("Player") or []).index(name)
    blank: list[Any] = [(table.sheet, f"{letter}{row}", None) for letter in "ABCDEFGHIJ"]
    edited(path, *blank)


@pytest.mark.parametrize(
    ("key", "row_word", "advice"),
    [
        ("montreal", "game", '"Not listed after missed sessions" on Rules takes a player off the lists'),
        ("sca", "game", "Left under Active takes a player off the lists"),
        ("dptr", "result", '"Not listed after missed events" on Rules takes a player off the lists'),
    ],
)
def test_the_row_of_a_player_with_games_is_missed_once(key: str, row_word: str, advice: str, tmp_path: Path) -> None:
    path, name, rows = club(key, tmp_path)
    assert not recalculated(path).problems
    deleted(path, name)
    (problem,) = recalculated(path).problems
    assert problem.value == name and problem.table == ("Results" if key == "dptr" else "Games")
    words = f"{rows} {row_word} names this player" if rows == 1 else f"{rows} {row_word}s name this player"
    assert problem.message == f"keep the row on Players: {words}. {advice}"
    french = Language(IN_FRENCH).message(problem.message)
    assert french.startswith("gardez la ligne de Players") and f"{rows} " in french and "retire" in french


def test_a_name_that_was_never_on_players_is_named_as_ever(tmp_path: Path) -> None:
    path, _, _ = club("montreal", tmp_path)
    recalculated(path)
    table = open_club_file(path).tables["Games"]
    edited(path, (table.sheet, f"B{table.row + 1}", "Zebulon"))
    (problem,) = recalculated(path).problems
    assert problem.message == "no such player; add the player on Players first"
