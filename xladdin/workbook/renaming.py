"""A player's name changed everywhere in the inputs, and two spellings made one player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from xladdin.cells import LONGEST_NAME, CellTable, CellValue, can_be_seen, cell_text, is_blank, name_key
from xladdin.errors import NotFoundError, OutOfRangeError
from xladdin.game_log import read_past
from xladdin.game_log.parsing import (
    BYE,
    NOBODY,
    NameReading,
    Reading,
    date_reader,
    listed_names,
    not_a_player,
    read_aliases,
)
from xladdin.messages import Message, heading_message, msg
from xladdin.systems.system import PLACINGS, RatingSystem
from xladdin.workbook.name_matching import NamesAsListed
from xladdin.workbook.overlay import append_rows, replace_cells, typed_positions
from xladdin.workbook.schema import ALIASES, name_columns

Tables = Mapping[str, CellTable]
LAST_SEEN = ("Start last played", "Start missed")
"""The columns of Players that say when a player was there last. One counts from the other."""


def rename_player(
    system: RatingSystem, tables: Tables, old: str, new: str, *, keep_alias: bool
) -> dict[str, CellTable]:
    """Return the tables with a player's name changed in every typed cell, and the old one kept as an alias if that is
    wished.

    Raises NotFoundError if nobody has the old name, and OutOfRangeError if somebody else has the new one.
    """
    new = " ".join(new.split())
    if name_key(new) == name_key(BYE):
        raise OutOfRangeError(msg('"{name}" means no opponent; choose another name.', name=new))
    if not new or len(new) > LONGEST_NAME or not can_be_seen(new):
        raise OutOfRangeError(
            msg(
                '"{name}" cannot be the name of a player: it needs 1 to {most} visible characters.',
                name=new,
                most=LONGEST_NAME,
            )
        )
    _row_of(tables, old)
    if name_key(old) != name_key(new) and name_key(new) in _rows_by_name(tables):
        raise OutOfRangeError(
            msg(
                '"{other}" is a player too. To make one player of both: xladdin merge FILE "{name}" "{other}"',
                name=old,
                other=new,
            )
        )
    spelled = cell_text((tables["Players"].column("Player") or ())[_row_of(tables, old)]).strip()
    changed = _replace_name(system, tables, old, new)
    if keep_alias and name_key(old) != name_key(new):
        _add_alias(system, changed, spelled, new)
    return changed


def merge_players(
    system: RatingSystem, tables: Tables, name: str, into: str
) -> tuple[dict[str, CellTable], list[Message]]:
    """Return the tables with two players made one, who keeps the name `into`, and what to say about it.

    The other's row goes, and the name is kept as an alias if the workbook has that table. Raises OutOfRangeError for
    two who have played each other, or are in one event.
    """
    row, other = _row_of(tables, name), _row_of(tables, into)
    if row == other:
        raise OutOfRangeError(msg('"{name}" and "{other}" are one player already.', name=name, other=into))
    players = tables["Players"]
    name, into = (cell_text((players.column("Player") or ())[at]).strip() for at in (row, other))
    _validate_one_person(system, tables, name, into)
    notes: list[Message] = []
    changed = _replace_name(system, tables, name, into)
    changed["Players"] = _merge_rows(system, players, row, other, notes)
    if not _add_alias(system, changed, name, into):
        notes.append(
            msg(
                'This workbook has no table {table}; "{name}" is not kept as a spelling of "{other}".',
                table=ALIASES.name,
                name=name,
                other=into,
            )
        )
    return changed, notes


def _add_alias(system: RatingSystem, tables: dict[str, CellTable], alias: str, player: str) -> bool:
    """Keep a spelling of a player, and drop the player's own name as one. It is False if there is no such table."""
    table = tables.get(ALIASES.name)
    if table is None:
        return False
    own = {
        row: None
        for row, cell in enumerate(table.column("Alias") or ())
        if name_key(cell_text(cell)) == name_key(player)
    }
    table = replace_cells(table, {"Alias": own, "Player": own}) if own else table
    rows: dict[str, Sequence[CellValue]] = {"Alias": [alias], "Player": [player]}
    tables[ALIASES.name] = append_rows(system, table, rows)
    return True


def _rows_by_name(tables: Tables) -> dict[str, int]:
    cells = tables["Players"].column("Player") or ()
    return {name_key(cell_text(cell)): row for row, cell in reversed(list(enumerate(cells))) if not is_blank(cell)}


def _row_of(tables: Tables, name: str) -> int:
    rows = _rows_by_name(tables)
    if name_key(name) in rows:
        return rows[name_key(name)]
    reading = NameReading(listed_names(tables), read_aliases(tables))
    meant = reading.meant(name)
    if meant is None or meant == NOBODY:
        raise NotFoundError(not_a_player(name, reading.names))
    raise NotFoundError(
        msg(
            '"{name}" is another spelling of "{player}". Give the name on Players.',
            name=name,
            player=reading.names[meant],
        )
    )


class _Spellings:
    """The spellings of a player's name, with or without accents. An alias is another name."""

    def __init__(self, tables: Tables, name: str) -> None:
        names = listed_names(tables)
        self._read = NameReading(names, read_aliases(tables)), NameReading(names)
        self._player = self._read[0].meant(name)

    def __contains__(self, name: str) -> bool:
        return all(reading.meant(name) == self._player for reading in self._read)


def _replace_name(system: RatingSystem, tables: Tables, old: str, new: str) -> dict[str, CellTable]:
    spellings = _Spellings(tables, old)
    changed = dict(tables)
    for name, table in tables.items():
        headings = name_columns(system, name)
        positions = [position for heading in headings if (position := table.position(heading)) is not None]
        columns = list(table.columns)
        for position in positions:
            own = {cell for cell in set(columns[position]) if not is_blank(cell) and cell_text(cell) in spellings}
            if own:
                columns[position] = [new if cell in own else cell for cell in columns[position]]
        if positions:
            changed[name] = replace(table, columns=tuple(columns))
    return changed


def _validate_one_person(system: RatingSystem, tables: Tables, name: str, into: str) -> None:
    kind, pair = system.log_schema, {name_key(name), name_key(into)}
    if read_past(tables, [name, into], read_aliases(tables)).pairs:
        raise OutOfRangeError(
            msg(
                '"{name}" and "{other}" have played each other in an earlier season. They are two players.',
                name=name,
                other=into,
            )
        )
    table = NamesAsListed(tables).in_table(tables[kind.table], kind.players)
    if kind.is_paired:
        columns = [table.column(heading) or () for heading in kind.players]
        for row, cells in enumerate(zip(*columns)):
            if {name_key(cell_text(cell)) for cell in cells} == pair:
                where = table.where(row)
                raise OutOfRangeError(
                    msg(
                        '"{name}" and "{other}" have played each other: {place}. They are two players.',
                        name=name,
                        other=into,
                        place=where,
                    )
                )
        return
    events: dict[str, set[str]] = {}
    for event, player in zip(table.column(PLACINGS.event) or (), table.column(kind.player1) or ()):
        if name_key(cell_text(player)) in pair:
            events.setdefault(name_key(cell_text(event)), set()).add(name_key(cell_text(player)))
            if events[name_key(cell_text(event))] == pair:
                raise OutOfRangeError(
                    msg(
                        '"{name}" and "{other}" are both in {event}. They are two players.',
                        name=name,
                        other=into,
                        event=cell_text(event),
                    )
                )


def _merge_rows(system: RatingSystem, table: CellTable, row: int, other: int, notes: list[Message]) -> CellTable:
    """Return Players with a row merged into another, which keeps its own values. The rows below move up.

    What a player came with belongs together. Only when the player was there last is taken from where it is later.
    """
    columns = list(map(list, table.columns))
    positions = [at for at in typed_positions(system, table) if table.headings[at] and at != table.position("Player")]
    starts = [at for at in positions if name_key(table.headings[at]).startswith("start ")]
    came = set(starts) if any(not is_blank(columns[at][other]) for at in starts) else set()
    days = Reading(date_reader(None)).column(table.column(LAST_SEEN[0]) or [None] * table.rows)
    later = (days[row] or date.min) > (days[other] or date.min)
    seen = {table.position(heading) for heading in LAST_SEEN} if later else set()
    for position in positions:
        stays, goes = columns[position][other], columns[position][row]
        if position in seen or (is_blank(stays) and position not in came):
            stays, goes = goes, stays
        columns[position][other] = stays
        if not is_blank(goes) and goes != stays:
            column, value = heading_message(table.headings[position]), cell_text(goes)
            if is_blank(stays):
                notes.append(msg("{column}: {value} is dropped.", column=column, value=value))
            else:
                notes.append(
                    msg(
                        "{column}: {current} stays; {value} is dropped.",
                        column=column,
                        current=cell_text(stays),
                        value=value,
                    )
                )
    for position in typed_positions(system, table):
        columns[position] = [*columns[position][:row], *columns[position][row + 1 :], None]
    return replace(table, columns=tuple(columns))
