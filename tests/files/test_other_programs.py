"""A club workbook that another program has saved recalculates to the same ratings, or xladdin refuses it by name."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

import xladdin
from tests.files.variants import (
    by_excel,
    by_libreoffice,
    by_numbers,
    by_openpyxl,
    report,
    strict,
    values,
    with_prefixes,
)
from tests.helpers.clubs import LATER, book_of, load_values, random_tables, recalc_club
from xladdin import WorkbookError
from xladdin.cells import CellBlock
from xladdin.files.club_file import LIVE_HEADINGS, open_club_file
from xladdin.files.workbook_writer import write_blocks
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import PLAYER, list_input_tables

SYSTEM = "mississauga"


def by_libreoffice_and_openpyxl(path: Path, into: Path) -> Path:
    """Save by LibreOffice, which leaves out which columns are calculated, then by openpyxl, without values."""
    return by_openpyxl(by_libreoffice(path, into.with_name("libreoffice.xlsx")), into)


VARIANTS = [by_libreoffice, by_excel, by_openpyxl, by_libreoffice_and_openpyxl, with_prefixes, strict]


@pytest.mark.parametrize("by", VARIANTS)
def test_a_workbook_saved_by_another_program(by: Callable[[Path, Path], Path], tmp_path: Path) -> None:
    plain = book_of(SYSTEM, tmp_path, random_tables(SYSTEM, games=60, players=12, seed=2))
    assert not recalc_club(plain).problems
    saved = by(plain, tmp_path / "saved.xlsx")
    correct_a_score(plain, tmp_path / "plain again.xlsx")
    correct_a_score(saved, tmp_path / "saved again.xlsx")
    own, other = (open_club_file(tmp_path / f"{name} again.xlsx") for name in ("plain", "saved"))
    for name, table in own.tables.items():
        assert values(other.tables[name]) == values(table)
    assert report(other, "Standings") == report(own, "Standings")
    assert report(other, "Scoreboard") == report(own, "Scoreboard")


def test_player_follows_in_a_workbook_that_libreoffice_has_saved(tmp_path: Path) -> None:
    """LibreOffice trusts the values in a file of its own, so xladdin takes out those from before the recalculation."""
    plain = book_of(SYSTEM, tmp_path, random_tables(SYSTEM, games=60, players=12, seed=2))
    recalc_club(plain)
    saved = by_libreoffice(plain, tmp_path / "saved.xlsx")
    paths = [by_libreoffice(saved, tmp_path / "before.xlsx")]
    correct_a_score(saved, tmp_path / "again.xlsx")
    paths.append(by_libreoffice(tmp_path / "again.xlsx", tmp_path / "after.xlsx"))
    before, after = ([load_values(path)[PLAYER].cell(row, 2).value for row in range(6, 12)] for path in paths)
    headings, first = load_values(paths[1])["Standings"].iter_rows(5, 6, values_only=True)
    leader = dict(zip(headings, first))
    assert (load_values(paths[1])[PLAYER]["C4"].value, after[0]) == (leader["Player"], leader["Rating"])
    assert None not in after and before != after


def test_the_live_columns_of_every_system_are_known() -> None:
    live: dict[str, set[str]] = {}
    for key in SYSTEMS:
        for table in list_input_tables(xladdin.system(key)).values():
            live.setdefault(table.name, set()).update(column.heading for column in table.columns if column.is_live)
    assert {name: headings for name, headings in live.items() if headings} == LIVE_HEADINGS


def test_a_workbook_exported_by_numbers_is_refused_by_name(tmp_path: Path) -> None:
    plain = book_of(SYSTEM, tmp_path, random_tables(SYSTEM, games=6, players=4, seed=2))
    (tmp_path / "exported").mkdir()
    exported = by_numbers(plain, tmp_path / "exported" / "club.xlsx")
    before = exported.read_bytes()
    with pytest.raises(WorkbookError, match=r"club\.xlsx is not a club workbook, .*Numbers.*xladdin new SYSTEM FILE"):
        recalc_club(exported)
    assert exported.read_bytes() == before
    assert [file.name for file in exported.parent.iterdir()] == ["club.xlsx"]


def correct_a_score(path: Path, into: Path) -> None:
    file = open_club_file(path)
    games = file.tables["Games"]
    old_rows, position = games.rows, {heading: index for index, heading in enumerate(games.headings)}
    last = {heading: games.columns[index][-1] for heading, index in position.items()}
    typed = [last["Date"], last["Player 2"], 301, last["Player 1"], 299]
    stream = io.BytesIO()
    blocks = [
        CellBlock("Games", games.row + 1, position["Score 1"] + 1, ([577],)),
        CellBlock("Games", games.row + old_rows + 1, 1, tuple([value] for value in typed)),
    ]
    write_blocks(file, blocks, stream)  # type: ignore[arg-type]
    into.write_bytes(stream.getvalue())
    outcome = recalc_club(into, LATER)
    assert not outcome.problems
    assert outcome.changes
    again = open_club_file(into)
    assert again.tables["Games"].rows == old_rows + 1
    assert again.table_parts["Games"].last_row == games.row + old_rows + 1
    assert not recalc_club(into, LATER).blocks
