"""The button Finish the evening does what the command does, in the open workbook, with a PDF that Excel makes."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import NOW, edited, recalculated
from tests.helpers.excel.com_book import OPEN_ELSEWHERE, press_classic_button
from tests.helpers.excel.pressing import by_command_line, differences
from tests.helpers.programs.chromium import content, published
from tests.hosts.excel.test_macro_workbook import macro_book
from xladdin import macros
from xladdin.files.club_file import open_club_file
from xladdin.workbook.web_page import read_web_settings

QUESTION = (
    'Shall finishing an evening also write the web page of montreal.xlsm? It is the folder "montreal page" beside the '
    "workbook, which you put on the web or onto a memory stick."
)


def finish_now() -> None:
    """Press the button with a fixed clock."""
    import xlwings

    book = xlwings.Book.caller()
    macros.finish_evening(book, Path(book.fullname), NOW)


def pressed(path: Path, *answers: bool, computes: bool = False) -> list[str]:
    """Return the messages that it shows."""
    return press_classic_button(path, f"{__name__}:finish_now", answers=answers, computes=computes)[0]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = macro_book("montreal", tmp_path)
    assert not recalculated(path).problems
    return path


def sheets_of(pdf: Path) -> list[str]:
    """Return the sheets in the PDF that the stand-in for Excel has made."""
    return pdf.read_text().splitlines()[1:]


def test_one_press_recalculates_prints_and_publishes(tmp_path: Path) -> None:
    club = macro_book("montreal", tmp_path)
    expected = by_command_line(club)
    states = {sheet.title: sheet.sheet_state for sheet in expected}
    question, names, summary = pressed(club, True, True, computes=True)
    assert names.startswith("Shall the web page show the players of montreal.xlsm by their full names?")
    assert question == QUESTION
    assert "5 games of 3 players rated." in summary
    assert f"Printed: {tmp_path / 'montreal.pdf'}" in summary
    assert f"Page: {tmp_path / 'montreal page'}: " in summary
    after = openpyxl.load_workbook(club)
    answers = {"Rules", "Snapshot", "Journal", "Start", "Player"}
    assert {p: v for p, v in differences(after, expected).items() if p.partition("!")[0] not in answers} == {}
    assert {sheet.title: sheet.sheet_state for sheet in after} == states
    assert sheets_of(tmp_path / "montreal.pdf") == ["Standings", "Scoreboard"]
    published(tmp_path / "copy of montreal.xlsm", tmp_path / "by command")
    assert content(tmp_path / "montreal page") == content(tmp_path / "by command")


def test_whether_there_is_a_page_is_asked_once(club: Path, tmp_path: Path) -> None:
    pressed(club, False)
    (again,) = pressed(club)
    assert "Page" not in again
    assert not (tmp_path / "montreal page").exists()
    assert read_web_settings(open_club_file(club)).with_evening == "no"


def test_what_cannot_be_done_is_said_and_the_rest_is_done(club: Path, tmp_path: Path) -> None:
    (tmp_path / "montreal.pdf").write_text("my own notes")
    _, _, message = pressed(club, True, False)
    assert "montreal.pdf is already there and is not a PDF" in message
    assert "5 games of 3 players rated." in message
    assert (tmp_path / "montreal page" / "index.html").exists()


def test_a_pdf_that_is_open_and_a_sheet_that_is_not_there(club: Path, tmp_path: Path) -> None:
    (tmp_path / "montreal").with_suffix(OPEN_ELSEWHERE).touch()
    _, message = pressed(club, False)
    assert "No PDF was made (The cell is in a merged area). If it is open in another program, close it there" in message
    cell = openpyxl.load_workbook(club).defined_names["club_evening_print"].attr_text.rpartition("!")[2]
    edited(club, ("Rules", cell.replace("$", ""), "Standing"))
    (message,) = pressed(club)
    assert 'There is no sheet "Standing" (did you mean "Standings"?)' in message
    assert 'Change it on Rules, "Print of an evening".' in message
