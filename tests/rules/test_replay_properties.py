"""What must hold of a whole log: order within a session, conservation of points, sums of changes, and floors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.suite.length import examples
from tests.oracle.engine import SCRABBLE
from tests.oracle.log import Camp, Club, Entry, ScoreGame, Tables, Tour, camp_tables, club_tables, tour_tables
from tests.oracle.logs import FIRST_DATE, camps, clubs, ratings, scores, tours, weekly
from xladdin.functions import CLUBCHANGES, CLUBRATINGS

fewer = settings(max_examples=examples(30))
# No multiplier, cushion or newcomer rule touches these players, and a few games bring them nowhere near a floor.
veterans = st.builds(Entry, st.integers(1200, 1700), st.sampled_from([50, 60, 400]))


def ratings_of(system: str, tables: Tables) -> dict[str, Any]:
    return {player: rating for _, player, rating, _ in CLUBRATINGS(system, *tables.values())[1:]}


def rated(system: str, *club: Any) -> tuple[dict[str, Any], list[list[Any]]]:
    tables = club_tables(*club)
    return ratings_of(system, tables), CLUBCHANGES(system, *tables.values())


@pytest.mark.parametrize("system", SCRABBLE)
@fewer
@given(club=clubs(double=False), data=st.data())
def test_order_of_the_table_changes_nothing(system: str, club: Club, data: st.DataObject) -> None:
    """Sessions run by date, and the order of games within one never matters. So any order of rows is the same log."""
    players, games, adjustments = club
    order = data.draw(st.permutations(range(len(games))))
    before, changes = rated(system, *club)
    assert rated(system, players, [games[i] for i in order], adjustments) == (before, [changes[i] for i in order])


@pytest.mark.parametrize("system", SCRABBLE)
@fewer
@given(club=clubs(double=False))
def test_sides_of_the_table_change_nothing(system: str, club: Club) -> None:
    players, games, adjustments = club
    turned = [replace(g, player_1=g.player_2, score_1=g.score_2, player_2=g.player_1, score_2=g.score_1) for g in games]
    before, changes = rated(system, *club)
    mirrored = [[two, one, change_2, change_1] for one, two, change_1, change_2 in changes]
    assert rated(system, players, turned, adjustments) == (before, mirrored)


@pytest.mark.parametrize("system", SCRABBLE)
@fewer
@given(club=clubs(), data=st.data())
def test_case_and_blanks_of_names_change_nothing(system: str, club: Club, data: st.DataObject) -> None:
    players, games, adjustments = club
    writing = st.sampled_from([str.upper, str.lower, str.title, lambda name: f"  {name} "])
    written = [
        replace(g, player_1=data.draw(writing)(g.player_1), player_2=data.draw(writing)(g.player_2)) for g in games
    ]
    assert rated(system, players, written, adjustments) == rated(system, *club)


@pytest.mark.parametrize("system", SCRABBLE)
@fewer
@given(club=clubs(veterans, gaps=weekly))
def test_a_rating_moves_by_the_sum_of_the_changes(system: str, club: Club) -> None:
    """No multiplier, floor, adjustment, newcomer or player who starts over takes part here."""
    players, games, _ = club
    new, changes = rated(system, players, games, [])
    sums = dict.fromkeys(players, 0)
    for game, (_, _, change_1, change_2) in zip(games, changes, strict=True):
        for player, change in ((game.player_1, change_1), (game.player_2, change_2)):
            if player in sums:
                sums[player] += change or 0
        if system != "lexington":
            assert (change_1 or 0) + (change_2 or 0) == 0, "a game gives one player what it takes from the other"
    assert {player: new[player] - (start.start_rating or 0) for player, start in players.items()} == sums


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
    new, _ = rated(system, {"A": first, "B": second}, [ScoreGame(FIRST_DATE, "A", 450, "B", 300, double)], [])
    assert new == {"A": (first.start_rating or 0) + gain, "B": (second.start_rating or 0) + loss}


@given(clubs(st.one_of(st.just(Entry()), st.builds(Entry, st.integers(0, 1050))), double=True))
def test_no_montreal_rating_below_1000(club: Club) -> None:
    new, changes = rated("montreal", *club)
    assert min(new.values()) >= 1000
    assert all(rating == "" or rating >= 1000 for row in changes for rating in row[:2])


@given(clubs(st.builds(Entry, ratings, st.sampled_from([10, 49, 50, 99]))))
def test_lexington_changes_stay_within_the_printed_table(club: Club) -> None:
    """The rating change table ends at 33, and a veteran takes half of it."""
    for _, _, change_1, change_2 in rated("lexington", club[0], club[1], [])[1]:
        assert max(abs(change_1 or 0), abs(change_2 or 0)) <= 33


@given(st.integers(1000, 2000), st.integers(0, 400), scores, scores)
def test_lexington_newcomer_at_a_half_rounds_up(below: int, apart: int, own: int, other: int) -> None:
    """Mirrored scores against two opponents perform exactly between them. A computed half counts as a half."""
    players = {"New": Entry(), "X": Entry(below - apart, 20), "Y": Entry(below + 1 + apart, 20)}
    games = [ScoreGame(FIRST_DATE, "New", own, "X", other), ScoreGame(FIRST_DATE, "Y", own, "New", other)]
    new, changes = rated("lexington", players, games, [])
    assert new["New"] == below + 1
    assert changes[0][0] == changes[1][1] == below + 36


@given(camps())
def test_sca_points_are_conserved(camp: Camp) -> None:
    groups, campers, _ = camp
    new = ratings_of("sca", camp_tables(*camp))
    starts = {name: groups[camper.group] for name, camper in campers.items() if camper.active}
    assert sum(new[name] for name in starts) == sum(starts.values())


@given(tours())
def test_dip_pouch_ratings_stay_between_the_start_and_the_percentiles(tour: Tour) -> None:
    start, events, results = tour
    for player, rating in ratings_of("dptr", tour_tables(*tour)).items():
        fields = {event.name: event.players for event in events}
        percentiles = [100.0 * (1 - (r.place - 0.5) / fields[r.event]) for r in results if r.player == player]
        reached = [40 if start[player] is None else start[player], *percentiles]
        assert min(reached) - 1e-9 <= rating <= max(reached) + 1e-9


@pytest.mark.parametrize("system", SCRABBLE)
@fewer
@given(club=clubs())
def test_equal_ratings_share_a_rank_and_the_unranked_come_last(system: str, club: Club) -> None:
    headings, *lines = CLUBRATINGS(system, *club_tables(*club).values())
    assert headings == ["Rank", "Player", "Rating", "Games"]
    ranked = [row for row in lines if row[0] != ""]
    assert lines == sorted(ranked, key=lambda row: (-row[2], row[1])) + [row for row in lines if row[0] == ""]
    assert sorted(row[1] for row in lines) == sorted(club[0])
    for rank, _, rating, _ in ranked:
        assert rank == 1 + sum(other[2] > rating for other in ranked)
