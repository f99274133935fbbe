"""A workbook made before the club's year was built: no Kind, Place or Boards, none of the later settings."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import KEYS, LATER, column, edited, recalculated, sample_book, stored
from tests.helpers.earlier_books import headings_in_row_1
from xladdin.systems import SYSTEMS
from xladdin.workbook.report_sheets.evening.slips import last_row
from xladdin.workbook.schema import CLUB_CHOICES, SCORE_SLIPS, report_name, rule_name

LATER_COLUMNS = {"Games": ("Kind",), "Events": ("Place", "Boards")}
RATINGS: dict[str, dict[str, float | None]] = {
    "mississauga": {
        "Pierre": 1242, "Mackenzie": 999, "Lester": 1000, "Charles": 1379, "Kim": 1945, "Robin": 1878,
    },
    "montreal": {"Sally": 1709, "John": 1217, "Spot": 2492},
    "lexington": {"A": 1823, "B": 1798, "C": 1733, "D": 1706, "E": 1600, "F": 1588},
    "sca": {
        "Ada": 1239, "Boris": 1165, "Chidi": 1169, "Dora": 1023, "Emil": 1031, "Farah": 931, "Gus": 1042, "Hana": None,
    },
    "dptr": {
        "Micah KRABILL": 44.26165413533835, "David NORMAN": 43.87067669172932, "Matt SHIELDS": 43.479699248120305,
        "Eric MEAD": 43.08872180451128, "Chris BRAND": 42.697744360902256, "Jake MANNIX": 42.30676691729323,
        "Edi BIRSAN": 41.915789473684214, "Riaz VIRANI": 41.52481203007519, "John JAMIESON": 41.133834586466165,
        "Nathan BARNES": 40.74285714285714, "Mark DORNIAN": 40.35187969924812, "Buz EDDY": 39.9609022556391,
        "Andrew NICK": 39.569924812030074, "Len TENNANT": 39.17894736842105, "Reuben JONES": 38.78796992481203,
        "Jeff DWORNICKI": 38.39699248120301, "Mike HALL": 37.615037593984965, "Faraz ADILIPOURU": 37.22406015037594,
    },
}  # fmt: skip
"""The samples' lists as the workbooks of that time held them."""


def made_earlier(key: str, folder: Path) -> Path:
    """The system's sample as a workbook of that time, not recalculated: what is new in it is taken out."""
    with headings_in_row_1():
        path = sample_book(key, folder, recalculated=False)
    workbook = openpyxl.load_workbook(path)
    for sheet, headings in LATER_COLUMNS.items():
        if sheet in workbook.sheetnames:
            for heading in headings:
                position = [cell.value for cell in workbook[sheet][1]].index(heading)
                workbook[sheet].cell(1, position + 1).value = f"Our own {position}"
                workbook[sheet].tables[sheet].tableColumns[position].name = f"Our own {position}"
    for field in dataclasses.fields(SYSTEMS[key]):
        if field.metadata.get("later"):
            del workbook.defined_names[rule_name(field.name)]
    for choice in CLUB_CHOICES:
        del workbook.defined_names[choice.name]
    workbook.save(path)
    return path


def ratings(path: Path) -> dict[object, object]:
    sheet = stored(path)["Players"]
    return dict(zip(column(sheet, "Player"), column(sheet, "Rating")))


@pytest.mark.parametrize("key", KEYS)
def test_an_earlier_workbook_recalculates_to_the_same_ratings(key: str, tmp_path: Path) -> None:
    path = made_earlier(key, tmp_path)
    assert not recalculated(path).problems
    assert ratings(path) == pytest.approx(RATINGS[key])
    assert not recalculated(path, LATER).blocks


@pytest.mark.parametrize("key", KEYS)
def test_todays_workbook_holds_the_same_ratings(key: str, tmp_path: Path) -> None:
    assert ratings(sample_book(key, tmp_path)) == pytest.approx(RATINGS[key])


def test_a_word_of_the_directors_own_under_kind_is_named_and_kept(tmp_path: Path) -> None:
    """A director may have had a column of that name before: it is to be mended, and nothing in it is lost."""
    path = sample_book("mississauga", tmp_path)
    kind = [cell.value for cell in stored(path)["Games"][3]].index("Kind")
    edited(path, ("Games", f"{'ABCDEFGHIJ'[kind]}4", "Friendly"))
    assert [str(problem) for problem in recalculated(path).problems] == [
        'Games row 4, Kind "Friendly": must be Unrated or Forfeit, or blank for a rated game'
    ]
    assert stored(path)["Games"].cell(4, kind + 1).value == "Friendly"
    assert ratings(path) == RATINGS["mississauga"]


@pytest.mark.parametrize("key", ["montreal", "sca"])
def test_a_page_of_slips_without_names_is_the_sheet_of_a_first_workbook(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path, recalculated=False)
    workbook = openpyxl.load_workbook(path)
    for name in [name for name in workbook.defined_names if name.startswith(report_name(SCORE_SLIPS))]:
        del workbook.defined_names[name]
    sheet = workbook[SCORE_SLIPS]
    sheet.delete_rows(last_row(pages=1) + 1, sheet.max_row)
    workbook.save(path)
    said = f"{SCORE_SLIPS} was not updated: its headings"
    assert said not in recalculated(path).summary
    edited(path, (SCORE_SLIPS, "B3", "Our own"))
    assert said in recalculated(path, LATER).summary
