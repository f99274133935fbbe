"""Nothing is wrong with any state of paper and page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.suite.length import usual_or_long
from tests.looks.judging import findings, printed
from tests.looks.on_screens import problems_on_screens
from tests.looks.states import ON_SCREENS, SOME, SOME_ON_SCREENS, STATES, State, make


@pytest.mark.parametrize("state", usual_or_long(SOME, STATES), ids=str)
def test_the_paper_has_nothing_against_it(state: State, tmp_path: Path) -> None:
    assert findings(state, printed(state, make(state, tmp_path))) == []


@pytest.mark.parametrize("state", usual_or_long(SOME_ON_SCREENS, ON_SCREENS), ids=str)
def test_the_page_has_nothing_against_it_on_a_phone_and_a_laptop(state: State, tmp_path: Path) -> None:
    assert problems_on_screens(make(state, tmp_path)) == []
