"""The processor time that LibreOffice takes for a typed cell, and to open the workbook."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import openpyxl

from tests.benchmarks.club_games import club_games
from tests.benchmarks.measuring import THE_TIME, Row
from tests.benchmarks.rows.workbook_rows import NOW, club_book
from tests.helpers.excel.office_macros import run_basic
from tests.helpers.programs.finding import find_program
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.workbook.schema import FIRST_DATA_ROW, PLAYER

PLAYERS = 60
TIMES = 20
"""How often we type a cell, because a tick of the processor time is a hundredth of a second."""
OPENINGS = 3
MOST_FOR_A_CELL = {2_500: 20, 20_000: 50}
"""Milliseconds by the number of games, as the workbook promises."""
LIVE = ("Difference", "Change 1", "Change 2")
TYPING = """
Function Ticks() As Double
  Shell("/bin/sh", 0, "-c 'cat /proc/$PPID/stat > {result}.stat'", True)
  Open "{result}.stat" For Input As #2
  Line Input #2, stat
  Close #2
  fields = Split(Mid(stat, InStr(stat, ") ") + 2), " ")
  Ticks = CDbl(fields(11)) + CDbl(fields(12))
End Function

Sub Main
  Dim opening(0) As New com.sun.star.beans.PropertyValue
  opening(0).Name = "Hidden" : opening(0).Value = True
  Open "{result}" For Output As #1
  On Error Goto failed
{parts}
failed:
  If Err <> 0 Then Print #1, Error$ & " in line " & Erl
  Close #1
  StarDesktop.terminate
End Sub
"""
OPEN = """
  best = 1000000
  For i = 1 To {openings}
    t = Ticks()
    book = StarDesktop.loadComponentFromURL("{workbook}", "_blank", 0, opening())
    t = Ticks() - t
    If t < best Then best = t
    If i < {openings} Then book.close(True)
  Next
  Print #1, CStr(best * 10)
"""
CELL = """
  sheet = book.Sheets.getByName("Games")
  t = Ticks()
  For i = 1 To {times}
    sheet.getCellRangeByName("{cell}").{typed}
    book.calculate()
  Next
  t = Ticks() - t
  Print #1, CStr(t * 10 / {times})
"""
PICK = """
  book.Sheets.getByName("{sheet}").getCellRangeByName("B4").setString("{name}")
  book.calculate()
"""


def light_rows(games: int) -> Iterator[Row]:
    """Types a name, a score and a date into the workbook of a club, with a picked player and without, and opens it."""
    if find_program("soffice", "libreoffice") is None:
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = club_games(games, PLAYERS)
        path = club_book(log, folder)
        recalculate_file(path, None, NOW)
        bare = bare_tables(path, folder / "bare.xlsx")
        opened, cells, picked, opened_bare = _taken(path, bare, log.players)
        for what, milliseconds in (("", max(cells)), (", a player picked", max(picked))):
            most = next(most for reach, most in MOST_FOR_A_CELL.items() if games <= reach)
            subject = f"keystroke, {games:,} games{what}"
            yield Row(subject, "a millisecond", milliseconds, THE_TIME, f"≤ {most}")
        yield Row(f"opening, {games:,} games", "the bare tables", opened / opened_bare, THE_TIME, "≤ 1.7")


def bare_tables(path: Path, target: Path) -> Path:
    """The input tables alone, without any formula but Difference and Change."""
    workbook = openpyxl.load_workbook(path)
    for sheet in workbook.worksheets:
        if sheet.title not in ("Games", "Players", "Adjustments", "Aliases"):
            sheet.sheet_state = "visible"
            sheet.delete_rows(1, sheet.max_row)
            sheet.conditional_formatting = type(sheet.conditional_formatting)()
            sheet._charts = []
            if sheet.title != "Rules":
                del workbook[sheet.title]
    workbook.save(target)
    return target


def _taken(path: Path, bare: Path, players: list[str]) -> tuple[float, list[float], list[float], float]:
    """Milliseconds to open it, to type each cell, to type it with a picked player, and to open the bare tables."""
    cells = (
        (f"B{FIRST_DATA_ROW + 5}", f'setString(IIf(i Mod 2 = 0, "{players[0]}", "{players[1]}"))'),
        (f"C{FIRST_DATA_ROW + 5}", "setValue(300 + i)"),
        (f"A{FIRST_DATA_ROW + 5}", "setValue(40000 + i)"),
    )
    typed = "".join(CELL.format(cell=cell, typed=how, times=TIMES) for cell, how in cells)
    opened = OPEN.format(workbook=path.as_uri(), openings=OPENINGS)
    result = path.with_name("taken.txt")
    parts = [
        opened,
        typed,
        PICK.format(sheet=PLAYER, name=players[0]),
        typed,
        "  book.close(True)\n",
        OPEN.format(workbook=bare.as_uri(), openings=OPENINGS),
        "  book.close(True)\n",
    ]
    run_basic(TYPING.format(result=result, parts="".join(parts)))
    times = [float(line.replace(",", ".")) for line in result.read_text().split()]
    return times[0], times[1:4], times[4:7], times[7]
