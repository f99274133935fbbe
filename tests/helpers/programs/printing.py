"""`xladdin print` as it is, but for LibreOffice's start: an office with the product's settings stays open for it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest import mock

from tests.helpers.programs.office import office_with
from tests.helpers.suite.once import made_once
from xladdin.hosts import printing

SECONDS = 300.0


def print_book(
    path: Path,
    sheets: Sequence[str] | None = None,
    output: Path | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Path:
    """The product's function of this name; the same copy is printed once in a run of the tests."""
    with mock.patch.object(printing, "through_office", _through_the_open_office):
        return printing.print_book(path, sheets, output, tell)


def _through_the_open_office(_: str, copy: Path, folder: Path) -> None:
    def make(into: Path) -> None:
        said = office_with(printing._PROFILE).convert(copy, into, "pdf", timeout=SECONDS)
        assert (into / copy.with_suffix(".pdf").name).exists(), said

    made = made_once(("printed", copy.name, copy.read_bytes()), make)
    shutil.copyfile(made / copy.with_suffix(".pdf").name, copy.with_suffix(".pdf"))
