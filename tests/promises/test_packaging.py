"""The wheel: what it holds, what it needs on each host, and that it works where somebody installs it."""

from __future__ import annotations

import sys
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.helpers.excel.pyodide import project_wheel
from tests.helpers.programs.finding import ROOT, run_program

BROWSER = {"sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project_wheel(tmp_path_factory.mktemp("wheel"))


def needed_on(host: dict[str, str], wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as package:
        (name,) = [name for name in package.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = HeaderParser().parsestr(package.read(name).decode())
    requirements = [Requirement(text) for text in metadata.get_all("Requires-Dist", [])]
    return {need.name for need in requirements if need.marker is None or need.marker.evaluate(host)}


def test_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    files = {path for path in (ROOT / "xladdin").rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    files = {path for path in files if path.suffix != ".po" and path.name != "build_catalogues.py"}
    with zipfile.ZipFile(wheel) as package:
        packed = {name for name in package.namelist() if ".dist-info/" not in name}
    compiled = {name for name in packed if "/compiled/" in name}
    assert packed - compiled == {path.relative_to(ROOT).as_posix() for path in files}
    assert len(compiled) == sum(path.suffix == ".j2" and "federation" not in path.parts for path in files)


def test_browser_host_needs_xlwings_alone(wheel: Path) -> None:
    assert needed_on(BROWSER, wheel) == {"xlwings"}


def test_a_catalogue_compiles_to_the_same_bytes_at_any_time_and_place(tmp_path: Path) -> None:
    """Babel writes the time into it. Pages note a digest of it, and would be drawn again after each installation."""
    (tmp_path / "fr" / "LC_MESSAGES").mkdir(parents=True)
    source, made = ROOT / "xladdin/locale/fr/LC_MESSAGES/xladdin.po", tmp_path / "fr/LC_MESSAGES/xladdin.mo"
    made.with_suffix(".po").write_bytes(source.read_bytes())
    code = "import pathlib, xladdin.locale.build_catalogues as own; own.LOCALE = pathlib.Path(); "
    compiled = []
    for zone in ("UTC", "Asia/Tokyo"):
        run_program(
            [sys.executable, "-c", f"{code}own.compile_catalogues()"],
            env={"TZ": zone, "PYTHONPATH": str(ROOT)},
            cwd=tmp_path,
        )
        compiled.append(made.read_bytes())
    assert compiled[0] == compiled[1]
