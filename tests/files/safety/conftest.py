"""A file that plays the part of a workbook where only its safety matters."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.files.safety.plain_files import OLD


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "Our club.xlsx"
    path.write_bytes(OLD)
    return path


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    (folder / "club.xlsx").write_bytes(OLD)
    yield folder
    folder.chmod(0o777)
    shutil.rmtree(folder)
