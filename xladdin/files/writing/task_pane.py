"""The task pane of an Office add-in, carried in a workbook file: its parts read, written and replaced.

Such a pane is a web extension with properties, which are JSON in XML attributes. Source: [MS-OWEXML] 2.2.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import BinaryIO
from xml.sax.saxutils import quoteattr

from xladdin.files.package import Package
from xladdin.files.writing.blocks import write_package

PANES_PART, EXTENSION_PART = "xl/webextensions/taskpanes.xml", "xl/webextensions/webextension1.xml"
_OFFICE = "http://schemas.microsoft.com/office"
_RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PANES_KIND = f"{_OFFICE}/2011/relationships/webextensiontaskpanes"
_EXTENSION_KIND = f"{_OFFICE}/2011/relationships/webextension"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPES = {
    PANES_PART: "application/vnd.ms-office.webextensiontaskpanes+xml",
    EXTENSION_PART: "application/vnd.ms-office.webextension+xml",
}


@dataclass(frozen=True)
class Pane:
    """An add-in of the store by its identifier, with what it keeps in the workbook: values of JSON by their names."""

    add_in: str
    properties: Mapping[str, object]


def read_pane(package: Package, add_in: str) -> Pane | None:
    """What an add-in keeps in the workbook; None where it keeps nothing."""
    found = _found(package, add_in)
    return None if found is None else found[1]


def write_with_pane(package: Package, pane: Pane, parts: Mapping[str, Iterable[bytes]], target: BinaryIO) -> None:
    """Writes a workbook with the pane in it, in place of an earlier one of the same add-in; all else as it was.

    parts: other parts to replace. Raises FileProblem where the panes of other add-ins are in the way.
    """
    found = _found(package, pane.add_in)
    if found is not None:
        write_package(package, {**parts, found[0]: [_extension(pane)]}, target)
        return
    if package.related("", "webextensiontaskpanes"):
        raise package.problem("it carries the task pane of another add-in. Remove that one in Excel, and save.")
    panes = (
        f'{_XML}<wetp:taskpanes xmlns:wetp="{_OFFICE}/webextensions/taskpanes/2010/11">'
        '<wetp:taskpane dockstate="right" visibility="1" width="350" row="1">'
        f'<wetp:webextensionref xmlns:r="{_OFFICE_LINKS}" r:id="rId1"/></wetp:taskpane></wetp:taskpanes>'
    )
    added = {
        PANES_PART: panes.encode(),
        "xl/webextensions/_rels/taskpanes.xml.rels": (
            f'{_XML}<Relationships xmlns="{_RELATIONSHIPS}">'
            f'<Relationship Id="rId1" Type="{_EXTENSION_KIND}" Target="webextension1.xml"/></Relationships>'
        ).encode(),
        EXTENSION_PART: _extension(pane),
    }
    overrides = "".join(f'<Override PartName="/{part}" ContentType="{kind}"/>' for part, kind in _TYPES.items())
    link = f'<Relationship Id="{_free_id(package)}" Type="{_PANES_KIND}" Target="{PANES_PART}"/>'
    changed = {
        "[Content_Types].xml": [_before_end(package, "[Content_Types].xml", overrides)],
        "_rels/.rels": [_before_end(package, "_rels/.rels", link)],
    }
    write_package(package, {**parts, **changed}, target, added)


def _found(package: Package, add_in: str) -> tuple[str, Pane] | None:
    """The part of an add-in's pane, and the pane."""
    for panes in package.related("", "webextensiontaskpanes").values():
        for part in package.related(panes, "webextension").values():
            tree = package.tree(part)
            references = {element.get("id", "").lower() for element in tree.iter() if _name(element.tag) == "reference"}
            if add_in.lower() in references:
                kept = (element for element in tree.iter() if _name(element.tag) == "property")
                return part, Pane(add_in, {item.get("name", ""): _value(item.get("value", "")) for item in kept})
    return None


def _name(tag: str) -> str:
    return tag.rpartition("}")[2]


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _extension(pane: Pane) -> bytes:
    kept = "".join(
        f"<we:property name={quoteattr(name)} value={quoteattr(json.dumps(value))}/>"
        for name, value in pane.properties.items()
    )
    identity = uuid.uuid5(uuid.NAMESPACE_URL, kept)
    store = pane.add_in.upper()
    return (
        f'{_XML}<we:webextension xmlns:we="{_OFFICE}/webextensions/webextension/2010/11" id="{{{identity}}}">'
        f'<we:reference id="{pane.add_in}" version="1.0.0.0" store="en-US" storeType="OMEX"/>'
        f'<we:alternateReferences><we:reference id="{store}" version="1.0.0.0" store="{store}" storeType="OMEX"/>'
        f"</we:alternateReferences><we:properties>{kept}</we:properties><we:bindings/>"
        f'<we:snapshot xmlns:r="{_OFFICE_LINKS}"/></we:webextension>'
    ).encode()


def _before_end(package: Package, part: str, elements: str) -> bytes:
    xml = package.read(part)
    end = xml.rfind(b"</")
    if end < 0 or re.match(rb"</[\w.-]+:", xml[end:]):  # a root with no element, or a prefix
        raise package.problem(f"its part {part} is written in a way that is not known here. Save it in Excel first.")
    return xml[:end] + elements.encode() + xml[end:]


def _free_id(package: Package) -> str:
    taken = {link.identifier for link in package.relationships("")}
    return next(name for name in (f"rId{number}" for number in range(1, 10**6)) if name not in taken)
