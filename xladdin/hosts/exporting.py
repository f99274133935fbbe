"""Export a sheet of a club workbook as CSV, JSON or a workbook of values, or the games of an evening for tsh."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from xladdin.cells import cell_text, filled_rows, name_key
from xladdin.errors import NotFoundError, WorkbookError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.safe_write import create_file
from xladdin.importing import tsh
from xladdin.importing.pairings import Entry
from xladdin.messages import msg
from xladdin.systems.system import RatingSystem
from xladdin.workbook.computed_columns import stored_ratings_by_name
from xladdin.workbook.report_sheets.rendering import sheets_by_report
from xladdin.workbook.rules import read_system
from xladdin.workbook.schema import input_tables
from xladdin.workbook.validation import read_club_log

CSV, JSON, XLSX, TSH = "csv", "json", "xlsx", "tsh"
# The first letters of texts that a spreadsheet may run as a formula unless an apostrophe precedes them.
RUNS = ("=", "+", "-", "@", "\t", "\r")

LONGEST_SHEET_NAME = 31
# Letters that Excel does not allow in the name of a sheet.
_UNFIT = re.compile(r"[\[\]:*?/\\]")

Rows = Sequence[Sequence[object]]


def export_file(path: Path, sheet: str, format: str, day: date | None, output: Path | None) -> Path:
    """Write a sheet of the workbook, by default the log, to a new file, and return its path.

    A division of tsh has the games of `day`, by default of the last one. Raises NotFoundError for a sheet or day that
    does not exist, and WorkbookError if the workbook cannot be read or the file cannot be written.
    """
    file = open_club_file(path)
    system = read_system(file)
    sheet = sheet or system.log_schema.table
    if format == TSH:
        day, text = _format_day(file, day)
        target = output or path.with_name(f"{path.stem} {day.isoformat()}.tsh")
        create_file(target, lambda stream: stream.write(text.encode(tsh.ENCODING, "replace")))
        return target
    name = file.sheet_name(sheet) or _find_renamed(file, system, sheet)
    if name is None:
        raise NotFoundError(
            msg(
                "{name} has no sheet {sheet}; its sheets are {sheets}.",
                name=path.name,
                sheet=sheet,
                sheets=", ".join(file.visible_sheets),
            )
        )
    target = output or path.with_name(f"{path.stem} {sheet.lower()}.{format}")
    rows = _rows(file, name, for_programs=format == JSON)
    data = as_file(format, {"Sheet": rows})
    create_file(target, lambda stream: stream.write(data))
    return target


def _find_renamed(file: ClubFile, system: RatingSystem, sheet: str) -> str | None:
    """Return the sheet of a table or report that the club has renamed, or None."""
    tables = {name: file.tables[name].sheet for name in input_tables(system) if name in file.tables}
    by_key = {
        name_key(name): sheet_of_table for name, sheet_of_table in {**sheets_by_report(file, system), **tables}.items()
    }
    return by_key.get(name_key(sheet))


def _rows(file: ClubFile, sheet: str, *, for_programs: bool) -> list[list[object]]:
    """Return the table on the sheet with its headings, in English for programs, or all cells of the sheet."""
    table = next((table for table in file.tables.values() if table.sheet == sheet), None)
    if table is None:
        rows = [list(row) for row in file.sheet_values(sheet)]
    else:
        rows = [
            list(table.headings if for_programs else table.sheet_headings),
            *map(list, filled_rows(table.columns)),
        ]
    return [[_export_value(cell) for cell in row] for row in rows]


def _export_value(cell: object) -> object:
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    return None if cell == "" else cell


def as_file(format: str, sheets: Mapping[str, Rows]) -> bytes:
    """Return rows as the content of a file: all sheets by name in a workbook, the first one in any other file."""
    if format == XLSX:
        return _workbook(sheets)
    first = next(iter(sheets.values()))
    return _csv(first) if format == CSV else _json(first)


def _csv(rows: Rows) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows([_escape_formula(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _escape_formula(cell: object) -> object:
    """Return a text with an apostrophe before it if a spreadsheet might run it as a formula."""
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(RUNS) else cell
    return cell_text(cell) if isinstance(cell, (bool, date)) else cell


def _json(rows: Rows) -> bytes:
    """Return a list of objects by heading if the first row names the columns, else a list of rows."""
    lines = [[cell_text(cell) if isinstance(cell, date) else cell for cell in row] for row in rows]
    headings, *body = lines or [[]]
    names = [cell_text(heading).strip() for heading in headings]
    is_table = all(names) and len(set(names)) == len(names)
    content: object = [dict(zip(names, row)) for row in body] if is_table else lines
    return json.dumps(content, ensure_ascii=False, indent=1, default=str).encode()


def _workbook(sheets: Mapping[str, Rows]) -> bytes:
    from openpyxl import Workbook

    from xladdin.files.safe_write import workbook_bytes

    book = Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(_UNFIT.sub(" ", title)[:LONGEST_SHEET_NAME].strip("' ") or "Sheet")
        for number, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                if value is not None:
                    cell = sheet.cell(number, column)
                    cell.value = value
                    if isinstance(value, str):
                        cell.data_type = "s"  # a text, whatever it begins with
    return workbook_bytes(book)


def _format_day(file: ClubFile, day: date | None) -> tuple[date, str]:
    """Return the games of a day as an archive of tsh with one division, in as many rounds as they need."""
    system = read_system(file)
    if not system.log_schema.has_scores:
        raise WorkbookError(
            msg("{name}: tsh keeps games with scores, and {title} has none.", name=file.path.name, title=system.title)
        )
    log = read_club_log(file, system).require_valid()
    games = log.games
    days = sorted(set(games.date))
    if not days or (day is not None and day not in days):
        raise NotFoundError(
            msg("{name} has no rated games of {day}.", name=file.path.name, day=day.isoformat())
            if day
            else msg("{name} has no rated games.", name=file.path.name)
        )
    day = day or days[-1]
    rows = [row for row, when in enumerate(games.date) if when == day]
    players = list(dict.fromkeys(player for row in rows for player in (games.player1[row], games.player2[row])))
    number = {player: position for position, player in enumerate(players, 1)}
    rounds: list[dict[int, Entry]] = []
    for row in rows:
        first, second = number[games.player1[row]], number[games.player2[row]]
        free_round = next(
            (pairing_round for pairing_round in rounds if first not in pairing_round and second not in pairing_round),
            None,
        )
        if free_round is None:
            rounds.append(free_round := {})
        free_round[first], free_round[second] = (
            Entry(second, int(games.score1[row])),
            Entry(first, int(games.score2[row])),
        )
    stored_ratings = stored_ratings_by_name(file.tables["Players"])
    ratings = {name_key(name): round(rating) for name, rating in stored_ratings.items() if rating and rating > 0}
    cards = [
        (
            log.players[player].name,
            ratings.get(name_key(log.players[player].name)),
            [pairing_round.get(at) for pairing_round in rounds],
        )
        for at, player in enumerate(players, 1)
    ]
    return day, "".join(_format_archive(day, tsh.format_division(cards)))


def _format_archive(day: date, division: str) -> Iterator[str]:
    yield "# tsh archive file\ndivision A a.t\n"
    yield f'config event_date = "{day:%B} {day.day}, {day.year}"\n'
    yield f"#begin_file name=a.t\n{division}#end_file name=a.t\n"
