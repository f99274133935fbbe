"""Files of tournament programs: tsh, AUPAIR, reports of FIDE, and pages of Diplomacy."""

from __future__ import annotations

from tests.imports.hurtful.case import NAMED, NEW, REFUSED, TAKEN, hurt

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


CASES = (
    hurt("tsh: no date", DIVISION, NAMED, "it has no date. Of which day are its games?"),
    hurt("tsh: sound", DIVISION, TAKEN, "New: 4 games.", day=DAY),
    hurt("tsh: a number beyond the list", DIVISION.replace("1234 2", "1234 9"), NAMED, "the list ends at player 3",
         day=DAY),
    hurt("tsh: a number of ten digits", DIVISION.replace("1234 2", "1234 9999999999"),
         NAMED, "Which column has the players?", day=DAY),
    hurt("tsh: the same one twice", DIVISION.replace("1234 2", "1234 1"), NAMED, "Pierre against Pierre", day=DAY),
    hurt("tsh: not mutual", DIVISION.replace("944 1", "944 3"), NAMED, "whose line 2 says Mackenzie", day=DAY),
    hurt("tsh: a player gone", DIVISION.splitlines(True)[0], NAMED, "the list ends at player 1", day=DAY),
    hurt("tsh: a score gone", "Pierre 0 2; 400\nLester 0 1;\n", NAMED, "Lester has no score", day=DAY),
    hurt("tsh: a score too many", "Pierre 0 2; 400 5\nLester 0 1; 300\n", NAMED, "2 scores against 1", day=DAY),
    hurt("tsh: a score that is none", "Pierre 0 2; 400\nLester 0 1; 3oo\n", NAMED, "is not a line of tsh", day=DAY),
    hurt("tsh: a score below zero", "Pierre 0 2; 400\nLester 0 1; -30\n", TAKEN, NEW, day=DAY),
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
    hurt("AUPAIR: a number beyond the list", TOU.replace("400  2", "400  7"), NAMED, "the list ends at player 2"),
    hurt("AUPAIR: a blank within a score", TOU.replace("300  1", "3 0  1"), NAMED, "is not a line of AUPAIR"),
    hurt("AUPAIR: a blank within a number", TOU.replace("400  2", "4001 2"), NAMED, "is not a line of AUPAIR"),
    hurt("AUPAIR: two winners", TOU.replace(" 300", "2300"), NAMED, "do not fit win and win"),
    hurt("AUPAIR: an unequal tie", TOU.replace("2400", "1400").replace(" 300", "1300"), NAMED, "do not fit tie"),
    hurt("AUPAIR: a date of the 45th", TOU.replace("14.09", "45.09"), NAMED, 'its date "45.09.2024" cannot be read'),
    hurt("AUPAIR: day and month swapped", TOU.replace("14.09", "09.14"), NAMED, 'its date "09.14.2024" cannot be read'),
    hurt("FIDE: the wrong system", TRF, REFUSED, "is a tournament report of FIDE", "keeps Games with"),
    hurt("FIDE: cut in a name", TRF[: TRF.index("Lester") + 3], NAMED, "Who is Les?"),
    hurt("FIDE: no date", TRF.replace("042", "999"), REFUSED, "keeps Games with"),
    hurt("FIDE: a date of two meanings", TRF.replace("2024/09/14", "09.10.2024"), REFUSED, "keeps Games with"),
    hurt("FIDE: a date of no kind", TRF.replace("09/14", "14/09"), REFUSED, "keeps Games with"),
    hurt("Diplomacy: the wrong system", PAGE, REFUSED, "it holds Events and Results", "keeps Games with"),
)  # fmt: skip
