"""Tables, columns and players that have gone since the last recalculation.

A club may lack them, so that nothing would miss the adjustments, the aliases, or who is not to be named.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields

from xladdin.cells.table import ClubBook
from xladdin.cells.text import counted, is_blank, name_key, shown
from xladdin.errors import NotFound, Problem
from xladdin.log.checking import key_columns, missing_table
from xladdin.log.headings import optional_columns
from xladdin.log.readings import LEFT
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.snapshot import stored_snapshot
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import WEB


def lost_columns(book: ClubBook, system: RatingSystem) -> Iterator[Problem]:
    """A problem for each column that matters, was filled and has gone. Raises NotFound for a table of such rows."""
    for name, shape in tables_of(system).items():
        table = book.tables.get(name)
        if table is None:
            if _was_filled(book, system, name, *(column.heading for column in shape.columns)):
                raise missing_table(name)
            continue
        for heading in (*key_columns(system, name), *optional_columns(system, name), WEB.heading):
            if not table.alike(heading) and _was_filled(book, system, name, heading):
                yield Problem(
                    *(name, table.sheet, table.row, heading, ""),
                    f'has gone with all that was typed in it; undo that, or else add an empty column "{heading}"',
                    NotFound.excel_error,
                )


def deleted_players(book: ClubBook, system: RatingSystem, problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems with one for each player whose row was deleted, instead of one for each game of the player.

    A player was on Players at the last recalculation, and is an unknown name of the log now.
    """
    kind = system.log_kind
    known = stored_snapshot(book, system).table("Players", ["Player"]).column("Player") or ()
    players = {name_key(shown(name)) for name in known if not is_blank(name)}
    rows: Counter[str] = Counter()
    for heading in kind.players:
        cells = book.tables[kind.table].column(heading) if kind.table in book.tables else ()
        rows.update(name_key(shown(cell)) for cell in cells or ())
    named: set[str] = set()
    found: list[Problem] = []
    for problem in problems:
        name = name_key(problem.value)
        is_of_log = problem.table == kind.table and problem.column in kind.players
        if not is_of_log or problem.excel_error != NotFound.excel_error or name not in players:
            found.append(problem)
        elif name not in named:
            named.add(name)
            names = "names" if rows[name] == 1 else "name"
            message = f"keep the row on Players: {counted(rows[name], kind.row_word)} {names} this player"
            found.append(problem._replace(message=f"{message}. {_off_the_lists(system)} takes a player off the lists"))
    return found


def _off_the_lists(system: RatingSystem) -> str:
    if system.key_groups:
        return f"{LEFT} under Active"
    (label,) = (one.metadata["label"] for one in fields(system) if one.name == "dropped_sessions")
    return f'"{label}" on Rules'


def _was_filled(book: ClubBook, system: RatingSystem, table: str, *headings: str) -> bool:
    """Whether the last recalculation read anything under these headings."""
    stored = stored_snapshot(book, system).table(table, headings)
    return not all(is_blank(cell) for column in stored.columns for cell in column)
