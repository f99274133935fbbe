"""What a recalculation writes into a file: its values, and what is none: axes of our own chart, paper, footers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import BinaryIO

from xladdin.cells.axes import ChartAxes
from xladdin.cells.table import CellBlock
from xladdin.cells.text import shown
from xladdin.files.reading.club_file import ClubFile
from xladdin.workbook.schema import PAPER, PAPER_NUMBERS, START, TITLE_NAME


def write_dressed(file: ClubFile, blocks: Sequence[CellBlock], target: BinaryIO, axes: ChartAxes | None = None) -> None:
    """Writes the workbook with new values. axes: None where they stay as they are. Raises as `write_blocks`."""
    from xladdin.files.writing.blocks import write_blocks
    from xladdin.files.writing.chart_axes import with_axes
    from xladdin.files.writing.footers import with_title
    from xladdin.files.writing.paper import on_paper

    chosen, known = shown(file.names.get(PAPER.name)).casefold(), frozenset(PAPER_NUMBERS.values())
    title = " ".join(shown(file.names.get(TITLE_NAME)).split())
    paper = next((number for name, number in PAPER_NUMBERS.items() if name.casefold() == chosen), None)

    def dress(parts: Mapping[str, Iterable[bytes]]) -> Mapping[str, Iterable[bytes]]:
        if axes is not None:
            parts = with_axes(file, parts, axes)
        if title:
            parts = with_title(file, parts, title, START)
        return parts if paper is None else on_paper(file, parts, paper, known, START)

    write_blocks(file, blocks, target, dress)
