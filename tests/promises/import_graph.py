"""What a module imports, as its text says it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import PurePosixPath


@cache
def imported(path: str, source: str, *, for_types: bool = True, top: str = "xladdin") -> frozenset[str]:
    """Full dotted names of everything that a module imports, within functions and by name too.

    `path` starts from the folder of the package `top`. With `for_types` it also lists what only type checkers see.
    """
    tree = ast.parse(source)
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING" and not for_types:
            node.body = []
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package_of = [top, *PurePosixPath(path).parts[:-1]]
            parent = package_of[: len(package_of) - node.level + 1] if node.level else []
            module = ".".join([*parent, *([node.module] if node.module else [])])
            names |= {module} if module != top else set()
            names |= {f"{module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call):
            function = getattr(node.func, "attr", getattr(node.func, "id", ""))
            texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            if function in ("import_module", "__import__", "ImportedLater", "find_spec"):
                names |= set(texts)
    return frozenset(names)
