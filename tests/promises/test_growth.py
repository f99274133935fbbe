"""A club twice as large is twice the work to recalculate and to publish, however its games lie. We count lines.

So a log of a megabyte is bounded work and not a product, even of fifteen thousand evenings of thirty thousand players.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.helpers.clubs import LATER, NOW, book_of, recalculated
from tests.helpers.work import lines_run
from xladdin.files.reading.club_file import open_club_file
from xladdin.hosts.publishing import publish_file
from xladdin.publish.club import Wishes
from xladdin.recalc import recalculate

Log = list[list[object]]
GAMES = (60, 60, 120, 240)
MORE = 2.4
"""From twice to four times the games, the work may grow this many times as much as from once to twice.

Two is plain. Sorting and a fixed beginning take a little more. The product of players and evenings once made it 2.8.
"""


def day(number: int) -> str:
    return (dt.date(1950, 1, 1) + dt.timedelta(number)).isoformat()


SHAPES: dict[str, Callable[[int], Log]] = {
    "two newcomers every day": lambda count: [
        [day(n), f"p{2 * n}", 400, f"p{2 * n + 1}", 300 + n % 90] for n in range(count)
    ],
    "the same two every day": lambda count: [[day(n), "p0", 400, "p1", 300 + n % 90] for n in range(count)],
    "everybody on one day": lambda count: [
        [day(0), f"p{2 * n}", 400, f"p{2 * n + 1}", 300 + n % 90] for n in range(count)
    ],
    "one against all": lambda count: [[day(n // 20), "p", 400, f"p{n}", 300 + n % 90] for n in range(count)],
}


def club(shape: str, games: int, folder: Path) -> Path:
    folder.mkdir()
    rows = SHAPES[shape](games)
    names = sorted({str(row[side]) for row in rows for side in (1, 3)})
    headings: list[object] = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
    return book_of("mississauga", folder, {"players": [["Player"], *([name] for name in names)],
                                           "games": [headings, *rows]})  # fmt: skip


def growth(work: Callable[[Path], object], paths: Sequence[Path]) -> float:
    """How the work grows, over workbooks of once, twice and four times the games.

    The first is as the second, for what a process reads and compiles only once.
    """
    _, once, twice, four_times = (lines_run(lambda path=path: work(path), 10**8) for path in paths)  # type: ignore[misc]
    return (four_times - twice) / (twice - once)


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_games_are_twice_the_work_to_recalculate(shape: str, tmp_path: Path) -> None:
    paths = [club(shape, games, tmp_path / str(number)) for number, games in enumerate(GAMES)]
    assert growth(lambda path: recalculate(open_club_file(path), NOW), paths) < MORE


@pytest.mark.parametrize("shape", ["two newcomers every day", "one against all"])
def test_and_to_publish(shape: str, tmp_path: Path) -> None:
    paths = [club(shape, games, tmp_path / str(number)) for number, games in enumerate(GAMES)]
    assert not [problem for path in paths for problem in recalculated(path).problems]
    assert growth(lambda path: publish_file(path, path.parent / "page", Wishes(), LATER), paths) < MORE
