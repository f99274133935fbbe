"""`xladdin macros`: buttons and functions put into an existing workbook, or made again."""

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from xladdin.errors import WorkbookError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.package import validate_suffix
from xladdin.files.package_edit import PackageEdit
from xladdin.files.safe_write import safely_create, safely_replace
from xladdin.files.task_pane import ADD_IN, read_pane
from xladdin.hosts.excel import macro_sheets
from xladdin.messages import Message, join_lines, msg, separate_values
from xladdin.systems.system import RatingSystem
from xladdin.vba.project import Module, read_project, vba_project
from xladdin.workbook.lambdas import drop_lambda_names
from xladdin.workbook.macros.modules import (
    OPENING,
    club_macros,
    document_modules,
    function_modules,
    install_line,
    with_crlf,
    xlwings_modules,
)
from xladdin.workbook.report_sheets.filled import sheets_by_report
from xladdin.workbook.rules import system_of
from xladdin.workbook.schema import language_of

MACRO_WORKBOOK = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
PROJECT, PROJECT_TYPE = "xl/vbaProject.bin", "application/vnd.ms-office.vbaProject"
_PROJECT_LINK = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"


def put_macros(path: Path) -> Message:
    """Put buttons and functions into a club workbook, or today's in the place of older ones. Says what it did.

    An .xlsx stays as it is, and the workbook with macros goes beside it.

    Raises:
        WorkbookError: The workbook has modules that are not ours, which would be lost.
    """
    book = _club_book(path)
    suffix = path.suffix.lower()
    if suffix != ".xlsm" and read_pane(book.package, ADD_IN) is not None:
        raise book.package.problem(
            msg(
                "it carries the add-in xlwings Lite, whose functions have the same names. Make one with buttons "
                "instead: xladdin renew {name} {name2}",
                name=path.name,
                name2=path.with_suffix(".xlsm").name,
            )
        )
    work = _Macros(book)
    missing = work.put()
    lines: list[Message] = []
    names = {"xlwings": version("xlwings")}
    if suffix != ".xlsm":
        made = path.with_suffix(".xlsm")
        safely_create(made, work.edit.write)
        lines.append(
            msg(
                "Created {path}, with the macros of xlwings {xlwings}; {old} is as it was.",
                path=made,
                old=path.name,
                **names,
            )
        )
        lines.append(install_line())
    elif not work.is_changed:
        lines.append(msg("{path} has the macros of xlwings {xlwings} already.", path=path, **names))
    else:
        safely_replace(path, work.edit.write, book.package.fingerprint, command="macros")
        lines.append(msg("{path} has the macros of xlwings {xlwings} now; all else is as it was.", path=path, **names))
    if missing:
        captions = separate_values(missing)
        lines.append(msg("Not put on: {captions}, because something else is in their place.", captions=captions))
    return join_lines(lines)


def _club_book(path: Path) -> ClubFile:
    book = open_club_file(path)
    validate_suffix(path)
    return book


class _Macros:
    """The macros of one workbook, and the changes to make."""

    def __init__(self, book: ClubFile) -> None:
        self._book = book
        self._system: RatingSystem = system_of(book)
        self.edit = PackageEdit(book.package)
        self.is_changed = False

    def put(self) -> list[str]:
        """Put in everything that is missing, and return the captions of buttons that found no place."""
        package, sheets = self._book.package, self._book.sheets
        part = next(iter(package.related(package.workbook_part, "vbaProject").values()), None)
        shown = [sheet for sheet in sheets_by_report(self._book, self._system).values() if sheet]
        ours = [club_macros(shown, language_of(self._book)), *function_modules("xladdin.functions"), *xlwings_modules()]
        if part is not None:
            self._validate_modules(package.read(part), ours)
        names = macro_sheets.code_names(self.edit, self._book)
        if part is None:
            drop_lambda_names(self.edit.tree(package.workbook_part))
        has_settings = macro_sheets.put_settings(self.edit, self._book, names)
        workbook, *code_names = names.values()
        project = vba_project([*document_modules(workbook, code_names), *ours])
        changed_project = part is None or package.read(part) != project
        if part is None:
            self.edit.add_named(PROJECT, project, PROJECT_TYPE)
            self.edit.link(package.workbook_part, _PROJECT_LINK, PROJECT)
            self.edit.set_type(package.workbook_part, MACRO_WORKBOOK)
        elif changed_project:
            self.edit.replace(part, [project])
        missing: list[str] = []
        added = False
        wanted = macro_sheets.buttons_of(self._book, self._system)
        for number, (sheet, buttons) in enumerate(wanted.items(), start=1):
            there = macro_sheets.macros_on(self.edit, sheets[sheet])
            new = [button for button in buttons if button.macro not in there]
            fitting = [button for button in new if macro_sheets.is_free(self._book, sheet, button.cells)]
            missing += [button.caption for button in new if button not in fitting]
            if fitting:
                macro_sheets.put_buttons(self.edit, sheets[sheet], fitting, number)
                added = True
        is_told = macro_sheets.tell_on_start(self.edit, self._book, install_line())
        self.is_changed = changed_project or added or has_settings or is_told
        return missing

    def _validate_modules(self, project: bytes, ours: Sequence[Module]) -> None:
        """Raise WorkbookError for a project with code of the club's own, which is left alone."""
        try:
            sources, forms = read_project(project)
        except WorkbookError as problem:
            raise self._book.package.problem(problem.message) from None
        known = {module.name.upper() for module in ours}
        own = [name for name, source in sources.items() if name.upper() not in known and _has_code(source)]
        own = sorted({*own, *forms})
        if own:
            raise self._book.package.problem(
                msg(
                    "it has macros of its own ({own}), which xladdin leaves alone. Take them out in Excel (Alt+F11, "
                    "File, Export File), run this again, and import them again.",
                    own=", ".join(own),
                )
            )


def _has_code(source: str) -> bool:
    """Return whether there is more than what Excel and we write into the module of a workbook or a sheet."""
    lines = (line.strip() for line in source.replace(with_crlf(OPENING), "").splitlines())
    return any(line and not line.startswith("Attribute ") and line != "Option Explicit" for line in lines)
