"""The limits of Excel: the check itself, and texts of people that could take a workbook beyond them."""

from __future__ import annotations

import re
import zipfile
from html import unescape
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.datavalidation import DataValidation

from tests.helpers.clubs import NOW, ONE_OF_EACH_KIND, edited, recalculated, sample_book
from tests.helpers.files.office_limits import LIMITS, beyond_the_limits, units
from tests.helpers.suite import written_books
from xladdin.cells.addresses import column_letters
from xladdin.files.reading.club_file import open_club_file
from xladdin.files.safety.safekeeping import safely_create
from xladdin.systems import system_named
from xladdin.workbook.new_book import make_book
from xladdin.workbook.schema import LANGUAGE, TITLE_NAME

FOOTER = re.compile(r"<oddFooter>([^<]*)<")
DEEP, MANY = LIMITS["functions within each other"], LIMITS["arguments of a function"]


def test_a_workbook_at_each_limit_is_taken_and_one_beyond_it_is_not(tmp_path: Path) -> None:
    for more in (0, 1):
        workbook = openpyxl.Workbook()
        sheet = workbook.active
        assert sheet is not None
        sheet["A1"] = "=" + "1+" * (LIMITS["formula"] // 2 - 1) + "1" * (2 + more)
        sheet["A2"] = f'="{"x" * (LIMITS["text within a formula"] + more)}"'
        sheet["A3"] = "=" + "ABS(" * (DEEP + more) + "1" + ")" * (DEEP + more)
        sheet["A4"] = f"=SUM({','.join(['T[[a,b]:[c]]'] * (MANY + more))})"
        sheet.oddFooter.left.text = "x" * (LIMITS["header or footer"] - 3 + more) + "é"
        prompt = DataValidation("list", f'"{"x" * (LIMITS["formula of a data validation"] - 2 + more)}"')
        prompt.promptTitle, prompt.prompt = "x" * (LIMITS["title of a prompt"] + more), "x" * (LIMITS["prompt"] + more)
        prompt.add("C1")
        sheet.add_data_validation(prompt)
        sheet.column_dimensions["B"].width = LIMITS["width of a column"] + more
        sheet.row_dimensions[2].height = LIMITS["height of a row"] + more
        path = tmp_path / f"{more}.xlsx"
        workbook.save(path)
        found = {one.limit for one in beyond_the_limits(path)}
        expected = {
            "formula", "text within a formula", "functions within each other", "arguments of a function",
            "header or footer", "formula of a data validation", "title of a prompt", "prompt", "width of a column",
            "height of a row",
        }  # fmt: skip
        assert found == (expected if more else set())
    assert units("é😀") == 3


def test_what_a_test_writes_beyond_them_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noticed: list[str] = []
    monkeypatch.setattr(written_books, "_beyond", noticed)
    workbook = openpyxl.Workbook()
    workbook.active["A1"] = f"={'1+' * 5000}1"  # type: ignore[index]
    workbook.save(tmp_path / "made.xlsx")
    content = (tmp_path / "made.xlsx").read_bytes()
    safely_create(tmp_path / "ours.xlsx", lambda target: target.write(content))
    (line,) = noticed
    assert line.startswith("ours.xlsx, xl/worksheets/sheet1.xml: formula of 10,001, Excel takes 8,192: ")


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_new_workbook_with_the_longest_texts_is_within_them(key: str, tmp_path: Path) -> None:
    """In English and in French, with a title as long as a director may type."""
    path = make_titled(key, tmp_path, "Å&" + "w" * 241)
    assert beyond_the_limits(path) == []
    set_rule(path, LANGUAGE.name, "French")
    recalculated(path)
    assert beyond_the_limits(path) == []


@pytest.mark.parametrize(
    ("title", "kept"), [("w" * 242, "w" * 99), ("&" * 243, "&&" * 49), ("Tuesday😀" * 27, "Tuesday😀" * 11)]
)
def test_a_long_title_is_cut_in_the_footer_alone(title: str, kept: str, tmp_path: Path) -> None:
    """This holds for the title of a new workbook, and for one that somebody types on Rules later."""
    made = make_titled("montreal", tmp_path, title)
    typed = sample_book("montreal", tmp_path / "typed")
    before = footers(typed)
    set_rule(typed, TITLE_NAME, title)
    recalculated(typed)
    assert beyond_the_limits(typed) == []
    assert footers(typed) == footers(made) != before
    assert any(f"{kept}… · &A" in footer for footer in footers(made))
    assert open_club_file(made).names[TITLE_NAME] == title
    set_rule(typed, TITLE_NAME, "Montreal Scrabble Club")
    recalculated(typed)
    assert footers(typed) == before


def make_titled(key: str, folder: Path, title: str) -> Path:
    path = folder / "titled.xlsx"
    make_book(system_named(key), path, {}, NOW, title=title)
    return path


def set_rule(path: Path, name: str, value: str) -> None:
    """Types into a named cell of Rules."""
    _, row, column = open_club_file(path).place_of(name) or ("", 0, 0)
    edited(path, ("Rules", f"{column_letters(column)}{row}", value))


def footers(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as package:
        sheets = sorted(name for name in package.namelist() if name.startswith("xl/worksheets/sheet"))
        return [unescape(footer) for name in sheets for footer in FOOTER.findall(package.read(name).decode())]
