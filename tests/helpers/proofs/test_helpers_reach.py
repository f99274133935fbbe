"""Which files of tests a change reaches: by imports of imports, by names in quotes, and by names of files."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.helpers.suite.reach import reach, reaching, sources

MODULES = {
    "xladdin/__init__.py": "",
    "xladdin/rules/__init__.py": 'def f(x):\n    return import_module(f"{__name__}.{x}")\n',
    "xladdin/rules/chess.py": "",
    "xladdin/cells.py": "",
    "xladdin/table.py": "def late():\n    from xladdin import cells\n",
    "xladdin/alone.py": "",
    "tests/conftest.py": "import tests.office",
    "tests/office.py": "",
    "tests/test_table.py": "from xladdin.table import x",
    "tests/test_rules.py": "import xladdin.rules",
    "tests/sub/test_child.py": 'call("xladdin.alone:f")\nread("golden.csv")',
}
ALL = ["tests/sub/test_child.py", "tests/test_rules.py", "tests/test_table.py"]


@pytest.mark.parametrize(
    ("changed", "reached"),
    [
        (["xladdin/cells.py"], ["tests/test_table.py"]),
        (["xladdin/rules/chess.py"], ["tests/test_rules.py"]),
        (["xladdin/alone.py"], ["tests/sub/test_child.py"]),
        (["tests/test_rules.py", "xladdin/cells.py"], ["tests/test_rules.py", "tests/test_table.py"]),
        (["tests/office.py"], ALL),
        (["tests/conftest.py"], ALL),
        (["data/golden.csv"], ["tests/sub/test_child.py"]),
        (["pyproject.toml"], ["tests"]),
        ([], []),
    ],
)
def test_what_a_change_reaches(changed: Sequence[str], reached: Sequence[str]) -> None:
    assert reaching(MODULES, changed) == reached


def test_every_module_of_the_package_is_reached_by_some_test() -> None:
    modules = sources()
    reached = set().union(*reach(modules).values())
    ours = {path for path in modules if path.startswith("xladdin/")} - {"xladdin/__main__.py"}  # python -m xladdin
    assert len(ours) > 100 and ours - reached == set()
