"""Tournaments of AUPAIR, which we wrote by hand from the specification."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given

from tests.imports.readers.reading import DAY, GAME, read, rows
from tests.imports.readers.tournaments import (
    Card,
    Spoilt,
    assert_mutual_or_named,
    games_met,
    spoilt_tournaments,
    tournaments,
)
from xladdin.importing.pairings import Entry

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


UNPADDED = re.sub(r"(?m)^(\w.*?\w) +(?= ?\d)", r"\1 ", TOU)


@pytest.mark.parametrize("text", [TOU, SPACED, UNPADDED])
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
        (" 350  1", "*350  1", "is not a line of AUPAIR"),
    ],
)
def test_aupair_files_that_are_wrong(old: str, new: str, said: str) -> None:
    text = TOU.replace(old, new, 1)
    assert any(said in str(wrong) for wrong in read(text).wrong), [str(wrong) for wrong in read(text).wrong]


def test_aupair_without_its_end_is_said() -> None:
    text = TOU[: TOU.index("***")]
    assert "is the file whole?" in read(text).notes[1]


def tournament_file(cards: list[Card]) -> str:
    """The cards as AUPAIR writes them. A bye is a game against oneself."""

    def field(number: int, at: int, entry: Entry | None) -> str:
        if entry is None or entry.opponent == 0:
            return f"{' ' if entry is None else '2'}{entry.score if entry else 0:03}{number:>3}"
        theirs = cards[entry.opponent - 1].rounds[at : at + 1] if entry.opponent <= len(cards) else []
        other = theirs[0].score if theirs and theirs[0] else 0
        assert entry.score is not None and other is not None
        outcome = " 12"[0 if entry.score < other else 1 if entry.score == other else 2]
        return f"{outcome}{entry.score:03}{entry.opponent:>3}"

    lines = [
        f"{card.name:20}" + "".join(field(number, at, entry) for at, entry in enumerate(card.rounds))
        for number, card in enumerate(cards, 1)
    ]
    return "\n".join(["*M01.10.2006 Random", "*All", " 200 WORD", *lines, "*** END OF FILE ***", ""])


@given(tournaments())
def test_a_sound_tournament_comes_in_whole(cards: list[Card]) -> None:
    incoming = read(tournament_file(cards))
    assert not incoming.wrong
    assert sum(row[2] != "Bye" for row in rows(incoming, "Games", *GAME)) == games_met(cards)


@given(spoilt_tournaments())
def test_every_pairing_is_mutual_or_named(spoilt: Spoilt) -> None:
    own = next(number for number, card in enumerate(spoilt.cards, 1) if any(e is spoilt.entry for e in card.rounds))
    assume(spoilt.entry.opponent != own)  # "opponent = himself: bye"
    assert_mutual_or_named(read(tournament_file(spoilt.cards)), spoilt, "Player 1", "Player 2")
