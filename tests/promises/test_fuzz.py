"""The fuzzer, for a set number of cases: the same in every usual run, more of them at random in a long one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.fuzz.targets import TARGETS, Target
from tests.helpers.suite.length import WAY, usual_or_long


@pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])
def test_no_made_up_input_hurts(target: Target) -> None:
    @settings(
        max_examples=usual_or_long(-(-target.cases // 4), target.cases),
        derandomize=WAY != "long",
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(target.inputs)
    def check(inputs: Any) -> None:
        target.run(inputs)

    check()
