"""What the clubs share: games by session, adjustments when they are due, and the figures of games and members."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby

from tests.oracle.typed import Figures, Typed, blank, day, number, outcome, some_number


@dataclass(frozen=True)
class Game:
    """A rated game. `number` is its row in the table. `doubled` is who plays two opponents at once, or blank."""

    number: int
    day: date
    player: str
    other: str
    score: Fraction
    others: Fraction
    doubled: str = ""

    def seen_by(self, player: str) -> tuple[str, Fraction, Fraction]:
        """Return the opponent, the player's own score, the opponent's score."""
        return (
            (self.other, self.score, self.others) if player == self.player else (self.player, self.others, self.score)
        )


@dataclass
class Member:
    """A player. `number` is the row in Players. `rated` says whether the player came with a rating, or has played."""

    number: int
    rating: Fraction
    games: int
    rated: bool
    floor: Fraction | None
    best: Fraction = Fraction(-(10**9))

    def raise_by(self, points: Fraction) -> None:
        """Add points to the rating, which never falls below a floor."""
        self.rating += points
        if self.floor is not None:
            self.rating = max(self.rating, self.floor)
        self.best = max(self.best, self.rating)


def rated_games(typed: Typed, by_results: bool = False) -> Iterator[Game]:
    """Yield the games with two players and a result, and without a kind. By results the scores are 1, ½ and 0."""
    for index, row in typed.rows("Games"):
        player, other = (typed.player(row[heading]) for heading in (("white", "black") if by_results else PLAYERS))
        score, others = (some_number(row[heading]) for heading in ("score 1", "score 2"))
        if by_results and not blank(row["result"]):
            score = Fraction(outcome(row["result"]) + 1, 2)
            others = 1 - score
        if player and other and score is not None and others is not None and blank(row["kind"]):
            played_on = day(row["date"])
            assert played_on is not None
            yield Game(index, played_on, player, other, score, others, typed.player(row["double"]))


PLAYERS = ("player 1", "player 2")


def live_through(
    typed: Typed, games: Iterable[Game], rate: Callable[[date, list[Game]], None], give: Callable[[str, Fraction], None]
) -> None:
    """Give the adjustments due on a day, in the order of the rows, then rate its games, together or one by one.

    `give` takes the player, or nothing for everyone, and the points. What is dated later changes the list at once, if
    the club wants it so.
    """
    waiting = [(due, row) for _, row in typed.rows("Adjustments") if (due := day(row["date"])) is not None]

    def give_due(until: date) -> None:
        for due, row in waiting[:]:
            if due <= until:
                waiting.remove((due, row))
                give(typed.player(row["player"]), number(row["points"]))

    by_game = typed.choice("rated_together", "session") == "game"
    for played_on, session in groupby(sorted(games, key=lambda game: game.day), key=lambda game: game.day):
        give_due(played_on)
        for period in [[game] for game in session] if by_game else [list(session)]:
            rate(played_on, period)
    if typed.choice("adjustments_take_effect", "") == "when due":
        give_due(typed.today)


def members(typed: Typed, floor: Fraction | None) -> dict[str, Member]:
    """Return everybody on Players by name, as the start columns say."""
    by_name = {}
    for index, row in typed.rows("Players"):
        start, corrected, games = (
            some_number(row[heading]) for heading in ("start rating", "start corrected", "start games")
        )
        if player := typed.player(row["player"]):
            rating = next(value for value in (start, corrected, typed.rule("new_rating")) if value is not None)
            by_name[player] = Member(index, rating, int(games or 0), start is not None or bool(games), floor)
            by_name[player].raise_by(Fraction(0))
    return by_name


Gains = tuple[Fraction, Fraction]


def club_figures(
    typed: Typed,
    club: Mapping[str, Member],
    games: Iterable[Game],
    gains_of: Callable[[Game, Member, Member], Gains],
    listed: Callable[[Member, Fraction], Fraction],
) -> Figures:
    """Return every figure of games and members. A rating takes what `listed` makes of the sum of a session's gains."""
    computed: Figures = {}

    def rate(_: date, session: list[Game]) -> None:
        sums: dict[str, Fraction] = {}
        for game in session:
            sides = club[game.player], club[game.other]
            gains = gains_of(game, *sides)
            computed.update(game_figures(game, sides[0].rating, sides[1].rating, *gains))
            for player, gain in zip((game.player, game.other), gains):
                sums[player] = sums.get(player, Fraction(0)) + gain
        played = Counter(player for game in session for player in (game.player, game.other))
        for player, plain_sum in sums.items():
            member = club[player]
            member.raise_by(listed(member, plain_sum))
            member.games += played[player]
            member.rated = True

    def give(player: str, points: Fraction) -> None:
        for name, member in club.items():
            if player == name or (not player and member.rated):
                member.raise_by(points)

    live_through(typed, games, rate, give)
    for member in club.values():
        computed["Players", member.number, "Rating"] = member.rating
        computed["Players", member.number, "Games"] = member.games
    return computed


def game_figures(game: Game, rating: Fraction, others: Fraction, *changes: object) -> Figures:
    cells = zip(("Rating 1", "Rating 2", "Difference", "Change 1", "Change 2"),
                (rating, others, rating - others, *changes))  # fmt: skip
    return {("Games", game.number, heading): value for heading, value in cells}


def band(rows: Sequence[tuple[Fraction, ...]], key: Fraction) -> tuple[Fraction, ...]:
    """Return the last row that begins at most at the key, or the first one for a lower key."""
    return max((row for row in rows if row[0] <= key), default=rows[0])
