"""What cells hold beside None, bool, number, text and date, whatever host they go to or come from."""

from __future__ import annotations

from dataclasses import dataclass


class ExcelError(str):
    """An error value: equal to its text ("#N/A"), and told from a text by its class."""

    __slots__ = ()


@dataclass(frozen=True)
class Raised:
    """What a call raised: the name of the exception's class and its message."""

    kind: str
    message: str
