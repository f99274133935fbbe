"""Championship, crosstable, history, records and attendance, against our own count of the typed games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import pytest

from tests.helpers.replays import (
    GAMES_OF,
    SCRABBLE,
    random_club,
    replay_of,
    season_rows,
    sides,
)
from xladdin.reports.context import ReportContext
from xladdin.reports.crosstable import crosstable
from xladdin.reports.rating_history import history
from xladdin.reports.records import RecordLine, event_records, gain_records, game_records, high_game, most_played
from xladdin.reports.season import championship, honours, records_report
from xladdin.statistics import Statistics

SIDES = ("Player 1", "Score 1", "Player 2", "Score 2")


def test_championship_counts_two_for_a_win_one_for_a_loss_and_one_and_a_half_for_a_tie() -> None:
    tables, replayed = random_club("mississauga")
    points: Counter[str] = Counter()
    for row in season_rows("mississauga", tables):
        for player, _, own, others in sides("mississauga", row):
            points[player] += 2 if own > others else 1 if own < others else 1.5  # type: ignore[assignment]
    lines = championship(Statistics(replayed))
    assert {line.player: line.points for line in lines} == points
    for line in lines:
        assert line.rank == 1 + sum(other > line.points for other in points.values())


@pytest.mark.parametrize("key", GAMES_OF)
def test_crosstable_counts_every_meeting_of_the_most_active(key: str) -> None:
    tables, replayed = random_club(key)
    rows = season_rows(key, tables)
    played = Counter(player for row in rows for player, *_ in sides(key, row))
    table = crosstable(Statistics(replayed), 12)
    assert len(table.players) == 12
    least = min(played[player] for player in table.players)
    assert all(played[player] <= least for player in played if player not in table.players)
    ranked = [replayed.log.players[line.player].name for line in replayed.ranking()]
    assert list(table.players) == [player for player in ranked if player in table.players]
    results = [side for row in rows for side in sides(key, row)]
    for one, player in enumerate(table.players):
        for other, opponent in enumerate(table.players):
            scores = [(own, others) for p, o, own, others in results if (p, o) == (player, opponent)]
            head_to_head = table.against.get((one, other))
            if head_to_head is None:
                assert not scores
                continue
            assert head_to_head.spread == sum(own - others for own, others in scores)
            assert head_to_head.losses == sum(own < others for own, others in scores)
            assert head_to_head.wins + head_to_head.losses + head_to_head.ties == len(scores)
        total = table.total[one]
        assert total.wins + total.losses + total.ties == played[player]  # against others of the club, too
        assert total.spread == sum(own - others for p, _, own, others in results if p == player)


def test_an_event_crosstable_counts_who_finished_ahead() -> None:
    events = [["Event", "Date", "Players", "Rounds"], ["One", "2024-03-01", 4, 3], ["Two", "2024-05-01", 10, 3]]
    results = [
        ["Event", "Player", "Place"],
        *[["One", "Ann", 1], ["One", "Bob", 2], ["One", "Cem", 2]],
        *[["Two", "Bob", 1], ["Two", "Ann", 6]],
    ]
    players = [["Player"], ["Ann"], ["Bob"], ["Cem"]]
    table = crosstable(Statistics(replay_of("dptr", {"players": players, "events": events, "results": results})), 40)
    head_to_head = {
        (table.players[one], table.players[other]): (m.wins, m.losses, m.ties, round(m.spread))
        for (one, other), m in table.against.items()
    }
    # percentiles: (4 + 0.5 - place) / 4 and (10 + 0.5 - place) / 10
    assert head_to_head["Ann", "Bob"] == (1, 1, 0, -25)
    assert head_to_head["Bob", "Cem"] == (0, 0, 1, 0)
    assert head_to_head["Cem", "Ann"] == (0, 1, 0, -25)
    everybody = {
        player: (total.wins, total.losses, total.ties, round(total.spread))
        for player, total in zip(table.players, table.total)
    }
    assert everybody == {"Ann": (2, 1, 0, 0), "Bob": (1, 1, 1, 25), "Cem": (0, 1, 1, -25)}


def test_history_begins_with_the_list_of_today_and_keeps_as_many_periods_as_asked() -> None:
    _, replayed = random_club("montreal")
    table = history(replayed, periods=7, players=5)
    ranking = replayed.ranking()[:5]
    assert list(table.players) == [replayed.log.players[line.player].name for line in ranking]
    assert list(table.ratings[0]) == [line.rating for line in ranking]
    dates = [day for day, _ in table.periods]
    assert dates == sorted({period.date for period in replayed.log.periods}, reverse=True)[:7]


def test_history_is_blank_before_a_player_has_begun() -> None:
    games = [
        ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
        ["2024-01-02", "Ann", 400, "Bob", 330],
        ["2024-01-09", "Ann", 400, "Cem", 330],
    ]
    players = [["Player"], ["Ann"], ["Bob"], ["Cem"], ["Dee"]]
    table = history(replay_of("montreal", {"players": players, "games": games}), 60, 250)
    assert sorted(table.players) == ["Ann", "Bob", "Cem"]  # Dee has not begun
    assert table.ratings[1][list(table.players).index("Cem")] is None


def first_of(records: Sequence[Sequence[RecordLine]], name: str) -> RecordLine:
    (lines,) = [lines for lines in records if lines and lines[0].record == name]
    return lines[0]


@pytest.mark.parametrize("key", SCRABBLE)
def test_records_are_the_extremes_of_the_season(key: str) -> None:
    tables, replayed = random_club(key)
    games = [sides(key, row)[0] for row in season_rows(key, tables)]
    decided = [(s, t) for _, _, s, t in games if s != t]
    records = game_records(Statistics(replayed).season)
    assert first_of(records, "High game").value == max(max(s, t) for _, _, s, t in games)
    assert first_of(records, "High loss").value == max(min(pair) for pair in decided)
    assert first_of(records, "High combined").value == max(s + t for _, _, s, t in games)
    assert first_of(records, "Biggest win").value == max(abs(s - t) for s, t in decided)
    assert first_of(records, "Closest win").value == min(abs(s - t) for s, t in decided)
    win = first_of(records, "Biggest win")
    assert {win.player, win.opponent} in [{p, q} for p, q, s, t in games if abs(s - t) == win.value]
    high_loss = first_of(records, "High loss")
    assert str(high_loss.score).startswith(f"{high_loss.value}–")


@pytest.mark.parametrize(
    ("second", "score", "named"),
    [(["Cyd", 390, "Dee", 300], 401, ["Ann", "Bob"]), (["Dee", 300, "Cyd", 401], 401, ["Ann", "Bob", "Cyd"])],
)
def test_all_who_scored_the_high_game_are_named(second: list[Any], score: int, named: list[str]) -> None:
    """These are both players of a tied game, and a player who scored as much in another game."""
    games = [["Date", *SIDES], ["2024-01-02", "Ann", 401, "Bob", 401], ["2024-01-02", *second]]
    players = [["Player"], ["Bob"], ["Ann"], ["Cyd"], ["Dee"]]
    assert high_game(Statistics(replay_of("mississauga", {"players": players, "games": games})).session) == (
        score,
        named,
    )


def test_the_biggest_upset_is_the_widest_win_of_the_lower_rated() -> None:
    _, replayed = random_club("sca")
    rated, games = replayed.rated, replayed.log.games
    last_year = max(games.date).year
    upsets = [
        (black - white) * (1 if score1 > score2 else -1)
        for white, black, score1, score2, day in zip(
            rated["White rating"], rated["Black rating"], games.score1, games.score2, games.date
        )
        if score1 != score2 and day.year == last_year
    ]
    records = game_records(Statistics(replayed).season)
    assert len(records) == 1
    assert first_of(records, "Biggest upset").value == max(upsets) > 0
    assert first_of(records, "Biggest upset").score is None


def test_rating_gain_is_counted_from_the_start_of_the_season() -> None:
    _, replayed = random_club("montreal")
    year = replayed.log.periods[-1].date.year
    before = [closing for closing in replayed.closings if closing.period.date.year < year][-1].ratings
    gains = [now - then for now, then in zip(replayed.state.rating, before) if then is not None]
    best = gain_records(Statistics(replayed))[0]
    assert best.value == max(gains)
    assert best.score is not None
    start, end = map(int, best.score.split(" → "))
    assert end - start == best.value


@pytest.mark.parametrize("back", ("2024-10-03", "2023-10-05"))
def test_no_rating_gain_is_counted_across_a_new_start(back: str) -> None:
    """The rules say: "More than 99 weeks since the last game: the player starts over as new"."""
    players = [["Player", "Start rating", "Start games"], ["Ann", 1500, 60], ["Back", 900, 60]]
    games: list[list[Any]] = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"]]
    games.extend([day, "Back", 450, "Ann", 350] for day in ("2022-10-06", *[back] * 10))
    replayed = replay_of("lexington", {"players": players, "games": games})
    assert replayed.state.rating[1] > 1000
    gains = [line.player for line in gain_records(Statistics(replayed))]
    assert gains == ([] if back == "2024-10-03" else ["Back"])


def test_event_records() -> None:
    _, replayed = random_club("dptr")
    gain, highest = event_records(Statistics(replayed).season)
    season = {
        row
        for period in replayed.log.periods
        if period.date.year == replayed.log.periods[-1].date.year
        for row in range(period.start, period.stop)
    }
    assert gain[0].value == max(replayed.rated["Change"][row] for row in season)
    assert highest[0].value == max(replayed.rated["Rating after"][row] for row in season)
    attended = Counter(replayed.log.placings.player[row] for row in season)
    assert most_played(Statistics(replayed).season)[0].score == f"{max(attended.values())} events"


@pytest.mark.parametrize(("key", "most"), [("mississauga", 2), ("sca", 3)])
def test_as_many_records_of_each_kind_are_shown_as_the_page_holds(key: str, most: int) -> None:
    _, replayed = random_club(key)
    context = ReportContext(replayed)
    records, *_ = records_report(replayed.log.system).sections
    shown = [row.line for group in records.groups_of(context) for row in group.rows]
    assert shown == [line for season, ever in context.records for line in (*season[:most], *ever)]


@pytest.mark.parametrize("key", GAMES_OF)
def test_attendance_counts_players_games_and_mean_score(key: str) -> None:
    tables, replayed = random_club(key)
    by_day: defaultdict[str, list[Any]] = defaultdict(list)
    for row in season_rows(key, tables):
        by_day[row[0]].append(row)
    lines = Statistics(replayed).season.attendance
    assert [line.date.isoformat() for line in lines] == sorted(by_day, reverse=True)
    for line in lines:
        rows = by_day[line.date.isoformat()]
        scores = [own for row in rows for _, _, own, _ in sides(key, row)]
        assert line.games == len(rows)
        assert line.players == len({player for row in rows for player, *_ in sides(key, row)})
        assert line.average == (None if key == "sca" else pytest.approx(sum(scores) / len(scores)))


def test_the_season_report_says_it_of_the_highest_rating() -> None:
    players = [["Player", "Start rating", "Start games"], ["Ann", 1650, 60], ["Bob", 1600, 60]]
    games = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], ["2026-01-06", "Ann", 400, "Bob", 380]]
    figures = {
        key: next(line.figure for line in honours(Statistics(replay_of(key, {"players": players, "games": games})), [])
                  if line.honour == "Highest rating")
        for key in ("lexington", "montreal")
    }  # fmt: skip
    rating = int(figures["lexington"][:4])
    assert figures["lexington"] == f"{rating} (1800 {rating - 1800})"
    assert figures["montreal"].isdigit()


@pytest.mark.parametrize("key", SCRABBLE)
def test_a_page_lists_the_best_three_of_all_time_whatever_the_sheet_has_room_for(key: str) -> None:
    tables, replayed = random_club(key)
    margins = sorted((abs(own - others) for row in tables["games"][1:] for _, _, own, others in sides(key, row)[:1]))
    _, _, all_time, _ = records_report(replayed.log.system).sections
    lines = [row.line for group in all_time.groups_of(ReportContext(replayed)) for row in group.rows]
    first = next(number for number, line in enumerate(lines) if line.record == "Biggest win")
    best = lines[first : first + 3]
    assert [line.value for line in best] == margins[:-4:-1] and all(line.date for line in best)
