"""No word of a heading is broken in either language. The longest fits its column."""

from __future__ import annotations

import re

import pytest

from tests.helpers.clubs import KEYS
from tests.looks.pages import text_width
from xladdin import Language
from xladdin.languages import ENGLISH, FRENCH
from xladdin.renderers.sheet_layout import section_regions
from xladdin.reports import reports_of
from xladdin.systems import SYSTEMS

SIZE, DOTS, EDGES = 10, 7, 1
"""Points of a heading, dots of a character in the width of a column, and how many of the five at the edges are left."""


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_the_longest_word_of_each_heading_fits_its_column(key: str, language: str) -> None:
    columns = [
        column
        for report in reports_of(SYSTEMS[key])
        for region in section_regions(report)
        for column in region.columns
        if column.heading and not column.repeated and not column.is_hidden
    ]
    assert len(columns) > 20
    longest = [
        (word, (column.width * DOTS + EDGES) * 0.75)
        for column in columns
        for word in re.findall(r"[^\s–]+–?", Language(language).render(column.heading))
    ]
    assert [(word, room) for word, room in longest if text_width(word, bold=True) * SIZE > room] == []
