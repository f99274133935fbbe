"""What the pictures of the handbooks show: a club of invented players, and a half-typed evening."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import openpyxl
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.cell_range import CellRange

from tests.helpers.clubs import book_of, random_tables
from xladdin.hosts.file_commands import pair_file, recalculate_file

PLAYERS = (
    "Oliver Smith", "Rosa Fernández", "Sam Li", "Louise Tremblay", "Tom Day", "Yvonne Leblanc", "William Thompson",
    "Tadhg Ó Briain", "Vera Novák", "Ian Wu", "Joan Marie Kowalczyk", "Ann Lee", "Zachary Goldberg", "Quentin Dubois",
    "Élise Gagnon", "Karl Müller", "Mohammed Hussain", "Christopher Featherstonehaugh", "Priya Ramanathan",
    "Jean-François Beauséjour-Lachance", "Uma Krishnamurthy-Subramaniam", "Fatima Al-Rashid", "Nadia Petrova",
    "Heather McAllister", "Margaret O'Sullivan", "Bob Ng", "Dmitri Kuznetsov", "Xia Chen", "Barbara Stanislawski",
    "George Papadopoulos", "Zoë Lavoie", "Łucja Wójcik", "Anders Ström", "Grace Okafor", "Hugo Martel", "Ines Duarte",
)  # fmt: skip
GAMES = 636
LAST_EVENING, TONIGHT = dt.date(2026, 1, 6), dt.date(2026, 1, 13)
TYPED_TONIGHT = (
    ("Sam Li", 512, "Vera Novák", 398),
    ("Karl Müller", 401, "Jean-Francois Beausejour", 377),
    ("Ann Lee", 455, "Oliver Smith", 390),
    ("Élise Gagnon", "4o1", "Nadia Petrova", 489),
    ("Mohammed Hussain", 424, "Priya Ramanathan", None),
)
"""Typed games: one name is not on the list, one score has a letter for a nought, and one game is half typed."""

HERE_TONIGHT = 14
"""So many players are here, the first of the list."""
SHOWN_ABOVE = 14
"""How many earlier games the screen shows above those of tonight."""


def picture_book(key: str, folder: Path, clock: dt.datetime) -> Path:
    """Return the workbook of the club after its last evening, recalculated."""
    tables = random_tables(key, GAMES, len(PLAYERS), seed=21)
    names = dict(zip(sorted({str(row[0]) for row in tables["players"][1:]}), PLAYERS, strict=True))
    named = {table: [[names.get(str(cell), cell) for cell in row] for row in rows] for table, rows in tables.items()}
    _, *games = named["games"]
    moved = LAST_EVENING - dt.date.fromisoformat(str(games[-1][0]))
    for game in games:
        game[0] = (dt.date.fromisoformat(str(game[0])) + moved).isoformat()
    path = book_of(key, folder, named)
    recalculate_file(path, None, clock)
    return path


def type_tonight(path: Path, clock: dt.datetime) -> None:
    """Type the games of tonight: two rows that a recalculation finds wrong, and half a game after them."""
    *typed, unfinished = TYPED_TONIGHT
    _type(path, typed)
    recalculate_file(path, None, clock)
    _type(path, [unfinished])


def pair_tonight(path: Path, clock: dt.datetime) -> None:
    """Mark who is here, and pairs the first round."""
    pair_file(path, clock, present=PLAYERS[:HERE_TONIGHT])


def _type(path: Path, games: Sequence[Sequence[object]]) -> None:
    workbook = openpyxl.load_workbook(path)
    sheet = workbook["Games"]
    area = CellRange(sheet.tables["Games"].ref)
    headings = {sheet.cell(area.min_row, column).value: column for column in range(area.min_col, area.max_col + 1)}
    columns = [headings[heading] for heading in ("Date", "Player 1", "Score 1", "Player 2", "Score 2")]
    last = max(row for row in range(area.min_row, sheet.max_row + 1) if sheet.cell(row, columns[0]).value)
    for row, game in enumerate(games, last + 1):
        for column, content in zip(columns, (TONIGHT, *game), strict=True):
            cell = sheet.cell(row, column)
            form = cell.number_format
            cell.value, cell.number_format = content, form
    area.expand(down=last + len(games) - area.max_row)  # as Excel lets a table grow
    sheet.tables["Games"].ref = area.coord
    sheet.sheet_view.pane.topLeftCell = f"B{last - SHOWN_ABOVE}"
    for selection in sheet.sheet_view.selection:
        selection.activeCell = selection.sqref = f"{get_column_letter(columns[-1])}{last + len(games)}"
    workbook.save(path)
