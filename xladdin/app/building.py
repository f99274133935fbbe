"""`xladdin app`: one HTML file of the page, Python for the browser, and this very installation of xladdin.

Everything is inside the file, so that it opens from a disk without a network. Each large piece is packed with gzip and
written as base64 into a script element that no browser runs.
"""

import base64
import gzip
import hashlib
import html
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import xladdin
from xladdin.app.dependencies import Sources, run_program
from xladdin.files.package import EARLIEST
from xladdin.files.safe_write import safely_create

PAGE = Path(__file__).parent / "page"
SCRIPTS = ("engine.js", "disk.js", "draw.js", "forms.js", "moving_in.js", "club_views.js", "tonight_view.js",
           "pages_view.js", "more_view.js", "page.js")  # fmt: skip
"""The scripts in the order in which the one script of the page holds them."""
POLICY = (
    "default-src 'none'; script-src '{script}' 'wasm-unsafe-eval'; worker-src blob:; style-src '{style}'; "
    "img-src blob: data:; connect-src 'none'; form-action 'none'; base-uri 'none'"
)
"""The page may run its own script, style and worker. It may fetch and send nothing."""


def build_app(target: Path, sources: Sources) -> int:
    """Write the app into a new file and give its size [bytes]. Raises WorkbookError if a source is not there."""
    page = app_page(sources)
    safely_create(target, lambda stream: stream.write(page))
    return len(page)


def app_page(sources: Sources) -> bytes:
    """Return the whole page. The same sources give the same bytes."""
    script = "\n".join(_text(name) for name in SCRIPTS)
    style = _text("page.css")
    parts = {
        "policy": html.escape(POLICY.format(script=_digest(script), style=_digest(style))).replace("&#x27;", "'"),
        "version": xladdin.__version__,
        "style": style,
        "script": script,
        "pieces": "\n".join(_pieces(sources)),
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda found: parts[found[1]], _text("page.html")).encode()


def _pieces(sources: Sources) -> Iterator[str]:
    from xladdin.app.words import words_by_language
    from xladdin.systems import SYSTEMS

    systems = [(system.key, system.title, system.presets, system.logs) for system in SYSTEMS.values()]
    yield _data("systems", json.dumps(systems, ensure_ascii=False))
    yield _data("languages", json.dumps(words_by_language(), ensure_ascii=False))
    yield _data("lock", json.dumps(bare_lock(sources.read_pyodide("pyodide-lock.json"))))
    yield _packed("worker", worker_script(sources))
    yield _packed("wasm", sources.read_pyodide("pyodide.asm.wasm"))
    library, own = compiled(sources)
    yield _packed("library", library)
    yield _packed("packages", own)
    yield _packed("reader", sources.read_reader())


def worker_script(sources: Sources) -> bytes:
    """Pyodide and our worker as one classic script, since a browser starts no module worker from a disk.

    Pyodide refuses to run in a classic worker, which it knows by `importScripts`. It does not need that function.
    """
    engine = sources.read_pyodide("pyodide.asm.mjs").decode()
    engine = engine.replace("import.meta.url", '"blob:pyodide/"')
    engine = re.sub(r"export default (\w+);?\s*$", r"self.createPyodideModule = \1;", engine)
    loader = re.sub(r"//# sourceMappingURL=.*\s*$", "", sources.read_pyodide("pyodide.js").decode())
    refuse = 'self.importScripts = () => { throw new Error("nothing is fetched"); };'
    return "\n".join([refuse, loader, engine, _text("worker.js")]).encode()


def bare_lock(lock: bytes) -> Mapping[str, object]:
    """Pyodide's list of packages with none in it. It offers them from the network, and we bring our own."""
    return {**json.loads(lock), "packages": {}}


def compiled(sources: Sources) -> tuple[bytes, bytes]:
    """Python's library and `packages`, with byte code of what a recalculation loads. Needs Node.js."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "packages.zip").write_bytes(packages(sources.python_wheels()))
        (folder / "reader.whl").write_bytes(sources.read_reader())
        run_program("node", str(PAGE.parent / "compile.mjs"), str(sources.pyodide_folder.resolve()), name)
        return (folder / "library.zip").read_bytes(), (folder / "compiled.zip").read_bytes()


def packages(wheels: Iterable[Path]) -> bytes:
    """Return xladdin as it is installed here and the Python source of the wheels, as one uncompressed archive."""
    files = dict(_sources_of(Path(xladdin.__file__).parent))
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


def _sources_of(package: Path) -> Iterator[tuple[str, bytes]]:
    for path in package.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts and path.parent != PAGE and path.suffix != ".po":
            yield f"{package.name}/{path.relative_to(package).as_posix()}", path.read_bytes()


def _packed(name: str, content: bytes) -> str:
    return _data(name, base64.b64encode(gzip.compress(content, 9, mtime=0)).decode())


def _data(name: str, content: str) -> str:
    """Return a script element that holds data. It writes `<` within JSON so that no text ends the element."""
    return f'<script type="text/plain" id="piece-{name}">{content.replace("<", chr(92) + "u003c")}</script>'


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _text(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")
