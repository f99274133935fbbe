"""Files that come in. We time reading against the csv module, and time an import against a recalculation."""

from __future__ import annotations

import csv
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.club_games import ClubGames, club_games
from tests.benchmarks.measuring import THE_TIME, Row, medians
from tests.benchmarks.rows.workbook_rows import NOW, SYSTEM, club_book, csv_files
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.hosts.file.importing import import_into_file
from xladdin.imports.formats import read_source
from xladdin.imports.material import Options
from xladdin.imports.source import open_source
from xladdin.workbook.incoming.layouts import layouts_of
from xladdin.workbook.incoming.preview import Choices


def import_rows(games: int, players: int, rounds: int) -> Iterator[Row]:
    """Reading alone, and whole imports into a workbook."""
    with tempfile.TemporaryDirectory() as name:
        yield from _reading_rows(club_games(games, players), Path(name), rounds)
    with tempfile.TemporaryDirectory() as name:
        yield from _import_rows(games, players, Path(name), rounds)


def _reading_rows(games: ClubGames, folder: Path, rounds: int) -> Iterator[Row]:
    layouts = layouts_of(SYSTEM)
    listed = ClubGames([f"Club, {name}" for name in games.players], games.dates,
                       *([f"Club, {cell}" if isinstance(cell, str) else cell for cell in column]
                         for column in (games.first, games.score1, games.second, games.score2)))  # fmt: skip
    for what, log in ((f"{len(games.dates):,} rows of CSV", games), ("the same, names in quotes", listed)):
        path = csv_files(log, folder)["games"]

        def bare(path: Path = path) -> object:
            with path.open(newline="", encoding="utf-8") as stream:
                return list(csv.reader(stream))

        def ours(path: Path = path) -> object:
            return read_source(open_source(path), layouts, Options())

        times = medians({"ours": ours, "bare": bare}, rounds=max(rounds, 3) * 3)
        yield Row(f"reading {what}", "the csv module's bare read", times["ours"] / times["bare"], THE_TIME, "≤ 1.5")


def _import_rows(games: int, players: int, folder: Path, rounds: int) -> Iterator[Row]:
    log = club_games(games + max(games // 10, 1), players)
    start = log.dates.index(log.dates[games])  # of a session, which comes in whole
    columns = (log.dates, log.first, log.score1, log.second, log.score2)
    earlier = ClubGames(log.players, *(column[:start] for column in columns))  # type: ignore[arg-type]
    evening = ClubGames(log.players, *(column[start:] for column in columns))  # type: ignore[arg-type]
    held = folder / "held.xlsx"
    club_book(earlier, folder).rename(held)
    recalculate_file(held, None, NOW)
    whole = folder / "whole.xlsx"
    club_book(log, folder).rename(whole)
    source = csv_files(evening, folder)["games"]
    book, output = folder / "import.xlsx", folder / "output.xlsx"

    def imported() -> None:
        shutil.copy(held, book)
        found = import_into_file(book, [source], Options(), Choices(), NOW)
        assert found.preview.new["Games"] == len(evening.dates)

    def recalculated() -> None:
        output.unlink(missing_ok=True)
        recalculate_file(whole, output, NOW)

    def unchanged() -> None:
        recalculate_file(book, None, NOW)

    times = medians({"import": imported, "recalc": recalculated, "unchanged": unchanged}, rounds=rounds)
    what = f"import, {len(evening.dates):,} games to {start:,}"
    yield Row(what, "a first recalculation of the result", times["import"] / times["recalc"], THE_TIME, "≤ 1.5")
    ratio = times["import"] / times["unchanged"]
    yield Row(what, "one that finds nothing changed", ratio, THE_TIME, "≤ 1.5")
