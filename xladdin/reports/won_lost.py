"""A player's record in one text, as a list prints it: 21–12–1."""


def won_lost(wins: int | None, losses: int | None, ties: int | None) -> str | None:
    """Won, lost, and tied if there are ties: "21–12", "21–12–1". It is None for a player without a record."""
    if wins is None or losses is None:
        return None
    return f"{wins}–{losses}–{ties}" if ties else f"{wins}–{losses}"


def won_drawn_lost(wins: int | None, draws: int | None, losses: int | None) -> str | None:
    """Return the same for a game in which draws are usual, in chess's order: "21–1–12"."""
    return None if wins is None or losses is None else f"{wins}–{draws or 0}–{losses}"
