"""Random tournaments as cards of players, sound or with one entry spoilt, and what must hold of what comes in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from tests.imports.readers.reading import rows
from xladdin.importing.material import Incoming
from xladdin.importing.pairings import Entry


class Card(NamedTuple):
    """The name, rating and rounds of a player. A round is None where the player is not there."""

    name: str
    rating: int
    rounds: list[Entry | None]


@st.composite
def tournaments(draw: st.DrawFn) -> list[Card]:
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
    return [Card(f"Player {'ABCDEFGHI'[at]}", draw(st.integers(0, 2500)), rounds[at]) for at in range(count)]


class Spoilt(NamedTuple):
    """Cards with one changed entry. `held` is what it was."""

    cards: list[Card]
    entry: Entry
    held: Entry | None


@st.composite
def spoilt_tournaments(draw: st.DrawFn) -> Spoilt:
    """A tournament in which one card has another opponent and score."""
    cards = [card._replace(rounds=[*card.rounds]) for card in draw(tournaments())]
    own = draw(st.sampled_from(cards)).rounds
    number = draw(st.integers(0, len(own) - 1))
    entry, held = Entry(draw(st.integers(0, 12)), draw(st.integers(0, 800))), own[number]
    own[number] = entry
    return Spoilt(cards, entry, held)


def games_met(cards: Sequence[Card]) -> int:
    """How many games the cards of a sound tournament tell of."""
    return sum(entry is not None and entry.opponent > 0 for card in cards for entry in card.rounds) // 2


def assert_mutual_or_named(incoming: Incoming, spoilt: Spoilt, first: str, second: str) -> None:
    """Every game that came in is on two cards. If an opponent is wrong, the reader names it with its line.

    `first` and `second` are our headings of the players.
    """
    told = {card.name: [entry and entry.opponent for entry in card.rounds] for card in spoilt.cards}
    numbers = {card.name: number for number, card in enumerate(spoilt.cards, 1)}
    for one, other in rows(incoming, "Games", first, second):
        if other != "Bye":
            pairs = zip(told[str(one)], told[str(other)])
            assert (numbers[str(other)], numbers[str(one)]) in pairs
    was = spoilt.held.opponent if spoilt.held is not None else 0
    if spoilt.entry.opponent != was:
        assert incoming.wrong
        assert all(wrong.line for wrong in incoming.wrong)
