"""`xladdin verify` agrees with a sound workbook, and finds what somebody typed over or what was rated wrongly."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.corpus.editing import rename_heading
from tests.helpers.clubs import KEYS, NOW, ONE_OF_EACH_KIND, book_of, edited, random_tables, recalculated, sample_book
from tests.helpers.programs.command_line import run_here
from xladdin.files.reading.club_file import open_club_file
from xladdin.hosts.file.verifying import verify_file
from xladdin.reference.verify import verify
from xladdin.systems import SYSTEMS
from xladdin.systems.mississauga import Mississauga
from xladdin.workbook.rules.as_edited import system_of
from xladdin.workbook.schema import FIRST_DATA_ROW

PACKAGE = Path(verify.__code__.co_filename).parent


@pytest.mark.parametrize("key", KEYS)
def test_two_computations_agree_on_every_figure(key: str, tmp_path: Path) -> None:
    verdict = verify_file(sample_book(key, tmp_path), NOW).verdict
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
    verdict = verify_file(path, NOW).verdict
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
    assert verify_file(path, NOW).verdict.disagreements == []


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
    assert verify_file(path, NOW).verdict.disagreements == []


def test_a_rating_typed_over_is_named_with_its_cell(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    edited(path, ("Players", "D5", 1710))
    told = run_here("verify", str(path))
    assert told.status == 1
    assert "Players, row 5, Rating: the workbook holds 1710, computed" in told.err
    assert "1 of 31 figures disagree." in told.err
    assert "more." not in told.err
    edited(path, ("Players", "D5", None))
    assert "Players, row 5, Rating: the workbook holds nothing, computed" in run_here("verify", str(path)).err


def test_a_fault_in_the_engine_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A spread bonus is one too high. The workbook agrees with itself, but is wrong."""
    path = sample_book("mississauga", tmp_path, recalculated=False)
    monkeypatch.setattr(
        Mississauga, "spread_points", lambda self, spread, diff=0: 1 + self.spread.at(abs(spread), "Bonus")
    )
    recalculated(path)
    monkeypatch.undo()
    assert verify_file(path, NOW).verdict.disagreements


def test_a_club_with_rules_of_its_own_is_verified_by_them(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    book = open_club_file(path)
    place = book.place_of("rule_spread_maximum")
    assert place is not None and system_of(book).key == "montreal"
    edited(path, (place[0], f"B{place[1]}", 2))
    recalculated(path)
    assert verify_file(path, NOW).verdict.disagreements == []


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
    assert verify_file(path, NOW).verdict.disagreements == []


@pytest.mark.parametrize("key", ["mississauga", "elo"])
def test_it_reads_no_day_of_a_row_that_is_not_rated(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path, recalculated=False)
    games = open_club_file(path).tables["Games"]
    edited(path, ("Games", f"A{games.row + 1 + len(games.columns[0])}", "next week"))
    assert not recalculated(path).problems
    assert verify_file(path, NOW).verdict.disagreements == []


def test_a_row_to_fix_is_named_and_nothing_verified(tmp_path: Path) -> None:
    path = sample_book("lexington", tmp_path)
    edited(path, ("Games", "C5", "4o1"))
    told = run_here("verify", str(path))
    assert told.status == 1
    assert "Nothing was verified." in told.err


def test_it_agrees_in_words(tmp_path: Path) -> None:
    told = run_here("verify", str(sample_book("montreal", tmp_path)))
    assert told.status == 0
    assert told.out.startswith("Two independent computations agree on 31 figures.\n")


def test_it_stays_short_enough_to_be_read_beside_the_sources() -> None:
    """A system has at most 150 lines, and the shared part 300, without blank ones."""
    texts = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in PACKAGE.glob("*.py")}
    lines = {name: sum(bool(line.strip()) for line in text) for name, text in texts.items()}
    assert max(lines.pop(key) for key in SYSTEMS) <= 150
    assert sum(lines.values()) <= 300


def test_the_codes_of_a_french_club_have_plain_blanks(tmp_path: Path) -> None:
    """The sheets have blanks there that no line breaks at, and a terminal showed the number of such a letter."""
    path = sample_book("montreal", tmp_path)
    edited(path, ("Rules", "B8", "French"))
    assert run_here("recalc", path).status == 0
    assert "\nCodes de contrôle : classeur " in run_here("verify", path).out
