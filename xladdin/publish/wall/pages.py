"""The wall pages of a club: list, evening with its poster, ladder, tonight's tables, slips, and a player."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from xladdin.cells.numbers import Number
from xladdin.publish.charts import SPARK_HEIGHT, SPARK_WIDTH, Chart
from xladdin.publish.site import File, MenuEntry, Site
from xladdin.publish.slips import fill_pages, slip_words
from xladdin.publish.wall.composer import (
    HEAD,
    HEADING,
    LARGEST,
    MARGIN,
    PAPERS,
    SMALLEST,
    STEP,
    Composed,
    Headed,
    Paper,
    composed,
    on_one_page,
)
from xladdin.publish.wall.player import OwnDay, cards, last_games
from xladdin.publish.wall.poster import Poster, height, poster
from xladdin.publish.wall.sheets import evening_rows, ladder_rows, marks, ratings_rows, tables_rows
from xladdin.publish.widths import fitted
from xladdin.reports.player import PlayerReport
from xladdin.reports.standings import StandingsLine
from xladdin.workbook.styles import colours

WALL = "wall"
LIST, EVENING, TABLES, LADDER_PAGE, SLIPS = "list", "evening", "tables", "ladder", "slips"
_LARGEST_LISTED = 14.0
"""The type of the poster's list, which is one column of two or three."""


class Wall:
    """The wall pages."""

    def __init__(self, site: Site, lines: Sequence[StandingsLine]) -> None:
        """`lines` come from the ratings list."""
        self._site = site
        self._paper = PAPERS[site.club.paper]
        self._lines = [line for line in lines if line.player not in site.people.left_out]
        self._groups = site.ladder(lines) if site.system.key_groups else []
        self._names = [LIST] if self._lines else []
        if site.replay.last_date is not None:
            self._names.append(EVENING)
        if self._groups:
            self._names.append(LADDER_PAGE)
        if site.club.tonight is not None and site.club.tonight.tables:
            self._names.append(TABLES)
        if site.kind.is_paired:
            self._names.append(SLIPS)

    @property
    def entries(self) -> list[MenuEntry]:
        """The entries of the menu."""
        return [MenuEntry(f"{WALL}/{self._names[0]}", "For the wall")] if self._names else []

    @property
    def paths(self) -> list[str]:
        """The files."""
        return [f"{WALL}/wall.css", *(f"{WALL}/{name}.html" for name in self._names)]

    def files(self) -> Iterator[File]:
        """The files with their content."""
        sizes = [SMALLEST + STEP * number for number in range(round((LARGEST - SMALLEST) / STEP) + 1)]
        lines = [13 + number / 2 for number in range(60)]
        yield self._site.rendered(
            f"{WALL}/wall.css",
            "wall/wall.css",
            c=colours,
            chart_lines=colours.LINES,
            paper=self._paper,
            heading_size=HEADING,
            sizes=sizes,
            lines=lines,
        )
        for name in self._names:
            yield from getattr(self, f"_{name}")()

    def player_path(self, page: str) -> str:
        """The page for the wall of the player whose own page is in `page`."""
        return f"{WALL}/{page}"

    def player(
        self, page: str, name: str, report: PlayerReport, ranked: int, days: Iterable[OwnDay],
        points: Sequence[tuple[date, Number]], chart: Chart | None,
    ) -> File:  # fmt: skip
        """A player's page. `page` is the player's own, and `ranked` how many have a rank. `days` begin with the last.

        `points` are the ratings by day in the `chart`.
        """
        site = self._site
        figures = list(cards(site, report, ranked))
        rows, found = last_games(site, days, chart, len(figures))
        return site.rendered(
            self.player_path(page), "wall/player.html",
            name=name, title_size=_title_size(name, self._paper), back=page, others=self._names,
            subtitle=site.club.title,  # a day here would change every page each evening
            cards=figures, chart=chart, points=points, headings=rows.headings, found=found,
            key=site.language.key("▲ up, ▼ down, = unchanged.") if site.kind.is_paired else "",
        )  # fmt: skip

    @property
    def _after(self) -> str:
        site, replay = self._site, self._site.replay
        assert replay.last_date is not None
        event = replay.last_session[0].event if replay.last_session else ""
        day = site.language.full_day(replay.last_date)
        if event:
            return site.language.text("Ratings after {event}, {day}", event=event, day=day)
        return site.language.text("Ratings after {day}", day=site.language.day(replay.last_date))

    def _list(self) -> Iterator[File]:
        after = self._after if self._site.replay.last_date else self._site.language.text("Ratings")
        yield self._sheet(LIST, self._site.club.title, after, ratings_rows(self._site, self._lines))

    def _ladder(self) -> Iterator[File]:
        site = self._site
        rows = ladder_rows(site, self._groups)
        subtitle = f"{site.club.title} · {self._after}" if site.replay.last_date else site.club.title
        yield self._sheet(LADDER_PAGE, site.language.text("Ladder"), subtitle, rows)

    def _tables(self) -> Iterator[File]:
        tonight, say = self._site.club.tonight, self._site.language
        assert tonight is not None
        names = self._site.people.names
        pairs = [(number, names[one], names[other]) for number, one, other in tonight.tables]
        below = ""
        if tonight.sits_out:
            out = ", ".join(self._site.people.shown_name(player) for player in tonight.sits_out)
            below = say.text("Sits out: {names}", names=out)
        title = say.text("Round {number}", number=tonight.round)
        subtitle = f"{self._site.club.title} · {say.day(tonight.date)}"
        yield self._sheet(TABLES, title, subtitle, tables_rows(self._site, pairs), below=below)

    def _slips(self) -> Iterator[File]:
        tonight, people = self._site.club.tonight, self._site.people
        tables = tonight.tables if tonight else []
        named = [(number, people.shown_name(one), people.shown_name(other)) for number, one, other in tables]
        when = {"date": tonight.date, "round": tonight.round} if tonight else {}
        words = slip_words(self._site.kind, self._site.language)
        yield self._site.rendered(
            f"{WALL}/{SLIPS}.html",
            "wall/slips.html",
            pages=fill_pages(named),
            others=self._others(SLIPS),
            **when,
            **words,
        )

    def _evening(self) -> Iterator[File]:
        site, say = self._site, self._site.language
        day = site.replay.last_date
        assert day is not None
        event = site.replay.last_session[0].event if site.replay.last_session else ""
        subtitle = f"{site.club.title} · {say.day(day)}" if event else site.club.title
        if site.kind.is_paired:
            met = site.statistics.session
            subtitle += f" · {say.count(len(met.players), 'player')} · {say.count(met.games_played, 'game')}"
        shown = poster(site)
        yield self._sheet(
            EVENING, event or say.title_of(day), subtitle, evening_rows(site), shown=shown, listed=self._listed(shown)
        )

    def _listed(self, shown: Poster) -> tuple[Headed, Composed, int]:
        """The part of the list that fits on the poster, with its layout, and how many more lines there are."""
        rows = Headed([], ratings_rows(self._site, self._lines, short=True).units)
        taken = height(shown, self._paper) - HEAD
        found, listed = on_one_page(rows, self._paper, taken, _LARGEST_LISTED)
        return Headed([], rows.units[:listed]), found, len(rows.units) - listed

    def _sheet(
        self, name: str, title: str, subtitle: str, rows: Headed, *, below: str = "", shown: Poster | None = None,
        listed: tuple[Headed, Composed, int] | None = None,
    ) -> File:  # fmt: skip
        found = composed(rows, self._paper, 24 if below else 0)
        return self._site.rendered(
            f"{WALL}/{name}.html", "wall/sheet.html",
            title=title, title_size=_title_size(title, self._paper), subtitle=subtitle,
            headings=rows.headings, found=found,
            key=" ".join(marks(self._site, rows)), below=below, poster=shown, listed=listed,
            key_of_poster=" ".join(marks(self._site, listed[0])) if listed else "",
            chart_lines=colours.LINES, spark=(SPARK_WIDTH, SPARK_HEIGHT), others=self._others(name),
        )  # fmt: skip

    def _others(self, name: str) -> Sequence[str]:
        return [other for other in self._names if other != name]


def _title_size(title: str, paper: Paper) -> str:
    """The class of the size at which a title fits its band."""
    return f"s{round(2 * fitted(title, paper.width - 2 * MARGIN, LARGEST, SMALLEST))}"
