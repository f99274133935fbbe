"""Groups and players whose names a spreadsheet could take for a pattern, a comparison or a formula."""

from __future__ import annotations

import csv
import random
import tempfile
from datetime import date
from pathlib import Path

from hypothesis import strategies as st

from tests.helpers.live_cells import NOW, Place, differences, recalculated_cells
from xladdin.cells.text import name_key
from xladdin.files.reading.club_file import open_club_file
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.systems import system_named
from xladdin.workbook.new_book import make_book

SIGNS = "<>=*?~\"'"
PAIRS = 40
"""Games of a club. Nobody plays two of them, so that the first list and the replay must rate each alike."""

seeds = st.integers(0, 2**32)


def agree_on_odd_names(seed: int) -> None:
    """A recalculation stores in the live cells what LibreOffice made of them before."""
    club, system = random.Random(seed), system_named("sca")
    groups = odd_names(club, 12)
    players = odd_names(club, 2 * PAIRS)
    ratings = [club.randrange(400, 2400, 10) for _ in groups]
    with tempfile.TemporaryDirectory() as folder:
        tables = {
            "groups": [["Group", "Initial rating"], *zip(groups, ratings)],
            "players": [["Player", "Group", "Active"], *([player, club.choice(groups), "Yes"] for player in players)],
            "games": [
                ["Date", "White", "Black", "Result"],
                *([date(2006, 7, 8), white, black, club.choice(("1-0", "0-1", "1/2-1/2"))]
                  for white, black in zip(players[::2], players[1::2])),
            ],
        }  # fmt: skip
        files = {name: Path(folder, f"{name}.csv") for name in tables}
        for name, rows in tables.items():
            with files[name].open("w", newline="", encoding="utf-8") as target:
                csv.writer(target).writerows(rows)
        made = make_book(system, Path(folder, "club.xlsx"), files, NOW)
        assert not made.problems, made.problems
        before = recalculated_cells(made.path, system)
        assert not recalculate_file(made.path, None, NOW).problems
        stored: dict[Place, object] = {}
        games = open_club_file(made.path).tables["Games"]
        for heading in ("Difference", "White change", "Black change"):
            for row, value in enumerate(games.columns[games.headings.index(heading)], games.row + 1):
                stored["Games", row, heading] = value
        assert len(stored) == 3 * PAIRS
        assert all(isinstance(value, (int, float)) for value in stored.values())
        assert differences(before, stored) == {}


def odd_names(club: random.Random, count: int) -> list[str]:
    """Names of signs and a few letters, no two of them alike. Many are patterns that other names fit.

    An apostrophe before a sign marks a text in a CSV file and is no part of it. So '= and = are one name.
    """
    found: dict[str, str] = {}
    while len(found) < count:
        name = "".join(club.choice(SIGNS + "ab") for _ in range(club.randint(1, 5)))
        if bare := name_key(name.lstrip("'")):
            found.setdefault(bare, name)
    return list(found.values())
