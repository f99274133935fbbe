"""The camp's ladder, a second time, as its VBA has it: game by game in the order of the table."""

from fractions import Fraction

from tests.oracle.typed import Figures, Typed, name, number, rated_games, some_number

# Typed from the VBA of the camp.
RULES = {"win_points": 16, "difference_step": 25, "difference_limit": 375, "beyond_limit": 15}


def figures(typed: Typed) -> Figures:
    initial = {name(row["group"]): number(row["initial rating"]) for _, row in typed.rows("Groups")}
    players = {player: (index, row) for index, row in typed.rows("Players") if (player := typed.player(row["player"]))}
    starts = {player: some_number(row["start permanent"]) for player, (_, row) in players.items()}
    groups = {player: initial.get(name(row["group"])) for player, (_, row) in players.items()}
    weekly = {player: group or Fraction(0) for player, group in groups.items()}
    permanent = {player: weekly[player] if start is None else start for player, start in starts.items()}
    played = {player: int(number(row["start games"])) for player, (_, row) in players.items()}
    games = [*rated_games(typed, by_results=True)]

    def change(ratings: dict[str, Fraction], white: str, black: str, won: int) -> Fraction:
        """Give 16 for a win, less the points of the difference, to White (VBA: "> 375, 15 * Sgn", "Int(... / 25)")."""
        apart = ratings[white] - ratings[black]
        points = Fraction(abs(apart) // typed.rule("difference_step"))
        if abs(apart) > typed.rule("difference_limit"):
            points = typed.rule("beyond_limit")
        gain = won * typed.rule("win_points") - (points if apart > 0 else -points)
        ratings[white] += gain
        ratings[black] -= gain
        return gain

    computed: Figures = {}
    for game in games:
        white, black, won = game.player, game.other, int(2 * game.score) - 1
        before = weekly[white], weekly[black]
        gain = change(weekly, white, black, won)
        change(permanent, white, black, won)
        cells = {
            "White rating": before[0], "Black rating": before[1], "Difference": before[0] - before[1],
            "White change": gain, "Black change": -gain,
        }  # fmt: skip
        computed |= {("Games", game.number, heading): value for heading, value in cells.items()}
        for player in (white, black):
            played[player] += 1
    for player, (index, row) in players.items():
        is_active = name(row["active"]) not in ("no", "n", "false", "0")
        has_none = starts[player] is None and groups[player] is None
        computed["Players", index, "Rating"] = weekly[player] if is_active else None
        computed["Players", index, "Permanent"] = None if has_none else permanent[player]
        computed["Players", index, "Games"] = played[player]
    return computed
