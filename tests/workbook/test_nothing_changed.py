"""What a recalculation calls a change, and a check. Neither another last binary digit nor a zero with a sign is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.clubs import NOW, ONE_OF_EACH_KIND, book_of, edited, random_tables, recalculated
from tests.helpers.programs.libreoffice import saved_again
from xladdin.commands.ratings import rating_text
from xladdin.files.writing.cell_xml import CellWriter
from xladdin.functions import CLUBCHANGES, DPTRCHANGE
from xladdin.hosts.file.club_file import check_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.changes.differences import same_column


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_nothing_has_changed_where_libreoffice_has_saved(key: str, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, random_tables(key, 200, 24, seed=3))
    assert recalculated(path).changes
    outcome = recalculated(saved_again(path, tmp_path / "saved"))
    assert not outcome.problems
    assert not outcome.changes
    assert not recalculated(path).changes


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_check_finds_what_a_recalculation_writes(key: str, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, random_tables(key, 60, 12, seed=3))
    checked, written = check_file(path, NOW), recalculated(path)
    assert checked.blocks and checked.changes
    for told in ("changes", "problems", "summary", "corrections", "to_review"):
        assert getattr(checked, told) == getattr(written, told)
    assert not check_file(path, NOW).blocks
    edited(path, ("Standings", "A1", "Our list"), ("Standings", "B6", "typed over"))
    assert check_file(path, NOW).blocks


def test_a_whole_number_may_stand_for_one_a_hair_below() -> None:
    assert same_column([27, 26.93], [26.999999999999996, 26.93])
    assert same_column([0, 7e-15], [-7e-15, 0])  # what is left of a difference of two equal ratings
    assert not same_column([27], [27.001])


def test_no_zero_has_a_sign() -> None:
    # "Events before 2001 ... value of zero": a rating above the percentile loses nothing
    changes = CLUBCHANGES(
        "dptr",
        [["Player", "Start rating"], ["Ann", 90]],
        [["Event", "Player", "Place"], ["Old", "Ann", 5]],
        [["Event", "Date", "Players", "Rounds"], ["Old", "1999-05-01", 10, 3]],
    )
    assert str(changes[0][3]) == "0.0"
    assert str(DPTRCHANGE(90, 5, 10, 3, 1999)) == "0"
    assert rating_text(SYSTEMS["dptr"], -0.001, signed=True) == "+0.00"
    assert rating_text(SYSTEMS["dptr"], -0.001) == "0.00"
    writer = CellWriter()
    assert b"<v>0.0</v>" in writer.cell(b' r="A1"', -0.0)
    assert b"<v>0.0</v>" in writer.column(b"A", b"", [1], [-0.0])[0]
