"""Add buttons and functions to an existing workbook, or update older ones, for `xladdin macros`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import count
from pathlib import Path
from xml.sax.saxutils import escape

from xladdin.cells import cell_text, column_letters, get_cell, is_blank, parse_range
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
    read_relationship_id,
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
    build_club_macros,
    build_document_modules,
    build_function_modules,
    build_settings,
    describe_installation,
    read_xlwings_modules,
    use_crlf,
)
from xladdin.workbook.report_sheets.rendering import map_sheets_by_report
from xladdin.workbook.rules import read_system
from xladdin.workbook.schema import FINISH_BY_BUTTON, FINISH_HINT_NAME, TONIGHT, read_language
from xladdin.workbook.start import BUTTON_HEIGHT, BUTTON_ROW, INSTALL_CELL, list_start_buttons
from xladdin.workbook.status import STATUS_NAME
from xladdin.workbook.template import make_pair_button

# The content types, parts and relationship types of a workbook with macros.
MACRO_WORKBOOK = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
PROJECT, PROJECT_TYPE = "xl/vbaProject.bin", "application/vnd.ms-office.vbaProject"
_PROJECT_LINK = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"


def add_macros(path: Path) -> Message:
    """Add buttons and functions to a club workbook, or update them, and return a message.

    For an .xlsx, a new .xlsm is written next to it.

    Raises:
        WorkbookError: The workbook has VBA modules that are not xladdin's, which would be lost.
    """
    workbook = _open_for_macros(path)
    suffix = path.suffix.lower()
    if suffix != ".xlsm" and read_task_pane(workbook.package, XLWINGS_LITE) is not None:
        raise workbook.package.make_error(
            msg(
                "it contains the add-in xlwings Lite, whose functions have the same names. Create one "
                "with buttons instead: xladdin renew {name} {name2}",
                name=path.name,
                name2=path.with_suffix(".xlsm").name,
            )
        )
    macro_edit = _MacroEdit(workbook)
    missing_captions = macro_edit.add_missing()
    lines: list[Message] = []
    names = {"xlwings": version("xlwings")}
    if suffix != ".xlsm":
        macro_path = path.with_suffix(".xlsm")
        create_file(macro_path, macro_edit.edit.write)
        lines.append(
            msg(
                "Created {path}, with the macros of xlwings {xlwings}; {old} is unchanged.",
                path=macro_path,
                old=path.name,
                **names,
            )
        )
        lines.append(describe_installation())
    elif not macro_edit.is_changed:
        lines.append(msg("{path} already has the macros of xlwings {xlwings}.", path=path, **names))
    else:
        replace_with_backup(path, macro_edit.edit.write, workbook.package.data, command="macros")
        lines.append(
            msg("{path} now has the macros of xlwings {xlwings}; everything else is unchanged.", path=path, **names)
        )
    if missing_captions:
        captions = join_values(missing_captions)
        lines.append(msg("Buttons not added: {captions}, because something else is in their place.", captions=captions))
    return join_lines(lines)


def _open_for_macros(path: Path) -> ClubFile:
    workbook = open_club_file(path)
    validate_suffix(path)
    return workbook


class _MacroEdit:
    """Edit the macros of one workbook. `is_changed` tells whether anything differs from the file."""

    def __init__(self, workbook: ClubFile) -> None:
        self._workbook = workbook
        self._system: RatingSystem = read_system(workbook)
        self.edit = PackageEdit(workbook.package)
        self.is_changed = False

    def add_missing(self) -> list[str]:
        """Add everything that is missing, and return the captions of buttons whose cells are not blank."""
        package, sheets = self._workbook.package, self._workbook.sheets
        project_part = next(iter(package.find_related_parts(package.workbook_part, "vbaProject").values()), None)
        report_sheets = [sheet for sheet in map_sheets_by_report(self._workbook, self._system).values() if sheet]
        language = read_language(self._workbook)
        modules = [
            build_club_macros(report_sheets, language),
            *build_function_modules("xladdin.functions", language),
            *read_xlwings_modules(),
        ]
        if project_part is not None:
            self._validate_modules(package.read(project_part), modules)
        names = assign_code_names(self.edit, self._workbook)
        if project_part is None:
            drop_lambda_names(self.edit.read_tree(package.workbook_part))
        has_settings = add_settings_sheet(self.edit, self._workbook, names)
        workbook_code_name, *code_names = names.values()
        project = build_vba_project([*build_document_modules(workbook_code_name, code_names), *modules])
        changed_project = project_part is None or package.read(project_part) != project
        if project_part is None:
            self.edit.add_part(PROJECT, project, PROJECT_TYPE)
            self.edit.add_relationship(package.workbook_part, _PROJECT_LINK, PROJECT)
            self.edit.set_content_type(package.workbook_part, MACRO_WORKBOOK)
        elif changed_project:
            self.edit.replace(project_part, [project])
        missing: list[str] = []
        added = False
        buttons_by_sheet = plan_buttons(self._workbook, self._system)
        for number, (sheet, buttons) in enumerate(buttons_by_sheet.items(), start=1):
            existing = find_macros(self.edit, sheets[sheet])
            new = [button for button in buttons if button.macro not in existing]
            fitting = [button for button in new if are_cells_blank(self._workbook, sheet, button.cells)]
            missing += [button.caption for button in new if button not in fitting]
            if fitting:
                add_buttons_to_sheet(self.edit, sheets[sheet], fitting, number)
                added = True
        has_new_line = update_start_texts(self.edit, self._workbook, describe_installation())
        self.is_changed = changed_project or added or has_settings or has_new_line
        return missing

    def _validate_modules(self, project: bytes, modules: Sequence[Module]) -> None:
        """Raise WorkbookError for a VBA project with code of the club's own, since the project is replaced."""
        try:
            sources, forms = read_project(project)
        except WorkbookError as problem:
            raise self._workbook.package.make_error(problem.message) from None
        addin_modules = {module.name.upper() for module in modules}
        club_modules = [
            name for name, source in sources.items() if name.upper() not in addin_modules and _has_code(source)
        ]
        club_modules = sorted({*club_modules, *forms})
        if club_modules:
            raise self._workbook.package.make_error(
                msg(
                    "it has macros of its own ({own}), which xladdin does not change. Export and remove them "
                    "in Excel (Alt+F11, File, Export File), run this again, and import them again.",
                    own=", ".join(club_modules),
                )
            )


def _has_code(source: str) -> bool:
    """Return whether a module has more code than Excel and xladdin write into that of a workbook or sheet."""
    lines = (line.strip() for line in source.replace(use_crlf(OPEN_EVENT), "").splitlines())
    return any(line and not line.startswith("Attribute ") and line != "Option Explicit" for line in lines)


VML, VML_TYPE = "vmlDrawing", "application/vnd.openxmlformats-officedocument.vmlDrawing"
_VML_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/vmlDrawing"
# The children of <worksheet> that must follow <legacyDrawing> (ECMA-376 part 1, 18.3.1.99).
_AFTER_LEGACY_DRAWING = {
    "legacyDrawingHF",
    "drawingHF",
    "picture",
    "oleObjects",
    "controls",
    "webPublishItems",
    "tableParts",
    "extLst",
    "AlternateContent",
}
# The content type and the relationship type of a worksheet.
SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_SHEET_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
# The root of a sheet's XML, with its properties if it has them.
_SHEET_BEGINNING = re.compile(
    rb"(?P<root><(?P<prefix>[\w.-]+:)?worksheet\b[^<>]*>)"
    rb"(?P<aside>(?:\s|<!--.*?-->)*)(?P<own><(?:[\w.-]+:)?sheetPr\b(?P<attributes>[^<>]*?)(?P<end>/?>))?",
    re.DOTALL,
)
# The attribute with the name by which VBA refers to a sheet.
_CODE_NAME = re.compile(rb"""\scodeName\s*=\s*["']([^"']*)["']""")


def plan_buttons(workbook: ClubFile, system: RatingSystem) -> dict[str, Sequence[Button]]:
    """Return the buttons of each sheet that still exists, by the present name of the sheet."""
    buttons: dict[str, Sequence[Button]] = {}
    language = read_language(workbook)
    start = workbook.locate_name(STATUS_NAME)
    if start is not None:
        buttons[start[0]] = list_start_buttons(language)
    if system.log_schema.is_paired and (tonight := workbook.sheet_name(TONIGHT)) is not None:
        buttons[tonight] = [make_pair_button(system, language)]
    return buttons


def are_cells_blank(workbook: ClubFile, sheet: str, cells: str) -> bool:
    """Return whether the cells under a button are blank."""
    area = parse_range(cells)
    assert area is not None
    rows = workbook.sheet_values(sheet)[area.first_row - 1 : area.last_row]
    return all(is_blank(cell) for row in rows for cell in row[area.first_column - 1 : area.last_column])


def find_macros(edit: PackageEdit, sheet: str) -> set[str]:
    """Return the names of the macros that the buttons on a sheet run. `sheet` is the sheet's part."""
    return {
        macro for drawing in edit.find_related_parts(sheet, VML).values() for macro in list_macros(edit.read(drawing))
    }


def add_buttons_to_sheet(edit: PackageEdit, sheet: str, buttons: Sequence[Button], number: int) -> None:
    """Add buttons to a sheet, next to its notes and controls. `number` identifies a new drawing."""
    root = edit.read_tree(sheet)
    parts = edit.find_related_parts(sheet, VML)
    drawing = child(root, "legacyDrawing")
    if drawing is not None and read_relationship_id(drawing) in parts:
        part = parts[read_relationship_id(drawing)]
        try:
            edit.replace(part, [add_buttons(edit.read(part), buttons)])
        except ValueError:
            raise edit.package.make_error(
                msg("its part {part} is written in a way that xladdin does not know. Save it in Excel.", part=part)
            ) from None
        return
    part = edit.add("xl/drawings", VML, ".vml", build_drawing(buttons, number), VML_TYPE)
    following = next((element for element in children(root) if element.localName in _AFTER_LEGACY_DRAWING), None)
    set_relationship_id(
        add_child(root, "legacyDrawing", before=following), edit.add_relationship(sheet, _VML_LINK, part)
    )


def assign_code_names(edit: PackageEdit, workbook: ClubFile) -> dict[str, str]:
    """Assign code names to the sheets without one, and return the code names by sheet, and that of the workbook as "".

    VBA refers to the document modules of a workbook by these names.

    Raises WorkbookError for a workbook with a sheet that has only a chart.
    """
    workbook_part = edit.package.workbook_part
    if edit.find_related_parts(workbook_part, "chartsheet"):
        raise edit.package.make_error(
            msg(
                "it has a chart sheet, which xladdin cannot copy into a workbook with macros. Move the chart to a "
                "worksheet."
            )
        )
    heads = {sheet: next(edit.package.iter_chunks(part), b"") for sheet, part in workbook.sheets.items()}
    names = {sheet: name for sheet, head in heads.items() if (name := _read_code_name(head))}
    workbook_name = _assign_workbook_code_name(edit)
    for sheet, part in workbook.sheets.items():
        if sheet not in names:
            names[sheet] = _choose_code_name(names.values())
            edit.replace(part, list(_insert_code_name(edit.package.iter_chunks(part), names[sheet])))
    return {"": workbook_name, **{sheet: names[sheet] for sheet in workbook.sheets}}


def _choose_code_name(names: Iterable[str]) -> str:
    """Return the first unused code name. VBA does not distinguish their case."""
    used = {name.upper() for name in names}
    return next(name for number in count(1) if (name := f"Sheet{number}").upper() not in used)


def _assign_workbook_code_name(edit: PackageEdit) -> str:
    root = edit.read_tree(edit.package.workbook_part)
    properties = child(root, "workbookPr")
    if properties is None:
        following = next(
            element for element in children(root) if element.localName not in ("fileVersion", "fileSharing")
        )
        properties = add_child(root, "workbookPr", before=following)
    if not properties.getAttribute("codeName"):
        properties.setAttribute("codeName", WORKBOOK_CODE_NAME)
    return str(properties.getAttribute("codeName"))


def _read_code_name(head: bytes) -> str:
    match = _SHEET_BEGINNING.search(head)
    name = _CODE_NAME.search(match["attributes"] or b"") if match else None
    return name[1].decode() if name else ""


def _insert_code_name(chunks: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield the XML of a sheet with a code name in the properties at its beginning."""

    def insert(match: re.Match[bytes]) -> bytes:
        prefix, attribute = match["prefix"] or b"", b' codeName="%b"' % name.encode()
        if match["own"] is None:
            return match["root"] + b"<%bsheetPr%b/>" % (prefix, attribute) + match["aside"]
        other_attributes = _CODE_NAME.sub(b"", match["attributes"])
        return (
            match["root"] + match["aside"] + b"<%bsheetPr%b%b%b" % (prefix, other_attributes, attribute, match["end"])
        )

    for number, chunk in enumerate(chunks):
        yield _SHEET_BEGINNING.sub(insert, chunk, count=1) if number == 0 else chunk


def add_settings_sheet(edit: PackageEdit, workbook: ClubFile, names: dict[str, str]) -> bool:
    """Add the settings sheet of xlwings, or set the version on it. Return whether anything changed."""
    sheet_name = workbook.sheet_name(SETTINGS_SHEET)
    if sheet_name is not None:
        return _set_version(edit, workbook, sheet_name)
    workbook_part = edit.package.workbook_part
    names[SETTINGS_SHEET] = _choose_code_name(names.values())
    part = edit.add(
        "xl/worksheets",
        "sheet",
        ".xml",
        _build_settings_sheet(names[SETTINGS_SHEET], read_language(workbook)),
        SHEET_TYPE,
    )
    sheets = child(edit.read_tree(workbook_part), "sheets")
    identifier = 1 + max(int(sheet.getAttribute("sheetId") or 0) for sheet in children(sheets))
    sheet = add_child(sheets, "sheet", {"name": SETTINGS_SHEET, "sheetId": str(identifier)})
    set_relationship_id(sheet, edit.add_relationship(workbook_part, _SHEET_LINK, part))
    return True


def _build_settings_sheet(name: str, language: Language) -> bytes:
    rows = ""
    for number, row in enumerate(build_settings("xladdin.functions", language), start=1):
        cells = "".join(_format_text_cell(f"{column}{number}", text) for column, text in zip("ABC", row))
        rows += f'<row r="{number}">{cells}</row>'
    widths = "".join(
        f'<col min="{number}" max="{number}" width="{width}" customWidth="1"/>'
        for number, width in enumerate(COLUMN_WIDTHS.values(), start=1)
    )
    return (
        f'{XML_DECLARATION}<worksheet xmlns="{SHEETS_NAMESPACE}">'
        f'<sheetPr codeName="{name}"/><cols>{widths}</cols>'
        f"<sheetData>{rows}</sheetData></worksheet>"
    ).encode()


def _format_text_cell(address: str, text: str | None) -> str:
    return f'<c r="{address}" t="inlineStr"><is><t>{escape(text)}</t></is></c>' if text else ""


def _set_version(edit: PackageEdit, workbook: ClubFile, sheet: str) -> bool:
    for number, row in enumerate(workbook.sheet_values(sheet), 1):
        if (
            len(row) > 1
            and cell_text(row[0]).strip().upper() == VERSION_KEY
            and cell_text(row[1]) != version("xlwings")
        ):
            _set_text(edit.read_tree(workbook.sheets[sheet]), f"B{number}", version("xlwings"))
            return True
    return False


def update_start_texts(edit: PackageEdit, workbook: ClubFile, install: Message) -> bool:
    """Set the line on Start about the requirements of the buttons, and the hint about finishing an evening.

    Returns:
        Whether anything changed. A cell with a text of the club's own is not changed.
    """
    status_location = workbook.locate_name(STATUS_NAME)
    if status_location is None:
        return False
    sheet, language = status_location[0], read_language(workbook)
    line = language.render(install)
    rows = workbook.sheet_values(sheet)
    area = parse_range(INSTALL_CELL)
    assert area is not None
    current_text = cell_text(get_cell(rows, area.first_row, area.first_column))
    root, is_changed = edit.read_tree(workbook.sheets[sheet]), False
    cell = next((element for element in descendants(root, "c") if element.getAttribute("r") == INSTALL_CELL), None)
    is_ours = "xlwings==" in current_text or (not current_text and (cell is None or child(cell, "f") is None))
    if is_ours and current_text != line:
        _set_text(root, INSTALL_CELL, line)
        is_changed = True
    hint_location = workbook.locate_name(FINISH_HINT_NAME)
    hint = language.render(FINISH_BY_BUTTON)
    if hint_location is not None and cell_text(workbook.names.get(FINISH_HINT_NAME)) != hint:
        _set_text(root, f"{column_letters(hint_location[2])}{hint_location[1]}", hint)
        is_changed = True
    row = _get_or_add_row(root, BUTTON_ROW)
    if not row.hasAttribute("ht"):
        row.setAttribute("ht", f"{BUTTON_HEIGHT}")
        row.setAttribute("customHeight", "1")
        is_changed = True
    return is_changed


def _get_or_add_row(root: Element, number: int) -> Element:
    """Return a row of a sheet, which is added if it is missing."""
    return _get_or_add_element(child(root, "sheetData"), "row", str(number), int)


def _set_text(root: Element, address: str, text: str) -> None:
    """Set the text of a cell. Its style is unchanged."""
    area = parse_range(address)
    assert area is not None
    cell = _get_or_add_element(_get_or_add_row(root, area.first_row), "c", address, _parse_column)
    for child_element in children(cell):
        remove_element(child_element)
    cell.setAttribute("t", "inlineStr")
    set_text(add_child(add_child(cell, "is"), "t"), text)


def _parse_column(address: str) -> int:
    area = parse_range(address)
    return area.first_column if area else 0


def _get_or_add_element(parent: Element, name: str, address: str, position: Callable[[str], int]) -> Element:
    """Return the row or cell with an address, which is inserted by its position if it is missing."""
    existing = {element.getAttribute("r"): element for element in children(parent, name)}
    if address not in existing:
        following = next(
            (
                element
                for element_address, element in existing.items()
                if element_address and position(element_address) > position(address)
            ),
            None,
        )
        existing[address] = add_child(parent, name, {"r": address}, following)
    return existing[address]
