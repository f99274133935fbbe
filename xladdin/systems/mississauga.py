"""Mississauga Scrabble Club.

A winner takes the basic change of the ratings difference and a bonus for the spread; the loser pays it. The changes
of a session, all from the ratings at its start, are summed, doubled for newcomers, cushioned for experts, and rounded
once. The scoreboard shows the plain sum, the ratings list the multiplied change.
Source: the club's page "Our rating system" (mississauga.txt).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import neg

from xladdin.cells.limits import LARGEST_NUMBER
from xladdin.cells.numbers import Number, rounded, sign, whole
from xladdin.model import Event, Games, Ledger, Period, Player
from xladdin.systems.shared.games import ScrabbleSystem
from xladdin.systems.shared.needed import least_spread_to_gain
from xladdin.systems.shared.session import ChangesBySpread, check_played, close_session
from xladdin.systems.shared.tables import BandTable, DirectLookUp
from xladdin.systems.shared.wording import RESULT_WORDS, standing
from xladdin.systems.system import YES, YES_OR_NO, KeyWords, RatePeriod, setting, table

FAVOURITE, UNDERDOG, TIE = "If favourite wins", "If underdog wins", "If tie"

BASIC_CHANGE = BandTable(
    ("Ratings difference from", FAVOURITE, UNDERDOG, TIE),
    (
        (0, 10, 10, 0),
        (100, 8, 11, 1),
        (200, 6, 12, 2),
        (300, 4, 13, 3),
        (400, 3, 14, 4),
        (500, 2, 15, 5),
        (600, 1, 16, 6),
        (700, 0, 17, 7),
    ),
)
SPREAD_BONUS = BandTable(("Spread from", "Bonus"), ((0, 0), (50, 1), (100, 2), (150, 3), (200, 4), (250, 5)))
EXPERT_CUSHION = BandTable(("Rating from", "Multiplier"), ((0, 1), (1800, 0.8), (2000, 0.6)))


@dataclass(frozen=True)
class Mississauga(ScrabbleSystem[Ledger]):
    """The Mississauga system; ratings and changes in rating points, scores and spread in Scrabble points."""

    key = "mississauga"
    title = "Mississauga Scrabble Club"
    period = "session"
    source = "mississauga.txt"
    change_function = "MISSCHANGE"
    in_its_words = (
        "Rating changes are determined by several factors: the ratings of the two players before the match, the "
        "spread, the result, as well as newcomer or expert multipliers if applicable.",
        "If the Favourite (i.e. the higher rated player) wins the match, then the winner will gain as many rating "
        "points as shown in the second column, and the loser will lose that many points. […] If the Underdog (i.e. the "
        "lower rated player) wins the match, then the winner will gain as many rating points as shown in the third "
        "column, and the loser will lose that many points. […] In the event of a tie game, the lower rated player will "
        "gain as many rating points as indicated in the fourth column and the higher rated player will lose that many "
        "rating points.",
        "In addition to the Basic Change, the winner of the match also gains bonus points for the spread (i.e. the "
        "point difference in the score) of the game as shown in the following table and the loser loses that many "
        "points […] The spread bonus does NOT apply when the two players are more than 400 rating points apart.",
        "A new player who has played fewer than 50 games at the club will see their overall rating change doubled. "
        "After the 50th game, their rating change will no longer be doubled.",
        "An expert is a player with a club rating over 1800. An expert rated between 1800-1999 will see their overall "
        "rating change reduced by a fractional multiplier of 0.8. An expert rated higher than 2000 will see their "
        "overall rating change reduced by a fractional multiplier of 0.6.",
        "Players are awarded 2 points for a win, 1 point for a loss and 1.5 points for a tie. At the end of the "
        "season, our Club Champion will be crowned!",
    )
    has_list_marks = True
    has_session_words = True
    changes_mirror = True

    basic: BandTable = table(BASIC_CHANGE, "Basic change", 'Table under "Basic Change"')
    spread: BandTable = table(SPREAD_BONUS, "Spread bonus", 'Table under "Spread Bonus"')
    spread_limit: int = setting(
        400,
        "Spread bonus up to a difference of",
        '"does NOT apply when ... more than 400 rating points apart"',
    )
    newcomer_games: int = setting(
        50, "Newcomer below games", '"fewer than 50 games at the club"; games before the session'
    )
    newcomer_multiplier: Number = setting(2, "Newcomer multiplier", '"overall rating change doubled"', most=100)
    expert: BandTable = table(
        EXPERT_CUSHION,
        "Expert cushion",
        '"between 1800-1999 ... 0.8", "higher than 2000 ... 0.6"; ours: exactly 2000 takes 0.6, both multipliers apply',
    )
    new_rating: Number = setting(1000, "New player's rating", "Ours: the page names none", least=-LARGEST_NUMBER)
    win_points: Number = setting(2, "Championship points for a win", '"2 points for a win"')
    tie_points: Number = setting(1.5, "Championship points for a tie", '"1.5 points for a tie"')
    loss_points: Number = setting(1, "Championship points for a loss", '"1 point for a loss"')
    bye_points: Number = setting(0, "Championship points of a bye", "Ours", later=True)
    forfeits_count: str = setting(
        "Yes", "Forfeits count", "Ours: for championship points", choices=YES_OR_NO, later=True
    )

    def basic_change(self, diff: Number, result: int) -> Number:
        """Basic change of the player [rating points].

        diff: player's rating minus opponent's; result: 1 win, 0 tie, -1 loss.
        Source: "Basic Change"; 1234 beats 1007 -> 6, 944 beats 1407 -> 14.
        """
        if result == 0:
            return -sign(diff) * self.basic.at(abs(diff), TIE)
        favourite = diff * result >= 0
        return result * self.basic.at(abs(diff), FAVOURITE if favourite else UNDERDOG)

    def spread_bonus(self, spread: Number, diff: Number = 0) -> Number:
        """Bonus of the winner [rating points], 0 where the ratings lie too far apart; the sign of `spread` is ignored.

        Source: "Spread Bonus"; 113 -> 2.
        """
        return 0 if abs(diff) > self.spread_limit else self.spread.at(abs(spread), "Bonus")

    def change(self, rating1: Number, rating2: Number, score1: Number, score2: Number) -> Number:
        """Change of player 1 by the game, before multipliers. Source: 1234 beats 1007 by 416-303 -> 8."""
        check_played(score1, score2)
        return self._change(rating1 - rating2, score1 - score2)

    def _change(self, diff: Number, spread: Number) -> Number:
        result = sign(spread)
        return self.basic_change(diff, result) + result * self.spread_bonus(spread, diff)

    def needed_spread(self, rating1: Number, rating2: Number) -> int:
        """Least spread with which player 1 gains. Raises NotFound where no win is worth anything: 700 ahead or more."""
        return least_spread_to_gain(lambda spread: self._change(rating1 - rating2, spread))

    def session_change(self, rating: Number, games: Number, change: Number) -> int:
        """Change of the session after newcomer and expert multipliers, rounded once.

        rating, games: at the start of the session; change: plain sum of the game changes.
        Source: "Newcomer Multiplier" 944, 33, +28 -> +56; "Expert Cushion" 1933, +15 -> +12.
        """
        return self._session_changes[rating][games < self.newcomer_games][change]

    def session_words(self, rating: Number, games: Number, plain_sum: Number) -> str:
        """The multipliers of a session in words: "15 × 2 newcomer × 0.6 expert = 18"; nothing where there is none."""
        newcomer = self.newcomer_multiplier if games < self.newcomer_games else 1
        expert = self.expert.at(rating, "Multiplier")
        factors = [
            f" × {factor:g} {word}" for factor, word in ((newcomer, "newcomer"), (expert, "expert")) if factor != 1
        ]
        if not factors:
            return ""
        product, taken = round(plain_sum * newcomer * expert, 9), self.session_change(rating, games, plain_sum)
        unrounded = "" if product == taken else f"{product:g}, rounded "
        return f"{plain_sum:g}{''.join(factors)} = {unrounded}{taken}"

    def list_mark(self, ledger: Ledger, player: int) -> str:
        """n for a newcomer, until the last game that is doubled."""
        return "n" if 0 < ledger.games[player] < self.newcomer_games else ""

    def list_key(self) -> dict[str, KeyWords]:
        """The marks of every list, and the newcomer's."""
        words = "n: newcomer, changes count {times} times until {games} games."
        return super().list_key() | {"n": KeyWords(words, self._newcomer_words)}

    def session_key(self) -> Sequence[KeyWords]:
        """The multipliers."""
        newcomer = "A newcomer of fewer than {games} games takes {times} times the sum of the session."
        experts = [
            KeyWords("From {rating} up {share} of it.", {"rating": f"{rating:g}", "share": f"{share:g}"})
            for rating, share in self.expert.rows
            if share != 1
        ]
        return [KeyWords(newcomer, self._newcomer_words), *experts]

    @property
    def _newcomer_words(self) -> Mapping[str, Number | str]:
        return {"times": f"{self.newcomer_multiplier:g}", "games": self.newcomer_games}

    @cached_property
    def _session_changes(self) -> DirectLookUp[tuple[DirectLookUp[int], DirectLookUp[int]]]:
        """The list's change by rating, then for members and newcomers, then by plain sum."""
        by_multiplier = DirectLookUp(lambda multiplier: DirectLookUp(lambda change: rounded(change * multiplier)))

        def members_and_newcomers(rating: Number) -> tuple[DirectLookUp[int], DirectLookUp[int]]:
            expert = self.expert.at(rating, "Multiplier")
            return by_multiplier[expert], by_multiplier[expert * self.newcomer_multiplier]

        return DirectLookUp(members_and_newcomers)

    def championship_points(self, wins: Number, losses: Number, ties: Number = 0) -> Number:
        """Championship points. Source: "2 points for a win, 1 point for a loss and 1.5 points for a tie"."""
        return whole(wins * self.win_points + losses * self.loss_points + ties * self.tie_points)

    def season_points(self, *record: int) -> Number:
        """Championship points of a season's record, forfeits and byes as the club has set them.

        record: wins and losses, forfeits among them and byes among the wins where the club counts them so; ties;
        forfeits won and lost; byes.
        """
        wins, losses, ties, forfeits_won, forfeits_lost, byes = record
        if self.counts_byes_as_wins:
            wins -= byes
        if self.forfeits_count != YES:
            wins, losses = wins - forfeits_won, losses - forfeits_lost
        return whole(self.championship_points(wins, losses, ties) + byes * self.bye_points)

    def open_ledger(self, players: Sequence[Player]) -> Ledger:
        """Everybody begins at the start rating, or at the new player's."""
        return Ledger.at_start(players, self.new_rating)

    @cached_property
    def _changes(self) -> ChangesBySpread:
        return ChangesBySpread(
            self._change,
            lambda diff: (sign(diff), self.basic.band(abs(diff)), abs(diff) > self.spread_limit),
            lambda spread: (sign(spread), self.spread.band(abs(spread))),
        )

    def rater(self, ledger: Ledger, games: Games, events: Sequence[Event]) -> RatePeriod:
        """Rates a session: every change from the ratings at its start, the sum of each player's taken once."""
        look_up = self._changes
        rules = look_up.rules(games)
        ratings, played = ledger.rating, ledger.games
        session_changes, newcomer_games = self._session_changes, self.newcomer_games
        newcomers = {player for player, count in enumerate(played) if count < newcomer_games}

        def rate(session: Period) -> tuple[Sequence[Number], ...]:
            span = slice(session.start, session.stop)
            first, second = games.player1[span], games.player2[span]
            rating1, rating2 = [ratings[player] for player in first], [ratings[player] for player in second]
            change1 = look_up.changes(rules[span], rating1, rating2)
            change2 = list(map(neg, change1))
            sums = close_session(ledger, first, second, change1, change2, session.date)
            for player, change in sums.items():
                rating = ratings[player]
                is_newcomer = player in newcomers
                ratings[player] = rating + session_changes[rating][is_newcomer][change]
                if is_newcomer and played[player] >= newcomer_games:
                    newcomers.remove(player)
            return rating1, rating2, change1, change2

        return rate

    def explain(self, rating1: Number, rating2: Number, score1: Number, score2: Number) -> str:
        """The change of a game in words: "favourite by 227 wins: 6; spread 113: 2; change 8"."""
        check_played(score1, score2)
        diff, spread = rating1 - rating2, score1 - score2
        result = sign(spread)
        basic, bonus = self.basic_change(diff, result), result * self.spread_bonus(spread, diff)
        words = f"{standing(diff)} {RESULT_WORDS[result]}: {basic:g}"
        if result and abs(diff) > self.spread_limit:
            words += f"; no spread bonus more than {self.spread_limit:g} apart"
        elif result:
            words += f"; spread {abs(spread):g}: {bonus:g}"
        return f"{words}; change {basic + bonus:g}"


SYSTEM = Mississauga()
"""The system with its printed tables."""
