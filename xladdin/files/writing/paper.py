"""The paper that the sheets of a workbook file are printed on."""

import re
from collections.abc import Iterable, Mapping
from functools import partial

from xladdin.files.package import with_changed
from xladdin.files.reading.club_file import ClubFile

_PAGE_SETUP = re.compile(rb"<(?:[\w.-]+:)?pageSetup\b[^<>]*>")
_SIZE = re.compile(rb"""(\bpaperSize\s*=\s*["'])([0-9]+)""")


def on_paper(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], paper: int, known: frozenset[int], witness: str
) -> dict[str, Iterable[bytes]]:
    """The parts of sheets, with those written again, set to another paper if the witness is not on it.

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
