"""The directions of imports: the core knows no host, and heavy packages are imported where they are used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "xladdin"
LAYERS = (
    ("errors",),
    ("cells",),
    ("model",),
    ("systems",),
    ("log",),
    ("replay",),
    ("pairing",),
    ("reports",),
    ("functions",),
    ("files", "vba", "imports"),
    ("workbook",),
    ("recalc",),
    ("next_round",),
    ("hosts", "macros", "samples"),
    ("commands", "__main__"),
)
"""From the inside out: a room imports from its own layer and those before it."""
STANDARD_LIBRARY_ALONE = ("errors", "cells", "model", "systems", "log", "replay", "reports")
XLWINGS_ROOMS = ("functions/registration", "macros", "workbook/macros", "hosts")


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Full names of everything a module imports, within functions too, but for type checkers alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            node.body = []
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def room(name: str) -> str:
    """The room of a dotted name within the package: xladdin.workbook.schema -> workbook."""
    parts = name.split(".")
    return parts[1] if parts[0] == "xladdin" and len(parts) > 1 else ""


def depth(name: str) -> int | None:
    return next((number for number, layer in enumerate(LAYERS) if name in layer), None)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_points_back(path: Path) -> None:
    own_room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    own_depth = depth(own_room)
    if own_depth is None:
        return
    inner = {name for layer in LAYERS[: own_depth + 1] for name in layer}
    rooms = {room(name) for name in imported(path)} - {""}
    assert rooms <= inner, f"{own_room} imports from {sorted(rooms - inner)}"


@pytest.mark.parametrize("name", STANDARD_LIBRARY_ALONE)
def test_the_core_imports_the_standard_library_alone(name: str) -> None:
    paths = [PACKAGE / f"{name}.py"] if (PACKAGE / f"{name}.py").exists() else sorted((PACKAGE / name).rglob("*.py"))
    assert paths
    for path in paths:
        foreign = {n.split(".")[0] for n in imported(path)} - set(sys.stdlib_module_names) - {"xladdin", ""}
        assert not foreign, f"{path.name} imports {foreign}"


def test_xlwings_is_imported_by_the_hosts_rooms_alone() -> None:
    users = {
        path.relative_to(PACKAGE).with_suffix("").as_posix()
        for path in modules()
        if any(name.split(".")[0] == "xlwings" for name in imported(path))
    }
    assert users
    strangers = {user for user in users if not user.startswith(XLWINGS_ROOMS)}
    assert not strangers


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("xladdin.functions", ("openpyxl", "python_calamine", "lxml", "click", "rich", "numpy")),
        ("xladdin.replay", ("xlwings", "openpyxl", "python_calamine", "lxml", "click", "rich")),
        ("xladdin.commands.main", ("xlwings", "openpyxl", "python_calamine", "lxml", "rich", "xladdin.recalc")),
    ],
)
def test_heavy_packages_are_imported_where_they_are_used(module: str, heavy: tuple[str, ...]) -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", f"import {module}, sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    ).stdout.split()
    baseline = set()
    if module == "xladdin.functions":
        command = [sys.executable, "-c", "import xlwings, sys; print(*sys.modules)"]
        baseline = set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    assert module in loaded
    assert not (set(heavy) & set(loaded)) - baseline
