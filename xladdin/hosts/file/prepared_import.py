"""An import as every host prepares it: files read against an open workbook, merged, checked and recalculated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from xladdin.cells.table import CellBlock, ClubBook
from xladdin.errors import Problem
from xladdin.imports.formats import read_source
from xladdin.imports.material import Options
from xladdin.imports.source import Source
from xladdin.recalc import Outcome, Progress, recalculate
from xladdin.workbook.incoming.grown_book import GrownBook, typed_blocks
from xladdin.workbook.incoming.layouts import layouts_of
from xladdin.workbook.incoming.merging import Merging
from xladdin.workbook.incoming.preview import Choices, Preview
from xladdin.workbook.rules.reading import system_of


@dataclass(frozen=True)
class Import:
    """What an import found. preview: what is new and what is not; own_problems: rows of the workbook to mend first;
    outcome: of the recalculation with the new rows; blocks: everything to write, nothing where all is there already or
    something stands against it."""

    preview: Preview
    own_problems: Sequence[Problem]
    outcome: Outcome | None
    blocks: Sequence[CellBlock]

    @property
    def can_be_written(self) -> bool:
        """Whether nothing stands against it."""
        return self.preview.is_sound and not self.own_problems


def prepare_import(
    book: ClubBook,
    sources: Sequence[Source],
    options: Options,
    choices: Choices,
    now: datetime,
    progress: Progress = lambda step: None,
) -> Import:
    """Reads the files against an open workbook of any host, and writes nothing.

    Raises FileProblem where a file cannot be read or is for another system, QuestionOpen where more must be said.
    """
    system = system_of(book)
    merging = Merging(system, book.tables, choices)
    layouts = layouts_of(system)
    for source in sources:
        progress(f"Reading {source.name}")
        merging.add(read_source(source, layouts, options))
    preview = merging.preview
    if not preview.changes_anything and preview.is_sound:
        return Import(preview, [], None, [])
    outcome = recalculate(GrownBook(book, merging.tables), now, progress)
    own_problems = merging.sort_out(outcome.problems)
    if not preview.is_sound or own_problems:
        return Import(preview, own_problems, None, [])
    blocks = [*typed_blocks(system, book, merging.tables), *outcome.blocks]
    return Import(preview, [], outcome, blocks)
