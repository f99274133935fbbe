"""The pages of a PDF: its words and the room they take, its sizes and pictures; and how wide a text is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import unescape
from pathlib import Path
from statistics import median
from typing import NamedTuple

from PIL import ImageFont

from tests.helpers.programs.finding import find_program, run_program

DIGIT = 0.556
"""Width of a digit in Liberation Sans in relation to its size. The font replaces Arial, bold or not."""
_SIZE = 1000
"""Size of type at which the fonts are measured."""


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


def pdf_words(pdf: Path) -> list[list[Word]]:
    """Return the words of each page with the room they take, cut off or not."""
    xml = run_program([find_program("pdftotext"), "-bbox", pdf, "-"])
    pattern = r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>'
    pages = [
        [(unescape(text), *map(float, edges)) for *edges, text in re.findall(pattern, page)]
        for page in xml.split("<page ")[1:]
    ]
    box = _box(word for page in pages for word in page)
    return [
        [Word(text, left, top, right, bottom, (bottom - top) / box) for text, left, top, right, bottom in page]
        for page in pages
    ]


def _box(words: Iterable[tuple[str, float, float, float, float]]) -> float:
    """Return ratio of a word box to its size of print, measured on digits, because releases of poppler differ in it."""
    lines = [
        (bottom - top) * len(text) * DIGIT / (right - left)
        for text, left, top, right, bottom in words
        if text.isdigit() and len(text) > 2 and right - left > bottom - top
    ]
    return median(lines) if lines else 1.0


def pdf_page_sizes(pdf: Path) -> list[tuple[float, float]]:
    """Return width and height of each page in points (1/72 inch)."""
    lines = run_program([find_program("pdfinfo"), "-l", "-1", pdf]).splitlines()
    sizes = [line.split() for line in lines if line.startswith("Page ") and " size:" in line]
    return [(float(match[3]), float(match[5])) for match in sizes]


def pdf_pictures(pdf: Path, into: Path, *, dots_per_inch: int = 80) -> list[Path]:
    """Return each page as a PNG file in the folder `into`, in order."""
    into.mkdir(parents=True, exist_ok=True)
    stem = into / pdf.stem
    run_program([find_program("pdftoppm"), "-png", "-r", str(dots_per_inch), pdf, stem])
    return sorted(into.glob(f"{pdf.stem}-*.png"))


def text_width(text: str, *, bold: bool = False) -> float:
    """Return the width of a text, as a multiple of the type's size."""
    return _font("Bold" if bold else "Regular").getlength(text) / _SIZE


@cache
def _font(style: str) -> ImageFont.FreeTypeFont:
    path = run_program([find_program("fc-match"), "--format=%{file}", f"Liberation Sans:style={style}"])
    return ImageFont.truetype(path.strip(), _SIZE)
