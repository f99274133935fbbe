"""`xladdin doctor`: which needs of the hosts a machine and a workbook meet."""

import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PureWindowsPath

import xladdin
from xladdin.errors import FileProblem, XladdinError
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.safety.locks import refuse_if_open
from xladdin.files.writing.task_pane import ADD_IN, read_pane
from xladdin.hosts.excel.windows_places import library, place
from xladdin.hosts.finding import Finding, Machine
from xladdin.hosts.office_js.lite import carried_version
from xladdin.hosts.printing import find_office
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem
from xladdin.workbook.checked import whole_log
from xladdin.workbook.macros.settings import INTERPRETER_KEYS, SETTINGS_SHEET, VERSION_KEY, read_settings
from xladdin.workbook.rules.as_edited import refuse_other_form
from xladdin.workbook.schema import SYSTEM_NAME

_VERSION = re.compile(r"[0-9]{1,4}(?:[.][0-9]{1,4}){1,3}")
_BRIDGES = {"win32": "pywin32", "darwin": "appscript"}
"""The package through which xlwings reaches Excel."""
_ADDIN_FOLDERS = {
    "win32": "AppData/Roaming/Microsoft/Excel/XLSTART",
    "darwin": "Library/Group Containers/UBF8T346G9.Office/User Content.localized/Startup.localized/Excel",
}
_APPLESCRIPT_FOLDER = "Library/Application Scripts/com.microsoft.Excel"


def examine(file: Path | None, machine: Machine | None = None) -> list[Finding]:
    """All findings, in order. `file` is a club workbook to examine, too."""
    machine = machine or Machine()
    findings = [_python(machine), *_xlwings(machine), _addin(machine), _libreoffice(machine)]
    findings.append(_write_access(file.parent if file else Path()))
    if file is not None:
        findings.extend(_workbook(file, machine))
    return findings


def _python(machine: Machine) -> Finding:
    found = f"{sys.version.split()[0]} ({machine.python})"
    return Finding("Python", found, f"It runs xladdin {_installed('xladdin') or 'from its source folder'}.")


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _xlwings(machine: Machine) -> Iterator[Finding]:
    installed = _installed("xlwings")
    if installed is None:
        meaning = "No host of Excel can call Python."
        yield Finding("xlwings", "not installed", meaning, "pip install xlwings", is_well=False)
        return
    if not machine.has_excel:
        meaning = "Excel does not run on this system. Workbooks are recalculated by the command line."
        yield Finding("xlwings", installed, meaning)
        return
    bridge = _BRIDGES[machine.platform]
    if _installed(bridge) is None:
        meaning = f"xlwings cannot reach Excel: {bridge} is not installed."
        yield Finding("xlwings", installed, meaning, f"pip install {bridge}", is_well=False)
    else:
        does = "buttons and worksheet functions" if machine.platform == "win32" else "buttons, not worksheet functions"
        yield Finding("xlwings", installed, f"Macro workbooks run Python here: {does}.")
    if machine.platform == "darwin":
        yield _applescript(machine, installed)
    if machine.platform == "win32":
        yield library(machine, installed)


def _applescript(machine: Machine, installed: str) -> Finding:
    """Excel for Mac starts Python through a script in a place where only the user can put it."""
    script = machine.home / _APPLESCRIPT_FOLDER / f"xlwings-{installed}.applescript"
    if script.exists():
        return Finding("Script for buttons", script.name, "Excel may start Python.")
    meaning = "The buttons of a macro workbook cannot start Python."
    return Finding("Script for buttons", "not installed", meaning, "xlwings runpython install", is_well=False)


def _addin(machine: Machine) -> Finding:
    subject = "xlwings add-in"
    if not machine.has_excel:
        return Finding(subject, "not looked for", "It belongs to Excel, which does not run on this system.")
    if (machine.home / _ADDIN_FOLDERS[machine.platform] / "xlwings.xlam").exists():
        meaning = "A macro workbook does without it; leave its button Import Functions alone."
        return Finding(subject, "installed", meaning)
    return Finding(subject, "not installed", "A macro workbook does without it.")


def _libreoffice(machine: Machine) -> Finding:
    subject, program = "LibreOffice", find_office()
    if program is not None:
        return Finding(subject, program, "`xladdin print` can make PDFs.")
    if machine.platform == "win32":
        return Finding(subject, "not installed", "`xladdin print` makes PDFs through Excel, where it is installed.")
    remedy = "Install LibreOffice for `xladdin print`, or print from Excel."
    return Finding(subject, "not installed", "`xladdin print` cannot make PDFs.", remedy, is_well=False)


def _write_access(folder: Path) -> Finding:
    where = str(folder.resolve())
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        meaning = f"Workbooks here can be read, not recalculated ({error.strerror})."
        remedy = "Move the workbook to a folder of your own, or ask who keeps this one for the right to write."
        return Finding("Write access", f"none to {where}", meaning, remedy, is_well=False)
    return Finding("Write access", where, "Workbooks here can be recalculated, with copies in backups.")


def _workbook(file: Path, machine: Machine) -> Iterator[Finding]:
    try:
        book = open_club_file(file)
        if SYSTEM_NAME not in book.names:
            meaning = f"It is not a club workbook: it has no cell named {SYSTEM_NAME}."
            yield Finding("Workbook", file.name, meaning, "Make one: xladdin new SYSTEM FILE", is_well=False)
            return
        system = system_named(book.names[SYSTEM_NAME])
        refuse_other_form(book)
    except XladdinError as error:
        yield Finding("Workbook", file.name, "It cannot be read.", str(error), is_well=False)
        return
    yield Finding("Workbook", file.name, f"A club workbook: {system.title}.")
    yield from _tables(book, system)
    yield _left_open(file)
    yield from place(file)
    yield from _lite(book)
    if file.suffix.lower() == ".xlsm":
        settings = read_settings(book)
        yield _embedded_version(settings)
        yield from _interpreters(settings, machine)


def _tables(book: ClubFile, system: RatingSystem) -> Iterator[Finding]:
    """Finds missing parts of the tables. A recalculation names wrong rows."""
    try:
        whole_log(book, system)
    except XladdinError as error:
        yield Finding("Tables", "not all there", "The workbook cannot be recalculated.", str(error), is_well=False)


def _lite(book: ClubFile) -> Iterator[Finding]:
    """Finds the add-in that a workbook carries."""
    pane = read_pane(book.package, ADD_IN)
    if pane is None:
        return
    carried = carried_version(pane)
    if carried is None:
        yield Finding("xlwings Lite", "code of the club's own", "The workbook carries an add-in that is not xladdin's.")
    elif carried == xladdin.__version__:
        yield Finding("xlwings Lite", f"xladdin {carried}", "The workbook carries its add-in, of this version.")
    else:
        meaning = f"The workbook carries an add-in of another version than this one, {xladdin.__version__}."
        remedy = "xladdin lite FILE puts this one in its place."
        yield Finding("xlwings Lite", f"xladdin {carried}", meaning, remedy, is_well=False)


def _left_open(file: Path) -> Finding:
    try:
        refuse_if_open(file)
    except FileProblem as problem:
        return Finding("Left open", "yes", "The workbook cannot be recalculated.", str(problem), is_well=False)
    return Finding("Left open", "no", "No program has the workbook open.")


def _embedded_version(settings: Mapping[str, str]) -> Finding:
    subject, embedded, installed = "xlwings of the workbook", settings.get(VERSION_KEY, ""), _installed("xlwings")
    if embedded == installed:
        return Finding(subject, embedded, "The same as the one installed here.")
    meaning = f"Its macros were made for another xlwings than the one installed here ({installed or 'none'})."
    remedy = "xladdin macros FILE puts those of the installed one into it"
    if _VERSION.fullmatch(embedded):  # a workbook may hold anything there, and people paste what they are told
        remedy += f", or: pip install xlwings=={embedded}"
    return Finding(subject, embedded or "not told", meaning, f"{remedy}.", is_well=False)


def _interpreters(settings: Mapping[str, str], machine: Machine) -> Iterator[Finding]:
    for platform, key in INTERPRETER_KEYS.items():
        subject, named = f"{key} of {SETTINGS_SHEET}", settings.get(key, "")
        if platform != machine.platform:
            yield Finding(subject, named or "blank", "For another system than this one.")
        elif not named:
            meaning = f"Excel starts the Python that `python` starts; xladdin is installed in {machine.python}."
            yield Finding(subject, "blank", meaning, "If the buttons fail, write that path into the cell.")
        elif not Path(os.path.expandvars(named)).exists():
            meaning = "There is no such Python on this machine: buttons and functions fail."
            yield Finding(subject, named, meaning, f"Write into the cell: {machine.python}", is_well=False)
        elif _same_python(named, machine):
            yield Finding(subject, named, "The Python that has xladdin.")
        else:
            meaning = "Another Python than this one. Buttons and functions work if xladdin is installed there too."
            yield Finding(subject, named, meaning, f"If they fail, write into the cell: {machine.python}")


def _same_python(named: str, machine: Machine) -> bool:
    if machine.platform == "win32":
        return PureWindowsPath(named).parent == PureWindowsPath(machine.python).parent
    return Path(named) == Path(machine.python)
