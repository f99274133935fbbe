"""Files of tournament programs, written by hand from their specifications."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.imports.reading import CAMP_GAMES, CAMPERS, day, read, rows
from xladdin.errors import FileProblem
from xladdin.imports.formats import read_source
from xladdin.imports.material import Options, QuestionOpen
from xladdin.imports.pairings import Entry
from xladdin.imports.source import Source, open_source
from xladdin.imports.tsh import division, written

DAY = day("2006-10-01")
ON_THE_DAY = Options(day=DAY)
GAME = ("Player 1", "Score 1", "Player 2", "Score 2")

DIVISION = """\
# a comment
Lipton, Sandy        1500+30  2 3 4; 401 388 50 ; p12 1 2 1; team A
Nyman, Mark 1612 1 4 3 ;  350 402 377
Wegman, J C 0  4 1 2; 380 412 399;

Appel, A 900 3 2 1; 381 300 300 ;
"""
"""Of round 3 player 1 met player 4, and 2 met 3; a comment and a blank line count for no number."""


def test_a_division_of_tsh() -> None:
    incoming = read(DIVISION, ON_THE_DAY, "A.RT")
    assert not incoming.wrong
    assert rows(incoming, "Games", *GAME) == [
        ("Lipton, Sandy", 401, "Nyman, Mark", 350),
        ("Wegman, J C", 380, "Appel, A", 381),
        ("Lipton, Sandy", 388, "Wegman, J C", 412),
        ("Nyman, Mark", 402, "Appel, A", 300),
        ("Lipton, Sandy", 50, "Appel, A", 300),
        ("Nyman, Mark", 377, "Wegman, J C", 399),
    ]
    assert set(incoming.tables["Games"].columns["Date"]) == {DAY}
    assert incoming.ratings == {"Lipton, Sandy": 1500, "Nyman, Mark": 1612, "Wegman, J C": None, "Appel, A": 900}
    assert list(incoming.players.values()) == [2, 3, 4, 6]


def test_a_division_alone_has_no_date() -> None:
    with pytest.raises(QuestionOpen, match=r"says no date\. Give the date of its games: --date"):
        read(DIVISION)


def test_byes_and_rounds_not_played_yet() -> None:
    incoming = read("Ann 1500 2 0 3 00; 401 50 300\nBob 1400 1 3; 350 380\nCyd 1300 0 2 1; -50 381\n", ON_THE_DAY)
    assert rows(incoming, "Games", *GAME) == [
        ("Ann", 401, "Bob", 350),
        ("Ann", None, "Bye", None),
        ("Bob", 380, "Cyd", 381),
    ]
    assert [str(wrong) for wrong in incoming.wrong] == [
        "some file line 3, round 3: Cyd has no score, Ann in line 1 has one"
    ]


def test_a_round_half_typed_is_said() -> None:
    incoming = read("Ann 0 2 3; 401\nBob 0 1 4; 350\nCyd 0 4 1; 300\nDee 0 3 2; 310\n", ON_THE_DAY)
    assert len(rows(incoming)) == 2
    assert incoming.notes[-1] == "some file: round 2 is paired and not played; 2 games without scores left out."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ann 0 3; 400\nBob 0 1; 300\n", "line 1, round 1: opponent 3: the list ends at player 2"),
        ("Ann 0 1; 400\nBob 0 1; 300\n", "line 1, round 1: Ann against himself"),
        ("Ann 0 2; 400\nBob 0 3; 300\nCyd 0 2; 1\n", "line 1, round 1: Ann played Bob, whose line 2 says Cyd"),
        ("Ann 0 2; 400\nBob 0 0; 50\n", "line 1, round 1: Ann played Bob, whose line 2 says nobody"),
        ("Ann 0 2; 400 5\nBob 0 1; 300\n", "line 1: Ann has 2 scores against 1 opponent"),
        ("Ann 0 2; 400\nno player at all\n", 'line 2 "no player at all": is no line of tsh for a player'),
        ("Ann 0 2; 400\nann 0 1; 300\n", "line 2: ann stands in line 1 too; tell them apart by their names"),
    ],
)
def test_a_pairing_that_is_not_mutual_is_named(text: str, said: str) -> None:
    assert any(said in str(wrong) for wrong in read(text, ON_THE_DAY).wrong)


@st.composite
def tournaments(draw: st.DrawFn) -> list[tuple[str, int, list[Entry | None]]]:
    """Players with rounds in which everybody meets somebody who says the same, or sits out."""
    count = draw(st.integers(1, 9))
    rounds: list[list[Entry | None]] = [[] for _ in range(count)]
    for _ in range(draw(st.integers(1, 6))):
        order = draw(st.permutations(range(count)))
        for first, second in zip(order[::2], order[1::2]):
            scores = draw(st.tuples(st.integers(0, 800), st.integers(0, 800)))
            rounds[first].append(Entry(second + 1, scores[0]))
            rounds[second].append(Entry(first + 1, scores[1]))
        if count % 2:
            rounds[order[-1]].append(draw(st.sampled_from([None, Entry(0, 50)])))
    return [(f"Player {'ABCDEFGHI'[at]}", draw(st.integers(0, 2500)), rounds[at]) for at in range(count)]


@given(tournaments())
def test_what_is_written_comes_back(players: list[tuple[str, int, list[Entry | None]]]) -> None:
    back = division("some.t", enumerate(written(players).splitlines(), 1))
    assert not back.wrong
    assert [card.name for card in back.cards] == [name for name, _, _ in players]
    assert [list(card.rounds) for card in back.cards] == [rounds for _, _, rounds in players]
    assert list(back.ratings.values()) == [rating or None for _, rating, _ in players]


@given(tournaments(), st.data())
def test_every_pairing_is_mutual_or_named(
    players: list[tuple[str, int, list[Entry | None]]], data: st.DataObject
) -> None:
    """One entry of somebody's card is changed: no game of that round may come in that two cards do not tell of."""
    cards = [(name, rating, list(rounds)) for name, rating, rounds in players]
    at = data.draw(st.integers(0, len(cards) - 1))
    number = data.draw(st.integers(0, len(cards[at][2]) - 1))
    cards[at][2][number] = Entry(data.draw(st.integers(0, 12)), data.draw(st.integers(0, 800)))
    incoming = read(written(cards), ON_THE_DAY)
    told = {name: [entry and entry.opponent for entry in rounds] for name, _, rounds in cards}
    names = [name for name, _, _ in cards]
    games = rows(incoming, "Games", *GAME)
    for first, _, second, _ in games:
        if second != "Bye":
            assert names.index(str(second)) + 1 in told[str(first)]
            assert names.index(str(first)) + 1 in told[str(second)]
    if cards[at][2][number] != players[at][2][number] and not incoming.wrong:
        entry, held = cards[at][2][number], players[at][2][number]
        assert entry is not None
        harmless = held is not None and entry.opponent == held.opponent
        assert harmless or entry.opponent == 0


ARCHIVE = """\
# tsh archive file
# automatically generated by tsh version 3.
division A a.t
# config event_date = "October 1-2, 2006"
config event_name = 'The Open'
perl system("touch /tmp/never")
config entry = `rm -rf`
#begin_file name=a.t
Ann 1500 2; 401
Bob 1400 1; 350
#end_file name=a.t
"""


def test_an_archive_of_tsh() -> None:
    incoming = read(ARCHIVE)
    assert rows(incoming) == [(DAY, "Ann", 401, "Bob", 350)]
    assert list(incoming.tables["Games"].lines) == [9]


def test_a_configuration_beside_its_divisions(tmp_path: Path) -> None:
    config, *_, ann, bob, _ = ARCHIVE.splitlines(keepends=True)
    Path(tmp_path, "config.tsh").write_text("".join(ARCHIVE.splitlines(keepends=True)[:7]))
    Path(tmp_path, "a.t").write_text(ann + bob)
    incoming = read_source(open_source(tmp_path / "config.tsh"), (), Options())
    assert rows(incoming) == [(DAY, "Ann", 401, "Bob", 350)]
    assert config


@pytest.mark.parametrize("file", ["../a.t", "/etc/passwd", "sub/a.t", "..\\a.t", ".hidden"])
def test_a_configuration_reads_no_file_elsewhere(file: str, tmp_path: Path) -> None:
    Path(tmp_path, "config.tsh").write_text(f'division A {file}\nconfig event_date = "October 1, 2006"\n')
    with pytest.raises(FileProblem, match=r"is not there\. Import that file by itself"):
        read_source(open_source(tmp_path / "config.tsh"), (), Options())


def test_an_archive_that_is_cut_short() -> None:
    with pytest.raises(FileProblem, match="is it cut short"):
        read(ARCHIVE[: ARCHIVE.index("Bob")])


TOU = """\
*M01.10.2006 The Open
*Masters
 200 QUIXOTRY
Mark Nyman          2488 +22458  32000  1
Sandy Lipton         377  1 000  22402 +3
Zoë O'Neil          2050  3 350  1 390  2
*** END OF FILE ***
this is never read
"""
SPACED = """\
*M01.10.2006 The Open
*Masters
                                    0
Mark Nyman           2488  +2 2458   3 2000   1
Sandy Lipton          377   1  000   2 2402  +3
Zoë O'Neil           2050   3  350   1  390   2
*** END OF FILE ***
"""


@pytest.mark.parametrize("text", [TOU, SPACED])
def test_aupair_with_blanks_between_the_fields_and_without(text: str) -> None:
    incoming = read(text.encode("latin-1"), name="OPEN.RT")
    assert [str(wrong) for wrong in incoming.wrong] == []
    assert rows(incoming) == [
        (DAY, "Mark Nyman", 488, "Sandy Lipton", 377),
        (DAY, "Zoë O'Neil", None, "Bye", None),
        (DAY, "Mark Nyman", 458, "Zoë O'Neil", 350),
        (DAY, "Mark Nyman", None, "Bye", None),
        (DAY, "Sandy Lipton", 402, "Zoë O'Neil", 390),
    ]


def test_aupair_above_99_players() -> None:
    names = [f"Player {'ABCDEFGHIJ'[n // 10]}{'abcdefghij'[n % 10]}" for n in range(100)]
    lines = [
        f"{name:20}{'2' if n % 2 == 0 else ' '}{400 - n % 2:03}{n + 2 if n % 2 == 0 else n:>4}"
        for n, name in enumerate(names)
    ]
    text = "\n".join(["*M01.10.2006 Large", "*All", *lines, "*** END OF FILE ***", ""])
    incoming = read(text)
    assert not incoming.wrong
    assert rows(incoming, "Games", *GAME)[-1] == (names[98], 400, names[99], 399)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("2488 +2", "2488 +9", "line 4, round 1: opponent 9: the list ends at player 3"),
        (" 377  1", "2377  1", "scores 488 and 377 do not fit win and win"),
        (" 350  1", " 350  2", "line 4, round 2: Mark Nyman played Zoë O'Neil, whose line 6 says Sandy Lipton"),
        (" 350  1", "*350  1", "is no line of AUPAIR"),
        ("Mark Nyman", "Zoë O'Neil", "line 6: Zoë O'Neil stands in line 4 too"),
    ],
)
def test_aupair_files_that_are_wrong(old: str, new: str, said: str) -> None:
    text = TOU.replace(old, new, 1)
    assert any(said in str(wrong) for wrong in read(text).wrong), [str(wrong) for wrong in read(text).wrong]


def test_aupair_without_its_end_is_said() -> None:
    text = TOU[: TOU.index("***")]
    assert "is the file whole?" in read(text).notes[1]


def trf_line(rank: int, name: str, rating: int, rounds: list[str]) -> str:
    start = f"001 {rank:>4} m    {name:<33} {rating or '':>4} CAN 0000000000  2000/01/01  1.0 {rank:>4}  "
    assert len(start) == 91
    return start + "  ".join(rounds)


TRF = "\n".join(
    [
        "012 Pawns and Knights",
        "042 2024/07/08",
        "132" + " " * 88 + "24/07/08  24/07/09",
        trf_line(1, "Lovelace,Ada", 1500, ["   2 w 1", "   3 b =", "   4 w W", "0000 - U"]),
        trf_line(2, "Byron,Ann", 1400, ["   1 b 0", "   4 w -", "0000 - H"]),
        trf_line(3, "King,Billy", 0, ["   4 w 0", "   1 w =", "0000 - Z"]),
        trf_line(4, "Babbage,Charles", 1300, ["   3 b 1", "   2 b +", "   1 b L", "0000 - F"]),
        "",
    ]
)


def camp(text: str | bytes) -> list[tuple[object, ...]]:
    return rows(read(text, layouts=(CAMPERS, CAMP_GAMES)))


def test_a_fide_report() -> None:
    incoming = read(TRF, name="camp.txt", layouts=(CAMPERS, CAMP_GAMES))
    assert [str(wrong) for wrong in incoming.wrong] == []
    first, second = day("2024-07-08"), day("2024-07-09")
    assert rows(incoming) == [
        (first, "Lovelace,Ada", "Byron,Ann", "(1-0)", None),
        (first, "King,Billy", "Babbage,Charles", "(0-1)", None),
        (second, "King,Billy", "Lovelace,Ada", "(1/2-1/2)", None),
        (second, "Byron,Ann", "Babbage,Charles", "(0-1)", "Forfeit"),
        (first, "Lovelace,Ada", "Babbage,Charles", "(1-0)", "Unrated"),  # no date of round 3: that of the start
        (first, "Lovelace,Ada", "Bye", None, None),
        (first, "Babbage,Charles", "Bye", None, None),
    ]
    assert incoming.ratings["King,Billy"] is None
    assert incoming.ratings["Lovelace,Ada"] == 1500


@pytest.mark.parametrize("date", ["28. 07. 2005", "2005/07/28", "28.07.2005", "2005-07-28", "28 July 2005"])
def test_the_date_of_a_fide_report(date: str) -> None:
    text = TRF.replace("2024/07/08", date).replace("132", "122")
    assert camp(text)[0][0] == day("2005-07-28")


def test_a_fide_report_without_a_date_asks() -> None:
    with pytest.raises(QuestionOpen, match=r"names no date of round 1 \(lines 132 and 042\)"):
        camp(TRF.replace("042", "052").replace("132", "122"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("   2 w 1", "   9 w 1", "round 1: opponent"),
        ("   2 w 1", "   2 b 1", "both have the same colour"),
        ("   2 w 1", "   2 w 0", 'results "0" and "0" are not of one game'),
        ("   2 w 1", "   2 w =", 'results "=" and "0" are not of one game'),
        ("   2 w 1", "   2 w x", "is no opponent, colour and result"),
        ("   4 w W", "   4 w 1", 'results "1" and "L" are not of one game'),
        ("   2 w 1", "   3 w 1", "Lovelace,Ada played King,Billy, whose line 6 says Babbage,Charles"),
        ("001    2", "001    1", "must be a number of his own"),
    ],
)
def test_fide_reports_that_are_wrong(old: str, new: str, said: str) -> None:
    incoming = read(TRF.replace(old, new, 1), layouts=(CAMPERS, CAMP_GAMES))
    assert any(said in str(wrong) for wrong in incoming.wrong), [str(wrong) for wrong in incoming.wrong]


PAGE = """\
Canuck Con 2006
Date October 1, 2006 Place Vancouver
Number of players19 Number of rounds4 Number of boards10
Coeff 17.43 Coeff 2- Coeff 3-

RankFirstName LastNameLoc.Nat.Score
1Micah KRABILL97.37
2David NORMAN92.11
18Mike HALL7.89
"""


def test_a_page_of_the_world_diplomacy_database() -> None:
    incoming = read(PAGE)
    assert not incoming.wrong
    assert incoming.tables["Events"].columns == {
        "Event": ["Canuck Con 2006"],
        "Date": [DAY],
        "Players": [19],
        "Rounds": [4],
        "World Championship": [None],
        "Place": ["Vancouver"],
        "Boards": [10],
    }
    assert rows(incoming, "Results") == [
        ("Canuck Con 2006", "Micah KRABILL", 1),
        ("Canuck Con 2006", "David NORMAN", 2),
        ("Canuck Con 2006", "Mike HALL", 18),
    ]
    tabs = PAGE.replace("1Micah KRABILL97.37", "1\tMicah\tKRABILL\tUSA\tUSA\t97.37").replace("players19", "players\t19")
    assert rows(read(tabs), "Results") == rows(incoming, "Results")


def test_the_printed_percentile_is_checked() -> None:
    (wrong,) = read(PAGE.replace("92.11", "93.11")).wrong
    assert str(wrong) == ("some file line 8, Score: David NORMAN: place 2 of 19 is a percentile of 92.11, not 93.11")


FORM = """\
Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score,,
9/14/2024 21:02:11,2,Bob,402,Cyd,380,,
9/14/2024 20:02:11,1,Ann,401,Bob,388,,
45549.8,1,Cyd,350,Dee,350,,
"""


def test_responses_of_a_form() -> None:
    incoming = read(FORM)
    assert not incoming.wrong
    assert rows(incoming, "Games", "Date", *GAME) == [
        (day("2024-09-14"), "Ann", 401, "Bob", 388),
        (day("2024-09-14"), "Cyd", 350, "Dee", 350),
        (day("2024-09-14"), "Bob", 402, "Cyd", 380),
    ]
    assert incoming.format.startswith("responses of a form")


def test_a_winner_with_the_lower_score_is_named() -> None:
    (wrong,) = read(FORM.replace("401", "301")).wrong
    assert str(wrong) == 'some file line 3, Winners Score "301": the winner Ann has the lower score'


def test_a_file_that_is_none_of_them() -> None:
    with pytest.raises(FileProblem, match="the first line must name the columns"):
        read("Dear all,\nhere are the games of tonight.\n")
    with pytest.raises(FileProblem, match="is a document of a word processor"):
        read(b"{\\rtf1 games}")
    with pytest.raises(FileProblem, match="is not a text file"):
        read_source(Source("photo.jpg", b"\xff\xd8\xff\xe0" + bytes(100)), (), Options())
