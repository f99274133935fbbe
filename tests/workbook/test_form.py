"""A workbook carries the number of its form. Only `xladdin renew` reads a workbook of another form."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.cell import get_column_letter, range_boundaries

from tests.helpers.clubs import LATER, ONE_OF_EACH_KIND, book_of, column, edited, recalculated, sample_book, stored
from tests.helpers.programs.command_line import run_here
from xladdin.errors import WorkbookError
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file.club_file import rollover_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import CLUB_CHOICES, FORM, FORM_NAME, rule_name

LATER_COLUMNS = {"Games": ("Kind",), "Events": ("Place", "Boards")}


def of_another_form(key: str, folder: Path) -> Path:
    """Make the sample of the system in an unknown form: with the headings, but rows above them, and no number."""
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
        WorkbookError, match=r"of another form: .* holds no number instead of 3\. .* xladdin renew OLD NEW"
    ):
        recalculated(path)
    assert path.read_bytes() == before
    made = tmp_path / "new.xlsx"
    rollover_file(path, made, LATER, keep_log=True)
    assert ratings(made) == ratings(sample_book(key, tmp_path / "sample"))
    assert not recalculated(made, LATER).blocks


def test_every_command_that_reads_a_workbook_names_what_brings_it_to_todays_form(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    edited(path, ("Start", str(open_club_file(path).ranges[FORM_NAME][1]), 1))
    for command in (["recalc"], ["pair"], ["lite"], ["doctor"], ["rollover", "new.xlsx"], ["print"]):
        result = run_here(command[0], path, *(tmp_path / name for name in command[1:]))
        assert result.status != 0
        assert "holds 1 instead of 3" in result.err + result.out, command
        assert "xladdin renew OLD NEW" in " ".join((result.err + result.out).split())


@pytest.mark.parametrize(("form", "is_kept"), [(FORM, True), (FORM - 1, False)])
def test_columns_that_elo_once_computed_do_not_come_along(form: int, is_kept: bool, tmp_path: Path) -> None:
    games = [
        ["Date", "White", "Black", "Result", "Games 1", "Phone"],
        ["2026-01-05", "Ann", "Bo", "1", 12, "555"],
    ]
    path = book_of(
        "elo", tmp_path, {"players": [["Player", "Start rating"], ["Ann", 1500], ["Bo", 1500]], "games": games}
    )
    edited(path, ("Start", str(open_club_file(path).ranges[FORM_NAME][1]), form))
    made = tmp_path / "new.xlsx"
    rollover_file(path, made, LATER, keep_log=True)
    headings = open_club_file(made).tables["Games"].headings
    assert ("Games 1" in headings, "Phone" in headings) == (is_kept, True)


def test_texts_of_ours_from_an_earlier_form_are_not_named_as_left_behind(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    place = open_club_file(path).ranges[FORM_NAME][1]
    ours = ("Rules", "D89", "Choix du club\xa0: Please look"), ("Rules", "D90", "Ours: Please look")
    edited(path, ("Start", str(place), FORM - 1), *ours, ("Rules", "D91", "Ask Pat"))
    _, notes = rollover_file(path, tmp_path / "new.xlsx", LATER, keep_log=True)
    assert '"Ask Pat" in Rules, D91, stays in the old workbook.' in notes
