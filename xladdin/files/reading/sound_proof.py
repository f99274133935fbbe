"""Proof that the XML of a sheet is well-formed: what is broken would only be broken further."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from xml.parsers import expat

from xladdin.files.package import Package


def _optional(**attributes: bytes) -> bytes:
    """Attributes in the order in which the standard has them; each may be missing."""
    return b"".join(rb'(?: %b="%b")?+' % (name.encode(), value) for name, value in attributes.items())


_WORD, _NUMBER = rb"[a-zA-Z0-9]*+", rb"[0-9.]*+"
_LETTERS = rb"[ -%'-;=?-~\x80-\xee\xf0-\xf4]*+"
_TEXT = rb"%b(?:&(?:lt|gt|amp|quot|apos);%b)*+" % (_LETTERS, _LETTERS)
"""Characters from blank to tilde and up to U+EFFF, and beyond U+FFFF: what is a character wherever it is (XML 1.0,
2.2), but for the marks of XML itself."""
_ROW = _optional(spans=rb"[0-9: ]*+", s=_NUMBER, customFormat=_WORD, ht=_NUMBER, hidden=_WORD, customHeight=_WORD,
                 outlineLevel=_NUMBER, collapsed=_WORD, thickTop=_WORD, thickBot=_WORD)  # fmt: skip
_FORMULA = _optional(t=_WORD, aca=_WORD, ref=rb"[A-Z0-9:]*+", ca=_WORD, si=_NUMBER)
_PLAIN_ROW = (
    rb'<row r="[0-9]++"%b(?: x14ac:dyDescent="[0-9.]*+")?+>(?:<c r="[A-Z]++[0-9]++"%b(?:/>|>'
    rb'(?:<f%b(?:/>|>%b</f>))?+(?:<v>%b</v>|<is><t(?: xml:space="preserve")?+>%b</t></is>)?+</c>))*+</row>'
    % (_ROW, _optional(s=_NUMBER, t=_WORD), _FORMULA, _TEXT, _TEXT, _TEXT)
)
"""A row as most programs write it (ECMA-376, 18.3.1.73, 18.3.1.4 and 18.3.1.40)."""


def without_plain_rows(text: bytes) -> bytes:
    """XML without the rows that are well-formed by themselves."""
    try:
        text.decode()
    except UnicodeDecodeError:
        return text
    return _plain_row().sub(b"", text)


@cache
def _plain_row() -> re.Pattern[bytes]:
    if sys.version_info >= (3, 11):
        return re.compile(_PLAIN_ROW)
    return re.compile(re.sub(rb"([*+?])\+", rb"\1", _PLAIN_ROW))  # without the possessive, which only saves time


def check_sound(
    package: Package, part: str, sheet: str, start: Callable[[str, dict[str, str]], None] | None = None
) -> None:
    """Raises FileProblem where a sheet's XML is not well-formed. start: what is called for every element."""
    proof = SoundProof(start)
    for _ in proof.of(package.pieces(part)):
        if proof.error is not None:
            break
    proof.check(package, sheet)


class SoundProof:
    """Proof that a sheet's XML is well-formed, while it is read for something else, whole rows at a time.

    Rows of plain shape are so by themselves. What is left is the parser's, which takes twice as long for a row.
    """

    def __init__(self, start: Callable[[str, dict[str, str]], None] | None = None) -> None:
        """start: what is called for every element; a ValueError of it counts as damage."""
        self.error: Exception | None = None
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = start
        self._parser.StartDoctypeDeclHandler = _refuse

    def of(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The pieces of the XML as they come; where they prove to be damaged, the rest is not looked at."""
        for piece in pieces:
            self._parse(piece, False)
            yield piece
        self._parse(b"", True)

    def check(self, package: Package, sheet: str) -> None:
        """Raises FileProblem where what has come was damaged."""
        if self.error is not None:
            raise package.problem(
                f"its sheet {sheet} is damaged ({self.error}). Open it in Excel or LibreOffice, repair, and save it."
            ) from None

    def _parse(self, piece: bytes, is_last: bool) -> None:
        if self.error is None:
            try:
                self._parser.Parse(piece if self._parser.StartElementHandler else without_plain_rows(piece), is_last)
            except (expat.ExpatError, ValueError) as error:
                self.error = error


def _refuse(*_: object) -> None:
    raise ValueError("a document type")
