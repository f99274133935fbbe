"""The kinds of a column's content."""

from enum import Enum


class Kind(Enum):
    """The kind of a column's content. It decides its format, its width and what people may type into it."""

    TEXT = "text"
    PLAYER = "name of a player"
    GROUP = "name of a group"
    EVENT = "name of an event"
    DATE = "date"
    SCORE = "score"
    RESULT = "result of a game of chess"
    YES = "Yes or No"
    ACTIVE = "Yes, No or Left"
    GAME_KIND = "kind of game"
    WEB = "what a page on the web shows of a player"
    COUNT = "whole number"
    RATING = "rating"
    DECIMAL = "number with two decimals"
    SIGNED = "signed number"
    CHANGE = "signed change"
    DECIMAL_CHANGE = "signed change with two decimals"
