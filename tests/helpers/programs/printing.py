"""`xladdin print` as it is, but with an office that stays open, so that LibreOffice need not start each time."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest import mock

from tests.helpers.programs.office import office_with
from tests.helpers.suite.once import make_once
from xladdin.hosts import printing


def print_workbook(
    path: Path,
    sheets: Sequence[str] | None = None,
    output: Path | None = None,
    notify: Callable[[str], None] = lambda text: None,
) -> Path:
    """Print as the product does. A run of the tests prints the same copy once."""
    with mock.patch.object(printing, "print_with_office", _through_the_open_office):
        return printing.print_workbook(path, sheets, output, notify)


def _through_the_open_office(_: str, copy: Path, folder: Path) -> None:
    def make(into: Path) -> None:
        output = office_with(printing._PROFILE).convert(copy, into, "pdf")
        assert (into / copy.with_suffix(".pdf").name).exists(), output

    made = make_once(("printed", copy.name, copy.read_bytes()), make)
    shutil.copyfile(made / copy.with_suffix(".pdf").name, copy.with_suffix(".pdf"))
