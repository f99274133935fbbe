"""How the workbook looks, as far as we can measure it: contrast, tabs, prompts, fonts, alt text, paper."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.worksheet.cell_range import CellRange

from tests.helpers.clubs import KEYS, edited, recalculated, sample_book, stored
from xladdin.renderers.sheet import HEADING_ROW
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import sheets_of, tables_of
from xladdin.workbook.report_sheets.all_sheets import layouts
from xladdin.workbook.rules.sheet import LETTERS_PER_WIDTH
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, PAPER_NUMBERS, RULES, START
from xladdin.workbook.start.invalid_rows import MEND_HEAD
from xladdin.workbook.styles import colours
from xladdin.workbook.styles.colours import TAB_LOOK, TAB_SET_UP, TAB_TYPE
from xladdin.workbook.styles.palette import AS_OF, FONT_NAME
from xladdin.workbook.words.chosen import ARROW

SET_UP = (
    "Rules",
    "Journal",
    "Calculator",
    "Lists",
    "Player facts",
    "Player opponents",
    "Player games",
    "Snapshot",
)
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
LINES_ON = {
    colours.PAPER: (colours.HAIRLINE, colours.INK, colours.WRONG, *(colour for colour, _, _ in colours.LINES)),
    colours.DARK_PAPER: (colours.DARK_HAIRLINE, colours.DARK_INK, *colours.DARK_LINES),
}


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


def test_contrast_is_worked_out_as_the_standard_says() -> None:
    assert contrast("000000", "FFFFFF") == pytest.approx(21)
    assert contrast("777777", "FFFFFF") == pytest.approx(4.48, abs=0.01)  # the well-known grey just below the limit


@pytest.mark.parametrize("pair", pairs(TEXT_ON))
def test_text_stands_out_from_its_ground(pair: tuple[str, str]) -> None:
    assert contrast(*pair) >= 4.5


@pytest.mark.parametrize("pair", pairs(LINES_ON))
def test_a_line_stands_out_from_its_ground(pair: tuple[str, str]) -> None:
    assert contrast(*pair) >= 3


@pytest.fixture(scope="module", params=KEYS)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    return request.param, sample_book(request.param, tmp_path_factory.mktemp("looks"), recalculated=False)


def test_the_tabs_say_what_a_sheet_is_for(book: tuple[str, Path]) -> None:
    key, path = book
    for sheet in openpyxl.load_workbook(path).worksheets:
        colour = sheet.sheet_properties.tabColor.rgb[-6:]
        if sheet.title in tables_of(SYSTEMS[key]):
            assert colour == TAB_TYPE
        else:
            assert colour == (
                TAB_LOOK if sheet.title in sheets_of(SYSTEMS[key]) and sheet.title not in SET_UP else TAB_SET_UP
            )


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


def test_every_conditional_format_changes_something(book: tuple[str, Path]) -> None:
    _, path = book
    with zipfile.ZipFile(path) as parts:
        looks = re.findall(r"<dxf>(.*?)</dxf>", parts.read("xl/styles.xml").decode())
    assert len(looks) > 5
    assert [look for look in looks if re.fullmatch(r"(<\w+ ?/>|<(\w+)></\2>)*", look)] == []


def test_the_alt_text_of_the_players_chart_is_not_that_of_the_list(book: tuple[str, Path]) -> None:
    _, path = book
    with zipfile.ZipFile(path) as archive:
        drawings = [archive.read(name).decode() for name in sorted(archive.namelist()) if "drawings/drawing" in name]
    texts = [re.findall('descr="([^"]*)"', drawing) for drawing in drawings]
    assert sorted(len(one) for one in texts) == [1, 2]
    (player,), (top, picked) = sorted(texts, key=len)
    assert "picked on this sheet" in player
    assert "top of the list" in top and "picked above" in picked


def test_the_names_at_the_lines_stay_on_one_line(book: tuple[str, Path]) -> None:
    _, path = book
    with zipfile.ZipFile(path) as archive:
        charts = [archive.read(name).decode() for name in archive.namelist() if name.startswith("xl/charts/chart")]
    labels = [label for chart in charts for label in re.findall(r"<dLbl>.*?</dLbl>", chart)]
    assert len(labels) == 5 and all('<a:bodyPr wrap="none"' in label for label in labels)


def test_no_chart_stands_over_rows_that_stay_in_sight(book: tuple[str, Path]) -> None:
    _, path = book
    sheet = openpyxl.load_workbook(path)["Rating history"]
    tops = [chart.anchor._from.row + 1 for chart in sheet._charts]
    assert len(tops) == 2 and min(tops) >= int(sheet.freeze_panes.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def test_headings_are_repeated_where_a_list_may_need_a_second_page(book: tuple[str, Path]) -> None:
    key, path = book
    workbook = openpyxl.load_workbook(path)
    for layout in layouts(SYSTEMS[key]):
        repeated = workbook[layout.sheet].print_title_rows
        assert repeated == (None if layout.report.page.pages_high == 1 else f"$1:${HEADING_ROW}"), layout.sheet


def test_a_list_is_as_wide_as_its_title(book: tuple[str, Path]) -> None:
    key, path = book
    workbook = openpyxl.load_workbook(path)
    lists = [layout for layout in layouts(SYSTEMS[key]) if layout.report.page.page_rows]
    for layout in lists:
        sheet = workbook[layout.sheet]
        for _, last in (area.rsplit(":", 1) for area in sheet.print_area.replace("$", "").split(",")):
            assert sheet.cell(HEADING_ROW, CellRange(last).min_col).value, (layout.sheet, last)


def test_paper_and_footer(book: tuple[str, Path]) -> None:
    key, path = book
    for sheet in openpyxl.load_workbook(path).worksheets:
        assert sheet.page_setup.paperSize == PAPER_NUMBERS[SYSTEMS[key].paper]
        assert "&A" in sheet.oddFooter.left.text and sheet.oddFooter.right.text == "&P / &N"
        assert "&D" not in str(sheet.oddFooter)


def test_every_setting_of_rules_says_what_may_be_typed(book: tuple[str, Path]) -> None:
    _, path = book
    rules = openpyxl.load_workbook(path)[RULES]
    prompts = {str(cells): rule.prompt for rule in rules.data_validations.dataValidation for cells in rule.sqref.ranges}
    assert prompts["B8"] == "Choose English, French or Français." and prompts["B9"] == "Choose Letter or A4."
    assert prompts["B10"] == "Choose names, initials or none." and prompts["B11"] == "Choose yes or no."
    assert rules["A15"].value == "Season's first month" and prompts["B15"] == "Type a whole number from 1 to 12."


def test_a_sheet_opens_at_its_first_free_row(book: tuple[str, Path]) -> None:
    key, path = book
    workbook = openpyxl.load_workbook(path)
    for name in tables_of(SYSTEMS[key]):
        sheet = workbook[name]
        last = max(row for row in range(HEADINGS_ROW, sheet.max_row + 1) if sheet.cell(row, 1).value is not None)
        (typed,) = (one for one in sheet.sheet_view.selection if one.pane == "bottomLeft")
        assert typed.activeCell == f"A{last + 1}", name
        assert sheet.sheet_view.pane.topLeftCell == f"B{max(FIRST_DATA_ROW, last + 1 - 15)}"


def test_start_holds_what_its_formulas_give(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    first = stored(path)[START]
    assert [first[cell].value for cell in ("B1", "C8", "C9")] == [
        "Montreal Scrabble Club",
        f"Add new players{ARROW}",
        f"Type tonight's games{ARROW}",
    ]
    edited(path, ("Games", "C4", "4o1"), ("Games", "D5", "Nobody"))
    assert len(recalculated(path).problems) == 2
    wrong = stored(path)[START]
    cells = [cell.value for row in wrong["B17:E19"] for cell in row if cell.value]
    assert cells[:3] == [MEND_HEAD, "!", f"Games, row 4{ARROW}"]
    assert f"Games, row 5{ARROW}" in cells


def test_no_sheet_tells_to_type_a_command(book: tuple[str, Path]) -> None:
    _, path = book
    for sheet in openpyxl.load_workbook(path).worksheets:
        texts = [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None]
        for rule in sheet.data_validations.dataValidation:
            texts += [str(text) for text in (rule.prompt, rule.error) if text]
        assert [text for text in texts if re.search(r"\bxladdin [a-z]|command line|terminal", text)] == [], sheet.title


def test_no_quote_of_a_source_is_cut(book: tuple[str, Path]) -> None:
    """A text of Rules runs on to the right until a cell is filled, or until the last printed column ends."""
    _, path = book
    sheet = openpyxl.load_workbook(path)["Rules"]
    last = column_index_from_string(re.findall(r"[A-Z]+", sheet.print_area.rpartition("!")[2])[-1])
    quotes = [cell for row in sheet.iter_rows() for cell in row if cell.style == AS_OF and cell.value]
    assert len(quotes) > 10
    for cell in quotes:
        room = 0.0
        for column in range(cell.column, last + 1):
            if column > cell.column and sheet.cell(cell.row, column).value is not None:
                break
            room += sheet.column_dimensions[get_column_letter(column)].width
        lines = (cell.alignment.wrap_text and (sheet.row_dimensions[cell.row].height or 15) // 13) or 1
        assert len(str(cell.value)) <= room * lines * LETTERS_PER_WIDTH, (cell.coordinate, cell.value)
