"""What is published: a club as its workbook has it, and what of each player may be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xladdin.replay import Replay


class Tonight(NamedTuple):
    """A round that waits for its scores. tables: number and both players, by position; sits_out: by position, too."""

    date: date
    round: int
    tables: Sequence[tuple[int, int, int]]
    sits_out: Sequence[int]


@dataclass(frozen=True)
class Club:
    """A club as its workbook has it. replay: of a workbook that is up to date.

    web: for each player the word of the column Web, or nothing; crosstable_players: how many the crosstable takes.
    paper: that of the wall pages, Letter or A4; tonight: the round that is paired and waits for its scores;
    aliases: other spellings of players' names, by name key.
    """

    title: str
    replay: Replay
    web: Sequence[str]
    crosstable_players: int
    aliases: Mapping[str, str] = field(default_factory=dict)
    paper: str = "Letter"
    tonight: Tonight | None = None


@dataclass(frozen=True)
class Wishes:
    """What was asked for this time; what is left out stays as it was the last time.

    language: en or fr; blank: what is shown of players whose column Web is blank; players: of players, by name.
    address: where the page is on the web.
    """

    language: str = ""
    blank: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
