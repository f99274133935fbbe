"""Describe the report of a player: rating and records, opponents, and the last games or events.

On the sheet, it is about the player chosen in a cell, by default the first one of the ratings list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import cached_property
from heapq import merge, nlargest
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from xladdin.cells import CellRange, ColumnType, Number, format_scores, name_key, sign
from xladdin.languages import BYE
from xladdin.messages import BLANK, Message, msg, pgettext
from xladdin.replay import Replay
from xladdin.reports.context import ReportContext
from xladdin.reports.games import (
    CHESS_SCORES,
    UNRATED_EXPLANATIONS,
    PlayedGame,
    Step,
    UnratedEntry,
    iter_played_games,
    iter_player_steps,
    iter_unrated_entries,
)
from xladdin.reports.report import (
    GAP_WIDTH,
    LABEL,
    PLAYER,
    PLAYER_CHOICES,
    QUIET,
    SHOW_PLAYER,
    Chart,
    ChartLine,
    Column,
    Group,
    HtmlColumn,
    Input,
    Lines,
    Note,
    PageSetup,
    Report,
    Row,
    Section,
    SheetSection,
    Value,
    plain_groups,
)
from xladdin.statistics import NO_RUN, Record, Rows, Statistics
from xladdin.systems.system import PLACINGS, RatingSystem, without_change

# The most games or events of the report on the sheet.
MAX_LAST_GAMES = 60


# The first columns of the opponents, of the chart and of the games on the sheet.
_OPPONENTS_COLUMN, _CHART_COLUMN, _GAMES_COLUMN = 5, 10, 11
# The width of the chart, with which it is on the screen of a laptop [characters].
_CHART_WIDTH = 36.0
# The first of two hidden columns with the dates and ratings of the chart.
_POINTS_COLUMN = _GAMES_COLUMN + 10
_HEADLINE_ROW, _FIRST_ROW = 4, 6
_PICK = Input(
    msg("Pick a player"),
    _HEADLINE_ROW,
    2,
    SHOW_PLAYER,
    ColumnType.PLAYER,
    choices=PLAYER_CHOICES,
    title=pgettext("heading", "Player"),
    error=msg("Add the player on Players first."),
    has_prompt=True,
    is_beside=True,
)
_DAYS_OF_ROOM = 7
# The margin of the chart above and below the ratings, so that a single one is in the middle [rating points], by whether
# ratings have decimals.
_POINTS_OF_ROOM = {False: 10, True: 1}


class FactLine(NamedTuple):
    """A property of the player with its label, its value, and its date or None."""

    label: Message
    value: Value
    date: date | None = None

    @property
    def rounded(self) -> Value:
        """The value rounded to two decimals, for media without number formats."""
        return round(self.value, 2) if isinstance(self.value, float) else self.value


class RecordLine(NamedTuple):
    """The record of the player in the season or in all seasons, like `Record`."""

    label: Message
    wins: int
    losses: int
    ties: int
    games: int
    average: float | None
    opponents_average: float | None


class DayLine(NamedTuple):
    """A row of the days of a player: a heading with the session and the rating after it, or a game."""

    session: date | str | None = None
    rating_after: Number | None = None
    result: Message | str | None = None
    score: str | None = None
    opponent: str | None = None
    rating: Number | None = None
    change: Number | Message | None = None
    explanation: str | None = None


class Fact(NamedTuple):
    """A line of the properties of a player.

    Attributes:
        label: Label.
        kind: Type of the value.
        value: Path of the value from a `PlayerReport`, such as "best.rating".
        has_date: Whether the object of the value has a date.
    """

    label: Message
    kind: ColumnType
    value: str
    has_date: bool = False


def list_player_facts(system: RatingSystem) -> list[Fact]:
    """Return the lines of the properties of a player."""
    schema = system.log_schema
    facts = [
        Fact(msg("Rating"), ColumnType.RATING, "number"),
        Fact(msg("Rank"), ColumnType.COUNT, "rank"),
        Fact(msg("Best"), ColumnType.RATING, "best.rating", has_date=True),
        Fact(msg("Lowest"), ColumnType.RATING, "lowest.rating", has_date=True),
    ]
    if schema.is_paired:
        facts.append(Fact(msg("Games counted here"), ColumnType.COUNT, "played"))
    for record, part, label, kind in _record_parts(system):
        facts.append(Fact(label, kind, f"{record}.{part}"))
    if schema.is_paired:
        facts.append(Fact(msg("Most won in a row"), ColumnType.COUNT, "won_in_a_row"))
        facts.append(Fact(msg("Most lost in a row"), ColumnType.COUNT, "lost_in_a_row"))
    return facts


def _record_parts(system: RatingSystem) -> Iterator[tuple[str, str, Message, ColumnType]]:
    """Yield the record, the attribute, the label and the type of each value of the season, and then of all seasons."""
    schema = system.log_schema
    labels: dict[str, tuple[Message, Message, ColumnType]] = {}
    if schema.is_paired:
        labels["wins"] = msg("Season: won"), msg("All time: won"), ColumnType.COUNT
        labels["losses"] = msg("Season: lost"), msg("All time: lost"), ColumnType.COUNT
        if not system.tie_counts_as_win:
            drawn = msg("Season: drawn"), msg("All time: drawn"), ColumnType.COUNT
            labels["ties"] = (
                drawn if schema.counts_points else (msg("Season: tied"), msg("All time: tied"), ColumnType.COUNT)
            )
    else:
        labels["events"] = msg("Season: events"), msg("All time: events"), ColumnType.COUNT
        labels["won"] = msg("Season: won"), msg("All time: won"), ColumnType.COUNT
        labels["average"] = msg("Season: mean percentile"), msg("All time: mean percentile"), ColumnType.DECIMAL
    if schema.has_scores:
        labels["average"] = msg("Season: average score"), msg("All time: average score"), ColumnType.DECIMAL
        labels["opponents_average"] = (
            msg("Season: average of the opponents"), msg("All time: average of the opponents"), ColumnType.DECIMAL,
        )  # fmt: skip
    for part, (label, _, kind) in labels.items():
        yield "season", part, label, kind
    for part, (_, label, kind) in labels.items():
        yield "lifetime", part, label, kind


def find_picked_player(context: ReportContext) -> PlayerReport | None:
    """Return the report of the chosen player, by default the first one of the list, or None without such a player."""
    players = context.replay.log.players
    name = context.player or next((line.player for line in context.standings), "")
    position = next((number for number, player in enumerate(players) if name_key(player.name) == name_key(name)), None)
    return None if position is None else PlayerReport(context.statistics, position)


def define_player_report(system: RatingSystem) -> Report:
    """Describe the report with the properties, opponents and last games of a player, from left to right."""
    schema = system.log_schema
    facts = Section(
        {
            "label": Column(BLANK, FactLine.label, ColumnType.EVENT, 28),  # a type whose values are shrunk to fit
            "value": Column(
                BLANK,
                FactLine.value,
                ColumnType.TEXT,
                22,
                row_kinds=tuple(fact.kind for fact in list_player_facts(system)),
            ),
            "rounded": Column(BLANK, FactLine.rounded, ColumnType.TEXT, web=HtmlColumn("n strong")),
            "date": Column(msg("On"), FactLine.date, ColumnType.DATE, 12, web=HtmlColumn("n")),
        },
        {"sheet": "label value date", "terminal": "label rounded date"},
        lambda context: plain_groups(_iter_fact_lines(context)),
        msg("Player"),
    )
    opponent_columns = _make_opponent_columns(system)
    opponents = Section(
        opponent_columns,
        dict.fromkeys(("sheet", "web", "terminal"), " ".join(opponent_columns)),
        lambda context: _list_picked_groups(context, "most_met"),
        msg("Opponents"),
        css="sortable lined narrow",
        number=1,
        sheet=SheetSection(column=_OPPONENTS_COLUMN),
    )
    columns = _make_game_columns(system) if schema.is_paired else _EVENT_COLUMNS
    games = Section(
        columns,
        dict.fromkeys(("sheet", "terminal"), " ".join(columns)),
        lambda context: _list_picked_groups(context, "last"),
        msg("Games") if schema.is_paired else msg("Events"),
        number=2,
        sheet=SheetSection(column=_GAMES_COLUMN),
    )
    lines = [
        Lines(
            lambda context: [(_describe_player(context),)], _HEADLINE_ROW, _PICK.column + 1, styles=[LABEL], indent=1
        ),
        Lines(
            lambda context: [(_describe_further_opponents(context),)],
            _HEADLINE_ROW,
            _OPPONENTS_COLUMN + 1,
            styles=[QUIET],
        ),
        Lines(_list_chart_points, _FIRST_ROW, _POINTS_COLUMN, MAX_LAST_GAMES + 2, 2, is_hidden=True, has_dates=True),
    ]
    gaps = dict.fromkeys(range(_OPPONENTS_COLUMN + len(opponent_columns), _CHART_COLUMN), GAP_WIDTH)
    # The games are not printed, because the print would be too small. They are also on the player's web page.
    page = PageSetup(
        landscape=True,
        pages_high=1,
        last_column=_CHART_COLUMN,
        last_row=_FIRST_ROW - 1 + MAX_OPPONENTS,
        widths={**gaps, _CHART_COLUMN: _CHART_WIDTH},
    )
    return Report(
        PLAYER,
        msg("Player: rating and history"),
        [facts, opponents, games, define_records_section(system), define_days_section(system)],
        lines,
        page,
        "player",
        inputs=[_PICK],
        charts=[_define_chart()],
    )


def _define_chart() -> Chart:
    """Describe the line of the last ratings. Two invisible points extend the axes."""
    last = _FIRST_ROW + MAX_LAST_GAMES
    points, room = (
        [CellRange(first, column, end, column) for column in (_POINTS_COLUMN, _POINTS_COLUMN + 1)]
        for first, end in ((_FIRST_ROW, last - 1), (last, last + 1))
    )
    return Chart(
        "Chart of the player",
        msg("Line chart of the rating of the player picked on this sheet, from the oldest day to the latest"),
        CellRange(_FIRST_ROW, _CHART_COLUMN, _FIRST_ROW + 15, _CHART_COLUMN),
        [
            ChartLine(points[0], points[1], (_PICK.row, _PICK.column)),
            ChartLine(room[0], room[1], is_invisible=True),
        ],
        msg("The last ratings"),
        is_on_screen=True,
    )


def define_records_section(system: RatingSystem) -> Section:
    """Describe the records of the season and of all seasons."""
    line, number_cell, extra_cell = RecordLine, HtmlColumn("n"), HtmlColumn("n more")
    columns = {
        "label": Column(BLANK, line.label, ColumnType.TEXT),
        "games": Column(msg("Games"), line.games, ColumnType.COUNT, web=number_cell),
        "won": Column(msg("Won"), line.wins, ColumnType.COUNT, web=number_cell),
        "lost": Column(msg("Lost"), line.losses, ColumnType.COUNT, web=number_cell),
    }
    if not system.tie_counts_as_win:
        columns["tied"] = Column(system.log_schema.tie_word, line.ties, ColumnType.COUNT, web=number_cell)
    if system.log_schema.has_scores:
        columns["average"] = Column(
            msg("Average"), line.average, ColumnType.DECIMAL, number_format="0.0", web=extra_cell
        )
        columns["against"] = Column(
            msg("Against"), line.opponents_average, ColumnType.DECIMAL, number_format="0.0", web=extra_cell
        )

    def groups(context: ReportContext) -> list[Group]:
        report = find_picked_player(context)
        return group_records(report) if report else []

    keys_by_medium = {"web": " ".join(columns)} if system.log_schema.is_paired else {}
    return Section(columns, keys_by_medium, groups, msg("Results"), css="lined narrow")


def group_records(report: PlayerReport) -> list[Group]:
    """Return the rows of a player's records, which are none in a system that rates events."""
    records = ((msg("This season"), report.season), (msg("In all"), report.lifetime))
    return plain_groups(RecordLine(label, *record) for label, record in records if isinstance(record, Record))


RESULTS = {1: msg("won"), 0: msg("tied"), -1: msg("lost")}
CHESS_RESULTS = {1: msg("won"), 0: msg("drawn"), -1: msg("lost")}
# The text for the result of a bye.
_SAT_OUT = "–"


def define_days_section(system: RatingSystem) -> Section:
    """Describe the days of a player with their games and ratings."""
    line, number_cell = DayLine, HtmlColumn("n")
    columns = {
        "session": Column(BLANK, line.session, ColumnType.EVENT, web=HtmlColumn(is_above=True)),
        "after": Column(BLANK, line.rating_after, ColumnType.RATING, web=HtmlColumn("n", is_above=True)),
        "result": Column(
            msg("Result"), line.result, ColumnType.RESULT, web=HtmlColumn("nowrap", small_text=line.score)
        ),
        "opponent": Column(msg("Against"), line.opponent, ColumnType.PLAYER),
        "rating": Column(msg("Rating"), line.rating, ColumnType.RATING, web=HtmlColumn("n quiet")),
        "change": Column(msg("Change"), line.change, ColumnType.CHANGE, web=number_cell),
        "words": Column(BLANK, line.explanation, ColumnType.TEXT, web=HtmlColumn(is_below=True)),
    }

    def groups(context: ReportContext) -> list[Group]:
        report = find_picked_player(context)
        return [group_day(day, system) for day in report.days] if report else []

    keys_by_medium = {"web": " ".join(columns)}
    return Section(columns, keys_by_medium, groups, msg("Games"), css="games headless", keeps_hidden_players=True)


def group_day(day: PlayedDay, system: RatingSystem, *, has_heading: bool = True) -> Group:
    """Return the rows of a day: a heading with the rating after it, and each game with its explanation."""
    results = RESULTS if system.log_schema.has_scores else CHESS_RESULTS

    def result(player_score: Number | None, opponent_score: Number | None) -> tuple[Message | str, str | None]:
        if player_score is None or opponent_score is None:
            return _SAT_OUT, None
        score = (
            format_scores(player_score, opponent_score) if system.log_schema.has_scores else CHESS_SCORES[player_score]
        )
        return results[sign(player_score - opponent_score)], score

    lines = [DayLine(day.event or day.date, day.rating)] if has_heading else []
    for game in day.games:
        change = msg("new") if game.change is None else game.change
        score_and_result = result(game.score, game.opponent_score)
        explanation = without_change(game.explanation)
        lines.append(DayLine(None, None, *score_and_result, game.opponent, game.opponent_rating, change, explanation))
    for unrated in day.unrated:
        score_and_result = result(unrated.score, unrated.opponent_score)
        lines.append(
            DayLine(
                None, None, *score_and_result, unrated.opponent or BYE, explanation=UNRATED_EXPLANATIONS[unrated.kind]
            )
        )
    closing = [Row(notes=[Note(without_change(explanation)) for explanation in day.closing])] if day.closing else []
    return Group([*map(Row, lines), *closing])


def _list_picked_groups(context: ReportContext, attribute: str) -> list[Group]:
    report = find_picked_player(context)
    return plain_groups(getattr(report, attribute)) if report else []


def _iter_fact_lines(context: ReportContext) -> Iterator[FactLine]:
    report = find_picked_player(context)
    for fact in list_player_facts(context.system):
        whole, _, part = fact.value.rpartition(".")
        record: Any = attrgetter(whole)(report) if whole and report else report
        value = None if record is None else getattr(record, part)
        yield FactLine(fact.label, value, record.date if fact.has_date and record is not None else None)


def _describe_player(context: ReportContext) -> str | None:
    """Return the name of the default player, or a message if there is no player with the chosen name."""
    report = find_picked_player(context)
    if context.player:
        name = context.language.quote(context.player)
        return None if report else context.language.render(msg("{name} is not on Players", name=name))
    return report.name if report else None


def _describe_further_opponents(context: ReportContext) -> str | None:
    report = find_picked_player(context)
    hidden_count = len(report.opponents) - len(report.most_met) if report else 0
    message = msg("and {number} more, met less often", number=hidden_count)
    return context.language.render(message) if hidden_count else None


def _make_opponent_columns(system: RatingSystem) -> dict[str, Column]:
    schema, line, number_cell = system.log_schema, OpponentLine, HtmlColumn("n")
    won, lost, tied = (
        (msg("Won"), msg("Lost"), schema.tie_word) if schema.is_paired else (msg("Ahead"), msg("Behind"), msg("Level"))
    )
    columns = {
        "opponent": Column(msg("Opponent"), line.opponent, ColumnType.PLAYER, 30),
        "won": Column(won, line.wins, ColumnType.COUNT, 9, web=number_cell),
        "lost": Column(lost, line.losses, ColumnType.COUNT, 8, web=number_cell),
    }
    if not system.tie_counts_as_win:
        columns["tied"] = Column(tied, line.ties, ColumnType.COUNT, 8, web=number_cell)
    if schema.has_scores:
        columns["spread"] = Column(msg("Spread"), line.spread, ColumnType.SIGNED, 9, web=number_cell)
    elif not schema.is_paired:
        columns["spread"] = Column(msg("Percentile"), line.spread, ColumnType.DECIMAL, 11, web=number_cell)
    return columns


def _make_game_columns(system: RatingSystem) -> dict[str, Column]:
    game, schema, number_cell, extra_cell = PlayedGame, system.log_schema, HtmlColumn("n"), HtmlColumn("n more")
    score = ColumnType.COUNT if schema.has_scores else ColumnType.YES
    change = ColumnType.DECIMAL_CHANGE if schema.decimal_changes else ColumnType.CHANGE
    return {
        "date": Column(msg("Date"), game.date, ColumnType.DATE, 16, web=number_cell),
        "opponent": Column(msg("Opponent"), game.opponent, ColumnType.PLAYER, 32),
        "rating": Column(msg("Rating"), game.rating, ColumnType.RATING, 8, web=extra_cell),
        "theirs": Column(msg("Theirs"), game.opponent_rating, ColumnType.RATING, 8, web=extra_cell),
        "score": Column(msg("Score") if schema.has_scores else msg("Points"), game.score, score, 9, web=number_cell),
        "against": Column(msg("Against"), game.opponent_score, score, 9, web=number_cell),
        "change": Column(msg("Change"), game.change, change, 9, web=number_cell),
        "then": Column(msg("Then"), game.rating_after, ColumnType.RATING, 8, web=HtmlColumn("n strong")),
        "words": Column(msg("In words"), game.explanation, ColumnType.TEXT, 64, size=8, web=HtmlColumn(is_below=True)),
    }


class PlacedEvent(NamedTuple):
    """An event from the point of view of a player.

    `players` is the number of players, and `rating_after` the rating after the event.
    """

    date: date
    event: str
    place: int
    players: int
    percentile: Number
    rating: Number
    change: Number
    rating_after: Number


_EVENT_COLUMNS = {
    "date": Column(msg("Date"), PlacedEvent.date, ColumnType.DATE, 16, web=HtmlColumn("n")),
    "event": Column(msg("Event"), PlacedEvent.event, ColumnType.EVENT, 30),
    "place": Column(msg("Place"), PlacedEvent.place, ColumnType.COUNT, 8, web=HtmlColumn("n")),
    "players": Column(msg("Of"), PlacedEvent.players, ColumnType.COUNT, 8, web=HtmlColumn("n")),
    "percentile": Column(msg("Percentile"), PlacedEvent.percentile, ColumnType.DECIMAL, 11, web=HtmlColumn("n")),
    "rating": Column(msg("Rating"), PlacedEvent.rating, ColumnType.RATING, 9, web=HtmlColumn("n more")),
    "change": Column(msg("Change"), PlacedEvent.change, ColumnType.CHANGE, 10, web=HtmlColumn("n")),
    "then": Column(msg("Then"), PlacedEvent.rating_after, ColumnType.RATING, 9, web=HtmlColumn("n strong")),
}


def _list_chart_points(context: ReportContext) -> list[Sequence[Value]]:
    """Return the dates and ratings of the chart, the latest first, and two points that extend its axes.

    A game that was added later is at the latest date of the games before it, so that the line does not run backwards.
    The first point is repeated to the end of the block, since blank cells would be points at 0.
    """
    report = find_picked_player(context)
    last: Iterable[Any] = report.last if report else ()
    points: list[tuple[date, Number]] = []
    for game in reversed(list(last)):
        points.insert(0, (max(game.date, points[0][0]) if points else game.date, game.rating_after))
    if not points:
        return []
    days, ratings = zip(*points)
    room, margin = timedelta(_DAYS_OF_ROOM), _POINTS_OF_ROOM[bool(context.system.rating_decimals)]
    repeated = [points[-1]] * (MAX_LAST_GAMES - len(points))
    lowest, highest = (min(days) - room, min(ratings) - margin), (max(days) + room, max(ratings) + margin)
    return [*points, *repeated, lowest, highest]


MAX_OPPONENTS = 30


class OpponentLine(NamedTuple):
    """The results of the player against an opponent.

    For events, they count how often the player finished ahead, behind and level, and `spread` is the sum of the
    differences of percentiles.
    """

    opponent: str
    wins: int
    losses: int
    ties: int
    spread: Number


class PlayedDay(NamedTuple):
    """A day of a player: a session, an event or an adjustment.

    Attributes:
        date: Date of the day.
        event: Name of the event, or "".
        rating: Rating at the end of the day, or None before the first.
        is_rated: Whether a rating was computed on the day.
        games: Rated games.
        unrated: Unrated games, forfeits and byes.
        closing: Explanation of the day as far as it is not that of a game.
    """

    date: date
    event: str
    rating: Number | None
    is_rated: bool
    games: Sequence[PlayedGame]
    unrated: Sequence[UnratedEntry]
    closing: Sequence[Message]

    @property
    def was_played(self) -> bool:
        """Whether the player played on the day, and was not only adjusted."""
        return bool(self.games or self.unrated or self.event)


class PlayerReport:
    """The data of the report of a player. Lists are computed on access.

    Attributes:
        name: Name of the player.
        rating: Rating as lists print it.
        number: Rating as in the table Players.
        rank: Rank, or None.
        best: Highest rating at which a list has ranked the player, with its date, or None.
        lowest: Lowest such rating, with its date, or None.
        played: Number of rated games or events.
        season: Record of the season.
        lifetime: Record of all seasons.
        won_in_a_row: Length of the longest run of wins.
        lost_in_a_row: Length of the longest run of losses.
    """

    def __init__(
        self, statistics: Statistics, player: int, explained_from: date = date.min, detailed_from: date = date.min
    ) -> None:
        """Initialize the report of the player at a position in the log.

        Games before `explained_from` have no explanation. Days before `detailed_from` have only their ratings, which
        needs a log in order of date.
        """
        self._statistics, self._player = statistics, player
        self._explained_from, self._detailed_from = explained_from, detailed_from
        self._replay, self._rows = statistics.replay, statistics.player_rows[player]
        runs = statistics.lifetime.runs
        self.name = self._replay.log.players[player].name
        self.rating: Number | str = statistics.system.get_printed_rating(self._replay.state, player)
        self.number = statistics.ratings[player]
        self.rank = statistics.ranks[player]
        self.best, self.lowest = statistics.rating_ranges.best[player], statistics.rating_ranges.lowest[player]
        self.played = len(self._rows)
        self.season, self.lifetime = statistics.season.record(player), statistics.lifetime.record(player)
        self.won_in_a_row, self.lost_in_a_row = (
            runs_by_player.get(player, NO_RUN).length for runs_by_player in (runs.games_won, runs.games_lost)
        )

    @cached_property
    def games(self) -> Sequence[PlayedGame]:
        """The rated games, the latest first."""
        log = self._replay.log
        rows = [row for row in self._rows if log.periods[log.period_of_row[row[0]]].date >= self._detailed_from]
        return list(iter_played_games(self._replay, rows, self._explained_from))[::-1]

    @property
    def last(self) -> Sequence[PlayedGame] | Sequence[PlacedEvent]:
        """The last games or events, the latest first."""
        rows = self._rows[-MAX_LAST_GAMES:]
        if self._statistics.system.log_schema.is_paired:
            return list(iter_played_games(self._replay, rows))[::-1]
        return list(iter_placed_events(self._replay, rows))[::-1]

    @cached_property
    def opponents(self) -> Sequence[OpponentLine]:
        """All opponents, the last one met first."""
        names = self._replay.log.players
        results = self._statistics.lifetime.results_against(self._player).items()
        return [
            OpponentLine(names[opponent].name, record.wins, record.losses, record.ties, record.spread)
            for opponent, record in results
        ]

    @property
    def most_met(self) -> Sequence[OpponentLine]:
        """The most frequent opponents, in the same order."""
        frequent = set(nlargest(MAX_OPPONENTS, self.opponents, key=lambda line: line.wins + line.losses + line.ties))
        return [line for line in self.opponents if line in frequent]

    @cached_property
    def steps(self) -> Sequence[Step]:
        """The steps of the rating, in order of date."""
        return list(iter_player_steps(self._statistics, self._player, self.games[::-1], self._detailed_from))

    @property
    def days(self) -> Sequence[PlayedDay]:
        """The rated and unrated games by day or event, the latest first."""
        rows: Iterator[Step | UnratedEntry] = merge(self.steps, self.unrated, key=attrgetter("date"))
        days: list[PlayedDay] = []
        rating: Number | None = None
        for (day, event), day_rows in groupby(
            rows, key=lambda row: (row.date, row.event if isinstance(row, Step) else "")
        ):
            day_entries = list(day_rows)
            steps = [row for row in day_entries if isinstance(row, Step)]
            games = [game for step in steps for game in step.games]
            rating = steps[-1].rating_after if steps else rating
            # Where each game is a step of its own, its row has the resulting rating.
            closing = (
                [] if len(steps) == len(games) > 1 else [explanation for step in steps for explanation in step.closing]
            )
            not_rated = [row for row in day_entries if isinstance(row, UnratedEntry)]
            days.append(PlayedDay(day, event, rating, bool(steps), games, not_rated, closing))
        return days[::-1]

    @property
    def unrated(self) -> Sequence[UnratedEntry]:
        """The unrated games, forfeits and byes, in order of date."""
        return list(iter_unrated_entries(self._statistics, self._player))


def iter_placed_events(replay: Replay, rows: Rows) -> Iterator[PlacedEvent]:
    """Yield the events of a player in order of date."""
    log = replay.log
    headings = (PLACINGS.percentile, PLACINGS.rating1, PLACINGS.change1, PLACINGS.new_rating)
    columns = [replay.rated_columns[heading] for heading in headings]
    for row, _ in rows:
        event = log.events[log.placings.event[row]]
        percentile, rating, change, rating_after = (column[row] or 0 for column in columns)
        place = log.placings.place[row]
        yield PlacedEvent(event.date, event.name, place, event.players, percentile, rating, change, rating_after)
