"""Buttons on a sheet of an existing workbook file: put on, found, and taken away with everything Excel keeps of them.

Excel keeps a button up to four times: as a shape of VML, as an element of the sheet, as a part of its properties, and
as an anchor in the sheet's drawing. A new file has only the shape, and Excel adds the rest when it saves. Source:
ECMA-376 part 4, 14.1 (VML), part 1, 18.3.1.21 (controls), [MS-XLSX] 2.3.2.
"""

from collections.abc import Collection, Sequence

from xladdin.files.writing.package_edit import PackageEdit
from xladdin.files.xml_tree import Element, added, child, children, descendants, link_of, removed, set_link
from xladdin.vba.buttons import Button, button_drawing, has_shapes, macros_of, with_buttons, without_buttons

VML, VML_TYPE = "vmlDrawing", "application/vnd.openxmlformats-officedocument.vmlDrawing"
_VML_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/vmlDrawing"
_BEHIND_VML = {"legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts",
               "extLst", "AlternateContent"}  # fmt: skip
"""The children of <worksheet> that are behind <legacyDrawing> (ECMA-376 part 1, 18.3.1.99)."""


def macros_on(edit: PackageEdit, sheet: str) -> set[str]:
    """The macros that the buttons on a sheet run. `sheet` is its part."""
    return {macro for part in edit.links(sheet, VML).values() for macro in macros_of(edit.read(part))}


def put_buttons(edit: PackageEdit, sheet: str, buttons: Sequence[Button], number: int) -> None:
    """Puts buttons on a sheet, beside its notes and controls. If the sheet gets a drawing, it has this `number`."""
    root = edit.tree(sheet)
    parts = edit.links(sheet, VML)
    drawing = child(root, "legacyDrawing")
    if drawing is not None and link_of(drawing) in parts:
        part = parts[link_of(drawing)]
        try:
            edit.replace(part, [with_buttons(edit.read(part), buttons)])
        except ValueError:
            raise edit.package.problem(
                f"its part {part} is written in a way that xladdin does not know. Save it in Excel."
            ) from None
        return
    part = edit.add("xl/drawings", VML, ".vml", button_drawing(buttons, number), VML_TYPE)
    behind = next((one for one in children(root) if one.localName in _BEHIND_VML), None)
    set_link(added(root, "legacyDrawing", before=behind), edit.link(sheet, _VML_LINK, part))


def take_buttons(edit: PackageEdit, sheet: str, macros: Collection[str]) -> None:
    """Takes the buttons that run some macros from a sheet, with what Excel keeps of them elsewhere."""
    gone: set[int] = set()
    for identifier, part in edit.links(sheet, VML).items():
        left, numbers = without_buttons(edit.read(part), macros)
        gone |= numbers
        if has_shapes(left):
            edit.replace(part, [left])
            continue
        for element in children(edit.tree(sheet), "legacyDrawing"):
            if link_of(element) == identifier:
                removed(element)
        edit.unlink(sheet, identifier)
        edit.drop(part)
    if gone:
        _take_controls(edit, sheet, gone)
        _take_anchors(edit, sheet, macros)


def _take_controls(edit: PackageEdit, sheet: str, numbers: Collection[int]) -> None:
    """Removes the elements of the sheet, once in today's form and once for older programs, and their properties."""
    properties = edit.links(sheet, "ctrlProp")
    controls = descendants(edit.tree(sheet), "control")
    for control in [one for one in controls if int(one.getAttribute("shapeId") or 0) in numbers]:
        identifier = link_of(control)
        if identifier in properties:
            edit.unlink(sheet, identifier)
            edit.drop(properties.pop(identifier))
        _remove_with_empty_parents(control)


def _take_anchors(edit: PackageEdit, sheet: str, macros: Collection[str]) -> None:
    """Removes the shapes of the sheet's drawing."""
    for part in edit.links(sheet, "drawing").values():
        for anchor in children(edit.tree(part)):
            run = (shape.getAttribute("macro") for shape in descendants(anchor, "sp"))
            if {macro.rpartition("!")[2].rpartition(".")[2] for macro in run} & set(macros):
                removed(anchor)


def _remove_with_empty_parents(element: Element) -> None:
    """Removes an element, and what was there only for its sake."""
    parent = element.parentNode
    removed(element)
    left = children(parent)
    is_empty = not left or (parent.localName == "AlternateContent" and not any(map(children, left)))
    if is_empty and parent.localName in ("controls", "Choice", "Fallback", "AlternateContent"):
        _remove_with_empty_parents(parent)
