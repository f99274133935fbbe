"""Find the records of a session, a season or all seasons, such as the highest score and the biggest upset."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from operator import add, sub
from typing import NamedTuple

from xladdin.cells import Number, format_scores
from xladdin.messages import Message, format_number, msg, ngettext
from xladdin.statistics import ByPlayer, PeriodStatistics, Statistics
from xladdin.systems.system import PLACINGS

# The most lines of each record.
MAX_LISTED = 3
# The name of a line with the record of all seasons, below those of the season.
ALL_TIME = msg("All time")
HIGH_GAME, HIGH_LOSS, HIGH_COMBINED = msg("High game"), msg("High loss"), msg("High combined")
BIGGEST_WIN, CLOSEST_WIN, BIGGEST_UPSET = msg("Biggest win"), msg("Closest win"), msg("Biggest upset")
RATING_GAIN, MAX_GAMES, MAX_EVENTS = msg("Rating gain"), msg("Most games"), msg("Most events")
BIGGEST_GAIN, HIGHEST_RATING = msg("Biggest gain"), msg("Highest rating")
# The records of which the lowest value is the best.
LOWEST_FIRST = (CLOSEST_WIN,)
SESSIONS_WON = msg("Sessions won in a row")
GAMES_WON = msg("Games won in a row")
SESSIONS_ATTENDED = msg("Attended in a row")
# The records by the names under which a workbook stores those of earlier seasons.
RECORDS: Mapping[str, Message] = {
    str(record): record
    for record in (
        HIGH_GAME, HIGH_LOSS, HIGH_COMBINED, BIGGEST_WIN, CLOSEST_WIN, BIGGEST_UPSET, RATING_GAIN, MAX_GAMES,
        MAX_EVENTS, BIGGEST_GAIN, HIGHEST_RATING, SESSIONS_WON, GAMES_WON, SESSIONS_ATTENDED,
    )
}  # fmt: skip
# The least length of a run. It is our own choice that a single win or attendance is not a run.
SHORTEST_RUN = 2


class RecordLine(NamedTuple):
    """A line of a record.

    Attributes:
        record: Name of the record in its first line, else None.
        value: Value of the record, or None.
        player: Name of the player, or "" if the season has no such record.
        opponent: Name of the opponent, or None.
        score: Scores of the game, that of the player first, or the ratings before and after a gain, or a number of
            events.
        date: Date, or None.
        event: Name of the event, or None.
    """

    record: Message | None
    value: Number | None
    player: str
    opponent: str | None = None
    score: str | None = None
    date: date | None = None
    event: str | None = None

    @property
    def is_of_all_time(self) -> bool | None:
        """True for a line of all seasons, or None, which is a blank cell, for one of the season."""
        return self.record == ALL_TIME or None


def find_game_records(span: PeriodStatistics, most: int = MAX_LISTED) -> list[list[RecordLine]]:
    """Return the records of some games, the earliest of equals first. A tie is neither won nor lost."""
    finder = _GameRecords(span, most)
    games, spreads = span.games, finder.spreads
    won = [number for number, spread in enumerate(spreads) if spread]
    records = []
    if span.replay.log.system.log_schema.has_scores:
        margins = list(map(abs, spreads))
        everything = range(len(games))
        lows = list(map(min, games.score1, games.score2))
        records = [
            finder.find_best(HIGH_GAME, list(map(max, games.score1, games.score2)), everything),
            finder.find_best(HIGH_LOSS, lows, won, loser_first=True),
            finder.find_best(HIGH_COMBINED, list(map(add, games.score1, games.score2)), everything),
            finder.find_best(BIGGEST_WIN, margins, won),
            finder.find_best(CLOSEST_WIN, margins, won, heapq.nsmallest),
        ]
    upsets = finder.find_upsets(won)
    return [*records, finder.find_best(BIGGEST_UPSET, upsets, upsets)]


class _GameRecords:
    """Finds the lines of records among some games."""

    def __init__(self, span: PeriodStatistics, most: int) -> None:
        log = span.replay.log
        self._names = [player.name for player in log.players]
        self._by_score = log.system.log_schema.has_scores
        self._games = games = span.games
        self._most = most
        self.spreads = list(map(sub, games.score1, games.score2))

    def find_best(
        self,
        record: Message,
        values: Sequence[Number] | Mapping[int, Number],
        among: Iterable[int],
        first: Callable[..., list[int]] = heapq.nlargest,
        *,
        loser_first: bool = False,
    ) -> list[RecordLine]:
        """Return the games with the highest values, or those that `first` selects."""
        numbers = first(self._most, among, key=values.__getitem__)
        return label_first_line(record, [self._make_line(number, values[number], loser_first) for number in numbers])

    def find_upsets(self, won: Iterable[int]) -> dict[int, Number]:
        """Return the rating difference of each game that the lower rated player won, by the number of the game."""
        upsets = {}
        for number in won:
            rating1, rating2 = self._games.rating1[number], self._games.rating2[number]
            if rating1 is not None and rating2 is not None:
                ahead = rating2 - rating1 if self.spreads[number] > 0 else rating1 - rating2
                if ahead > 0:
                    upsets[number] = ahead
        return upsets

    def _make_line(self, number: int, value: Number, loser_first: bool) -> RecordLine:
        games = self._games
        sides = [(games.player1[number], games.score1[number]), (games.player2[number], games.score2[number])]
        if (self.spreads[number] < 0) != loser_first:
            sides.reverse()
        (player, player_score), (opponent, opponent_score) = sides
        score = format_scores(player_score, opponent_score) if self._by_score else None
        return RecordLine(None, value, self._names[player], self._names[opponent], score, games.date[number])


def find_high_game(span: PeriodStatistics) -> tuple[Number, Sequence[str]]:
    """Return the highest score of some games, and the names of all players with it."""
    players, high = span.replay.log.players, max((*span.games.score1, *span.games.score2))
    names = {
        players[player].name: None
        for player1, score1, player2, score2 in span.games.results
        for player, score in ((player1, score1), (player2, score2))
        if score == high
    }
    return high, list(names)


def find_gain_records(statistics: Statistics, most: int = MAX_LISTED) -> list[RecordLine]:
    """Return the players with the largest gains since the season began.

    Players without a rating at that time, and those who have become newcomers again, do not count.
    """
    replay, season = statistics.replay, statistics.season.periods
    state = replay.state
    gains = {
        player: state.rating[player] - start
        for player, start in enumerate(replay.season_start_ratings)
        if start is not None
        and state.rating[player] > start
        and not (season and state.has_started_over(player, season[0].date))
    }
    lines = [
        RecordLine(
            None,
            gains[player],
            replay.log.players[player].name,
            score=msg(
                "{before} → {after}",
                before=_format_rating(replay.season_start_ratings[player]),
                after=_format_rating(state.rating[player]),
            ),
        )
        for player in heapq.nlargest(most, gains, key=gains.__getitem__)
    ]
    return label_first_line(RATING_GAIN, lines)


def find_most_played(span: PeriodStatistics) -> list[RecordLine]:
    """Return the players with most games or events."""
    counts, log = span.game_counts, span.replay.log
    leaders = [
        (counts[player], log.players[player].name)
        for player in heapq.nlargest(MAX_LISTED, counts, key=counts.__getitem__)
    ]
    if log.system.log_schema.is_paired:
        return label_first_line(MAX_GAMES, [RecordLine(None, games, name) for games, name in leaders])
    return label_first_line(
        MAX_EVENTS, [RecordLine(None, None, name, score=ngettext("{n} event", "{n} events", n)) for n, name in leaders]
    )


def find_event_records(span: PeriodStatistics) -> list[list[RecordLine]]:
    """Return the biggest gains at an event, and the highest ratings after one."""
    log, rated = span.replay.log, span.replay.rated_columns
    placings, schema = log.placings, log.system.log_schema
    rows = span.select_rows(range(len(placings.player)))
    records = []
    for record, heading in ((BIGGEST_GAIN, schema.change1), (HIGHEST_RATING, PLACINGS.new_rating)):
        values = {row: value for row in rows if (value := rated[heading][row]) is not None and value > 0}
        lines = []
        for row in heapq.nlargest(MAX_LISTED, values, key=values.__getitem__):
            event = log.events[placings.event[row]]
            player = log.players[placings.player[row]].name
            lines.append(RecordLine(None, values[row], player, date=event.date, event=event.name))
        records.append(label_first_line(record, lines))
    return records


def find_streaks(span: PeriodStatistics, most: int = MAX_LISTED) -> list[list[RecordLine]]:
    """Return the longest runs, the earliest of equals first, each with its last day."""
    runs = span.runs
    kinds = (
        (SESSIONS_WON, runs.sessions_won),
        (GAMES_WON, runs.games_won),
        (SESSIONS_ATTENDED, runs.sessions_attended),
    )
    return [label_first_line(record, _find_longest(span, by_player, most)) for record, by_player in kinds]


def _find_longest(span: PeriodStatistics, by_player: ByPlayer, most: int) -> list[RecordLine]:
    long = [(run, player) for player, run in by_player.items() if run.length >= SHORTEST_RUN]
    best = heapq.nsmallest(most, long, key=lambda entry: (-entry[0].length, entry[0].day))
    players = span.replay.log.players
    return [RecordLine(None, run.length, players[player].name, date=run.day) for run, player in best]


def label_first_line(record: Message, lines: list[RecordLine]) -> list[RecordLine]:
    """Return the lines of a record with its name in the first one."""
    return [line._replace(record=None if number else record) for number, line in enumerate(lines)]


def _format_rating(rating: Number | None) -> object:
    return format_number(rating, ".2f") if isinstance(rating, float) else rating


# The lines of each record, without records that have none.
Records = Sequence[Sequence[RecordLine]]


def list_season_records(statistics: Statistics) -> Records:
    """Return the records of the season of the last session."""
    return _list_records(statistics.season, find_gain_records(statistics), find_most_played(statistics.season))


def list_all_time_records(statistics: Statistics) -> Records:
    """Return the records of all seasons, including those of earlier logs. Among equals, the earlier is first."""
    more = [find_most_played(statistics.lifetime)] if statistics.system.log_schema.is_paired else []
    in_log = {name: record for record in _list_records(statistics.lifetime, *more) if (name := record[0].record)}
    past: dict[Message, list[RecordLine]] = {}
    for line in statistics.replay.log.past.records:
        if line.record in RECORDS:
            name = RECORDS[line.record]
            past.setdefault(name, []).append(RecordLine(name, *line[1:]))
    names = [*in_log, *(name for name in past if name not in in_log)]
    return [_select_best(name, [*past.get(name, ()), *in_log.get(name, ())]) for name in names]


@lru_cache(maxsize=1)  # for a report and its legend
def pair_records(statistics: Statistics) -> list[tuple[Sequence[RecordLine], Sequence[RecordLine]]]:
    """Return, for each record, the lines of the season, and that of all seasons if it is of an earlier season."""
    season = {name: record for record in list_season_records(statistics) if (name := record[0].record)}
    all_time = {name: record[0] for record in list_all_time_records(statistics) if (name := record[0].record)}
    pairs: list[tuple[Sequence[RecordLine], Sequence[RecordLine]]] = []
    for name in {**season, **all_time}:
        lines = season.get(name, [RecordLine(name, None, "")])
        is_earlier = name in all_time and all_time[name] != lines[0]
        pairs.append((lines, [all_time[name]._replace(record=ALL_TIME)] if is_earlier else []))
    return pairs


def _select_best(name: Message, lines: Sequence[RecordLine]) -> Sequence[RecordLine]:
    """Return the best lines of a record."""
    sign = 1 if name in LOWEST_FIRST else -1
    return label_first_line(name, sorted(lines, key=lambda line: sign * (line.value or 0))[:MAX_LISTED])


def _list_records(span: PeriodStatistics, *more: Sequence[RecordLine]) -> Records:
    if span.replay.log.system.log_schema.is_paired:
        records = [*find_game_records(span), *more, *find_streaks(span)]
    else:
        records = [*find_event_records(span), *more]
    return [record for record in records if record]
