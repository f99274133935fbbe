"""The button Web page writes, file for file, what the command line writes."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import recalculated
from tests.helpers.excel import buttons
from tests.helpers.excel.com_book import press_classic_button
from tests.helpers.excel.pressing import cells, press_button, random_book
from tests.helpers.programs.chromium import content, published
from xladdin.files.club_file import open_club_file
from xladdin.workbook.web_page import read_web_settings


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a folder of its own, because the stand-in for Excel gives a bare name."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a folder that Rules cannot name, so that the button does not write there."""
    (tmp_path / "elsewhere").mkdir()
    return tmp_path / "elsewhere" / "by command"


@pytest.mark.parametrize("key", ["mississauga", "dptr"])
def test_web_page_writes_what_the_command_line_writes(key: str, tmp_path: Path, elsewhere: Path) -> None:
    path = random_book(key, tmp_path)
    assert not recalculated(path).problems
    files = published(path, elsewhere).files
    before = cells(openpyxl.load_workbook(path))
    book = press_button(path, buttons.publish_now)
    folder = tmp_path / f"{path.stem} page"
    assert book.alerts == [f"{folder}: {files} files, {files} written. Open index.html there."]
    assert content(folder) == content(elsewhere)
    assert cells(book.workbook) == before


def test_the_first_page_asks_for_names_and_the_workbook_keeps_them(tmp_path: Path, elsewhere: Path) -> None:
    path = random_book("montreal", tmp_path, ".xlsm")
    assert not recalculated(path).problems
    press = f"{buttons.__name__}:classic_publish"
    (question, alert), _ = press_classic_button(path, press, answers=[True], computes=True)
    assert question.startswith(f"Shall the web page show the players of {path.name} by their full names?")
    assert "written. Open index.html there." in alert
    assert not recalculated(path).problems  # the stand-in for Excel has saved no values of formulas
    (alert,), _ = press_classic_button(path, press)
    assert "Nothing has changed since the last time." in alert
    assert read_web_settings(open_club_file(path)).names == "names"
    recalculated(path)
    published(path, elsewhere)
    assert content(tmp_path / f"{path.stem} page") == content(elsewhere)
