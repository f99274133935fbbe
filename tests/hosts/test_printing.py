"""PDFs of the printable sheets: every sheet with its title, a part, a renamed sheet, and files of any name."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest

import xladdin
from tests.helpers.clubs import ONE_OF_EACH_KIND, recalc_club, sample_book, set_cells
from tests.helpers.programs.command_line import run_cleanly, run_here, run_refused
from tests.helpers.programs.finding import find_program
from tests.helpers.programs.libreoffice import pdf_texts
from tests.helpers.programs.printing import print_workbook
from xladdin import WorkbookError
from xladdin.files.package import open_package
from xladdin.hosts import printing
from xladdin.hosts.printing import isolate_sheets
from xladdin.workbook.sheets import list_report_sheets


def pages_of(path: Path, *sheets: str) -> list[str]:
    return pdf_texts(print_workbook(path, sheets or None))


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_every_report_sheet_prints_with_title_sheet_and_page_number(key: str, tmp_path: Path) -> None:
    pages = pages_of(sample_book(key, tmp_path))
    sheets = list_report_sheets(xladdin.system(key))
    assert len(pages) >= len(sheets)
    for number, page in enumerate(pages, 1):
        assert xladdin.system(key).title in page
        assert re.search(rf" {number} ?/ ?{len(pages)}$", page.rstrip())
    printed = [re.search(r"· (\S[^·]*?) {3,}\d+ ?/ ?\d+$", page.rstrip()) for page in pages]
    assert list(dict.fromkeys(match[1] for match in printed if match)) == list(sheets)


def test_a_part_stays_apart_and_what_is_out_of_date_says_so(tmp_path: Path) -> None:
    path = sample_book("sca", tmp_path)
    whole = path.with_suffix(".pdf")
    whole.write_bytes(b"%PDF-1.7 the whole")
    result = run_here("print", path, "--sheet", "Ladder")
    assert result.out.splitlines() == [f"Created {path.with_name('sca Ladder.pdf')}."]
    assert whole.read_bytes() == b"%PDF-1.7 the whole"
    set_cells(path, ("Games", "D4", "(0-1)"))
    result = run_here("print", path, "--sheet", "Ladder")
    assert result.status == 1
    assert "out of date: the workbook has changed" in result.out
    set_cells(path, ("Games", "D4", "2-0"))
    assert "out of date: 1 row to fix" in run_here("print", path, "--sheet", "Ladder").out
    assert "Use one or the other." in run_refused("print", path, "--sheet", "Ladder", "--all")
    assert '"Lader". Did you mean "Ladder"?' in run_refused("print", path, "--sheet", "Lader")


def test_a_renamed_sheet_is_printed_and_a_missing_one_is_named(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    workbook = openpyxl.load_workbook(path)
    del workbook["Records"]
    workbook["Standings"].title = "Our list"
    for name in workbook.defined_names.values():
        name.attr_text = name.attr_text.replace("Standings!", "'Our list'!").replace("Records!", "#REF!")
    workbook.save(path)
    warnings: list[str] = []
    pages = pdf_texts(print_workbook(path, notify=warnings.append))
    assert warnings == ["Not printed, because there is no such sheet: Records."]
    assert "Ratings list" in pages[0]
    (page,) = pdf_texts(print_workbook(path, ["standings"]))
    assert "Ratings list" in page


def test_without_an_office_a_browser_prints_the_pages_of_the_web(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = sample_book("mississauga", tmp_path)
    (tmp_path / "programs").mkdir()
    (tmp_path / "programs" / "chromium").symlink_to(find_program("chromium"))
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    messages: list[str] = []
    pdf = printing.print_workbook(path, notify=messages.append)
    monkeypatch.undo()
    pages = pdf_texts(pdf)
    assert messages == ["Not printed, because this needs LibreOffice: Rating history."]
    for heading in ("High game", "Mackenzie", "Each player's evening", "Championship", "Crosstable", "Attendance"):
        assert any(heading in page for page in pages)
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    with pytest.raises(WorkbookError, match="Printing Rating history needs LibreOffice"):
        printing.print_workbook(path, ["Rating history"])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(WorkbookError, match=r"needs LibreOffice.*Install LibreOffice.*or print from Excel"):
        printing.print_workbook(path)


def test_a_workbook_of_any_name_in_any_folder(tmp_path: Path) -> None:
    folder = tmp_path / "OneDrive - L'École"
    folder.mkdir()
    path = sample_book("montreal", folder, recalculated=False).rename(folder / "L'Été & Łódź 木曜 100 % #1.xlsx")
    for command in (("recalc",), ("print", "--sheet", "Standings"), ("macros",), ("launcher",), ("undo",), ("redo",)):
        run_cleanly(command[0], path, *command[1:])
    assert (folder / f"{path.stem} Standings.pdf").read_bytes().startswith(b"%PDF")


def test_the_copy_to_print_has_no_games_unless_a_formula_needs_them(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    recalc_club(path)
    copy = tmp_path / "copy.xlsx"
    copy.write_bytes(isolate_sheets(open_package(path), ["Standings"]))
    workbook = openpyxl.load_workbook(copy)
    assert [cell.value for row in workbook["Games"].iter_rows() for cell in row if cell.value is not None] == []
    assert workbook["Standings"]["C6"].value == "Spot"
    workbook = openpyxl.load_workbook(path)  # openpyxl keeps no values of formulas
    workbook["Standings"]["Z3"] = "=COUNTA(Games[Player 1])"
    workbook.save(path)
    copy.write_bytes(isolate_sheets(open_package(path), ["Standings"]))
    assert openpyxl.load_workbook(copy)["Games"]["B4"].value == "Sally"
