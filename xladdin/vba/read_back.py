"""The modules of a VBA project that any program saved. olefile reads the compound file; [MS-OVBA] is what it holds."""

import io
import re
import struct
from collections.abc import Iterator

import olefile

from xladdin.errors import FileProblem
from xladdin.vba.compression import CHUNK, SHORTEST_COPY
from xladdin.vba.project import ENCODING

_UNREADABLE = "its macros are written in a way that xladdin does not know. Save it in Excel, and try again."


def read_project(project: bytes) -> tuple[dict[str, str], list[str]]:
    """Return the source of each module of xl/vbaProject.bin by its name, and the names of its forms.

    The text is read as the usual code page of Windows: it is compared, and never written again.

    Raises:
        FileProblem: The project is damaged.
    """
    try:
        with olefile.OleFileIO(io.BytesIO(project)) as container:
            declared = container.openstream("PROJECT").read().decode(ENCODING, "replace")
            # 2.3.1.7 ProjectDesignerModule
            return dict(_read_modules(container)), re.findall(r"(?m)^BaseClass=([^\r\n]+)", declared)
    except (OSError, KeyError, IndexError, ValueError, struct.error):
        raise FileProblem(_UNREADABLE) from None


def _read_modules(container: olefile.OleFileIO) -> Iterator[tuple[str, str]]:
    """Yield the name and source of each module: 2.3.4.2.3 PROJECTMODULES."""
    name = stream = ""
    for kind, data in _records(decompressed(container.openstream("VBA/dir").read())):
        if kind == 0x0019:
            name = data.decode(ENCODING, "replace")
        elif kind == 0x0032:
            stream = data.decode("utf-16-le")
        elif kind == 0x0031:
            # The compiled code that Excel keeps is before this place.
            (offset,) = struct.unpack("<I", data)
            source = container.openstream(["VBA", stream]).read()[offset:]
            yield name, decompressed(source).decode(ENCODING, "replace")


def decompressed(container: bytes) -> bytes:
    """Return the content of a CompressedContainer: 2.4.1.3. Raise ValueError or IndexError if it is damaged."""
    if container[:1] != b"\x01":
        raise ValueError("no compressed container")
    text, at = bytearray(), 1
    while at < len(container):
        (header,) = struct.unpack_from("<H", container, at)
        end, start = min(at + (header & 0xFFF) + 3, len(container)), len(text)
        at += 2
        if not header & 0x8000:
            text += container[at : at + CHUNK]
            at = end
            continue
        while at < end:
            flags = container[at]
            at += 1
            for bit in range(8):
                if at >= end:
                    break
                if not flags >> bit & 1:
                    text.append(container[at])
                    at += 1
                    continue
                (token,) = struct.unpack_from("<H", container, at)
                at += 2
                offset_bits = max((len(text) - start - 1).bit_length(), 4)
                back = (token >> 16 - offset_bits) + 1
                if back > len(text):
                    raise ValueError("a copy of what is not there")
                for _ in range((token & 0xFFFF >> offset_bits) + SHORTEST_COPY):
                    text.append(text[-back])
    return bytes(text)


def _records(stream: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + 6 <= len(stream):
        kind, size = struct.unpack_from("<HI", stream, at)
        size += 2 if kind == 0x0009 else 0  # PROJECTVERSION counts its minor version out
        yield kind, stream[at + 6 : at + 6 + size]
        at += 6 + size
