"""Nothing is wrong with any state of paper and page, and no word of a heading is broken in either language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS
from tests.helpers.suite.length import usual_or_long
from tests.looks.judging import findings, printed, problems_on_screens, text_width
from tests.looks.states import ON_SCREENS, SOME, SOME_ON_SCREENS, STATES, State, make
from xladdin import Language
from xladdin.languages import ENGLISH, FRENCH
from xladdin.renderers.sheet_layout import list_section_regions
from xladdin.reports import list_reports
from xladdin.systems import SYSTEMS


@pytest.mark.parametrize("state", usual_or_long(SOME, STATES), ids=str)
def test_the_paper_has_nothing_against_it(state: State, tmp_path: Path) -> None:
    assert findings(state, printed(state, make(state, tmp_path))) == []


@pytest.mark.parametrize("state", usual_or_long(SOME_ON_SCREENS, ON_SCREENS), ids=str)
def test_the_page_has_nothing_against_it_on_a_phone_and_a_laptop(state: State, tmp_path: Path) -> None:
    assert problems_on_screens(make(state, tmp_path)) == []


SIZE, DOTS, EDGES = 10, 7, 1
"""Points of a heading, dots of a character in the width of a column, and how many of the five at the edges are left."""


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_the_longest_word_of_each_heading_fits_its_column(key: str, language: str) -> None:
    columns = [
        column
        for report in list_reports(SYSTEMS[key])
        for region in list_section_regions(report)
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
