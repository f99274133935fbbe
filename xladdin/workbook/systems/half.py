"""The spreadsheet half of a rating system: what a workbook must know besides its rule."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import Table, log_tables
from xladdin.workbook.systems.cards import Card, Values
from xladdin.workbook.systems.terms import Cell, Read

AnySystem = TypeVar("AnySystem", bound=RatingSystem)


@dataclass(frozen=True, kw_only=True)
class SpreadsheetHalf(Generic[AnySystem]):
    """Every part without a default must be given. A part that the system does not need is given empty.

    `system` has its printed rules. `players` is the Players table. `list_ratings` and `list_games` are formulas of one
    value for each player of the list, for the next game's rating. `cells` has the formula of each live column of the
    log by heading, without the difference of the ratings, with `{row}` for the row number. `names` are defined names of
    those formulas, each with its formula as a workbook stores it. `lambdas` has the rule of each worksheet function
    that is a LAMBDA name too, over its arguments as read. `card` writes the lines of the Calculator, and `example` has
    its formulas' values on a new sheet, by the rules of a club.
    `evening` are the sheets printed after an evening. `web_names` is what the web page of a new club shows of players:
    names, initials or none, or blank if the club is asked.
    """

    system: AnySystem
    players: Table
    list_ratings: str
    list_games: str
    cells: Callable[[Cell], Mapping[str, str]]
    names: Callable[[Cell], Mapping[str, str]]
    lambdas: Mapping[str, Callable[[Read], str]]
    card: Callable[[Card], None]
    example: Callable[[AnySystem], Values]
    evening: Sequence[str]
    web_names: str = ""

    def __post_init__(self) -> None:
        """Raise TypeError with the name of a part that is missing."""
        kind = self.system.log_schema
        live = {column.heading for table in log_tables(kind) for column in table.columns if column.live}
        missing = [f"a formula for {heading}" for heading in live - {*self.cells(str), kind.difference}]
        computed = {column.heading for column in self.players.columns if column.computed}
        missing += [f"{heading} on Players" for heading in {"Rating", "Note"} - computed]
        function = self.system.change_function
        if function and function not in self.lambdas:
            missing.append(f"the LAMBDA of {function}")
        if missing:
            raise TypeError(f"the system {self.system.key} lacks {' and '.join(sorted(missing))}")


AnyHalf = SpreadsheetHalf[Any]
