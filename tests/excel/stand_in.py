"""Runs the plan without Excel: LibreOffice computes, a second engine knows names, and a stand-in presses buttons."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path
from typing import Any

import openpyxl

from tests.excel.making import ANSWERS, PLAN, SAVED
from tests.excel.reading import values_of
from tests.helpers.excel.classic import classic_calls
from tests.helpers.excel.classic_press import press_classic_button
from tests.helpers.programs.ironcalc import engine_with_names
from tests.helpers.programs.printing import print_book
from tests.helpers.programs.recalculating import recalculate


def run(folder: Path, scratch: Path) -> None:
    """Carries out the plan of a folder, and writes answers.json."""
    steps: list[dict[str, Any]] = []
    book = Path()
    lines = (folder / PLAN).read_text("utf-8").splitlines()
    for line in lines:
        verb, _, what = line.partition("\t")
        step: dict[str, Any] = {"verb": verb, "what": what}
        if verb == "open":
            shutil.copy(folder / what, book := scratch / what)
            typed = _typed(book, [words.partition("\t")[2] for words in _of_book(lines, what) if words[:5] == "type\t"])
        elif verb == "read":
            step["sheets"] = sheets_of(recalculate(book, scratch / "computed"))
        elif verb == "type":
            step["value"] = typed[what]
        elif verb == "press" and what == "Recalculate":
            step["said"], _ = press_classic_button(book, "xladdin.macros:recalc")
            (folder / "backups").mkdir(exist_ok=True)
            shutil.copy(folder / book.name, folder / "backups" / f"{book.stem} 2026-03-14 150900.xlsm")
        elif verb == "press":
            pdf = print_book(book, output=folder / f"{book.stem}.pdf")
            step["said"] = [f"Make PDF: Saved as {pdf}"]
        elif verb == "save":
            shutil.copy(book, folder / SAVED / book.name)
        steps.append(step)
    answers = {"script": "stand-in", "excel": "none", "system": "LibreOffice", "python": "", "steps": steps}
    (folder / ANSWERS).write_text(json.dumps(answers), encoding="utf-8")


def sheets_of(path: Path) -> dict[str, Any]:
    """Every sheet from A1 on, in the form in which the scripts write it."""
    values = values_of(path)
    found = {}
    for sheet in openpyxl.load_workbook(path).worksheets:
        rows = [
            [values.get(f"{sheet.title}!{cell.coordinate}") for cell in row]
            for row in sheet.iter_rows(min_row=1, min_col=1)
        ]
        found[sheet.title] = {"row": 1, "column": 1, "values": rows or [[None]]}
    return found


def _of_book(lines: list[str], name: str) -> list[str]:
    start = lines.index(f"open\t{name}")
    return lines[start : lines.index(f"close\t{name}")]


def _typed(book: Path, formulas: list[str]) -> dict[str, object]:
    """The value of each formula, by the names of the workbook or by the functions in Python."""
    if book.suffix == ".xlsx":
        names = openpyxl.load_workbook(book).defined_names.values()
        lambdas = {name.name: name.attr_text for name in names if name.attr_text.startswith("_xlfn.LAMBDA(")}
        return dict(zip(formulas, engine_with_names(lambdas).evaluate_all(formulas) if formulas else []))
    calls = []
    for formula in formulas:
        name, _, arguments = formula[1:].partition("(")
        calls.append((name, list(ast.literal_eval(f"[{arguments[:-1]}]"))))
    return dict(zip(formulas, classic_calls("xladdin.functions", calls)))
