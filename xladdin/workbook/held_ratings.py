"""The ratings in the table Players, as the last recalculation left them, and which of them change."""

from collections.abc import Mapping

from xladdin.cells.numbers import Number, number_in, same_number
from xladdin.cells.table import CellTable, ClubBook
from xladdin.cells.text import shown
from xladdin.reports.facts import Facts
from xladdin.workbook.outcome import RatingChange


def held_ratings(players: CellTable) -> list[Number | None]:
    """The rating of each row, or None if it holds none."""
    ratings = players.column("Rating")
    return [None] * players.rows if ratings is None else list(map(number_in, ratings))


def held_by_name(players: CellTable) -> Mapping[str, Number | None]:
    """The same by each name in the table."""
    names = (shown(name).strip() for name in players.column("Player") or ())
    return {name: rating for name, rating in zip(names, held_ratings(players)) if name}


def rating_changes(book: ClubBook, facts: Facts) -> list[RatingChange]:
    """The ratings that the workbook's Players table does not hold yet, in the order of the table.

    If it holds none, as before the first recalculation, the old one is the player's first rating.
    """
    log, system = facts.replay.log, facts.system
    held = held_ratings(book.tables["Players"])
    start = map(number_in, system.player_columns(system.open_ledger(log.players))["Rating"])
    old = [known if held[row] is None else held[row] for row, known in zip(log.player_rows, start)]
    lines = zip(log.players, old, facts.ratings)
    changes = [RatingChange(player.name, before, number_in(rating)) for player, before, rating in lines]
    return [change for change in changes if not _same_rating(change.old, change.new)]


def _same_rating(old: Number | None, new: Number | None) -> bool:
    return old is new if old is None or new is None else same_number(old, new)
