"""Python in WebAssembly (Pyodide under Node, offline): what xlwings Lite is made of, without Excel."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.helpers.programs.finding import ROOT, TESTS, find_program, node_module, run_program

PYTHON_IN_PYODIDE = "3.14"
"""The Python of Pyodide 314, which tests/package.json asks for."""


def run_in_pyodide(
    code: str,
    *,
    wheels: Sequence[Path] = (),
    arguments: object = None,
    env: Mapping[str, str] | None = None,
    package: str = "pyodide",
    timeout: float = 300,
) -> Any:
    """Runs Python code, which may await, with the wheels installed, and gives the value of its last expression.

    The code finds `arguments` under that name. They and the value must fit into JSON. `package` is the Node package of
    Pyodide. If the code raises, this fails with the traceback.
    """
    node_module(package)
    request = {
        "package": package,
        "code": code,
        "wheels": [str(wheel) for wheel in wheels],
        "arguments": arguments,
        "env": dict(env or {}),
    }
    with TemporaryDirectory() as folder:
        request_file, result_file = Path(folder, "request.json"), Path(folder, "result.json")
        request_file.write_text(json.dumps(request), encoding="utf-8")
        host = TESTS / "helpers" / "excel" / "pyodide_host.mjs"
        run_program([find_program("node"), host, request_file, result_file], timeout=timeout)
        return json.loads(result_file.read_text(encoding="utf-8"))


def project_wheel(into: Path) -> Path:
    """The wheel of this checkout, built in the folder `into`."""
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", into, ROOT)
    (wheel,) = into.glob("xladdin-*.whl")
    return wheel


@cache
def pure_wheel(package: str) -> Path:
    """The pure Python wheel of a package in the version that is installed here. We download it once, then keep it."""
    folder = TESTS / ".wheels"
    name = f"{package}-{version(package)}-py3-none-any.whl"
    if not (folder / name).exists():
        options = ["--no-deps", "--only-binary=:all:", "--platform=any", f"--python-version={PYTHON_IN_PYODIDE}"]
        _pip("download", *options, "--dest", folder, f"{package}=={version(package)}")
    return folder / name


def _pip(*arguments: str | Path) -> None:
    run_program([sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments], timeout=300)
