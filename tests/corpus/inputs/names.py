"""Names that are misspelt, doubled or written in another way, and cells that are no names at all."""

from __future__ import annotations

from tests.corpus.cases import GONE, Accepted, BookCase, ToMend, typed
from tests.corpus.editing import ErrorValue

CLUB = "mississauga"
ADD = "Add it there, or correct the name."


def same_player(name: str, listed: object, played: object, key: object = None) -> BookCase:
    """The list of players calls Mackenzie by another name, and the game writes yet another."""
    outcome = Accepted({"Mackenzie": GONE, listed if key is None else key: 999})
    return typed(name, CLUB, {"Players!A5": listed, "Games!D4": played}, outcome)


def no_such_player(name: str, played: object, shown: str, suggested: str = "") -> BookCase:
    advice = f'Did you mean "{suggested}"?' if suggested else ADD
    return typed(
        name, CLUB, {"Games!B4": played}, ToMend(f'Games row 4, Player 1: "{shown}" is not on Players. {advice}')
    )


def listed_twice(name: str, first: str, second: str) -> BookCase:
    line = f'Players row 7, Player: "{second}" – the same player is also in row 6; keep one of them'
    return typed(name, CLUB, {"Players!A6": first, "Players!A7": second}, ToMend(line))


CASES = (
    no_such_player("name: a letter is missing", "Piere", "Piere", "Pierre"),
    no_such_player("name: dotless i of Turkish", "Pıerre", "Pıerre", "Pierre"),
    typed("name: an error value in a game", CLUB, {"Games!B4": ErrorValue("#N/A")},
          ToMend('Games row 4, Player 1: "#N/A" – is an error value; type the name')),
    typed("name: 32,767 characters in a game", CLUB, {"Games!B4": "x" * 32_767},
          ToMend(f'Games row 4, Player 1: "{"x" * 60}…" – has 32,767 characters; 255 are the most for a name')),
    no_such_player("name: colours for a terminal", "\x1b[31mPierre\x1b[0m", "\\u001b[31mPierre\\u001b[0m"),
    no_such_player("name: a forged line of the report", "x\nGames row 9: all well", "x\\u000aGames row 9: all well"),
    typed("name: typographic apostrophe", CLUB, {"Players!A5": "O'Neil", "Games!D4": "O’Neil"},
          ToMend('Games row 4, Player 2: "O’Neil" is not on Players. Did you mean "O\'Neil"?')),
    same_player("name: blanks around", "Mackenzie", "  Mackenzie "),
    same_player("name: letters composed and decomposed", "Ren\u00e9", "Rene\u0301"),
    same_player("name: a soft hyphen and a byte order mark", "Mackenzie", "\ufeffMac\u00adkenzie"),
    same_player("name: sharp s in capitals", "Weiß", "WEISS"),
    same_player("name: a number, and the same as text", 7, "7", 7.0),
    same_player("name: looks like a formula", "=1+1", "=1+1"),
    same_player("name: of characters that XML gives a meaning", "<b>&\"'</b>", "<B>&\"'</B>"),
    same_player("name: looks like an escape of a cell", "_x0041_", "_X0041_"),
    listed_twice("players: twice, composed and decomposed", "Zo\u00eb", "Zoe\u0308"),
    typed("players: an error value", CLUB, {"Players!A6": ErrorValue("#REF!")},
          ToMend('Players row 6, Player: "#REF!" – is an error value; type the name')),
    typed("players: Bye", CLUB, {"Players!A6": "bye"},
          ToMend('Players row 6, Player: "bye" – Bye means no opponent; choose another name')),
    typed("players: a rating without a name", CLUB, {"Players!B7": 1200},
          ToMend("Players row 7, Player: a player needs a name")),
    typed("players: a name of blanks alone", CLUB, {"Players!A7": "   "}, Accepted({"   ": None})),
    typed("players: a gap in the list", CLUB, {"Players!A6": None, "Players!B6": None, "Players!C6": None,
          "Players!A7": "Lester", "Players!B7": 944, "Players!C7": 33}, Accepted()),
)  # fmt: skip
