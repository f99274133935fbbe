"""Contract of a club's own table: Mississauga and Montreal are two such, to the point, in replay and workbook."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.clubs import book_of, set_cells, set_rule
from tests.helpers.programs.command_line import run_here
from tests.helpers.random_clubs import random_club
from tests.helpers.suite.length import examples
from xladdin import RatingSystem, XladdinError
from xladdin.errors import NotFoundError
from xladdin.files.club_file import open_club_file
from xladdin.functions import CLUBCHANGES, CLUBRATINGS
from xladdin.systems import SYSTEMS
from xladdin.systems.bands import PRESETS, SYSTEM
from xladdin.systems.system import BandTable
from xladdin.workbook.rules import read_system

some = settings(max_examples=examples(60))
RATINGS, SCORES = st.integers(-500, 4000), st.integers(0, 900)


@pytest.mark.parametrize("key", PRESETS)
@some
@given(RATINGS, RATINGS, SCORES, SCORES, st.booleans(), st.integers(0, 120))
def test_words_and_needs_are_those_of_the_clubs_own_system(
    key: str, rating: int, other: int, score: int, others: int, doubled: bool, games: int
) -> None:
    system, preset = SYSTEMS[key], PRESETS[key]
    game = rating, other, score, others + (score == others == 0), *([doubled] if key == "montreal" else [])
    assert preset.explain(*game) == system.explain(*game)
    change = preset.change(*game)
    assert change == system.change(*game)  # type: ignore[attr-defined]
    assert preset.describe_session(rating, games, change) == system.describe_session(rating, games, change)
    assert needed(preset, rating, other) == needed(system, rating, other)


def needed(system: RatingSystem, rating: int, other: int) -> object:
    try:
        return system.find_needed_spread(rating, other)  # type: ignore[attr-defined]
    except XladdinError as none:
        return str(none)


def test_a_club_begins_as_montreal_and_keeps_it_beside_its_own(tmp_path: Path) -> None:
    path = book_of("bands", tmp_path, {}, like="montreal")
    assert read_system(open_club_file(path)) == PRESETS["montreal"] == PRESETS["montreal"].printed_rules
    set_rule(path, "rule_floor", 900)
    system = read_system(open_club_file(path))
    assert (system.floor, system.printed_rules.floor) == (900, 1000)  # type: ignore[attr-defined]


def test_rows_may_be_added_below_a_table(tmp_path: Path) -> None:
    path = book_of("bands", tmp_path, {})
    below = row_of(path, "rule_basic_from") + len(SYSTEM.basic.rows)
    set_cells(path, *(("Rules", f"{letter}{below}", value) for letter, value in zip("ABCD", (800, -1, 18, 8))))
    system = read_system(open_club_file(path))
    assert system == replace(SYSTEM, basic=BandTable(SYSTEM.basic.columns, (*SYSTEM.basic.rows, (800, -1, 18, 8))))


FAULTS = (
    ("basic", "B", 2, None, "If favourite wins: is blank; every row of this table needs all its columns"),
    ("spread", "A", 1, None, ""),
    ("spread", "B", 1, None, "Spread from: a row is missing here; move the rows below it up"),
    ("spread", "A", 3, 90, 'Spread from: "90" – must be in ascending order, and 100 is above'),
    ("by_games", "A", 1, 0, 'Games from: "0" – must be in ascending order, and 0 is above'),
    ("by_rating", "B", 1, "twelve", 'Multiplier: "twelve" – must be a number'),
)
"""Table, cell and value of each fault: a cell left out, a row left out, reversed bands, a band twice, a word."""


def test_a_table_that_cannot_be_is_named_with_its_cell(tmp_path: Path) -> None:
    """What somebody typed stays."""
    path = book_of("bands", tmp_path, {})
    rows = {table: row_of(path, f"rule_{table}_from") for table, *_ in FAULTS}
    set_cells(path, *(("Rules", f"{letter}{rows[table] + below}", value) for table, letter, below, value, _ in FAULTS))
    expected = [f"Rules row {rows[table] + below}, {says}" for table, _, below, _, says in FAULTS if says]
    before = open_club_file(path).sheet_values("Rules")
    for options in ([], ["--dry-run"]):
        output = run_here("recalc", path, *options)
        text = " ".join((output.out + output.err).split())
        assert output.status == 1 and [sentence for sentence in expected if sentence not in text] == [], text
    assert open_club_file(path).sheet_values("Rules") == before


def row_of(path: Path, name: str) -> int:
    area = open_club_file(path).locate_name(name)
    assert area is not None
    return area[1]


@pytest.mark.parametrize("key", PRESETS)
def test_the_club_functions_take_the_sheet_rules(key: str, tmp_path: Path) -> None:
    """With a range of the sheet from a workbook they give the same as the club's own system without one."""
    rules = rules_range(book_of("bands", tmp_path, {}, like=key))
    club = random_club(SYSTEMS[key], seed=3, rows=60)
    players, games, adjustments = ([*map(list, club[name])] for name in ("players", "games", "adjustments"))
    older = [row for row in rules if row[0] != "A bye counts as a win"]
    assert len(older) == len(rules) - 1
    headless = [row for row in rules if row[0] != "Rating from"]
    with pytest.raises(NotFoundError, match=r'rules: no table ".*"; give the sheet Rules from its heading row down'):
        CLUBRATINGS("bands", players, games, adjustments, headless)
    with pytest.raises(NotFoundError, match='rules: no row "Season\'s first month"'):
        CLUBRATINGS("bands", players, games, adjustments, [["Spread from", "Bonus"], [0, 0]])
    for function in (CLUBRATINGS, CLUBCHANGES):
        results = function(key, players, games, adjustments)
        assert function("bands", players, games, adjustments, older) == results
        assert function("bands", players, games, adjustments, rules) == results
        with pytest.raises(NotFoundError, match=r"rules \(blank\): bands has no printed rules; give the sheet Rules"):
            function("bands", players, games, adjustments)


def rules_range(path: Path) -> list[list[object]]:
    """Rules!A3 and on, as a host hands a range over."""
    rows = [list(row) for row in open_club_file(path).sheet_values("Rules")[2:]]
    width = max(map(len, rows))
    return [row + [None] * (width - len(row)) for row in rows]
