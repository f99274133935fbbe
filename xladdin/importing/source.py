"""Open a file, decode its text in the encoding of the program that wrote it, and split it into cells."""

from __future__ import annotations

import codecs
import csv
import hashlib
import io
import re
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, pairwise, zip_longest
from pathlib import Path
from typing import NamedTuple

from xladdin.cells import LAST_ROW, MAX_CELL_LENGTH, cell_text
from xladdin.errors import WorkbookError, make_missing_file_error
from xladdin.importing.questions import Answers, Question
from xladdin.messages import BLANK, Message, msg

# The most bytes of a file. A season of 20,000 games takes one million as text.
MAX_FILE = 64 << 20
# The most cells of a file, including the blank ones between others.
MAX_CELLS = 2_000_000
# The number of characters at the beginning of a file by which its format is recognized.
RECOGNIZED_CHARACTERS = 1 << 16
# The most encodings that a question offers.
MAX_OFFERED = 7
# The most distinct words with letters outside ASCII by which an encoding is recognized.
MAX_WORDS = 200

# The first bytes of files that are not delimited text.
ZIP, OLD_WORKBOOK, RICH_TEXT, PDF = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"{\\rtf", b"%PDF"
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
# charset-normalizer 3.5 found the encoding of 8 in 22 samples of French, German, Polish and Czech names, of 2 to 5
# games each. The comparison of plausible words found 18, asked about 4, and had no wrong result.
# The encodings to try, by their names in Python, with their common names.
ENCODINGS = {
    "utf-8-sig": "UTF-8", "utf-8": "UTF-8", "utf-16": "UTF-16", "utf-8 twice": msg("UTF-8 that was encoded twice"),
    "cp1252": "Windows-1252", "cp1250": "Windows-1250", "cp1251": "Windows-1251", "cp1254": "Windows-1254",
    "cp1253": "Windows-1253", "cp1257": "Windows-1257", "mac_roman": "Macintosh", "koi8_r": "KOI8-R",
    "iso8859_2": "ISO 8859-2", "cp850": "DOS 850", "shift_jis": "Shift JIS", "gbk": "GBK", "big5": "Big5",
    "euc_kr": "EUC-KR",
}  # fmt: skip
# The most frequent letters in names of the languages of an encoding.
_COMMON = {
    "cp1252": "éèêëàâäöüßçñáíóúøåæïîôûùÄÖÜÉÈÀÇØÅœ’ÍÓÚÁÑ–½", "cp1250": "łńśźżąęćčřšžěůťďőűáíéýóúŁŚŻČŘŠŽ",
    "iso8859_2": "łńśźżąęćčřšžěůťďőűáíéýóúŁŚŻČŘŠŽ", "cp850": "éèêëàâäöüßçñáíóúøåæïîôûùÄÖÜÉÈÀÇØÅ",
    "cp1254": "şığçöüŞİĞ", "mac_roman": "éèêëàâäöüßçñáíóúøåæïîôûùÄÖÜÉÈÀÇØÅœ", "cp1257": "āčēģīķļņšūžąęėįųŠŽ",
}  # fmt: skip
# The rank of an encoding without frequent letters in _COMMON. Each has a script of its own, such as Cyrillic.
UNLISTED_RANK = 0.7
# A word with a character outside ASCII, and a line with a byte outside ASCII.
_WORD = re.compile(r"[^\s;,|\"\t]*[^\x00-\x7f][^\s;,|\"\t]*")
_FOREIGN_LINE = re.compile(rb"[^\r\n]*[\x80-\xff][^\r\n]*")
# Sequences that occur in a text that was encoded to UTF-8 twice.
_TWICE = re.compile("[ÃÂÄÅ][\x80-\xbf€-™]")


class Decoding(NamedTuple):
    """A plausible encoding of a file, with sample words from which a user can tell whether it is right."""

    encoding: str
    samples: Sequence[str]


@dataclass(frozen=True)
class Source:
    """A file to read: its name for messages, its bytes, its folder if it has one, and the chosen encoding."""

    name: str
    data: bytes
    folder: Path | None = None
    chosen_encoding: str = ""

    @property
    def is_workbook(self) -> bool:
        """Whether the file begins like a workbook, in the formats of Excel up to 2003 or later."""
        return self.data.startswith((ZIP, OLD_WORKBOOK))

    @cached_property
    def text(self) -> str:
        """The decoded text, with the file's own line ends. Raises WorkbookError if it is not a text."""
        encoding = self._decoding.encoding
        if encoding == "utf-8 twice":
            return self.data.decode("utf-8").encode("cp1252").decode("utf-8")
        text = self.data.decode(encoding, "replace")
        if "\0" in text:
            raise WorkbookError(msg("{file} is not a text file", file=self.name))
        return text

    @property
    def encoding(self) -> str:
        """The common name of the encoding in which the file was decoded."""
        return ENCODINGS[self._decoding.encoding]

    @property
    def is_certain(self) -> bool:
        """Whether the bytes themselves determine the encoding."""
        return not self.decodings[0].samples

    @cached_property
    def digest(self) -> str:
        """A short digest of the bytes, which identifies the file in stored answers."""
        return hashlib.sha256(self.data).hexdigest()[:12]

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without their line ends."""
        return normalize_newlines(self.text).split("\n")

    @cached_property
    def first_lines(self) -> list[str]:
        """The first lines of the text, from which its format is recognized."""
        beginning = normalize_newlines(self.text[:RECOGNIZED_CHARACTERS]).split("\n")
        return beginning[:-1] if len(self.text) > RECOGNIZED_CHARACTERS and len(beginning) > 1 else beginning

    @cached_property
    def decodings(self) -> list[Decoding]:
        """The plausible decodings, most plausible first. Raises WorkbookError if the file is not a text."""
        for beginning, kind in ((RICH_TEXT, msg("a word-processor document")), (PDF, msg("a PDF"))):
            if self.data.startswith(beginning):
                raise WorkbookError(
                    msg("{file} is {kind}. Save its content as plain text or as CSV.", file=self.name, kind=kind)
                )
        decodings = _find_decodings(self.data)
        if not decodings:
            raise WorkbookError(msg("{file} is not a text file", file=self.name))
        return decodings

    @cached_property
    def _decoding(self) -> Decoding:
        return next(
            (decoding for decoding in self.decodings if decoding.encoding == self.chosen_encoding), self.decodings[0]
        )


def choose_encoding(source: Source, answers: Answers) -> Source:
    """Return the source with its encoding chosen. If several are plausible, ask, with names of the file as samples."""
    if source.is_workbook or len(source.decodings) < 2:
        return source
    choices = [
        (
            decoding.encoding,
            msg("{encoding}: {names}", encoding=ENCODINGS[decoding.encoding], names="; ".join(decoding.samples[:8])),
        )
        for decoding in source.decodings
    ]
    default = "utf-8 twice" if choices[0][0] == "utf-8 twice" else ""
    text = msg("{file}: which line shows the names correctly?", file=source.name)
    question = Question(("source", "encoding"), text, choices, default)
    chosen_encoding = answers.ask(question, f"encoding of {source.name.rpartition('.')[2].lower()}")
    return replace(source, chosen_encoding=chosen_encoding)


def normalize_newlines(text: str) -> str:
    """Return the text with every line end as LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def open_source(path: Path) -> Source:
    """Open the file at a path. Raises WorkbookError if it does not exist, is not a file, or is too large."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise WorkbookError(msg("{path} is a folder or a device, not a file", path=path))
        if status.st_size > MAX_FILE:
            raise WorkbookError(
                msg(
                    "{path} is larger than {most} MiB, too large for a file of games",
                    path=path,
                    most=MAX_FILE >> 20,
                )
            )
        return Source(path.name, path.read_bytes(), path.parent)
    except FileNotFoundError:
        raise make_missing_file_error(path) from None
    except (OSError, ValueError) as error:
        raise WorkbookError(msg("{path}: cannot be read ({error})", path=path, error=str(error))) from None


def _find_decodings(data: bytes) -> list[Decoding]:
    """Return the plausible decodings, most plausible first.

    A byte order mark or valid UTF-8 settles the encoding. Only legacy encodings are ranked, by the letters they yield.
    """
    marked_encoding = next((encoding for mark, encoding in _MARKS.items() if data.startswith(mark)), None)
    text = _decode(data, marked_encoding or "utf-8")
    if text is not None:
        if not marked_encoding and _TWICE.search(text):
            with suppress(UnicodeError):
                repaired = text.encode("cp1252").decode("utf-8")
                return [
                    Decoding("utf-8 twice", _find_foreign_words(repaired)),
                    Decoding("utf-8", _find_foreign_words(text)),
                ]
        return [Decoding(marked_encoding or "utf-8", ())]
    if marked_encoding or b"\0" in data:
        return []
    lines = _FOREIGN_LINE.findall(data)
    sample = b"\n".join(line[:RECOGNIZED_CHARACTERS] for line in lines[:MAX_WORDS])
    decodings: dict[tuple[str, ...], tuple[float, Decoding]] = {}
    for encoding in list(ENCODINGS)[4:]:
        text = _decode(sample, encoding)
        words = [] if text is None else _find_foreign_words(text)
        if words and tuple(words) not in decodings and all(map(_is_plausible, words)):
            letters = [letter for letter in "".join(words) if ord(letter) > 127]
            common = _COMMON.get(encoding)
            rank = sum(letter in common for letter in letters) / len(letters) if common else UNLISTED_RANK
            decodings[tuple(words)] = rank, Decoding(encoding, words)
    ranked = sorted(decodings.values(), key=lambda decoding: -decoding[0])
    if len(ranked) > 1 and ranked[0][0] == 1 and ranked[1][0] <= 0.8 and ranked[0][1].encoding in _COMMON:
        ranked = ranked[:1]
    return [decoding for _, decoding in ranked[:MAX_OFFERED]] or [
        Decoding(encoding, _find_foreign_words(sample.decode(encoding, "replace"))) for encoding in ("cp1252", "cp1250")
    ]


def _decode(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _find_foreign_words(text: str) -> list[str]:
    """Return the distinct words with letters outside ASCII, at most MAX_WORDS."""
    words: dict[str, None] = {}
    for word in _WORD.finditer(text):
        words[word[0][:60]] = None
        if len(words) == MAX_WORDS:
            break
    return list(words)


def _classify_script(letter: str) -> str:
    code = ord(letter)
    if code < 0x250 or 0x1E00 <= code < 0x1F00:
        return "Latin"
    if code < 0x530:
        return "Greek" if code < 0x400 else "Cyrillic"
    return "East Asian" if 0x3040 <= code < 0xD7B0 else "another"


def _is_plausible(word: str) -> bool:
    """Return whether a word looks correctly decoded.

    Its letters are of one script, no capital follows a small letter, it has no signs outside ASCII that names lack, and
    no more than half of the letters of a longer Latin word are outside ASCII.
    """
    letters = [letter for letter in word if letter.isalpha()]
    scripts = set(map(_classify_script, letters))
    if any(ord(sign) > 127 and not sign.isalpha() and sign not in "’–½·°" for sign in word) or "another" in scripts:
        return False
    if len(scripts) > 1 or any(letter.islower() and next_letter.isupper() for letter, next_letter in pairwise(word)):
        return False
    if any(ord(sign) < 32 for sign in word) or word.startswith("’") or word.endswith("’"):
        return False
    if re.search(r"[½](?=[^\W\d])|(?<=[^\W\d])½", word):
        return False
    foreign = sum(ord(letter) > 127 for letter in letters)
    return not (scripts == {"Latin"} and len(letters) > 3 and foreign * 2 > len(letters))


# The name of the format of delimited text, by its delimiter.
_FORMATS = {
    ",": msg("text with commas, {encoding}"), ";": msg("text with semicolons, {encoding}"),
    "\t": msg("text with tabs, {encoding}"), "|": msg("text with bars, {encoding}"),
}  # fmt: skip
DELIMITERS = "".join(_FORMATS)
# The most columns of a table, chosen freely: a table of the club workbook has at most 16.
MAX_COLUMNS = 200
# The most delimiters per cell, including those within quotes and in blank rows.
MAX_QUOTED = 2
# The number of lines by which the delimiter is recognized.
DELIMITER_LINES = 20

# The first line by which a CSV file tells Excel its delimiter.
_DELIMITER_LINE = re.compile(r"\ufeff?sep=([,;\t|])\r?\n")


@dataclass(frozen=True)
class Grid:
    """The cells of a sheet or text file in columns of the same length, and the line number of each row.

    `name` is that of the sheet, or "" for a text file. `description` is the format of a text file, for a message.
    """

    name: str
    columns: Sequence[Sequence[object]]
    lines: Sequence[int]
    description: Message = BLANK

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.lines)


def read_headings(grid: Grid, row: int) -> list[str]:
    """Return the cells of a row as text with single blanks."""
    return [" ".join(cell_text(column[row]).split()) for column in grid.columns]


def read_text_grid(source: Source) -> Grid:
    """Split a file of delimited text into cells. Raises WorkbookError if it is not a text or is too large."""
    delimiter_line = _DELIMITER_LINE.match(source.text)
    lines_before = 1 if delimiter_line else 0
    delimiter = delimiter_line[1] if delimiter_line else _find_delimiter(source.first_lines)
    text = source.text[delimiter_line.end() :] if delimiter_line else source.text
    columns, lines = _read_columns(text, delimiter, lines_before, source.name)
    return Grid("", columns, lines, _FORMATS[delimiter].with_values(encoding=source.encoding))


def _find_delimiter(lines: Sequence[str]) -> str:
    """Return the most frequent delimiter in the first line that has a delimiter."""
    for line in islice(filter(str.strip, lines), DELIMITER_LINES):
        if any(delimiter in line for delimiter in DELIMITERS):
            return max(DELIMITERS, key=line.count)
    return ","


def _read_columns(text: str, delimiter: str, lines_before: int, file: str) -> tuple[list[list[str]], list[int]]:
    _check_size(0, text.count(delimiter) // MAX_QUOTED, file)  # checked before the cells fill the memory
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    numbers: list[int] = []
    cells = 0
    try:
        for row in reader:
            if any(row):
                rows.append(row)
                numbers.append(reader.line_num + lines_before)
                cells += len(row)
            _check_size(len(rows), cells, file)
    except csv.Error as error:
        raise WorkbookError(
            msg(
                "{file} line {line}: the file cannot be read as CSV ({error})",
                file=file,
                line=reader.line_num + lines_before,
                error=str(error),
            )
        ) from None
    if any(len(cell) > MAX_CELL_LENGTH for cell in chain.from_iterable(rows)):
        raise WorkbookError(
            msg("{file}: a cell is longer than {most} characters; is a quote missing?", file=file, most=MAX_CELL_LENGTH)
        )
    width = max(map(len, rows), default=0)
    if width * len(rows) > MAX_CELLS:
        widest = max(range(len(rows)), key=lambda index: len(rows[index]))
        raise WorkbookError(
            msg(
                "{file} line {line}: {n:,} cells, far more than on the other lines",
                file=file,
                line=numbers[widest],
                n=width,
            )
        )
    return [list(column) for column in zip_longest(*rows, fillvalue="")], numbers


def _check_size(rows: int, cells: int, file: str) -> None:
    if rows > LAST_ROW or cells > MAX_CELLS:
        raise WorkbookError(
            msg(
                "{file} has more rows than fit below the headings of a sheet ({rows:,}), or more than {cells:,} cells",
                file=file,
                rows=LAST_ROW - 1,
                cells=MAX_CELLS,
            )
        )
