"""The ratings that the table Players holds, as the last recalculation left them."""

from __future__ import annotations

from collections.abc import Mapping

from xladdin.cells.numbers import Number, number_in
from xladdin.cells.table import CellTable
from xladdin.cells.text import shown


def held_ratings(players: CellTable) -> list[Number | None]:
    """The rating of each row; None where it holds none."""
    ratings = players.column("Rating")
    return [None] * players.rows if ratings is None else list(map(number_in, ratings))


def held_by_name(players: CellTable) -> Mapping[str, Number | None]:
    """The same by each name as it stands there."""
    names = (shown(name).strip() for name in players.column("Player") or ())
    return {name: rating for name, rating in zip(names, held_ratings(players)) if name}
