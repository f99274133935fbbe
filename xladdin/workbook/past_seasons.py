"""The sheet Past seasons: a rollover's notes on the log that it leaves behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from xladdin.cells import CellBlock, CellTable, CellValue, ClubBook, as_value
from xladdin.game_log import (
    BEST,
    FACT_HEADINGS,
    FACTS,
    FIGURES,
    LAST,
    LOWEST,
    MET,
    PAIR,
    PLAYER,
    RECORD,
    SEASONS,
)
from xladdin.replay import replay_as_of, season_of
from xladdin.reports.records import all_time_records
from xladdin.reports.season import MOST_IMPROVED, active_players, honours, past_figures
from xladdin.statistics import EventRecord, Statistics
from xladdin.workbook.report_selection import season_end
from xladdin.workbook.schema import FACT_TABLE, SEASON_TABLE

SESSIONS_KEPT = 12
"""The sessions whose pairs are kept, for players who must not meet again."""
Line = Sequence[CellValue]


def season_blocks(new: ClubBook, statistics: Statistics) -> Iterator[CellBlock]:
    """Yield the blocks of both tables in a new workbook. `statistics` describe the log that is left behind."""
    yield from _block(new.tables.get(SEASONS), list(_seasons(statistics)))
    lines = [*_records(statistics), *_players(statistics), *_pairs(statistics), *_met(statistics), *_last(statistics)]
    yield from _block(new.tables.get(FACTS), lines)


def copied_blocks(old: ClubBook, new: ClubBook) -> Iterator[CellBlock]:
    """Yield both tables as they are, for a workbook whose log stays."""
    for table in (SEASON_TABLE, FACT_TABLE):
        stored = old.tables.get(table.name)
        if stored is not None and stored.rows:
            columns = [stored.column(column.heading) or [None] * stored.rows for column in table.columns]
            yield from _block(new.tables.get(table.name), [tuple(map(as_value, line)) for line in zip(*columns)])


def _block(table: CellTable | None, lines: Sequence[Line]) -> Iterator[CellBlock]:
    if table is not None and lines:
        yield CellBlock(table.sheet, table.row + 1, table.first_column, tuple(zip(*lines)), {}, table.name)


def _seasons(statistics: Statistics) -> Iterator[Line]:
    """Yield a line a season, the latest first. For a season in two logs the later counts."""
    log, month = statistics.replay.log, statistics.system.season_month
    own = {season_of(day, month) for day in log.sessions}
    for season in sorted({*own, *log.past.seasons}, reverse=True):
        if season not in own:
            past = log.past.seasons[season]
            yield (season, *(past[figure] for figure in FIGURES), log.past.champions.get(season))
            continue
        last = season == statistics.replay.season
        then = statistics if last else Statistics(replay_as_of(statistics.replay, season_end(season, month)))
        least = getattr(statistics.system, "active_games", 1)  # of the clubs that have a season report
        yield (season, *past_figures(then.season, least), _champions(then, least))


def _champions(statistics: Statistics, least: int) -> str | None:
    """Return the players honoured in a season's report, each with the honour, without the most improved."""
    if not statistics.system.log_schema.has_scores:
        return None
    honour, texts = "", []
    for line in honours(statistics, active_players(statistics, least)):
        honour = line.honour or honour
        if honour != MOST_IMPROVED:
            texts.append(f"{honour}: {line.player}")
    return "; ".join(texts) or None


def _fact(
    kind: str,
    player: str,
    opponent: str | None = None,
    day: date | None = None,
    texts: Sequence[str | None] = (None, None, None),
    numbers: Sequence[CellValue] = (),
) -> Line:
    """Return a line of the facts, by its headings. `texts` has What, Score and Event."""
    cells = (kind, player, opponent, day, *texts, *numbers)
    return (*cells, *[None] * (len(FACT_HEADINGS) - len(cells)))


def _records(statistics: Statistics) -> Iterator[Line]:
    """Yield the records of all time that have a date. The others are counted over the players' games."""
    for lines in all_time_records(statistics):
        for line in lines:
            if line.date is not None:
                texts = (lines[0].record, line.score, line.event)
                yield _fact(RECORD, line.player, line.opponent, line.date, texts, [line.value])


def _players(statistics: Statistics) -> Iterator[Line]:
    """Yield the totals of each player, with byes and the best and the lowest rating."""
    log, span = statistics.replay.log, statistics.lifetime
    for number, player in enumerate(log.players):
        record, past = span.record(number), log.past.players.get(number)
        played = span.played.get(number, 0)
        if isinstance(record, EventRecord):
            percentiles = (record.average or 0) * record.events
            counts: list[CellValue] = [record.events, record.won, None, None, percentiles]
        else:
            tally = span.tally
            points = [tally.points_for[number], tally.points_against[number]]
            others = [tally.byes[number], log.games.double_by(number), log.games.player1.count(number)]
            if past is not None:
                points = [points[0] + past.points_for, points[1] + past.points_against]
                others = [now + before for now, before in zip(others, (past.byes, past.doubles, past.firsts))]
            counts = [played, *record[:3], *points, *others]
        if any(counts):
            yield _fact(PLAYER, player.name, numbers=counts)
        for kind, extreme in ((BEST, statistics.extremes.best[number]), (LOWEST, statistics.extremes.lowest[number])):
            if extreme is not None:
                yield _fact(kind, player.name, day=extreme.date, numbers=[extreme.rating])


def _pairs(statistics: Statistics) -> Iterator[Line]:
    """Yield the results of each pair against each other, once."""
    players = statistics.replay.log.players
    for number, player in enumerate(players):
        for other, met in statistics.lifetime.against(number).items():
            if number < other:
                reverse = statistics.lifetime.against(other)[number]
                numbers = [met.wins, met.losses, met.ties, met.spread, reverse.wins, reverse.losses]
                yield _fact(PAIR, player.name, players[other].name, numbers=numbers)


def _met(statistics: Statistics) -> Iterator[Line]:
    """Yield the players who met in the last sessions."""
    log = statistics.replay.log
    games = log.games
    met = [*log.past.met, *zip(games.date, games.player1, games.player2)]
    days = set(sorted({day for day, _, _ in met})[-SESSIONS_KEPT:])
    for day, one, other in met:
        if day in days:
            yield _fact(MET, log.players[one].name, log.players[other].name, day)


def _last(statistics: Statistics) -> Iterator[Line]:
    """Yield the day of the last session or event, which an import must not bring again."""
    log = statistics.replay.log
    days = [period.date for period in log.periods]
    if log.past.last is not None:
        days.append(log.past.last)
    if days:
        yield _fact(LAST, "", day=max(days))
