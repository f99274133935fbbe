"""Reads a text as the file that it might be, with the tables of a system."""

from __future__ import annotations

import datetime as dt
import io
from typing import Any

import openpyxl

from xladdin.imports.formats import read_source
from xladdin.imports.material import Incoming, Options
from xladdin.imports.source import Source
from xladdin.imports.tables.columns import DATE, NUMBER, TEXT, YES
from xladdin.imports.tables.layout import TableLayout

GAMES = TableLayout(
    "Games",
    {"Date": DATE, "Player 1": TEXT, "Score 1": NUMBER, "Player 2": TEXT, "Score 2": NUMBER, "Remark": TEXT},
    ("Date", "Player 1", "Score 1", "Player 2", "Score 2"),
    ("Rating 1", "Rating 2", "Change 1", "Change 2", "Note"),
)
PLAYERS = TableLayout(
    "Players", {"Player": TEXT, "Start rating": NUMBER, "Start games": NUMBER}, ("Player",), ("Rating", "Games")
)
CAMP_GAMES = TableLayout(
    "Games",
    {"Date": DATE, "White": TEXT, "Black": TEXT, "Result": TEXT, "Kind": TEXT},
    ("Date", "White", "Black", "Result"),
)
CAMPERS = TableLayout("Players", {"Player": TEXT, "Group": TEXT, "Active": YES}, ("Player",))
LAYOUTS = (PLAYERS, GAMES)
GAME = ("Player 1", "Score 1", "Player 2", "Score 2")


def read(
    content: str | bytes, options: Options | None = None, name: str = "some file", layouts: Any = LAYOUTS
) -> Incoming:
    data = content.encode() if isinstance(content, str) else content
    return read_source(Source(name, data), layouts, options or Options())


def rows(incoming: Incoming, table: str = "Games", *headings: str) -> list[tuple[object, ...]]:
    """The rows of a table, with cells under the given headings or all of them."""
    columns = incoming.tables[table].columns
    return list(zip(*(columns[heading] for heading in headings or columns)))


def workbook(*sheets: tuple[str, list[list[object]]]) -> bytes:
    """A workbook of sheets, by name and rows of cells."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, cells in sheets:
        sheet = book.create_sheet(name)
        for row in cells:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


DAY = day("2006-10-01")
ON_THE_DAY = Options(day=DAY)


def trf_line(rank: int, name: str, rating: int, rounds: list[str]) -> str:
    """The line of a player in a FIDE report."""
    start = f"001 {rank:>4} m    {name:<33} {rating or '':>4} CAN 0000000000  2000/01/01  1.0 {rank:>4}  "
    assert len(start) == 91
    return start + "  ".join(rounds)
