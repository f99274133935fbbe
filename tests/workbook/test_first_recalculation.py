"""What the first recalculation of a workbook shows, and which times a new workbook bears."""

from __future__ import annotations

import os
import time
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.helpers.clubs import NOW, recalculated, sample_book
from tests.helpers.programs.command_line import run_here
from xladdin.macros import told
from xladdin.systems import system_named
from xladdin.workbook.new_book import make_book
from xladdin.workbook.template import build_template


def test_old_is_the_start_rating_where_the_workbook_holds_none_yet(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    shown = run_here("recalc", "--dry-run", path).out
    (sally,) = [line.split() for line in shown.splitlines() if line.startswith("│ Sally")]
    # "Sally (1710) beats John (1200) ... 2 rating points for the win, plus 1 for the spread", then the other games
    assert [cell for cell in sally if cell != "│"] == ["Sally", "1710", "-1", "1709"]
    assert "Sally: 1710 → 1709" in told(recalculated(path))


def test_a_newcomer_begins_at_the_new_players_rating(tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text("Date,Player 1,Score 1,Player 2,Score 2\n2026-01-06,Ann,400,Bob,300\n")
    path = tmp_path / "club.xlsx"
    make_book(system_named("mississauga"), path, {"games": tmp_path / "games.csv"}, datetime(2026, 1, 7))
    assert [(change.player, change.old, change.new) for change in recalculated(path).changes] == [
        ("Ann", 1000, 1024),  # 10 and 2 of a spread of 100, doubled
        ("Bob", 1000, 976),
    ]


@pytest.fixture
def winter_in_montreal() -> Iterator[None]:
    before = os.environ.get("TZ")
    os.environ["TZ"] = "EST+5"
    time.tzset()
    yield
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


@pytest.mark.usefixtures("winter_in_montreal")
@pytest.mark.parametrize("now", [NOW, NOW.replace(hour=20, minute=9, tzinfo=UTC)])
def test_a_new_workbook_says_in_utc_when_it_was_made(now: datetime, tmp_path: Path) -> None:
    """ECMA-376 part 2, 8.3.4 asks for dcterms:W3CDTF. The Z there means UTC."""
    made = tmp_path / "club.xlsx"
    made.write_bytes(build_template(system_named("montreal"), "", now))
    core = zipfile.ZipFile(made).read("docProps/core.xml").decode()
    assert core.count("2026-03-14T20:09:00Z") == 2
