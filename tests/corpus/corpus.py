"""The whole corpus."""

from __future__ import annotations

from pathlib import Path

from tests.corpus.cases import read_cases
from tests.corpus.inputs import files, sheets

BOOK_CASES = (*read_cases(Path(__file__).parent / "inputs" / "typed.txt"), *sheets.CASES, *files.CASES)
