"""The button Web page writes, file for file, what the command line writes."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import edited, recalculated
from tests.helpers.excel import buttons
from tests.helpers.excel.classic_press import press_classic_button
from tests.helpers.excel.pressing import cells, press_button, random_book
from tests.helpers.programs.chromium import content, published


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in for Excel gives a bare name, and the record of the page lies beside it."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("key", ["mississauga", "dptr"])
def test_web_page_writes_what_the_command_line_writes(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, folder = random_book(key, tmp_path), tmp_path / "by button"
    monkeypatch.setenv(buttons.FOLDER, str(folder))
    assert not recalculated(path).problems
    before = cells(openpyxl.load_workbook(path))
    book = press_button(path, buttons.publish_now)
    files = published(path, tmp_path / "by command").files
    assert book.alerts == [f"{folder}: {files} files, {files} written. Open index.html there."]
    assert content(folder) == content(tmp_path / "by command")
    assert cells(book.workbook) == before


def test_web_page_on_the_classic_engine(tmp_path: Path) -> None:
    path = random_book("montreal", tmp_path, ".xlsm")
    assert not recalculated(path).problems
    published(path, tmp_path / "by command")
    (alert,), _ = press_classic_button(path, f"{buttons.__name__}:classic_publish")
    assert "written. Open index.html there." in alert
    assert content(tmp_path / "page") == content(tmp_path / "by command")


def test_what_is_out_of_date_or_wrong_is_said_and_no_page_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, folder = random_book("mississauga", tmp_path), tmp_path / "page"
    monkeypatch.setenv(buttons.FOLDER, str(folder))
    book = press_button(path, buttons.publish_now)
    assert "is not published: it has not been recalculated yet. Recalculate it first." in book.alerts[0]
    edited(path, ("Games", "B4", "Nobody Known"))
    book = press_button(path, buttons.publish_now)
    assert book.alerts[0].startswith("No page was made. 1 row to fix.\nGames row 4")
    assert not folder.exists()
