"""The what-if evening of a Calculator: up to six games against chosen players, and their worth."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.workbook.schema import Kind
from xladdin.workbook.systems.cards import Card, Values, listed_or_typed
from xladdin.workbook.systems.terms import BY_GAME, listed, where

GAMES = 6
NEXT = "Next from"
"""The heading of the rating for the next game."""
PLAYER, RATING, GAMES_BEFORE = "Player of the evening", "or rated", "with games before it"


class EveningGame(NamedTuple):
    """A game of the evening from the player's side, as cells or bracketed terms of formulas.

    `rating` is the player's before it. `result` is the spread, or the cell of the result. `games` are the player's
    before the evening. `played` counts those of the evening before it. `further` is the other typed cell.
    """

    rating: str
    diff: str
    result: str
    scores: Sequence[str]
    games: str
    played: str
    further: str


class EveningCells(NamedTuple):
    """The results of an evening, as cells. `rating`, `games`: before it. `total`: plain sum. `last`: last `NEXT`."""

    rating: str
    games: str
    total: str
    last: str


def scored_evening(
    card: Card,
    change: Callable[[EveningGame], str],
    *,
    example: Number,
    guest: str = "",
    further: tuple[str, Kind] | None = None,
    running: Callable[[EveningGame, str], str] | None = None,
) -> EveningCells:
    """The lines of an evening of games with scores, down to the sum of their changes.

    `change` gives the formula of a game's change. `example` is the first rating. `guest` is the number of games for
    unknown players, if the system asks for it. `further` is the heading and kind of one more typed cell. `running`
    gives the rating after a game from the game and its change, if the next is rated from that.
    """
    typed = {"Opponent": Kind.PLAYER, "or rating": Kind.RATING, "Score": Kind.SCORE, "Against": Kind.SCORE}
    if further:
        typed[further[0]] = further[1]

    def spread(cells: Sequence[str]) -> tuple[Sequence[str], str]:
        return cells[2:4], f"({cells[2]}-{cells[3]})"

    return _evening(card, typed, spread, change, example, guest, running, Kind.CHANGE)


def played_evening(
    card: Card,
    change: Callable[[EveningGame], str],
    *,
    example: Number,
    guest: str = "",
    running: Callable[[EveningGame, str], str],
    moved: Kind = Kind.CHANGE,
) -> EveningCells:
    """The same for games with a result in place of the spread. `moved` is the kind of their changes."""
    typed = {"Opponent": Kind.PLAYER, "or rating": Kind.RATING, "Result": Kind.RESULT}
    return _evening(card, typed, lambda cells: ((), cells[2]), change, example, guest, running, moved)


def _evening(
    card: Card,
    typed: dict[str, Kind],
    result: Callable[[Sequence[str]], tuple[Sequence[str], str]],
    change: Callable[[EveningGame], str],
    example: Number,
    guest: str,
    running: Callable[[EveningGame, str], str] | None,
    moved: Kind,
) -> EveningCells:
    card.gap()
    card.heads("What if: an evening")
    (name,) = card.entered(PLAYER, Kind.PLAYER, ("",), "From the list on Players")
    (own,) = card.entered(RATING, Kind.RATING, (example,), "Counts where no player is chosen")
    games = guest
    if guest:
        (count,) = card.entered(GAMES_BEFORE, Kind.COUNT, ("",), "Blank: the list's")
        known = f'IF({count}="",IFERROR({listed(name, "list_games")},{guest}),{count})'
        (games,) = card.shown("Games by then", Kind.COUNT, [known])
    (rating,) = card.shown("Rating by then", Kind.RATING, [listed_or_typed(name, own)])
    card.heads("Game by game", *typed, "Theirs", "Change", *([NEXT] if running else []))
    changes: list[str] = []
    before = rating
    for number in range(1, GAMES + 1):

        def figures(cells: Sequence[str], before: str = before) -> Sequence[tuple[Kind, str]]:
            scores, spread = result(cells)
            theirs = listed_or_typed(cells[0], cells[1])
            place = _beside(cells[-1])
            further = cells[4] if len(cells) > 4 else ""
            played = f"COUNT({','.join(changes)})" if changes else "0"
            game = EveningGame(before, f"({before}-{place})", spread, scores, games, played, further)
            gained = where((before, place, *scores), change(game))
            if scores:
                gained = f'IF(SUM({scores[0]}:{scores[1]})=0,"",{gained})'
            lines = [(Kind.RATING, theirs), (moved, gained)]
            if running:
                then = running(game, _beside(place))
                lines.append((Kind.RATING, f"IF(COUNT({_beside(place)})=0,{before},{then})"))
            return lines

        cells = card.row(f"Game {number}", typed, figures)
        changes.append(cells[1])
        before = cells[2] if running else rating
    together = f"{changes[0]}:{changes[-1]}"
    (total,) = card.shown("Changes in all", moved, [f'IF(COUNT({together})=0,"",SUM({together}))'])
    return EveningCells(rating, games, total, before)


def no_games(rating: Number, *, games: Number | None = None, running: bool = False, worth: str = "") -> Values:
    """The values before anybody types a game. `games`: of a guest. `running`: see `scored_evening`. `worth`: a word."""
    figures = ("", "", rating) if running else ("", "")
    lines = {
        "Rating by then": (rating,),
        **{f"Game {number}": figures for number in range(1, GAMES + 1)},
        "Changes in all": ("",),
        "The evening's worth": (worth,),
        "Rating after it": ("",),
    }
    return lines if games is None else {"Games by then": (games,), **lines}


def _beside(cell: str) -> str:
    """The cell to the right."""
    letters = cell.rstrip("0123456789")
    return f"{chr(ord(letters) + 1)}{cell[len(letters) :]}"


def close_evening(card: Card, evening: EveningCells, new: Callable[[str], str], remark: str) -> None:
    """The last lines if a club may rate game by game. `new`: the rating by the plain sum."""
    total = where((evening.rating, evening.total), new(evening.total))
    after = f'IF({BY_GAME},IF(COUNT({evening.total})=0,"",{evening.last}),{total})'
    worth = where((evening.rating, evening.total), f"({after})-{evening.rating}")
    evening_worth(card, evening, worth, remark, after)


def evening_worth(card: Card, evening: EveningCells, taken: str, remark: str, after: str = "") -> None:
    """The last lines: the list's change, and the new rating. `after` is its formula if it is no plain sum."""
    (worth,) = card.shown("The evening's worth", Kind.CHANGE, [taken], remark, result=True)
    new = after or where((evening.rating, worth), f"{evening.rating}+{worth}")
    card.shown("Rating after it", Kind.RATING, [new], result=True)
