"""What is published: a club as its workbook has it, and what of each player may be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from xladdin.replay import Replay

NAME, INITIALS, NONE = "name", "initials", "none"
"""What the page shows of a player: the words of the column Web."""
SHOWN = (NAME, INITIALS, NONE)


@dataclass(frozen=True)
class Club:
    """A club as its workbook has it. replay: of a workbook that is up to date.

    web: for each player the word of the column Web, or nothing; crosstable_players: how many the crosstable takes.
    """

    title: str
    replay: Replay
    web: Sequence[str]
    crosstable_players: int


@dataclass(frozen=True)
class Wishes:
    """What was asked for this time; what is left out stays as it was the last time.

    language: en or fr; blank: what is shown of who has nothing in the column Web; players: of players, by name.
    """

    language: str = ""
    blank: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
