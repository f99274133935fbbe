"""What a workbook needs of a rating system besides its rule, and lines of the Calculator that several systems share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import inf
from typing import Any, Generic, Protocol, TypeVar

from xladdin.cells import CellValue, Kind, Number
from xladdin.errors import NotFoundError
from xladdin.messages import BLANK, Message, msg
from xladdin.systems import formulas
from xladdin.systems.formulas import NONE, Cell, Read
from xladdin.systems.system import GameSchema, RatingSystem, Table

AnySystem = TypeVar("AnySystem", bound=RatingSystem)


@dataclass(frozen=True, kw_only=True)
class WorkbookAdapter(Generic[AnySystem]):
    """What a workbook must know of a system besides its rule.

    Every part without a default must be given. A part that the system does not need is given empty.
    """

    system: AnySystem
    players: Table
    """The table Players."""
    list_ratings: str
    list_games: str
    """Formulas of one value for each player of the list, for the next game's rating."""
    cells: Callable[[Cell], Mapping[str, str]]
    """The formula of each live column of the log but the difference, with `{row}` for the row number."""
    names: Callable[[Cell], Mapping[str, str]]
    """The defined names of those formulas, each with its formula as a workbook stores it."""
    lambdas: Mapping[str, Callable[[Read], str]]
    """The rule of each worksheet function that is a LAMBDA name too, over its arguments as read."""
    calculator: Callable[[Calculator], None]
    """Writes the lines of the Calculator."""
    example: Callable[[AnySystem], Values]
    """The values of those lines on a new sheet, by the rules of a club."""
    evening: Sequence[str]
    """The sheets printed after an evening."""
    web_names: str = ""
    """What the web page of a new club shows of players: names, initials or none, or blank if the club is asked."""

    def __post_init__(self) -> None:
        """Raise TypeError with the name of a part that is missing."""
        schema = self.system.log_schema
        live = {column.heading for table in schema.tables for column in table.columns if column.live}
        missing = [f"a formula for {heading}" for heading in live - {*self.cells(str), GameSchema.difference}]
        computed = {column.heading for column in self.players.columns if column.computed}
        missing += [f"{heading} on Players" for heading in {"Rating", "Note"} - computed]
        function = self.system.change_function
        if function and function not in self.lambdas:
            missing.append(f"the LAMBDA of {function}")
        if missing:
            raise TypeError(f"the system {self.system.key} lacks {' and '.join(sorted(missing))}")


def adapter_of(system: RatingSystem) -> WorkbookAdapter[Any]:
    """Return what a workbook needs of a system: `ADAPTER` of the module with its key for a name."""
    adapter: WorkbookAdapter[Any] = import_module(f"xladdin.systems.{system.key}").ADAPTER
    return adapter


# The addresses of the players' cells in one line, or the formulas for them.
Cells = Sequence[str]
# The first values of the lines of formulas, by their labels: for the example on a new sheet.
Values = Mapping[Message, Sequence[CellValue]]


class Calculator(Protocol):
    """Writes the lines of a Calculator, from the first on. Each has a cell for every player."""

    def add_inputs(self, label: Message, kind: Kind, example: Sequence[Number | str], remark: Message = BLANK) -> Cells:
        """Add a line for typing and return its cells. `example` has its first values, one for each cell."""

    def add_players(self, ratings: Sequence[Number]) -> tuple[Cells, Cells]:
        """Add lines to choose players or type ratings. Return the cells of the names, and the ratings that count."""

    def add_formulas(
        self, label: Message, kind: Kind, formulas: Cells, remark: Message = BLANK, *, result: bool = False
    ) -> Cells:
        """Add a line of formulas and return its cells. A result is in bold."""

    def add_array_formulas(self, label: Message, kind: Kind, formulas: Cells, remark: Message) -> Cells:
        """Add a line of formulas that each go through a range of values."""

    def add_gap(self) -> None:
        """Leave a line blank."""


def listed_or_typed(name: str, typed: str) -> str:
    """Return a formula for the list's rating of a chosen player, else the typed one, else blank."""
    return f'IF({name}="",IF({typed}="","",{typed}),IFERROR({formulas.list_value(name, "list_ratings")},""))'


def both(first: str, second: str) -> Cells:
    """Return the formulas of first minus second, and of second minus first."""
    return [
        formulas.if_numbers((first, second), f"{first}-{second}"),
        formulas.if_numbers((first, second), f"{second}-{first}"),
    ]


def games_before(names: Cells, typed: Cells, guest: str) -> Cells:
    """Return formulas for the games of each player before the session. `guest` is the number for unknown players."""
    return [
        f'IF({games}="",IFERROR({formulas.list_value(name, "list_games")},{guest}),{games})'
        for name, games in zip(names, typed)
    ]


def score_lines(calculator: Calculator, scores: Sequence[Number], ratings: Cells) -> tuple[Cells, Cells, Cells, Cells]:
    """Add a line for typing scores, then the rating, difference and spread of either player."""
    score = calculator.add_inputs(msg("Score"), Kind.SCORE, scores)
    calculator.add_gap()
    rating = calculator.add_formulas(msg("Rating"), Kind.RATING, ratings)
    diff = calculator.add_formulas(msg("Difference"), Kind.SIGNED, both(*rating))
    played = [f'IF({"+".join(score)}=0,"",{spread})' for spread in both(*score)]
    return score, rating, diff, calculator.add_formulas(msg("Spread"), Kind.SIGNED, played)


def score_values(ratings: Sequence[Number], scores: Sequence[Number]) -> dict[Message, Sequence[CellValue]]:
    """Return the values of `score_lines` for two rated players of a game."""
    (rating1, rating2), (score1, score2) = ratings, scores
    return {
        msg("Rating"): ratings,
        msg("Difference"): (rating1 - rating2, rating2 - rating1),
        msg("Spread"): (score1 - score2, score2 - score1),
    }


def needed(find: Callable[..., Number], *arguments: Number, most: float = inf) -> Number | str:
    """Return the needed result of a game, or the word for none. `most` is where the sheet's search ends."""
    try:
        value = find(*arguments)
    except NotFoundError:
        return NONE
    return value if value < most else NONE


def new_ratings(calculator: Calculator, rating: Cells, change: Cells, kind: Kind = Kind.RATING) -> None:
    """Add the last line: rating and change together."""
    new = [formulas.if_numbers(pair, "+".join(pair)) for pair in zip(rating, change)]
    calculator.add_formulas(msg("New rating"), kind, new, result=True)
