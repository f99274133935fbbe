"""The pages on which the rows and columns of a sheet are printed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from xladdin.files.package import with_changed
from xladdin.files.reading.club_file import ClubFile

_SETUP = re.compile(rb"<(?:([\w.-]+):)?pageSetup\b[^<>]*>")
_WIDE = re.compile(rb"""(\bfitToWidth\s*=\s*["'])[0-9]+""")
_SIDE = re.compile(rb"""(\borientation\s*=\s*["'])[a-z]+""")
_ENDS = re.compile(rb"<(?:[\w.-]+:)?rowBreaks\b(?:[^<>]*/>|.*?</(?:[\w.-]+:)?rowBreaks>)", re.DOTALL)
_BEFORE_ENDS = re.compile(
    rb"<(?:([\w.-]+):)?(?:pageSetup\b[^<>]*>|headerFooter\b(?:[^<>]*/>|.*?</(?:[\w.-]+:)?headerFooter>))", re.DOTALL
)
"""The elements that come before rowBreaks (ECMA-376 part 1, 18.3.1.99)."""


class Pages(NamedTuple):
    """`wide` counts pages beside each other, or is None if we do not decide it. `ends` are the last rows of pages.

    `on_their_side` says how pages beside each other are.
    """

    wide: int | None
    on_their_side: bool
    ends: Sequence[int]


def with_pages(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], sheets: Mapping[str, Pages]
) -> dict[str, Iterable[bytes]]:
    """The parts of sheets, with those written again, set to their pages. A sheet that has them stays."""
    changes = {file.sheets[sheet]: partial(_set, pages=pages) for sheet, pages in sheets.items()}
    return with_changed(file.package, written, changes)


def _set(sheet: bytes, pages: Pages) -> bytes:
    if pages.wide is not None:
        wide, side = b"%d" % pages.wide, b"landscape" if pages.on_their_side else b"portrait"
        return _SETUP.sub(lambda tag: _SIDE.sub(rb"\1" + side, _WIDE.sub(rb"\g<1>" + wide, tag[0])), sheet)
    sheet = _ENDS.sub(b"", sheet)
    before = [*_BEFORE_ENDS.finditer(sheet)]
    if not pages.ends or not before:
        return sheet
    prefix = before[-1][1] + b":" if before[-1][1] else b""
    ends = b"".join(b'<%sbrk id="%d" max="16383" man="1"/>' % (prefix, row) for row in pages.ends)
    tag = b"%srowBreaks" % prefix
    said = b'<%s count="%d" manualBreakCount="%d">%s</%s>' % (tag, len(pages.ends), len(pages.ends), ends, tag)
    return sheet[: before[-1].end()] + said + sheet[before[-1].end() :]
