"""What a recalculation found, and what it tells on the way. It needs none of what found it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xladdin.cells.addresses import CellRange
    from xladdin.cells.axes import ChartAxes
    from xladdin.cells.numbers import Number
    from xladdin.cells.table import CellBlock
    from xladdin.errors import Problem
    from xladdin.replay import Replay
    from xladdin.reports.history import History
    from xladdin.workbook.changes.journal import Correction
    from xladdin.workbook.questions.looks import Look

Progress = Callable[[str], None]
"""Told what is being done, step by step."""


class RatingChange(NamedTuple):
    """What the recalculation made of a player's rating; `old` is None where the player had none."""

    player: str
    old: Number | None
    new: Number | None


class Beside(NamedTuple):
    """What lies beside a workbook, for a host that sees it.

    how: what Start shall say of how the lists are brought up to date; private: what was last asked for of the club's
    page, by the player's name, and of all others by nothing.
    """

    how: str = ""
    private: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Outcome:
    """What a recalculation found. blocks: what is to be written, nothing where all is as it should be.

    problems: rows to fix; if there are any, `blocks` hold Notes and Start alone. changes: ratings that differ from
    those in the workbook; replay: None where there are problems; corrections: rows that are not what they were at
    the last recalculation; axes: of our own chart, which are no values; history: the table that its sheet shows; both
    are None where the sheet stays as it is; ranges: cells that the names of blocks cover once all is written.
    """

    problems: Sequence[Problem]
    blocks: Sequence[CellBlock]
    changes: Sequence[RatingChange]
    replay: Replay | None
    summary: str
    corrections: Sequence[Correction] = ()
    axes: ChartAxes | None = None
    history: History | None = None
    ranges: Mapping[str, CellRange] = field(default_factory=dict)
    looks: Sequence[Look] = ()
