"""Whether two checkouts rate alike: `python -m tests.same_cells BEFORE [AFTER] [CLUBS]`.

The checkout BEFORE makes and recalculates a workbook of each of 200 random clubs of all systems, or as many as you say,
and its committed samples are taken as they are. AFTER, or this checkout, renews each. Both are driven by their command
lines alone, so that they may differ in everything inside. A cell that was visible must hold the same value in the same
number format, unless its sheet is gone. The script prints how often each kind of difference occurs, with an example,
and ends with status 1 if there is one that `INTENDED` does not list.
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
from typing import NamedTuple

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
RENAMED_SHEETS = {"History": "Rating history", "Please look": "Review"}
REMOVED_SHEETS = {"Functions", "Score slips"}
REPORTS = {"Standings", "Scoreboard", "Ladder", "Weekly sheet", "Championship", "Records", "Season report"}
EXAMPLES = 3
"""How many examples of an unlisted kind of difference are printed."""
LEFT_OUT = re.compile(
    r"(?<=ecalculated )(?:on )?\d{1,2} \w+ \d{4} at \d\d:\d\d"  # the clock
    r"|(?:   )?Check code of this list: [0-9A-F-]+\."
)
"""Parts of texts that differ between any two runs, or are gone."""


class Difference(NamedTuple):
    """A cell that differs. `value` and `before` are a value and its number format, or None for no cell."""

    sheet: str
    address: str
    before: tuple[object, str] | None
    value: tuple[object, str] | None

    def __str__(self) -> str:
        return f"{self.sheet}!{self.address}: {self.value}, before: {self.before}"


Cells = Mapping[str, tuple[object, str]]
INTENDED = {
    r"Player!.*": "the sheet Player is filled for the picked player",
    r"Rules!. of (.* (on|of) the web.*|Publish with the evening) .*": ("Rules has the choices for the web page"),
    r"Calculator!.*": "the Calculator lists functions, and has no evening to try",
    r"(Championship|Rules)!.*forfeiting.*|Championship!.*": "a forfeit brings the points of a setting",
    r"(Games|Players)!(K|K 1|K 2|Games 1|Games 2) \d+": "Elo shows the K of a player in place of the games",
    r"Rules!. of Language .*": "the language is fixed when a workbook is made",
    r"Rating history!(I[W-Z]|J[A-Z]|N[V-Z])\d+": "the cells behind the second chart stand elsewhere, unchanged",
    r"Start![BE]6": "Start has no check codes",
    r"Start!B16": "Start names the sheets that are hidden while empty",
    r"Start!C10": "how to finish the evening depends on the files next to the workbook",
    r"Start!B[45]|Review!.*": "a tie is no reason to review, and the sheet is called Review",
    # Where another player has improved most, the report may have a line more or less, and the labels below move.
    r"Records![CDF]\d+|Season report![ABE]\d+": "gains count from ratings that were on a list",
}
"""Why cells may differ, by a pattern of their sheet and address."""


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
        options = [option for name, file in tables.items() for option in (f"--{name}", str(file))]
        commands += [["new", key, str(books[-1]), *options], ["recalc", str(books[-1])]]
    run(checkout, commands)
    return [*books, *sorted((checkout / "workbooks" / "samples").glob("*.xlsx"))]


def differences(before: Path, after: Path) -> Iterator[Difference]:
    """Give the cells of the visible sheets that were there before, and differ now."""
    old, new = (openpyxl.load_workbook(path, data_only=True) for path in (before, after))
    for sheet in old.worksheets:
        name = RENAMED_SHEETS.get(sheet.title, sheet.title)
        if sheet.sheet_state != "visible" or name in REMOVED_SHEETS:
            continue
        cells, others = _cells(sheet), _cells(new[name]) if name in new.sheetnames else {}
        for address in sorted(cells.keys() | others.keys()):
            if cells.get(address) != others.get(address):
                yield Difference(name, address, cells.get(address), others.get(address))


def _cells(sheet: Worksheet) -> Cells:
    """The cells of a sheet that hold something, save those of hidden columns. `LEFT_OUT` is left out.

    A row of Rules has its label in place of its number, and a column of a table its heading, since either may move. On
    a report, blank rows do not count: once they filled pages, which have breaks now.
    """
    hidden = {letter for letter, column in sheet.column_dimensions.items() if column.hidden}
    cells = {}
    headings = {
        column: str(name)
        for table in sheet.tables.values()
        for column, name in enumerate(table.column_names, range_boundaries(table.ref)[0])
    }
    rows = _rows_of_blocks(sheet) if sheet.title in REPORTS else {}
    labels: Counter[object] = Counter()
    for row in sheet.iter_rows():
        label = row[0].value
        labels[label] += 1
        for cell in row:
            value = _renamed(cell.value) if isinstance(cell.value, str) else cell.value
            if value in (None, "") or cell.column_letter in hidden:
                continue
            place = f"{cell.column_letter}{rows.get((cell.row, cell.column), cell.row)}"
            if sheet.title == "Rules":
                place = f"{cell.column_letter} of {_renamed(str(label))} ({labels[label]})"
            elif cell.column in headings:
                place = f"{headings[cell.column]} {cell.row}"
            cells[place] = value, cell.number_format
    return cells


def _rows_of_blocks(sheet: Worksheet) -> dict[tuple[int, int], int]:
    """Return by row and column the number of a cell's row among the filled ones of the columns side by side."""
    cells = (cell for row in sheet.iter_rows() for cell in row if cell.value is not None)
    filled = {(cell.row, cell.column) for cell in cells if _renamed(str(cell.value))}
    numbers, block = {}, set[int]()
    for column in range(1, sheet.max_column + 2):
        if any((row, column) in filled for row in range(1, sheet.max_row + 1)):
            block.add(column)
            continue
        rows = sorted({row for row, own in filled if own in block})
        numbers.update({(row, own): number for number, row in enumerate(rows, 1) for own in block})
        block = set()
    return numbers


def _renamed(text: str) -> str:
    """Return a text with the present names of sheets."""
    for before, now in RENAMED_SHEETS.items():
        text = re.sub(rf"(?<!Rating )\b{before}\b", now, text)
    return LEFT_OUT.sub("", text)


def compare(before: Path, after: Path, clubs: int = CLUBS) -> int:
    """Compare two checkouts, and return the number of unlisted differences."""
    kinds: dict[str, list[str]] = {}
    unlisted: list[str] = []
    differing = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        books = make_before(before, folder / "before", clubs)
        renewed = [folder / f"{number}.xlsx" for number in range(len(books))]
        run(after, [["renew", str(old), str(new)] for old, new in zip(books, renewed)])
        for old, new in zip(books, renewed):
            found = list(differences(old, new))
            differing += bool(found)
            for one in found:
                label = next((why for pattern, why in INTENDED.items() if _is_meant(pattern, one)), "")
                line = f"{old.parent.name}/{old.name}: {one}"
                (kinds.setdefault(label, []) if label else unlisted).append(line)
    for label, lines in kinds.items():
        print(f"{len(lines)} cells, {label}, such as {lines[0]}")
    for line in unlisted[:EXAMPLES]:
        print(line)
    print(f"{len(books)} workbooks compared, {differing} differ; {len(unlisted)} cells without a listed reason.")
    return len(unlisted)


def _is_meant(pattern: str, one: Difference) -> bool:
    return re.fullmatch(pattern, f"{one.sheet}!{one.address}") is not None


if __name__ == "__main__":
    numbers = [argument for argument in sys.argv[1:] if argument.isdigit()]
    paths = [Path(argument).resolve() for argument in sys.argv[1:] if not argument.isdigit()]
    sys.exit(bool(compare(paths[0], paths[1] if len(paths) > 1 else ROOT, int(numbers[0]) if numbers else CLUBS)))
