"""The recalculation: tables in, checked model, replay, computed cells out. The same code for every host.

It is all or nothing: where a row is wrong, only Notes and Start are written and every rating stays as it was. Cells
that hold the right value already are not written again, so that running it twice is running it once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from xladdin.cells.mending import rows_to_mend, told
from xladdin.cells.numbers import Number, number_in, same_number
from xladdin.cells.table import Area, CellBlock, CellValue, ClubBook
from xladdin.cells.text import counted, shown
from xladdin.errors import Problem, RowsToMend
from xladdin.languages.language import NAMED, Language
from xladdin.log import Log, read_log
from xladdin.replay import Replay, replay
from xladdin.reports.facts import Facts
from xladdin.reports.public.check_codes import check_code, code_of_page, printed
from xladdin.reports.public.names_shown import shown_of
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem
from xladdin.workbook import start
from xladdin.workbook.changes.as_read import READ_NAME, AsRead
from xladdin.workbook.changes.differences import differing_blocks, differing_columns
from xladdin.workbook.changes.journal import Correction, journal
from xladdin.workbook.changes.journal import layout as journal_layout
from xladdin.workbook.changes.typed_rows import OldTables
from xladdin.workbook.column_check import absent_columns, refuse_ambiguous_headings
from xladdin.workbook.computed import computed_columns
from xladdin.workbook.contents import tables_of
from xladdin.workbook.held_ratings import held_ratings
from xladdin.workbook.outcome import Beside, Outcome, Progress, RatingChange
from xladdin.workbook.questions import please_look
from xladdin.workbook.report_sheets import player_lines
from xladdin.workbook.report_sheets.all_sheets import all_layouts, areas
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.report_sheets.blocks.placing import place_reports, sheet_of
from xladdin.workbook.report_sheets.evening import tonight
from xladdin.workbook.report_sheets.evening.slips import place_slips
from xladdin.workbook.report_sheets.history import sheet as history
from xladdin.workbook.report_sheets.history.axes import top_axes
from xladdin.workbook.rules.as_edited import club_choices, club_settings, system_of
from xladdin.workbook.schema import (
    AS_OF_NAME,
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
from xladdin.workbook.web_words import web_words

PROBLEMS_ON_START = 10
"""How many lines of rows to fix stand on Start; all rows are named in their Notes."""


def recalculate(
    book: ClubBook,
    now: datetime,
    progress: Progress = lambda step: None,
    old_tables: OldTables = tuple,
    wishes: please_look.Wishes = please_look.Wishes(),  # noqa: B008
    beside: Beside = Beside(),  # noqa: B008
    *,
    to_write: bool = True,
) -> Outcome:
    """Checks and replays a club workbook; writes nothing itself.

    now: the clock, which dates the recalculation and before which all games must lie; old_tables: gives the input
    tables as the last recalculation read them, for the journal's sake, where the host knows; wishes: what is asked and
    settled beside what is in the workbook; beside: what lies beside it; to_write: else the blocks tell no more than
    that something is to be written.
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
        settings, chosen = club_settings(book, system), read_chosen(book, log)
        say = Language(NAMED[club_choices(book, system)[LANGUAGE.name]])
    except RowsToMend as wrong:
        return _rows_to_mend(book, wrong.problems, notes, now)
    progress("Replaying from the first game")
    replayed = replay(log, settings[HISTORY_PERIODS.name], now.date())
    progress("Comparing with the workbook")
    blocks, notes_by_table = _table_blocks(book, system, replayed, say)
    material = Material(replayed, settings, say=say)
    corrections, remembered, written = _corrections(book, replayed, now, old_tables)
    looks, looked = please_look.looked_over(book, replayed, settings, wishes)
    blocks.extend(looked)
    evening, taken = None, {}
    if system.log_kind.is_paired:
        evening, taken = tonight.waiting_evening(book, replayed), tonight.rows_taken(book, replayed)
        written.extend(tonight.areas(book, replayed, evening, say))
    layouts = [*all_layouts(system), journal_layout()]
    placed = place_reports(book, layouts, [*areas(material, chosen), *written], taken, say)
    left_alone, of_the_round = dict(placed.left_alone), list[Area]()
    if system.log_kind.is_paired:
        on_slips = place_slips(book, evening, replayed)
        left_alone.update(on_slips.left_alone)
        of_the_round.extend(on_slips.areas)
    passed_over = [*absent_columns(system, book.tables), *doubtful_rows(book, system)]
    summary = "\n".join(filter(None, [_summary(log), please_look.told(looks), *passed_over, *left_alone.values()]))
    changes = _rating_changes(book, material.facts)
    if blocks and not to_write:
        return Outcome([], blocks, changes, replayed, summary, corrections, looks=looks)
    for area in (*placed.areas, *choices(book, log)):
        differing = differing_blocks(book, area)
        blocks.extend(map(tonight.with_formulas, differing) if area.anchor == tonight.LIST_NAME else differing)
    if sheet_of(book, journal_layout()) in left_alone:
        remembered = []  # what was corrected is told once more the next time
    blocks.extend(block for area in (*of_the_round, *remembered) for block in differing_blocks(book, area))
    keys = start.left_alone_keys(book, left_alone)
    read = AsRead.of(book, system)
    said = "\n".join(map(say.message, summary.split("\n")))
    cells: dict[str, CellValue] = {
        OUTCOME_NAME: said,
        LEFT_ALONE_NAME: keys,
        READ_NAME: read.digest,
        start.CODES_NAME: _check_codes(read, material),
    }
    page = {start.PAGE_CODE_NAME: _page_code(book, material, beside.private or {})}
    if beside.private is not None:
        cells |= page
    cells |= start.how_words(book, beside.how, say)
    if system.log_kind.is_paired:
        cells |= tonight.names_read(book, replayed)
    state = start.state_of(replayed, len(evening.waiting) if evening is not None else 0, len(looks), say)
    blocks.extend(start.cells(book, cells))
    if book.names.get(READ_NAME) != cells[READ_NAME]:
        blocks.extend(block for area in read.areas(book) for block in differing_blocks(book, area))
    blocks.extend(start.up_to_date(book, material, state))
    if blocks:  # else what Player looks up is as it was, too
        looked_up = player_lines.areas(book, material.facts)
        blocks.extend(block for area in looked_up for block in differing_blocks(book, area))
        moment = say.moment(now)
        stamp = {RECALCULATED_NAME: moment, AS_OF_NAME: _as_of(material.facts, now, say)}
        blocks.extend(start.cells(book, stamp))
        if beside.private is None:  # only then, for a host that sees more may have written what stands there
            blocks.extend(start.cells(book, page))
        blocks.extend(start.live_cells(book, state, stamp[AS_OF_NAME], moment, said, keys))
        blocks.extend(status_cells(book, system, notes_by_table))
    axes = table = None
    if blocks and (sheet := sheet_of(book, history.layout(system))) is not None and sheet not in left_alone:
        table = history.table_of(material)
        axes = top_axes(table, system.rating_decimals, sheet)
    return Outcome([], blocks, changes, replayed, summary, corrections, axes, table, placed.ranges, looks)


def _check_codes(read: AsRead, material: Material) -> str:
    """The code of the workbook, of all inputs, Rules and ratings; and that of the list that it prints."""
    ratings = [(printed(number_in(rating), material.system.rating_decimals),) for rating in material.facts.ratings]
    workbook = check_code([(str(read.digest),), *ratings])
    return material.say.text(
        "Check codes: workbook {workbook} · printed list {list}", workbook=workbook, list=material.list_code
    )


def _page_code(book: ClubBook, material: Material, private: Mapping[str, str]) -> str:
    """The code of the list on the club's page; a question mark where a word of the column Web is none of ours."""
    players = material.replay.log.players
    try:
        code = code_of_page(material.replay, shown_of(players, web_words(book, material.replay.log), private))
    except RowsToMend:  # which `publish` tells
        code = "?"
    return material.say.text("Web page {code}", code=code)


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
    book: ClubBook, system: RatingSystem, replayed: Replay, say: Language
) -> tuple[list[CellBlock], dict[str, Sequence[CellValue]]]:
    """What differs in the input tables, and the Notes of their rows."""
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


def _rows_to_mend(book: ClubBook, problems: Sequence[Problem], log_notes: Mapping[int, str], now: datetime) -> Outcome:
    """Notes on the rows, their number above them and a summary on Start; every other cell stays as it is."""
    from xladdin.systems import SYSTEMS

    say = start.language_of(book)
    blocks: list[CellBlock] = []
    notes_by_table: dict[str, Sequence[CellValue]] = {}
    logs = {system.log_kind.table for system in SYSTEMS.values()}
    ours = dict.fromkeys(name for system in SYSTEMS.values() for name in tables_of(system))
    for table in (book.tables[name] for name in ours if name in book.tables):  # others may have Notes of the club's own
        if len(table.alike("Note")) > 1:
            continue
        notes = {row: say.message(note) for row, note in log_notes.items()} if table.name in logs else {}
        for problem in problems:
            if problem.table == table.name and problem.row > table.row:
                row = problem.row - table.row - 1
                message = f"{problem.column}: {say.message(problem.message)}"
                notes[row] = f"{notes[row]}; {message}" if row in notes else message
        notes_by_table[table.name] = [notes.get(row) for row in range(table.rows)]
        blocks.extend(differing_columns(table, {"Note": notes_by_table[table.name]}, {}))
    lines = told(problems)
    more = sum(line.problems for line in lines[PROBLEMS_ON_START:])
    summary = "\n".join(
        [
            f"{rows_to_mend(problems)} to fix; nothing was rated.",
            *(line.text for line in lines[:PROBLEMS_ON_START]),
            *([f"... and {more} more, see the Notes."] if more else []),
        ]
    )
    outcome = say.message(summary.partition("\n")[0])
    blocks.extend(start.cells(book, {OUTCOME_NAME: outcome}))
    blocks.extend(start.to_be_mended(book, problems))
    if blocks:
        moment = say.moment(now)
        blocks.extend(start.cells(book, {RECALCULATED_NAME: moment}))
        as_of = book.names.get(AS_OF_NAME)
        as_of = f"{as_of}{say.heading(start.OUT_OF_DATE)}" if as_of else say.heading(NOT_YET)
        state = start.state_while_wrong(problems, say)
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


def _as_of(facts: Facts, now: datetime, say: Language) -> str:
    replayed = facts.replay
    recalculated, last = say.text("recalculated {moment}", moment=say.moment(now)), replayed.last_date
    if last is None:
        return f"{say.text('No games yet')} · {recalculated}"
    log, day = replayed.log, say.day(last)
    if not log.system.log_kind.is_paired:
        day = f"{replayed.last_session[0].title}, {day}"
    played = say.count(facts.lifetime.games_played, log.system.log_kind.row_word)
    return f"{say.text('As of {day}', day=day)} · {played} · {recalculated}"


def _rating_changes(book: ClubBook, facts: Facts) -> list[RatingChange]:
    """Ratings that the workbook's Players table does not hold yet, in the order of the table.

    Where it holds none, as before the first recalculation, the old one is that which the player begins with.
    """
    log, system = facts.replay.log, facts.system
    held = held_ratings(book.tables["Players"])
    start = map(number_in, system.player_columns(system.open_ledger(log.players))["Rating"])
    old = [known if held[row] is None else held[row] for row, known in zip(log.player_rows, start)]
    lines = zip(log.players, old, facts.ratings)
    changes = [RatingChange(player.name, before, number_in(rating)) for player, before, rating in lines]
    return [change for change in changes if not _same_rating(change.old, change.new)]


def _same_rating(old: Number | None, new: Number | None) -> bool:
    return old is new if old is None or new is None else same_number(old, new)
