"""A file as bytes, and its text: encodings and ends of lines as people's programs have left them."""

import codecs
import stat
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from xladdin.errors import FileProblem, not_there

LARGEST_FILE = 64 << 20
"""The most bytes. A season of 20,000 games takes one million as text."""
LOOKED_AT = 1 << 16
"""The number of characters that show a format."""

ZIP, OLD_WORKBOOK, RICH_TEXT, PDF = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"{\\rtf", b"%PDF"
"""The first bytes of a file of each kind."""

_MARKS = {
    codecs.BOM_UTF8: ("utf-8-sig", "UTF-8"),
    codecs.BOM_UTF16_LE: ("utf-16", "UTF-16"),
    codecs.BOM_UTF16_BE: ("utf-16", "UTF-16"),
}
_WITHOUT_MARK = (("utf-8", "UTF-8"), ("cp1252", "Windows-1252"), ("latin-1", "ISO-8859-1"))
"""The order of encodings. Nearly every text that is not UTF-8 fails as UTF-8, and ISO-8859-1 never fails."""


@dataclass(frozen=True)
class Source:
    """A file to read: its name for messages, its bytes, and its folder, if it is in one."""

    name: str
    data: bytes
    folder: Path | None = None

    @property
    def is_workbook(self) -> bool:
        """Whether it begins as a workbook does, of this or the last century."""
        return self.data.startswith((ZIP, OLD_WORKBOOK))

    @property
    def text(self) -> str:
        """The file as text, with its own line ends. Raises FileProblem if it is no text."""
        return self._decoded[0]

    @property
    def encoding(self) -> str:
        """The encoding in which it was read, by the name that people know."""
        return self._decoded[1]

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, however they end."""
        return with_newlines(self.text).split("\n")

    @cached_property
    def first_lines(self) -> list[str]:
        """The lines at the beginning of the text, which show its format."""
        beginning = with_newlines(self.text[:LOOKED_AT]).split("\n")
        return beginning[:-1] if len(self.text) > LOOKED_AT and len(beginning) > 1 else beginning

    @cached_property
    def _decoded(self) -> tuple[str, str]:
        for beginning, what in ((RICH_TEXT, "a document of a word processor"), (PDF, "a PDF")):
            if self.data.startswith(beginning):
                raise FileProblem(f"{self.name}: is {what}. Save what it shows as plain text or as CSV.")
        mark = next((encoding for mark, encoding in _MARKS.items() if self.data.startswith(mark)), None)
        for encoding, known_as in (mark,) if mark else _WITHOUT_MARK:
            try:
                text = self.data.decode(encoding)
            except UnicodeDecodeError:
                continue
            if "\0" in text:
                break
            return text, known_as
        raise FileProblem(f"{self.name}: is not a text file")


def with_newlines(text: str) -> str:
    """The text with each line ended by LF, instead of CR, LF or both."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def open_source(path: Path) -> Source:
    """The file at a path. Raises FileProblem if there is none, or if its size makes no sense."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise FileProblem(f"{path}: is not a file but a folder or a device")
        if found.st_size > LARGEST_FILE:
            raise FileProblem(f"{path}: is larger than {LARGEST_FILE >> 20} MiB, more than files of games are")
        return Source(path.name, path.read_bytes(), path.parent)
    except FileNotFoundError:
        raise not_there(path) from None
    except (OSError, ValueError) as error:
        raise FileProblem(f"{path}: cannot be read ({error})") from None
