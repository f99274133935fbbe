"""Print sheets as a PDF with LibreOffice, on Windows with Excel, or else with a browser from the web pages.

LibreOffice prints whole documents, so it receives a copy in which every other sheet is hidden and has no print area.
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
    name_relationships_part,
    parse_tree,
    read_text,
    remove_element,
    serialize_tree,
    set_text,
    write_package,
)
from xladdin.files.safe_write import OutputKind, describe_os_error, validate_output, write_file, write_output
from xladdin.files.sanitizing import strip_links
from xladdin.game_log.parsing import NameSuggester
from xladdin.messages import Message, join_sentences, msg
from xladdin.workbook.report_sheets.rendering import map_sheets_by_report
from xladdin.workbook.rules import read_evening_sheets, read_system
from xladdin.workbook.schema import EVENING_PRINT

# The path of LibreOffice on systems on which it is not in PATH.
OFFICE_PATHS = {
    "win32": "C:/Program Files/LibreOffice/program/soffice.exe",
    "darwin": "/Applications/LibreOffice.app/Contents/MacOS/soffice",
}
# The browsers that print without a window, and their paths on systems on which they are not in PATH.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "msedge", "microsoft-edge")
BROWSER_PATHS = {
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
# The time limit of a print [s]. Reading a full sheet of games takes minutes.
TIME_LIMIT = 600
# Excel's msoAutomationSecurityForceDisable. Otherwise a workbook that a program opens runs its macros without asking.
NO_MACROS = 3
# Readers accept the mark anywhere in the first 1024 bytes (ISO 32000-1, annex H, implementation note 13).
PDF = OutputKind(msg("PDF"), ".pdf", lambda beginning: b"%PDF-" in beginning[:1024])

_PRINT_AREA, _PRINT_TITLES = "_xlnm.Print_Area", "_xlnm.Print_Titles"
# A reference in a defined name to another workbook, a web address, or a topic of another program (DDE).
_EXTERNAL_REFERENCE = re.compile(r"\[[0-9]+\]|://|\|")
# A disk with fewer free bytes counts as full.
_MIN_FREE_BYTES = 1 << 20
_EMPTY_SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>'
_NO_RELATIONS = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'
_FORMULA = re.compile(rb"<((?:[\w.-]+:)?f)(?:\s[^<>]*)?(?:/>|>[^<]*</\1\s*>)")
_FORMULA_WITHOUT_VALUE = re.compile(
    rb"<(?:[\w.-]+:)?f(?:\s[^<>]*)?(?:/>|>[^<]*</[^<>]*>)\s*(?:<(?:[\w.-]+:)?v\s*/>|<((?:[\w.-]+:)?v)>\s*</\1>)?\s*"
    rb"</(?:[\w.-]+:)?c\s*>"
)
# A formula of conditional formatting or data validation.
_CONDITION = re.compile(rb"<(?:[\w.-]+:)?formula>([^<]*)<")
# The settings of LibreOffice for untrusted documents: no links, no macros, no OLE, and links are never updated (2). The
# proxy does not exist, so that nothing is fetched: port 9 discards its input (RFC 863).
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
# The user profile of LibreOffice with these settings.
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


def print_workbook(
    path: Path,
    sheets: Sequence[str] | None = None,
    output: Path | None = None,
    notify: Callable[[Message], None] = lambda text: None,
    *,
    evening_only: bool = False,
) -> Path:
    """Print some sheets into a PDF and return its path: `output`, or the workbook's name with .pdf.

    `sheets` are names in any case, including the original names of renamed sheets. By default all report sheets are
    printed, or with `evening_only` those of the setting on Rules. `notify` is called with a message about missing
    sheets. Raises WorkbookError if a sheet in `sheets` does not exist, the file is not a club workbook, `output` is not
    a valid path for a PDF, or no program that can print is installed.
    """
    file = open_club_file(path)
    printed_sheets = (
        find_evening_sheets(file)
        if evening_only
        else _resolve_sheet_names(file, sheets)
        if sheets
        else _find_report_sheets(file, notify)
    )
    output = output or path.with_suffix(PDF.suffix)
    validate_output(output, PDF)
    excel = _is_excel_installed()
    office = None if excel else find_office()
    browser = None if excel or office else find_browser()
    if not (excel or office or browser):
        raise WorkbookError(
            msg(
                "Printing needs LibreOffice, Microsoft Edge, Chrome or Chromium. None of them is installed. Install "
                "LibreOffice from libreoffice.org, or print from Excel (File, Print)."
            )
        )
    with _create_temporary_folder() as folder:
        copy = folder / path.name
        pdf_path = copy.with_suffix(PDF.suffix)
        if browser:
            _print_with_browser(browser, file, printed_sheets, pdf_path, notify)
        else:
            content = isolate_sheets(file.package, printed_sheets)
            _write_temporary_file(copy, content)
            if office is None:
                _print_with_excel(copy, printed_sheets, pdf_path)
            else:
                print_with_office(office, copy, folder)
        with open(pdf_path, "rb") as pdf:
            write_output(output, lambda target: shutil.copyfileobj(pdf, target), PDF)
    return output


@contextmanager
def _create_temporary_folder() -> Iterator[Path]:
    """Provide a temporary folder for a print. Raises WorkbookError if its disk is full."""
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            yield Path(folder)
    except OSError as error:
        parent_folder = tempfile.gettempdir()
        raise WorkbookError(
            msg(
                "No PDF was created. In the folder for temporary files, {folder}, {reason}.",
                folder=parent_folder,
                reason=describe_os_error(error),
            )
        ) from None


def find_office() -> str | None:
    """Return the path of LibreOffice, or None if it is not installed."""
    program = shutil.which("soffice") or shutil.which("libreoffice")
    default_path = OFFICE_PATHS.get(sys.platform)
    return program or (default_path if default_path and Path(default_path).exists() else None)


def find_browser() -> str | None:
    """Return the path of a browser that prints without a window, or None if none is installed."""
    programs = [*map(shutil.which, BROWSERS), *BROWSER_PATHS.get(sys.platform, ())]
    return next((program for program in programs if program and Path(program).exists()), None)


class NamedSheets(ClubWorkbook, Protocol):
    """A club workbook whose sheets can be looked up by name."""

    @property
    def visible_sheets(self) -> Sequence[str]:
        """The names of the worksheets that are not hidden."""

    def sheet_name(self, sheet: str) -> str | None:
        """Return the name of a sheet in the workbook's spelling, or None if the sheet does not exist."""


def find_evening_sheets(workbook: NamedSheets) -> list[str]:
    """Return the present names of the sheets that the setting on Rules chooses for an evening.

    Raises WorkbookError if one of them does not exist.
    """
    chosen = read_evening_sheets(workbook, read_system(workbook))
    try:
        return _resolve_sheet_names(workbook, chosen)
    except WorkbookError as problem:
        raise WorkbookError(
            msg('{problem} Change it on Rules, "{label}".', problem=problem.message, label=EVENING_PRINT.label)
        ) from None


def _find_report_sheets(file: ClubFile, notify: Callable[[Message], None]) -> list[str]:
    reports = map_sheets_by_report(file, read_system(file))
    names = [file.sheet_name(sheet) for sheet in reports.values() if sheet]
    visible = [name for name in names if name and name in file.visible_sheets]  # an empty one is hidden
    missing = [report for report, sheet in reports.items() if sheet is None]
    if visible and missing:
        notify(msg("Not printed, because there is no such sheet: {missing}.", missing=", ".join(missing)))
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


def _resolve_sheet_names(workbook: NamedSheets, sheets: Sequence[str]) -> list[str]:
    reports = map_sheets_by_report(workbook, read_system(workbook))
    printed_sheets = []
    for sheet in sheets:
        renamed = next(
            (sheet_name for report, sheet_name in reports.items() if name_key(report) == name_key(sheet)), None
        )
        name = workbook.sheet_name(sheet) or (renamed and workbook.sheet_name(renamed))
        if name is None:
            question = NameSuggester({name_key(name): name for name in workbook.visible_sheets}).suggest(
                name_key(sheet)
            )
            sheet_list = msg("The sheets are {sheets}.", sheets=", ".join(workbook.visible_sheets))
            raise WorkbookError(
                join_sentences([msg('There is no sheet "{sheet}".', sheet=sheet), question, sheet_list])
            )
        printed_sheets.append(name)
    return printed_sheets


def isolate_sheets(package: Package, printed_sheets: Collection[str]) -> bytes:
    """Return the workbook file with all other sheets hidden and unprinted, and without external links.

    Other sheets also lose their print titles and print areas: LibreOffice applies the repeated rows of one sheet to the
    page breaks of all sheets, and prints the print area of a hidden sheet. Formulas are replaced by their values, so
    that sheets to which nothing printed refers can be emptied: reading a season's games takes longer than printing.
    """
    parts: dict[str, Iterable[bytes]] = {**strip_links(package)}
    content = b"".join(parts.get(package.workbook_part) or [package.read(package.workbook_part)])
    workbook = package.parse_safely(content, package.workbook_part, parse_tree)
    sheets = children(child(workbook, "sheets"), "sheet")
    printed = [position for position, sheet in enumerate(sheets) if sheet.getAttribute("name") in printed_sheets]
    for position, sheet in enumerate(sheets):
        sheet.setAttribute("state", "visible" if position in printed else "hidden")
    for view in descendants(workbook, "workbookView"):
        view.setAttribute("activeTab", str(printed[0]))
        view.setAttribute("firstSheet", "0")
    for name in descendants(workbook, "definedName"):
        text, kind = read_text(name), name.getAttribute("name")
        position = int(name.getAttribute("localSheetId") or -1)
        if _EXTERNAL_REFERENCE.search(text) or (kind == _PRINT_TITLES and position not in printed):
            remove_element(name)
        elif kind == _PRINT_AREA and position not in printed:
            set_text(name, f"{_quote_sheet_name(sheets[position].getAttribute('name'))}!{ALWAYS_BLANK_CELL}")
    parts[package.workbook_part] = [serialize_tree(workbook)]
    parts |= _strip_formulas(package, printed_sheets, parts)
    result = io.BytesIO()
    write_package(package, parts, result)
    return result.getvalue()


def _strip_formulas(
    package: Package, printed_sheets: Collection[str], parts: Mapping[str, Iterable[bytes]]
) -> dict[str, Iterable[bytes]]:
    """Return the parts of printed sheets without formulas, and empty parts for sheets without references from them.

    The result is empty if a printed formula has no value yet. LibreOffice must then calculate the whole workbook.
    """
    workbook = package.read_tree(package.workbook_part)
    members = package.find_related_parts(package.workbook_part, "worksheet")
    sheets = {}
    for sheet in workbook.iterfind("{*}sheets/{*}sheet"):
        identifier = next((value for key, value in sheet.attrib.items() if key.endswith("}id")), "")
        if identifier in members:
            sheets[sheet.get("name", "")] = members[identifier]
    changed_parts: dict[str, Iterable[bytes]] = {}
    references = []
    for name in printed_sheets:
        content = b"".join(parts.get(sheets[name]) or [package.read(sheets[name])])
        if _FORMULA_WITHOUT_VALUE.search(content):
            return {}
        changed_parts[sheets[name]] = [_FORMULA.sub(b"", content)]
        references += _CONDITION.findall(content)
        for drawing in package.find_related_parts(sheets[name], "drawing").values():
            references += [package.read(chart) for chart in package.find_related_parts(drawing, "chart").values()]
    reference_text = html.unescape(b"\n".join(references).decode("utf-8", "replace"))
    sheet_by_name = {}
    for element in workbook.iterfind("{*}definedNames/{*}definedName"):
        reference = parse_reference(element.text or "")
        if reference:
            sheet_by_name[element.get("name", "")] = reference[0]
    identifiers = {*re.findall(r"[\w.\\]+", reference_text)}
    referenced_sheets = {sheet for name, sheet in sheet_by_name.items() if name in identifiers}
    for name, part in sheets.items():
        if (
            name not in printed_sheets
            and name not in referenced_sheets
            and name.replace("'", "''") not in reference_text
        ):
            changed_parts[part] = [_EMPTY_SHEET]
            changed_parts[name_relationships_part(part)] = [_NO_RELATIONS]
    return changed_parts


def _quote_sheet_name(sheet: str) -> str:
    return "'" + sheet.replace("'", "''") + "'"


def print_with_office(office: str, copy: Path, folder: Path) -> None:
    """Print `copy` to a PDF in `folder` with LibreOffice.

    The program uses a profile in `folder`, which prevents documents from running or fetching anything, and does not
    interfere with a LibreOffice that the user has open. Raises WorkbookError if no PDF results.
    """
    settings = folder / "profile" / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    _write_temporary_file(settings, _PROFILE.encode())
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
        output = run_program(command, TIME_LIMIT)
    except subprocess.TimeoutExpired:
        raise WorkbookError(
            msg("LibreOffice did not finish within {seconds} minutes. Print fewer sheets.", seconds=TIME_LIMIT // 60)
        ) from None
    except OSError as error:
        raise WorkbookError(
            msg("LibreOffice cannot be started ({error}). Install it again.", error=str(error))
        ) from None
    if not copy.with_suffix(".pdf").exists():  # LibreOffice exits with 0 even if it could not read the file
        cause: Message | str = output.strip().removesuffix(".") or msg("no reason given")
        if shutil.disk_usage(folder).free < _MIN_FREE_BYTES:
            cause = msg(
                "the disk of the folder for temporary files, {folder}, is full. Free some space and try again",
                folder=folder.parent,
            )
        raise WorkbookError(msg("LibreOffice created no PDF: {reason}.", reason=cause))


def _is_excel_installed() -> bool:
    """Return whether Excel is registered with Windows. On other systems the result is False."""
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
        workbook = app.books.open(str(copy.resolve()), update_links=False, read_only=True)
        workbook.to_pdf(str(output.resolve()), include=list(sheets))
        workbook.close()


def _write_temporary_file(path: Path, content: bytes) -> None:
    """Write a temporary file, which is deleted with its folder."""
    write_file(path, lambda target: target.write(content), durable=False)


def _print_with_browser(
    browser: str, file: ClubFile, sheets: Collection[str], output: Path, notify: Callable[[Message], None]
) -> None:
    """Print the web pages with the content of the sheets, with a browser.

    `notify` is called with a message about sheets without a page. Raises WorkbookError if none of the sheets has a
    page, or if no PDF results.
    """
    from xladdin.hosts.publishing import render_wall_pages
    from xladdin.web_pages.publisher import WALL_PAGE, WALL_PAGES

    reports = {sheet: report for report, sheet in map_sheets_by_report(file, read_system(file)).items()}
    names = [reports.get(sheet, sheet) for sheet in sheets]
    missing = [sheet for sheet, name in zip(sheets, names) if name not in WALL_PAGES]
    pages = render_wall_pages(file, names, datetime.now())
    if WALL_PAGE not in pages:
        sheets_named = ", ".join(sheets)
        raise WorkbookError(
            msg("Printing {sheets} needs LibreOffice. Install it from libreoffice.org.", sheets=sheets_named)
        )
    if missing:
        notify(msg("Not printed, because this needs LibreOffice: {missing}.", missing=", ".join(missing)))
    folder = output.parent
    for name, page in pages.items():
        _write_temporary_file(folder / name, page)
    command = [
        browser, "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer", "--print-to-pdf-no-header",
        f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={output}", (folder / WALL_PAGE).resolve().as_uri(),
    ]  # fmt: skip
    if sys.platform == "linux" and os.geteuid() == 0:
        command.insert(1, "--no-sandbox")  # the sandbox of Chromium does not work for root
    try:
        answer = run_program(command, TIME_LIMIT)
    except (subprocess.TimeoutExpired, OSError) as error:
        answer = str(error)
    if not output.exists():
        program = Path(browser).name
        raise WorkbookError(
            msg("{program} created no PDF: {reason}.", program=program, reason=answer.strip().removesuffix("."))
        )


# The signals of Ctrl+C, of a shutdown, and of a closed terminal.
_TERMINATION_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def run_program(command: Sequence[str], seconds: float) -> str:
    """Run a program and return its output.

    If an exception or a signal ends the wait, the program and its child processes are killed. Raises TimeoutExpired if
    it takes longer than `seconds`, and OSError if it cannot be started.
    """
    with _delay_signals() as release_signals, subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", start_new_session=True,
    ) as program:  # fmt: skip
        try:
            release_signals()
            return program.communicate(timeout=seconds)[0]
        except BaseException:
            _kill_with_children(program)
            raise


def _kill_with_children(program: subprocess.Popen[str]) -> None:
    """Kill a program and its children. LibreOffice runs as the child of a launcher that only waits for it."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(program.pid)], capture_output=True, check=False)
    else:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
    program.wait()


@contextmanager
def _delay_signals() -> Iterator[Callable[[], None]]:
    """Delay termination signals, and yield a function that lets them raise exceptions from then on.

    A signal that arrives before that call is pending until then, because a program that is just being started could
    not be killed.
    """
    pending: list[int] = []
    are_released = False

    def handle_signal(number: int, frame: FrameType | None) -> None:
        if not are_released:
            pending.append(number)
        elif number == signal.SIGINT:
            raise KeyboardInterrupt
        else:
            raise SystemExit(128 + number)

    def release_signals() -> None:
        nonlocal are_released
        are_released = True
        for number in pending:
            handle_signal(number, None)

    if threading.current_thread() is not threading.main_thread():
        yield release_signals
        return
    handled_signals = [number for number in _TERMINATION_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    previous_handlers = {number: signal.signal(number, handle_signal) for number in handled_signals}
    try:
        yield release_signals
    finally:
        for number, handler in previous_handlers.items():
            signal.signal(number, handler)
        if pending and not are_released:  # no program was started
            signal.raise_signal(pending[0])
