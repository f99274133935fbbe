"""Text files that hurt an import, each with its stated outcome: those of hurtful.txt, and those that are made here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

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
    hurt("cut within a list", CSV + "2024-09-15,Pierre", NAMED, "a game needs two players; is the file cut short?"),
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
