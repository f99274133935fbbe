"""The clauses that the systems share when they explain a change."""

from collections.abc import Mapping

from xladdin.cells.numbers import Number, sign
from xladdin.messages import Message, format_number, msg

_SCRABBLE: Mapping[tuple[int, int], Message] = {
    (1, 1): msg("favourite by {difference:g} wins"),
    (1, 0): msg("favourite by {difference:g} ties"),
    (1, -1): msg("favourite by {difference:g} loses"),
    (0, 1): msg("level wins"),
    (0, 0): msg("level ties"),
    (0, -1): msg("level loses"),
    (-1, 1): msg("underdog by {difference:g} wins"),
    (-1, 0): msg("underdog by {difference:g} ties"),
    (-1, -1): msg("underdog by {difference:g} loses"),
}
"""What a player does, by the signs of the ratings difference and of the result."""
_CHESS: Mapping[tuple[int, int], Message] = {
    **_SCRABBLE,
    (1, 0): msg("favourite by {difference:g} draws"),
    (0, 0): msg("level draws"),
    (-1, 0): msg("underdog by {difference:g} draws"),
}


def describe_result(difference: Number, result: int, *, is_chess: bool = False) -> Message:
    """Return what a player did: "favourite by 227 wins".

    Args:
        difference: The player's rating minus the opponent's.
        result: 1 for a win, 0 for a tie, -1 for a loss.
        is_chess: A tie is a draw.
    """
    words = (_CHESS if is_chess else _SCRABBLE)[sign(difference), result]
    return words.with_values(difference=abs(difference)) if difference else words


def with_change(words: Message, change: Number | Message) -> Message:
    """Return the arithmetic of a change with the change at its end."""
    if isinstance(change, Message):
        return msg("{words}; change {change}", words=words, change=change)
    return msg("{words}; change {change:g}", words=words, change=change)


def without_change(words: str) -> Message:
    """Return the arithmetic of a change without its end, for places that show the change beside it."""
    message = words if isinstance(words, Message) else Message(words)
    before = message.values.get("words")
    return before if "change" in message.values and isinstance(before, Message) else message


def with_decimals(number: float, places: int) -> Message:
    """Return a number with so many decimals. A number that rounds to nothing has no minus."""
    return format_number(round(number, places) + 0, f".{places}f")
