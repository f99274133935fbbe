"""A federation of twelve clubs, made once, and a copy of it for a test that changes it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.federation.clubs import federation_of
from tests.helpers.clubs import NOW
from xladdin.federation.folder import Federation, read_federation
from xladdin.federation.updating import update


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Federation:
    """Twelve clubs, already read."""
    found = federation_of(tmp_path_factory.mktemp("made") / "federation", 12)
    done = update(found, NOW)
    assert (len(done.clubs), done.same) == (12, 0)
    assert all(isinstance(came, str) for came in done.clubs.values()), done.clubs
    return found


@pytest.fixture
def federation(made: Federation, tmp_path: Path) -> Federation:
    """A copy of the twelve clubs."""
    shutil.copytree(made.folder, tmp_path / "federation")
    return read_federation(tmp_path / "federation")
