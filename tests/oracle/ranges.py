"""A log as ranges with their heading rows, as the CLUB functions take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .dptr import Finish, Tournament
    from .log import Adjustment, Entry, ScoreGame
    from .sca import Camper, LadderGame

Range = list[list[Any]]


def players_range(players: Mapping[str, Entry]) -> Range:
    return [
        ["Player", "Start rating", "Start games", "Start last played"],
        *([name, e.start_rating, e.start_games, e.start_last_played] for name, e in players.items()),
    ]


def games_range(games: Sequence[ScoreGame]) -> Range:
    return [
        ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Double", "Kind"],
        *([g.date, g.player_1, g.score_1, g.player_2, g.score_2, g.double, g.kind] for g in games),
    ]


def adjustments_range(adjustments: Sequence[Adjustment]) -> Range:
    return [
        ["Date", "Player", "Points", "Reason"],
        *([a.date, a.player, a.points, "typed"] for a in adjustments),
    ]


def groups_range(groups: Mapping[str, int]) -> Range:
    return [["Group", "Initial rating"], *([name, rating] for name, rating in groups.items())]


def campers_range(campers: Mapping[str, Camper]) -> Range:
    return [
        ["Player", "Group", "Active", "Start permanent"],
        *([name, c.group, "Yes" if c.active else "No", c.start_permanent] for name, c in campers.items()),
    ]


def ladder_range(games: Sequence[LadderGame]) -> Range:
    return [
        ["Date", "White", "Black", "Result", "Kind"],
        *([g.date, g.white, g.black, g.result, g.kind] for g in games),
    ]


def events_range(events: Sequence[Tournament]) -> Range:
    return [
        ["Event", "Date", "Players", "Rounds", "World Championship", "Place", "Boards"],
        *([e.name, e.date, e.players, e.rounds, "Yes" if e.worlds else "No", "Vancouver", 10] for e in events),
    ]


def results_range(results: Sequence[Finish]) -> Range:
    return [["Event", "Player", "Place"], *([r.event, r.player, r.place] for r in results)]
