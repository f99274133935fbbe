"""On which pages the rows and columns of a sheet are printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from xladdin.files.package import with_changed
from xladdin.files.reading.club_file import ClubFile

_SETUP = re.compile(rb"<(?:([\w.-]+):)?pageSetup\b[^<>]*>")
_WIDE = re.compile(rb"""(\bfitToWidth\s*=\s*["'])[0-9]+""")
_ENDS = re.compile(rb"<(?:[\w.-]+:)?rowBreaks\b(?:[^<>]*/>|.*?</(?:[\w.-]+:)?rowBreaks>)", re.DOTALL)
_BEFORE_ENDS = re.compile(
    rb"<(?:([\w.-]+):)?(?:pageSetup\b[^<>]*>|headerFooter\b(?:[^<>]*/>|.*?</(?:[\w.-]+:)?headerFooter>))", re.DOTALL
)
"""What rowBreaks follow (ECMA-376 part 1, 18.3.1.99)."""


class Pages(NamedTuple):
    """wide: pages beside each other, None where that is not for us to say; ends: rows after which a page ends."""

    wide: int | None
    ends: Sequence[int]


def with_pages(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], sheets: Mapping[str, Pages]
) -> dict[str, Iterable[bytes]]:
    """Parts of sheets, those that are written again among them, set to their pages; a sheet that has them stays."""
    parts = dict(written)
    for sheet, pages in sheets.items():
        parts = with_changed(file.package, parts, file.sheets[sheet], partial(_set, pages=pages))
    return parts


def _set(sheet: bytes, pages: Pages) -> bytes:
    if pages.wide is not None:
        wide = b"%d" % pages.wide
        return _SETUP.sub(lambda tag: _WIDE.sub(lambda said: said[1] + wide, tag[0]), sheet)
    sheet = _ENDS.sub(b"", sheet)
    before = [*_BEFORE_ENDS.finditer(sheet)]
    if not pages.ends or not before:
        return sheet
    prefix = before[-1][1] + b":" if before[-1][1] else b""
    ends = b"".join(b'<%sbrk id="%d" max="16383" man="1"/>' % (prefix, row) for row in pages.ends)
    tag = b"%srowBreaks" % prefix
    said = b'<%s count="%d" manualBreakCount="%d">%s</%s>' % (tag, len(pages.ends), len(pages.ends), ends, tag)
    return sheet[: before[-1].end()] + said + sheet[before[-1].end() :]
