"""The same workbook as other programs write it, and what it holds, to compare two of its files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import openpyxl

from tests.corpus.editing import Parts
from tests.helpers.files.added_parts import add_parts, link
from tests.helpers.files.raw_workbook import RELATIONSHIPS, TRANSITIONAL, unzip_parts, zip_parts
from tests.helpers.programs.libreoffice import convert
from xladdin.cells import CellTable
from xladdin.files.club_file import ClubFile

Members = dict[str, bytes]
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
STRICT_RELATIONSHIPS = "http://purl.oclc.org/ooxml/officeDocument/relationships"
_SHEETS = re.compile(r"xl/worksheets/[^/]*\.xml")


def variant(path: Path, into: Path, change: Callable[[Members], None]) -> Path:
    parts = unzip_parts(path)
    change(parts)
    into.write_bytes(zip_parts(parts))
    return into


def by_libreoffice(path: Path, into: Path) -> Path:
    """As LibreOffice saves it, which also computes every formula."""
    saved = convert(path, into.parent / "libreoffice", "xlsx")
    return saved.rename(into)


def by_openpyxl(path: Path, into: Path) -> Path:
    """As openpyxl loads and saves it, which stores formulas without their values."""
    openpyxl.load_workbook(path).save(into)
    return into


def by_numbers(path: Path, into: Path) -> Path:
    """As Numbers on a Mac exports it: a summary, and every table as the values of a sheet, without any name."""
    exported = openpyxl.load_workbook(path, data_only=True)
    exported.defined_names.clear()
    for sheet in exported:
        sheet.tables.clear()
    exported.create_sheet("Export Summary", 0)["B3"] = "This document was exported from Numbers."
    exported.save(into)
    return into


def by_excel(path: Path, into: Path) -> Path:
    """In the form of Excel: shared strings, spans and descents on rows, no extent, cell metadata declared."""

    def change(parts: Members) -> None:
        strings: dict[bytes, int] = {}
        for name in filter(_SHEETS.fullmatch, list(parts)):
            xml = re.sub(rb"<dimension[^>]*/>", b"", parts[name])
            xml = re.sub(
                rb' t="inlineStr"><is>(<t[^>]*>[^<]*</t>)</is>',
                lambda text: b' t="s"><v>%d</v>' % strings.setdefault(text[1], len(strings)),
                xml,
            )
            ac = b'xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"'
            mc = b'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac"'
            xml = xml.replace(b"<worksheet ", b"<worksheet %b %b " % (ac, mc), 1)
            parts[name] = re.sub(rb'(<row r="\d+")', rb'\1 spans="1:2" x14ac:dyDescent="0.25"', xml)
        assert b"<si>" not in parts.get("xl/sharedStrings.xml", b"")
        listed = b"".join(b"<si>%b</si>" % text for text in strings)
        shared["xl/sharedStrings.xml"] = b'<sst xmlns="%b">%b</sst>' % (TRANSITIONAL.encode(), listed)

    shared: dict[str, bytes] = {}
    parts = Parts(variant(path, into, change))
    if not shared.keys() & parts.members.keys():
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
        add_parts(parts, shared, dict.fromkeys(shared, kind))
        link(parts, "xl/workbook.xml", {"strings": ("sharedStrings", "sharedStrings.xml")})
    parts.members |= shared
    parts.save()
    return into


def with_prefixes(path: Path, into: Path) -> Path:
    """With a prefix on every spreadsheet element, as the Open XML SDK writes."""

    def change(parts: Members) -> None:
        for name, xml in parts.items():
            if re.fullmatch(r"xl/(workbook|sharedStrings|worksheets/[^/]*|tables/[^/]*)\.xml", name):
                prefixed = re.sub(rb"<(/?)(?=[A-Za-z])(?![A-Za-z0-9]+:)", rb"<\1x:", xml)
                parts[name] = prefixed.replace(
                    b'xmlns="%b"' % TRANSITIONAL.encode(), b'xmlns:x="%b"' % TRANSITIONAL.encode()
                )

    return variant(path, into, change)


def strict(path: Path, into: Path) -> Path:
    """With the names that Excel's "Strict Open XML Spreadsheet" gives."""

    def change(parts: Members) -> None:
        for name, xml in parts.items():
            if name.endswith((".xml", ".rels")):
                xml = xml.replace(TRANSITIONAL.encode(), STRICT.encode())
                parts[name] = re.sub(RELATIONSHIPS.encode() + b"""(?=[/"'])""", STRICT_RELATIONSHIPS.encode(), xml)

    return variant(path, into, change)


def report(file: ClubFile, sheet: str) -> list[list[object]]:
    """Return what a recalculation writes below the head of a report, whose title and date are formulas."""
    return [[rounded(value) for value in row] for row in file.sheet_values(sheet)[3:]]


def rounded(value: object) -> object:
    return float(f"{value:.12g}") if isinstance(value, float) else value


def values(table: CellTable) -> dict[str, list[object]]:
    return {heading: list(map(rounded, column)) for heading, column in zip(table.headings, table.columns)}
