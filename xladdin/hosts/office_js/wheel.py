"""`xladdin wheel`: this very installation as a wheel file, for a computer that finds xladdin on no index.

The same installation gives the same bytes: members in order, and the earliest time that a zip archive holds. Source:
PEP 427 (the wheel), PEP 376 and the specification "Recording installed projects" (RECORD).
"""

import base64
import hashlib
import io
import re
import zipfile
from collections.abc import Collection
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import xladdin
from xladdin.errors import FileProblem
from xladdin.files.package import EARLIEST
from xladdin.files.safety.safekeeping import safely_create
from xladdin.workbook.macros.settings import WHEEL_NAME

DIST_INFO = f"xladdin-{xladdin.__version__}.dist-info"
_WHEEL = "Wheel-Version: 1.0\nGenerator: xladdin\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_METADATA = f"Metadata-Version: 2.4\nName: xladdin\nVersion: {xladdin.__version__}\nRequires-Dist: xlwings>=0.37.8\n"
"""The metadata for a source folder that nothing has installed."""


def wheel_bytes(leaving_out: Collection[str] = ()) -> bytes:
    """The wheel of the installed package: its files, its metadata, its command. `leaving_out` are its rooms."""
    root = Path(xladdin.__file__).parent
    left_out = {root / room for room in leaving_out}
    files = sorted(
        path
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and left_out.isdisjoint(path.parents)
    )
    members = {f"xladdin/{path.relative_to(root).as_posix()}": path.read_bytes() for path in files}
    members |= {f"{DIST_INFO}/{name}": text.encode() for name, text in _information().items()}
    record = "".join(f"{name},{_digest(content)},{len(content)}\n" for name, content in members.items())
    members[f"{DIST_INFO}/RECORD"] = f"{record}{DIST_INFO}/RECORD,,\n".encode()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in members.items():
            member = zipfile.ZipInfo(name, EARLIEST)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            member.create_system = 3  # permissions as above, on Windows too
            archive.writestr(member, content, compresslevel=9)
    return stream.getvalue()


def write_wheel(folder: Path) -> Path:
    """Writes the wheel into a folder and gives its path. Raises FileProblem if it cannot be written."""
    path = folder / WHEEL_NAME
    if path.is_file() and path.read_bytes() == wheel_bytes():
        return path
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem(f"{folder} cannot be made ({error.strerror}). Name a folder of your own.") from None
    safely_create(path, lambda target: target.write(wheel_bytes()))
    return path


def _information() -> dict[str, str]:
    """The files beside the package: what it needs, and its command."""
    try:
        found = distribution("xladdin")
        metadata = found.read_text("METADATA") or _METADATA
        commands = found.read_text("entry_points.txt") or ""
    except PackageNotFoundError:
        metadata, commands = _METADATA, "[console_scripts]\nxladdin = xladdin.__main__:main\n"
    metadata = re.sub(r"^Version: .*$", f"Version: {xladdin.__version__}", metadata, count=1, flags=re.MULTILINE)
    information = {"METADATA": metadata, "WHEEL": _WHEEL}
    return information | ({"entry_points.txt": commands} if commands else {})


def _digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
