"""Workbooks: a recalculation against reading and copying the file, and a new workbook against XlsxWriter."""

from __future__ import annotations

import csv
import io
import shutil
import statistics
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import openpyxl
import python_calamine

from tests.benchmarks.club_games import ClubGames, club_games
from tests.benchmarks.measuring import THE_MEMORY, THE_TIME, Row, medians
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.contents import tables_of
from xladdin.workbook.new_book import make_book

NOW = datetime(2026, 1, 1)
SYSTEM = SYSTEMS["mississauga"]
ALONE = 3
"""How often we run a statement in a Python of its own."""


def recalc_rows(games: int, players: int, rounds: int) -> Iterator[Row]:
    """A whole recalculation, and one that finds nothing changed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fresh = club_book(club_games(games, players), folder)
        done = folder / "done.xlsx"
        shutil.copy(fresh, done)
        recalculate_file(done, None, NOW)
        output = folder / "out.xlsx"

        def recalculation() -> None:
            output.unlink(missing_ok=True)
            recalculate_file(fresh, output, NOW)

        times = medians(
            {
                "recalc": recalculation,
                "calamine and copy": lambda: (read(fresh), copied(fresh)),
                "nothing changed": lambda: recalculate_file(done, None, NOW),
                "calamine": lambda: read(done),
            },
            rounds=rounds,
        )
        what = f"recalc, {games:,} games"
        ratio = times["recalc"] / times["calamine and copy"]
        yield Row(what, "python-calamine's read and a copy", ratio, THE_TIME, "≤ 3")
        ours, openpyxls, theirs = (alone(statement, fresh) for statement in (RECALCULATE, LOAD_AND_SAVE, READ))
        yield Row(what, "openpyxl, load and save", ours.seconds / openpyxls.seconds, THE_TIME, "≤ 0.1")
        ratio = times["nothing changed"] / times["calamine"]
        yield Row(f"{what}, nothing changed", "python-calamine's read", ratio, THE_TIME, "≤ 2")
        ratio = ours.megabytes / theirs.megabytes
        yield Row(f"{what}, peak memory", "python-calamine's read", ratio, THE_MEMORY, "≤ 1.5")
        ratio = alone(RECALCULATE, done).megabytes / alone(READ, done).megabytes
        yield Row(f"{what}, nothing changed, peak memory", "python-calamine's read", ratio, THE_MEMORY, "≤ 1.5")


def new_rows(games: int, players: int, rounds: int) -> Iterator[Row]:
    """A new workbook, against XlsxWriter writing the same cells, formats, tables and validations."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = club_games(games, players)
        files = csv_files(log, folder)
        target = folder / "new.xlsx"

        def new() -> None:
            target.unlink(missing_ok=True)
            make_book(SYSTEM, target, files, NOW)

        new()
        copy = SameCells(target)
        times = medians({"new": new, "XlsxWriter": lambda: copy.write(folder / "theirs.xlsx")}, rounds=rounds)
        what = f"new, {games:,} games and {players} players"
        yield Row(what, "XlsxWriter, the same cells", times["new"] / times["XlsxWriter"], THE_TIME, "≤ 2.2")


class SameCells:
    """Cells, formats, tables and validations of a workbook, read beforehand for XlsxWriter to write."""

    def __init__(self, path: Path) -> None:
        workbook = openpyxl.load_workbook(path)
        self.sheets = []
        for sheet in workbook.worksheets:
            cells = [
                (
                    cell.row - 1,
                    cell.column - 1,
                    cell.value,
                    cell.number_format,
                    bool(cell.font.b),
                    cell.fill.patternType,
                )
                for row in sheet.iter_rows()
                for cell in row
                if cell.value is not None
            ]
            tables = [(table.ref, table.name, table.column_names) for table in sheet.tables.values()]
            rules = [(str(rule.sqref), rule.type, rule.operator, rule.formula1, rule.formula2)
                     for rule in sheet.data_validations.dataValidation]  # fmt: skip
            self.sheets.append((sheet.title, cells, tables, rules))

    def write(self, path: Path) -> None:
        """Writes them all."""
        import xlsxwriter

        book = xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "default_date_format": "yyyy-mm-dd"})
        formats: dict[tuple[object, ...], object] = {}
        for title, cells, tables, rules in self.sheets:
            sheet = book.add_worksheet(title)
            for row, column, value, number_format, bold, fill in cells:
                key = (number_format, bold, fill)
                if key not in formats:
                    looks = {"num_format": number_format, "bold": bold, **({"bg_color": "#D9D9D9"} if fill else {})}
                    formats[key] = book.add_format(looks)
                value = getattr(value, "text", value)  # of an array's formula
                if isinstance(value, str) and value.startswith("="):
                    sheet.write_formula(row, column, value, formats[key])
                else:
                    sheet.write(row, column, value, formats[key])
            for ref, name, headings in tables:
                sheet.add_table(ref, {"name": name, "columns": [{"header": heading} for heading in headings]})
            for ref, kind, operator, first, second in rules:
                words = {"validate": {"whole": "integer", None: "any"}.get(kind, kind)}
                if kind == "list":
                    words["source"] = first.strip('"').split(",") if first.startswith('"') else f"={first}"
                else:
                    criteria = {"greaterThanOrEqual": ">=", "between": "between"}[operator or "between"]
                    least = f"={first}"
                    words |= {"criteria": criteria, "value" if criteria == ">=" else "minimum": least}
                    if criteria == "between":
                        words["maximum"] = f"={second}"
                sheet.data_validation(ref, words)
        book.close()


def club_book(games: ClubGames, folder: Path, suffix: str = ".xlsx") -> Path:
    """A workbook of the games, not yet recalculated."""
    path = folder / f"club{suffix}"
    make_book(SYSTEM, path, csv_files(games, folder), NOW)
    return path


def csv_files(games: ClubGames, folder: Path) -> dict[str, Path]:
    """The games as the CSV files of an import."""
    files = {}
    for name, table in games.tables(SYSTEM.key).items():
        assert name in tables_of(SYSTEM)
        files[name.lower()] = folder / f"{name}.csv"
        with files[name.lower()].open("w", newline="", encoding="utf-8") as target:
            writer = csv.writer(target)
            writer.writerow(table.headings)
            writer.writerows(zip(*table.columns))
    return files


def read(path: Path) -> object:
    """Reads every sheet by python-calamine."""
    workbook = python_calamine.CalamineWorkbook.from_path(str(path))
    return [workbook.get_sheet_by_name(name).to_python() for name in workbook.sheet_names]


def copied(path: Path) -> object:
    """Unpacks every member of the archive and packs it again."""
    with (
        zipfile.ZipFile(path) as source,
        zipfile.ZipFile(io.BytesIO(), "w", zipfile.ZIP_DEFLATED, compresslevel=1) as to,
    ):
        for member in source.infolist():
            to.writestr(member.filename, source.read(member))
    return None


RECALCULATE = (
    "from datetime import datetime; from pathlib import Path; "
    "from xladdin.hosts.file.club_file import recalculate_file; "
    "recalculate_file(Path(sys.argv[1]), None, datetime(2026, 1, 1))"
)
LOAD_AND_SAVE = "import openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[1])"
READ = (
    "import python_calamine; book = python_calamine.CalamineWorkbook.from_path(sys.argv[1]); "
    "kept = [book.get_sheet_by_name(name).to_python() for name in book.sheet_names]"
)


class Taken(NamedTuple):
    """What a statement took of the processor, with the start of Python, and at most how many megabytes."""

    seconds: float
    megabytes: float


def alone(statement: str, path: Path, times: int = ALONE) -> Taken:
    """What a Python of its own takes for a statement on a copy of the workbook, as the median of several runs."""
    taken = [once(statement, shutil.copy(path, path.with_name("alone.xlsx"))) for _ in range(times)]
    return Taken(*map(statistics.median, zip(*taken)))


def once(statement: str, path: Path) -> Taken:
    """What a Python of its own takes for a statement about a path, which changes what is there.

    The peak is what Linux tells of the process itself. The one of `resource` begins with the peak of its parent.
    """
    start = "import sys, time"
    end = "print(time.process_time(), open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])"
    command = [sys.executable, "-c", f"{start}; {statement}; {end}", path]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return Taken(float(said[-2]), int(said[-1]) / 1024)
