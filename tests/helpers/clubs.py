"""Club workbooks for the tests: made from the sample logs or from random ones, edited as a director would."""

from __future__ import annotations

import csv
import random
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.hosts.file.club_file import recalculate_file
from xladdin.recalc import Outcome
from xladdin.samples import sample_files
from xladdin.systems import SYSTEMS, system_named
from xladdin.workbook.new_book import make_book

NOW = datetime(2026, 3, 14, 15, 9)
LATER = datetime(2026, 3, 15, 9, 26)
KEYS = tuple(SYSTEMS)
Rows = Sequence[Sequence[object]]


def sample_book(key: str, folder: Path, *, recalculated: bool = True) -> Path:
    """The workbook of a system's sample log."""
    path = folder / f"{key}.xlsx"
    made = make_book(system_named(key), path, sample_files(key), NOW)
    assert not made.problems
    if recalculated:
        assert not recalculate_file(path, None, NOW).problems
    return path


def book_of(key: str, folder: Path, tables: Mapping[str, Rows], suffix: str = ".xlsx") -> Path:
    """A workbook of rows, headings first, by the table's name in lower case; not recalculated."""
    files = {}
    for name, rows in tables.items():
        files[name] = folder / f"{name}.csv"
        with files[name].open("w", newline="", encoding="utf-8") as target:
            csv.writer(target).writerows(rows)
    path = folder / f"{key}{suffix}"
    make_book(system_named(key), path, files, NOW)
    return path


def random_tables(key: str, games: int, players: int, seed: int) -> dict[str, Rows]:
    """A random log with start columns for most players; the same for the same seed."""
    random_ = random.Random(seed)
    names = [f"Player {number:03d}" for number in range(1, players + 1)]
    first_day = date(2020, 1, 7)
    days = [first_day + timedelta(days=7 * week) for week in range(max(games // 12, 1))]
    tables: dict[str, Rows] = {}
    if key == "dptr":
        events = [
            [f"Event {n}", days[n].isoformat(), len(names), random_.randint(1, 5), "No"] for n in range(len(days))
        ]
        tables["events"] = [["Event", "Date", "Players", "Rounds", "World Championship"], *events]
        results = [
            [event[0], name, place]
            for event in events
            for place, name in enumerate(random_.sample(names, min(12, players)), 1)
        ]
        tables["results"] = [["Event", "Player", "Place"], *results[:games]]
        tables["players"] = [["Player", "Nation"], *([name, random_.choice("ABC")] for name in names)]
        return tables
    rows = []
    for day in sorted(random_.choices(days, k=games)):
        first, second = random_.sample(names, 2)
        if key == "sca":
            rows.append([day.isoformat(), first, second, random_.choice(["(1-0)", "(0-1)", "(1/2-1/2)"])])
            continue
        scores = [random_.randint(220, 560), random_.randint(220, 560)]
        if random_.random() < 0.03:
            scores[1] = scores[0]
        row: list[object] = [day.isoformat(), first, scores[0], second, scores[1]]
        if key == "montreal":
            row.append(random_.choice([first, second]) if random_.random() < 0.1 else "")
        rows.append(row)
    if key == "sca":
        tables["groups"] = [["Group", "Initial rating"], ["Knights", 1200], ["Pawns", 1000]]
        tables["players"] = [
            ["Player", "Group", "Active", "Start permanent"],
            *([name, random_.choice(["Knights", "Pawns"]), "Yes", random_.randint(700, 1600)] for name in names),
        ]
        tables["games"] = [["Date", "White", "Black", "Result"], *rows]
        return tables
    starts = [
        [name, *([random_.randint(900, 2100), random_.choice([12, 40, 120])] if random_.random() < 0.8 else ["", ""])]
        for name in names
    ]
    tables["players"] = [["Player", "Start rating", "Start games"], *starts]
    headings = ["Date", "Player 1", "Score 1", "Player 2", "Score 2", *(["Double"] if key == "montreal" else [])]
    tables["games"] = [headings, *rows]
    return tables


def recalculated(path: Path, now: datetime = NOW) -> Outcome:
    """The outcome of recalculating the file in place."""
    return recalculate_file(path, None, now)


def edited(path: Path, *changes: tuple[str, str, object]) -> None:
    """Types values into cells as (sheet, cell, value), and saves with openpyxl."""
    workbook = openpyxl.load_workbook(path)
    for sheet, cell, value in changes:
        workbook[sheet][cell] = value
    workbook.save(path)


def column(sheet: Worksheet, heading: str) -> list[object]:
    """Values under a heading in row 1."""
    headings = [cell.value for cell in sheet[1]]
    position = headings.index(heading) + 1
    return [sheet.cell(row, position).value for row in range(2, sheet.max_row + 1)]


def stored(path: Path) -> openpyxl.Workbook:
    """The workbook with the values that stand in the file, not the formulas."""
    return openpyxl.load_workbook(path, data_only=True)
