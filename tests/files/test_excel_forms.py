"""Forms of XML that our workbooks hold and that we never saw Excel itself write. We know each, with its reason.

The judge goes by structural facts that we counted in 1,904 workbooks saved by Excel.
"""

from __future__ import annotations

import re
from zipfile import ZipFile

import pytest

from tests.helpers.clubs import sample_book


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
