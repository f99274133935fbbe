"""Forms and lists of players: our columns under other names, several games in a response, and ratings."""

from __future__ import annotations

from tests.imports.hurtful.case import HEADINGS, LINE, NAMED, NEW, NOTHING, REFUSED, TAKEN, hurt

FORM = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\n2024-09-14 20:00,1,Pierre,400,Lester,300\n"
BOTH = "Date,Player 1,Player 2,Score\n2024-09-14,Pierre,Lester,400-300\n"


CASES = (
    hurt("a point that may part thousands", "Player;Start rating\nPierre;1.234\n", TAKEN, "1.234 is read as 1234"),
    hurt("the same game a hundred times", HEADINGS + LINE * 100, TAKEN, "New: 100 games."),
    hurt("a form of a hundred games a response", "Timestamp," + ",".join("Winner,Winner score,Loser,Loser score"
         for _ in range(100)) + "\n2024-09-14 20:00" + ",Pierre,400,Lester,300" * 100 + "\n", REFUSED,
         "names 401 columns"),
    hurt("a form whose second game has no loser", "Timestamp,Winner,Winner score,Loser,Loser score,Winner,"
         "Winner score\n2024-09-14 20:00,Pierre,400,Lester,300,Pierre,400\n",
         NAMED, "not used: Winner#2, Winner score#2. Is that right?"),
    hurt("both scores in one cell", BOTH, TAKEN, NEW),
    hurt("both scores in a cell of words", BOTH + "2024-09-14,Pierre,Lester,lots\n", NAMED, '"lots": must be a number'),
    hurt("strokes without end in one cell", BOTH.replace("400-300", "4-" * 10_000),
         NAMED, "which column has the scores?"),
    hurt("both scores, and one of a million", BOTH.replace("400-300", "9999-1"), NAMED, "from -200 to 2000"),
    hurt("a timestamp of no hour", FORM.replace("20:00", "99:00"), TAKEN, NEW),
    hurt("a timestamp of the night", FORM.replace("20:00", "00:30"), TAKEN, "counted to 2024-09-13"),
    hurt("a rating of today that is none", "Player,Rating\nZebedee Quux,lots\n", NAMED, "is one of these the rating?"),

    hurt("a form whose winner lost", FORM.replace("400", "200"), NAMED, "the winner Pierre has the lower score"),
    hurt("a form without scores", FORM.replace(",Winners Score", "").replace(",400", ""),
         NAMED, "which column has the scores?"),
    hurt("a form cut short", FORM[:-8], NAMED, NOTHING),
    hurt("home without away", "Date,Home,Home score,Score\n2024-09-14,Pierre,400,300\n",
         NAMED, "no column has the other"),
    hurt("away without a name", "Date,Home,Home score,Away,Away score\n2024-09-14,Pierre,400,,300\n", NAMED,
         "line 2, Away: a score without an opponent", NOTHING),
    hurt("a form without a time", FORM.replace("2024-09-14 20:00", ""), NAMED, "a game needs the date"),
)  # fmt: skip
