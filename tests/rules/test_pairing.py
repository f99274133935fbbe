"""Contract of the pairing of a round: what must hold of every round, and of some by hand."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xladdin.game_log.parsing import BYE_POSITION
from xladdin.pairing import SITS_OUT, Evening, LastPaired, PairedTable, Pairing, pair_round

Met = dict[tuple[int, int], int]
Drawn = tuple[list[int], Met, list[int]]
DAY = date(2026, 3, 14)


@st.composite
def rounds(draw: st.DrawFn, most: int = 12) -> Drawn:
    """Draw strengths in descending order, pairs that have met, and byes."""
    strengths = sorted(draw(st.lists(st.integers(800, 2100), min_size=2, max_size=most)), reverse=True)
    pairs = list(combinations(range(len(strengths)), 2))
    met = draw(st.lists(st.sampled_from(pairs), unique=True))
    byes = draw(st.lists(st.integers(0, 3), min_size=len(strengths), max_size=len(strengths)))
    return strengths, dict.fromkeys(met, 1), byes


def all_pairings(players: list[int]) -> list[list[tuple[int, int]]]:
    """List every way to pair an even number of players."""
    if not players:
        return [[]]
    first, *rest = players
    return [[(first, other), *pairing] for other in rest for pairing in all_pairings([p for p in rest if p != other])]


def difference(strengths: list[int], tables: list[tuple[int, int]]) -> int:
    return sum(abs(strengths[a] - strengths[b]) for a, b in tables if b != SITS_OUT)


def players_of(pairing: Pairing) -> list[int]:
    return sorted(player for table in pairing.tables for player in table if player != SITS_OUT)


@given(rounds())
def test_everybody_plays_once_or_sits_out_in_turn_and_always_the_same(drawn: Drawn) -> None:
    strengths, met, byes = drawn
    pairing = pair_round(strengths, met, byes)
    assert players_of(pairing) == list(range(len(strengths)))
    sitting = [table[0] for table in pairing.tables if table[1] == SITS_OUT]
    assert len(sitting) == len(strengths) % 2
    assert all(byes[player] == min(byes) for player in sitting)
    assert not sitting or pairing.tables[-1] == (sitting[0], SITS_OUT)
    assert pair_round(strengths, dict(reversed(met.items())), byes) == pairing


@pytest.mark.parametrize("repeats_first", [False, True])
@given(rounds(most=8))
def test_repeats_turns_and_the_sum_of_differences_are_least_in_this_order(repeats_first: bool, drawn: Drawn) -> None:
    """We hold it against every possible pairing, with each player sitting out. A club may put its repeats first."""
    strengths, met, byes = drawn
    players = list(range(len(strengths)))
    pairing = pair_round(strengths, met, byes, repeats_first=repeats_first)

    def cost(repeats: int, out: int | None, sum_: int) -> tuple[int, ...]:
        turn = 0 if out is None else byes[out]
        return (repeats, turn, sum_) if repeats_first else (turn, repeats, sum_)

    ways = [
        cost(sum(pair in met for pair in tables), out, difference(strengths, tables))
        for out in (players if len(players) % 2 else [None])
        for tables in all_pairings([player for player in players if player != out])
    ]
    assert cost(len(pairing.repeats), pairing.odd_player, difference(strengths, pairing.tables)) == min(ways)


@given(rounds(most=11))
def test_who_plays_two_has_two_opponents_in_turn_and_nobody_sits_out(drawn: Drawn) -> None:
    strengths, met, turns = drawn
    strengths = strengths if len(strengths) % 2 else strengths[:-1]
    if len(strengths) < 3:
        return
    turns = turns[: len(strengths)]
    pairing = pair_round(strengths, met, turns, two_at_once=True)
    double = pairing.odd_player
    assert double is not None and turns[double] == min(turns)
    assert players_of(pairing) == sorted([*range(len(strengths)), double])
    opponents = {a if b == double else b for a, b in pairing.tables if double in (a, b)}
    assert len(opponents) == 2 and double not in opponents


@pytest.mark.parametrize(
    "met",
    [
        {(0, 1): 1, (2, 3): 1},  # the neighbours may not meet: 1600-1400 and 1500-1300 sum as 1600-1300 and 1500-1400
        {(0, 1): 1000, (2, 3): 1000, (0, 2): 1, (1, 3): 1, (0, 3): 1, (1, 2): 1},  # tonight weighs more than last week
    ],
)
def test_the_evenest_of_equal_sums_is_taken_and_a_meeting_tonight_weighs_more(met: Met) -> None:
    assert pair_round([1600, 1500, 1400, 1300], met, [0] * 4).tables == [(0, 2), (1, 3)]


@pytest.mark.parametrize("players", [0, 1])
def test_a_round_of_nobody_and_of_one(players: int) -> None:
    assert list(pair_round([1000] * players, {}, [0] * players).tables) == [(0, SITS_OUT)] * players


def evening(*tables: tuple[int, int, int, int | None, int], paired: LastPaired | None = None) -> Evening:
    return Evening(DAY, [PairedTable(*table) for table in tables], {}, Counter(), Counter(), Counter(), paired)


def test_a_standing_is_of_the_players_own_games_from_his_own_side() -> None:
    tonight = evening(
        (1, 0, 1, 1, 40), (1, 2, 3, 0, 0), (2, 1, 2, -1, -25), (2, 0, BYE_POSITION, None, 0), (2, 3, 0, None, 0)
    )
    assert tonight.round == 2
    assert [tonight.standing(player) for player in range(4)] == [(1, 40), (0, -65), (1.5, 25), (0.5, 0)]


def test_a_round_is_known_by_what_was_paired() -> None:
    """Round 2 was paired below three games of 0 and 1, who play in it again after a change by hand."""
    played = [(1 + row, 0, 1, 1, 9) for row in range(3)]
    paired = LastPaired(DAY, 2, 3)
    tonight = evening(*played, (4, 0, 1, None, 0), (1, 2, 3, None, 0), paired=paired)
    assert (tonight.round, [*tonight.waiting_tables.values()]) == (2, tonight.tables[3:])
    assert evening(*played, paired=paired).round == 1, "the round was taken out"
    assert LastPaired.parse(str(paired)) == paired
    assert LastPaired.parse("soon") is LastPaired.parse(str(paired).replace("2026-03", "2026-13")) is None


def test_who_sat_out_an_earlier_round_does_not_sit_out_the_last_and_a_game_without_a_score_waits() -> None:
    tonight = evening(
        (1, 0, 1, 1, 40),
        (1, 2, BYE_POSITION, None, 0),
        (1, 3, 4, None, 0),
        (2, 0, 2, None, 0),
        (2, BYE_POSITION, 1, None, 0),
    )
    assert (tonight.round, tonight.players_sitting_out) == (2, [1])
    assert tonight.waiting_tables == {1: tonight.tables[2], 2: tonight.tables[3]}
