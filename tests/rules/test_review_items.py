"""What is worth a look: each question comes from a log by hand, and none from plain logs."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.clubs import Rows
from tests.helpers.replays import replay_of
from xladdin.cells.text import name_key, without_accents
from xladdin.reports.review_items import Limits, ReviewItem, _alike, find_review_items

LIMITS = Limits(below=100, above=700, spread=400, change=100, earlier=60)
NAMES = ("Annabel", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
PLAYERS = [["Player", "Start rating", "Start games"], *([name, 1200, 99] for name in NAMES)]
HEADINGS = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]


def evening(day: date, games: int = 4) -> list[list[object]]:
    """Games of one evening, no two alike."""
    pairs = list(zip(NAMES[::2], NAMES[1::2]))[:games]
    return [[day.isoformat(), one, 400 + n + day.day, two, 350] for n, (one, two) in enumerate(pairs)]


def season(evenings: int = 11) -> list[list[object]]:
    """Tuesdays from 6 January 2026 on."""
    return [row for number in range(evenings) for row in evening(date(2026, 1, 6) + timedelta(7 * number))]


def asked(
    games: Rows, players: Rows = PLAYERS, key: str = "mississauga", blank: tuple[int, ...] = ()
) -> list[ReviewItem]:
    """What xladdin asks. Without games, the log gets one that is not yet played."""
    games = games or [["2026-03-17", players[1][0], None, players[2][0], None]]
    return find_review_items(replay_of(key, {"players": players, "games": [HEADINGS, *games]}), LIMITS, blank)


def test_a_plain_season_asks_nothing() -> None:
    assert asked(season()) == []


@pytest.mark.parametrize(
    ("row", "what", "why"),
    [
        (["2026-03-17", "Eve", 42, "Bob", 350], "A low score", "42 is below 100"),
        (["2026-03-17", "Eve", 701, "Bob", 350], "A high score", "701 is above 700"),
        (["2026-03-17", "Eve", 600, "Bob", 199], "A large spread", "401 points apart, more than 400"),
        (["2026-03-17", "Bob", 350, "Annabel", 417], "The same game twice", "Bob 350, Annabel 417 is also in"),
    ],
)
def test_a_game_is_asked_about(row: list[object], what: str, why: str) -> None:
    (question,) = asked([*season(), row])
    assert (question.what, question.row) == (what, 44)
    assert question.why.endswith(why)
    assert question.more_rows == ([40] if what == "The same game twice" else ())


@pytest.mark.parametrize("scores", [(100, 350), (700, 350), (600, 200), (380, 379), (380, 380)])
def test_at_the_limit_nothing_is_asked(scores: tuple[int, int]) -> None:
    assert asked([*season(), ["2026-03-17", "Eve", scores[0], "Bob", scores[1]]]) == []


def test_an_evening_pasted_twice_is_one_question() -> None:
    (question,) = asked([*season(), *evening(date(2026, 3, 17))])
    assert (question.what, question.row, list(question.more_rows)) == ("An evening twice", 44, [40, 41, 42, 43])
    assert question.why == "4 games of 2026-03-17 are there already, in"


def test_a_session_of_one_game_and_another_weekday() -> None:
    first, second = asked([*season(), *evening(date(2026, 3, 25), games=1)])
    assert {first.what, second.what} == {"A session of one game", "Another weekday"}
    assert "2026-03-25 is a Wednesday; 10 of the ten sessions before were on a Tuesday" in (first.why, second.why)
    (alone,) = asked([*season(), *evening(date(2026, 3, 25))])
    assert alone.what == "Another weekday"
    assert asked([*season(9), *evening(date(2026, 3, 11))]) == [], "with nine sessions before nobody knows"


def test_an_early_date_between_later_ones() -> None:
    games = season()
    games.insert(8, ["2025-01-20", "Eve", 400, "Bob", 350])
    (question,) = (one for one in asked(games) if one.what == "An early date")
    assert question.row == 8 and "358 days before" in question.why
    games[8][0] = "2025-12-07"
    assert "An early date" not in {one.what for one in asked(games)}, "37 days before its neighbours"


def test_a_large_change_of_a_player_of_many_games() -> None:
    """Lexington: ten games lost by 300 in an evening take far over 100 from 1800, also after only 49 games."""
    games = [["2026-03-17", "Annabel", 300, name, 600 + n] for n, name in enumerate(NAMES[1:] * 2)]
    players = [PLAYERS[0], ["Annabel", 1800, 50], *([name, 1200, 99] for name in NAMES[1:])]
    (question,) = (one for one in asked(games, players, "lexington") if one.what == "A large change")
    assert question.why.startswith("Annabel moves by -")
    players[1] = ["Annabel", 1800, 49]
    assert "A large change" not in {one.what for one in asked(games, players, "lexington")}


def test_a_start_rating_without_games_is_named() -> None:
    (question,) = asked([], blank=(1,))
    assert question.table == "Players" and question.row == 1
    assert question.why == "Bob comes with 1200 and is rated as a beginner; type the games, or 0"


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Pierre", "Piere", True),
        ("Gabriel", "Gabriell", True),
        ("Renée", "Renee", True),
        ("Zoë", "Zoe", True),
        ("Łukasz", "Lukasz", True),
        ("Joan Smith", "John Smith", True),
        ("Ann", "Anna", False),
        ("Dan", "Don", False),
        ("Player 1", "Player 2", False),
        ("Anna B.", "Anna C.", False),
        ("Marie-Claire", "Marie-Louise", False),
        ("Martin", "Nitram", False),
    ],
)
def test_names_alike(one: str, other: str, alike: bool) -> None:
    players = [PLAYERS[0], [one, 1200, 99], [other, 1200, 99]]
    assert [question.what for question in asked([], players)] == (["Names alike"] if alike else [])


@pytest.mark.parametrize(
    ("alias", "player", "asked_about"), [("bob", "Annabel", True), ("Bob", "Bob", False), ("Bobby", "Bob", False)]
)
def test_an_alias_that_is_a_player_is_asked_about(alias: str, player: str, asked_about: bool) -> None:
    tables = {"players": PLAYERS, "games": [HEADINGS, *season()], "aliases": [["Alias", "Player"], [alias, player]]}
    found = find_review_items(replay_of("mississauga", tables), LIMITS, ())
    why = "Bob is on Players, and on Aliases for Annabel; merge the two, or delete the alias"
    assert [(one.what, one.why, one.row) for one in found] == [("A player on Aliases", why, 1)] * asked_about


@given(st.text("abé ", min_size=5, max_size=9), st.text("abé ", min_size=5, max_size=9))
def test_alike_is_the_same_from_both_sides_and_at_most_one_letter(one: str, other: str) -> None:
    first, second = (without_accents(name_key(name)) for name in (one, other))
    assert _alike(first, second) == _alike(second, first)
    if _alike(first, second) and first != second:
        shorter, longer = sorted((first, second), key=len)
        if len(shorter) < len(longer):
            assert shorter in {longer[:place] + longer[place + 1 :] for place in range(len(longer))}
        else:
            assert sum(a != b for a, b in zip(first, second)) == 1
