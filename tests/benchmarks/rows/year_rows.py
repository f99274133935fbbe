"""The reports of the year: what they add to a recalculation, and how soon the sheet Player is filled."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from openpyxl import Workbook
from openpyxl.utils import quote_sheetname

from tests.benchmarks.club_games import SEED, club_games
from tests.benchmarks.measuring import THE_TIME, Row, medians, processor_time
from tests.benchmarks.rows.workbook_rows import NOW, club_book
from tests.helpers.clubs import book_of
from tests.helpers.excel.office_macros import run_basic
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.renderers.sheet import HEADLINE_ROW
from xladdin.reports.player import OPPONENTS_SHOWN
from xladdin.reports.season import record_lists
from xladdin.workbook.report_sheets import all_sheets
from xladdin.workbook.report_sheets.player_lines import FACTS_COLUMN
from xladdin.workbook.review import update_review
from xladdin.workbook.schema import (
    JOURNAL,
    PLAYER,
    PLAYER_SHEETS,
    SEASON_REPORT,
    TONIGHT,
)
from xladdin.workbook.styles.cell_writing import first_values

OF_THE_YEAR = (PLAYER, *PLAYER_SHEETS, JOURNAL, SEASON_REPORT, TONIGHT)
"""Sheets that came with the reports of the year."""
PICKERS = 50
"""How many players the club has whose sheet we time. With so few, each has played hundreds of games."""
FIELD = 50
"""How many results an event of the tour has."""
FILL = """
Sub Main
  Dim opening(0) As New com.sun.star.beans.PropertyValue
  opening(0).Name = "Hidden" : opening(0).Value = True
  book = StarDesktop.loadComponentFromURL("{workbook}", "_blank", 0, opening())
  sheet = book.Sheets.getByName("{sheet}")
  page = sheet.getCellRangeByPosition(0, 0, 21, {last_row})
  page.getDataArray()
  Open "{result}" For Output As #1
  For Each name In Array({names})
    started = GetSystemTicks()
    sheet.getCellByPosition({column}, {row}).setString(name)
    filled = page.getDataArray()
    Print #1, CStr(GetSystemTicks() - started) & " " & CStr(filled({row} + 2)(1))
  Next
  Close #1
  book.close(True)
  StarDesktop.terminate
End Sub
"""


def report_rows(games: int, players: int, rounds: int) -> Iterator[Row]:
    """A first recalculation with Player, Journal, Tonight, season report and all-time records, and without them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = club_games(games, players)
        with _without_sheets():
            without = club_book(log, folder).rename(folder / "without.xlsx")
        whole = club_book(log, folder)
        output = folder / "out.xlsx"

        def recalculation(path: Path) -> None:
            output.unlink(missing_ok=True)
            recalculate_file(path, output, NOW)

        def earlier() -> None:
            with _without_reports():
                recalculation(without)

        times = medians({"with": lambda: recalculation(whole), "without": earlier}, rounds=rounds)
        ratio = times["with"] / times["without"]
        yield Row(f"recalc, {games:,} games", "without the reports of the year", ratio, THE_TIME, "≤ 1.15")


@contextmanager
def _without_sheets() -> Iterator[None]:
    """Makes new workbooks without the sheets of the year."""
    save = Workbook.save

    def save_fewer(workbook: Workbook, target: object) -> None:
        for sheet in OF_THE_YEAR:
            del workbook[sheet]
        gone = tuple(f"{quote_sheetname(sheet)}!" for sheet in OF_THE_YEAR) + tuple(f"{s}!" for s in OF_THE_YEAR)
        for name in [name for name, entry in workbook.defined_names.items() if entry.attr_text.startswith(gone)]:
            del workbook.defined_names[name]
        for sheet in OF_THE_YEAR:
            first_values(workbook).pop(sheet, None)
        save(workbook, target)

    with mock.patch.object(Workbook, "save", save_fewer):
        yield


@contextmanager
def _without_reports() -> Iterator[None]:
    """Recalculates as before: it works out a report even where its sheet is not there."""
    reports = all_sheets.report_sheets

    def fewer(*arguments: object) -> object:
        return tuple(sheet for sheet in reports(*arguments) if sheet.name != SEASON_REPORT)  # type: ignore[arg-type]

    with ExitStack() as patches:
        patches.enter_context(mock.patch.object(all_sheets, "report_sheets", fewer))
        patches.enter_context(mock.patch.object(record_lists, "all_time_records", lambda *arguments: []))
        patches.enter_context(mock.patch.object(record_lists, "streaks", lambda *arguments: []))
        yield


def look_rows(games: int, players: int, rounds: int) -> Iterator[Row]:
    """What a first whole recalculation takes, and one after it, against itself less what it asks about.

    Both sides are of one run, because two runs of the same differ by more than the questions take.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        book, output = club_book(club_games(games, players), folder), folder / "out.xlsx"
        for words in ("", ", nothing changed"):
            ratio = statistics.median(_with_looks(book, output) for _ in range(rounds))
            yield Row(f"recalc, {games:,} games{words}", "without Review", ratio, THE_TIME, "≤ 1.03")
            recalculate_file(book, None, NOW)


def _with_looks(book: Path, output: Path) -> float:
    asking: list[float] = []

    def timed(*arguments: Any) -> object:
        start = processor_time()
        found = update_review(*arguments)
        asking.append(processor_time() - start)
        return found

    output.unlink(missing_ok=True)
    with mock.patch("xladdin.recalc.update_review", timed):
        whole = medians({"recalc": lambda: recalculate_file(book, output, NOW)}, 1)["recalc"]
    return whole / (whole - sum(asking))


def player_rows(games: int, rounds: int) -> Iterator[Row]:
    """From a picked name to the whole sheet, in LibreOffice with the workbook open."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = club_games(max(games, 200), PICKERS)
        taken = _filled_in(club_book(log, folder), log.players[: 2 * rounds + 1])
        yield Row(f"sheet Player filled, {len(log.dates):,} games", "a second", taken, THE_TIME, "≤ 1")
    with tempfile.TemporaryDirectory() as name:
        path, players = _tour_book(max(games, 2 * FIELD), Path(name))
        taken = _filled_in(path, players[: 2 * rounds + 1])
        yield Row(f"sheet Player filled, {games:,} results of events", "a second", taken, THE_TIME, "≤ 1")


def _filled_in(path: Path, picked: Sequence[str]) -> float:
    """Seconds to fill the sheet, as the median of these players. The workbook at `path` is not yet recalculated."""
    recalculate_file(path, None, NOW)
    result = path.with_name("times.txt")
    code = FILL.format(
        workbook=path.as_uri(),
        sheet=PLAYER,
        last_row=HEADLINE_ROW + OPPONENTS_SHOWN,
        result=result,
        names=",".join(f'"{player}"' for player in picked),
        column=FACTS_COLUMN,
        row=HEADLINE_ROW - 1,
    )
    run_basic(code)
    lines = [line.split() for line in result.read_text().splitlines()]
    assert len(lines) == len(picked)
    assert all(float(rating) > 0 for _, rating in lines), "the sheet was not filled"
    return statistics.median(float(milliseconds) for milliseconds, _ in lines) / 1000


def _tour_book(results: int, folder: Path) -> tuple[Path, list[str]]:
    """A tour of a monthly event of fifty, drawn from three hundred players and not yet recalculated."""
    random, names = Random(SEED), [f"Player {number:03d}" for number in range(300)]
    events: list[list[object]] = [["Event", "Date", "Players", "Rounds"]]
    places: list[list[object]] = [["Event", "Player", "Place"]]
    for number in range(results // FIELD):
        event = f"Event {number}"
        events.append([event, (date(1990, 1, 1) + timedelta(30 * number)).isoformat(), FIELD + 10, 3])
        places.extend([event, player, place] for place, player in enumerate(random.sample(names, FIELD), 1))
    tables = {"players": [["Player"], *([name] for name in names)], "events": events, "results": places}
    return book_of("dptr", folder, tables), names
