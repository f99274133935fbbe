"""The recalculation: tables in, checked model, replay, computed cells out. Every host uses the same code.

It is all or nothing: if a row is wrong, only Notes and Start are written, and every rating stays as it was. Cells that
already hold the right value are not written again, so running it twice has the effect of running it once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from xladdin.cells.table import Area, CellBlock, CellValue, ClubBook
from xladdin.cells.text import counted
from xladdin.errors import RowsToMend
from xladdin.languages.language import NAMED, Language
from xladdin.log import Log, read_log
from xladdin.replay import Replay, replay
from xladdin.reports.occasions import occasion_of
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.as_read import AsRead
from xladdin.workbook.changes.differences import LastRow, differing, differing_columns, overwriting
from xladdin.workbook.changes.journal import Correction, journal
from xladdin.workbook.changes.journal import layout as journal_layout
from xladdin.workbook.changes.named_cells import cells
from xladdin.workbook.changes.typed_rows import OldTables
from xladdin.workbook.computed import computed_columns
from xladdin.workbook.contents import tables_of
from xladdin.workbook.held_ratings import rating_changes
from xladdin.workbook.outcome import Beside, Outcome, Progress
from xladdin.workbook.questions.please_look import Wishes, looked_over, told
from xladdin.workbook.report_sheets import player_lines
from xladdin.workbook.report_sheets.all_sheets import all_layouts, areas
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.report_sheets.blocks.placing import place_reports, sheet_of
from xladdin.workbook.report_sheets.evening.sheets import evening_sheets
from xladdin.workbook.report_sheets.history import sheet as history
from xladdin.workbook.report_sheets.history.axes import top_axes
from xladdin.workbook.rules.as_edited import club_choices, club_settings, system_of
from xladdin.workbook.schema import (
    AS_OF_NAME,
    HISTORY_PERIODS,
    JOURNAL_ROWS,
    LANGUAGE,
    LEFT_ALONE_NAME,
    OUTCOME_NAME,
    RECALCULATED_NAME,
)
from xladdin.workbook.sheets.input_status import status_cells
from xladdin.workbook.shown import choices, read_chosen
from xladdin.workbook.start.codes import check_codes, page_code
from xladdin.workbook.start.home import how_words, up_to_date
from xladdin.workbook.start.status import as_of, left_alone_keys, live_cells, state_of
from xladdin.workbook.to_fix.headings import absent_columns, refuse_ambiguous_headings
from xladdin.workbook.to_fix.nothing_rated import nothing_rated
from xladdin.workbook.to_fix.stray_rows import doubtful_rows, stray_rows
from xladdin.workbook.words.fixed import fixed_words


def recalculate(
    book: ClubBook,
    now: datetime,
    progress: Progress = lambda step: None,
    old_tables: OldTables = tuple,
    wishes: Wishes = Wishes(),  # noqa: B008
    beside: Beside = Beside(),  # noqa: B008
    *,
    to_write: bool = True,
    last_row: LastRow = lambda sheet: None,
) -> Outcome:
    """Checks and replays a club workbook. It writes nothing itself.

    `now` is the clock. It dates the recalculation, and all games must be before it. `old_tables` gives the input tables
    as the last recalculation read them, for the journal, if the host knows them. `wishes` has what was asked and
    settled outside the workbook. `beside` is what lies beside it. Without `to_write`, the blocks say only that
    something is to be written. `last_row` is the last row of a hidden sheet that is written whole, as `LastRow` says.
    Raises FileProblem if the file is no club workbook, and NotFound if a whole table is missing.
    """
    notes: Mapping[int, str] = {}
    try:
        progress("Checking every row")
        system = system_of(book)
        refuse_ambiguous_headings(system, book.tables)
        log = read_log(system, book.tables, now.date())
        notes = log.notes
        problems = [*log.problems, *stray_rows(book, system)]
        if problems:
            raise RowsToMend(problems)
        settings, chosen = club_settings(book, system), read_chosen(book, log)
        say = Language(NAMED[club_choices(book, system)[LANGUAGE.name]], occasion_of(system))
    except RowsToMend as wrong:
        return nothing_rated(book, wrong.problems, notes, now)
    progress("Replaying from the first game")
    replayed = replay(log, settings[HISTORY_PERIODS.name], now.date())
    progress("Comparing with the workbook")
    material = Material(replayed, settings, say=say)
    blocks, notes_by_table = _table_blocks(book, system, replayed, say)
    corrections, remembered, written = _corrections(book, replayed, now, old_tables, say)
    looks, looked = looked_over(book, replayed, settings, wishes, say)
    blocks.extend(looked)
    evening = evening_sheets(book, replayed, say)
    layouts = [*all_layouts(system), journal_layout()]
    to_place = [*areas(material, chosen), *written, *evening.tonight]
    placed = place_reports(book, layouts, to_place, evening.taken, say)
    left_alone = {**placed.left_alone, **evening.slips.left_alone}
    passed_over = [*absent_columns(system, book.tables), *doubtful_rows(book, system)]
    summary = "\n".join(filter(None, [_summary(log), told(looks), *passed_over, *left_alone.values()]))
    changes = rating_changes(book, material.facts)
    if blocks and not to_write:
        return Outcome([], blocks, changes, replayed, summary, corrections, looks=looks)
    if sheet_of(book, journal_layout()) in left_alone:
        remembered = []  # what was corrected is told once more the next time
    blocks.extend(differing(book, [*placed.areas, *choices(book, log), *evening.slips.areas, *remembered]))
    state = state_of(replayed, evening.tables, len(looks), say)
    said = "\n".join(map(say.message, summary.split("\n")))
    keys = left_alone_keys(book, left_alone)
    read = AsRead.of(book, system)
    page = page_code(book, material, beside.private or {})
    own = {OUTCOME_NAME: said, LEFT_ALONE_NAME: keys, **check_codes(read.digest, material), **evening.names}
    own |= how_words(book, beside.how, say)
    moment, stands = say.moment(now), as_of(material.facts, now, say)
    stamp: dict[str, CellValue] = {RECALCULATED_NAME: moment, AS_OF_NAME: stands}
    if beside.private is None:  # a host that sees more may have written what is there
        stamp |= page
    else:
        own |= page
    blocks.extend(cells(book, own))
    blocks.extend(read.differing(book))
    blocks.extend(up_to_date(book, material, state))
    blocks.extend(differing(book, fixed_words(book, system, say)))
    if blocks:  # else all that follows is as it was, too
        blocks.extend(overwriting(book, player_lines.areas(book, material.facts, say), last_row))
        blocks.extend(cells(book, stamp))
        blocks.extend(live_cells(book, state, stands, moment, said, keys))
        blocks.extend(status_cells(book, system, notes_by_table))
    table = axes = None
    if blocks and (sheet := sheet_of(book, history.layout(system))) is not None and sheet not in left_alone:
        table = history.table_of(material)
        axes = top_axes(table, system.rating_decimals, sheet)
    return Outcome([], blocks, changes, replayed, summary, corrections, axes, table, placed.ranges, looks)


def _corrections(
    book: ClubBook, replayed: Replay, now: datetime, old_tables: OldTables, say: Language
) -> tuple[Sequence[Correction], list[Area], list[Area]]:
    """Gives the corrections, the areas of the hidden sheet that remembers the rows, and the areas of the journal."""
    if not book.has_sheet(JOURNAL_ROWS):
        return [], [], []
    corrections, areas = journal(book, replayed, now, old_tables, say)
    remembered = [area for area in areas if area.sheet == JOURNAL_ROWS]
    return corrections, remembered, [area for area in areas if area.sheet != JOURNAL_ROWS]


def _table_blocks(
    book: ClubBook, system: RatingSystem, replayed: Replay, say: Language
) -> tuple[list[CellBlock], dict[str, Sequence[CellValue]]]:
    """Gives what differs in the input tables, and the Notes of their rows."""
    blocks: list[CellBlock] = []
    notes: dict[str, Sequence[CellValue]] = {}
    for name in tables_of(system):
        if name in book.tables:
            columns, formulas = computed_columns(system, replayed, book.tables, name)
            if say.is_french:
                columns["Note"] = [say.message(note) if isinstance(note, str) else note for note in columns["Note"]]
            notes[name] = columns["Note"]
            blocks.extend(differing_columns(book.tables[name], columns, formulas))
    return blocks, notes


def _summary(log: Log) -> str:
    words = [
        f"{counted(len(log.rated_rows), log.system.log_kind.row_word)} of {counted(len(log.players), 'player')} rated."
    ]
    if log.notes:
        words.append(f"{counted(len(log.notes), 'row')} not rated, see the Notes.")
    return " ".join(words)
