"""What the club's page shows of each player: the name, initials, or nothing at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xladdin.replay import Replay

NAME, INITIALS, NONE = "name", "initials", "none"
"""The words of the column Web for what the page shows of a player."""
SHOWN = (NAME, INITIALS, NONE)
STRANGER = "\0"
"""The name of everybody who is not on Players any more."""
_HIDDEN = "\0{:07d}"
"""The name of a player who is left out, by row. It is never printed."""


def shown_of(web: Sequence[str], default: str) -> list[str]:
    """Return what the page shows of each player: the word of the column Web, or the default where it is blank."""
    return [word or default for word in web]


def names_shown(names: Sequence[str], choices: Sequence[str]) -> list[str]:
    """Return the name of each player on the page. Initials that several share are numbered by row, A. N. 1 and A. N. 2.

    A player who is left out has a name that is never printed.
    """
    short = [initials(name) if how == INITIALS else "" for name, how in zip(names, choices)]
    full = {name for name, how in zip(names, choices) if how == NAME}
    several = {words for words, number in Counter(short).items() if number > 1} | full
    numbers: Counter[str] = Counter()
    displayed = []
    for position, (name, how, words) in enumerate(zip(names, choices, short)):
        if how == INITIALS and words in several:
            numbers[words] += 1
            while f"{words} {numbers[words]}" in full:
                numbers[words] += 1
            words = f"{words} {numbers[words]}"
        displayed.append(name if how == NAME else words if how == INITIALS else _HIDDEN.format(position))
    return displayed


def as_shown(replay: Replay, names: Sequence[str]) -> Replay:
    """Return a replay in which every player has the shown name, in records of earlier logs too."""
    log = replay.log
    players = [player._replace(name=name) for player, name in zip(log.players, names)]
    displayed = {player.name: name for player, name in zip(log.players, names)}

    def name_of(player: str) -> str:
        return displayed.get(player, STRANGER)

    records = [
        record._replace(player=name_of(record.player), opponent=record.opponent and name_of(record.opponent))
        for record in log.past.records
    ]
    return replace(replay, log=replace(log, players=players, past=replace(log.past, records=records)))


def initials(name: str) -> str:
    """Return the first letter of each word: Jean-François L'Été is J. F. L."""
    words = "".join(letter if letter.isalnum() else " " for letter in name.replace("'", "").replace("’", "")).split()
    return " ".join(f"{word[0].upper()}." for word in words) or "?"
