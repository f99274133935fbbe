"""The workbook of a club of four players, and its page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.programs.chromium import publish_page
from tests.publish.page import EVENING, START, book_of


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Return the workbook after the first evening, recalculated."""
    return book_of(tmp_path, START, EVENING)


@pytest.fixture
def page(club: Path) -> Path:
    """Return the folder of its page, which is no other folder than the one that its name gives."""
    return publish_page(club, club.parent / "page").folder
