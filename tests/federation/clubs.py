"""Federations for the tests: sound clubs, and rows typed into the register as a director would."""

from __future__ import annotations

import shutil
from pathlib import Path

import xladdin
from tests.helpers.clubs import NOW, book_of, random_tables, set_rule
from xladdin import Language
from xladdin.federation.folder import Federation, read_federation
from xladdin.federation.register import PERSONS_HEADINGS, make_federation
from xladdin.federation.updating import Update, update
from xladdin.hosts.parallel import run_each


def federation_of(folder: Path, clubs: int, key: str = "montreal") -> Federation:
    """Make a federation of sound clubs, named club01 and so on, of three kinds. All have players of the same names."""
    made = make_federation(folder, xladdin.system(key), "Test Federation", Language("en"))
    books = []
    for seed in range(3):
        club_folder = folder.parent / f"seed {key} {seed}"
        club_folder.mkdir(exist_ok=True)
        books.append(book_of(key, club_folder, random_tables(key, 20, 8, seed)))
        set_rule(books[-1], "club_web_names", "names")
    for number in range(clubs):
        shutil.copy(books[number % 3], folder / "clubs" / f"club{number + 1:02d}.xlsx")
    return made


def updated(federation: Federation, cluster: str = "") -> Update:
    """Update a federation on the day of the tests."""
    return update(federation, NOW.date(), lambda units, work: run_each(units, work, cluster), lambda step: None)


def pooled(folder: Path) -> Federation:
    """Return the same federation, rated as one pool from now on."""
    settings = folder / "federation.toml"
    settings.write_text(settings.read_text().replace('rating = "clubs"', 'rating = "pool"'))
    return read_federation(folder)


def data_of(federation: Federation) -> dict[str, bytes]:
    """Return every Parquet file by its path, byte for byte."""
    files = federation.data.rglob("*.parquet")
    return {path.relative_to(federation.data).as_posix(): path.read_bytes() for path in files}


def persons_typed(federation: Federation, *rows: tuple[object, ...]) -> None:
    """Type rows on Persons."""
    xladdin.open_workbook(federation.register).write_tables({"Persons": [PERSONS_HEADINGS, *rows]})


def answers_typed(federation: Federation, *rows: tuple[str, ...]) -> None:
    """Type rows on Unknown: names, clubs and answers."""
    xladdin.open_workbook(federation.register).write_tables({"Unknown": [("Name", "Club", "Answer"), *rows]})
