"""What every report is made from: one replay, its statistics, and the language of its words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from xladdin.cells.numbers import CLOSINGS_KEPT
from xladdin.languages.language import IN_ENGLISH, Language
from xladdin.messages import msg
from xladdin.replay import Replay, replay_as_of, season_title
from xladdin.reports.counts import count_games, count_players
from xladdin.reports.season.record_lists import records_of_both
from xladdin.reports.season.records import RecordLine
from xladdin.reports.standings import StandingsLine, standings
from xladdin.statistics import Statistics
from xladdin.systems.system import RatingSystem


@dataclass(frozen=True)
class ReportContext:
    """A replay, the club's own settings for its reports, and the language.

    `is_chosen` says whether it shows a chosen session or season, and not the last. `player` is the name of the player
    whose report it is, or blank for the first of the list. Legends give no figure of players who are `left_out`.
    """

    replay: Replay
    language: Language = IN_ENGLISH
    crosstable_players: int = 40
    history_periods: int = CLOSINGS_KEPT
    is_chosen: bool = False
    player: str = ""
    left_out: Collection[str] = frozenset()

    def as_of(self, day: date, event: str = "") -> ReportContext:
        """Return the same at the end of a day, or after an event of that day."""
        return replace(self, replay=replay_as_of(self.replay, day, event), is_chosen=True)

    @property
    def season_title(self) -> str:
        """The season of the last session as people call it. It is blank before the first."""
        season = self.replay.season
        if season is None:
            return ""
        return self.language.render(msg("Season {season}", season=season_title(season, self.system.season_month)))

    @property
    def system(self) -> RatingSystem:
        """The rating system."""
        return self.replay.log.system

    @cached_property
    def statistics(self) -> Statistics:
        """All counts of the replay."""
        return Statistics(self.replay)

    @cached_property
    def standings(self) -> list[StandingsLine]:
        """The ratings list."""
        lines = standings(self.statistics)
        return [line for line in lines if line.games] if self.is_chosen else lines

    @cached_property
    def records(self) -> Sequence[tuple[Sequence[RecordLine], Sequence[RecordLine]]]:
        """The season's records of each kind, and those of all time of earlier seasons."""
        return records_of_both(self.statistics)

    def last_session(self) -> str | None:
        """Return the last session in words: its date, who came and how many games they played.

        It is None before the first.
        """
        if self.replay.last_date is None:
            return None
        came, played = len(self.statistics.session.players), self.statistics.session.games_played
        language, day = self.language, self.replay.last_date
        title = msg("Session of {day}", day=language.day(day)) if self.is_chosen else language.title_of(day)
        words = msg(
            "{session} · {players} · {games}", session=title, players=count_players(came), games=count_games(played)
        )
        return language.render(words)
