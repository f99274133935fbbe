"""How a workbook looks: contrast, its first free row, its paper and title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import KEYS, LATER, book_of, random_tables, recalculated, sample_book
from xladdin.systems import SYSTEMS
from xladdin.workbook import styles
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, PAPER_NUMBERS, tables_of

TEXT_ON = {
    styles.PAPER: (styles.TEXT, styles.QUIET_TEXT, styles.INK, styles.WRONG),
    styles.STRIPE: (styles.TEXT, styles.QUIET_TEXT, styles.INK),
    styles.TYPE_HERE: (styles.TEXT, styles.INK),
    styles.COMPUTED_GROUND: (styles.TEXT, styles.QUIET_TEXT),
    styles.GROUP_HEAD: (styles.INK,),
    styles.INK: (styles.PAPER,),
    styles.WRONG_GROUND: (styles.TEXT, styles.WRONG),
    styles.DARK_PAPER: (styles.DARK_TEXT, styles.DARK_QUIET_TEXT, styles.DARK_INK, styles.DARK_WRONG),
    styles.DARK_STRIPE: (styles.DARK_TEXT, styles.DARK_QUIET_TEXT, styles.DARK_INK),
    styles.DARK_GROUP_HEAD: (styles.DARK_TEXT, styles.DARK_INK),
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


def test_a_sheet_opens_at_its_first_free_row(book: tuple[str, Path]) -> None:
    key, path = book
    workbook = openpyxl.load_workbook(path)
    for name in tables_of(SYSTEMS[key]):
        sheet = workbook[name]
        last = max(row for row in range(HEADINGS_ROW, sheet.max_row + 1) if sheet.cell(row, 1).value is not None)
        (typed,) = (one for one in sheet.sheet_view.selection if one.pane == "bottomLeft")
        assert typed.activeCell == f"A{last + 1}", name
        assert sheet.sheet_view.pane.topLeftCell == f"B{max(FIRST_DATA_ROW, last + 1 - 15)}"


OWN = "Montreal Scrabble Club, room 3"
A3 = 8


def look(path: Path) -> dict[str, tuple[int, str]]:
    """The paper and the footer of each sheet."""
    sheets = openpyxl.load_workbook(path).worksheets
    return {sheet.title: (int(sheet.page_setup.paperSize), str(sheet.oddFooter.left.text)) for sheet in sheets}


@pytest.mark.parametrize("key", ["montreal", "dptr"])
def test_sheets_take_the_paper_and_title_and_one_of_the_clubs_own_keeps_its(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    other = next(name for name in PAPER_NUMBERS if name != SYSTEMS[key].paper)
    workbook = openpyxl.load_workbook(path)
    cells = {row[0].value: row[1] for row in workbook["Rules"].iter_rows()}
    title, paper = cells["Club's title"], cells["Paper"]
    old = str(title.value)
    before = look(path)
    assert {number for number, _ in before.values()} == {PAPER_NUMBERS[SYSTEMS[key].paper]}
    title.value, paper.value = "2 Dames & Été <Club>", other
    workbook["Standings"].page_setup.paperSize, workbook["Standings"].oddFooter.left.text = A3, OWN
    workbook.save(path)
    assert not recalculated(path, LATER).problems
    wanted = {
        sheet: (PAPER_NUMBERS[other], footer.replace(old, "2 Dames && Été <Club>"))
        for sheet, (_, footer) in before.items()
    }
    assert look(path) == {**wanted, "Standings": (A3, OWN)}
    assert not recalculated(path, LATER).blocks


@pytest.mark.parametrize(
    ("key", "sheet", "scales"),
    [
        ("elo", "Standings", (145, 110, 110)),
        ("sca", "Ladder", (165, 98, 108)),
        ("montreal", "Scoreboard", (120, 95, 95)),
    ],
)
def test_a_list_is_printed_as_large_as_its_width_and_its_rows_allow(
    key: str, sheet: str, scales: Sequence[int], tmp_path: Path
) -> None:
    for players, least in zip((6, 30, 80), scales, strict=True):
        path = book_of(key, tmp_path / str(players), random_tables(key, 9 * players, players, seed=21))
        recalculated(path)
        setup = openpyxl.load_workbook(path)[sheet].page_setup
        assert setup.scale >= least, players
        assert players > 6 or setup.orientation == "landscape"


def test_every_page_of_the_ladder_begins_with_the_heading_of_its_group(tmp_path: Path) -> None:
    path = book_of("sca", tmp_path, random_tables("sca", 720, 80, seed=21))
    recalculated(path)
    sheet = openpyxl.load_workbook(path)["Ladder"]
    ends = [one.id for one in sheet.row_breaks.brk]
    tops = [sheet.cell(row + 1, 3).value for row in (5, *ends)]
    assert len(tops) == 3 and tops[0] == "Knights" and tops[-1] == "Pawns" and set(tops) == {"Knights", "Pawns"}
    assert all(sheet.cell(row + 1, 2).value is None for row in ends)
