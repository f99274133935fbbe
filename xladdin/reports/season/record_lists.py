"""The lists of records, as the Records sheet and the page show them: a season's, and those of all time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from xladdin.model import UnratedGame
from xladdin.replay import Replay
from xladdin.reports.season.records import (
    RecordLine,
    event_records,
    gain_records,
    game_records,
    most_events,
    most_games,
)
from xladdin.reports.season.streaks import streaks
from xladdin.reports.tallies import ClubGames, GameColumns

Records = Sequence[Sequence[RecordLine]]
"""The lines of each kind of record; a kind without a line is left out."""


def season_records(replay: Replay, games: ClubGames | None) -> Records:
    """Of the season of the last session. games: None where the system rates placings."""
    if games is None:
        return _filled(*event_records(replay), gain_records(replay), most_events(replay))
    counts = games.season_tally.games
    return _of_games(replay, games.season, counts, games.season_unrated, gain_records(replay))


def all_time_records(replay: Replay, games: ClubGames | None) -> Records:
    """Of all seasons. games: None where the system rates placings."""
    if games is None:
        return _filled(*event_records(replay, all_seasons=True))
    played = Counter(chain(games.everything.player1, games.everything.player2))
    counts = [played[player] for player in range(len(replay.log.players))]
    return _of_games(replay, games.everything, counts, replay.log.unrated)


def _of_games(
    replay: Replay,
    rated: GameColumns,
    counts: Sequence[int],
    unrated: Sequence[UnratedGame],
    *more: Sequence[RecordLine],
) -> Records:
    played = {player: number for player, number in enumerate(counts) if number}
    return _filled(*game_records(replay, rated), *more, most_games(replay, played), *streaks(replay, rated, unrated))


def _filled(*records: Sequence[RecordLine]) -> Records:
    return [record for record in records if record]
