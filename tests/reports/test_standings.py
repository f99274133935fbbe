"""The ratings list, against our own count of the typed games and the words of the rules."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from datetime import date, timedelta

import pytest

from tests.helpers.replays import (
    GAMES_OF,
    by_player,
    list_of,
    random_club,
    replay_of,
    season_rows,
    sides,
)
from xladdin.languages import ENGLISH, Language
from xladdin.renderers.sheet import render_report
from xladdin.renderers.web import render_legend
from xladdin.replay import Replay
from xladdin.reports.context import ReportContext, StandingsLine, list_standings
from xladdin.reports.games import session_games, session_players
from xladdin.reports.ratings_lists import by_nation, standings_report, weekly_sheet
from xladdin.reports.report import Report
from xladdin.reports.wording import occasion_of
from xladdin.statistics import Statistics


@pytest.mark.parametrize("key", GAMES_OF)
def test_standings_count_the_seasons_games(key: str) -> None:
    tables, replayed = random_club(key)
    results: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for row in season_rows(key, tables):
        for player, _, own, others in sides(key, row):
            results[player].append((own, others))
    lines = by_player(list_of(replayed))
    assert len(lines) == 20
    for player, scores in results.items():
        line = lines[player]
        ties = sum(own == others for own, others in scores)
        wins = sum(own > others for own, others in scores)
        if key == "lexington":  # "A tie credits each player with a win"
            wins, ties = wins + ties, 0
        assert (line.wins, line.ties) == (wins, ties)
        assert line.losses == sum(own < others for own, others in scores)
        assert line.spread == sum(own - others for own, others in scores)
        assert line.average_for == pytest.approx(sum(own for own, _ in scores) / len(scores))
        assert line.average_against == pytest.approx(sum(others for _, others in scores) / len(scores))


@pytest.mark.parametrize("key", GAMES_OF)
def test_standings_tell_games_in_all_and_the_last_date(key: str) -> None:
    tables, replayed = random_club(key)
    played: Counter[str] = Counter()
    last: dict[str, str] = {}
    for row in tables["games"][1:]:
        for player, *_ in sides(key, row):
            played[player] += 1
            last[player] = max(last.get(player, ""), str(row[0]))
    headings = list(tables["players"][0])
    if "Start games" in headings:
        column = headings.index("Start games")
        played.update({str(row[0]): int(row[column] or 0) for row in tables["players"][1:]})
    for line in list_of(replayed):
        assert line.games == played[line.player]
        assert line.last_played is not None and line.last_played.isoformat() == last[line.player]


def test_camp_game_that_was_typed_late_does_not_set_the_last_date_back() -> None:
    tables = {
        "groups": [["Group", "Initial rating"], ["Pawns", 1000]],
        "players": [["Player", "Group"], ["Ada", "Pawns"], ["Bo", "Pawns"], ["Cy", "Pawns"]],
        "games": [
            ["Date", "White", "Black", "Result"],
            ["2026-07-08", "Ada", "Bo", "1-0"],
            ["2026-07-06", "Ada", "Cy", "1-0"],
        ],
    }
    last_played = {line.player: str(line.last_played) for line in list_of(replay_of("sca", tables))}
    assert last_played == {"Ada": "2026-07-08", "Bo": "2026-07-08", "Cy": "2026-07-06"}


def test_the_last_day_of_camp_is_all_games_of_the_latest_date_wherever_they_stand() -> None:
    tables = {
        "groups": [["Group", "Initial rating"], ["Pawns", 1000]],
        "players": [["Player", "Group"], *([name, "Pawns"] for name in ("Ada", "Bo", "Cy", "Di"))],
        "games": [
            ["Date", "White", "Black", "Result"],
            ["2026-07-07", "Ada", "Bo", "1-0"],
            ["2026-07-08", "Bo", "Ada", "1-0"],
            ["2026-07-06", "Cy", "Di", "1-0"],
            ["2026-07-08", "Cy", "Ada", "1-0"],
        ],
    }
    replayed = replay_of("sca", tables)
    games = [(game.player1, game.player2) for game in session_games(Statistics(replayed))]
    assert games == [("Bo", "Ada"), ("Cy", "Ada")]
    lines = by_player(list_of(replayed))
    # Ada, 1016 before the day, loses 17 to Bo, 984, and 16 to Cy, who is at 1016 after the game of the 6th
    assert (lines["Ada"].old, lines["Ada"].change, lines["Ada"].mark) == (1016, -33, "-")
    assert (lines["Bo"].old, lines["Bo"].change, lines["Bo"].new) == (984, 17, 1001)
    assert (lines["Cy"].old, lines["Cy"].change, lines["Cy"].mark) == (1016, 16, "+")
    assert (lines["Di"].old, lines["Di"].change, lines["Di"].mark) == (984, None, None)
    assert {line.player: line.games for line in session_players(Statistics(replayed))} == {"Ada": 2, "Bo": 1, "Cy": 1}


@pytest.mark.parametrize("key", ("montreal", "sca"))
def test_old_and_change_make_new(key: str) -> None:
    _, replayed = random_club(key)
    log = replayed.log
    last = slice(log.periods[-1].start, log.periods[-1].stop)
    changes: Counter[str] = Counter()
    for heading, side in zip(log.system.log_schema.changes, (log.games.player1, log.games.player2)):
        for player, change in zip(side[last], replayed.rated[heading][last]):
            changes[log.players[player].name] += change
    assert changes
    for line in list_of(replayed):
        assert line.old is not None
        if line.player in changes:
            assert line.new == max(line.old + changes[line.player], 1000 if key == "montreal" else 0)
            assert line.change == line.new - line.old
            assert line.mark == ("+" if line.new > line.old else "-" if line.new < line.old else "=")
        else:
            assert (line.new, line.change, line.mark) == (line.old, None, None)


def test_equal_ratings_share_the_rank_and_stand_in_order_of_name() -> None:
    players = [
        ["Player", "Start rating", "Start games"],
        *(["Zoe", 1500, ""], ["Ann", 1500, ""], ["Bob", 1600, 3], ["Cem", 1400, 3], ["Dot", 1700, ""]),
    ]
    games = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], ["2024-01-02", "Zoe", 400, "Ann", 400]]
    lines = list_of(replay_of("mississauga", {"players": players, "games": games}))
    ranks = [(line.rank, line.player) for line in lines]
    assert ranks == [(1, "Bob"), (2, "Ann"), (2, "Zoe"), (4, "Cem"), (None, "Dot")]  # who never played is not ranked


def test_a_boost_counts_in_change_and_mark_and_gives_no_mark_to_who_did_not_play() -> None:
    players = [["Player", "Start rating"], ["Ann", 1500], ["Bob", 1600], ["Cem", 1400]]
    games = [
        ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
        ["2024-01-02", "Ann", 400, "Cem", 400],
        ["2024-01-09", "Ann", 400, "Bob", 400],
    ]
    boost = [["Date", "Player", "Points"], ["2024-01-05", None, 50]]
    lines = by_player(list_of(replay_of("montreal", {"players": players, "games": games, "adjustments": boost})))
    assert (lines["Cem"].old, lines["Cem"].change, lines["Cem"].mark) == (1401, 50, None)
    assert (lines["Bob"].old, lines["Bob"].change, lines["Bob"].new, lines["Bob"].mark) == (1600, 49, 1649, "+")


def lexington_list() -> dict[str, StandingsLine]:
    """Twelve weekly sessions of Ann and Bob. Others come to some of them."""
    first = date(2006, 9, 7)
    days = [(first + timedelta(weeks=week)).isoformat() for week in range(12)]
    came = {
        "New at the last": days[11:],
        "Twice": days[10:],
        "Five times": days[7:],
        "Four ago": days[:8],
        "Eleven ago": days[:1],
        "Three games, four ago": days[5:8],
        "Ten ago": days[:2],
    }
    games: list[list[object]] = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"]]
    for number, day in enumerate(days):
        games.append([day, "Ann", 400, "Bob", 400 if number == 11 else 350])
        games.extend([day, name, 380, "Bob", 360] for name, dates in came.items() if day in dates)
    known = ["Four ago", "Eleven ago", "Ten ago"]
    players: list[list[object]] = [["Player", "Start rating", "Start games"], ["Ann", 1500, 60], ["Bob", 1480, 60]]
    players.extend([name, 1400, 60] if name in known else [name, None, None] for name in came)
    players.append(["Came with seven", 1432, 7])
    games.append([days[11], "Came with seven", 300, "Ann", 300])
    return by_player(list_of(replay_of("lexington", {"players": players, "games": games})))


def test_lexington_prints_newcomers_absent_and_unlisted_as_its_rules_say() -> None:
    lines = lexington_list()
    assert lines["New at the last"].new == "UNR" and lines["Twice"].new == "UNR"
    assert re.fullmatch(r"\d{4}/5", str(lines["Five times"].new))
    assert re.fullmatch(r"\d{4}/8", str(lines["Came with seven"].new))
    for newcomer in ("New at the last", "Twice", "Five times", "Came with seven"):
        assert (lines[newcomer].rank, lines[newcomer].old, lines[newcomer].change) == (None, None, None)
    assert lines["New at the last"].mark is None
    assert (lines["Four ago"].mark, lines["Four ago"].rank) == ("/A", None)  # four sessions missed
    assert "Eleven ago" not in lines and "Ten ago" not in lines  # not listed after 10 missed
    assert "Three games, four ago" not in lines  # nor after 4 missed with fewer than 5 games in all
    assert {lines["Ann"].rank, lines["Bob"].rank} == {1, 2}
    assert (lines["Ann"].wins, lines["Ann"].losses, lines["Ann"].ties) == (13, 0, 0)  # two of them ties


def test_the_list_by_nation() -> None:
    tables, replayed = random_club("dptr")
    nations = {str(row[0]): str(row[1]) for row in tables["players"][1:]}
    lines = list_standings(Statistics(replayed))
    ratings = {line.player: line.new for line in lines}
    national = by_nation(lines)
    assert [line.nation for line in national] == sorted(nations.values())
    for line in national:
        rivals = [ratings[player] for player, nation in nations.items() if nation == line.nation]
        assert nations[line.player] == line.nation
        assert line.rank == 1 + sum(rating > ratings[line.player] for rating in rivals)


def test_players_of_one_rating_share_the_rank_of_their_nation_alone() -> None:
    players = [["Player", "Nation", "Start rating"], ["Ann", "FRA", 50], ["Bob", "GER", 50], ["Cem", "fra", 50],
               ["Dee", "FRA", 40], ["Eve", "", 60]]  # fmt: skip
    events = [["Event", "Date", "Players", "Rounds"], ["Open", "2006-01-07", 9, 1]]
    results = [["Event", "Player", "Place"], ["Open", "Eve", 1]]
    national = by_nation(
        list_standings(Statistics(replay_of("dptr", {"players": players, "events": events, "results": results})))
    )
    assert [(line.nation, line.rank, line.player) for line in national] == [
        ("FRA", 1, "Ann"), ("fra", 1, "Cem"), ("FRA", 3, "Dee"), ("GER", 1, "Bob")
    ]  # fmt: skip


def test_lexington_gives_who_starts_over_no_mark_and_start_games_alone_no_rating() -> None:
    games = [
        ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
        ["2018-01-01", "Back", 400, "Ann", 350],
        ["2019-12-01", "Ann", 400, "Bob", 400],
        *(["2019-12-02", "Back", 350, "Bob", 400] for _ in range(5)),
    ]
    players = [["Player", "Start rating", "Start games"], ["Back", 1600, 70], ["Ann", 1500, 60], ["Bob", 1400, 60]]
    players.append(["Half", None, 5])
    replayed = replay_of("lexington", {"players": players, "games": games})
    lines = by_player(list_of(replayed))
    assert re.fullmatch(r"\d{4}/5", str(lines["Back"].new)) and lines["Back"].mark is None  # away for 100 weeks
    assert lines["Bob"].mark == "+"
    assert lines["Half"].new == "UNR" and lines["Half"].games == 5
    assert replayed.log.system.player_columns(replayed.state)["Rating"][3] is None
    assert replayed.season_start[3] is None


def club_with_all_marks() -> Replay:
    """Return a club with members, one of them absent, a newcomer with a provisional rating, and one without."""
    players = [["Player", "Start rating", "Start games"], ["Ann", 1500, 60], ["Bob", 1600, 60], ["Cid", 1400, 60]]
    heading = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
    games = [[f"2026-01-{day:02d}", "Ann", 400, "Bob", 380] for day in range(6, 14)]
    games += [["2026-01-06", "Cid", 400, "Ann", 390], ["2026-01-13", "New", 400, "Ann", 390]]
    games += [[f"2026-01-{day:02d}", "Dan", 400, "Ann", 390] for day in range(6, 13)]
    return replay_of(
        "lexington", {"players": [*players, ["Dan", None, None], ["New", None, None]], "games": [heading, *games]}
    )


def sheet_text(report: Report, context: ReportContext) -> str:
    cells = (cell for region in render_report(report, context) for row in region.rows for cell in row)
    return " ".join(cell for cell in cells if isinstance(cell, str))


def test_the_signs_before_a_rating_are_explained_where_they_are() -> None:
    context = ReportContext(club_with_all_marks())
    report, signs = standings_report(context.system), "+ - = before a rating: up, down, unchanged."
    assert signs in sheet_text(report, context)
    assert "Grey: was not there." in render_legend(report, context)
    assert signs not in render_legend(report, context)


@pytest.mark.parametrize(("language", "first", "last"), [
    (ENGLISH, "Grey: was not there.", "For, against: season's mean scores."),
    ("fr", "En gris\xa0: absent.", "Pour, contre\xa0: moyennes de la saison."),
])  # fmt: skip
def test_the_weekly_sheet_has_room_for_every_sentence_of_its_legend(language: str, first: str, last: str) -> None:
    replayed = club_with_all_marks()
    context = ReportContext(replayed, Language(language, occasion_of(replayed.log.system)))
    text = sheet_text(weekly_sheet(context.system), context)
    for sentence in (first, "UNR", "/A", "/7", "+ - =", last):
        assert sentence in text
