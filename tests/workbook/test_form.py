"""A workbook carries the number of its form. Only `xladdin renew` reads a workbook of another form."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.cell import get_column_letter, range_boundaries
from openpyxl.workbook.defined_name import DefinedName

from tests.helpers.clubs import KEYS, LATER, ONE_OF_EACH_KIND, column, edited, recalculated, sample_book, stored
from tests.helpers.programs.command_line import run_here
from xladdin.errors import FileProblem
from xladdin.files.reading.club_file import open_club_file
from xladdin.hosts.file.club_file import rollover_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import (
    CLUB_CHOICES,
    EVENING_PRINT,
    FIRST_DATA_ROW,
    FORM_NAME,
    HISTORY,
    REVIEW,
    REVIEW_TABLE,
    rule_name,
)

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
"""The lists of the samples."""


def of_another_form(key: str, folder: Path) -> Path:
    """The sample of the system in an unknown form: it has the headings, but rows above them, and no number."""
    path = sample_book(key, folder, recalculated=False)
    workbook = openpyxl.load_workbook(path)
    for name in tables_of(SYSTEMS[key]):
        sheet = workbook[name]
        table = sheet.tables[name]
        left, top, right, bottom = range_boundaries(table.ref)
        sheet.insert_rows(1)
        table.ref = table.autoFilter.ref = f"{get_column_letter(left)}{top + 1}:{get_column_letter(right)}{bottom + 1}"
        for heading in LATER_COLUMNS.get(name, ()):
            position = [cell.value for cell in sheet[top + 1]].index(heading)
            sheet.cell(top + 1, position + 1).value = f"Our own {position}"
            table.tableColumns[position].name = f"Our own {position}"
    for field in dataclasses.fields(SYSTEMS[key]):
        if field.metadata.get("later"):
            del workbook.defined_names[rule_name(field.name)]
    gone = (FORM_NAME, "report_", *(choice.name for choice in CLUB_CHOICES))
    for defined in [defined for defined in workbook.defined_names if defined.startswith(gone)]:
        del workbook.defined_names[defined]
    workbook.save(path)
    return path


def ratings(path: Path) -> dict[object, object]:
    sheet = stored(path)["Players"]
    return dict(zip(column(sheet, "Player"), column(sheet, "Rating")))


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_workbook_of_another_form_is_refused_and_renewed(key: str, tmp_path: Path) -> None:
    path = of_another_form(key, tmp_path)
    before = path.read_bytes()
    with pytest.raises(
        FileProblem, match=r"of another form: .* holds no number instead of 2\. .* xladdin renew OLD NEW"
    ):
        recalculated(path)
    assert path.read_bytes() == before
    made = tmp_path / "new.xlsx"
    rollover_file(path, made, LATER, keep_log=True)
    assert ratings(made) == pytest.approx(RATINGS[key])
    assert not recalculated(made, LATER).blocks


def test_a_sheet_called_history_comes_over_as_rating_history(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    edited(path, ("Games", "E4", 20))
    recalculated(path)
    place = open_club_file(path).place_of(EVENING_PRINT.name)
    assert place is not None
    workbook = openpyxl.load_workbook(path)
    workbook[place[0]].cell(*place[1:]).value = None
    workbook[place[0]]["B90"].value = "History, Score slips, Standings"
    workbook.defined_names[EVENING_PRINT.name].attr_text = f"{place[0]}!$B$90"
    workbook[HISTORY].title = "History"
    for name in [name for name in workbook.defined_names if name.endswith("rating_history")]:
        cells = workbook.defined_names.pop(name).attr_text.replace("'Rating history'", "History")
        earlier = name.replace("rating_history", "history")
        workbook.defined_names[earlier] = DefinedName(earlier, attr_text=cells)
    workbook[REVIEW].title = "Please look"
    looks = workbook["Please look"].tables.pop(REVIEW_TABLE)
    looks.name = looks.displayName = "Looks"
    workbook["Please look"].tables.add(looks)
    workbook["Please look"].cell(FIRST_DATA_ROW, 5).value = "ok"
    number = open_club_file(path).ranges[FORM_NAME][1]
    workbook["Start"][str(number)].value = 1
    for sheet in workbook:
        sheet._charts = []
    workbook.save(path)
    made = tmp_path / "new.xlsx"
    _, notes = rollover_file(path, made, LATER, keep_log=True)
    assert "own sheets" not in " ".join(notes) and "Rules, B90" not in " ".join(notes)
    assert stored(made)[REVIEW].cell(FIRST_DATA_ROW, 5).value == "ok", "what was answered is not asked again"
    assert {HISTORY, "History"} & set(openpyxl.load_workbook(made).sheetnames) == {HISTORY}
    assert open_club_file(made).names[EVENING_PRINT.name] == "Rating history, Standings"


def test_every_command_that_reads_a_workbook_names_what_brings_it_to_todays_form(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    edited(path, ("Start", str(open_club_file(path).ranges[FORM_NAME][1]), 1))
    for command in (["recalc"], ["pair"], ["lite"], ["doctor"], ["rollover", "new.xlsx"], ["print"]):
        said = run_here(command[0], path, *(tmp_path / name for name in command[1:]))
        assert said.status != 0
        assert "holds 1 instead of 2" in said.err + said.out, command
        assert "xladdin renew OLD NEW" in " ".join((said.err + said.out).split())


@pytest.mark.parametrize("key", KEYS)
def test_todays_workbook_holds_the_same_ratings(key: str, tmp_path: Path) -> None:
    assert ratings(sample_book(key, tmp_path)) == pytest.approx(RATINGS[key])


def test_a_word_of_the_directors_own_under_kind_is_named_and_kept(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    kind = [cell.value for cell in stored(path)["Games"][3]].index("Kind")
    edited(path, ("Games", f"{'ABCDEFGHIJ'[kind]}4", "Friendly"))
    assert [str(problem) for problem in recalculated(path).problems] == [
        'Games row 4, Kind "Friendly": must be Unrated or Forfeit, or blank for a rated game'
    ]
    assert stored(path)["Games"].cell(4, kind + 1).value == "Friendly"
    assert ratings(path) == RATINGS["mississauga"]
