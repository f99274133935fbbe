"""No word of a heading is broken in either language. The longest fits its column, and a line parts two headings."""

from __future__ import annotations

import re
import string
import unicodedata

import pytest

from tests.helpers.clubs import KEYS
from xladdin.languages import ENGLISH, IN_FRENCH, Language
from xladdin.renderers.sheet_layout import section_regions
from xladdin.reports import reports_of
from xladdin.systems import SYSTEMS

BOLD = dict(
    zip(
        string.ascii_lowercase + string.ascii_uppercase,
        (
            556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611,
            556, 778, 556, 556, 500, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667,
            778, 722, 667, 611, 722, 667, 944, 667, 667, 611,
        ),
    )
)  # fmt: skip
"""Widths of letters in Helvetica Bold, like Arial Bold, in thousandths of their size (metrics of Adobe)."""
OTHER = {".": 278, ",": 278, "'": 238, "’": 278}
DIGIT = 556
SIZE = 10
DOTS, EDGES = 7, 1
"""Dots of a character in the width of a column, and how many of the five at the edges Excel leaves."""


def points(word: str) -> float:
    letters = (unicodedata.normalize("NFD", letter)[0] for letter in word)
    return sum(BOLD.get(letter, OTHER.get(letter, DIGIT)) for letter in letters) * SIZE / 1000


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("is_french", [False, True])
def test_the_longest_word_of_each_heading_fits_its_column(key: str, is_french: bool) -> None:
    columns = [
        (report.name, column)
        for report in reports_of(SYSTEMS[key])
        for region in section_regions(report)
        for column in region.columns
        if column.heading and not column.repeated and not column.is_hidden
    ]
    assert len(columns) > 20
    cut = []
    for sheet, column in columns:
        heading = Language(IN_FRENCH if is_french else ENGLISH).render(column.heading)
        room = (column.width * DOTS + EDGES) * 0.75
        cut += [(sheet, heading, column.width) for word in re.findall(r"[^\s–]+–?", heading) if points(word) > room]
    assert cut == []
