"""The directions of imports: which room may know which, and that we import heavy packages where we use them."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "xladdin"
CORE = (
    "messages", "errors", "cells", "languages", "model", "systems", "game_log", "replay", "statistics", "reports",
    "renderers",
)  # fmt: skip
_TO_REPORTS = {*CORE}
_TO_WORKBOOK = {*CORE, "pairing", "functions", "files", "vba", "importing", "workbook"}
_TO_HOSTS = {*_TO_WORKBOOK, "web_pages", "recalc", "next_round", "hosts"}
MAY_IMPORT: Mapping[str, set[str]] = {
    "messages": set(),
    "locale": {"renderers", "web_pages"},
    "errors": {"messages"},
    "cells": {"messages", "errors"},
    "languages": {"messages", "cells"},
    "model": {"messages", "errors", "cells"},
    "systems": {"messages", "errors", "cells", "model"},
    "game_log": {"messages", "errors", "cells", "languages", "model", "systems"},
    "replay": {"messages", "errors", "cells", "model", "systems", "game_log"},
    "pairing": {"messages", "errors", "cells", "model", "systems", "game_log", "replay"},
    "statistics": {"cells", "model", "systems", "game_log", "replay"},
    "reports": {"messages", "errors", "cells", "languages", "model", "systems", "game_log", "replay", "statistics"},
    "renderers": {"messages", "cells", "languages", "reports", "systems", "statistics"},
    "functions": _TO_REPORTS,
    "files": {"messages", "errors", "cells", "languages"},
    "vba": {"messages", "errors", "cells", "files"},
    "importing": {"messages", "errors", "cells", "languages", "model", "systems", "game_log", "files"},
    "workbook": _TO_WORKBOOK - {"workbook"},
    "web_pages": {*CORE, "files", "workbook"},
    "recalc": {*CORE, "workbook"},
    "next_round": {*CORE, "pairing", "workbook", "recalc"},
    "hosts": _TO_HOSTS,
    "federation": set(),
    "commands": {*_TO_HOSTS, "federation", "commands", "app"},
    "app": {*_TO_HOSTS, "commands"},
    "__init__": {"api"},
    "api": _TO_HOSTS,
    "__main__": {"commands"},
}
"""The other rooms that each room may know. A room is a folder of the package, or a file beside the folders."""
STANDARD_LIBRARY_ALONE = (*CORE, "recalc")
WITH_LIBRARIES = {"renderers/web.py": {"jinja2", "markupsafe"}}
"""The libraries that a module of such a room imports where it uses them."""
XLWINGS_ROOMS = ("functions/registration", "workbook/macro_modules", "hosts")


@cache
def graph() -> dict[str, set[str]]:
    """Return the files that each file of the package imports, even late, for types alone, or by a text."""
    command = [Path(sys.executable).parent / "ruff", "analyze", "graph", "--detect-string-imports", "xladdin"]
    result = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, check=True)
    return {path: {*others} - {"xladdin/__init__.py"} for path, others in json.loads(result.stdout).items()}


def room_of(path: str) -> str:
    return path.split("/")[1].removesuffix(".py")


def libraries(path: str) -> set[str]:
    """Return what a module imports of others than the standard library, but for types alone."""
    tree = ast.parse((PACKAGE.parent / path).read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            node.body = []
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module or "")
    return {name.partition(".")[0] for name in names} - {*sys.stdlib_module_names, "xladdin"}


def test_nothing_points_back() -> None:
    assert len(graph()) > 100
    edges = {f"{path}: {other}" for path, others in graph().items() if path != "xladdin/__init__.py" for other in others
             if room_of(other) not in {room_of(path), *MAY_IMPORT[room_of(path)]}}  # fmt: skip
    assert edges == set()


def test_a_federation_uses_the_public_api() -> None:
    modules = {path for path in graph() if room_of(path) == "federation"}
    assert {imported for path in modules for imported in graph()[path]} <= modules


def test_no_files_import_each_other_in_a_circle() -> None:
    """It holds within a room as between rooms, and however late they import."""
    TopologicalSorter(graph()).prepare()


def test_the_core_imports_the_standard_library_alone_and_xlwings_is_for_hosts() -> None:
    strangers = []
    for path in graph():
        inside = path.removeprefix("xladdin/")
        allowed = {"xlwings"} if inside.startswith(XLWINGS_ROOMS) or room_of(path) == "functions" else set()
        if room_of(path) in (*STANDARD_LIBRARY_ALONE, "functions"):
            strangers += [f"{path}: {name}" for name in libraries(path) - allowed - WITH_LIBRARIES.get(inside, set())]
        elif "xlwings" in libraries(path) - allowed:
            strangers.append(f"{path}: xlwings")
    assert strangers == []


HEAVY = ("openpyxl", "python_calamine", "lxml", "click", "rich", "numpy", "networkx", "jinja2")


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("xladdin", ("xladdin.api", "xladdin.workbook")),
        ("xladdin.functions", HEAVY),
        ("xladdin.replay", ("xlwings", *HEAVY)),
        ("xladdin.recalc", ("xlwings", *HEAVY, "xladdin.workbook.report_sheets.rendering", "xladdin.files.package")),
        ("xladdin.hosts.publishing", ("openpyxl", "xladdin.importing.rows", "xladdin.workbook.new_workbook")),
        ("xladdin.commands.main", ("xlwings", "openpyxl", "python_calamine", "lxml", "rich", "xladdin.systems.system")),
    ],
)
def test_heavy_packages_are_imported_where_they_are_used(module: str, heavy: tuple[str, ...]) -> None:
    loaded = loaded_by(module)
    baseline = loaded_by("xlwings") if module == "xladdin.functions" else set()
    assert module in loaded
    assert not (set(heavy) & loaded) - baseline


def loaded_by(modules: str) -> set[str]:
    """Return the names of all modules in memory after an import in an interpreter of its own."""
    command = [sys.executable, "-c", f"import {modules}, sys; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
