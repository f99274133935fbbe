"""How the ratings work: the source's words, and the club's own rules from Rules."""

import dataclasses
from collections.abc import Iterator
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.messages import Message, msg
from xladdin.systems.system import BandTable
from xladdin.web_pages.site import HOW, File, MenuEntry, Site

_OFF = (0, "No", "")
"""The values of settings that are off. The page leaves those out, unless the printed rules have them on."""


class SettingShown(NamedTuple):
    """A setting: its label, the club's value, and the printed one if it differs."""

    label: Message
    value: Number | str
    printed: Number | str | None


class TableShown(NamedTuple):
    """A table of the rules. It `is_changed` if the club has other rows than the printed ones."""

    label: Message
    table: BandTable
    is_changed: bool


class How:
    """The page of the rules."""

    def __init__(self, site: Site) -> None:
        self._site = site

    entries = (MenuEntry(HOW, msg("How it works")),)
    paths = (f"{HOW}.html",)

    def files(self) -> Iterator[File]:
        """Yield the file with its content."""
        system = self._site.system
        printed_system = system.printed
        settings, tables = [], []
        for field in dataclasses.fields(system):
            value, printed = getattr(system, field.name), getattr(printed_system, field.name)
            label = field.metadata["label"]
            if isinstance(value, BandTable):
                tables.append(TableShown(label, value, printed.rows != value.rows))
            elif value != printed or value not in _OFF:
                settings.append(SettingShown(label, value, printed if printed != value else None))
        yield self._site.rendered(
            f"{HOW}.html", "how.html", settings=settings, tables=tables, author=system.author or self._site.club.title
        )
