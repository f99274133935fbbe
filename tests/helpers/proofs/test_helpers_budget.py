"""The budget of processor time: what is beyond it is named, and it counts children too."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

from tests.helpers.programs.child import call_in_child
from tests.helpers.suite.budget import MOST_OF_A_FILE, MOST_OF_ALL, OFFICES, over_budget, seconds

WORK = "sum(n * n for n in range(3_000_000))"


def test_a_file_beyond_its_share_is_named() -> None:
    spent = Counter({"tests/a.py": MOST_OF_A_FILE + 1, "tests/b.py": MOST_OF_A_FILE, OFFICES: 2 * MOST_OF_A_FILE})
    assert list(over_budget(spent)) == ["tests/a.py takes 181 s of processor time; a file of tests has 180 s"]


def test_the_whole_is_held_to_its_bound() -> None:
    files = Counter({f"tests/{number}.py": 50.0 for number in range(88)})
    assert list(over_budget(files)) == []
    files[OFFICES] = MOST_OF_ALL / 100
    assert list(over_budget(files)) == ["the tests take 4444 s of processor time; they have 4400 s"]


def work() -> int:
    return int(eval(WORK))


def test_what_children_work_is_counted() -> None:
    start = seconds()
    subprocess.run([sys.executable, "-c", WORK], check=True)
    after_a_program = seconds()
    call_in_child(f"{__name__}:work")
    assert after_a_program - start > 0.05
    assert seconds() - after_a_program > 0.05
