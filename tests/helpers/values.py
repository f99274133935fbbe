"""What cells hold beside None, bool, number, text and date, in every host."""

from __future__ import annotations

from dataclasses import dataclass


class ExcelError(str):
    """An error value. It equals its text ("#N/A"), and its class tells it from a text."""

    __slots__ = ()


@dataclass(frozen=True)
class Raised:
    """What a call raised: the name of the class of the exception, and its message."""

    kind: str
    message: str
