"""The fuzzer, for a set number of cases. `python -m tests.fuzz --cases N` runs it longer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fuzz.running import run
from tests.fuzz.targets import TARGETS, Target
from tests.helpers.suite.length import usual_or_long


@pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])
def test_no_made_up_input_hurts(target: Target) -> None:
    cases = usual_or_long(-(-target.cases // 4), target.cases)
    assert run(target, cases) >= cases * 0.9


def test_a_fault_would_be_found() -> None:
    def divide_by_a_score(given: Any) -> None:
        for cell in given.tables["Games"]["Score 1"] if given.key == "montreal" else ():
            if isinstance(cell, int):
                assert 1 / cell

    with pytest.raises(ZeroDivisionError):
        run(Target("a fault", TARGETS[1].inputs, divide_by_a_score, 0), 2000, smallest=False)
