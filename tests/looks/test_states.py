"""Every state of paper and page has nothing against it; `python -m tests.looks` draws them to be looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.suite.length import usual_or_long
from tests.looks.judging import findings, printed
from tests.looks.on_screens import photographed
from tests.looks.states import PAPERS, SOME, STATES, State, make


@pytest.mark.parametrize("state", usual_or_long(SOME, STATES), ids=str)
def test_the_paper_has_nothing_against_it(state: State, tmp_path: Path) -> None:
    assert findings(state, printed(state, make(state, tmp_path))) == []


@pytest.mark.parametrize(
    "state", usual_or_long(SOME[:1], [state for state in STATES if state.paper == PAPERS[0]]), ids=str
)
def test_the_page_has_nothing_against_it_on_a_phone_and_a_laptop(state: State, tmp_path: Path) -> None:
    problems, pictures = photographed(state, make(state, tmp_path), tmp_path)
    assert problems == []
    assert len(pictures) > 4 and all(picture.exists() for picture in pictures)
