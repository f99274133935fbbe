"""The evenings, or events: the last one, every earlier one with its changes in words, and the list of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.model import Event
from xladdin.publish.addresses import addressed
from xladdin.publish.site import ARCHIVE, LAST, File, MenuEntry, Site
from xladdin.replay import Replay, season_of, season_title
from xladdin.reports.evenings import evenings
from xladdin.reports.events import event_lines
from xladdin.reports.scoreboard import GameLine, SessionLine, session_games, session_players
from xladdin.reports.tallies import ClubGames

FOLDER = "evening"


class EveningPage(NamedTuple):
    """One session or event. path: of its page; title: of an event, by its name."""

    path: str
    day: date
    title: str


class EveningGame(NamedTuple):
    """A game in texts, the winner first where there are scores; the players are named as in the log.

    second: None for a bye; points, change: what result and changes are sorted by; change2: nothing where the one is the
    other turned round; words: each with the shown name of him whose change it tells.
    """

    first: str
    points: Number
    result: str
    second: str | None
    par: str
    change: Number
    change1: str
    change2: str
    words: Sequence[tuple[str, str]]


class EveningLine(NamedTuple):
    """What the evening makes for one player, in texts, named as in the log. points: what results are sorted by."""

    player: str
    points: Number
    result: str
    spread: str
    old: str
    plain_sum: str
    change: str
    new: str
    words: str


class Evenings:
    """The evenings of a club."""

    def __init__(self, site: Site) -> None:
        self._site = site
        log = site.log
        if site.kind.is_paired:
            self.all = [EveningPage(f"{FOLDER}/{day.isoformat()}.html", day, "") for day in log.sessions]
        else:
            names = {period.event: period.event for period in log.periods}
            slugs = addressed(names, site.addresses.get("event", {}))
            site.addresses["event"] = slugs
            self.all = [EveningPage(f"{FOLDER}/{slugs[p.event]}.html", p.date, p.event) for p in log.periods]
        self.path_of: dict[date | str, str] = {one.title or one.day: one.path for one in self.all}

    @property
    def entries(self) -> list[MenuEntry]:
        """What the menu names."""
        if not self.all:
            return []
        if self._site.kind.is_paired:
            return [MenuEntry(LAST, "Last evening"), MenuEntry(ARCHIVE, "All evenings")]
        return [MenuEntry(LAST, "Last event"), MenuEntry(ARCHIVE, "All events")]

    @property
    def paths(self) -> list[str]:
        """The files."""
        return [f"{entry.page}.html" for entry in self.entries] + [evening.path for evening in self.all]

    def files(self) -> Iterator[File]:
        """The files with their content."""
        if not self.all:
            return
        site = self._site
        around = {
            one.title or one.day: (before, one, after)
            for before, one, after in zip([None, *self.all], self.all, [*self.all[1:], None])
        }
        facts: dict[str, tuple[int, int]] = {}
        for view in evenings(site.replay):
            before, one, after = around[_key(view)]
            report, facts[one.path] = self._session(view) if site.kind.is_paired else self._event(view)
            neighbours = {"before": before, "after": after, "one": one, "facts": facts[one.path]}
            template = "evening.html" if site.kind.is_paired else "event.html"
            yield site.rendered(one.path, template, **report, **neighbours)
            if one is self.all[-1]:
                yield site.rendered(f"{LAST}.html", template, **report, **neighbours)
        month = site.system.season_month
        seasons = [
            (season_title(season, month), list(group))
            for season, group in groupby(reversed(self.all), key=lambda one: season_of(one.day, month))
        ]
        yield site.rendered(f"{ARCHIVE}.html", "evenings.html", seasons=seasons, facts=facts)

    def _session(self, view: Replay) -> tuple[dict[str, object], tuple[int, int]]:
        """Games and players of an evening; and how many players and games there were."""
        site = self._site
        games = ClubGames(view)
        lines = [line for line in session_players(games) if line.player not in site.people.left_out]
        facts = len(games.session_players), games.session_games
        return {
            "games": [self._game(game) for game in session_games(games, of_winner=site.kind.has_scores)],
            "lines": [self._line(line) for line in lines],
            "has_words": any(line.words for line in lines),
        }, facts

    def _game(self, game: GameLine) -> EveningGame:
        site = self._site
        names: tuple[str, str | None] = game.player1, game.player2
        scores, changes, words = (game.score1, game.score2), (game.change1, game.change2), game.words
        is_rated = game.rating1 is not None or game.rating2 is not None
        told = [self._told(one, names) if is_rated else ("", site.language.told(one)) for one in words]
        result = ""
        if scores[0] is not None and scores[1] is not None:
            if site.kind.has_scores and scores[0] < scores[1]:
                assert names[1] is not None
                names, scores, changes, told = (names[1], names[0]), scores[::-1], changes[::-1], told[::-1]
            result = site.score(scores[0] or 0, scores[1] or 0)
        printed = self._changes(*changes) if is_rated else ("", "")
        return EveningGame(names[0], scores[0] or 0, result, names[1], game.par or "", changes[0] or 0, *printed, told)

    def _changes(self, one: Number | None, other: Number | None) -> tuple[str, str]:
        """The changes of both; one text for both where the one's is the other's turned round, or both are new."""
        site = self._site
        new = site.language.text("new")
        if one is None and other is None:
            return new, ""
        if one is not None and other is not None and one == -other:
            return f"{'±' if one else ''}\N{NO-BREAK SPACE}{site.number(abs(one))}", ""
        return new if one is None else site.signed(one), new if other is None else site.signed(other)

    def _told(self, words: str, names: tuple[str, str | None]) -> tuple[str, str]:
        """Whose change some words tell, and the words, from "Player 1: favourite by 227 wins: 6"."""
        site = self._site
        heading, _, told = words.partition(": ")
        name = names[site.kind.players.index(heading)]
        assert name is not None
        return site.people.shown_name(site.people.position[name]), site.language.told(told)

    def _line(self, line: SessionLine) -> EveningLine:
        site = self._site
        return EveningLine(
            line.player,
            line.wins + line.ties / 2,
            site.record(line.wins, line.losses, line.ties),
            site.signed(line.spread),
            site.rating(line.old),
            "" if line.plain_sum is None else site.signed(line.plain_sum),
            site.change(line.taken),
            site.rating(line.new),
            site.language.told(line.words or ""),
        )

    def _event(self, view: Replay) -> tuple[dict[str, object], tuple[int, int]]:
        """What an event was, and its placings; and how many players and results there were."""
        site = self._site
        event: Event = site.log.events[site.log.placings.event[view.log.periods[0].start]]
        (value,) = site.system.event_columns([event])["Value"]
        lines = event_lines(view)
        return {
            "event": event,
            "value": value,
            "lines": [line for line in lines if line.player not in site.people.left_out],
        }, (event.players, len(lines))


def _key(view: Replay) -> date | str:
    """What an evening is found by: an event's name, or the date."""
    periods = view.log.periods
    if periods and periods[0].event:
        return periods[0].event
    assert view.last_date is not None
    return view.last_date
