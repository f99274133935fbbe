"""LibreOffice headless: recalculates a workbook, turns it into PDF or another format, and looks at the pages.

LibreOffice keeps the values stored in a file unless its profile says "recalculate always". So every run here has a
profile that does, which belongs to this process alone. One office stays open for all documents of a process.
"""

from __future__ import annotations

import fnmatch
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable
from html import unescape
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.helpers.files.raw_workbook import zipped
from tests.helpers.programs.finding import ProgramError, find_program, run_program
from tests.helpers.programs.office import office_with
from tests.helpers.suite.once import made_once

ALWAYS = 0
PROFILE = f"""<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>{ALWAYS}</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="ODFRecalcMode" oor:op="fuse">
<value>{ALWAYS}</value></prop></item>
</oor:items>
"""
BLANK_CELL, BLANK_ROW = (
    re.compile(rb'<c r="[A-Z]+\d+"(?: s="\d+")?(?:/>|></c>)'),
    re.compile(rb"<row [^>]*(?:/>|></row>)"),
)
TITLES = re.compile(rb'<definedName name="_xlnm.Print_Titles".*?</definedName>', re.DOTALL)
DRESS = re.compile(
    rb"<(conditionalFormatting|dataValidations|hyperlinks|rowBreaks)\b.*?</\1>|<(?:drawing|legacyDrawing) [^>]*/>",
    re.DOTALL,
)
WORKBOOK, SHEETS = "xl/workbook.xml", "xl/worksheets/*.xml"
DIGIT = 0.556
"""Width of a digit in Liberation Sans in relation to its size. The font replaces Arial, bold or not."""


class Word(NamedTuple):
    """A word of a page and the room it takes, in points from the upper left corner. `size` is that of its print."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float

    def overlaps(self, other: Word) -> bool:
        """Return whether two words are printed over each other, by more than a hair."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.5 and down > 0.5 * min(self.bottom - self.top, other.bottom - other.top)


def convert(document: Path, into: Path, target: str, *, timeout: float = 300) -> Path:
    """Open `document`, recalculate it and save it in the folder `into` with the extension `target`.

    `target` is what LibreOffice's --convert-to takes: ods, csv, or one with the name of a filter after a colon. A run
    of the tests converts the same document once.
    """
    result = into / f"{document.stem}.{target.partition(':')[0]}"
    if result == document:
        raise ValueError(f"{document} would be overwritten: give another folder")

    def make(folder: Path) -> None:
        said = office_with(PROFILE).convert(document, folder, target, timeout=timeout)
        if not (folder / result.name).exists():  # the exit status is 0 even when the file could not be read
            raise ProgramError(f"LibreOffice made no {result.name} from {document}\n{said}")

    made = made_once(("converted", document.name, target, document.read_bytes()), make)
    into.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made / result.name, result)
    return result


def saved_again(workbook: Path, into: Path, *, timeout: float = 300) -> Path:
    """LibreOffice saves the same workbook as .xlsx in the folder `into`, and computes every formula again.

    We leave out what computes nothing and takes long, and the blank cells that it writes in a thousand rows where
    columns have formats.
    """
    with TemporaryDirectory() as folder:
        bare = Path(folder) / workbook.name
        bare.write_bytes(_with_parts(workbook, undressed))
        saved = convert(bare, into, "xlsx", timeout=timeout)
    saved.write_bytes(_with_parts(saved, _without_blanks))
    return saved


def undressed(name: str, part: bytes) -> bytes:
    """Return a part of a workbook without what computes nothing and takes long.

    These are repeated rows, for each of which LibreOffice ends all pages once more, and colours, choices, links, and
    charts.
    """
    part = TITLES.sub(b"", part) if name == WORKBOOK else part
    return DRESS.sub(b"", part) if fnmatch.fnmatch(name, SHEETS) else part


def _without_blanks(name: str, part: bytes) -> bytes:
    return BLANK_ROW.sub(b"", BLANK_CELL.sub(b"", part)) if fnmatch.fnmatch(name, SHEETS) else part


def _with_parts(workbook: Path, changed: Callable[[str, bytes], bytes]) -> bytes:
    """Return the file with each of its parts changed, by name. A file that is no archive stays as it is."""
    if not zipfile.is_zipfile(workbook):
        return workbook.read_bytes()
    with zipfile.ZipFile(workbook) as archive:
        return zipped({name: changed(name, archive.read(name)) for name in archive.namelist()})


def to_pdf(workbook: Path, into: Path, *, timeout: float = 300) -> Path:
    """Return what would be printed, as a PDF in the folder `into`."""
    return convert(workbook, into, "pdf", timeout=timeout)


def pdf_texts(pdf: Path) -> list[str]:
    """Return the text of each page, laid out in columns as on the page."""
    text = run_program([find_program("pdftotext"), "-layout", pdf, "-"])
    return text.removesuffix("\f").split("\f")


def pdf_words(pdf: Path) -> list[list[Word]]:
    """Return the words of each page with the room they take, cut off or not."""
    xml = run_program([find_program("pdftotext"), "-bbox", pdf, "-"])
    words = r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>'
    pages = [
        [(unescape(text), *map(float, edges)) for *edges, text in re.findall(words, page)]
        for page in xml.split("<page ")[1:]
    ]
    box = _box(word for page in pages for word in page)
    return [
        [Word(text, left, top, right, bottom, (bottom - top) / box) for text, left, top, right, bottom in page]
        for page in pages
    ]


def _box(words: Iterable[tuple[str, float, float, float, float]]) -> float:
    """Return ratio of a word box to its size of print, measured on digits, because releases of poppler differ in it."""
    told = [
        (bottom - top) * len(text) * DIGIT / (right - left)
        for text, left, top, right, bottom in words
        if text.isdigit() and len(text) > 2 and right - left > bottom - top
    ]
    return median(told) if told else 1.0


def pdf_page_sizes(pdf: Path) -> list[tuple[float, float]]:
    """Return width and height of each page in points (1/72 inch)."""
    lines = run_program([find_program("pdfinfo"), "-l", "-1", pdf]).splitlines()
    sizes = [line.split() for line in lines if line.startswith("Page ") and " size:" in line]
    return [(float(words[3]), float(words[5])) for words in sizes]


def pdf_pictures(pdf: Path, into: Path, *, dots_per_inch: int = 80) -> list[Path]:
    """Return each page as a PNG file in the folder `into`, in order."""
    into.mkdir(parents=True, exist_ok=True)
    stem = into / pdf.stem
    run_program([find_program("pdftoppm"), "-png", "-r", str(dots_per_inch), pdf, stem])
    return sorted(into.glob(f"{pdf.stem}-*.png"))
