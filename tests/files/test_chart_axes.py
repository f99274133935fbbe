"""Contract of the axes of a chart: those of the first one come from the data, and nothing else of a chart changes."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import openpyxl
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.chart import Reference, ScatterChart, Series

from tests.helpers.clubs import recalc_club, sample_book
from tests.helpers.files.raw_workbook import unzip_parts
from xladdin.cells import ChartAxes, Scale
from xladdin.files.workbook_writer import scale_axis
from xladdin.reports.rating_history import TOP_CHART, History, compute_top_axes
from xladdin.systems import SYSTEMS


def test_a_chart_of_the_directors_own_stays(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    workbook = openpyxl.load_workbook(path)  # which gives every chart another name
    sheet = workbook["Rating history"]
    chart = ScatterChart()
    chart.series.append(Series(Reference(sheet, range_string="'Rating history'!$F$6:$F$9")))
    sheet._charts = [chart, *sheet._charts]
    rating = workbook["Players"]["B4"].value
    workbook["Players"]["B4"] = rating + 1500
    workbook.save(path)
    before = unzip_parts(path)
    assert not recalc_club(path).problems
    charts = [name for name in before if name.startswith("xl/charts")]
    assert len(charts) == 4 and all(unzip_parts(path)[name] == before[name] for name in charts)


AS_EXCEL_SAVES = b"""<c:chartSpace><c:chart><c:plotArea><c:scatterChart><c:ser><c:idx val="0"/></c:ser>
<c:axId val="7"/><c:axId val="-9"/></c:scatterChart><c:valAx><c:axId val="7"/><c:scaling><c:orientation val="minMax"/>
<c:max val="5"/></c:scaling><c:crossAx val="-9"/><c:crosses val="autoZero"/><c:crossBetween val="midCat"/></c:valAx>
<c:valAx><c:axId val="-9"/><c:scaling><c:logBase val="10"/><c:orientation val="minMax"/><c:extLst><c:ext/></c:extLst>
</c:scaling><c:crossAx val="7"/><c:crosses val="autoZero"/><c:crossBetween val="midCat"/><c:majorUnit val="7"/>
<c:dispUnits/></c:valAx></c:plotArea></c:chart></c:chartSpace>"""


def test_the_writer_of_axes_takes_a_chart_as_excel_saves_it() -> None:
    axes = ChartAxes("Rating history", TOP_CHART, Scale(45000, 45100, 14), Scale(1900, 2050.5, 50))
    new = scale_axis(AS_EXCEL_SAVES, axes)
    assert b'<c:orientation val="minMax"/>\n<c:max val="45100"/><c:min val="45000"/></c:scaling>' in new
    assert b'<c:max val="2050.5"/><c:min val="1900"/><c:extLst><c:ext/></c:extLst>' in new
    assert b'<c:majorUnit val="14"/></c:valAx>' in new and b'<c:majorUnit val="50"/>\n<c:dispUnits/>' in new
    assert scale_axis(new, axes) == scale_axis(AS_EXCEL_SAVES.replace(b'max val="5"', b'max val="much"'), axes) == new
    automatic = scale_axis(new, ChartAxes("Rating history", TOP_CHART, None, None))
    assert b"<c:max" not in automatic and b"<c:min" not in automatic and b"majorUnit" not in automatic


@given(
    st.lists(
        st.lists(st.floats(-500, 4000).map(lambda rating: round(rating, 2)) | st.none(), min_size=5, max_size=7),
        min_size=1,
        max_size=20,
    ),
    st.sampled_from(sorted({system.rating_decimals for system in SYSTEMS.values()})),
)
def test_any_ratings_lie_within_round_ends(ratings: list[list[float | None]], decimals: int) -> None:
    days = [(date.fromordinal(date(2026, 1, 1).toordinal() - 7 * row), "") for row in range(len(ratings))]
    axes = compute_top_axes(History([f"P{number}" for number in range(7)], days, ratings), decimals, "Rating history")
    plotted = [rating for row in ratings for rating in row[:5] if rating is not None]
    if not plotted:
        assert axes.days is axes.values is None
        return
    assert axes.values is not None and axes.days is not None
    low, high, unit = axes.values.low, axes.values.high, axes.values.unit
    assert low <= min(plotted) and max(plotted) <= high and low < high
    assert low % unit == 0 == high % unit and min(plotted) - low <= unit
    assert (high - low) / unit <= 10 or max(plotted) - min(plotted) > 800
    assert axes.days.low < axes.days.high
