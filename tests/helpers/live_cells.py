"""Workbooks of random clubs, and what LibreOffice makes of their live cells."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import openpyxl

from tests.helpers.programs.recalculating import recalculate
from tests.helpers.random_clubs import Tables, csv_files
from xladdin import RatingSystem
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, LISTS, RULES, list_input_tables

NOW = dt.datetime(2007, 1, 1, 12, 0)

INPUTS = {table for system in SYSTEMS.values() for table in list_input_tables(system)} | {RULES, LISTS}
"""The sheets that live cells and the Calculator read. Without the reports LibreOffice is done sooner."""
Place = tuple[str, int, str]
"""A cell by its sheet, row and heading."""


def new_book(system: RatingSystem, club: Tables, folder: Path) -> Path:
    """Create a workbook of a club's tables, and return its path."""
    path = folder / f"{system.key}.xlsx"
    create_workbook(system, path, csv_files(club, folder), NOW)
    return path


def live_headings(system: RatingSystem) -> dict[str, list[str]]:
    """Return the headings of the live columns by input table."""
    tables = {
        name: [c.heading for c in table.columns if c.is_live] for name, table in list_input_tables(system).items()
    }
    return {name: headings for name, headings in tables.items() if headings}


def recalculated_cells(path: Path, system: RatingSystem) -> dict[Place, object]:
    """Return what LibreOffice makes of every live cell. A blank text counts as blank."""
    computed = recalculate(path, path.parent / "recalculated", alone=INPUTS)
    workbook = openpyxl.load_workbook(computed, data_only=True)
    cells: dict[Place, object] = {}
    for name, live in live_headings(system).items():
        headings, *rows = workbook[name].iter_rows(min_row=HEADINGS_ROW, values_only=True)
        for number, row in enumerate(rows, FIRST_DATA_ROW):
            for heading in live:
                value = row[headings.index(heading)]
                cells[name, number, heading] = None if value == "" else value
    return cells
