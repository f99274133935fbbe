"""Proof that the XML of a sheet is well-formed. Broken XML would only be broken further."""

from collections.abc import Callable
from xml.parsers import expat

from xladdin.files.package import Package
from xladdin.files.reading.plain_rows import without_plain_rows


def check_sound(package: Package, part: str, sheet: str, start: Callable[[str, dict[str, str]], None]) -> None:
    """Raises FileProblem if a sheet's XML is not well-formed. It calls `start` for every element."""
    proof = SoundProof(start)
    for piece in package.pieces(part):
        proof.take(piece)
    proof.check(package, sheet)


class SoundProof:
    """Proof that a sheet's XML is well-formed, while it is read for something else, whole rows at a time.

    Rows of plain shape are well-formed by themselves. The parser takes the rest, and twice as long for a row.
    """

    def __init__(self, start: Callable[[str, dict[str, str]], None] | None = None) -> None:
        """It calls `start` for every element. A ValueError of it counts as damage."""
        self.error: Exception | None = None
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = start
        self._parser.StartDoctypeDeclHandler = _refuse

    def take(self, piece: bytes) -> None:
        """Takes the next piece of the XML. After damage in earlier pieces it does not look at it."""
        self._parse(piece, False)

    def check(self, package: Package, sheet: str) -> None:
        """Raises FileProblem if the XML so far was damaged, or is not the whole."""
        self._parse(b"", True)
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
