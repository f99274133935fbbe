"""The camp's ladder, a second time, as its VBA has it: game by game in the order of the table."""

from fractions import Fraction

from tests.oracle.typed import Figures, Typed, blank, name, number, outcome, some_number

# Typed from the VBA of the camp.
RULES = {"win_points": 16, "difference_step": 25, "difference_limit": 375, "beyond_limit": 15}


def figures(typed: Typed) -> Figures:
    """Compute every figure of Players and Games."""
    step, limit, beyond = typed.rule("difference_step"), typed.rule("difference_limit"), typed.rule("beyond_limit")
    initial = {name(row["group"]): number(row["initial rating"]) for _, row in typed.rows("Groups")}
    weekly: dict[str, Fraction] = {}
    permanent: dict[str, Fraction] = {}
    nowhere: set[str] = set()
    played: dict[str, int] = {}
    rows: dict[str, tuple[int, bool]] = {}
    for row_number, row in typed.rows("Players"):
        player = typed.player(row["player"])
        if not player:
            continue
        group = initial.get(name(row["group"]))
        weekly[player] = group or Fraction(0)
        start = some_number(row["start permanent"])
        nowhere |= {player} if start is None and group is None else set()
        permanent[player] = weekly[player] if start is None else start
        played[player] = int(number(row["start games"]))
        rows[player] = row_number, name(row["active"]) not in ("no", "n", "false", "0")

    def change(white: Fraction, black: Fraction, won: int) -> Fraction:
        """Give 16 for a win, less the points of the difference, to White (VBA: "> 375, 15 * Sgn", "Int(... / 25)")."""
        apart = abs(white - black)
        points = beyond if apart > limit else Fraction(apart // step)
        return won * typed.rule("win_points") - (points if white > black else -points)

    found: Figures = {}
    for row_number, row in typed.rows("Games"):
        white, black, result = typed.player(row["white"]), typed.player(row["black"]), row["result"]
        if not (white and black) or blank(result) or not blank(row["kind"]):
            continue
        won = outcome(result)
        ratings = weekly[white], weekly[black]
        gain = change(*ratings, won)
        cells = {
            "White rating": ratings[0], "Black rating": ratings[1], "Difference": ratings[0] - ratings[1],
            "White change": gain, "Black change": -gain,
        }  # fmt: skip
        found |= {("Games", row_number, heading): value for heading, value in cells.items()}
        lasting = change(permanent[white], permanent[black], won)
        for player, sign in ((white, 1), (black, -1)):
            weekly[player] += sign * gain
            permanent[player] += sign * lasting
            played[player] += 1
    for player, (row_number, active) in rows.items():
        found["Players", row_number, "Rating"] = weekly[player] if active else None
        found["Players", row_number, "Permanent"] = None if player in nowhere else permanent[player]
        found["Players", row_number, "Games"] = played[player]
    return found
