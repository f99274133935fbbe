"""The longest runs as records: sessions won, games won, sessions attended, one after the other."""

from __future__ import annotations

import heapq

from xladdin.reports.facts.runs import ByPlayer
from xladdin.reports.facts.spans import Span
from xladdin.reports.season.records import SHOWN, RecordLine, labelled

SESSIONS_WON, GAMES_WON, SESSIONS_ATTENDED = "Sessions won in a row", "Games won in a row", "Attended in a row"
LEAST = 2
"""Ours: a single one is no run."""


def streaks(span: Span, shown: int = SHOWN) -> list[list[RecordLine]]:
    """The longest runs by kind, the earliest of equals first, each with its last day."""
    runs = span.runs
    kinds = ((SESSIONS_WON, runs.sessions_won), (GAMES_WON, runs.won), (SESSIONS_ATTENDED, runs.attended))
    return [labelled(record, _longest(span, by_player, shown)) for record, by_player in kinds]


def _longest(span: Span, by_player: ByPlayer, shown: int) -> list[RecordLine]:
    long = [(run, player) for player, run in by_player.items() if run.length >= LEAST]
    best = heapq.nsmallest(shown, long, key=lambda one: (-one[0].length, one[0].day))
    names = span.replay.log.players
    return [RecordLine(None, run.length, names[player].name, date=run.day) for run, player in best]
