"""What must hold of every change and every rating with any numbers: identities of the rules themselves."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.oracle.lexington import Lexington as SecondLexington
from tests.oracle.replaying import Book
from tests.oracle.typed import Typed
from xladdin.errors import NotFoundError
from xladdin.functions import (
    DPTRCHANGE,
    DPTRPERCENTILE,
    DPTRRATING,
    DPTRVALUE,
    LEXCHANGE,
    LEXEXPECTED,
    LEXNEED,
    LEXPAR,
    LEXPERCENT,
    LEXPERFORMANCE,
    LEXPOINTS,
    MISSBASIC,
    MISSCHANGE,
    MISSNEED,
    MISSSPREAD,
    MTLBASIC,
    MTLCHANGE,
    MTLNEED,
    MTLSPREAD,
    SCACHANGE,
)
from xladdin.systems.lexington import Lexington

ratings = st.integers(0, 3000)
scores = st.integers(1, 900)
diffs = st.integers(-1500, 1500)
results = st.sampled_from("WLT")
TURNED = {"W": "L", "L": "W", "T": "T"}
HUNDREDS = [100, 200, 300, 400, 500, 600, 700]


@given(ratings, ratings, scores, scores, results)
def test_a_game_gives_one_player_what_it_takes_from_the_other(
    one: int, two: int, own: int, other: int, result: str
) -> None:
    assert MISSCHANGE(one, two, own, other) == -MISSCHANGE(two, one, other, own)
    assert MTLCHANGE(one, two, own, other) == -MTLCHANGE(two, one, other, own)
    assert MISSBASIC(one - two, result) == -MISSBASIC(two - one, TURNED[result])
    assert MTLBASIC(one - two, result) == -MTLBASIC(two - one, TURNED[result])


@pytest.mark.parametrize("edge", HUNDREDS)
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("result", ["W", "L", "T"])
def test_mississauga_band_begins_at_its_edge(edge: int, side: int, result: str) -> None:
    below, at, above = (MISSBASIC(side * (edge + step), result) for step in (-1, 0, 99))
    assert below != at == above
    assert MISSBASIC(side * (edge - 0.5), result) == below
    assert abs(at - below) == (2 if result != "T" and (side > 0) == (result == "W") and edge <= 300 else 1)


@pytest.mark.parametrize("edge", [*HUNDREDS, 800, 900])
def test_montreal_band_begins_at_its_edge(edge: int) -> None:
    for side in (1, -1):
        below, at, above = (MTLBASIC(side * (edge + step)) for step in (-1, 0, 99))
        flat = side < 0 and edge < 400
        assert at == above
        assert (below == at) == flat
        assert MTLBASIC(side * (edge - 0.5)) == below
    assert MTLBASIC(edge + 100000) <= MTLBASIC(edge) <= 10 <= MTLBASIC(-edge) <= MTLBASIC(-edge - 100000)


@pytest.mark.parametrize(("spread", "most"), [(MISSSPREAD, 5), (MTLSPREAD, 4)])
def test_spread_points_step_every_fifty(spread: Any, most: int) -> None:
    for point in range(1, most + 1):
        assert spread(50 * point - 1) == spread(1 - 50 * point) == point - 1
        assert spread(50 * point) == spread(50 * point + 49) == point
    assert spread(10000) == most
    assert MISSSPREAD(10000, 400) == MISSSPREAD(-10000, -400) == 5 and MISSSPREAD(10000, 401) == 0


@given(ratings, ratings, scores, scores)
def test_double_game_halves_losses_alone(one: int, two: int, own: int, other: int) -> None:
    single, double = MTLCHANGE(one, two, own, other), MTLCHANGE(one, two, own, other, True)
    if single >= 0:
        assert double == single
    else:
        assert 2 * double in (single, single - 1)


@given(scores, scores, diffs)
def test_lexington_percentages_add_to_100(own: int, other: int, diff: int) -> None:
    assert LEXEXPECTED(diff) + LEXEXPECTED(-diff) == pytest.approx(100)
    assert (LEXEXPECTED(abs(diff)) - 47.5) ** 2 == pytest.approx(abs(diff) + 6.25)
    assert LEXPERCENT(own, other) + LEXPERCENT(other, own) == pytest.approx(100)
    share = 100 * own / (own + other)
    assert LEXPERCENT(own, other) - share == pytest.approx(4 * ((own > other) - (own < other)))


@given(st.floats(-104, 104))
def test_lexington_points_are_odd_and_bend_at_ten(difference: float) -> None:
    points = LEXPOINTS(difference)
    assert points == -LEXPOINTS(-difference)
    if abs(difference) <= 10:
        assert points == difference
    else:
        assert math.exp((abs(points) + 13) / 10) == pytest.approx(abs(difference))
        assert points * difference > 0


@given(ratings, ratings, scores, scores, st.integers(0, 49), st.integers(50, 9999))
def test_lexington_change(one: int, two: int, own: int, other: int, few: int, many: int) -> None:
    full, half = LEXCHANGE(one, two, own, other, few), LEXCHANGE(one, two, own, other, many)
    assert full == LEXCHANGE(one, two, own, other, 49)
    assert half == LEXCHANGE(one, two, own, other, 50)
    assert abs(full - 2 * half) <= 1
    assert full == -LEXCHANGE(two, one, other, own, few)
    assert abs(full - LEXPOINTS(LEXPERCENT(own, other) - LEXEXPECTED(one - two))) <= 0.5 + 1e-9


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


@given(ratings, ratings)
def test_sca_takes_a_point_for_each_full_25_and_at_most_15(white: int, black: int) -> None:
    points = min(abs(white - black) // 25, 15) * (-1 if white > black else 1)
    assert [SCACHANGE(white, black, result) for result in "WTL"] == [16 + points, points, points - 16]
    assert SCACHANGE(black, white, "L") == -SCACHANGE(white, black, "W")


@given(st.floats(0, 100), st.data(), st.integers(1, 300), st.integers(1, 9), st.booleans())
def test_dip_pouch_ratings_stay_within_0_to_100(
    rating: float, data: st.DataObject, players: int, rounds: int, worlds: bool
) -> None:
    place = data.draw(st.integers(1, players))
    event = players, rounds, 2006, worlds
    percentile, new = DPTRPERCENTILE(place, players), DPTRRATING(rating, place, *event)
    assert 0 < percentile < 100
    assert min(rating, percentile) - 1e-9 <= new <= max(rating, percentile) + 1e-9
    assert new - rating == pytest.approx(DPTRCHANGE(rating, place, *event))
    assert percentile + DPTRPERCENTILE(players + 1 - place, players) == pytest.approx(100)


@given(st.integers(1, 300), st.integers(2, 9), st.integers(1980, 2030))
def test_dip_pouch_values(players: int, rounds: int, year: int) -> None:
    one, more = DPTRVALUE(players, 1, year), DPTRVALUE(players, rounds, year)
    assert DPTRVALUE(players, rounds, year, True) == 20
    if year < 2001:
        assert one == more == 0
    else:
        assert 2 < one <= more <= 15
        assert more == DPTRVALUE(players, 2, year)
        assert (one - 2) * 2 == pytest.approx(more - 2) or more == 15


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
