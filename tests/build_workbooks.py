"""Makes the folder workbooks: `python -m tests.build_workbooks`, and nothing in it by hand but its README.

templates: a workbook of each system as `xladdin new` makes it, empty; samples: the same with the logs of
xladdin/samples, recalculated; pictures: pages of the samples as README.md and workbooks/README.md show them, printed
by LibreOffice and drawn by poppler, and pages that `xladdin publish` makes of them, as Chromium shows them.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

from tests.helpers.programs.chromium import opened
from tests.helpers.programs.finding import ROOT, find_program, run_program
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.hosts.printing import print_book
from xladdin.hosts.publishing import publish_file
from xladdin.publish.club import Wishes
from xladdin.samples import sample_files
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_book import make_book

FOLDER = ROOT / "workbooks"
CLOCK = datetime(2026, 1, 5, 21, 30, tzinfo=timezone.utc)
"""The time in all of them."""
PARTS = ("templates", "samples", "pictures")
DOTS_PER_INCH = 84


class Picture(NamedTuple):
    """A part of a sheet's first printed page. left, top, width, height: in inches. text: that shows it."""

    name: str
    system: str
    sheet: str
    left: float
    top: float
    width: float
    height: float
    in_colour: bool = False
    text: str = "workbooks/README.md"


PICTURES = (
    Picture("start", "lexington", "Start", 0.3, 0.4, 10.7, 3.7, in_colour=True, text="README.md"),
    Picture("lexington-games", "lexington", "Games", 0.25, 0.45, 11.0, 1.4),
    Picture("mississauga-scoreboard", "mississauga", "Scoreboard", 0.3, 0.4, 11.0, 2.7),
    Picture("lexington-standings", "lexington", "Standings", 0.3, 0.4, 7.7, 2.6),
    Picture("sca-ladder", "sca", "Ladder", 0.3, 0.4, 7.8, 4.4),
    Picture("sca-history", "sca", "History", 0.3, 0.4, 9.7, 6.1),
)


class PagePicture(NamedTuple):
    """The top of a published page. width, height: in pixels."""

    name: str
    system: str
    page: str
    width: int
    height: int
    text: str = "README.md"


PAGE_PICTURES = (
    PagePicture("page-phone", "sca", "ladder.html", 390, 620),
    PagePicture("page-desktop", "dptr", "index.html", 900, 470),
)


def build_workbooks(folder: Path) -> Iterator[Path]:
    """Writes templates and samples into new folders, and gives the path of each file."""
    for part in PARTS[:2]:
        (folder / part).mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        for key, system in SYSTEMS.items():
            template, sample = (folder / part / f"{key}.xlsx" for part in ("templates", "samples"))
            make_book(system, template, {}, CLOCK)
            filled = Path(scratch, sample.name)
            make_book(system, filled, sample_files(key), CLOCK)
            recalculate_file(filled, sample, CLOCK)
            yield from (template, sample)


def draw_pictures(folder: Path) -> Iterator[Path]:
    """Draws the pictures of a folder's samples into a new folder beside them."""
    (folder / "pictures").mkdir()
    draw = find_program("pdftoppm")
    with tempfile.TemporaryDirectory() as scratch:
        for picture in PICTURES:
            book = folder / "samples" / f"{picture.system}.xlsx"
            pdf = print_book(book, [picture.sheet], Path(scratch, f"{picture.name}.pdf"))
            place = (picture.left, picture.top, picture.width, picture.height)
            left, top, width, height = (str(round(inches * DOTS_PER_INCH)) for inches in place)
            crop = ["-x", left, "-y", top, "-W", width, "-H", height]
            colours = [] if picture.in_colour else ["-gray"]
            drawn = folder / "pictures" / picture.name
            run_program([draw, "-png", *colours, "-singlefile", "-r", str(DOTS_PER_INCH), *crop, pdf, drawn])
            yield drawn.with_suffix(".png")


def draw_pages(folder: Path) -> Iterator[Path]:
    """Draws the published pages of a folder's samples beside its other pictures."""
    for picture in PAGE_PICTURES:
        drawn = folder / "pictures" / f"{picture.name}.png"
        with tempfile.TemporaryDirectory() as scratch:
            pages = Path(scratch, "page")
            publish_file(folder / "samples" / f"{picture.system}.xlsx", pages, Wishes(), CLOCK)
            shot = {"file": str(drawn), "width": picture.width, "height": picture.height}
            opened([], pictures={pages / picture.page: [shot]})
        yield drawn


if __name__ == "__main__":
    for part in PARTS:
        shutil.rmtree(FOLDER / part, ignore_errors=True)
    for made in (*build_workbooks(FOLDER), *draw_pictures(FOLDER), *draw_pages(FOLDER)):
        print(f"{made.relative_to(ROOT)} {made.stat().st_size:,} bytes")
