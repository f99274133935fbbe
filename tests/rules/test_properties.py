"""What must hold of every change, every rating and every log with any numbers."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.helpers.suite.length import examples
from tests.oracle.engine import SCRABBLE
from tests.oracle.lexington import Lexington as SecondLexington
from tests.oracle.log import Club, Entry, ScoreGame, Tables, club_tables
from tests.oracle.logs import FIRST_DATE, clubs, weekly
from tests.oracle.replaying import Book
from tests.oracle.typed import Typed
from xladdin.errors import NotFoundError
from xladdin.functions import (
    CLUBCHANGES,
    CLUBRATINGS,
    LEXCHANGE,
    LEXEXPECTED,
    LEXNEED,
    LEXPAR,
    LEXPERCENT,
    LEXPERFORMANCE,
    MISSCHANGE,
    MISSNEED,
    MTLCHANGE,
    MTLNEED,
)
from xladdin.systems.lexington import Lexington

ratings = st.integers(0, 3000)


scores = st.integers(1, 900)


diffs = st.integers(-1500, 1500)


@given(diffs, st.integers(1, 1200))
def test_par_scores_share_the_total(diff: int, total: int) -> None:
    favourite, underdog = LEXPAR(abs(diff), total), LEXPAR(-abs(diff), total)
    assert favourite >= underdog
    # Level players have no favourite to take the odd point: each par rounds up by itself.
    assert favourite + underdog == (total if diff else total + total % 2)


@given(ratings, ratings, st.integers(400, 900), st.integers(0, 99))
def test_a_game_at_par_changes_nothing(one: int, two: int, total: int, games: int) -> None:
    """ "If this or some other game scores on the 200 row was achieved, their ratings do not change." """
    own, other = LEXPAR(one - two, total), LEXPAR(two - one, total)
    assume(abs(one - two) > 36 and own != other and min(own, other) > 0)
    assert LEXCHANGE(one, two, own, other, games) == 0


met = st.lists(st.tuples(st.integers(800, 2200), scores, scores), min_size=1, max_size=12)


@given(met, st.randoms(use_true_random=False), st.integers(-500, 500))
def test_performance_meets_its_results(games: list[tuple[int, int, int]], random: Any, shift: int) -> None:
    opponents, own, other = map(list, zip(*games, strict=True))
    rating = LEXPERFORMANCE(opponents, own, other)
    expected = sum(LEXEXPECTED(rating - opponent) for opponent in opponents)
    assert expected == pytest.approx(sum(map(LEXPERCENT, own, other)), abs=1e-5)
    shuffled = random.sample(games, len(games))
    assert LEXPERFORMANCE(*map(list, zip(*shuffled, strict=True))) == pytest.approx(rating, abs=2e-6)
    moved = [opponent + shift for opponent in opponents]
    assert LEXPERFORMANCE(moved, own, other) == pytest.approx(rating + shift, abs=2e-6)


@given(
    st.lists(st.tuples(st.integers(800, 2200), st.integers(0, 900), scores), min_size=1, max_size=12),
    st.sampled_from([None, 800, 1500, 2200]),
    st.sampled_from([0, 4, 6.25, 2500, 1_000_000]),
    st.floats(0, 100, width=16),
)
def test_a_performance_is_one_rating_with_all_rules_that_a_club_may_have(
    games: list[tuple[int, int, int]], near: int | None, under_root: float, added: float
) -> None:
    """The second computation looks for it in another way. If there were two, it would find the other one."""
    rules = replace(Lexington(), root_shift=under_root, expected_base=added)
    assume(not rules.setting_errors())
    typed = {name: getattr(rules, name) for name in ("win_boost", "root_shift", "expected_base")}
    second = SecondLexington(Typed(Book({"Players": [["Player"]]}, typed, {}), date.max))  # type: ignore[arg-type]
    scored = [(Fraction(opponent), second.percent(Fraction(own), Fraction(other))) for opponent, own, other in games]
    found = rules.performance([game[0] for game in games], [rules.percent(*game[1:]) for game in games], near)
    assert found == pytest.approx(float(second.performance(scored)), abs=1e-6)


@given(ratings, ratings, st.integers(0, 900), st.integers(0, 120))
def test_the_needed_score_is_the_least_that_holds_the_rating(one: int, two: int, other: int, games: int) -> None:
    try:
        needed = LEXNEED(one, two, other, games)
    except NotFoundError:
        assert LEXCHANGE(one, two, 2000, other, games) < 0
        return
    assert LEXCHANGE(one, two, needed, other, games) >= 0
    assert needed == (0 if other else 1) or LEXCHANGE(one, two, needed - 1, other, games) < 0


@pytest.mark.parametrize(("change", "need"), [(MISSCHANGE, MISSNEED), (MTLCHANGE, MTLNEED)])
@given(one=ratings, two=ratings)
def test_the_needed_spread_is_the_least_that_gains(change: Any, need: Any, one: int, two: int) -> None:
    gaining = [s for s in range(-400, 401) if change(one, two, 1000 + max(s, 0), 1000 + max(-s, 0)) > 0]
    if gaining:
        assert need(one, two) == min(gaining)
    else:
        with pytest.raises(NotFoundError, match="no spread lets the rating rise"):
            need(one, two)


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


@given(st.integers(1000, 2000), st.integers(0, 400), scores, scores)
def test_lexington_newcomer_at_a_half_rounds_up(below: int, apart: int, own: int, other: int) -> None:
    """Mirrored scores against two opponents perform exactly between them. A computed half counts as a half."""
    players = {"New": Entry(), "X": Entry(below - apart, 20), "Y": Entry(below + 1 + apart, 20)}
    games = [ScoreGame(FIRST_DATE, "New", own, "X", other), ScoreGame(FIRST_DATE, "Y", own, "New", other)]
    new, changes = rated("lexington", players, games, [])
    assert new["New"] == below + 1
    assert changes[0][0] == changes[1][1] == below + 36


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
