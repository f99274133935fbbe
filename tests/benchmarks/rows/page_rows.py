"""The page of a club: all of it against a recalculation, and again after one more evening."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.club_games import ATTENDANCE, ROUNDS, ClubGames, club_games
from tests.benchmarks.measuring import THE_TIME, Row, medians
from tests.benchmarks.rows.workbook_rows import NOW, club_book
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.hosts.publishing import publish_file
from xladdin.publish.club import Wishes

EVENING = ATTENDANCE // 2 * ROUNDS
"""Games of one evening."""


def page_rows(games: int, players: int, rounds: int) -> Iterator[Row]:
    """A first run writes every page, against the recalculation of the same workbook. Then comes one more evening."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole = club_games(games // EVENING * EVENING, players)
        earlier, done, output, page = (folder / part for part in ("earlier.xlsx", "done.xlsx", "out.xlsx", "page"))
        before = club_book(_without_last(whole), folder)
        recalculate_file(before, earlier, NOW)
        before.unlink()
        fresh = club_book(whole, folder)
        recalculate_file(fresh, done, NOW)

        def recalculation() -> None:
            output.unlink(missing_ok=True)
            recalculate_file(fresh, output, NOW)

        def first_run() -> None:
            shutil.rmtree(page, ignore_errors=True)
            publish_file(done, page, Wishes(), NOW)

        times = medians({"recalc": recalculation, "publish": first_run}, rounds=rounds)
        what = f"publish, {len(whole.dates):,} games"
        yield Row(what, "recalc", times["publish"] / times["recalc"], THE_TIME, "≤ 3")
        shutil.rmtree(page)
        publish_file(earlier, page, Wishes(), NOW)
        again = publish_file(done, page, Wishes(), NOW)
        share = again.written / again.files
        yield Row(f"{what}, one evening more", "files of a first run", share, "of them written", "those that changed")


def _without_last(games: ClubGames) -> ClubGames:
    """The games without those of the last evening."""
    columns = (games.dates, games.first, games.score1, games.second, games.score2)
    return ClubGames(games.players, *(column[:-EVENING] for column in columns))  # type: ignore[arg-type]
