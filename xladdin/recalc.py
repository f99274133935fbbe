"""The recalculation: tables in, checked model, replay, computed cells out. The same code for every host.

It is all or nothing: where a row is wrong, only Notes and Start are written and every rating stays as it was. Cells
that hold the right value already are not written again, so that running it twice is running it once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from xladdin.cells.axes import ChartAxes
from xladdin.cells.days import moment_in_words
from xladdin.cells.mending import rows_to_mend, told
from xladdin.cells.numbers import Number, same_number
from xladdin.cells.table import Area, CellBlock, CellTable, CellValue, ClubBook
from xladdin.cells.text import counted, shown
from xladdin.errors import Problem, RowsToMend
from xladdin.languages.language import NAMED, Language
from xladdin.log import Log, read_log
from xladdin.replay import Replay, replay
from xladdin.reports.history import History
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem
from xladdin.workbook import start
from xladdin.workbook.changes.differences import differing_blocks, differing_columns
from xladdin.workbook.changes.fingerprint import figures_by_name
from xladdin.workbook.changes.journal import Correction, journal
from xladdin.workbook.changes.journal import layout as journal_layout
from xladdin.workbook.changes.old_fingerprint import old_fingerprint
from xladdin.workbook.changes.typed_rows import OldTables
from xladdin.workbook.computed import computed_columns
from xladdin.workbook.contents import tables_of
from xladdin.workbook.headings import absent_columns, refuse_ambiguous_headings
from xladdin.workbook.report_sheets import history
from xladdin.workbook.report_sheets.blocks.filling import all_layouts, areas
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.report_sheets.blocks.placing import place_reports, sheet_of
from xladdin.workbook.report_sheets.evening import tonight
from xladdin.workbook.report_sheets.evening.slips import place_slips
from xladdin.workbook.report_sheets.history_axes import top_axes
from xladdin.workbook.rules.reading import club_choices, club_settings, system_of
from xladdin.workbook.schema import (
    AS_OF_NAME,
    EXTENTS_NAME,
    FINGERPRINT_NAMES,
    HISTORY_PERIODS,
    JOURNAL_ROWS,
    LANGUAGE,
    LEFT_ALONE_NAME,
    NOT_YET,
    OUTCOME_NAME,
    RECALCULATED_NAME,
    SYSTEM_NAME,
)
from xladdin.workbook.sheets.input_status import status_cells
from xladdin.workbook.shown import choices, read_chosen
from xladdin.workbook.stray_rows import doubtful_rows, stray_rows

Progress = Callable[[str], None]
"""Told what is being done, step by step."""

PROBLEMS_ON_START = 10
"""How many lines of rows to mend stand on Start; all rows are named in their Notes."""


@dataclass(frozen=True)
class RatingChange:
    """What the recalculation made of a player's rating; `old` is None where the player had none."""

    player: str
    old: Number | None
    new: Number | None


@dataclass(frozen=True)
class Outcome:
    """What a recalculation found. blocks: what is to be written, nothing where all is as it should be.

    problems: rows to mend; if there are any, `blocks` hold Notes and Start alone. changes: ratings that differ from
    those in the workbook; replay: None where there are problems; corrections: rows that are not what they were at
    the last recalculation; axes: of our own chart, which are no values; history: the table that its sheet shows; both
    are None where the sheet stays as it is.
    """

    problems: Sequence[Problem]
    blocks: Sequence[CellBlock]
    changes: Sequence[RatingChange]
    replay: Replay | None
    summary: str
    corrections: Sequence[Correction] = ()
    axes: ChartAxes | None = None
    history: History | None = None


def recalculate(
    book: ClubBook,
    now: datetime,
    progress: Progress = lambda step: None,
    old_tables: OldTables = tuple,
) -> Outcome:
    """Checks and replays a club workbook; writes nothing itself.

    now: the clock, which dates the recalculation and before which all games must lie; old_tables: gives the input
    tables as the last recalculation read them, for the journal's sake, where the host knows.
    Raises FileProblem where the file is no club workbook, NotFound where a whole table is missing.
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
        settings, chosen = club_settings(book), read_chosen(book, log)
        say = Language(NAMED[club_choices(book, system)[LANGUAGE.name]])
    except RowsToMend as wrong:
        return _rows_to_mend(book, wrong.problems, notes, now)
    progress("Replaying from the first game")
    replayed = replay(log, settings[HISTORY_PERIODS.name], now.date())
    progress("Comparing with the workbook")
    blocks, notes_by_table = _table_blocks(book, system, replayed)
    material = Material(replayed, settings, say=say)
    corrections, remembered, written = _corrections(book, replayed, now, old_tables)
    evening, taken = None, {}
    if system.log_kind.is_paired:
        evening, taken = tonight.waiting_evening(book, replayed), tonight.rows_taken(book, system)
        written.extend(tonight.areas(book, replayed, evening))
    layouts = [*all_layouts(system), journal_layout()]
    placed = place_reports(book, layouts, [*areas(material, chosen), *written], taken, say)
    left_alone = dict(placed.left_alone)
    blocks.extend(block for area in (*placed.areas, *choices(book, log)) for block in differing_blocks(book, area))
    if system.log_kind.is_paired:
        on_slips = place_slips(book, evening, replayed)
        left_alone.update(on_slips.left_alone)
        blocks.extend(block for area in on_slips.areas for block in differing_blocks(book, area))
    if sheet_of(book, journal_layout()) not in left_alone:  # else what was corrected is told once more the next time
        blocks.extend(block for area in remembered for block in differing_blocks(book, area))
    passed_over = [*absent_columns(system, book.tables), *doubtful_rows(book, system)]
    summary = "\n".join([_summary(log), *passed_over, *left_alone.values()])
    keys = start.left_alone_keys(book, left_alone)
    cells: dict[str, CellValue] = {
        OUTCOME_NAME: summary,
        EXTENTS_NAME: placed.extents,
        LEFT_ALONE_NAME: keys,
        **figures_by_name(system, book),
    }
    if book.place_of(FINGERPRINT_NAMES[0]):
        cells |= dict(zip(FINGERPRINT_NAMES, old_fingerprint(system, book.tables)))
    blocks.extend(start.cells(book, cells))
    blocks.extend(start.up_to_date(book, material))
    if blocks:
        moment = moment_in_words(now)
        stamp = {RECALCULATED_NAME: moment, AS_OF_NAME: _as_of(replayed, now, say)}
        blocks.extend(start.cells(book, stamp))
        blocks.extend(start.live_cells(book, start.state_of(replayed), stamp[AS_OF_NAME], moment, summary, keys))
        blocks.extend(status_cells(book, system, notes_by_table))
    axes = table = None
    if blocks and (sheet := sheet_of(book, history.layout(system))) is not None and sheet not in left_alone:
        table = history.table_of(material)
        axes = top_axes(table, system.rating_decimals, sheet)
    return Outcome([], blocks, _rating_changes(book, replayed), replayed, summary, corrections, axes, table)


def _corrections(
    book: ClubBook, replayed: Replay, now: datetime, old_tables: OldTables
) -> tuple[Sequence[Correction], list[Area], list[Area]]:
    """What was corrected; the areas of the hidden sheet that remembers the rows, and those of the journal."""
    if not book.has_sheet(JOURNAL_ROWS):
        return [], [], []
    corrections, areas = journal(book, replayed, now, old_tables)
    remembered = [area for area in areas if area.sheet == JOURNAL_ROWS]
    return corrections, remembered, [area for area in areas if area.sheet != JOURNAL_ROWS]


def _table_blocks(
    book: ClubBook, system: RatingSystem, replayed: Replay
) -> tuple[list[CellBlock], dict[str, Sequence[CellValue]]]:
    """What differs in the input tables, and the Notes of their rows."""
    blocks: list[CellBlock] = []
    notes: dict[str, Sequence[CellValue]] = {}
    for name in tables_of(system):
        if name in book.tables:
            columns, formulas = computed_columns(system, replayed, book.tables, name)
            notes[name] = columns["Note"]
            blocks.extend(differing_columns(book.tables[name], columns, formulas))
    return blocks, notes


def _rows_to_mend(book: ClubBook, problems: Sequence[Problem], log_notes: Mapping[int, str], now: datetime) -> Outcome:
    """Notes on the rows, their number above them and a summary on Start; every other cell stays as it is."""
    from xladdin.systems import SYSTEMS

    blocks: list[CellBlock] = []
    notes_by_table: dict[str, Sequence[CellValue]] = {}
    logs = {system.log_kind.table for system in SYSTEMS.values()}
    ours = dict.fromkeys(name for system in SYSTEMS.values() for name in tables_of(system))
    for table in (book.tables[name] for name in ours if name in book.tables):  # others may have Notes of the club's own
        if len(table.alike("Note")) > 1:
            continue
        notes = dict(log_notes) if table.name in logs else {}
        for problem in problems:
            if problem.table == table.name and problem.row > table.row:
                row = problem.row - table.row - 1
                message = f"{problem.column}: {problem.message}"
                notes[row] = f"{notes[row]}; {message}" if row in notes else message
        notes_by_table[table.name] = [notes.get(row) for row in range(table.rows)]
        blocks.extend(differing_columns(table, {"Note": notes_by_table[table.name]}, {}))
    lines = told(problems)
    more = sum(line.problems for line in lines[PROBLEMS_ON_START:])
    summary = "\n".join(
        [
            f"{rows_to_mend(problems)} to mend; nothing was rated.",
            *(line.text for line in lines[:PROBLEMS_ON_START]),
            *([f"... and {more} more, see the Notes."] if more else []),
        ]
    )
    is_old = book.place_of(start.STATE_NAME) is None  # its Start names the rows in one cell
    outcome = summary if is_old else summary.partition("\n")[0]
    blocks.extend(start.cells(book, {OUTCOME_NAME: outcome}))
    blocks.extend(start.to_be_mended(book, problems))
    if blocks:
        moment = moment_in_words(now)
        blocks.extend(start.cells(book, {RECALCULATED_NAME: moment}))
        as_of, say = book.names.get(AS_OF_NAME), start.language_of(book)
        as_of = f"{as_of}{say.heading(start.OUT_OF_DATE)}" if as_of else say.heading(NOT_YET)
        state = start.state_while_wrong(problems)
        blocks.extend(start.live_cells(book, state, as_of, moment, outcome))
        blocks.extend(status_cells(book, system_named(shown(book.names[SYSTEM_NAME])), notes_by_table))
    return Outcome(problems, blocks, [], None, summary)


def _summary(log: Log) -> str:
    words = [
        f"{counted(len(log.rated_rows), log.system.log_kind.row_word)} of {counted(len(log.players), 'player')} rated."
    ]
    if log.notes:
        words.append(f"{counted(len(log.notes), 'row')} not rated, see the Notes.")
    return " ".join(words)


def _as_of(replayed: Replay, now: datetime, say: Language) -> str:
    recalculated, last = say.text("recalculated {moment}", moment=say.moment(now)), replayed.last_date
    if last is None:
        return f"{say.text('No games yet')} · {recalculated}"
    log, day = replayed.log, say.day(last)
    if not log.system.log_kind.is_paired:
        day = f"{replayed.last_session[0].title}, {day}"
    rated = say.count(len(log.rated_rows), log.system.log_kind.row_word)
    return f"{say.text('As of {day}', day=day)} · {rated} · {recalculated}"


def _rating_changes(book: ClubBook, replayed: Replay) -> list[RatingChange]:
    """Ratings that the workbook's Players table does not hold yet, in the order of the table.

    Where it holds none, as before the first recalculation, the player's start rating is the old one.
    """
    log = replayed.log
    held = _old_ratings(book.tables["Players"])
    start = log.system.open_ledger(log.players).begun_ratings()
    old = [known if held[row] is None else held[row] for row, known in zip(log.player_rows, start)]
    new = log.system.player_columns(replayed.ledger)["Rating"]
    lines = zip(log.players, old, new)
    changes = [RatingChange(player.name, before, _number(rating)) for player, before, rating in lines]
    return [change for change in changes if not _same_rating(change.old, change.new)]


def _same_rating(old: Number | None, new: Number | None) -> bool:
    return old is new if old is None or new is None else same_number(old, new)


def _old_ratings(table: CellTable) -> list[Number | None]:
    ratings = table.column("Rating")
    return [None] * table.rows if ratings is None else list(map(_number, ratings))


def _number(cell: object) -> Number | None:
    return cell if isinstance(cell, (int, float)) and not isinstance(cell, bool) else None
