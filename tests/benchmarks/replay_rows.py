"""The replay: columns of names, dates and scores in; ratings, changes of every game and the ranking out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tests.benchmarks.club_games import ClubGames, club_games
from tests.benchmarks.measuring import Row, medians
from tests.benchmarks.rivals import installed_rivals, missing_rivals, riix_dataset, riix_fit
from xladdin.log import read_log
from xladdin.replay import replay
from xladdin.systems import SYSTEMS

PLAYERS = 200
REACH = {"mississauga": 5, "montreal": 5, "lexington": 2, "sca": 5}
"""How many times as fast as the fastest rival."""


def replay_rows(games: int, rounds: int) -> Iterator[Row]:
    """Each system against the fastest rival, and against riix's fit of arrays that are ready."""
    log = club_games(games, PLAYERS)
    ours = {key: partial(replayed, key, log) for key in REACH}
    rivals = installed_rivals(log)
    sides = {**ours, **rivals, "floor": lambda: bare_loop(log)}
    if "riix" not in missing_rivals():
        dataset = riix_dataset(log)
        sides["riix's bare fit"] = lambda: riix_fit(dataset)
    times = medians(sides, rounds=rounds)
    if rivals:
        fastest = min(rivals, key=times.__getitem__)
        for key, reach in REACH.items():
            pair = {key: times[key], fastest: times[fastest]}
            yield Row(f"replay, {key}, {games:,} games", fastest, times[fastest] / times[key], f"≥ {reach}×", pair)
        floor = {"floor": times["floor"], fastest: times[fastest]}
        what = f"the floor in Python: two ratings moved a game, {games:,} games"
        yield Row(what, fastest, times[fastest] / times["floor"], "what any rule stays below", floor)
    if "riix's bare fit" in sides:
        for key in ("sca", "montreal", "mississauga"):
            pair = {key: times[key], "bare fit": times["riix's bare fit"]}
            ratio = times["riix's bare fit"] / times[key]
            yield Row(f"replay, {key}, {games:,} games", "riix's bare fit", ratio, "≥ 1×", pair)


def growth_rows(games: int, rounds: int) -> Iterator[Row]:
    """Ten times the games against themselves."""
    small, large = club_games(games, PLAYERS), club_games(10 * games, PLAYERS)
    for key in REACH:
        times = medians({"small": partial(replayed, key, small), "large": partial(replayed, key, large)}, rounds=rounds)
        yield Row(f"replay, {key}, {10 * games:,} games", f"{games:,}", times["large"] / times["small"], "≤ 11×", times)


def bare_loop(games: ClubGames) -> object:
    """The least that a replay in Python does: names resolved, and for each game two ratings read, compared and moved.

    No table, no session, no count of games, no change kept: what is left is the floor under every system's time.
    """
    position = {name: number for number, name in enumerate(games.players)}
    ratings = [1000] * len(games.players)
    first, second = (list(map(position.__getitem__, names)) for names in (games.first, games.second))
    for player, opponent in zip(first, second):
        change = 8 if ratings[player] > ratings[opponent] else 10
        ratings[player] += change
        ratings[opponent] -= change
    return sorted(range(len(ratings)), key=ratings.__getitem__)


def replayed(key: str, games: ClubGames) -> object:
    """Our side of it."""
    result = replay(read_log(SYSTEMS[key], games.tables(key)).sound())
    return result.rated, result.ranking()
