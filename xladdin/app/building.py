"""Build xladdin.html, one HTML file with the page, Python for the browser, and this installation of xladdin.

The file opens from a disk without a network. Each large embedded file is compressed with gzip and written as base64
into a script element of a type that browsers do not run.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import io
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import xladdin
from xladdin.errors import WorkbookError
from xladdin.files.package import EARLIEST
from xladdin.files.safe_write import create_file
from xladdin.messages import msg

PAGE = Path(__file__).parent / "page"
# The scripts of the page, in the order in which they are concatenated.
SCRIPTS = ("engine.js", "disk.js", "draw.js", "forms.js", "import_view.js", "club_views.js", "tonight_view.js",
           "pages_view.js", "more_view.js", "page.js")  # fmt: skip
# The Content-Security-Policy: only the page's own script, style and worker run, and nothing is fetched or sent.
POLICY = (
    "default-src 'none'; script-src '{script}' 'wasm-unsafe-eval'; worker-src blob:; style-src '{style}'; "
    "img-src blob: data:; connect-src 'none'; form-action 'none'; base-uri 'none'"
)


def build_app(target: Path, sources: Sources) -> int:
    """Write the app into a new file and return its size [bytes]. Raises WorkbookError if a source is missing."""
    page = render_page(sources)
    create_file(target, lambda stream: stream.write(page))
    return len(page)


def render_page(sources: Sources) -> bytes:
    """Return the whole page. The same sources result in the same bytes."""
    script = "\n".join(_read_page_file(name) for name in SCRIPTS)
    style = _read_page_file("page.css")
    values = {
        "policy": html.escape(POLICY.format(script=_hash_source(script), style=_hash_source(style))).replace(
            "&#x27;", "'"
        ),
        "version": xladdin.__version__,
        "style": style,
        "script": script,
        "pieces": "\n".join(_render_data(sources)),
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda match: values[match[1]], _read_page_file("page.html")).encode()


def _render_data(sources: Sources) -> Iterator[str]:
    from xladdin.app.texts import build_translations
    from xladdin.systems import SYSTEMS

    systems = [(system.key, system.title, system.presets, system.log_kinds) for system in SYSTEMS.values()]
    yield _make_data_element("systems", json.dumps(systems, ensure_ascii=False))
    yield _make_data_element("languages", json.dumps(build_translations(), ensure_ascii=False))
    yield _make_data_element("lock", json.dumps(make_empty_lock(sources.read_pyodide("pyodide-lock.json"))))
    yield _pack("worker", build_worker_script(sources))
    yield _pack("wasm", sources.read_pyodide("pyodide.asm.wasm"))
    library, requirements = compile_packages(sources)
    yield _pack("library", library)
    yield _pack("packages", requirements)
    yield _pack("reader", sources.read_reader())


def build_worker_script(sources: Sources) -> bytes:
    """Return Pyodide and our worker as one classic script, since browsers start no module worker from a file on a disk.

    Pyodide refuses to run in a classic worker, which it detects by calling `importScripts`. So that function is
    replaced by one that throws.
    """
    engine = sources.read_pyodide("pyodide.asm.mjs").decode()
    engine = engine.replace("import.meta.url", '"blob:pyodide/"')
    engine = re.sub(r"export default (\w+);?\s*$", r"self.createPyodideModule = \1;", engine)
    loader = re.sub(r"//# sourceMappingURL=.*\s*$", "", sources.read_pyodide("pyodide.js").decode())
    refuse = 'self.importScripts = () => { throw new Error("nothing is fetched"); };'
    return "\n".join([refuse, loader, engine, _read_page_file("worker.js")]).encode()


def make_empty_lock(lock: bytes) -> Mapping[str, object]:
    """Return Pyodide's list of packages without any. It would fetch them, but the page has its own packages."""
    return {**json.loads(lock), "packages": {}}


def compile_packages(sources: Sources) -> tuple[bytes, bytes]:
    """Return the archives of Python's library with the requirements, and of xladdin, with byte code.

    It runs Pyodide with Node.js, since byte code of this Python would not load in another version.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "packages.zip").write_bytes(collect_packages(sources.source_wheels()))
        (folder / "reader.whl").write_bytes(sources.read_reader())
        run_program("node", str(PAGE.parent / "compile.mjs"), str(sources.pyodide_folder.resolve()), name)
        return (folder / "library.zip").read_bytes(), (folder / "compiled.zip").read_bytes()


def collect_packages(wheels: Iterable[Path]) -> bytes:
    """Return the installed xladdin and the Python source of the wheels, as one uncompressed archive."""
    files = dict(_iter_package_files(Path(xladdin.__file__).parent))
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as members:
            for name in members.namelist():
                if name.endswith((".py", ".typed")) and "/tests/" not in name:
                    files[name] = members.read(name)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, EARLIEST), content)
    return stream.getvalue()


def _iter_package_files(package: Path) -> Iterator[tuple[str, bytes]]:
    for path in package.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts and path.parent != PAGE and path.suffix != ".po":
            yield f"{package.name}/{path.relative_to(package).as_posix()}", path.read_bytes()


def _pack(name: str, content: bytes) -> str:
    return _make_data_element(name, base64.b64encode(gzip.compress(content, 9, mtime=0)).decode())


def _make_data_element(name: str, content: str) -> str:
    """Return a script element with data. `<` is escaped as in JSON, so that no text ends the element."""
    return f'<script type="text/plain" id="piece-{name}">{content.replace("<", chr(92) + "u003c")}</script>'


def _hash_source(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _read_page_file(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


PYODIDE = "314.0.7"
PYTHON = "3.14"  # the Python version of this Pyodide
PYODIDE_ARCHIVE_HASH = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
# SHA-256 of each file of the npm package that the app contains, or that is run to build it.
PYODIDE_HASHES: Mapping[str, str] = {
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide.js": "3141b814715a72e59b51b1b18b9ceae5bf19f7c852417e431bb0a34feadf825c",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
READER_WHEEL = "python_calamine-0.9.1-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
# MarkupSafe publishes no pure wheel. The app omits its compiled module, so the wheel of any platform can be used.
MARKUPSAFE_WHEEL = "markupsafe-3.0.4-cp314-cp314-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl"
# SHA-256 of each wheel. Except for the wheel of the reader, the app contains only the Python source.
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
    """The folders of the npm package pyodide and of the wheels, from which the app is built.

    Raises WorkbookError when a file is missing or differs from the one whose hash is pinned.
    """

    pyodide_folder: Path
    wheels_folder: Path

    def __post_init__(self) -> None:
        for name, expected in PYODIDE_HASHES.items():
            _validate_file(
                self.pyodide_folder / name, expected, msg("the npm package pyodide {version}", version=PYODIDE)
            )
        for name, expected in WHEEL_HASHES.items():
            _validate_file(self.wheels_folder / name, expected, msg("the required wheels"))

    def read_pyodide(self, name: str) -> bytes:
        """Return the content of a file of Pyodide."""
        return (self.pyodide_folder / name).read_bytes()

    def read_reader(self) -> bytes:
        """Return the wheel of python-calamine for the browser."""
        return (self.wheels_folder / READER_WHEEL).read_bytes()

    def source_wheels(self) -> list[Path]:
        """Return the wheels whose Python source the app contains."""
        return [self.wheels_folder / name for name in WHEEL_HASHES if name != READER_WHEEL]


def fetch_sources(folder: Path, pyodide: Path | None, wheels: Path | None) -> Sources:
    """Fetch the missing sources into `folder`, and check all of them.

    Raises WorkbookError when one cannot be fetched, is missing, or differs from the pinned file.
    """
    return Sources(pyodide or fetch_pyodide(folder), wheels or fetch_wheels(folder))


def fetch_pyodide(folder: Path) -> Path:
    """Fetch the pinned Pyodide into `folder` with npm, and return the folder of its files."""
    archive = folder / f"pyodide-{PYODIDE}.tgz"
    run_program("npm", "pack", "--silent", "--pack-destination", str(folder), f"pyodide@{PYODIDE}")
    # The archive is checked before anything is unpacked from it.
    _validate_file(archive, PYODIDE_ARCHIVE_HASH, msg("the npm package pyodide {version}", version=PYODIDE))
    with tarfile.open(archive) as members:
        members.extractall(folder, filter="data")
    return folder / "package"


def fetch_wheels(folder: Path) -> Path:
    """Fetch the pinned wheels into `folder` with pip, and return that folder. Existing wheels are kept."""
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
            msg("{command} is not installed. Install Node.js 20 or later, which includes it.", command=command[0])
        ) from None
    except subprocess.CalledProcessError as error:
        *_, last_line = error.stderr.strip().splitlines() or [msg("no reason given")]
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
        raise WorkbookError(msg("{path} does not exist. Give the folder of {source}.", path=path, source=source))
    if hashlib.sha256(path.read_bytes()).hexdigest() != expected:
        raise WorkbookError(
            msg("{path} is not the expected file, and xladdin does not use it. Use {source}.", path=path, source=source)
        )
