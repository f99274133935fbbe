"""A recalculation's part of an evening: the sheet Tonight, and the score slips of the waiting round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from xladdin.cells.table import Area, CellValue, ClubBook
from xladdin.languages.language import Language
from xladdin.replay import Replay
from xladdin.workbook.report_sheets.blocks.placing import Placed
from xladdin.workbook.report_sheets.evening.slips import place_slips
from xladdin.workbook.report_sheets.evening.waiting_round import round_areas, waiting_evening
from xladdin.workbook.report_sheets.evening.who_is_here import list_area, names_read, rows_taken


@dataclass(frozen=True)
class EveningSheets:
    """Both sheets. They are empty if no games are paired. `tables` counts those of the round that waits.

    `tonight` has areas of Tonight, to be placed. `taken` has the rows of its blocks, by their name. `slips` has the
    areas of the slips, at their places. `names` has values of named cells.
    """

    tables: int = 0
    tonight: Sequence[Area] = ()
    taken: Mapping[str, int] = field(default_factory=dict)
    slips: Placed = Placed([], {}, {})  # noqa: RUF009
    names: Mapping[str, CellValue] = field(default_factory=dict)


def evening_sheets(book: ClubBook, replayed: Replay, say: Language) -> EveningSheets:
    """The content of both sheets after a replay."""
    if not replayed.log.system.log_kind.is_paired:
        return EveningSheets()
    evening = waiting_evening(book, replayed)
    return EveningSheets(
        tables=len(evening.waiting) if evening is not None else 0,
        tonight=[list_area(book, replayed), *round_areas(evening, replayed, say)],
        taken=rows_taken(book, replayed),
        slips=place_slips(book, evening, replayed, say),
        names=names_read(book, replayed),
    )
