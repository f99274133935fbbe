"""Render the pages of a club, and write them into their folder."""

from __future__ import annotations

import dataclasses
import gc
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, groupby
from math import floor
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from xladdin.cells import Number, alphabetical_key
from xladdin.game_log.reading import make_name_reading
from xladdin.languages import Language
from xladdin.messages import Message, msg
from xladdin.renderers.web import TableWriter, render_legend
from xladdin.replay import find_season, format_season, iter_replays_by_session
from xladdin.reports import report as reports
from xladdin.reports.context import ReportContext, StandingsLine
from xladdin.reports.crosstable import CrosstableLine, define_crosstable_report
from xladdin.reports.games import find_last_event, list_event_lines
from xladdin.reports.player import (
    PlayedDay,
    PlayerReport,
    define_days_section,
    define_player_report,
    define_records_section,
    group_day,
    group_records,
)
from xladdin.reports.ratings_lists import define_ladder_report, define_standings_report
from xladdin.reports.report import WEB, Report, Section, plain_groups
from xladdin.reports.scoreboard import define_scoreboard_report, describe_event, has_explanations
from xladdin.reports.season import (
    define_championship_report,
    define_records_report,
    define_season_report,
    describe_active_players,
    rank_championship,
)
from xladdin.reports.wording import find_occasion
from xladdin.systems.points import ChampionshipSystem
from xladdin.systems.system import BandTable
from xladdin.web_pages.page_folder import PageFolder, Published, append_digests, mark_part, open_page_folder
from xladdin.web_pages.poster import SPARK_HEIGHT, SPARK_WIDTH, make_poster, make_rating_chart
from xladdin.web_pages.score_slips import EveningPages
from xladdin.web_pages.site import (
    ALL_PLAYERS,
    ARCHIVE,
    CHAMPIONSHIP,
    CROSSTABLE,
    LADDER,
    LAST_EVENING,
    MAX_ROWS_IN_TWO,
    PARENT,
    PRINT_LINE,
    PRINT_MARGIN,
    RATINGS,
    RECORDS,
    ROOT,
    RULES_PAGE,
    SEASON,
    TEMPLATES,
    TONIGHT_TABLES,
    TYPE_SIZES,
    Club,
    File,
    MenuEntry,
    Site,
    assign_addresses,
)
from xladdin.workbook import styles

if TYPE_CHECKING:
    from markupsafe import Markup

# The number of files between two collections of garbage.
_FILES_PER_COLLECTION = 200
# The font sizes for a printed list or crosstable [half points].
PRINT_SIZES = range(9, int(2 * max(most for _, most in TYPE_SIZES.values())) + 1)
ASSETS = ("style.css", "page.js", "icon.svg")


def publish(club: Club, folder: Path) -> Published:
    """Write the changed pages of the club into the folder, and remove those of former players.

    Raises WorkbookError if the folder contains something else, or the page of another club, or cannot be written.
    """
    with open_page_folder(folder, club.club_id) as pages:
        return _write_pages(Site(club, Language(club.language, find_occasion(club.replay.log.system))), pages)


def render_player(club: Club, name: str) -> dict[str, bytes]:
    """Return the page of one player with its style sheet, by path. `club` must display the player's full name.

    Raises NotFoundError if there is no such player.
    """
    site = Site(club, Language(club.language, find_occasion(club.replay.log.system)))
    *_, players = _make_sections(site)
    return dict([*_render_assets(site), players.render_player(make_name_reading(club.replay.log).require_player(name))])


def render_for_wall(club: Club, names: Collection[str]) -> dict[str, bytes]:
    """Return one page to print with the named reports, and its style sheet, by path.

    Each report begins on a new sheet of paper. Reports without a page are left out. The path of the page is
    `WALL_PAGE`; it is missing if none of the reports has a page. `club` must display all full names.
    """
    site = Site(club, Language(club.language, find_occasion(club.replay.log.system)))
    paths = dict.fromkeys(f"{WALL_PAGES[name]}.html" for name in names if name in WALL_PAGES)
    files = dict(
        file for section in _make_sections(site) if paths.keys() & {*section.paths} for file in section.files()
    )
    pages = [files[path].decode() for path in paths if path in files]
    if not pages:
        return dict(_render_assets(site))
    bodies = "\n".join(f'<div class="sheet">{_extract_body(page)}</div>' for page in pages)
    return {**dict(_render_assets(site)), WALL_PAGE: pages[0].replace(_extract_body(pages[0]), bodies).encode()}


def _extract_body(page: str) -> str:
    """Return the part of a page from its header to the end of its main content."""
    return page[page.index("<header>") : page.index("</main>") + len("</main>")]


def _make_sections(site: Site) -> tuple[Lists, Evenings, Season, Rules, EveningPages, Players]:
    """Return the sections of the site, after setting the menu and the paths that all pages need."""
    evenings = Evenings(site)
    site.session_paths = evenings.path_by_session
    lists, rules = Lists(site), Rules(site)
    season = Season(site)
    tonight = EveningPages(site)
    players = Players(site, lists.lines_by_player())
    all_players = MenuEntry(ALL_PLAYERS, msg("Players"))
    site.menu = [*lists.entries, *evenings.entries, *season.entries, all_players, *tonight.entries, *rules.entries]
    return lists, evenings, season, rules, tonight, players


def _write_pages(site: Site, pages: PageFolder) -> Published:
    sections = _make_sections(site)
    planned = [*ASSETS, *(path for section in sections for path in section.paths)]

    def files() -> Iterator[File]:
        yield from _render_assets(site)
        for section in sections:
            for number, file in enumerate(section.files(), 1):
                yield file
                if number % _FILES_PER_COLLECTION == 0:
                    gc.collect()

    pages.validate_targets(planned)
    site.is_current, site.read_parts = pages.is_current, pages.read_parts
    gc.disable()
    gc.freeze()  # traversing the log in every collection of garbage takes a third of the time
    try:
        return pages.update(planned, files())
    finally:
        gc.unfreeze()
        gc.enable()


def _render_assets(site: Site) -> Iterator[File]:
    """Yield the stylesheet, the script and the icon."""
    yield site.render_page(
        "style.css",
        "frame/style.css",
        c=styles,
        chart_lines=styles.LINES,
        paper=site.club.paper,
        margin=PRINT_MARGIN,
        line=PRINT_LINE,
        sizes=PRINT_SIZES,
    )
    yield site.render_page("icon.svg", "frame/icon.svg", c=styles)
    script = (TEMPLATES / "frame" / "page.js").read_bytes()
    yield "page.js", b"/* xladdin publish: %b */\n%b" % (site.club.club_id.encode(), script)


WALL_PAGE = "wall.html"
# The page with the content of a report, by the report's name.
WALL_PAGES = {
    reports.STANDINGS: RATINGS,
    reports.WEEKLY_SHEET: RATINGS,
    reports.SCOREBOARD: LAST_EVENING,
    reports.LADDER: LADDER,
    reports.CHAMPIONSHIP: CHAMPIONSHIP,
    reports.CROSSTABLE: CROSSTABLE,
    reports.RECORDS: RECORDS,
    reports.SEASON_REPORT: SEASON,
    reports.TONIGHT: TONIGHT_TABLES,
}
# The element that the search covers.
RATINGS_TABLE = "ratings"


class Lists:
    """The pages with ratings lists, and the list of all players."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.lines = site.context.standings
        self._ratings, self._championship = define_standings_report(site.system), self._find_championship()

    @property
    def entries(self) -> list[MenuEntry]:
        """The entries of this section in the menu."""
        entries = [MenuEntry(RATINGS, msg("Ratings"))]
        if self._site.system.has_groups:
            entries.append(MenuEntry(LADDER, msg("Ladder")))
        if self._championship:
            entries.append(MenuEntry(CHAMPIONSHIP, msg("Championship")))
        return entries

    @property
    def paths(self) -> list[str]:
        """The paths of the files."""
        return [f"{entry.page}.html" for entry in self.entries] + [f"{ALL_PLAYERS}.html"]

    def files(self) -> Iterator[File]:
        """Yield the files with their content."""
        site, replay = self._site, self._site.replay
        evening = None
        if site.schema.is_paired and replay.last_date is not None:
            evening = site.statistics.session.games_played, len(site.statistics.session.players)
        event = replay.last_session[0].event if replay.last_session else ""
        (ratings,) = self._ratings.sections_on(WEB)
        yield site.render_page(
            f"{RATINGS}.html", "ratings.html", evening=evening, event=event, last=replay.last_date,
            season=self._format_season(), poster=make_poster(site), spark=(SPARK_WIDTH, SPARK_HEIGHT),
            table=site.render(ratings, table_id=RATINGS_TABLE), rows=site.count_rows(ratings),
            legend=render_legend(self._ratings, site.context),
        )  # fmt: skip
        names = {line.player: line for line in self.lines}
        everybody = sorted(
            (player.name for player in site.log.players if player.name not in site.people.hidden_names),
            key=lambda name: alphabetical_key(site.people.displayed_name(site.people.position[name])),
        )
        yield site.render_page(f"{ALL_PLAYERS}.html", "players.html", names=everybody, lines=names)
        if site.system.has_groups:
            yield self._render_list(LADDER, define_ladder_report(site.system), replay.last_date)
        if self._championship:
            yield self._render_list(CHAMPIONSHIP, self._championship)

    def _render_list(self, page: str, report: Report, day: date | None = None) -> File:
        """Render the page of a report with a single list."""
        site, (section,) = self._site, report.sections_on(WEB)
        return site.render_page(
            f"{page}.html", "list.html", title=section.title, day=day, season=self._format_season(),
            table=site.render(section), rows=site.count_rows(section), legend=render_legend(report, site.context),
        )  # fmt: skip

    def lines_by_player(self) -> dict[str, StandingsLine]:
        """Return the lines of the ratings list by the player's name."""
        return {line.player: line for line in self.lines}

    def _format_season(self) -> str:
        season = self._site.replay.season
        return "" if season is None else format_season(season, self._site.system.season_month)

    def _find_championship(self) -> Report | None:
        """Return the championship, if the club's system has one."""
        system = self._site.system
        if not isinstance(system, ChampionshipSystem):
            return None
        return (
            define_championship_report(system)
            if any(line.points for line in rank_championship(self._site.statistics))
            else None
        )


FOLDER = "evening"
# The height of the headings and the legend on a printed evening [rows].
_HEADING_ROWS = 12


class EveningPage(NamedTuple):
    """The page of a session or event. `title` is the name of the event, or ""."""

    path: str
    day: date
    title: str


class SeasonPage(NamedTuple):
    """The page with the evenings of a season, latest first. `season` is the year in which it began."""

    season: int
    title: str
    evenings: Sequence[EveningPage]

    @property
    def path(self) -> str:
        """The path of the page, if the season is an earlier one."""
        return f"{ARCHIVE}/{self.season}.html"


class Evenings:
    """The pages of sessions or events, and their lists by season."""

    def __init__(self, site: Site) -> None:
        self._site = site
        log, month = site.log, site.system.season_month
        sessions = [(day, "") for day in log.sessions]
        if not site.schema.is_paired:
            sessions = [(period.date, period.event) for period in log.periods]
        slugs = assign_addresses({session: session[1] or session[0].isoformat() for session in sessions})
        pages = [EveningPage(f"{FOLDER}/{slugs[session]}.html", *session) for session in sessions]
        self.all = sorted(pages, key=attrgetter("day"))
        self.path_by_session: dict[date | str, str] = {
            title or day: f"{FOLDER}/{slugs[day, title]}.html" for day, title in sessions
        }
        self._seasons = [
            SeasonPage(season, format_season(season, month), list(group)[::-1])
            for season, group in groupby(self.all, key=lambda page: find_season(page.day, month))
        ][::-1]

    @property
    def entries(self) -> list[MenuEntry]:
        """The entries of this section in the menu."""
        titles = (
            (msg("Last evening"), msg("All evenings"))
            if self._site.schema.is_paired
            else (msg("Last event"), msg("All events"))
        )
        entries = [MenuEntry(page, title) for page, title in zip((LAST_EVENING, ARCHIVE), titles)]
        if self.all:
            return entries
        return entries[1:] if self._site.club.earlier else []

    @property
    def paths(self) -> list[str]:
        """The paths of the files."""
        menu_paths = [f"{entry.page}.html" for entry in self.entries]
        return [*menu_paths, *(page.path for page in self.all), *(page.path for page in self._seasons[1:])]

    def files(self) -> Iterator[File]:
        """Yield the files with their content."""
        site = self._site
        if not self.all:
            if site.club.earlier:
                yield site.render_page(f"{ARCHIVE}.html", "evenings.html", elsewhere=site.club.earlier)
            return
        neighbours = {
            (page.day, page.title): (previous, page, following)
            for previous, page, following in zip([None, *self.all], self.all, [*self.all[1:], None])
        }
        facts: dict[str, tuple[int, int]] = {}
        row_digests = self._compute_row_digests()
        for view in iter_replays_by_session(site.replay):
            context = replace(site.context, replay=view)
            day, title = _find_last_session(context)
            previous, page, following = neighbours[day, title]
            facts[page.path] = _count_attendance(context)
            page_values = {"previous": previous, "following": following, "session": page, "facts": facts[page.path]}
            for path in (page.path, f"{LAST_EVENING}.html") if page is self.all[-1] else (page.path,):
                inputs = self._compute_digest(path, page_values, row_digests.get((day, title), b""))
                if inputs and site.is_current(path, inputs):
                    continue
                path, content = self._render_page(path, context, page_values)
                yield path, append_digests(content, inputs) if inputs else content
        for season in self._seasons:
            is_latest = season is self._seasons[0]
            yield site.render_page(
                f"{ARCHIVE}.html" if is_latest else season.path, "evenings.html", season=season, facts=facts,
                earlier=self._seasons[1:] if is_latest else [], elsewhere=site.club.earlier if is_latest else "",
            )  # fmt: skip

    def _compute_row_digests(self) -> dict[tuple[date, str], bytes]:
        """Return a digest of the rows of the log up to each session or event, by its day and title.

        If games count in order of date, the page of an evening depends only on these rows. There are no digests if a
        row that is added later may change an earlier day.
        """
        log = self._site.log
        if not log.is_in_date_order or log.system.rates_in_recorded_order:
            return {}
        digest, digests = sha256(), {}
        periods, adjustments = deque(log.periods), deque(sorted(log.adjustments, key=attrgetter("date")))
        unrated = deque(sorted(log.unrated, key=attrgetter("date")))
        for page in self.all:
            rows: list[object] = []
            while periods and (periods[0].date, periods[0].event) <= (page.day, page.title):
                period = periods.popleft()
                notes = [log.row_notes.get(row) for row in log.rated_rows[period.start : period.stop]]
                rows += [period, notes, *self._site.row_texts[period.start : period.stop]]
            while adjustments and adjustments[0].date <= page.day:
                rows.append(adjustments.popleft())
            while unrated and unrated[0].date <= page.day:
                rows.append(unrated.popleft())
            digest.update(repr(rows).encode("utf-8", "replace"))
            digests[page.day, page.title] = digest.digest()
        return digests

    def _compute_digest(self, path: str, page_values: Mapping[str, object], rows: bytes) -> str:
        """Return the digest of everything on which an evening's page depends, or "" if it must always be rendered."""
        text = repr((self._site.inputs, path, sorted(page_values.items()), rows))
        return sha256(text.encode("utf-8", "replace")).hexdigest() if rows else ""

    def _render_page(self, path: str, context: ReportContext, values: Mapping[str, object]) -> File:
        """Render the page of the last session or event of a context."""
        site, root = self._site, PARENT if "/" in path else ROOT
        report = define_scoreboard_report(site.system)
        sections = report.sections_on(WEB)
        tables = [site.render(section, context, root) for section in sections]
        rows = sum(site.count_rows(section, context) for section in sections)
        legend = render_legend(report, context)
        if not site.schema.is_paired:
            facts = describe_event(context.replay, site.language) or ""
            return site.render_page(
                path, "event.html", **{**values, "facts": facts.partition(" · ")[2]}, table=tables[0], rows=rows,
                legend=legend,
            )  # fmt: skip
        has_words = has_explanations(context)
        rows = min(rows + _HEADING_ROWS, MAX_ROWS_IN_TWO)
        return site.render_page(
            path, "evening.html", **values, games=tables[0], players=tables[1], rows=rows, legend=legend,
            has_words=has_words,
        )  # fmt: skip


def _find_last_session(context: ReportContext) -> tuple[date, str]:
    """Return the day of the last session, or the day and the name of the last event."""
    if not context.system.log_schema.is_paired:
        event = find_last_event(context.replay)
        assert event is not None
        return event.date, event.name
    assert context.replay.last_date is not None
    return context.replay.last_date, ""


def _count_attendance(context: ReportContext) -> tuple[int, int]:
    """Return the numbers of players and games of a session, or of players and known placings of an event."""
    if not context.system.log_schema.is_paired:
        lines = list_event_lines(context.replay)
        return lines[0].players, len(lines)
    return len(context.statistics.session.players), context.statistics.session.games_played


# The most players whose crosstable is printed as a table.
_MAX_PRINTED_ACROSS = 45
# The printable width of a landscape page [points], and the width of a column of the crosstable [font sizes].
_PRINTABLE_WIDTH, _CELL_WIDTH = 590.0, 2.9
# The smallest and the largest font size of a printed crosstable [points].
_MIN_TYPE, _MAX_TYPE = 4.5, 16.0


class Season:
    """The crosstable, the records and the report of the season."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @property
    def entries(self) -> list[MenuEntry]:
        """The entries of this section in the menu."""
        if self._site.replay.season is None:
            return []
        report = [MenuEntry(SEASON, msg("Season report"))] if self._site.schema.has_scores else []
        return [MenuEntry(CROSSTABLE, msg("Crosstable")), MenuEntry(RECORDS, msg("Records")), *report]

    @property
    def paths(self) -> list[str]:
        """The paths of the files."""
        return [f"{entry.page}.html" for entry in self.entries]

    def files(self) -> Iterator[File]:
        """Yield the files with their content."""
        site, system = self._site, self._site.system
        if site.replay.season is None:
            return
        (against,) = define_crosstable_report(system).sections_on(WEB)
        pairs = list(self._iter_opponents(against))
        yield self._render_page(
            CROSSTABLE, define_crosstable_report(system), pairs=pairs, print_class=_choose_print_class(len(pairs))
        )
        yield self._render_page(RECORDS, define_records_report(system))
        if site.schema.has_scores:
            active = describe_active_players(system.active_games)  # type: ignore[attr-defined]
            yield self._render_page(SEASON, define_season_report(system), active_title=active)

    def _render_page(self, page: str, report: Report, **values: object) -> File:
        """Render the page of a report, with a table for each of its sections."""
        site = self._site
        season = format_season(site.replay.season or 0, site.system.season_month)
        tables = [site.render(section) for section in report.sections_on(WEB)]
        legend = render_legend(report, site.context)
        return site.render_page(f"{page}.html", f"{page}.html", season=season, tables=tables, legend=legend, **values)

    def _iter_opponents(self, section: Section) -> Iterator[tuple[CrosstableLine, list[tuple[str, object]]]]:
        """Yield each player of the crosstable with all opponents, for the narrow layout on a phone."""
        hidden_names = self._site.people.hidden_names
        lines: list[CrosstableLine] = [
            row.line for group in section.groups_of(self._site.context) for row in group.rows
        ]
        for line in lines:
            if line.player not in hidden_names:
                opponents = [
                    (opponent_line.player, cell)
                    for opponent_line, cell in zip(lines, line.results)
                    if cell and opponent_line is not line
                ]
                yield line, [(player, cell) for player, cell in opponents if player not in hidden_names]


def _choose_print_class(players: int) -> str:
    """Return the CSS class of a printed crosstable: its font size, or "long" if it is too wide for a page."""
    size = min(max(_PRINTABLE_WIDTH / max(players, 1) / _CELL_WIDTH, _MIN_TYPE), _MAX_TYPE)
    return f"t{floor(2 * size)}" if players <= _MAX_PRINTED_ACROSS else "long"


# The values of disabled settings. The page omits these, unless they are enabled in the printed rules.
_OFF_VALUES = (0, "No", "")


class SettingLine(NamedTuple):
    """A setting with the club's value, and that of the printed rules if it differs."""

    label: Message
    value: Number | str
    printed: Number | str | None


class RuleTable(NamedTuple):
    """A table of the rules. `is_changed` tells whether the club's rows differ from the printed ones."""

    label: Message
    table: BandTable
    is_changed: bool


class Rules:
    """The page that explains the rating system, with its settings and tables."""

    def __init__(self, site: Site) -> None:
        self._site = site

    entries = (MenuEntry(RULES_PAGE, msg("How it works")),)
    paths = (f"{RULES_PAGE}.html",)

    def files(self) -> Iterator[File]:
        """Yield the page with its content."""
        system = self._site.system
        printed_system = system.printed_rules
        settings, tables = [], []
        for field in dataclasses.fields(system):
            value, printed = getattr(system, field.name), getattr(printed_system, field.name)
            label = field.metadata["label"]
            if field.name == "season_month":
                value, printed = map(self._site.language.format_month, (value, printed))
            if isinstance(value, BandTable):
                tables.append(RuleTable(label, value, printed.rows != value.rows))
            elif value != printed or value not in _OFF_VALUES:
                settings.append(SettingLine(label, value, printed if printed != value else None))
        yield self._site.render_page(
            f"{RULES_PAGE}.html",
            "rules.html",
            settings=settings,
            tables=tables,
            author=system.author or self._site.club.title,
        )


class Players:
    """The pages of the players.

    They show the arithmetic of the games of two seasons. For earlier games, it is on the page of the evening.
    """

    def __init__(self, site: Site, lines: Mapping[str, StandingsLine]) -> None:
        """Take the lines of the ratings list, by player."""
        self._site = site
        self._lines = lines
        season = site.replay.season
        self._month = site.system.season_month
        self._explained_from = date.min if season is None else date(season - 1, self._month, 1)
        # Otherwise, a game that is added later may change an earlier season.
        self._has_parts = site.log.is_in_date_order and not site.system.rates_in_recorded_order
        report = define_player_report(site.system)
        sections = define_records_section(site.system), report.sections[1], define_days_section(site.system)
        self._records, self._opponents, self._days = (
            TableWriter(section, site.context, site.names(PARENT)) for section in sections
        )

    @property
    def paths(self) -> list[str]:
        """The paths of the files."""
        return [self._site.people.path(position) for position in self._site.people.players_with_pages]

    def files(self) -> Iterator[File]:
        """Yield the files with their content, except those that are current in the folder."""
        for position in self._site.people.players_with_pages:
            report, path = self._make_report(position), self._site.people.path(position)
            seasons = self._compute_season_digests(path, position, report)
            inputs = self._compute_digest(path, report, seasons)
            if not self._site.is_current(path, inputs):
                parts = seasons if self._has_parts else {}
                yield path, append_digests(self._render_player(position, report, parts)[1], inputs)

    def render_player(self, position: int) -> File:
        """Render the page of a player, given by the position in the log."""
        return self._render_player(position, self._make_report(position), {})

    def _make_report(self, position: int, detailed_from: date = date.min) -> PlayerReport:
        return PlayerReport(self._site.statistics, position, self._explained_from, detailed_from)

    def _compute_season_digests(self, path: str, position: int, report: PlayerReport) -> dict[int, str]:
        """Return for each season the digest of everything on which a player's days until its end depend.

        It has the rows of the log in place of what is shown of them, which takes long to put into words.
        """
        site, log, statistics = self._site, self._site.log, self._site.statistics
        entries: list[tuple[date, object]] = []
        for row, side in statistics.player_rows[position]:
            period = log.period_of_row[row]
            entries.append((log.periods[period].date, (period, side, site.row_texts[row])))
        for number, rating in statistics.rating_history(position):
            day = log.periods[number]
            entries.append((day.date, (number, day.event, rating, site.session_paths.get(day.event or day.date))))
        entries += [(entry.date, (*entry, site.session_paths.get(entry.date))) for entry in report.unrated]
        for last in site.replay.adjusted_ratings[-1:]:
            if last.number == len(log.periods):
                entries.append((last.date, (last.number, last.ratings[position])))
        entries += [(day, "last") for day in {day for day, _ in entries} & {site.replay.last_date}]
        entries.sort(key=itemgetter(0))
        digest = sha256(repr((site.inputs, path, self._explained_from)).encode("utf-8", "replace"))
        digests = {}
        for season, season_entries in groupby(entries, key=lambda entry: find_season(entry[0], self._month)):
            digest.update(repr(list(season_entries)).encode("utf-8", "replace"))
            digests[season] = digest.hexdigest()
        return digests

    def _compute_digest(self, path: str, report: PlayerReport, seasons: Mapping[int, str]) -> str:
        """Return the digest of everything on which the page of a player depends. `seasons` has those of its seasons."""
        values = (
            list(seasons.values()),
            report.opponents,
            (report.rating, report.rank, report.best, report.lowest, report.season, report.lifetime),
            (report.won_in_a_row, report.lost_in_a_row),
            self._lines.get(report.name),
            self._ranked_count,
        )
        return sha256(repr((self._site.inputs, path, values)).encode("utf-8", "replace")).hexdigest()

    @cached_property
    def _ranked_count(self) -> int:
        """The number of ranked players."""
        return sum(rank is not None for rank in self._site.statistics.ranks.values())

    def _render_player(self, position: int, report: PlayerReport, digests: Mapping[int, str]) -> File:
        """Render the page of a player, except the seasons with these digests that the present page has."""
        site, page = self._site, self._site.people.path(position)
        parts = site.read_parts(page) if digests else {}
        present = {season: parts[digest] for season, digest in digests.items() if digest in parts}
        first = self._find_first_detailed(position, digests.keys() - present.keys()) if present else date.min
        days = self._make_report(position, first).days
        latest = next((day for day in days if day.was_played), None)
        rated_days = [(day.date, day.rating) for day in days[::-1] if day.is_rated and day.rating is not None]
        # A game that was typed late moves the rating on the latest day before it.
        chart_days = accumulate((day for day, _ in rated_days), max)
        points = [(day, rating) for day, (_, rating) in zip(chart_days, rated_days)]
        return site.render_page(
            page,
            "player.html",
            name=site.people.displayed_name(position),
            report=report,
            line=self._lines.get(report.name),
            ranked=self._ranked_count,
            records=self._records.render(group_records(report)),
            opponents=self._opponents.render(plain_groups(report.opponents)),
            seasons=self._render_seasons(days, digests, present),
            latest=latest,
            last_games=self._render_last_games(latest),
            was_there=latest is not None and latest.date == site.replay.last_date,
            points=points,
            chart=make_rating_chart(points),
        )

    def _render_last_games(self, day: PlayedDay | None) -> Markup | str:
        """Render the games of the player's last day, or return "" if it has none, as with an event."""
        if day is None or not (day.games or day.unrated):
            return ""
        return self._days.render([group_day(day, self._site.system, has_heading=False)])

    def _find_first_detailed(self, position: int, seasons: Collection[int]) -> date:
        """Return the first day that needs its games if only these seasons and the last day are rendered."""
        rows = self._site.statistics.player_rows[position]
        days = [date(season, self._month, 1) for season in seasons]
        days += [self._site.log.periods[self._site.log.period_of_row[row]].date for row, _ in rows[-1:]]
        return min(days, default=date.min)

    def _render_seasons(
        self, days: Sequence[PlayedDay], digests: Mapping[int, str], present: Mapping[int, str]
    ) -> list[tuple[str, str]]:
        """Return the title and the rendered days of each season, latest first."""
        seasons = []
        for season, season_days in groupby(days, key=lambda day: find_season(day.date, self._month)):
            html = present.get(season)
            if html is None:
                html = self._days.render(group_day(day, self._site.system) for day in season_days)
                html = mark_part(html, digests[season]) if season in digests else html
            seasons.append((format_season(season, self._month), html))
        return seasons
