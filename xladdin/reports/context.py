"""Define the context of reports: a replay with its statistics and its ratings list, the options, and the language."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import NamedTuple, Self

from xladdin.cells import DEFAULT_CLOSINGS, Number, sign
from xladdin.languages import ENGLISH_LANGUAGE, Language
from xladdin.messages import Message, msg
from xladdin.replay import RankedPlayer, Replay, format_season, replay_as_of
from xladdin.reports.wording import count_games, count_players, format_chess_record, format_record
from xladdin.statistics import Statistics
from xladdin.systems.system import UNRATED, RatingSystem


@dataclass(eq=False, repr=False)
class ReportContext:
    """The data from which reports are rendered.

    Attributes:
        replay: The replay.
        language: Language of the reports.
        crosstable_players: Largest number of players in the crosstable.
        history_periods: Largest number of periods on Rating history.
        is_chosen: Whether the reports are of a chosen session or season, instead of the last one.
        player: Name of the player of the report Player, or "" for the first one of the ratings list.
        hidden_players: Names of players whose figures must not appear in legends.
    """

    replay: Replay
    language: Language = ENGLISH_LANGUAGE
    crosstable_players: int = 40
    history_periods: int = DEFAULT_CLOSINGS
    is_chosen: bool = False
    player: str = ""
    hidden_players: Collection[str] = frozenset()

    def as_of(self, day: date, event: str = "") -> Self:
        """Return the context as of the end of a day, or after an event of that day."""
        return replace(self, replay=replay_as_of(self.replay, day, event), is_chosen=True)

    @property
    def season_title(self) -> str:
        """The title of the season of the last session, or "" before the first session."""
        season = self.replay.season
        if season is None:
            return ""
        return self.language.render(msg("Season {season}", season=format_season(season, self.system.season_month)))

    @property
    def system(self) -> RatingSystem:
        """The rating system."""
        return self.replay.log.system

    @cached_property
    def statistics(self) -> Statistics:
        """The statistics of the replay."""
        return Statistics(self.replay)

    @cached_property
    def standings(self) -> "list[StandingsLine]":
        """The ratings list."""
        lines = list_standings(self.statistics)
        return [line for line in lines if line.games] if self.is_chosen else lines

    def describe_last_session(self) -> str | None:
        """Return the last session as a text with its date and its numbers of players and games, or None without one."""
        if self.replay.last_date is None:
            return None
        player_count, game_count = len(self.statistics.session.players), self.statistics.session.games_played
        language, day = self.language, self.replay.last_date
        title = msg("Session of {day}", day=language.format_day(day)) if self.is_chosen else language.format_title(day)
        message = msg(
            "{session} · {players} · {games}",
            session=title,
            players=count_players(player_count),
            games=count_games(game_count),
        )
        return language.render(message)


MARKS = {1: "+", -1: "-", 0: "="}
ABSENT = "/A"
# The signs for the marks of the last session: up, down and unchanged.
SIGNS = {"+": "▲", "-": "▼", "=": "="}
# A rating, the mark of absence, and the mark of the system, such as that of a newcomer.
_WITH_MARKS = re.compile(rf"(.*?)({ABSENT})?([a-z])?")


class StandingsLine(NamedTuple):
    """A line of the ratings list. Ratings are in rating points, and None is blank on the list.

    Attributes:
        rank: Rank, which players with equal ratings share.
        mark: Mark of the last session ("+", "-" or "=") or of absence.
        player: Name of the player.
        nation: Nation.
        group: Group.
        old: Rating on the list before the last period.
        change: Change since that list, or None if the player has not played and the rating has not changed.
        new: Rating, or a text in place of a rating.
        games: Number of games or events on which the rating is based.
        last_played: Date of the last game or event.
        rating_mark: Mark of the system, such as that of a newcomer.
        wins: Wins of the season. The following fields are also of the season.
        losses: Losses.
        ties: Ties.
        spread: Sum of the spreads.
        average_for: Mean score of the player.
        average_against: Mean score of the opponents.
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
    rating_mark: str | None = None
    wins: int | None = None
    losses: int | None = None
    ties: int | None = None
    spread: Number | None = None
    average_for: float | None = None
    average_against: float | None = None

    @property
    def marks_after_rating(self) -> str | None:
        """The mark of the system and that of absence, for lists that print both after the rating."""
        return "".join(filter(None, (self.rating_mark, self.absence_mark))) or None

    @property
    def record(self) -> str | None:
        """Wins, losses and ties as one text."""
        return format_record(self.wins, self.losses, self.ties)

    @property
    def chess_record(self) -> str | None:
        """Wins, draws and losses as one text."""
        return format_chess_record(self.wins, self.ties, self.losses)

    @property
    def session_mark(self) -> str | None:
        """The mark of the last session, for lists that print it before the rating."""
        return None if self.mark == ABSENT else self.mark

    @property
    def absence_mark(self) -> str | None:
        """The mark of absence, for lists that print it after the rating."""
        return ABSENT if self.mark == ABSENT else None

    @property
    def marks(self) -> str:
        """All marks that follow the rating."""
        return f"{self.absence_mark or ''}{self.rating_mark or ''}"

    @property
    def change_or_mark(self) -> Number | str | None:
        """The change, or else the sign of the last session."""
        return SIGNS.get(self.session_mark or "") if self.change is None else self.change

    @property
    def wins_or_zero(self) -> int:
        """The number of wins, or 0 without a record."""
        return self.wins or 0

    @property
    def ties_or_zero(self) -> int:
        """The number of ties, or 0 without a record."""
        return self.ties or 0

    @property
    def losses_or_zero(self) -> int:
        """The number of losses, or 0 without a record."""
        return self.losses or 0


class RatingChange(NamedTuple):
    """A change of a player's rating by a recalculation. A rating is None for a player without one."""

    player: str
    old: Number | None
    new: Number | None

    @property
    def change(self) -> Number | None:
        """The difference of the ratings, or None without both."""
        return None if self.old is None or self.new is None else self.new - self.old


def list_standings(statistics: Statistics) -> list[StandingsLine]:
    """Return the lines of the ratings list, the highest rating first and the unranked players last."""
    replay, system, season, rated_from = (
        statistics.replay,
        statistics.system,
        statistics.season.totals,
        statistics.session_start_ratings,
    )
    state, players = replay.state, replay.log.players
    lines = []
    for ranked_player in iter_listed_players(replay):
        player = ranked_player.player
        absence = replay.absence(player)
        printed_rating = system.get_printed_rating(state, player)
        old = change = None
        if not isinstance(printed_rating, str):
            old = _find_old_rating(statistics, player)
            change = None if old is None else printed_rating - old
        line = StandingsLine(
            rank=ranked_player.rank,
            mark=ABSENT if system.is_absent(absence) else _find_session_mark(statistics, player, change),
            player=players[player].name,
            nation=players[player].nation or None,
            group=players[player].group or None,
            old=old,
            change=change if change or player in rated_from else None,
            new=printed_rating,
            games=state.games[player],
            last_played=state.last_played[player],
            rating_mark=system.get_rating_mark(state, player) or None,
        )
        if season.has_record(player):
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


def iter_listed_players(replay: Replay) -> Iterator[RankedPlayer]:
    """Yield the players on the ratings list, the highest rating first and the unranked players last."""
    system, state = replay.log.system, replay.state
    for ranked_player in replay.ranking():
        if system.is_listed(state, ranked_player.player, replay.absence(ranked_player.player)):
            yield ranked_player


def format_marked_rating(line: StandingsLine, rating: str = "") -> str:
    """Return a rating with the marks after it: "1432n", "1010/Ap", "1432/7".

    `rating` is the text of the rating if it is formatted.
    """
    return f"{rating or line.new}{line.absence_mark or ''}{line.rating_mark or ''}"


def iter_rating_legend(system: RatingSystem, ratings: Iterable[str]) -> Iterator[Message]:
    """Yield the legend of all marks that follow or replace a rating on a list (see `format_marked_rating`)."""
    legend = system.legend()
    matches = [match.groups() for match in map(_WITH_MARKS.fullmatch, ratings) if match]
    marks = {mark_text for line in matches for mark_text in line}
    yield from (sentence for mark, sentence in legend.items() if mark in marks)
    provisional = min((rating for rating, *_ in matches if "/" in rating), default="")
    if provisional and "/" in legend:
        yield legend["/"].with_values(rating=provisional, played=provisional.partition("/")[2])


def find_biggest_gain(lines: Sequence[StandingsLine]) -> StandingsLine | None:
    """Return the line of the player with the largest gain since the last list, the first of equals, or None."""
    gainers = [line for line in lines if line.change is not None and line.change > 0]
    return max(gainers, key=lambda line: line.change or 0, default=None)


def _find_old_rating(statistics: Statistics, player: int) -> Number | None:
    """Return the rating on the list before the last period, or None.

    For a player without a rating on that list, it is the rating from which the last session was rated.
    """
    previous = statistics.replay.previous_ratings[player]
    if player not in statistics.session_start_ratings:
        return previous
    start_rating = statistics.session_start_ratings[player]
    return start_rating if start_rating is None or previous is None else previous


def _find_session_mark(statistics: Statistics, player: int, change: Number | None) -> str | None:
    """Return the mark for the change of a player at the last session, or None without a rating to compare with.

    `change` is that of the list, or None for a newcomer.
    """
    replay = statistics.replay
    if player not in statistics.session_start_ratings:
        return None
    if change is not None:
        return MARKS[sign(change)]
    old_rating = statistics.session_start_ratings[player]
    if old_rating is None and statistics.session.totals.games[player] < replay.state.games[player]:
        # The rating of a newcomer, except in the first session, or in the first one after a long absence.
        old_rating = replay.opening_ratings[player]
    printed_rating = statistics.system.get_printed_rating(replay.state, player)
    if old_rating is None or printed_rating == UNRATED:
        return None
    return MARKS[sign(replay.state.rating[player] - old_rating)]
