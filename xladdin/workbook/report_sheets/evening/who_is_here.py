"""The players here tonight: the list on Tonight, with the marks and divisions that the director types beside it.

A recalculation that finds a new player moves each mark and division along with its name.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from xladdin.cells.table import Area, CellBlock, CellTable, CellValue, ClubBook
from xladdin.cells.text import in_the_alphabet, is_blank, name_key, shown
from xladdin.errors import FileProblem, NotFound
from xladdin.log.roster import NOBODY, NameReading, read_aliases
from xladdin.log.suggestions import Suggestions
from xladdin.model import Player
from xladdin.replay import Replay
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.differences import cells
from xladdin.workbook.report_sheets.blocks.placing import block_at
from xladdin.workbook.report_sheets.evening.tonight import AHEAD_NAME, HERE, LIST, NAMES_LIVE, layout
from xladdin.workbook.schema import TONIGHT

NOT_HERE = ("no", "left")
"""The words of Active for players who are not at camp, compared as names are."""


class ListedRow(NamedTuple):
    """A row of the list, by its number on the sheet."""

    row: int
    name: object
    mark: object
    division: object


def list_area(book: ClubBook, replayed: Replay) -> Area:
    """The list with the marks that are there."""
    return replace(layout(replayed.log.system).rows_area(_listed(book, replayed), 1), formulas=NAMES_LIVE)


def rows_taken(book: ClubBook, replayed: Replay) -> dict[str, int]:
    """By the name of the list, its rows with those below it that belong to it.

    Those are names from the formulas, and right below the list the names and marks that people have typed.
    """
    shape = layout(replayed.log.system)
    at = block_at(book, shape, 1)
    if at is None:
        return {}
    (_, row, _), extent = at
    rows = extent.rows
    names = {name_key(player.name) for player in replayed.log.players}
    players = book.tables["Players"].rows
    listed = list(rows_of_list(book, replayed.log.system))
    shown_here = [one.row - row for one in listed if name_key(shown(one.name)) in names]
    rows = max([rows, *(place for place in shown_here if place <= players)])
    marked = {one.row for one in listed if not is_blank(one.mark)}
    while row + rows + 1 in marked:
        rows += 1
    return {shape.anchors[1].name: rows}


def names_read(book: ClubBook, replayed: Replay) -> dict[str, CellValue]:
    """How many rows of Players the list leaves out, by the name of the cell that keeps it. Those are read already."""
    return {AHEAD_NAME: _rows_named(book.tables["Players"]) - len(_listed(book, replayed))}


def _rows_named(players: CellTable) -> int:
    """The rows of Players down to the last one with a name."""
    names = players.column("Player") or ()
    return max((row for row, name in enumerate(names, 1) if not is_blank(name)), default=0)


def first_list(file: ClubBook, system: RatingSystem, players: CellTable) -> Iterator[CellBlock]:
    """The list of a new workbook whose Players table is filled already, so that an evening can be paired at once."""
    rows = _first_rows(players)
    if rows:
        area = layout(system).rows_area(rows, 1)
        yield CellBlock(area.sheet, area.row, area.column, tuple(zip(*rows)), NAMES_LIVE)
    yield from cells(file, {AHEAD_NAME: _rows_named(players) - len(rows)})


def _first_rows(players: CellTable) -> list[tuple[CellValue, ...]]:
    names = players.column("Player") or ()
    ratings = players.column("Start rating") or [None] * len(names)
    active = players.column("Active") or [None] * len(names)
    coming: list[tuple[CellValue, ...]] = [
        (shown(name).strip(), rating if isinstance(rating, (int, float)) else None, None, None, shown(name).strip())
        for name, rating, word in zip(names, ratings, active)
        if not is_blank(name) and name_key(shown(word)) not in NOT_HERE
    ]
    return sorted(coming, key=lambda row: in_the_alphabet(str(row[0])))


def _listed(book: ClubBook, replayed: Replay) -> list[Sequence[CellValue]]:
    """The name, rating, mark and division of everybody who may come, and other marks as they were typed."""
    log, ledger = replayed.log, replayed.ledger
    typed = (one for one in rows_of_list(book, log.system) if not (is_blank(one.mark) and is_blank(one.division)))
    marks = {name_key(shown(one.name)): one for one in typed}
    rows: list[Sequence[CellValue]] = []
    for player in sorted(range(len(log.players)), key=lambda player: in_the_alphabet(log.players[player].name)):
        if may_come(log.players[player]):
            name = log.players[player].name
            own = marks.pop(name_key(name), ListedRow(0, name, None, None))
            rating = ledger.faced_rating(player) if ledger.has_begun(player) else None
            rows.append((name, rating, _typed(own.mark), _typed(own.division), name))
    others = (one for one in marks.values() if not is_blank(one.mark))
    for one in others:
        rows.append((_typed(one.name), None, _typed(one.mark), _typed(one.division), _typed(one.name)))
    return rows


def may_come(player: Player) -> bool:
    """Whether a player still belongs to the club or the camp."""
    return player.active and not player.left


def _typed(cell: object) -> CellValue:
    return cell if isinstance(cell, (str, int, float)) else None


def rows_of_list(book: ClubBook, system: RatingSystem) -> Iterator[ListedRow]:
    """Every row of the list, down to the end of the sheet."""
    at = block_at(book, layout(system), 1)
    if at is None:
        return
    (sheet, heading_row, column), _ = at
    first = column - 1
    names = book.tables["Players"].column("Player") or ()
    ahead = book.names.get(AHEAD_NAME)
    for row, cells_here in enumerate(book.sheet_values(sheet)[heading_row:], heading_row + 1):
        own = [*cells_here[first : first + len(LIST)], *[None] * len(LIST)]
        name, _, mark, division, listed = own[: len(LIST)]
        if is_blank(name):  # a program that does not calculate has saved the workbook
            position = row - heading_row - 1 + (ahead if isinstance(ahead, int) else 0)
            new = names[position] if 0 <= position < len(names) else None
            name = new if is_blank(listed) else listed
        if not (is_blank(name) and is_blank(mark)):
            yield ListedRow(row, name, mark, division)


def marked(book: ClubBook, system: RatingSystem, here: Collection[str]) -> list[CellBlock]:
    """The marks of the list as if these players, and nobody else, had been marked as here.

    Raises FileProblem if the list is gone, and NotFound for a name that is not on it.
    """
    at = block_at(book, layout(system), 1)
    if at is None:
        raise FileProblem(
            f"The list of players is gone from {TONIGHT}. Run xladdin renew OLD NEW, which brings it back."
        )
    (sheet, _, column), _ = at
    rows = list(rows_of_list(book, system))
    known = {name_key(shown(row.name)): shown(row.name) for row in rows}
    reading, keys = NameReading([*known.values()], read_aliases(book.tables)), [*known]
    wanted = set()
    for name in here:
        position = reading.meant(name)
        if position is None or position == NOBODY:
            near = Suggestions(known).for_key(name_key(name))
            raise NotFound(
                f'"{name}" is not on the list of {TONIGHT}{near}. Add a new player on Players, and recalculate.'
            )
        wanted.add(keys[position])
    place = column + [one.heading for one in LIST].index("Here")
    return [
        CellBlock(sheet, row.row, place, ([HERE if name_key(shown(row.name)) in wanted else None],)) for row in rows
    ]


def read_tonight(book: ClubBook, system: RatingSystem) -> list[tuple[str, bool]]:
    """The players who may come tonight, and whether each is marked as here, in order of the list."""
    return [(shown(row.name), not is_blank(row.mark)) for row in rows_of_list(book, system) if not is_blank(row.name)]
