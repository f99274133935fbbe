"""The needs of macros in a workbook's sheets: names for VBA, the settings, buttons, a line on Start.

A button is a shape of VML in a new file; Excel adds the rest when it saves. Source: ECMA-376 part 4, 14.1 (VML).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import count
from xml.sax.saxutils import escape

from xladdin.cells.addresses import column_letters, parse_range
from xladdin.cells.table import cell_at
from xladdin.cells.text import cell_text, is_blank
from xladdin.files.club_file import ClubFile
from xladdin.files.package_edit import (
    DECLARATION,
    SHEETS,
    Element,
    PackageEdit,
    add_child,
    child,
    children,
    descendants,
    link_of,
    remove_element,
    set_link,
    set_text,
)
from xladdin.messages import Message, msg
from xladdin.systems.system import RatingSystem
from xladdin.vba.buttons import Button, button_drawing, macros_of, with_buttons
from xladdin.workbook.macros.modules import SETTINGS_SHEET, VERSION_KEY, WIDTHS, WORKBOOK_CODE_NAME, settings
from xladdin.workbook.schema import HOW_NAME, TONIGHT, WITH_BUTTON, language_of
from xladdin.workbook.start_sheet import BUTTON_HEIGHT, BUTTON_ROW, INSTALL_CELL, start_buttons
from xladdin.workbook.status import STATUS_NAME
from xladdin.workbook.tonight_sheet import pair_button

VML, VML_TYPE = "vmlDrawing", "application/vnd.openxmlformats-officedocument.vmlDrawing"
_VML_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/vmlDrawing"
_BEHIND_VML = {"legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts",
               "extLst", "AlternateContent"}  # fmt: skip
"""The children of <worksheet> that are behind <legacyDrawing> (ECMA-376 part 1, 18.3.1.99)."""
SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_SHEET_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
_HEAD = re.compile(
    rb"(?P<root><(?P<prefix>[\w.-]+:)?worksheet\b[^<>]*>)"
    rb"(?P<aside>(?:\s|<!--.*?-->)*)(?P<own><(?:[\w.-]+:)?sheetPr\b(?P<attributes>[^<>]*?)(?P<end>/?>))?",
    re.DOTALL,
)
_CODE_NAME = re.compile(rb"""\scodeName\s*=\s*["']([^"']*)["']""")


def buttons_of(book: ClubFile, system: RatingSystem) -> dict[str, Sequence[Button]]:
    """Return the buttons that belong on each sheet, by the sheet's name today.

    A sheet that the club has deleted has none.
    """
    found: dict[str, Sequence[Button]] = {}
    language = language_of(book)
    start = book.place_of(STATUS_NAME)
    if start is not None:
        found[start[0]] = start_buttons(language)
    if system.log_schema.is_paired and (tonight := book.sheet_name(TONIGHT)) is not None:
        found[tonight] = [pair_button(system, language)]
    return found


def is_free(book: ClubFile, sheet: str, cells: str) -> bool:
    """Return whether nothing is under a button."""
    area = parse_range(cells)
    assert area is not None
    rows = book.sheet_values(sheet)[area.first_row - 1 : area.last_row]
    return all(is_blank(cell) for row in rows for cell in row[area.first_column - 1 : area.last_column])


def macros_on(edit: PackageEdit, sheet: str) -> set[str]:
    """Return the macros that the buttons on a sheet run. `sheet` is its part."""
    return {macro for part in edit.links(sheet, VML).values() for macro in macros_of(edit.read(part))}


def put_buttons(edit: PackageEdit, sheet: str, buttons: Sequence[Button], number: int) -> None:
    """Put buttons on a sheet, beside its notes and controls. If the sheet gets a drawing, it has this `number`."""
    root = edit.tree(sheet)
    parts = edit.links(sheet, VML)
    drawing = child(root, "legacyDrawing")
    if drawing is not None and link_of(drawing) in parts:
        part = parts[link_of(drawing)]
        try:
            edit.replace(part, [with_buttons(edit.read(part), buttons)])
        except ValueError:
            raise edit.package.problem(
                msg("its part {part} is written in a way that xladdin does not know. Save it in Excel.", part=part)
            ) from None
        return
    part = edit.add("xl/drawings", VML, ".vml", button_drawing(buttons, number), VML_TYPE)
    behind = next((one for one in children(root) if one.localName in _BEHIND_VML), None)
    set_link(add_child(root, "legacyDrawing", before=behind), edit.link(sheet, _VML_LINK, part))


def code_names(edit: PackageEdit, book: ClubFile) -> dict[str, str]:
    """Return the names by which VBA knows the workbook (under "") and every sheet. One without a name gets one.

    Raises WorkbookError for a workbook with a sheet that holds only a chart.
    """
    workbook = edit.package.workbook_part
    if edit.links(workbook, "chartsheet"):
        raise edit.package.problem(
            msg("a sheet that holds only a chart has no place in it. Put the chart on a worksheet.")
        )
    heads = {sheet: next(edit.package.pieces(part), b"") for sheet, part in book.sheets.items()}
    names = {sheet: name for sheet, head in heads.items() if (name := _code_name(head))}
    own = _workbook_code_name(edit)
    taken = {name.upper() for name in names.values()}
    for sheet, part in book.sheets.items():
        if sheet not in names:
            name = next(name for number in count(1) if (name := f"Sheet{number}").upper() not in taken)
            taken.add(name.upper())
            names[sheet] = name
            edit.replace(part, list(_named(edit.package.pieces(part), name)))
    return {"": own, **{sheet: names[sheet] for sheet in book.sheets}}


def _workbook_code_name(edit: PackageEdit) -> str:
    root = edit.tree(edit.package.workbook_part)
    properties = child(root, "workbookPr")
    if properties is None:
        behind = next(one for one in children(root) if one.localName not in ("fileVersion", "fileSharing"))
        properties = add_child(root, "workbookPr", before=behind)
    if not properties.getAttribute("codeName"):
        properties.setAttribute("codeName", WORKBOOK_CODE_NAME)
    return str(properties.getAttribute("codeName"))


def _code_name(head: bytes) -> str:
    found = _HEAD.search(head)
    name = _CODE_NAME.search(found["attributes"] or b"") if found else None
    return name[1].decode() if name else ""


def _named(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield a sheet's XML with a name for VBA in its first element."""

    def put(found: re.Match[bytes]) -> bytes:
        prefix, attribute = found["prefix"] or b"", b' codeName="%b"' % name.encode()
        if found["own"] is None:
            return found["root"] + b"<%bsheetPr%b/>" % (prefix, attribute) + found["aside"]
        kept = _CODE_NAME.sub(b"", found["attributes"])
        return found["root"] + found["aside"] + b"<%bsheetPr%b%b%b" % (prefix, kept, attribute, found["end"])

    for number, piece in enumerate(pieces):
        yield _HEAD.sub(put, piece, count=1) if number == 0 else piece


def put_settings(edit: PackageEdit, book: ClubFile, names: dict[str, str]) -> bool:
    """Add the sheet of settings if it is missing, and set its version. Says whether anything changed."""
    there = book.sheet_name(SETTINGS_SHEET)
    if there is not None:
        return _set_version(edit, book, there)
    workbook = edit.package.workbook_part
    taken = {name.upper() for name in names.values()}
    name = next(name for number in count(1) if (name := f"Sheet{number}").upper() not in taken)
    names[SETTINGS_SHEET] = name
    part = edit.add("xl/worksheets", "sheet", ".xml", _settings_sheet(name), SHEET_TYPE)
    sheets = child(edit.tree(workbook), "sheets")
    identifier = 1 + max(int(sheet.getAttribute("sheetId") or 0) for sheet in children(sheets))
    sheet = add_child(sheets, "sheet", {"name": SETTINGS_SHEET, "sheetId": str(identifier)})
    set_link(sheet, edit.link(workbook, _SHEET_LINK, part))
    return True


def _settings_sheet(name: str) -> bytes:
    rows = "".join(
        f'<row r="{number}">{"".join(_text_cell(f"{column}{number}", text) for column, text in zip("ABC", row))}</row>'
        for number, row in enumerate(settings("xladdin.functions"), start=1)
    )
    widths = "".join(
        f'<col min="{number}" max="{number}" width="{width}" customWidth="1"/>'
        for number, width in enumerate(WIDTHS.values(), start=1)
    )
    return (
        f'{DECLARATION}<worksheet xmlns="{SHEETS}">'
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
        Whether anything changed. A cell that holds something of the club's own is left alone.
    """
    place = book.place_of(STATUS_NAME)
    if place is None:
        return False
    sheet, language = place[0], language_of(book)
    line = language.render(install)
    rows = book.sheet_values(sheet)
    area = parse_range(INSTALL_CELL)
    assert area is not None
    stands = cell_text(cell_at(rows, area.first_row, area.first_column))
    root, changed = edit.tree(book.sheets[sheet]), False
    cell = next((one for one in descendants(root, "c") if one.getAttribute("r") == INSTALL_CELL), None)
    is_ours = "xlwings==" in stands or (not stands and (cell is None or child(cell, "f") is None))
    if is_ours and stands != line:
        _set_text(root, INSTALL_CELL, line)
        changed = True
    how = book.place_of(HOW_NAME)
    words = language.render(WITH_BUTTON)
    if how is not None and cell_text(book.names.get(HOW_NAME)) != words:
        _set_text(root, f"{column_letters(how[2])}{how[1]}", words)
        changed = True
    row = _row(root, BUTTON_ROW)
    if not row.hasAttribute("ht"):
        row.setAttribute("ht", f"{BUTTON_HEIGHT}")
        row.setAttribute("customHeight", "1")
        changed = True
    return changed


def _row(root: Element, number: int) -> Element:
    """Return a row of a sheet. It is made if it is missing."""
    return _numbered(child(root, "sheetData"), "row", str(number), int)


def _set_text(root: Element, address: str, text: str) -> None:
    """Put a text into a cell, which keeps its look."""
    area = parse_range(address)
    assert area is not None
    cell = _numbered(_row(root, area.first_row), "c", address, _column)
    for one in children(cell):
        remove_element(one)
    cell.setAttribute("t", "inlineStr")
    set_text(add_child(add_child(cell, "is"), "t"), text)


def _column(address: str) -> int:
    area = parse_range(address)
    return area.first_column if area else 0


def _numbered(parent: Element, name: str, address: str, place: Callable[[str], int]) -> Element:
    """Return the row or cell of that address. If missing, it is made at its place."""
    own = {element.getAttribute("r"): element for element in children(parent, name)}
    if address not in own:
        behind = next((element for at, element in own.items() if at and place(at) > place(address)), None)
        own[address] = add_child(parent, name, {"r": address}, behind)
    return own[address]
