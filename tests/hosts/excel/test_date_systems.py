"""A workbook may count its days from 1904. Some hosts do not say so, but a live cell of Start tells it."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.helpers.clubs import column, recalculated, sample_book, stored
from tests.helpers.excel.hosts import HOSTS
from tests.helpers.programs.recalculating import recalculate
from xladdin.files.club_file import open_club_file
from xladdin.workbook.schema import DATE_SYSTEM_NAME
from xladdin.workbook.snapshot import CHANGED_NAME


def calculated(folder: Path, *, from_1904: bool) -> Path:
    """Return the workbook of a club with what its live cells say then."""
    path = sample_book("montreal", folder)
    workbook = openpyxl.load_workbook(path)
    if from_1904:
        workbook.epoch = CALENDAR_MAC_1904
    workbook["Games"]["C4"] = 555
    workbook.save(path)
    return recalculate(path, folder / "live")


@pytest.mark.parametrize(("from_1904", "day"), [(True, 1), (False, 1463)])
def test_a_live_cell_tells_from_when_days_count(from_1904: bool, day: int, tmp_path: Path) -> None:
    assert open_club_file(calculated(tmp_path, from_1904=from_1904)).names[DATE_SYSTEM_NAME] == day


def test_start_does_not_ask_for_a_recalculation_that_was_made(tmp_path: Path) -> None:
    """Its live figures are of days as the workbook counts them."""
    path = sample_book("montreal", tmp_path)
    workbook = openpyxl.load_workbook(path)
    workbook.epoch = CALENDAR_MAC_1904
    workbook["Games"]["C4"] = 555
    workbook.save(path)
    assert not recalculated(path).problems
    live = stored(recalculate(path, tmp_path / "live"))
    sheet, place = next(live.defined_names[CHANGED_NAME].destinations)
    assert live[sheet][place.replace("$", "")].value == 0


def test_an_office_js_host_refuses_it_and_writes_nothing(tmp_path: Path) -> None:
    path = calculated(tmp_path, from_1904=True)
    before = column(stored(path)["Players"], "Rating")
    said = HOSTS["office.js"](path)
    assert "This workbook counts its days from 1904" in said and "Nothing was written." in said
    assert column(stored(path)["Players"], "Rating") == before
