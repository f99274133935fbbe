"""What people typed into a workbook, read plainly, and what the clubs share: games by session, and members."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import groupby

from xladdin.cells import ClubWorkbook

DAY_ZERO = date(1899, 12, 30)
"""Day 0 of Excel's serial numbers."""
BYE = "bye"
WON = {"1-0", "w", "win", "1", "1.0"}
LOST = {"0-1", "l", "loss", "0", "0.0"}
Row = Mapping[str, object]
Figures = dict[tuple[str, int, str], object]
"""The right value of a cell, by table, row below the headings from 0 on, and heading."""


class Typed:
    """The input tables of a workbook, and the cells of its sheet Rules. No adjustment is due after `today`."""

    def __init__(self, club_file: ClubWorkbook, today: date) -> None:
        self._book = club_file
        self.today = today
        self._rules: dict[str, Fraction] = {}
        self._names = {name(row["player"]) for _, row in self.rows("Players")} | {BYE}
        self._aliases = {name(row["alias"]): name(row["player"]) for _, row in self.rows("Aliases")}

    def rows(self, table: str) -> Iterator[tuple[int, Row]]:
        """Yield each row of a table that holds anything, with its number. Cells are by heading in small letters."""
        cells = self._book.tables.get(table)
        if cells is None:
            return
        columns = {name(heading): column for heading, column in zip(cells.headings, cells.columns)}
        for number, row in enumerate(zip(*columns.values())):
            if any(not blank(cell) for cell in row):
                yield number, _Row(zip(columns, row))

    def player(self, cell: object) -> str:
        """Return the player that a name or an alias means. It is blank for a bye or a blank."""
        known = name(cell)
        if known not in self._names:
            known = self._aliases.get(known, known)
        return "" if known == BYE else known

    def rule(self, field: str, default: object = 0) -> Fraction:
        if field not in self._rules:
            cell = self._book.names.get(f"rule_{field}")
            self._rules[field] = number(default if blank(cell) else cell)
        return self._rules[field]

    def choice(self, field: str, default: str) -> str:
        cell = self._book.names.get(f"rule_{field}")
        return default if blank(cell) else str(cell).strip().casefold()

    def bands(self, field: str, *columns: str) -> list[tuple[Fraction, ...]]:
        """Return a table on Rules: the key from which each row holds, then the columns named."""
        ranges = [self._book.range_values(f"rule_{field}_{column}") or () for column in ("from", *columns)]
        cells = zip(*([row[0] for row in area] for area in ranges))
        return [tuple(map(number, row)) for row in cells if not blank(row[0])]


class _Row(dict[str, object]):
    def __missing__(self, heading: str) -> None:
        """Count a missing column as blank."""
        return None


def blank(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def number(cell: object) -> Fraction:
    """Return a number, exactly as its digits say, or 0 for a blank."""
    return Fraction(0) if blank(cell) else Fraction(str(cell).strip())


def some_number(cell: object) -> Fraction | None:
    return None if blank(cell) else number(cell)


def day(cell: object) -> date | None:
    """Read a date, its serial number, or text such as 2006-10-01. A blank is None."""
    if blank(cell):
        return None
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, date):
        return cell
    if isinstance(cell, str):
        return date.fromisoformat(cell.strip()[:10])
    return DAY_ZERO + timedelta(days=int(number(cell)))


def outcome(result: object) -> int:
    """Return 1 for a win, -1 for a loss and 0 for a draw, from the side of the player of the row."""
    word = "".join(str(result).split()).strip("()[]").casefold()
    return (word in WON) - (word in LOST)


def name(cell: object) -> str:
    """Fold a name: no case, no outer or doubled blanks, and no signs that nobody sees."""
    text = unicodedata.normalize("NFKC", "" if cell is None else _plain(cell))
    seen = "".join(letter for letter in text if unicodedata.category(letter) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", seen.casefold()).split())


def _plain(cell: object) -> str:
    """Write a name such as 7 that a cell holds as a number."""
    return str(int(cell)) if isinstance(cell, float) and cell == int(cell) else str(cell)


def nearest(value: Fraction) -> Fraction:
    """Return the nearest whole number, halves away from zero, after rounding to nine decimals."""
    billionths = _half_away(value * 10**9)
    return Fraction(_half_away(Fraction(billionths, 10**9)))


def _half_away(value: Fraction) -> int:
    size = int(abs(value) + Fraction(1, 2))
    return size if value >= 0 else -size


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
        if player == self.player:
            return self.other, self.score, self.others
        return self.player, self.others, self.score


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

    def give_due(last_day: date) -> None:
        for due, row in waiting[:]:
            if due <= last_day:
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
