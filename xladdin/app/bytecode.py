"""Which modules of the app are compiled, and how. It runs in the browser's own Python while the app is built.

Python starts in half the time if it need not compile first. But a compiled module is twice as large. So only those are
compiled that making and recalculating a club loads, and all others stay text.
"""

from __future__ import annotations

import io
import json
import py_compile
import sys
import zipfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from xladdin.files.package import EARLIEST


def library() -> bytes:
    """Python's own library as an archive."""
    (path,) = (Path(entry) for entry in sys.path if entry.endswith(".zip"))
    return _compiled(path.read_bytes(), path)


def own(packages: memoryview) -> bytes:
    """Return the archive of xladdin and what it needs, unpacked in a place where Python finds it."""
    import xladdin

    return _compiled(bytes(packages), Path(xladdin.__file__).parents[1])


def _compiled(archive: bytes, root: Path) -> bytes:
    loaded = _loaded()
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as source, zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as target:
        for name in sorted(name for name in source.namelist() if not name.endswith("/")):
            content = source.read(name)
            if name.endswith(".py") and str(root / name) in loaded:
                name, content = f"{name}c", _byte_code(name, content)
            target.writestr(zipfile.ZipInfo(name, EARLIEST), content)
    return stream.getvalue()


def _byte_code(name: str, source: bytes) -> bytes:
    with TemporaryDirectory() as folder:
        text, code = Path(folder, "module.py"), Path(folder, "module.pyc")
        text.write_bytes(source)
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(text), str(code), name, doraise=True, invalidation_mode=mode)
        return code.read_bytes()


@cache
def _loaded() -> frozenset[str | None]:
    """Return the files of all modules that are in use once a club is made and recalculated."""
    from xladdin.app.bridge import answer, club
    from xladdin.systems import SYSTEMS

    with TemporaryDirectory() as folder:
        book = str(Path(folder, "club.xlsx"))
        for words in (["new", next(iter(SYSTEMS)), book], ["recalc", book, "--dry-run"], ["recalc", book]):
            answer(json.dumps(words))
        club(book)
    specs = (getattr(module, "__spec__", None) for module in [*sys.modules.values()])
    return frozenset(spec.origin for spec in specs if spec is not None)
