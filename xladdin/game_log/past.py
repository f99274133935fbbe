"""What earlier logs have left behind: values that `xladdin rollover` carries into a workbook with an empty log."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from operator import add, itemgetter
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.cells.table import CellTable
from xladdin.cells.text import cell_text, is_blank, name_key
from xladdin.errors import XladdinError
from xladdin.game_log.parsing import date_reader
from xladdin.game_log.players import NOBODY, NameReading

SEASONS, FACTS = "PastSeasons", "PastFacts"
"""The tables: a line a season for people, and the facts of records, players, pairs and last sessions."""
SEASON, CHAMPIONS = "Season", "Champions"
FIGURES = (
    "Games",
    "Sessions",
    "Average attendance",
    "Games a session",
    "Average score",
    "Different players",
    "Active players",
)
RECORD, PLAYER, BEST, LOWEST, PAIR, MET, LAST = "record", "player", "best", "lowest", "pair", "met", "last"
"""The kinds of lines of the facts."""
NUMBERS = tuple(map(str, range(1, 10)))
FACT_HEADINGS = ("Kind", "Player", "Opponent", "Date", "What", "Score", "Event", *NUMBERS)


class PastRecord(NamedTuple):
    """A line of the all-time records, as in `RecordLine`."""

    record: str
    value: Number | None
    player: str
    opponent: str | None
    score: str | None
    date: date | None
    event: str | None


class PastPlayer(NamedTuple):
    """The totals of a player. At events, games are events, wins those won, and points the sum of percentiles."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    ties: int = 0
    points_for: Number = 0
    points_against: Number = 0
    byes: int = 0
    doubles: int = 0
    firsts: int = 0


class PastPair(NamedTuple):
    """A player's results against another, as in `HeadToHead`."""

    wins: int = 0
    losses: int = 0
    ties: int = 0
    spread: Number = 0


class Extreme(NamedTuple):
    """The best or the lowest rating of a player, and when the player first had it."""

    rating: Number
    date: date


@dataclass
class Past:
    """All of it. Players are positions in the list of players, and seasons the years in which they began.

    `pairs` are by player, then by opponent. `met` has who met in the last sessions, with the dates. `last` is the day
    of the last session or event.
    """

    seasons: dict[int, dict[str, Number | None]] = field(default_factory=dict)
    champions: dict[int, str] = field(default_factory=dict)
    records: list[PastRecord] = field(default_factory=list)
    players: dict[int, PastPlayer] = field(default_factory=dict)
    best: dict[int, Extreme] = field(default_factory=dict)
    lowest: dict[int, Extreme] = field(default_factory=dict)
    pairs: dict[int, dict[int, PastPair]] = field(default_factory=dict)
    met: list[tuple[date, int, int]] = field(default_factory=list)
    last: date | None = None

    def add_pair(self, player: int, other: int, results: PastPair) -> None:
        """Add a player's results against another."""
        own = self.pairs.setdefault(player, {})
        own[other] = PastPair(*map(add, own.get(other, PastPair()), results))


def read_past(tables: Mapping[str, CellTable], names: Sequence[str], aliases: Sequence[tuple[str, str]]) -> Past:
    """Return the past in a workbook's tables, of players who are still on its list.

    `names` are theirs, by position. `aliases` are other spellings, each with its player.
    """
    past, reading = Past(), NameReading(names, aliases)

    @cache
    def meant(name: str) -> int | None:
        position = reading.meant(name)
        return None if position == NOBODY else position

    for line in _lines(tables, SEASONS, (SEASON, *FIGURES, CHAMPIONS)):
        if isinstance(season := _number(line[SEASON]), int):
            past.seasons[season] = {figure: _number(line[figure]) for figure in FIGURES}
            past.champions[season] = cell_text(line[CHAMPIONS])
    lines = list(_lines(tables, FACTS, FACT_HEADINGS))
    rated = {name_key(cell_text(line["Player"])) for line in lines if line["Kind"] in (BEST, LOWEST)}
    for line in lines:
        _enter(past, line, meant, names, rated)
    past.last = last_session(tables)
    return past


def last_session(tables: Mapping[str, CellTable]) -> date | None:
    """Return the day of the last session or event that an earlier log rated, or None if there was none.

    Notes of an older rollover have no line of its own for it.
    """
    lines = _lines(tables, FACTS, ("Kind", "Date"))
    return max((day for line in lines if (day := _date(line["Date"]))), default=None)


def _lines(tables: Mapping[str, CellTable], name: str, headings: Sequence[str]) -> Iterator[dict[str, object]]:
    """Yield the rows of a table by heading. There are none if the table is not there or a column is gone."""
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
        return None if is_blank(cell) else date_reader(None)(cell)
    except XladdinError:
        return None


def _enter(
    past: Past,
    line: Mapping[str, object],
    meant: Callable[[str], int | None],
    names: Sequence[str],
    rated: Collection[str],
) -> None:
    """Enters one line of the facts. Two lines of a player, who was two until a merge, are taken together.

    The ratings of the other spelling are no ratings of the player if there are own ones. `rated` has the keys of all
    names with ratings.
    """
    kind, day = line["Kind"], _date(line["Date"])
    player, other = (meant(cell_text(line[side])) for side in ("Player", "Opponent"))
    numbers = [_number(line[heading]) for heading in NUMBERS]
    if kind == RECORD:
        name = cell_text(line["Player"]) if player is None else names[player]
        opponent = cell_text(line["Opponent"]) or None if other is None else names[other]
        score, event = (cell_text(line[heading]) or None for heading in ("Score", "Event"))
        past.records.append(PastRecord(cell_text(line["What"]), numbers[0], name, opponent, score, day, event))
        return
    first, second, third, fourth, fifth, sixth, *more = (number or 0 for number in numbers)
    if player is None or player == other:
        return
    own = name_key(names[player])
    if kind in (BEST, LOWEST) and own in rated and name_key(cell_text(line["Player"])) != own:
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
    elif kind == PAIR and other is not None:
        past.add_pair(player, other, PastPair(int(first), int(second), int(third), fourth))
        past.add_pair(other, player, PastPair(int(fifth), int(sixth), int(third), -fourth))
    elif kind == MET and other is not None and day is not None:
        past.met.append((day, player, other))
