"""The judge finds what it is there for: each fault is planted once, and the sheet without it has none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.chart import ScatterChart
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.styles import Alignment, PatternFill
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.programs.libreoffice import Word, to_pdf
from tests.looks import judging
from tests.looks.judging import Page, Printed
from tests.looks.states import NO_GAMES, State
from xladdin.workbook.styles import colours

LETTER = (612.0, 792.0)
CLUB = State("mississauga", "30", "French", "Letter")
NAME = "Kowalczyk"


def word(text: str, left: float = 100, top: float = 200, size: float = 10) -> Word:
    return Word(text, left, top, left + 5 * len(text), top + size, size)


def page(*words: Word) -> Page:
    return Page(words, LETTER)


def column(*sizes: float) -> Page:
    """A column of names in these sizes of print, down to the middle of a page."""
    return page(*(word(NAME, top=160 + 40 * row, size=size) for row, size in enumerate(sizes)))


def sheet_of(text: str, *, width: float = 30, beside: object = None) -> Worksheet:
    """A sheet that prints two columns, with a text in its first cell."""
    sheet = Workbook().active
    assert isinstance(sheet, Worksheet)
    sheet.append([text, beside])
    sheet["A1"].alignment = Alignment("left")
    sheet.column_dimensions["A"].width = sheet.column_dimensions["B"].width = width
    sheet.print_area = "A1:B9"
    return sheet


FULL = column(*[10] * 15)
LONG = "a sentence that is far too long for a column"
ROW = [word(text, 100 + 40 * place) for place, text in enumerate(("1", "1500", "▲", "13", "1513"))]


@pytest.mark.parametrize(
    ("found", "is_fault"),
    [
        (judging._sizes(CLUB, [column(10, 10)], {NAME}), False),
        (judging._sizes(CLUB, [column(10, 9)], {NAME}), True),
        (judging._sizes(CLUB, [column(*[10] * 5, 9.5)], {NAME}), False),
        (judging._sizes(CLUB._replace(club="200"), [column(*[10] * 5, 9.2)], {NAME}), False),
        (judging._sizes(CLUB._replace(club="200"), [column(*[10] * 5, 8.8)], {NAME}), True),
        (judging._filled(CLUB, [[FULL, column(*[10] * 3)], [FULL]]), False),
        (judging._filled(CLUB, [[FULL, column(10)], [FULL]]), True),
        (judging._filled(CLUB, [[FULL], [column(10)]]), True),
        (judging._filled(CLUB._replace(club="6"), [[FULL], [column(10)]]), False),
        (judging._filled(CLUB._replace(club="6"), [[FULL, column(10)], [FULL]]), True),
        (judging._filled(CLUB._replace(club=NO_GAMES), [[FULL], [column(10)]]), False),
        (judging._over_each_other([page(word("one"), word("two", left=140))]), False),
        (judging._over_each_other([page(word("one"), word("two", left=105))]), True),
        (judging._over_each_other([page(word("margin", left=600))]), True),
        (judging._signs("Scoreboard", [page(*ROW)]), False),
        (judging._signs("Scoreboard", [page(*ROW[:2], ROW[2]._replace(text="▼"), *ROW[3:])]), True),
        (judging._english(CLUB, [page(word("mardi"))]), False),
        (judging._english(CLUB, [page(word("Tuesday"))]), True),
        (judging._cut(sheet_of("whole"), [page(word("whole"))]), False),
        (judging._cut(sheet_of("whole"), [page(word("who"))]), True),
        (judging._cut(sheet_of("whole"), [page(word("whole"), word("###"))]), True),
        (judging._cut(sheet_of(LONG, width=25), [page(*map(word, LONG.split()))]), False),
        (judging._cut(sheet_of(LONG, width=15), [page(*map(word, LONG.split()))]), True),
        (judging._cut(sheet_of(LONG, width=25, beside=1), [page(*map(word, LONG.split()))]), True),
        (judging._narrow(sheet_of(NAME, width=12), {NAME}), False),
        (judging._narrow(sheet_of(NAME, width=6), {NAME}), True),
        (judging._on_a_laptop(sheet_of("", width=90)), False),
        (judging._on_a_laptop(sheet_of("", width=95)), True),
    ],
)
def test_a_fault_of_a_page_is_found(found: Sequence[str], is_fault: bool) -> None:
    assert bool([*found]) == is_fault


@pytest.mark.parametrize(
    ("pages", "faults"), [((1, 2, 1, 2), 0), ((3, 9, 3, 1), 3), ((1, 3, 1, 1), 1), ((1, 1, 1, 4), 1)]
)
def test_too_many_pages_are_found(pages: Sequence[int], faults: int) -> None:
    """A club of 30 has Standings and Scoreboard after an evening, at most three pages, Records, and Crosstable."""
    names = ("Standings", "Scoreboard", "Records", "Crosstable")
    found = Printed(Path(), Path(), {name: [page()] * number for name, number in zip(names, pages)})
    assert len([*judging._pages(CLUB, found)]) == faults


@pytest.mark.parametrize(("club", "most"), [("6", 1), ("30", 3), ("200", 4)])
def test_a_crosstable_of_too_many_pages_is_found(club: str, most: int) -> None:
    for number in (most, most + 1):
        found = Printed(Path(), Path(), defaultdict(list, Crosstable=[page()] * number))
        assert bool([*judging._pages(CLUB._replace(club=club), found)]) == (number > most)


@pytest.mark.parametrize(("titles", "lengths"), [("AAB", [2, 1]), ("AB", [1, 1]), ("ABBB", [1, 3])])
def test_each_list_has_its_pages(titles: str, lengths: Sequence[int]) -> None:
    """Every page repeats the title of its list. That of the first may be part of the second's."""
    sheet = sheet_of("whole")
    sheet["A2"], sheet["E2"] = "Scoreboard", "Scoreboard by player"
    sheet.print_area = "A1:B9,E1:F9"
    pages = [page(*map(word, ("Scoreboard" if title == "A" else "Scoreboard by player").split())) for title in titles]
    assert [len(own) for own in judging._lists(sheet, pages)] == lengths


@pytest.mark.parametrize(("last_row", "is_fault"), [(8, False), (12, True)])
def test_a_chart_that_is_cut_is_found(last_row: int, is_fault: bool) -> None:
    sheet = sheet_of("whole")
    chart = ScatterChart()
    sheet.add_chart(chart)
    chart.anchor = TwoCellAnchor("twoCell", _from=AnchorMarker(row=1), to=AnchorMarker(col=1, row=last_row))
    assert bool([*judging._cut(sheet, [page(word("whole"))])]) == is_fault


def test_a_choice_beyond_a_laptops_screen_is_found() -> None:
    sheet = sheet_of("", width=60)
    assert not [*judging._on_a_laptop(sheet)]
    rule = DataValidation(type="list", formula1='"Yes,No"')
    rule.add("K1")
    sheet.add_data_validation(rule)
    assert [*judging._on_a_laptop(sheet)]


def test_the_colour_of_cells_to_type_in_is_found_on_paper(tmp_path: Path) -> None:
    for name, colour in (("plain", colours.STRIPE), ("typed", colours.TYPE_HERE)):
        sheet = sheet_of("whole")
        sheet["A1"].fill = PatternFill("solid", fgColor=colour)
        path = tmp_path / f"{name}.xlsx"
        assert sheet.parent is not None
        sheet.parent.save(path)
        found = Printed(path, to_pdf(path, tmp_path / "pdf"), {})
        assert bool([*judging._colours(found)]) == (name == "typed")
