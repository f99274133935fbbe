"""Forms and lists of players: our columns under other names, several games in a response, and ratings."""

from __future__ import annotations

from tests.imports.hurtful.case import CSV, HEADINGS, LINE, NAMED, NEW, NOTHING, REFUSED, TAKEN, hurt

FORM = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\n2024-09-14 20:00,1,Pierre,400,Lester,300\n"
BOTH = "Date,Player 1,Player 2,Score\n2024-09-14,Pierre,Lester,400-300\n"


CASES = (
    hurt("a point that may part thousands", "Player;Start rating\nPierre;1.234\n", REFUSED, "write it without"),
    hurt("points in quotes", 'Player,Start rating\nPierre,"1,999"\n', NAMED, "Different in the workbook"),
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
    hurt("a form whose winner lost", FORM.replace("400", "200"), NAMED, "the winner Pierre has the lower score"),
    hurt("a form without scores", FORM.replace(",Winners Score", "").replace(",400", ""), REFUSED, "missing:"),
    hurt("a form cut short", FORM[:-8], NAMED, NOTHING),
    hurt("home without away", "Date,Home,Home score,Score\n2024-09-14,Pierre,400,300\n", REFUSED, "missing: Player 2"),
    hurt("away without a name", "Date,Home,Home score,Away,Away score\n2024-09-14,Pierre,400,,300\n", NAMED,
         "line 2, Away: a score without an opponent", NOTHING),
    hurt("a form without a time", FORM.replace("2024-09-14 20:00", ""), NAMED, "a game needs the date"),
)  # fmt: skip
