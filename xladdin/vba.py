"""Build and read VBA projects without Excel, and build the buttons that run their macros.

A project is built from source text in the format of [MS-OVBA], to whose sections the numbers in this module refer. An
.xlsm file stores it as xl/vbaProject.bin. The streams have no compiled code ("performance cache"), which the
specification does not allow other programs to write. Excel compiles the modules when they first run.
"""

from __future__ import annotations

import io
import re
import struct
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from xladdin.errors import WorkbookError
from xladdin.files.compound_file import build_compound_file
from xladdin.messages import msg

if TYPE_CHECKING:
    import olefile

SHAPES_PER_SHEET = 1024
# The gap between a button and the left edge of its cells [pixels].
GAP = 4
# The number of the first shape of a sheet. The numbers of the first sheet begin at 1025, and openpyxl numbers the
# shapes of notes from 1026.
FIRST_SHAPE = 2001

_SHAPE_TYPE = """\
<v:shapetype id="_x0000_t201" coordsize="21600,21600" o:spt="201" path="m,l,21600r21600,l21600,xe">
<v:stroke joinstyle="miter"/>
<v:path shadowok="f" o:extrusionok="f" strokeok="f" fillok="f" o:connecttype="rect"/>
<o:lock v:ext="edit" shapetype="t"/>
</v:shapetype>
"""
_NUMBER = re.compile(rb"""(?:id|spid)=["']_x0000_s([0-9]+)["']""")
_MACRO = re.compile(rb"<(?:[\w.-]+:)?FmlaMacro>\s*\[0\]!(?:ClubMacros\.)?(\w+)\s*</")
# The namespaces of the shapes by prefix. A part from another program may use the same namespaces with other prefixes.
_PREFIXES = {
    b"v": b"urn:schemas-microsoft-com:vml",
    b"o": b"urn:schemas-microsoft-com:office:office",
    b"x": b"urn:schemas-microsoft-com:office:excel",
}


@dataclass(frozen=True)
class Button:
    """A button over a range of cells, such as "B8:C9", that runs a macro without arguments of the same workbook."""

    caption: str
    macro: str
    cells: str


def build_drawing(buttons: Sequence[Button], sheet: int) -> bytes:
    """Return the VML part of a sheet with buttons, which are not printed.

    `sheet` is the number of the sheet, from 1, among those with drawings. Each has 1024 numbers for its shapes.
    """
    first = FIRST_SHAPE + (sheet - 1) * SHAPES_PER_SHEET
    return f"""\
<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" \
xmlns:x="urn:schemas-microsoft-com:office:excel">
<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="{sheet}"/></o:shapelayout>
{_SHAPE_TYPE}{_format_shapes(buttons, first)}</xml>
""".encode()


def add_buttons(drawing: bytes, buttons: Sequence[Button]) -> bytes:
    """Return the VML part of a sheet, which may have notes and other controls, with buttons added.

    Raises:
        ValueError: The part has an unknown format.
    """
    end = drawing.rfind(b"</xml>")
    numbers = [int(number) for number in _NUMBER.findall(drawing)]
    if end < 0 or not numbers:
        raise ValueError("a drawing without a shape")
    shape_type = b"" if b'id="_x0000_t201"' in drawing else _SHAPE_TYPE.encode()
    extended = drawing[:end] + shape_type + _format_shapes(buttons, max(numbers)).encode() + drawing[end:]
    missing = [item for item in _PREFIXES.items() if b"xmlns:%b=" % item[0] not in drawing]
    return extended.replace(b"<xml", b"<xml" + b"".join(b' xmlns:%b="%b"' % item for item in missing), 1)


def list_macros(drawing: bytes) -> set[str]:
    """Return the macros that the buttons of a VML part run."""
    return {macro.decode() for macro in _MACRO.findall(drawing)}


def _format_shapes(buttons: Sequence[Button], last_number: int) -> str:
    return "".join(
        _format_shape(last_number + number, number, button) for number, button in enumerate(buttons, start=1)
    )


def _format_shape(shape: int, number: int, button: Button) -> str:
    # Excel positions a control by its anchor. The style must have a size, but Excel ignores it.
    style = f"position:absolute;margin-left:0;margin-top:0;width:96pt;height:24pt;z-index:{number};"
    return f"""\
<v:shape id="_x0000_s{shape}" type="#_x0000_t201" alt={quoteattr(button.caption)} \
style="{style}mso-wrap-style:tight" \
o:button="t" fillcolor="buttonFace [67]" strokecolor="windowText [64]" o:insetmode="auto">
<v:fill color2="buttonFace [67]" o:detectmouseclick="t"/>
<o:lock v:ext="edit" rotation="t"/>
<v:textbox style="mso-direction-alt:auto" o:singleclick="f"><div style="text-align:center">\
<font face="Calibri" size="220" color="#000000">{escape(button.caption)}</font></div></v:textbox>
<x:ClientData ObjectType="Button">
<x:Anchor>{_format_anchor(button.cells)}</x:Anchor>
<x:PrintObject>False</x:PrintObject>
<x:AutoFill>False</x:AutoFill>
<x:FmlaMacro>[0]!{escape(button.macro)}</x:FmlaMacro>
<x:TextHAlign>Center</x:TextHAlign>
<x:TextVAlign>Center</x:TextVAlign>
</x:ClientData>
</v:shape>
"""


def _format_anchor(cells: str) -> str:
    """Return the anchor of a shape over a range of cells: column, pixels, row and pixels of both corners.

    It has a gap on the left, so that adjacent buttons do not look like one.
    """
    from openpyxl.utils.cell import range_boundaries

    left, top, right, bottom = range_boundaries(cells)
    return f"{left - 1}, {GAP}, {top - 1}, 0, {right}, 0, {bottom}, 0"


CODE_PAGE = 1252
ENCODING = "cp1252"
PROJECT_NAME = "VBAProject"
PROJECT_ID = "{7F3E5A0C-9B1D-4C55-8A2E-5D0B6C4E1F27}"  # the same in every workbook, since nothing refers to it
ENGLISH = 0x0409
WINDOWS_64 = 3

# The type libraries that every project of Excel refers to, by their names (2.1.1.8 LibidReference).
REFERENCES = {
    "stdole": r"*\G{00020430-0000-0000-C000-000000000046}#2.0#0#C:\Windows\System32\stdole2.tlb#OLE Automation",
    "Office": r"*\G{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}#2.0#0#"
    r"C:\Program Files\Common Files\Microsoft Shared\OFFICE16\MSO.DLL#Microsoft Office 16.0 Object Library",
}

PROTECTION_VERSION = 2
_UNREADABLE = msg("its macros are written in a way that xladdin does not know. Save it in Excel, and try again.")

IDENTIFIER = re.compile(r"[A-Za-z]\w{0,30}", re.ASCII)


class ModuleKind(Enum):
    """The types of modules, by their declarations in the PROJECT stream (2.3.1.3)."""

    DOCUMENT = "Document"
    STANDARD = "Module"
    CLASS = "Class"


@dataclass(frozen=True)
class Module:
    """A module. Its source is that of the module stream: attribute lines first, and every line ends with CR LF."""

    name: str
    kind: ModuleKind
    source: str
    description: str = ""


def build_vba_project(modules: Sequence[Module]) -> bytes:
    """Return the bytes of xl/vbaProject.bin with some modules. The result is deterministic.

    Raises:
        ValueError: A name is invalid or occurs twice, or a source cannot be encoded in code page 1252 or has lines that
            do not end with CR LF.
    """
    names: set[str] = set()
    for module in modules:
        _validate_module(module, names)
    streams = {module.name: compress(module.source.encode(ENCODING)) for module in modules}
    return build_compound_file(
        {
            "PROJECT": _build_project_stream(modules).encode(ENCODING),
            "PROJECTwm": _build_name_map(modules),
            "VBA": {
                # 2.3.4.1 _VBA_PROJECT: a version that no Excel has, so that Excel reads the source.
                "_VBA_PROJECT": struct.pack("<HHBH", 0x61CC, 0xFFFF, 0, 1),
                "dir": compress(_build_dir_stream(modules)),
                **streams,
            },
        }
    )


def _validate_module(module: Module, names: set[str]) -> None:
    if not IDENTIFIER.fullmatch(module.name):
        raise ValueError(f"{module.name!r} cannot name a VBA module: a letter, then letters, digits or _, at most 31")
    if module.name.upper() in names:
        raise ValueError(f"two VBA modules are named {module.name}")
    names.add(module.name.upper())
    if re.search(r"\r(?!\n)|(?<!\r)\n", module.source) or not module.source.endswith("\r\n"):
        raise ValueError(f"the VBA module {module.name} has lines that do not end with CR LF")
    try:
        module.source.encode(ENCODING)
    except UnicodeEncodeError as error:
        raise ValueError(
            f"the VBA module {module.name} holds {module.source[error.start]!r}, which code page {CODE_PAGE} has not"
        ) from None


def _build_project_stream(modules: Sequence[Module]) -> str:
    """Return the PROJECT stream (2.3.1): properties of the project, the host, and a closed window for each module."""
    protection = [encrypt(data, PROJECT_ID, seed, 7) for data, seed in ((bytes(4), 7), (b"\0", 14), (b"\xff", 21))]
    lines = [
        f'ID="{PROJECT_ID}"',
        *(_format_declaration(module) for module in modules),
        f'Name="{PROJECT_NAME}"',
        'HelpContextID="0"',
        'VersionCompatible32="393222000"',
        f'CMG="{protection[0]}"',  # 2.3.1.15: nobody protected it
        f'DPB="{protection[1]}"',  # 2.3.1.16: no password
        f'GC="{protection[2]}"',  # 2.3.1.17: visible
        "",
        "[Host Extender Info]",
        "&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000",
        "",
        "[Workspace]",
        *(f"{module.name}=0, 0, 0, 0, C" for module in modules),
    ]
    return "".join(f"{line}\r\n" for line in lines)


def _format_declaration(module: Module) -> str:
    suffix = "/&H00000000" if module.kind is ModuleKind.DOCUMENT else ""
    return f"{module.kind.value}={module.name}{suffix}"


def _build_name_map(modules: Sequence[Module]) -> bytes:
    """Return the PROJECTwm stream (2.3.3): the name of each module in the code page and in UTF-16."""
    names = (f"{module.name}\0" for module in modules)
    return b"".join(name.encode(ENCODING) + name.encode("utf-16-le") for name in names) + b"\0\0"


def _build_dir_stream(modules: Sequence[Module]) -> bytes:
    """Return the dir stream (2.3.4.2): information about the project, its references, and its modules."""
    information = [
        _build_record(0x0001, struct.pack("<I", WINDOWS_64)),
        _build_record(0x0002, struct.pack("<I", ENGLISH)),
        _build_record(0x0014, struct.pack("<I", ENGLISH)),
        _build_record(0x0003, struct.pack("<H", CODE_PAGE)),
        _build_record(0x0004, PROJECT_NAME.encode(ENCODING)),
        _build_text(0x0005, 0x0040, ""),  # description
        _build_record(0x0006, b""),  # help file, twice
        _build_record(0x003D, b""),
        _build_record(0x0007, struct.pack("<I", 0)),  # help topic
        _build_record(0x0008, struct.pack("<I", 0)),  # library flags
        struct.pack("<HIIH", 0x0009, 4, 1, 0),  # version 1.0
        _build_text(0x000C, 0x003C, ""),  # constants of conditional compilation
    ]
    references = [_build_reference(name, library) for name, library in REFERENCES.items()]
    counts = [
        _build_record(0x000F, struct.pack("<H", len(modules))),
        _build_record(0x0013, struct.pack("<H", 0xFFFF)),  # cookie: 0xFFFF on write
    ]
    return b"".join([*information, *references, *counts, *map(_build_module, modules), _build_record(0x0010, b"")])


def _build_reference(name: str, library: str) -> bytes:
    """Return the record of a reference to a type library (2.3.4.2.2.5 REFERENCEREGISTERED), after that of its name."""
    identifier = library.encode(ENCODING)
    return _build_text(0x0016, 0x003E, name) + _build_record(
        0x000D, struct.pack("<I", len(identifier)) + identifier + struct.pack("<IH", 0, 0)
    )


def _build_module(module: Module) -> bytes:
    """Return the record of a module (2.3.4.2.3.2 MODULE)."""
    kind = 0x0021 if module.kind is ModuleKind.STANDARD else 0x0022
    return b"".join(
        [
            _build_text(0x0019, 0x0047, module.name),
            _build_text(0x001A, 0x0032, module.name),  # the stream is named as the module
            _build_text(0x001C, 0x0048, module.description),
            _build_record(0x0031, struct.pack("<I", 0)),  # source from the first byte of the stream
            _build_record(0x001E, struct.pack("<I", 0)),  # help topic
            _build_record(0x002C, struct.pack("<H", 0xFFFF)),  # cookie: 0xFFFF on write
            _build_record(kind, b""),
            _build_record(0x002B, b""),
        ]
    )


def _build_record(identifier: int, data: bytes) -> bytes:
    return struct.pack("<HI", identifier, len(data)) + data


def _build_text(identifier: int, unicode_identifier: int, text: str) -> bytes:
    """Return the records of a text, in the code page and in UTF-16."""
    return _build_record(identifier, text.encode(ENCODING)) + _build_record(
        unicode_identifier, text.encode("utf-16-le")
    )


def encrypt(data: bytes, project_id: str, seed: int, ignored: int) -> str:
    """Return an Encrypted Data Structure (2.4.3.1) in hexadecimal digits.

    It protects nothing: a project without a password also states its protection in this format.

    Args:
        data: Data to encode.
        project_id: CLSID of the project with its braces.
        seed: Any byte.
        ignored: Any byte, with which the bytes that a reader skips are filled.
    """
    key = sum(project_id.encode("ascii")) & 0xFF
    result = [seed, seed ^ PROTECTION_VERSION, seed ^ key]
    last_plain = key
    skipped_bytes = bytes([ignored] * ((seed & 6) // 2))
    for plain in skipped_bytes + len(data).to_bytes(4, "little") + data:
        result.append(plain ^ (result[-2] + last_plain & 0xFF))
        last_plain = plain
    return bytes(result).hex().upper()


def read_project(project: bytes) -> tuple[dict[str, str], list[str]]:
    """Return the source of each module of xl/vbaProject.bin by its name, and the names of its forms.

    The text is decoded by code page 1252, even if the project has another one, because it is only compared.

    Raises:
        WorkbookError: The project is damaged.
    """
    import olefile  # imported here, because Pyodide does not have it and never reads a project

    try:
        with olefile.OleFileIO(io.BytesIO(project)) as container:
            project_text = container.openstream("PROJECT").read().decode(ENCODING, "replace")
            # 2.3.1.7 ProjectDesignerModule
            return dict(_read_modules(container)), re.findall(r"(?m)^BaseClass=([^\r\n]+)", project_text)
    except (OSError, KeyError, IndexError, ValueError, struct.error):
        raise WorkbookError(_UNREADABLE) from None


def _read_modules(container: olefile.OleFileIO) -> Iterator[tuple[str, str]]:
    """Yield the name and source of each module: 2.3.4.2.3 PROJECTMODULES."""
    name = stream = ""
    for kind, data in _iter_records(decompress(container.openstream("VBA/dir").read())):
        if kind == 0x0019:
            name = data.decode(ENCODING, "replace")
        elif kind == 0x0032:
            stream = data.decode("utf-16-le")
        elif kind == 0x0031:
            # The compiled code precedes this offset of the stream.
            (offset,) = struct.unpack("<I", data)
            source = container.openstream(["VBA", stream]).read()[offset:]
            yield name, decompress(source).decode(ENCODING, "replace")


def _iter_records(stream: bytes) -> Iterator[tuple[int, bytes]]:
    offset = 0
    while offset + 6 <= len(stream):
        kind, size = struct.unpack_from("<HI", stream, offset)
        size += 2 if kind == 0x0009 else 0  # PROJECTVERSION counts its minor version out
        yield kind, stream[offset + 6 : offset + 6 + size]
        offset += 6 + size


CHUNK = 4096
SHORTEST_COPY = 3


def compress(data: bytes) -> bytes:
    """Return a CompressedContainer (2.4.1) with `data`.

    All chunks are compressed. [MS-OVBA] allows a raw chunk where compression makes it longer, but Excel does not load
    source from one. Source text never needs one.

    Raises:
        ValueError: A chunk would be longer when compressed.
    """
    return b"\x01" + b"".join(_compress_chunk(data[offset : offset + CHUNK]) for offset in range(0, len(data), CHUNK))


def _compress_chunk(chunk: bytes) -> bytes:
    tokens = _build_tokens(chunk)
    body = bytearray()
    for start in range(0, len(tokens), 8):
        sequence = tokens[start : start + 8]
        body.append(sum(1 << bit for bit, token in enumerate(sequence) if len(token) == 2))
        body += b"".join(sequence)
    if len(body) > CHUNK:
        raise ValueError("data without repetition cannot be stored in a VBA project: only program text can")
    # 2.4.1.1.5: flag 1 (compressed), signature 0b011, and the size of header and body less 3.
    return struct.pack("<H", 0xB000 | len(body) - 1) + body


def _build_tokens(chunk: bytes) -> list[bytes]:
    """Return the tokens of a chunk: literal tokens of one byte, and copy tokens of two bytes."""
    tokens: list[bytes] = []
    offsets: defaultdict[bytes, list[int]] = defaultdict(list)
    offset = 0
    while offset < len(chunk):
        offset_bits = max((offset - 1).bit_length(), 4)  # 2.4.1.3.19.1 CopyToken Help
        longest = min((0xFFFF >> offset_bits) + SHORTEST_COPY, len(chunk) - offset)
        start, length = _find_match(chunk, offset, offsets[chunk[offset : offset + SHORTEST_COPY]], longest)
        if length >= SHORTEST_COPY:
            tokens.append(struct.pack("<H", offset - start - 1 << 16 - offset_bits | length - SHORTEST_COPY))
        else:
            length = 1
            tokens.append(chunk[offset : offset + 1])
        for skipped in range(offset, offset + length):
            offsets[chunk[skipped : skipped + SHORTEST_COPY]].append(skipped)
        offset += length
    return tokens


def _find_match(chunk: bytes, offset: int, candidates: list[int], longest: int) -> tuple[int, int]:
    """Return the start and length of the longest repetition, the nearest of equal ones (2.4.1.3.19.4 Matching)."""
    best, length = 0, 0
    for start in reversed(candidates):
        if length == longest:
            break
        if chunk[start + length] != chunk[offset + length]:
            continue
        size = 0
        while size < longest and chunk[start + size] == chunk[offset + size]:
            size += 1
        if size > length:
            best, length = start, size
    return best, length


def decompress(container: bytes) -> bytes:
    """Return the content of a CompressedContainer (2.4.1.3).

    Raises:
        ValueError: The container is damaged.
        IndexError: The container is truncated.
    """
    if container[:1] != b"\x01":
        raise ValueError("no compressed container")
    text, offset = bytearray(), 1
    while offset < len(container):
        (header,) = struct.unpack_from("<H", container, offset)
        end, start = min(offset + (header & 0xFFF) + 3, len(container)), len(text)
        offset += 2
        if not header & 0x8000:
            text += container[offset : offset + CHUNK]
            offset = end
            continue
        while offset < end:
            flags = container[offset]
            offset += 1
            for bit in range(8):
                if offset >= end:
                    break
                if not flags >> bit & 1:
                    text.append(container[offset])
                    offset += 1
                    continue
                (token,) = struct.unpack_from("<H", container, offset)
                offset += 2
                offset_bits = max((len(text) - start - 1).bit_length(), 4)
                distance = (token >> 16 - offset_bits) + 1
                if distance > len(text):
                    raise ValueError("a copy of what is not there")
                for _ in range((token & 0xFFFF >> offset_bits) + SHORTEST_COPY):
                    text.append(text[-distance])
    return bytes(text)
