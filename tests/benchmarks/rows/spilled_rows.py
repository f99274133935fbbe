"""CLUBCHANGES, called in process with the rows of a log as a notebook does, against riix from the same names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tests.benchmarks.club_games import club_games
from tests.benchmarks.measuring import AS_FAST, Row, Side, medians
from tests.benchmarks.rivals import missing_rivals, riix
from tests.benchmarks.rows.range_rows import PLAYERS, tables
from tests.benchmarks.rows.replay_rows import OF_GAMES


def spilled_rows(games: int, rounds: int) -> Iterator[Row]:
    """Each system that rates games."""
    if "riix" in missing_rivals():
        return
    from xladdin.functions import CLUBCHANGES

    log = club_games(games, PLAYERS)
    sides: dict[str, Side] = {"riix": partial(riix, log)}
    for key in OF_GAMES:
        ranges = tables(log, key)
        sides[key] = partial(CLUBCHANGES, key, ranges["Players"], ranges["Games"], ranges.get("Groups"))
    times = medians(sides, rounds=rounds)
    for key in OF_GAMES:
        what = f"`=CLUBCHANGES` in process, {key}, {games:,} rows"
        yield Row(what, "riix, arrays built", times["riix"] / times[key], AS_FAST, "for comparison")
