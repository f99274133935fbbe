"""Provide what all pages of a club share: the displayed names, links, language and menu, and rendering of templates."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from functools import cache, cached_property
from hashlib import sha256
from html import escape
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import xladdin
from xladdin.cells import PLAIN_LETTERS, Number, format_scores
from xladdin.languages import Language, find_choice_message
from xladdin.messages import Message, msg
from xladdin.model import Player
from xladdin.renderers.web import DisplayedNames, format_change, render_section, templates_in
from xladdin.replay import Replay
from xladdin.reports.context import ReportContext
from xladdin.reports.games import CHESS_SCORES
from xladdin.reports.report import Section
from xladdin.reports.wording import (
    INITIALS,
    NAME,
    NONE,
    UNKNOWN_PLAYER,
    abbreviate_name,
    adapt_to_occasion,
    count_games,
    count_players,
    display_names,
    replace_names,
)
from xladdin.statistics import Statistics

if TYPE_CHECKING:
    from markupsafe import Markup

    from xladdin.replay import Replay

_Key = TypeVar("_Key", bound=Hashable)
# The most characters of a page's file name, short enough for every file system with its folder.
MAX_FILE_NAME_LENGTH = 60
_PLAIN_LETTERS = {**PLAIN_LETTERS, ord("ı"): "i"}
# Names that Windows reserves for devices and allows for no file.
_RESERVED_ON_WINDOWS = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)),
}
# The file name for a name without letters.
DEFAULT_NAME = "page"


def make_slug(name: str) -> str:
    """Convert a name to plain letters for a file name: "Jean-François L'Été" becomes "jean-francois-l-ete"."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN_LETTERS)).casefold()
    plain = "".join(
        letter if letter.isascii() and letter.isalnum() else "" if unicodedata.combining(letter) else " "
        for letter in letters
    )
    base = "-".join(plain.split())[:MAX_FILE_NAME_LENGTH].strip("-") or DEFAULT_NAME
    return f"{base}-page" if base in _RESERVED_ON_WINDOWS else base


def assign_addresses(names: Mapping[_Key, str]) -> dict[_Key, str]:
    """Return a unique file name, without its extension, for each name by the name's key.

    If two names have the same letters, the later one in the mapping gets a number.
    """
    addresses: dict[_Key, str] = {}
    used_addresses: set[str] = set()
    for key, name in names.items():
        base, number = make_slug(name), 1
        address = base
        while address in used_addresses:
            number += 1
            address = f"{base}-{number}"
        addresses[key] = address
        used_addresses.add(address)
    return addresses


FOLDER = "player"
# The relative path to the folder's root, from a page in the root and from a page in a subfolder.
ROOT, PARENT = "", "../"


class DisplayedPeople:
    """The players of a club with the names that the pages display. A position is that of a player in the log."""

    def __init__(self, players: Sequence[Player], visibility: Sequence[str], nobody: str) -> None:
        """Choose the displayed name of each player.

        `visibility` has NAME, INITIALS or NONE for each player. `nobody` is the text for a player with NONE, such as
        "a player".
        """
        self._nobody = nobody
        self._visibility = visibility
        self.names = display_names([player.name for player in players], visibility)
        names_with_pages = {
            position: abbreviate_name(player.name) if visibility_of_player == INITIALS else player.name
            for position, (player, visibility_of_player) in enumerate(zip(players, visibility))
            if visibility_of_player != NONE
        }
        self._slugs = assign_addresses(names_with_pages)
        self.position = {name: position for position, name in enumerate(self.names)}
        self.hidden_names = {
            UNKNOWN_PLAYER,
            *(name for name, visibility_of_player in zip(self.names, visibility) if visibility_of_player == NONE),
        }

    @property
    def players_with_pages(self) -> Sequence[int]:
        """The positions of the players who have a page."""
        return list(self._slugs)

    @property
    def are_all_public(self) -> bool:
        """Whether the pages display every player's full name."""
        return all(visibility_of_player == NAME for visibility_of_player in self._visibility)

    def displayed_replay(self, replay: Replay) -> Replay:
        """Return a copy of a replay with the displayed names instead of the players' names.

        A player with NONE gets a placeholder instead. `displayed_text` returns the text to print for it.
        """
        return replace_names(replay, self.names)

    def displayed_name(self, position: int) -> str:
        """Return the text that the pages print for a player."""
        return self._nobody if self._visibility[position] == NONE else self.names[position]

    def displayed_text(self, name: str) -> str:
        """Return the text that the pages print for a player with this name in `displayed_replay`."""
        return self._nobody if name in self.hidden_names else name

    @property
    def paths(self) -> Mapping[int, str]:
        """The path of each player's page within the folder, by position."""
        return {position: self.path(position) for position in self._slugs}

    def path(self, position: int) -> str:
        """Return the path of a player's page within the folder."""
        return f"{FOLDER}/{self._slugs[position]}.html"

    def plain(self) -> dict[str, str]:
        """Return the text of each player in HTML, without a link, by the name in the replay of `displayed_replay`."""
        return {name: escape(self.displayed_text(name)) for name in (*self.names, UNKNOWN_PLAYER)}

    def links(self, root: str) -> Mapping[str, Markup]:
        """Return the text of each player in HTML, by the name in the replay of `displayed_replay`.

        It is a link for a player with a page. `root` is ROOT or WITHIN, for the page that has the link.
        """
        from markupsafe import Markup

        links = {}
        for position, name in enumerate(self.names):
            markup = f"<bdi>{escape(self.displayed_name(position))}</bdi>"
            if position in self._slugs:
                markup = f'<a href="{root}{self.path(position)}">{markup}</a>'
            links[name] = Markup(markup)
        links[UNKNOWN_PLAYER] = Markup(f"<bdi>{escape(self._nobody)}</bdi>")
        return links


class WaitingRound(NamedTuple):
    """A paired round without scores.

    `tables` has the number of each table and the positions of its two players. `sits_out` has the positions of the
    players with a bye.
    """

    date: date
    round: int
    tables: Sequence[tuple[int, int, int]]
    sits_out: Sequence[int]


@dataclass(frozen=True)
class Club:
    """The data of a club that its pages need, from a recalculated workbook.

    Attributes:
        title: The club's name.
        replay: The ratings and results of all games.
        visibility: NAME, INITIALS or NONE for each player of the log.
        crosstable_players: The number of players in the crosstable.
        paper: Letter or A4.
        tonight: The paired round that has no scores yet.
        language: The code of the sheets' language.
        club_id: An identifier on every page, by which `xladdin publish` recognizes the club's own pages.
        earlier: The link to the page of earlier seasons, or "".
    """

    title: str
    replay: Replay
    visibility: Sequence[str]
    crosstable_players: int
    paper: str = "Letter"
    tonight: WaitingRound | None = None
    language: str = "en"
    club_id: str = "club-none"
    earlier: str = ""


# The folder of the Jinja templates.
TEMPLATES = Path(__file__).parent / "templates"


@cache
def compute_source_digest() -> str:
    """Return a digest of xladdin's own files, so that every page is rendered again after an upgrade."""
    root, digest = os.path.dirname(xladdin.__file__), sha256()
    folders = [folder for folder in os.walk(root) if os.path.basename(folder[0]) != "__pycache__"]
    # Plain paths, since Path objects take longer than reading the files.
    for path in sorted(os.path.join(folder, name) for folder, _, names in folders for name in names):
        if path.endswith((".py", ".pyc", ".j2", ".js", ".mo")):
            digest.update(os.path.relpath(path, root).replace(os.sep, "/").encode())
            with open(path, "rb") as file:
                digest.update(file.read())
    return digest.hexdigest()


TEXTS: Mapping[str, Message] = {
    str(text): text
    for text in (
        msg("Against each opponent"),
        msg("All evenings"),
        msg("All events"),
        msg("All players from A to Z"),
        msg("All ratings"),
        msg("All time"),
        msg("Attendance"),
        msg("Average score {own}, opponents' average {others}."),
        msg("Before and after"),
        msg("Best"),
        msg("Crosstable"),
        msg("Date"),
        msg("Date ..................   Round .........   Table ........."),
        msg("Each player's evening"),
        msg("Earlier seasons"),
        msg("Evening"),
        msg("Event"),
        msg("Every event and its effect on the rating"),
        msg("Every game and its effect on the rating"),
        msg("Find a player"),
        msg("From {first} on {day} to {last} on {end}; the figures are in the table below."),
        msg("Games"),
        msg("Honours"),
        msg("How the ratings work"),
        msg("In the words of {source}"),
        msg("Last evening"),
        msg("Last event"),
        msg("Lowest"),
        msg("Made by xladdin from the club's workbook."),
        msg("Longest streaks: {won} won, {lost} lost."),
        msg("No rated game yet."),
        msg("No records yet."),
        msg("No players are listed yet."),
        msg("Nobody yet."),
        msg("The season"),
        msg("Pages"),
        msg("Player"),
        msg("Players"),
        msg("Rank"),
        msg("Rating"),
        msg("Rating after each evening"),
        msg("Rating after each event"),
        msg("Ratings"),
        msg("Ratings after {day}"),
        msg("Ratings after {event}, {day}"),
        msg("Records"),
        msg("Results"),
        msg("Round {number}"),
        msg("Score slips"),
        msg("Season report"),
        msg("Season {season}"),
        msg("Setting"),
        msg("Signed ........................  ........................"),
        msg("Sits out: {names}"),
        msg("Table"),
        msg("Table {number}"),
        msg("The club has changed this table."),
        msg("The club's settings"),
        msg("The list"),
        msg("The page of earlier seasons"),
        msg("The rating of {name}"),
        msg("The season in figures"),
        msg("The top five since {day}"),
        msg("Skip to the content"),
        msg("Tonight's tables"),
        msg("Value"),
        msg("Who climbed"),
        msg("Won, drawn and lost are for the season {season}."),
        msg("Won, lost, spread and averages are for the season {season}."),
        msg("not on the list"),
        msg("of {number}"),
        msg("printed: {value}"),
        msg("season {season}"),
        msg("{shown} of {all}"),
    )
}

ALL_PLAYERS, LAST_EVENING, ARCHIVE, LADDER, CHAMPIONSHIP = "players", "evening", "evenings", "ladder", "championship"
RATINGS, CROSSTABLE, RECORDS, SEASON, RULES_PAGE = "index", "crosstable", "records", "season", "how"
TONIGHT_TABLES = "tonight"
# Points.
PAPER_HEIGHTS = {"Letter": 792.0, "A4": 841.9}
# The margin of a printed page and the height of its title [points], and the height of a row in sizes of its type.
PRINT_MARGIN, PRINT_HEADER, PRINT_LINE = 34.0, 100.0, 1.5
# The most rows of a list that is printed in one column, and in two columns.
MAX_ROWS_IN_ONE, MAX_ROWS_IN_TWO = 45, 100
# The smallest and the largest size of type by the number of columns [points].
TYPE_SIZES = {1: (9.0, 20.0), 2: (9.0, 12.0), 3: (8.0, 10.0)}

File = tuple[str, bytes]


class MenuEntry(NamedTuple):
    """A page that every page links to."""

    page: str
    title: Message


class Site:
    """A club's pages in one language."""

    def __init__(self, club: Club, language: Language) -> None:
        self.club = club
        self.people = DisplayedPeople(club.replay.log.players, club.visibility, language.render(msg("a player")))
        self.replay = self.people.displayed_replay(club.replay)
        self.log = self.replay.log
        self.system = club.replay.log.system
        self.schema = self.system.log_schema
        self.language = language
        self.context = ReportContext(
            self.replay, language, club.crosstable_players, hidden_players=frozenset(self.people.hidden_names)
        )
        # The displayed names in HTML, by the names in `log`.
        self.plain = self.people.plain()
        self._links = {root: self.people.links(root) for root in (ROOT, PARENT)}
        # The path of the page of each session by its date, or of each event by its name. Set before the first page is
        # rendered.
        self.session_paths: Mapping[date | str, str] = {}
        # The entries of the menu, in their order. Set before the first page is rendered.
        self.menu: Sequence[MenuEntry] = ()
        self._names: dict[str, DisplayedNames] = {}
        # Return whether the folder has a page, by its path, that was rendered from inputs with this digest. Such a page
        # is skipped.
        self.is_current: Callable[[str, str], bool] = lambda path, inputs: False
        # Return the parts of a page in the folder, by its path, by the digests of their inputs. They are not rendered.
        self.read_parts: Callable[[str], Mapping[str, str]] = lambda path: {}

    @property
    def statistics(self) -> Statistics:
        """The statistics of the replay."""
        return self.context.statistics

    def names(self, root: str = ROOT) -> DisplayedNames:
        """Return the players' and sessions' names with their links.

        `root` is ROOT or WITHIN, for the page that has the links.
        """
        if root not in self._names:
            sessions = {session: f"{root}{path}" for session, path in self.session_paths.items()}
            self._names[root] = DisplayedNames(self._links[root], self.plain, self.people.hidden_names, sessions)
        return self._names[root]

    def render(
        self, section: Section, context: ReportContext | None = None, root: str = ROOT, table_id: str = ""
    ) -> Markup:
        """Render a section of a report as a table.

        `root` is ROOT or WITHIN, for the page that has the table.
        """
        return render_section(section, context or self.context, self.names(root), table_id)

    @cached_property
    def _template_variables(self) -> dict[str, object]:
        """The variables and functions that every template can use."""
        return {
            "t": self.text,
            "label": self.language.render_text,
            "choice": lambda word: self.language.render_text(find_choice_message(word)),
            "language": self.language,
            "count_games": lambda number: self.language.render(count_games(number)),
            "count_players": lambda number: self.language.render(count_players(number)),
            "change": self.change,
            "rating": self.rating,
            "schema": self.schema,
            "system": self.system,
            "club": self.club.title,
            "club_id": self.club.club_id,
            "menu": self.menu,
            "print_size": self.print_size,
            "noindex": not self.people.are_all_public,
        }

    def count_rows(self, section: Section, context: ReportContext | None = None) -> int:
        """Return the height of a section on a page, in rows. A group's title is as high as three rows."""
        groups = list(section.groups_of(context or self.context))
        hidden_names = () if section.keeps_hidden_players else self.people.hidden_names
        rows = [row for group in groups for row in group.rows if row.line and row.line.player not in hidden_names]
        return len(rows) + 3 * sum(group.title is not None for group in groups)

    def print_size(self, rows: int) -> str:
        """Return the CSS classes for a list printed as a poster: the number of columns and the size of type.

        Long lists have two or three columns. The type is the largest, within TYPE_SIZES, with which all columns fit on
        a page; a list that is still too long continues on a second page.
        """
        columns = 1 if rows <= MAX_ROWS_IN_ONE else 2 if rows <= MAX_ROWS_IN_TWO else 3
        smallest, largest = TYPE_SIZES[columns]
        lines = ceil(rows / columns) + 3
        height = PAPER_HEIGHTS[self.club.paper] - 2 * PRINT_MARGIN - PRINT_HEADER
        size = min(max(height / lines / PRINT_LINE, smallest), largest)
        return f"c{columns} t{floor(2 * size)}"

    def text(self, english: str, **values: object) -> str:
        """Translate a text of the templates into the page's language and insert its values."""
        message = english if isinstance(english, Message) else TEXTS[english]
        return self.language.render(adapt_to_occasion(self.system, message).with_values(**values))

    @cached_property
    def row_texts(self) -> Sequence[str]:
        """All values of each row of the rated games or placings, typed and computed, for digests."""
        log, replay = self.log, self.replay
        typed = [getattr(log.rated_entries, column.name) for column in fields(log.rated_entries)]
        events = [[log.events[number] for number in log.placings.event]]
        computed = [*replay.rated_columns.values(), *replay.ratings_after, *replay.established]
        return [*map(repr, zip(*typed, *computed, *(events if log.events else []), strict=True))]

    @cached_property
    def inputs(self) -> str:
        """A digest of the inputs of every page: the version of xladdin, the settings, the displayed names, the menu.

        Only displayed names are included. Otherwise a hidden name could be guessed from the published digest.
        """
        club = self.club
        shared = (
            compute_source_digest(),
            (club.title, club.paper, club.crosstable_players, club.club_id, club.earlier, self.language.code),
            (self.people.names, self.people.paths, self.people.are_all_public, sorted(self.people.hidden_names)),
            [(entry.page, str(entry.title)) for entry in self.menu],
            self.system,
            self.log.players,
        )
        return sha256(repr(shared).encode("utf-8", "replace")).hexdigest()

    def render_page(self, path: str, template: str, **values: object) -> File:
        """Render a template and return its path within the folder and its content."""
        root = PARENT * path.count("/")
        page = path.removesuffix(".html")
        page_values = {"root": root, "who": self._links.get(root, {}), "page": page, **values}
        text = templates_in(TEMPLATES).get_template(f"{template}.j2").render(self._template_variables | page_values)
        return path, text.encode("utf-8", "replace")

    def rating(self, value: Number | str | None) -> str:
        """Format a rating as in lists, or return "" for None."""
        if value is None or isinstance(value, str):
            return value or ""
        return self.language.format_rating(value, self.system.rating_decimals)

    def points(self, score: Number) -> str:
        """Format a player's score: 400 in Scrabble; 1, ½ or 0 in chess."""
        return self.language.format_number(score) if self.schema.has_scores else CHESS_SCORES[score].partition("–")[0]

    def score(self, score: Number, opponent_score: Number) -> str:
        """Format the score of a game: 400–380 in Scrabble, 1–0 in chess."""
        return format_scores(score, opponent_score) if self.schema.has_scores else CHESS_SCORES[score]

    def change(self, value: Number | None) -> str:
        """Format a rating change with its mark (▲ 18, ▼ 21 or =), or return "" for None."""
        return "" if value is None else format_change(value, self.language, self.system.rating_decimals)
