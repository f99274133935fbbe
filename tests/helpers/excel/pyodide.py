"""Python in WebAssembly (Pyodide under Node, offline): what xlwings Lite is made of, without Excel."""

from __future__ import annotations

import atexit
import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.helpers.programs.finding import ROOT, TESTS, ProgramError, find_program, node_module, run_program
from tests.helpers.programs.kept_open import KeptOpen

PYTHON_IN_PYODIDE = "3.14"
"""The Python of Pyodide 314, which tests/package.json asks for."""


def run_in_pyodide(
    code: str,
    *,
    wheels: Sequence[Path] = (),
    arguments: object = None,
    env: Mapping[str, str] | None = None,
    package: str = "pyodide",
) -> Any:
    """Run Python code, which may await, with the wheels installed, and return the value of its last expression.

    One Pyodide stays open for all calls with the same wheels. What a call imports or patches, the next one finds, but
    none of its names. The code finds `arguments` under that name. They and the value must fit into JSON. `package` is
    the Node package of Pyodide. If the code raises, this fails with the traceback.
    """
    node_module(package)
    host = _host(package, tuple(wheels), tuple(sorted((env or {}).items())))
    with TemporaryDirectory() as folder:
        request, result = Path(folder, "request.json"), Path(folder, "result.json")
        request.write_text(json.dumps({"code": code, "arguments": arguments}), encoding="utf-8")
        answer = host.ask(json.dumps([str(request), str(result)]), 300)
        if answer != "done":
            outcome = result.read_text(encoding="utf-8") if result.exists() else "its host ended"
            raise ProgramError(f"Pyodide: {outcome}")
        return json.loads(result.read_text(encoding="utf-8"))


@cache
def _host(package: str, wheels: tuple[Path, ...], env: tuple[tuple[str, str], ...]) -> KeptOpen:
    program = TESTS / "helpers" / "excel" / "pyodide_host.mjs"
    host = KeptOpen([find_program("node"), program, package, json.dumps([*map(str, wheels)]), json.dumps(dict(env))])
    atexit.register(host.end)
    return host


def project_wheel(into: Path) -> Path:
    """Return the wheel of this checkout, built in the folder `into`."""
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", into, ROOT)
    (wheel,) = into.glob("xladdin-*.whl")
    return wheel


@cache
def pure_wheel(package: str) -> Path:
    """Return the pure Python wheel of a package in the version that is installed here. It is downloaded once."""
    folder = TESTS / ".wheels"
    name = f"{package}-{version(package)}-py3-none-any.whl"
    if not (folder / name).exists():
        options = ["--no-deps", "--only-binary=:all:", "--platform=any", f"--python-version={PYTHON_IN_PYODIDE}"]
        _pip("download", *options, "--dest", folder, f"{package}=={version(package)}")
    return folder / name


def _pip(*arguments: str | Path) -> None:
    run_program([sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments], timeout=300)
