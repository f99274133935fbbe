"""Nothing is wrong with any state of paper and page. `python -m tests.looks` draws them for you to see."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.suite.length import usual_or_long
from tests.looks.judging import findings, printed
from tests.looks.on_screens import photographed
from tests.looks.states import ON_SCREENS, SOME, SOME_ON_SCREENS, STATES, TO_FIX, State, make


@pytest.mark.parametrize("state", usual_or_long(SOME, STATES), ids=str)
def test_the_paper_has_nothing_against_it(state: State, tmp_path: Path) -> None:
    assert findings(state, printed(state, make(state, tmp_path))) == []


@pytest.mark.parametrize("state", usual_or_long(SOME_ON_SCREENS, ON_SCREENS), ids=str)
def test_the_page_or_the_app_has_nothing_against_it_on_a_phone_and_a_laptop(state: State, tmp_path: Path) -> None:
    problems, pictures = photographed(state, make(state, tmp_path), tmp_path)
    assert problems == []
    assert len(pictures) > (1 if state.club == TO_FIX else 3) and all(picture.exists() for picture in pictures)
