"""No text that people type and no form of XML takes a workbook beyond what Excel opens without repairing it.

The limits are "Excel specifications and limits" of its help and the types of ECMA-376. The forms are those of 1,904
workbooks saved by Excel. LibreOffice opens the others without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

import xladdin
from tests.helpers.clubs import NOW, ONE_OF_EACH_KIND, recalc_club, renew_in, sample_book, set_rule
from tests.helpers.files.raw_workbook import unzip_parts
from xladdin.files.club_file import open_club_file
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.schema import TITLE_NAME

FOOTER = re.compile(r"<oddFooter>([^<]*)<")
LITERAL = re.compile(r'"((?:[^"]|"")*)"')
# Part, pattern of a text in it, and the most units of UTF-16 that Excel takes.
LONGEST = [
    ("xl/worksheets/sheet", r"<f(?: [^>]*)?>([^<]+)</f>", 8_192),
    ("xl/worksheets/sheet", r"<(?:odd|even|first)(?:Header|Footer)>([^<]*)<", 255),
    ("xl/worksheets/sheet", r"<formula[12]>([^<]*)<", 255),
    ("xl/worksheets/sheet", r' (?:promptTitle|errorTitle)="([^"]*)"', 32),
    ("xl/worksheets/sheet", r' (?:prompt|error)="([^"]*)"', 255),
    ("xl/worksheets/sheet", r"<formula>([^<]*)<", 8_192),
    ("xl/worksheets/sheet", r'<hyperlink [^>]*tooltip="([^"]*)"', 255),
    ("xl/worksheets/sheet", r"<is>(.*?)</is>", 32_767),
    ("xl/workbook.xml", r'<sheet [^>]*name="([^"]*)"', 31),
    ("xl/workbook.xml", r'<definedName [^>]*name="([^"]*)"', 255),
    ("xl/workbook.xml", r"<definedName [^>]*>([^<]*)<", 8_192),
    ("xl/tables/", r' (?:displayName|name)="([^"]*)"', 255),
    ("xl/styles.xml", r' formatCode="([^"]*)"', 255),
]


def texts_beyond_limits(path: Path) -> Iterator[str]:
    parts = {name: part.decode() for name, part in unzip_parts(path).items() if name.endswith(".xml")}
    for beginning, pattern, longest in LONGEST:
        for name, xml in parts.items():
            for matched in set(re.findall(pattern, xml, re.DOTALL)) if name.startswith(beginning) else ():
                text = unescape(re.sub("<[^>]*>", "", matched))
                is_formula = longest == 8_192 or "formula" in pattern
                if length(text) > longest or (is_formula and any(length(part) > 255 for part in LITERAL.findall(text))):
                    yield f"{name}: {text[:80]}"


def length(text: str) -> int:
    """Return the length of a text as Excel counts it. A sign beyond the first 65,536 counts as two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_new_workbook_with_the_longest_texts_is_within_them(key: str, tmp_path: Path) -> None:
    path = make_titled(key, tmp_path, "Å&" + "w" * 241)
    assert list(texts_beyond_limits(path)) == []
    renew_in(path, "fr")
    assert list(texts_beyond_limits(path)) == []


@pytest.mark.parametrize(
    ("title", "cut"), [("w" * 242, "w" * 99), ("&" * 243, "&&" * 49), ("Tuesday😀" * 27, "Tuesday😀" * 11)]
)
def test_a_long_title_is_cut_in_the_footer_alone(title: str, cut: str, tmp_path: Path) -> None:
    made = make_titled("montreal", tmp_path, title)
    typed = sample_book("montreal", tmp_path / "typed")
    before = footers(typed)
    set_rule(typed, TITLE_NAME, title)
    recalc_club(typed)
    assert list(texts_beyond_limits(typed)) == []
    assert footers(typed) == footers(made) != before
    assert any(f"{cut}… · &A" in footer for footer in footers(made))
    assert open_club_file(made).names[TITLE_NAME] == title
    set_rule(typed, TITLE_NAME, "Montreal Scrabble Club")
    recalc_club(typed)
    assert footers(typed) == before


def make_titled(key: str, folder: Path, title: str) -> Path:
    path = folder / "titled.xlsx"
    create_workbook(xladdin.system(key), path, {}, NOW, title=title)
    return path


def footers(path: Path) -> list[str]:
    sheets = sorted((name, part) for name, part in unzip_parts(path).items() if name.startswith("xl/worksheets/sheet"))
    return [unescape(footer) for _, part in sheets for footer in FOOTER.findall(part.decode())]


def test_one_sheet_is_selected_and_none_has_the_name_that_excel_keeps_for_itself(tmp_path: Path) -> None:
    parts = {
        name: part.decode()
        for name, part in unzip_parts(sample_book("lexington", tmp_path)).items()
        if name.endswith(".xml")
    }
    selected = [name for name, part in parts.items() if re.search(r'<sheetView [^>]*tabSelected="1"', part)]
    assert selected == ["xl/worksheets/sheet1.xml"]
    assert 'activeTab="0"' in parts["xl/workbook.xml"]
    names = re.findall(r'<sheet [^>]*name="([^"]*)"', parts["xl/workbook.xml"])
    assert "rating history" in [name.lower() for name in names] and "history" not in [name.lower() for name in names]
