"""The column Web of Players: what the director wants the page to show of each player."""

from collections.abc import Sequence

from xladdin.cells.table import ClubBook
from xladdin.cells.text import is_blank, shown
from xladdin.errors import Diagnostic, InvalidRowsError, InvalidTypeError
from xladdin.log import Log
from xladdin.reports.public.names_shown import SHOWN
from xladdin.workbook.schema import WEB


def web_words(book: ClubBook, log: Log) -> Sequence[str]:
    """The word of the column Web for each player, or nothing if it is blank. Raises InvalidRowsError for any other."""
    table = book.tables["Players"]
    cells = table.column(WEB.heading)
    if cells is None:
        return [""] * len(log.players)
    words, problems = [], []
    for row in log.player_rows:
        word = "" if is_blank(cells[row]) else shown(cells[row]).strip().casefold()
        if word not in ("", *SHOWN):
            message = f"must be {', '.join(SHOWN[:-1])} or {SHOWN[-1]}, or blank"
            place = table.row_number(row)
            problems.append(
                Diagnostic(
                    table.name,
                    table.sheet,
                    place,
                    WEB.heading,
                    shown(cells[row]),
                    message,
                    InvalidTypeError.excel_error,
                )
            )
        words.append(word)
    if problems:
        raise InvalidRowsError(problems)
    return words
