"""What must hold of a whole log: order within a session, conservation of points, sums of changes, and floors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.suite.length import examples
from tests.oracle.dptr import Finish, Tournament
from tests.oracle.log import Adjustment, Entry, ScoreGame
from tests.oracle.logs import FIRST_DATE, camps, clubs, ratings, scores, tours, weekly
from tests.oracle.ranges import (
    Range,
    adjustments_range,
    campers_range,
    events_range,
    games_range,
    groups_range,
    ladder_range,
    players_range,
    results_range,
)
from tests.oracle.sca import Camper, LadderGame
from xladdin.functions import CLUBCHANGES, CLUBRATINGS

Club = tuple[dict[str, Entry], list[ScoreGame], list[Adjustment]]
SESSION_SYSTEMS = ("mississauga", "montreal", "lexington")
fewer = settings(max_examples=examples(30))
"""We ask these of each of three systems. The tests of the oracle look at more logs."""

veterans = st.builds(Entry, st.integers(1200, 1700), st.sampled_from([50, 60, 400]))
"""No multiplier, cushion or newcomer rule touches these players, and a few games bring them nowhere near a floor."""
learners = st.builds(Entry, st.integers(1200, 1700), st.just(10))
rated = st.builds(Entry, ratings, st.sampled_from([10, 49, 50, 99]))


def ratings_of(system: str, players: Range, games: Range, *extra: Range) -> dict[str, Any]:
    return {player: rating for _, player, rating, _ in CLUBRATINGS(system, players, games, *extra)[1:]}


def replayed(system: str, club: Club) -> tuple[dict[str, Any], list[list[Any]]]:
    players, games, adjustments = club
    ranges = players_range(players), games_range(games), adjustments_range(adjustments)
    return ratings_of(system, *ranges), CLUBCHANGES(system, *ranges)


def sums_of_changes(games: list[ScoreGame], changes: list[list[Any]]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for game, (_, _, change_1, change_2) in zip(games, changes, strict=True):
        for player, change in ((game.player_1, change_1), (game.player_2, change_2)):
            sums[player] = sums.get(player, 0) + (change or 0)
    return sums


@pytest.mark.parametrize("system", SESSION_SYSTEMS)
@fewer
@given(club=clubs(double=False), data=st.data())
def test_order_of_the_table_changes_nothing(system: str, club: Club, data: st.DataObject) -> None:
    """Sessions run by date, and the order of games within one never matters. So any order of rows is the same log."""
    players, games, adjustments = club
    order = data.draw(st.permutations(range(len(games))))
    ratings_before, changes = replayed(system, club)
    ratings_after, shuffled = replayed(system, (players, [games[i] for i in order], adjustments))
    assert ratings_after == ratings_before
    assert shuffled == [changes[i] for i in order]


@pytest.mark.parametrize("system", SESSION_SYSTEMS)
@fewer
@given(club=clubs(double=False))
def test_sides_of_the_table_change_nothing(system: str, club: Club) -> None:
    players, games, adjustments = club
    turned = [replace(g, player_1=g.player_2, score_1=g.score_2, player_2=g.player_1, score_2=g.score_1) for g in games]
    ratings_before, changes = replayed(system, club)
    ratings_after, mirrored = replayed(system, (players, turned, adjustments))
    assert ratings_after == ratings_before
    assert mirrored == [[two, one, change_2, change_1] for one, two, change_1, change_2 in changes]


@pytest.mark.parametrize("system", SESSION_SYSTEMS)
@fewer
@given(club=clubs(), data=st.data())
def test_case_and_blanks_of_names_change_nothing(system: str, club: Club, data: st.DataObject) -> None:
    players, games, adjustments = club
    writing = st.sampled_from([str.upper, str.lower, str.title, lambda name: f"  {name} "])
    written = [
        replace(g, player_1=data.draw(writing)(g.player_1), player_2=data.draw(writing)(g.player_2)) for g in games
    ]
    assert replayed(system, (players, written, adjustments)) == replayed(system, club)


@pytest.mark.parametrize("system", ["mississauga", "montreal"])
@given(club=clubs(double=False))
def test_game_changes_are_conserved(system: str, club: Club) -> None:
    """In Mississauga and Montreal a game gives one player what it takes from the other, even newcomers and experts."""
    for _, _, change_1, change_2 in replayed(system, club)[1]:
        assert (change_1 or 0) + (change_2 or 0) == 0


@pytest.mark.parametrize("system", SESSION_SYSTEMS)
@pytest.mark.parametrize("entry", [veterans, learners], ids=["veterans", "learners"])
@given(data=st.data())
def test_sum_of_changes_is_new_minus_old(system: str, entry: Any, data: st.DataObject) -> None:
    """No multiplier, floor, adjustment, newcomer or player who starts over takes part here."""
    if system == "mississauga":
        entry = veterans
    players, games, _ = data.draw(clubs(entry, gaps=weekly))
    new, changes = replayed(system, (players, games, []))
    sums = sums_of_changes(games, changes)
    for player, start in players.items():
        assert new[player] - start.start_rating == sums.get(player, 0)


@pytest.mark.parametrize("system", SESSION_SYSTEMS)
@fewer
@given(club=clubs(st.builds(Entry, st.integers(1200, 1700), st.just(400)), gaps=weekly))
def test_points_of_veterans_are_conserved(system: str, club: Club) -> None:
    """In Lexington all have 400 games, so both take half, and both sides round every half alike."""
    players, games, _ = club
    new, _ = replayed(system, (players, games, []))
    assert sum(new.values()) == sum(entry.start_rating or 0 for entry in players.values())


NOT_CONSERVED = {
    "Mississauga newcomer doubles": ("mississauga", Entry(1500, 0), Entry(1500, 99), None, 26, -13),
    "Mississauga expert is cushioned": ("mississauga", Entry(1900, 99), Entry(1700, 99), None, 7, -9),
    "Montreal double game halves": ("montreal", Entry(1500), Entry(1500), "B", 13, -7),
    "Montreal floor holds": ("montreal", Entry(1500), Entry(1000), None, 5, 0),
    "Lexington veteran takes half": ("lexington", Entry(1500, 20), Entry(1500, 60), None, 13, -7),
}


@pytest.mark.parametrize("case", NOT_CONSERVED)
def test_where_points_are_not_conserved(case: str) -> None:
    """A beats B by 450-300, and the rules themselves add or remove points."""
    system, first, second, double, gain, loss = NOT_CONSERVED[case]
    new, _ = replayed(system, ({"A": first, "B": second}, [ScoreGame(FIRST_DATE, "A", 450, "B", 300, double)], []))
    assert gain + loss != 0
    assert new == {"A": (first.start_rating or 0) + gain, "B": (second.start_rating or 0) + loss}


@given(clubs(st.one_of(st.just(Entry()), st.builds(Entry, st.integers(0, 1050))), double=True))
def test_no_montreal_rating_below_1000(club: Club) -> None:
    new, changes = replayed("montreal", club)
    assert min(new.values()) >= 1000
    assert all(rating == "" or rating >= 1000 for row in changes for rating in row[:2])


@given(clubs(rated))
def test_lexington_changes_stay_within_the_printed_table(club: Club) -> None:
    """The rating change table ends at 33, and a veteran takes half of it."""
    players, games, _ = club
    for _, _, change_1, change_2 in replayed("lexington", (players, games, []))[1]:
        assert max(abs(change_1 or 0), abs(change_2 or 0)) <= 33


@given(st.integers(1000, 2000), st.integers(0, 400), scores, scores)
def test_lexington_newcomer_at_a_half_rounds_up(below: int, apart: int, own: int, other: int) -> None:
    """Mirrored scores against two opponents perform exactly between them. A computed half counts as a half."""
    players = {"New": Entry(), "X": Entry(below - apart, 20), "Y": Entry(below + 1 + apart, 20)}
    games = [
        ScoreGame(FIRST_DATE, "New", own, "X", other),
        ScoreGame(FIRST_DATE, "Y", own, "New", other),
    ]
    new, changes = replayed("lexington", (players, games, []))
    assert new["New"] == below + 1
    assert changes[0][0] == changes[1][1] == below + 36


@given(camps())
def test_sca_points_are_conserved(camp: tuple[dict[str, int], dict[str, Camper], list[LadderGame]]) -> None:
    groups, campers, games = camp
    ranges = campers_range(campers), ladder_range(games), groups_range(groups)
    new, changes = ratings_of("sca", *ranges), CLUBCHANGES("sca", *ranges)
    for name, camper in campers.items():
        own = [white for game, (_, _, white, _) in zip(games, changes, strict=True) if game.white == name]
        own += [black for game, (_, _, _, black) in zip(games, changes, strict=True) if game.black == name]
        if camper.active:
            assert new[name] == groups[camper.group] + sum(change or 0 for change in own)
    assert sum(new[name] for name in new if campers[name].active) == sum(
        groups[camper.group] for camper in campers.values() if camper.active
    )


@given(tours())
def test_dip_pouch_ratings_stay_within_0_to_100(
    tour: tuple[dict[str, int | None], list[Tournament], list[Finish]],
) -> None:
    start, events, results = tour
    players: Range = [["Player", "Start rating"], *([name, rating] for name, rating in start.items())]
    new = ratings_of("dptr", players, results_range(results), events_range(events))
    assert set(new) == set(start)
    for player, rating in new.items():
        scores = [
            100.0 * (1 - (r.place - 0.5) / e.players)
            for r in results
            for e in events
            if (r.event, r.player) == (e.name, player)
        ]
        typed = start[player]
        begin = 40 if typed is None else typed
        assert min([begin, *scores]) - 1e-9 <= rating <= max([begin, *scores]) + 1e-9
        assert 0 <= rating <= 100


@pytest.mark.parametrize("system", SESSION_SYSTEMS)
@fewer
@given(club=clubs())
def test_equal_ratings_share_a_rank(system: str, club: Club) -> None:
    players, games, adjustments = club
    list_ = CLUBRATINGS(system, players_range(players), games_range(games), adjustments_range(adjustments))
    assert list_[0] == ["Rank", "Player", "Rating", "Games"]
    ranked = [row for row in list_[1:] if row[0] != ""]
    assert list_[1:] == ranked + [row for row in list_[1:] if row[0] == ""]
    assert sorted(row[1] for row in list_[1:]) == sorted(players)
    assert ranked == sorted(ranked, key=lambda row: (-row[2], row[1]))
    for rank, _, rating, _ in ranked:
        assert rank == 1 + sum(other[2] > rating for other in ranked)
