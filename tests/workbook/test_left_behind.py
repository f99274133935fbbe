"""xladdin names, piece by piece, what a new workbook on today's template leaves in the old one."""

from __future__ import annotations

import zipfile
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import sample_book
from tests.helpers.programs.command_line import run_here

PARTS = {
    "customXml/item1.xml": "custom XML",
    "xl/connections.xml": "connections to data elsewhere",
    "docMetadata/LabelInfo.xml": "a sensitivity label",
    "xl/media/image1.png": "pictures and other objects",
    "xl/pivotTables/pivotTable1.xml": "pivot tables",
}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return sample_book("montreal", tmp_path)


def added(path: Path, part: str, content: bytes) -> None:
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(part, content)


def renewed(old: Path) -> str:
    result = run_here("renew", old, old.with_name("new.xlsx"))
    assert result.status == 0, result.err
    return result.out


def test_a_workbook_of_ours_alone_leaves_nothing_behind(old: Path) -> None:
    assert "old workbook" not in renewed(old)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_left_behind_is_named(part: str, old: Path) -> None:
    added(old, part, b"<x/>")
    assert f"These stay in the old workbook: {PARTS[part]}." in renewed(old)


def test_shapes_and_sparklines_are_named(old: Path) -> None:
    added(old, "xl/drawings/drawing99.xml", b'<xdr:sp macro=""/>')
    added(old, "xl/worksheets/sheet99.xml", b"<x14:sparklineGroup/>")
    added(old, "xl/charts/chart99.xml", b"<c:chartSpace/>")
    left = "sparklines, shapes and text boxes, charts of your own"
    assert f"These stay in the old workbook: {left}." in renewed(old)


def test_words_typed_on_start_and_rules_are_named(old: Path) -> None:
    workbook = openpyxl.load_workbook(old)
    workbook["Start"]["C60"] = "Key of the club room: Ann"
    workbook["Rules"]["M3"] = "agreed in May"
    workbook["Rules"]["M4"] = "and in June"
    workbook.save(old)
    result = renewed(old)
    assert '"Key of the club room: Ann" in Start, C60, stays in the old workbook.' in result
    assert '"agreed in May" in Rules, M3, and 1 more cell there stay in the old workbook.' in result
