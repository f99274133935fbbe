"""The engine, through the worksheet functions and in workbooks, gives every figure of the second computation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.clubs import NOW, ONE_OF_EACH_KIND, book_of, random_tables, recalculated, sample_book
from tests.oracle.engine import replayed
from tests.oracle.log import Club, camp_tables, club_tables, tour_tables
from tests.oracle.logs import camps, clubs, tours
from tests.oracle.replaying import CHANGES, figures
from tests.oracle.verify import verify_file
from xladdin.functions import CLUBCHANGES, CLUBRATINGS
from xladdin.systems import SYSTEMS
from xladdin.systems.montreal import Montreal

LOGS = {
    "mississauga": (clubs(), club_tables),
    "montreal": (clubs(double=True), club_tables),
    "lexington": (clubs(), club_tables),
    "sca": (camps(), camp_tables),
    "dptr": (tours(), tour_tables),
}
CELLS = {
    "sca": ("White rating", "Black rating", "White change", "Black change"),
    "dptr": ("Percentile", "Value", "Rating before", "Change"),
}
"""What CLUBCHANGES gives for a row, where it is not ratings and changes of two players."""


@pytest.mark.parametrize("key", LOGS)
@given(data=st.data())
def test_random_logs(key: str, data: st.DataObject) -> None:
    strategy, as_tables = LOGS[key]
    tables = as_tables(*data.draw(strategy))  # type: ignore[operator]
    expected = figures(key, tables)
    if key == "dptr":
        values = {row[0]: expected["Events", at, "Value"] for at, row in enumerate(tables["Events"][1:])}
        expected |= {("Results", at, "Value"): values[row[0]] for at, row in enumerate(tables["Results"][1:])}

    changes = CLUBCHANGES(key, *tables.values())
    log = "Results" if key == "dptr" else "Games"
    assert len(changes) == len(tables[log]) - 1
    for row, cells in enumerate(changes):
        wanted = [expected.get((log, row, heading)) for heading in CELLS.get(key, CHANGES)]
        assert cells == ["" if figure is None else pytest.approx(float(figure)) for figure in wanted]  # type: ignore[arg-type]
        assert key == "dptr" or all(type(cell) is int for cell in cells if cell != "")
    rows = {row[0]: at for at, row in enumerate(tables["Players"][1:])}
    for _, player, rating, count in CLUBRATINGS(key, *tables.values())[1:]:
        wanted = [
            expected["Players", rows[player], heading] for heading in ("Rating", "Events" if key == "dptr" else "Games")
        ]
        assert [rating, count] == [rating if figure is None else pytest.approx(float(figure)) for figure in wanted]  # type: ignore[arg-type]


@pytest.mark.parametrize("key", LOGS)
@given(data=st.data())
def test_every_column_of_players_that_a_system_computes(key: str, data: st.DataObject) -> None:
    """Status and assigned ratings, permanent ratings of a camp, and when somebody last played."""
    strategy, as_tables = LOGS[key]
    tables = as_tables(*data.draw(strategy))  # type: ignore[operator]
    expected, found = figures(key, tables), replayed(SYSTEMS[key], tables)
    columns = found.log.system.player_columns(found.state)
    compared = columns.keys() & {heading for table, _, heading in expected if table == "Players"}
    assert len(compared) >= 2
    for heading in compared:
        for row, value in enumerate(columns[heading]):
            figure = expected["Players", row, heading]
            assert value == (pytest.approx(float(figure)) if isinstance(value, float) else figure), heading  # type: ignore[arg-type]


@given(clubs(double=True))
def test_montreal_rated_game_by_game(club: Club) -> None:
    """The setting of the club is "session or game". Games of one date go in recorded order."""
    tables = club_tables(*club)
    expected = figures("montreal", tables, rated_together="game")
    found = replayed(replace(Montreal(), rated_together="game"), tables)
    for heading in CHANGES:
        assert found.by_row(heading) == [expected.get(("Games", row, heading)) for row in range(len(club[1]))]
    assert found.state.rating == [expected["Players", row, "Rating"] for row in range(len(club[0]))]


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_sample_workbook(key: str, tmp_path: Path) -> None:
    verdict = verify_file(sample_book(key, tmp_path), NOW)
    assert verdict.disagreements == [] and verdict.agreeing > 30


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_workbook_in_which_a_row_of_players_has_no_name(key: str, tmp_path: Path) -> None:
    tables = dict(random_tables(key, 40, 6, 3))
    headings, *players = tables["players"]
    nobody = [*[""] * len(headings), "to be telephoned"]
    tables["players"] = [[*headings, "Remark"], *([*player, ""] for player in players[:3]), nobody, *players[3:]]
    path = book_of(key, tmp_path, tables)
    recalculated(path)
    verdict = verify_file(path, NOW)
    assert verdict.disagreements == [] and verdict.agreeing > 30
