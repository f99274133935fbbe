"""Tournaments as cards of players, and as files of each tournament program."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple

from xladdin.importing.pairings import Entry
from xladdin.importing.tsh import format_division


class Card(NamedTuple):
    """The name, rating and rounds of a player. A round is None where the player is not there."""

    name: str
    rating: int
    rounds: list[Entry | None]


def other_score(cards: Sequence[Card], index: int, entry: Entry) -> int:
    rounds = cards[entry.opponent - 1].rounds[index : index + 1] if entry.opponent <= len(cards) else []
    return (rounds[0].score or 0) if rounds and rounds[0] else 0


def write_tsh(cards: Sequence[Card], day: dt.date) -> str:
    settings = f'division A a.t\nconfig event_date = "{day:%B} {day.day}, {day.year}"\n'
    return f"{settings}#begin_file name=a.t\n{format_division(cards)}#end_file\n"


def write_aupair(cards: Sequence[Card], day: dt.date) -> str:
    """Return the cards as a file of AUPAIR, where a bye is a game against oneself."""

    def field(number: int, index: int, entry: Entry | None) -> str:
        if entry is None or entry.opponent == 0:
            return f"{' ' if entry is None else '2'}{entry.score if entry else 0:03}{number:>3}"
        other = other_score(cards, index, entry)
        assert entry.score is not None
        outcome = " 12"[0 if entry.score < other else 1 if entry.score == other else 2]
        return f"{outcome}{entry.score:03}{entry.opponent:>3}"

    lines = [
        f"{card.name:20}" + "".join(field(number, index, entry) for index, entry in enumerate(card.rounds))
        for number, card in enumerate(cards, 1)
    ]
    return "\n".join([f"*M{day:%d.%m.%Y} Random", "*All", " 200 WORD", *lines, "*** END OF FILE ***", ""])


def write_trf(cards: Sequence[Card], day: dt.date) -> str:
    """Return the cards as a file of TRF. The lower number has White, and the scores say who won."""

    def field(number: int, index: int, entry: Entry | None) -> str:
        if entry is None or entry.opponent == 0:
            return "0000 - Z" if entry is None else "0000 - U"
        other = other_score(cards, index, entry)
        assert entry.score is not None
        result = "0=1"[(entry.score > other) - (entry.score < other) + 1]
        return f"{entry.opponent:>4} {'w' if number < entry.opponent else 'b'} {result}"

    lines = [
        trf_line(
            number, card.name.replace(", ", ","), card.rating, [field(number, *pair) for pair in enumerate(card.rounds)]
        )
        for number, card in enumerate(cards, 1)
    ]
    return "\r".join(["012 Random", f"042 {day:%Y/%m/%d}", *(line.rstrip() for line in lines), ""])


def trf_line(rank: int, name: str, rating: int, rounds: list[str]) -> str:
    start = f"001 {rank:>4} m    {name:<33} {rating or '':>4} CAN 0000000000  2000/01/01  1.0 {rank:>4}  "
    assert len(start) == 91
    return start + "  ".join(rounds)
