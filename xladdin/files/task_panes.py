"""Read and write the task pane of an Office add-in, and the data that the add-in stores in a workbook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from xladdin.files.package import RELATIONSHIPS_NAMESPACE, XML_DECLARATION, Package, PackageEdit
from xladdin.messages import msg

# The identifier of xlwings Lite in Microsoft's store of add-ins.
XLWINGS_LITE = "wa200008175"
PANES_PART, EXTENSION_PART = "xl/webextensions/taskpanes.xml", "xl/webextensions/webextension1.xml"
_OFFICE = "http://schemas.microsoft.com/office"
_PANES_KIND = f"{_OFFICE}/2011/relationships/webextensiontaskpanes"
_EXTENSION_KIND = f"{_OFFICE}/2011/relationships/webextension"
_PANES_TYPE = "application/vnd.ms-office.webextensiontaskpanes+xml"
_EXTENSION_TYPE = "application/vnd.ms-office.webextension+xml"


class TaskPane(NamedTuple):
    """The task pane of an add-in.

    Attributes:
        add_in: Identifier of the add-in in the store.
        properties: Data of the add-in in the workbook: JSON values by name.
    """

    add_in: str
    properties: Mapping[str, object]


def read_task_pane(package: Package, add_in: str) -> TaskPane | None:
    """Return the task pane of an add-in with its data, or None if the workbook has none."""
    part_and_pane = _find_task_pane(package, add_in)
    return None if part_and_pane is None else part_and_pane[1]


def write_task_pane(edit: PackageEdit, pane: TaskPane) -> None:
    """Add a task pane to a workbook, or replace the pane of the same add-in.

    Raises:
        WorkbookError: The workbook has a task pane of another add-in.
    """
    existing = _find_task_pane(edit.package, pane.add_in)
    if existing is not None:
        edit.replace(existing[0], [_write_extension_xml(pane)])
        return
    if edit.find_related_parts("", "webextensiontaskpanes"):
        raise edit.package.make_error(
            msg("it contains the task pane of another add-in. Remove that add-in in Excel, and save.")
        )
    edit.add_part(EXTENSION_PART, _write_extension_xml(pane), _EXTENSION_TYPE)
    identifier = edit.add_relationship(PANES_PART, _EXTENSION_KIND, EXTENSION_PART)
    panes = (
        f'{XML_DECLARATION}<wetp:taskpanes xmlns:wetp="{_OFFICE}/webextensions/taskpanes/2010/11">'
        '<wetp:taskpane dockstate="right" visibility="1" width="350" row="1">'
        f'<wetp:webextensionref xmlns:r="{RELATIONSHIPS_NAMESPACE}" r:id="{identifier}"/>'
        "</wetp:taskpane></wetp:taskpanes>"
    )
    edit.add_part(PANES_PART, panes.encode(), _PANES_TYPE)
    edit.add_relationship("", _PANES_KIND, PANES_PART)


def _find_task_pane(package: Package, add_in: str) -> tuple[str, TaskPane] | None:
    """Return the part with the task pane of an add-in, and the pane, or None."""
    for panes in package.find_related_parts("", "webextensiontaskpanes").values():
        for part in package.find_related_parts(panes, "webextension").values():
            tree = package.read_tree(part)
            references = {
                element.get("id", "").lower() for element in tree.iter() if _strip_namespace(element.tag) == "reference"
            }
            if add_in.lower() in references:
                properties = (element for element in tree.iter() if _strip_namespace(element.tag) == "property")
                return part, TaskPane(
                    add_in, {item.get("name", ""): _parse_value(item.get("value", "")) for item in properties}
                )
    return None


def _strip_namespace(tag: str) -> str:
    return tag.rpartition("}")[2]


def _parse_value(text: str) -> object:
    import json

    try:
        return json.loads(text)
    except ValueError:
        return text


def _write_extension_xml(pane: TaskPane) -> bytes:
    import json
    import uuid
    from xml.sax.saxutils import quoteattr  # imported here, because it imports urllib

    properties = "".join(
        f"<we:property name={quoteattr(name)} value={quoteattr(json.dumps(value))}/>"
        for name, value in pane.properties.items()
    )
    identity = uuid.uuid5(uuid.NAMESPACE_URL, properties)
    store = pane.add_in.upper()
    return (
        f'{XML_DECLARATION}<we:webextension xmlns:we="{_OFFICE}/webextensions/webextension/2010/11"'
        f' id="{{{identity}}}">'
        f'<we:reference id="{pane.add_in}" version="1.0.0.0" store="en-US" storeType="OMEX"/>'
        f'<we:alternateReferences><we:reference id="{store}" version="1.0.0.0" store="{store}" storeType="OMEX"/>'
        f"</we:alternateReferences><we:properties>{properties}</we:properties><we:bindings/>"
        f'<we:snapshot xmlns:r="{RELATIONSHIPS_NAMESPACE}"/></we:webextension>'
    ).encode()
