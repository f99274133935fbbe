"""The club's page written: every file of its pages, in their own folder."""

import gc
from collections.abc import Iterator, Sequence
from pathlib import Path

from xladdin.errors import FileProblem
from xladdin.files.safety.locks import only_one
from xladdin.languages.language import Language
from xladdin.publish.club import Club, Wishes
from xladdin.publish.folder import PageFolder, Published, page_folder
from xladdin.publish.pages.evenings import FOLDER as EVENING
from xladdin.publish.pages.evenings import FOLDERS as EVENINGS
from xladdin.publish.pages.evenings import Evenings
from xladdin.publish.pages.how import How
from xladdin.publish.pages.lists import Lists
from xladdin.publish.pages.players import Players
from xladdin.publish.pages.season import Season
from xladdin.publish.record import (
    PageRecord,
    folder_of,
    named_shown,
    read_record,
    record_path,
    remember_folder,
    write_record,
)
from xladdin.publish.rendering import TEMPLATES
from xladdin.publish.site import LISTED_ALL, File, MenuEntry, Site
from xladdin.publish.wall.pages import Wall
from xladdin.reports.occasions import occasion_of
from xladdin.reports.public.names_shown import shown_of
from xladdin.workbook.styles import colours

_FILES_BETWEEN = 200
"""Rubbish is collected after so many files, and not in between."""
ASSETS = ("style.css", "page.js", "icon.svg")


def publish(club: Club, workbook: Path, folder: Path | None, wishes: Wishes) -> Published:
    """Writes the changed pages of the club into the folder, and removes those of players who are gone.

    `workbook` is the one beside which the record of choices and files lies. `folder` is None for that of the last time.
    Raises FileProblem if the folder holds something else, or a later page, or cannot be written.
    """
    with only_one(record_path(workbook)):
        record = read_record(workbook)
        known = folder_of(workbook, record)
        folder = folder or known
        if folder is None:
            raise FileProblem(
                f"The page of {workbook.name} has no folder yet. Name one: xladdin publish {workbook.name} FOLDER"
            )
        same = known is not None and known.resolve() == folder.resolve()
        with page_folder(folder, club.title, record.files if same else None) as pages:
            record.language = wishes.language or record.language
            say = Language(record.language or club.language, occasion_of(club.replay.log.system))
            site = Site(club, _shown(club, wishes, record), say)
            remember_folder(workbook, record, folder)
            if not same and site.people.are_all_public:
                pages.keep(EVENINGS)
            return _written(site, workbook, record, pages)


def _written(site: Site, workbook: Path, record: PageRecord, pages: PageFolder) -> Published:
    names = site.people.names_of({name for report in record.past for name in report.names}, site.club.aliases)
    past = [report.renamed(names) for report in record.past]
    lists, evenings, how = Lists(site), Evenings(site, past), How(site)
    _refuse_later(pages, evenings, workbook)
    season = Season(site, evenings.path_of)
    wall = Wall(site, lists.lines)
    players = Players(site, lists.by_name(), evenings.path_of, wall)
    listed = MenuEntry(LISTED_ALL, "Players")
    site.menu = [*lists.entries, *evenings.entries, *season.entries, listed, *wall.entries, *how.entries]
    sections = (lists, evenings, season, players, how, wall)
    planned = [*ASSETS, *(path for section in sections for path in section.paths)]

    def files() -> Iterator[File]:
        yield from _assets(site)
        for section in sections:
            for number, file in enumerate(section.files(), 1):
                yield file
                if number % _FILES_BETWEEN == 0:
                    gc.collect()

    pages.refuse_strangers(planned)
    record.files = sorted(pages.ours | set(planned))
    write_record(workbook, record)  # if this run is cut off, the next one knows what is ours
    gc.disable()
    gc.freeze()  # the log stays as it is: looking through it for rubbish again and again takes a third of the time
    try:
        published = pages.update(planned, files())
    finally:
        gc.unfreeze()
        gc.enable()
    record.files = sorted(planned)
    write_record(workbook, record)
    return published


def _refuse_later(pages: PageFolder, evenings: Evenings, workbook: Path) -> None:
    """Raises FileProblem if the workbook of a later season has made the page since."""
    own = [one.day.isoformat() for one in evenings.all]
    last = max(pages.days_of_others(EVENING), default="")
    if own and last > own[-1]:
        raise FileProblem(
            f"{pages.folder} goes up to {last}, which is not in {workbook.name}. "
            "Publish the later workbook, or give another folder."
        )


def _shown(club: Club, wishes: Wishes, record: PageRecord) -> Sequence[str]:
    """What to show of each player, by the wishes of now or before."""
    log = club.replay.log
    record.private = named_shown(record.private, [player.name for player in log.players], log.name_reading().meant)
    record.private.update(wishes.players)
    if wishes.blank:
        record.private[""] = wishes.blank
    return shown_of(log.players, club.web, record.private)


def _assets(site: Site) -> Iterator[File]:
    """The stylesheet, icon and script."""
    yield site.rendered("style.css", "frame/style.css", c=colours, chart_lines=colours.LINES)
    yield site.rendered("icon.svg", "frame/icon.svg", c=colours)
    yield "page.js", (TEMPLATES / "frame" / "page.js").read_bytes()
