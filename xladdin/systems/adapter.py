"""Define what a rating system provides for workbooks, and build lines of the Calculator that several systems share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from xladdin.cells import CellValue, ColumnType, Number, sign
from xladdin.errors import NotFoundError
from xladdin.messages import BLANK, Message, msg
from xladdin.systems import formulas
from xladdin.systems.formulas import NONE, ArgumentFormulas, Cell
from xladdin.systems.system import GameSchema, RatingSystem, Table

if TYPE_CHECKING:
    from xladdin.systems.points import PointsSystem

AnySystem = TypeVar("AnySystem", bound=RatingSystem)


@dataclass(kw_only=True, eq=False, repr=False)
class WorkbookAdapter(Generic[AnySystem]):
    """The formulas and further data of a rating system for workbooks.

    Fields without a default are required. A system that does not need one gives an empty value.
    """

    system: AnySystem
    players: Table
    """The table Players."""
    list_ratings: str
    list_games: str
    """Array formulas over the table Players: the ratings and the numbers of games with which the next game is rated."""
    live_formulas: Callable[[Cell], Mapping[str, str]]
    """Returns the formula of each live column of the log except Difference, with `{row}` for the row number."""
    name_formulas: Callable[[Cell], Mapping[str, str]]
    """Returns the defined names that these formulas use, each with its formula as a workbook stores it."""
    lambdas: Mapping[str, Callable[[ArgumentFormulas], str]]
    """For each worksheet function that is also a LAMBDA name, a function from its arguments to its formula."""
    calculator: Callable[[Calculator], None]
    """Writes the lines of the Calculator."""
    example: Callable[[AnySystem], Values]
    """Returns the values of these lines on a new sheet, computed by the rules of a club."""
    evening_sheets: Sequence[str]
    """The sheets to print after an evening."""
    web_names: str = ""
    """How the web page of a new club names players: "names", "initials" or "none", or "" to ask the club."""

    def __post_init__(self) -> None:
        """Raise TypeError if a formula or a column is missing, and name all that are."""
        schema = self.system.log_schema
        formula_headings = {column.heading for table in schema.tables for column in table.columns if column.is_live}
        missing = [
            f"a formula for {heading}"
            for heading in formula_headings - {*self.live_formulas(str), GameSchema.difference}
        ]
        computed = {column.heading for column in self.players.columns if column.is_computed}
        missing += [f"{heading} on Players" for heading in {"Rating", "Note"} - computed]
        function = self.system.change_function
        if function and function not in self.lambdas:
            missing.append(f"the LAMBDA of {function}")
        if missing:
            raise TypeError(f"the system {self.system.key} lacks {' and '.join(sorted(missing))}")


def load_adapter(system: RatingSystem) -> WorkbookAdapter[Any]:
    """Return the adapter of a system, which is `ADAPTER` in the module named after its key."""
    adapter: WorkbookAdapter[Any] = import_module(f"xladdin.systems.{system.key}").ADAPTER
    return adapter


# The addresses of the cells in a line of the Calculator, or the formulas for them, one for each player.
Cells = Sequence[str]
# The values of lines of formulas by their labels, for the example on a new sheet.
Values = Mapping[Message, Sequence[CellValue]]


class Calculator(Protocol):
    """Writes the lines of a Calculator, from top to bottom. A line has one cell for each player."""

    def add_inputs(
        self, label: Message, kind: ColumnType, example: Sequence[Number | str], remark: Message = BLANK
    ) -> Cells:
        """Add a line for input, and return its cells. `example` has the values of a new sheet, one for each cell."""

    def add_players(self, ratings: Sequence[Number]) -> tuple[Cells, Cells]:
        """Add lines to select players or type ratings. Return the cells of the names, and formulas for the ratings."""

    def add_formulas(
        self, label: Message, kind: ColumnType, formulas: Cells, remark: Message = BLANK, *, result: bool = False
    ) -> Cells:
        """Add a line of formulas, and return its cells. With `result`, the line is in bold."""

    def add_array_formulas(self, label: Message, kind: ColumnType, formulas: Cells, remark: Message) -> Cells:
        """Add a line of array formulas, and return its cells."""

    def add_gap(self) -> None:
        """Add a blank line."""


def build_rating_formula(name: str, typed_rating: str) -> str:
    """Return a formula for a rating: that of the selected player, or else the typed one, or else blank."""
    return (
        f'IF({name}="",IF({typed_rating}="","",{typed_rating}),IFERROR({formulas.list_value(name, "list_ratings")},""))'
    )


def difference_formulas(first: str, second: str) -> Cells:
    """Return the formulas of first minus second, and of second minus first."""
    return [
        formulas.if_numbers((first, second), f"{first}-{second}"),
        formulas.if_numbers((first, second), f"{second}-{first}"),
    ]


def games_before_formulas(names: Cells, typed_games: Cells, guest: str) -> Cells:
    """Return formulas for each player's games before the session: typed, from the list, or else `guest`."""
    return [
        f'IF({games}="",IFERROR({formulas.list_value(name, "list_games")},{guest}),{games})'
        for name, games in zip(names, typed_games)
    ]


def add_score_lines(
    calculator: Calculator, scores: Sequence[Number], ratings: Cells
) -> tuple[Cells, Cells, Cells, Cells]:
    """Add lines for the scores (input), the rating, the ratings difference and the spread of both players.

    Returns the cells of these four lines.
    """
    score = calculator.add_inputs(msg("Score"), ColumnType.SCORE, scores)
    calculator.add_gap()
    rating = calculator.add_formulas(msg("Rating"), ColumnType.RATING, ratings)
    diff = calculator.add_formulas(msg("Difference"), ColumnType.SIGNED, difference_formulas(*rating))
    spreads = [f'IF({"+".join(score)}=0,"",{spread})' for spread in difference_formulas(*score)]
    return score, rating, diff, calculator.add_formulas(msg("Spread"), ColumnType.SIGNED, spreads)


def score_values(ratings: Sequence[Number], scores: Sequence[Number]) -> dict[Message, Sequence[CellValue]]:
    """Return the values of the formulas of `add_score_lines` for a game of two players."""
    (rating1, rating2), (score1, score2) = ratings, scores
    return {
        msg("Rating"): ratings,
        msg("Difference"): (rating1 - rating2, rating2 - rating1),
        msg("Spread"): (score1 - score2, score2 - score1),
    }


def search_or_none(find: Callable[..., Number], *arguments: Number, most: float = inf) -> Number | str:
    """Return the result of `find`, or the word for none if it raises NotFoundError or its result is not below `most`.

    `most` is the end of the search by the formula on the sheet.
    """
    try:
        value = find(*arguments)
    except NotFoundError:
        return NONE
    return value if value < most else NONE


def add_new_ratings(calculator: Calculator, rating: Cells, change: Cells, kind: ColumnType = ColumnType.RATING) -> None:
    """Add the line with the new rating: the sum of rating and change."""
    new_ratings = [formulas.if_numbers(pair, "+".join(pair)) for pair in zip(rating, change)]
    calculator.add_formulas(msg("New rating"), kind, new_ratings, result=True)


def add_least_spreads(calculator: Calculator, diff: Cells, build_least_spread: Callable[[str], str]) -> None:
    """Add the line with the least spread by which each player gains. The formula is built for a ratings difference."""
    calculator.add_formulas(
        msg("Least spread to gain"),
        ColumnType.SIGNED,
        [formulas.if_numbers((d,), build_least_spread(d)) for d in diff],
        msg("Against that rating, with any score; negative: a defeat"),
    )


def compute_points_values(
    system: PointsSystem,
    ratings: Sequence[Number],
    scores: Sequence[Number],
    basic_label: Message,
    spread_label: Message,
) -> tuple[dict[Message, Sequence[CellValue]], list[Number]]:
    """Return the values of the lines that all systems with a table of points have, and the changes of both players.

    `basic_label` and `spread_label` are the labels of the lines with the points by the table, and for the spread.
    """
    (rating1, rating2), (score1, score2) = ratings, scores
    differences = ((rating1 - rating2, score1 - score2), (rating2 - rating1, score2 - score1))
    values = {
        **score_values(ratings, scores),
        basic_label: [system.compute_basic_points(diff, sign(spread)) for diff, spread in differences],
        spread_label: [sign(spread) * system.spread_points(spread, diff) for diff, spread in differences],
        msg("Least spread to gain"): [
            search_or_none(system.find_needed_spread, *pair) for pair in (ratings, ratings[::-1])
        ],
    }
    sides = ((rating1, rating2, score1, score2), (rating2, rating1, score2, score1))
    return values, [system.change(*side) for side in sides]
