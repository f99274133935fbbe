"""`xladdin macros`: a workbook of an older xlwings gets today's macros, and nothing else of it changes."""

from __future__ import annotations

import dataclasses
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
import xlwings

from tests.helpers.clubs import NOW
from tests.helpers.excel.macro_books import standard
from tests.helpers.excel.vba_reading import module_sources
from tests.helpers.programs.command_line import run_here
from xladdin.cells.table import CellBlock
from xladdin.files.package import Package, open_package
from xladdin.files.reading.club_file import ClubFile
from xladdin.files.writing.blocks import write_blocks, write_package
from xladdin.hosts.doctor import examine
from xladdin.systems import SYSTEMS
from xladdin.vba.project import vba_project
from xladdin.vba.reading import read_modules
from xladdin.workbook.macros.settings import SETTINGS_SHEET
from xladdin.workbook.new_book import make_book

PROJECT = "xl/vbaProject.bin"
OWN = standard("OwnMacros", '\nPublic Sub Greet()\n    MsgBox "Zoë"\nEnd Sub\n')


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def aged(path: Path) -> None:
    """The workbook as an older xlwings left it, with a module of the club's own."""
    package = open_package(path)
    modules = read_modules(package.read(PROJECT))
    older = [dataclasses.replace(m, source=m.source.replace(version("xlwings"), "0.30.1")) for m in modules]
    rows = ClubFile(path, package).sheet_values(SETTINGS_SHEET)
    (row,) = [number for number, row in enumerate(rows, 1) if "VERSION" in str(row[0])]
    with path.with_name("aged").open("w+b") as target:
        write_blocks(ClubFile(path, package), [CellBlock(SETTINGS_SHEET, row, 2, (("0.30.1",),))], target)
        target.seek(0)
        written = Package(target.read(), path.name)
    with path.open("wb") as target:
        write_package(written, {PROJECT: [vba_project([*older, OWN])]}, target)


def test_macros_are_todays_and_all_else_stays(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsm"
    make_book(SYSTEMS["montreal"], path, {}, NOW)
    fresh = module_sources(path)
    aged(path)
    before = parts_of(path)
    assert not all(finding.is_well for finding in examine(path) if finding.subject == "xlwings of the workbook")
    said = run_here("macros", path)
    assert (said.status, said.err) == (0, "")
    after = module_sources(path)
    assert {name: after.pop(name) for name in list(after) if "OwnMacros" in name} == {
        "VBA/OwnMacros": OWN.source.encode("cp1252")
    }
    assert after == fresh
    changed = [name for name, content in parts_of(path).items() if before.get(name) != content]
    assert len(changed) <= 3 and PROJECT in changed, changed
    assert all(finding.is_well for finding in examine(path) if finding.subject == "xlwings of the workbook")
    once = path.read_bytes()
    assert "already" in run_here("macros", path).out
    assert path.read_bytes() == once


def test_a_workbook_without_macros_is_told_how_to_get_them(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    make_book(SYSTEMS["sca"], path, {}, NOW)
    said = run_here("macros", path)
    assert said.status == 2 and "xladdin renew club.xlsx club.xlsm" in said.err


SAVED_BY_EXCEL = sorted(Path(xlwings.__file__).parent.glob("*.xlsm"))


@pytest.mark.parametrize("path", SAVED_BY_EXCEL, ids=lambda path: path.name)
def test_projects_that_excel_saved_are_read_as_olevba_reads_them(path: Path) -> None:
    """The workbooks that xlwings ships, with compiled code before the source."""
    wanted = {name.rpartition("/")[2]: code for name, code in module_sources(path).items()}
    modules = read_modules(open_package(path).read(PROJECT))
    assert {module.name: module.source.encode("cp1252") for module in modules} == wanted
