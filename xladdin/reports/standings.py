"""The ratings list: rank, mark, old, change, new, and what stands behind each rating."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from xladdin.cells.numbers import Number, sign
from xladdin.replay import Replay
from xladdin.reports.tallies import ClubGames, last_ratings
from xladdin.reports.won_lost import won_drawn_lost, won_lost
from xladdin.systems.system import UNRATED

MARKS = {1: "+", -1: "-", 0: "="}
ABSENT = "/A"
"""Marks of the list: up, down, played and unchanged at the last session; absent for several sessions."""


class StandingsLine(NamedTuple):
    """One player of the list. Ratings in rating points; what is None is blank on the list.

    rank: shared by equal ratings; old: rating on the list before the last period; change: since then, None where the
    player has not played and nothing changed; new: a text where the player has no rating of his own yet;
    games: all that the rating is based on; list_mark: of a newcomer whose changes are doubled, say;
    what follows is of the season.
    """

    rank: int | None
    mark: str | None
    player: str
    nation: str | None
    group: str | None
    old: Number | None
    change: Number | None
    new: Number | str
    games: int
    last_played: date | None
    list_mark: str | None = None
    wins: int | None = None
    losses: int | None = None
    ties: int | None = None
    spread: Number | None = None
    average_for: float | None = None
    average_against: float | None = None

    @property
    def beside_rating(self) -> str | None:
        """The list's own mark, and the mark of absence after it, where both stand just after the rating."""
        return "".join(filter(None, (self.list_mark, self.absence_mark))) or None

    @property
    def record(self) -> str | None:
        """Won, lost and tied in one."""
        return won_lost(self.wins, self.losses, self.ties)

    @property
    def chess_record(self) -> str | None:
        """Won, drawn and lost in one."""
        return won_drawn_lost(self.wins, self.ties, self.losses)

    @property
    def session_mark(self) -> str | None:
        """The mark of the last session, where it stands just before the rating."""
        return None if self.mark == ABSENT else self.mark

    @property
    def absence_mark(self) -> str | None:
        """The mark of absence, where it stands just after the rating."""
        return ABSENT if self.mark == ABSENT else None


def standings(replay: Replay, games: ClubGames | None) -> list[StandingsLine]:
    """All listed players, best first, the unranked last. games: None where the system rates placings."""
    system, ledger, players = replay.log.system, replay.ledger, replay.log.players
    season = games.season_tally if games else None
    rated_from = last_ratings(replay)
    lines = []
    for ranked in replay.ranking():
        player = ranked.player
        away = replay.absence(player)
        if not system.listed(ledger, player, away):
            continue
        printed = system.printed_rating(ledger, player)
        old = change = None
        if not isinstance(printed, str):
            old = _old_rating(replay, rated_from, player)
            change = None if old is None else printed - old
        line = StandingsLine(
            rank=ranked.rank,
            mark=ABSENT if system.absent(away) else _mark(replay, games, rated_from, player, change),
            player=players[player].name,
            nation=players[player].nation or None,
            group=players[player].group or None,
            old=old,
            change=change if change or player in rated_from else None,
            new=printed,
            games=ledger.games[player],
            last_played=ledger.last_played[player],
            list_mark=system.list_mark(ledger, player) or None,
        )
        if season is not None and season.has_record(player):
            line = line._replace(
                wins=season.wins[player],
                losses=season.losses[player],
                ties=season.ties[player],
                spread=season.spread(player) if season.games[player] else None,
                average_for=season.average_for(player),
                average_against=season.average_against(player),
            )
        lines.append(line)
    return lines


def _old_rating(replay: Replay, rated_from: Mapping[int, Number | None], player: int) -> Number | None:
    """The rating before the last period; what a new player began with; None where the list had no rating of his own."""
    if player not in rated_from:
        return replay.previous[player]
    began_with = rated_from[player]
    return began_with if began_with is None or replay.previous[player] is None else replay.previous[player]


def _mark(
    replay: Replay,
    games: ClubGames | None,
    rated_from: Mapping[int, Number | None],
    player: int,
    change: Number | None,
) -> str | None:
    """Up, down or unchanged of who played last; nothing for a player who has no rating to compare with yet.

    change: on the list, which the mark agrees with; None for a newcomer.
    """
    if player not in rated_from:
        return None
    if change is not None:
        return MARKS[sign(change)]
    before = rated_from[player]
    if before is None and games and games.session_tally.games[player] < replay.ledger.games[player]:
        before = replay.opening[player]  # of a newcomer, unless the session was the first, or the first after years
    printed = replay.log.system.printed_rating(replay.ledger, player)
    if before is None or printed == UNRATED:
        return None
    return MARKS[sign(replay.ledger.rating[player] - before)]
