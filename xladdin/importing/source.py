"""A file as bytes, and its text in the encoding that people's programs have left it in."""

from __future__ import annotations

import codecs
import hashlib
import re
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from xladdin.errors import FileProblem, not_there
from xladdin.importing.questions import Answers, Question

LARGEST_FILE = 64 << 20
"""The most bytes. A season of 20,000 games takes one million as text."""
LOOKED_AT = 1 << 16
"""The number of characters that show a format."""
MOST_WORDS = 200
"""The most distinct words with other letters than English that are looked at to recognise an encoding."""

ZIP, OLD_WORKBOOK, RICH_TEXT, PDF = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"{\\rtf", b"%PDF"
"""The first bytes of a file of each kind."""
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
ENCODINGS = {
    "utf-8-sig": "UTF-8", "utf-8": "UTF-8", "utf-16": "UTF-16", "utf-8 twice": "UTF-8 that was encoded twice",
    "cp1252": "Windows-1252", "cp1250": "Windows-1250", "cp1251": "Windows-1251", "cp1254": "Windows-1254",
    "cp1253": "Windows-1253", "cp1257": "Windows-1257", "mac_roman": "Macintosh", "koi8_r": "KOI8-R",
    "shift_jis": "Shift JIS", "gbk": "GBK", "big5": "Big5", "euc_kr": "EUC-KR",
}  # fmt: skip
"""The encodings that are tried, by their names in Python, with the names that people know."""
_COMMON = {
    "cp1252": "éèêëàâäöüßçñáíóúøåæïîôûùÄÖÜÉÈÀÇØÅœ’ÍÓÚÁÑ–½", "cp1250": "łńśźżąęćčřšžěůťďőűáíéýóúŁŚŻČŘŠŽ",
    "cp1254": "şığçöüŞİĞ", "mac_roman": "éèêëàâäöüßçñáíóúøåæïîôûùÄÖÜÉÈÀÇØÅœ", "cp1257": "āčēģīķļņšūžąęėįųŠŽ",
}  # fmt: skip
"""The letters that names of the languages of an encoding have most."""
_OTHERS_LIKELY = 0.7
"""The rank of an encoding of one script, whose letters tell less about it."""
_WORD = re.compile(r"[^\s;,|\"\t]*[^\x00-\x7f][^\s;,|\"\t]*")
_FOREIGN_LINE = re.compile(rb"[^\r\n]*[\x80-\xff][^\r\n]*")
_TWICE = re.compile("[ÃÂÄÅ][\x80-\xbf€-™]")


class Decoding(NamedTuple):
    """A plausible encoding of some bytes, and words that show whether it is the right one."""

    encoding: str
    words: Sequence[str]


@dataclass(frozen=True)
class Source:
    """A file to read: its name for messages, its bytes, its folder if it is in one, and the encoding that was told."""

    name: str
    data: bytes
    folder: Path | None = None
    told: str = ""

    @property
    def is_workbook(self) -> bool:
        """Whether it begins as a workbook does, of this or the last century."""
        return self.data.startswith((ZIP, OLD_WORKBOOK))

    @cached_property
    def text(self) -> str:
        """The file as text, with its own line ends. Raises FileProblem if it is no text."""
        encoding = self._decoding.encoding
        if encoding == "utf-8 twice":
            return self.data.decode("utf-8").encode("cp1252").decode("utf-8")
        text = self.data.decode(encoding, "replace")
        if "\0" in text:
            raise FileProblem(f"{self.name}: is not a text file")
        return text

    @property
    def encoding(self) -> str:
        """The encoding in which it was read, by the name that people know."""
        return ENCODINGS[self._decoding.encoding]

    @property
    def is_certain(self) -> bool:
        """Whether no encoding had to be recognised by its words."""
        return not self.decodings[0].words

    @cached_property
    def digest(self) -> str:
        """A short digest of the bytes, under which answers about this very file are kept."""
        return hashlib.sha256(self.data).hexdigest()[:12]

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
    def decodings(self) -> list[Decoding]:
        """The plausible texts, the likeliest first. Raises FileProblem if it is no text."""
        for beginning, what in ((RICH_TEXT, "a document of a word processor"), (PDF, "a PDF")):
            if self.data.startswith(beginning):
                raise FileProblem(f"{self.name}: is {what}. Save what it shows as plain text or as CSV.")
        found = _decodings(self.data)
        if not found:
            raise FileProblem(f"{self.name}: is not a text file")
        return found

    @cached_property
    def _decoding(self) -> Decoding:
        return next((one for one in self.decodings if one.encoding == self.told), self.decodings[0])


def with_encoding(source: Source, answers: Answers) -> Source:
    """Return the source in its encoding. Asks for it, with names as samples, if several are plausible."""
    if source.is_workbook or len(source.decodings) < 2:
        return source
    choices = [(one.encoding, f"{ENCODINGS[one.encoding]}: {'; '.join(one.words[:8])}") for one in source.decodings]
    default = "utf-8 twice" if choices[0][0] == "utf-8 twice" else ""
    text = f"{source.name}: which line shows the names as they are?"
    question = Question(("source", "encoding"), text, choices, default)
    told = answers.ask(question, f"encoding of {source.name.rpartition('.')[2].lower()}")
    return replace(source, told=told)


def with_newlines(text: str) -> str:
    """Return the text with each line ended by LF, instead of CR, LF or both."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def open_source(path: Path) -> Source:
    """Open the file at a path. Raises FileProblem if there is none, or if its size makes no sense."""
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


def _decodings(data: bytes) -> list[Decoding]:
    """Decode bytes in every plausible way, the likeliest first. Only a text of one byte a letter leaves a choice."""
    mark = next((encoding for mark, encoding in _MARKS.items() if data.startswith(mark)), None)
    text = _decoded(data, mark or "utf-8")
    if text is not None:
        if not mark and _TWICE.search(text):
            with suppress(UnicodeError):
                repaired = text.encode("cp1252").decode("utf-8")
                return [Decoding("utf-8 twice", _words(repaired)), Decoding("utf-8", _words(text))]
        return [Decoding(mark or "utf-8", ())]
    if mark or b"\0" in data:
        return []
    lines = _FOREIGN_LINE.findall(data)
    sample = b"\n".join(line[:LOOKED_AT] for line in lines[:MOST_WORDS])
    ranked: dict[tuple[str, ...], tuple[float, Decoding]] = {}
    for encoding in list(ENCODINGS)[4:]:
        text = _decoded(sample, encoding)
        words = [] if text is None else _words(text)
        if words and tuple(words) not in ranked and all(map(_is_plausible, words)):
            letters = [letter for letter in "".join(words) if ord(letter) > 127]
            common = _COMMON.get(encoding)
            rank = sum(letter in common for letter in letters) / len(letters) if common else _OTHERS_LIKELY
            ranked[tuple(words)] = rank, Decoding(encoding, words)
    order = sorted(ranked.values(), key=lambda one: -one[0])
    if len(order) > 1 and order[0][0] == 1 and order[1][0] <= 0.8 and order[0][1].encoding in _COMMON:
        order = order[:1]
    return [decoding for _, decoding in order[:5]] or [
        Decoding(encoding, _words(sample.decode(encoding, "replace"))) for encoding in ("cp1252", "cp1250")
    ]


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _words(text: str) -> list[str]:
    """Return the distinct words with letters that are not English."""
    found: dict[str, None] = {}
    for word in _WORD.finditer(text):
        found[word[0][:60]] = None
        if len(found) == MOST_WORDS:
            break
    return list(found)


def _script(letter: str) -> str:
    code = ord(letter)
    if code < 0x250 or 0x1E00 <= code < 0x1F00:
        return "Latin"
    if code < 0x530:
        return "Greek" if code < 0x400 else "Cyrillic"
    return "East Asian" if 0x3040 <= code < 0xD7B0 else "another"


def _is_plausible(word: str) -> bool:
    """Tell whether a word is of one script, has no sign inside, and no capital after a small letter."""
    letters = [letter for letter in word if letter.isalpha()]
    scripts = set(map(_script, letters))
    if any(ord(sign) > 127 and not sign.isalpha() and sign not in "’–½·°" for sign in word) or "another" in scripts:
        return False
    if len(scripts) > 1 or any(one.islower() and two.isupper() for one, two in pairwise(word)):
        return False
    if any(ord(sign) < 32 for sign in word) or word.startswith("’") or word.endswith("’"):
        return False
    if re.search(r"[½](?=[^\W\d])|(?<=[^\W\d])½", word):
        return False
    foreign = sum(ord(letter) > 127 for letter in letters)
    return not (scripts == {"Latin"} and len(letters) > 3 and foreign * 2 > len(letters))
