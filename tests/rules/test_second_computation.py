"""Contract of replay and reports: every figure of the second computation, and what holds of every log and number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.helpers.clubs import NOW, book_of, recalc_club, set_rule
from tests.helpers.edited_rules import edit_rules
from tests.helpers.live_cells import new_book
from tests.helpers.random_clubs import random_club
from tests.helpers.suite.length import examples
from tests.oracle import engine
from tests.oracle.engine import SCRABBLE, near, replayed
from tests.oracle.lexington import Lexington as SecondLexington
from tests.oracle.log import FIRST_DATE, Entry, ScoreGame, Tables, camp_tables, camps, club_tables, clubs, tours
from tests.oracle.replaying import CHANGES, figures, typed_log, verify_file
from xladdin.errors import NotFoundError
from xladdin.files.club_file import open_club_file
from xladdin.functions import CLUBCHANGES, CLUBRATINGS, LEXCHANGE, LEXNEED, MISSCHANGE, MISSNEED, MTLCHANGE, MTLNEED
from xladdin.systems import SYSTEMS
from xladdin.systems.bands import PRESETS
from xladdin.systems.bands import SYSTEM as BANDS
from xladdin.systems.lexington import Lexington
from xladdin.systems.system import WHEN_DUE
from xladdin.workbook.rules import read_system

CHESS = "White rating", "Black rating", "White change", "Black change"
LOGS: dict[str, tuple[st.SearchStrategy[Any], Any, Sequence[str]]] = {
    "mississauga": (clubs(), club_tables, CHANGES),
    "montreal": (clubs(double=True), club_tables, CHANGES),
    "lexington": (clubs(), club_tables, CHANGES),
    "elo": (clubs(), partial(club_tables, by_results=True), CHESS),
    "sca": (camps(), camp_tables, CHESS),
    "dptr": (tours(), None, ("Percentile", "Value", "Rating before", "Change")),
}
"""Random logs of each system, how they are typed, and what CLUBCHANGES gives for a row."""


@pytest.mark.parametrize("key", LOGS)
@given(data=st.data())
def test_a_random_log_gives_the_figures_of_the_oracle(key: str, data: st.DataObject) -> None:
    """The functions give every change, rating and count, and the replay every column of Players besides."""
    strategy, as_tables, headings = LOGS[key]
    drawn = data.draw(strategy)
    tables: Tables = as_tables(*drawn) if as_tables else drawn
    expected = figures(key, tables)
    if key == "dptr":
        values = {row[0]: expected["Events", number, "Value"] for number, row in enumerate(tables["Events"][1:])}
        expected |= {("Results", number, "Value"): values[row[0]] for number, row in enumerate(tables["Results"][1:])}

    changes = CLUBCHANGES(key, *tables.values())
    log = "Results" if key == "dptr" else "Games"
    assert len(changes) == len(tables[log]) - 1
    for row, cells in enumerate(changes):
        values_of_row = [expected.get((log, row, heading)) for heading in headings]
        assert cells == ["" if figure is None else near(figure) for figure in values_of_row]
        assert key in ("dptr", "elo") or all(type(cell) is int for cell in cells if cell != "")
    rows = {row[0]: number for number, row in enumerate(tables["Players"][1:])}
    for _, player, rating, count in CLUBRATINGS(key, *tables.values())[1:]:
        played = "Events" if key == "dptr" else "Games"
        both = [expected["Players", rows[player], heading] for heading in ("Rating", played)]
        assert [rating, count] == [rating if figure is None else near(figure) for figure in both]
    computed = replayed(key, tables)
    columns = computed.log.system.player_columns(computed.state)
    compared = columns.keys() & {heading for table, _, heading in expected if table == "Players"}
    assert len(compared) >= 2
    for heading in compared:
        assert columns[heading] == [near(expected["Players", row, heading]) for row in rows.values()], heading


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        *((key, {"adjustments_take_effect": WHEN_DUE}) for key in SCRABBLE),
        ("montreal", {"rated_together": "game"}),
        *((f"bands like {key}", {}) for key in PRESETS),
        *(("elo", {"logged_by": log, "expected_by": by, "rated_together": together})
          for log in ("results", "scores") for by in ("formula", "table") for together in ("session", "game")),
    ],
)  # fmt: skip
@given(data=st.data())
def test_random_logs_by_the_settings_of_a_club(key: str, rules: dict[str, str], data: st.DataObject) -> None:
    """Games of one date go in recorded order where the club rates them one by one.

    A club's own table that begins as another system rates to the point as that does. Adjustments
    dated after the last session change the list when they are due, where the club says so.
    """
    system = PRESETS[key.split()[-1]] if key not in SYSTEMS else SYSTEMS[key]
    key = key.split()[-1]
    club = data.draw(clubs(double=key == "montreal"))
    tables = club_tables(*club, by_results=rules.get("logged_by") == "results")
    due = [extra.date + timedelta(days) for extra in club[2] for days in (-1, 0)]
    today = data.draw(st.sampled_from([date.max, *due]))
    expected = figures(key, tables, today, **rules)
    result = replayed(replace(system, **rules), tables, today)
    for heading in CHESS if "White" in tables["Games"][0] else CHANGES:
        assert result.column_by_row(heading) == [
            near(expected.get(("Games", row, heading))) for row, _ in enumerate(club[1])
        ]
    ratings = result.log.system.player_columns(result.state)["Rating"]
    assert ratings == [expected["Players", row, "Rating"] for row, _ in enumerate(club[0])]


def test_a_workbook_by_the_rules_on_its_sheet(tmp_path: Path) -> None:
    """A club's own table as it begins, as the two clubs have it, and changed all over; an Elo by scores and table."""
    books = []
    for edits in ("", "mississauga", "montreal", "edited"):
        system = edit_rules(BANDS) if edits == "edited" else BANDS.with_preset(edits)
        (tmp_path / f"of {edits}").mkdir()
        books.append(new_book(system, random_club(system, seed=len(edits)), tmp_path / f"of {edits}"))
        assert read_system(open_club_file(books[-1])) == system
    books.append(book_of("elo", tmp_path, random_club(BANDS, 3), log="scores"))
    set_rule(books[-1], "rule_expected_by", "table")
    set_rule(books[-1], "rule_rated_together", "game")
    for path in books:
        assert not recalc_club(path).problems
        verdict = verify_file(path, NOW)
        assert verdict.disagreements == [] and verdict.agreeing > 900


@pytest.mark.parametrize("key", [*SCRABBLE, "sca"])
@given(data=st.data())
def test_every_report_of_a_day_agrees(key: str, data: st.DataObject) -> None:
    """What is walked through evening by evening is what each showed then, and the history has the same ratings."""
    strategy, as_tables, _ = LOGS[key]
    replay = replayed(key, as_tables(*data.draw(strategy)))
    table = engine.build_history(replay, 1000, 1000)
    by_day = {day: dict(zip(table.players, ratings)) for (day, _), ratings in zip(table.periods, table.ratings)}
    assert list(by_day) == sorted({period.date for period in replay.log.periods}, reverse=True)
    corner = table.players[:3], table.periods[:2], [row[:3] for row in table.ratings[:2]]
    assert engine.build_history(replay, 2, 3) == corner
    for view in engine.iter_replays_by_session(replay):
        day = view.last_date
        chosen = engine.Statistics(engine.replay_as_of(replay, day))
        assert chosen.replay.last_date == day
        walked = engine.list_session_players(engine.Statistics(view))
        assert walked == engine.list_session_players(chosen)
        assert engine.list_session_games(engine.Statistics(view)) == engine.list_session_games(chosen)
        for line in walked:
            if line.change is not None and line.old is not None:
                assert line.new == line.old + line.change
            if key == "sca" and line.games:
                assert line.plain_sum == line.change
        for listed in engine.list_standings(chosen):
            if listed.games and day in by_day and not isinstance(listed.new, str) and listed.player in table.players:
                assert by_day[day][listed.player] == listed.new


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
    assume(not rules.find_setting_errors())
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


@given(st.integers(1000, 2000), st.integers(0, 400), scores, scores)
def test_lexington_newcomer_at_a_half_rounds_up(below: int, apart: int, score: int, other: int) -> None:
    """Mirrored scores against two opponents perform exactly between them. A computed half counts as a half."""
    players = {"New": Entry(), "X": Entry(below - apart, 20), "Y": Entry(below + 1 + apart, 20)}
    games = [ScoreGame(FIRST_DATE, "New", score, "X", other), ScoreGame(FIRST_DATE, "Y", score, "New", other)]
    new, changes = rated("lexington", players, games, [])
    assert new["New"] == below + 1
    assert changes[0][0] == changes[1][1] == below + 36
