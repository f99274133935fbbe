"""An import as every host prepares it: files read against an open workbook, merged, checked and recalculated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from xladdin.cells.table import CellBlock, CellValue, ClubBook
from xladdin.cells.text import is_blank, shown
from xladdin.errors import Problem
from xladdin.imports.formats import read_source
from xladdin.imports.material import Incoming, Options, refuse_lacking
from xladdin.imports.source import Source
from xladdin.recalc import recalculate
from xladdin.workbook.changes.journal import removed_rows
from xladdin.workbook.incoming.grown_book import GrownBook, typed_blocks
from xladdin.workbook.incoming.layouts import layouts_of
from xladdin.workbook.incoming.merging import Merging
from xladdin.workbook.incoming.preview import Choices, Preview
from xladdin.workbook.incoming.profile import remembered, with_answers
from xladdin.workbook.recalc_result import Progress, RecalcResult
from xladdin.workbook.review import BROUGHT_BACK, ImportedRow, ReviewOptions
from xladdin.workbook.rules.as_edited import system_of


@dataclass(frozen=True)
class Import:
    """The findings of an import. `preview` is what is new and what is not.

    `own_problems` are rows of the workbook to fix first. `outcome` is of the recalculation with the new rows. `blocks`
    is everything to write. It is empty if all is there already, or if something prevents the import.
    """

    preview: Preview
    own_problems: Sequence[Problem]
    outcome: RecalcResult | None
    blocks: Sequence[CellBlock]

    @property
    def can_be_written(self) -> bool:
        """Whether nothing prevents it."""
        return self.preview.is_sound and not self.own_problems


def prepare_import(
    book: ClubBook,
    sources: Sequence[Source],
    options: Options,
    choices: Choices,
    now: datetime,
    progress: Progress = lambda step: None,
    finish_hint: str = "",
) -> Import:
    """Reads the files against an open workbook of any host, and writes nothing. `finish_hint` is as in `recalculate`.

    Raises FileProblem if a file cannot be read or is for another system, and QuestionOpen if it needs an answer.
    """
    system = system_of(book)
    layouts = layouts_of(system)
    read = []
    known = replace(options, remembered=remembered(book.tables))
    for source in sources:
        progress(f"Reading {source.name}")
        read.append(read_source(source, layouts, known))
    refuse_lacking(options, read)
    log, player = system.log_kind.table, system.log_kind.player1
    played = not all(map(is_blank, book.tables[log].column(player) or ()))
    begins = not played and not any(log in incoming.tables for incoming in read)
    gone = removed_rows(book, system)
    merging = Merging(system, book.tables, choices, gone, empty=not played, begins=begins)
    for incoming in sorted(read, key=_place_in_order):
        merging.add(incoming)
    merging.check_spellings()
    for incoming in read:
        merging.tables = with_answers(system, merging.tables, incoming.kind, options.settings)
    preview = merging.preview
    if not preview.changes_anything and preview.is_sound:
        return Import(preview, [], None, [])
    back = (ImportedRow(BROUGHT_BACK, log, row) for row in sorted(_brought_back(merging, log, gone)))
    review_options = ReviewOptions([*merging.asked(), *back])
    outcome = recalculate(
        GrownBook(book, merging.tables), now, progress, review_options=review_options, finish_hint=finish_hint
    )
    own_problems = merging.sort_out(outcome.problems)
    if not preview.is_sound or own_problems:
        return Import(preview, own_problems, None, [])
    blocks = [*typed_blocks(system, book, merging.tables), *outcome.blocks]
    return Import(preview, [], outcome, blocks)


def _place_in_order(incoming: Incoming) -> tuple[bool, ...]:
    """Puts groups before players, these before their games, and events before their results."""
    return tuple(table not in incoming.tables for table in ("Groups", "Players", "Events"))


def _brought_back(merging: Merging, log: str, gone: Mapping[str, Sequence[CellValue]]) -> set[int]:
    """The rows of the log, from 0, that come in although they were taken out before. `gone`: see `removed_rows`."""
    before = {tuple(map(shown, cells)) for cells in zip(*gone.values())}
    columns = [merging.tables[log].column(heading) or () for heading in gone]
    new = (row for table, row in merging.origins if table == log)
    return {row for row in new if tuple(shown(column[row]).strip() for column in columns) in before}
