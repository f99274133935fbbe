"""Parse and validate the tables of a log, for the recalculation and for the worksheet functions.

All rows are validated, and all errors are collected in `GameLog.problems`. A log can be replayed only without errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import date
from functools import cache
from itertools import compress, islice, pairwise
from operator import add, attrgetter, gt, is_, is_not, itemgetter
from typing import Any, NamedTuple, TypeAlias

from xladdin.cells import CellTable, Number, cell_text, is_blank, name_key
from xladdin.errors import Diagnostic, InvalidTypeError, NotFoundError, OutOfRangeError, XladdinError
from xladdin.game_log import (
    BEST,
    CHAMPIONS,
    FACT_HEADINGS,
    FACTS,
    LOWEST,
    MEETING,
    NUMBERS,
    PAIR,
    PLAYER,
    RECORD,
    SEASON,
    SEASON_FIGURES,
    SEASONS,
    Extreme,
    GameLog,
    Past,
    PastPair,
    PastPlayer,
    PastRecord,
)
from xladdin.game_log.parsing import (
    BYE_POSITION,
    KEY_COLUMNS,
    DateError,
    NameReading,
    NameSuggester,
    Reading,
    TableValidator,
    find_misspelt_headings,
    make_date_reader,
    read_adjustments,
    read_aliases,
    read_game_kind,
    read_name,
    read_players,
    read_positive_count,
    read_score,
    read_text,
    read_yes,
)
from xladdin.languages import BYE
from xladdin.messages import Message, msg, ngettext
from xladdin.model import Event, GameKind, Games, Period, Placings, Player, UnratedGame, parse_outcome
from xladdin.systems.sessions import NOBODY_SCORED
from xladdin.systems.system import PLACINGS, GameSchema, RatingSystem

# The tables in which misspelt headings are searched.
_CHECKED_TABLES = ("Players", "Games", "Events", "Results", "Adjustments")


def read_log(system: RatingSystem, tables: Mapping[str, CellTable], today: date | None = None) -> GameLog:
    """Parse and validate the tables of a system. Errors in rows are in the `problems` of the result.

    Args:
        system: The rating system.
        tables: The tables by name.
        today: The latest valid date, or None for any.

    Raises:
        NotFoundError: A table is missing.
        InvalidRowsError: A required heading is missing.
    """
    problems = [
        problem
        for name in _CHECKED_TABLES
        if name in tables
        for problem in find_misspelt_headings(system, tables[name])
    ]
    players, player_rows, wrong = read_players(system, tables, today)
    problems.extend(wrong)
    aliases = read_aliases(tables)
    names = NameReading([player.name for player in players], aliases)
    past = read_past(tables, [player.name for player in players], aliases)
    for position, best in past.best.items():
        players[position] = players[position]._replace(best_before=best.rating)
    if not system.log_schema.is_paired:
        placings = PlacingsReading(tables, names, today)
        return GameLog(
            system, players, player_rows, Games(), placings.placings, placings.periods(), [], placings.events,
            placings.event_rows, placings.rows, placings.row_notes, [*problems, *placings.problems],
            aliases=aliases, past=past,
        )  # fmt: skip
    reading = GamesReading(system, tables, players, names, today)
    adjustments, wrong = read_adjustments(tables, names) if system.has_adjustments else ([], [])
    return GameLog(
        system, players, player_rows, reading.games, Placings(), reading.periods, adjustments, [], [],
        reading.rows, reading.row_notes, [*problems, *sorted(reading.problems, key=attrgetter("row")), *wrong],
        reading.unrated, aliases, past,
    )  # fmt: skip


NOT_PLAYED, BYE_NOTE, NO_OPPONENT = msg("not played yet"), msg("bye: not rated"), msg("no opponent: not rated")
KIND_NOTES = {
    GameKind.UNRATED: msg("unrated: shown on the Scoreboard and counted in attendance only"),
    GameKind.FORFEIT: msg("forfeit: counted as won and lost, not rated"),
}
# The notes on rows that are intentionally not rated.
INTENDED_NOTES = frozenset({BYE_NOTE, *KIND_NOTES.values()})
FORFEIT_WITHOUT_WINNER = msg("a forfeit needs a winner; give the winner the higher score, such as 1 to 0")
# The score of White by the outcome of the game for White.
CHESS_SCORES: dict[int | None, Number | None] = {1: 1, 0: 0.5, -1: 0, None: None}

NOT_AT_CAMP = msg("Active is No on Players; set it to Yes, or to Left for a child who has left the camp")


class _GameRow(NamedTuple):
    """A row of the table Games. Players are positions, or `BYE_POSITION` for a bye. Invalid cells are None."""

    row: int
    day: date | None
    first: int | None
    score1: Number | None
    second: int | None
    score2: Number | None


class GamesReading:
    """Parses a table Games.

    Attributes:
        games: Rated games in the order of their periods.
        periods: Rating periods.
        unrated: Games, forfeits and byes without effect on ratings, by date.
        rows: Number of rows of the table.
        row_notes: Why a row is not rated, by its number from 0.
        problems: Errors.
    """

    def __init__(
        self,
        system: RatingSystem,
        tables: Mapping[str, CellTable],
        players: Sequence[Player],
        names: NameReading,
        today: date | None,
    ) -> None:
        self._system, self._schema = system, system.log_schema
        self._inactive = {position for position, player in enumerate(players) if not player.active}
        self._names = names
        self._check = TableValidator(tables, self._schema.table, self._schema.required_headings)
        self.rows = self._check.rows
        self.problems = self._check.problems
        self.row_notes: dict[int, Message] = {}
        self._kinds = Reading(read_game_kind)
        self._kind_cells = self._check.cells(GameSchema.kind_of_game)
        self.unrated: list[UnratedGame] = []
        self._dates = Reading(make_date_reader(today))
        self._scores: Reading[Any] = Reading(read_score if self._schema.has_scores else parse_outcome)
        self.games, self.periods = self._sort_into_periods(self._read())
        self.unrated.sort(key=attrgetter("date", "row"))

    def _read(self) -> Games:
        check = self._check
        days = self._dates.column(check.cells("Date"))
        first, second = (self._names.column(check.cells(heading)) for heading in self._schema.players)
        results = [self._scores.column(check.cells(heading)) for heading in self._schema.results]
        if self._schema.has_scores:
            score1, score2 = results
        else:
            score1 = list(map(CHESS_SCORES.__getitem__, results[0]))
            score2 = list(map({1: 0, 0.5: 0.5, 0: 1, None: None}.__getitem__, score1))
        games: list[list[Any]] = [days, first, score1, second, score2]
        rated: Sequence[int] = range(self.rows)
        if not self._are_all_rated(first, second):
            kinds = self._kinds.column(self._kind_cells)
            plain = list(map(is_blank, self._kind_cells))
            rated = [
                row
                for row, game in enumerate(zip(*games))
                if (plain[row] and self._is_plain(*game)) or self._is_rated(_GameRow(row, *game), kinds[row])
            ]
        columns: list[Any] = [*games, self._read_doubles(first, second)]
        if len(rated) < self.rows:
            columns = [list(map(column.__getitem__, rated)) for column in columns]
        return Games(*[*columns, rated])

    def _are_all_rated(self, first: Sequence[int | None], second: Sequence[int | None]) -> bool:
        """Return whether every row is a rated game, from the distinct values of the columns alone.

        This is much faster than checking each row, and true for most logs.
        """
        return not (
            any(reading.has_gaps for reading in (self._dates, self._names, self._scores))
            or BYE_POSITION in self._names.values()
            or (self._schema.has_scores and any((score or 0) <= 0 for score in self._scores.values()))
            or not self._check.is_empty(GameSchema.kind_of_game)
            or self._inactive
            or any(map(is_, first, second))  # equal positions are the same objects, since both columns use one cache
        )

    def _is_plain(
        self,
        day: date | None,
        first: int | None,
        score1: Number | None,
        second: int | None,
        score2: Number | None,
    ) -> bool:
        """Return whether a row with a blank kind is a rated game without errors, as most rows are."""
        return (
            day is not None
            and score1 is not None
            and score2 is not None
            and not (first is None or first == BYE_POSITION or first in self._inactive)
            and not (second is None or second == BYE_POSITION or second in self._inactive)
            and first != second
            and score1 + score2 != 0
        )

    def _is_rated(self, game: _GameRow, kind: GameKind | None) -> bool:
        """Return whether a row is a rated game. Otherwise add its note, its errors, or its unrated game."""
        headings, results = self._schema.players, self._schema.results
        headings_without_name = [heading for heading in headings if self._is_blank(game.row, heading)]
        blank_scores = [heading for heading in results if self._is_blank(game.row, heading)]
        if self._has_refused_cell(game, needs_date=len(blank_scores) < len(results)):
            return False
        if BYE_POSITION in (game.first, game.second):
            self._note_bye(game)
            return False
        if len(blank_scores) == len(results) and not (kind is GameKind.FORFEIT and not headings_without_name):
            if len(headings_without_name) < len(headings):
                self.row_notes[game.row] = NO_OPPONENT if headings_without_name else NOT_PLAYED
            return False
        if self._has_error(game, kind, headings_without_name, blank_scores):
            return False
        if kind is None:
            return True
        assert game.day is not None and game.first is not None
        self.unrated.append(UnratedGame(kind, game.day, game.first, game.score1, game.second, game.score2, game.row))
        self.row_notes[game.row] = KIND_NOTES[kind]
        return False

    def _is_blank(self, row: int, heading: str) -> bool:
        return is_blank(self._check.cells(heading)[row])

    def _has_refused_cell(self, game: _GameRow, needs_date: bool) -> bool:
        """Add the errors of invalid cells, and return whether there are any.

        A game or bye to come may have an invalid date.
        """
        check, problem_count = self._check, len(self.problems)
        for heading in self._schema.players:
            check.add_parse_error(game.row, heading, self._names)
        for heading in self._schema.results:
            check.add_parse_error(game.row, heading, self._scores)
        check.add_parse_error(game.row, GameSchema.kind_of_game, self._kinds)
        if BYE_POSITION in (game.first, game.second):
            # The date may be in the future, since the next evening may be paired already.
            check.add_parse_error(game.row, "Date", self._dates, DateError)
        elif needs_date:
            check.add_parse_error(game.row, "Date", self._dates)
        return len(self.problems) > problem_count

    def _note_bye(self, game: _GameRow) -> None:
        self.row_notes[game.row] = BYE_NOTE
        present = game.second if game.first == BYE_POSITION else game.first
        if game.day is not None and present is not None and present != BYE_POSITION:
            self.unrated.append(UnratedGame(GameKind.BYE, game.day, present, None, None, None, game.row))

    def _has_error(
        self, game: _GameRow, kind: GameKind | None, headings_without_name: Sequence[str], blank_scores: Sequence[str]
    ) -> bool:
        """Add the errors of a played or forfeited row whose cells are valid, and return whether there are any."""
        check, problem_count = self._check, len(self.problems)
        (heading1, heading2), results = self._schema.players, self._schema.results
        if headings_without_name:
            for heading in headings_without_name:
                message = msg("this score has no opponent; type the player's name, or {bye}", bye=BYE)
                check.add_error(game.row, heading, message)
        elif len(blank_scores) == len(results):
            check.add_error(game.row, results[0], FORFEIT_WITHOUT_WINNER)
        elif blank_scores:
            check.add_error(game.row, blank_scores[0], msg("the other score is missing; type both, or neither"))
        elif game.first == game.second:
            check.add_error(game.row, heading2, msg("both players are the same"), OutOfRangeError)
        elif kind is GameKind.FORFEIT and game.score1 == game.score2:
            check.add_error(game.row, results[0], FORFEIT_WITHOUT_WINNER, OutOfRangeError)
        elif (game.score1 or 0) + (game.score2 or 0) == 0:
            check.add_error(game.row, results[0], NOBODY_SCORED, OutOfRangeError)
        else:
            for heading, player in ((heading1, game.first), (heading2, game.second)):
                if player in self._inactive:
                    check.add_error(game.row, heading, NOT_AT_CAMP, OutOfRangeError)
            if game.day is None:
                check.add_error(game.row, "Date", msg("a game needs the date it was played"))
        return len(self.problems) > problem_count

    def _read_doubles(self, first: Sequence[int | None], second: Sequence[int | None]) -> list[int]:
        """Return, for each row, 1 or 2 for the player who plays two opponents at once, else 0."""
        heading = self._schema.double
        if not heading or self._check.is_empty(heading):
            return [0] * self.rows
        doubles, cells = [], self._check.cells(heading)
        for row, (cell, player) in enumerate(zip(cells, self._names.column(cells))):
            side = 0
            if player is not None and player in (first[row], second[row]):
                side = 1 if player == first[row] else 2
            elif not is_blank(cell) and not self._check.add_parse_error(row, heading, self._names, InvalidTypeError):
                self._check.add_error(row, heading, msg("must be one of the two players of the game"))
            doubles.append(side)
        return doubles

    def _sort_into_periods(self, games: Games) -> tuple[Games, list[Period]]:
        """Return the games in the order of their periods, and the periods."""
        periods = _group_by_date(games.date)
        if self._system.rates_in_recorded_order or all(
            earlier.date < later.date for earlier, later in pairwise(periods)
        ):
            return games, periods
        order = sorted(range(len(games.date)), key=games.date.__getitem__)
        games = Games(*(list(map(getattr(games, column.name).__getitem__, order)) for column in fields(games)))
        return games, _group_by_date(games.date)


def _group_by_date(days: Sequence[date]) -> list[Period]:
    """Return a period for each run of games of one date."""
    if not days:
        return []
    # Equal dates from the cache are the same object, so that `is_not` finds nearly all changes.
    changes = compress(range(1, len(days)), map(is_not, islice(days, 1, None), days))
    starts = [0, *(game for game in changes if days[game] != days[game - 1])]
    return [Period(days[start], start, stop) for start, stop in zip(starts, [*starts[1:], len(days)])]


NO_PLACE = msg("no place yet: not rated")
# The event, player, place and row of a placing.
PlacingRow: TypeAlias = "tuple[int, int, int, int]"


class PlacingsReading:
    """Parses the tables Events and Results.

    Attributes:
        events: Events in the order of their table.
        event_rows: Row of each event, from 0.
        placings: Placings in the order of their events.
        rows: Number of rows of the table Results.
        row_notes: Why a row is not rated, by its number from 0.
        problems: Errors.
    """

    def __init__(self, tables: Mapping[str, CellTable], names: NameReading, today: date | None) -> None:
        self.problems: list[Diagnostic] = []
        self.row_notes: dict[int, Message] = {}
        self.events: list[Event] = []
        self.event_rows: list[int] = []
        self._is_event_valid: list[bool] = []
        self._read_events(tables, today)
        check = TableValidator(tables, "Results", PLACINGS.required_headings)
        self.rows = check.rows
        self.placings = self._read_results(check, names)
        self.problems.extend(check.problems)

    def _read_events(self, tables: Mapping[str, CellTable], today: date | None) -> None:
        check = TableValidator(tables, "Events", KEY_COLUMNS["Events"])
        self.problems = check.problems
        readings: dict[str, Reading[object]] = {
            "Date": Reading(make_date_reader(today)),
            "Players": Reading(read_positive_count),
            "Rounds": Reading(read_positive_count),
            "World Championship": Reading(read_yes),
            "Boards": Reading(read_positive_count),
        }
        columns = {heading: reading.column(check.cells(heading)) for heading, reading in readings.items()}
        self._positions: dict[str, int] = {}
        self._names: dict[str, str] = {}
        names, locations = Reading(read_name), list(map(read_text, check.cells("Place")))
        for row, name in enumerate(names.column(check.cells("Event"))):
            if check.add_parse_error(row, "Event", names):
                continue
            if not name:
                if any(not is_blank(check.cells(heading)[row]) for heading in readings):
                    check.add_error(row, "Event", msg("an event needs a name"))
                continue
            problem_count = len(check.problems)
            for heading, reading in readings.items():
                missing = columns[heading][row] is None and not check.add_parse_error(row, heading, reading)
                if missing and heading in KEY_COLUMNS["Events"]:
                    check.add_error(row, heading, msg("an event needs a value in this column"))
            key = name_key(name)
            if key in self._positions:
                check.add_error(
                    row, "Event", msg("this event is listed twice; tell them apart, for example by the year")
                )
                continue
            self._names[key] = name
            self._positions[key] = len(self.events)
            is_valid = len(check.problems) == problem_count
            self._is_event_valid.append(is_valid)
            day, players, rounds, worlds, boards = (columns[heading][row] for heading in readings)
            assert not is_valid or isinstance(day, date)
            self.events.append(
                Event(
                    name,
                    day if isinstance(day, date) else date.max,
                    players if isinstance(players, int) else 1,
                    rounds if isinstance(rounds, int) else 1,
                    bool(worlds),
                    locations[row],
                    boards if isinstance(boards, int) else None,
                )
            )
            self.event_rows.append(row)

    def _read_results(self, check: TableValidator, names: NameReading) -> Placings:
        def position(cell: object) -> int:
            key = name_key(name := read_name(cell))
            if key in self._positions:
                return self._positions[key]
            raise NotFoundError(suggestions.describe_unknown_name(name, "Events"))

        suggestions = NameSuggester(self._names)
        event_reading, place_reading = Reading(position), Reading(read_positive_count)
        readings: dict[str, Reading[int]] = {"Event": event_reading, "Player": names, "Place": place_reading}
        columns: list[list[Any]] = [reading.column(check.cells(heading)) for heading, reading in readings.items()]
        if self._are_all_placed(readings, *columns):
            rows = list(zip(*columns, range(self.rows)))
        else:
            rows = self._check_rows(check, readings, *columns)
        self._check_shared_places(check, rows)
        by_date = sorted(range(len(self.events)), key=lambda event: self.events[event].date)
        rank = {event: number for number, event in enumerate(by_date)}
        order = sorted(rows, key=lambda result: rank[result[0]])
        return Placings(*(list(column) for column in zip(*order))) if order else Placings()

    def _are_all_placed(
        self, readings: Mapping[str, Reading[int]], events: Sequence[int], players: Sequence[int], places: Sequence[int]
    ) -> bool:
        """Return whether every row is a rated placing, judged by the distinct values of the columns for speed."""
        return not (
            any(reading.has_gaps for reading in readings.values())
            or BYE_POSITION in readings["Player"].values()
            or not all(self._is_event_valid)
            or len(set(zip(events, players))) < self.rows
            or any(map(gt, places, [self.events[event].players for event in events]))
        )

    def _check_rows(
        self,
        check: TableValidator,
        readings: Mapping[str, Reading[int]],
        events: Sequence[int | None],
        players: Sequence[int | None],
        places: Sequence[int | None],
    ) -> list[PlacingRow]:
        """Return the rated placings, and add notes and errors for the other rows."""
        rows: list[PlacingRow] = []
        placed_pairs: set[tuple[int, int]] = set()
        for row, (event, player, place) in enumerate(zip(events, players, places)):
            if event is None or player is None or place is None:
                has_errors = check.add_parse_errors(row, readings)
                blank = [heading for heading in readings if is_blank(check.cells(heading)[row])]
                if has_errors or len(blank) == len(readings):
                    continue
                if "Event" in blank or "Player" in blank:
                    check.add_error(row, blank[0], msg("a result needs a value in this column"))
                    continue
            if player == BYE_POSITION or player is None or event is None:
                check.add_error(row, "Player", msg("a place needs a player"))
            elif (event, player) in placed_pairs:
                check.add_error(row, "Player", msg("this player is in this event twice"), OutOfRangeError)
            elif place is None:
                self.row_notes[row] = NO_PLACE
            elif not self._is_event_valid[event]:
                continue
            elif place > self.events[event].players:
                message = msg(
                    "must be at most the event's number of players, {players}", players=self.events[event].players
                )
                check.add_error(row, "Place", message, OutOfRangeError)
            else:
                placed_pairs.add((event, player))
                rows.append((event, player, place, row))
        return rows

    def _check_shared_places(self, check: TableValidator, rows: Sequence[PlacingRow]) -> None:
        """Add errors for shared places that leave too few places, and for events with too many results.

        Players who share a place also occupy the following places.
        """
        player_counts = Counter(map(itemgetter(0, 2), rows))
        result_counts = Counter(map(itemgetter(0), rows))
        too_far = {
            (event, place)
            for (event, place), count in player_counts.items()
            if count > 1 and place + count - 1 > self.events[event].players
        }
        overfull = {event for event, count in result_counts.items() if count > self.events[event].players}
        for event, _, place, row in rows if too_far or overfull else ():
            players = self.events[event].players
            if (event, place) in too_far:
                message = msg(
                    "{sharing} share this place, too many for {places} in all; correct the places, or the event's "
                    "number of players",
                    sharing=player_counts[event, place],
                    places=ngettext("{n:,} place", "{n:,} places", players),
                )
                check.add_error(row, "Place", message, OutOfRangeError)
            elif event in overfull:
                message = msg(
                    "the event has {results} but only {players}; correct one of them",
                    results=ngettext("{n:,} result", "{n:,} results", result_counts[event]),
                    players=ngettext("{n:,} player", "{n:,} players", players),
                )
                check.add_error(row, "Event", message, OutOfRangeError)

    def periods(self) -> list[Period]:
        """Return each event with results as a period."""
        starts: dict[int, int] = {}
        for placing, event in enumerate(self.placings.event):
            starts.setdefault(event, placing)
        stops = [*list(starts.values())[1:], len(self.placings.event)]
        return [
            Period(self.events[event].date, start, stop, self.events[event].name)
            for (event, start), stop in zip(starts.items(), stops)
        ]


def read_past(tables: Mapping[str, CellTable], names: Sequence[str], aliases: Sequence[tuple[str, str]]) -> Past:
    """Return the results of earlier logs from the tables of a workbook.

    Args:
        tables: The tables by name.
        names: Names of the present players. Results of other players are skipped.
        aliases: Pairs of another spelling and the name of its player.
    """
    past, reading = Past(), NameReading(names, aliases)

    @cache
    def find_player(name: str) -> int | None:
        position = reading.find_player(name)
        return None if position == BYE_POSITION else position

    for line in _iter_rows(tables, SEASONS, (SEASON, *SEASON_FIGURES, CHAMPIONS)):
        if isinstance(season := _number(line[SEASON]), int):
            past.seasons[season] = {heading: _number(line[heading]) for heading in SEASON_FIGURES}
            past.champions[season] = cell_text(line[CHAMPIONS])
    lines = list(_iter_rows(tables, FACTS, FACT_HEADINGS))
    rated = {name_key(cell_text(line["Player"])) for line in lines if line["Kind"] in (BEST, LOWEST)}
    for line in lines:
        _add_fact(past, line, find_player, names, rated)
    past.last_session = read_last_session(tables)
    return past


def read_last_session(tables: Mapping[str, CellTable]) -> date | None:
    """Return the date of the last session or event of earlier logs, or None.

    It is the latest date of the table, since older versions have not written a line for it.
    """
    lines = _iter_rows(tables, FACTS, ("Kind", "Date"))
    return max((day for line in lines if (day := _date(line["Date"]))), default=None)


def _iter_rows(tables: Mapping[str, CellTable], name: str, headings: Sequence[str]) -> Iterator[dict[str, object]]:
    """Yield the rows of a table as dicts. There are none if the table or a column is missing."""
    table = tables.get(name)
    columns = [] if table is None else [table.column(heading) for heading in headings]
    if columns and None not in columns:
        for cells in zip(*(column or () for column in columns)):
            yield dict(zip(headings, cells))


def _number(cell: object) -> Number | None:
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return None
    return int(cell) if cell == int(cell) else cell


def _date(cell: object) -> date | None:
    try:
        return None if is_blank(cell) else make_date_reader(None)(cell)
    except XladdinError:
        return None


def _add_fact(
    past: Past,
    line: Mapping[str, object],
    find_player: Callable[[str], int | None],
    names: Sequence[str],
    rated: Collection[str],
) -> None:
    """Add a line of the table PastFacts.

    Lines of a player who was two players before a merge are added up. Ratings under the other spelling are skipped if
    there are ratings under the present name. `rated` has the keys of all names with ratings.
    """
    kind, day = line["Kind"], _date(line["Date"])
    player, opponent = (find_player(cell_text(line[side])) for side in ("Player", "Opponent"))
    numbers = [_number(line[heading]) for heading in NUMBERS]
    if kind == RECORD:
        name = cell_text(line["Player"]) if player is None else names[player]
        opponent_name = cell_text(line["Opponent"]) or None if opponent is None else names[opponent]
        score, event = (cell_text(line[heading]) or None for heading in ("Score", "Event"))
        past.records.append(PastRecord(cell_text(line["What"]), numbers[0], name, opponent_name, score, day, event))
        return
    first, second, third, fourth, fifth, sixth, *more = (number or 0 for number in numbers)
    if player is None or player == opponent:
        return
    player_key = name_key(names[player])
    if kind in (BEST, LOWEST) and player_key in rated and name_key(cell_text(line["Player"])) != player_key:
        return
    if kind == PLAYER:
        counts = (int(first), int(second), int(third), int(fourth))
        totals = PastPlayer(*counts, fifth, sixth, *map(int, more))
        past.players[player] = PastPlayer(*map(add, past.players.get(player, PastPlayer()), totals))
    elif kind == BEST and day is not None:
        best = Extreme(first, day)
        past.best[player] = max(past.best.get(player, best), best, key=itemgetter(0))
    elif kind == LOWEST and day is not None:
        lowest = Extreme(first, day)
        past.lowest[player] = min(past.lowest.get(player, lowest), lowest, key=itemgetter(0))
    elif kind == PAIR and opponent is not None:
        past.add_pair(player, opponent, PastPair(int(first), int(second), int(third), fourth))
        past.add_pair(opponent, player, PastPair(int(fifth), int(sixth), int(third), -fourth))
    elif kind == MEETING and opponent is not None and day is not None:
        past.meetings.append((day, player, opponent))


def make_name_reading(log: GameLog) -> NameReading:
    """Return a cache of the positions of a log's players by their names and aliases."""
    return NameReading([player.name for player in log.players], log.aliases)
