"""The names of the charts in a workbook file. A host tells them, and openpyxl does not read them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from xladdin.files.reading.club_file import open_club_file


def chart_names(path: Path) -> Mapping[str, Sequence[str]]:
    """Names of the charts of each sheet, in their order."""
    file = open_club_file(path)
    names: dict[str, list[str]] = {}
    for sheet, part in file.sheets.items():
        for drawing in file.package.related(part, "drawing").values():
            frames = re.findall(rb"graphicFrame[\s>].*?<(?:\w+:)?cNvPr\b([^<>]*)>", file.package.read(drawing), re.S)
            found = (re.search(rb'\bname="([^"]*)"', frame) for frame in frames)
            names.setdefault(sheet, []).extend(name[1].decode() for name in found if name)
    return names
