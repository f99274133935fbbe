"""The script that compares two checkouts finds what a director sees differ, and nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.helpers.clubs import sample_book, typed
from tests.same_cells import differences


def test_it_names_a_cell_that_differs(tmp_path: Path) -> None:
    book = sample_book("lexington", tmp_path)
    other = Path(shutil.copy(book, tmp_path / "other.xlsx"))
    assert list(differences(book, other)) == []
    typed(other, ("Standings", "B7", "Another"), ("Lists", "A1", "Not seen"))
    (line,) = differences(book, other)
    assert str(line).startswith("Standings!B7: ('Another', ")
