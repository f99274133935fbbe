"""`xladdin print`: print the sheets for the wall as a PDF, by LibreOffice, or on Windows by Excel.

Where neither is installed, a browser prints the pages of the web that show the same.

LibreOffice prints whole documents. So it gets a copy in which every other sheet is hidden and prints nothing.
"""

from __future__ import annotations

import html
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import Protocol

from xladdin.cells import ALWAYS_BLANK_CELL, ClubWorkbook, name_key, parse_reference
from xladdin.errors import WorkbookError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.package import (
    Package,
    child,
    children,
    descendants,
    element_text,
    parse_tree,
    relationships_part,
    remove_element,
    serialize_tree,
    set_text,
    write_package,
)
from xladdin.files.safe_write import OutputKind, os_error_text, validate_output, write_file, write_output
from xladdin.files.sanitizing import strip_links
from xladdin.game_log.parsing import NameSuggester
from xladdin.messages import Message, join_sentences, msg
from xladdin.workbook.report_sheets.rendering import sheets_by_report
from xladdin.workbook.rules import read_evening_sheets, read_system
from xladdin.workbook.schema import EVENING_PRINT

# The location of LibreOffice outside the search path.
OFFICES = {
    "win32": "C:/Program Files/LibreOffice/program/soffice.exe",
    "darwin": "/Applications/LibreOffice.app/Contents/MacOS/soffice",
}
# The programs of browsers that print without a window, and their locations outside the search path.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "msedge", "microsoft-edge")
BROWSER_PLACES = {
    "win32": (
        "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
        "C:/Program Files/Microsoft/Edge/Application/msedge.exe",
        "C:/Program Files/Google/Chrome/Application/chrome.exe",
    ),
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
}
# The time limit of a print, with reading a full sheet of games.
SECONDS = 600
# Excel's msoAutomationSecurityForceDisable. Otherwise a workbook that a program opens runs its macros without asking.
NO_MACROS = 3
# Readers find the mark anywhere in the first 1024 bytes (ISO 32000-1, annex H, implementation note 13).
PDF = OutputKind(msg("PDF"), ".pdf", lambda beginning: b"%PDF-" in beginning[:1024])

_PRINT_AREA, _PRINT_TITLES = "_xlnm.Print_Area", "_xlnm.Print_Titles"
# Signs in a defined name of a reference to another workbook, an address, or a program's topic.
_LEADS_OUT = re.compile(r"\[[0-9]+\]|://|\|")
# A disk with fewer free bytes counts as full.
_TOO_LITTLE = 1 << 20
_EMPTY_SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>'
_NO_RELATIONS = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'
_FORMULA = re.compile(rb"<((?:[\w.-]+:)?f)(?:\s[^<>]*)?(?:/>|>[^<]*</\1\s*>)")
_FORMULA_WITHOUT_VALUE = re.compile(
    rb"<(?:[\w.-]+:)?f(?:\s[^<>]*)?(?:/>|>[^<]*</[^<>]*>)\s*(?:<(?:[\w.-]+:)?v\s*/>|<((?:[\w.-]+:)?v)>\s*</\1>)?\s*"
    rb"</(?:[\w.-]+:)?c\s*>"
)
_CONDITION = re.compile(rb"<(?:[\w.-]+:)?formula>([^<]*)<")
# Settings of LibreOffice: no links of a document of unknown origin, no macros, no OLE, and links never update (2). The
# network is behind a proxy that does not exist: port 9 discards what it receives (RFC 863).
_SETTINGS = (
    ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("Office.Calc/Content/Update", "Link", "2"),
    ("Inet/Settings", "ooInetProxyType", "2"),
    ("Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPSProxyPort", "9"),
    ("Inet/Settings", "ooInetNoProxy", ""),
)
_PROFILE = "".join(
    [
        '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry">\n',
        *(
            f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse">'
            f"<value>{value}</value></prop></item>\n"
            for path, name, value in _SETTINGS
        ),
        "</oor:items>\n",
    ]
)


def print_book(
    path: Path,
    sheets: Sequence[str] | None = None,
    output: Path | None = None,
    tell: Callable[[Message], None] = lambda text: None,
    *,
    evening_only: bool = False,
) -> Path:
    """Print some sheets into a PDF and return its path: `output`, or the workbook's name with .pdf.

    `sheets` are names in any case, of renamed sheets also the original ones. By default all report sheets are printed,
    or with `evening_only` those that Rules names. `tell` receives a message about those that do not exist. Raises
    WorkbookError if a sheet does not exist, the file is not a club workbook, `output` cannot be a PDF, or no program
    can print.
    """
    file = open_club_file(path)
    chosen = evening_pages(file) if evening_only else _named(file, sheets) if sheets else _all_reports(file, tell)
    output = output or path.with_suffix(PDF.suffix)
    validate_output(output, PDF)
    excel = _excel_is_installed()
    office = None if excel else find_office()
    browser = None if excel or office else find_browser()
    if not (excel or office or browser):
        raise WorkbookError(
            msg(
                "Printing needs LibreOffice, Microsoft Edge, Chrome or Chromium. None of them is installed. Install "
                "LibreOffice from libreoffice.org, or print from Excel (File, Print)."
            )
        )
    with _temporary_folder() as folder:
        copy = folder / path.name
        made = copy.with_suffix(PDF.suffix)
        if browser:
            _print_with_browser(browser, file, chosen, made, tell)
        else:
            content = isolate_sheets(file.package, chosen)
            _write_whole(copy, content)
            if office is None:
                _print_with_excel(copy, chosen, made)
            else:
                print_with_office(office, copy, folder)
        with open(made, "rb") as pdf:
            write_output(output, lambda target: shutil.copyfileobj(pdf, target), PDF)
    return output


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    """Provide a temporary folder for a print. Raises WorkbookError if its disk is full."""
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            yield Path(folder)
    except OSError as error:
        where = tempfile.gettempdir()
        raise WorkbookError(
            msg(
                "No PDF was created. In the folder for temporary files, {folder}, {reason}.",
                folder=where,
                reason=os_error_text(error),
            )
        ) from None


def find_office() -> str | None:
    """Return LibreOffice's program, or None if it is not installed."""
    program = shutil.which("soffice") or shutil.which("libreoffice")
    elsewhere = OFFICES.get(sys.platform)
    return program or (elsewhere if elsewhere and Path(elsewhere).exists() else None)


def find_browser() -> str | None:
    """Return the program of a browser that prints without a window, or None if none is installed."""
    programs = [*map(shutil.which, BROWSERS), *BROWSER_PLACES.get(sys.platform, ())]
    return next((program for program in programs if program and Path(program).exists()), None)


class NamedSheets(ClubWorkbook, Protocol):
    """A club workbook whose sheets are chosen by name."""

    @property
    def visible_sheets(self) -> Sequence[str]:
        """The names of the worksheets that are not hidden."""

    def sheet_name(self, sheet: str) -> str | None:
        """Return a sheet's name as the workbook spells it, or None if there is no such sheet."""


def evening_pages(book: NamedSheets) -> list[str]:
    """Return the sheets that Rules names for the print of an evening, by their present names.

    Raises WorkbookError if one of them does not exist.
    """
    try:
        return _named(book, read_evening_sheets(book, read_system(book)))
    except WorkbookError as problem:
        raise WorkbookError(
            msg('{problem} Change it on Rules, "{label}".', problem=problem.message, label=EVENING_PRINT.label)
        ) from None


def _all_reports(file: ClubFile, tell: Callable[[Message], None]) -> list[str]:
    reports = sheets_by_report(file, read_system(file))
    names = [file.sheet_name(sheet) for sheet in reports.values() if sheet]
    visible = [name for name in names if name and name in file.visible_sheets]  # an empty one is hidden
    missing = [report for report, sheet in reports.items() if sheet is None]
    if visible and missing:
        tell(msg("Not printed, because there is no such sheet: {missing}.", missing=", ".join(missing)))
    if not visible:
        raise WorkbookError(
            msg(
                "{path} has none of the sheets that are printed: {sheets}. Name the sheets to print, each with "
                "--sheet.",
                path=file.path,
                sheets=", ".join(reports),
            )
        )
    return visible


def _named(book: NamedSheets, sheets: Sequence[str]) -> list[str]:
    reports = sheets_by_report(book, read_system(book))
    chosen = []
    for sheet in sheets:
        renamed = next((now for report, now in reports.items() if name_key(report) == name_key(sheet)), None)
        name = book.sheet_name(sheet) or (renamed and book.sheet_name(renamed))
        if name is None:
            question = NameSuggester({name_key(name): name for name in book.visible_sheets}).suggest(name_key(sheet))
            listed = msg("The sheets are {sheets}.", sheets=", ".join(book.visible_sheets))
            raise WorkbookError(join_sentences([msg('There is no sheet "{sheet}".', sheet=sheet), question, listed]))
        chosen.append(name)
    return chosen


def isolate_sheets(package: Package, chosen: Collection[str]) -> bytes:
    """Return the workbook file with all other sheets hidden and printing nothing, and without links to the outside.

    For the rows that one sheet repeats, LibreOffice ends the pages of all sheets, and it prints the area of a hidden
    one. The printed sheets keep only values, so that sheets that they do not need can be emptied: reading a season's
    games takes longer than printing.
    """
    parts: dict[str, Iterable[bytes]] = {**strip_links(package)}
    content = b"".join(parts.get(package.workbook_part) or [package.read(package.workbook_part)])
    workbook = package.parse_safely(content, package.workbook_part, parse_tree)
    sheets = children(child(workbook, "sheets"), "sheet")
    printed = [position for position, sheet in enumerate(sheets) if sheet.getAttribute("name") in chosen]
    for position, sheet in enumerate(sheets):
        sheet.setAttribute("state", "visible" if position in printed else "hidden")
    for view in descendants(workbook, "workbookView"):
        view.setAttribute("activeTab", str(printed[0]))
        view.setAttribute("firstSheet", "0")
    for name in descendants(workbook, "definedName"):
        text, kind = element_text(name), name.getAttribute("name")
        position = int(name.getAttribute("localSheetId") or -1)
        if _LEADS_OUT.search(text) or (kind == _PRINT_TITLES and position not in printed):
            remove_element(name)
        elif kind == _PRINT_AREA and position not in printed:
            set_text(name, f"{_quoted(sheets[position].getAttribute('name'))}!{ALWAYS_BLANK_CELL}")
    parts[package.workbook_part] = [serialize_tree(workbook)]
    parts |= _strip_formulas(package, chosen, parts)
    result = io.BytesIO()
    write_package(package, parts, result)
    return result.getvalue()


def _strip_formulas(
    package: Package, chosen: Collection[str], parts: Mapping[str, Iterable[bytes]]
) -> dict[str, Iterable[bytes]]:
    """Return the printed sheets without formulas, and the sheets that nothing printed needs without content.

    It is empty if a printed formula has no value yet: LibreOffice then reads the whole workbook.
    """
    book = package.tree(package.workbook_part)
    members = package.related_parts(package.workbook_part, "worksheet")
    sheets = {}
    for sheet in book.iterfind("{*}sheets/{*}sheet"):
        identifier = next((value for key, value in sheet.attrib.items() if key.endswith("}id")), "")
        if identifier in members:
            sheets[sheet.get("name", "")] = members[identifier]
    written: dict[str, Iterable[bytes]] = {}
    references = []
    for name in chosen:
        content = b"".join(parts.get(sheets[name]) or [package.read(sheets[name])])
        if _FORMULA_WITHOUT_VALUE.search(content):
            return {}
        written[sheets[name]] = [_FORMULA.sub(b"", content)]
        references += _CONDITION.findall(content)
        for drawing in package.related_parts(sheets[name], "drawing").values():
            references += [package.read(chart) for chart in package.related_parts(drawing, "chart").values()]
    referred = html.unescape(b"\n".join(references).decode("utf-8", "replace"))
    named = {}
    for element in book.iterfind("{*}definedNames/{*}definedName"):
        reference = parse_reference(element.text or "")
        if reference:
            named[element.get("name", "")] = reference[0]
    words = {*re.findall(r"[\w.\\]+", referred)}
    needed = {sheet for name, sheet in named.items() if name in words}
    for name, part in sheets.items():
        if name not in chosen and name not in needed and name.replace("'", "''") not in referred:
            written[part] = [_EMPTY_SHEET]
            written[relationships_part(part)] = [_NO_RELATIONS]
    return written


def _quoted(sheet: str) -> str:
    return "'" + sheet.replace("'", "''") + "'"


def print_with_office(office: str, copy: Path, folder: Path) -> None:
    """Print `copy` into a PDF in `folder`, with a profile there, so that an open LibreOffice is not disturbed.

    The profile lets a document fetch nothing and run nothing. The program ends with this run, however that ends.
    """
    settings = folder / "profile" / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    _write_whole(settings, _PROFILE.encode())
    command = [
        office,
        f"-env:UserInstallation={(folder / 'profile').resolve().as_uri()}",
        "--headless",
        "--norestore",
        "--convert-to",
        "pdf",
        "--outdir",
        str(folder),
        str(copy),
    ]
    try:
        output = run_program_to_end(command, SECONDS)
    except subprocess.TimeoutExpired:
        raise WorkbookError(
            msg("LibreOffice did not finish within {seconds} minutes. Print fewer sheets.", seconds=SECONDS // 60)
        ) from None
    except OSError as error:
        raise WorkbookError(
            msg("LibreOffice cannot be started ({error}). Install it again.", error=str(error))
        ) from None
    if not copy.with_suffix(".pdf").exists():  # its exit status is 0 even when it could not read the file
        cause: Message | str = output.strip().removesuffix(".") or msg("no reason given")
        if shutil.disk_usage(folder).free < _TOO_LITTLE:
            cause = msg(
                "the disk of the folder for temporary files, {folder}, is full. Free some space and try again",
                folder=folder.parent,
            )
        raise WorkbookError(msg("LibreOffice created no PDF: {reason}.", reason=cause))


def _excel_is_installed() -> bool:
    """Return whether a program for Excel's documents is registered with Windows. On other systems it is False."""
    if sys.platform != "win32":
        return False
    import winreg

    try:
        winreg.CloseKey(winreg.OpenKey(winreg.HKEY_CLASSES_ROOT, "Excel.Application"))
    except OSError:
        return False
    return True


def _print_with_excel(copy: Path, sheets: Sequence[str], output: Path) -> None:
    import xlwings

    with xlwings.App(visible=False, add_book=False) as app:
        app.display_alerts = False
        app.api.AutomationSecurity = NO_MACROS
        app.api.AskToUpdateLinks = False
        book = app.books.open(str(copy.resolve()), update_links=False, read_only=True)
        book.to_pdf(str(output.resolve()), include=list(sheets))
        book.close()


def _write_whole(path: Path, content: bytes) -> None:
    """Write a temporary file, which is deleted with its folder."""
    write_file(path, lambda target: target.write(content), durable=False)


def _print_with_browser(
    browser: str, file: ClubFile, sheets: Collection[str], output: Path, tell: Callable[[Message], None]
) -> None:
    """Print the web pages with the content of the sheets. `tell` receives a message about sheets that no page shows.

    Raises WorkbookError if no page shows any of them, or the browser makes no PDF.
    """
    from xladdin.hosts.publishing import render_wall_pages
    from xladdin.web_pages.publisher import WALL_PAGE, WALL_PAGES

    reports = {sheet: report for report, sheet in sheets_by_report(file, read_system(file)).items()}
    names = [reports.get(sheet, sheet) for sheet in sheets]
    missing = [sheet for sheet, name in zip(sheets, names) if name not in WALL_PAGES]
    pages = render_wall_pages(file, names, datetime.now())
    if WALL_PAGE not in pages:
        sheets_named = ", ".join(sheets)
        raise WorkbookError(
            msg("Printing {sheets} needs LibreOffice. Install it from libreoffice.org.", sheets=sheets_named)
        )
    if missing:
        tell(msg("Not printed, because this needs LibreOffice: {missing}.", missing=", ".join(missing)))
    folder = output.parent
    for name, page in pages.items():
        _write_whole(folder / name, page)
    command = [
        browser, "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer", "--print-to-pdf-no-header",
        f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={output}", (folder / WALL_PAGE).resolve().as_uri(),
    ]  # fmt: skip
    if sys.platform == "linux" and os.geteuid() == 0:
        command.insert(1, "--no-sandbox")  # the browser does not start as root, which has no sandbox, without this
    try:
        answer = run_program_to_end(command, SECONDS)
    except (subprocess.TimeoutExpired, OSError) as error:
        answer = str(error)
    if not output.exists():
        program = Path(browser).name
        raise WorkbookError(
            msg("{program} created no PDF: {reason}.", program=program, reason=answer.strip().removesuffix("."))
        )


# The signals that end a run from outside: Ctrl+C, a closed window, a shutdown.
_ENDINGS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def run_program_to_end(command: Sequence[str], seconds: float) -> str:
    """Run a program and return its output.

    If this run ends, the program ends too, with everything that it has started.

    Raises TimeoutExpired if it takes longer than `seconds`, and OSError if it cannot be started.
    """
    with _delay_signals() as let_through, subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", start_new_session=True,
    ) as program:  # fmt: skip
        try:
            let_through()
            return program.communicate(timeout=seconds)[0]
        except BaseException:
            _end(program)
            raise


def _end(program: subprocess.Popen[str]) -> None:
    """End a program with its children. LibreOffice's own program is a child of one that only waits for it."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(program.pid)], capture_output=True, check=False)
    else:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
    program.wait()


@contextmanager
def _delay_signals() -> Iterator[Callable[[], None]]:
    """Delay the signals that end a run, and yield a function that raises them as an exception, so that we can clean up.

    A signal that arrives earlier waits for that function, because a program that has not started cannot be ended.
    """
    waiting: list[int] = []
    are_let_through = False

    def leave(number: int, frame: FrameType | None) -> None:
        if not are_let_through:
            waiting.append(number)
        elif number == signal.SIGINT:
            raise KeyboardInterrupt
        else:
            raise SystemExit(128 + number)

    def let_through() -> None:
        nonlocal are_let_through
        are_let_through = True
        for number in waiting:
            leave(number, None)

    if threading.current_thread() is not threading.main_thread():
        yield let_through
        return
    heard = [number for number in _ENDINGS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, leave) for number in heard}
    try:
        yield let_through
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if waiting and not are_let_through:  # no program was started
            signal.raise_signal(waiting[0])
