"""LibreOffice headless: recalculate a workbook, turn it into PDF or another format, and look at the pages.

LibreOffice keeps the values stored in a file unless its profile says "recalculate always", so every run here
has a profile that does; it belongs to this process alone, because two runs on one profile disturb each other.
"""

from __future__ import annotations

import atexit
import functools
import re
import shutil
import tempfile
from html import unescape
from pathlib import Path
from typing import NamedTuple

from tests.helpers.programs.finding import ProgramFailed, find_program, run_program

ALWAYS = 0
PROFILE = f"""<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>{ALWAYS}</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="ODFRecalcMode" oor:op="fuse">
<value>{ALWAYS}</value></prop></item>
</oor:items>
"""
BOX = 1.117
"""Height of a word's box in Liberation Sans, which stands for Arial, to the size of its print."""


class Word(NamedTuple):
    """A word of a page and the room it takes, in points from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> float:
        """Of its print, in points."""
        return (self.bottom - self.top) / BOX

    def overlaps(self, other: Word) -> bool:
        """Whether the two are printed over each other, by more than a hair."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.5 and down > 0.5 * min(self.bottom - self.top, other.bottom - other.top)


@functools.cache
def _profile() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="libreoffice-profile-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    settings = folder / "user" / "registrymodifications.xcu"
    settings.parent.mkdir()
    settings.write_text(PROFILE, encoding="utf-8")
    return folder


def convert(document: Path, into: Path, target: str, *, timeout: float = 120) -> Path:
    """Open `document`, recalculate it and save it in the folder `into` with the extension `target`.

    `target` is what LibreOffice's --convert-to takes: ods, csv, or with a filter's name after a colon.
    """
    result = into / f"{document.stem}.{target.partition(':')[0]}"
    if result == document:
        raise ValueError(f"{document} would be overwritten: give another folder")
    result.unlink(missing_ok=True)
    into.mkdir(parents=True, exist_ok=True)
    office = find_program("soffice", "libreoffice")
    profile = f"-env:UserInstallation={_profile().as_uri()}"
    options = [profile, "--headless", "--norestore", "--convert-to", target, "--outdir", into]
    try:
        said = run_program([office, *options, document], timeout=timeout)
    except ProgramFailed:
        _profile.cache_clear()  # a killed run leaves its profile locked
        raise
    if not result.exists():  # the exit status is 0 even when the file could not be read
        raise ProgramFailed(f"LibreOffice made no {result.name} from {document}\n{said}")
    return result


def recalculate(workbook: Path, into: Path, *, timeout: float = 120) -> Path:
    """The same workbook saved by LibreOffice as .xlsx in the folder `into`, every formula computed afresh."""
    return convert(workbook, into, "xlsx", timeout=timeout)


def to_pdf(workbook: Path, into: Path, *, timeout: float = 120) -> Path:
    """What would be printed, as a PDF in the folder `into`."""
    return convert(workbook, into, "pdf", timeout=timeout)


def pdf_texts(pdf: Path) -> list[str]:
    """The text of each page, laid out in columns as on the page."""
    text = run_program([find_program("pdftotext"), "-layout", pdf, "-"])
    return text.removesuffix("\f").split("\f")


def pdf_words(pdf: Path) -> list[list[Word]]:
    """The words of each page with the room they take, cut off or not."""
    xml = run_program([find_program("pdftotext"), "-bbox", pdf, "-"])
    words = r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>'
    return [
        [Word(unescape(text), *map(float, edges)) for *edges, text in re.findall(words, page)]
        for page in xml.split("<page ")[1:]
    ]


def pdf_page_sizes(pdf: Path) -> list[tuple[float, float]]:
    """Width and height of each page in points (1/72 inch)."""
    lines = run_program([find_program("pdfinfo"), "-l", "-1", pdf]).splitlines()
    sizes = [line.split() for line in lines if line.startswith("Page ") and " size:" in line]
    return [(float(words[3]), float(words[5])) for words in sizes]


def pdf_pictures(pdf: Path, into: Path, *, dots_per_inch: int = 80) -> list[Path]:
    """Each page as a PNG file in the folder `into`, in order."""
    into.mkdir(parents=True, exist_ok=True)
    stem = into / pdf.stem
    run_program([find_program("pdftoppm"), "-png", "-r", str(dots_per_inch), pdf, stem])
    return sorted(into.glob(f"{pdf.stem}-*.png"))
