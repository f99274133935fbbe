"""Text files that hurt an import, each with its stated outcome, and the sound files that they spoil."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import NamedTuple

REFUSED, NAMED, TAKEN = 2, 1, 0
"""Exit statuses. xladdin refuses the whole file, refuses lines or names of it, or takes it."""


class Hurtful(NamedTuple):
    """A file for the little club of Mississauga, what comes of it, and words that say so."""

    name: str
    content: bytes
    status: int
    words: tuple[str, ...]
    day: str = ""


HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2\n"
LINE = "2024-09-14,Pierre,400,Lester,300\n"
CSV = HEADINGS + LINE
NEW = "New: 1 game."
NOTHING = "Nothing was imported"
WANTED = "neither players nor games found"
FORM = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\n2024-09-14 20:00,1,Pierre,400,Lester,300\n"
BOTH = "Date,Player 1,Player 2,Score\n2024-09-14,Pierre,Lester,400-300\n"
DIVISION = "Pierre 1234 2 3; 400 350\nLester 944 1 0; 300 50\nMackenzie 1007 0 1; 50 300\n"
DAY = "2024-09-14"
ARCHIVE = f'division A a.t\nconfig event_date = "September 14, 2024"\n#begin_file name=a.t\n{DIVISION}#end_file\n'
TOU = "*M14.09.2024 Open\n*All\nPierre              2400  2\nLester               300  1\n*** END OF FILE ***\n"
TRF = (
    "012 Camp\n042 2024/09/14\n"
    "001    1 m    Pierre                            1500 CAN 0000000000  2000/01/01  1.0    1     2 w 1\n"
    "001    2 m    Lester                            1400 CAN 0000000000  2000/01/01  0.0    2     1 b 0\n"
)
PAGE = "Con\nDate October 1, 2006 Place X\nNumber of players2 Number of rounds1 Number of boards1\n1Pierre75.00\n"


def hurt(name: str, content: str | bytes, status: int, *words: str, day: str = "") -> Hurtful:
    return Hurtful(name, content.encode() if isinstance(content, str) else content, status, words, day)


def zipped(members: Mapping[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing, compresslevel=9) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def row(cells: str) -> str:
    return f"{CSV}{cells}\n"


TEXTS = (
    # no text, no CSV, cut short, in another encoding, or too long
    hurt("empty", b"", REFUSED, ": is empty. Is it the right file?"),
    hurt("of blank lines", "\n\n \n\r\n", REFUSED, "is empty"),
    hurt("noise", bytes(range(256)) * 20, REFUSED, "is not a text file"),
    hurt("a PDF", b"%PDF-1.7\n...", REFUSED, "is a PDF", "as plain text or as CSV"),
    hurt("a web page", "<html><body><table><tr><td>Ann</td></tr></table>", REFUSED, "is a web page or XML"),
    hurt("PGN", '[Event "Club night"]\n[Site "Hall"]\n\n1. e4 e5 1-0\n', REFUSED, "is PGN, which is not read"),
    hurt("JSON", '[{"Date": "2024-09-14"}]', REFUSED, "is JSON, which is not read"),
    hurt("headings alone", HEADINGS, TAKEN, "there are headings, and no rows below them.", "Nothing was written."),
    hurt("headings twice", HEADINGS + CSV, TAKEN, NEW, "the headings come again and are left out (line 2)."),
    hurt("headings of computed columns alone", "Rating 1,Change 1,Note\n1,2,3\n", REFUSED, WANTED),
    hurt("a hundred thousand lines of one letter", "x\n" * 100_000, REFUSED, WANTED),
    hurt("quotes that part rows over lines", CSV + '2024-09-15,"a\n","b\n","c\n' * 500, REFUSED),
    hurt("no headings", LINE, NAMED, "has no headings. Which column has the players?"),
    hurt("a column too few", CSV.replace(",Score 2", "").replace(",300", ""), NAMED, "which column has the scores?"),
    hurt("a column by another name", CSV.replace("Score 2", "Zeta"),
         NAMED, "are Score 1 and Zeta the scores of the two players?"),
    hurt("a quote never closed", CSV + '2024-09-14,"Pierre,400,Lester,300\n', REFUSED, "is not a CSV file"),
    hurt("a row too long", CSV + LINE.strip() + ",more,and more\n", NAMED, "has more cells than the 5 headings"),
    hurt("cut within a number", (CSV + "2024-09-15,Pierre,400,Lester,3")[:-1], NAMED, "the other score is missing"),
    hurt("cut within a list", CSV + "2024-09-15,Pierre", NAMED, "a game needs two players; is the file cut short?"),
    hurt("cut within a letter", CSV.encode() + "2024-09-15,Zoë".encode()[:-1], NAMED, NOTHING),
    hurt("thirty thousand columns behind ours", HEADINGS.strip() + "," * 30_000 + "x\n" + LINE, REFUSED, "columns"),
    hurt("one row more than a sheet holds", HEADINGS + "1,,,,\n" * 1_048_576, REFUSED, "more rows than a sheet holds"),
    hurt("more cells than are read", HEADINGS + ("1" + "," * 99 + "\n") * 21_000, REFUSED, "2,000,000 cells"),
    hurt("a row without end", f"{CSV}{',' * 7_000_000}\n", REFUSED, "more than 2,000,000 cells"),
    hurt("UTF-16 without a mark", CSV.encode("utf-16-le"), REFUSED, "is not a text file"),
    hurt("another delimiter", CSV.replace(",", ";").replace("\n", "\r"), TAKEN, NEW),
    # names made to fool, and scores that cannot be right
    hurt("a cell of 40,000 letters", row(f"2024-09-15,{'x' * 40_000},1,Lester,2"), REFUSED, "longer than 32767"),
    hurt("a heading of 300 letters", f"{HEADINGS.strip()},{'x' * 300}\n{LINE.strip()},1\n",
         REFUSED, "is too long; is a quote missing?"),
    hurt("a name with an escape", row("2024-09-15,\x1b[2J\x1b]0;x\x07,400,Lester,300"), NAMED, "Who is \\u001b"),
    hurt("a newcomer with a joiner of no use", row("2024-09-15,Ze\u200cbedee Quux,400,Lester,300"),
         NAMED, "no player is called Zebedee Quux"),
    hurt("a name like a formula", row('2024-09-15,"=HYPERLINK(""http://x"")",400,Lester,300'),
         NAMED, "no player is called =HYPERLINK"),
    hurt("a formula for a score", row("2024-09-15,Pierre,=1+1,Lester,300"), NAMED, "must be a number"),
    hurt("a name of 300 letters", row(f"2024-09-15,{'Zq' * 150},400,Lester,300"), NAMED, "255"),
    hurt("a name over two lines", row('2024-09-15,"Pier\nre",400,Lester,300'), NAMED, "Who is Pier re?"),
    hurt("a name with a letter more", row("2024-09-15,Pierrre,400,Lester,300"), NAMED, "Who is Pierrre?"),
    hurt("a player twice with two ratings", "Player,Start rating\nZoe Quux,1\nZoe Quux,2\n",
         NAMED, "Zoe Quux is there twice, with 1 and 2 (lines 2, 3)"),
    hurt("a player against himself", row("2024-09-15,Pierre,400,pierre,300"), NAMED, "both players are the same"),
    hurt("a score far below zero", row("2024-09-15,Pierre,-400,Lester,300"), NAMED, "from -200 to 2000"),
    hurt("half a point", row("2024-09-15,Pierre,400.5,Lester,300"), NAMED, "must be a whole score"),
    hurt("half a game", row("2024-09-15,Pierre,400,Lester,"), NAMED, "line 3, Score 2: the other score is missing"),
    hurt("a score without an opponent", row("2024-09-15,Pierre,400,,300"), NAMED, "a score without an opponent"),
    hurt("a nickname", "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-14,Les,400,Pierre,300\n", NAMED, "Who is Les?"),
    # dates in either order, of no kind, missing, or in the future
    hurt("no date", row(",Pierre,400,Mackenzie,300"), TAKEN, "1 row without a date takes the one above (line 3)"),
    hurt("no date in the first row", f"{HEADINGS},Pierre,400,Lester,300\n{LINE}", NAMED, "the first rows have no date"),
    hurt("no column of dates", "Player 1,Score 1,Player 2,Score 2\nPierre,400,Lester,300\n",
         NAMED, "the games have no dates. Of which day are they?"),
    hurt("no date, and the day that is answered", f"{HEADINGS},Pierre,400,Lester,300\n{LINE}",
         TAKEN, "2 games", day=DAY),
    hurt("a date in the future", row("2999-09-15,Pierre,400,Lester,300"), NAMED, "is in the future"),
    hurt("a number for a date", row("12,Pierre,400,Lester,300"), NAMED, "must be a date"),
    hurt("day and month of either order", CSV.replace("2024-09-14", "3/4/2024"),
         NAMED, "is the day or the month first in 3/4/2024?"),
    hurt("both orders in one column", HEADINGS + LINE.replace("2024-09-14", "14/9/2024") +
         LINE.replace("2024-09-14", "9/14/2024"), NAMED, "must be a date", "neither day first nor month first"),
    hurt("the 31st of February among others", HEADINGS + LINE.replace("2024-09-14", "14/9/2024") +
         LINE.replace("2024-09-14", "31/2/2024"), NAMED, "dates are day first", "Lines to fix (1)", "line 3"),
    # forms and lists of players
    hurt("a point that may part thousands", "Player;Start rating\nPierre;1.234\n", TAKEN, "1.234 is read as 1234"),
    hurt("a form of a hundred games a response", "Timestamp," + ",".join("Winner,Winner score,Loser,Loser score"
         for _ in range(100)) + "\n2024-09-14 20:00" + ",Pierre,400,Lester,300" * 100 + "\n", REFUSED,
         "names 401 columns"),
    hurt("a form whose second game has no loser", "Timestamp,Winner,Winner score,Loser,Loser score,Winner,"
         "Winner score\n2024-09-14 20:00,Pierre,400,Lester,300,Pierre,400\n",
         NAMED, "not used: Winner#2, Winner score#2. Is that right?"),
    hurt("both scores in one cell", BOTH, TAKEN, NEW),
    hurt("strokes without end in one cell", BOTH.replace("400-300", "4-" * 10_000),
         NAMED, "which column has the scores?"),
    hurt("a timestamp of no hour", FORM.replace("20:00", "99:00"), TAKEN, NEW),
    hurt("a timestamp of the night", FORM.replace("20:00", "00:30"), TAKEN, "counted to 2024-09-13"),
    hurt("a rating of today that is none", "Player,Rating\nZebedee Quux,lots\n", NAMED, "is one of these the rating?"),
    hurt("a form whose winner lost", FORM.replace("400", "200"), NAMED, "the winner Pierre has the lower score"),
    hurt("home without away", "Date,Home,Home score,Score\n2024-09-14,Pierre,400,300\n",
         NAMED, "no column has the other"),
    hurt("away without a name", "Date,Home,Home score,Away,Away score\n2024-09-14,Pierre,400,,300\n", NAMED,
         "line 2, Away: a score without an opponent", NOTHING),
    hurt("a form without a time", FORM.replace("2024-09-14 20:00", ""), NAMED, "a game needs the date"),
    # files of tournament programs
    hurt("tsh: no date", DIVISION, NAMED, "it has no date. Of which day are its games?"),
    hurt("tsh: sound", DIVISION, TAKEN, "New: 4 games.", day=DAY),
    hurt("tsh: a number of ten digits", DIVISION.replace("1234 2", "1234 9999999999"),
         NAMED, "Which column has the players?", day=DAY),
    hurt("tsh: a score that is none", "Pierre 0 2; 400\nLester 0 1; 3oo\n", NAMED, "is not a line of tsh", day=DAY),
    hurt("tsh: two of a name", "Pierre 0 2; 400\npierre 0 1; 300\n", NAMED, "no player is called pierre (2)", day=DAY),
    hurt("tsh: a line of 100,000 blanks", "Pierre 0 2; 400\n" + "x " * 50_000 + "\n", NAMED, "is not a line",
         day=DAY),
    hurt("tsh archive: cut short", ARCHIVE[:-12], REFUSED, "is it cut short?"),
    hurt("tsh archive: a date of no kind", ARCHIVE.replace("September", "Brumaire"),
         NAMED, 'its date "Brumaire 14, 2024" cannot be read'),
    hurt("tsh archive: a date of two meanings", ARCHIVE.replace("September 14, 2024", "09/10/2024"),
         NAMED, 'is the day or the month first in its date "09/10/2024"?'),
    hurt("tsh archive: no date", ARCHIVE.replace("event_date", "event_day"), NAMED, "it has no date"),
    hurt("tsh archive: a division elsewhere", ARCHIVE.replace("A a.t", "A ../../etc/passwd"), REFUSED, "is not there"),
    hurt("tsh archive: commands", ARCHIVE + 'perl system("touch hurt")\n', TAKEN, "New: 4 games."),
    hurt("AUPAIR: sound", TOU, TAKEN, NEW),
    hurt("AUPAIR: no end", TOU.replace("*** END OF FILE ***", ""), TAKEN, "is the file whole?"),
    hurt("AUPAIR: cut within a line", TOU[: TOU.index("300  1") + 2], NAMED, "is not a line of AUPAIR"),
    hurt("AUPAIR: two winners", TOU.replace(" 300", "2300"), NAMED, "do not fit win and win"),
    hurt("AUPAIR: a date of the 45th", TOU.replace("14.09", "45.09"), NAMED, 'its date "45.09.2024" cannot be read'),
    hurt("FIDE: the wrong system", TRF, REFUSED, "is a tournament report of FIDE", "keeps Games with"),
    hurt("FIDE: cut in a name", TRF[: TRF.index("Lester") + 3], NAMED, "Who is Les?"),
    hurt("Diplomacy: the wrong system", PAGE, REFUSED, "it holds Events and Results", "keeps Games with"),
)  # fmt: skip
