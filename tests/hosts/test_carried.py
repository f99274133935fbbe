"""A workbook that carries its add-in: the parts in its file, and what happens to them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import openpyxl
import pytest

import xladdin
from tests.helpers.clubs import LATER, recalculated, sample_book
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.ooxml import validate_workbook
from xladdin.files.package import open_package
from xladdin.files.package_edit import PackageEdit
from xladdin.files.task_pane import ADD_IN, Pane, put_pane, read_pane
from xladdin.functions import CATALOGUE
from xladdin.hosts.doctor import examine

PARTS = ("taskpanes.xml", "_rels/taskpanes.xml.rels", "webextension1.xml")


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def panes_of(path: Path) -> list[bytes]:
    parts = parts_of(path)
    return [parts[f"xl/webextensions/{name}"] for name in PARTS]


def put_into(path: Path, pane: Pane, new: Path) -> None:
    edit = PackageEdit(open_package(path))
    put_pane(edit, pane)
    with new.open("wb") as target:
        edit.write(target)


@pytest.fixture
def carrying(tmp_path: Path) -> Path:
    path = sample_book("montreal", tmp_path)
    assert run_here("lite", path).status == 0
    return path


def test_a_workbook_that_carries_its_add_in_is_sound(carrying: Path) -> None:
    assert validate_workbook(carrying) == []
    pane = read_pane(open_package(carrying), ADD_IN)
    assert pane is not None
    assert set(pane.properties) == {
        "main.py", "requirements.txt", "pyodideVersion", "addinVersion", "xlwingsWorkbookId", "xlwingsSettingsWorkbook"
    }  # fmt: skip
    assert pane.properties["addinVersion"] == "1.0.0.0-35"  # as in every workbook that Lite itself has written
    assert pane.properties["xlwingsSettingsWorkbook"] == {"startupBehavior": "taskpane"}
    assert "xlwings==" in str(pane.properties["requirements.txt"])
    assert "xladdin" not in str(pane.properties["requirements.txt"])


def test_no_name_holds_a_lambda_that_the_add_in_would_meet(carrying: Path, tmp_path: Path) -> None:
    names = openpyxl.load_workbook(carrying).defined_names
    assert not set(names) & set(CATALOGUE)
    assert {"club_system", "list_ratings", "player_choices"} <= set(names)
    new = tmp_path / "new.xlsx"
    assert run_here("new", "lexington", new, "--lite").status == 0
    assert not set(openpyxl.load_workbook(new).defined_names) & set(CATALOGUE)


def test_a_recalculation_keeps_the_parts_byte_for_byte(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    assert run_here("lite", path).status == 0
    before = panes_of(path)
    assert recalculated(path, LATER).blocks
    assert panes_of(path) == before
    assert validate_workbook(path) == []


def test_a_later_version_replaces_an_earlier_one_and_keeps_the_workbooks_identity(carrying: Path) -> None:
    package = open_package(carrying)
    pane = read_pane(package, ADD_IN)
    assert pane is not None
    main = str(pane.properties["main.py"]).replace('VERSION = "', 'VERSION = "0.0.')
    put_into(carrying, Pane(ADD_IN, {**pane.properties, "main.py": main}), carrying.with_name("older.xlsx"))
    older = carrying.with_name("older.xlsx")
    (found,) = [finding for finding in examine(older) if finding.subject == "xlwings Lite"]
    assert f"0.0.{xladdin.__version__}" in found.found and "xladdin lite" in found.remedy
    assert run_here("lite", older).status == 0
    assert panes_of(older) == panes_of(carrying)
    (found,) = [finding for finding in examine(older) if finding.subject == "xlwings Lite"]
    assert found.is_well


def test_the_pane_of_another_add_in_stays(tmp_path: Path) -> None:
    path, other = sample_book("sca", tmp_path), tmp_path / "other.xlsx"
    put_into(path, Pane("wa000000000", {"main.py": "theirs"}), other)
    before = other.read_bytes()
    said = run_here("lite", other)
    assert said.status == 2 and "the task pane of another add-in. Remove that one in Excel, and save." in said.err
    assert (read_pane(open_package(other), ADD_IN), other.read_bytes()) == (None, before)


def test_refused(tmp_path: Path) -> None:
    assert "buttons" in run_here("new", "sca", tmp_path / "club.xlsm", "--lite").err
    openpyxl.Workbook().save(tmp_path / "other.xlsx")
    assert "not a club workbook" in run_here("lite", tmp_path / "other.xlsx").err
