"""A VBA project read back: its modules with their source, saved by any program. [MS-CFB], [MS-OVBA]."""

import re
import struct
from collections.abc import Iterator, Mapping

from xladdin.errors import FileProblem
from xladdin.vba.compound_reading import CompoundFile
from xladdin.vba.compression import CHUNK, SHORTEST_COPY
from xladdin.vba.project import CODE_PAGE, ENCODING, REFERENCES, Module, ModuleKind

USUAL_LIBRARIES = {"stdole", "Office", "VBA", "Excel", "MSForms"}
"""The libraries that Excel itself refers to. That of forms is also in projects without forms."""
UNREADABLE = "its macros are written in a way that xladdin does not know. Save it in Excel, and try again."


def read_modules(project: bytes) -> list[Module]:
    """The modules of xl/vbaProject.bin. Raises FileProblem if it is damaged."""
    declared, records, folder = _parts(project)
    try:
        return list(_modules(records, folder, set(re.findall(r"(?m)^Document=([^/\r\n]+)", declared))))
    except (KeyError, IndexError, ValueError, struct.error):
        raise FileProblem(UNREADABLE) from None


def refuse_what_is_lost(project: bytes) -> None:
    """Raises FileProblem if a project has more than modules, since `vba_project` would not write the rest again."""
    declared, records, _ = _parts(project)
    if "BaseClass=" in declared:
        raise FileProblem("its macros have forms of their own, which would be lost.")
    if any(kind == 0x0003 and data != struct.pack("<H", CODE_PAGE) for kind, data in records):
        raise FileProblem("its macros are written in letters of another code page, which would be lost.")
    foreign = {data.decode(ENCODING) for kind, data in records if kind == 0x0016} - USUAL_LIBRARIES - set(REFERENCES)
    if foreign:
        raise FileProblem(f"its macros use the libraries {', '.join(sorted(foreign))}, which would be lost.")


def _parts(project: bytes) -> tuple[str, list[tuple[int, bytes]], dict[str, bytes]]:
    """The declarations of a project, the records of its dir stream, and the streams beside that."""
    try:
        streams = dict(CompoundFile(project).streams())
        folder = {name.rpartition("/")[2]: data for name, data in streams.items() if name.startswith("VBA/")}
        return streams["PROJECT"].decode(ENCODING), list(_records(decompressed(folder["dir"]))), folder
    except (KeyError, IndexError, ValueError, struct.error):
        raise FileProblem(UNREADABLE) from None


def _modules(records: list[tuple[int, bytes]], folder: Mapping[str, bytes], documents: set[str]) -> Iterator[Module]:
    """2.3.4.2.3 PROJECTMODULES."""
    name = stream = description = ""
    offset = 0
    for kind, data in records:
        if kind == 0x0019:
            name, description = data.decode(ENCODING), ""
        elif kind == 0x001A:
            stream = data.decode(ENCODING)
        elif kind == 0x001C:
            description = data.decode(ENCODING)
        elif kind == 0x0031:
            (offset,) = struct.unpack("<I", data)
        elif kind in (0x0021, 0x0022):
            other = ModuleKind.DOCUMENT if name in documents else ModuleKind.CLASS
            source = decompressed(folder[stream][offset:]).decode(ENCODING)
            yield Module(name, ModuleKind.STANDARD if kind == 0x0021 else other, source, description)


def decompressed(container: bytes) -> bytes:
    """The content of a CompressedContainer: 2.4.1.3. Raises ValueError or IndexError if it is damaged."""
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
