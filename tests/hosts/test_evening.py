"""The evening in one action: recalculated, printed and published. A new workbook comes with a file to double-click."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

import xladdin
from tests.helpers.clubs import sample_book, set_cells
from tests.helpers.programs.command_line import run_at_a_terminal, run_cleanly, run_here
from tests.helpers.programs.libreoffice import pdf_texts
from xladdin.commands.programs import sample_files
from xladdin.files.club_file import open_club_file
from xladdin.hosts import printing
from xladdin.hosts.printing import print_workbook
from xladdin.workbook.rules import read_evening_sheets
from xladdin.workbook.schema import FINISH_HINT_NAME
from xladdin.workbook.web_settings import read_web_settings

ROWS_TO_FIX, FAILED = 1, 2


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    asked: list[Path] = []

    def note(path: Path, *, output: Path, evening_only: bool) -> Path:
        assert evening_only
        asked.append(output)
        return output

    monkeypatch.setattr(printing, "print_workbook", note)
    return asked


def test_one_command_recalculates_prints_and_publishes(tmp_path: Path) -> None:
    path = sample_book("lexington", tmp_path, recalculated=False)
    output = run_cleanly("evening", path, "--page", tmp_path / "page")
    assert "8 games of 6 players rated." in output
    assert f"Printed: {tmp_path / 'lexington.pdf'}" in output
    assert f"Page: {tmp_path / 'page'}: " in output
    (page,) = pdf_texts(tmp_path / "lexington.pdf")
    assert "Weekly sheet" in page
    assert (tmp_path / "page" / "index.html").exists()


def test_rules_say_what_is_printed(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    cell = openpyxl.load_workbook(path).defined_names["club_evening_print"].attr_text.rpartition("!")[2]
    set_cells(path, ("Rules", cell.replace("$", ""), " records ,Standings,"))
    assert read_evening_sheets(open_club_file(path), xladdin.system("mississauga")) == ["records", "Standings"]
    pages = pdf_texts(print_workbook(path, evening_only=True))
    assert ["Records" in page for page in pages] != ["Standings" in page for page in pages]
    set_cells(path, ("Rules", cell.replace("$", ""), "Standing"))
    result = run_here("print", path)
    assert result.status == FAILED
    assert 'There is no sheet "Standing". Did you mean "Standings"?' in result.err
    assert 'Change it on Rules, "Print of an evening".' in result.err


def test_without_a_terminal_nobody_is_asked_for_the_page(tmp_path: Path, printed: list[Path]) -> None:
    path = sample_book("montreal", tmp_path)
    result = run_here("evening", path)
    assert result.status == 0
    assert 'No page was written, because "Publish with the evening" on Rules is blank.' in result.out
    assert run_here("evening", path, "--page", tmp_path / "page").status == 0
    again = run_here("evening", path)
    assert "Page: " in again.out and "No page" not in again.out
    assert len(printed) == 3
    set_cells(path, ("Games", "B4", "Nobody"))
    wrong = run_here("evening", path, "--page", tmp_path / "other page")
    assert (wrong.status, len(printed), (tmp_path / "other page").exists()) == (ROWS_TO_FIX, 3, False)
    assert "Games row 4" in wrong.err


def test_what_cannot_be_done_does_not_keep_the_rest_from_being_done(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    (tmp_path / "montreal.pdf").write_text("my own notes")
    result = run_here("evening", path, "--page", tmp_path / "page")
    assert result.status == FAILED
    assert "montreal.pdf already exists and is not a PDF" in result.err
    assert "5 games of 3 players rated." in result.out
    assert (tmp_path / "page" / "index.html").exists()


ASK = """
import sys
from pathlib import Path
from xladdin.hosts import printing
printing.print_workbook = lambda path, *others, **named: path.with_suffix(".pdf")
from xladdin.commands.main import main
main()
"""


def evening_at_a_terminal(path: Path, answers: str = "") -> str:
    return run_at_a_terminal("-c", ASK, "evening", path.name, folder=path.parent, typed=answers, TERM="dumb")


@pytest.mark.parametrize(("answers", "page"), [("y\nnames\n", True), ("n\n", False)])
def test_a_terminal_is_asked_once(answers: str, page: bool, tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    first = evening_at_a_terminal(path, answers)
    assert "Should finishing an evening also write the web page of montreal.xlsx?" in first
    assert ("How should the web page show the players of montreal.xlsx" in first) is page
    index = tmp_path / "montreal page" / "index.html"
    assert index.exists() is page
    assert not page or "Sally" in index.read_text()
    settings = read_web_settings(open_club_file(path))
    assert settings[:2] == (("names", "yes") if page else ("", "no"))
    again = evening_at_a_terminal(path)
    assert "hall" not in again
    assert ("Page: " in again) is page


def how(path: Path) -> object:
    return open_club_file(path).names[FINISH_HINT_NAME]


def test_start_names_the_file_to_double_click_where_it_lies_beside_the_workbook(tmp_path: Path) -> None:
    path, files = tmp_path / "club.xlsx", sample_files("montreal")
    tables = (files["players"], files["games"])
    made = run_here("new", "montreal", path, "--title", "Tuesday Club", *tables)
    assert made.status == 0
    (launcher,) = tmp_path.glob("Evening*")
    assert launcher.stem == "Evening – Tuesday Club"
    assert 'Double-click "Evening – Tuesday Club" next to the workbook after entering the evening\'s games.' in made.out
    assert how(path) == "Save, close, double-click Evening – Tuesday Club"
    assert run_here("recalc", path).status == 0
    assert how(path) == "Save, close, double-click Evening – Tuesday Club"
    launcher.rename(tmp_path / "elsewhere")
    assert run_here("recalc", path).status == 0
    assert how(path) == "Save, close, and finish the evening"
    assert run_here("launcher", path).status == 0
    assert run_here("recalc", path).status == 0
    assert how(path) == "Save, close, double-click Evening – Tuesday Club"
