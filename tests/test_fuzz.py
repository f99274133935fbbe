"""The fuzzer for a set number of cases."""

from __future__ import annotations

import pytest

from tests.fuzz.__main__ import run

CASES = 120


def test_no_random_input_hurts(capsys: pytest.CaptureFixture[str]) -> None:
    run(CASES)
    assert capsys.readouterr().out.count(f"{CASES} cases, nothing found") == 3
