"""The material of the report sheets: one replay, and the reports that several of them share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from xladdin.languages.language import IN_ENGLISH, Language
from xladdin.replay import Replay, replay_as_of, season_title
from xladdin.reports.facts import Facts
from xladdin.reports.standings import StandingsLine, standings
from xladdin.systems.system import RatingSystem


@dataclass(frozen=True)
class Material:
    """A replay, and the club's own settings by name."""

    replay: Replay
    settings: Mapping[str, int]
    is_chosen: bool = False
    """Whether it shows a chosen session or season, and not the last."""
    say: Language = IN_ENGLISH
    """The language of the sheets for the wall."""

    def as_of(self, day: date, event: str = "") -> Material:
        """The same at the end of a day, or after an event of that day."""
        return Material(replay_as_of(self.replay, day, event), self.settings, True, self.say)

    @property
    def season_title(self) -> str:
        """The season of the last session as people call it. It is blank before the first."""
        season = self.replay.season
        if season is None:
            return ""
        return self.say.text("Season {season}", season=season_title(season, self.system.season_month))

    @property
    def system(self) -> RatingSystem:
        """The rating system."""
        return self.replay.log.system

    @cached_property
    def facts(self) -> Facts:
        """All counts of the replay."""
        return Facts(self.replay)

    @cached_property
    def standings(self) -> list[StandingsLine]:
        """The ratings list."""
        lines = standings(self.facts)
        return [line for line in lines if line.games] if self.is_chosen else lines

    def last_session(self) -> str | None:
        """The last session in words: its date, who came and how many games they played. It is None before the first."""
        if self.replay.last_date is None:
            return None
        came, played = len(self.facts.session.players), self.facts.session.games_played
        say, day = self.say, self.replay.last_date
        which = say.text("Session of {day}", day=say.day(day)) if self.is_chosen else say.title_of(day)
        return f"{which} · {say.count(came, 'player')} · {say.count(played, 'game')}"
