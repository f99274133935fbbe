"""What the Recalculate button asks of Excel. On the stand-in we count calls of COM and the cells that it writes."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.club_games import club_games
from tests.benchmarks.measuring import Row
from tests.benchmarks.rows.process_rows import NEW_GAMES, PLAYERS, with_an_evening_typed
from tests.benchmarks.rows.workbook_rows import NOW
from tests.helpers.excel.classic_press import counted_press
from xladdin.files.reading.club_file import open_club_file
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.recalc import recalculate
from xladdin.workbook.changes.differences import same_column


def press(copy: Path | None = None) -> None:
    """Presses the button at the time of the benchmarks. `copy` is what its macro saved before and tells Python of."""
    import xlwings

    from xladdin import macros

    macros.recalculate(xlwings.Book.caller(), NOW, copy)


def host_rows(scale: float) -> Iterator[Row]:
    """The first press after an evening, and one that finds nothing changed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for games in (2_500, 20_000):
            path, done = folder / "added.xlsm", folder / "done.xlsm"
            games = max(int(games * scale), 2 * NEW_GAMES)
            with_an_evening_typed(club_games(games, PLAYERS), folder, path)
            done.unlink(missing_ok=True)
            recalculate_file(path, done, NOW)
            differing = _cells_that_differ(path)
            button = f"{__name__}:{press.__name__}"
            pressed = Path(shutil.copy(path, folder / "pressed.xlsm"))
            calls, written = counted_press(pressed, button, path)
            again, _ = counted_press(done, button, done)
            alone, _ = counted_press(done, button)
            what = f"Recalculate button, {games:,} games, {NEW_GAMES} of them new"
            yield Row(f"{what}: calls of COM", "the limit itself", sum(calls.values()), "calls", "≤ 300")
            yield Row(f"{what}, again: calls of COM", "the limit itself", sum(again.values()), "calls", "≤ 200")
            where = f"{what}, again, where no copy could be saved: calls of COM"
            yield Row(where, "the limit itself", sum(alone.values()), "calls", "for comparison")
            against = f"the {differing:,} cells that differ"
            yield Row(f"{what}: cells written", against, written, "cells", "≤ 25,000")


def _cells_that_differ(path: Path) -> int:
    book = open_club_file(path)
    differing = 0
    for block in recalculate(book, NOW).blocks:
        rows = book.sheet_values(block.sheet)
        for number, column in enumerate(block.columns, block.column - 1):
            for row, wanted in enumerate(column, block.row - 1):
                cells = rows[row] if row < len(rows) else ()
                held = cells[number] if number < len(cells) else None
                differing += not same_column([held], [wanted])
    return differing
