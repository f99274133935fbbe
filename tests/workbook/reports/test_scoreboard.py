"""The last session or the last event, against the typed games and the examples of the sources."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import book_of, recalculated, sample_book, stored
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.libreoffice import pdf_texts, to_pdf
from tests.helpers.replays import (
    GAMES_OF,
    by_player,
    random_club,
    replay_of,
    sample,
    sides,
)
from tests.helpers.widths import width
from tests.looks.judging import INDENT, POINTS_OF_A_PIXEL, pixels
from tests.workbook.reports.french_clubs import texts
from xladdin.languages.language import ENGLISH, IN_ENGLISH, IN_FRENCH, Language
from xladdin.reports.described.session import event_facts, scoreboard
from xladdin.reports.events import event_lines
from xladdin.reports.scoreboard import session_games, session_players
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS

GOLDEN = Path(__file__).parents[2] / "golden"


def test_scoreboard_explains_each_game_in_words() -> None:
    words = {
        "mississauga": ["Pierre: favourite by 227 wins: 6; spread 113: 2; change 8"],
        "montreal": [
            "Spot: favourite by 1300 wins: -2; spread 10: 0; -2 halved in a double game; change -1",
            "John: underdog by 1300 loses: 2; spread 10: 0; change 2",
        ],
        "lexington": ["A: favourite by 116 wins: 66.79% scored, 58.56% expected; 8.23 over; half: 4.12; change 4"],
    }
    opponents = {"mississauga": ("Pierre", "Mackenzie"), "montreal": ("Spot", "John"), "lexington": ("A", "D")}
    for key, expected in words.items():
        games = session_games(Statistics(sample(key)))
        (game,) = [game for game in games if (game.player1, game.player2) == opponents[key]]
        assert [f"{note.player}: {note.text}" for note in game.words] == expected


def test_a_newcomers_game_has_no_change_and_says_why() -> None:
    players = [["Player", "Start rating", "Start games"], ["Ann", 1500, 60], ["New", None, None]]
    games = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], ["2024-01-02", "New", 400, "Ann", 380]]
    club = Statistics(replay_of("lexington", {"players": players, "games": games}))
    (game,) = session_games(club)
    assert game.change1 is None and game.change2 is not None
    assert game.words[0].text.startswith("new, rated by all games so far")
    assert game.words[1].text.endswith(f"change {game.change2}")
    new = by_player(session_players(club))["New"]
    assert (new.old, new.plain_sum, new.taken, new.new) == (None, None, None, "UNR")


def test_the_mississauga_list_takes_the_multiplied_sum() -> None:
    """The page says "Lester ... +28, his rating gain would become +56" and "Kim ... +15 ... would become +12"."""
    lines = by_player(session_players(Statistics(sample("mississauga"))))
    assert (lines["Lester"].old, lines["Lester"].plain_sum, lines["Lester"].taken) == (944, 28, 56)
    assert (lines["Kim"].old, lines["Kim"].plain_sum, lines["Kim"].taken) == (1933, 15, 12)


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


def test_no_line_of_the_elo_clubs_key_leaves_its_page(tmp_path: Path) -> None:
    """Games with results take a narrower page than games with scores."""
    pages = pdf_texts(to_pdf(sample_book("elo", tmp_path), tmp_path / "pdf"))
    games = next(text for text in pages if "Change of a game" in text and "· Scoreboard" in text.splitlines()[-1])
    words = " ".join(games.split())
    assert "K × (score − expected score), rounded once a session." in words
    assert "From 0 K is 20, for new players 40." in words and "From 2400 K is 10, for new players 10." in words


@pytest.mark.parametrize("code", [ENGLISH, IN_FRENCH])
def test_what_the_list_makes_of_a_session_has_room_in_its_column(code: str) -> None:
    """The column is the last on its page, and words that ran on would be cut there."""
    system, say = SYSTEMS["mississauga"], Language(code)
    (column,) = [column for key, column in scoreboard(system).sections[-1].columns.items() if key == "how"]
    room = (column.width * 7 + 5 - INDENT) * POINTS_OF_A_PIXEL
    told = {say.render(system.describe_session(1800, games, total)) for games in (9, 99) for total in range(-98, 99)}
    assert any("arrondi à −" in words or "rounded -" in words for words in told)
    assert [words for words in told if width(words) * 10 > room] == []


def test_the_keys_of_an_event_explain_nothing_that_is_not_there(tmp_path: Path) -> None:
    book = stored(sample_book("dptr", tmp_path))
    said = {sheet: [str(cell) for row in book[sheet].values for cell in row] for sheet in ("Scoreboard", "Records")}
    assert not any("Favourite" in text for text in said["Scoreboard"])
    named = {text.partition(":")[0] for text in said["Records"] if text.startswith(("Biggest upset:", "Rating gain:"))}
    assert named <= set(said["Records"])


@pytest.mark.parametrize("key", ["mississauga", "lexington"])
def test_the_key_is_apart_from_the_words_of_the_last_game(key: str, tmp_path: Path) -> None:
    rows = [row[:3] for row in stored(sample_book(key, tmp_path))["Scoreboard"].values]
    first = next(number for number, row in enumerate(rows) if "▲" in str(row[0]))
    assert not any(rows[first - 1]) and any(rows[first - 2])


@pytest.mark.parametrize("key", ["montreal", "lexington"])
def test_the_words_of_a_game_begin_further_in_than_its_names(key: str, tmp_path: Path) -> None:
    lead = openpyxl.load_workbook(sample_book(key, tmp_path))["Scoreboard"].column_dimensions["A"]
    assert lead.alignment.indent * INDENT > pixels(lead) + INDENT


def test_a_score_below_0_has_a_true_minus(tmp_path: Path) -> None:
    players = [["Player"], ["Ann"], ["Bob"]]
    games = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], ["2025-01-07", "Ann", -20, "Bob", 450]]
    path = book_of("mississauga", tmp_path, {"players": players, "games": games})
    recalculated(path)
    for sheet in ("Scoreboard", "Records"):
        assert "450–\N{MINUS SIGN}20" in texts(path, sheet)
    assert "Bob (1000), \N{MINUS SIGN}20–450" in run_here("player", path, "Ann").out
