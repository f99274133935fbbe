"""Workbooks that we write by hand, part by part: the XML of other programs, and broken and hurtful files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

TRANSITIONAL = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

SPACES = f'xmlns="{TRANSITIONAL}" xmlns:r="{RELATIONSHIPS}"'
STYLES = """<fonts count="1"><font/></fonts><fills count="1"><fill><patternFill/></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7">
<xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/><xf numFmtId="1" xfId="0"/>
<xf numFmtId="2" xfId="0"/><xf numFmtId="49" xfId="0"/><xf numFmtId="22" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="46" xfId="0" applyNumberFormat="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>"""
"""Styles 1 (date), 2 (0), 3 (0.00), 4 (text) and 5 (date and time)."""


@dataclass
class RawSheet:
    """A sheet. `rows` is the inside of <sheetData>, `head` comes before it and `tail` after it.

    `tables` is the whole XML of each table part.
    """

    rows: str
    head: str = ""
    tail: str = ""
    tables: tuple[str, ...] = ()


@dataclass
class RawWorkbook:
    """A workbook of hand-written sheets. `members` take the place of parts of the same names."""

    sheets: Mapping[str, RawSheet]
    strings: tuple[str, ...] = ()
    members: Mapping[str, bytes] = field(default_factory=dict)

    def parts(self) -> dict[str, bytes]:
        """Return every member of the archive by its name, in order."""
        overrides = [("/xl/workbook.xml", "sheet.main"), ("/xl/styles.xml", "styles")]
        links = [("styles", "styles", "styles.xml")]
        parts: dict[str, str] = {}
        tables = 0
        for number, sheet in enumerate(self.sheets.values(), 1):
            name = f"xl/worksheets/sheet{number}.xml"
            links.append((f"sheet{number}", "worksheet", f"worksheets/sheet{number}.xml"))
            overrides.append((f"/{name}", "worksheet"))
            names = [f"table{tables + count}" for count in range(1, len(sheet.tables) + 1)]
            tables += len(names)
            for table, xml in zip(names, sheet.tables):
                parts[f"xl/tables/{table}.xml"] = DECLARATION + xml
                overrides.append((f"/xl/tables/{table}.xml", "table"))
            table_parts = "".join(f'<tablePart r:id="{table}"/>' for table in names)
            if names:
                table_parts = f'<tableParts count="{len(names)}">{table_parts}</tableParts>'
                listed = _links([(table, "table", f"../tables/{table}.xml") for table in names])
                parts[f"xl/worksheets/_rels/sheet{number}.xml.rels"] = listed
            inside = f"{sheet.head}<sheetData>{sheet.rows}</sheetData>{sheet.tail}{table_parts}"
            parts[name] = f"{DECLARATION}<worksheet {SPACES}>{inside}</worksheet>"
        if self.strings:
            texts = "".join(f"<si>{string}</si>" for string in self.strings)
            parts["xl/sharedStrings.xml"] = f'{DECLARATION}<sst xmlns="{TRANSITIONAL}">{texts}</sst>'
            overrides.append(("/xl/sharedStrings.xml", "sharedStrings"))
            links.append(("strings", "sharedStrings", "sharedStrings.xml"))
        sheets = "".join(
            f'<sheet name="{name}" sheetId="{number}" r:id="sheet{number}"/>'
            for number, name in enumerate(self.sheets, 1)
        )
        first = {
            "[Content_Types].xml": _types(overrides),
            "_rels/.rels": _links([("workbook", "officeDocument", "xl/workbook.xml")]),
            "xl/workbook.xml": f"{DECLARATION}<workbook {SPACES}><sheets>{sheets}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": _links(links),
            "xl/styles.xml": f'{DECLARATION}<styleSheet xmlns="{TRANSITIONAL}">{STYLES}</styleSheet>',
        }
        written = {name: xml.encode() for name, xml in {**first, **parts}.items()}
        return {**written, **self.members}

    def data(self) -> bytes:
        return zip_parts(self.parts())


def zip_parts(parts: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive of some parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def unzip_parts(path: Path) -> dict[str, bytes]:
    """Return the members of an archive by name, in their order. Raises BadZipFile where one is damaged."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def table_xml(name: str, reference: str, headings: tuple[str, ...], attributes: str = "") -> str:
    """Return the XML of a table with these headings."""
    columns = "".join(f'<tableColumn id="{index}" name="{heading}"/>' for index, heading in enumerate(headings, 1))
    return (
        f'<table xmlns="{TRANSITIONAL}" id="1" name="{name}" displayName="{name}" ref="{reference}"{attributes}>'
        f'<autoFilter ref="{reference}"/><tableColumns count="{len(headings)}">{columns}</tableColumns></table>'
    )


def _types(overrides: list[tuple[str, str]]) -> str:
    listed = "".join(f'<Override PartName="{part}" ContentType="{CONTENT}.{kind}+xml"/>' for part, kind in overrides)
    return (
        f'{DECLARATION}<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{listed}</Types>'
    )


def _links(links: list[tuple[str, str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="{key}" Type="{RELATIONSHIPS}/{kind}" Target="{to}"/>' for key, kind, to in links
    )
    return f'{DECLARATION}<Relationships xmlns="{PACKAGE}/relationships">{listed}</Relationships>'
