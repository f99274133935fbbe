"""The pages of random clubs, and what the sheets and the pages say, to compare them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.helpers.clubs import NOW, recalculated, stored
from tests.helpers.programs.chromium import Page, published
from tests.helpers.random_clubs import csv_files, random_club
from tests.helpers.suite.once import made_once
from xladdin.renderers.sheet import HEADING_ROW
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_book import make_book


def random_pages(key: str) -> tuple[str, Path, Path]:
    """Key, workbook and page of a random club. A run of the tests makes them once."""

    def make(into: Path) -> None:
        book, system = into / f"{key}.xlsx", SYSTEMS[key]
        assert not make_book(system, book, csv_files(random_club(system, 5, 160), into), NOW).problems
        assert not recalculated(book).problems
        published(book, into / "page")

    folder = made_once(("random pages", key), make)
    return key, folder / f"{key}.xlsx", folder / "page"


@cache
def sheet_rows(book: Path, sheet: str, headings: tuple[str, ...], first: str = "") -> list[list[object]]:
    """Values of some columns of a report sheet, as far as the first of them is filled, by the first of equal headings.

    The search for them begins at the column of the heading `first`.
    """
    cells = stored(book)[sheet]
    found = [cell.value for cell in cells[HEADING_ROW]]
    start = found.index(first) if first else 0
    columns = [found.index(heading, start) for heading in headings]
    rows = []
    for row in cells.iter_rows(HEADING_ROW + 1, values_only=True):
        if all(row[column] is None for column in columns):
            break
        rows.append([row[column] for column in columns])
    return rows


def columns(page: Page, *headings: str, table: int = 0) -> list[list[str]]:
    """Texts of some columns of a table on a page."""
    places = [[" ".join(cell.split()) for cell in page.tables[table][0]].index(heading) for heading in headings]
    return [[row[place] for place in places] for row in page.rows(table)]


def rating(value: object, key: str) -> str:
    """A rating as the page prints it."""
    if value is None or isinstance(value, str):
        return str(value or "")
    assert isinstance(value, (int, float))
    return f"{value:.2f}" if key == "dptr" else f"{value:g}"


def change(value: object, key: str) -> str:
    """A change as the page prints it."""
    if value is None:
        return ""
    assert isinstance(value, (int, float))
    size = f"{abs(value):.2f}" if key == "dptr" else f"{abs(value):g}"
    return "=" if float(size) == 0 else f"{'▲' if value > 0 else '▼'} {size}"
