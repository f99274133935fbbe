"""Lexington, a second time, in decimals of thirty digits. Source: the club's page. The rule for new players is ours."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal, getcontext
from fractions import Fraction

from tests.oracle.typed import (
    Figures,
    Game,
    Row,
    Typed,
    day,
    game_figures,
    live_through,
    nearest,
    number,
    rated_games,
    some_number,
)

# Typed from the page of the club. Those for new players are as we decided.
RULES = {
    "win_boost": 4, "root_shift": 6.25, "expected_base": 47.5, "straight_limit": 10, "log_factor": 10, "log_shift": 13,
    "full_change_games": 50, "veteran_share": 0.5, "established_games": 10, "provisional_games": 4,
    "newcomer_bonus": 35, "unrated_opponent": 1300, "remembered_weeks": 99,
}  # fmt: skip

DIGITS, CLOSE = 30, Decimal("1e-11")


@dataclass
class Player:
    """A player between sessions. `results`: a newcomer's opponents' ratings and percentages. `start`: brought along."""

    number: int
    rating: Fraction | None = None
    games: int = 0
    last: date | None = None
    assigned: Fraction | None = None
    established: bool = False
    returned: bool = True
    start: tuple[int, Fraction] = (0, Fraction(0))
    results: list[tuple[Fraction, Decimal]] = field(default_factory=list)

    @property
    def faced(self) -> Fraction | None:
        """Return the rating that opponents meet. A newcomer's is the assigned one."""
        return self.rating if self.established else self.assigned


class Lexington:
    """The page's formulas with the numbers of the sheet Rules, and everybody on Players."""

    def __init__(self, typed: Typed) -> None:
        getcontext().prec = DIGITS
        self.rule = typed.rule
        self.least = typed.rule("established_games")
        lines = [(typed.player(row["player"]), index, row) for index, row in typed.rows("Players")]
        self.club = {player: self.entered(index, row) for player, index, row in lines if player}

    def expected(self, difference: Decimal) -> Decimal:
        """Follow "sqrt(RATING-DIFF + 6.25) + 47.5". The lower rated player gets the rest of a hundred."""
        share = (abs(difference) + self.decimal("root_shift")).sqrt() + self.decimal("expected_base")
        return share if difference >= 0 else 100 - share

    def percent(self, score: Fraction, others: Fraction) -> Decimal:
        """Follow "WINNER-PERCENT = WINNER-PERCENT + 4.0", and as much less for the loser."""
        won = (score > others) - (score < others)
        return 100 * _decimal(score) / _decimal(score + others) + won * self.decimal("win_boost")

    def change(self, rating: Fraction, others: Fraction, percent: Decimal, games: int) -> Fraction:
        """Return the change of an established player: in full below 50 games, else the veteran's share."""
        off = percent - self.expected(_decimal(rating - others))
        if abs(off) > self.decimal("straight_limit"):  # "log(abs(PERCENT-DIFF)) * 10.0 - 13.0", with the sign kept
            off = (abs(off).ln() * self.decimal("log_factor") - self.decimal("log_shift")).copy_sign(off)
        share = Fraction(1) if games < self.rule("full_change_games") else self.rule("veteran_share")
        return nearest(Fraction(off) * share)

    def performance(self, results: list[tuple[Fraction, Decimal]]) -> Fraction:
        """Find the rating at which the expected percentages add up to the scored ones."""
        opponents, scored = [_decimal(rating) for rating, _ in results], sum(percent for _, percent in results)

        def expects(rating: Decimal) -> Decimal:
            return sum((self.expected(rating - opponent) for opponent in opponents), Decimal(0))

        low, high, reach = min(opponents), max(opponents), Decimal(500)
        while expects(low) > scored:
            low, reach = low - reach, reach * 2
        while expects(high) < scored:
            high, reach = high + reach, reach * 2
        while high - low > CLOSE:
            middle = (low + high) / 2
            low, high = (middle, high) if expects(middle) < scored else (low, middle)
        return Fraction((low + high) / 2)

    def newcomers_rating(self, player: Player) -> Fraction:
        """Return the performance over all games so far, with the games and the rating that the player came with."""
        (games, rating), count = player.start, len(player.results)
        return nearest((games * rating + count * self.performance(player.results)) / (games + count))

    def entered(self, index: int, row: Row) -> Player:
        """Read a player from the start columns. Results of an earlier workbook are written `1500: 56.4; 1432: 61`."""
        rating, games = some_number(row["start rating"]), int(number(row["start games"]))
        known, assigned = games >= self.least, some_number(row["start assigned"])
        player = Player(index, rating, games, day(row["start last played"]), established=known)
        player.assigned = None if known else rating if assigned is None else assigned
        player.returned = day(row["start returned"]) is not None
        player.start = (0, Fraction(0)) if rating is None else (games, rating)
        pairs = [pair.split(":") for pair in str(row["start results"] or "").split(";") if pair.strip()]
        player.results = [(number(opponent), Decimal(percent.strip())) for opponent, percent in pairs]
        if player.results:
            player.games += len(player.results)
            player.rating = self.newcomers_rating(player)
        return player

    def session(self, today: date, games: list[Game]) -> Figures:
        """Rate a session from the ratings at its start."""
        remembered = timedelta(weeks=int(self.rule("remembered_weeks")))
        seen: dict[str, list[tuple[str, Decimal]]] = {}
        for game in games:
            for name in (game.player, game.other):
                opponent, score, others = game.seen_by(name)
                seen.setdefault(name, []).append((opponent, self.percent(score, others)))
                last = self.club[name].last
                if last is not None and today - last > remembered:  # "up to 99 weeks of inactivity"
                    self.club[name] = Player(self.club[name].number)
        present = {name: self.club[name] for name in seen}
        faced = {name: player.faced for name, player in present.items()}
        for name in [name for name, rating in faced.items() if rating is None]:
            known = [(rating, percent) for other, percent in seen[name] if (rating := faced[other]) is not None]
            unknown = [(self.rule("unrated_opponent"), percent) for _, percent in seen[name]]
            present[name].assigned = nearest(self.performance(known or unknown) + self.rule("newcomer_bonus"))
        met = {name: player.faced or Fraction(0) for name, player in present.items()}
        computed: Figures = {}
        gains = dict.fromkeys(present, Fraction(0))
        for game in games:
            changes = {}
            for name in (game.player, game.other):
                opponent, score, others = game.seen_by(name)
                gain = self.change(met[name], met[opponent], self.percent(score, others), present[name].games)
                changes[name] = gain if present[name].established else None
                gains[name] += gain
            computed |= game_figures(game, met[game.player], met[game.other], changes[game.player], changes[game.other])
            computed["Games", game.number, "Games 1"] = present[game.player].games
            computed["Games", game.number, "Games 2"] = present[game.other].games
        for name, player in present.items():
            player.games, player.last = player.games + len(seen[name]), today
            if player.established:
                player.rating = (player.rating or 0) + gains[name]
                continue
            player.results += [(met[opponent], percent) for opponent, percent in seen[name]]
            player.rating = self.newcomers_rating(player)
            if player.games >= self.least:
                player.established, player.assigned, player.results = True, None, []
        return computed

    def status(self, player: Player) -> str:
        if player.established or player.returned:
            return "established" if player.established else "returned"
        return "unrated" if player.games < self.rule("provisional_games") else "provisional"

    def decimal(self, field: str) -> Decimal:
        return _decimal(self.rule(field))


def figures(typed: Typed) -> Figures:
    club = Lexington(typed)
    computed: Figures = {}

    def give(name: str, points: Fraction) -> None:
        """Give a boost only to established players."""
        for player in club.club.values() if not name else [club.club[name]]:
            if player.established:
                player.rating = (player.rating or 0) + points

    live_through(typed, rated_games(typed), lambda day, games: computed.update(club.session(day, games)), give)
    for player in club.club.values():
        has_begun = player.established or player.assigned is not None
        cells: dict[str, object] = {"Rating": player.rating if has_begun else None, "Assigned": player.assigned}
        cells |= {"Games": player.games, "Last played": player.last, "Status": club.status(player)}
        computed |= {("Players", player.number, heading): value for heading, value in cells.items()}
    return computed


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)
