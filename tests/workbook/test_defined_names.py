"""The defined names of a workbook: few, and one for all regions of a report, which travel with their cells."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import KEYS, sample_book
from tests.helpers.programs.recalculating import recalculate
from xladdin.cells.addresses import parse_range
from xladdin.files.block_writer import write_blocks
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.package import Package
from xladdin.files.part_patch import with_ranges
from xladdin.functions.catalogue import CATALOGUE

SETTINGS = ("rule_", "club_", "tonight_")
MOST = 52
"""The most names of a workbook beside its settings and LAMBDA names: those of formulas, choices and regions."""


@pytest.mark.parametrize("key", KEYS)
def test_a_workbook_has_few_names(key: str, tmp_path: Path) -> None:
    names = openpyxl.load_workbook(sample_book(key, tmp_path)).defined_names
    others = [name for name in names if name not in CATALOGUE and not name.startswith(SETTINGS)]
    assert len(others) <= MOST, sorted(others)
    assert not [name for name in names if name.startswith(("title_on", "as_of_on"))]


def test_the_regions_of_a_report_are_known_after_another_program_saved_it(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    before = open_club_file(path).ranges
    after = open_club_file(recalculate(path, tmp_path / "office")).ranges
    regions = [name for name in before if name.startswith(("report_", "start_cells"))]
    assert len(regions) > 40
    assert {name: after.get(name) for name in regions} == {name: before[name] for name in regions}


def test_one_region_of_several_gets_other_cells(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    workbook = openpyxl.load_workbook(path)
    workbook["Scoreboard"].title = "Scores, & more"
    for name in workbook.defined_names.values():
        name.attr_text = name.attr_text.replace("Scoreboard!", "'Scores, & more'!")
    workbook.save(path)
    file, cells = open_club_file(path), parse_range("L5:Q99")
    assert cells is not None
    target = io.BytesIO()
    write_blocks(file, [], target, lambda parts: with_ranges(file, parts, {"report_scoreboard#2": cells}))
    written = ClubFile(path, Package(target.getvalue(), "book")).ranges
    assert written == {**file.ranges, "report_scoreboard#2": ("Scores, & more", cells)}
