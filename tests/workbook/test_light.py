"""How light an empty workbook is, in size and formulas."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS, book_of

MOST_BYTES, MOST_FORMULAS = 125_000, 700
_FORMULA = re.compile(r"<f(?: [^<>]*)?>([^<]*)</f>|<f[^<>]*/>")


def formulas(path: Path) -> Iterator[str]:
    with zipfile.ZipFile(path) as package:
        for part in package.namelist():
            if part.startswith("xl/worksheets/sheet"):
                yield from (unescape(found) for found in _FORMULA.findall(package.read(part).decode()))


@pytest.mark.parametrize("key", KEYS)
def test_an_empty_workbook_is_light(key: str, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, {})
    found = list(formulas(path))
    assert path.stat().st_size <= MOST_BYTES
    assert 300 < len(found) <= MOST_FORMULAS


@pytest.mark.parametrize("key", KEYS)
def test_no_formula_takes_letters_of_a_whole_column(key: str, tmp_path: Path) -> None:
    """Otherwise each cell typed into the column would wait for it."""
    path = book_of(key, tmp_path, {})
    by_letter = re.compile(r"\b(?:MID|LEFT|UNICODE|CODE)\((?:Games|Players|Results|Events)\[")
    assert [formula for formula in formulas(path) if by_letter.search(formula)] == []
    with zipfile.ZipFile(path) as package:
        assert by_letter.search(package.read("xl/workbook.xml").decode()) is None
