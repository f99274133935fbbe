"""The second computation agrees with sound workbooks, and finds what was rated wrongly."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.corpus.editing import rename_heading
from tests.helpers.clubs import KEYS, NOW, ONE_OF_EACH_KIND, book_of, edited, random_tables, recalculated, sample_book
from tests.oracle.reference.verify import verify_file
from xladdin.files.reading.club_file import open_club_file
from xladdin.systems.mississauga import Mississauga
from xladdin.workbook.rules.as_edited import system_of
from xladdin.workbook.schema import FIRST_DATA_ROW


@pytest.mark.parametrize("key", KEYS)
def test_two_computations_agree_on_every_figure(key: str, tmp_path: Path) -> None:
    verdict = verify_file(sample_book(key, tmp_path), NOW)
    assert verdict.disagreements == []
    assert verdict.agreeing > 30


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_row_of_players_without_a_name_is_nobody(key: str, tmp_path: Path) -> None:
    tables = dict(random_tables(key, 40, 6, 3))
    headings, *players = tables["players"]
    nobody = [*[""] * len(headings), "to be telephoned"]
    tables["players"] = [[*headings, "Remark"], *([*player, ""] for player in players[:3]), nobody, *players[3:]]
    path = book_of(key, tmp_path, tables)
    recalculated(path)
    verdict = verify_file(path, NOW)
    assert verdict.disagreements == []
    assert verdict.agreeing > 30


@pytest.mark.parametrize(
    ("table", "place", "theirs"),
    [
        ("Games", ("Remark", "N"), "SCORE 1"),
        ("Players", ("Web", "G"), "Start Rating"),
    ],
)
def test_a_column_of_the_clubs_own_whose_heading_is_like_ours(
    table: str, place: tuple[str, str], theirs: str, tmp_path: Path
) -> None:
    path = sample_book("montreal", tmp_path)
    heading, letter = place
    rename_heading(path, table, heading, theirs)
    edited(path, (table, f"{letter}{FIRST_DATA_ROW}", 7))
    assert not recalculated(path).problems
    assert verify_file(path, NOW).disagreements == []


def test_days_without_a_format_that_count_from_1904(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    workbook = openpyxl.load_workbook(path)
    workbook.epoch = CALENDAR_MAC_1904
    for row, day in enumerate(range(10, 15), FIRST_DATA_ROW):
        cell = workbook["Games"].cell(row, 1, datetime(2024, 9, day))
        if row % 2:
            cell.value, cell.number_format = (cell.value - CALENDAR_MAC_1904).days, "General"
    workbook.save(path)
    assert not recalculated(path).problems
    assert verify_file(path, NOW).disagreements == []


def test_a_fault_in_the_engine_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A spread bonus is one too high. The workbook agrees with itself, but is wrong."""
    path = sample_book("mississauga", tmp_path, recalculated=False)
    monkeypatch.setattr(
        Mississauga, "spread_points", lambda self, spread, diff=0: 1 + self.spread.at(abs(spread), "Bonus")
    )
    recalculated(path)
    monkeypatch.undo()
    assert verify_file(path, NOW).disagreements


def test_a_club_with_rules_of_its_own_is_verified_by_them(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    book = open_club_file(path)
    place = book.place_of("rule_spread_maximum")
    assert place is not None and system_of(book).key == "montreal"
    edited(path, (place[0], f"B{place[1]}", 2))
    recalculated(path)
    assert verify_file(path, NOW).disagreements == []


def test_it_reads_names_and_headings_as_a_recalculation_does(tmp_path: Path) -> None:
    """Plain letters are enough for a name with accents or strokes, and an alias may mean a bye."""
    games = [
        ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
        ["2025-01-07", "Élise", 400, "Bob", 350],
        ["2025-01-07", "Zoë", 380, "Bob", 300],
        ["2025-01-07", "Bob", 1, "Bye", 0],
        ["2025-01-07", "Élise", 410, "Zoë", 350],
        ["2025-01-07", "Łukasz", 410, "Søren Æbelø", 350],
    ]
    people = [["Player"], ["Élise"], ["Zoë"], ["Bob"], ["Łukasz"], ["Søren Æbelø"]]
    aliases = [["Alias", "Player"], ["nobody", "Bye"], ["Robért", "Bób"], ["Ann", "Ann Lee"], ["Lise", "elise"]]
    path = book_of("mississauga", tmp_path, {"players": people, "games": games, "aliases": aliases})
    typed = {
        "B4": "elise",
        "D4": "Robért",
        "B5": "ZOE",
        "D5": "Bób",
        "D6": "nobody",
        "B7": "lise",
        "B8": "lukasz",
        "D8": "Soren Aebelo",
    }
    edited(path, *(("Games", cell, name) for cell, name in typed.items()))
    rename_heading(path, "Games", "Player 1", "player  1")
    assert not recalculated(path).problems
    assert verify_file(path, NOW).disagreements == []


@pytest.mark.parametrize("key", ["mississauga", "elo"])
def test_it_reads_no_day_of_a_row_that_is_not_rated(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path, recalculated=False)
    games = open_club_file(path).tables["Games"]
    edited(path, ("Games", f"A{games.row + 1 + len(games.columns[0])}", "next week"))
    assert not recalculated(path).problems
    assert verify_file(path, NOW).disagreements == []
