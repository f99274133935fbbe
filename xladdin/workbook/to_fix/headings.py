"""Whether the headings of a workbook's tables identify their columns for certain."""

from collections.abc import Mapping

from xladdin.cells.table import CellTable
from xladdin.errors import Problem, RowsToMend
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of


def absent_columns(system: RatingSystem, tables: Mapping[str, CellTable]) -> list[str]:
    """A sentence for each table that lacks columns which a recalculation would fill."""
    sentences = []
    for name, table in tables_of(system).items():
        absent = [
            column.heading
            for column in table.columns
            if name in tables and column.computed and not tables[name].alike(column.heading)
        ]
        if absent:
            sentences.append(f"{name} has no column {', '.join(absent)}, which would be filled.")
    return sentences


def refuse_ambiguous_headings(system: RatingSystem, tables: Mapping[str, CellTable]) -> None:
    """Looks for every column that it reads or writes. Raises RowsToMend, and names each heading of two columns."""
    problems: list[Problem] = []
    for name, table in tables_of(system).items():
        for column in table.columns if name in tables else ():
            try:
                tables[name].position(column.heading)
            except RowsToMend as wrong:
                problems.extend(wrong.problems)
    if problems:
        raise RowsToMend(problems)
