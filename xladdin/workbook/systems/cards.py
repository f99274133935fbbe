"""The contents of a system's Calculator: the card, and lines that several systems share."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Protocol

from xladdin.cells.numbers import Number
from xladdin.cells.table import CellValue
from xladdin.errors import NotFoundError
from xladdin.messages import BLANK, Message, msg
from xladdin.workbook.schema import Kind
from xladdin.workbook.systems.terms import NONE, listed, where

Cells = Sequence[str]
"""The addresses of the players' cells in one line, or their formulas."""
Values = Mapping[Message, Sequence[CellValue]]
"""The first values of the lines of formulas, by their labels: for the example on a new sheet."""


class Card(Protocol):
    """The lines of a Calculator, from the first on. Each has a cell for every player."""

    def entered(self, label: Message, kind: Kind, example: Sequence[Number | str], remark: Message = BLANK) -> Cells:
        """Return a line for typing. `example` has its first values, one for each cell."""

    def players(self, ratings: Sequence[Number]) -> tuple[Cells, Cells]:
        """Lines to choose players or type ratings. Gives the cells of the names, and the ratings that count."""

    def shown(
        self, label: Message, kind: Kind, formulas: Cells, remark: Message = BLANK, *, result: bool = False
    ) -> Cells:
        """Return a line of formulas. A result is in bold."""

    def searched(self, label: Message, kind: Kind, formulas: Cells, remark: Message = BLANK) -> Cells:
        """Return a line of formulas that each go through a range of values."""

    def gap(self) -> None:
        """Leave a line blank."""


def listed_or_typed(name: str, typed: str) -> str:
    """Return the list's rating of a chosen player, else the typed one, else blank."""
    return f'IF({name}="",IF({typed}="","",{typed}),IFERROR({listed(name, "list_ratings")},""))'


def both(first: str, second: str) -> Cells:
    """First minus second from either side."""
    return [where((first, second), f"{first}-{second}"), where((first, second), f"{second}-{first}")]


def games_before(names: Cells, typed: Cells, guest: str) -> Cells:
    """Return the games of each player before the session. `guest` is the number for unknown players."""
    return [
        f'IF({games}="",IFERROR({listed(name, "list_games")},{guest}),{games})' for name, games in zip(names, typed)
    ]


def score_lines(card: Card, scores: Sequence[Number], ratings: Cells) -> tuple[Cells, Cells, Cells, Cells]:
    """Return a line for typing scores, then the rating, difference and spread of either player."""
    score = card.entered(msg("Score"), Kind.SCORE, scores)
    card.gap()
    rating = card.shown(msg("Rating"), Kind.RATING, ratings)
    diff = card.shown(msg("Difference"), Kind.SIGNED, both(*rating))
    played = [f'IF({"+".join(score)}=0,"",{spread})' for spread in both(*score)]
    return score, rating, diff, card.shown(msg("Spread"), Kind.SIGNED, played)


def score_values(ratings: Sequence[Number], scores: Sequence[Number]) -> dict[Message, Sequence[CellValue]]:
    """Return the values of `score_lines` for two rated players of a game."""
    (one, other), (own, against) = ratings, scores
    return {
        msg("Rating"): ratings,
        msg("Difference"): (one - other, other - one),
        msg("Spread"): (own - against, against - own),
    }


def needed(find: Callable[..., Number], *arguments: Number, most: float = inf) -> Number | str:
    """Return the needed result of a game, or the word for none. `most` is the end of the sheet's search."""
    try:
        found = find(*arguments)
    except NotFoundError:
        return NONE
    return found if found < most else NONE


def new_ratings(card: Card, rating: Cells, change: Cells, kind: Kind = Kind.RATING) -> None:
    """Add the last line: rating and change together."""
    new = [where(pair, "+".join(pair)) for pair in zip(rating, change)]
    card.shown(msg("New rating"), kind, new, result=True)
