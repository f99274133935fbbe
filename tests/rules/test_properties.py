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
from tests.oracle.log import FIRST_DATE, Club, Entry, ScoreGame, club_tables, clubs
from tests.oracle.replaying import typed_log
from xladdin.errors import NotFoundError
from xladdin.functions import CLUBCHANGES, CLUBRATINGS, LEXCHANGE, LEXNEED, MISSCHANGE, MISSNEED, MTLCHANGE, MTLNEED
from xladdin.systems.lexington import Lexington

ratings = st.integers(0, 3000)
scores = st.integers(1, 900)


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
    second = SecondLexington(typed_log("lexington", {"Players": [["Player"]]}, date.max, typed))
    scored = [(Fraction(rival), second.percent(Fraction(score), Fraction(other))) for rival, score, other in games]
    performance = rules.performance([game[0] for game in games], [rules.percent(*game[1:]) for game in games], near)
    assert performance == pytest.approx(float(second.performance(scored)), abs=1e-6)


@given(ratings, ratings, st.integers(0, 900), st.integers(0, 120))
def test_the_needed_score_is_the_least_that_holds_the_rating(rating: int, two: int, other: int, games: int) -> None:
    try:
        needed = LEXNEED(rating, two, other, games)
    except NotFoundError:
        assert LEXCHANGE(rating, two, 2000, other, games) < 0
        return
    assert LEXCHANGE(rating, two, needed, other, games) >= 0
    assert needed == (0 if other else 1) or LEXCHANGE(rating, two, needed - 1, other, games) < 0


@pytest.mark.parametrize(("change", "need"), [(MISSCHANGE, MISSNEED), (MTLCHANGE, MTLNEED)])
@given(rating=ratings, two=ratings)
def test_the_needed_spread_is_the_least_that_gains(change: Any, need: Any, rating: int, two: int) -> None:
    gaining = [s for s in range(-400, 401) if change(rating, two, 1000 + max(s, 0), 1000 + max(-s, 0)) > 0]
    if gaining:
        assert need(rating, two) == min(gaining)
    else:
        with pytest.raises(NotFoundError, match="no spread raises the rating"):
            need(rating, two)


fewer = settings(max_examples=examples(30))


def rated(system: str, *club: Any) -> tuple[dict[str, Any], list[list[Any]]]:
    tables = club_tables(*club).values()
    return {player: rating for _, player, rating, _ in CLUBRATINGS(system, *tables)[1:]}, CLUBCHANGES(system, *tables)


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


@given(st.integers(1000, 2000), st.integers(0, 400), scores, scores)
def test_lexington_newcomer_at_a_half_rounds_up(below: int, apart: int, score: int, other: int) -> None:
    """Mirrored scores against two opponents perform exactly between them. A computed half counts as a half."""
    players = {"New": Entry(), "X": Entry(below - apart, 20), "Y": Entry(below + 1 + apart, 20)}
    games = [ScoreGame(FIRST_DATE, "New", score, "X", other), ScoreGame(FIRST_DATE, "Y", score, "New", other)]
    new, changes = rated("lexington", players, games, [])
    assert new["New"] == below + 1
    assert changes[0][0] == changes[1][1] == below + 36
