"""All counts of a replay, each made once. Every sheet, page, table and hidden value draws on it.

`Facts` has a span for the last session, for its season and for all seasons. A span counts what was played in it: by
player, by opponent, by session, and the longest runs. Every player's ratings are in `ratings`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from xladdin.cells.numbers import Number
from xladdin.model import UnratedGame
from xladdin.replay import Replay, season_of
from xladdin.reports.facts.lifetime import Lifetime
from xladdin.reports.facts.ratings import Extremes, Rows, Trail, rows_by_player, trail
from xladdin.reports.facts.spans import Span


class Facts:
    """The counts of one replay."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.system = replay.log.system

    @cached_property
    def session(self) -> Span:
        """The last session, or event."""
        replay = self.replay
        unrated = [game for game in replay.log.unrated if game.date == replay.last_date]
        return Span(replay, replay.last_session, unrated)

    @cached_property
    def season(self) -> Span:
        """The season of the last session."""
        return self.of_season(self.replay.season)

    @cached_property
    def lifetime(self) -> Lifetime:
        """All seasons."""
        return Lifetime(self.replay)

    def of_season(self, season: int | None) -> Span:
        """The season that began in a year. It is empty for None."""
        log, month = self.replay.log, self.system.season_month
        periods = [period for period in log.periods if season_of(period.date, month) == season]
        return Span(self.replay, periods, [game for game in log.unrated if season_of(game.date, month) == season])

    @cached_property
    def ratings(self) -> Sequence[object]:
        """The rating of each player as Players holds it."""
        return self.system.player_columns(self.replay.state)["Rating"]

    @cached_property
    def ranks(self) -> Mapping[int, int | None]:
        """The rank of each player, or None for a player who is not ranked."""
        return {line.player: line.rank for line in self.replay.ranking()}

    @cached_property
    def rows(self) -> Sequence[Rows]:
        """The games or placings of each player."""
        return rows_by_player(self.replay.log)

    @cached_property
    def unrated(self) -> Mapping[int, Sequence[UnratedGame]]:
        """The rows that move no rating, by player, without players who have none."""
        unrated: defaultdict[int, list[UnratedGame]] = defaultdict(list)
        for game in self.replay.log.unrated:
            for player in (game.player1, game.player2):
                if player is not None:
                    unrated[player].append(game)
        return unrated

    @cached_property
    def extremes(self) -> Extremes:
        """The best and the lowest rating of each player."""
        return Extremes(self.replay)

    def trail(self, player: int) -> Trail:
        """The player's rating after each period that moved the rating."""
        return trail(self.replay, player, self.rows[player])

    @cached_property
    def rated_from(self) -> Mapping[int, Number | None]:
        """The rating that each player of the last session was rated from, or None for one not yet rated by changes."""
        kind, session = self.system.log_schema, self.session
        ratings: dict[int, Number | None] = {}
        if not kind.is_paired:
            placed = session.of_column(self.replay.log.placings.player)
            return dict(zip(placed, session.of_column(self.replay.rated[kind.rating1])))
        games = session.games
        sides = zip(games.player1, games.rating1, games.change1, games.player2, games.rating2, games.change2)
        for player, rating, change, opponent, others, opponents_change in sides:
            ratings.setdefault(player, None if change is None else rating)
            ratings.setdefault(opponent, None if opponents_change is None else others)
        if self.system.in_recorded_order:  # a game of another day may stand between those of the session
            return {player: self.replay.opening[player] for player in ratings}
        return ratings
