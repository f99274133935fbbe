"""`xladdin macros`: put buttons and functions into an existing workbook, or replace older ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import count
from pathlib import Path
from xml.sax.saxutils import escape

from xladdin.cells import cell_at, cell_text, column_letters, is_blank, parse_range
from xladdin.errors import WorkbookError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.package import (
    SHEETS_NAMESPACE,
    XML_DECLARATION,
    Element,
    PackageEdit,
    add_child,
    child,
    children,
    descendants,
    relationship_id,
    remove_element,
    set_relationship_id,
    set_text,
    validate_suffix,
)
from xladdin.files.safe_write import create_file, replace_with_backup
from xladdin.files.task_panes import XLWINGS_LITE, read_task_pane
from xladdin.languages import Language
from xladdin.messages import Message, join_lines, join_values, msg
from xladdin.systems.system import RatingSystem
from xladdin.vba import Button, Module, add_buttons, build_drawing, build_vba_project, list_macros, read_project
from xladdin.workbook.lambda_names import drop_lambda_names
from xladdin.workbook.macro_modules import (
    COLUMN_WIDTHS,
    OPEN_EVENT,
    SETTINGS_SHEET,
    VERSION_KEY,
    WORKBOOK_CODE_NAME,
    build_settings,
    club_macros,
    document_modules,
    function_modules,
    install_line,
    use_crlf,
    xlwings_modules,
)
from xladdin.workbook.report_sheets.rendering import sheets_by_report
from xladdin.workbook.rules import read_system
from xladdin.workbook.schema import FINISH_BY_BUTTON, FINISH_HINT_NAME, TONIGHT, read_language
from xladdin.workbook.start import BUTTON_HEIGHT, BUTTON_ROW, INSTALL_CELL, start_buttons
from xladdin.workbook.status import STATUS_NAME
from xladdin.workbook.template import pair_button

MACRO_WORKBOOK = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
PROJECT, PROJECT_TYPE = "xl/vbaProject.bin", "application/vnd.ms-office.vbaProject"
_PROJECT_LINK = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"


def put_macros(path: Path) -> Message:
    """Put buttons and functions into a club workbook, or today's in the place of older ones. Says what it did.

    An .xlsx stays as it is, and the workbook with macros goes next to it.

    Raises:
        WorkbookError: The workbook has modules that are not ours, which would be lost.
    """
    book = _club_book(path)
    suffix = path.suffix.lower()
    if suffix != ".xlsm" and read_task_pane(book.package, XLWINGS_LITE) is not None:
        raise book.package.unusable_error(
            msg(
                "it contains the add-in xlwings Lite, whose functions have the same names. Create one "
                "with buttons instead: xladdin renew {name} {name2}",
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
        create_file(made, work.edit.write)
        lines.append(
            msg(
                "Created {path}, with the macros of xlwings {xlwings}; {old} is unchanged.",
                path=made,
                old=path.name,
                **names,
            )
        )
        lines.append(install_line())
    elif not work.is_changed:
        lines.append(msg("{path} already has the macros of xlwings {xlwings}.", path=path, **names))
    else:
        replace_with_backup(path, work.edit.write, book.package.data, command="macros")
        lines.append(
            msg("{path} now has the macros of xlwings {xlwings}; everything else is unchanged.", path=path, **names)
        )
    if missing:
        captions = join_values(missing)
        lines.append(msg("Buttons not added: {captions}, because something else is in their place.", captions=captions))
    return join_lines(lines)


def _club_book(path: Path) -> ClubFile:
    book = open_club_file(path)
    validate_suffix(path)
    return book


class _Macros:
    """The macros of one workbook, and the changes to make."""

    def __init__(self, book: ClubFile) -> None:
        self._book = book
        self._system: RatingSystem = read_system(book)
        self.edit = PackageEdit(book.package)
        self.is_changed = False

    def put(self) -> list[str]:
        """Add everything that is missing, and return the captions of buttons for which there is no room."""
        package, sheets = self._book.package, self._book.sheets
        part = next(iter(package.related_parts(package.workbook_part, "vbaProject").values()), None)
        report_sheets = [sheet for sheet in sheets_by_report(self._book, self._system).values() if sheet]
        language = read_language(self._book)
        modules = [
            club_macros(report_sheets, language),
            *function_modules("xladdin.functions", language),
            *xlwings_modules(),
        ]
        if part is not None:
            self._validate_modules(package.read(part), modules)
        names = give_code_names(self.edit, self._book)
        if part is None:
            drop_lambda_names(self.edit.tree(package.workbook_part))
        has_settings = put_settings(self.edit, self._book, names)
        workbook, *code_names = names.values()
        project = build_vba_project([*document_modules(workbook, code_names), *modules])
        changed_project = part is None or package.read(part) != project
        if part is None:
            self.edit.add_part(PROJECT, project, PROJECT_TYPE)
            self.edit.add_relationship(package.workbook_part, _PROJECT_LINK, PROJECT)
            self.edit.set_content_type(package.workbook_part, MACRO_WORKBOOK)
        elif changed_project:
            self.edit.replace(part, [project])
        missing: list[str] = []
        added = False
        wanted = buttons_of(self._book, self._system)
        for number, (sheet, buttons) in enumerate(wanted.items(), start=1):
            existing = macros_on(self.edit, sheets[sheet])
            new = [button for button in buttons if button.macro not in existing]
            fitting = [button for button in new if is_free(self._book, sheet, button.cells)]
            missing += [button.caption for button in new if button not in fitting]
            if fitting:
                put_buttons(self.edit, sheets[sheet], fitting, number)
                added = True
        has_new_line = tell_on_start(self.edit, self._book, install_line())
        self.is_changed = changed_project or added or has_settings or has_new_line
        return missing

    def _validate_modules(self, project: bytes, modules: Sequence[Module]) -> None:
        """Raise WorkbookError for a project with code of the club's own, which is not changed."""
        try:
            sources, forms = read_project(project)
        except WorkbookError as problem:
            raise self._book.package.unusable_error(problem.message) from None
        known = {module.name.upper() for module in modules}
        club_modules = [name for name, source in sources.items() if name.upper() not in known and _has_code(source)]
        club_modules = sorted({*club_modules, *forms})
        if club_modules:
            raise self._book.package.unusable_error(
                msg(
                    "it has macros of its own ({own}), which xladdin does not change. Export and remove them "
                    "in Excel (Alt+F11, File, Export File), run this again, and import them again.",
                    own=", ".join(club_modules),
                )
            )


def _has_code(source: str) -> bool:
    """Return whether the module of a workbook or a sheet has more than what Excel and we write into it."""
    lines = (line.strip() for line in source.replace(use_crlf(OPEN_EVENT), "").splitlines())
    return any(line and not line.startswith("Attribute ") and line != "Option Explicit" for line in lines)


VML, VML_TYPE = "vmlDrawing", "application/vnd.openxmlformats-officedocument.vmlDrawing"
_VML_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/vmlDrawing"
# The children of <worksheet> that come after <legacyDrawing> (ECMA-376 part 1, 18.3.1.99).
_BEHIND_VML = {"legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts",
               "extLst", "AlternateContent"}  # fmt: skip
SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_SHEET_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
_HEAD = re.compile(
    rb"(?P<root><(?P<prefix>[\w.-]+:)?worksheet\b[^<>]*>)"
    rb"(?P<aside>(?:\s|<!--.*?-->)*)(?P<own><(?:[\w.-]+:)?sheetPr\b(?P<attributes>[^<>]*?)(?P<end>/?>))?",
    re.DOTALL,
)
_CODE_NAME = re.compile(rb"""\scodeName\s*=\s*["']([^"']*)["']""")


def buttons_of(book: ClubFile, system: RatingSystem) -> dict[str, Sequence[Button]]:
    """Return the buttons that belong on each sheet, by the present name of the sheet, without deleted sheets."""
    buttons: dict[str, Sequence[Button]] = {}
    language = read_language(book)
    start = book.locate_name(STATUS_NAME)
    if start is not None:
        buttons[start[0]] = start_buttons(language)
    if system.log_schema.is_paired and (tonight := book.sheet_name(TONIGHT)) is not None:
        buttons[tonight] = [pair_button(system, language)]
    return buttons


def is_free(book: ClubFile, sheet: str, cells: str) -> bool:
    """Return whether the cells under a button are blank."""
    area = parse_range(cells)
    assert area is not None
    rows = book.sheet_values(sheet)[area.first_row - 1 : area.last_row]
    return all(is_blank(cell) for row in rows for cell in row[area.first_column - 1 : area.last_column])


def macros_on(edit: PackageEdit, sheet: str) -> set[str]:
    """Return the macros that the buttons on a sheet run. `sheet` is its part."""
    return {macro for part in edit.related_parts(sheet, VML).values() for macro in list_macros(edit.read(part))}


def put_buttons(edit: PackageEdit, sheet: str, buttons: Sequence[Button], number: int) -> None:
    """Put buttons on a sheet, in addition to its notes and controls. A new drawing gets this `number`."""
    root = edit.tree(sheet)
    parts = edit.related_parts(sheet, VML)
    drawing = child(root, "legacyDrawing")
    if drawing is not None and relationship_id(drawing) in parts:
        part = parts[relationship_id(drawing)]
        try:
            edit.replace(part, [add_buttons(edit.read(part), buttons)])
        except ValueError:
            raise edit.package.unusable_error(
                msg("its part {part} is written in a way that xladdin does not know. Save it in Excel.", part=part)
            ) from None
        return
    part = edit.add("xl/drawings", VML, ".vml", build_drawing(buttons, number), VML_TYPE)
    behind = next((element for element in children(root) if element.localName in _BEHIND_VML), None)
    set_relationship_id(add_child(root, "legacyDrawing", before=behind), edit.add_relationship(sheet, _VML_LINK, part))


def give_code_names(edit: PackageEdit, book: ClubFile) -> dict[str, str]:
    """Return the names by which VBA knows the workbook (under "") and every sheet. A sheet without a name gets one.

    Raises WorkbookError for a workbook with a sheet that has only a chart.
    """
    workbook = edit.package.workbook_part
    if edit.related_parts(workbook, "chartsheet"):
        raise edit.package.unusable_error(
            msg(
                "it has a chart sheet, which xladdin cannot copy into a workbook with macros. Move the chart to a "
                "worksheet."
            )
        )
    heads = {sheet: next(edit.package.iter_chunks(part), b"") for sheet, part in book.sheets.items()}
    names = {sheet: name for sheet, head in heads.items() if (name := _code_name(head))}
    workbook_name = _workbook_code_name(edit)
    for sheet, part in book.sheets.items():
        if sheet not in names:
            names[sheet] = _free_code_name(names.values())
            edit.replace(part, list(_with_code_name(edit.package.iter_chunks(part), names[sheet])))
    return {"": workbook_name, **{sheet: names[sheet] for sheet in book.sheets}}


def _free_code_name(names: Iterable[str]) -> str:
    """Return the first unused code name for VBA, which does not distinguish case."""
    used = {name.upper() for name in names}
    return next(name for number in count(1) if (name := f"Sheet{number}").upper() not in used)


def _workbook_code_name(edit: PackageEdit) -> str:
    root = edit.tree(edit.package.workbook_part)
    properties = child(root, "workbookPr")
    if properties is None:
        behind = next(element for element in children(root) if element.localName not in ("fileVersion", "fileSharing"))
        properties = add_child(root, "workbookPr", before=behind)
    if not properties.getAttribute("codeName"):
        properties.setAttribute("codeName", WORKBOOK_CODE_NAME)
    return str(properties.getAttribute("codeName"))


def _code_name(head: bytes) -> str:
    match = _HEAD.search(head)
    name = _CODE_NAME.search(match["attributes"] or b"") if match else None
    return name[1].decode() if name else ""


def _with_code_name(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield a sheet's XML with a name for VBA in its first element."""

    def put(match: re.Match[bytes]) -> bytes:
        prefix, attribute = match["prefix"] or b"", b' codeName="%b"' % name.encode()
        if match["own"] is None:
            return match["root"] + b"<%bsheetPr%b/>" % (prefix, attribute) + match["aside"]
        other = _CODE_NAME.sub(b"", match["attributes"])
        return match["root"] + match["aside"] + b"<%bsheetPr%b%b%b" % (prefix, other, attribute, match["end"])

    for number, piece in enumerate(pieces):
        yield _HEAD.sub(put, piece, count=1) if number == 0 else piece


def put_settings(edit: PackageEdit, book: ClubFile, names: dict[str, str]) -> bool:
    """Add the sheet of settings if it is missing, and set its version. Return whether anything changed."""
    sheet_name = book.sheet_name(SETTINGS_SHEET)
    if sheet_name is not None:
        return _set_version(edit, book, sheet_name)
    workbook = edit.package.workbook_part
    names[SETTINGS_SHEET] = _free_code_name(names.values())
    part = edit.add(
        "xl/worksheets", "sheet", ".xml", _settings_sheet(names[SETTINGS_SHEET], read_language(book)), SHEET_TYPE
    )
    sheets = child(edit.tree(workbook), "sheets")
    identifier = 1 + max(int(sheet.getAttribute("sheetId") or 0) for sheet in children(sheets))
    sheet = add_child(sheets, "sheet", {"name": SETTINGS_SHEET, "sheetId": str(identifier)})
    set_relationship_id(sheet, edit.add_relationship(workbook, _SHEET_LINK, part))
    return True


def _settings_sheet(name: str, language: Language) -> bytes:
    rows = "".join(
        f'<row r="{number}">{"".join(_text_cell(f"{column}{number}", text) for column, text in zip("ABC", row))}</row>'
        for number, row in enumerate(build_settings("xladdin.functions", language), start=1)
    )
    widths = "".join(
        f'<col min="{number}" max="{number}" width="{width}" customWidth="1"/>'
        for number, width in enumerate(COLUMN_WIDTHS.values(), start=1)
    )
    return (
        f'{XML_DECLARATION}<worksheet xmlns="{SHEETS_NAMESPACE}">'
        f'<sheetPr codeName="{name}"/><cols>{widths}</cols>'
        f"<sheetData>{rows}</sheetData></worksheet>"
    ).encode()


def _text_cell(address: str, text: str | None) -> str:
    return f'<c r="{address}" t="inlineStr"><is><t>{escape(text)}</t></is></c>' if text else ""


def _set_version(edit: PackageEdit, book: ClubFile, sheet: str) -> bool:
    for number, row in enumerate(book.sheet_values(sheet), 1):
        if (
            len(row) > 1
            and cell_text(row[0]).strip().upper() == VERSION_KEY
            and cell_text(row[1]) != version("xlwings")
        ):
            _set_text(edit.tree(book.sheets[sheet]), f"B{number}", version("xlwings"))
            return True
    return False


def tell_on_start(edit: PackageEdit, book: ClubFile, install: Message) -> bool:
    """Set the line on Start that says what the buttons need, and the step with their names.

    Returns:
        Whether anything changed. A cell with a text of the club's own is not changed.
    """
    place = book.locate_name(STATUS_NAME)
    if place is None:
        return False
    sheet, language = place[0], read_language(book)
    line = language.render(install)
    rows = book.sheet_values(sheet)
    area = parse_range(INSTALL_CELL)
    assert area is not None
    stands = cell_text(cell_at(rows, area.first_row, area.first_column))
    root, changed = edit.tree(book.sheets[sheet]), False
    cell = next((element for element in descendants(root, "c") if element.getAttribute("r") == INSTALL_CELL), None)
    is_ours = "xlwings==" in stands or (not stands and (cell is None or child(cell, "f") is None))
    if is_ours and stands != line:
        _set_text(root, INSTALL_CELL, line)
        changed = True
    how = book.locate_name(FINISH_HINT_NAME)
    words = language.render(FINISH_BY_BUTTON)
    if how is not None and cell_text(book.names.get(FINISH_HINT_NAME)) != words:
        _set_text(root, f"{column_letters(how[2])}{how[1]}", words)
        changed = True
    row = _row(root, BUTTON_ROW)
    if not row.hasAttribute("ht"):
        row.setAttribute("ht", f"{BUTTON_HEIGHT}")
        row.setAttribute("customHeight", "1")
        changed = True
    return changed


def _row(root: Element, number: int) -> Element:
    """Return a row of a sheet, which is created if it is missing."""
    return _numbered(child(root, "sheetData"), "row", str(number), int)


def _set_text(root: Element, address: str, text: str) -> None:
    """Put a text into a cell, which keeps its style."""
    area = parse_range(address)
    assert area is not None
    cell = _numbered(_row(root, area.first_row), "c", address, _column)
    for child_element in children(cell):
        remove_element(child_element)
    cell.setAttribute("t", "inlineStr")
    set_text(add_child(add_child(cell, "is"), "t"), text)


def _column(address: str) -> int:
    area = parse_range(address)
    return area.first_column if area else 0


def _numbered(parent: Element, name: str, address: str, place: Callable[[str], int]) -> Element:
    """Return the row or cell of that address, which is inserted in order if it is missing."""
    existing = {element.getAttribute("r"): element for element in children(parent, name)}
    if address not in existing:
        behind = next((element for at, element in existing.items() if at and place(at) > place(address)), None)
        existing[address] = add_child(parent, name, {"r": address}, behind)
    return existing[address]
