"""What is published: a club from its workbook, and what of each player people may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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

    `shown` has name, initials or none for each player. `crosstable_players` is the size of the crosstable. The wall
    pages are for `paper`, Letter or A4. `tonight` is the paired round that waits for its scores. `language` is that of
    the sheets, en or fr. `club_id` stands on every page, and `earlier` is the link to the page of earlier seasons.
    """

    title: str
    replay: Replay
    shown: Sequence[str]
    crosstable_players: int
    paper: str = "Letter"
    tonight: Tonight | None = None
    language: str = "en"
    club_id: str = "club-none"
    earlier: str = ""
