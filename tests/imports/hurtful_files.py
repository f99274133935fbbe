"""Files that hurt: cut short, in other encodings, of another kind, made to fool; each with its stated outcome."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path
from typing import NamedTuple

from xladdin.vba.compound import compound_file

REFUSED, NAMED, TAKEN = 2, 1, 0
"""Exit statuses: the file as a whole is refused; lines or names of it are; it comes in."""


class Hurtful(NamedTuple):
    """A file for the little club of Mississauga, what comes of it, and words that say so."""

    name: str
    content: bytes
    status: int
    words: tuple[str, ...]
    options: tuple[str, ...] = ()


HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2\n"
LINE = "2024-09-14,Pierre,400,Lester,300\n"
CSV = HEADINGS + LINE
FORM = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\n2024-09-14 20:00,1,Pierre,400,Lester,300\n"
DIVISION = "Pierre 1234 2 3; 400 350\nLester 944 1 0; 300 50\nMackenzie 1007 0 1; 50 300\n"
DAY = ("--date", "2024-09-14")
ARCHIVE = f'division A a.t\nconfig event_date = "September 14, 2024"\n#begin_file name=a.t\n{DIVISION}#end_file\n'
TOU = "*M14.09.2024 Open\n*All\nPierre              2400  2\nLester               300  1\n*** END OF FILE ***\n"
TRF = (
    "012 Camp\n042 2024/09/14\n"
    "001    1 m    Pierre                            1500 CAN 0000000000  2000/01/01  1.0    1     2 w 1\n"
    "001    2 m    Lester                            1400 CAN 0000000000  2000/01/01  0.0    2     1 b 0\n"
)
PAGE = "Con\nDate October 1, 2006 Place X\nNumber of players2 Number of rounds1 Number of boards1\n1Pierre75.00\n"
BOTH = "Date,Player 1,Player 2,Score\n2024-09-14,Pierre,Lester,400-300\n"
NEW = "New: 1 game."
NOTHING = "Nothing was imported"
DOUBTFUL = "but like one"
WANTED = "the first line must name the columns"


def hurt(name: str, content: str | bytes, status: int, *words: str, options: tuple[str, ...] = ()) -> Hurtful:
    return Hurtful(name, content.encode() if isinstance(content, str) else content, status, words, options)


def zipped(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return stream.getvalue()


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


def ods(cell: bytes, *, rows: int = 1, columns: object = 1) -> bytes:
    """An OpenDocument sheet of one cell, repeated."""
    row = ODS_ROW % (str(rows).encode(), str(columns).encode(), cell)
    return zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=ODS % row)


def sheet(rows: bytes, *, name: str = "worksheets__sheet1_dot_xml", before: bytes = b"", **members: bytes) -> bytes:
    """A workbook of one sheet with these rows as XML, its sheet stored under a name within xl."""
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


def lying_archive() -> bytes:
    """A workbook whose sheet unpacks to more than the archive's directory says."""
    data = bytearray(sheet(FAR_CELL))
    at = data.rfind(b"xl/worksheets/sheet1.xml") - 46  # of its line in the directory
    assert data[at : at + 4] == b"PK\1\2"
    struct.pack_into("<I", data, at + 24, 10)
    return bytes(data)


def old_workbook(
    texts: int = 0, rows: int = 1, columns: int = 1, cell: tuple[int, int] = (0, 0), sheets: int = 1
) -> bytes:
    """A workbook of Excel 97: a sheet of one number, with what its records say of its size."""

    def record(kind: int, content: bytes) -> bytes:
        return struct.pack("<HH", kind, len(content)) + content

    begin = struct.pack("<HHHHII", 0x600, 0x5, 0, 1997, 0, 0)
    head = record(0x809, begin) + record(0xFC, struct.pack("<II", texts, texts))
    start = len(head) + sheets * len(record(0x85, bytes(13))) + 4
    listed = record(0x85, struct.pack("<IHBB", start, 0, 5, 0) + b"Games") * sheets
    body = record(0x809, begin) + record(0x200, struct.pack("<IIHHH", 0, rows, 0, columns, 0))
    body += record(0x203, struct.pack("<HHHd", *cell, 0, 1.0)) + record(0x0A, b"")
    return compound_file({"Workbook": head + listed + record(0x0A, b"") + body + bytes(5000)})


def circled_workbook() -> bytes:
    """The same, with a sector that is followed by itself."""
    data = bytearray(old_workbook())
    (fat,) = struct.unpack_from("<I", data, 76)
    (start,) = struct.unpack_from("<I", data, 512 * (struct.unpack_from("<I", data, 48)[0] + 1) + 128 + 116)
    struct.pack_into("<I", data, 512 * (fat + 1) + 4 * start, start)
    return bytes(data)


def row(cells: str) -> str:
    return f"{CSV}{cells}\n"


CASES = (
    hurt("empty", b"", REFUSED, WANTED, "It says: nothing"),
    hurt("of blank lines", "\n\n \n\r\n", REFUSED, WANTED),
    hurt("of empty lines", "\n\n\n", REFUSED, WANTED, "It says: nothing"),
    hurt("zeros", bytes(5000), REFUSED, "is not a text file"),
    hurt("noise", bytes(range(256)) * 20, REFUSED, "is not a text file"),
    hurt("a picture", b"\x89PNG\r\n\x1a\n" + bytes(200), REFUSED, "is not a text file"),
    hurt("a PDF", b"%PDF-1.7\n...", REFUSED, "is a PDF", "as plain text or as CSV"),
    hurt("a letter of a word processor", b"{\\rtf1\\ansi games}", REFUSED, "is a document of a word processor"),
    hurt("a web page", "<html><body><table><tr><td>Ann</td></tr></table>", REFUSED, WANTED),
    hurt("a letter", "Dear all,\nhere are the games of tonight.\n", REFUSED, WANTED),
    hurt("a program", "#!/bin/sh\nrm -rf /\n", REFUSED, WANTED),
    hurt("JSON", '[{"Date": "2024-09-14"}]', REFUSED, WANTED),
    hurt("headings alone", HEADINGS, TAKEN, "New: nothing."),
    hurt("headings of computed columns alone", "Rating 1,Change 1,Note\n1,2,3\n", REFUSED, WANTED),
    hurt("a hundred thousand lines of one letter", "x\n" * 100_000, REFUSED, WANTED),
    hurt("a quote that opens on every line", CSV + '2024-09-15,"a""b\n' * 500, REFUSED, "is not a CSV file"),
    hurt("quotes that part rows over lines", CSV + '2024-09-15,"a\n","b\n","c\n' * 500, REFUSED),
    hurt("no headings", LINE, REFUSED, WANTED),
    hurt("a column too few", CSV.replace(",Score 2", "").replace(",300", ""), REFUSED, "missing: Score 2"),
    hurt("a column by another name", CSV.replace("Score 2", "Pts"), REFUSED, "missing: Score 2", '--column "Score 2='),
    hurt("the same, told", CSV.replace("Score 2", "Pts"), TAKEN, NEW, options=("--column", "Score 2=Pts")),
    hurt("told what is not there", CSV.replace("Score 2", "Pts"), REFUSED, "missing: Score 2",
         options=("--column", "Score 2=Nothing")),
    hurt("told nothing", CSV, REFUSED, "must be OURS=THEIRS", options=("--column", "Score 2")),
    hurt("a column twice", CSV.replace("Score 2", "Score 2,Score 2"), REFUSED, "is there twice"),
    hurt("a quote never closed", CSV + '2024-09-14,"Pierre,400,Lester,300\n', REFUSED, "is not a CSV file"),
    hurt("a quote within", CSV + '2024-09-14,Pi"er"re,"400"x,Lester,300\n', REFUSED, "is not a CSV file"),
    hurt("a row too long", CSV + LINE.strip() + ",more,and more\n", REFUSED, "has 7 cells"),
    hurt("a row too short", row("2024-09-15,Pierre,400"), NAMED, "line 3", NOTHING),
    hurt("cut within a number", (CSV + "2024-09-15,Pierre,400,Lester,3")[:-1], NAMED, "the other score is missing"),
    hurt("cut within a name", CSV + "2024-09-15,Pierre,400,Lest", NAMED, '"Lest"', DOUBTFUL),
    hurt("cut within a list", CSV + "2024-09-15,Pierre", NAMED, "a game needs two players; is the file cut short?"),
    hurt("cut within a letter", CSV.encode() + "2024-09-15,Zoë".encode()[:-1], NAMED, NOTHING),
    hurt("thirty thousand columns", ",".join(f"c{n}" for n in range(30_000)) + "\n" + "1," * 29_999 + "1\n", REFUSED),
    hurt("thirty thousand columns behind ours", HEADINGS.strip() + "," * 30_000 + "x\n" + LINE, REFUSED, "columns"),
    hurt("a row without end", f"{CSV}{',' * 7_000_000}\n", REFUSED, "is a quote missing?"),
    hurt("a cell of 40,000 letters", row(f"2024-09-15,{'x' * 40_000},1,Lester,2"), REFUSED, "longer than 32767"),
    hurt("a heading of 300 letters", f"{HEADINGS.strip()},{'x' * 300}\n{LINE.strip()},1\n", REFUSED, "at most 255"),
    hurt("a heading with an escape", f"{HEADINGS.strip()},Bo\x1b[2Jard\n{LINE.strip()},1\n", REFUSED, "\\u001b[2J"),
    hurt("a name with an escape", row("2024-09-15,\x1b[2J\x1b]0;x\x07,400,Lester,300"), NAMED, "cannot be seen"),
    hurt("a newcomer with a joiner", row("2024-09-15,علی\u200cرضا,400,Lester,300"), TAKEN, "New: 1 player, 2 games"),
    hurt("a newcomer with a joiner of no use", row("2024-09-15,Ze\u200cbedee Quux,400,Lester,300"), NAMED, "\\u200c"),
    hurt("a newcomer with an escape", row("2024-09-15,\x1b[31mZebedee Quux,400,Lester,300"), NAMED, "\\u001b"),
    hurt("a name like a formula", row('2024-09-15,"=HYPERLINK(""http://x"")",400,Lester,300'), TAKEN, "New: 1 player"),
    hurt("a name like a command", row("2024-09-15,@SUM(1+1)*cmd|' /C calc'!A0,400,Lester,300"), TAKEN, "1 player"),
    hurt("a formula for a score", row("2024-09-15,Pierre,=1+1,Lester,300"), NAMED, "must be a number"),
    hurt("an error value for a name", row("2024-09-15,#N/A,400,Lester,300"), NAMED, "is an error value"),
    hurt("a name of 300 letters", row(f"2024-09-15,{'Zq' * 150},400,Lester,300"), NAMED, "255"),
    hurt("a name over two lines", row('2024-09-15,"Pier\nre",400,Lester,300'), NAMED, "signs that cannot be seen"),
    hurt("a name of blanks that do not break", row("2024-09-15,\u00a0Pierre\u00a0,400,Lester,300"), TAKEN, "2 games"),
    hurt("a name with marks of no room", row("2024-09-15,Pier\u200bre,400,Lester,300"), TAKEN, "2 games"),
    hurt("a name in decomposed letters", row("2024-09-15,PIERRE,400,Lester,300"), TAKEN, "2 games"),
    hurt("a name with a letter more", row("2024-09-15,Pierrre,400,Lester,300"), NAMED, DOUBTFUL, "Pierre"),
    hurt("a name with a letter less", row("2024-09-15,Mackenzi,400,Lester,300"), NAMED, DOUBTFUL, "Mackenzie"),
    hurt("a name with two letters swapped", row("2024-09-15,Mackenize,400,Lester,300"), NAMED, DOUBTFUL),
    hurt("a longer name", row("2024-09-15,Pierre Trudeau,400,Lester,300"), NAMED, DOUBTFUL, "Pierre"),
    hurt("two letters swapped in a short name", row("2024-09-15,Lesetr,400,Lester,300"), NAMED, DOUBTFUL, "Lester"),
    hurt("a player twice with two ratings", "Player,Start rating\nZoe Quux,1\nZoe Quux,2\n", NAMED, "line 3"),
    hurt("two new names alike", row("2024-09-15,Katherine Low,400,Catherine Low,300"), NAMED, "Catherine Low"),
    hurt("a player against himself", row("2024-09-15,Pierre,400,pierre,300"), NAMED, "both players are the same"),
    hurt("a game in which nobody scored", row("2024-09-15,Pierre,0,Lester,0"), NAMED, "line 3"),
    hurt("a negative score", row("2024-09-15,Pierre,-40,Lester,300"), TAKEN, "2 games"),
    hurt("a score far below zero", row("2024-09-15,Pierre,-400,Lester,300"), NAMED, "from -200 to 2000"),
    hurt("a score of a million", row("2024-09-15,Pierre,1000000,Lester,300"), NAMED, "from -200 to 2000"),
    hurt("a score of infinity", row("2024-09-15,Pierre,inf,Lester,300"), NAMED, "must be a number"),
    hurt("half a point", row("2024-09-15,Pierre,400.5,Lester,300"), NAMED, "must be a whole score"),
    hurt("half a game", row("2024-09-15,Pierre,400,Lester,"), NAMED, "the other score is missing"),
    hurt("a score without an opponent", row("2024-09-15,Pierre,400,,300"), NAMED, "a score without an opponent"),
    hurt("no date", row(",Pierre,400,Mackenzie,300"), TAKEN, "1 row without a date take the one above (line 3)"),
    hurt("no date in the first row", f"{HEADINGS},Pierre,400,Lester,300\n{LINE}", NAMED, "a game needs the date"),
    hurt("a date in the future", row("2999-09-15,Pierre,400,Lester,300"), NAMED, "is in the future"),
    hurt("a date of the last century but one", row("1824-09-15,Pierre,400,Lester,300"), NAMED, "too early"),
    hurt("the 30th of February", row("2024-02-30,Pierre,400,Lester,300"), NAMED, "must be a date"),
    hurt("a word for a date", row("yesterday,Pierre,400,Lester,300"), NAMED, "must be a date"),
    hurt("a number for a date", row("12,Pierre,400,Lester,300"), NAMED, "must be a date"),
    hurt("day and month of either order", CSV.replace("2024-09-14", "3/4/2024"), REFUSED, "--dates dmy or --dates mdy"),
    hurt("both orders in one column", HEADINGS + LINE.replace("2024-09-14", "14/9/2024") +
         LINE.replace("2024-09-14", "9/14/2024"), NAMED, "must be a date", "neither day first nor month first"),
    hurt("an order that does not fit", CSV.replace("2024-09-14", "9/14/2024"), NAMED, "must be a date",
         options=("--dates", "dmy")),
    hurt("an order that is none", CSV, REFUSED, "dmy", options=("--dates", "ymd")),
    hurt("a day of any kind", CSV, TAKEN, NEW, options=("--date", "September 14, 2024")),
    hurt("a day of two meanings", CSV, REFUSED, "must be a date such as", options=("--date", "3/4/2024")),
    hurt("a day of two meanings, told", CSV, TAKEN, NEW, options=("--date", "3/4/2024", "--dates", "mdy")),
    hurt("a day that is none", CSV, REFUSED, "must be a date such as", options=("--date", "14/14/2024")),
    hurt("a point that may part thousands", "Player;Start rating\nPierre;1.234\n", REFUSED, "write it without"),
    hurt("points in quotes", 'Player,Start rating\nPierre,"1,999"\n', NAMED, "Different in the workbook"),
    hurt("UTF-16 without a mark", CSV.encode("utf-16-le"), REFUSED, "is not a text file"),
    hurt("UTF-16 with a mark", CSV.encode("utf-16"), TAKEN, NEW),
    hurt("a mark and no UTF-8", b"\xef\xbb\xbf" + CSV.encode() + b"\xff\xff\n", REFUSED, "is not a text file"),
    hurt("half of a UTF-16 letter", CSV.encode("utf-16")[:-1], REFUSED, "is not a text file"),
    hurt("another delimiter", CSV.replace(",", ";").replace("\n", "\r"), TAKEN, NEW),
    hurt("the same game a hundred times", HEADINGS + LINE * 100, TAKEN, "New: 100 games."),
    hurt("a form of a hundred games a response", "Timestamp," + ",".join("Winner,Winner score,Loser,Loser score"
         for _ in range(100)) + "\n2024-09-14 20:00" + ",Pierre,400,Lester,300" * 100 + "\n", REFUSED,
         "names 401 columns"),
    hurt("a form whose second game has no loser", "Timestamp,Winner,Winner score,Loser,Loser score,Winner,"
         "Winner score\n2024-09-14 20:00,Pierre,400,Lester,300,Pierre,400\n", REFUSED, "is there twice"),
    hurt("both scores in one cell", BOTH, TAKEN, NEW),
    hurt("both scores in a cell of words", BOTH + "2024-09-14,Pierre,Lester,lots\n", REFUSED, "missing: Score 1"),
    hurt("strokes without end in one cell", BOTH.replace("400-300", "4-" * 10_000), REFUSED, "missing: Score 1"),
    hurt("both scores, and one of a million", BOTH.replace("400-300", "9999-1"), NAMED, "from -200 to 2000"),
    hurt("a timestamp of no hour", FORM.replace("20:00", "99:00"), TAKEN, NEW),
    hurt("a timestamp of the night", FORM.replace("20:00", "00:30"), TAKEN, "counted to 2024-09-13"),
    hurt("a rating of today that is none", "Player,Rating\nZebedee Quux,lots\n", TAKEN, "To use them, add --ratings"),
    hurt("the same, taken", "Player,Rating\nZebedee Quux,lots\n", NAMED, "must be a number", options=("--ratings",)),
    hurt("games below zero behind ratings", CSV, REFUSED, "start-games", options=("--start-games", "-1")),
    hurt("a spelling of nobody", CSV, REFUSED, '"Nobody" is no player', options=("--name", "Bob=Nobody")),
    hurt("a spelling that is no pair", CSV, REFUSED, "must be THEIRS=OURS", options=("--name", "Bob")),
    hurt("a spelling of itself", CSV, TAKEN, NEW, options=("--name", "Pierre=Pierre")),
    hurt("a new player who cannot be seen", row("2024-09-15,Ze\x1bbedee,400,Lester,300"), NAMED, "cannot be seen",
         options=("--new-player", "Ze\x1bbedee")),
    hurt("a nickname", "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-14,Les,400,Pierre,300\n", NAMED, DOUBTFUL),
    hurt("a form whose winner lost", FORM.replace("400", "200"), NAMED, "the winner Pierre has the lower score"),
    hurt("a form without scores", FORM.replace(",Winners Score", "").replace(",400", ""), REFUSED, "missing:"),
    hurt("a form cut short", FORM[:-8], NAMED, NOTHING),
    hurt("home without away", "Date,Home,Home score,Score\n2024-09-14,Pierre,400,300\n", REFUSED, "missing: Player 2"),
    hurt("away without a name", "Date,Home,Home score,Away,Away score\n2024-09-14,Pierre,400,,300\n", NAMED,
         "line 2, Away: a score without an opponent", NOTHING),
    hurt("no date above to take", HEADINGS + LINE.replace("2024-09-14", "") + LINE, NAMED,
         "line 2, Date: a game needs the date", NOTHING),
    hurt("a form without a time", FORM.replace("2024-09-14 20:00", ""), NAMED, "a game needs the date"),
    hurt("tsh: no date", DIVISION, REFUSED, "says no date", "--date"),
    hurt("tsh: sound", DIVISION, TAKEN, "New: 4 games.", options=DAY),
    hurt("tsh: a number beyond the list", DIVISION.replace("1234 2", "1234 9"), NAMED, "the list ends at player 3",
         options=DAY),
    hurt("tsh: a number of ten digits", DIVISION.replace("1234 2", "1234 9999999999"), REFUSED, WANTED,
         options=DAY),
    hurt("tsh: the same one twice", DIVISION.replace("1234 2", "1234 1"), NAMED, "Pierre against Pierre", options=DAY),
    hurt("tsh: not mutual", DIVISION.replace("944 1", "944 3"), NAMED, "whose line 2 says Mackenzie", options=DAY),
    hurt("tsh: a player gone", DIVISION.splitlines(True)[0], NAMED, "the list ends at player 1", options=DAY),
    hurt("tsh: a score gone", "Pierre 0 2; 400\nLester 0 1;\n", NAMED, "Lester has no score", options=DAY),
    hurt("tsh: a score too many", "Pierre 0 2; 400 5\nLester 0 1; 300\n", NAMED, "2 scores against 1", options=DAY),
    hurt("tsh: a score that is none", "Pierre 0 2; 400\nLester 0 1; 3oo\n", NAMED, "is no line of tsh", options=DAY),
    hurt("tsh: a score below zero", "Pierre 0 2; 400\nLester 0 1; -30\n", TAKEN, NEW, options=DAY),
    hurt("tsh: two of a name", "Pierre 0 2; 400\npierre 0 1; 300\n", NAMED, "stands in line 1 too", options=DAY),
    hurt("tsh: a line of 100,000 blanks", "Pierre 0 2; 400\n" + "x " * 50_000 + "\n", NAMED, "is no line", options=DAY),
    hurt("tsh archive: cut short", ARCHIVE[:-12], REFUSED, "is it cut short?"),
    hurt("tsh archive: a date of no kind", ARCHIVE.replace("September", "Brumaire"), REFUSED, "Brumaire 14, 2024"),
    hurt("tsh archive: no date", ARCHIVE.replace("event_date", "event_day"), REFUSED, "the tournament says no date"),
    hurt("tsh archive: a division elsewhere", ARCHIVE.replace("A a.t", "A ../../etc/passwd"), REFUSED, "is not there"),
    hurt("tsh archive: commands", ARCHIVE + 'perl system("touch hurt")\n', TAKEN, "New: 4 games."),
    hurt("AUPAIR: sound", TOU, TAKEN, NEW),
    hurt("AUPAIR: no end", TOU.replace("*** END OF FILE ***", ""), TAKEN, "is the file whole?"),
    hurt("AUPAIR: cut within a line", TOU[: TOU.index("300  1") + 2], NAMED, "is no line of AUPAIR"),
    hurt("AUPAIR: a number beyond the list", TOU.replace("400  2", "400  7"), NAMED, "the list ends at player 2"),
    hurt("AUPAIR: a blank within a score", TOU.replace("300  1", "3 0  1"), NAMED, "is no line of AUPAIR"),
    hurt("AUPAIR: a blank within a number", TOU.replace("400  2", "4001 2"), NAMED, "is no line of AUPAIR"),
    hurt("AUPAIR: two winners", TOU.replace(" 300", "2300"), NAMED, "do not fit win and win"),
    hurt("AUPAIR: an unequal tie", TOU.replace("2400", "1400").replace(" 300", "1300"), NAMED, "do not fit tie"),
    hurt("AUPAIR: a date of the 45th", TOU.replace("14.09", "45.09"), REFUSED, "its date 45.09.2024 is none"),
    hurt("AUPAIR: day and month swapped", TOU.replace("14.09", "09.14"), REFUSED, "is none"),
    hurt("FIDE: the wrong system", TRF, REFUSED, "is a tournament report of FIDE", "keeps Games with"),
    hurt("FIDE: cut in a name", TRF[: TRF.index("Lester") + 3], REFUSED, "keeps Games with"),
    hurt("FIDE: no date", TRF.replace("042", "999"), REFUSED, "names no date of round 1"),
    hurt("Diplomacy: the wrong system", PAGE, REFUSED, "it holds Events and Results", "keeps Games with"),
    hurt("a workbook of two letters", b"PK", REFUSED, WANTED),
    hurt("a workbook cut short", b"PK\x03\x04" + bytes(100), REFUSED, "is damaged"),
    hurt("an old workbook cut short", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), REFUSED, "cannot be read"),
    hurt("an old workbook cut within its sheet", OLD_WORKBOOK[:2500], REFUSED, "cannot be read as a workbook"),
    hurt("an old workbook cut behind its sheet", OLD_WORKBOOK[:5000], TAKEN, "There already: 1 game."),
    hurt("an archive of no workbook", zipped(readme=b"hello"), REFUSED, "cannot be read as a workbook"),
    hurt("a sheet that is far away", zipped(xl__worksheets__sheet1_dot_xml=FAR), REFUSED, "reaches over"),
    hurt("a zip bomb as .ods", zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=ODS % (b" " * 30_000_000)), REFUSED,
         "packs too small to be meant"),
    hurt("a sheet of repeated cells as .ods", zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=ODS % REPEATED), REFUSED,
         "stands for more than"),
    hurt("blanks without end as .ods", ods(b'<text:p>a<text:s text:c="300000000"/></text:p>'), REFUSED,
         "holds more than 32,767 characters. Copy the games"),
    hurt("two billion blanks as .ods", ods(b'<text:p><text:s text:c="2000000000"/></text:p>'), REFUSED,
         'is repeated "2000000000" times'),
    hurt("blanks in many cells as .ods", ods(b'<text:p>a<text:s text:c="30000"/></text:p>', columns=2000), REFUSED,
         "stands for more than 33,554,432 characters"),
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
    hurt("an archive that lies about a length", lying_archive(), REFUSED, "damaged"),
    hurt("an old workbook of four billion texts", old_workbook(texts=0xFFFF_FFF0), REFUSED,
         "fewer texts than it says"),
    hurt("an old workbook that says it is full", old_workbook(rows=65_536, columns=256), REFUSED,
         "65,536 rows and 256"),
    hurt("an old workbook with a cell far away", old_workbook(cell=(65_535, 255)), REFUSED, "65,536 rows and 256"),
    hurt("an old workbook of one sheet many times", old_workbook(sheets=500), REFUSED, "its sheets overlap"),
    hurt("an old workbook whose sectors go in a circle", circled_workbook(), REFUSED, "a chain without end"),
    hurt("entities in an .ods", zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=LAUGHS), REFUSED),
    hurt("an .ods that is no XML", zipped(mimetype=OPEN_DOCUMENT, content_dot_xml=b"<a><b>"), REFUSED, "is damaged"),
)  # fmt: skip
