"""VBA projects as others read them: olevba of oletools for source text, olefile for the compound file."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from struct import unpack_from

import olefile

with warnings.catch_warnings(action="ignore"):  # of the grammar that it builds for its analysis
    from oletools import olevba


def decompressed(data: bytes) -> bytes:
    return bytes(olevba.decompress_stream(bytearray(data)))


def module_sources(workbook: Path) -> dict[str, bytes]:
    """Return the source of every module of an .xlsm as olevba reads it, by stream, as bytes of code page 1252."""
    parser = olevba.VBA_Parser(str(workbook))
    try:
        return {path: code.encode("cp1252") for _, path, _, code in parser.extract_macros()}
    finally:
        parser.close()


def streams(project: bytes) -> dict[str, bytes]:
    """Return every stream of a compound file by its path, by olefile. Any defect that it notices is an error."""
    with olefile.OleFileIO(io.BytesIO(project), raise_defects=olefile.DEFECT_UNSURE) as file:
        if file.parsing_issues:
            raise AssertionError(f"olefile: {file.parsing_issues}")
        return {"/".join(path): file.openstream(path).read() for path in file.listdir()}


def records(dir_stream: bytes) -> list[tuple[int, bytes]]:
    read, position = [], 0
    while position < len(dir_stream):
        identifier, size = unpack_from("<HI", dir_stream, position)
        size += 2 if identifier == 0x0009 else 0  # PROJECTVERSION counts its minor version out
        read.append((identifier, dir_stream[position + 6 : position + 6 + size]))
        position += 6 + size
    return read
