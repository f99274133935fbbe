"""Sheets that appear or are hidden, and the cells that defined names refer to. All else in the XML stays byte for byte.

Source: ECMA-376 part 1, 18.2.5 (definedName), 18.2.19 (sheet), 18.2.30 (workbookView), 18.3.1.87 (sheetView).
"""

import re
from collections.abc import Iterable, Mapping
from html import escape, unescape

from xladdin.cells.addresses import CellRange, area_name, split_areas
from xladdin.files.package import with_changed
from xladdin.files.reading.club_file import ClubFile
from xladdin.files.writing.sheet_patch import attributes_of, without_asides

_DEFINED_NAME = re.compile(rb"<(?:[\w.-]+:)?definedName(\s[^<>]*)>([^<]*)<")


def with_ranges(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], ranges: Mapping[str, CellRange]
) -> dict[str, Iterable[bytes]]:
    """Return the parts that are written again, and that of the workbook if a name has other cells on its own sheet."""
    names = {name.partition("#")[0] for name in ranges}

    def covering(xml: bytes) -> bytes:
        pieces, end = [], 0
        for found in _DEFINED_NAME.finditer(without_asides(xml)):
            attributes = attributes_of(found[1])
            name = attributes.get(b"name", b"").decode()
            if name not in names or b"localSheetId" in attributes:
                continue
            areas = split_areas(unescape(xml[found.start(2) : found.end(2)].decode()))
            for number, area in enumerate(areas, 1):
                if (cells := ranges.get(area_name(name, number))) is not None:
                    areas[number - 1] = f"{area.rpartition('!')[0]}!{cells.absolute}"
            pieces += [xml[end : found.start(2)], escape(",".join(areas), quote=False).encode()]
            end = found.end(2)
        return b"".join([*pieces, xml[end:]])

    return with_changed(file.package, written, {file.package.workbook_part: covering})


_SHEET = re.compile(rb"<(?:[\w.-]+:)?sheet\s[^<>]*>")
_NAME = re.compile(rb"""\sname\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_STATE = re.compile(rb"""\sstate\s*=\s*["'][^"']*["']""")
_ACTIVE = re.compile(rb"""(\sactiveTab\s*=\s*["'])([0-9]+)""")
_SELECTED = re.compile(rb"""\stabSelected\s*=\s*["'][^"']*["']""")


def with_sheet_states(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], shown: Mapping[str, bool]
) -> dict[str, Iterable[bytes]]:
    """Return the parts to write again, and that of the workbook with these sheets shown or hidden.

    Where the sheet that is open would be hidden, the first one is open instead.
    """
    hidden_parts: list[str] = []

    def change(xml: bytes) -> bytes:
        names: list[str] = []
        visible: list[bool] = []

        def change_sheet(tag: re.Match[bytes]) -> bytes:
            match = _NAME.search(tag[0])
            names.append(unescape((match[1] or match[2] or b"").decode()) if match else "")
            state = _STATE.search(tag[0])
            visible.append(shown.get(names[-1], state is None or b"visible" in state[0]))
            if names[-1] not in shown:
                return tag[0]
            plain = _STATE.sub(b"", tag[0])
            end = len(plain) - (2 if plain.endswith(b"/>") else 1)
            return plain if visible[-1] else plain[:end].rstrip() + b' state="hidden"' + plain[end:]

        def change_active(view: re.Match[bytes]) -> bytes:
            position = int(view[2])
            if position >= len(names) or shown.get(names[position], True) or not any(visible):
                return view[0]
            hidden_parts.append(file.sheets[names[position]])
            return view[1] + b"%d" % visible.index(True)

        return _ACTIVE.sub(change_active, _SHEET.sub(change_sheet, xml))

    parts = with_changed(file.package, written, {file.package.workbook_part: change})
    return with_changed(file.package, parts, dict.fromkeys(hidden_parts, lambda xml: _SELECTED.sub(b"", xml, count=1)))
