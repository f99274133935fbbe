"""The last paired round, which waits for its scores."""

from collections.abc import Iterator, Sequence

from xladdin.cells.table import Area, CellValue, ClubBook
from xladdin.cells.text import shown
from xladdin.languages.language import Language
from xladdin.log.games import NOT_PLAYED
from xladdin.pairing.evening import Evening, LastPaired, read_evening
from xladdin.replay import Replay
from xladdin.workbook.report_sheets.evening.tonight import layout

PAIRED_NAME = "tonight_paired"
"""The defined name of a cell: the last paired round."""


def last_paired(book: ClubBook) -> LastPaired | None:
    """The last paired round, as the sheet remembers it."""
    return LastPaired.read(shown(book.names.get(PAIRED_NAME)))


def waiting_evening(book: ClubBook, replayed: Replay) -> Evening | None:
    """The evening of the latest date, if its last round has games that are not played yet."""
    if NOT_PLAYED not in replayed.log.notes.values():
        return None
    games = book.tables[replayed.log.system.log_kind.table]
    evening = read_evening(replayed.log, games, None, 0, last_paired(book))
    return evening if evening is not None and evening.waiting else None


def round_areas(evening: Evening | None, replayed: Replay, say: Language) -> Iterator[Area]:
    """The round on Tonight, in words and table by table. It is blank if none waits."""
    sheet = layout(replayed.log.system)
    yield sheet.words(None if evening is None else headline(evening, replayed, say))
    yield sheet.rows_area([] if evening is None else list(_tables(evening, replayed)))


def headline(evening: Evening, replayed: Replay, say: Language) -> str:
    """The round in words."""
    tables = say.text("{tables} to play", tables=say.count(len(evening.waiting), "table"))
    words = [say.full_day(evening.date), say.text("round {number}", number=evening.round), tables]
    words += [say.text("{name} sits out", name=replayed.log.players[player].name) for player in evening.sits_out]
    return " · ".join(words)


def _tables(evening: Evening, replayed: Replay) -> Iterator[Sequence[CellValue]]:
    players, ledger = replayed.log.players, replayed.ledger
    for number, table in evening.waiting.items():
        sides = [(players[player].name, ledger.faced_rating(player)) for player in (table.player1, table.player2)]
        yield (number, *sides[0], *sides[1])
