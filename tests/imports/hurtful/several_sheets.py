"""Workbooks of several sheets: some are read, some are named, and some stay unseen."""

from __future__ import annotations

from tests.imports.hurtful.case import HEADINGS, NAMED, NEW, NOTHING, REFUSED, TAKEN, hurt
from tests.imports.hurtful.sheets import Rows, book_of

GAMES: Rows = [tuple(HEADINGS.strip().split(",")), ("2024-09-14", "Pierre", 400, "Lester", 300)]
MORE: Rows = [GAMES[0], ("2024-09-21", "Mackenzie", 390, "Lester", 310)]
NOTES: Rows = [("Bring dictionaries",), ("Key with Ann",)]
WRONG: Rows = [GAMES[0], ("2024-09-21", "Mackenzie", "lots", "Lester", 310)]
PLAYERS: Rows = [("Player", "Start rating"), ("Zebedee Quux", 1200)]
NO_PLAYERS: Rows = [("Player", "Start rating"), ("Zebedee Quux", "lots")]
ALIKE = "all look like Games"
TOLD = ("--source-sheet", "Spring")

CASES = (
    hurt("games and a sheet of notes", book_of({"Notes": NOTES, "Autumn": GAMES}), TAKEN, NEW, "not read: Notes"),
    hurt("games and fifty sheets of notes", book_of({"Autumn": GAMES, **{f"Note {n}": NOTES for n in range(50)}}),
         TAKEN, NEW, "not read: Note 0", "..."),
    hurt("two sheets of games", book_of({"Autumn": GAMES, "Spring": MORE}), REFUSED, "Autumn, Spring", ALIKE,
         "--source-sheet"),
    hurt("two sheets of games, one told", book_of({"Autumn": GAMES, "Spring": MORE}), TAKEN, NEW, options=TOLD),
    hurt("two sheets of games, another told", book_of({"Autumn": GAMES, "Spring": MORE}), REFUSED,
         "has no sheet Winter; its sheets are Autumn, Spring", options=("--source-sheet", "Winter")),
    hurt("two sheets of games, one of them hidden", book_of({"Autumn": GAMES, "Spring": MORE},
         hidden={"Spring": "hidden"}), TAKEN, NEW),
    hurt("two sheets of games, the hidden one told", book_of({"Autumn": GAMES, "Spring": MORE},
         hidden={"Spring": "hidden"}), TAKEN, NEW, options=TOLD),
    hurt("games on a hidden sheet alone", book_of({"Notes": NOTES, "Autumn": GAMES}, hidden={"Autumn": "hidden"}),
         REFUSED, "the first line must name"),
    hurt("games on a sheet that no menu shows", book_of({"Notes": NOTES, "Autumn": GAMES},
         hidden={"Autumn": "veryHidden"}), REFUSED, "the first line must name"),
    hurt("a sheet told that holds no games", book_of({"Autumn": GAMES, "Spring": NOTES}), REFUSED,
         "the first line must name", options=TOLD),
    hurt("a sheet called Games without any", book_of({"Games": NOTES, "Autumn": GAMES}), REFUSED,
         "the first line must name"),
    hurt("a sheet called Games, and another of games", book_of({"Games": GAMES, "Spring": MORE}), TAKEN, NEW,
         "not read: Spring"),
    hurt("players on one sheet and games on another", book_of({"Players": PLAYERS, "Games": GAMES}), TAKEN,
         "New: 1 player, 1 game."),
    hurt("players, and a sheet called Games without any", book_of({"Players": PLAYERS, "Games": NOTES}), REFUSED,
         "games, Games: ", "the first line must name the columns of Games", '--source-sheet "Players"'),
    hurt("the same, with the players told", book_of({"Players": PLAYERS, "Games": NOTES}), TAKEN, "New: 1 player.",
         options=("--source-sheet", "Players")),
    hurt("players that are wrong, and games that are not", book_of({"Players": NO_PLAYERS, "Games": GAMES}), NAMED,
         "must be a number", NOTHING),
    hurt("games that are wrong, and players who are not", book_of({"Players": PLAYERS, "Games": WRONG}), NAMED,
         "must be a number", NOTHING),
    hurt("the same games on two sheets", book_of({"Autumn": GAMES, "Copy": GAMES}), REFUSED, ALIKE),
    hurt("a sheet named like a formula", book_of({"=SUM(A1)": GAMES}), TAKEN, NEW),
    hurt("a sheet named in letters that run backwards", book_of({"Au\u202etumn": GAMES, "Notes": NOTES}), TAKEN, NEW),
    hurt("blank sheets before the games", book_of({"1": [], "2": [], "Autumn": GAMES}), TAKEN, NEW),
    hurt("blank sheets alone", book_of({"1": [], "2": []}), REFUSED, "is empty"),
)  # fmt: skip
