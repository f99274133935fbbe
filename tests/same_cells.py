"""Whether another checkout makes the same workbooks: `python -m tests.same_cells OTHER_CHECKOUT [CLUBS]`.

Both make and recalculate a workbook of every sample, and of 200 random clubs of all systems, or as many as you say.
Each cell that a director sees must hold the same formula or value in the same number format, with the same value stored
beside a formula. The script prints every cell that differs, and then ends with status 1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import openpyxl
from openpyxl.workbook import Workbook
from openpyxl.worksheet.formula import ArrayFormula

from tests.helpers.programs.finding import ROOT
from tests.helpers.random_clubs import csv_files, random_club
from xladdin.samples import sample_files
from xladdin.systems import SYSTEMS

CLUBS, ROWS, PLAYERS = 200, 90, 14
"""How many random clubs there are. Each has so many games or results, and a plain one so many players."""
MAKE = """
import sys
from datetime import datetime
from pathlib import Path
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_book import make_book

now = datetime(2026, 3, 14, 15, 9)
for club in sorted(Path(sys.argv[1]).iterdir()):
    files = {file.stem.lower(): file for file in club.glob("*.csv")}
    book = club / "book.xlsx"
    make_book(SYSTEMS[club.name.split("-")[1]], book, files, now)
    recalculate_file(book, None, now)
"""
"""The program that each checkout runs, with the folder of the clubs."""
SHARED_PARTS = ("xl/styles.xml", "xl/sharedStrings.xml")
"""The parts that decide what a cell shows, besides its sheet."""
MOST_SAID = 5
"""The differing cells of a workbook that are printed."""

Seen = dict[str, tuple[object, object, str]]
"""By address, a cell's formula or value, the value stored with it, and its number format."""


def write_clubs(folder: Path, clubs: int) -> None:
    """Writes the samples and the random clubs as CSV files, each into a folder named for its number and system."""
    for key in SYSTEMS:
        (folder / f"sample-{key}").mkdir(parents=True)
        for file in sample_files(key).values():
            shutil.copy(file, folder / f"sample-{key}")
    for number, key in enumerate(islice(cycle(SYSTEMS), clubs)):
        own = folder / f"{number:03}-{key}"
        own.mkdir()
        csv_files(random_club(SYSTEMS[key], number, ROWS, plain_players=PLAYERS * (number % 2)), own)


def make_books(checkout: Path, folder: Path) -> None:
    """Lets a checkout make the workbook of each club, beside its CSV files."""
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    subprocess.run([sys.executable, "-c", MAKE, str(folder)], cwd=checkout, env=environment, check=True)


def differing(ours: Path, theirs: Path) -> Iterator[str]:
    """What differs between two workbooks, a line for each cell or sheet."""
    if _same_parts(ours, theirs):
        return
    books = [[openpyxl.load_workbook(path, data_only=stored) for stored in (False, True)] for path in (ours, theirs)]
    shown, before = ({name: None for name in book[0].sheetnames if _is_shown(book[0], name)} for book in books)
    if list(shown) != list(before):
        yield f"sheets: {', '.join(shown)}; before: {', '.join(before)}"
    for name in shown.keys() & before.keys():
        cells, others = (_cells(*book, name) for book in books)
        for address in sorted(cells.keys() | others.keys()):
            if cells.get(address) != others.get(address):
                yield f"{name}!{address}: {cells.get(address)}, before: {others.get(address)}"


def _same_parts(ours: Path, theirs: Path) -> bool:
    """Whether all sheets are the same to the byte. Most are, and openpyxl takes a second to read them."""
    with zipfile.ZipFile(ours) as new, zipfile.ZipFile(theirs) as old:
        names = [name for name in new.namelist() if name.startswith("xl/worksheets/sheet") or name in SHARED_PARTS]
        return set(names) <= set(old.namelist()) and all(new.read(name) == old.read(name) for name in names)


def _is_shown(book: Workbook, name: str) -> bool:
    return bool(book[name].sheet_state == "visible")


def _formula(value: object) -> object:
    """What a cell holds. openpyxl gives a new object for each formula of an array."""
    return (value.ref, value.text) if isinstance(value, ArrayFormula) else value


def _cells(formulas: Workbook, stored: Workbook, name: str) -> Seen:
    """The cells of a sheet that hold something, save those of hidden columns."""
    widths, values = formulas[name].column_dimensions, stored[name]
    return {
        cell.coordinate: (_formula(cell.value), values[cell.coordinate].value, cell.number_format)
        for row in formulas[name].iter_rows()
        for cell in row
        if cell.value is not None and not widths[cell.column_letter].hidden
    }


def main(other: Path, clubs: int) -> int:
    """Compares this checkout with the other, and gives the number of workbooks that differ."""
    with tempfile.TemporaryDirectory() as name:
        ours, theirs = Path(name, "ours"), Path(name, "theirs")
        write_clubs(ours, clubs)
        shutil.copytree(ours, theirs)
        for checkout, folder in ((ROOT, ours), (other.resolve(), theirs)):
            make_books(checkout, folder)
        differ = 0
        for club in sorted(path.name for path in ours.iterdir()):
            lines = list(differing(ours / club / "book.xlsx", theirs / club / "book.xlsx"))
            differ += bool(lines)
            for line in lines[:MOST_SAID]:
                print(f"{club}: {line}")
            if len(lines) > MOST_SAID:
                print(f"{club}: and {len(lines) - MOST_SAID} more")
        print(f"{differ} of {clubs + len(SYSTEMS)} workbooks differ.")
        return differ


if __name__ == "__main__":
    sys.exit(bool(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else CLUBS)))
