"""The Events and Results tables as events and columns of placings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from operator import gt, itemgetter
from typing import Any, TypeAlias

from xladdin.cells.table import CellTable
from xladdin.cells.text import is_blank, name_key
from xladdin.errors import Diagnostic, NotFoundError, OutOfRangeError
from xladdin.game_log.parsing import (
    KEY_COLUMNS,
    Reading,
    TableValidator,
    date_reader,
    read_name,
    read_positive_count,
    read_text,
    read_yes,
)
from xladdin.game_log.players import NOBODY, NameReading, Suggestions
from xladdin.messages import Message, msg, ngettext
from xladdin.model import Event, Period, Placings
from xladdin.systems.log_schemas import PLACINGS

NO_PLACE = msg("no place yet: not rated")
Row: TypeAlias = "tuple[int, int, int, int]"
"""The event, player and place of a placing, and its row."""


class PlacingsReading:
    """Reads Events and Results: `events`, `event_rows`, `placings` in order of their events, `notes`."""

    def __init__(self, tables: Mapping[str, CellTable], names: NameReading, today: date | None) -> None:
        self.problems: list[Diagnostic] = []
        self.notes: dict[int, Message] = {}
        self.events: list[Event] = []
        self.event_rows: list[int] = []
        self._places_known: list[bool] = []
        self._read_events(tables, today)
        check = TableValidator(tables, "Results", PLACINGS.keys)
        self.rows = check.rows
        self.placings = self._read_results(check, names)
        self.problems.extend(check.problems)

    def _read_events(self, tables: Mapping[str, CellTable], today: date | None) -> None:
        check = TableValidator(tables, "Events", KEY_COLUMNS["Events"])
        self.problems = check.problems
        readings: dict[str, Reading[object]] = {
            "Date": Reading(date_reader(today)),
            "Players": Reading(read_positive_count),
            "Rounds": Reading(read_positive_count),
            "World Championship": Reading(read_yes),
            "Boards": Reading(read_positive_count),
        }
        columns = {heading: reading.column(check.cells(heading)) for heading, reading in readings.items()}
        self._positions: dict[str, int] = {}
        self._names: dict[str, str] = {}
        names, places = Reading(read_name), list(map(read_text, check.cells("Place")))
        for row, name in enumerate(names.column(check.cells("Event"))):
            if check.add_parse_error(row, "Event", names):
                continue
            if not name:
                if any(not is_blank(check.cells(heading)[row]) for heading in readings):
                    check.add_error(row, "Event", msg("an event needs a name"))
                continue
            before = len(check.problems)
            for heading, reading in readings.items():
                missing = columns[heading][row] is None and not check.add_parse_error(row, heading, reading)
                if missing and heading in KEY_COLUMNS["Events"]:
                    check.add_error(row, heading, msg("an event needs a value in this column"))
            key = name_key(name)
            if key in self._positions:
                check.add_error(row, "Event", msg("this event is here twice; tell them apart by the year, say"))
                continue
            self._names[key] = name
            self._positions[key] = len(self.events)
            sound = len(check.problems) == before
            self._places_known.append(sound)
            day, players, rounds, worlds, boards = (columns[heading][row] for heading in readings)
            assert not sound or isinstance(day, date)
            self.events.append(
                Event(
                    name,
                    day if isinstance(day, date) else date.max,
                    players if isinstance(players, int) else 1,
                    rounds if isinstance(rounds, int) else 1,
                    bool(worlds),
                    places[row],
                    boards if isinstance(boards, int) else None,
                )
            )
            self.event_rows.append(row)

    def _read_results(self, check: TableValidator, names: NameReading) -> Placings:
        def position(cell: object) -> int:
            key = name_key(name := read_name(cell))
            if key in self._positions:
                return self._positions[key]
            raise NotFoundError(suggestions.unknown_name(name, "Events"))

        suggestions = Suggestions(self._names)
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
        """Return whether every row is a rated placing, without a look at each. No cell then says otherwise."""
        return not (
            any(reading.has_gaps for reading in readings.values())
            or NOBODY in readings["Player"].values()
            or not all(self._places_known)
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
    ) -> list[Row]:
        """Return the rows that are rated placings. The others get a note or a problem."""
        rows: list[Row] = []
        seen: set[tuple[int, int]] = set()
        for row, (event, player, place) in enumerate(zip(events, players, places)):
            if event is None or player is None or place is None:
                refused = check.add_parse_errors(row, readings)
                blank = [heading for heading in readings if is_blank(check.cells(heading)[row])]
                if refused or len(blank) == len(readings):
                    continue
                if "Event" in blank or "Player" in blank:
                    check.add_error(row, blank[0], msg("a result needs a value in this column"))
                    continue
            if player == NOBODY or player is None or event is None:
                check.add_error(row, "Player", msg("nobody can be placed"))
            elif (event, player) in seen:
                check.add_error(row, "Player", msg("this player is in this event twice"), OutOfRangeError)
            elif place is None:
                self.notes[row] = NO_PLACE
            elif not self._places_known[event]:
                continue
            elif place > self.events[event].players:
                message = msg(
                    "must be at most the event's number of players, {players}", players=self.events[event].players
                )
                check.add_error(row, "Place", message, OutOfRangeError)
            else:
                seen.add((event, player))
                rows.append((event, player, place, row))
        return rows

    def _check_shared_places(self, check: TableValidator, rows: Sequence[Row]) -> None:
        """Players who tie take the next places too, and these must not go beyond the field."""
        sharing = Counter(map(itemgetter(0, 2), rows))
        placed = Counter(map(itemgetter(0), rows))
        too_far = {
            (event, place)
            for (event, place), count in sharing.items()
            if count > 1 and place + count - 1 > self.events[event].players
        }
        overfull = {event for event, count in placed.items() if count > self.events[event].players}
        for event, _, place, row in rows if too_far or overfull else ():
            players = self.events[event].players
            if (event, place) in too_far:
                message = msg(
                    "{sharing} share this place, which leaves too few of {places}; fix the places, or the event's "
                    "number of players",
                    sharing=sharing[event, place],
                    places=ngettext("{n:,} place", "{n:,} places", players),
                )
                check.add_error(row, "Place", message, OutOfRangeError)
            elif event in overfull:
                message = msg(
                    "the event has {results} but only {players}; fix one of them",
                    results=ngettext("{n:,} result", "{n:,} results", placed[event]),
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
