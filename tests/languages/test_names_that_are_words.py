"""Names that are words of the program stay as they are, and a change of language leaves what people typed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.helpers.clubs import ONE_OF_EACH_KIND, book_of, random_tables, recalculated, renewed_in, sample_book, stored
from xladdin.files.club_file import open_club_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import LANGUAGE_NAME, tables_of

WORDS = ("and", "drawn", "Games", "Level", "lost", "Monday", "nothing", "Player", "Tied", "won")
PLAIN = tuple(f"Qq{letter}" for letter in "abcdefghij")
"""Names in the same order, which mean nothing."""


def texts(path: Path) -> dict[tuple[str, str], object]:
    """Return the value of each cell of the visible sheets, by sheet and address."""
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in stored(path)
        if sheet.sheet_state == "visible"
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


def renamed(tables: dict[str, Sequence[Sequence[object]]], names: Sequence[str]) -> dict[str, list[list[object]]]:
    """Return the rows of a club whose players have other names, in the same order."""
    players = sorted({str(row[0]) for row in tables["players"][1:]})
    by_name = dict(zip(players, names, strict=True))
    return {table: [[by_name.get(str(cell), cell) for cell in row] for row in rows] for table, rows in tables.items()}


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_name_that_is_a_word_stays_in_every_report(key: str, tmp_path: Path) -> None:
    """Compare a club of such names with another: the same sheets in French, but for the names."""
    tables = random_tables(key, 120, len(WORDS), seed=7)
    sheets = []
    for folder, names in (("words", WORDS), ("plain", PLAIN)):
        path = book_of(key, tmp_path / folder, renamed(tables, names))
        assert not recalculated(path).problems
        renewed_in(path, "fr")
        sheets.append(texts(path))
    words, plain = sheets
    for place, value in plain.items():
        if isinstance(value, str):  # the digest of all that was read is a number
            for name, word in zip(PLAIN, WORDS, strict=True):
                value = value.replace(name, word)
            assert words.get(place) == value, place


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_there_and_back_leaves_what_people_typed(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)

    def typed() -> dict[str, list[list[object]]]:
        tables = open_club_file(path).tables
        return {
            name: [list(tables[name].column(one.heading) or ()) for one in table.columns if not one.computed]
            for name, table in tables_of(SYSTEMS[key]).items()
        }

    before, sheets = typed(), texts(path)
    for code in ("fr", "en"):
        renewed_in(path, code)
        assert open_club_file(path).names[LANGUAGE_NAME] == code
        assert typed() == before
    assert texts(path) == sheets
