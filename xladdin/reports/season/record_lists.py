"""The lists of records, as the Records sheet and the page show them: of a season, and of all time."""

from collections.abc import Sequence

from xladdin.messages import Message
from xladdin.reports.season.records import (
    ALL_TIME,
    LOWEST_FIRST,
    RECORDS,
    SHOWN,
    RecordLine,
    event_records,
    gain_records,
    game_records,
    labelled,
    most_played,
    streaks,
)
from xladdin.statistics import PeriodStatistics, Statistics

Records = Sequence[Sequence[RecordLine]]
"""The lines of each kind of record, without kinds that have no line."""


def season_records(statistics: Statistics) -> Records:
    """Return the records of the season of the last session."""
    return _records(statistics.season, gain_records(statistics), most_played(statistics.season))


def all_time_records(statistics: Statistics) -> Records:
    """Return the records of all seasons, with those of earlier logs. Of equals the earlier is first."""
    more = [most_played(statistics.lifetime)] if statistics.system.log_schema.is_paired else []
    found = {name: record for record in _records(statistics.lifetime, *more) if (name := record[0].record)}
    past: dict[Message, list[RecordLine]] = {}
    for line in statistics.replay.log.past.records:
        if line.record in RECORDS:
            name = RECORDS[line.record]
            past.setdefault(name, []).append(RecordLine(name, *line[1:]))
    names = [*found, *(name for name in past if name not in found)]
    return [_best(name, [*past.get(name, ()), *found.get(name, ())]) for name in names]


def records_of_both(statistics: Statistics) -> list[tuple[Sequence[RecordLine], Sequence[RecordLine]]]:
    """Return the season's best of each kind, and the best of all time if it is of an earlier season."""
    season = {name: record for record in season_records(statistics) if (name := record[0].record)}
    ever = {name: record[0] for record in all_time_records(statistics) if (name := record[0].record)}
    both: list[tuple[Sequence[RecordLine], Sequence[RecordLine]]] = []
    for name in {**season, **ever}:
        lines = season.get(name, [RecordLine(name, None, "")])
        is_earlier = name in ever and ever[name] != lines[0]
        both.append((lines, [ever[name]._replace(record=ALL_TIME)] if is_earlier else []))
    return both


def _best(name: Message, lines: Sequence[RecordLine]) -> Sequence[RecordLine]:
    """Return the best of a kind of record, among those of several logs."""
    sign = 1 if name in LOWEST_FIRST else -1
    return labelled(name, sorted(lines, key=lambda line: sign * (line.value or 0))[:SHOWN])


def _records(span: PeriodStatistics, *more: Sequence[RecordLine]) -> Records:
    if span.replay.log.system.log_schema.is_paired:
        records = [*game_records(span), *more, *streaks(span)]
    else:
        records = [*event_records(span), *more]
    return [record for record in records if record]
