"""Sheets of a new workbook of ours added to a workbook file with their formats, names and drawings.

All else of the workbook stays as it is. The texts of a new workbook are in its cells, not in a list of texts.

Source: ECMA-376 part 1, 18.2 (workbook), 18.3.1.99 (worksheet) and 18.8.39 (styleSheet).
"""

from __future__ import annotations

import io
import posixpath
import re
from collections.abc import Sequence

from xladdin.cells.addresses import named_areas
from xladdin.files.club_file import ClubFile
from xladdin.files.package import Package, listing_name, target_name
from xladdin.files.package_edit import (
    LINKS,
    SHEETS,
    Element,
    PackageEdit,
    add_child,
    child,
    children,
    descendants,
    parse_tree,
    serialize_tree,
    set_link,
    set_text,
    text_of,
)
from xladdin.files.region_formats import Styles

_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_SHEET_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"


def can_add_sheets(file: ClubFile) -> bool:
    """Return whether sheets can be added: a file in the strict form of the standard has other namespaces."""
    workbook = file.package.tree(file.package.workbook_part)
    return workbook.tag == f"{{{SHEETS}}}workbook" and bool(file.package.related(file.package.workbook_part, "styles"))


def with_sheets(file: ClubFile, source: ClubFile, sheets: Sequence[str]) -> ClubFile:
    """Return the workbook with sheets of another one that it lacks, in memory.

    Each comes after the nearest sheet before it there that the workbook has by the same name.
    """
    transfer = _Transfer(file, source)
    for sheet in sheets:
        transfer.add(sheet)
    content = io.BytesIO()
    transfer.edit.write(content)
    return ClubFile(file.path, Package(content.getvalue(), file.package.name))


class _Transfer:
    """The changes to one workbook."""

    def __init__(self, file: ClubFile, source: ClubFile) -> None:
        self.edit = PackageEdit(file.package)
        self._file, self._source, self._package = file, source, source.package
        self._workbook = self.edit.tree(file.package.workbook_part)
        self._source_workbook = parse_tree(self._package.read(self._package.workbook_part))
        self._source_names = [tab.getAttribute("name") for tab in descendants(self._source_workbook, "sheet")]
        self._styles = Styles(
            self.edit.tree(*self.edit.links(file.package.workbook_part, "styles").values()),
            parse_tree(self._package.read(*self._package.related(self._package.workbook_part, "styles").values())),
        )
        types = children(parse_tree(self._package.read("[Content_Types].xml")), "Override")
        self._types = {one.getAttribute("PartName").lstrip("/"): one.getAttribute("ContentType") for one in types}

    def add(self, sheet: str) -> None:
        """Add one sheet."""
        built = self._source.sheets[sheet]
        root = parse_tree(self._package.read(built))
        self._use_styles(root)
        part = self.edit.add("xl/worksheets", "sheet", ".xml", b"", _SHEET_TYPE)
        self._add_linked_parts(built, part, root)
        self.edit.replace(part, [serialize_tree(root)])
        self._add_names(sheet, self._add_to_workbook(sheet, part))

    def _use_styles(self, root: Element) -> None:
        """Give cells, rows, columns and conditional formats the numbers of their formats in this workbook."""
        for name, attribute in (("c", "s"), ("row", "s"), ("col", "style")):
            for element in descendants(root, name):
                if element.hasAttribute(attribute):
                    element.setAttribute(attribute, str(self._styles.cell_format(int(element.getAttribute(attribute)))))
        for rule in descendants(root, "cfRule"):
            if rule.hasAttribute("dxfId"):
                rule.setAttribute("dxfId", str(self._styles.rule_format(int(rule.getAttribute("dxfId")))))

    def _add_linked_parts(self, built: str, part: str, root: Element) -> None:
        """Add the parts that a part of the source points to, such as its drawing with its charts, and link them."""
        listing = listing_name(built)
        if listing not in self._package.members:
            return
        identifiers: dict[str, str] = {}
        for link in children(parse_tree(self._package.read(listing))):
            target = target_name(built, link.getAttribute("Target"))
            folder, name = posixpath.split(target)
            stem, suffix = posixpath.splitext(name)
            content = parse_tree(self._package.read(target))
            added = self.edit.add(folder, re.sub(r"\d+$", "", stem), suffix, b"", self._types[target])
            self._add_linked_parts(target, added, content)
            self.edit.replace(added, [serialize_tree(content)])
            identifiers[link.getAttribute("Id")] = self.edit.link(part, link.getAttribute("Type"), added)
        for element in descendants(root, "*"):
            own = element.getAttributeNS(LINKS, "id")
            if own in identifiers:
                element.setAttributeNS(LINKS, element.getAttributeNodeNS(LINKS, "id").name, identifiers[own])

    def _add_to_workbook(self, sheet: str, part: str) -> int:
        """Add a sheet to the list of sheets, and return its position, to which others have made room."""
        listed = child(self._workbook, "sheets")
        elements = children(listed, "sheet")
        places = {element.getAttribute("name").casefold(): place for place, element in enumerate(elements)}
        earlier = [name.casefold() for name in self._source_names[: self._source_names.index(sheet)]]
        position = next((places[name] for name in reversed(earlier) if name in places), -1) + 1
        number = max(int(element.getAttribute("sheetId")) for element in elements) + 1
        added = add_child(
            listed,
            "sheet",
            {"name": sheet, "sheetId": str(number)},
            elements[position] if position < len(elements) else None,
        )
        set_link(added, self.edit.link(self._file.package.workbook_part, _SHEET_LINK, part))
        counted = [(name, "localSheetId") for name in descendants(self._workbook, "definedName")]
        for view in descendants(self._workbook, "workbookView"):
            counted += [(view, "activeTab"), (view, "firstSheet")]
        for element, attribute in counted:
            if element.hasAttribute(attribute) and int(element.getAttribute(attribute)) >= position:
                element.setAttribute(attribute, str(int(element.getAttribute(attribute)) + 1))
        return position

    def _add_names(self, sheet: str, position: int) -> None:
        """Add the defined names of cells of the sheet, and its print area and titles."""
        listed = child(self._workbook, "definedNames")
        known = {name.getAttribute("name") for name in children(listed) if not name.hasAttribute("localSheetId")}
        for name in descendants(self._source_workbook, "definedName"):
            attributes = dict(name.attributes.items())
            if "localSheetId" in attributes:
                if self._source_names[int(attributes["localSheetId"])] != sheet:
                    continue
                attributes["localSheetId"] = str(position)
            else:
                areas = named_areas(attributes["name"], text_of(name))
                if attributes["name"] in known or all(place != sheet for _, (place, _) in areas):
                    continue
            set_text(add_child(listed, "definedName", attributes), text_of(name))
