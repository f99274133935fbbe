"""The kinds of values in the XML of a sheet. Each has its pattern, and gives the values of many cells at once.

Source: ECMA-376 part 1, 18.18.11 (ST_CellType). What is here gives the same as the reader of values, or nothing.
"""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import NamedTuple, TypeAlias

from xladdin.cells.limits import SERIAL_DAY_ZERO
from xladdin.files.reading.plain_rows import TEXT

Values: TypeAlias = "Sequence[object]"
_FIRST_DAY, _LAST_DAY = 61, 2_958_465
"""1 March 1900, before which Excel counts a day that was none, and 31 December 9999."""
_NAMED = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&"))


class UnknownForm(Exception):
    """A row has a form that is not known here."""


class Kind(NamedTuple):
    """A kind of value: the pattern of its XML, and the values of many such pieces of XML."""

    pattern: bytes
    values: Callable[[Sequence[bytes]], Values]


def _numbers(found: Sequence[bytes]) -> Values:
    return list(map(float, found))


def _dates(found: Sequence[bytes]) -> Values:
    known = {one: _day(int(one)) for one in set(found)}
    return list(map(known.__getitem__, found))


def _day(number: int) -> date:
    if not _FIRST_DAY <= number <= _LAST_DAY:
        raise UnknownForm
    return SERIAL_DAY_ZERO + timedelta(days=number)


def _texts(found: Sequence[bytes]) -> Values:
    known = {one: _text(one) for one in set(found)}
    return list(map(known.__getitem__, found))


def _stripped(found: Sequence[bytes]) -> Values:
    if any(one != one.strip() for one in set(found)):
        raise UnknownForm
    return _texts(found)


def _text(xml: bytes) -> str:
    """The text of XML without tags. Escapes of Office, and characters by number, are not known here."""
    text = xml.decode()
    if "_x" in text or "\r" in text:
        raise UnknownForm
    if "&" in text:
        if text.count("&") != sum(text.count(name) for name, _ in _NAMED):
            raise UnknownForm
        for name, letter in _NAMED:
            text = text.replace(name, letter)
    return text


def shared(texts: Sequence[str]) -> Kind:
    """The kind of a cell that has the number of one of these texts."""
    return Kind(rb"[0-9]{1,9}+", partial(_shared, texts))


def _shared(texts: Sequence[str], found: Sequence[bytes]) -> Values:
    try:
        return [texts[number] for number in map(int, found)]
    except IndexError:
        raise UnknownForm from None


def _truths(found: Sequence[bytes]) -> Values:
    return [one == b"1" for one in found]


NUMBER = Kind(rb"-?+[0-9]{1,11}+(?:\.[0-9]++)?+", _numbers)
DATE = Kind(rb"[0-9]{2,7}+", _dates)
KEPT, STRIPPED = Kind(TEXT, _texts), Kind(TEXT, _stripped)
TRUTH = Kind(rb"[01]", _truths)
