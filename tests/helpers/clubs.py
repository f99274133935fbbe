"""Club workbooks for the tests: made from the sample logs or from random ones, and edited as a director would."""

from __future__ import annotations

import io
import shutil
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet

import xladdin
from tests.corpus.editing import ErrorValue, Formula, Parts, cell_at, set_cell, tag
from tests.helpers.random_clubs import csv_files, random_club
from tests.helpers.suite.length import usual_or_long
from tests.helpers.suite.once import make_once
from tests.helpers.values import ERRORS
from xladdin.cells import CellValue
from xladdin.commands.programs import sample_files
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file_commands import recalculate_file, rollover_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.recalc_result import RecalcResult

NOW = datetime(2026, 3, 14, 15, 9)
LATER = datetime(2026, 3, 15, 9, 26)
OF_ANY_CLUB = ("elo", "bands")
"""Systems that come from no document of a club. Their own tests run them, so that not every test runs twice more."""
KEYS = tuple(key for key in SYSTEMS if key not in OF_ANY_CLUB)
ONE_OF_EACH_KIND = usual_or_long(("lexington", "sca", "dptr"), KEYS)
"""A system for each kind of log, for tests of the kind alone. A long run takes every system."""
Rows = Sequence[Sequence[object]]


def sample_book(key: str, folder: Path, *, recalculated: bool = True) -> Path:
    """Return the workbook of the sample log of a system. A recalculated one comes with its dated copies."""

    def make(into: Path) -> None:
        path = into / f"{key}.xlsx"
        create_workbook(xladdin.system(key), path, sample_files(key), NOW, club_id=f"club-test-{key}")
        if recalculated:
            assert not recalculate_file(path, None, NOW).problems

    return _copied(make_once(("sample", key, recalculated), make), folder) / f"{key}.xlsx"


def book_of(
    key: str, folder: Path, tables: Mapping[str, Rows], suffix: str = ".xlsx", log: str = "", like: str = ""
) -> Path:
    """Return a workbook of rows, headings first, not yet recalculated, with its CSV files beside.

    `tables` go by the name of the table in lower case.
    """

    def make(into: Path) -> None:
        system = xladdin.system(key).with_preset(like).with_log(log)
        create_workbook(system, into / f"{key}{suffix}", csv_files(tables, into), NOW, club_id=f"club-test-{key}")

    return _copied(make_once(("book", key, suffix, log, like, tables), make), folder) / f"{key}{suffix}"


def _copied(made: Path, folder: Path) -> Path:
    shutil.copytree(made, folder, dirs_exist_ok=True)
    return folder


def random_tables(key: str, games: int, players: int, seed: int) -> dict[str, Rows]:
    """Return the tables of a random club, which is awkward without `players`, with dates as text."""
    club = random_club(xladdin.system(key), seed, games, plain_players=players)
    return {name: dates_as_text(rows) for name, rows in club.items()}


def dates_as_text(rows: Rows) -> Rows:
    """Return rows with their dates as ISO text, as a CSV file has them."""
    return [[cell.isoformat() if isinstance(cell, date) else cell for cell in row] for row in rows]


def recalc_club(path: Path, now: datetime = NOW) -> RecalcResult:
    """Recalculate a workbook in place, as the command does."""
    return recalculate_file(path, None, now)


def rule_cell(path: Path, name: str) -> str:
    """Return the address of a setting's cell on Rules, by its defined name."""
    cell = open_club_file(path).locate_name(name)
    assert cell is not None
    return f"B{cell[1]}"


def set_cells(path: Path, *changes: tuple[str, str, object]) -> None:
    """Type values into cells as (sheet, cell, value), in a tenth of the time of openpyxl.

    A text that begins with "=" is a formula, None blanks the cell. Cells keep their format. Formulas lose the values
    that are stored with them, as they do when openpyxl saves.
    """
    parts = Parts(path)
    for sheet, address, value in changes:
        if isinstance(value, str) and value.startswith("="):
            value = Formula(value[1:])
        elif value in ERRORS:
            value = ErrorValue(str(value))
        set_cell(cell_at(parts.sheet(sheet), address.replace("$", "")), value)
    for sheet in [part for part in parts.members if part.startswith("xl/worksheets/sheet")]:
        for formula in parts.xml(sheet).iter(tag("f")):
            cell = formula.getparent()
            cell[:] = [formula]
            cell.attrib.pop("t", None)
    parts.save()


def renew_in(path: Path, code: str) -> None:
    """Put a workbook into another language: the renewed one takes its place."""
    made = path.with_name(f"renewed {path.name}")
    rollover_file(path, made, NOW, keep_log=True, language=code)
    made.replace(path)


def set_rule(path: Path, name: str, value: CellValue) -> None:
    """Type a value into a named cell of Rules."""
    set_cells(path, ("Rules", rule_cell(path, name), value))


def column(sheet: Worksheet, heading: str) -> list[object]:
    """Return the values under a heading of the table of a sheet."""
    first = table_corners(sheet)[1]
    position = [cell.value for cell in sheet[first]].index(heading) + 1
    return [sheet.cell(row, position).value for row in range(first + 1, sheet.max_row + 1)]


def headings_of(sheet: Worksheet) -> list[object]:
    """Return the headings of the table of a sheet."""
    first_column, row, last_column, _ = table_corners(sheet)
    return [sheet.cell(row, number).value for number in range(first_column, last_column + 1)]


def table_corners(sheet: Worksheet) -> tuple[int, int, int, int]:
    """Return first column and row, last column and row of the table of a sheet, or of the sheet where it has none."""
    tables = list(sheet.tables.values())
    return openpyxl.utils.range_boundaries(tables[0].ref if tables else sheet.dimensions)


def load_values(path: Path) -> openpyxl.Workbook:
    """Return the workbook with the values that are in the file, not the formulas. Nobody writes to it."""
    return _stored(path.read_bytes())


def read_texts(path: Path, sheet: str) -> list[str]:
    """Return the texts of a sheet, row by row."""
    return [cell for row in load_values(path)[sheet].values for cell in row if isinstance(cell, str)]


@lru_cache(maxsize=4)
def _stored(content: bytes) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(content), data_only=True)
