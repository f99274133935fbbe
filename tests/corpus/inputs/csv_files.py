"""CSV files in every way that a spreadsheet, an editor or an accident writes them."""

from __future__ import annotations

from tests.corpus.cases import GONE, Accepted, Cannot, CsvCase, Outcome
from tests.corpus.clubs import CLUBS

CLUB = "mississauga"
PLAYERS, GAMES = CLUBS[CLUB]["players"], CLUBS[CLUB]["games"]
HEADINGS, GAME, *_ = GAMES.split("\n")
FULL = 1_048_576


def games(name: str, content: str | bytes, outcome: Outcome | None = None) -> CsvCase:
    return CsvCase(f"csv: {name}", CLUB, {"players": PLAYERS, "games": content}, outcome or Accepted())


def players(name: str, content: str | bytes, outcome: Outcome | None = None) -> CsvCase:
    return CsvCase(f"csv: {name}", CLUB, {"players": content, "games": GAMES}, outcome or Accepted())


def german(text: str) -> str:
    return text.replace(",", ";")


CASES = (
    games("UTF-8 with a mark", GAMES.encode("utf-8-sig")),
    games("UTF-16 with a mark", GAMES.encode("utf-16")),
    games("tabs", GAMES.replace(",", "\t")),
    games("a first line that names the delimiter", "sep=;\r\n" + german(GAMES).replace("\n", "\r\n")),
    games("lines of Windows", GAMES.replace("\n", "\r\n")),
    games("everything in quotes", '"' + GAMES.rstrip("\n").replace(",", '","').replace("\n", '"\n"') + '"'),
    games("no end of the last line", GAMES.rstrip("\n")),
    games("blank lines between", GAMES.replace("\n", "\n\n,,,,\n")),
    games("commas behind the last column", "".join(f"{line},,,\n" for line in (HEADINGS, GAME))),
    games("headings in another case", GAMES.replace(HEADINGS, HEADINGS.upper())),
    games("columns in another order", "Score 2,Player 2,Score 1,Player 1,Date\n303,Mackenzie,416,Pierre,2024-09-10\n"),
    games("columns of the club's own", f"{HEADINGS},Round,=cmd\n{GAME},1,=1+1\n"),
    games("a column that a recalculation computes", f"{HEADINGS},Change 1\n{GAME},99\n"),
    players("Latin-1", PLAYERS.replace("Lester", "René").encode("latin-1"),
            Accepted({"Lester": GONE, "René": 944})),
    players("decimal commas", german(PLAYERS).replace("944", "944,5"), Accepted({"Lester": 944.5})),
    players("a decimal comma in quotes", PLAYERS.replace("944", '"944,5"'), Accepted({"Lester": 944.5})),
    players("names like formulas", PLAYERS.replace("Lester", "=1+1"), Accepted({"Lester": GONE, "=1+1": 944})),
    players("a name with quotes", PLAYERS.replace("Lester", '"Les ""the best"" ter"'),
            Accepted({"Lester": GONE, 'Les "the best" ter': 944})),
    CsvCase("csv: players taken from the games", CLUB, {"games": GAMES},
            # both begin at 1000, level: 10 and 2 for the spread, doubled for newcomers
            Accepted({"Pierre": 1024, "Mackenzie": 976, "Lester": GONE})),
    CsvCase("csv: Yes and No in other words", "sca",
            {**CLUBS["sca"], "players": CLUBS["sca"]["players"].replace("Yes", "x")}, Accepted()),
    games("empty", b"", Cannot("games.csv: is empty. Is it the right file?")),
    games("a quote that is never closed", f'{GAMES}2024-09-10,"Pierre,416,Mackenzie,303\n',
          Cannot("games.csv line 3: is not a CSV file that can be read")),
    games("a cell of 40,000 characters", f"{GAMES}2024-09-10,{'x' * 40_000},416,Mackenzie,303\n",
          Cannot("a cell is longer than 32767 characters", "is a quote missing?")),
    games("a heading with a control character", f"{HEADINGS},Bo\x07ard\n{GAME},1\n",
          Cannot('the heading "Bo\\u0007ard"')),
    games("a thousand columns", f"{HEADINGS}{''.join(f',x{n}' for n in range(1000))}\n", Cannot("names 1,005 columns")),
    games("UTF-16 without a mark", GAMES.encode("utf-16-le"), Cannot("is not a text file")),
    games("a workbook renamed", b"PK\x03\x04" + bytes(100),
          Cannot("begins as a workbook does, but is damaged", "save it again")),
    games("one row more than a sheet holds", HEADINGS + "\n" + "1,,,,\n" * FULL,
          Cannot("games.csv: has more rows than a sheet holds below its headings, 1,048,575")),
    games("a row without end", f"{GAMES}{',' * 7_000_000}\n",
          Cannot("games.csv: a row is longer than 6,553,400 characters", "is a quote missing?")),
    games("more cells than are read", HEADINGS + "\n" + ("1" + "," * 99 + "\n") * 21_000,
          Cannot("or more than 2,000,000 cells")),
    CsvCase("csv: a title without end", CLUB, {}, Cannot("title", "255 characters"), ("--title", "x" * 300)),
)  # fmt: skip
