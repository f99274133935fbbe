"""The replay. Columns of names, dates and scores go in. Ratings, changes of every game and the ranking come out."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from tests.benchmarks.club_games import SEED, ClubGames, club_games
from tests.benchmarks.floors import band_floor, rules_alone, share_floor, summing_floor
from tests.benchmarks.measuring import AS_FAST, THE_TIME, Row, Side, medians
from tests.benchmarks.rivals import (
    installed_rivals,
    missing_rivals,
    numpy_by_session,
    openskill_events,
    riix_dataset,
    riix_fit,
)
from tests.helpers.random_clubs import cell_tables, random_club
from xladdin.cells.numbers import Number
from xladdin.cells.table import CellTable
from xladdin.log import read_log
from xladdin.replay import Ranked, replay
from xladdin.systems import SYSTEMS
from xladdin.systems.system import RatingSystem

PLAYERS = 200
OF_GAMES = ("mississauga", "montreal", "lexington", "sca")
BARE_FIT = "riix's bare fit"
NUMPY = "twenty lines of numpy, Elo by session"
FLOORS = {"bands": band_floor, "bands, summed and counted": summing_floor, "shares": share_floor}


def replay_rows(games: int, rounds: int) -> Iterator[Row]:
    """Each system against the fastest rival, and against the fit of riix on arrays that are ready."""
    log = club_games(games, PLAYERS)
    rivals = installed_rivals(log)
    floors = {f"floor in Python, {what}": partial(floor, log) for what, floor in FLOORS.items()}
    rules = {f"rules alone, {key}": partial(rules_alone, SYSTEMS[key], log) for key in OF_GAMES}
    sides: dict[str, Side] = {**_ours(log), **rivals, **floors, **rules}
    if "riix" not in missing_rivals():
        dataset = riix_dataset(log)
        sides[BARE_FIT] = lambda: riix_fit(dataset)
        sides[NUMPY] = partial(numpy_by_session, log)
    times = medians(sides, rounds=rounds)

    def row(side: str, what: str, against: str, reach: str) -> Row:
        return Row(f"{what}, {games:,} games", against, times[against] / times[side], AS_FAST, reach)

    compared: dict[str, Sequence[str]] = {BARE_FIT: ("mississauga", "montreal", "sca")} if BARE_FIT in sides else {}
    if rivals:
        compared = {min(rivals, key=times.__getitem__): OF_GAMES, **compared}
    for against, keys in compared.items():
        for key in keys:
            yield row(key, f"replay, {key}", against, "for comparison")
        for side in floors:
            yield row(side, side, against, "none is above")
        for side in (f"rules alone, {key}" for key in keys):
            yield row(side, side, against, "for comparison")
    if NUMPY in sides:
        for key in OF_GAMES:
            yield row(key, f"replay, {key}", NUMPY, "for comparison")
    yield from event_rows(games, rounds)


def event_rows(results: int, rounds: int) -> Iterator[Row]:
    """Placings of events of twelve players, which few packages rate at all."""
    tables = cell_tables(random_club(SYSTEMS["dptr"], SEED, results, plain_players=PLAYERS))
    events, players, places = (tables["Results"].column(heading) or () for heading in ("Event", "Player", "Place"))
    placings = [(str(event), str(player), int(str(place))) for event, player, place in zip(events, players, places)]
    ours = partial(replayed, SYSTEMS["dptr"], tables)
    if "openskill" not in missing_rivals():
        times = medians({"ours": ours, "openskill": partial(openskill_events, placings)}, rounds=rounds)
        ratio = times["openskill"] / times["ours"]
        yield Row(f"replay, dptr, {results:,} results", "openskill, the same events", ratio, AS_FAST, "≥ 1")


def growth_rows(games: int, rounds: int) -> Iterator[Row]:
    """Ten times the games against themselves."""
    small, large = club_games(games, PLAYERS), club_games(10 * games, PLAYERS)
    for key in OF_GAMES:
        times = medians({"small": _ours(small)[key], "large": _ours(large)[key]}, rounds=rounds)
        ratio = times["large"] / times["small"]
        yield Row(f"replay, {key}, {10 * games:,} games", f"{games:,} games", ratio, THE_TIME, "≤ 11")


def replayed(
    system: RatingSystem, tables: Mapping[str, CellTable]
) -> tuple[dict[str, list[Number | None]], list[Ranked]]:
    """Our side of it. A new system remembers nothing from another replay, as when somebody opens a workbook."""
    result = replay(read_log(dataclasses.replace(system), tables).sound())
    return result.rated, result.ranking()


def _ours(games: ClubGames) -> dict[str, Side]:
    return {key: partial(replayed, SYSTEMS[key], games.tables(key)) for key in OF_GAMES}
