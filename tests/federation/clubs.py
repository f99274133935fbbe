"""Federations for the tests, made by a script: sound clubs, all Parquet files, and rows typed on Persons."""

from __future__ import annotations

import shutil
from pathlib import Path

import openpyxl

from tests.helpers.clubs import book_of, random_tables, set_rule
from xladdin.federation.folder import Federation, read_federation
from xladdin.federation.register import make_federation
from xladdin.systems import system_named
from xladdin.workbook.schema import WEB_NAMES


def federation_of(folder: Path, clubs: int, key: str = "montreal", *, games: int = 20, kinds: int = 3) -> Federation:
    """A federation of sound clubs, named club01 and so on. All have players of the same names.

    `kinds` says how many different logs the clubs are copies of.
    """
    made = make_federation(folder, system_named(key), "Test Federation")
    books = []
    for seed in range(kinds):
        own = folder.parent / f"seed {key} {seed}"
        own.mkdir(exist_ok=True)
        books.append(book_of(key, own, random_tables(key, games, 8, seed)))
        set_rule(books[-1], WEB_NAMES.name, "names")
    for number in range(clubs):
        shutil.copy(books[number % kinds], folder / "clubs" / f"club{number + 1:02d}.xlsx")
    return made


def pooled(folder: Path) -> Federation:
    """The same federation, rated as one pool from now on."""
    settings = folder / "federation.toml"
    settings.write_text(settings.read_text().replace('rating = "clubs"', 'rating = "pool"'))
    return read_federation(folder)


def data_of(federation: Federation) -> dict[str, bytes]:
    """Every Parquet file by its path, byte for byte."""
    files = federation.data.rglob("*.parquet")
    return {path.relative_to(federation.data).as_posix(): path.read_bytes() for path in files}


def persons_typed(federation: Federation, *rows: tuple[object, ...]) -> None:
    """Types rows on Persons, as a director would."""
    workbook = openpyxl.load_workbook(federation.register)
    for number, row in enumerate(rows, 4):
        for column, value in enumerate(row, 1):
            workbook["Persons"].cell(number, column).value = value
    workbook["Persons"].tables["Persons"].ref = f"A3:G{3 + max(len(rows), 1)}"
    workbook.save(federation.register)


def answers_typed(federation: Federation, *rows: tuple[str, str, str], answer: str = "Answer") -> None:
    """Types rows on Unknown: names, clubs and answers."""
    workbook = openpyxl.load_workbook(federation.register)
    sheet = workbook["Unknown"]
    sheet["D3"] = answer
    for number, row in enumerate(rows, 4):
        for letter, text in zip("ABD", row):
            sheet[f"{letter}{number}"] = text or None
    sheet.tables["Unknown"].ref = f"A3:D{3 + max(len(rows), 1)}"
    if answer != "Answer":
        sheet.tables["Unknown"].tableColumns[3].name = answer
    workbook.save(federation.register)
