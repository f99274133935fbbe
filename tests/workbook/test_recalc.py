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
from xladdin.hosts.file_commands import check_file
from xladdin.workbook.schema import OUTCOME_NAME, RECALCULATED_NAME


def ratings(path: Path) -> dict[object, object]:
    sheet = stored(path)["Players"]
    return dict(zip(column(sheet, "Player"), column(sheet, "Rating")))


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


def columns(table: CellTable) -> dict[str, list[object]]:
    return {heading: list(values) for heading, values in zip(table.headings, table.columns)}


def test_a_wrong_row_changes_no_rating_and_is_named_in_its_note_and_on_start(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    before = ratings(path)
    edited(path, ("Games", "B5", "Piere"), ("Games", "E6", None))
    outcome = recalculated(path, LATER)
    assert [str(problem) for problem in outcome.problems] == [
        'Games row 5, Player 1: "Piere" is not on Players. Did you mean "Pierre"?',
        "Games row 6, Score 2: the other score is missing; type both, or neither",
    ]
    club_file = open_club_file(path)
    notes = columns(club_file.tables["Games"])["Note"]
    assert notes[1] == "! Player 1: did you mean Pierre?", "short enough for a laptop's screen"
    assert notes[0] == ""
    assert str(club_file.names[OUTCOME_NAME]).startswith("2 rows to fix; nothing was rated.")
    assert ratings(path) == before
    edited(path, ("Games", "B5", "Lester"), ("Games", "E6", 300))
    assert not recalculated(path, LATER).problems
    club_file = open_club_file(path)
    assert not any(columns(club_file.tables["Games"])["Note"]), "fixed rows lose their notes"
    assert club_file.names[OUTCOME_NAME] == "4 games of 6 players rated."


def test_an_adjustment_that_waits_says_so_and_may_take_effect_when_due(tmp_path: Path) -> None:
    players = [STARTS, ["Ann", 1500, 60], ["Bob", 1400, 60]]
    games = [SCORES, ["2026-03-03", "Ann", 400, "Bob", 300]]
    boosts = [["Date", "Player", "Points"], ["2026-03-10", "Ann", 20], ["2026-03-20", "Bob", 20]]
    path = book_of("mississauga", tmp_path, {"players": players, "games": games, "adjustments": boosts})
    recalculated(path)  # on 14 March 2026
    assert ratings(path) == {"Ann": 1510, "Bob": 1390}
    assert column(stored(path)["Adjustments"], "Note") == ["takes effect with the next session"] * 2
    edited(path, ("Rules", rule_cell(path, "rule_adjustments_take_effect"), "When due"))
    recalculated(path)
    assert ratings(path) == {"Ann": 1530, "Bob": 1390}
    assert column(stored(path)["Adjustments"], "Note") == [None, "takes effect on its date"]
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
