"""A federation of twelve clubs, made once, and a copy of it for a test that changes it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.federation.clubs import federation_of, updated
from xladdin.federation.folder import Federation, read_federation


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Federation:
    """Twelve clubs, already read."""
    federation = federation_of(tmp_path_factory.mktemp("made") / "federation", 12)
    done = updated(federation)
    assert (len(done.clubs), done.unchanged_clubs) == (12, 0)
    assert all(isinstance(outcome, str) for outcome in done.clubs.values()), done.clubs
    return federation


@pytest.fixture
def federation(made: Federation, tmp_path: Path) -> Federation:
    """Return a copy of the twelve clubs."""
    shutil.copytree(made.folder, tmp_path / "federation")
    return read_federation(tmp_path / "federation")
