"""Workbooks that hurt an import: made to take all memory or time, damaged, lying, or of several sheets."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from tests.imports.hurtful_texts import (
    CSV,
    HEADINGS,
    LINE,
    NAMED,
    NEW,
    REFUSED,
    TAKEN,
    TEXTS,
    WANTED,
    Hurtful,
    hurt,
    zipped,
)
from xladdin.cells import column_letters
from xladdin.files.compound_file import compound_file

Rows = Sequence[Sequence[object]]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
OLD_WORKBOOK = (Path(__file__).parents[1] / "corpus" / "inputs" / "files" / "old.xls").read_bytes()
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


HEADED: Rows = [tuple(HEADINGS.strip().split(","))]
FIRST, SECOND = ("Pierre", 400, "Lester", 300), ("Mackenzie", 390, "Lester", 310)
DAY, NONE = "2024-09-14", None
TWO_OF_ONE_DAY = "New: 2 games."
TAKEN_ABOVE = "1 row without a date takes the one above"
GAMES: Rows = [*HEADED, ("2024-09-14", "Pierre", 400, "Lester", 300)]
MORE: Rows = [*HEADED, ("2024-09-21", "Mackenzie", 390, "Lester", 310)]
NOTES: Rows = [("Bring dictionaries",), ("Key with Ann",)]
WRONG: Rows = [*HEADED, ("2024-09-21", "Mackenzie", "lots", "Lester", 310)]
PLAYERS: Rows = [("Player", "Start rating"), ("Zebedee Quux", 1200)]
NO_PLAYERS: Rows = [("Player", "Start rating"), ("Zebedee Quux", "lots")]


def ods(cell: bytes, *, rows: int = 1, columns: object = 1) -> bytes:
    """An OpenDocument sheet of one cell, repeated."""
    row = ODS_ROW % (str(rows).encode(), str(columns).encode(), cell)
    return zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=ODS % row)


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


def sheet(rows: bytes, *, name: str = "worksheets__sheet1_dot_xml", before: bytes = b"", **members: bytes) -> bytes:
    """A workbook of one sheet with these rows as XML. The sheet has this name within xl."""
    xml = before + b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (MAIN.encode(), rows)
    return package({"Games": (name, "visible", xml)}, members)


def package(sheets: Mapping[str, tuple[str, str, bytes]], members: Mapping[str, bytes]) -> bytes:
    """A workbook of sheets by name, each with its place within xl, its visibility and its XML, and of other members."""
    listed, linked = [], []
    for number, (name, (place, state, _)) in enumerate(sheets.items(), 1):
        listed.append(f'<sheet name="{escape(name)}" sheetId="{number}" state="{state}" r:id="r{number}"/>')
        linked.append(link(f"r{number}", "worksheet", place.replace("__", "/").replace("_dot_", ".")))
    book = f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>{"".join(listed)}</sheets></workbook>'
    return zipped(
        **members,
        _rels___dot_rels=links([link("r1", "officeDocument", "xl/workbook.xml")]),
        xl__workbook_dot_xml=book.encode(),
        xl___rels__workbook_dot_xml_dot_rels=links(linked),
        **{f"xl__{place}": xml for place, _, xml in sheets.values()},
    )


def link(name: str, kind: str, target: str) -> str:
    return f'<Relationship Id="{name}" Type="{LINKS}/{kind}" Target="{target}"/>'


def links(links: Sequence[str]) -> bytes:
    return f'<Relationships xmlns="{PACKAGE}">{"".join(links)}</Relationships>'.encode()


def book_of(
    sheets: Mapping[str, Rows], *, merged: Sequence[str] = (), hidden: Mapping[str, str] | None = None
) -> bytes:
    """A workbook as a spreadsheet saves it. `hidden` says for a sheet "hidden" or "veryHidden"."""
    areas = "".join(f'<mergeCell ref="{area}"/>' for area in merged)
    merges = f"<mergeCells>{areas}</mergeCells>" if merged else ""
    parts = {}
    for number, (name, rows) in enumerate(sheets.items(), 1):
        xml = ""
        for at, cells in enumerate(rows, 1):
            inside = "".join(cell(f"{column_letters(n)}{at}", value) for n, value in enumerate(cells, 1))
            xml += f'<row r="{at}">{inside}</row>'
        data = f'<worksheet xmlns="{MAIN}"><sheetData>{xml}</sheetData>{merges}</worksheet>'.encode()
        parts[name] = (f"worksheets__sheet{number}_dot_xml", (hidden or {}).get(name, "visible"), data)
    return package(parts, {})


def cell(address: str, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return f'<c r="{address}"><v>{value}</v></c>'
    return f'<c r="{address}" t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'


def merged(name: str, rows: Rows, areas: tuple[str, ...], status: int, *words: str) -> Hurtful:
    return hurt(name, book_of({"Games": [*HEADED, *rows]}, merged=areas), status, *words)


def with_merges(*areas: str) -> bytes:
    """A sheet of one game with these merged areas."""
    return book_of({"Games": [*HEADED, (DAY, *FIRST)]}, merged=areas)


WORKBOOKS = (
    # to take all memory or time, damaged, or lying about what they hold
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
    # dates merged over the games of an evening, or blank below the first
    merged("a date merged over two games", [(DAY, *FIRST), (NONE, *SECOND)], ("A2:A3",), TAKEN, TWO_OF_ONE_DAY,
           TAKEN_ABOVE),
    merged("a date merged over a blank row", [(DAY, *FIRST), (), (NONE, *SECOND)], ("A2:A4",), TAKEN, TWO_OF_ONE_DAY),
    merged("a date merged with its heading", [(NONE, *FIRST)], ("A1:A2",), NAMED, "the first rows have no date"),
    merged("a date merged over the first player", [(DAY, None, *FIRST[1:])], ("A2:B2",), NAMED, "line 2"),
    merged("a date that is a word, merged", [("Saturday", *FIRST), (NONE, *SECOND)], ("A2:A3",),
         NAMED, "must be a date"),
    merged("a date to come, merged", [("2099-09-14", *FIRST), (NONE, *SECOND)], ("A2:A3",), NAMED, "line 2", "line 3",
           "is in the future"),
    merged("a date in a row of its own above the games", [(DAY,), (NONE, *FIRST)], ("A2:E2",), TAKEN, NEW,
           "1 row with a date and no game (line 2)", TAKEN_ABOVE),
    merged("dates in rows of their own and no game", [(DAY,), ("2024-09-21",)], (), TAKEN, "New: nothing."),
    hurt("a date of two meanings in a row of its own", HEADINGS + "3/4/2024,,,,\n" + LINE.replace(DAY, ""),
         NAMED, "is the day or the month first"),
    merged("two games merged into one row of names", [(DAY, *FIRST), (DAY, None, 1, None, 2)], ("B2:B3", "D2:D3"),
           NAMED, "line 3"),
    merged("a date merged to the end of the sheet", [(DAY, *FIRST), (NONE, *SECOND)], ("A2:A1048576",), TAKEN,
           TWO_OF_ONE_DAY),
    merged("a date of two meanings, merged", [("3/4/2024", *FIRST), (NONE, *SECOND)], ("A2:A3",),
         NAMED, "is the day or the month first"),
    hurt("a merged area of the whole sheet", with_merges("A1:XFD1048576"), TAKEN, NEW),
    hurt("merged areas that overlap", with_merges("A1:A9", "A5:B12"), TAKEN, NEW),
    hurt("a merged area that is none", with_merges("nonsense"), REFUSED, "cannot be read as a workbook"),
    hurt("a hundred thousand merged areas", with_merges(*(f"A{n}:B{n}" for n in range(2, 100_002))), TAKEN, NEW),
    hurt("a date left blank below the first", CSV + LINE.replace(DAY, "").replace("400", "390"), TAKEN, TWO_OF_ONE_DAY,
         TAKEN_ABOVE),
    hurt("a date left blank below one that is none", CSV.replace(DAY, "2024-02-30") + LINE.replace(DAY, ""),
         NAMED, "must be a date"),
    hurt("a date of blanks below the first", CSV + LINE.replace(DAY, "   ").replace("400", "390"), TAKEN,
         TWO_OF_ONE_DAY),
    hurt("a dash for the date above", CSV + LINE.replace(DAY, "-"), NAMED, "must be a date"),
    hurt("a ditto for the date above", CSV + LINE.replace(DAY, '"""'), REFUSED, "is not a CSV file"),
    # several sheets
    hurt("games and a sheet of notes", book_of({"Notes": NOTES, "Autumn": GAMES}), TAKEN, NEW, "not read: Notes"),
    hurt("games and fifty sheets of notes", book_of({"Autumn": GAMES, **{f"Note {n}": NOTES for n in range(50)}}),
         TAKEN, NEW, "not read: Note 0", "..."),
    hurt("two sheets of games", book_of({"Autumn": GAMES, "Spring": MORE}), TAKEN, "New: 2 games."),
    hurt("two sheets of games, one of them hidden", book_of({"Autumn": GAMES, "Spring": MORE},
         hidden={"Spring": "hidden"}), TAKEN, NEW),
    hurt("games on a hidden sheet alone", book_of({"Notes": NOTES, "Autumn": GAMES}, hidden={"Autumn": "hidden"}),
         REFUSED, WANTED, "Its hidden sheets are not read"),
    hurt("games on a sheet that no menu shows", book_of({"Notes": NOTES, "Autumn": GAMES},
         hidden={"Autumn": "veryHidden"}), REFUSED, WANTED),
    hurt("a sheet called Games without any", book_of({"Games": NOTES, "Autumn": GAMES}), TAKEN, "not read: Games", NEW),
    hurt("a sheet called Games, and another of games", book_of({"Games": GAMES, "Spring": MORE}), TAKEN, NEW,
         "not read: Spring"),
    hurt("players on one sheet and games on another", book_of({"Players": PLAYERS, "Games": GAMES}),
         NAMED, "without the number of games behind it"),
    hurt("players, and a sheet called Games without any", book_of({"Players": PLAYERS, "Games": NOTES}),
         NAMED, "not read: Games"),
    hurt("players that are wrong, and games that are not", book_of({"Players": NO_PLAYERS, "Games": GAMES}),
         NAMED, "without the number of games behind it"),
    hurt("games that are wrong, and players who are not", book_of({"Players": PLAYERS, "Games": WRONG}),
         NAMED, "without the number of games behind it"),
    hurt("the same games on two sheets", book_of({"Autumn": GAMES, "Copy": GAMES}),
         TAKEN, "New: 1 game. There already: 1 game."),
    hurt("a sheet named like a formula", book_of({"=SUM(A1)": GAMES}), TAKEN, NEW),
    hurt("a sheet named in letters that run backwards", book_of({"Au\u202etumn": GAMES, "Notes": NOTES}), TAKEN, NEW),
    hurt("blank sheets before the games", book_of({"1": [], "2": [], "Autumn": GAMES}), TAKEN, NEW),
    hurt("blank sheets alone", book_of({"1": [], "2": []}), REFUSED, "is empty"),
)  # fmt: skip

CASES = (*TEXTS, *WORKBOOKS)
