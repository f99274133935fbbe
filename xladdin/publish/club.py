"""What is published: a club from its workbook, and what of each player people may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xladdin.replay import Replay


class Tonight(NamedTuple):
    """A round that waits for its scores. `tables`: number and both players, as positions. `sits_out`: positions."""

    date: date
    round: int
    tables: Sequence[tuple[int, int, int]]
    sits_out: Sequence[int]


@dataclass(frozen=True)
class Club:
    """A club from its workbook. `replay` comes from a workbook that is up to date.

    `web` has for each player the word of the column Web, or nothing. `crosstable_players` is the size of the
    crosstable. The wall pages are for `paper`, Letter or A4. `tonight` is the paired round that waits for its scores.
    `aliases` are other spellings of players' names, by name key. `language` is that of the sheets, en or fr.
    """

    title: str
    replay: Replay
    web: Sequence[str]
    crosstable_players: int
    aliases: Mapping[str, str] = field(default_factory=dict)
    paper: str = "Letter"
    tonight: Tonight | None = None
    language: str = "en"


@dataclass(frozen=True)
class Wishes:
    """The wishes of this time. A missing one stays as it was the last time.

    `language` is en or fr. A page of which nobody has said it has that of the sheets. `blank` is what is shown of
    players whose column Web is blank, and `players` of players by name.
    """

    language: str = ""
    blank: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
