"""A file that plays the part of a workbook where only its safety matters."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.files.safety.plain_files import OLD


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Return a file alone in its folder."""
    path = tmp_path / "Our club.xlsx"
    path.write_bytes(OLD)
    return path
