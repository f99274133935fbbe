"""The fuzzer, for a set number of cases. `python -m tests.fuzz --cases N` runs it longer."""

from __future__ import annotations

import pytest

from tests.fuzz.running import run
from tests.fuzz.targets import TARGETS, Target
from tests.helpers.suite.length import usual_or_long


@pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])
def test_no_made_up_input_hurts(target: Target) -> None:
    cases = usual_or_long(-(-target.cases // 4), target.cases)
    assert run(target, cases) >= cases * 0.9
