"""The club's page written: every file of its pages, in their own folder."""

import gc
from collections.abc import Iterator
from pathlib import Path

from xladdin.languages.language import Language
from xladdin.messages import msg
from xladdin.reports.occasions import occasion_of
from xladdin.web_pages.club import Club
from xladdin.web_pages.folder import PageFolder, Published, page_folder
from xladdin.web_pages.pages.evenings import Evenings
from xladdin.web_pages.pages.how import How
from xladdin.web_pages.pages.lists import Lists
from xladdin.web_pages.pages.players import Players
from xladdin.web_pages.pages.season import Season
from xladdin.web_pages.pages.tonight import Tonight
from xladdin.web_pages.rendering import TEMPLATES
from xladdin.web_pages.site import LISTED_ALL, PRINT_LINE, PRINT_MARGIN, TYPE_SIZES, File, MenuEntry, Site
from xladdin.workbook import colours

_FILES_BETWEEN = 200
"""Rubbish is collected after so many files, and not in between."""
PRINT_SIZES = range(9, int(2 * max(most for _, most in TYPE_SIZES.values())) + 1)
"""Every size of type of a printed list or crosstable [half points]."""
ASSETS = ("style.css", "page.js", "icon.svg")


def publish(club: Club, folder: Path) -> Published:
    """Write the changed pages of the club into the folder, and remove those of players who are gone.

    Raises WorkbookError if the folder holds something else, or the page of another club, or cannot be written.
    """
    with page_folder(folder, club.club_id) as pages:
        return _written(Site(club, Language(club.language, occasion_of(club.replay.log.system))), pages)


def render_player(club: Club, name: str) -> dict[str, bytes]:
    """Return the page of one player with its style, by their paths. `club` shows the player by name.

    Raises NotFoundError if there is no such player.
    """
    site = Site(club, Language(club.language, occasion_of(club.replay.log.system)))
    *_, players = _sections(site)
    return dict([*_assets(site), players.file_of(club.replay.log.name_reading().player(name))])


def _sections(site: Site) -> tuple[Lists, Evenings, Season, How, Tonight, Players]:
    """Return the sections of the pages, each linked with the others."""
    evenings = Evenings(site)
    site.session_paths = evenings.path_of
    lists, how = Lists(site), How(site)
    season = Season(site)
    tonight = Tonight(site)
    players = Players(site, lists.by_name())
    listed = MenuEntry(LISTED_ALL, msg("Players"))
    site.menu = [*lists.entries, *evenings.entries, *season.entries, listed, *tonight.entries, *how.entries]
    return lists, evenings, season, how, tonight, players


def _written(site: Site, pages: PageFolder) -> Published:
    sections = _sections(site)
    planned = [*ASSETS, *(path for section in sections for path in section.paths)]

    def files() -> Iterator[File]:
        yield from _assets(site)
        for section in sections:
            for number, file in enumerate(section.files(), 1):
                yield file
                if number % _FILES_BETWEEN == 0:
                    gc.collect()

    pages.refuse_strangers(planned)
    gc.disable()
    gc.freeze()  # the log stays as it is: looking through it for rubbish again and again takes a third of the time
    try:
        return pages.update(planned, files())
    finally:
        gc.unfreeze()
        gc.enable()


def _assets(site: Site) -> Iterator[File]:
    """Yield the stylesheet, the script and the icon."""
    yield site.rendered(
        "style.css",
        "frame/style.css",
        c=colours,
        chart_lines=colours.LINES,
        paper=site.club.paper,
        margin=PRINT_MARGIN,
        line=PRINT_LINE,
        sizes=PRINT_SIZES,
    )
    yield site.rendered("icon.svg", "frame/icon.svg", c=colours)
    script = (TEMPLATES / "frame" / "page.js").read_bytes()
    yield "page.js", b"/* xladdin publish: %b */\n%b" % (site.club.club_id.encode(), script)
