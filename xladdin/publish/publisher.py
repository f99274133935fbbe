"""The club's page written: every file that its pages make, into the folder that is theirs."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from pathlib import Path

from xladdin.languages.language import ENGLISH, Language
from xladdin.publish.club import NAME, Club, Wishes
from xladdin.publish.folder import FolderRecord, Published, page_folder
from xladdin.publish.pages.evenings import Evenings
from xladdin.publish.pages.how import How
from xladdin.publish.pages.lists import Lists
from xladdin.publish.pages.players import Players
from xladdin.publish.pages.season import Season
from xladdin.publish.people import player_mark
from xladdin.publish.site import LISTED_ALL, TEMPLATES, File, MenuEntry, Site
from xladdin.workbook.styles import colours

_FILES_BETWEEN = 200
"""Files after which rubbish is collected, and not meanwhile."""
ASSETS = ("style.css", "page.js", "icon.svg")


def publish(club: Club, folder: Path, wishes: Wishes) -> Published:
    """Writes the club's pages into the folder: those that changed alone, and takes away those of players who are gone.

    Raises FileProblem where the folder holds something else, or cannot be written.
    """
    with page_folder(folder, club.replay.log.system.key, club.title) as pages:
        record = pages.record
        record.language = wishes.language or record.language or ENGLISH
        shown = _shown(club, wishes, record)
        site = Site(club, shown, Language(record.language), record.addresses)
        lists, evenings, how = Lists(site), Evenings(site), How(site)
        season = Season(site, evenings.path_of)
        players = Players(site, lists.by_name(), evenings.path_of)
        listed = MenuEntry(LISTED_ALL, "Players")
        site.set_menu([*lists.entries, *evenings.entries, *season.entries, listed, *how.entries])
        sections = (lists, evenings, season, players, how)
        planned = [*ASSETS, *(path for section in sections for path in section.paths)]

        def files() -> Iterator[File]:
            yield from _assets(site)
            for section in sections:
                for number, file in enumerate(section.files(), 1):
                    yield file
                    if number % _FILES_BETWEEN == 0:
                        gc.collect()

        gc.disable()
        gc.freeze()  # the log stays as it is: looking through it for rubbish again and again takes a third of the time
        try:
            return pages.update(planned, files())
        finally:
            gc.unfreeze()
            gc.enable()


def _shown(club: Club, wishes: Wishes, record: FolderRecord) -> Sequence[str]:
    """What is shown of each player: what was asked for, now or before, else the column Web, else a name."""
    private = record.private
    if wishes.blank:
        private[""] = wishes.blank
    names = [player.name for player in club.replay.log.players]
    marks = [player_mark(name) for name in names]
    private.update((player_mark(name), how) for name, how in wishes.players.items())
    for mark in set(private) - {"", *marks}:
        del private[mark]
    blank = private.get("", NAME)
    return [private.get(mark) or web or blank for mark, web in zip(marks, club.web)]


def _assets(site: Site) -> Iterator[File]:
    """Stylesheet, icon and script."""
    yield site.rendered("style.css", "frame/style.css", c=colours)
    yield site.rendered("icon.svg", "frame/icon.svg", c=colours)
    yield "page.js", (TEMPLATES / "frame" / "page.js").read_bytes()
