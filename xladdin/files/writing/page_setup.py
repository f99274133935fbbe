"""How the sheets of a workbook file are printed: the paper, the pages of rows and columns, and the title in footers."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from html import escape, unescape
from typing import NamedTuple

from xladdin.cells.numbers import LAST_COLUMN, LAST_ROW
from xladdin.files.package import with_changed
from xladdin.files.reading.club_file import ClubFile

_PAGE_SETUP = re.compile(rb"<(?:[\w.-]+:)?pageSetup\b[^<>]*>")
_SIZE = re.compile(rb"""(\bpaperSize\s*=\s*["'])([0-9]+)""")


def on_paper(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], paper: int, known: frozenset[int], witness: str
) -> dict[str, Iterable[bytes]]:
    """Return the parts of sheets, with those written again, set to another paper if the witness is not on it.

    `paper` is Excel's number of it. `known` are the papers that it may replace. Any other stays, such as a large one
    for a wall. `witness` is the sheet that shows whether anything needs changing, so that the others need not be read.
    """
    own = _paper_of(file.package.read(file.sheets[witness])) if witness in file.sheets else paper
    if own == paper or own not in known:
        return dict(written)
    replaced = partial(_replaced, paper=paper, others=known - {paper})
    return with_changed(file.package, written, dict.fromkeys(file.sheets.values(), replaced))


def _replaced(sheet: bytes, paper: int, others: frozenset[int]) -> bytes:
    if _paper_of(sheet) not in others:
        return sheet
    return _PAGE_SETUP.sub(lambda tag: _SIZE.sub(rb"\g<1>%d" % paper, tag[0]), sheet)


def _paper_of(sheet: bytes) -> int | None:
    found = _PAGE_SETUP.search(sheet)
    size = found and _SIZE.search(found[0])
    return int(size[2]) if size else None


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
    """Return the parts of sheets, with those written again, set to their pages. A sheet that has them stays."""
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
    """Return the element for the ends of pages. Each goes as far as a sheet does."""
    ends = b"".join(b'<%s id="%d" max="%d" man="1"/>' % (end, place, across - 1) for place in places)
    counted = b'<%s count="%d" manualBreakCount="%d">%s</%s>' % (tag, len(places), len(places), ends, tag)
    return counted if places else b""


_FOOTER = re.compile(rb"(<(?:[\w.-]+:)?oddFooter>)([^<]*)")
_OURS = re.compile(r'&L(?:&"[^"]*")?&[0-9]+ ?(?P<title>.*) · &A(?:&|$)', re.DOTALL)


LONGEST_TITLE = 100
"""The most characters of a title in a footer. A line has no room for more, and Excel takes 255 for the whole."""


def title_of_footer(title: str) -> str:
    """Return a title in the code of a footer, where & begins a code. A long one ends in dots."""
    kept, written = title, title.replace("&", "&&")
    while len(written.encode("utf-16-le", "surrogatepass")) // 2 > LONGEST_TITLE:
        kept = kept[:-1]
        written = f"{kept.rstrip()}…".replace("&", "&&")
    return written


def with_title(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], title: str, witness: str
) -> dict[str, Iterable[bytes]]:
    """Return the parts of sheets, with those written again, whose footers have another title than the witness had.

    `title` is the club's. `witness` is a sheet with a footer of ours, in which only the title is before its name. A
    footer without the old title before the sheet's name is the club's own, and stays.
    """
    found = _OURS.match(_footer_of(file.package.read(file.sheets[witness]))) if witness in file.sheets else None
    new = title_of_footer(title)
    if found is None or found["title"] == new:
        return dict(written)
    old = f"{found['title']} · &A"

    def titled(sheet: bytes) -> bytes:
        footer = _footer_of(sheet)
        if not re.search(rf"(?:^|[0-9] ?|· ){re.escape(old)}", footer):
            return sheet
        text = escape(footer.replace(old, f"{new} · &A", 1), quote=False).encode("ascii", "xmlcharrefreplace")
        return _FOOTER.sub(lambda tag: tag[1] + text, sheet, count=1)

    return with_changed(file.package, written, dict.fromkeys(file.sheets.values(), titled))


def _footer_of(sheet: bytes) -> str:
    """Return the text of a sheet's footer."""
    found = _FOOTER.search(sheet)
    return unescape(found[2].decode(errors="replace")) if found else ""
