"""Whether two checkouts rate alike: `python -m tests.same_cells BEFORE [AFTER] [CLUBS]`.

The checkout BEFORE makes and recalculates a workbook of each of 200 random clubs of all systems, or as many as you say,
and its committed samples are taken as they are. AFTER, or this checkout, renews each. Both are driven by their command
lines alone, so that they may differ in everything inside. A cell that was visible must hold the same value in the same
number format. The script prints the differences that `INTENDED` does not explain, and ends with status 1 if it has any.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from pathlib import Path

import openpyxl
from openpyxl.utils.cell import range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.programs.finding import ROOT
from tests.helpers.random_clubs import csv_files, random_club
from xladdin.systems import SYSTEMS

CLUBS, ROWS, PLAYERS = 200, 90, 14
"""How many random clubs there are. Each has so many games or results, and a plain one so many players."""
RUN = """
import contextlib, io, json, runpy, sys

for arguments in json.load(sys.stdin):
    sys.argv, said = ["xladdin", *arguments], io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            runpy.run_module("xladdin", run_name="__main__")
            status = 0
        except SystemExit as end:
            status = end.code
    if status:
        sys.exit(f"{arguments}: status {status}\\n{said.getvalue()}")
"""
"""The program that each checkout runs, with a list of command lines at its input."""
EXAMPLES = 3
"""How many unexplained differences are printed."""
CLOCK = re.compile(r"(?<=ecalculated )(?:on )?\d{1,2} \w+ \d{4} at \d\d:\d\d")
INTENDED: Mapping[str, str] = {}
"""Why cells may differ, by a pattern of their sheet and address. Whoever means to change a cell adds a line."""


def run(checkout: Path, commands: list[list[str]]) -> None:
    """Run command lines in a checkout, one after the other."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "NO_COLOR": "1"}
    subprocess.run(
        [sys.executable, "-c", RUN], input=json.dumps(commands).encode(), cwd=checkout, env=environment, check=True
    )


def make_before(checkout: Path, folder: Path, clubs: int) -> list[Path]:
    """Make the workbooks of random clubs by a checkout, and return them with its samples."""
    books, commands = [], []
    for number, key in enumerate(islice(cycle(SYSTEMS), clubs)):
        own = folder / f"{number:03}-{key}"
        own.mkdir(parents=True)
        tables = csv_files(random_club(SYSTEMS[key], number, ROWS, plain_players=PLAYERS * (number % 2)), own)
        books.append(own / "book.xlsx")
        commands += [["new", key, str(books[-1]), *map(str, tables.values())], ["recalc", str(books[-1])]]
    run(checkout, commands)
    return [*books, *sorted((checkout / "workbooks" / "samples").glob("*.xlsx"))]


def differences(before: Path, after: Path) -> Iterator[str]:
    """Give the cells of the visible sheets that were there before, and differ now: where, and both values."""
    old, new = (openpyxl.load_workbook(path, data_only=True) for path in (before, after))
    for sheet in old.worksheets:
        if sheet.sheet_state == "visible":
            cells = visible_cells(sheet)
            others = visible_cells(new[sheet.title]) if sheet.title in new.sheetnames else {}
            for place in sorted(cells.keys() | others.keys()):
                if cells.get(place) != others.get(place):
                    yield f"{sheet.title}!{place}: {others.get(place)}, before: {cells.get(place)}"


def visible_cells(sheet: Worksheet) -> dict[str, tuple[object, str]]:
    """Return value and number format of each filled cell, save those of hidden columns, without the clock.

    A row of Rules has its label in place of its number, and a column of a table its heading, since either may move.
    """
    hidden = {letter for letter, column in sheet.column_dimensions.items() if column.hidden}
    headings = {
        column: str(name)
        for table in sheet.tables.values()
        for column, name in enumerate(table.column_names, range_boundaries(table.ref)[0])
    }
    cells = {}
    labels: Counter[object] = Counter()
    for row in sheet.iter_rows():
        label = row[0].value
        labels[label] += 1
        for cell in row:
            value = CLOCK.sub("", cell.value) if isinstance(cell.value, str) else cell.value
            if value in (None, "") or cell.column_letter in hidden:
                continue
            place = cell.coordinate
            if sheet.title == "Rules":
                place = f"{cell.column_letter} of {label} ({labels[label]})"
            elif cell.column in headings:
                place = f"{headings[cell.column]} {cell.row}"
            cells[place] = value, cell.number_format
    return cells


def compare(before: Path, after: Path, clubs: int = CLUBS) -> int:
    """Compare two checkouts, and return the number of unexplained differences."""
    explained: Counter[str] = Counter()
    unexplained: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        books = make_before(before, folder / "before", clubs)
        renewed = [folder / f"{number}.xlsx" for number in range(len(books))]
        run(after, [["renew", str(old), str(new)] for old, new in zip(books, renewed)])
        for old, new in zip(books, renewed):
            for one in differences(old, new):
                reason = next((why for pattern, why in INTENDED.items() if re.match(f"(?:{pattern}):", one)), "")
                explained[reason] += 1
                unexplained += [] if reason else [f"{old.parent.name}/{old.name}: {one}"]
    for reason, count in explained.items():
        print(f"{count} cells: {reason or 'unexplained'}")
    print(*unexplained[:EXAMPLES], sep="\n")
    print(f"{len(books)} workbooks compared; {len(unexplained)} cells without a listed reason.")
    return len(unexplained)


if __name__ == "__main__":
    numbers = [argument for argument in sys.argv[1:] if argument.isdigit()]
    paths = [Path(argument).resolve() for argument in sys.argv[1:] if not argument.isdigit()]
    sys.exit(bool(compare(paths[0], paths[1] if len(paths) > 1 else ROOT, int(numbers[0]) if numbers else CLUBS)))
