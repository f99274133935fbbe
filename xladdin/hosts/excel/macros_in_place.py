"""`xladdin macros`: buttons and functions put into an existing workbook, made again, or taken away."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from xladdin.errors import FileProblem
from xladdin.files.package import refuse_other_suffix
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.safety.safekeeping import safely_create, safely_replace
from xladdin.files.writing.package_edit import PackageEdit
from xladdin.files.writing.task_pane import ADD_IN, read_pane
from xladdin.hosts.excel import macro_sheets
from xladdin.hosts.excel.sheet_buttons import macros_on, put_buttons, take_buttons
from xladdin.hosts.why import why
from xladdin.systems.system import RatingSystem
from xladdin.vba.project import Module, ModuleKind, vba_project
from xladdin.vba.read_back import read_modules, refuse_what_is_lost
from xladdin.workbook.lambdas import drop_lambda_names
from xladdin.workbook.macros.modules import OPENING, club_macros, document_modules, with_crlf, xlwings_modules
from xladdin.workbook.macros.settings import install_line
from xladdin.workbook.macros.wrappers import function_modules
from xladdin.workbook.report_sheets.all_sheets import sheets_by_report
from xladdin.workbook.rules.as_edited import system_of

MACRO_WORKBOOK = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
PROJECT, PROJECT_TYPE = "xl/vbaProject.bin", "application/vnd.ms-office.vbaProject"
_PROJECT_LINK = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
_PRINTABLE = re.compile(r'PrintableSheets As String = "([^"]*)"')
_XLWINGS = ("XLWINGS", "DICTIONARY")
"""The modules that macros of the club's own may use, too."""


def put_macros(path: Path) -> str:
    """Puts buttons and functions into a club workbook, or today's in the place of older ones. Says what it did.

    An .xlsx stays as it is, and the workbook with macros goes beside it. Modules of the club's own are kept. Raises
    FileProblem if something of the club's own would be lost.
    """
    book = _club_book(path)
    suffix = path.suffix.lower()
    if suffix != ".xlsm" and read_pane(book.package, ADD_IN) is not None:
        raise book.package.problem(
            "it carries the add-in xlwings Lite, whose functions have the same names. "
            f"Make one with buttons instead: xladdin renew {path.name} {path.with_suffix('.xlsm').name}"
        )
    work = _Macros(book)
    missing = work.put()
    told = f"Not put on: {', '.join(missing)}, because something else is in their place." if missing else ""
    if suffix != ".xlsm":
        made = path.with_suffix(".xlsm")
        safely_create(made, work.edit.write)
        words = f"Created {made}, with the macros of xlwings {version('xlwings')}; {path.name} is as it was."
        words += f"\n{install_line()}"
    elif not work.is_changed:
        words = f"{path} has the macros of xlwings {version('xlwings')} already."
    else:
        safely_replace(path, work.edit.write, book.package.fingerprint, why=why("macros", book))
        words = f"{path} has the macros of xlwings {version('xlwings')} now; all else is as it was."
    return "\n".join(filter(None, [words, told]))


def take_macros(path: Path) -> str:
    """Takes our buttons and functions out of a club workbook. Says what it did.

    Modules of the club's own stay, and the settings sheet. Raises FileProblem as `put_macros` does.
    """
    book = _club_book(path)
    work = _Macros(book)
    if not work.there and not work.is_with_buttons:
        return f"{path} has no macros of ours."
    kept = work.take()
    safely_replace(path, work.edit.write, book.package.fingerprint, why=why("macros", book))
    own = f" Macros of your own stay: {', '.join(kept)}." if kept else ""
    return f"{path} has no buttons and no Python functions any more; all else is as it was.{own}"


def _club_book(path: Path) -> ClubFile:
    book = open_club_file(path)
    refuse_other_suffix(path)
    return book


class _Macros:
    """The macros of one workbook, and the changes to make."""

    def __init__(self, book: ClubFile) -> None:
        self._book = book
        self._system: RatingSystem = system_of(book)
        self.edit = PackageEdit(book.package)
        self.is_changed = False

    @cached_property
    def there(self) -> list[Module]:
        """The modules of the workbook."""
        part = self._part
        if part is None:
            return []
        try:
            refuse_what_is_lost(self._book.package.read(part))
            return read_modules(self._book.package.read(part))
        except FileProblem as problem:
            raise self._book.package.problem(str(problem)) from None

    @property
    def is_with_buttons(self) -> bool:
        """Whether a button of ours is on a sheet."""
        wanted = macro_sheets.buttons_of(self._book, self._system)
        macros = {button.macro for buttons in wanted.values() for button in buttons}
        return any(macros & macros_on(self.edit, self._book.sheets[sheet]) for sheet in wanted)

    def put(self) -> list[str]:
        """Puts in everything that is missing, and gives the captions of buttons that found no place."""
        part, sheets = self._part, self._book.sheets
        before = list(self.there)
        names = macro_sheets.code_names(self.edit, self._book)
        if part is None:
            drop_lambda_names(self.edit.tree(self._book.package.workbook_part))
        has_settings = macro_sheets.put_settings(self.edit, self._book, names)
        project = vba_project(self._modules(before, names.values()))
        changed_project = part is None or self._book.package.read(part) != project
        if part is None:
            workbook = self._book.package.workbook_part
            self.edit.add_named(PROJECT, project, PROJECT_TYPE)
            self.edit.link(workbook, _PROJECT_LINK, PROJECT)
            self.edit.set_type(workbook, MACRO_WORKBOOK)
        elif changed_project:
            self.edit.replace(part, [project])
        missing, added = [], False
        wanted = macro_sheets.buttons_of(self._book, self._system)
        for number, (sheet, buttons) in enumerate(wanted.items(), start=1):
            new = [button for button in buttons if button.macro not in macros_on(self.edit, sheets[sheet])]
            fitting = [button for button in new if macro_sheets.is_free(self._book, sheet, button.cells)]
            missing += [button.caption for button in new if button not in fitting]
            if fitting:
                put_buttons(self.edit, sheets[sheet], fitting, number)
                added = True
        is_told = macro_sheets.tell_on_start(self.edit, self._book, install_line())
        self.is_changed = changed_project or added or has_settings or is_told
        return missing

    def take(self) -> list[str]:
        """Takes everything of ours out, and gives the names of the club's own modules."""
        for sheet, buttons in macro_sheets.buttons_of(self._book, self._system).items():
            take_buttons(self.edit, self._book.sheets[sheet], {button.macro for button in buttons})
        macro_sheets.tell_on_start(self.edit, self._book, "")
        ours = {module.name.upper() for module in self._ours(())}
        left = [_without_opening(module) for module in self.there if module.name.upper() not in ours]
        own = [module.name for module in left if _has_code(module)]
        if own and any("RUNPYTHON" in module.source.upper() for module in left):
            left += [module for module in self.there if module.name.upper() in _XLWINGS]
        part = self._part
        if part is not None and own:
            self.edit.replace(part, [vba_project(left)])
        elif part is not None:
            for identifier in self.edit.links(self._book.package.workbook_part, "vbaProject"):
                self.edit.unlink(self._book.package.workbook_part, identifier)
            self.edit.drop(part)
        return own

    @cached_property
    def _part(self) -> str | None:
        return next(iter(self._book.package.related(self._book.package.workbook_part, "vbaProject").values()), None)

    def _ours(self, printable: Sequence[str]) -> list[Module]:
        return [club_macros(printable), *function_modules("xladdin.functions"), *xlwings_modules()]

    def _modules(self, before: Sequence[Module], code_names: Collection[str]) -> list[Module]:
        """Our modules, the club's own, and one for the workbook and each sheet that has none yet."""
        shown = [sheet for sheet in sheets_by_report(self._book, self._system).values() if sheet]
        there = set(self._book.sheets)
        printable = list(dict.fromkeys([*(sheet for sheet in _printed(before) if sheet in there), *shown]))
        ours = self._ours(printable)
        names = {module.name.upper() for module in ours}
        kept = [module for module in before if module.name.upper() not in names]
        known = {module.name.upper() for module in kept}
        workbook, *sheets = code_names
        documents = document_modules(workbook, sheets)
        opened = [_with_opening(module) if module.name == workbook else module for module in kept]
        return [*opened, *(module for module in documents if module.name.upper() not in known), *ours]


def _printed(modules: Sequence[Module]) -> Iterator[str]:
    """The sheets that the macros printed until now."""
    for module in modules:
        found = _PRINTABLE.search(module.source)
        yield from (sheet for sheet in found[1].split("/") if sheet) if found else ()


def _with_opening(module: Module) -> Module:
    """The workbook's module. It tells Excel the functions' help at opening, unless it does something else then."""
    if "Workbook_Open" in module.source:
        return module
    return replace(module, source=module.source + with_crlf(OPENING))


def _without_opening(module: Module) -> Module:
    return replace(module, source=module.source.replace(with_crlf(OPENING), ""))


def _has_code(module: Module) -> bool:
    """Whether there is more than what Excel itself writes."""
    lines = (line.strip() for line in module.source.splitlines())
    bare = [line for line in lines if line and not line.startswith("Attribute ") and line != "Option Explicit"]
    return bool(bare) or module.kind is not ModuleKind.DOCUMENT
