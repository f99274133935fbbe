"""How hypothesis runs: without time limits, in CI with the same examples every time; what many tests begin with.

HYPOTHESIS_PROFILE names the way: local, ci or quick, which has fewer examples.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.helpers.files.plain_files import OLD
from tests.helpers.programs.listening import listening

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("quick", deadline=None, max_examples=15)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "local"))


def pytest_runtest_teardown() -> None:
    """Takes away the mark that xlwings Server leaves on its process: later programs would ask for its licence."""
    os.environ.pop("XLWINGS_ON_SERVER", None)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A file alone in its folder that stands for a workbook where only its safety matters."""
    path = tmp_path / "Our club.xlsx"
    path.write_bytes(OLD)
    return path


@pytest.fixture
def visits() -> Iterator[tuple[str, list[str]]]:
    """The address of a server on this machine, and what it was asked for."""
    with listening() as server:
        yield server
