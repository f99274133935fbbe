"""Forms of XML that our workbooks hold and that we never saw Excel itself write. We know each, with its reason.

The judge goes by structural facts that we counted in 1,904 workbooks saved by Excel.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.files.excel_forms import unseen_forms
from tests.helpers.clubs import KEYS, NOW, sample_book
from xladdin.samples import sample_files
from xladdin.systems import system_named
from xladdin.workbook.new_book import make_book

SHORT_TEXT = "openpyxl writes the chart's text without an empty list style (a:lstStyle, 0..1)"
END_OF_TEXT = "the font of the axis labels: openpyxl keeps it in the end of the paragraph, where the schema has it, too"
SIDES = "a border says only the sides that it has (each 0..1)"
NO_LINE = "a line that is not drawn; openpyxl writes its dash all the same, in the schema's order"
LABEL = "the label of one point, whole and in the schema's order (CT_DLbl); none of the 1,904 labels one point"
_SHOWN = ("showLegendKey", "showVal", "showCatName", "showSerName", "showPercent", "showBubbleSize")
_LABEL_PARTS = [f"chart:{part}" for part in ("idx", "txPr", "dLblPos", *_SHOWN)]
_UNSEEN_IN_A_LABEL = ("showLegendKey", "showSerName", "showBubbleSize")
KNOWN = {
    **{("child", "chart", "chart:dLbl", f"chart:{part}"): LABEL for part in _UNSEEN_IN_A_LABEL},
    **{("order", "chart", "chart:dLbl", *parts): LABEL for parts in pairwise(_LABEL_PARTS)},
    ("order", "chart", "chart:dLbls", "chart:dLbl", "chart:showLegendKey"): LABEL,
    ("attr", "chart", "main:endParaRPr", "b"): END_OF_TEXT,
    ("attr", "chart", "main:endParaRPr", "sz"): END_OF_TEXT,
    ("child", "chart", "main:endParaRPr", "main:latin"): END_OF_TEXT,
    ("child", "chart", "main:endParaRPr", "main:solidFill"): END_OF_TEXT,
    ("order", "chart", "main:endParaRPr", "main:solidFill", "main:latin"): END_OF_TEXT,
    ("order", "chart", "chart:txPr", "main:bodyPr", "main:p"): SHORT_TEXT,
    ("order", "chart", "chart:marker", "chart:symbol", "chart:spPr"): "a marker of the usual size (c:size, 0..1)",
    ("order", "chart", "chart:valAx", "chart:minorTickMark", "chart:txPr"): "labels are where Excel puts them (0..1)",
    ("order", "chart", "main:ln", "main:noFill", "main:prstDash"): NO_LINE,
    ("attr", "workbook", "workbookView", "autoFilterDateGrouping"): "openpyxl writes the default, true",
    ("empty", "drawing", "spreadsheetDrawing:graphicFrame", "spreadsheetDrawing:xfrm"): (
        "openpyxl leaves the frame's place to the anchor, which is what Excel goes by"
    ),
    ("empty", "sheet", "sheetPr", "pageSetUpPr"): "openpyxl writes the element of a sheet that fits no page, empty",
    ("empty", "styles", "borders", "border"): "the first border, that of plain cells, has no side (each 0..1)",
    **{("order", "styles", "border", "left", side): SIDES for side in ("bottom",)},
    ("order", "styles", "font", "strike", "color"): "a struck figure of a conditional format, in the schema's order",
    (
        "order",
        "sheet",
        "sheetPr",
        "tabColor",
        "outlinePr",
    ): "openpyxl writes the defaults, in the schema's order",
}
"""What each form is, and why it is so. Every one of them passes the validator of Microsoft."""


def test_no_form_that_excel_was_not_seen_to_write_but_these(tmp_path: Path) -> None:
    books = [sample_book(key, tmp_path, recalculated=key in ("montreal", "dptr")) for key in KEYS]
    books.append(tmp_path / "buttons.xlsm")
    make_book(system_named("sca"), books[-1], sample_files("sca"), NOW)
    odd = set().union(*map(unseen_forms, books))
    assert odd - set(KNOWN) == set()
    assert set(KNOWN) - odd == set(), "no workbook of ours holds these any more"


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    path = sample_book("lexington", tmp_path_factory.mktemp("book"))
    with ZipFile(path) as package:
        return {name: package.read(name).decode() for name in package.namelist() if name.endswith(".xml")}


def test_the_sheet_in_front_is_the_only_one_selected(parts: dict[str, str]) -> None:
    selected = [name for name, part in parts.items() if re.search(r'<sheetView [^>]*tabSelected="1"', part)]
    assert selected == ["xl/worksheets/sheet1.xml"]
    assert 'activeTab="0"' in parts["xl/workbook.xml"]


def test_no_sheet_has_the_name_that_excel_keeps_for_itself(parts: dict[str, str]) -> None:
    names = re.findall(r'<sheet [^>]*name="([^"]*)"', parts["xl/workbook.xml"])
    assert "rating history" in [name.lower() for name in names] and "history" not in [name.lower() for name in names]


def test_charts_have_square_frames_and_names_of_their_own(parts: dict[str, str]) -> None:
    charts = [part for name, part in parts.items() if name.startswith("xl/charts/chart")]
    drawings = "".join(part for name, part in parts.items() if name.startswith("xl/drawings/drawing"))
    names = re.findall(r'<(?:\w+:)?cNvPr [^>]*name="([^"]*)"', drawings)
    assert len(charts) == len(names) == len(set(names)) > 0
    assert not [name for name in names if re.fullmatch(r"Chart \d+", name)]
    assert all('roundedCorners val="0"' in chart for chart in charts)
