"""The year of a club beside its ratings: who was there, who won, and who is listed, counted from the typed rows.

Every answer walks the whole log again for one player and one question. The typed rows define a season.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .log import ScoreGame


def by_kind(game: ScoreGame) -> str:
    """Say what a row is: rated, unrated, forfeit, bye, or nothing yet."""
    if game.is_bye:
        return "bye"
    if game.result is None:
        return "nothing"
    return {None: "rated", "Unrated": "unrated", "Forfeit": "forfeit"}[game.kind]


def sessions(games: Iterable[ScoreGame]) -> list[dt.date]:
    """List the evenings on which somebody played. A bye or a forfeit alone makes none."""
    return sorted({game.date for game in games if by_kind(game) in ("rated", "unrated")})


def last_season(games: Sequence[ScoreGame], first_month: int) -> list[ScoreGame]:
    """Return the rows of the season of the last evening on which somebody played."""

    def season(day: dt.date) -> int:
        return day.year - (day.month < first_month)

    evenings = sessions(games)
    return [game for game in games if evenings and season(game.date) == season(evenings[-1])]


def present(games: Iterable[ScoreGame], date: dt.date) -> set[str]:
    """Name who was there: players who played, rated or not, and players who sat out."""
    players: set[str] = set()
    for game in games:
        if game.date == date and by_kind(game) in ("rated", "unrated", "bye"):
            players |= {game.player_1, game.player_2}
    return players - {"Bye"}


def missed(player: str, games: Sequence[ScoreGame], last_before: dt.date | None = None) -> int:
    """Count the evenings since the player was last there, or all of them for a player who never was."""
    seen = [game.date for game in games if player in present(games, game.date)]
    last = max([*seen, *([last_before] if last_before else [])], default=None)
    return sum(last is None or date > last for date in sessions(games))


def scores_of(player: str, games: Iterable[ScoreGame], *kinds: str) -> list[tuple[str, float, float]]:
    """List opponent, own and other score of the games of a player of these kinds, in the order of the rows."""
    scores = []
    for game in games:
        if by_kind(game) in kinds:
            assert game.score_1 is not None and game.score_2 is not None
            if game.player_1 == player:
                scores.append((game.player_2, game.score_1, game.score_2))
            if game.player_2 == player:
                scores.append((game.player_1, game.score_2, game.score_1))
    return scores


def byes(player: str, games: Iterable[ScoreGame]) -> int:
    """Count how often the player sat out."""
    return sum(game.is_bye and player in (game.player_1, game.player_2) for game in games)


def record(
    player: str, games: Sequence[ScoreGame], *, tie_wins: bool = False, bye_wins: bool = False
) -> tuple[int, int, int]:
    """Count won, lost and tied: rated games and forfeits, and byes where the club counts them as wins."""
    results = scores_of(player, games, "rated", "forfeit")
    won = sum(score > other for _, score, other in results) + (byes(player, games) if bye_wins else 0)
    tied = sum(score == other for _, score, other in results)
    lost = sum(score < other for _, score, other in results)
    return (won + tied, lost, 0) if tie_wins else (won, lost, tied)


def spread_and_averages(player: str, games: Sequence[ScoreGame]) -> tuple[float, Fraction | None, Fraction | None]:
    """Return the spread, the average and the opponents' average of rated games alone."""
    results = scores_of(player, games, "rated")
    score, others = (sum(Fraction(result[index]) for result in results) for index in (1, 2))
    return float(score - others), *(Fraction(sum_, len(results)) if results else None for sum_ in (score, others))


def extremes(games: Iterable[ScoreGame]) -> dict[str, float]:
    """Return the record of each kind among the rated games. Nobody has won a tie."""
    scores = [(game.score_1 or 0, game.score_2 or 0) for game in games if by_kind(game) == "rated"]
    won = [pair for pair in scores if pair[0] != pair[1]]
    values = {"High game": max(map(max, scores)), "High combined": max(map(sum, scores))} if scores else {}
    margins = [abs(score - other) for score, other in won]
    if won:
        values |= {"High loss": max(map(min, won)), "Biggest win": max(margins), "Closest win": min(margins)}
    return values


def championship(
    player: str,
    games: Sequence[ScoreGame],
    *,
    forfeits: bool = True,
    forfeiting: Fraction = Fraction(0),
    bye: Fraction = Fraction(0),
) -> Fraction:
    """Give 2 for a win, 1.5 for a tie, 1 for a loss. Forfeits and byes go by the settings of the club."""
    points = Fraction(0)
    for _, score, other in scores_of(player, games, "rated"):
        points += Fraction(2) if score > other else Fraction(1) if score < other else Fraction(3, 2)
    for _, score, other in scores_of(player, games, "forfeit"):
        points += (Fraction(2) if score > other else forfeiting) if forfeits else 0
    return points + byes(player, games) * bye


@dataclass(frozen=True)
class Absence:
    """Settings of a club. 0 means never."""

    absent: int = 0
    dropped: int = 0
    few_games: int = 0


def on_the_list(sessions_missed: int, rated_games: int, rules: Absence) -> tuple[bool, bool, bool]:
    """Tell whether the player is ranked, marked absent, and named at all, as far as absence decides."""
    absent = rules.absent > 0 and sessions_missed >= rules.absent
    dropped = rules.dropped > 0 and sessions_missed >= rules.dropped
    return rated_games > 0 and not absent, absent, not dropped and not (absent and rated_games < rules.few_games)


def session_winners(games: Sequence[ScoreGame], date: dt.date, *, tie_wins: bool = False) -> set[str]:
    """Name who came first in rated games of an evening: most wins, with a tie half of one unless a win, then spread."""
    evening = [game for game in games if game.date == date and by_kind(game) == "rated"]
    placed: dict[str, tuple[Fraction, int]] = {}
    for player in {name for game in evening for name in (game.player_1, game.player_2)}:
        won, _, tied = record(player, evening, tie_wins=tie_wins)
        placed[player] = won + Fraction(tied, 2), spread_and_averages(player, evening)[0]
    best = max(placed.values(), default=None)
    return {player for player, figure in placed.items() if figure == best}


def longest(hits: Iterable[bool]) -> int:
    """Return the longest run of True."""
    best = run = 0
    for hit in hits:
        run = run + 1 if hit else 0
        best = max(best, run)
    return best


def streaks(player: str, games: Sequence[ScoreGame], *, tie_wins: bool = False) -> Mapping[str, int]:
    """Return the longest runs: sessions won of those with a rated game of the player, games won, sessions attended."""
    in_order = sorted(games, key=lambda game: game.date)
    results = scores_of(player, in_order, "rated")
    evenings = sessions(games)
    attended = [d for d in evenings if scores_of(player, [game for game in games if game.date == d], "rated")]
    return {
        "Sessions won": longest(player in session_winners(games, date, tie_wins=tie_wins) for date in attended),
        "Games won": longest(score > other or (tie_wins and score == other) for _, score, other in results),
        "Sessions attended": longest(player in present(games, date) for date in evenings),
    }


def season_figures(games: Sequence[ScoreGame], active: int) -> dict[str, Fraction]:
    """Return what a season report says of the typed rows of a season, or nothing where nobody played."""
    evenings = sessions(games)
    if not evenings:
        return {}
    rated = [game for game in games if by_kind(game) == "rated"]
    played = [game for game in games if by_kind(game) in ("rated", "unrated")]
    scores = [score for game in rated for score in (game.score_1 or 0, game.score_2 or 0)]
    everybody = {player for date in evenings for player in present(games, date)}
    everybody |= {name for game in games if game.is_bye for name in (game.player_1, game.player_2)} - {"Bye"}
    counts = [len(scores_of(player, rated, "rated")) for player in everybody]
    figures = {
        "Games": Fraction(len(played)),
        "Sessions": Fraction(len(evenings)),
        "Average attendance": Fraction(sum(len(present(games, date)) for date in evenings), len(evenings)),
        "Games a session": Fraction(len(played), len(evenings)),
        "Different players": Fraction(len(everybody)),
        f"Players with {active}+ games": Fraction(sum(count >= active for count in counts)),
    }
    return figures | ({"Average score": Fraction(sum(scores), len(scores))} if scores else {})
