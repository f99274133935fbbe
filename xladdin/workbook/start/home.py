"""Start after a recalculation that found every row right: the state of the lists, the last evening, the top."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from xladdin.cells.table import CellBlock, CellValue, ClubBook
from xladdin.languages.language import Language
from xladdin.messages import Message, msg
from xladdin.replay import Replay
from xladdin.reports.context import ReportContext
from xladdin.reports.counts import count_players, count_rows
from xladdin.reports.occasions import called
from xladdin.reports.review_items import ReviewLine
from xladdin.reports.season.records import (
    BIGGEST_GAIN,
    BIGGEST_UPSET,
    BIGGEST_WIN,
    HIGH_GAME,
    RecordLine,
    game_records,
    high_game,
)
from xladdin.reports.season.season_report import highest_in_words
from xladdin.reports.standings import biggest_gain
from xladdin.statistics import Statistics
from xladdin.workbook.changes.differences import block_from, cells
from xladdin.workbook.report_sheets.filled import FilledSheets, sheet_reports
from xladdin.workbook.schema import (
    AS_OF_NAME,
    JOURNAL,
    LEFT_ALONE_NAME,
    OUTCOME_NAME,
    RECALCULATED_NAME,
    REVIEW,
    start_cell,
)
from xladdin.workbook.sheet_visibility import Visibility, update_visibility
from xladdin.workbook.start.invalid_rows import clear_invalid_rows
from xladdin.workbook.start.status import (
    STATE_NAME,
    as_of,
    finish_hint_cells,
    left_alone_keys,
    live_cells,
    next_step,
)

FACTS_NAME = start_cell("facts")
"""The cell with the club in a line."""
EVENING_TITLE_NAME, EVENING_NAME, TOP_NAME = start_cell("evening title"), start_cell("evening"), start_cell("top")
"""The upper left cells of blocks: the last evening as label and words, and the top of the list as rank, player, rating
and change."""
EVENING_LINES, TOP_PLAYERS = 5, 5


def up_to_date(book: ClubBook, context: ReportContext, state: str) -> Iterator[CellBlock]:
    """Start after a recalculation that found every row right. `state` describes the lists in words."""
    replay, say = context.replay, context.language
    yield from cells(book, {STATE_NAME: state, FACTS_NAME: in_a_line(context.statistics, say)})
    told = ((say.render(label), words) for label, words in session_lines(context))
    lines: list[tuple[CellValue, CellValue]] = [*told] or [(None, None)]
    yield from cells(book, {EVENING_TITLE_NAME: session_title(replay, say)})
    yield from block_from(book, EVENING_NAME, lines[:EVENING_LINES], EVENING_LINES)
    top = [(line.rank, line.player, line.new, line.change) for line in context.standings if line.rank is not None]
    yield from block_from(book, TOP_NAME, top[:TOP_PLAYERS], TOP_PLAYERS)
    yield from clear_invalid_rows(book, say)


HIGHEST_NAMED = 3
"""The most players with the high game that a line of Start has room for."""


def in_a_line(statistics: Statistics, say: Language) -> str:
    """Return the club in a line: its players, and what was played since when."""
    log = statistics.replay.log
    players = say.render(count_players(len(log.players)))
    if not log.sessions:
        return say.render(msg("Club ratings · {players}", players=players))
    rows = say.render(count_rows(log.system.log_schema, statistics.lifetime.games_played))
    day = say.full_day(min(log.sessions))
    line = say.render(msg("Club ratings · {players}, {rows} since {day}", players=players, rows=rows, day=day))
    top = next((line.rating for line in statistics.replay.ranking() if line.rank is not None), None)
    if top is None or log.system.top_rating is None:
        return line
    return say.render(msg("{line} · highest rating {words}", line=line, words=highest_in_words(log.system, top)))


def session_title(replay: Replay, say: Language) -> str:
    """Return the title above its lines."""
    session, day = replay.last_session, replay.last_date
    if day is None:
        return say.render(called(replay.log.system, msg("Last evening")))
    if session and session[0].event:
        return session[0].event
    return say.render(called(replay.log.system, msg("Last evening: {day}")).with_values(day=say.day(day)))


def session_lines(context: ReportContext) -> Iterator[tuple[Message, str]]:
    """Yield the last session in five lines at the most, each a label and its words."""
    replay, session, say = context.replay, context.statistics.session, context.language
    if replay.last_date is None:
        return
    if not context.system.log_schema.is_paired:
        first = replay.last_session[0]
        yield msg("Results"), say.render(count_rows(context.system.log_schema, first.stop - first.start))
    else:
        players = say.render(count_players(len(session.players)))
        yield (
            msg("Games"),
            say.render(msg("{games}, by {players}", games=say.number(session.games_played), players=players)),
        )
        best = {lines[0].record: lines[0] for lines in game_records(session, shown=1) if lines}
        if HIGH_GAME in best:
            score, scorers = high_game(session)
            named, more = ", ".join(scorers[:HIGHEST_NAMED]), len(scorers) - HIGHEST_NAMED
            told = say.render(msg("{names} and {number} more", names=named, number=more)) if more > 0 else named
            yield HIGH_GAME, f"{told} {score:g}"
        yield from _told(BIGGEST_WIN, best, msg("{player} by {value} over {opponent}"), say)
        yield from _told(BIGGEST_UPSET, best, msg("{player} beat {opponent} ({value} up)"), say)
    if line := biggest_gain(context.standings):
        change, rating = (say.rating(round(value, 2), 0) for value in (line.change or 0, float(line.new)))
        words = say.render(msg("{player} ▲ {change}, to {rating}", player=line.player, change=change, rating=rating))
        yield BIGGEST_GAIN, words


def _told(
    record: Message, best: Mapping[Message | None, RecordLine], words: Message, say: Language
) -> Iterator[tuple[Message, str]]:
    if record in best:
        line = best[record]
        yield record, say.render(words.with_values(player=line.player, value=f"{line.value:g}", opponent=line.opponent))


@dataclass(frozen=True)
class StartUpdate:
    """What Start, and the titles of the report sheets, say after a recalculation that found every row right.

    `rated` says what was rated, is to be reviewed and was not read, a line each. `finish_hint` says how
    to bring the lists up to date.
    """

    workbook: ClubBook
    context: ReportContext
    sheets: FilledSheets
    rated: Sequence[Message]
    to_review: Sequence[ReviewLine]
    has_journal: bool
    now: datetime
    finish_hint: str

    @cached_property
    def messages(self) -> Sequence[Message]:
        """What was rated, and which sheets were not updated and why."""
        return [*self.rated, *self.sheets.updates.left_alone.values()]

    @cached_property
    def visibility(self) -> Visibility:
        """The sheets that are shown or hidden now."""
        has_journal = self.has_journal and self.sheets.places.get(JOURNAL) not in self.sheets.updates.left_alone
        filled = {*self.sheets.filled, *([REVIEW] if self.to_review else []), *([JOURNAL] if has_journal else [])}
        return update_visibility(self.workbook, self.context.system, self.sheets.places, filled, self.context.language)

    def changed_cells(self) -> Iterator[CellBlock]:
        """Give the cells that say something else than before."""
        values: dict[str, CellValue] = {OUTCOME_NAME: self._outcome, LEFT_ALONE_NAME: self._left_alone}
        values |= self.sheets.names
        values |= self.visibility.cells
        values |= finish_hint_cells(self.finish_hint, self.context.language)
        yield from cells(self.workbook, values)
        yield from up_to_date(self.workbook, self.context, self._state)

    def stamp(self) -> Iterator[CellBlock]:
        """Give the cells with the time, which are written where anything has changed, and all that repeats it."""
        language = self.context.language
        moment, since = language.moment(self.now), as_of(self.context.statistics, self.now, language)
        yield from cells(self.workbook, {RECALCULATED_NAME: moment, AS_OF_NAME: since})
        words = self._state, since, moment, self._outcome, self._left_alone
        yield from live_cells(self.workbook, sheet_reports(self.context.system), *words, len(self.to_review))

    @cached_property
    def _outcome(self) -> str:
        return "\n".join(map(self.context.language.render, self.messages))

    @cached_property
    def _left_alone(self) -> str:
        return left_alone_keys(self.workbook, sheet_reports(self.context.system), self.sheets.updates.left_alone)

    @cached_property
    def _state(self) -> str:
        return next_step(self.context.replay, self.sheets.tables, self.context.language)
