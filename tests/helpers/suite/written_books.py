"""Holds every workbook that a test writes by xladdin against the limits of Excel, in the test that writes it."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.files.office_limits import Beyond, beyond_the_limits

_MOVES = ("os.rename", "os.link")
_SUFFIXES = (".xlsx", ".xlsm")
_beyond: list[str] = []


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Hears of each file that moves into its place, while the old file is still there."""
    if event in _MOVES:
        new, place = map(Path, map(str, arguments[:2]))
        if new.suffix == ".new" and place.suffix.lower() in _SUFFIXES and (found := _found(new)):
            was = {(one.limit, one.text) for one in _found(place)}
            _beyond.extend(f"{place.name}, {one}" for one in found if (one.limit, one.text) not in was)


def _found(path: Path) -> list[Beyond]:
    """Everything beyond the limits. In a file that is no workbook, as some tests have it, there is nothing."""
    try:
        return beyond_the_limits(path)
    except (OSError, zipfile.BadZipFile, UnicodeDecodeError):
        return []


class WrittenBooks:
    """Fails the test that has written a workbook which Excel does not take."""

    def __init__(self) -> None:
        sys.addaudithook(_watch)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self) -> Generator[None, None, None]:
        yield
        found, _beyond[:] = [*dict.fromkeys(_beyond)], []
        assert not found, "\n".join(found)
