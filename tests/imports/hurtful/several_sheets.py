"""Workbooks of several sheets: some are read, some are named, and some stay unseen."""

from __future__ import annotations

from tests.imports.hurtful.case import HEADINGS, NAMED, NEW, REFUSED, TAKEN, WANTED, hurt
from tests.imports.hurtful.sheets import Rows, book_of

GAMES: Rows = [tuple(HEADINGS.strip().split(",")), ("2024-09-14", "Pierre", 400, "Lester", 300)]
MORE: Rows = [GAMES[0], ("2024-09-21", "Mackenzie", 390, "Lester", 310)]
NOTES: Rows = [("Bring dictionaries",), ("Key with Ann",)]
WRONG: Rows = [GAMES[0], ("2024-09-21", "Mackenzie", "lots", "Lester", 310)]
PLAYERS: Rows = [("Player", "Start rating"), ("Zebedee Quux", 1200)]
NO_PLAYERS: Rows = [("Player", "Start rating"), ("Zebedee Quux", "lots")]
ALIKE = "all look like Games"

CASES = (
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
