"""The pages on which the rows and columns of a sheet are printed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from xladdin.cells.limits import LAST_COLUMN, LAST_ROW
from xladdin.files.package import with_changed
from xladdin.files.reading.club_file import ClubFile

_SETUP = re.compile(rb"<(?:([\w.-]+):)?pageSetup\b[^<>]*>")
_SCALE = re.compile(rb"""\s(?:scale|fitToWidth|fitToHeight)\s*=\s*["'][0-9]*["']""")
_FITTED = re.compile(rb"""(\bfitToPage\s*=\s*["'])[a-z0-9]+""")
_SIDE = re.compile(rb"""(\borientation\s*=\s*["'])[a-z]+""")
_ROW_ENDS, _COLUMN_ENDS = (
    re.compile(rb"<(?:[\w.-]+:)?%s\b(?:[^<>]*/>|.*?</(?:[\w.-]+:)?%s>)" % (tag, tag), re.DOTALL)
    for tag in (b"rowBreaks", b"colBreaks")
)
_BEFORE_ENDS = re.compile(
    rb"<(?:([\w.-]+):)?(?:pageSetup\b[^<>]*>|headerFooter\b(?:[^<>]*/>|.*?</(?:[\w.-]+:)?headerFooter>))", re.DOTALL
)
"""The elements that come before rowBreaks (ECMA-376 part 1, 18.3.1.99)."""


class Pages(NamedTuple):
    """`row_ends` and `column_ends` are the last rows and columns of pages.

    `scale` is in per cent. Excel fits a single page itself. If it is 0, scale, side and columns stay as they are.
    """

    row_ends: Sequence[int]
    scale: int = 0
    on_its_side: bool = False
    column_ends: Sequence[int] = ()


def with_pages(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], sheets: Mapping[str, Pages]
) -> dict[str, Iterable[bytes]]:
    """The parts of sheets, with those written again, set to their pages. A sheet that has them stays."""
    changes = {file.sheets[sheet]: partial(_set, pages=pages) for sheet, pages in sheets.items()}
    return with_changed(file.package, written, changes)


def _set(sheet: bytes, pages: Pages) -> bytes:
    if pages.scale:
        is_fitted = not (pages.row_ends or pages.column_ends)
        sheet = _SETUP.sub(partial(_scaled, pages=pages), _FITTED.sub(rb"\g<1>%d" % is_fitted, sheet))
        sheet = _COLUMN_ENDS.sub(b"", sheet)
    sheet = _ROW_ENDS.sub(b"", sheet)
    before = [*_BEFORE_ENDS.finditer(sheet)]
    if not before:
        return sheet
    end, prefix = before[-1].end(), before[-1][1] + b":" if before[-1][1] else b""
    said = _ends(prefix + b"rowBreaks", prefix + b"brk", pages.row_ends, LAST_COLUMN)
    said += _ends(prefix + b"colBreaks", prefix + b"brk", pages.column_ends, LAST_ROW)
    return sheet[:end] + said + sheet[end:]


def _scaled(tag: re.Match[bytes], pages: Pages) -> bytes:
    side = b"landscape" if pages.on_its_side else b"portrait"
    said = _SIDE.sub(rb"\g<1>" + side, _SCALE.sub(b"", tag[0]))
    return said.replace(b"pageSetup", b'pageSetup scale="%d"' % pages.scale, 1)


def _ends(tag: bytes, end: bytes, places: Sequence[int], across: int) -> bytes:
    """The element for the ends of pages. Each goes as far as a sheet does."""
    ends = b"".join(b'<%s id="%d" max="%d" man="1"/>' % (end, place, across - 1) for place in places)
    counted = b'<%s count="%d" manualBreakCount="%d">%s</%s>' % (tag, len(places), len(places), ends, tag)
    return counted if places else b""
