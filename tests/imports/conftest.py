"""A little club of each system, which we make once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.clubs import make_clubs
from tests.imports.importing import copied


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return make_clubs(tmp_path_factory.mktemp("clubs"))


@pytest.fixture
def club(made: dict[str, Path], tmp_path: Path) -> Path:
    return copied(made, "mississauga", tmp_path)
