"""Parts that a test adds to a workbook file, with their kinds and the links to them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lxml import etree

from tests.corpus.editing import MAIN, Parts

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def read_folder(folder: Path, replacements: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files of a folder by their paths in it, with texts replaced."""
    files = {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    for old, new in replacements.items():
        files = {name: content.replace(old.encode(), new.encode()) for name, content in files.items()}
    return files


def add_parts(parts: Parts, files: Mapping[str, bytes], kinds: Mapping[str, str]) -> None:
    """Add files by their paths in the workbook, and declare the content types of parts."""
    for name, content in files.items():
        parts.write(name, content)
    types = parts.xml("[Content_Types].xml")
    for part, kind in kinds.items():
        etree.SubElement(types, f"{{{PACKAGE}/content-types}}Override", PartName=f"/{part}", ContentType=kind)


def link(parts: Parts, part: str, links: Mapping[str, tuple[str, str]]) -> None:
    """Add links of a part, or of the package where it is "", as kind and target by their identifiers."""
    folder, _, name = part.rpartition("/")
    listing = f"{folder}/_rels/{name}.rels".lstrip("/")
    if listing not in parts.members:
        parts.write(listing, f'<Relationships xmlns="{PACKAGE}/relationships"/>'.encode())
    for key, (kind, target) in links.items():
        entry = etree.SubElement(parts.xml(listing), f"{{{PACKAGE}/relationships}}Relationship", Id=key, Target=target)
        entry.set("Type", kind if ":" in kind else f"{OFFICE}/{kind}")
        if ":" in target:
            entry.set("TargetMode", "External")


def element(xml: str) -> etree._Element:
    """Return an element of a spreadsheet, in whose XML `r` is the prefix of links."""
    return etree.fromstring(f'<x xmlns="{MAIN}" xmlns:r="{OFFICE}">{xml}</x>')[0]
