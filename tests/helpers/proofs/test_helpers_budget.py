"""The budget of processor time names what is beyond it, and counts children too."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.helpers.programs.child import call_in_child
from tests.helpers.suite.accounts import note, noted
from tests.helpers.suite.budget import MOST_OF_A_FILE, MOST_OF_ALL, OFFICES, over_budget, seconds
from tests.helpers.suite.once import VARIABLE
from tests.helpers.suite.pace import QUIET, pace, take_time

WORK = "sum(n * n for n in range(3_000_000))"


def test_a_file_beyond_its_share_is_named() -> None:
    spent = Counter({"tests/a.py": MOST_OF_A_FILE + 1, "tests/b.py": MOST_OF_A_FILE, OFFICES: 2 * MOST_OF_A_FILE})
    assert list(over_budget(spent)) == ["tests/a.py takes 61 s of processor time; a file of tests has 60 s"]


def test_the_whole_is_held_to_its_bound() -> None:
    files = Counter({f"tests/{number}.py": 50.0 for number in range(24)})
    assert list(over_budget(files)) == []
    files[OFFICES] = MOST_OF_ALL / 100
    assert list(over_budget(files)) == ["the tests take 1212 s of processor time; they have 1200 s"]


def test_on_a_slow_day_all_may_take_as_much_longer() -> None:
    spent = Counter({"tests/a.py": 2 * MOST_OF_A_FILE})
    assert list(over_budget(spent, 2.0)) == []
    assert list(over_budget(spent, 1.9)) == ["tests/a.py takes 120 s of processor time; a file of tests has 114 s"]


def test_the_pace_is_that_of_the_work_that_was_timed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert pace() == 1.0
    for slower in (2.0, 4.0):
        note("paces", str(slower * QUIET))
    assert pace() == pytest.approx(3.0)
    take_time()
    assert 0.1 * QUIET < float(noted("paces")[-1]) < 100 * QUIET


def work() -> int:
    return int(eval(WORK))


def test_what_children_work_is_counted() -> None:
    start = seconds()
    subprocess.run([sys.executable, "-c", WORK], check=True)
    after_a_program = seconds()
    call_in_child(f"{__name__}:work")
    assert after_a_program - start > 0.05
    assert seconds() - after_a_program > 0.05
