"""The kinds of arguments: which cells each accepts, and what they mean."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import repeat
from operator import mod
from typing import Any

from xladdin.cells.numbers import HIGHEST_SCORE, LARGEST_EXACT, LOWEST_NUMBER, LOWEST_SCORE
from xladdin.cells.text import is_blank
from xladdin.errors import InvalidTypeError, NotFoundError, OutOfRangeError, XladdinError
from xladdin.functions.hostcells import NO_TABLE, TableRange, cells_of, is_error, plain_column, table_range
from xladdin.game_log.parsing import read_number, read_yes
from xladdin.messages import Message, msg
from xladdin.systems import SYSTEMS, system_named
from xladdin.systems.system import RatingSystem, outcome

Column = Sequence[object]
NOT_A_NUMBER = msg("must be a number")
TOO_LARGE = msg("is too large to reckon with")


class Number:
    """A number from `lowest` to `highest` that Excel keeps to the last point. `above` excludes the limit itself."""

    def __init__(
        self,
        lowest: float = -math.inf,
        highest: float = math.inf,
        *,
        above: float = -math.inf,
        whole: bool = False,
        wanted: Message = NOT_A_NUMBER,
    ) -> None:
        self.lowest = lowest
        self.highest = highest
        self.above = above
        self.whole = whole
        self.wanted = wanted

    def read(self, cell: object) -> float:
        """Return the number, even if it is typed as text. Raises XladdinError, which says what is wanted."""
        number = read_number(cell)
        if abs(number) > LARGEST_EXACT:
            raise OutOfRangeError(TOO_LARGE)
        if not self.lowest <= number <= self.highest or number <= self.above:
            raise OutOfRangeError(self.wanted)
        if self.whole and number != int(number):
            raise OutOfRangeError(msg("must be a whole number"))
        return number

    def takes(self, column: Any) -> bool:
        """Return whether a rule takes all these cells as they are. A False only costs time.

        It tests the distinct cells quickly: types, the smallest and largest, a sum that is finite.
        """
        distinct, types = _distinct(column)
        if not distinct or not types <= {int, float}:
            return False
        smallest = min(distinct)
        return (
            smallest >= max(self.lowest, LOWEST_NUMBER)
            and smallest > self.above
            and max(distinct) <= min(self.highest, LARGEST_EXACT)
            and (float not in types or math.isfinite(sum(distinct)))
            and not (self.whole and float in types and any(map(mod, distinct, repeat(1))))
        )


def _distinct(column: Column) -> tuple[Collection[Any], set[type]]:
    """Return the distinct cells of a column (all if they cannot compare), and their types, TRUE's too if 1 hides it."""
    try:
        distinct = set(column)
        return distinct, set(map(type, column if 0 in distinct or 1 in distinct else distinct))
    except TypeError:  # no hash, or a missing value of pandas, which is neither equal to a number nor not
        return column, set(map(type, column))


class ArgumentReading:
    """The cells that one function reads. A rule takes cells of these `types` as they are, once they read well."""

    def __init__(self, read: Callable[[Any], Any], *types: type) -> None:
        self._read = read
        self._types = set(types)

    def read(self, cell: Any) -> Any:
        """Return the function's value for the cell."""
        return self._read(cell)

    def takes(self, column: Column) -> bool:
        """Return whether all cells are of the right types, and each distinct one reads well."""
        distinct, types = _distinct(column)
        if not types <= self._types:
            return False
        try:
            for cell in distinct:
                if is_blank(cell) or is_error(cell):
                    return False
                self._read(cell)
        except XladdinError:
            return False
        return True


ArgumentKind = Number | ArgumentReading
"""The cells that an argument accepts."""


def _read_result(cell: object) -> object:
    """Return the result as typed, if it is one. The systems read it themselves."""
    outcome(cell)
    return cell


def _read_system(cell: object) -> RatingSystem:
    try:
        return system_named(cell)
    except NotFoundError:
        raise NotFoundError(msg("must be one of {systems}", systems=", ".join(SYSTEMS))) from None


def _read_table(cell: object) -> TableRange:
    cells = cell if isinstance(cell, (list, tuple)) else [] if is_blank(cell) else [[cell]]
    if not cells:
        raise InvalidTypeError(NO_TABLE)
    return table_range(cells)


def _read_cells(cell: object) -> Sequence[object]:
    """Return the cells of a range, row by row. A single cell is a range of one."""
    if isinstance(cell, (list, tuple)):
        return plain_column(cells_of(cell))
    return [cell]


KINDS: Mapping[str, ArgumentKind] = {
    "number": Number(),
    "score": Number(
        LOWEST_SCORE,
        HIGHEST_SCORE,
        wanted=msg("must be from {least} to {most}", least=LOWEST_SCORE, most=HIGHEST_SCORE),
    ),
    "points": Number(0, wanted=msg("must be 0 or more")),
    "total": Number(above=0, wanted=msg("must be above 0")),
    "count": Number(0, whole=True, wanted=msg("must be 0 or more")),
    "positive count": Number(1, whole=True, wanted=msg("must be 1 or more")),
    "year": Number(1000, 9999, whole=True, wanted=msg("must be a year of four digits")),
    "result": ArgumentReading(_read_result, str, int, float),
    "yes or no": ArgumentReading(read_yes, bool),
    "system": ArgumentReading(_read_system),
    "any": ArgumentReading(lambda cell: cell),
    "table": ArgumentReading(_read_table),
    "column": ArgumentReading(_read_cells),
}
"""Every kind by the key that `arguments` uses."""
