"""The computed columns of the input tables, from a replay."""

from collections.abc import Mapping, Sequence
from operator import sub

from xladdin.cells.addresses import column_letters
from xladdin.cells.numbers import Number
from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import name_key, shown
from xladdin.log.games import NOT_PLAYED
from xladdin.replay import Replay
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.live_cells import live_formulas

Columns = dict[str, Sequence[CellValue]]
WITHOUT_EFFECT = "no effect: the player's rating follows from the games alone so far, or is at the floor"
WAITS_FOR_SESSION, WAITS_FOR_ITS_DATE = "waits for the next session", "waits for its date"
LIVE_TABLES = ("Games", "Events", "Results")


def computed_columns(
    system: RatingSystem, replayed: Replay, tables: Mapping[str, CellTable], name: str
) -> tuple[Columns, dict[str, str]]:
    """The values of one input table's computed columns by heading, one entry a row, and the live formulas."""
    table = tables[name]
    log = replayed.log
    columns: Columns = {"Note": [None] * table.rows}
    if name == "Players":
        for heading, values in system.player_columns(replayed.ledger).items():
            columns[heading] = _scattered(values, log.player_rows, table.rows)
    elif name == "Events":
        for heading, values in system.event_columns(log.events).items():
            columns[heading] = _scattered(values, log.event_rows, table.rows)
    elif name == "Adjustments":
        columns["Note"] = adjustment_notes(replayed, table.rows)
    elif name == system.log_kind.table:
        columns["Note"] = [log.notes.get(row) for row in range(table.rows)] if log.notes else columns["Note"]
        columns.update((heading, replayed.by_row(heading)) for heading in system.log_kind.rated)
        if system.log_kind.difference:
            columns[system.log_kind.difference] = _differences(system, replayed, table)
    return columns, live_formulas(system, _letters(system, table)) if name in LIVE_TABLES else {}


def adjustment_notes(replayed: Replay, rows: int) -> list[CellValue]:
    """The note for each row of Adjustments: that it changed nothing, or that it waits, and for what."""
    waits = WAITS_FOR_ITS_DATE if replayed.log.system.adjusts_when_due else WAITS_FOR_SESSION
    notes = {adjustment.row: WITHOUT_EFFECT for adjustment in replayed.without_effect}
    notes.update((adjustment.row, waits) for adjustment in replayed.waiting)
    return [notes.get(row) for row in range(rows)]


def _differences(system: RatingSystem, replayed: Replay, table: CellTable) -> list[CellValue]:
    """Rating 1 minus rating 2 of each row. For a game not played yet it is the difference of the current ratings."""
    ratings1, ratings2 = (replayed.by_row(heading) for heading in system.log_kind.ratings)
    if not replayed.log.notes and None not in ratings1:
        return list(map(sub, ratings1, ratings2))
    differences: list[CellValue] = [
        None if rating1 is None or rating2 is None else rating1 - rating2
        for rating1, rating2 in zip(ratings1, ratings2)
    ]
    current = _current_ratings(system, replayed)
    names1, names2 = (table.column(heading) or () for heading in system.log_kind.players)
    for row, note in replayed.log.notes.items():
        rating1, rating2 = (current.get(name_key(shown(names[row]))) for names in (names1, names2))
        if note == NOT_PLAYED and rating1 is not None and rating2 is not None:
            differences[row] = rating1 - rating2
    return differences


def _current_ratings(system: RatingSystem, replayed: Replay) -> dict[str, Number | None]:
    """The ratings for a game not played yet, by the key of the player's name."""
    columns = system.player_columns(replayed.ledger)
    ratings = columns["Rating"]
    assigned = columns.get("Assigned", ratings)
    return {
        name_key(player.name): rating if own is None else own  # type: ignore[misc]
        for player, rating, own in zip(replayed.log.players, ratings, assigned)
    }


def _letters(system: RatingSystem, table: CellTable) -> dict[str, str]:
    """The letters of our columns, by our spelling of their headings."""
    headings = (column.heading for column in tables_of(system)[table.name].columns)
    places = ((heading, table.position(heading)) for heading in headings)
    return {heading: column_letters(table.column_number(place)) for heading, place in places if place is not None}


def _scattered(values: Sequence[object], rows: Sequence[int], total: int) -> list[CellValue]:
    column: list[CellValue] = [None] * total
    for row, value in zip(rows, values):
        column[row] = value  # type: ignore[call-overload]
    return column
