"""Which files of tests reach the changes since a commit: `python -m tests.helpers.suite.reach [COMMIT]`.

A file of tests reaches the modules that it imports, those that these import, and every file that one of them names. If
no file of tests reaches a change in this way, such as one of the settings, then all tests reach it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path, PurePosixPath

from tests.helpers.suite.import_graph import imported

ROOT = Path(__file__).parents[3]
PACKAGES = ("xladdin", "tests")
NOT_OURS = "node_modules"

Sources = Mapping[str, str]
"""The text of each module by its path from the top of the checkout."""


def sources() -> Sources:
    """Every module of the package and of the tests."""
    paths = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if NOT_OURS not in path.parts)
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def changed_since(commit: str) -> list[str]:
    """Paths that differ from a commit, and paths that git does not know yet."""
    commands = (["diff", "--name-only", "--no-renames", commit, "--"], ["ls-files", "--others", "--exclude-standard"])
    said = [
        subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for command in commands
    ]
    return "".join(said).splitlines()


def reaching(modules: Sources, changed: Collection[str]) -> list[str]:
    """The files of tests to run, in order, or `["tests"]` for all of them."""
    reached = reach(modules)
    found: set[str] = set()
    for path in changed:
        name = PurePosixPath(path).name
        naming = {path} if path.endswith(".py") else {module for module, text in modules.items() if name in text}
        own = {test for test, its in reached.items() if its & naming}
        if not own and not path.endswith(".py"):
            return ["tests"]
        found |= own
    return sorted(found)


def reach(modules: Sources) -> dict[str, set[str]]:
    """The modules that each file of tests reaches, itself among them."""
    direct = {path: _imports(path, modules) for path in modules}
    tests = (path for path in modules if PurePosixPath(path).name.startswith("test_"))
    return {path: _closure(path, direct) for path in tests}


def _imports(path: str, modules: Sources) -> set[str]:
    """Paths of the modules that one imports, with the packages around them, and what pytest adds to a test."""
    top, _, rest = path.partition("/")
    found = {f"{folder}/conftest.py" for folder in PurePosixPath(path).parents} & modules.keys() - {path}
    for name in imported(rest, modules[path], top=top) | set(_named(modules[path])):
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            stem = "/".join(parts[:length])
            found |= {f"{stem}.py", f"{stem}/__init__.py"} & modules.keys()
    for beginning in _begun(path, modules[path]):
        found |= {module for module in modules if module.startswith(beginning)}
    return found


def _named(source: str) -> list[str]:
    """Modules that a text names in quotes, to import them or to start them in an interpreter of their own."""
    return re.findall(r"""["' ]((?:xladdin|tests)(?:\.\w+)+)["' :]""", source)


def _begun(path: str, source: str) -> list[str]:
    """How the paths of modules begin that a text imports by a name which it knows only when it runs."""
    own = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    names = re.findall(r'import_module\(f"([^"]*?)\{(?!__name__)', source)
    return [name.replace("{__name__}", own).replace(".", "/") for name in names]


def _closure(path: str, direct: Mapping[str, Iterable[str]]) -> set[str]:
    found, open_ = {path}, [path]
    while open_:
        new = set(direct[open_.pop()]) - found
        found |= new
        open_ += new
    return found


if __name__ == "__main__":
    print(*reaching(sources(), changed_since(sys.argv[1] if len(sys.argv) > 1 else "HEAD")), sep="\n")
