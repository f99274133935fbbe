"""Responses of a form, Google's or Microsoft's, which a club collects by phone.

    Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score

Submitted On is a timestamp or a spreadsheet's serial number, and its day is the game's. Further and trailing empty
columns occur. The order of the rows cannot be trusted, so they are sorted by day and round. Source: 122 result files of
a federation, all in this layout. Microsoft Forms calls the time "Completion time", Google Forms "Timestamp".
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from xladdin.cells.table import CellValue
from xladdin.imports.material import Incoming, IncomingRows, WrongLine
from xladdin.imports.tables.headings import plain

ROUND = "Round"
WINNERS = {"winner", "winners name", "winner name", "gagnant", "vainqueur", "sieger", "gewinner", "ganador"}


def is_responses(read: Incoming) -> bool:
    """Whether a heading names the moment of a response."""
    return "Games" in read.tables and bool(read.tables["Games"].moment)


def as_responses(read: Incoming) -> Incoming:
    """The games of a form's responses in the order of days and rounds."""
    games = read.tables["Games"]
    rounds = games.columns.get(ROUND, [None] * games.rows)
    order = sorted(range(games.rows), key=lambda row: (_day(games.columns["Date"][row]), _round(rounds[row])))
    columns = {heading: cells for heading, cells in games.columns.items() if heading != ROUND}
    sorted_games = replace(games, columns=columns).only(order)
    words = f"responses of a form, {read.format.partition(', ')[2]}"
    notes = [f"{read.file}: {words}.", *read.notes[1:]]
    return replace(read, format=words, notes=notes, tables={**read.tables, "Games": sorted_games})


def without_lower_winners(read: Incoming) -> Incoming:
    """The same without rows whose winner has the lower score. It names each of them."""
    games = read.tables.get("Games")
    wrong = [] if games is None else list(_lower_winners(read.file, games))
    if games is None or not wrong:
        return read
    amiss = {one.line for one in wrong}
    kept = [row for row, line in enumerate(games.lines) if line not in amiss]
    return replace(read, tables={**read.tables, "Games": games.only(kept)}, wrong=[*read.wrong, *wrong])


def _lower_winners(file: str, games: IncomingRows) -> Iterator[WrongLine]:
    """The rows whose winner has the lower score. One of the two has typed names or scores the wrong way round."""
    if plain(games.columns_there.get("Player 1", "")) not in WINNERS or "Score 2" not in games.columns:
        return
    rows = zip(games.lines, games.columns["Score 1"], games.columns["Score 2"], games.columns["Player 1"])
    for line, own, other, name in rows:
        if isinstance(own, (int, float)) and isinstance(other, (int, float)) and own < other:
            where = file, line, games.columns_there["Score 1"]
            yield WrongLine(*where, str(own), f"the winner {name} has the lower score")


def _day(cell: CellValue) -> date:
    return cell if isinstance(cell, date) else date.max


def _round(cell: CellValue) -> float:
    try:
        return float(str(cell))
    except ValueError:
        return 0.0
