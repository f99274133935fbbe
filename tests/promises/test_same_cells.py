"""The script that compares two checkouts finds what a director sees differ, and nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.helpers.clubs import sample_book, typed
from tests.helpers.programs.finding import ROOT
from tests.same_cells import differing, main


def test_it_names_a_cell_that_differs(tmp_path: Path) -> None:
    book = sample_book("lexington", tmp_path)
    other = Path(shutil.copy(book, tmp_path / "other.xlsx"))
    assert list(differing(book, other)) == []
    typed(other, ("Standings", "B7", "Another"), ("Lists", "A1", "Not seen"))
    (line,) = differing(book, other)
    assert line.startswith("Standings!B7: (") and "'Another'" in line


def test_a_checkout_makes_the_same_as_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(ROOT, 0) == 0
    assert capsys.readouterr().out == "0 of 7 workbooks differ.\n"
