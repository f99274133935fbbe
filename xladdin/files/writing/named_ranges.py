"""The cells that defined names of a workbook file refer to. All else in its XML stays byte for byte.

Source: ECMA-376 part 1, 18.2.5 (definedName).
"""

import re
from collections.abc import Iterable, Mapping

from xladdin.cells.addresses import CellRange
from xladdin.files.package import with_changed
from xladdin.files.reading.club_file import ClubFile
from xladdin.files.writing.sheet_patch import attributes_of, without_asides

_NAME = re.compile(rb"<(?:[\w.-]+:)?definedName(\s[^<>]*)>([^<]*)!([^<!]*)<")


def with_ranges(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], ranges: Mapping[str, CellRange]
) -> dict[str, Iterable[bytes]]:
    """The parts that are written again, and that of the workbook if a name has other cells on its own sheet."""

    def covering(xml: bytes) -> bytes:
        pieces, end = [], 0
        for found in _NAME.finditer(without_asides(xml)):
            attributes = attributes_of(found[1])
            cells = ranges.get(attributes.get(b"name", b"").decode())
            if cells is not None and b"localSheetId" not in attributes:
                pieces += [xml[end : found.start(3)], cells.absolute.encode()]
                end = found.end(3)
        return b"".join([*pieces, xml[end:]])

    return with_changed(file.package, written, {file.package.workbook_part: covering})
