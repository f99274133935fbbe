"""Workbooks made to take all memory or time, damaged ones, and some that lie about what they hold."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

from tests.imports.hurtful.case import REFUSED, TAKEN, WANTED, hurt, zipped
from xladdin.vba.compound import compound_file

OLD_WORKBOOK = (Path(__file__).parents[2] / "corpus" / "inputs" / "files" / "old.xls").read_bytes()
OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"
ODS = (
    b'<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    b'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    b'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    b'<table:table table:name="Games">%s</table:table></office:spreadsheet></office:body></office:document-content>'
)
REPEATED = (
    b'<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" '
    b'office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>'
)
LAUGHS = b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>' + ODS % b"&b;"
FAR = b'<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'


FAR_CELL = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
ODS_ROW = (
    b'<table:table-row table:number-rows-repeated="%s"><table:table-cell table:number-columns-repeated="%s" '
    b'office:value-type="string">%s</table:table-cell></table:table-row>'
)
SHARED = b"".join(b'<row r="%d"><c r="A%d" t="s"><v>0</v></c></row>' % (n, n) for n in range(1, 5000))
LONG_TEXT = b"<sst><si><t>%s</t></si></sst>" % (b"ab" * 15_000)
ODS_BLANK_ROWS = b'<table:table-row table:number-rows-repeated="1048574"><table:table-cell/></table:table-row>'
TWO_NUMBERS = (
    b'<table:table-row><table:table-cell xmlns:y="y" y:number-columns-repeated="1" '
    b'table:number-columns-repeated="900000000" office:value-type="string"><text:p>x</text:p></table:table-cell>'
    b"</table:table-row>"
)


def ods(cell: bytes, *, rows: int = 1, columns: object = 1) -> bytes:
    """An OpenDocument sheet of one cell, repeated."""
    row = ODS_ROW % (str(rows).encode(), str(columns).encode(), cell)
    return zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=ODS % row)


def sheet(rows: bytes, *, name: str = "worksheets__sheet1_dot_xml", before: bytes = b"", **members: bytes) -> bytes:
    """A workbook of one sheet with these rows as XML. The sheet has this name within xl."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = b"http://schemas.openxmlformats.org/package/2006/relationships"
    target = name.replace("__", "/").replace("_dot_", ".")
    return zipped(
        **members,
        _rels___dot_rels=b'<Relationships xmlns="%s"><Relationship Id="r1" Type="%s/officeDocument" '
        b'Target="xl/workbook.xml"/></Relationships>' % (package, links.encode()),
        xl__workbook_dot_xml=f'<workbook xmlns="{main}" xmlns:r="{links}"><sheets><sheet name="Games" sheetId="1" '
        'r:id="r1"/></sheets></workbook>'.encode(),
        xl___rels__workbook_dot_xml_dot_rels=f'<Relationships xmlns="{package.decode()}"><Relationship Id="r1" '
        f'Type="{links}/worksheet" Target="{target}"/></Relationships>'.encode(),
        **{f"xl__{name}": before + b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>'
           % (main.encode(), rows)},
    )  # fmt: skip


def lying_archive(field: int, length: int) -> bytes:
    """A workbook whose directory says another length of its sheet: packed in field 20, unpacked in field 24."""
    data = bytearray(sheet(FAR_CELL))
    at = data.rfind(b"xl/worksheets/sheet1.xml") - 46  # of its line in the directory
    assert data[at : at + 4] == b"PK\1\2"
    struct.pack_into("<I", data, at + field, length)
    return bytes(data)


def record(kind: int, content: bytes) -> bytes:
    """A record of a workbook of Excel 97."""
    return struct.pack("<HH", kind, len(content)) + content


END = record(0x0A, b"")
NUMBER = struct.pack("<Hd", 0, 1.0)


def old_workbook(
    texts: int = 0,
    rows: int = 1,
    columns: int = 1,
    cell: tuple[int, int] = (0, 0),
    sheets: int = 1,
    *,
    shared: bytes = b"",
    cells: bytes = b"",
    behind: bytes = END,
) -> bytes:
    """A workbook of Excel 97 with a sheet of one number, whose records say how large it is.

    `shared` are the records of its shared texts, `cells` those of further cells, and `behind` what ends the sheet.
    """
    begin = struct.pack("<HHHHII", 0x600, 0x5, 0, 1997, 0, 0)
    head = record(0x809, begin) + (shared or record(0xFC, struct.pack("<II", texts, texts)))
    start = len(head) + sheets * len(record(0x85, bytes(13))) + 4
    listed = record(0x85, struct.pack("<IHBB", start, 0, 5, 0) + b"Games") * sheets
    body = record(0x809, begin) + record(0x200, struct.pack("<IIHHH", 0, rows, 0, columns, 0))
    body += record(0x203, struct.pack("<HH", *cell) + NUMBER) + cells + behind
    return compound_file({"Workbook": head + listed + END + body + bytes(5000)})


def circled_workbook() -> bytes:
    """The same workbook, in which a sector follows itself."""
    data = bytearray(old_workbook())
    (fat,) = struct.unpack_from("<I", data, 76)
    (start,) = struct.unpack_from("<I", data, 512 * (struct.unpack_from("<I", data, 48)[0] + 1) + 128 + 116)
    struct.pack_into("<I", data, 512 * (fat + 1) + 4 * start, start)
    return bytes(data)


CASES = (
    hurt("a workbook of two letters", b"PK", REFUSED, WANTED),
    hurt("a workbook cut short", b"PK\x03\x04" + bytes(100), REFUSED, "is damaged"),
    hurt("an old workbook cut short", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), REFUSED, "cannot be read"),
    hurt("an old workbook cut within its sheet", OLD_WORKBOOK[:2500], REFUSED, "cannot be read as a workbook"),
    hurt("an old workbook cut behind its sheet", OLD_WORKBOOK[:5000], TAKEN, "There already: 1 game."),
    hurt("an archive of no workbook", zipped(readme=b"hello"), REFUSED, "cannot be read as a workbook"),
    hurt("a sheet that is far away", zipped(xl__worksheets__sheet1_dot_xml=FAR), REFUSED, "reaches over"),
    hurt("a zip bomb as .ods", zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=ODS % (b" " * 30_000_000)), REFUSED,
         "is packed suspiciously small"),
    hurt("a sheet of repeated cells as .ods", zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=ODS % REPEATED), REFUSED,
         "unpacks to more than"),
    hurt("blanks without end as .ods", ods(b'<text:p>a<text:s text:c="300000000"/></text:p>'), REFUSED,
         "holds more than 32,767 characters. Copy the games"),
    hurt("two billion blanks as .ods", ods(b'<text:p><text:s text:c="2000000000"/></text:p>'), REFUSED,
         'is repeated "2000000000" times'),
    hurt("blanks in many cells as .ods", ods(b'<text:p>a<text:s text:c="30000"/></text:p>', columns=2000), REFUSED,
         "unpacks to more than 33,554,432 characters"),
    hurt("a number of blanks with a sign as .ods", ods(b'<text:p><text:s text:c="+900000000"/></text:p>'), REFUSED,
         'is repeated "+900000000" times'),
    hurt("a number of columns with a sign as .ods", ods(b"<text:p>x</text:p>", columns="+16000"), REFUSED,
         'is repeated "+16000" times'),
    hurt("a row repeated to the end as .ods", ods(b"<text:p>x</text:p>", rows=1_048_576), REFUSED,
         "more than 20,000 cells that repeat others"),
    hurt("a cell after a million blank rows as .ods", zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=ODS % (
         ODS_BLANK_ROWS + ODS_ROW % (b"1", b"9", b"<text:p>x</text:p>"))), REFUSED, "reaches over 1,048,575 rows"),
    hurt("two numbers of columns as .ods", zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=ODS % TWO_NUMBERS), REFUSED,
         "cells that repeat others"),
    hurt("a cell in row 99,999,999", sheet(b'<row r="1"><c r="A99999999"><v>1</v></c></row>'), REFUSED, '"A99999999"'),
    hurt("a cell in row 20,000,000", sheet(b'<row r="1"><c r="A20000000"><v>1</v></c></row>'), REFUSED, '"A20000000"'),
    hurt("a cell in row 9,000,000", sheet(b'<row r="1"><c r="A9000000"><v>1</v></c></row>'), REFUSED, "reaches over"),
    hurt("a row of nine digits", sheet(b'<row r="999999999"><c><v>1</v></c></row>'), REFUSED, '"999999999"'),
    hurt("a far row without addresses", sheet(b'<row r="9000000"><c><v>1</v></c></row>'), REFUSED, "reaches over"),
    hurt("an address in an entity", sheet(b'<row r="1"><c r="&#65;9000000"><v>1</v></c></row>'), REFUSED,
         "reaches over"),
    hurt("a cell far away under another prefix", sheet(
         b'<y:c xmlns:y="http://schemas.openxmlformats.org/spreadsheetml/2006/main" r="XFD1048576"><y:v>1</y:v></y:c>'),
         REFUSED, "reaches over"),
    hurt("a column that no sheet has", sheet(b'<row r="1"><c r="ZZZ1"><v>1</v></c></row>'), REFUSED, "columns"),
    hurt("a sheet under another name", sheet(FAR_CELL, name="other__place_dot_png"), REFUSED, "reaches over"),
    hurt("a long text in many cells", sheet(SHARED, xl__sharedStrings_dot_xml=LONG_TEXT), REFUSED,
         "more than 33,554,432 characters"),
    hurt("a decoy of shared texts", sheet(SHARED, xl__a_dot_xml=b"<sst><si/></sst>",
         xl__sharedStrings_dot_xml=LONG_TEXT), REFUSED, "more than 33,554,432 characters"),
    hurt("entities in an .xlsx", sheet(b"", before=b'<!DOCTYPE a [<!ENTITY a "ha">]>'), REFUSED, "a document type"),
    hurt("a sheet in UTF-16", sheet(b"", before=b'<?xml version="1.0" encoding="UTF-16"?>'), REFUSED),
    hurt("a sheet nested without end", sheet(b"<a>" * 50_000 + b"</a>" * 50_000), REFUSED, "nested deeper"),
    hurt("a sheet that is no XML", sheet(b"<row><c></row>"), REFUSED, "is damaged"),
    hurt("a binary workbook", zipped(xl__workbook_dot_bin=b"\x83\x01\x00"), REFUSED, "Save it in Excel as .xlsx"),
    hurt("an archive with two directories", zipped(readme=b"x") + zipped(readme=b"y"), REFUSED,
         "the list of its parts"),
    hurt("an archive that lies about a length", lying_archive(24, 10), REFUSED, "damaged"),
    hurt("an archive whose parts overlap", lying_archive(20, 1_000_000), REFUSED, "its parts overlap"),
    hurt("an archive with two parts of one name", zipped(readme=b"x", README=b"y"), REFUSED, "two parts of one name"),
    hurt("an archive packed in another way", zipped(zipfile.ZIP_BZIP2, readme=b"x"), REFUSED,
         "its part readme is packed in an unusual way"),
    hurt("an old workbook of four billion texts", old_workbook(texts=0xFFFF_FFF0), REFUSED,
         "fewer texts than it says"),
    hurt("an old workbook that says it is full", old_workbook(rows=65_536, columns=256), REFUSED,
         "65,536 rows and 256"),
    hurt("an old workbook with a cell far away", old_workbook(cell=(65_535, 255)), REFUSED, "65,536 rows and 256"),
    hurt("an old workbook of one sheet many times", old_workbook(sheets=500), REFUSED, "its sheets overlap"),
    hurt("an old workbook whose sectors go in a circle", circled_workbook(), REFUSED, "a chain without end"),
    hurt("an old workbook with a password", old_workbook(shared=record(0x2F, bytes(6))), REFUSED,
         "protected by a password"),
    hurt("an old workbook with a row of numbers far away", old_workbook(
         cells=record(0xBD, struct.pack("<HH", 65_535, 0) + bytes(6 * 200) + b"\xc7\0")), REFUSED,
         "65,536 rows and 20"),
    hurt("an old workbook without an end", old_workbook(behind=b""), REFUSED, "it is cut short"),
    hurt("an old workbook with a record beyond its end", old_workbook(behind=b"\3\2\xff\xff"), REFUSED,
         "it is cut short"),
    hurt("a table in a cell as .ods", ods(b"<table:table/>"), REFUSED, "a cell of it holds another table"),
    hurt("a row in a row as .ods", zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=ODS % (
         b"<table:table-row><table:table-row/></table:table-row>")), REFUSED, "a row of it holds another row"),
    hurt("entities in an .ods", zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=LAUGHS), REFUSED),
    hurt("an .ods that is no XML", zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=b"<a><b>"), REFUSED, "is damaged"),
)  # fmt: skip
