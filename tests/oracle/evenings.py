"""What the Scrabble clubs share: rated games by session, adjustments, and the figures of a rated game."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby

from tests.oracle.typed import Figures, Row, Typed, blank, day, number, some_number


@dataclass(frozen=True)
class Game:
    """A rated game. `number` is its row in the table. `doubled` is who plays two opponents at once, or blank."""

    number: int
    day: date
    one: str
    other: str
    score: Fraction
    others: Fraction
    doubled: str = ""

    def seen_by(self, player: str) -> tuple[str, Fraction, Fraction]:
        """Return the opponent, the player's own score, the opponent's score."""
        return (self.other, self.score, self.others) if player == self.one else (self.one, self.others, self.score)


@dataclass
class Member:
    """A player. `number` is the row in Players. `rated` says whether the player came with a rating, or has played."""

    number: int
    rating: Fraction
    games: int
    rated: bool

    def raise_by(self, points: Fraction, floor: Fraction | None) -> None:
        """Add points to the rating, which never falls below a floor."""
        self.rating += points
        if floor is not None:
            self.rating = max(self.rating, floor)


def rated_games(typed: Typed) -> Iterator[Game]:
    """Yield the games with both players and both scores and without a kind. A bye is no such game."""
    for row_number, row in typed.rows("Games"):
        one, other = typed.player(row["player 1"]), typed.player(row["player 2"])
        score, others = some_number(row["score 1"]), some_number(row["score 2"])
        played_on = None if score is None or others is None else day(row["date"])
        if one and other and blank(row["kind"]) and played_on and score is not None and others is not None:
            yield Game(row_number, played_on, one, other, score, others, typed.player(row["double"]))


def sessions(games: Iterable[Game]) -> Iterator[tuple[date, list[Game]]]:
    """Yield all games of one date together, in order of the dates."""
    in_order = sorted(games, key=lambda game: game.day)
    for played_on, session in groupby(in_order, key=lambda game: game.day):
        yield played_on, list(session)


class Adjustments:
    """The club's additions to ratings. `give` takes the player, or nothing for everyone, and the points."""

    def __init__(self, typed: Typed, give: Callable[[str, Fraction], None]) -> None:
        self._typed = typed
        self._give = give
        rows = [row for _, row in typed.rows("Adjustments")]
        self._waiting: list[tuple[date, Row]] = [(due, row) for row in rows if (due := day(row["date"])) is not None]

    def due(self, session: date) -> None:
        """Give the adjustments due before a session on that day, in the order of the rows."""
        now = [row for due, row in self._waiting if due <= session]
        self._waiting = [(due, row) for due, row in self._waiting if due > session]
        for row in now:
            self._give(self._typed.player(row["player"]), number(row["points"]))

    def after_the_last(self) -> None:
        """Give the adjustments that change the list at once, if the club wants it so."""
        if self._typed.choice("adjustments_take_effect", "") == "when due":
            self.due(self._typed.today)


def rate_in_order(
    typed: Typed,
    club: dict[str, Member],
    games: Iterable[Game],
    rate: Callable[[list[Game]], None],
    floor: Fraction | None,
) -> None:
    """Give adjustments that are due, then rate the games of a date together, or one by one if the club says so."""
    for member in club.values():
        member.raise_by(Fraction(0), floor)

    def give(player: str, points: Fraction) -> None:
        for name, member in club.items():
            if player == name or (not player and member.rated):
                member.raise_by(points, floor)

    adjustments = Adjustments(typed, give)
    by_game = typed.choice("rated_together", "session") == "game"
    for played_on, session in sessions(games):
        adjustments.due(played_on)
        for period in [[game] for game in session] if by_game else [session]:
            rate(period)
    adjustments.after_the_last()


def members(typed: Typed, new_rating: Fraction) -> dict[str, Member]:
    """Return everybody on Players by name, as the start columns say."""
    found = {}
    for row_number, row in typed.rows("Players"):
        start, corrected, games = (
            some_number(row[heading]) for heading in ("start rating", "start corrected", "start games")
        )
        if player := typed.player(row["player"]):
            rating = next(value for value in (start, corrected, new_rating) if value is not None)
            found[player] = Member(row_number, rating, int(games or 0), start is not None or bool(games))
    return found


def game_figures(game: Game, rating: Fraction, others: Fraction, change: object, others_change: object) -> Figures:
    """Return the figures beside a rated game."""
    cells = {
        "Rating 1": rating,
        "Rating 2": others,
        "Difference": rating - others,
        "Change 1": change,
        "Change 2": others_change,
    }
    return {("Games", game.number, heading): value for heading, value in cells.items()}


def member_figures(found: dict[str, Member]) -> Figures:
    """Return the rating and games of everybody."""
    figures: Figures = {}
    for member in found.values():
        figures["Players", member.number, "Rating"] = member.rating
        figures["Players", member.number, "Games"] = member.games
    return figures


def band(rows: list[tuple[Fraction, ...]], key: Fraction) -> tuple[Fraction, ...]:
    """Return the last row that begins at most at the key, or the first one for a lower key."""
    return max((row for row in rows if row[0] <= key), default=rows[0])
