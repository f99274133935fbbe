"""Files as the tables of a new workbook: rows as people typed them, with names brought together."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import counted, is_blank, name_key, shown
from xladdin.errors import FileProblem
from xladdin.imports.formats import read_source
from xladdin.imports.material import Incoming, IncomingRows, Options, grouped, refuse_lacking
from xladdin.imports.source import open_source
from xladdin.log.headings import near_misses
from xladdin.log.roster import BYE
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.incoming.foreign import refuse_foreign
from xladdin.workbook.incoming.layouts import layouts_of
from xladdin.workbook.incoming.starts import with_group, with_starts, without_group
from xladdin.workbook.incoming.telling import ratings_left_out
from xladdin.workbook.incoming.whose_name.known import FitsTwo, KnownNames, spoken_key

MOST_WRONG = 20
"""The refusal of a file names this many lines."""


def filled_tables(
    system: RatingSystem, files: Mapping[str, Path], options: Options, group: str
) -> tuple[dict[str, CellTable], list[str]]:
    """The tables that the files fill, and what was left out or added in words.

    `files` has one for each table, by its name in lower case. `group` is for players who come without one. Raises
    FileProblem if a file cannot be read, or has lines that make no sense.
    """
    layouts = layouts_of(system)
    by_name = {layout.name.lower(): layout for layout in layouts}
    read: list[Incoming] = []
    for name, path in files.items():
        if name not in by_name:
            known = ", ".join(layout.name for layout in layouts)
            raise FileProblem(f"{system.title} has no table {name.title()}; its tables are {known}.")
        read.append(read_source(open_source(path), [by_name[name]], options))
    refuse_lacking(options, read)
    notes: list[str] = []
    for incoming in read:
        if incoming.wrong:
            raise FileProblem("\n".join(grouped(incoming.wrong)[:MOST_WRONG]))
        refuse_foreign(system, incoming)
        _look_at_own_columns(system, incoming, notes)
        telling = ("left out", "ignored", "(likely)")  # of a table in our own form little else is worth a line
        notes.extend(note for note in incoming.notes if any(word in note for word in telling))
    tables = {}
    own_group = _own_group(read, group)
    played = any(system.log_kind.table in incoming.tables for incoming in read)
    for name in tables_of(system):
        parts = [incoming.tables[name] for incoming in read if name in incoming.tables]
        if name == "Players":
            parts = [
                _with_starts(system, incoming, notes, own_group, begins=not played)
                for incoming in read
                if name in incoming.tables
            ]
        if parts:
            tables[name] = _joined(name, parts)
    if system.log_kind.table in tables:
        _complete_players(system, tables, read, notes, own_group)
    return tables, notes


def _with_starts(
    system: RatingSystem, incoming: Incoming, notes: list[str], own_group: str, *, begins: bool
) -> IncomingRows:
    """A list of players. If no games come along, the club begins with its ratings of today."""
    rows = incoming.tables["Players"]
    if system.key_groups and own_group:
        rows = with_group(rows, without_group(rows), own_group)
    if rows.of_today and not begins:
        notes.append(ratings_left_out(incoming.file, rows.of_today))
    found, looks = with_starts(system, incoming.file, rows, None, of_today=begins)
    notes.extend(look.sentence for look in looks)
    return found


def _look_at_own_columns(system: RatingSystem, incoming: Incoming, notes: list[str]) -> None:
    """Says which columns are kept as the club's own. Raises FileProblem if one is probably meant as ours."""
    for name, rows in incoming.tables.items():
        read = CellTable(name, tuple(rows.columns), tuple(rows.columns.values()))
        missed = near_misses(system, read)
        if missed:
            raise FileProblem("\n".join(f"{incoming.file}, {problem.column}: {problem.message}." for problem in missed))
        known = {name_key(column.heading) for column in tables_of(system)[name].columns}
        if own := [heading for heading in rows.columns if name_key(heading) not in known]:
            notes.append(f"{incoming.file}: {', '.join(own)} kept as the club's own.")


def _joined(name: str, parts: Sequence[IncomingRows]) -> CellTable:
    """The rows of all files one after the other. A column that one of them lacks is blank there."""
    headings = dict.fromkeys(heading for part in parts for heading in part.columns)
    columns = [
        [cell for part in parts for cell in part.columns.get(heading) or [None] * part.rows] for heading in headings
    ]
    return CellTable(name, tuple(headings), tuple(columns), name)


def _own_group(read: Sequence[Incoming], group: str) -> str:
    """The group of players who come without one: the one that was told, or the only one there is."""
    parts = [incoming.tables["Groups"] for incoming in read if "Groups" in incoming.tables]
    groups = [cell for part in parts for cell in part.columns.get("Group", ())]
    return group or (shown(groups[0]) if len(groups) == 1 else "")


def _complete_players(
    system: RatingSystem, tables: dict[str, CellTable], read: Sequence[Incoming], notes: list[str], own_group: str
) -> None:
    """Without a list of players, adds everybody in the files. With one, spells names of the log as it does."""
    log = system.log_kind.table
    if "Players" in tables:
        tables[log] = _as_listed(tables[log], system.log_kind.players, KnownNames(tables))
        return
    names: dict[str, str] = {}
    for incoming in read:
        for name in incoming.players:
            names.setdefault(spoken_key(name), name)
    cells = (cell for row in zip(*map(tables[log].column, system.log_kind.players)) for cell in row)
    for name in (shown(cell).strip() for cell in cells if not is_blank(cell)):
        names.setdefault(spoken_key(name), name)
    names.pop(name_key(BYE), None)
    ratings = {spoken_key(name): rating for incoming in read for name, rating in incoming.ratings.items()}
    columns: dict[str, list[CellValue]] = {"Player": list(names.values())}
    if any(rating is not None for rating in ratings.values()):
        columns[system.start_column] = [ratings.get(key) for key in names]
    if system.key_groups and own_group:
        columns |= {"Group": [own_group] * len(names), "Active": ["Yes"] * len(names)}
    tables["Players"] = CellTable("Players", tuple(columns), tuple(columns.values()), "Players")
    tables[log] = _as_listed(tables[log], system.log_kind.players, KnownNames(tables))
    told = dict.fromkeys(incoming.file for incoming in read if log in incoming.tables)
    notes.append(f"{counted(len(names), 'player')} taken from {', '.join(told)}.")


def _as_listed(log: CellTable, headings: Sequence[str], known: KnownNames) -> CellTable:
    """The log with every name of a known player in the spelling of the list of players."""
    spelled: dict[str, str] = {}
    columns = list(log.columns)
    for heading in headings:
        position = log.position(heading)
        assert position is not None
        for name in {shown(cell).strip() for cell in set(columns[position])}:
            with suppress(FitsTwo):
                player = known.player(name)
                if player is not None and name_key(player) != name_key(name):
                    spelled[name] = player
        if spelled:
            columns[position] = [spelled.get(shown(cell).strip(), cell) for cell in columns[position]]
    return CellTable(log.name, log.headings, tuple(columns), log.sheet)
