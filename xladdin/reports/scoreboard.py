"""The last session game by game with the arithmetic in words, and its result for each player."""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.messages import Message, msg
from xladdin.model import GameKind, Player, UnratedGame
from xladdin.reports.own_games.played import game_words
from xladdin.reports.won_lost import won_drawn_lost, won_lost
from xladdin.statistics import GameColumns, Statistics

NEWCOMER_WORDS = msg("new, rated by all games so far; no change of a single game")

NOT_RATED_WORDS = {
    GameKind.UNRATED: msg("unrated"),
    GameKind.FORFEIT: msg("forfeit: not played, not rated"),
    GameKind.BYE: msg("bye: sat out"),
}
CHESS_SCORES = {1: "1–0", 0.5: "½–½", 0: "0–1"}
"""The result of a game of chess, by the points of the player named first."""
_UNRATED_ORDER = attrgetter("row")


class Note(NamedTuple):
    """A sentence below a row, or a line of it. `player` is whose it is, if the row is about two."""

    text: str
    player: str = ""


class GameLine(NamedTuple):
    """One game. A change is None if the player is new and rated by all games so far.

    `words` is the arithmetic of player 1's change, then that of player 2's, unless it is the same turned round. For a
    row that is not rated, it says what that is. `par` has the scores of both that leave the ratings as they are, if the
    system has them. For a bye, player2 and the scores are None.
    """

    player1: str
    score1: Number | None
    player2: str | None
    score2: Number | None
    rating1: Number | None
    rating2: Number | None
    change1: Number | None
    change2: Number | None
    words: Sequence[Note]
    par: str | None = None


class SessionLine(NamedTuple):
    """The session for one player. `plain_sum` sums the game changes, and `taken` is what the list takes of it.

    `words` says how the one became the other, if they differ.
    """

    player: str
    games: int
    wins: int
    losses: int
    ties: int
    spread: Number
    old: Number | None
    new: Number | str
    plain_sum: Number | None
    taken: Number | None
    words: Message | None

    @property
    def record(self) -> str | None:
        """Won, lost and tied in one."""
        return won_lost(self.wins, self.losses, self.ties)

    @property
    def chess_record(self) -> str | None:
        """Won, drawn and lost in one."""
        return won_drawn_lost(self.wins, self.ties, self.losses)


def session_games(statistics: Statistics, *, of_winner: bool = False) -> list[GameLine]:
    """Return every game of the last session in the order of the table, then those that are not rated, and the byes.

    With `of_winner`, one side's arithmetic is enough, and it is the winner's.
    """
    replay, system, session = statistics.replay, statistics.system, statistics.session.games
    players = replay.log.players
    in_log = statistics.session.of_column(range(len(replay.log.games.date)))
    lines = []
    for game, _, player1, score1, player2, score2, _, rating1, rating2, change1, change2 in zip(in_log, *session):
        told = {0: change1, 1: change2}
        if change1 is not None and change2 is not None and change1 + change2 == 0:
            del told[0 if of_winner and score2 > score1 else 1]
        names = (players[player1].name, players[player2].name)
        words = [
            Note(NEWCOMER_WORDS if change is None else game_words(replay, game, side), names[side])
            for side, change in told.items()
        ]
        par = system.par_game(rating1, rating2, score1, score2)
        lines.append(GameLine(names[0], score1, names[1], score2, rating1, rating2, change1, change2, words, par))
    lines.extend(_not_rated(game, players) for game in sorted(statistics.session.unrated, key=_UNRATED_ORDER))
    return lines


def _not_rated(game: UnratedGame, players: Sequence[Player]) -> GameLine:
    """Return a row of the session that moves no rating."""
    opponent = None if game.player2 is None else players[game.player2].name
    words = NOT_RATED_WORDS[game.kind]
    return GameLine(
        players[game.player1].name, game.score1, opponent, game.score2, None, None, None, None, [Note(words)]
    )


def session_players(statistics: Statistics) -> list[SessionLine]:
    """Return everybody who was at the last session, by wins (a tie is half a win), then spread, then name."""
    replay, system, tally, rated_from = (
        statistics.replay,
        statistics.system,
        statistics.session.tally,
        statistics.rated_from,
    )
    state, players = replay.state, replay.log.players
    sums = _plain_sums(statistics.session.games)
    closing = replay.closings[-1].ratings if replay.closings else []
    forfeits = {player for game in statistics.session.unrated for player in (game.player1, game.player2)}
    order = sorted(
        {player for player in forfeits if player is not None and tally.has_record(player)} | statistics.session.players,
        key=lambda player: (-tally.points(player), -tally.spread(player), players[player].name.casefold()),
    )
    lines = []
    for player in order:
        before = state.games[player] - tally.games[player]
        old, printed = rated_from.get(player), system.printed_rating(state, player)
        new = printed if old is None else (closing[player] or 0)
        lines.append(
            SessionLine(
                players[player].name,
                tally.games[player],
                tally.wins[player],
                tally.losses[player],
                tally.ties[player],
                tally.spread(player),
                old,
                new,
                None if old is None else sums[player],
                None if old is None or isinstance(new, str) else new - old,
                (old is not None and system.describe_session(old, before, sums[player])) or None,
            )
        )
    return lines


def _plain_sums(session: GameColumns) -> Mapping[int, Number]:
    sums: dict[int, Number] = {}
    for column, changes in ((session.player1, session.change1), (session.player2, session.change2)):
        for player, change in zip(column, changes):
            sums[player] = sums.get(player, 0) + (change or 0)
    return sums
