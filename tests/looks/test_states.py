"""Every state of the paper has nothing against it; `python -m tests.looks` draws them to be looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.suite.length import usual_or_long
from tests.looks.judging import findings, printed
from tests.looks.states import SOME, STATES, State, make


@pytest.mark.parametrize("state", usual_or_long(SOME, STATES), ids=str)
def test_the_paper_has_nothing_against_it(state: State, tmp_path: Path) -> None:
    assert findings(state, printed(state, make(state, tmp_path))) == []
