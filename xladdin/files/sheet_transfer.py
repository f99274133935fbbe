"""Copy sheets and formats of a newly built workbook into an existing workbook file.

`copy_sheets` adds whole sheets with their formats, defined names and drawings. `copy_region_formats` gives a region
whose columns have changed the column widths, cell styles, conditional formats and print scale of the same region in the
new workbook. Everything else in the existing workbook stays as it is.

Source: ECMA-376 part 1, 18.2 (workbook), 18.3.1.99 (worksheet) and 18.8.39 (styleSheet).
"""

from __future__ import annotations

import io
import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from xladdin.cells import CellRange, column_letters, iter_named_areas, parse_range
from xladdin.files.club_file import ClubFile
from xladdin.files.package import (
    RELATIONSHIPS_NAMESPACE,
    SHEETS_NAMESPACE,
    Element,
    Package,
    PackageEdit,
    add_child,
    change_parts,
    child,
    children,
    descendants,
    name_relationships_part,
    parse_tree,
    read_text,
    remove_element,
    resolve_target,
    serialize_tree,
    set_relationship_id,
    set_text,
)

# The elements of a worksheet that come after conditional formats (ECMA-376 part 1, 18.3.1.99).
_AFTER_CONDITIONAL_FORMATS = {
    "dataValidations", "hyperlinks", "printOptions", "pageMargins", "pageSetup", "headerFooter", "rowBreaks",
    "colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags", "drawing", "legacyDrawing",
    "legacyDrawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts", "extLst",
}  # fmt: skip
_STYLE_ORDER = ("numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs")
# The first number of a custom number format. Lower numbers are Excel's built-in formats.
_FIRST_CUSTOM_FORMAT = 164
_PRINT_NAME = re.compile(rb'<(?:[\w.-]+:)?definedName\b[^<>]*name="_xlnm\.(Print_Area|Print_Titles)"[^<>]*>[^<]*<')
_REPEATED_COLUMNS = re.compile(rb"\$[A-Z]+:\$[A-Z]+(?=[,<])")
_SCALING = ("scale", "fitToWidth", "fitToHeight")


class BuiltSheet(NamedTuple):
    """The source of formats: a sheet of a newly built workbook.

    Attributes:
        package: The newly built workbook.
        part: The part with the sheet's XML.
        headings: Cells with the headings of the region.
    """

    package: Package
    part: str
    headings: CellRange


class ChangedRegion(NamedTuple):
    """A region of a sheet whose columns have changed.

    Attributes:
        sheet: Name of the sheet in the existing workbook.
        old: Cells of the region before the change, with its headings.
        new: Cells of the region after the change, with its headings.
        source: The sheet from which to copy the formats.
    """

    sheet: str
    old: CellRange
    new: CellRange
    source: BuiltSheet


def copy_region_formats(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], region: ChangedRegion
) -> dict[str, Iterable[bytes]]:
    """Copy the formats of a region whose columns have changed, and return the changed parts."""
    package, source = file.package, region.source
    built_styles = parse_tree(source.package.read("xl/styles.xml"))
    built_sheet = parse_tree(source.package.read(source.part))
    merged_styles: list[Styles] = []

    def change_styles(xml: bytes) -> bytes:
        target_styles = Styles(package.parse_safely(xml, "xl/styles.xml", parse_tree), built_styles)
        sheet = _RegionFormats(built_sheet, source.headings)
        for number in sorted(sheet.list_cell_formats()):
            target_styles.add_cell_format(number)
        for number in sorted(sheet.list_rule_formats()):
            target_styles.add_rule_format(number)
        merged_styles.append(target_styles)
        return serialize_tree(target_styles.root)

    def change_sheet(xml: bytes) -> bytes:
        root = package.parse_safely(xml, file.sheets[region.sheet], parse_tree)
        _format_region(root, _RegionFormats(built_sheet, source.headings), merged_styles[0], region)
        return serialize_tree(root)

    def change_workbook(xml: bytes) -> bytes:
        return _adjust_print_names(xml, file.find_tab_position(region.sheet), region)

    styles_part = next(iter(package.find_related_parts(package.workbook_part, "styles").values()))
    changed = change_parts(package, parts, {styles_part: change_styles})
    return change_parts(
        package, changed, {file.sheets[region.sheet]: change_sheet, package.workbook_part: change_workbook}
    )


class _RegionFormats:
    """The formats that the region of the built sheet uses."""

    def __init__(self, root: Element, headings: CellRange) -> None:
        self.root, self.headings = root, headings
        self.columns = _read_columns(root)
        self.heading_cells = {
            (row_number - headings.first_row, column): int(cell.getAttribute("s") or 0)
            for row_number, row in _list_rows(root)
            if _is_heading_row(row_number, headings.first_row)
            for column, cell in _list_cells(row)
            if headings.first_column <= column <= headings.last_column
        }
        self.rules = [element for element in children(root, "conditionalFormatting") if _is_within(element, headings)]

    def list_cell_formats(self) -> set[int]:
        """Return the numbers of the cell formats of the region's columns and headings."""
        span = range(self.headings.first_column, self.headings.last_column + 1)
        columns = {int(self.columns[column].get("style", 0)) for column in span if column in self.columns}
        return columns | set(self.heading_cells.values())

    def list_rule_formats(self) -> set[int]:
        """Return the numbers of the formats that the region's conditional formats apply."""
        return {int(rule.getAttribute("dxfId")) for element in self.rules for rule in children(element, "cfRule")}


class Styles:
    """The styles of the target workbook, to which formats of a source workbook are added on first use.

    `root` is the styles part of the target, which is changed in place. `source` is that of the source.
    """

    def __init__(self, root: Element, source: Element) -> None:
        self.root, self._source = root, source
        self._cell_formats: dict[int, int] = {}
        self._rule_formats: dict[int, int] = {}
        self._part_numbers: dict[tuple[str, int], int] = {}

    def add_cell_format(self, number: int) -> int:
        """Return the number in the target of a cell format of the source."""
        if number not in self._cell_formats:
            source = children(child(self._source, "cellXfs"), "xf")[number]
            self._cell_formats[number] = self._add_format("cellXfs", source, self._add_named_style(source))
        return self._cell_formats[number]

    def add_rule_format(self, number: int) -> int:
        """Return the number in the target of a conditional format's format in the source."""
        if number not in self._rule_formats:
            self._rule_formats[number] = self._add("dxfs", children(child(self._source, "dxfs"), "dxf")[number])
        return self._rule_formats[number]

    def _add_named_style(self, source: Element) -> int:
        """Return the number in the target of the named cell style of a source format, added if it is missing."""
        source_number = source.getAttribute("xfId") or "0"
        named_styles = children(child(self._source, "cellStyles"), "cellStyle")
        style = next(
            style_element for style_element in named_styles if style_element.getAttribute("xfId") == source_number
        )
        name = style.getAttribute("name")
        for target_style in children(self._get_list("cellStyles"), "cellStyle"):
            if target_style.getAttribute("name") == name:
                return int(target_style.getAttribute("xfId"))
        xf = children(child(self._source, "cellStyleXfs"), "xf")[int(source_number)]
        target_number = self._add_format("cellStyleXfs", xf, None)
        self._add("cellStyles", style)
        children(self._get_list("cellStyles"), "cellStyle")[-1].setAttribute("xfId", str(target_number))
        return target_number

    def _add_format(self, name: str, source: Element, style: int | None) -> int:
        number = self._add(name, source)
        target_format = children(self._get_list(name), "xf")[number]
        for attribute, part, element in (("fontId", "fonts", "font"), ("fillId", "fills", "fill"),
                                         ("borderId", "borders", "border")):  # fmt: skip
            index = int(source.getAttribute(attribute) or 0)
            if (part, index) not in self._part_numbers:
                self._part_numbers[part, index] = self._add(part, children(child(self._source, part), element)[index])
            target_format.setAttribute(attribute, str(self._part_numbers[part, index]))
        target_format.setAttribute("numFmtId", str(self._add_number_format(int(source.getAttribute("numFmtId") or 0))))
        if style is not None:
            target_format.setAttribute("xfId", str(style))
        return number

    def _add_number_format(self, number: int) -> int:
        """Return the number in the target of a number format of the source, added if it is missing."""
        if number < _FIRST_CUSTOM_FORMAT:
            return number
        formats = children(child(self._source, "numFmts"), "numFmt")
        code = next(
            number_format.getAttribute("formatCode")
            for number_format in formats
            if int(number_format.getAttribute("numFmtId")) == number
        )
        target_formats = children(self._get_list("numFmts"), "numFmt")
        for number_format in target_formats:
            if number_format.getAttribute("formatCode") == code:
                return int(number_format.getAttribute("numFmtId"))
        numbers = [int(number_format.getAttribute("numFmtId")) for number_format in target_formats]
        free_number = max([_FIRST_CUSTOM_FORMAT - 1, *numbers]) + 1
        add_child(self._get_list("numFmts"), "numFmt", {"numFmtId": str(free_number), "formatCode": code})
        self._update_count("numFmts")
        return free_number

    def _add(self, name: str, source: Element) -> int:
        """Append a copy of an element to the list `name` of the target, and return its number there."""
        number = len(children(self._get_list(name)))
        _copy(source, self._get_list(name))
        self._update_count(name)
        return number

    def _get_list(self, name: str) -> Element:
        """Return the list `name` of the target, added in the order of the standard if it is missing."""
        element = child(self.root, name)
        if element is None:
            later_lists = _STYLE_ORDER[_STYLE_ORDER.index(name) + 1 :]
            before = next(
                (
                    element
                    for element in children(self.root)
                    if element.localName in (*later_lists, "tableStyles", "colors")
                ),
                None,
            )
            element = add_child(self.root, name, {"count": "0"}, before)
        return element

    def _update_count(self, name: str) -> None:
        self._get_list(name).setAttribute("count", str(len(children(self._get_list(name)))))


def _is_heading_row(row: int, first_row: int) -> bool:
    """Return whether a row has the headings of a region, those of its column groups, or the band of the sheet."""
    return row in (1, 2, first_row - 1, first_row)


def _format_region(root: Element, source: _RegionFormats, styles: Styles, region: ChangedRegion) -> None:
    old, new = region.old, region.new
    column_offset = source.headings.first_column - new.first_column
    # The region of the source may have more repeated columns than this one.
    last_source_column = source.headings.last_column - column_offset
    columns = {
        column: dict(source.columns[column + column_offset])
        for column in range(new.first_column, last_source_column + 1)
        if column + column_offset in source.columns
    }
    for attributes in columns.values():
        attributes["style"] = str(styles.add_cell_format(int(attributes.get("style", 0))))
    used_columns = range(new.first_column, max(old.last_column, new.last_column) + 1)
    last_formatted = last_source_column + max(old.last_column - new.last_column, 0)
    _set_columns(root, range(new.first_column, last_formatted + 1), columns)
    last_row = max(old.last_row, new.last_row)
    for number, row in _list_rows(root):
        if _is_heading_row(number, new.first_row):
            _format_headings(row, number - new.first_row, used_columns, column_offset, source, styles)
        elif new.first_row < number <= last_row:
            for column, cell in _list_cells(row):
                if column in used_columns:
                    _set_style(cell, int(columns[column]["style"]) if column in columns else 0)
    if (old.first_row, old.first_column) == source.headings[:2]:  # elsewhere the rules' formulas would read wrong cells
        _set_rules(root, source, styles, old._replace(last_column=last_formatted))
    _set_scale(root, source.root)
    _set_frozen_columns(root, source.root)


def _set_frozen_columns(root: Element, source: Element) -> None:
    """Freeze as many columns as the built sheet does, if both sheets have frozen columns."""
    pane, built_pane = (next(iter(descendants(element, "pane")), None) for element in (root, source))
    if pane is None or built_pane is None or not (pane.getAttribute("xSplit") and built_pane.getAttribute("xSplit")):
        return
    for name in ("xSplit", "topLeftCell"):
        pane.setAttribute(name, built_pane.getAttribute(name))


def _format_headings(
    row: Element, offset: int, span: range, column_offset: int, source: _RegionFormats, styles: Styles
) -> None:
    """Format the row of the headings (`offset` 0), or the row above it with the headings of column groups (-1)."""
    cells = dict(_list_cells(row))
    for column in span:
        number = source.heading_cells.get((offset, column + column_offset))
        if number is None:
            if column in cells and (offset == 0 or column != span[0]):  # a line of text may begin in the first column
                _set_style(cells[column], 0)
            continue
        if column not in cells:
            reference = f"{column_letters(column)}{row.getAttribute('r')}"
            after = next((cell for position, cell in sorted(cells.items()) if position > column), None)
            cells[column] = add_child(row, "c", {"r": reference}, after)
        _set_style(cells[column], styles.add_cell_format(number))


def _set_style(cell: Element, number: int) -> None:
    if number:
        cell.setAttribute("s", str(number))
    elif cell.hasAttribute("s"):
        cell.removeAttribute("s")


def _read_columns(root: Element) -> dict[int, dict[str, str]]:
    """Return the attributes of each column up to column 500, since no region reaches further."""
    columns: dict[int, dict[str, str]] = {}
    for element in children(child(root, "cols"), "col") if child(root, "cols") else ():
        attributes = dict(element.attributes.items())
        for number in range(int(attributes["min"]), min(int(attributes["max"]), 500) + 1):
            columns[number] = {**attributes, "min": str(number), "max": str(number)}
    return columns


def _set_columns(root: Element, span: range, columns: Mapping[int, Mapping[str, str]]) -> None:
    """Replace the attributes of the columns in `span` by those in `columns`. Other columns keep their attributes."""
    cols = child(root, "cols")
    if cols is None:
        cols = add_child(root, "cols", before=child(root, "sheetData"))
    entries: list[dict[str, str]] = []
    for element in children(cols, "col"):
        attributes = dict(element.attributes.items())
        first, last = int(attributes["min"]), int(attributes["max"])
        for start, end in ((first, min(last, span[0] - 1)), (max(first, span[-1] + 1), last)):
            if start <= end:
                entries.append({**attributes, "min": str(start), "max": str(end)})
        remove_element(element)
    entries += [{**attributes, "min": str(number), "max": str(number)} for number, attributes in columns.items()]
    for entry in sorted(entries, key=lambda column: int(column["min"])):
        add_child(cols, "col", entry)


def _set_rules(root: Element, source: _RegionFormats, styles: Styles, old: CellRange) -> None:
    """Replace the conditional formats of the region `old` by those of the built sheet."""
    for element in children(root, "conditionalFormatting"):
        if _is_within(element, old):
            remove_element(element)
    rules = descendants(root, "cfRule")
    priority = max((int(rule.getAttribute("priority") or 0) for rule in rules), default=0)
    before = next(
        (
            element
            for element in children(root)
            if element.localName in _AFTER_CONDITIONAL_FORMATS or element.localName == "conditionalFormatting"
        ),
        None,
    )
    for element in source.rules:
        target_rule = _copy(element, root, before)
        for rule in children(target_rule, "cfRule"):
            priority += 1
            rule.setAttribute("priority", str(priority))
            rule.setAttribute("dxfId", str(styles.add_rule_format(int(rule.getAttribute("dxfId")))))


def _set_scale(root: Element, source: Element) -> None:
    """Give the sheet the print scale of the built sheet, which fits all columns on a page."""
    setup, built_setup = child(root, "pageSetup"), child(source, "pageSetup")
    if setup is None or built_setup is None:
        return
    for name in _SCALING:
        if setup.hasAttribute(name):
            setup.removeAttribute(name)
        if built_setup.hasAttribute(name):
            setup.setAttribute(name, built_setup.getAttribute(name))
    fitted = [setup.getAttribute("fitToPage") for setup in descendants(source, "pageSetUpPr")]
    for element in descendants(root, "pageSetUpPr"):
        if fitted and fitted[0]:
            element.setAttribute("fitToPage", fitted[0])
        elif element.hasAttribute("fitToPage"):
            element.removeAttribute("fitToPage")


def _is_within(rule: Element, region: CellRange) -> bool:
    """Return whether a conditional format begins within a region's columns, in or below the row above its headings."""
    cells = parse_range(rule.getAttribute("sqref").split(" ")[0])
    return (
        cells is not None
        and region.first_column <= cells.first_column
        and cells.last_column <= region.last_column
        and cells.first_row >= region.first_row - 1
    )


def _list_rows(root: Element) -> list[tuple[int, Element]]:
    rows = children(child(root, "sheetData"), "row")
    return [(int(row.getAttribute("r")), row) for row in rows if row.getAttribute("r")]


def _list_cells(row: Element) -> list[tuple[int, Element]]:
    addressed = ((parse_range(cell.getAttribute("r")), cell) for cell in children(row, "c"))
    return [(cell_range.first_column, cell) for cell_range, cell in addressed if cell_range is not None]


def _copy(source: Element, parent: Element, before: Element | None = None) -> Element:
    """Add a copy of an element of another document to `parent`, in the namespace of `parent`."""
    element = add_child(parent, source.localName, dict(source.attributes.items()), before)
    for node in source.childNodes:
        if node.nodeType == node.ELEMENT_NODE:
            _copy(node, element)
        elif node.nodeType == node.TEXT_NODE:
            element.appendChild(parent.ownerDocument.createTextNode(node.data))
    return element


def _adjust_print_names(xml: bytes, sheet: int, region: ChangedRegion) -> bytes:
    """Return the XML of the workbook part with the print area and print titles adjusted to the region's columns.

    A print area that ended with the region's last column still does. If pages repeat columns, they repeat those of the
    built workbook. `sheet` is the position of the sheet's tab, from 0.
    """
    first, old, new = (
        column_letters(column).encode()
        for column in (region.new.first_column, region.old.last_column, region.new.last_column)
    )
    workbook_xml = region.source.package.read(region.source.package.workbook_part)
    repeated = _REPEATED_COLUMNS.search(workbook_xml)

    def widen(match: re.Match[bytes]) -> bytes:
        if not re.search(rb'localSheetId="%d"' % sheet, match[0]):
            return match[0]
        if match[1] == b"Print_Titles":
            return _REPEATED_COLUMNS.sub(repeated[0], match[0]) if repeated else match[0]
        return re.sub(rb"(!\$%s(?:\$[0-9]+)?:\$)%s(?=[$,<])" % (first, old), rb"\g<1>" + new, match[0])

    return _PRINT_NAME.sub(widen, xml)


_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_SHEET_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"


def can_add_sheets(file: ClubFile) -> bool:
    """Return whether sheets can be added to a file.

    A file in the strict form of the standard cannot take them, because it has other namespaces.
    """
    workbook = file.package.read_tree(file.package.workbook_part)
    return workbook.tag == f"{{{SHEETS_NAMESPACE}}}workbook" and bool(
        file.package.find_related_parts(file.package.workbook_part, "styles")
    )


def copy_sheets(file: ClubFile, source: ClubFile, sheets: Sequence[str]) -> ClubFile:
    """Copy sheets from `source` to `file`, and return the new workbook in memory.

    The order of tabs follows `source`: a copied sheet is placed after the nearest preceding sheet of `source` that the
    workbook also has.
    """
    transfer = _Transfer(file, source)
    for sheet in sheets:
        transfer.add(sheet)
    content = io.BytesIO()
    transfer.edit.write(content)
    return ClubFile(file.path, Package(content.getvalue(), file.package.name))


class _Transfer:
    """A copy of sheets from one workbook to another."""

    def __init__(self, file: ClubFile, source: ClubFile) -> None:
        self.edit = PackageEdit(file.package)
        self._file, self._source, self._package = file, source, source.package
        self._workbook = self.edit.read_tree(file.package.workbook_part)
        self._source_workbook = parse_tree(self._package.read(self._package.workbook_part))
        self._source_names = [tab.getAttribute("name") for tab in descendants(self._source_workbook, "sheet")]
        self._styles = Styles(
            self.edit.read_tree(*self.edit.find_related_parts(file.package.workbook_part, "styles").values()),
            parse_tree(
                self._package.read(*self._package.find_related_parts(self._package.workbook_part, "styles").values())
            ),
        )
        types = children(parse_tree(self._package.read("[Content_Types].xml")), "Override")
        self._types = {
            override.getAttribute("PartName").lstrip("/"): override.getAttribute("ContentType") for override in types
        }

    def add(self, sheet: str) -> None:
        """Copy one sheet with its formats, linked parts and defined names."""
        source_part = self._source.sheets[sheet]
        root = parse_tree(self._package.read(source_part))
        self._renumber_formats(root)
        part = self.edit.add("xl/worksheets", "sheet", ".xml", b"", _SHEET_TYPE)
        self._add_linked_parts(source_part, part, root)
        self.edit.replace(part, [serialize_tree(root)])
        self._add_names(sheet, self._add_to_workbook(sheet, part))

    def _renumber_formats(self, root: Element) -> None:
        """Replace the numbers of formats in a sheet of the source by those in the target."""
        for name, attribute in (("c", "s"), ("row", "s"), ("col", "style")):
            for element in descendants(root, name):
                if element.hasAttribute(attribute):
                    element.setAttribute(
                        attribute, str(self._styles.add_cell_format(int(element.getAttribute(attribute))))
                    )
        for rule in descendants(root, "cfRule"):
            if rule.hasAttribute("dxfId"):
                rule.setAttribute("dxfId", str(self._styles.add_rule_format(int(rule.getAttribute("dxfId")))))

    def _add_linked_parts(self, source_part: str, part: str, root: Element) -> None:
        """Copy and link the parts that a part of the source has relationships to, such as a drawing with charts.

        `source_part` is the part in the source, `part` its copy in the target, and `root` the root of the copy.
        """
        listing = name_relationships_part(source_part)
        if listing not in self._package.members:
            return
        identifiers: dict[str, str] = {}
        for link in children(parse_tree(self._package.read(listing))):
            target = resolve_target(source_part, link.getAttribute("Target"))
            folder, name = posixpath.split(target)
            stem, suffix = posixpath.splitext(name)
            content = parse_tree(self._package.read(target))
            copied_part = self.edit.add(folder, re.sub(r"\d+$", "", stem), suffix, b"", self._types[target])
            self._add_linked_parts(target, copied_part, content)
            self.edit.replace(copied_part, [serialize_tree(content)])
            identifiers[link.getAttribute("Id")] = self.edit.add_relationship(
                part, link.getAttribute("Type"), copied_part
            )
        for element in descendants(root, "*"):
            identifier = element.getAttributeNS(RELATIONSHIPS_NAMESPACE, "id")
            if identifier in identifiers:
                element.setAttributeNS(
                    RELATIONSHIPS_NAMESPACE,
                    element.getAttributeNodeNS(RELATIONSHIPS_NAMESPACE, "id").name,
                    identifiers[identifier],
                )

    def _add_to_workbook(self, sheet: str, part: str) -> int:
        """Add a sheet to the list of sheets, and return its position.

        Positions of sheets in defined names and views that follow it are increased by one.
        """
        sheet_list = child(self._workbook, "sheets")
        tabs = children(sheet_list, "sheet")
        indices = {tab.getAttribute("name").casefold(): index for index, tab in enumerate(tabs)}
        preceding = [name.casefold() for name in self._source_names[: self._source_names.index(sheet)]]
        position = next((indices[name] for name in reversed(preceding) if name in indices), -1) + 1
        number = max(int(tab.getAttribute("sheetId")) for tab in tabs) + 1
        new_tab = add_child(
            sheet_list,
            "sheet",
            {"name": sheet, "sheetId": str(number)},
            tabs[position] if position < len(tabs) else None,
        )
        set_relationship_id(new_tab, self.edit.add_relationship(self._file.package.workbook_part, _SHEET_LINK, part))
        numbered = [(name, "localSheetId") for name in descendants(self._workbook, "definedName")]
        for view in descendants(self._workbook, "workbookView"):
            numbered += [(view, "activeTab"), (view, "firstSheet")]
        for element, attribute in numbered:
            if element.hasAttribute(attribute) and int(element.getAttribute(attribute)) >= position:
                element.setAttribute(attribute, str(int(element.getAttribute(attribute)) + 1))
        return position

    def _add_names(self, sheet: str, position: int) -> None:
        """Copy the defined names that refer to the sheet, and its print area and print titles."""
        name_list = child(self._workbook, "definedNames")
        known = {name.getAttribute("name") for name in children(name_list) if not name.hasAttribute("localSheetId")}
        for name in descendants(self._source_workbook, "definedName"):
            attributes = dict(name.attributes.items())
            if "localSheetId" in attributes:
                if self._source_names[int(attributes["localSheetId"])] != sheet:
                    continue
                attributes["localSheetId"] = str(position)
            else:
                areas = iter_named_areas(attributes["name"], read_text(name))
                if attributes["name"] in known or all(area_sheet != sheet for _, (area_sheet, _) in areas):
                    continue
            set_text(add_child(name_list, "definedName", attributes), read_text(name))
