"""Contract of the report sheets: a report or column that is new comes into workbooks of before, in place."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.cell import range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

import xladdin
from tests.helpers.clubs import LATER, NOW, load_values, recalc_club, set_cells
from tests.helpers.excel.pressing import HOSTS
from tests.helpers.files.raw_workbook import unzip_parts
from tests.helpers.programs.ooxml import validate_workbook
from xladdin import RatingSystem, msg
from xladdin.commands.programs import sample_files
from xladdin.files.club_file import open_club_file
from xladdin.renderers.sheet_layout import list_section_regions, region_name
from xladdin.reports import list_reports
from xladdin.reports.report import Report
from xladdin.workbook import journal
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.report_sheets import rendering

OWN = "paid"
Keys = list[str]
Change = Callable[[Keys], Keys]
BUTTONS = [host for host in HOSTS if host != "file"]


def with_keys(report: Report, change: Change) -> Report:
    """Return the report with other columns on its sheet. The key `ties` is a column that no report has."""
    section, *others = report.sections
    keys = section.keys_by_medium["sheet"].split()
    ties = section.columns[keys[0]]._replace(heading=msg("Ties"), width=12)
    changed = change(keys)
    section = section._replace(
        columns={**section.columns, "ties": ties},
        keys_by_medium={**section.keys_by_medium, "sheet": " ".join(changed)},
        former_headings=[msg("Ties")],
    )
    page, lines = report.page, report.lines
    if page.repeated_columns:
        added = len(changed) - len(keys)
        page = page._replace(frozen_columns=len(changed) - 1, repeated_columns=len(changed) - 1)
        lines = [line._replace(column=line.column + added) for line in lines]
    return report._replace(sections=[section, *others], page=page, lines=lines)


def describe(patch: pytest.MonkeyPatch, **changes: Change | None) -> None:
    """Give every module of xladdin other descriptions of reports, or none of a report that is not there yet."""

    def changed(system: RatingSystem) -> list[Report]:
        described = [(report, changes.get(report.name.replace(" ", "_"), list)) for report in list_reports(system)]
        return [with_keys(report, change) for report, change in described if change]

    for module in [module for name, module in sys.modules.items() if name.startswith("xladdin.")]:
        if hasattr(module, "list_reports"):
            patch.setattr(module, "list_reports", changed)
        if hasattr(module, "list_report_names") and module is not xladdin.reports:  # which calls it for list_reports
            patch.setattr(module, "list_report_names", lambda system: [report.name for report in changed(system)])


def without_change(keys: Keys) -> Keys:
    return [key for key in keys if key != "change"]


def with_ties(keys: Keys) -> Keys:
    return [*keys, "ties"]


def with_ties_before_the_last(keys: Keys) -> Keys:
    return [*keys[:-1], "ties", keys[-1]]


VERSIONS: dict[str, tuple[str, Change | None, Change]] = {
    "a column added at the end": ("Standings", list, with_ties),
    "a column added in the middle": ("Standings", without_change, list),
    "a column taken out": ("Standings", with_ties, list),
    "a column before the players": ("Crosstable", list, with_ties_before_the_last),
    "a column before the players taken out": ("Crosstable", with_ties_before_the_last, list),
    "a column before the ratings": ("Rating history", list, with_ties_before_the_last),
    "a column before the ratings taken out": ("Rating history", with_ties_before_the_last, list),
    "Records": ("Records", None, list),
    "Player": ("Player", None, list),
    "Season report": ("Season report", None, list),
}


def club(key: str, folder: Path) -> Path:
    """Make the sample of a system by the descriptions of the moment."""
    folder.mkdir(exist_ok=True)
    columns = tuple(list_section_regions(report)[0].columns for report in rendering.list_reports(xladdin.system(key)))
    # A run of the tests builds a template once for a title.
    create_workbook(xladdin.system(key), folder / "club.xlsx", sample_files(key), NOW, title=f"Club {hash(columns)}")
    recalc_club(folder / "club.xlsx")
    return folder / "club.xlsx"


def looks(sheet: Worksheet, columns: int) -> Iterator[tuple[str, Any]]:
    """All that a director sees of the first columns of a sheet but its title and the date of the recalculation."""
    for row in sheet.iter_rows(4, 20, 1, columns):
        for cell in row:
            font, below = cell.font, cell.border.bottom
            style = cell.number_format, cell.alignment.horizontal, font.b, font.sz, font.color and font.color.rgb
            width = round(sheet.column_dimensions[cell.column_letter].width, 3)
            value = getattr(cell.value, "text", cell.value)
            value = round(value, 6) if isinstance(value, float) else value
            yield cell.coordinate, (value, style, cell.fill.fgColor.rgb, below and below.style, width)
    for cells in sheet.conditional_formatting:
        for rule in cells.rules if range_boundaries(str(cells.sqref))[0] <= columns else ():
            yield str(cells.sqref), (rule.formula, rule.dxf.font and rule.dxf.font.color.rgb, bool(rule.dxf.fill))
    setup, fits = sheet.page_setup, sheet.sheet_properties.pageSetUpPr
    yield "print", (sheet.print_area.split(",")[0], fits and fits.fitToPage, setup.scale, setup.fitToHeight)
    yield "panes", (sheet.freeze_panes, sheet.print_title_cols, sheet.print_title_rows, sheet.sheet_properties.tabColor)
    yield "breaks", [end.id for end in sheet.col_breaks.brk]
    lists = {str(rule.sqref): rule.formula1 for rule in sheet.data_validations.dataValidation}
    yield "lists", {cells: item for cells, item in lists.items() if range_boundaries(cells)[0] <= columns}
    series = (item for chart in sheet._charts for item in chart.series)
    yield "charts", [reference.numRef.f for item in series for reference in (item.xVal, item.yVal)]
    yield "formulas", {c.coordinate: c.value for row in sheet.iter_rows(4) for c in row if c.data_type == "f"}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("key", ["mississauga", "dptr"])
def test_a_workbook_of_before_looks_like_a_new_one(
    key: str, version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, before, now = VERSIONS[version]
    if name not in [report.name for report in list_reports(xladdin.system(key))]:
        return
    describe(monkeypatch, **{name.replace(" ", "_"): before})
    path = club(key, tmp_path / "old")
    is_new = name not in openpyxl.load_workbook(path).sheetnames
    assert is_new is (before is None)
    set_cells(path, ("Standings" if is_new else name, "XA30", OWN))
    members = unzip_parts(path)
    describe(monkeypatch, **{name.replace(" ", "_"): now})
    fresh = club(key, tmp_path / "new")
    outcome = recalc_club(path, LATER)
    assert not outcome.problems and "not updated" not in outcome.summary
    assert (f"{name} was added; it is new in this version of xladdin." in outcome.summary) is is_new
    assert validate_workbook(path) == []
    cells = [open_club_file(compared).ranges[region_name(name)][1] for compared in (path, fresh)]
    assert cells[0] == cells[1]
    old, new = map(openpyxl.load_workbook, (path, fresh))
    assert (old.sheetnames, old.defined_names.keys()) == (new.sheetnames, new.defined_names.keys())
    assert [tab.print_area.split(",")[0] for tab in old.worksheets] == [tab.print_area.split(",")[0] for tab in new]
    assert old["Standings" if is_new else name]["XA30"].value == OWN
    assert dict(looks(old[name], cells[0].last_column)) == dict(looks(new[name], cells[0].last_column))
    parts = [part for part in members if part.startswith(("xl/tables", "xl/drawings", "docProps")) or "theme" in part]
    assert len(parts) > 5 and [part for part in parts if unzip_parts(path)[part] != members[part]] == []
    assert not recalc_club(path, LATER).blocks, "a second run has nothing to write"


def test_a_sheet_that_the_director_deleted_stays_away(tmp_path: Path) -> None:
    path = club("mississauga", tmp_path)
    for name in ("", region_name("Records")):  # some programs delete the names of deleted cells too
        workbook = openpyxl.load_workbook(path)
        if name:
            del workbook.defined_names[name]
        else:
            del workbook["Records"]
        workbook.save(path)
        assert not recalc_club(path, LATER).problems
        assert "Records" not in openpyxl.load_workbook(path).sheetnames


@pytest.mark.parametrize("host", BUTTONS)
def test_the_button_writes_headings_and_values_and_the_next_run_on_the_file_formats(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    describe(monkeypatch, Standings=without_change, Records=None)
    path = club("mississauga", tmp_path)
    describe(monkeypatch)
    fresh = club("mississauga", tmp_path / "new")
    width = open_club_file(fresh).ranges["report_standings"][1].last_column
    assert "not updated" not in HOSTS[host](path)
    assert "Records" not in openpyxl.load_workbook(path).sheetnames, "no button adds a sheet"
    new, old = (
        [*load_values(compared)["Standings"].iter_rows(5, 8, 1, 8, values_only=True)] for compared in (path, fresh)
    )
    assert new == old
    assert not recalc_club(path, LATER).problems
    assert "Records" in openpyxl.load_workbook(path).sheetnames
    new, old = ({address: look for address, look in looks(openpyxl.load_workbook(compared)["Standings"], width)
                 if not (isinstance(look, tuple) and look[0] is None)} for compared in (path, fresh))  # fmt: skip
    assert new == old


@pytest.mark.parametrize("first", [1, 2])
def test_the_journal_takes_a_new_column_and_keeps_its_lines(
    first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The column is at the end, or the first, so that the others begin in the second."""

    def lines(row: int, column: int) -> list[tuple[object, ...]]:
        rows = openpyxl.load_workbook(path)["Journal"].iter_rows(row, row + 2, column, column + 5, values_only=True)
        return [*rows]

    path = club("mississauga", tmp_path)
    set_cells(path, ("Games", "C4", 300), ("Games", "E4", 416))
    recalc_club(path, LATER)
    before = lines(6, 1)
    assert before[0][0] is not None
    report = with_keys(journal.define_journal_report(), with_ties if first == 1 else lambda keys: ["ties", *keys])
    for module in (journal, rendering):
        monkeypatch.setattr(module, "define_journal_report", lambda: report)
    assert "not updated" not in recalc_club(path, LATER).summary
    assert validate_workbook(path) == []
    assert "Ties" in [cell.value for cell in openpyxl.load_workbook(path)["Journal"][5]]
    assert lines(6, first) == before
    assert not recalc_club(path, LATER).blocks, "a second run has nothing to write"
    set_cells(path, ("Games", "C4", 301), ("Games", "E4", 416))
    recalc_club(path, LATER)
    assert lines(7, first) == before
