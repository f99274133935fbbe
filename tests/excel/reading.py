"""The judge. It holds what a run of Excel found against the workbooks that Excel opened, with one complaint a line."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import openpyxl
from openpyxl.utils.datetime import to_excel

from tests.excel.making import ANSWERS, LITE, PLAN, SAVED, Step, steps_of
from tests.helpers.clubs import LATER
from tests.helpers.programs.libreoffice import pdf_texts
from tests.helpers.programs.recalculating import recalculate as by_libreoffice
from xladdin import XladdinError
from xladdin.cells import ERROR_VALUES, column_letters
from xladdin.files.club_file import open_club_file
from xladdin.files.package import open_package
from xladdin.files.task_panes import XLWINGS_LITE, read_task_pane
from xladdin.functions import CATALOGUE
from xladdin.hosts.file_commands import recalculate_file
from xladdin.hosts.lite import carried_version
from xladdin.workbook.rules import system_of
from xladdin.workbook.sheets import report_sheets_of

Run = Mapping[str, Any]
Cells = dict[str, object]
"""Values that are not blank, by "Sheet!B2"."""
ON_A_MAC, ON_THE_WEB = "check.applescript", "check.ts"
WEB_SHEET = "Answers"
"""The Office Script leaves what it found on this sheet, cut into cells below each other."""
_CLOCK = re.compile(r"\b(?:TODAY|NOW|RAND)\(", re.IGNORECASE)
_WHEN = re.compile(r"recalculated .* at [0-9]{2}:[0-9]{2}")
"""What a report says of the time of the press."""
_OWN_TIME = ("Start", "Journal", "xlwings.conf")
"""These sheets hold when somebody wrote them, or on which machine."""
CLOSE = 1e-9


def runs_in(folder: Path) -> list[tuple[Path, Run]]:
    """Return every run below a folder, with the folder of its workbooks."""
    found = [(path.parent, json.loads(path.read_text("utf-8-sig"))) for path in sorted(folder.rglob(ANSWERS))]
    for path in sorted(folder.rglob("*.xlsx")):
        workbook = openpyxl.load_workbook(path, read_only=True)
        if WEB_SHEET in workbook.sheetnames:
            pieces = [str(row[0]).removeprefix("'") for row in workbook[WEB_SHEET].iter_rows(values_only=True)]
            folder_of_run = path.parent.parent if path.parent.name == SAVED else path.parent
            found.append((folder_of_run, json.loads("".join(pieces))))
    return found


def complaints(folder: Path, run: Run) -> Iterator[str]:
    """What is wrong with a run, or nothing where all is well. `folder` is that of the workbooks that `make` wrote."""
    yield from (
        f"{ANSWERS}: it does not name its {what}" for what in ("script", "excel", "system") if not run.get(what)
    )
    by_book: dict[str, list[Run]] = {}
    name = ""
    for step in run["steps"]:
        name = step["what"] if step["verb"] == "open" else name
        by_book.setdefault(name, []).append(step)
    on_the_web = run["script"] == ON_THE_WEB
    lines = (folder / PLAN).read_text("utf-8").splitlines()
    planned = [line.partition("\t")[2] for line in lines if line.startswith("open\t")]
    for name in by_book if on_the_web else planned:
        wanted = [step for step in steps_of(name) if not on_the_web or step[0] in ("open", "read", "type")]
        own = _of_book(folder, name, wanted, by_book.get(name, []), run["script"] == ON_A_MAC)
        yield from (f"{name}: {words}" for words in own)


def _of_book(folder: Path, name: str, wanted: Sequence[Step], steps: Sequence[Run], on_a_mac: bool) -> Iterator[str]:
    done = {(step["verb"], step["what"]): step for step in steps}
    for verb, what in wanted:
        step = done.get((verb, what), {"error": "not done"})
        if step.get("error"):
            yield f"{verb} {what}: {step['error']}"
        elif verb == "type":
            yield from _of_formula(what, step.get("value"))
        elif verb == "press" and what == "Recalculate" and "rated." not in " ".join(step["said"]):
            yield f"press {what}: it said {step['said']}"
        elif verb == "read":
            pressed = what == "as recalculated"
            cells = _told(expected(folder / name, pressed), on_a_mac)
            yield from _of_cells(step["sheets"], cells, folder / name, without=_OWN_TIME if pressed else ())
    if ("press", "MakePDF") in wanted:
        yield from _of_paper(folder, name)
    if ("save", f"{SAVED}/{name}") in wanted:
        yield from _copy_judged(folder / SAVED / name)


def _told(cells: Cells, on_a_mac: bool) -> Cells:
    """Return what a script can tell. AppleScript gives a cell with an error value as a blank."""
    return {place: value for place, value in cells.items() if not (on_a_mac and value in ERROR_VALUES)}


def _of_formula(formula: str, value: object) -> Iterator[str]:
    """Hold a function against what its help says that it gives, to as many digits."""
    gives = CATALOGUE[formula[1:].partition("(")[0]].gives
    if isinstance(gives, (int, float)) and isinstance(value, (int, float)):
        digits = len(str(gives).partition(".")[2])
        if round(value, digits) == gives:
            return
    if value != gives:
        yield f"{formula} gives {value!r} instead of {gives!r}"


def _of_cells(sheets: Mapping[str, Run], expected: Cells, made: Path, without: Sequence[str] = ()) -> Iterator[str]:
    """Compare every cell of every sheet, but no formula that asks for the time."""
    names = _names(made)
    if [sheet for sheet in sheets if sheet in names] != names:
        yield f"its sheets are {', '.join(sheets)}"
    found = {place: value for place, value in _cells(sheets).items() if value not in (None, "")}
    moving = _moving(made)
    for place in sorted(expected.keys() | found.keys()):
        sheet = place.partition("!")[0]
        if sheet in without or place in moving or sheet not in sheets:
            continue
        if not _same(found.get(place), expected.get(place)):
            yield f"{place} shows {found.get(place)!r} instead of {expected.get(place)!r}"


def _cells(sheets: Mapping[str, Run]) -> Cells:
    return {
        f"{name}!{column_letters(sheet['column'] + across)}{sheet['row'] + down}": value
        for name, sheet in sheets.items()
        for down, row in enumerate(sheet["values"])
        for across, value in enumerate(row)
    }


@cache
def _names(path: Path) -> list[str]:
    return openpyxl.load_workbook(path, read_only=True).sheetnames


@cache
def _moving(path: Path) -> set[str]:
    book = openpyxl.load_workbook(path)
    cells = (cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row)
    return {f"{cell.parent.title}!{cell.coordinate}" for cell in cells if _CLOCK.search(str(cell.value))}


def _same(one: object, other: object) -> bool:
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)
    if isinstance(one, str) and isinstance(other, str):
        return _WHEN.sub("", one) == _WHEN.sub("", other)
    return one == other


@cache
def expected(path: Path, recalculated: bool = False) -> Cells:
    """Return what LibreOffice shows of a workbook. If `recalculated`, we recalculate it first."""
    with TemporaryDirectory() as scratch:
        copy = Path(shutil.copy(path, scratch))
        if recalculated:
            recalculate_file(copy, None, LATER)
        return values_of(by_libreoffice(copy, Path(scratch) / "computed"))


def values_of(path: Path) -> Cells:
    """Return what a workbook file holds, with a date as the number that Excel keeps."""
    book = openpyxl.load_workbook(path, data_only=True)
    cells = (cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row)
    return {
        f"{cell.parent.title}!{cell.coordinate}": to_excel(cell.value)
        if isinstance(cell.value, (datetime, date, time))
        else cell.value
        for cell in cells
        if cell.value not in (None, "")
    }


def _of_paper(folder: Path, name: str) -> Iterator[str]:
    pdf = folder / Path(name).with_suffix(".pdf")
    if not pdf.exists():
        yield f"Make PDF made no {pdf.name}"
        return
    pages, sheets = pdf_texts(pdf), report_sheets_of(system_of(open_club_file(folder / name)))
    if len(pages) < len(sheets):
        yield f"{pdf.name} has {len(pages)} pages for {len(sheets)} sheets"
    if not list((folder / "backups").glob(f"{pdf.stem} *.xlsm")):
        yield "Recalculate put no copy into backups"


@cache
def _copy_judged(saved: Path) -> list[str]:
    """A copy that Excel saved must still be a club workbook, and a recalculation must find nothing to do in it."""
    if not saved.exists():
        return [f"there is no {saved.name} in {SAVED}"]
    found = []
    with TemporaryDirectory() as scratch:
        copy = Path(shutil.copy(saved, scratch))
        try:
            outcome = recalculate_file(copy, None, LATER)
            if outcome.problems or outcome.changes:
                found.append(f"the saved copy: {outcome.summary}")
        except XladdinError as error:
            found.append(f"the saved copy: {error}")
    pane = read_task_pane(open_package(saved), XLWINGS_LITE)
    if saved.name.endswith(LITE) and (pane is None or carried_version(pane) is None):
        found.append("the saved copy carries its add-in no more")
    return found
