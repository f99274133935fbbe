"""Examine a machine and a workbook for `xladdin doctor`, and suggest a remedy for each problem."""

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import xladdin
from xladdin.errors import XladdinError
from xladdin.files.club_file import open_club_file
from xladdin.files.locks import validate_not_open
from xladdin.files.task_panes import XLWINGS_LITE, read_task_pane
from xladdin.hosts.lite import read_embedded_version
from xladdin.hosts.printing import find_browser, find_office
from xladdin.messages import Message, msg, verbatim
from xladdin.workbook.macro_modules import INTERPRETER_KEYS, VERSION_KEY, read_settings
from xladdin.workbook.rules import read_system
from xladdin.workbook.validation import read_club_log

NOT_INSTALLED = msg("not installed")
# The package through which xlwings reaches Excel, by platform.
BRIDGES = {"win32": "pywin32", "darwin": "appscript"}
# The zones of Windows for the internet and for restricted sites.
ZONE = re.compile(r"^ZoneId=[34]", re.MULTILINE)
VERSION = re.compile(r"[0-9]{1,4}(?:[.][0-9]{1,4}){1,3}")


@dataclass(frozen=True)
class Machine:
    """The machine to examine, by default this one."""

    platform: str = sys.platform
    home: Path = field(default_factory=Path.home)
    python: str = sys.executable


@dataclass(frozen=True)
class Finding:
    """A result of the examination, with a remedy if something is wrong."""

    subject: Message
    result: Message | str
    remedy: Message | str = ""

    @property
    def is_well(self) -> bool:
        """Whether no remedy is needed."""
        return not self.remedy

    def as_message(self) -> Message:
        """Return the finding as a line, with the remedy below it."""
        line = msg("{subject}: {finding}", subject=self.subject, finding=self.result)
        if self.is_well:
            return Message("ok  {line}", {"line": line})
        remedy = msg("What to do: {remedy}", remedy=self.remedy)
        return Message("!   {line}\n    {remedy}", {"line": line, "remedy": remedy})


def examine(file: Path | None, machine: Machine | None = None) -> list[Finding]:
    """Return all findings about the machine, and about a club workbook if one is given."""
    machine = machine or Machine()
    findings = list(_examine_machine(machine, file.parent if file else Path()))
    return [*findings, *_examine_workbook(file, machine)] if file else findings


def _examine_machine(machine: Machine, home: Path) -> Iterator[Finding]:
    xlwings, bridge = _find_installed_version("xlwings"), BRIDGES.get(machine.platform)
    python = f"{sys.version.split()[0]} ({machine.python})"
    python_and_version = msg("{python}, with xladdin {version}", python=python, version=xladdin.__version__)
    yield Finding(verbatim("Python"), python_and_version)
    missing_packages = " ".join(name for name in ("xlwings", bridge) if name and not _find_installed_version(name))
    yield Finding(
        verbatim("xlwings"), xlwings or NOT_INSTALLED, f"pip install {missing_packages}" if missing_packages else ""
    )
    if machine.platform == "darwin":
        script = machine.home / f"Library/Application Scripts/com.microsoft.Excel/xlwings-{xlwings}.applescript"
        has_script = script.exists()
        remedy = "" if has_script else "xlwings runpython install"
        yield Finding(msg("Script for buttons"), script.name if has_script else NOT_INSTALLED, remedy)
    if machine.platform == "win32":
        # VBA loads the library from the interpreter's folder or its parent, and from nowhere else.
        name, folder = f"xlwings64-{xlwings}.dll", Path(machine.python).parent
        has_library = any((parent / name).exists() for parent in (folder, folder.parent))
        remedy = f'"{machine.python}" -m pip install --force-reinstall --no-user xlwings=={xlwings}'
        problem = msg("{name} is not in {folder}", name=name, folder=folder)
        yield Finding(msg("Library for functions"), name if has_library else problem, "" if has_library else remedy)
    office = find_office()
    needs_office = not office and not find_browser() and machine.platform != "win32"
    remedy = msg("Install LibreOffice for {command}.", command="xladdin print") if needs_office else ""
    yield Finding(verbatim("LibreOffice"), office or NOT_INSTALLED, remedy)
    try:
        with tempfile.TemporaryFile(dir=home):
            yield Finding(msg("Write access"), str(home.resolve()))
    except OSError as error:
        problem = msg("none to {folder} ({error})", folder=home.resolve(), error=error.strerror)
        yield Finding(msg("Write access"), problem, msg("Use a folder of your own."))


def _examine_workbook(file: Path, machine: Machine) -> Iterator[Finding]:
    try:
        workbook = open_club_file(file)
        system = read_system(workbook)
        read_club_log(workbook, system)
        validate_not_open(file)
    except XladdinError as error:
        yield Finding(msg("Workbook"), msg("{name} cannot be recalculated", name=file.name), error.message)
        return
    description = msg("{name}, a club workbook: {system}", name=file.name, system=system.title)
    yield Finding(msg("Workbook"), description)
    with suppress(OSError):  # the stream in which Windows stores the origin of a file
        if ZONE.search(Path(f"{file}:Zone.Identifier").read_text(encoding="utf-8", errors="replace")):
            origin = msg(
                "Downloaded or received by mail: Excel opens it in Protected View, where nothing is calculated"
            )
            yield Finding(msg("Mark of the web"), origin, msg("Right-click the file, Properties, Unblock."))
    pane = read_task_pane(workbook.package, XLWINGS_LITE)
    if pane is not None and (carried := read_embedded_version(pane)) is not None:
        remedy = "" if carried == xladdin.__version__ else f"xladdin lite {file.name}"
        yield Finding(verbatim("xlwings Lite"), f"xladdin {carried}", remedy)
    settings = read_settings(workbook)
    if embedded := settings.get(VERSION_KEY, ""):
        # A workbook may have any text there, and users paste what they are shown.
        version_text = embedded if VERSION.fullmatch(embedded) else msg("another version")
        remedy = "" if embedded == _find_installed_version("xlwings") else f"xladdin macros {file.name}"
        yield Finding(msg("xlwings of the workbook"), version_text, remedy)
    interpreter = settings.get(INTERPRETER_KEYS.get(machine.platform, ""), "")
    if interpreter and not Path(interpreter).exists():
        remedy = msg("Type on the sheet xlwings.conf: {python}", python=machine.python)
        yield Finding(msg("Python of the workbook"), interpreter, remedy)


def _find_installed_version(package: str) -> str | None:
    with suppress(PackageNotFoundError):
        return version(package)
    return None
