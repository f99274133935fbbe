"""The recalculation of a workbook file, as the command line and the launcher run it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.clubs import (
    KEYS,
    LATER,
    NOW,
    ONE_OF_EACH_KIND,
    book_of,
    column,
    edited,
    random_tables,
    recalculated,
    rule_cell,
    sample_book,
    stored,
)
from tests.workbook.conftest import SCORES, STARTS
from xladdin.cells import CellTable
from xladdin.files.club_file import open_club_file
from xladdin.functions import CLUBCHANGES, CLUBRATINGS
from xladdin.hosts.file_commands import check_file
from xladdin.workbook.schema import OUTCOME_NAME, RECALCULATED_NAME


def ratings(path: Path) -> dict[object, object]:
    sheet = stored(path)["Players"]
    return dict(zip(column(sheet, "Player"), column(sheet, "Rating")))


def test_the_examples_of_the_sources_stand_in_the_workbooks(tmp_path: Path) -> None:
    games = stored(sample_book("montreal", tmp_path))["Games"]
    # "She gets 2 rating points for the win, plus 1 for the spread. John accordingly loses 3 rating points." and so on
    assert column(games, "Change 1") == [3, 13, -1, 14, -5]
    assert column(games, "Change 2") == [-3, -13, 2, -7, 5]
    assert column(games, "Difference") == [510, -510, 1300, -790, 510]
    games = stored(sample_book("lexington", tmp_path))["Games"]
    assert column(games, "Change 1") == [4, 7, -1, 2, 6, 3, 7, 0]  # "WINNER RATING CHANGE" of 23-Jul-98
    assert column(games, "Change 2") == [-4, -7, 1, -2, -6, -3, -7, 0]
    path = sample_book("mississauga", tmp_path)
    # "If Lester's overall rating change ... was +28, his rating gain would become +56"; "+15 ... would become +12"
    assert ratings(path) == {
        "Pierre": 1242, "Mackenzie": 999, "Lester": 1000, "Charles": 1379, "Kim": 1945, "Robin": 1878
    }  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_twice_is_once(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    before = path.read_bytes()
    outcome = recalculated(path, LATER)
    assert not outcome.blocks
    assert path.read_bytes() == before
    assert open_club_file(path).names[RECALCULATED_NAME] == "14 March 2026 at 15:09"


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_dry_run_finds_what_a_recalculation_writes(key: str, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, random_tables(key, 60, 12, seed=3))
    checked, written = check_file(path, NOW), recalculated(path)
    assert checked.blocks and checked.changes
    for result in ("changes", "problems", "summary", "corrections", "to_review"):
        assert getattr(checked, result) == getattr(written, result)
    assert not check_file(path, NOW).blocks
    edited(path, ("Standings", "B6", "typed over"))
    assert check_file(path, NOW).blocks


@pytest.mark.parametrize("key", KEYS)
def test_the_workbook_holds_what_the_worksheet_functions_give(key: str, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, random_tables(key, 300, 24, seed=len(key)))
    assert not recalculated(path).problems
    book = open_club_file(path)
    tables = {name: with_headings(table) for name, table in book.tables.items()}
    extra = tables.get("Events") or tables.get("Groups") or tables.get("Adjustments")
    log = tables.get("Results") or tables["Games"]
    spilled = CLUBRATINGS(key, tables["Players"], log, extra)
    listed = {row[1]: row[2] for row in spilled[1:]}
    assert len(listed) == 24
    for player, rating in zip(book.tables["Players"].columns[0], columns(book.tables["Players"])["Rating"]):
        assert rating in ("", pytest.approx(listed[player], abs=1e-9))
    changes = CLUBCHANGES(key, tables["Players"], log, extra)
    if key != "dptr":
        headings = {"sca": ("White change", "Black change")}.get(key, ("Change 1", "Change 2"))
        held = columns(book.tables["Games"])
        assert [list(row[2:]) for row in changes] == [list(row) for row in zip(*(held[h] for h in headings))]


def with_headings(table: CellTable) -> list[list[object]]:
    return [list(table.headings), *map(list, zip(*table.columns))]


def columns(table: CellTable) -> dict[str, list[object]]:
    return {heading: list(values) for heading, values in zip(table.headings, table.columns)}


def test_a_wrong_row_changes_no_rating_and_is_named_in_its_note_and_on_start(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    before = ratings(path)
    edited(path, ("Games", "B5", "Piere"), ("Games", "E6", None))
    outcome = recalculated(path, LATER)
    assert [str(problem) for problem in outcome.problems] == [
        'Games row 5, Player 1: "Piere" is not on Players. Did you mean "Pierre"?',
        "Games row 6, Score 2: the other score is missing: type both, or none",
    ]
    book = open_club_file(path)
    notes = columns(book.tables["Games"])["Note"]
    assert notes[1] == "! Player 1: did you mean Pierre?", "short enough for a laptop's screen"
    assert notes[0] == ""
    assert str(book.names[OUTCOME_NAME]).startswith("2 rows to fix; nothing was rated.")
    assert ratings(path) == before
    edited(path, ("Games", "B5", "Lester"), ("Games", "E6", 300))
    assert not recalculated(path, LATER).problems
    book = open_club_file(path)
    assert not any(columns(book.tables["Games"])["Note"]), "fixed rows lose their notes"
    assert book.names[OUTCOME_NAME] == "4 games of 6 players rated."


def test_an_adjustment_that_waits_says_so_and_may_take_effect_when_due(tmp_path: Path) -> None:
    players = [STARTS, ["Ann", 1500, 60], ["Bob", 1400, 60]]
    games = [SCORES, ["2026-03-03", "Ann", 400, "Bob", 300]]
    boosts = [["Date", "Player", "Points"], ["2026-03-10", "Ann", 20], ["2026-03-20", "Bob", 20]]
    path = book_of("mississauga", tmp_path, {"players": players, "games": games, "adjustments": boosts})
    recalculated(path)  # on 14 March 2026
    assert ratings(path) == {"Ann": 1510, "Bob": 1390}
    assert column(stored(path)["Adjustments"], "Note") == ["waits for the next session"] * 2
    edited(path, ("Rules", rule_cell(path, "rule_adjustments_take_effect"), "When due"))
    recalculated(path)
    assert ratings(path) == {"Ann": 1530, "Bob": 1390}
    assert column(stored(path)["Adjustments"], "Note") == [None, "waits for its date"]
    assert column(stored(path)["Games"], "Rating 1") == [1500]
    assert not recalculated(path).blocks


def test_an_adjustment_without_effect_says_so(tmp_path: Path) -> None:
    players = [STARTS, ["Ann", 1500, 60], ["New", None, None]]
    games = [SCORES, *([day, "Ann", 400, "New", 380] for day in ("2026-01-06", "2026-01-13"))]
    adjustments = [["Date", "Player", "Points"], *(["2026-01-10", who, 20] for who in ("New", "Ann", None))]
    path = book_of("lexington", tmp_path, {"players": players, "games": games, "adjustments": adjustments})
    assert not recalculated(path).problems
    first, *others = column(stored(path)["Adjustments"], "Note")
    assert str(first).startswith("no effect") and others == [None, None]
