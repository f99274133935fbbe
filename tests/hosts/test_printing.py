"""PDFs of the printable sheets: pages, repeated headings, one page wide on A4 and Letter, and what we print."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import openpyxl
import pytest

from tests.corpus.editing import Parts, tag
from tests.helpers.clubs import NOW, ONE_OF_EACH_KIND, book_of, edited, random_tables, recalculated, sample_book, stored
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.libreoffice import pdf_page_sizes, pdf_texts
from tests.helpers.programs.printing import print_book
from xladdin.errors import WorkbookError
from xladdin.files.package import open_package
from xladdin.hosts.printing import only_these_sheets
from xladdin.renderers.sheet import HEADING_ROW
from xladdin.systems import system_named
from xladdin.workbook.contents import report_sheets_of
from xladdin.workbook.schema import FIRST_DATA_ROW

GOLDEN = Path(__file__).parents[1] / "golden"
A4, LETTER = (595, 842), (612, 792)
PAPER_NUMBERS = {A4: 9, LETTER: 1}
"""Width and height in points, and the number that Excel gives the paper."""


def pages_of(path: Path, *sheets: str) -> list[str]:
    return pdf_texts(print_book(path, sheets or None))


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_every_report_sheet_prints_with_title_sheet_and_page_number(key: str, tmp_path: Path) -> None:
    pages = pages_of(sample_book(key, tmp_path))
    sheets = report_sheets_of(system_named(key))
    assert len(pages) >= len(sheets)
    for number, page in enumerate(pages, 1):
        assert system_named(key).title in page
        assert re.search(rf" {number} ?/ ?{len(pages)}$", page.rstrip())
    printed = [re.search(r"· (\S[^·]*?) {3,}\d+ ?/ ?\d+$", page.rstrip()) for page in pages]
    assert list(dict.fromkeys(match[1] for match in printed if match)) == list(sheets)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_long_list_is_one_page_wide_and_repeats_its_headings(paper: tuple[int, int], tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, random_tables("mississauga", 2400, 120, seed=1))
    recalculated(path)
    parts = Parts(path)
    parts.sheet("Standings").find(tag("pageSetup")).set("paperSize", str(PAPER_NUMBERS[paper]))
    parts.save()
    pdf = print_book(path, ["Standings"])
    pages = pdf_texts(pdf)
    assert 2 <= len(pages) <= 4
    for size in pdf_page_sizes(pdf):
        assert size == pytest.approx(paper, abs=1)
    for page in pages:
        assert "Mississauga Scrabble Club" in page
        assert re.search(r"Rank +Player +Rating +Change", page)
    lines = [line for page in pages for line in page.splitlines() if re.search(r"Player \d{3}", line)]
    assert len(lines) == 120
    assert all(re.search(r"Player \d{3}.* \d{1,2} [A-Z][a-z]{2} \d{2}$", line.rstrip()) for line in lines)


@pytest.mark.parametrize(("players", "sheets_of_paper"), [(45, 1), (120, 2)])
def test_the_weekly_sheet_is_one_page_while_its_print_is_large_enough(
    players: int, sheets_of_paper: int, tmp_path: Path
) -> None:
    path = book_of("lexington", tmp_path, random_tables("lexington", 900, players, seed=2))
    recalculated(path)
    pages = pages_of(path, "Weekly sheet")
    assert len(pages) == sheets_of_paper
    for page in pages:
        assert "Lexington Scrabble Club" in page
        assert re.search(r"Rank +Rating +Player", page)
    names = {name for page in pages for name in re.findall(r"Player \d{3}", page)}
    standings = stored(path)["Standings"]
    (names_column,) = [cell.column for cell in standings[HEADING_ROW] if cell.value == "Player"]
    listed = {row[names_column - 1].value for row in standings.iter_rows(min_row=HEADING_ROW + 1)} - {None}
    assert listed and listed <= names  # a record may be of a player who has left the list since


def test_a_crosstable_parts_no_player_and_cuts_no_title(tmp_path: Path) -> None:
    path = book_of("montreal", tmp_path, random_tables("montreal", 400, 29, seed=5))
    recalculated(path)
    pages = pages_of(path, "Crosstable")
    numbered = []
    for page in pages:
        assert "Montreal Scrabble Club" in page and "Crosstable: won–lost" in page
        assert {"recalculated", "14", "March", "2026", "15:09"} <= {*page.split()}
        numbered.append(len(re.findall(r"^ *\d+ +Player \d", page, re.MULTILINE)))
    assert numbered == [29, 29, 29], "all players on each, with a third of their opponents"


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_the_charts_of_an_empty_workbook_say_nothing(key: str, tmp_path: Path) -> None:
    (page,) = pages_of(book_of(key, tmp_path, {}), "Rating history")
    below = page.partition("The top five of the list")[2].rpartition("Rating history")[0]
    assert below.split() == [*system_named(key).title.split(), "·"]


def test_the_par_card_prints_the_sources_table(tmp_path: Path) -> None:
    (page,) = pages_of(sample_book("lexington", tmp_path), "Par scores")
    printed = re.findall(r"\b(\d+(?:-37)?)((?: +\d+-\d+){10})", page)
    card = {(row, total): pair for row, pairs in printed for total, pair in zip(range(450, 901, 50), pairs.split())}
    table: dict[tuple[str, int], str] = {}
    with (GOLDEN / "lexington.csv").open(encoding="utf-8") as golden:
        for line in csv.DictReader(golden):
            place = re.search(r"par table, row ([0-9-]+), total (\d+)", line["document"])
            if place:
                table[place[1], int(place[2])] = line["quote"]
    assert len(table) == 290
    assert card == table


def test_a_club_that_shrinks_prints_no_page_too_many(tmp_path: Path) -> None:
    path = book_of("montreal", tmp_path, random_tables("montreal", 600, 130, seed=3))
    recalculated(path)
    many = len(pages_of(path))
    workbook = openpyxl.load_workbook(path)
    for sheet, kept in (("Players", 8), ("Games", 1)):
        for row in workbook[sheet].iter_rows(min_row=kept + FIRST_DATA_ROW):
            for cell in row:
                if cell.data_type != "f":
                    cell.value = None
    names = [workbook["Players"].cell(row, 1).value for row in (4, 5)]
    for column, value in zip("ABCDEF", (NOW.date(), names[0], 400, names[1], 390, None)):
        workbook["Games"][f"{column}{FIRST_DATA_ROW}"] = value
    workbook.save(path)
    assert not recalculated(path).problems
    further = 1  # the Scoreboard's page of players
    assert len(pages_of(path)) == len(report_sheets_of(system_named("montreal"))) + further < many


def test_a_part_stays_apart_and_what_is_out_of_date_says_so(tmp_path: Path) -> None:
    path = sample_book("sca", tmp_path)
    whole = path.with_suffix(".pdf")
    whole.write_bytes(b"%PDF-1.7 the whole")
    said = run_here("print", path, "--sheet", "Ladder")
    assert said.out.splitlines() == [f"Created {path.with_name('sca Ladder.pdf')}."]
    assert whole.read_bytes() == b"%PDF-1.7 the whole"
    edited(path, ("Games", "D4", "(0-1)"))
    said = run_here("print", path, "--sheet", "Ladder")
    assert said.status == 1
    assert "out of date: something was typed" in said.out
    edited(path, ("Games", "D4", "2-0"))
    assert "out of date: 1 row to fix" in run_here("print", path, "--sheet", "Ladder").out
    both = run_here("print", path, "--sheet", "Ladder", "--all")
    assert both.status == 2 and "Leave one of them out." in both.err
    misspelt = run_here("print", path, "--sheet", "Lader")
    assert misspelt.status == 2
    assert '"Lader" (did you mean "Ladder"?)' in misspelt.err


def test_a_renamed_sheet_is_printed_and_a_missing_one_is_named(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    workbook = openpyxl.load_workbook(path)
    del workbook["Records"]
    workbook["Standings"].title = "Our list"
    for name in workbook.defined_names.values():
        name.attr_text = name.attr_text.replace("Standings!", "'Our list'!").replace("Records!", "#REF!")
    workbook.save(path)
    told: list[str] = []
    pages = pdf_texts(print_book(path, tell=told.append))
    assert told == ["Not printed, because there is no such sheet: Records."]
    assert "Ratings list" in pages[0]
    (page,) = pdf_texts(print_book(path, ["standings"]))
    assert "Ratings list" in page


def test_without_libreoffice_the_message_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = sample_book("montreal", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(WorkbookError, match=r"needs LibreOffice.*Install it.*or print from Excel"):
        print_book(path)


def test_a_workbook_of_any_name_in_any_folder(tmp_path: Path) -> None:
    """The names have an apostrophe, blanks, signs and letters beyond ASCII. Every command here takes them."""
    folder = tmp_path / "OneDrive - L'École"
    folder.mkdir()
    path = sample_book("montreal", folder, recalculated=False).rename(folder / "L'Été & Łódź 木曜 100 % #1.xlsx")
    for command in (("recalc",), ("print", "--sheet", "Standings"), ("macros",), ("launcher",), ("undo",), ("redo",)):
        said = run_here(command[0], path, *command[1:])
        assert (said.status, said.err) == (0, ""), command
    assert path.with_suffix(".xlsm").exists()
    assert (folder / f"{path.stem} Standings.pdf").read_bytes().startswith(b"%PDF")
    assert len(list((folder / "backups").iterdir())) >= 1


def test_the_copy_to_print_has_no_games_unless_a_formula_needs_them(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    recalculated(path)
    copy = tmp_path / "copy.xlsx"
    copy.write_bytes(only_these_sheets(open_package(path), ["Standings"]))
    book = openpyxl.load_workbook(copy)
    assert [cell.value for row in book["Games"].iter_rows() for cell in row if cell.value is not None] == []
    assert book["Standings"]["C6"].value == "Spot"
    book = openpyxl.load_workbook(path)  # openpyxl keeps no values of formulas
    book["Standings"]["Z3"] = "=COUNTA(Games[Player 1])"
    book.save(path)
    copy.write_bytes(only_these_sheets(open_package(path), ["Standings"]))
    assert openpyxl.load_workbook(copy)["Games"]["B4"].value == "Sally"
