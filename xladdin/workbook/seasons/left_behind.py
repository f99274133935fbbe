"""Parts of an old workbook without a place in the new one. We name them, so that nobody loses them unseen."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from xladdin.cells.addresses import column_letters
from xladdin.cells.text import counted, is_blank, shown
from xladdin.errors import excerpt
from xladdin.files.reading.club_file import ClubFile
from xladdin.workbook.schema import RULES, START

_KINDS = (
    (re.compile(r"xl/(comments|threadedComments)"), "comments"),
    (re.compile(r"xl/(connections\.xml|queryTables/)"), "connections to data elsewhere"),
    (re.compile(r"customXml/"), "custom XML"),
    (re.compile(r"docProps/custom\.xml"), "custom properties"),
    (re.compile(r"docMetadata/"), "a sensitivity label"),
    (re.compile(r"xl/(media|embeddings|activeX|ctrlProps|diagrams)/"), "pictures and other objects"),
    (re.compile(r"xl/(pivotTables|pivotCache)/"), "pivot tables"),
    (re.compile(r"xl/(slicers|slicerCaches|timelines|timelineCaches)/"), "slicers"),
    (re.compile(r"xl/externalLinks/"), "links to other workbooks"),
    (re.compile(r"xl/vbaProject\.bin"), "macros"),
    (re.compile(r"xl/webextensions/"), "the pane of an add-in"),
)
"""Parts of a workbook file by their names, and people's words for them."""
_SPARKLINES, _SHAPES = b"sparklineGroup", re.compile(rb"<(?:\w+:)?(?:sp|pic|cxnSp|grpSp)[ >]")


def stays_behind(old: ClubFile, new: ClubFile) -> Iterator[str]:
    """A sentence for everything that only the old file keeps, and one for words typed on Start and on Rules."""
    parts = {kind for kind, what in _KINDS if any(kind.match(part) for part in old.package.members)}
    there = {kind for kind in parts if any(kind.match(part) for part in new.package.members)}
    found = [what for kind, what in _KINDS if kind in parts - there]
    if any(_SPARKLINES in old.package.read(part) for part in _below(old, "worksheets")):
        found.append("sparklines")
    if any(_SHAPES.search(old.package.read(part)) for part in _below(old, "drawings")):
        found.append("shapes and text boxes")
    if len(_below(old, "charts")) > len(_below(new, "charts")):
        found.append("charts of your own")
    if found:
        yield f"These stay in the old workbook: {', '.join(found)}."
    for sheet in (START, RULES):
        yield from _words_on(sheet, old, new)


def _below(file: ClubFile, folder: str) -> list[str]:
    return [
        part
        for part in file.package.members
        if PurePosixPath(part).parent.as_posix() == f"xl/{folder}" and part.endswith(".xml")
    ]


def _words_on(sheet: str, old: ClubFile, new: ClubFile) -> Iterator[str]:
    """The text of cells in which the new sheet has nothing. On Start it is below and beside our text."""
    ours = new.sheet_values(sheet)
    width, height = max(map(len, ours), default=0), len(ours)

    def is_ours(row: int, column: int) -> bool:
        if sheet == START:  # whose blank cells a recalculation fills
            return row < height and column < width
        return row < height and column < len(ours[row]) and not is_blank(ours[row][column])

    words = [
        (row, column, value)
        for row, cells in enumerate(old.sheet_values(sheet))
        for column, value in enumerate(cells)
        if isinstance(value, str) and not is_blank(value) and not is_ours(row, column)
    ]
    if words:
        row, column, value = words[0]
        more = f" and {counted(len(words) - 1, 'more cell')} there stay" if len(words) > 1 else " stays"
        yield f'"{excerpt(shown(value))}" in {sheet}, {column_letters(column + 1)}{row + 1},{more} in the old workbook.'
