"""The points of a club championship, for systems whose clubs hold one."""

from xladdin.cells.numbers import Number, whole
from xladdin.systems.shared.games import ClubSystem
from xladdin.systems.system import YES, AnyState


class ChampionshipSystem(ClubSystem[AnyState]):
    """A system with points for every game of the season. Its settings say how many."""

    win_points: Number
    tie_points: Number
    loss_points: Number
    bye_points: Number
    forfeits_count: str
    forfeit_points: Number

    def championship_points(self, wins: Number, losses: Number, ties: Number = 0) -> Number:
        """Return the championship points.

        Mississauga: "2 points for a win, 1 point for a loss and 1.5 points for a tie".
        """
        return whole(wins * self.win_points + losses * self.loss_points + ties * self.tie_points)

    def season_points(self, *record: int) -> Number:
        """Return the championship points of a season's record, with forfeits and byes as the club has set them.

        The winner of a forfeit has the points of a win, and the player who forfeits those of the setting.

        `record` has wins (with forfeits, and with byes if the club counts them so), losses (with forfeits), ties,
        forfeits won and lost, and byes.
        """
        wins, losses, ties, forfeits_won, forfeits_lost, byes = record
        if self.counts_byes_as_wins:
            wins -= byes
        counted = self.forfeits_count == YES
        if not counted:
            wins -= forfeits_won
        points = self.championship_points(wins, losses - forfeits_lost, ties) + byes * self.bye_points
        return whole(points + forfeits_lost * self.forfeit_points * counted)
