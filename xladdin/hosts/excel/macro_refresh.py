"""`xladdin macros`: the macros of a workbook made anew for the xlwings that is installed; all else stays as it is."""

from __future__ import annotations

import io
import re
from importlib.metadata import version
from pathlib import Path

from xladdin.cells.table import CellBlock
from xladdin.errors import FileProblem
from xladdin.files.package import Package
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.safety.safekeeping import safely_replace
from xladdin.files.writing.blocks import write_blocks, write_package
from xladdin.log.readings import read_text
from xladdin.vba.project import Module, vba_project
from xladdin.vba.reading import read_modules, refuse_what_is_lost
from xladdin.workbook.contents import report_sheets_of
from xladdin.workbook.macros.modules import club_macros, xlwings_modules
from xladdin.workbook.macros.settings import SETTINGS_SHEET, VERSION_KEY
from xladdin.workbook.macros.wrappers import function_modules
from xladdin.workbook.rules.reading import system_of

_PRINTABLE = re.compile(r'PrintableSheets As String = "([^"]*)"')


def refresh_macros(path: Path) -> str:
    """Puts today's macros into a club workbook, in place, and keeps modules of the club's own. Says what was done.

    Raises FileProblem for a workbook without macros, and where something of the club's own would be lost.
    """
    if path.suffix.lower() != ".xlsm":
        made = path.with_suffix(".xlsm").name
        raise FileProblem(f"{path.name} has no macros. A copy of it that has: xladdin renew {path.name} {made}")
    book = open_club_file(path)
    system = system_of(book)
    parts = list(book.package.related(book.package.workbook_part, "vbaProject").values())
    if not parts:
        raise FileProblem(f"{path.name} has no macros. Make a workbook that has, with xladdin renew.")
    try:
        refuse_what_is_lost(book.package.read(parts[0]))
        there = read_modules(book.package.read(parts[0]))
    except FileProblem as problem:
        raise book.package.problem(str(problem)) from None
    printable = list(dict.fromkeys([*_printed(there), *report_sheets_of(system)]))
    ours = [club_macros(printable), *function_modules("xladdin.functions"), *xlwings_modules()]
    names = {module.name.upper() for module in ours}
    kept = [module for module in there if module.name.upper() not in names]
    project = vba_project([*kept, *ours])
    if book.package.read(parts[0]) == project and not list(_version_blocks(book)):
        return f"{path} has the macros of xlwings {version('xlwings')} already."
    written = io.BytesIO()
    write_blocks(book, list(_version_blocks(book)), written)
    renewed = Package(written.getvalue(), path.name)
    safely_replace(path, lambda target: write_package(renewed, {parts[0]: [project]}, target), book.package)
    return f"{path} has the macros of xlwings {version('xlwings')} now; all else is as it was."


def _printed(modules: list[Module]) -> list[str]:
    """The sheets that the macros printed until now."""
    found = (_PRINTABLE.search(module.source) for module in modules)
    return [sheet for match in found if match for sheet in match[1].split("/") if sheet]


def _version_blocks(book: ClubFile) -> list[CellBlock]:
    """The cell that names the version, where it names another."""
    return [
        CellBlock(SETTINGS_SHEET, number, 2, ((version("xlwings"),),))
        for number, row in enumerate(book.sheet_values(SETTINGS_SHEET), 1)
        if len(row) > 1 and read_text(row[0]).upper() == VERSION_KEY and read_text(row[1]) != version("xlwings")
    ]
