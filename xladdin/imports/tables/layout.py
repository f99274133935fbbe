"""Our tables as an import sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class TableLayout:
    """A table of ours: the content of its typed columns, its needed columns, and the computed ones.

    `starts` has, for typed columns of what a player comes with, the names in another program's list of today.
    """

    name: str
    columns: Mapping[str, str]
    keys: Sequence[str]
    computed: Sequence[str] = ()
    starts: Mapping[str, Sequence[str]] = field(default_factory=dict)
