"""The last session or the last event, against the typed games and the examples of the sources."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS, random_tables
from tests.helpers.replays import (
    GAMES_OF,
    by_player,
    random_club,
    replay_of,
    sample,
    sides,
)
from xladdin.languages import IN_ENGLISH
from xladdin.reports.context import ReportContext, evenings
from xladdin.reports.games import event_lines, session_games, session_players
from xladdin.reports.scoreboard import event_facts, scoreboard_report
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS

GOLDEN = Path(__file__).parents[1] / "golden"


def test_a_newcomers_game_has_no_change_and_says_why() -> None:
    players = [["Player", "Start rating", "Start games"], ["Ann", 1500, 60], ["New", None, None]]
    games = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], ["2024-01-02", "New", 400, "Ann", 380]]
    club = Statistics(replay_of("lexington", {"players": players, "games": games}))
    (game,) = session_games(club)
    assert game.change1 is None and game.change2 is not None
    assert game.words[0].text.startswith("new, rated by all games so far")
    assert game.words[1].text.endswith(f"change {game.change2}")
    new = by_player(session_players(club))["New"]
    assert (new.old, new.plain_sum, new.change, new.new) == (None, None, None, "UNR")


def test_the_mississauga_list_takes_the_multiplied_sum() -> None:
    """The page says "Lester ... +28, his rating gain would become +56" and "Kim ... +15 ... would become +12"."""
    lines = by_player(session_players(Statistics(sample("mississauga"))))
    assert (lines["Lester"].old, lines["Lester"].plain_sum, lines["Lester"].change) == (944, 28, 56)
    assert (lines["Kim"].old, lines["Kim"].plain_sum, lines["Kim"].change) == (1933, 15, 12)


@pytest.mark.parametrize("key", GAMES_OF)
def test_scoreboard_holds_the_last_sessions_games(key: str) -> None:
    tables, replayed = random_club(key)
    rows = tables["games"][1:]
    last = max(str(row[0]) for row in rows)
    typed = [row for row in rows if row[0] == last]
    games = Statistics(replayed)
    assert [(g.player1, g.player2, g.score1, g.score2) for g in session_games(games)] == [
        sides(key, row)[0] for row in typed
    ]
    spreads: Counter[str] = Counter()
    for row in typed:
        for player, _, own, others in sides(key, row):
            spreads[player] += own - others  # type: ignore[assignment]
    lines = session_players(games)
    assert {line.player: line.spread for line in lines} == spreads
    order = [(line.wins + line.ties / 2, line.spread) for line in lines]
    assert order == sorted(order, reverse=True)


def test_the_report_of_canuck_con() -> None:
    lines = event_lines(sample("dptr"))
    with (GOLDEN / "canuck-con-2006.csv").open(encoding="utf-8") as printed:
        expected = [(row["Player"], int(row["Place"]), row["Percentile"]) for row in csv.DictReader(printed)]
    assert [(line.player, line.place, f"{line.percentile:.2f}") for line in lines] == expected
    assert f"{lines[0].value:.2f}" == "7.43"


def test_the_report_of_canuck_con_begins_as_the_source_prints_it() -> None:
    """ "Date October 1, 2006 Place Vancouver / Number of players 19 Number of rounds 4 Number of boards 10" """
    statistics = event_facts(sample("dptr"), IN_ENGLISH)
    assert statistics == "Canuck Con 2006 · Vancouver · 1 October 2006 · 19 players · 4 rounds · 10 boards · value 7.43"


@pytest.mark.parametrize("key", KEYS)
def test_every_evening_is_as_its_scoreboard_was(key: str) -> None:
    """Some evenings have no rated game, before, between and after the others."""
    if not SYSTEMS[key].log_schema.is_paired or SYSTEMS[key].in_recorded_order:
        return
    tables = random_tables(key, 60, 8, 3)
    if SYSTEMS[key].log_schema.has_scores:
        heading = ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Kind"]
        kinds = ("Unrated", None, "Unrated", "Unrated", None, None, "Unrated", "Unrated")
        games = [[f"2026-01-{day:02d}", "Ann", 400, "Bob", 300, kind] for day, kind in enumerate(kinds, 6)]
        players = [["Player", "Start rating", "Start games"], ["Ann", 1500, 60], ["Bob", 1600, 60]]
        tables = {"players": players, "games": [heading, *games]}
    context = ReportContext(replay_of(key, tables))
    for view in evenings(context.replay):
        assert view.last_date is not None
        then = context.as_of(view.last_date).statistics
        assert session_games(Statistics(view)) == session_games(then)
        assert session_players(Statistics(view)) == session_players(then)


def test_the_par_game_follows_the_order_of_the_players() -> None:
    """The source lists "C | 440 | A | 399 | 383-456", the winner first, whoever is typed first."""
    players = [["Player", "Start rating", "Start games"], ["A", 1824, 60], ["C", 1713, 60]]
    heading = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
    for typed in (["C", 440, "A", 399], ["A", 399, "C", 440]):
        context = ReportContext(
            replay_of("lexington", {"players": players, "games": [heading, ["1998-07-23", *typed]]})
        )
        (section, _) = scoreboard_report(context.system).sections_on("web")
        (group,) = section.groups_of(context)
        assert [row.line.player for row in group.rows if row.line] == ["C", "A"]
        assert group.rows[-1].notes[-1].text == "Par game: 383–456"
