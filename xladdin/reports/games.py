"""List the games of a session, an event or a player, and explain the arithmetic of each change."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from xladdin.cells import Number, format_scores, round_half_up
from xladdin.messages import BLANK, Message, msg
from xladdin.model import Event, GameKind, Player, RatedGame, UnratedGame
from xladdin.replay import Replay
from xladdin.reports.report import Note
from xladdin.reports.wording import format_chess_record, format_record, rating_message
from xladdin.statistics import GameColumns, Rows, Statistics
from xladdin.systems.system import PLACINGS, RatingSystem, without_change


class PlayedGame(NamedTuple):
    """A rated game from the point of view of a player.

    Attributes:
        date: Date of the game.
        opponent: Name of the opponent.
        rating: Rating of the player before the game.
        opponent_rating: Rating of the opponent before the game.
        score: Score of the player.
        opponent_score: Score of the opponent.
        change: Change of the rating, or None for a newcomer, who is rated by all games so far.
        rating_after: Rating at the end of the day.
        explanation: Arithmetic of the change.
    """

    date: date
    opponent: str
    rating: Number
    opponent_rating: Number
    score: Number
    opponent_score: Number
    change: Number | None
    rating_after: Number
    explanation: Message


class UnratedEntry(NamedTuple):
    """A game, forfeit or bye without effect on ratings, from the point of view of a player.

    The opponent and the scores are None for a bye.
    """

    date: date
    kind: GameKind
    opponent: str | None
    score: Number | None
    opponent_score: Number | None


def iter_played_games(replay: Replay, rows: Rows, explained_from: date = date.min) -> Iterator[PlayedGame]:
    """Yield the rated games of a player in order of date. Games before `explained_from` have no explanation."""
    log = replay.log
    schema, games = log.system.log_schema, log.games
    if not schema.is_paired:
        return
    (rating1, rating2), (change1, change2) = (
        [replay.rated_columns[heading] for heading in pair] for pair in (schema.ratings, schema.changes)
    )
    by_side = (
        (rating1, rating2, change1, games.score1, games.score2, games.player2),
        (rating2, rating1, change2, games.score2, games.score1, games.player1),
    )
    for number, side in rows:
        ratings, opponents_ratings, changes, scores, opponents_scores, opponents = by_side[side]
        rating, opponent_rating, change = ratings[number], opponents_ratings[number], changes[number]
        score, opponent_score = scores[number], opponents_scores[number]
        assert rating is not None and opponent_rating is not None
        if games.date[number] < explained_from:
            explanation = BLANK
        elif change is None:
            explanation = msg("new, rated by all games so far")
        else:
            explanation = explain_game(replay, number, side)
        opponent = log.players[opponents[number]].name
        rating_after = replay.ratings_after[side][number]
        yield PlayedGame(
            games.date[number],
            opponent,
            rating,
            opponent_rating,
            score,
            opponent_score,
            change,
            rating_after,
            explanation,
        )


def explain_game(replay: Replay, game: int, side: int) -> Message:
    """Return the explanation of the change of a game for the player of a side, 0 or 1, as CLUBEXPLAIN does."""
    system, games, schema = replay.log.system, replay.log.games, replay.log.system.log_schema
    rating, opponent_rating = (
        replay.rated_columns[heading][game] or 0 for heading in schema.ratings[:: -1 if side else 1]
    )
    score, opponent_score = (column[game] for column in (games.score1, games.score2)[:: -1 if side else 1])
    basis = replay.rated_columns[schema.bases[side]][game] if schema.bases else None
    is_double = games.double[game] == side + 1
    return system.describe_game(RatedGame(rating, opponent_rating, score, opponent_score, is_double, basis))


def iter_unrated_entries(statistics: Statistics, player: int) -> Iterator[UnratedEntry]:
    """Yield the unrated games, forfeits and byes of a player in order of date."""
    names = [player_entry.name for player_entry in statistics.replay.log.players]
    for kind, day, first, score, second, second_score, _ in statistics.unrated.get(player, ()):
        opponent, player_score, opponent_score = (
            (second, score, second_score) if first == player else (first, second_score, score)
        )
        yield UnratedEntry(day, kind, None if opponent is None else names[opponent], player_score, opponent_score)


# Changes that differ by less than the reciprocal of this number are equal apart from rounding errors of floats.
EQUALITY_FACTOR = 1_000_000


class Step(NamedTuple):
    """A step in the rating of a player: a period in which the player played, or an adjustment.

    Attributes:
        date: Date of the step.
        rating_before: Rating before the step, or None.
        rating_after: Rating after the step.
        closing: Explanation of an event or adjustment, and a sentence with the resulting rating.
        games: Games of the period.
        event: Name of the event, or "".
    """

    date: date
    rating_before: Number | None
    rating_after: Number
    closing: Sequence[Message]
    games: Sequence[PlayedGame] = ()
    event: str = ""


def iter_player_steps(
    statistics: Statistics, player: int, games: Sequence[PlayedGame], detailed_from: date = date.min
) -> Iterator[Step]:
    """Yield the steps of a player's rating from the start rating on.

    Each begins with the rating after the one before. Before `detailed_from`, they have only ratings, and the games of
    these days may be left out.
    """
    replay, rows = statistics.replay, statistics.player_rows[player]
    log = replay.log
    (current,) = log.system.create_initial_state([log.players[player]]).known_ratings()
    by_period = _group_by_period(replay, rows, games)
    format_figure = partial(rating_message, log.system)
    for number, rating_after in statistics.rating_history(player):
        assert rating_after is not None
        period = log.periods[number]
        day = by_period.get(number)
        if period.date < detailed_from:
            yield Step(period.date, current, rating_after, (), (), period.event)
        elif day is None:  # a period in which the player has only been adjusted
            yield Step(period.date, current, rating_after, [_describe_adjustment(current, rating_after, format_figure)])
        else:
            rating_before = day.rating_before
            if rating_before is not None and current is not None and rating_before != current:
                yield Step(
                    period.date, current, rating_before, [_describe_adjustment(current, rating_before, format_figure)]
                )
            closing = [*day.explanations, _describe_change(rating_before, day.changes, rating_after, format_figure)]
            yield Step(period.date, rating_before, rating_after, closing, day.games, period.event)
        current = rating_after
    # Adjustments that were due after the last period.
    if replay.adjusted_ratings and replay.adjusted_ratings[-1].number == len(log.periods):
        final = replay.adjusted_ratings[-1].ratings[player]
        if current is not None and final is not None and final != current:
            yield Step(
                replay.adjusted_ratings[-1].date, current, final, [_describe_adjustment(current, final, format_figure)]
            )


def _describe_adjustment(
    rating_before: Number | None, rating_after: Number, format_figure: Callable[..., Message]
) -> Message:
    change = format_figure(rating_after - (rating_before or 0), True)
    return msg("adjustment {adjustment}: {rating}", adjustment=change, rating=format_figure(rating_after))


def _describe_change(
    rating_before: Number | None, changes: Sequence[Number], rating_after: Number, format_figure: Callable[..., Message]
) -> Message:
    """Return a sentence about how the changes of the games of a day became the change of the list."""
    if rating_before is None:
        return msg("rated by all games so far: {rating}", rating=format_figure(rating_after))
    plain, change = sum(changes), rating_after - rating_before
    becomes = msg(
        "{before} {change} = {after}",
        before=format_figure(rating_before),
        change=format_figure(change, True),
        after=format_figure(rating_after),
    )
    if round_half_up((plain - change) * EQUALITY_FACTOR) == 0:
        return becomes
    return msg(
        "sum {sum}, counted as {change}: {becomes}",
        sum=format_figure(plain, True),
        change=format_figure(change, True),
        becomes=becomes,
    )


class _Day(NamedTuple):
    """The games of a player in one period.

    `rating_before` is the rating from which they were rated, or None. `explanations` has that of an event.
    """

    rating_before: Number | None
    changes: list[Number]
    explanations: list[Message]
    games: list[PlayedGame]


def _group_by_period(replay: Replay, rows: Rows, games: Sequence[PlayedGame]) -> dict[int, _Day]:
    """Return the games of a player by the number of their period."""
    log = replay.log
    if not log.system.log_schema.is_paired:
        return dict(_iter_events(replay, rows))
    days: dict[int, _Day] = {}
    for (position, _), game in zip(rows[len(rows) - len(games) :], games):
        rating_before = None if game.change is None else game.rating
        day = days.setdefault(log.period_of_row[position], _Day(rating_before, [], [], []))
        day.changes.append(game.change or 0)
        day.games.append(game)
    return days


def explain_step(system: RatingSystem, step: Step) -> list[Message]:
    """Return the explanation of a step: one message per game or event, and one with the resulting rating."""
    lines = [
        msg(
            "{opponent} ({rating:g}), {result}: {words}",
            opponent=game.opponent,
            rating=game.opponent_rating,
            result=_format_result(system, game),
            words=game.explanation,
        )
        for game in step.games
    ]
    for explanation in step.closing[:-1]:
        lines.append(msg("{event}: {words}", event=step.event, words=explanation) if step.event else explanation)
    return [*lines, *step.closing[-1:]]


def _format_result(system: RatingSystem, game: PlayedGame) -> str:
    if not system.log_schema.has_scores:
        return {1: msg("won"), 0.5: msg("drawn"), 0: msg("lost")}[game.score]
    return format_scores(game.score, game.opponent_score)


def _iter_events(replay: Replay, rows: Rows) -> Iterator[tuple[int, _Day]]:
    log, schema = replay.log, replay.log.system.log_schema
    for row, _ in rows:
        event = log.events[log.placings.event[row]]
        rating_before, change = replay.rated_columns[schema.rating1][row], replay.rated_columns[schema.change1][row]
        event_arguments = event.players, event.rounds, event.date.year, event.world_championship
        explanation = log.system.explain(rating_before, log.placings.place[row], *event_arguments)
        yield log.period_of_row[row], _Day(rating_before, [change or 0], [explanation], [])


NEWCOMER_EXPLANATION = msg("new, rated by all games so far; no change of a single game")

UNRATED_EXPLANATIONS = {
    GameKind.UNRATED: msg("unrated"),
    GameKind.FORFEIT: msg("forfeit: not played, not rated"),
    GameKind.BYE: msg("bye: sat out"),
}
# The result of a game of chess by the points of the first player.
CHESS_SCORES = {1: "1–0", 0.5: "½–½", 0: "0–1"}
_GET_ROW = attrgetter("row")


class GameLine(NamedTuple):
    """A game of a session.

    Attributes:
        player1: Name of player 1.
        score1: Score of player 1, or None for a bye.
        player2: Name of player 2, or None for a bye.
        score2: Score of player 2, or None for a bye.
        rating1: Rating of player 1 before the game, or None for an unrated game.
        rating2: Rating of player 2 before the game, or None for an unrated game.
        change1: Change of player 1, or None for a newcomer, who is rated by all games so far, or an unrated game.
        change2: Change of player 2, or None likewise.
        notes: Explanation of the change of player 1, and that of player 2 unless it is the opposite. For an unrated
            game, its kind.
        par: Par scores, at which the ratings would not change, or None.
    """

    player1: str
    score1: Number | None
    player2: str | None
    score2: Number | None
    rating1: Number | None
    rating2: Number | None
    change1: Number | None
    change2: Number | None
    notes: Sequence[Note]
    par: str | None = None


class SessionLine(NamedTuple):
    """The results of a player in a session.

    Attributes:
        player: Name of the player.
        games: Number of rated games.
        wins: Wins.
        losses: Losses.
        ties: Ties.
        spread: Sum of the spreads.
        old: Rating before the session, or None.
        new: Rating after the session, or a text in place of a rating.
        plain_sum: Sum of the changes of the games, or None for a newcomer.
        change: Change of the list, or None.
        explanation: How the sum became the change of the list, or None if they are equal.
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
    change: Number | None
    explanation: Message | None

    @property
    def record(self) -> str | None:
        """Wins, losses and ties as one text."""
        return format_record(self.wins, self.losses, self.ties)

    @property
    def chess_record(self) -> str | None:
        """Wins, draws and losses as one text."""
        return format_chess_record(self.wins, self.ties, self.losses)


def list_session_games(statistics: Statistics, *, of_winner: bool = False) -> list[GameLine]:
    """Return the games of the last session in the order of the table, and then unrated games and byes.

    With `of_winner`, opposite changes are explained only from the point of view of the winner.
    """
    replay, system, session = statistics.replay, statistics.system, statistics.session.games
    players = replay.log.players
    in_log = statistics.session.select_rows(range(len(replay.log.games.date)))
    lines = []
    for game, _, player1, score1, player2, score2, _, rating1, rating2, change1, change2 in zip(in_log, *session):
        changes = {0: change1, 1: change2}
        if change1 is not None and change2 is not None and change1 + change2 == 0:
            del changes[0 if of_winner and score2 > score1 else 1]
        names = (players[player1].name, players[player2].name)
        notes = [
            Note(NEWCOMER_EXPLANATION if change is None else explain_game(replay, game, side), names[side])
            for side, change in changes.items()
        ]
        par = system.par_game(rating1, rating2, score1, score2)
        lines.append(GameLine(names[0], score1, names[1], score2, rating1, rating2, change1, change2, notes, par))
    lines.extend(_make_unrated_line(game, players) for game in sorted(statistics.session.unrated, key=_GET_ROW))
    return lines


def _make_unrated_line(game: UnratedGame, players: Sequence[Player]) -> GameLine:
    """Return the line of an unrated game, forfeit or bye."""
    opponent = None if game.player2 is None else players[game.player2].name
    explanation = UNRATED_EXPLANATIONS[game.kind]
    return GameLine(
        players[game.player1].name, game.score1, opponent, game.score2, None, None, None, None, [Note(explanation)]
    )


def list_session_players(statistics: Statistics) -> list[SessionLine]:
    """Return the players of the last session, by wins (a tie is half a win), then spread, then name."""
    replay, system, totals, rated_from = (
        statistics.replay,
        statistics.system,
        statistics.session.totals,
        statistics.session_start_ratings,
    )
    state, players = replay.state, replay.log.players
    sums = _sum_changes(statistics.session.games)
    closing = replay.closings[-1].ratings if replay.closings else []
    forfeits = {player for game in statistics.session.unrated for player in (game.player1, game.player2)}
    order = sorted(
        {player for player in forfeits if player is not None and totals.has_record(player)}
        | statistics.session.players,
        key=lambda player: (-totals.points(player), -totals.spread(player), players[player].name.casefold()),
    )
    lines = []
    for player in order:
        games_before = state.games[player] - totals.games[player]
        old, printed_rating = rated_from.get(player), system.get_printed_rating(state, player)
        new = printed_rating if old is None else (closing[player] or 0)
        lines.append(
            SessionLine(
                players[player].name,
                totals.games[player],
                totals.wins[player],
                totals.losses[player],
                totals.ties[player],
                totals.spread(player),
                old,
                new,
                None if old is None else sums[player],
                None if old is None or isinstance(new, str) else new - old,
                (old is not None and system.describe_session(old, games_before, sums[player])) or None,
            )
        )
    return lines


def _sum_changes(session: GameColumns) -> Mapping[int, Number]:
    sums: dict[int, Number] = {}
    for column, changes in ((session.player1, session.change1), (session.player2, session.change2)):
        for player, change in zip(column, changes):
            sums[player] = sums.get(player, 0) + (change or 0)
    return sums


class PlacingLine(NamedTuple):
    """The line of a player in the report of an event.

    Attributes:
        place: Place.
        player: Name of the player.
        nation: Nation, or None.
        percentile: Percentile of the placing [0-100].
        old: Rating before the event.
        change: Change of the rating.
        new: Rating after the event.
        explanation: Arithmetic of the change.
        value: Value of the event [percent].
        players: Number of players of the event.
    """

    place: int
    player: str
    nation: str | None
    percentile: Number | None
    old: Number | None
    change: Number | None
    new: Number | None
    explanation: Message
    value: Number | None
    players: int

    @property
    def explanation_without_change(self) -> Message:
        """The explanation without the change at its end, for use next to the change."""
        return without_change(self.explanation)


def find_last_event(replay: Replay) -> Event | None:
    """Return the last event, or None."""
    if not replay.last_session:
        return None
    return replay.log.events[replay.log.placings.event[replay.last_session[0].start]]


def list_event_lines(replay: Replay) -> list[PlacingLine]:
    """Return the lines of the last event, the first place first.

    Placings that are missing from the log have no line.
    """
    log = replay.log
    if not replay.last_session:
        return []
    span = range(replay.last_session[0].start, replay.last_session[0].stop)
    event = log.events[log.placings.event[span[0]]]
    event_arguments = event.players, event.rounds, event.date.year, event.world_championship
    schema, rated = log.system.log_schema, replay.rated_columns
    ratings_before = rated[schema.rating1]
    lines = []
    for row in sorted(span, key=log.placings.place.__getitem__):
        player = log.players[log.placings.player[row]]
        place = log.placings.place[row]
        lines.append(
            PlacingLine(
                place=place,
                player=player.name,
                nation=player.nation or None,
                percentile=rated[PLACINGS.percentile][row],
                old=ratings_before[row],
                change=rated[schema.change1][row],
                new=rated[PLACINGS.new_rating][row],
                explanation=log.system.explain(ratings_before[row], place, *event_arguments),
                value=rated[PLACINGS.value][row],
                players=event.players,
            )
        )
    return lines
