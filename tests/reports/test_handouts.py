"""The par card of Lexington against the table of the source, and the ladder of the camp."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from tests.helpers.replays import (
    list_of,
    random_club,
    replay_of,
)
from xladdin.reports.ratings_lists import ladder
from xladdin.reports.season import par_card
from xladdin.systems.lexington import Lexington

GOLDEN = Path(__file__).parents[1] / "golden"


def test_the_par_card_is_the_sources_table() -> None:
    printed: dict[tuple[str, int], str] = {}
    with (GOLDEN / "lexington.csv").open(encoding="utf-8") as golden:
        for row in csv.DictReader(golden):
            place = re.search(r"par table, row ([0-9-]+), total (\d+)", row["document"])
            if place:
                printed[place[1], int(place[2])] = row["quote"]
    assert len(printed) == 29 * 10
    card = {(row[0], total): pair for row in par_card(Lexington()) for total, pair in zip(range(450, 901, 50), row[1:])}
    assert card == printed


def test_the_ladder_stands_by_group_without_the_permanent_rating() -> None:
    tables, replayed = random_club("sca")
    group_of = {row[0]: row[1] for row in tables["players"][1:]}
    groups = ladder(replayed, list_of(replayed))
    assert [group.name for group in groups] == ["Knights", "Pawns"]  # from 1200 and from 1000
    weekly = {player.name: rating for player, rating in zip(replayed.log.players, replayed.state.rating)}
    for group in groups:
        ratings = [line.new for _, line in group.places]
        assert ratings == sorted(ratings, reverse=True)
        assert {line.player for _, line in group.places} == {p for p, g in group_of.items() if g == group.name}
        for place, line in group.places:
            assert line.new == weekly[line.player]
            assert place == 1 + sum(rating > line.new for rating in ratings)


def test_an_inactive_camper_is_not_on_the_wall() -> None:
    groups = [["Group", "Initial rating"], ["Pawns", 1000]]
    players = [["Player", "Group", "Active"], ["Ann", "Pawns", "Yes"], ["Bob", "pawns", "Yes"], ["Cem", "Pawns", "No"]]
    games = [["Date", "White", "Black", "Result"], ["2024-07-01", "Ann", "Bob", "(0-1)"]]
    replayed = replay_of("sca", {"groups": groups, "players": players, "games": games})
    lines = list_of(replayed)
    assert [line.player for line in lines] == ["Bob", "Ann"]
    (group,) = ladder(replayed, lines)
    assert len(group.places) == 2


def test_campers_of_one_rating_share_the_place_within_their_group() -> None:
    groups = [["Group", "Initial rating"], ["Pawns", 1000], ["Knights", 1200]]
    names = ["Ann", "Bob", "Cem", "Dee", "Eve"]
    players = [["Player", "Group", "Active"], *([name, "Pawns", "Yes"] for name in names), ["Fay", "Knights", "Yes"]]
    players.append(["Gus", "Knights", "Yes"])
    played = [("Ann", "Bob", "(1-0)"), ("Cem", "Dee", "(1/2-1/2)"), ("Fay", "Gus", "(1/2-1/2)")]
    games = [["Date", "White", "Black", "Result"], *(["2024-07-01", *game] for game in played)]
    replayed = replay_of("sca", {"groups": groups, "players": players, "games": games})
    knights, pawns = ladder(replayed, list_of(replayed))
    assert [(place, line.player) for place, line in knights.places] == [(1, "Fay"), (1, "Gus")]
    assert [(place, line.player) for place, line in pawns.places] == [
        (1, "Ann"), (2, "Cem"), (2, "Dee"), (4, "Bob"), (None, "Eve")
    ]  # fmt: skip
