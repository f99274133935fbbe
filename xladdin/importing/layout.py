"""The club's own input tables as an import sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

DATE, NUMBER, YES, TEXT, ACTIVE, GAME_KIND = "date", "number", "yes", "text", "active", "kind of game"
"""The kinds of content of our columns, as far as reading needs them."""
TABLE_OF = {
    "people": "Players", "scored": "Games", "results": "Games", "won": "Games", "placings": "Results",
    "events": "Events", "adjustments": "Adjustments", "groups": "Groups", "aliases": "Aliases",
}  # fmt: skip
"""The input table for each kind of table of a source."""


@dataclass(frozen=True)
class TableLayout:
    """A table of ours: the content of its typed columns, its needed columns, and the computed ones."""

    name: str
    columns: Mapping[str, str]
    keys: Sequence[str]
    computed: Sequence[str] = ()


@dataclass(frozen=True)
class Club:
    """What an import needs to know of a club: its tables, and how its games are logged.

    `fields` has the heading of ours for each field, by table. `is_new` means that it has no player yet.
    """

    layouts: Sequence[TableLayout]
    fields: Mapping[str, Mapping[str, str]]
    has_scores: bool
    start_column: str
    is_new: bool = False

    def layout(self, kind: str) -> TableLayout | None:
        """Return the table for a kind of table of a source, or None if the club keeps none."""
        name = TABLE_OF.get(kind)
        return next((layout for layout in self.layouts if layout.name == name), None)

    def keeps(self, kind: str) -> bool:
        """Tell whether the club keeps rows of a kind. A result alone is no score."""
        return self.layout(kind) is not None and not (self.has_scores and kind in ("results", "won"))

    def has_heading(self, kind: str, name: str) -> bool:
        """Tell whether the club's table has a column with this heading."""
        layout = self.layout(kind)
        return layout is not None and any(heading.casefold() == name.casefold() for heading in layout.columns)

    def mapped_headings(self, layout: TableLayout) -> set[str]:
        """Return the headings of a table that fields stand for."""
        return set(self.fields.get(layout.name, {}).values())
