"""The club's title in the footers of a workbook file, on each of our sheets when it is printed."""

import re
from collections.abc import Iterable, Mapping
from html import escape, unescape

from xladdin.files.package import with_changed
from xladdin.files.reading.club_file import ClubFile

_FOOTER = re.compile(rb"(<(?:[\w.-]+:)?oddFooter>)([^<]*)")
_OURS = re.compile(r'&L(?:&"[^"]*")?&[0-9]+ ?(?P<title>.*) · &A(?:&|$)', re.DOTALL)


LONGEST_TITLE = 100
"""The most characters of a title in a footer. A line has no room for more, and Excel takes 255 for the whole."""


def title_of_footer(title: str) -> str:
    """A title in the code of a footer, where & begins a code. A long one ends in dots."""
    kept, written = title, title.replace("&", "&&")
    while len(written.encode("utf-16-le", "surrogatepass")) // 2 > LONGEST_TITLE:
        kept = kept[:-1]
        written = f"{kept.rstrip()}…".replace("&", "&&")
    return written


def with_title(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], title: str, witness: str
) -> dict[str, Iterable[bytes]]:
    """The parts of sheets, with those written again, whose footers have another title than the witness had.

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
    """The text of a sheet's footer."""
    found = _FOOTER.search(sheet)
    return unescape(found[2].decode(errors="replace")) if found else ""
