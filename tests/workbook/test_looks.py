"""How the workbook looks, as far as we can measure it: contrast, tabs, prompts, fonts, alt text, paper."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import KEYS, sample_book
from xladdin.systems import SYSTEMS
from xladdin.workbook import colours
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, PAPER_NUMBERS, RULES
from xladdin.workbook.styles import FONT_NAME

TEXT_ON = {
    colours.PAPER: (colours.TEXT, colours.QUIET_TEXT, colours.INK, colours.WRONG),
    colours.STRIPE: (colours.TEXT, colours.QUIET_TEXT, colours.INK),
    colours.TYPE_HERE: (colours.TEXT, colours.INK),
    colours.COMPUTED: (colours.TEXT, colours.QUIET_TEXT),
    colours.GROUP_HEAD: (colours.INK,),
    colours.INK: (colours.PAPER,),
    colours.WRONG_GROUND: (colours.TEXT, colours.WRONG),
    colours.DARK_PAPER: (colours.DARK_TEXT, colours.DARK_QUIET_TEXT, colours.DARK_INK, colours.DARK_WRONG),
    colours.DARK_STRIPE: (colours.DARK_TEXT, colours.DARK_QUIET_TEXT, colours.DARK_INK),
    colours.DARK_GROUP_HEAD: (colours.DARK_TEXT, colours.DARK_INK),
}
"""The colours of text on each ground, of the workbook and of the page on a dark screen."""


def pairs(colours_on: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    return [(colour, ground) for ground, own in colours_on.items() for colour in own]


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.1)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("pair", pairs(TEXT_ON))
def test_text_stands_out_from_its_ground(pair: tuple[str, str]) -> None:
    assert contrast(*pair) >= 4.5


@pytest.fixture(scope="module", params=KEYS)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    return request.param, sample_book(request.param, tmp_path_factory.mktemp("looks"), recalculated=False)


def test_every_validation_has_a_prompt(book: tuple[str, Path]) -> None:
    _, path = book
    rules = [
        rule
        for sheet in openpyxl.load_workbook(path).worksheets
        if sheet.title in (RULES, *tables_of(SYSTEMS[book[0]]))
        for rule in sheet.data_validations.dataValidation
    ]
    assert rules and all(rule.prompt and rule.showInputMessage for rule in rules)


def test_one_font_everywhere_and_alt_text_on_every_chart(book: tuple[str, Path]) -> None:
    _, path = book
    with zipfile.ZipFile(path) as archive:
        styles = archive.read("xl/styles.xml").decode()
        drawings = [archive.read(name).decode() for name in archive.namelist() if "drawings/drawing" in name]
    assert set(re.findall(r'<name val="([^"]*)"', styles)) == {FONT_NAME}
    expected = 3 if "Player" in openpyxl.load_workbook(path).sheetnames else 2  # two on History, one a player's
    charts = [tag for drawing in drawings for tag in re.findall(r"<[^<]*cNvPr [^>]*name=\"Chart[^>]*>", drawing)]
    assert len(charts) == expected and all('descr="Line chart' in tag for tag in charts)


def test_paper_and_footer(book: tuple[str, Path]) -> None:
    key, path = book
    for sheet in openpyxl.load_workbook(path).worksheets:
        assert sheet.page_setup.paperSize == PAPER_NUMBERS[SYSTEMS[key].paper]
        assert "&A" in sheet.oddFooter.left.text and sheet.oddFooter.right.text == "&P / &N"
        assert "&D" not in str(sheet.oddFooter)


def test_a_sheet_opens_at_its_first_free_row(book: tuple[str, Path]) -> None:
    key, path = book
    workbook = openpyxl.load_workbook(path)
    for name in tables_of(SYSTEMS[key]):
        sheet = workbook[name]
        last = max(row for row in range(HEADINGS_ROW, sheet.max_row + 1) if sheet.cell(row, 1).value is not None)
        (typed,) = (one for one in sheet.sheet_view.selection if one.pane == "bottomLeft")
        assert typed.activeCell == f"A{last + 1}", name
        assert sheet.sheet_view.pane.topLeftCell == f"B{max(FIRST_DATA_ROW, last + 1 - 15)}"
