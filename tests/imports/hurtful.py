"""Files that hurt an import, each with its stated outcome: texts and workbooks, those of hurtful.txt and made here."""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_STORED

import openpyxl

from tests.corpus.inputs.files import encrypt
from tests.helpers.files.raw_workbook import zip_parts
from xladdin.files.compound_file import build_compound_file

REFUSED, NAMED, TAKEN = 2, 1, 0
"""Exit statuses. xladdin refuses the whole file, refuses lines or names of it, or takes it."""


class Hurtful(NamedTuple):
    """A file for the little club of Mississauga, what comes of it, and words that say so."""

    name: str
    content: bytes
    status: int
    phrases: tuple[str, ...]
    day: str = ""


HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2\n"
LINE = "2024-09-14,Pierre,400,Lester,300\n"
CSV = HEADINGS + LINE
NEW = "New: 1 game."
WANTED = "no players or games found"


def hurt(name: str, content: str | bytes, status: int, *phrases: str, day: str = "") -> Hurtful:
    return Hurtful(name, content.encode() if isinstance(content, str) else content, status, phrases, day)


def row(cells: str) -> str:
    return f"{CSV}{cells}\n"


def _read_case(block: str) -> Hurtful:
    head, content = block.split("\n----\n", 1)
    status, name = head.splitlines()[0].split(": ", 1)
    day = re.search("^day: (.*)", head, re.MULTILINE)
    phrases = re.findall("^[|] (.*)", head, re.MULTILINE)
    return hurt(name, content, {"refused": 2, "named": 1, "taken": 0}[status], *phrases, day=day[1] if day else "")


_TABLE = Path(__file__).with_name("hurtful.txt").read_text(encoding="utf-8")
TYPED = {case.name: case for case in map(_read_case, re.split("^==== ", _TABLE, flags=re.MULTILINE)[1:])}
"""The cases of hurtful.txt by name. The fuzzer damages the sound ones."""


def cut(name: str, after: bytes, more: int = 0) -> bytes:
    content = TYPED[name].content
    return content[: content.index(after) + more]


TEXTS = (
    *TYPED.values(),
    # no text, no CSV, cut short, in another encoding, or too long
    hurt("empty", b"", REFUSED, " is empty. Is it the right file?"),
    hurt("of blank lines", "\n\n \n\r\n", REFUSED, "is empty"),
    hurt("noise", bytes(range(256)) * 20, REFUSED, "is not a text file"),
    hurt("a PDF", b"%PDF-1.7\n...", REFUSED, "is a PDF", "as plain text or as CSV"),
    hurt("a web page", "<html><body><table><tr><td>Ann</td></tr></table>", REFUSED, "is a web page or XML"),
    hurt("JSON", '[{"Date": "2024-09-14"}]', REFUSED, "is JSON, which is not supported"),
    hurt("a hundred thousand lines of one letter", "x\n" * 100_000, REFUSED, WANTED),
    hurt("quotes that part rows over lines", CSV + '2024-09-15,"a\n","b\n","c\n' * 500, REFUSED),
    hurt("cut within a number", CSV + "2024-09-15,Pierre,400,Lester,", NAMED, "the other score is missing"),
    hurt("cut within a list", CSV + "2024-09-15,Pierre", NAMED, "a game needs two players; is the file incomplete?"),
    hurt("cut within a letter", CSV.encode() + "2024-09-15,Zoë".encode()[:-1], NAMED, "Nothing was imported"),
    hurt("thirty thousand columns behind ours", HEADINGS.strip() + "," * 30_000 + "x\n" + LINE, REFUSED, "columns"),
    hurt("one row more than a sheet holds", HEADINGS + "1,,,,\n" * 1_048_576, REFUSED, "more rows than fit"),
    hurt("more cells than are read", HEADINGS + ("1" + "," * 99 + "\n") * 21_000, REFUSED, "2,000,000 cells"),
    hurt("a row without end", f"{CSV}{',' * 7_000_000}\n", REFUSED, "more than 2,000,000 cells"),
    hurt("UTF-16 without a mark", CSV.encode("utf-16-le"), REFUSED, "is not a text file"),
    hurt("another delimiter", CSV.replace(",", ";").replace("\n", "\r"), TAKEN, NEW),
    hurt("a cell of 40,000 letters", row(f"2024-09-15,{'x' * 40_000},1,Lester,2"), REFUSED, "longer than 32767"),
    hurt("a name with an escape", row("2024-09-15,\x1b[2J\x1b]0;x\x07,400,Lester,300"), NAMED, "Who is \\u001b"),
    hurt("a newcomer with a joiner of no use", row("2024-09-15,Ze\u200cbedee Quux,400,Lester,300"),
         NAMED, "no player is called Zebedee Quux"),
    hurt("a form of a hundred games a response", "Timestamp," + ",".join("Winner,Winner score,Loser,Loser score"
         for _ in range(100)) + "\n2024-09-14 20:00" + ",Pierre,400,Lester,300" * 100 + "\n", REFUSED,
         "has 401 columns"),
    hurt("strokes without end in one cell", f"Date,Player 1,Player 2,Score\n2024-09-14,Pierre,Lester,{'4-' * 10_000}\n",
         NAMED, "which column has the scores?"),
    hurt("tsh: a line of 100,000 blanks", "Pierre 0 2; 400\n" + "x " * 50_000 + "\n", NAMED, "player line",
         day="2024-09-14"),
    hurt("tsh archive: cut short", cut("tsh archive: commands", b"#end_file", 5), REFUSED, "Is it incomplete?"),
    hurt("AUPAIR: cut within a line", cut("AUPAIR: sound", b"300  1", 2), NAMED, "is not an AUPAIR player line"),
    hurt("FIDE: cut in a name", cut("FIDE: the wrong system", b"Lester", 3), NAMED, "Who is Les?"),
)  # fmt: skip


Rows = Sequence[Sequence[object]]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
LINK = f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r1" Type="{LINKS}/%s" Target="%s"/></Relationships>'
SHEETS = '<sheets><sheet name="Games" sheetId="1" r:id="r1"/></sheets>'
BOOK = f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}">{SHEETS}</workbook>'
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
TAKEN_ABOVE = "1 row without a date gets the date above it"
GAMES: Rows = [*HEADED, ("2024-09-14", "Pierre", 400, "Lester", 300)]
MORE: Rows = [*HEADED, ("2024-09-21", "Mackenzie", 390, "Lester", 310)]
NOTES: Rows = [("Bring dictionaries",), ("Key with Ann",)]
PLAYERS: Rows = [("Player", "Start rating"), ("Zebedee Quux", 1200)]


def ods(content: bytes) -> bytes:
    return zip_parts({"mimetype": OPEN_DOCUMENT, "content.xml": ODS % content})


def ods_cell(cell: bytes, *, rows: int = 1, columns: object = 1) -> bytes:
    return ods(ODS_ROW % (str(rows).encode(), str(columns).encode(), cell))


def record(kind: int, content: bytes) -> bytes:
    return struct.pack("<HH", kind, len(content)) + content


END = record(0x0A, b"")
NUMBER = struct.pack("<Hd", 0, 1.0)


# The first text goes on in wide letters and then in narrow ones. Fonts and a pronunciation follow others.
SHARED_97 = b"".join((
    record(0xFC, struct.pack("<IIHB", 4, 4, 7, 0) + b"ab"),
    record(0x3C, b"\1" + "cd".encode("utf-16-le")),
    record(0x3C, b"\0efg" + struct.pack("<HBHI", 3, 13, 2, 9) + "abc".encode("utf-16-le") + bytes(4)),
    record(0x3C, bytes(4 + 9) + struct.pack("<HBH", 4, 8, 1) + b"abcd" + bytes(4)),
    record(0x3C, struct.pack("<HB", 30_000, 0) + b"x" * 30_000),
))  # fmt: skip


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
    """Build a workbook of Excel 97 with a sheet of one number, whose records say how large it is.

    `shared` are the records of its shared texts, `cells` those of further cells, and `behind` what ends the sheet.
    """
    begin = struct.pack("<HHHHII", 0x600, 0x5, 0, 1997, 0, 0)
    head = record(0x809, begin) + (shared or record(0xFC, struct.pack("<II", texts, texts)))
    start = len(head) + sheets * len(record(0x85, bytes(13))) + 4
    listed = record(0x85, struct.pack("<IHBB", start, 0, 5, 0) + b"Games") * sheets
    body = record(0x809, begin) + record(0x200, struct.pack("<IIHHH", 0, rows, 0, columns, 0))
    body += record(0x203, struct.pack("<HH", *cell) + NUMBER) + cells + behind
    return build_compound_file({"Workbook": head + listed + END + body + bytes(5000)})


def circled_workbook() -> bytes:
    data = bytearray(old_workbook())
    (fat,) = struct.unpack_from("<I", data, 76)
    (start,) = struct.unpack_from("<I", data, 512 * (struct.unpack_from("<I", data, 48)[0] + 1) + 128 + 116)
    struct.pack_into("<I", data, 512 * (fat + 1) + 4 * start, start)
    return bytes(data)


def sheet(rows: bytes, *, before: bytes = b"", after: bytes = b"", members: Mapping[str, bytes] = {}) -> bytes:
    """Build a workbook of one sheet with rows as XML, what stands before the sheet and after the rows, and members."""
    xml = b'%s<worksheet xmlns="%s"><sheetData>%s</sheetData>%s</worksheet>' % (before, MAIN.encode(), rows, after)
    parts = {
        "_rels/.rels": (LINK % ("officeDocument", "xl/workbook.xml")).encode(),
        "xl/workbook.xml": BOOK.encode(),
        "xl/_rels/workbook.xml.rels": (LINK % ("worksheet", "worksheets/sheet1.xml")).encode(),
        "xl/worksheets/sheet1.xml": xml,
    }
    return zip_parts({**members, **parts})


def book_of(sheets: Mapping[str, Rows], *, merged: Sequence[str] = (), state: str = "visible") -> bytes:
    """Build a workbook as a spreadsheet saves it. The last sheet has this state, and these areas merged."""
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.worksheets[0])
    for name, rows in sheets.items():
        workbook.create_sheet(name)
        for cells in rows:
            workbook[name].append(cells)
    for area in merged:
        workbook[name].merge_cells(area)
    workbook[name].sheet_state = state
    stream = io.BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def merged(name: str, rows: Rows, areas: tuple[str, ...], status: int, *phrases: str) -> Hurtful:
    return hurt(name, book_of({"Games": [*HEADED, *rows]}, merged=areas), status, *phrases)


def with_merges(*areas: str) -> bytes:
    rows = "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in cells) + "</row>"
        for cells in GAMES
    )
    merges = "".join(f'<mergeCell ref="{area}"/>' for area in areas)
    return sheet(rows.encode(), after=f"<mergeCells>{merges}</mergeCells>".encode())


WORKBOOKS = (
    # to take all memory or time, damaged, or lying about what they hold
    hurt("a workbook with a password", encrypt(book_of({"Games": [["Date"]]})), REFUSED, "has a password"),
    hurt("a workbook cut short", b"PK\x03\x04" + bytes(100), REFUSED, "is damaged"),
    hurt("an old workbook cut within its sheet", OLD_WORKBOOK[:2500], REFUSED, "cannot be read as a workbook"),
    hurt("an archive of no workbook", zip_parts({"readme": b"hello"}), REFUSED, "cannot be read as a workbook"),
    hurt("an archive with two directories", zip_parts({"readme": b"x"}) + zip_parts({"readme": b"y"}), REFUSED,
         "the list of its parts"),
    hurt("an archive whose part has the mark of an end", zip_parts({"readme": b"PK\5\6"}, ZIP_STORED), REFUSED,
         "the list of its parts"),
    hurt("a zip bomb as .ods", ods(b" " * 30_000_000), REFUSED, "is compressed to a suspiciously small size"),
    hurt("a sheet of repeated cells as .ods", ods(REPEATED), REFUSED, "contains more than"),
    hurt("blanks without end as .ods", ods_cell(b'<text:p>a<text:s text:c="300000000"/></text:p>'), REFUSED,
         "contains more than 32,767 characters. Copy the games"),
    hurt("blanks in many cells as .ods", ods_cell(b'<text:p>a<text:s text:c="30000"/></text:p>', columns=2000), REFUSED,
         "contains more than 33,554,432 characters"),
    hurt("a number of blanks with a sign as .ods", ods_cell(b'<text:p><text:s text:c="+900000000"/></text:p>'), REFUSED,
         'is repeated "+900000000" times'),
    hurt("a row repeated to the end as .ods", ods_cell(b"<text:p>x</text:p>", rows=1_048_576), REFUSED,
         "more than 20,000 repeated cells"),
    hurt("a cell after a million blank rows as .ods", ods(
         ODS_BLANK_ROWS + ODS_ROW % (b"1", b"9", b"<text:p>x</text:p>")), REFUSED, "has 1,048,575 rows"),
    hurt("two numbers of columns as .ods", ods(TWO_NUMBERS), REFUSED, "repeated cells"),
    hurt("a cell in row 99,999,999", sheet(b'<row r="1"><c r="A99999999"><v>1</v></c></row>'), REFUSED, '"A99999999"'),
    hurt("an address in an entity", sheet(b'<row r="1"><c r="&#65;9000000"><v>1</v></c></row>'), REFUSED,
         "one of its sheets has"),
    hurt("a cell far away under another prefix", sheet(
         b'<y:c xmlns:y="http://schemas.openxmlformats.org/spreadsheetml/2006/main" r="XFD1048576"><y:v>1</y:v></y:c>'),
         REFUSED, "one of its sheets has"),
    hurt("a column that no sheet has", sheet(b'<row r="1"><c r="ZZZ1"><v>1</v></c></row>'), REFUSED, "columns"),
    hurt("a long text in many cells", sheet(SHARED, members={"xl/sharedStrings.xml": LONG_TEXT}), REFUSED,
         "more than 33,554,432 characters"),
    hurt("a decoy of shared texts", sheet(SHARED, members={
         "xl/a.xml": b"<sst><si/></sst>", "xl/sharedStrings.xml": LONG_TEXT}), REFUSED,
         "more than 33,554,432 characters"),
    hurt("entities in an .xlsx", sheet(b"", before=b'<!DOCTYPE a [<!ENTITY a "ha">]>'), REFUSED, "a document type"),
    hurt("a sheet nested without end", sheet(b"<a>" * 50_000 + b"</a>" * 50_000), REFUSED, "nested too deeply"),
    hurt("a sheet that is no XML", sheet(b"<row><c></row>"), REFUSED, "is damaged"),
    hurt("an old workbook of four billion texts", old_workbook(texts=0xFFFF_FFF0), REFUSED,
         "fewer texts than it declares"),
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
    hurt("an old workbook of a long text in many cells", old_workbook(
         shared=SHARED_97, cells=record(0xFD, struct.pack("<HHHI", 1, 0, 0, 3)) * 1200), REFUSED,
         "more than 33,554,432 characters"),
    hurt("an old workbook without an end", old_workbook(behind=b""), REFUSED, "it is incomplete"),
    hurt("an old workbook with a record beyond its end", old_workbook(behind=b"\3\2\xff\xff"), REFUSED,
         "it is incomplete"),
    hurt("a table in a cell as .ods", ods_cell(b"<table:table/>"), REFUSED, "one of its cells contains another table"),
    hurt("a row in a row as .ods", ods(
         b"<table:table-row><table:table-row/></table:table-row>"), REFUSED, "one of its rows contains another row"),
    hurt("entities in an .ods", zip_parts({"mimetype": OPEN_DOCUMENT, "content.xml": LAUGHS}), REFUSED),
    hurt("an .ods that is no XML", zip_parts({"mimetype": OPEN_DOCUMENT, "content.xml": b"<a><b>"}), REFUSED,
         "is damaged"),
    # dates merged over the games of an evening, or blank below the first
    merged("a date merged over two games", [(DAY, *FIRST), (NONE, *SECOND)], ("A2:A3",), TAKEN, TWO_OF_ONE_DAY,
           TAKEN_ABOVE),
    merged("a date merged with its heading", [(NONE, *FIRST)], ("A1:A2",), NAMED, "the first rows have no date"),
    merged("a date in a row of its own above the games", [(DAY,), (NONE, *FIRST)], ("A2:E2",), TAKEN, NEW,
           "1 row with a date and no game (line 2)", TAKEN_ABOVE),
    hurt("a date merged to the end of the sheet", with_merges("A2:A1048576"), TAKEN, NEW),
    hurt("a merged area that is none", with_merges("nonsense"), REFUSED, "cannot be read as a workbook"),
    hurt("a hundred thousand merged areas", with_merges(*(f"A{n}:B{n}" for n in range(2, 100_002))), TAKEN, NEW),
    # several sheets
    hurt("games and a sheet of notes", book_of({"Notes": NOTES, "Autumn": GAMES}), TAKEN, NEW, "not read: Notes"),
    hurt("two sheets of games", book_of({"Autumn": GAMES, "Spring": MORE}), TAKEN, "New: 2 games."),
    hurt("games on a hidden sheet alone", book_of({"Notes": NOTES, "Autumn": GAMES}, state="hidden"),
         REFUSED, WANTED, "Its hidden sheets are not read"),
    hurt("games on a sheet that no menu shows", book_of({"Notes": NOTES, "Autumn": GAMES},
         state="veryHidden"), REFUSED, WANTED),
    hurt("a sheet called Games, and another of games", book_of({"Games": GAMES, "Spring": MORE}), TAKEN, NEW,
         "not read: Spring"),
    hurt("players on one sheet and games on another", book_of({"Players": PLAYERS, "Games": GAMES}),
         NAMED, "rating has no number of games"),
    hurt("the same games on two sheets", book_of({"Autumn": GAMES, "Copy": GAMES}),
         TAKEN, "New: 1 game. Already in the workbook: 1 game."),
    hurt("blank sheets alone", book_of({"1": [], "2": []}), REFUSED, "is empty"),
)  # fmt: skip

CASES = (*TEXTS, *WORKBOOKS)
