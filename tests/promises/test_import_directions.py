"""The directions of imports: which room may know which, and that we import heavy packages where we use them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.promises.import_graph import imported

PACKAGE = Path(__file__).parents[2] / "xladdin"
CORE = (
    "messages", "errors", "cells", "languages", "model", "systems", "game_log", "replay", "statistics", "reports",
    "renderers",
)  # fmt: skip
_TO_REPORTS = {*CORE}
_TO_WORKBOOK = {*CORE, "pairing", "functions", "files", "vba", "importing", "workbook"}
_TO_HOSTS = {*_TO_WORKBOOK, "web_pages", "recalc", "next_round", "game_entry", "hosts", "macros", "samples"}
MAY_IMPORT: Mapping[str, set[str]] = {
    "messages": set(),
    "locale": set(),
    "errors": {"messages"},
    "cells": {"messages", "errors"},
    "languages": {"messages", "cells"},
    "model": {"messages", "errors", "cells"},
    "systems": {"messages", "errors", "cells", "model"},
    "game_log": {"messages", "errors", "cells", "model", "systems"},
    "replay": {"messages", "errors", "cells", "model", "systems", "game_log"},
    "pairing": {"messages", "errors", "cells", "model", "systems", "game_log", "replay"},
    "statistics": {"cells", "model", "systems", "game_log", "replay"},
    "reports": {"messages", "errors", "cells", "languages", "model", "systems", "game_log", "replay", "statistics"},
    "renderers": {"messages", "cells", "languages", "reports", "systems", "statistics"},
    "functions": _TO_REPORTS,
    "files": {"messages", "errors", "cells"},
    "vba": {"messages", "errors", "cells", "files"},
    "importing": {"messages", "errors", "cells", "model", "systems", "game_log", "files"},
    "workbook": _TO_WORKBOOK - {"workbook"},
    "web_pages": {*CORE, "files", "workbook"},
    "recalc": {*CORE, "workbook"},
    "next_round": {*CORE, "pairing", "workbook", "recalc"},
    "game_entry": {*CORE, "workbook", "recalc"},
    "samples": set(),
    "macros": _TO_HOSTS,
    "hosts": _TO_HOSTS,
    "federation": _TO_HOSTS,
    "commands": {*_TO_HOSTS, "federation", "commands", "app"},
    "app": {*_TO_HOSTS, "commands"},
    "__init__": {"api"},
    "api": _TO_HOSTS,
    "__main__": {"commands"},
}
"""The other rooms that each room may know. A room is a folder of the package, or a file beside the folders."""
STANDARD_LIBRARY_ALONE = (*CORE, "recalc", "samples")
WITH_LIBRARIES = {"renderers/web.py": {"jinja2", "markupsafe"}}
"""The libraries that a module of such a room imports where it uses them."""
XLWINGS_ROOMS = ("functions/registration", "macros", "workbook/macros", "hosts")

Sources = Mapping[str, str]
"""The text of each module of a package by its path: {"cells/table.py": ...}."""


@cache
def package() -> Sources:
    return {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}


def room_of(path: str) -> str:
    """Return the room of a module: cells/table.py -> cells, recalc.py -> recalc."""
    return path.partition("/")[0].removesuffix(".py")


def known(names: frozenset[str]) -> Iterator[str]:
    """Yield the room of each module of the package among imported names."""
    for name in names:
        own, _, rest = name.partition(".")
        if own == "xladdin" and rest and rest != "__version__":
            yield rest.partition(".")[0]


def faults(sources: Sources) -> list[str]:
    """Return every import that goes in a wrong direction, as "files/package.py: workbook"."""
    found = set()
    for path, source in sources.items():
        room = room_of(path)
        if room not in MAY_IMPORT and room != "__init__":
            found.add(f"{path}: is in a room of no known directions")
        elif room != "__init__":
            found |= {f"{path}: {other}" for other in {*known(imported(path, source))} - {room, *MAY_IMPORT[room]}}
    return sorted(found)


def files_known(path: str, sources: Sources) -> set[str]:
    """Return the files of the package that a module names in an import."""
    found = set()
    for name in imported(path, sources[path]):
        parts = name.split(".")[1:] if name.startswith("xladdin.") else []
        while parts:
            named = "/".join(parts)
            file = next((file for file in (f"{named}.py", f"{named}/__init__.py") if file in sources), None)
            if file is not None:
                found.add(file)
                break
            parts.pop()
    return found - {path}


def circles(sources: Sources) -> list[list[str]]:
    """Return files that import each other in a loop, even where they import late or for types alone."""
    knows = {path: files_known(path, sources) for path in sources}
    reached = {path: _reached(path, knows) for path in sources}
    loops = {tuple(sorted(other for other in reached[path] if path in reached[other])) for path in sources}
    return sorted(list(loop) for loop in loops if loop)


def _reached(path: str, knows: Mapping[str, set[str]]) -> set[str]:
    """Return every file that a file leads to. The file itself is among them only if another leads back to it."""
    found: set[str] = set()
    open_ends = list(knows[path])
    while open_ends:
        file = open_ends.pop()
        if file not in found:
            found.add(file)
            open_ends.extend(knows[file])
    return found


def strangers(sources: Sources) -> list[str]:
    """Return the modules of pure rooms that import more than the standard library, and xlwings outside its rooms."""
    found = []
    for path, source in sources.items():
        others = {name.split(".")[0] for name in imported(path, source, for_types=False)}
        foreign = others - set(sys.stdlib_module_names) - {"xladdin", ""}
        if room_of(path) == "functions":
            found += [f"{path}: {name}" for name in foreign - {"xlwings"}]
        if room_of(path) in STANDARD_LIBRARY_ALONE:
            found += [f"{path}: {name}" for name in foreign - WITH_LIBRARIES.get(path, set())]
        elif "xlwings" in foreign and not path.removesuffix(".py").startswith(XLWINGS_ROOMS):
            found.append(f"{path}: xlwings")
    return found


def test_nothing_points_back() -> None:
    assert faults(package()) == []


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circles(package()) == []


def test_the_core_imports_the_standard_library_alone_and_xlwings_is_for_hosts() -> None:
    assert strangers(package()) == []
    assert any("xlwings" in imported(path, source) for path, source in package().items())


HEAVY = ("openpyxl", "python_calamine", "lxml", "click", "rich", "numpy", "networkx", "jinja2")


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("xladdin.functions", HEAVY),
        ("xladdin.replay", ("xlwings", *HEAVY)),
        ("xladdin.recalc", ("xlwings", *HEAVY, "xladdin.workbook.report_sheets.filled")),
        ("xladdin.commands.main", ("xlwings", "openpyxl", "python_calamine", "lxml", "rich", "xladdin.recalc")),
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
