"""Sheets of a workbook file that appear or are hidden. All else in its XML stays byte for byte.

Source: ECMA-376 part 1, 18.2.19 (sheet), 18.2.30 (workbookView), 18.3.1.87 (sheetView).
"""

import re
from collections.abc import Iterable, Mapping
from html import unescape

from xladdin.files.package import with_changed
from xladdin.files.reading.club_file import ClubFile

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
