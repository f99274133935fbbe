"""Export a sheet of a club workbook as CSV, JSON or a workbook of values, or the games of an evening for tsh."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from xladdin.cells import cell_text, list_filled_rows, name_key
from xladdin.errors import NotFoundError, WorkbookError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.safe_write import create_file
from xladdin.importing import tsh
from xladdin.importing.pairings import Entry
from xladdin.messages import msg
from xladdin.systems.system import RatingSystem
from xladdin.workbook.computed_columns import read_ratings_by_name
from xladdin.workbook.report_sheets.rendering import map_sheets_by_report
from xladdin.workbook.rules import read_system
from xladdin.workbook.schema import list_input_tables
from xladdin.workbook.validation import read_club_log

CSV, JSON, XLSX, TSH = "csv", "json", "xlsx", "tsh"
# The first characters of texts that a spreadsheet program reads as a formula unless an apostrophe precedes them.
FORMULA_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")

MAX_SHEET_NAME_LENGTH = 31
# The characters that Excel does not allow in the name of a sheet.
_INVALID_IN_SHEET_NAME = re.compile(r"[\[\]:*?/\\]")

Rows = Sequence[Sequence[object]]


def export_file(path: Path, sheet: str, format: str, day: date | None, output: Path | None) -> Path:
    """Write a sheet of the workbook, by default the log, to a new file, and return its path.

    A file of tsh has the games of `day`, by default of the last day with games. Raises NotFoundError for a sheet or day
    that does not exist, and WorkbookError if the workbook cannot be read or the file cannot be written.
    """
    file = open_club_file(path)
    system = read_system(file)
    sheet = sheet or system.log_schema.table
    if format == TSH:
        day, text = _format_tsh_day(file, day)
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
    rows = _read_rows(file, name, for_programs=format == JSON)
    data = format_sheets(format, {"Sheet": rows})
    create_file(target, lambda stream: stream.write(data))
    return target


def _find_renamed(file: ClubFile, system: RatingSystem, sheet: str) -> str | None:
    """Return the sheet of a table or report that the club has renamed, or None."""
    tables = {name: file.tables[name].sheet for name in list_input_tables(system) if name in file.tables}
    by_key = {
        name_key(name): sheet_of_table
        for name, sheet_of_table in {**map_sheets_by_report(file, system), **tables}.items()
    }
    return by_key.get(name_key(sheet))


def _read_rows(file: ClubFile, sheet: str, *, for_programs: bool) -> list[list[object]]:
    """Return the rows of the table on a sheet, with the headings, or all cells of a sheet without a table.

    The headings are in English `for_programs`, and otherwise in the language of the workbook.
    """
    table = next((table for table in file.tables.values() if table.sheet == sheet), None)
    if table is None:
        rows = [list(row) for row in file.sheet_values(sheet)]
    else:
        rows = [
            list(table.headings if for_programs else table.sheet_headings),
            *map(list, list_filled_rows(table.columns)),
        ]
    return [[_export_value(cell) for cell in row] for row in rows]


def _export_value(cell: object) -> object:
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    return None if cell == "" else cell


def format_sheets(format: str, sheets: Mapping[str, Rows]) -> bytes:
    """Return the content of a file in a format. A workbook has all sheets, any other format the first one."""
    if format == XLSX:
        return _format_workbook(sheets)
    first_rows = next(iter(sheets.values()))
    return _format_csv(first_rows) if format == CSV else _format_json(first_rows)


def _format_csv(rows: Rows) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows([_escape_formula(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _escape_formula(cell: object) -> object:
    """Return a text with an apostrophe before it if a spreadsheet program would read it as a formula."""
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(FORMULA_BEGINNINGS) else cell
    return cell_text(cell) if isinstance(cell, (bool, date)) else cell


def _format_json(rows: Rows) -> bytes:
    """Return a list of objects by heading if the first row has distinct headings, or else a list of rows."""
    lines = [[cell_text(cell) if isinstance(cell, date) else cell for cell in row] for row in rows]
    headings, *body = lines or [[]]
    names = [cell_text(heading).strip() for heading in headings]
    is_table = all(names) and len(set(names)) == len(names)
    content: object = [dict(zip(names, row)) for row in body] if is_table else lines
    return json.dumps(content, ensure_ascii=False, indent=1, default=str).encode()


def _format_workbook(sheets: Mapping[str, Rows]) -> bytes:
    from openpyxl import Workbook

    from xladdin.files.safe_write import serialize_workbook

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for title, rows in sheets.items():
        sheet = workbook.create_sheet(
            _INVALID_IN_SHEET_NAME.sub(" ", title)[:MAX_SHEET_NAME_LENGTH].strip("' ") or "Sheet"
        )
        for number, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                if value is not None:
                    cell = sheet.cell(number, column)
                    cell.value = value
                    if isinstance(value, str):
                        cell.data_type = "s"  # openpyxl would make a formula of a text that begins with =
    return serialize_workbook(workbook)


def _format_tsh_day(file: ClubFile, day: date | None) -> tuple[date, str]:
    """Return the day and an archive of tsh with its games, in one division and as many rounds as they need."""
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
    rows = [row for row, game_day in enumerate(games.date) if game_day == day]
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
    stored_ratings = read_ratings_by_name(file.tables["Players"])
    ratings = {name_key(name): round(rating) for name, rating in stored_ratings.items() if rating and rating > 0}
    cards = [
        (
            log.players[player].name,
            ratings.get(name_key(log.players[player].name)),
            [pairing_round.get(position) for pairing_round in rounds],
        )
        for position, player in enumerate(players, 1)
    ]
    return day, "".join(_format_archive(day, tsh.format_division(cards)))


def _format_archive(day: date, division: str) -> Iterator[str]:
    yield "# tsh archive file\ndivision A a.t\n"
    yield f'config event_date = "{day:%B} {day.day}, {day.year}"\n'
    yield f"#begin_file name=a.t\n{division}#end_file name=a.t\n"
