"""Players, groups and adjustments, their names looked up, and the nearest name of a misspelt one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from xladdin.cells.numbers import Number
from xladdin.cells.table import CellTable
from xladdin.cells.text import cell_text, in_the_alphabet, is_blank, name_key, without_accents
from xladdin.errors import Diagnostic, NotFoundError, OutOfRangeError, excerpt, printable
from xladdin.game_log.parsing import (
    KEY_COLUMNS,
    Reading,
    TableValidator,
    date_reader,
    read_active,
    read_count,
    read_name,
    read_rating,
    read_text,
)
from xladdin.messages import BLANK, Message, join_sentences, msg, ngettext
from xladdin.model import Adjustment, Player
from xladdin.systems.newcomers import read_results
from xladdin.systems.system import RatingSystem

LIKENESS = 0.6
"""The share of the letters of two names that are alike in order. From there on it suggests one for the other."""
LONGEST_COMPARED = 60
"""The most letters. It compares no longer name."""
MOST_COMPARED = 3_000_000
"""The most comparisons of letters, for all names of a table together: a hundred misspelt names in a club of 500. A
table full of unknown names has another fault, and each search takes time."""
MOST_NAMED = 20
"""The most players of a club whose names are listed where one is not known."""


class Suggestions:
    """Suggests names for unknown keys. `names` are by their keys, from `name_key`."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._room = MOST_COMPARED

    def question(self, key: str) -> Message:
        """Return the question whether the nearest name was meant, or nothing if none is like it."""
        near = self.nearest(key)
        return BLANK if near is None else msg('Did you mean "{name}"?', name=near)

    def unknown_name(self, name: str, sheet: str) -> Message:
        """Return what is wrong with a name that is not on a sheet, and the nearest name if one is like it."""
        value, near = printable(excerpt(name)), self.nearest(name_key(name))
        if near is not None:
            return msg(
                '"{value}" is not on {sheet}. Did you mean "{suggestion}"?', value=value, sheet=sheet, suggestion=near
            )
        return ngettext(
            '"{value}" is not on {sheet}. Add it there, or correct the name.',
            "{value} are not on {sheet}. Add them there, or correct the names.",
            1,
            value=value,
            sheet=sheet,
        )

    def nearest(self, key: str) -> str | None:
        """Return the name most like that of a key, other than its own, or None if none is like it."""
        if len(key) > LONGEST_COMPARED:
            return None
        from difflib import SequenceMatcher  # imported where a name is not known

        matcher = SequenceMatcher(None, "", key)
        nearest, best = None, LIKENESS
        for known in self._names:
            together = len(known) + len(key)
            self._room -= 1
            if self._room < 0:
                return None
            if known == key or 2 * min(len(known), len(key)) < best * together or len(known) > LONGEST_COMPARED:
                continue
            self._room -= together
            matcher.set_seq1(known)
            if matcher.quick_ratio() < best:
                continue
            self._room -= len(known) * len(key)
            likeness = matcher.ratio()
            if likeness > best or (nearest is None and likeness >= best):
                nearest, best = known, likeness
        return None if nearest is None else self._names[nearest]


def not_a_player(name: str, names: Sequence[str]) -> Message:
    """Return sentences for a name that no player of a club has: the nearest one, or else who the players are."""
    suggestions = Suggestions({name_key(one): one for one in names})
    last, _, first = name.partition(",")
    help_with_name = suggestions.question(name_key(name)) or suggestions.question(name_key(f"{first} {last}"))
    if not help_with_name and len(names) > MOST_NAMED:
        players = ngettext("{n:,} player", "{n:,} players", len(names))
        help_with_name = msg("The sheet Players lists all {players}.", players=players)
    elif not help_with_name and names:
        listed = ", ".join(sorted(names, key=in_the_alphabet))
        help_with_name = msg("The players are {players}.", players=listed)
    return join_sentences([msg('"{name}" is not a player.', name=name), help_with_name])


BYE = "Bye"
"""The opponent of a player who sits out. No player may have this name."""
EVERYBODY = {"all", "all players", "everybody", "everyone", "tous", "toutes", "tout le monde"}
"""Ours: words that mean a blank Player of an adjustment, in English and French."""
MOST_ADJUSTED = 2_000_000
"""The most ratings that adjustments for everyone change in all. No club comes near it, and each takes time."""
NOBODY = -1
"""The position that means a bye."""


Aliases = Sequence[tuple[str, str]]
"""Other spellings, each with the player it means."""


def read_aliases(tables: Mapping[str, CellTable]) -> Aliases:
    """Return the rows of Aliases that are filled, or none if the workbook has no such table."""
    table = tables.get("Aliases")
    spellings, players = (table.column("Alias"), table.column("Player")) if table is not None else (None, None)
    if spellings is None or players is None:
        return ()
    pairs = ((cell_text(spelling).strip(), cell_text(player).strip()) for spelling, player in zip(spellings, players))
    return [(spelling, player) for spelling, player in pairs if spelling and player]


def listed_names(tables: Mapping[str, CellTable]) -> list[str]:
    """Return the names on Players, in their order."""
    return [name for cell in tables["Players"].column("Player") or () if (name := cell_text(cell).strip())]


class NameReading(Reading[int]):
    """Positions of players by the names in a column, or `NOBODY` for a bye. An unknown name comes with a suggestion.

    A name first means the player of exactly that name, then of an alias, then either without accents if only one
    player fits.
    """

    def __init__(self, names: Sequence[str], aliases: Aliases = ()) -> None:
        super().__init__(self._position)
        by_key = {name_key(name): name for name in names}
        self.names = list(by_key.values())
        self._suggestions = Suggestions(by_key)
        self._positions = {key: position for position, key in enumerate(by_key)}
        self._positions[name_key(BYE)] = NOBODY
        self._aliases = aliases

    @cached_property
    def _plain_names(self) -> dict[str, set[int]]:
        """The positions by the keys of names without accents."""
        plain: dict[str, set[int]] = {}
        for key, position in self._positions.items():
            plain.setdefault(without_accents(key), set()).add(position)
        return plain

    @cached_property
    def _spelled_otherwise(self) -> tuple[dict[str, set[int]], dict[str, set[int]]]:
        """The positions by the keys of aliases, and by those of names and aliases without accents."""
        aliases: dict[str, set[int]] = {}
        for alias, player in self._aliases:
            own = self._positions.get(name_key(player))
            players = self._plain_names.get(without_accents(name_key(player)), set()) if own is None else {own}
            if len(players) == 1:
                aliases.setdefault(name_key(alias), set()).update(players)
        plain = {key: set(players) for key, players in self._plain_names.items()}
        for key, players in aliases.items():
            plain.setdefault(without_accents(key), set()).update(players)
        return aliases, plain

    def meant(self, name: str) -> int | None:
        """Return the position of the player whom a name surely means, or None if there is no one such player."""
        key = name_key(name)
        if key in self._positions:
            return self._positions[key]
        aliases, plain = self._spelled_otherwise
        positions = aliases.get(key) or plain.get(without_accents(key)) or set()
        return next(iter(positions)) if len(positions) == 1 else None

    def player(self, name: str) -> int:
        """Return the position of a player whom somebody names. Raises NotFoundError for a name of nobody."""
        position = self.meant(name)
        if position is None or position == NOBODY:
            raise NotFoundError(not_a_player(name, self.names))
        return position

    def adjusted_player(self, cell: object) -> int:
        """Return the position of the player in a cell of Adjustments. Raises NotFoundError for any other name."""
        name = read_text(cell)
        if self.meant(name) is None and without_accents(name_key(name)) in EVERYBODY:
            raise NotFoundError(msg('"{value}" is not on Players. Leave the cell blank for everyone.', value=name))
        return self._position(cell)

    def _position(self, cell: object) -> int:
        position = self.meant(name := read_name(cell))
        if position is None:
            key = name_key(name)
            if any(name_key(alias) == key for alias, _ in self._aliases):
                raise NotFoundError(
                    msg(
                        '"{value}" is on Aliases for nobody on Players, or for two of them. Correct it there.',
                        value=name,
                    )
                )
            raise NotFoundError(self._suggestions.unknown_name(name, "Players"))
        return position


def read_players(
    system: RatingSystem, tables: Mapping[str, CellTable], today: date | None
) -> tuple[list[Player], list[int], list[Diagnostic]]:
    """Players in the order of their table, the row of each below the headings, and what is wrong there."""
    check = TableValidator(tables, "Players", KEY_COLUMNS["Players"])
    groups = _read_groups(tables, check.problems) if system.key_groups else {}
    ratings, counts = Reading(read_rating), Reading(read_count)
    dates, answers = Reading(date_reader(today)), Reading(read_active)
    start_column, start_games = system.start_column, system.log_schema.start_count
    columns: dict[str, Reading[Any]] = {
        start_column: ratings,
        start_games: counts,
        "Start last played": dates,
        "Start missed": counts,
        "Start corrected": ratings,
        "Start assigned": ratings,
        "Start results": Reading(lambda cell: read_results(read_text(cell))),
        "Start returned": dates,
        "Active": answers,
    }
    read = {heading: reading.column(check.cells(heading)) for heading, reading in columns.items()}
    names = Reading(read_name)
    nations = list(map(read_text, check.cells("Nation")))
    group_names = Reading(read_name)
    group_cells = [name or "" for name in group_names.column(check.cells("Group"))]
    suggestions = Suggestions({key: listed for key, (listed, _) in groups.items()})
    players: list[Player] = []
    player_rows: list[int] = []
    seen: dict[str, int] = {}
    for row, name in enumerate(names.column(check.cells("Player"))):
        if check.add_parse_error(row, "Player", names):
            continue
        if not name:
            if any(not is_blank(check.cells(heading)[row]) for heading in columns):
                check.add_error(row, "Player", msg("a player needs a name"))
            continue
        key = name_key(name)
        if key == name_key(BYE):
            check.add_error(row, "Player", msg("Bye means no opponent; choose another name"))
        elif key in seen:
            above = check.table.row_number(seen[key])
            check.add_error(row, "Player", msg("the same player is also in row {row}; keep one of them", row=above))
        seen.setdefault(key, row)
        for heading, reading in columns.items():
            check.add_parse_error(row, heading, reading)
        active, left = read["Active"][row] or (True, False)
        group = name_key(group_cells[row])
        _, initial_rating = groups.get(group, ("", None))
        needs_group = system.key_groups and initial_rating is None and active
        if needs_group and not check.add_parse_error(row, "Group", group_names):
            if group:
                check.add_error(row, "Group", suggestions.unknown_name(group_cells[row], "Groups"), NotFoundError)
            else:
                check.add_error(
                    row, "Group", msg("an active player needs a group; give one that is on Groups"), NotFoundError
                )
        player = Player(
            name=name,
            start_rating=read[start_column][row],
            start_games=read[start_games][row] or 0,
            start_last_played=read["Start last played"][row],
            start_missed=read["Start missed"][row] or 0,
            start_corrected=read["Start corrected"][row],
            start_assigned=read["Start assigned"][row],
            start_results=read["Start results"][row] or (),
            start_returned=read["Start returned"][row],
            nation=nations[row],
            group=group_cells[row],
            active=active,
            left=left,
            initial_rating=initial_rating,
        )
        wrong = system.player_error(player)
        if wrong:
            check.add_error(row, start_column, wrong, OutOfRangeError)
        players.append(player)
        player_rows.append(row)
    return players, player_rows, check.problems


def _read_groups(tables: Mapping[str, CellTable], problems: list[Diagnostic]) -> dict[str, tuple[str, Number]]:
    """Return the name and initial rating of each group by its name's key.

    A wrong rating is 0, so that the group is known.
    """
    check = TableValidator(tables, "Groups", KEY_COLUMNS["Groups"])
    readings: dict[str, Reading[Any]] = {"Group": Reading(read_name), "Initial rating": Reading(read_rating)}
    groups: dict[str, tuple[str, Number]] = {}
    columns = [reading.column(check.cells(heading)) for heading, reading in readings.items()]
    for row, (name, rating) in enumerate(zip(*columns)):
        is_refused = check.add_parse_errors(row, readings)
        if not name:
            if rating is not None and not is_refused:
                check.add_error(row, "Group", msg("a group needs a name"))
        elif name_key(name) in groups:
            check.add_error(row, "Group", msg("this group is here twice; keep one of them"))
        else:
            groups[name_key(name)] = name, rating or 0
            if rating is None and not is_refused:
                check.add_error(row, "Initial rating", msg("a group needs an initial rating"))
    problems.extend(check.problems)
    return groups


def read_adjustments(tables: Mapping[str, CellTable], names: NameReading) -> tuple[list[Adjustment], list[Diagnostic]]:
    """Return the adjustments in row order. The table may be missing."""
    if "Adjustments" not in tables:
        return [], []
    check = TableValidator(tables, "Adjustments", KEY_COLUMNS["Adjustments"])
    readings: dict[str, Reading[Any]] = {
        "Date": Reading(date_reader(None)),
        "Player": Reading(names.adjusted_player),
        "Points": Reading(read_rating),
    }
    columns = [reading.column(check.cells(heading)) for heading, reading in readings.items()]
    adjustments: list[Adjustment] = []
    room = MOST_ADJUSTED
    for row, (day, player, change) in enumerate(zip(*columns)):
        if check.add_parse_errors(row, readings) or all(is_blank(check.cells(heading)[row]) for heading in readings):
            continue
        if player == NOBODY:
            check.add_error(row, "Player", msg("Bye has no rating; leave it blank for everyone"))
        elif day is None:
            check.add_error(row, "Date", msg("an adjustment needs the date from which it counts"))
        elif change is None:
            check.add_error(row, "Points", msg("an adjustment needs its points"))
        else:
            adjustments.append(Adjustment(day, player, change, row))
            room -= len(names.names) if player is None else 0
            if room < 0:
                message = msg(
                    "more adjustments for everyone than a list of {players:,} can have; name the players",
                    players=len(names.names),
                )
                check.add_error(row, "Player", message, OutOfRangeError)
                break
    return adjustments, check.problems
