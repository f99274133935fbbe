"""Read the settings of a workbook's web page: cells on Rules, and the column Web of Players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from xladdin import languages
from xladdin.cells import CellBlock, CellValue, ClubWorkbook, cell_text, is_blank
from xladdin.errors import Diagnostic, IncompatibleSchemaError, InvalidRowsError, InvalidTypeError
from xladdin.files.locks import make_sibling_path
from xladdin.game_log import GameLog
from xladdin.languages import to_english_word, translate_choice
from xladdin.messages import list_values, msg
from xladdin.reports.wording import INITIALS, NAME, NONE, VISIBILITIES
from xladdin.workbook.rules import make_cell_diagnostic, read_club_choice, read_club_id
from xladdin.workbook.schema import (
    WEB,
    WEB_CHOICES,
    WEB_EARLIER,
    WEB_EVENING,
    WEB_FOLDER,
    WEB_NAMES,
    read_language,
)

# The choice in the column Web that corresponds to each choice of names.
WEB_WORDS_BY_CHOICE = dict(zip(WEB_NAMES.choices, (NAME, INITIALS, NONE)))
_MAX_FOLDER_LENGTH = 100
# Characters that file systems do not allow in a name, or that would lead out of the workbook's folder.
_UNSAFE_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]|^[. ]|[. ]$')
_CLUB_ID = re.compile(r"club-[a-z0-9-]{4,40}", re.ASCII)
_WEB_ADDRESS = re.compile(r"https?://[^\s\"'<>\\]+")
_SIBLING_FOLDER = re.compile(r"\.\./[^/\\:\"'<>?#]+/?")


class WebSettings(NamedTuple):
    """The settings of the web page on Rules.

    Attributes:
        names: How players are named: names, initials, none, or "" if nobody has chosen yet.
        publishes_with_evening: Whether an evening publishes the page: yes, no, or "" if nobody has chosen yet.
        folder: Plain name of the page's folder next to the workbook, or "" for the default name.
        earlier_seasons: Link to the page of earlier seasons, or "".
    """

    names: str
    publishes_with_evening: str
    folder: str
    earlier_seasons: str


def read_web_settings(workbook: ClubWorkbook) -> WebSettings:
    """Read the settings of the web page.

    Raises:
        InvalidRowsError: A choice is unknown, the folder is not a plain name, or the link is not an address.
    """
    problems: list[Diagnostic] = []
    names, with_evening = (read_club_choice(workbook, choice, "", problems) for choice in WEB_CHOICES)
    folder, earlier_seasons = (cell_text(workbook.names.get(text.name)).strip() for text in (WEB_FOLDER, WEB_EARLIER))
    if folder and not is_plain_name(folder):
        error = InvalidTypeError(msg("must be the name of a folder next to the workbook, without a path"))
        problems.append(make_cell_diagnostic(workbook, WEB_FOLDER, error))
    if earlier_seasons and not (_WEB_ADDRESS.fullmatch(earlier_seasons) or _SIBLING_FOLDER.fullmatch(earlier_seasons)):
        error = InvalidTypeError(msg("must be an address, such as https://club.example/2025, or ../ and a folder"))
        problems.append(make_cell_diagnostic(workbook, WEB_EARLIER, error))
    if problems:
        raise InvalidRowsError(problems)
    return WebSettings(names, with_evening, folder, earlier_seasons)


def is_plain_name(folder: str) -> bool:
    """Return whether a folder name is valid on every system, and stays within the workbook's own folder."""
    return 0 < len(folder) <= _MAX_FOLDER_LENGTH and not _UNSAFE_NAME.search(folder)


def make_earlier_link(settings: WebSettings) -> str:
    """Return the link from this page to that of earlier seasons, or "" if there is none."""
    if not settings.earlier_seasons.startswith("../"):
        return settings.earlier_seasons
    return f"../{quote(settings.earlier_seasons[3:].rstrip('/'))}/index.html"


def find_page_folder(workbook: Path, settings: WebSettings) -> Path:
    """Return the folder of the page: the one on Rules, or by default the workbook's name with " page"."""
    if settings.folder:
        return workbook.with_name(settings.folder)
    return make_sibling_path(workbook, "", " page", stem=workbook.stem)


def read_valid_club_id(workbook: ClubWorkbook) -> str:
    """Return the identity of a workbook, or "" if it has none or an invalid one."""
    identity = read_club_id(workbook)
    return identity if _CLUB_ID.fullmatch(identity) else ""


def read_web_column(workbook: ClubWorkbook, log: GameLog) -> Sequence[str]:
    """Return the choice of each player in the column Web, or "" for a blank.

    Raises:
        InvalidRowsError: A cell has an unknown choice.
    """
    table = workbook.tables["Players"]
    cells = table.column(WEB.heading)
    if cells is None:
        return [""] * len(log.players)
    choices, problems = [], []
    for row in log.player_rows:
        choice = "" if is_blank(cells[row]) else to_english_word(cell_text(cells[row])).strip().casefold()
        if choice not in ("", *VISIBILITIES):
            message = msg("must be {choices}, or blank", choices=list_values(languages.WEB_CHOICES, alternative=True))
            location = table.row_number(row)
            problems.append(
                Diagnostic(
                    table.name,
                    table.sheet,
                    location,
                    WEB.heading,
                    cell_text(cells[row]),
                    message,
                    InvalidTypeError.excel_error,
                )
            )
        choices.append(choice)
    if problems:
        raise InvalidRowsError(problems)
    return choices


def build_web_blocks(workbook: ClubWorkbook, values: Mapping[str, CellValue]) -> Iterator[CellBlock]:
    """Yield blocks that store answers in named cells. `values` are by defined name.

    Raises:
        IncompatibleSchemaError: The workbook lacks one of these cells.
    """
    for name, value in values.items():
        location = workbook.locate_name(name)
        if location is None:
            raise IncompatibleSchemaError(
                msg(
                    "This workbook has no cell named {name}, which stores what its web page shows. Run "
                    "xladdin renew OLD NEW to update it.",
                    name=name,
                )
            )
        if name in (WEB_NAMES.name, WEB_EVENING.name):
            value = translate_choice(value, read_language(workbook))
        yield CellBlock(*location, ([value],))
