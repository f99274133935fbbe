"""What the workbook of a club holds, to compare two of its files."""

from __future__ import annotations

from xladdin.cells.table import CellTable
from xladdin.files.club_file import ClubFile


def report(file: ClubFile, sheet: str) -> list[list[object]]:
    """Return what a recalculation writes below the head of a report, whose title and date are formulas."""
    return [[rounded(value) for value in row] for row in file.sheet_values(sheet)[3:]]


def rounded(value: object) -> object:
    """Round numbers to twelve digits, which every program keeps."""
    return float(f"{value:.12g}") if isinstance(value, float) else value


def values(table: CellTable) -> dict[str, list[object]]:
    """Return values of a table by heading."""
    return {heading: list(map(rounded, column)) for heading, column in zip(table.headings, table.columns)}
