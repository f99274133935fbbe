"""How the ratings work: the source's words, and the club's own rules from Rules."""

import dataclasses
import re
from collections.abc import Iterator
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.messages import Message, msg
from xladdin.publish.site import HOW, File, MenuEntry, Site
from xladdin.systems.shared.tables import BandTable

_PROGRAM = re.compile(r"(?:\s*; )?VBA\s*:.*")
"""The words of a source about a program: how the club's old workbook computed the rule."""


class SettingShown(NamedTuple):
    """A setting: its label, the club's value, the printed one if it differs, and the source's words."""

    label: Message
    value: Number | str
    printed: Number | str | None
    source: str


class TableShown(NamedTuple):
    """A table of the rules. `printed` has the printed rows, if the club has others."""

    label: Message
    table: BandTable
    printed: BandTable | None
    source: str


class How:
    """The page of the rules."""

    def __init__(self, site: Site) -> None:
        self._site = site

    entries = (MenuEntry(HOW, msg("How it works")),)
    paths = (f"{HOW}.html",)

    def files(self) -> Iterator[File]:
        """The file with its content."""
        system = self._site.system
        printed_system = system.printed
        settings, tables = [], []
        for field in dataclasses.fields(system):
            value, printed = getattr(system, field.name), getattr(printed_system, field.name)
            label, said = field.metadata["label"], self._site.language.render_text(field.metadata["source"])
            source = _PROGRAM.sub("", said)
            if isinstance(value, BandTable):
                tables.append(TableShown(label, value, printed if printed.rows != value.rows else None, source))
            else:
                settings.append(SettingShown(label, value, printed if printed != value else None, source))
        yield self._site.rendered(
            f"{HOW}.html", "how.html", settings=settings, tables=tables, author=system.author or self._site.club.title
        )
