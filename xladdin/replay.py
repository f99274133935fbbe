"""Rate all periods of a log in turn, and collect the figures that reports and sheets need.

The module has no side effects, and treats all rating systems alike.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from functools import cached_property
from itertools import compress, groupby, zip_longest
from typing import NamedTuple, TypeVar, overload

from xladdin.cells import DEFAULT_CLOSINGS, Number, rank_with_ties
from xladdin.game_log import GameLog
from xladdin.model import Absence, Adjustment, Games, Period, Placings, RatingState, UnratedGame

Rows = TypeVar("Rows", Games, Placings)


def truncate_log(log: GameLog, day: date, event: str = "") -> GameLog:
    """Return a copy of a log that ends with a day, or after an event of that day."""
    retained = [period for period in log.periods if period.date <= day]
    if event:
        retained = retained[: [period.event for period in retained].index(event) + 1]
    periods: list[Period] = []
    for period in retained:
        start = periods[-1].stop if periods else 0
        periods.append(period._replace(start=start, stop=start + period.stop - period.start))
    return replace(
        log,
        games=_select_periods(log.games, retained),
        placings=_select_periods(log.placings, retained),
        periods=periods,
        adjustments=[adjustment for adjustment in log.adjustments if adjustment.date <= day],
        unrated=[game for game in log.unrated if game.date <= day],
    )


def _select_periods(rows: Rows, periods: list[Period]) -> Rows:
    columns = (getattr(rows, column.name) for column in fields(rows))
    return type(rows)(
        *([row for period in periods for row in column[period.start : period.stop]] for column in columns)
    )


Ratings = Sequence["Number | None"]


class RatingSnapshot(NamedTuple):
    """The ratings at the end of a period, one entry per player. It is None for a player without a rating so far."""

    period: Period
    ratings: Ratings


class AdjustedRatings(NamedTuple):
    """The ratings after adjustments took effect, before a period was rated.

    Attributes:
        number: Number of the period from 0, or the number of periods for adjustments after the last.
        date: Date of the period, or of the latest adjustment after the last period.
        ratings: One entry per player, None for a player without a rating so far.
        established: Whether the rating of each player is established.
    """

    number: int
    date: date
    ratings: Ratings
    established: Sequence[bool]


class RankedPlayer(NamedTuple):
    """One line of a ranking. `player` is an index of the log's players. `rank` is None for an unranked player."""

    rank: int | None
    player: int
    rating: Number
    games: int


@dataclass(eq=False, repr=False)
class Replay:
    """The result of a replay.

    Attributes:
        log: The log that was replayed.
        rated_columns: The computed columns of the log by heading, in the order of its rated games or placings.
        state: The state at the end.
        closings: The ratings at the end of the last periods, in order.
        previous_ratings: The ratings before the last session, without the adjustments that took effect before it.
        opening_ratings: The ratings from which the last session was rated.
        season_start_ratings: The ratings before the first period of the last season, None for a player whose rating was
            neither typed nor earned by games.
        ineffective_adjustments: Adjustments of single players that did not change the rating.
        pending_adjustments: Adjustments that have not taken effect yet.
        ratings_after: For each side of the log's rows, the rating of its player after the period.
        established: For each side of the log's rows, whether that rating is established.
        adjusted_ratings: The ratings each time that adjustments took effect.
    """

    log: GameLog
    rated_columns: dict[str, list[Number | None]]
    state: RatingState
    closings: Sequence[RatingSnapshot]
    previous_ratings: Ratings
    opening_ratings: Ratings
    season_start_ratings: Ratings
    ineffective_adjustments: Sequence[Adjustment]
    pending_adjustments: Sequence[Adjustment]
    ratings_after: Sequence[Sequence[Number]]
    established: Sequence[Sequence[bool]]
    adjusted_ratings: Sequence[AdjustedRatings]

    @property
    def last_date(self) -> date | None:
        """The date of the last session or event, even one without rated games. It is None for an empty log."""
        return self.log.sessions[-1] if self.log.sessions else None

    @property
    def season(self) -> int | None:
        """The year in which the season of the last session began. It is None for an empty log."""
        return find_season(self.last_date, self.log.system.season_month) if self.last_date else None

    @cached_property
    def last_session(self) -> Sequence[Period]:
        """The periods of the last session, or the last event. In recorded order they may be apart in the log."""
        first = _find_last_session(self.log)
        return [period for period in self.log.periods[first:] if period.date == self.last_date]

    @cached_property
    def day_closings(self) -> Sequence[RatingSnapshot]:
        """The ratings at the end of each day or event in order of date, as far back as `closings` goes."""
        if not self.log.is_in_date_order:
            return [
                RatingSnapshot(Period(day, rows[0], rows[-1] + 1), state.known_ratings())
                for day, rows, state in iter_states_by_day(self)
            ]
        session_ends: list[RatingSnapshot] = []
        for closing in self.closings:
            if session_ends and not closing.period.event and closing.period.date == session_ends[-1].period.date:
                closing = RatingSnapshot(session_ends.pop().period, closing.ratings)
            session_ends.append(closing)
        return session_ends

    def column_by_row(self, heading: str) -> list[Number | None]:
        """Return a computed column with one entry for each row of the log's table, None for an unrated row."""
        column = self.rated_columns[heading]
        if len(column) == self.log.rows and self.log.rated_rows == range(self.log.rows):
            return column
        cells: list[Number | None] = [None] * self.log.rows
        for row, value in zip(self.log.rated_rows, column):
            cells[row] = value
        return cells

    def absence(self, player: int) -> Absence:
        """Return the absence of a player, including sessions missed before the log began.

        A player who never played has missed every session.
        """
        dates, player_entry = self.log.sessions, self.log.players[player]
        times = (self.state.last_played[player], self.log.last_unrated_dates.get(player))
        last = max((day for day in times if day is not None), default=None)
        missed_before = player_entry.start_missed if last == player_entry.start_last_played else 0
        if last is None or not dates:
            return Absence(len(dates) + missed_before)
        latest = dates[-1]
        years = latest.year - last.year - ((latest.month, latest.day) < (last.month, last.day))
        return Absence(len(dates) - bisect_right(dates, last) + missed_before, max(years, 0))

    def ranking(self) -> Sequence[RankedPlayer]:
        """Return all players in order of rating, the highest first, and then the unranked players.

        Players with equal ratings share a rank and are in alphabetical order.
        """
        return self._ranking

    @cached_property
    def _ranking(self) -> Sequence[RankedPlayer]:
        system, state, players = self.log.system, self.state, self.log.players
        unranked = [system.is_unranked(state, player, self.absence(player)) for player in range(len(players))]
        order = sorted(
            range(len(players)),
            key=lambda player: (unranked[player], -state.rating[player], players[player].name.casefold()),
        )
        ranks = rank_with_ties(state.rating[player] for player in order if not unranked[player])
        return [
            RankedPlayer(rank, player, state.rating[player], state.games[player])
            for rank, player in zip_longest(ranks, order)
        ]


def find_season(day: date, first_month: int) -> int:
    """Return the year in which the season of a date began. `first_month` is the season's first month, 1 to 12."""
    return day.year if day.month >= first_month else day.year - 1


def format_season(season: int, first_month: int) -> str:
    """Return the name of the season that began in the year `season`: 2006, or 2005–06 if it spans two years."""
    return str(season) if first_month == 1 else f"{season}–{(season + 1) % 100:02d}"


def replay_log(log: GameLog, history: int = DEFAULT_CLOSINGS, today: date | None = None) -> Replay:
    """Rate every period of a valid log in turn.

    Args:
        log: The log, which must have passed validation.
        history: Number of last periods for which to keep the closing ratings of all players.
        today: The present date. In a club whose setting says "when due", adjustments due by then take effect after the
            last period. None leaves them waiting.
    """
    run = _Run(log, history)
    end = len(log.periods)
    for number, period in enumerate(log.periods):
        run.save_ratings_before(number)
        run.adjust(number, period.date, period.date)
        run.save_opening_ratings(number)
        run.rate(number, period)
    run.save_ratings_before(end)
    run.save_opening_ratings(end)
    if today is not None and log.system.adjusts_when_due:
        run.adjust(end, today, max((period.date for period in log.periods), default=date.min))
    replay = run.result()
    return replay if log.is_in_date_order else _compare_by_date(replay)


class _Run:
    """Rates the periods of a log one by one, and collects the fields of a `Replay`."""

    def __init__(self, log: GameLog, history: int) -> None:
        self._log, self._system, self._history = log, log.system, history
        self._state: RatingState = log.system.create_initial_state(log.players)
        self._rate = log.system.make_period_rater(self._state, log.rated_entries, log.events)
        self._columns: list[list[Number | None]] = [[] for _ in log.system.log_schema.computed_headings]
        self._pending = _Pending(log.adjustments)
        self._without_effect: list[Adjustment] = []
        self._closings: deque[RatingSnapshot] = deque(maxlen=max(history, 1))
        self._after: list[list[Number]] = [[] for _ in log.rated_entries.players]
        self._established: list[list[bool]] = [[] for _ in log.rated_entries.players]
        self._adjusted: list[AdjustedRatings] = []
        self._season, self._session = _find_last_season(log), _find_last_session(log)
        self._previous: Ratings = ()
        self._opening: Ratings = ()
        self._season_start: Ratings = ()

    def save_ratings_before(self, number: int) -> None:
        """Save the ratings before a period if the last season or the last session begins with it.

        A number past the last period stands for a log without rated games.
        """
        if number == self._season:
            self._season_start = _select_earned_ratings(self._log, self._state)
        if number == self._session:
            self._previous = self._state.known_ratings()

    def save_opening_ratings(self, number: int) -> None:
        """Save the ratings, after adjustments, if the last session begins with the period of this number."""
        if number == self._session:
            self._opening = self._state.known_ratings()

    def adjust(self, number: int, due_by: date, period_date: date) -> None:
        """Apply the adjustments due by the day `due_by` before a period.

        `number` is that of the period, and `period_date` is its date.
        """
        due = self._pending.pop_due(due_by)
        for adjustment in due:
            player = adjustment.player
            before = None if player is None else self._state.rating[player]
            self._system.adjust(self._state, adjustment)
            if player is not None and self._state.rating[player] == before:
                self._without_effect.append(adjustment)
        if due:
            established = self._state.are_established(range(len(self._log.players)))
            day = max(period_date, *(adjustment.date for adjustment in due))
            self._adjusted.append(AdjustedRatings(number, day, self._state.known_ratings(), established))

    def rate(self, number: int, period: Period) -> None:
        """Rate a period, and save the ratings of its players, or of all players if it is one of the last periods."""
        for column, values in zip(self._columns, self._rate(period)):
            column.extend(values)
        for players, ratings, established in zip(self._log.rated_entries.players, self._after, self._established):
            present = players[period.start : period.stop]
            ratings.extend(map(self._state.rating.__getitem__, present))
            established.extend(self._state.are_established(present))
        if len(self._log.periods) - number <= self._history:
            self._closings.append(RatingSnapshot(period, self._state.known_ratings()))

    def result(self) -> Replay:
        """Return the replay. All periods must have been rated."""
        return Replay(
            log=self._log,
            rated_columns=dict(zip(self._system.log_schema.computed_headings, self._columns)),
            state=self._state,
            closings=list(self._closings),
            previous_ratings=self._previous,
            opening_ratings=self._opening,
            season_start_ratings=self._season_start,
            ineffective_adjustments=self._without_effect,
            pending_adjustments=self._pending.adjustments,
            ratings_after=self._after,
            established=self._established,
            adjusted_ratings=self._adjusted,
        )


def replay_as_of(replay: Replay, day: date, event: str = "") -> Replay:
    """Return the replay of a log as of the end of a day, or after an event of that day.

    In a log in recorded order, games keep the ratings and changes that they have in the whole log, even if games of
    later days precede them in the table.
    """
    log = replay.log
    if log.is_in_date_order:
        return replay_log(truncate_log(log, day, event), 1)
    is_counted = [date <= day for date in log.games.date]
    rows = list(compress(range(len(is_counted)), is_counted))
    rated_columns = {heading: list(compress(column, is_counted)) for heading, column in replay.rated_columns.items()}
    ratings_after = [list(compress(side, is_counted)) for side in replay.ratings_after]
    established = [list(compress(side, is_counted)) for side in replay.established]
    state = log.system.create_initial_state(log.players)
    _count_changes(state, log, replay.rated_columns, rows)
    truncated = truncate_log(log, day)
    closings = [RatingSnapshot(truncated.periods[-1], state.known_ratings())] if truncated.periods else []
    shortened = replace(
        replay,
        log=truncated,
        rated_columns=rated_columns,
        state=state,
        closings=closings,
        ratings_after=ratings_after,
        established=established,
    )
    return _compare_by_date(shortened)


def iter_states_by_day(replay: Replay) -> Iterator[tuple[date, Sequence[int], RatingState]]:
    """Yield each day of a log in recorded order with the indices of its games and the state at its end.

    The state is the same object every time. A rating at the end of a day is the start rating plus the changes of all
    games up to that day, so that the change of a day is the sum over its games, wherever they are in the table.
    """
    log = replay.log
    state = log.system.create_initial_state(log.players)
    order = sorted(range(len(log.games.date)), key=log.games.date.__getitem__)
    for day, games in groupby(order, key=log.games.date.__getitem__):
        rows = list(games)
        _count_changes(state, log, replay.rated_columns, rows)
        yield day, rows, state


def _count_changes(
    state: RatingState, log: GameLog, rated_columns: Mapping[str, Sequence[Number | None]], games: Iterable[int]
) -> None:
    """Add the changes of some games, given by index, to a state."""
    changes = [rated_columns[heading] for heading in log.system.log_schema.changes]
    for game in games:
        day = log.games.date[game]
        for players, column in zip(log.games.players, changes):
            player = players[game]
            state.rating[player] += column[game] or 0
            state.games[player] += 1
            state.last_played[player] = max(state.last_played[player] or day, day)


def _compare_by_date(replay: Replay) -> Replay:
    """Return the replay of a log in recorded order with `previous`, `opening` and `season_start` computed by date."""
    log, last = replay.log, replay.last_date
    if last is None:
        return replay
    days, month = log.games.date, log.system.season_month
    season = find_season(last, month)

    def compute_state_before(is_earlier: Iterable[bool]) -> RatingState:
        state: RatingState = log.system.create_initial_state(log.players)
        _count_changes(state, log, replay.rated_columns, compress(range(len(days)), is_earlier))
        return state

    opening_ratings = compute_state_before(day < last for day in days).known_ratings()
    season_start = _select_earned_ratings(log, compute_state_before(find_season(day, month) < season for day in days))
    return replace(
        replay, previous_ratings=opening_ratings, opening_ratings=opening_ratings, season_start_ratings=season_start
    )


def _select_earned_ratings(log: GameLog, state: RatingState) -> Ratings:
    """Return one rating per player, None for one that was neither typed nor earned by games of the log."""
    return [
        rating if state.has_earned_rating(number, player.start_games) else None
        for number, (player, rating) in enumerate(zip(log.players, state.known_ratings()))
    ]


def iter_states_by_period(log: GameLog) -> Iterator[RatingState]:
    """Yield the state after each period of a valid log. It is the same object every time."""
    system = log.system
    state = system.create_initial_state(log.players)
    rate = system.make_period_rater(state, log.rated_entries, log.events)
    pending = _Pending(log.adjustments)
    for period in log.periods:
        for adjustment in pending.pop_due(period.date):
            system.adjust(state, adjustment)
        rate(period)
        yield state


class _Pending:
    """Adjustments that have not taken effect yet."""

    def __init__(self, adjustments: Sequence[Adjustment]) -> None:
        self.adjustments = sorted(adjustments, key=lambda adjustment: adjustment.date, reverse=True)

    def pop_due(self, day: date) -> Sequence[Adjustment]:
        """Remove and return the adjustments due by a day, in the order of their rows."""
        due = []
        while self.adjustments and self.adjustments[-1].date <= day:
            due.append(self.adjustments.pop())
        return sorted(due, key=lambda adjustment: adjustment.row)


def _find_last_session(log: GameLog) -> int:
    """Return the number of the last event, or of the first period of the last session.

    If the last session has no rated game, the number is that after the last period.
    """
    if not log.system.log_schema.is_paired:
        return max(len(log.periods) - 1, 0)
    latest = log.sessions[-1] if log.sessions else None
    return next((number for number, period in enumerate(log.periods) if period.date == latest), len(log.periods))


def _find_last_season(log: GameLog) -> int:
    """Return the number of the first period of the last season, or that after the last period if it has none."""
    month = log.system.season_month
    season = find_season(log.sessions[-1], month) if log.sessions else None
    starts = (n for n, period in enumerate(log.periods) if find_season(period.date, month) == season)
    return next(starts, len(log.periods))


def iter_replays_by_session(replay: Replay) -> Iterator[Replay]:
    """Yield, for each session or event, a replay in which it is the last, for reports of single sessions.

    All replays share one state, so use each before requesting the next. A day without rated games follows the last
    period before that day.
    """
    log = replay.log
    if not log.system.log_schema.is_paired:
        for period, state in zip(log.periods, iter_states_by_period(log)):
            yield _as_last(replay, state, [period], [])
        return
    unrated: dict[date, list[UnratedGame]] = {}
    for game in log.unrated:
        unrated.setdefault(game.date, []).append(game)
    periods: dict[date, list[Period]] = {}
    for period in log.periods:
        periods.setdefault(period.date, []).append(period)
    state = log.system.create_initial_state(log.players)
    if log.system.rates_in_recorded_order:
        by_day = iter_states_by_day(replay)
        for day in log.sessions:
            before = state.known_ratings()
            if day in periods:
                _, _, state = next(by_day)
            last = _as_last(replay, state, periods.get(day, []), unrated.get(day, []))
            yield replace(last, previous_ratings=before, opening_ratings=before)
        return
    unrated_days = [day for day in log.sessions if day not in periods]
    states = iter_states_by_period(log)
    for period in log.periods:
        while unrated_days and unrated_days[0] < period.date:
            day = unrated_days.pop(0)
            yield _as_last(replay, state, [], unrated[day])
        state = next(states)
        day_periods = periods[period.date]
        if period is day_periods[-1]:
            yield _as_last(replay, state, day_periods, unrated.get(period.date, []))
    for day in unrated_days:
        yield _as_last(replay, state, [], unrated[day])


def _as_last(replay: Replay, state: RatingState, periods: list[Period], unrated: list[UnratedGame]) -> Replay:
    log = replace(replay.log, periods=periods, unrated=unrated)
    closings = [RatingSnapshot(periods[-1], _KnownRatings(state))] if periods else []
    return replace(replay, log=log, state=state, closings=closings, ineffective_adjustments=(), pending_adjustments=())


class _KnownRatings(Sequence["Number | None"]):
    """The sequence `RatingState.known_ratings`, whose entries are computed on access, since few players are needed."""

    def __init__(self, state: RatingState) -> None:
        self._state = state

    def __len__(self) -> int:
        return len(self._state.rating)

    @overload
    def __getitem__(self, player: int) -> Number | None: ...
    @overload
    def __getitem__(self, player: slice) -> list[Number | None]: ...
    def __getitem__(self, player: int | slice) -> Number | list[Number | None] | None:
        if isinstance(player, slice):
            return self._state.known_ratings()[player]
        return self._state.rating[player] if self._state.has_rating(player) else None
