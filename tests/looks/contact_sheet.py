"""All pages of a state on one picture, for you to look at."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from tests.looks.pages import pdf_pictures

ACROSS, GAP, GROUND = 4, 6, "#777777"


def draw(pdf: Path, picture: Path, dots_per_inch: int = 72) -> None:
    """Writes the pages of a PDF side by side into a PNG file."""
    with tempfile.TemporaryDirectory() as scratch:
        side_by_side(pdf_pictures(pdf, Path(scratch), dots_per_inch=dots_per_inch), picture)


def side_by_side(pictures: Sequence[Path], picture: Path) -> None:
    """Writes several pictures side by side into one PNG file."""
    pages = [Image.open(page).convert("RGB") for page in pictures]
    columns, rows = [pages[place::ACROSS] for place in range(ACROSS)], range(0, len(pages), ACROSS)
    wide = [max(page.width for page in column) + GAP for column in columns if column]
    high = [max(page.height for page in pages[first : first + ACROSS]) + GAP for first in rows]
    sheet = Image.new("RGB", (sum(wide), sum(high)), GROUND)
    for number, page in enumerate(pages):
        row, column = divmod(number, ACROSS)
        sheet.paste(page, (sum(wide[:column]), sum(high[:row])))
    sheet.save(picture)
