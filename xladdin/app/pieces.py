"""What the app is built from besides xladdin itself: versions and hashes, each said once, and where to fetch them."""

import hashlib
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

from xladdin.errors import FileProblem

PURE_PACKAGES = ("click", "openpyxl", "et-xmlfile", "jinja2", "markupsafe", "networkx")
"""Packages without compiled parts, as they are installed beside xladdin."""
PYODIDE = "314.0.7"
READER = "python-calamine"
READER_VERSION = "0.9.1"
READER_WHEEL = f"python_calamine-{READER_VERSION}-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
READER_TAGS = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp",
               "--abi", "cp314")  # fmt: skip
HASHES = {
    f"pyodide-{PYODIDE}.tgz": "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    READER_WHEEL: "1f9a2f99d65f4cc647f3fc57ff80a2bb492bf8ce66a637b67064d1663697ae21",
}
"""The SHA-256 of each fetched file."""
_LONGEST = 600
"""The most seconds that a program may take."""


@dataclass(frozen=True)
class Sources:
    """Where the pieces are: `pyodide_folder` has npm's package pyodide, and `wheels` the reader's wheel."""

    pyodide_folder: Path
    wheels: Path

    def pyodide(self, name: str) -> bytes:
        """A file of Pyodide."""
        return _read(self.pyodide_folder / name, f"the npm package pyodide {PYODIDE}")

    def reader(self) -> bytes:
        """The wheel of python-calamine for the browser."""
        return _read(self.wheels / READER_WHEEL, f"the wheel of {READER} {READER_VERSION} for the browser")


def fetched(folder: Path, pyodide: Path | None = None, wheels: Path | None = None) -> Sources:
    """The sources. It fetches those that are not given into a folder. Raises FileProblem if it cannot get one."""
    return Sources(pyodide or fetch_pyodide(folder), wheels or fetch_reader(folder))


def fetch_pyodide(folder: Path) -> Path:
    """Fetches Pyodide into a folder, and gives the folder of its files there."""
    archive = f"pyodide-{PYODIDE}.tgz"
    run_program("npm", "pack", "--silent", "--pack-destination", str(folder), f"pyodide@{PYODIDE}")
    _check(folder / archive)
    with tarfile.open(folder / archive) as members:
        members.extractall(folder, filter="data")
    return folder / "package"


def fetch_reader(folder: Path) -> Path:
    """Fetches the wheel of python-calamine for the browser into a folder, and gives that folder."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:")
    run_program(*pip, *READER_TAGS, "--dest", str(folder), f"{READER}=={READER_VERSION}")
    _check(folder / READER_WHEEL)
    return folder


def run_program(*command: str) -> None:
    """Runs npm, pip or node. If it fails, raises FileProblem with the last line of its output."""
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=_LONGEST)
    except FileNotFoundError:
        raise FileProblem(f"{command[0]} is not installed. Install Node.js 20 or later, which brings it.") from None
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip() or "no reason given").splitlines()[-1]
        raise FileProblem(f"{command[0]} failed at {command[-1]}: {last}.") from None


def _check(path: Path) -> None:
    if hashlib.sha256(path.read_bytes()).hexdigest() != HASHES[path.name]:
        raise FileProblem(f"{path.name} is not the expected file, and xladdin does not use it. Try again later.")


def _read(path: Path, what: str) -> bytes:
    if not path.is_file():
        raise FileProblem(f"{path} is not there. Name the folder of {what}.")
    return path.read_bytes()
