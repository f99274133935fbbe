"""All that a workbook says, once every row of it is found right."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from xladdin.cells.table import ClubBook
from xladdin.cells.text import counted, name_key
from xladdin.errors import NotFound, Problem, RowsToMend
from xladdin.languages.language import NAMED, Language
from xladdin.log import Log, read_log
from xladdin.log.games import INTENDED
from xladdin.replay import replay
from xladdin.reports.context import ReportContext
from xladdin.reports.occasions import occasion_of
from xladdin.systems.system import RatingSystem
from xladdin.workbook.review import ReviewLine, count_open
from xladdin.workbook.rules.as_edited import club_choices, club_settings, system_of
from xladdin.workbook.schema import CROSSTABLE_PLAYERS, HISTORY_PERIODS, LANGUAGE
from xladdin.workbook.shown import Chosen, read_chosen
from xladdin.workbook.to_fix.headings import absent_columns, refuse_ambiguous_headings
from xladdin.workbook.to_fix.lost import deleted_players, lost_columns
from xladdin.workbook.to_fix.stray_rows import doubtful_rows, stray_rows


class Checked(NamedTuple):
    """The log of the club, its own settings by name, what its sheets show, and the language of its sheets.

    `passed_over` says in sentences what is not wrong, and was not read or cannot be filled.
    """

    log: Log
    settings: Mapping[str, int]
    chosen: Chosen
    say: Language
    passed_over: Sequence[str]

    def replayed(self, today: date) -> ReportContext:
        """The context of a replay from the first game on. `today` decides which adjustments are due."""
        replayed = replay(self.log, self.settings[HISTORY_PERIODS.name], today)
        players = self.settings[CROSSTABLE_PLAYERS.name]
        return ReportContext(replayed, self.say, players, self.settings[HISTORY_PERIODS.name])

    def rated_words(self, looks: Sequence[ReviewLine]) -> str:
        """What was rated, asked and passed over, in English and a line each. `looks` are the open questions."""
        log = self.log
        rated, players = counted(len(log.rated_rows), log.system.log_kind.row_word), counted(len(log.players), "player")
        unexpected = sum(note not in INTENDED for note in log.notes.values())
        not_rated = f" {counted(unexpected, 'row')} not rated, see the Notes." if unexpected else ""
        return "\n".join(
            filter(None, [f"{rated} of {players} rated.{not_rated}", count_open(looks), *self.passed_over])
        )


class NothingRated(RowsToMend):
    """The same error, with the notes on rows of the log that were found before, by row."""

    def __init__(self, problems: Sequence[Problem], notes: Mapping[int, str]) -> None:
        super().__init__(problems)
        self.notes = notes


def checked(book: ClubBook, today: date) -> Checked:
    """Checks every row, every setting and every choice. All games must be before `today` or on it.

    Raises NothingRated with all wrong rows, FileProblem if the file is no club workbook, and NotFound if a whole table
    is missing.
    """
    notes: Mapping[int, str] = {}
    try:
        system = system_of(book)
        log = whole_log(book, system, today)
        notes = log.notes
        log.sound()
        language = NAMED[club_choices(book, system)[LANGUAGE.name]]
        settings, chosen = club_settings(book, system), read_chosen(book, log)
        passed_over = [*absent_columns(system, book.tables), *doubtful_rows(book, system)]
        return Checked(log, settings, chosen, Language(language, occasion_of(system)), passed_over)
    except RowsToMend as wrong:
        raise NothingRated(wrong.problems, notes) from None


def whole_log(book: ClubBook, system: RatingSystem, today: date | None = None) -> Log:
    """The log of a workbook. Among its problems are columns that have gone, and rows that its tables do not hold.

    Raises RowsToMend for headings that are missing or of two columns, and NotFound for a missing table.
    """
    refuse_ambiguous_headings(system, book.tables)
    log = read_log(system, book.tables, today)
    asked = {(problem.table, problem.row) for problem in log.problems}  # a near heading, say
    lost = (problem for problem in lost_columns(book, system) if (problem.table, problem.row) not in asked)
    unknown = {name_key(problem.value) for problem in log.problems if problem.excel_error == NotFound.excel_error}
    found = deleted_players(book, system, log.problems)
    return replace(log, problems=[*found, *lost, *stray_rows(book, system, unknown)])
