"""Make the folder workbooks with `python -m tests.build_workbooks`, all but its README and the handbook.

The templates are empty workbooks, one of each system, as `xladdin new` makes them.
The samples are the same workbooks with the logs of xladdin/samples, recalculated.
The pictures are those that README.md and the handbook show. LibreOffice prints whole sheets of an invented club, and
poppler draws them. Other pictures show sheets of the club on a screen. Chromium shows the pages that `xladdin publish`
makes of it. For the pictures you need ImageMagick, Xvfb and xdotool.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from tests.helpers.programs.chromium import open_pages
from tests.helpers.programs.finding import ROOT, find_program, run_program
from tests.pictures.picture_club import LAST_EVENING, TONIGHT, pair_tonight, picture_book, type_tonight
from tests.pictures.screen import photograph
from xladdin.commands.programs import sample_files
from xladdin.hosts.file_commands import recalculate_file
from xladdin.hosts.printing import print_workbook
from xladdin.hosts.publishing import publish_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_workbook import create_workbook

FOLDER = ROOT / "workbooks"
CLOCK = datetime(2026, 1, 5, 21, 30, tzinfo=UTC)
"""Every workbook here is dated to this time."""
PARTS = ("templates", "samples", "pictures")
DOTS_PER_INCH = 84
COLOURS = 32
"""With so few colours, a picture of print stays small."""
MARGIN = 14
"""Pixels of white around a picture of print."""


class Picture(NamedTuple):
    """A picture of a sheet: its first printed page, or a screen of this size in pixels after `doing` on an evening."""

    name: str
    system: str
    sheet: str
    width: int = 0
    height: int = 0
    doing: Callable[[Path, datetime], object] | None = None


PICTURES = (Picture("mississauga-scoreboard", "mississauga", "Scoreboard"),)
SCREEN_PICTURES = (
    Picture("start", "lexington", "Start", 1366, 560),
    Picture("lexington-games", "lexington", "Games", 1366, 560, type_tonight),
    Picture("rows-to-fix", "lexington", "Start", 1366, 680, type_tonight),
    Picture("tonight", "lexington", "Tonight", 1366, 620, pair_tonight),
    Picture("player", "lexington", "Player", 1366, 620),
)
PAGE_PICTURES = (Picture("page-desktop", "lexington", "index.html", 1000, 1180),)
"""The tops of published pages."""


def at_closing_time(day: date) -> datetime:
    """Return the hour at which a director recalculates on a day."""
    return datetime.combine(day, CLOCK.timetz())


def build_workbooks(folder: Path) -> Iterator[Path]:
    """Write templates and samples into new folders, and yield the path of each file."""
    for part in PARTS[:2]:
        (folder / part).mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        for key, system in SYSTEMS.items():
            template, sample = (folder / part / f"{key}.xlsx" for part in ("templates", "samples"))
            create_workbook(system, template, {}, CLOCK, club_id="")
            filled = Path(scratch, sample.name)
            create_workbook(system, filled, sample_files(key), CLOCK, club_id=f"club-sample-{key}")
            recalculate_file(filled, sample, CLOCK)
            yield from (template, sample)


def draw_pictures(folder: Path) -> Iterator[Path]:
    """Draw sheets of the invented club into a new folder."""
    (folder / "pictures").mkdir()
    with tempfile.TemporaryDirectory() as scratch:
        books = {}
        for key in {picture.system for picture in (*PICTURES, *SCREEN_PICTURES)}:
            club_folder = Path(scratch, key)
            club_folder.mkdir()
            books[key] = picture_book(key, club_folder, at_closing_time(LAST_EVENING))
        for picture in PICTURES:
            pdf = print_workbook(books[picture.system], [picture.sheet], Path(scratch, f"{picture.name}.pdf"))
            page = pdf.with_suffix("")
            first_page = ["-png", "-singlefile", "-l", "1", "-r", str(DOTS_PER_INCH)]
            run_program([find_program("pdftoppm"), *first_page, pdf, page])
            drawn = folder / "pictures" / f"{picture.name}.png"
            trimmed = f"-trim +repage -bordercolor white -border {MARGIN} +dither -colors {COLOURS}".split()
            run_program([find_program("convert"), page.with_suffix(".png"), *trimmed, f"PNG8:{drawn}"])
            yield drawn
        for shot in SCREEN_PICTURES:
            path = Path(shutil.copyfile(books[shot.system], Path(scratch, f"{shot.name}.xlsx")))
            if shot.doing is not None:
                shot.doing(path, at_closing_time(TONIGHT))
            drawn = folder / "pictures" / f"{shot.name}.png"
            photograph(path, shot.sheet, drawn, shot.width, shot.height)
            yield drawn


def draw_pages(folder: Path) -> Iterator[Path]:
    """Draw published pages of the invented club next to the folder's other pictures."""
    for picture in PAGE_PICTURES:
        drawn = folder / "pictures" / f"{picture.name}.png"
        with tempfile.TemporaryDirectory() as scratch:
            pages = Path(scratch, "page")
            moment = at_closing_time(LAST_EVENING)
            path = picture_book(picture.system, Path(scratch), moment)
            publish_file(path, pages, moment, private="names")
            shot = {"file": str(drawn), "width": picture.width, "height": picture.height}
            open_pages([], pictures={pages / picture.sheet: [shot]})
        run_program([find_program("convert"), drawn, "+dither", "-colors", str(COLOURS), f"PNG8:{drawn}"])
        yield drawn


def main() -> None:
    """Build the folder again, and print each file with its size."""
    for part in PARTS:
        shutil.rmtree(FOLDER / part, ignore_errors=True)
    for made in (*build_workbooks(FOLDER), *draw_pictures(FOLDER), *draw_pages(FOLDER)):
        print(f"{made.relative_to(ROOT)} {made.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
