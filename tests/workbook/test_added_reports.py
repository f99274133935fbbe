"""A report that is new in this version: its sheet is added to workbooks of before, in place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.cell.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import LATER, NOW, recalculated
from tests.helpers.excel.pressing import HOSTS
from tests.helpers.programs.ooxml import validate_workbook
from tests.workbook.test_evolution import looks
from xladdin.commands.programs import sample_files
from xladdin.hosts import workbook_file
from xladdin.renderers.sheet import region_name
from xladdin.reports import reports_of
from xladdin.reports.report import Report
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem
from xladdin.workbook import schema as contents
from xladdin.workbook import start
from xladdin.workbook.new_book import create_workbook
from xladdin.workbook.report_sheets import filled, new_sheets

CASES = [
    ("mississauga", "Records"),
    ("lexington", "Par scores"),
    ("dptr", "Player"),
    ("montreal", "Season report"),
]


@contextmanager
def version_without(name: str) -> Iterator[None]:
    """A version of xladdin from before a report."""

    def earlier(system: RatingSystem) -> list[Report]:
        return [report for report in reports_of(system) if report.name != name]

    with pytest.MonkeyPatch.context() as patch:
        for module in (contents, start, filled, new_sheets, workbook_file):
            patch.setattr(module, "reports_of", earlier)
        yield


def club(key: str, name: str, folder: Path) -> Path:
    """The sample of a system, made and recalculated by the version without a report."""
    path = folder / "club.xlsx"
    with version_without(name):
        create_workbook(system_named(key), path, sample_files(key), NOW, title=f"Without {name}")
        recalculated(path)
    assert name not in openpyxl.load_workbook(path).sheetnames
    return path


def parts(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def cells_of(sheet: Worksheet) -> list[tuple[object, ...]]:
    """The values of a sheet with their formats, but for the date of the recalculation."""
    return [
        (
            cell.coordinate,
            getattr(cell.value, "text", cell.value),
            cell.number_format,
            cell.font.b,
            cell.fill.fgColor.rgb,
        )
        for row in sheet.iter_rows(4)
        for cell in row
        if isinstance(cell, Cell)
    ]


@pytest.mark.parametrize(("key", "name"), CASES)
def test_a_new_report_is_added_in_place_as_in_a_new_workbook(key: str, name: str, tmp_path: Path) -> None:
    path = club(key, name, tmp_path)
    before = parts(path)
    held = {sheet.title: cells_of(sheet) for sheet in openpyxl.load_workbook(path).worksheets}
    outcome = recalculated(path, LATER)
    assert f"{name} is new in this version of xladdin, and was added." in outcome.summary
    assert validate_workbook(path) == []
    new = tmp_path / "new.xlsx"
    create_workbook(system_named(key), new, sample_files(key), NOW, title="With all")
    recalculated(new, LATER)
    ours, theirs = openpyxl.load_workbook(path), openpyxl.load_workbook(new)
    assert ours.sheetnames == theirs.sheetnames
    assert ours[name].sheet_properties.tabColor == theirs[name].sheet_properties.tabColor
    assert [[cell.value for cell in row] for row in ours[name].rows] == [
        [cell.value for cell in row] for row in theirs[name].rows
    ]
    width = theirs[name].max_column
    assert list(looks(ours[name], width)) == list(looks(theirs[name], width))
    assert (ours[name].print_area, ours[name].print_title_rows) == (
        theirs[name].print_area,
        theirs[name].print_title_rows,
    )
    for sheet in ours.sheetnames:
        assert ours[sheet].print_area == theirs[sheet].print_area, sheet
        assert len(ours[sheet]._charts) == len(theirs[sheet]._charts)
    assert ours.defined_names.keys() == theirs.defined_names.keys()
    after = parts(path)
    others = before.keys() - {"[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml"}
    assert [part for part in others if "worksheets" not in part and before[part] != after[part]] == []
    changed = {
        sheet: set(cells) ^ set(cells_of(ours[sheet]))
        for sheet, cells in held.items()
        if cells_of(ours[sheet]) != cells
    }
    assert changed.keys() <= {"Start"}, changed
    assert not recalculated(path, LATER).blocks


def test_a_sheet_that_the_director_deleted_stays_away(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    create_workbook(system_named("mississauga"), path, sample_files("mississauga"), NOW)
    recalculated(path)
    for name in ("", region_name("Records")):  # some programs delete the names of deleted cells too
        workbook = openpyxl.load_workbook(path)
        if name:
            del workbook.defined_names[name]
        else:
            del workbook["Records"]
        workbook.save(path)
        assert not recalculated(path, LATER).problems
        assert "Records" not in openpyxl.load_workbook(path).sheetnames


@pytest.mark.parametrize("host", [host for host in HOSTS if host != "file"])
def test_a_host_that_cannot_add_a_sheet_leaves_it_to_the_next_run_on_the_file(host: str, tmp_path: Path) -> None:
    path = club("mississauga", "Records", tmp_path)
    assert "Records" not in HOSTS[host](path)
    assert "Records" not in openpyxl.load_workbook(path).sheetnames
    recalculated(path, LATER)
    assert "Records" in openpyxl.load_workbook(path).sheetnames
