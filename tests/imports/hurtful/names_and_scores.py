"""Names like another, made to fool or invisible, and scores that cannot be right."""

from __future__ import annotations

from tests.imports.hurtful.case import HEADINGS, LINE, NAMED, REFUSED, TAKEN, hurt, row

CASES = (
    hurt("a cell of 40,000 letters", row(f"2024-09-15,{'x' * 40_000},1,Lester,2"), REFUSED, "longer than 32767"),
    hurt("a heading of 300 letters", f"{HEADINGS.strip()},{'x' * 300}\n{LINE.strip()},1\n",
         REFUSED, "is too long; is a quote missing?"),
    hurt("a heading with an escape", f"{HEADINGS.strip()},Bo\x1b[2Jard\n{LINE.strip()},1\n",
         REFUSED, "is a quote missing?"),
    hurt("a name with an escape", row("2024-09-15,\x1b[2J\x1b]0;x\x07,400,Lester,300"), NAMED, "Who is \\u001b"),
    hurt("a newcomer with a joiner", row("2024-09-15,علی\u200cرضا,400,Lester,300"), NAMED, "no player is called"),
    hurt("a newcomer with a joiner of no use", row("2024-09-15,Ze\u200cbedee Quux,400,Lester,300"),
         NAMED, "no player is called Zebedee Quux"),
    hurt("a newcomer with an escape", row("2024-09-15,\x1b[31mZebedee Quux,400,Lester,300"), NAMED, "Who is \\u001b"),
    hurt("a name like a formula", row('2024-09-15,"=HYPERLINK(""http://x"")",400,Lester,300'),
         NAMED, "no player is called =HYPERLINK"),
    hurt("a name like a command", row("2024-09-15,@SUM(1+1)*cmd|' /C calc'!A0,400,Lester,300"),
         NAMED, "no player is called @SUM"),
    hurt("a formula for a score", row("2024-09-15,Pierre,=1+1,Lester,300"), NAMED, "must be a number"),
    hurt("an error value for a name", row("2024-09-15,#N/A,400,Lester,300"), NAMED, "is an error value"),
    hurt("a name of 300 letters", row(f"2024-09-15,{'Zq' * 150},400,Lester,300"), NAMED, "255"),
    hurt("a name over two lines", row('2024-09-15,"Pier\nre",400,Lester,300'), NAMED, "Who is Pier re?"),
    hurt("a name of blanks that do not break", row("2024-09-15,\u00a0Pierre\u00a0,400,Lester,300"), TAKEN, "2 games"),
    hurt("a name with marks of no room", row("2024-09-15,Pier\u200bre,400,Lester,300"), TAKEN, "2 games"),
    hurt("a name in decomposed letters", row("2024-09-15,PIERRE,400,Lester,300"), TAKEN, "2 games"),
    hurt("a name with a letter more", row("2024-09-15,Pierrre,400,Lester,300"), NAMED, "Who is Pierrre?"),
    hurt("a name with a letter less", row("2024-09-15,Mackenzi,400,Lester,300"), NAMED, "Who is Mackenzi?"),
    hurt("a name with two letters swapped", row("2024-09-15,Mackenize,400,Lester,300"), NAMED, "Who is Mackenize?"),
    hurt("a longer name", row("2024-09-15,Pierre Trudeau,400,Lester,300"), NAMED, "Who is Pierre Trudeau?"),
    hurt("two letters swapped in a short name", row("2024-09-15,Lesetr,400,Lester,300"), NAMED, "Who is Lesetr?"),
    hurt("a player twice with two ratings", "Player,Start rating\nZoe Quux,1\nZoe Quux,2\n",
         NAMED, "Zoe Quux is there twice, with 1 and 2 (lines 2, 3)"),
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

    hurt("a nickname", "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-14,Les,400,Pierre,300\n", NAMED, "Who is Les?"),
)  # fmt: skip
