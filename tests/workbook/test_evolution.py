"""A report whose columns have changed with the version: workbooks of before are brought up to date in place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.chart import BarChart
from openpyxl.utils.cell import get_column_letter, range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import LATER, NOW, edited, recalculated, typed
from tests.helpers.excel.pressing import HOSTS
from tests.helpers.files.raw_workbook import zipped
from tests.helpers.programs.ooxml import validate_workbook
from xladdin.commands.programs import sample_files
from xladdin.files.club_file import open_club_file
from xladdin.hosts import workbook_file as changed_file
from xladdin.messages import msg
from xladdin.renderers.sheet import section_regions
from xladdin.reports import reports_of
from xladdin.reports.report import Column, Report
from xladdin.reports.standings import StandingsLine
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem
from xladdin.workbook import journal
from xladdin.workbook.new_book import create_workbook
from xladdin.workbook.report_sheets import filled, new_sheets
from xladdin.workbook.schema import Kind

KEYS = ("mississauga", "dptr")
OWN = "paid"


def without(report: Report, key: str) -> Report:
    """A version of a report of one column less."""
    section = report.sections[0]
    faces = {**section.faces, "sheet": section.faces["sheet"].replace(f" {key}", "")}
    return replace(report, sections=[replace(section, faces=faces), *report.sections[1:]])


def with_old_column(report: Report) -> Report:
    """A version of a report with a column that it has no more."""
    section = report.sections[0]
    columns = {**section.columns, "old_one": Column("Ties", StandingsLine.ties, Kind.COUNT, 8)}
    faces = {**section.faces, "sheet": f"{section.faces['sheet']} old_one"}
    return replace(report, sections=[replace(section, columns=columns, faces=faces), *report.sections[1:]])


def knowing_ties(report: Report) -> Report:
    """The report of today, which says that it once had that column."""
    section = replace(report.sections[0], retired=("Ties",))
    return replace(report, sections=[section, *report.sections[1:]])


def with_column_before_players(report: Report) -> Report:
    """A version of Crosstable or Rating history with a column more before those of the players."""
    (section,) = report.sections
    *keys, players = section.faces["sheet"].split()
    columns = {**section.columns, "more": replace(section.columns[keys[0]], heading=msg("Ties"), width=12)}
    section = replace(section, columns=columns, faces={**section.faces, "sheet": " ".join((*keys, "more", players))})
    page, lines = report.page, report.lines
    if page.repeated_columns:
        page = replace(page, frozen_columns=len(keys) + 1, repeated_columns=len(keys) + 1)
        lines = [replace(line, column=len(keys) + 2) for line in lines]
    return replace(report, sections=[section], page=page, lines=lines)


def describe(patch: pytest.MonkeyPatch, change: Any, name: str = "Standings") -> None:
    """Gives xladdin another description of a report."""

    def changed(system: RatingSystem) -> list[Report]:
        return [change(report) if report.name == name else report for report in reports_of(system)]

    for module in (new_sheets, filled, changed_file):
        patch.setattr(module, "reports_of", changed)


VERSIONS = {
    "a column added at the end": (lambda report: report, with_old_column),
    "a column added in the middle": (lambda report: without(report, "change"), lambda report: report),
    "a column taken out": (with_old_column, knowing_ties),
}


def club(key: str, folder: Path) -> Path:
    """The sample of a system, made by the descriptions of the moment."""
    folder.mkdir(exist_ok=True)
    columns = tuple(section_regions(report)[0].columns for report in new_sheets.reports_of(system_named(key)))
    # A run of the tests builds a template once for a title.
    title = f"Club {abs(hash(columns))}"
    create_workbook(system_named(key), folder / "club.xlsx", sample_files(key), NOW, title=title)
    recalculated(folder / "club.xlsx")
    return folder / "club.xlsx"


def looks(sheet: Worksheet, columns: int) -> Iterator[tuple[str, Any]]:
    """All that a director sees of the first columns of a sheet but its title and the date of the recalculation."""
    for row in sheet.iter_rows(4, 20, 1, columns):
        for cell in row:
            font, below = cell.font, cell.border.bottom
            style = cell.number_format, cell.alignment.horizontal, font.b, font.sz, font.color and font.color.rgb
            width = round(sheet.column_dimensions[cell.column_letter].width, 3)
            value = round(cell.value, 6) if isinstance(cell.value, float) else cell.value
            yield cell.coordinate, (value, style, cell.fill.fgColor.rgb, below and below.style, width)
    for cells in sheet.conditional_formatting:
        for rule in cells.rules if range_boundaries(str(cells.sqref))[0] <= columns else ():
            yield str(cells.sqref), (rule.formula, rule.dxf.font and rule.dxf.font.color.rgb, bool(rule.dxf.fill))
    setup = sheet.page_setup
    yield (
        "print",
        (sheet.print_area.split(",")[0], sheet.sheet_properties.pageSetUpPr.fitToPage, setup.scale, setup.fitToHeight),
    )


def differing_looks(found: Worksheet, wanted: Worksheet, columns: int) -> list[Any]:
    """The cells with another look. A program writes blank cells too, with the style of their column."""
    pairs = zip(sorted(looks(found, columns)), sorted(looks(wanted, columns)), strict=True)
    return [(place, own, other) for (place, own), (_, other) in pairs if own[0] is not None and own != other]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("key", KEYS)
def test_a_workbook_of_before_looks_like_a_new_one(
    key: str, version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, now = VERSIONS[version]
    describe(monkeypatch, before)
    path = club(key, tmp_path / "old")
    edited(path, ("Standings", "X3", OWN))
    describe(monkeypatch, now)
    fresh = club(key, tmp_path / "new")
    outcome = recalculated(path, LATER)
    assert not outcome.problems and "not updated" not in outcome.summary
    assert validate_workbook(path) == []
    names = [open_club_file(one).ranges["report_standings"][1] for one in (path, fresh)]
    assert names[0] == names[1]
    found, wanted = (openpyxl.load_workbook(one)["Standings"] for one in (path, fresh))
    assert dict(looks(found, names[0].last_column)) == dict(looks(wanted, names[0].last_column))
    assert found["X3"].value == OWN
    assert not recalculated(path, LATER).blocks, "a second run has nothing to write"


@pytest.mark.parametrize("is_added", [True, False])
@pytest.mark.parametrize("name", ["Crosstable", "Rating history"])
@pytest.mark.parametrize("key", KEYS)
def test_columns_of_players_move_along_with_a_column_before_them(
    key: str, name: str, is_added: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_ties(report: Report) -> Report:
        return replace(report, sections=[replace(report.sections[0], retired=[msg("Ties")])])

    before, now = (without_ties, with_column_before_players)[:: 1 if is_added else -1]
    describe(monkeypatch, before, name)
    path = club(key, tmp_path / "old")
    edited(path, (name, "XA30", OWN))
    describe(monkeypatch, now, name)
    fresh = club(key, tmp_path / "new")
    outcome = recalculated(path, LATER)
    assert not outcome.problems and "not updated" not in outcome.summary
    assert validate_workbook(path) == []
    region = f"report_{name.lower().replace(' ', '_')}"
    cells = [open_club_file(one).ranges[region][1] for one in (path, fresh)]
    assert cells[0] == cells[1]
    found, wanted = (openpyxl.load_workbook(one)[name] for one in (path, fresh))
    assert dict(looks(found, cells[0].last_column)) == dict(looks(wanted, cells[0].last_column))
    for sheet in (found, wanted):
        sheet["XA30"].value = None
    assert formulas_on(found) == formulas_on(wanted)
    for setting in ("freeze_panes", "print_title_cols"):
        assert getattr(found, setting) == getattr(wanted, setting)
    assert [end.id for end in found.col_breaks.brk] == [end.id for end in wanted.col_breaks.brk]
    assert chart_references(found) == chart_references(wanted)
    assert not recalculated(path, LATER).blocks, "a second run has nothing to write"


def test_a_chart_sheet_before_a_report_leaves_it_its_print_area(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names of a sheet count every tab, and a chart sheet is none of the sheets with cells."""
    before, now = VERSIONS["a column added at the end"]
    describe(monkeypatch, before)
    path = club("mississauga", tmp_path)
    add_chart_sheet(path)
    describe(monkeypatch, now)
    assert "not updated" not in recalculated(path, LATER).summary
    last = get_column_letter(open_club_file(path).ranges["report_standings"][1].last_column)
    areas = {sheet.title: sheet.print_area for sheet in openpyxl.load_workbook(path).worksheets}
    assert areas["Standings"].endswith(f"${last}$1048576"), areas["Standings"]


def add_chart_sheet(path: Path) -> None:
    """Add a chart sheet as the first tab, as Excel does. openpyxl forgets it when it numbers the sheets of names."""
    book = openpyxl.load_workbook(path)
    book.create_chartsheet("Our chart", 0).add_chart(BarChart())
    book.save(path)
    with ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    number = re.compile(rb'localSheetId="([0-9]+)"')
    parts["xl/workbook.xml"] = number.sub(
        lambda match: b'localSheetId="%d"' % (int(match[1]) + 1), parts["xl/workbook.xml"]
    )
    path.write_bytes(zipped(parts))


def formulas_on(sheet: Worksheet) -> dict[str, object]:
    cells = {cell.coordinate: cell.value for row in sheet.iter_rows(4) for cell in row if cell.data_type == "f"}
    lists = {str(rule.sqref): rule.formula1 for rule in sheet.data_validations.dataValidation}
    return {**cells, **lists}


def chart_references(sheet: Worksheet) -> list[str]:
    return [
        reference.numRef.f
        for chart in sheet._charts
        for series in chart.series
        for reference in (series.xVal, series.yVal)
    ]


def test_a_column_of_the_clubs_own_between_ours_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = club("mississauga", tmp_path)
    typed(path, ("Standings", "G5", "Paid"))
    before = open_club_file(path).sheet_values("Standings")
    edited(path, ("Games", "C4", 300), ("Games", "E4", 416))
    outcome = recalculated(path, LATER)
    assert 'Standings was not updated: "Paid" in G5 is no heading of this report' in outcome.summary
    assert open_club_file(path).sheet_values("Standings")[3:] == before[3:]


def test_a_text_where_a_new_column_goes_stays_and_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    describe(monkeypatch, lambda report: without(report, "spread"))
    path = club("mississauga", tmp_path)
    last = open_club_file(path).ranges["report_standings"][1].last_column
    edited(path, ("Standings", f"{get_column_letter(last + 1)}7", OWN))
    describe(monkeypatch, lambda report: report)
    outcome = recalculated(path, LATER)
    assert f'"{OWN}" is in' in outcome.summary and "where the report goes" in outcome.summary
    assert openpyxl.load_workbook(path)["Standings"].cell(7, last + 1).value == OWN


@pytest.mark.parametrize("host", [host for host in HOSTS if host != "file"])
def test_the_button_writes_headings_and_values_and_the_next_run_on_the_file_formats(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    describe(monkeypatch, lambda report: without(report, "spread"))
    path = club("mississauga", tmp_path)
    describe(monkeypatch, lambda report: report)
    assert "not updated" not in HOSTS[host](path)
    headings = [str(cell.value or "") for cell in openpyxl.load_workbook(path)["Standings"][5]]
    assert "Spread" in headings
    if host == "windows":
        spread = [row[headings.index("Spread")] for row in openpyxl.load_workbook(path)["Standings"].iter_rows(5, 8)]
        assert [cell.style for cell in spread] == ["club heading", *["club signed"] * 3]
    values = [row[headings.index("Spread")] for row in openpyxl.load_workbook(path)["Standings"].values][5:8]
    assert all(isinstance(value, (int, float)) for value in values)
    assert "not updated" not in HOSTS[host](path), "a second time"
    fresh = club("mississauga", tmp_path / "new")
    for one in (path, fresh):
        assert not recalculated(one, LATER).problems
    width = open_club_file(fresh).ranges["report_standings"][1].last_column
    found, wanted = (openpyxl.load_workbook(one)["Standings"] for one in (path, fresh))
    assert differing_looks(found, wanted, width) == []


@pytest.mark.parametrize("is_first", [True, False])
def test_the_journal_takes_a_new_column_and_keeps_its_lines(
    is_first: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_column(report: Report) -> Report:
        (section,) = report.sections
        column = replace(section.columns["when"], heading=msg("Ties"))
        columns = {"more": column, **section.columns} if is_first else {**section.columns, "more": column}
        return replace(report, sections=[replace(section, columns=columns, faces={"sheet": " ".join(columns)})])

    path = club("mississauga", tmp_path)
    edited(path, ("Games", "C4", 300), ("Games", "E4", 416))
    recalculated(path, LATER)
    sheet = openpyxl.load_workbook(path)["Journal"]
    before = [tuple(row) for row in sheet.iter_rows(6, 9, 1, 6, values_only=True)]
    widths = [sheet.column_dimensions[letter].width for letter in "ABCDEF"]
    assert before[0][0] is not None
    report = journal.journal_report()
    for module in (journal, filled):
        monkeypatch.setattr(module, "journal_report", lambda: with_column(report))
    assert "not updated" not in recalculated(path, LATER).summary
    assert validate_workbook(path) == []
    sheet = openpyxl.load_workbook(path)["Journal"]
    first = 2 if is_first else 1
    assert "Ties" in [cell.value for cell in sheet[5]]
    assert [tuple(row) for row in sheet.iter_rows(6, 9, first, first + 5, values_only=True)] == before
    assert [sheet.column_dimensions["ABCDEFG"[first - 1 + number]].width for number in range(6)] == widths
    assert not recalculated(path, LATER).blocks, "a second run has nothing to write"
    edited(path, ("Games", "C4", 301), ("Games", "E4", 416))
    recalculated(path, LATER)
    sheet = openpyxl.load_workbook(path)["Journal"]
    assert [tuple(row) for row in sheet.iter_rows(7, 9, first, first + 5, values_only=True)] == before[:3]
