"""Pin, fetch and check what xladdin.html is built from besides xladdin itself."""

import hashlib
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from xladdin.errors import WorkbookError
from xladdin.messages import msg

PYODIDE = "314.0.7"
PYTHON = "3.14"  # the Python that this Pyodide is
PYODIDE_ARCHIVE_HASH = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
# SHA-256 of each file of the npm package that the app holds, or that runs while the app is built.
PYODIDE_HASHES: Mapping[str, str] = {
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide.js": "3141b814715a72e59b51b1b18b9ceae5bf19f7c852417e431bb0a34feadf825c",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
READER_WHEEL = "python_calamine-0.9.1-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
# MarkupSafe publishes no pure wheel. The app leaves its compiled part out, so any platform's wheel serves.
MARKUPSAFE_WHEEL = "markupsafe-3.0.4-cp314-cp314-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl"
# SHA-256 of each wheel. Of all but the reader's the app takes the Python source alone.
WHEEL_HASHES: Mapping[str, str] = {
    "click-8.5.1-py3-none-any.whl": "8bb5376d2006950386f8c6427613334a2acadc5f559cb80e638d00b4df957e37",
    "et_xmlfile-2.0.0-py3-none-any.whl": "7a91720bc756843502c3b7504c77b8fe44217c85c537d85037f0f536151b2caa",
    "jinja2-3.1.6-py3-none-any.whl": "85ece4451f492d0c13c5dd7c13a64681a86afae63a5f347908daf103ce6d2f67",
    MARKUPSAFE_WHEEL: "a8e9f292fcda89b324f2f5c91d13f1424a153e40fc2756f38ee23b15835ff300",
    "networkx-3.7-py3-none-any.whl": "e3fd2c13a7814cee3746340d8d7f8598a67f16a58bf47fb7f8793fab6efca1b0",
    "openpyxl-3.1.5-py2.py3-none-any.whl": "5282c12b107bffeef825f4617dc029afaf41d0ea60823bbb665ef3079dc79de2",
    READER_WHEEL: "1f9a2f99d65f4cc647f3fc57ff80a2bb492bf8ce66a637b67064d1663697ae21",
}
TIMEOUT = 600  # seconds that npm, pip or node may take


@dataclass(frozen=True)
class Sources:
    """Folders with what the app is built from: the files of npm's package pyodide, and the wheels.

    Raises WorkbookError when a file is missing or differs from the one whose hash is pinned.
    """

    pyodide_folder: Path
    wheels_folder: Path

    def __post_init__(self) -> None:
        for name, expected in PYODIDE_HASHES.items():
            _validate_file(self.pyodide_folder / name, expected, f"the npm package pyodide {PYODIDE}")
        for name, expected in WHEEL_HASHES.items():
            _validate_file(self.wheels_folder / name, expected, "the wheels that `xladdin app` names")

    def read_pyodide(self, name: str) -> bytes:
        """Return the content of a file of Pyodide."""
        return (self.pyodide_folder / name).read_bytes()

    def read_reader(self) -> bytes:
        """Return the wheel of python-calamine for the browser."""
        return (self.wheels_folder / READER_WHEEL).read_bytes()

    def python_wheels(self) -> list[Path]:
        """Return the wheels of which the app takes the Python source."""
        return [self.wheels_folder / name for name in WHEEL_HASHES if name != READER_WHEEL]


def fetch_sources(folder: Path, pyodide: Path | None = None, wheels: Path | None = None) -> Sources:
    """Fetch into `folder` the sources that are not given, and check all of them.

    Raises WorkbookError when one cannot be fetched, is missing, or is not the pinned file.
    """
    return Sources(pyodide or fetch_pyodide(folder), wheels or fetch_wheels(folder))


def fetch_pyodide(folder: Path) -> Path:
    """Fetch the pinned Pyodide into `folder` with npm, and return the folder of its files."""
    archive = folder / f"pyodide-{PYODIDE}.tgz"
    run_program("npm", "pack", "--silent", "--pack-destination", str(folder), f"pyodide@{PYODIDE}")
    # The archive is checked before anything is unpacked from it.
    _validate_file(archive, PYODIDE_ARCHIVE_HASH, f"the npm package pyodide {PYODIDE}")
    with tarfile.open(archive) as members:
        members.extractall(folder, filter="data")
    return folder / "package"


def fetch_wheels(folder: Path) -> Path:
    """Fetch the pinned wheels into `folder` with pip, and return that folder. Wheels that lie there stay."""
    for wheel in WHEEL_HASHES:
        if (folder / wheel).is_file():
            continue
        name, version, _, abi, platforms = wheel.removesuffix(".whl").split("-")
        options = ["--only-binary", ":all:", "--no-deps", "--quiet", "--dest", str(folder)]
        # Pyodide's Python decides which version is allowed, not the Python that builds the app.
        options += ["--python-version", PYTHON]
        if abi != "none":
            options += ["--implementation", "cp", "--abi", abi]
            options += [f"--platform={platform}" for platform in platforms.split(".")]
        run_program(sys.executable, "-m", "pip", "download", *options, f"{name}=={version}")
    return folder


def run_program(*command: str) -> None:
    """Run npm, pip or node. Raises WorkbookError with the last line of its output when it fails."""
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=TIMEOUT)
    except FileNotFoundError:
        raise WorkbookError(
            msg("{command} is not installed. Install Node.js 20 or later, which brings it.", command=command[0])
        ) from None
    except subprocess.CalledProcessError as error:
        last_line = (error.stderr.strip() or "no reason given").splitlines()[-1]
        raise WorkbookError(
            msg(
                "{command} failed at {command2}: {last_line}.",
                command=command[0],
                command2=command[-1],
                last_line=last_line,
            )
        ) from None


def _validate_file(path: Path, expected: str, source: str) -> None:
    if not path.is_file():
        raise WorkbookError(msg("{path} is not there. Name the folder of {source}.", path=path, source=source))
    if hashlib.sha256(path.read_bytes()).hexdigest() != expected:
        raise WorkbookError(
            msg("{path} is not the expected file, and xladdin does not use it. Use {source}.", path=path, source=source)
        )
