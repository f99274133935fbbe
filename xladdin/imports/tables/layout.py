"""Our tables as an import sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class TableLayout:
    """A table of ours: what its typed columns hold, which it cannot do without, and which are computed.

    starts: of typed columns for what a player comes with, what another program's list of today may call them.
    """

    name: str
    columns: Mapping[str, str]
    keys: Sequence[str]
    computed: Sequence[str] = ()
    starts: Mapping[str, Sequence[str]] = field(default_factory=dict)
