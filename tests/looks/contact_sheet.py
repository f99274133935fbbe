"""All pages of a state on one picture, for you to look at."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from tests.helpers.programs.libreoffice import pdf_pictures

ACROSS, GAP, GROUND = 4, 6, "#777777"


def draw(pdf: Path, picture: Path, dots_per_inch: int = 72) -> None:
    """Writes the pages of a PDF side by side into a PNG file."""
    with tempfile.TemporaryDirectory() as scratch:
        side_by_side(pdf_pictures(pdf, Path(scratch), dots_per_inch=dots_per_inch), picture)


def side_by_side(pictures: Sequence[Path], picture: Path) -> None:
    """Writes several pictures side by side into one PNG file."""
    pages = [Image.open(page).convert("RGB") for page in pictures]
    wide, high = max(page.width for page in pages) + GAP, max(page.height for page in pages) + GAP
    sheet = Image.new("RGB", (wide * min(ACROSS, len(pages)), high * -(-len(pages) // ACROSS)), GROUND)
    for number, page in enumerate(pages):
        sheet.paste(page, (wide * (number % ACROSS), high * (number // ACROSS)))
    sheet.save(picture)
